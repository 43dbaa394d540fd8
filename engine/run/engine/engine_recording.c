/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recording, probes and traces: the functions others call. */
#include "engine/run/engine/engine_private.h"

#include <string.h>

/* Steps that take longer are not waited for before something is shown [ns]. */
static const int64_t NEAR_ENOUGH = 30000000;

static void send_message(SnEngine *engine, const SnMessage *message)
{
    sn_queue_push(engine->commands, message);
}

void sn_engine_seek(SnEngine *engine, double time)
{
    send_message(engine, &(SnMessage){.kind = SN_MESSAGE_SEEK, .time = time});
}

void sn_engine_step_back(SnEngine *engine, int n_steps)
{
    send_message(engine, &(SnMessage){.kind = SN_MESSAGE_STEP_BACK, .count = n_steps});
}

void sn_engine_set_loop(SnEngine *engine, double from, double to)
{
    send_message(engine, &(SnMessage){.kind = SN_MESSAGE_LOOP, .loop = {from, to}});
}

void sn_engine_set_replay(SnEngine *engine, bool replay)
{
    send_message(engine, &(SnMessage){.kind = SN_MESSAGE_REPLAY, .flag = replay});
}

void sn_engine_set_record_budget(SnEngine *engine, size_t bytes)
{
    send_message(engine, &(SnMessage){.kind = SN_MESSAGE_BUDGET, .bytes = bytes});
}

void sn_engine_switch_branch(SnEngine *engine, uint64_t span_id)
{
    send_message(engine, &(SnMessage){.kind = SN_MESSAGE_BRANCH, .revision = span_id});
}

void sn_engine_set_waypoints(SnEngine *engine, const SnWaypointMark *marks, int n)
{
    SnMessage message = {.kind = SN_MESSAGE_WAYPOINTS};
    message.waypoints.n = n;
    message.waypoints.marks = n > 0 ? g_memdup2(marks, (gsize)n * sizeof *marks) : NULL;
    send_message(engine, &message);
}

void sn_engine_set_probes(SnEngine *engine, const SnModel *model)
{
    send_message(engine, &(SnMessage){.kind = SN_MESSAGE_PROBES, .model = sn_model_copy(model)});
}

void sn_engine_set_traces(SnEngine *engine, const SnWatch *traces, int n)
{
    SnMessage message = {.kind = SN_MESSAGE_TRACES};
    message.watch.n = n;
    message.watch.watches = n > 0 ? g_memdup2(traces, (gsize)n * sizeof *traces) : NULL;
    send_message(engine, &message);
}

void sn_engine_undo_intervention(SnEngine *engine, uint64_t revision)
{
    send_message(engine, &(SnMessage){.kind = SN_MESSAGE_TAKE_BACK, .revision = revision});
}

void sn_engine_redo_intervention(SnEngine *engine, uint64_t revision)
{
    send_message(engine, &(SnMessage){.kind = SN_MESSAGE_BRING_BACK, .revision = revision});
}

/* --- states of waypoints --- */

typedef struct StatesCall {
    SnWaypointState *states;
    int n;
} StatesCall;

static void get_states(SnEngine *engine, void *data)
{
    StatesCall *answer = data;
    const SnRecording *recording = engine->recording;
    answer->states = g_new0(SnWaypointState, (gsize)recording->n_marks + 1);
    for (int i = 0; i < recording->n_marks; i++) {
        const SnState *state = sn_recording_mark_state(recording, &recording->marks[i], true);
        if (!state)
            continue;
        const size_t n = (state->size - sizeof *state) / sizeof(double);
        answer->states[answer->n++] = (SnWaypointState){
            .waypoint = recording->marks[i].id,
            .step = state->step,
            .time = state->time,
            .active = state->active,
            .n = n,
            .data = g_memdup2(state->data, n * sizeof(double)),
        };
    }
}

