/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/session.h"

#include "ui/session/id_set.h"
#include "ui/session/labels.h"
#include "ui/session/outline.h"
#include "ui/session/watch_list.h"

#define LOG_LIMIT 2000 /* older messages go */

struct _SnSession {
    GObject parent_instance;

    SnModel *model;   /* borrowed from the project */
    SnEngine *engine; /* borrowed */
    SnRender *render; /* borrowed */
    unsigned listener;
    bool read_only, compiling;

    GArray *selection;      /* of SnId, in the order selected */
    SnIdSet *selected;      /* the same as a set */
    GArray *parts;          /* of SnId: entries of the last selection that had any */
    bool something_removed; /* since the last SN_CHANGE_DONE */
    SnId hover;
    SnTool tool;

    SnSnapshot *snapshot; /* a reference */
    SnSnapshot *instead;  /* that viewers draw; a reference, NULL: the newest */
    SnPastKept *past;     /* held; NULL: none */
    SnRunState run;
    double speed;

    SnWatchList *watches;
    guint watch_source; /* idle that sends the list */
    GListStore *messages;
};

G_DEFINE_FINAL_TYPE(SnSession, sn_session, G_TYPE_OBJECT)

enum {
    SIGNAL_DOCUMENT,
    SIGNAL_CHANGE,
    SIGNAL_MODEL,
    SIGNAL_SELECTION,
    SIGNAL_HOVER,
    SIGNAL_TOOL,
    SIGNAL_SNAPSHOT,
    SIGNAL_RUN,
    SIGNAL_BAR,
    SIGNAL_SETTLING,
    SIGNAL_MENDED,
    SIGNAL_SHOW,
    SIGNAL_ASKING,
    N_SIGNALS
};
static guint signals[N_SIGNALS];

static void sn_session_finalize(GObject *object)
{
    SnSession *session = SN_SESSION(object);
    g_assert(!session->model); /* the project took it back */
    g_clear_handle_id(&session->watch_source, g_source_remove);
    sn_watch_list_free(session->watches);
    sn_snapshot_unref(session->snapshot);
    sn_snapshot_unref(session->instead);
    sn_past_leave(session->past);
    g_array_unref(session->selection);
    g_array_unref(session->parts);
    sn_id_set_free(session->selected);
    g_object_unref(session->messages);
    G_OBJECT_CLASS(sn_session_parent_class)->finalize(object);
}

