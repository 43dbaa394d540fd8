/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine thread's loop: carry out what came in, wait for the clock, step, show. */
#include "engine/run/engine_private.h"

#include "engine/base/clock.h"

#include <math.h>
#include <string.h>

/* While it runs, snapshots come no faster than this, however fast they are taken [ns]. */
static const int64_t LEAST_PUBLISH = 4000000;

/* --- what others hear --- */

static void push_event(SnEngine *engine, const SnEvent *event)
{
    if (sn_queue_push(engine->events, event) && engine->wake)
        engine->wake(engine->wake_data);
}

void sn_engine_event(SnEngine *engine, SnEventKind kind, SnId id, const char *text)
{
    const SnSimulation *s = engine->simulation;
    SnEvent event = {
        .kind = kind,
        .id = id,
        .time = s->state ? s->state->time : 0,
        .revision = s->revision,
    };
    g_strlcpy(event.text, text ? text : "", sizeof event.text);
    push_event(engine, &event);
}

void sn_engine_publish(SnEngine *engine)
{
    const SnSimulation *s = engine->simulation;
    SnSnapshot *snapshot = sn_simulation_snapshot(s, engine->pool, engine->watches,
                                                  engine->n_watches, engine->watches_serial);
    snapshot->run = engine->run;
    snapshot->real_time_factor = engine->run == SN_PLAYING ? engine->pacer.factor : 0;
    snapshot->step_ms = engine->pacer.step_ms;
    sn_snapshot_pool_publish(engine->pool, snapshot);
    engine->published = sn_clock_ns();
    if (!atomic_exchange(&engine->snapshot_event, true))
        sn_engine_event(engine, SN_EVENT_SNAPSHOT, SN_ID_NULL, NULL);
}

void sn_engine_fault(SnEngine *engine, const SnFault *fault)
{
    engine->run = SN_FAULTED;
    sn_command_log_checkpoint(engine->log, engine->simulation);
    const SnSimulation *s = engine->simulation;
    SnEvent event = {
        .kind = SN_EVENT_FAULT, .id = fault->id, .time = fault->time, .revision = s->revision};
    g_strlcpy(event.text, fault->text, sizeof event.text);
    push_event(engine, &event);
    sn_engine_publish(engine);
}

void sn_engine_stop(SnEngine *engine)
{
    const bool ran = engine->run == SN_PLAYING;
    engine->run = SN_PAUSED;
    if (ran) {
        sn_command_log_checkpoint(engine->log, engine->simulation);
        sn_engine_event(engine, SN_EVENT_PAUSED, SN_ID_NULL, NULL);
    }
    sn_engine_publish(engine);
}

/* --- steps --- */

bool sn_engine_do_step(SnEngine *engine)
{
    SnSimulation *s = engine->simulation;
    const int64_t from = sn_clock_ns();
    const SnFault fault = sn_simulation_step(s);
    if (fault.code != SN_FAULT_NONE) {
        sn_engine_fault(engine, &fault);
        return false;
    }
    const int64_t to = sn_clock_ns();
    sn_pacer_measure(&engine->pacer, from, to, s->state->time);
    sn_recorder_reserve(s->recorder);
    if (sn_recorder_overflowed(s->recorder))
        sn_engine_event(engine, SN_EVENT_MESSAGE, SN_ID_NULL,
                        "output probes have used up their memory and record no more until the "
                        "next reset");
    if (sn_snapshot_pool_wanted(engine->pool) && to - engine->published >= LEAST_PUBLISH)
        sn_engine_publish(engine);
    return true;
}

static void play(SnEngine *engine)
{
    const SnSimulation *s = engine->simulation;
    const int64_t wait = sn_pacer_wait(&engine->pacer, sn_clock_ns(), s->state->time);
    SnMessage message;
    if (wait > 0) {
        if (sn_queue_wait(engine->commands, &message, wait))
            sn_engine_handle(engine, &message);
        return;
    }
    if (!sn_engine_do_step(engine))
        return;
    if (s->state->time >= engine->until - 0.5 * s->compiled->system->step_size)
        sn_engine_stop(engine);
}

void *sn_engine_main(void *data)
{
    SnEngine *engine = data;
    SnMessage message;
    while (!engine->quit) {
        if (engine->run == SN_PLAYING) {
            if (sn_queue_pop(engine->commands, &message))
                sn_engine_handle(engine, &message);
            else
                play(engine);
        } else if (sn_queue_wait(engine->commands, &message, -1)) {
            sn_engine_handle(engine, &message);
        }
    }
    return NULL;
}
