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
    engine->follows = sn_recording_ready(engine->recording);
    sn_engine_report_recording(engine);
    if (engine->follows && !engine->replay)
        sn_recorder_begin_traces(engine->simulation->recorder, now_at(engine));
    sn_pacer_start(&engine->pacer, sn_clock_ns(), now_at(engine));
}

/* --- where a run ends --- */

static bool loops_here(const SnEngine *engine)
{
    return engine->loop[1] > engine->loop[0];
}

/* The next moment that must not be leapt over. */
static double next_stop(const SnEngine *engine)
{
    double stop = engine->until;
    if (loops_here(engine) && engine->loop[1] > now_at(engine) + 0.5 * step_size(engine))
        stop = fmin(stop, engine->loop[1]);
    const SnWaypointMark *mark = sn_recording_breakpoint(engine->recording, now_at(engine), stop);
    return mark ? mark->time : stop;
}

/* After the clock went on from `before`: stops, or goes back to where the loop begins. */
static void arrive_at_end(SnEngine *engine, double before)
{
    const double half = 0.5 * step_size(engine), now = now_at(engine);
    if (now >= engine->until - half || sn_recording_breakpoint(engine->recording, before, now)) {
        sn_engine_stop(engine);
        return;
    }
    if (loops_here(engine) && before < engine->loop[1] - half && now >= engine->loop[1] - half) {
        if (sn_recording_at_end(engine->recording))
            sn_recording_keep_state(engine->recording);
        if (!sn_recording_seek(engine->recording, engine->loop[0], NULL, NULL)) {
            sn_engine_fault(engine, &engine->recording->lack);
            return;
        }
        sn_recording_compute_results(engine->recording);
        sn_engine_begin(engine);
    } else if (engine->follows && sn_recording_at_end(engine->recording)) {
        sn_engine_begin(engine);
    }
}

static void publish_if_wanted(SnEngine *engine)
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
static bool leap_to_time(SnEngine *engine, double time)
{
    const SnRecording *recording = engine->recording;
    const SnRecordingPosition position = sn_branch_find(recording->branch, time);
    if (position.section < recording->section)
        return false;
    SnSpan *span = sn_branch_section(recording->branch, position.section)->span;
    const SnKeyframe *moment =
        sn_span_keyframe(span, sn_span_keyframe_before(span, position.step, position.n_commands));
    if (moment->state->time <= now_at(engine))
        return false;
    return sn_recording_prepare(engine->recording, span->structure) &&
           sn_recording_go_to(engine->recording, position.section, span, moment->state->step,
                              moment->n_commands, NULL, NULL);
}

/* The kept state after the present moment; infinity: none in this piece. */
static double next_kept(const SnRecording *recording)
{
    const SnSection *section = sn_branch_section(recording->branch, recording->section);
    const guint next = sn_span_keyframe_before(section->span, recording->simulation->state->step,
                                               recording->n_commands) +
                       1;
    if (next >= section->span->keyframes->len)
        return section->to_time;
    return fmin(sn_span_keyframe(section->span, next)->state->time, section->to_time);
}

static void follow_step(SnEngine *engine)
{
    const SnFault fault = sn_recording_follow(engine->recording);
    if (fault.code != SN_FAULT_NONE) {
        sn_engine_fault(engine, &fault);
        return;
    }
    if (!engine->replay && !engine->recording->stale)
        sn_simulation_sample(engine->simulation);
}

