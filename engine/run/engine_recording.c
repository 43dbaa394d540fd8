/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recording, probes and traces: the functions others call. */
#include "engine/run/engine_private.h"

#include <string.h>

static void send(SnEngine *engine, const SnMessage *message)
{
    sn_queue_push(engine->commands, message);
}

void sn_engine_seek(SnEngine *engine, double time)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_SEEK, .time = time});
}

void sn_engine_step_back(SnEngine *engine, int n_steps)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_STEP_BACK, .count = n_steps});
}

void sn_engine_set_loop(SnEngine *engine, double from, double to)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_LOOP, .loop = {from, to}});
}

void sn_engine_set_replay(SnEngine *engine, bool replay)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_REPLAY, .flag = replay});
}

void sn_engine_set_record_budget(SnEngine *engine, size_t bytes)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_BUDGET, .bytes = bytes});
}

void sn_engine_take_branch(SnEngine *engine, uint64_t stretch)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_BRANCH, .revision = stretch});
}

void sn_engine_set_waypoints(SnEngine *engine, const SnWaypointMark *marks, int n)
{
    SnMessage message = {.kind = SN_MESSAGE_WAYPOINTS};
    message.waypoints.n = n;
    message.waypoints.marks = n > 0 ? g_memdup2(marks, (gsize)n * sizeof *marks) : NULL;
    send(engine, &message);
}

void sn_engine_set_probes(SnEngine *engine, const SnModel *model)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_PROBES, .model = sn_model_copy(model)});
}

void sn_engine_set_traces(SnEngine *engine, const SnWatch *traces, int n)
{
    SnMessage message = {.kind = SN_MESSAGE_TRACES};
    message.watch.n = n;
    message.watch.watches = n > 0 ? g_memdup2(traces, (gsize)n * sizeof *traces) : NULL;
    send(engine, &message);
}

SnRecording *sn_engine_recording(SnEngine *engine)
{
    SnRecording *recording = g_new0(SnRecording, 1);
    SnSnapshot *snapshot = sn_snapshot_pool_newest(engine->pool);
    if (snapshot) {
        recording->serial = snapshot->step;
        recording->from = recording->to = snapshot->time;
    }
    sn_snapshot_unref(snapshot);
    return recording;
}

void sn_recording_free(SnRecording *recording)
{
    if (!recording)
        return;
    g_free(recording->spans);
    g_free(recording->kept);
    g_free(recording);
}

SnSeries *sn_engine_series(SnEngine *engine, SnId id, int property)
{
    return NULL;
}