int sn_engine_waypoint_states(SnEngine *engine, SnWaypointState **states)
{
    StatesCall answer = {0};
    sn_engine_call(engine, get_states, &answer, -1);
    *states = answer.states;
    return answer.n;
}

void sn_waypoint_states_free(SnWaypointState *states, int n)
{
    for (int i = 0; i < n; i++)
        g_free(states[i].data);
    g_free(states);
}

typedef struct GiveCall {
    uint64_t step, active;
    double time;
    const double *data;
    size_t n;
    bool good;
} GiveCall;

static void give_state(SnEngine *engine, void *data)
{
    GiveCall *call = data;
    call->good = sn_recording_give_state(engine->recording, call->step, call->time, call->active,
                                         call->data, call->n);
    if (call->good && engine->run != SN_PLAYING)
        sn_engine_publish(engine);
}

bool sn_engine_give_state(SnEngine *engine, uint64_t step, double time, uint64_t active,
                          const double *data, size_t n)
{
    GiveCall call = {step, active, time, data, n, false};
    sn_engine_call(engine, give_state, &call, -1);
    return call.good;
}

/* --- what others may look at --- */

static bool same_tracks(const SnTracks *a, const SnTracks *b)
{
    if (!a || a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++)
        if (a->tracks[i].series != b->tracks[i].series ||
            a->tracks[i].property != b->tracks[i].property ||
            !sn_id_equal(a->tracks[i].id, b->tracks[i].id))
            return false;
    return true;
}

void sn_engine_publish_recording(SnEngine *engine)
{
    SnRecordingReport *report = sn_recording_report(engine->recording);
    SnTracks *tracks = sn_recorder_save(engine->simulation->recorder);
    pthread_mutex_lock(&engine->published_lock);
    SnRecordingReport *old = engine->report;
    SnTracks *old_tracks = tracks;
    engine->report = report;
    if (!same_tracks(engine->tracks, tracks)) {
        old_tracks = engine->tracks;
        engine->tracks = tracks;
    }
    pthread_mutex_unlock(&engine->published_lock);
    sn_recording_report_free(old);
    sn_tracks_free(old_tracks);
}

SnRecordingReport *sn_engine_recording(SnEngine *engine)
{
    SnRecordingReport *copy = g_new0(SnRecordingReport, 1);
    pthread_mutex_lock(&engine->published_lock);
    if (engine->report) {
        *copy = *engine->report;
        copy->spans = g_memdup2(copy->spans, (gsize)copy->n_spans * sizeof *copy->spans);
        copy->kept = g_memdup2(copy->kept, (gsize)copy->n_kept * sizeof *copy->kept);
    }
    pthread_mutex_unlock(&engine->published_lock);
    return copy;
}

void sn_recording_report_free(SnRecordingReport *report)
{
    if (!report)
        return;
    g_free(report->spans);
    g_free(report->kept);
    g_free(report);
}

SnSeries *sn_engine_series(SnEngine *engine, SnId id, int property)
{
    SnSeries *series = NULL;
    pthread_mutex_lock(&engine->published_lock);
    const SnTracks *tracks = engine->tracks;
    for (int i = 0; tracks && i < tracks->n && !series; i++)
        if (sn_id_equal(tracks->tracks[i].id, id) && tracks->tracks[i].property == property)
            series = sn_series_ref(tracks->tracks[i].series);
    pthread_mutex_unlock(&engine->published_lock);
    return series;
}

/* --- on the engine thread --- */

typedef struct Look {
    bool overtaken;
} Look;

/* Messages that go well with any moment are passed over; any other but a seek needs the moment
 * that was asked for before it. */
static bool look_for_seek(const void *data, void *result)
{
    const SnMessage *message = data;
    Look *evaluate_request = result;
    switch (message->kind) {
    case SN_MESSAGE_STYLE:
    case SN_MESSAGE_PAUSE:
    case SN_MESSAGE_SPEED:
    case SN_MESSAGE_WATCH:
    case SN_MESSAGE_LOOP:
    case SN_MESSAGE_REPLAY:
        return false;
    case SN_MESSAGE_SEEK:
    case SN_MESSAGE_QUIT:
        evaluate_request->overtaken = true;
        return true;
    default:
        return true;
    }
}

