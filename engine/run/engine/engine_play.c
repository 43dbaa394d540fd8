/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happens while the clock runs: new steps at the end of the recording; along it, recorded
 * moments, which are shown at the speed of the clock without being simulated where that would take
 * too long. */
#include "engine/run/engine/engine_private.h"

#include "engine/base/clock.h"
#include "engine/run/simulation/monitor_note.h"

#include <math.h>

/* While it runs, snapshots come no faster than this, however fast they are taken [ns]. */
static const int64_t LEAST_PUBLISH = 4000000;
/* Steps that take no longer are simulated again to show the very moment [ns]. */
static const int64_t WORTH_IT = 8000000;

static double now_at(const SnEngine *engine)
{
    return engine->simulation->state->time;
}

static double step_size(const SnEngine *engine)
{
    return engine->simulation->compiled->system->step_size;
}

void sn_engine_begin(SnEngine *engine)
{
    engine->follows = sn_tape_ready(engine->tape);
    sn_engine_tell_tape(engine);
    if (engine->follows && !engine->replay)
        sn_recorder_begin_traces(engine->simulation->recorder, now_at(engine));
    sn_pacer_start(&engine->pacer, sn_clock_ns(), now_at(engine));
}

/* --- where a run ends --- */

static bool loops(const SnEngine *engine)
{
    return engine->loop[1] > engine->loop[0];
}

/* The next moment that must not be leapt over. */
static double next_stop(const SnEngine *engine)
{
    double stop = engine->until;
    if (loops(engine) && engine->loop[1] > now_at(engine) + 0.5 * step_size(engine))
        stop = fmin(stop, engine->loop[1]);
    const SnWaypointMark *mark = sn_tape_breakpoint(engine->tape, now_at(engine), stop);
    return mark ? mark->time : stop;
}

/* After the clock went on from `before`: stops, or goes back to where the loop begins. */
static void arrive(SnEngine *engine, double before)
{
    const double half = 0.5 * step_size(engine), now = now_at(engine);
    if (now >= engine->until - half || sn_tape_breakpoint(engine->tape, before, now)) {
        sn_engine_stop(engine);
        return;
    }
    if (loops(engine) && before < engine->loop[1] - half && now >= engine->loop[1] - half) {
        if (sn_tape_at_end(engine->tape))
            sn_tape_keep(engine->tape);
        sn_tape_seek(engine->tape, engine->loop[0], NULL, NULL);
        sn_tape_show(engine->tape);
        sn_engine_begin(engine);
    } else if (engine->follows && sn_tape_at_end(engine->tape)) {
        sn_engine_begin(engine);
    }
}

static void show_if_wanted(SnEngine *engine)
{
    if (sn_snapshot_pool_wanted(engine->pool) && sn_clock_ns() - engine->published >= LEAST_PUBLISH)
        sn_engine_publish(engine);
}

/* --- along the recording --- */

/* Time the clock has reached. */
static double clock_time(const SnEngine *engine, int64_t now)
{
    const SnPacer *pacer = &engine->pacer;
    return pacer->time_start + 1e-9 * (double)(now - pacer->wall_start) * pacer->speed;
}

/* Leaps to the newest kept state up to a time; false if there is none ahead. */
static bool leap(SnEngine *engine, double time)
{
    const SnTape *tape = engine->tape;
    const SnPlace place = sn_line_find(tape->line, time);
    if (place.piece < tape->piece)
        return false;
    SnStretch *stretch = sn_line_piece(tape->line, place.piece)->stretch;
    const SnMoment *moment =
        sn_stretch_moment(stretch, sn_stretch_moment_before(stretch, place.step, place.n_commands));
    if (moment->state->time <= now_at(engine))
        return false;
    return sn_tape_go(engine->tape, place.piece, stretch, moment->state->step, moment->n_commands,
                      NULL, NULL);
}

/* The kept state after the present moment; infinity: none in this piece. */
static double next_kept(const SnTape *tape)
{
    const SnPiece *piece = sn_line_piece(tape->line, tape->piece);
    const guint next =
        sn_stretch_moment_before(piece->stretch, tape->simulation->state->step, tape->n_commands) +
        1;
    if (next >= piece->stretch->moments->len)
        return piece->to_time;
    return fmin(sn_stretch_moment(piece->stretch, next)->state->time, piece->to_time);
}