static void sn_session_class_init(SnSessionClass *class)
{
    G_OBJECT_CLASS(class)->finalize = sn_session_finalize;
    const char *plain[] = {
        [SIGNAL_DOCUMENT] = "document-changed",
        [SIGNAL_MODEL] = "model-changed",
        [SIGNAL_SELECTION] = "selection-changed",
        [SIGNAL_HOVER] = "hover-changed",
        [SIGNAL_TOOL] = "tool-changed",
        [SIGNAL_RUN] = "run-changed",
        [SIGNAL_CHANGE] = "change",
        [SIGNAL_SNAPSHOT] = "snapshot",
        [SIGNAL_BAR] = "bar",
        [SIGNAL_SETTLING] = "settling",
        [SIGNAL_MENDED] = "mended",
        [SIGNAL_SHOW] = "show-selection",
        [SIGNAL_ASKING] = "asking",
    };
    for (int i = 0; i < N_SIGNALS; i++) {
        if (i == SIGNAL_CHANGE || i == SIGNAL_SNAPSHOT || i == SIGNAL_BAR || i == SIGNAL_SETTLING) {
            signals[i] = g_signal_new(plain[i], SN_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                      NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
        } else {
            signals[i] = g_signal_new(plain[i], SN_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                      NULL, G_TYPE_NONE, 0);
        }
    }
}

static void sn_session_init(SnSession *session)
{
    session->selection = g_array_new(FALSE, FALSE, sizeof(SnId));
    session->selected = sn_id_set_new();
    session->parts = g_array_new(FALSE, FALSE, sizeof(SnId));
    session->watches = sn_watch_list_new();
    session->messages = g_list_store_new(SN_TYPE_MESSAGE);
    session->speed = 1.0;
}

SnSession *sn_session_new(void)
{
    return g_object_new(SN_TYPE_SESSION, NULL);
}

/* --- document --- */

static void send_selection(SnSession *session)
{
    if (session->render)
        sn_outline_send(session->render, session->model, session->selection, session->selected);
}

/* Leaves out what has been deleted; true if something was. */
static bool drop_stale(SnSession *session)
{
    guint kept = 0;
    for (guint i = 0; i < session->selection->len; i++) {
        SnId id = g_array_index(session->selection, SnId, i);
        if (sn_model_object(session->model, id))
            g_array_index(session->selection, SnId, kept++) = id;
        else
            sn_id_set_remove(session->selected, id);
    }
    bool dropped = kept < session->selection->len;
    g_array_set_size(session->selection, kept);
    if (dropped)
        send_selection(session);
    return dropped;
}

static void model_changed(const SnModel *model, const SnChange *change, void *data)
{
    SnSession *session = data;
    if (change->kind == SN_CHANGE_REMOVED || change->kind == SN_CHANGE_ENTRIES)
        session->something_removed = true;
    g_signal_emit(session, signals[SIGNAL_CHANGE], 0, change);
    if (change->kind != SN_CHANGE_DONE)
        return;
    if (session->something_removed) {
        session->something_removed = false;
        if (!sn_model_object(model, session->hover))
            sn_session_set_hover(session, SN_ID_NULL);
        if (drop_stale(session))
            g_signal_emit(session, signals[SIGNAL_SELECTION], 0);
    }
    g_signal_emit(session, signals[SIGNAL_MODEL], 0);
}

void sn_session_set_document(SnSession *session, SnModel *model, SnEngine *engine)
{
    if (session->model)
        sn_model_unlisten(session->model, session->listener);
    g_clear_handle_id(&session->watch_source, g_source_remove);
    sn_watch_list_clear(session->watches);
    g_array_set_size(session->selection, 0);
    g_array_set_size(session->parts, 0);
    sn_id_set_clear(session->selected);
    g_list_store_remove_all(session->messages);
    sn_snapshot_unref(session->snapshot);
    sn_snapshot_unref(session->instead);
    session->snapshot = session->instead = NULL;
    session->hover = SN_ID_NULL;
    session->something_removed = false;
    session->run = SN_PAUSED;
    session->read_only = false;
    session->model = model;
    session->engine = engine;
    if (session->render) {
        sn_render_set_selection(session->render, NULL, 0);
        sn_render_set_hover(session->render, SN_ID_NULL);
        sn_render_set_snapshot(session->render, NULL); /* nothing of the former one is drawn */
    }
    if (model) {
        session->listener = sn_model_listen(model, model_changed, session);
        sn_engine_set_speed(engine, session->speed);
    }
    g_signal_emit(session, signals[SIGNAL_DOCUMENT], 0);
    g_signal_emit(session, signals[SIGNAL_SELECTION], 0);
    g_signal_emit(session, signals[SIGNAL_RUN], 0);
}

SnModel *sn_session_model(SnSession *session)
{
    return session->model;
}

SnEngine *sn_session_engine(SnSession *session)
{
    return session->engine;
}

static void show_snapshot(SnSession *session)
{
    SnSnapshot *shown = session->instead ? session->instead : session->snapshot;
    if (session->render && shown)
        sn_render_set_snapshot(session->render, shown);
}

void sn_session_show_instead(SnSession *session, const SnSnapshot *snapshot)
{
    SnSnapshot *old = session->instead;
    session->instead = snapshot ? sn_snapshot_ref(snapshot) : NULL;
    if (old || snapshot)
        show_snapshot(session);
    sn_snapshot_unref(old);
}

void sn_session_set_render(SnSession *session, SnRender *render)
{
    session->render = render;
    if (render) {
        send_selection(session);
        sn_render_set_hover(render, session->hover);
        show_snapshot(session);
    }
}

void sn_session_set_past(SnSession *session, const SnPast *past, bool redraw)
{
    sn_past_leave(session->past);
    session->past = sn_past_keep(past);
    if (session->render)
        sn_render_set_past(session->render, session->past, redraw);
}

SnPastKept *sn_session_past(SnSession *session)
{
    return session->past;
}

char *sn_session_document_name(SnSession *session)
{
    if (!session->model || !session->model->path)
        return g_strdup("Untitled");
    char *base = g_path_get_basename(session->model->path);
    char *name = g_filename_display_name(base);
    g_free(base);
    return name;
}

void sn_session_set_read_only(SnSession *session, bool read_only)
{
    session->read_only = read_only;
    g_signal_emit(session, signals[SIGNAL_MODEL], 0);
}

bool sn_session_is_read_only(SnSession *session)
{
    return session->read_only;
}

void sn_session_set_compiling(SnSession *session, bool compiling)
{
    session->compiling = compiling;
}

bool sn_session_is_compiling(SnSession *session)
{
    return session->compiling;
}

/* --- selection --- */

static void add_selected(SnSession *session, SnId id)
{
    if (!sn_model_object(session->model, id) || sn_id_set_contains(session->selected, id))
        return;
    sn_id_set_add(session->selected, id);
    g_array_append_val(session->selection, id);
}

/* Takes all of `ids` out of the selection, in one pass. */
static void remove_selected(SnSession *session, const SnId *ids, int n)
{
    for (int i = 0; i < n; i++)
        sn_id_set_remove(session->selected, ids[i]);
    guint kept = 0;
    for (guint i = 0; i < session->selection->len; i++) {
        SnId id = g_array_index(session->selection, SnId, i);
        if (sn_id_set_contains(session->selected, id))
            g_array_index(session->selection, SnId, kept++) = id;
    }
    g_array_set_size(session->selection, kept);
}

static bool selection_is(SnSession *session, const SnId *ids, int n)
{
    if ((int)session->selection->len != n)
        return false;
    for (int i = 0; i < n; i++) {
        if (!sn_id_equal(g_array_index(session->selection, SnId, i), ids[i]))
            return false;
    }
    return true;
}

/* Keeps the entries among what is selected now, if there are any. */
static void note_parts(SnSession *session)
{
    bool first = true;
    for (guint i = 0; i < session->selection->len; i++) {
        const SnId id = g_array_index(session->selection, SnId, i);
        if (id.entry != 0) {
            if (first) {
                g_array_set_size(session->parts, 0);
                first = false;
            }
            g_array_append_val(session->parts, id);
        }
    }
}

const SnId *sn_session_last_parts(SnSession *session, int *n)
{
    *n = (int)session->parts->len;
    return (const SnId *)(void *)session->parts->data;
}

/* Nodes and what they are nodes of are never selected together: the ones selected last stay. */
static void unmix(SnSession *session, const SnId *ids, int n)
{
    GArray *drop = g_array_new(FALSE, FALSE, sizeof(SnId));
    for (int i = 0; i < n; i++) { /* whose entries were added */
        const SnId holder = sn_id_component(ids[i]);
        if (ids[i].entry != 0 && sn_session_is_selected(session, ids[i]) &&
            sn_id_set_contains(session->selected, holder)) {
            sn_id_set_remove(session->selected, holder);
            g_array_append_val(drop, holder);
        }
    }
    for (guint i = 0; i < session->selection->len; i++) {
        const SnId id = g_array_index(session->selection, SnId, i);
        if (id.entry != 0 && sn_id_set_contains(session->selected, sn_id_component(id)))
            g_array_append_val(drop, id);
    }
    if (drop->len > 0)
        remove_selected(session, (const SnId *)(void *)drop->data, (int)drop->len);
    g_array_unref(drop);
}

void sn_session_select(SnSession *session, const SnId *ids, int n, SnSelect how)
{
    if (!session->model || (how == SN_SELECT_REPLACE && selection_is(session, ids, n)))
        return;
    /* the caller may hand in our own array */
    SnId *copy = g_memdup2(ids, sizeof(SnId) * (gsize)n);
    if (how == SN_SELECT_REPLACE) {
        g_array_set_size(session->selection, 0);
        sn_id_set_clear(session->selected);
    }
    if (how == SN_SELECT_REMOVE) {
        remove_selected(session, copy, n);
    } else {
        for (int i = 0; i < n; i++) {
            if (how == SN_SELECT_TOGGLE && sn_session_is_selected(session, copy[i]))
                remove_selected(session, &copy[i], 1);
            else
                add_selected(session, copy[i]);
        }
    }
    unmix(session, copy, n);
    g_free(copy);
    note_parts(session);
    send_selection(session);
    g_signal_emit(session, signals[SIGNAL_SELECTION], 0);
}

void sn_session_show_selection(SnSession *session)
{
    g_signal_emit(session, signals[SIGNAL_SHOW], 0);
}

void sn_session_asking(SnSession *session)
{
    g_signal_emit(session, signals[SIGNAL_ASKING], 0);
}

void sn_session_select_one(SnSession *session, SnId id)
{
    sn_session_select(session, &id, sn_id_is_null(id) ? 0 : 1, SN_SELECT_REPLACE);
}

void sn_session_select_none(SnSession *session)
{
    sn_session_select(session, NULL, 0, SN_SELECT_REPLACE);
}

const SnId *sn_session_selection(SnSession *session, int *n)
{
    *n = (int)session->selection->len;
    return (const SnId *)(void *)session->selection->data;
}

bool sn_session_is_selected(SnSession *session, SnId id)
{
    return sn_id_set_contains(session->selected, id);
}

SnId sn_session_primary(SnSession *session)
{
    guint n = session->selection->len;
    return n > 0 ? g_array_index(session->selection, SnId, n - 1) : SN_ID_NULL;
}

void sn_session_set_hover(SnSession *session, SnId id)
{
    if (sn_id_equal(session->hover, id))
        return;
    session->hover = id;
    if (session->render)
        sn_render_set_hover(session->render, id);
    g_signal_emit(session, signals[SIGNAL_HOVER], 0);
}

SnId sn_session_hover(SnSession *session)
{
    return session->hover;
}

void sn_session_set_tool(SnSession *session, SnTool tool)
{
    if (session->tool != tool) {
        session->tool = tool;
        g_signal_emit(session, signals[SIGNAL_TOOL], 0);
    }
}

SnTool sn_session_tool(SnSession *session)
{
    return session->tool;
}

/* --- snapshot and clock --- */

const SnSnapshot *sn_session_snapshot(SnSession *session)
{
    return session->snapshot;
}

void sn_session_take_snapshot(SnSession *session, const SnSnapshot *snapshot)
{
    SnSnapshot *old = session->snapshot;
    session->snapshot = sn_snapshot_ref(snapshot);
    sn_snapshot_unref(old);
    if (!session->instead)
        show_snapshot(session);
    if (session->run != snapshot->run)
        sn_session_set_run(session, snapshot->run);
    sn_watch_list_deliver(session->watches, session->snapshot);
    g_signal_emit(session, signals[SIGNAL_SNAPSHOT], 0, session->snapshot);
}

double sn_session_time(SnSession *session)
{
    return session->snapshot ? session->snapshot->time : 0;
}

void sn_session_set_run(SnSession *session, SnRunState run)
{
    if (session->run != run) {
        session->run = run;
        g_signal_emit(session, signals[SIGNAL_RUN], 0);
    }
}

SnRunState sn_session_run(SnSession *session)
{
    return session->run;
}

void sn_session_set_speed(SnSession *session, double speed)
{
    session->speed = speed;
    if (session->engine)
        sn_engine_set_speed(session->engine, speed);
    g_signal_emit(session, signals[SIGNAL_RUN], 0);
}

double sn_session_speed(SnSession *session)
{
    return session->speed;
}

void sn_session_play_pause(SnSession *session)
{
    if (!session->engine)
        return;
    if (session->run == SN_PLAYING)
        sn_engine_pause(session->engine);
    else
        sn_engine_play(session->engine);
}

/* --- watches --- */

static gboolean send_watches(gpointer data)
{
    SnSession *session = data;
    session->watch_source = 0;
    if (session->engine) {
        int n = 0;
        const SnWatch *watches = sn_watch_list_build(session->watches, &n);
        sn_watch_list_sent(session->watches, sn_engine_watch(session->engine, watches, n));
    }
    return G_SOURCE_REMOVE;
}

static void watches_changed(SnSession *session)
{
    if (session->watch_source == 0)
        session->watch_source = g_idle_add_full(G_PRIORITY_HIGH_IDLE, send_watches, session, NULL);
}

guint sn_session_watch(SnSession *session, SnId id, int row, SnWatchCall call, gpointer data)
{
    watches_changed(session);
    return sn_watch_list_add(session->watches, id, row, call, data);
}

void sn_session_unwatch(SnSession *session, guint handle)
{
    watches_changed(session);
    sn_watch_list_remove(session->watches, handle);
}

const SnWatched *sn_session_watched(SnSession *session, SnId id, int row)
{
    if (!session->snapshot)
        return NULL;
    const SnWatched *watched = sn_snapshot_find(session->snapshot, id, row);
    return watched && watched->n > 0 ? watched : NULL;
}

/* --- messages --- */

GListModel *sn_session_messages(SnSession *session)
{
    return G_LIST_MODEL(session->messages);
}

void sn_session_clear_messages(SnSession *session)
{
    g_list_store_remove_all(session->messages);
}

void sn_session_log(SnSession *session, SnSeverity severity, SnId id, const char *text)
{
    guint n = g_list_model_get_n_items(G_LIST_MODEL(session->messages));
    if (n >= LOG_LIMIT)
        g_list_store_splice(session->messages, 0, n - LOG_LIMIT + 1, NULL, 0);
    SnMessage *message = sn_message_new(severity, id, text);
    g_list_store_append(session->messages, message);
    g_object_unref(message);
}

void sn_session_report(SnSession *session, const SnBar *bar)
{
    if (bar->severity != SN_NOTE)
        sn_session_log(session, bar->severity, bar->about, bar->text);
    g_signal_emit(session, signals[SIGNAL_BAR], 0, bar);
}

void sn_session_settling(SnSession *session, double done)
{
    g_signal_emit(session, signals[SIGNAL_SETTLING], 0, &done);
}

void sn_session_mended(SnSession *session)
{
    g_signal_emit(session, signals[SIGNAL_MENDED], 0);
}

void sn_session_fail(SnSession *session, const char *text)
{
    sn_session_report(session, &(SnBar){.severity = SN_ERROR, .text = text});
}

/* --- helpers --- */

char *sn_session_label(SnSession *session, SnId id)
{
    return session->model ? sn_model_label(session->model, id) : g_strdup("");
}