/* Whether a seek need not go on: a newer one waits (an SnRecordingStop). */
static bool engine_seek_overtaken(void *data)
{
    SnEngine *engine = data;
    if (sn_queue_is_empty(engine->commands))
        return false;
    Look evaluate_request = {false};
    sn_queue_look(engine->commands, look_for_seek, &evaluate_request);
    return evaluate_request.overtaken;
}

static void publish_frame(SnEngine *engine, const SnSpan *span, const SnFrame *frame)
{
    const SnSimulation *s = engine->simulation;
    SnSnapshot *snapshot =
        sn_snapshot_pool_take(engine->pool, span->structure->compiled->scene, 0, engine->n_watches);
    sn_frame_publish(frame, snapshot);
    snapshot->revision = s->revision;
    snapshot->step_size = sn_span_step_size(span);
    snapshot->n_watched = engine->n_watches;
    snapshot->watch_serial = engine->watches_serial;
    for (int i = 0; i < engine->n_watches; i++)
        snapshot->watched[i] = (SnWatched){.what = engine->watches[i]};
    sn_engine_publish_snapshot(engine, snapshot);
}

/* Something at once, where the very moment takes its time: that follows when the hand rests. */
static void publish_near(SnEngine *engine, double time)
{
    SnRecording *recording = engine->recording;
    const SnNear near = sn_recording_near(recording, time, NEAR_ENOUGH);
    if (near.section < 0)
        return;
    SnSpan *span = sn_branch_section(recording->branch, near.section)->span;
    if (near.frame) {
        publish_frame(engine, span, near.frame);
        return;
    }
    if (!sn_recording_prepare(recording, span->structure))
        return; /* the seek that follows says so */
    sn_recording_release(recording);
    sn_recording_go_to(recording, near.section, span, near.keyframe->state->step,
                       near.keyframe->n_commands, NULL, NULL);
    sn_engine_publish(engine);
}

bool sn_engine_report_lack(SnEngine *engine)
{
    const SnFault lack = engine->recording->lack;
    engine->recording->lack = (SnFault){0};
    if (lack.code != SN_FAULT_NONE)
        sn_engine_fault(engine, &lack);
    return lack.code != SN_FAULT_NONE;
}

void sn_engine_handle_seek(SnEngine *engine, double time)
{
    if (!engine->simulation->compiled || engine_seek_overtaken(engine))
        return;
    sn_engine_halt(engine);
    publish_near(engine, time);
    if (sn_recording_seek(engine->recording, time, engine_seek_overtaken, engine))
        sn_engine_publish(engine);
    else
        sn_engine_report_lack(engine);
}

void sn_engine_handle_step_back(SnEngine *engine, int count)
{
    if (!engine->simulation->compiled)
        return;
    sn_engine_halt(engine);
    if (sn_recording_seek_steps(engine->recording, -count, engine_seek_overtaken, engine))
        sn_engine_publish(engine);
    else
        sn_engine_report_lack(engine);
}

void sn_engine_handle_intervention(SnEngine *engine, const SnMessage *message)
{
    if (!engine->simulation->compiled)
        return;
    sn_engine_halt(engine);
    if (message->kind == SN_MESSAGE_TAKE_BACK)
        sn_recording_undo_intervention(engine->recording, message->revision);
    else
        sn_recording_redo_intervention(engine->recording, message->revision);
    sn_engine_report_recording(engine);
    sn_engine_publish(engine);
}

void sn_engine_handle_branch(SnEngine *engine, uint64_t span_id)
{
    if (!engine->simulation->compiled)
        return;
    sn_engine_halt(engine);
    sn_recording_switch_branch(engine->recording, span_id, NULL, NULL);
    sn_engine_publish(engine);
}
