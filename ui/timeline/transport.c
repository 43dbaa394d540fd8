/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/timeline/transport.h"

#include "engine/model/classes/model_component.h"
#include "engine/model/classes/timeline.h"
#include "ui/edits/time/timeline.h"

#include <math.h>

#define DEFAULT_BUDGET 1024 /* [MB] */

struct _SnTransport {
    GObject parent_instance;
    SnSession *session; /* owns us */
    SnRecordingReport *recording;
    double cursor; /* where it is dragged [s]; NAN: at the present moment */
    bool scrubbing;
    bool loop, ranged; /* ranged: from and to have been marked */
    double from, to;
    bool replay;
    int budget;
};

G_DEFINE_FINAL_TYPE(SnTransport, sn_transport, G_TYPE_OBJECT)

enum { SIGNAL_RECORDING, SIGNAL_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void sn_transport_finalize(GObject *object)
{
    sn_recording_report_free(SN_TRANSPORT(object)->recording);
    G_OBJECT_CLASS(sn_transport_parent_class)->finalize(object);
}

static void sn_transport_class_init(SnTransportClass *class)
{
    G_OBJECT_CLASS(class)->finalize = sn_transport_finalize;
    signals[SIGNAL_RECORDING] =
        g_signal_new("recording-changed", SN_TYPE_TRANSPORT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                     G_TYPE_NONE, 0);
    signals[SIGNAL_CHANGED] = g_signal_new("changed", SN_TYPE_TRANSPORT, G_SIGNAL_RUN_LAST, 0, NULL,
                                           NULL, NULL, G_TYPE_NONE, 0);
}

static void sn_transport_init(SnTransport *transport)
{
    transport->cursor = NAN;
    transport->replay = true;
    transport->budget = DEFAULT_BUDGET;
}

static void changed(SnTransport *transport)
{
    g_signal_emit(transport, signals[SIGNAL_CHANGED], 0);
}

static void send_loop(SnTransport *transport)
{
    SnEngine *engine = sn_session_engine(transport->session);
    if (!engine)
        return;
    double from = 0, to = 0;
    if (transport->loop)
        sn_transport_range(transport, &from, &to);
    sn_engine_set_loop(engine, from, to);
}

/* The range without a marked one: what is there now; one that grows with the recording would never
 * be at its end. */
static void take_whole(SnTransport *transport)
{
    const SnModel *model = sn_session_model(transport->session);
    const double end = sn_transport_end(transport);
    const double duration = model ? ((const SnModelComponent *)model->root)->duration : 0;
    const bool recorded = transport->recording && end > transport->recording->from;
    transport->from = recorded ? transport->recording->from : 0;
    transport->to = recorded ? end : MAX(duration, end) > 0 ? MAX(duration, end) : 1;
}

/* As the file has it. */
static void read_loop(SnTransport *transport)
{
    const SnModel *model = sn_session_model(transport->session);
    const SnModelComponent *root = model ? (const SnModelComponent *)model->root : NULL;
    transport->ranged = root && root->loop_from < root->loop_to;
    transport->loop = root && root->loop;
    if (transport->ranged) {
        transport->from = root->loop_from;
        transport->to = root->loop_to;
    } else {
        take_whole(transport);
    }
}

static void loop_changed(SnTransport *transport)
{
    if (sn_session_model(transport->session)) {
        sn_edits_show_loop(transport->session, transport->loop,
                           transport->ranged ? transport->from : 0,
                           transport->ranged ? transport->to : 0);
    }
    send_loop(transport);
    changed(transport);
}

/* --- session --- */

/* While it only grows the serial stays. */
static bool is_same(const SnRecordingReport *a, const SnRecordingReport *b)
{
    return a && a->serial == b->serial && a->from == b->from && a->to == b->to &&
           a->used == b->used && a->budget == b->budget && a->n_spans == b->n_spans &&
           a->n_kept == b->n_kept;
}

static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, SnTransport *transport)
{
    SnRecordingReport *recording = sn_engine_recording(sn_session_engine(session));
    if (!transport->scrubbing)
        transport->cursor = NAN;
    if (is_same(transport->recording, recording)) {
        sn_recording_report_free(recording);
        return;
    }
    sn_recording_report_free(transport->recording);
    transport->recording = recording;
    g_signal_emit(transport, signals[SIGNAL_RECORDING], 0);
}

static void on_document(SnSession *session, SnTransport *transport)
{
    g_clear_pointer(&transport->recording, sn_recording_report_free);
    transport->cursor = NAN;
    transport->scrubbing = false;
    read_loop(transport);
    SnEngine *engine = sn_session_engine(session);
    if (engine) { /* a new one knows nothing yet */
        sn_engine_set_replay(engine, transport->replay);
        sn_engine_set_record_budget(engine, (size_t)transport->budget << 20);
        send_loop(transport);
    }
    g_signal_emit(transport, signals[SIGNAL_RECORDING], 0);
    changed(transport);
}