/* Shows the moment the clock has come to: by simulating again if that is quick. */
static void replay_to(SnEngine *engine, double time)
{
    const double steps = (time - now_at(engine)) / step_size(engine);
    if (steps * (double)engine->recording->step_cost > (double)WORTH_IT &&
        leap_to_time(engine, time))
        return;
    const int64_t end = sn_clock_ns() + WORTH_IT;
    do
        follow_step(engine);
    while (engine->run == SN_PLAYING && !sn_recording_at_end(engine->recording) &&
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

static void follow_branch(SnEngine *engine)
{
    const double before = now_at(engine), stop = next_stop(engine);
    const int64_t now = sn_clock_ns();
    const double clock =
        engine->pacer.speed > 0 ? clock_time(engine, now) : next_kept(engine->recording);
    if (!is_due(engine))
        return;
    if (engine->replay)
        replay_to(engine, fmin(clock, stop));
    else
        follow_step(engine);
    if (engine->run != SN_PLAYING)
        return;
    arrive_at_end(engine, before);
    if (engine->run == SN_PLAYING)
        publish_if_wanted(engine);
}

/* --- beyond --- */

/* What monitors have to say about the step just taken; false if one of them asks for a pause. */
static bool publish_notes(SnEngine *engine)
{
    SnMonitorNote note;
    bool goes_on = true;
    for (int position = 0; sn_simulation_next_note(engine->simulation, &position, &note);) {
        sn_engine_event(engine, SN_EVENT_MESSAGE, note.id, note.text);
        goes_on = goes_on && !note.pauses;
    }
    if (!goes_on)
        sn_engine_stop(engine);
    return goes_on;
}

/* Joints that say the same several times in the pose that is reached, more than at the start. */
static void publish_repeats(SnEngine *engine)
{
    SnSimulation *s = engine->simulation;
    g_autoptr(GArray) findings = sn_repeats_look(&engine->repeats, s, false);
    for (guint i = 0; findings && i < findings->len; i++) {
        const SnFinding *finding = &g_array_index(findings, SnFinding, i);
        g_autofree char *text = g_strdup_printf("t = %g s: %s", s->state->time, finding->message);
        sn_engine_note(engine, finding, text);
    }
}

/* One step with all that belongs to it; false if the clock stopped. */
static bool engine_do_step(SnEngine *engine)
{
    SnSimulation *s = engine->simulation;
    sn_engine_sync_log(engine);
    const int64_t from = sn_clock_ns();
    const SnFault fault = sn_recording_step(engine->recording);
    if (fault.code == SN_FAULT_INTERRUPTED) /* who asked for it has a message in the queue */
        return false;
    if (fault.code != SN_FAULT_NONE) {
        sn_engine_fault(engine, &fault);
        return false;
    }
    const int64_t to = sn_clock_ns();
    sn_pacer_measure(&engine->pacer, from, to, s->state->time);
    sn_recording_stepped(engine->recording, to - from);
    sn_recorder_reserve(s->recorder);
    sn_recording_make_room(engine->recording);
    sn_engine_report_recording(engine);
    publish_if_wanted(engine);
    publish_repeats(engine);
    return publish_notes(engine);
}

void sn_engine_play_on(SnEngine *engine)
{
    /* a pull or a value that came meanwhile makes this moment the end of the recording, or takes
     * back that it was */
    if (engine->follows ? sn_recording_at_end(engine->recording)
                        : !sn_recording_is_live(engine->recording))
        sn_engine_begin(engine);
    if (engine->follows) {
        follow_branch(engine);
        return;
    }
    const double before = now_at(engine);
    if (is_due(engine) && engine_do_step(engine))
        arrive_at_end(engine, before);
}

void sn_engine_do_steps(SnEngine *engine, int count)
{
    const SnSimulation *s = engine->simulation;
    while (count > 0 && !atomic_load(&engine->interrupt)) {
        const uint64_t before = s->state->step;
        if (!sn_recording_ready(engine->recording)) {
            sn_engine_report_recording(engine);
            if (!engine_do_step(engine))
                return;
        } else if (engine->replay) {
            if (!sn_recording_seek_steps(engine->recording, count, sn_engine_interrupted, engine) &&
                sn_engine_report_lack(engine))
                return;
        } else {
            follow_step(engine);
        }
        if (s->state->step > before)
            count -= (int)(s->state->step - before);
    }
}
