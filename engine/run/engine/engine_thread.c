/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine thread's loop, and what others hear from it. */
#include "engine/run/engine/engine_private.h"

#include "engine/base/clock.h"

#include <string.h>

/* --- what others hear --- */

static void push_event(SnEngine *engine, const SnEvent *event)
{
    if (sn_queue_push(engine->events, event) && engine->wake)
        engine->wake(engine->wake_data);
}

static SnEvent new_event(const SnEngine *engine, SnEventKind kind, SnId id, const char *text)
{
    const SnSimulation *s = engine->simulation;
    SnEvent event = {
        .kind = kind,
        .id = id,
        .time = s->state ? s->state->time : 0,
        .revision = s->revision,
    };
    if (kind == SN_EVENT_SETTLING)
        event.time = engine->settled_part;
    g_strlcpy(event.text, text ? text : "", sizeof event.text);
    return event;
}

void sn_engine_event(SnEngine *engine, SnEventKind kind, SnId id, const char *text)
{
    const SnEvent event = new_event(engine, kind, id, text);
    push_event(engine, &event);
}

void sn_engine_note(SnEngine *engine, const SnFinding *finding, const char *text)
{
    SnEvent event = new_event(engine, SN_EVENT_NOTE, finding->id, text);
    for (int i = 0; i < finding->n_named && i < SN_EVENT_MOST; i++)
        event.named[event.n_named++] = finding->named[i];
    push_event(engine, &event);
}

void sn_engine_publish(SnEngine *engine)
{
    const SnSimulation *s = engine->simulation;
    sn_recording_compute_results(engine->recording);
    SnSnapshot *snapshot = sn_simulation_snapshot(s, engine->pool, engine->watches,
                                                  engine->n_watches, engine->watches_serial);
    sn_recording_keep_frame(engine->recording, snapshot);
    sn_engine_publish_recording(engine);
    sn_engine_publish_snapshot(engine, snapshot);
}

void sn_engine_publish_snapshot(SnEngine *engine, SnSnapshot *snapshot)
{
    snapshot->run = engine->run;
    snapshot->real_time_factor = engine->run == SN_PLAYING ? engine->pacer.factor : 0;
    snapshot->step_ms = engine->pacer.step_ms;
    sn_snapshot_pool_publish(engine->pool, snapshot);
    engine->published = sn_clock_ns();
    if (!atomic_exchange(&engine->snapshot_event, true))
        sn_engine_event(engine, SN_EVENT_SNAPSHOT, SN_ID_NULL, NULL);
}

void sn_engine_report_recording(SnEngine *engine)
{
    SnRecording *recording = engine->recording;
    if (recording->message[0])
        sn_engine_event(engine, SN_EVENT_MESSAGE, SN_ID_NULL, recording->message);
    recording->message[0] = 0;
    if (recording->report_thinned)
        sn_engine_event(engine, SN_EVENT_MESSAGE, SN_ID_NULL,
                        "The recording has used up its memory: of what is long past fewer states "
                        "are kept from now on, and going back there takes longer");
    recording->report_thinned = false;
}

bool sn_engine_interrupted(void *engine)
{
    return atomic_load(&((SnEngine *)engine)->interrupt);
}

/* --- the log --- */

void sn_engine_sync_log(SnEngine *engine)
{
    char text[160];
    if (sn_command_log_failed(engine->log, text, sizeof text))
        sn_engine_event(engine, SN_EVENT_MESSAGE, SN_ID_NULL, text);
    if (!engine->log || !engine->recording->moved)
        return;
    sn_command_log_begin(engine->log, engine->simulation);
    engine->recording->moved = false;
}

/* Not while the log knows nothing of this place. */
void sn_engine_checkpoint(SnEngine *engine)
{
    if (!engine->recording->moved)
        sn_command_log_checkpoint(engine->log, engine->simulation);
}

/* --- standing still --- */

void sn_engine_fault(SnEngine *engine, const SnFault *fault)
{
    engine->run = SN_FAULTED;
    sn_engine_checkpoint(engine);
    const SnSimulation *s = engine->simulation;
    SnEvent event = {
        .kind = SN_EVENT_FAULT, .id = fault->id, .time = fault->time, .revision = s->revision};
    g_strlcpy(event.text, fault->text, sizeof event.text);
    push_event(engine, &event);
    sn_engine_publish(engine);
}

void sn_engine_halt(SnEngine *engine)
{
    const bool ran = engine->run == SN_PLAYING;
    engine->run = SN_PAUSED;
    if (engine->simulation->compiled && sn_recording_is_live(engine->recording))
        sn_recording_keep_state(engine->recording);
    if (!ran)
        return;
    sn_engine_checkpoint(engine);
    sn_engine_event(engine, SN_EVENT_PAUSED, SN_ID_NULL, NULL);
}

void sn_engine_stop(SnEngine *engine)
{
    sn_engine_halt(engine);
    sn_engine_publish(engine);
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
                sn_engine_play_on(engine);
        } else if (engine->unsettled && !sn_queue_pop(engine->commands, &message)) {
            sn_engine_settle_now(engine);
        } else if (engine->unsettled || sn_queue_wait(engine->commands, &message, -1)) {
            sn_engine_handle(engine, &message);
        }
    }
    return NULL;
}