SnTransport *sn_transport_of(SnSession *session)
{
    SnTransport *transport = g_object_get_data(G_OBJECT(session), "sn-transport");
    if (!transport) {
        transport = g_object_new(SN_TYPE_TRANSPORT, NULL);
        transport->session = session;
        g_object_set_data_full(G_OBJECT(session), "sn-transport", transport, g_object_unref);
        g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), transport);
        g_signal_connect(session, "document-changed", G_CALLBACK(on_document), transport);
    }
    return transport;
}

/* --- recording --- */

const SnRecordingReport *sn_transport_recording(SnTransport *transport)
{
    return transport->recording;
}

double sn_transport_end(SnTransport *transport)
{
    return transport->recording ? transport->recording->to : 0;
}

const SnSpanReport *sn_transport_span(SnTransport *transport, double time)
{
    const SnRecordingReport *recording = transport->recording;
    for (int i = 0; recording && i < recording->n_spans; i++) {
        const SnSpanReport *span = &recording->spans[i];
        if (span->kind == SN_SPAN_RECORDED && time >= span->from - 1e-9 && time <= span->to + 1e-9)
            return span;
    }
    return NULL;
}

bool sn_transport_is_kept(SnTransport *transport, SnId waypoint)
{
    const SnRecordingReport *recording = transport->recording;
    for (int i = 0; recording && i < recording->n_kept; i++) {
        if (sn_id_equal(recording->kept[i], waypoint))
            return true;
    }
    return false;
}

void sn_transport_switch_branch(SnTransport *transport, uint64_t span_id)
{
    sn_engine_switch_branch(sn_session_engine(transport->session), span_id);
}

/* --- cursor --- */

double sn_transport_time(SnTransport *transport)
{
    return isnan(transport->cursor) ? sn_session_time(transport->session) : transport->cursor;
}

/* Half of a step: nearer than that two times are the same moment. */
static double tolerance(SnTransport *transport)
{
    const SnSnapshot *snapshot = sn_session_snapshot(transport->session);
    return snapshot && snapshot->step_size > 0 ? 0.5 * snapshot->step_size : 1e-9;
}

void sn_transport_go(SnTransport *transport, double time)
{
    SnEngine *engine = sn_session_engine(transport->session);
    if (!engine)
        return;
    if (time <= sn_transport_end(transport) + tolerance(transport))
        sn_engine_seek(engine, time);
    else
        sn_engine_play_until(engine, time);
}

void sn_transport_scrub(SnTransport *transport, double time)
{
    SnEngine *engine = sn_session_engine(transport->session);
    time = CLAMP(time, 0, sn_transport_end(transport));
    if (!engine || (transport->scrubbing && time == transport->cursor))
        return;
    transport->scrubbing = true;
    transport->cursor = time;
    sn_engine_seek(engine, time);
    changed(transport);
}

void sn_transport_scrub_end(SnTransport *transport)
{
    if (!transport->scrubbing)
        return;
    transport->scrubbing = false;
    /* otherwise the snapshot that is still on its way puts it where it belongs */
    if (fabs(transport->cursor - sn_session_time(transport->session)) <= tolerance(transport))
        transport->cursor = NAN;
    changed(transport);
}

bool sn_transport_is_scrubbing(SnTransport *transport)
{
    return transport->scrubbing;
}

double sn_transport_waypoint(SnTransport *transport, bool after)
{
    const SnModel *model = sn_session_model(transport->session);
    const double now = sn_transport_time(transport), near = tolerance(transport);
    GArray *waypoints = sn_edits_waypoints(transport->session);
    double found = NAN;
    for (guint i = 0; i < waypoints->len; i++) {
        const SnComponent *component = sn_model_get(model, g_array_index(waypoints, SnId, i));
        const double time = ((const SnWaypoint *)component)->time;
        const bool beyond = after ? time > now + near : time < now - near;
        if (beyond && (isnan(found) || fabs(time - now) < fabs(found - now)))
            found = time;
    }
    g_array_unref(waypoints);
    return found;
}

/* --- how it plays --- */

void sn_transport_set_loop(SnTransport *transport, bool loop)
{
    if (loop && !transport->ranged)
        take_whole(transport);
    transport->loop = loop;
    loop_changed(transport);
}

bool sn_transport_loop(SnTransport *transport)
{
    return transport->loop;
}

void sn_transport_set_range(SnTransport *transport, double from, double to)
{
    transport->from = MAX(MIN(from, to), 0);
    transport->to = MAX(from, to);
    transport->ranged = transport->loop = true;
    loop_changed(transport);
}

void sn_transport_range(SnTransport *transport, double *from, double *to)
{
    *from = transport->from;
    *to = transport->to;
}

void sn_transport_set_replay(SnTransport *transport, bool replay)
{
    transport->replay = replay;
    if (sn_session_engine(transport->session))
        sn_engine_set_replay(sn_session_engine(transport->session), replay);
    changed(transport);
}

bool sn_transport_replay(SnTransport *transport)
{
    return transport->replay;
}

void sn_transport_set_budget(SnTransport *transport, int megabytes)
{
    transport->budget = MAX(megabytes, 1);
    if (sn_session_engine(transport->session)) {
        sn_engine_set_record_budget(sn_session_engine(transport->session),
                                    (size_t)transport->budget << 20);
    }
    changed(transport);
}

int sn_transport_budget(SnTransport *transport)
{
    return transport->budget;
}