static void follow_step(SnEngine *engine)
{
    const SnFault fault = sn_tape_follow(engine->tape);
    if (fault.code != SN_FAULT_NONE) {
        sn_engine_fault(engine, &fault);
        return;
    }
    if (!engine->replay && !engine->tape->stale)
        sn_simulation_sample(engine->simulation);
}

/* Shows the moment the clock has come to: by simulating again if that is quick. */
static void replay_to(SnEngine *engine, double time)
{
    const double steps = (time - now_at(engine)) / step_size(engine);
    if (steps * (double)engine->tape->step_cost > (double)WORTH_IT && leap(engine, time))
        return;
    const int64_t end = sn_clock_ns() + WORTH_IT;
    do
        follow_step(engine);
    while (engine->run == SN_PLAYING && !sn_tape_at_end(engine->tape) &&
           now_at(engine) < time - 0.5 * step_size(engine) && sn_clock_ns() < end);
}

/* Waits for the clock or a message; false if there is nothing to do yet. */
static bool is_due(SnEngine *engine)
{
    const int64_t wait = sn_pacer_wait(&engine->pacer, sn_clock_ns(), now_at(engine));
    SnMessage message;
    if (wait <= 0)
        return true;
    if (sn_queue_wait(engine->commands, &message, wait))
        sn_engine_handle(engine, &message);
    return false;
}

static void follow(SnEngine *engine)
{
    const double before = now_at(engine), stop = next_stop(engine);
    const int64_t now = sn_clock_ns();
    const double clock =
        engine->pacer.speed > 0 ? clock_time(engine, now) : next_kept(engine->tape);
    if (!is_due(engine))
        return;
    if (engine->replay)
        replay_to(engine, fmin(clock, stop));
    else
        follow_step(engine);
    if (engine->run != SN_PLAYING)
        return;
    arrive(engine, before);
    if (engine->run == SN_PLAYING)
        show_if_wanted(engine);
}

/* --- beyond --- */

/* What monitors have to say about the step just taken; false if one of them asks for a pause. */
static bool tell_notes(SnEngine *engine)
{
    SnMonitorNote note;
    bool goes_on = true;
    for (int place = 0; sn_simulation_next_note(engine->simulation, &place, &note);) {
        sn_engine_event(engine, SN_EVENT_MESSAGE, note.id, note.text);
        goes_on = goes_on && !note.pauses;
    }
    if (!goes_on)
        sn_engine_stop(engine);
    return goes_on;
}

bool sn_engine_do_step(SnEngine *engine)
{
    SnSimulation *s = engine->simulation;
    sn_engine_sync_log(engine);
    const int64_t from = sn_clock_ns();
    const SnFault fault = sn_tape_step(engine->tape);
    if (fault.code != SN_FAULT_NONE) {
        sn_engine_fault(engine, &fault);
        return false;
    }
    const int64_t to = sn_clock_ns();
    sn_pacer_measure(&engine->pacer, from, to, s->state->time);
    sn_tape_stepped(engine->tape, to - from);
    sn_recorder_reserve(s->recorder);
    sn_tape_make_room(engine->tape);
    sn_engine_tell_tape(engine);
    show_if_wanted(engine);
    return tell_notes(engine);
}

void sn_engine_play_on(SnEngine *engine)
{
    /* a pull or a value that came meanwhile makes this moment the end of the recording, or takes
     * back that it was */
    if (engine->follows ? sn_tape_at_end(engine->tape) : !sn_tape_is_live(engine->tape))
        sn_engine_begin(engine);
    if (engine->follows) {
        follow(engine);
        return;
    }
    const double before = now_at(engine);
    if (is_due(engine) && sn_engine_do_step(engine))
        arrive(engine, before);
}

void sn_engine_do_steps(SnEngine *engine, int count)
{
    const SnSimulation *s = engine->simulation;
    while (count > 0 && !atomic_load(&engine->interrupt)) {
        const uint64_t before = s->state->step;
        if (!sn_tape_ready(engine->tape)) {
            sn_engine_tell_tape(engine);
            if (!sn_engine_do_step(engine))
                return;
        } else if (engine->replay) {
            sn_tape_seek_steps(engine->tape, count, sn_engine_interrupted, engine);
        } else {
            follow_step(engine);
        }
        if (s->state->step > before)
            count -= (int)(s->state->step - before);
    }
}
