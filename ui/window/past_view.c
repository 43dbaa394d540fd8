/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/past_view.h"

#include "engine/model/tracked.h"
#include "ui/edits/edits.h"
#include "ui/plots/trace_list.h"

#include <string.h>

/* Of a path: enough for a smooth curve, few enough to be made anew for each picture. */
#define MAX_PLACES 2000

static const char KEY[] = "sn-past-view";

typedef struct Past {
    SnSession *session;      /* borrowed: it owns this */
    GArray *targets;         /* of SnTarget: positions */
    GArray *recorded;        /* those ever tracked: what was recorded is there when one is again */
    const SnSnapshot *ghost; /* a reference; NULL: none */
    bool changed;            /* the model, since the last SN_CHANGE_DONE */
} Past;

/* --- which --- */

static bool is_among(const GArray *targets, SnId id)
{
    for (guint i = 0; i < targets->len; i++)
        if (sn_id_equal(g_array_index(targets, SnTarget, i).id, id))
            return true;
    return false;
}

static void look(Past *past)
{
    const SnModel *model = sn_session_model(past->session);
    g_array_set_size(past->targets, 0);
    g_autoptr(GArray) ids = model ? sn_model_tracked(model) : NULL;
    for (guint i = 0; ids && i < ids->len; i++) {
        const SnId id = g_array_index(ids, SnId, i);
        const SnTarget target = {id, sn_model_find_property(model, id, "position")};
        g_array_append_val(past->targets, target);
    }
    for (guint i = 0; i < past->targets->len; i++) {
        const SnTarget *target = &g_array_index(past->targets, SnTarget, i);
        if (!is_among(past->recorded, target->id))
            g_array_append_vals(past->recorded, target, 1);
    }
    sn_trace_list_want(sn_trace_list_of(past->session), past,
                       (const SnTarget *)(const void *)past->recorded->data,
                       (int)past->recorded->len);
}

/* --- the curves --- */

/* Every so many-th sample, always the same ones while it grows, and the last. */
static GArray *places_of(const SnPlotSource *source)
{
    GArray *places = g_array_new(FALSE, FALSE, 4 * sizeof(double));
    size_t stride = 1;
    while (source->rows / stride > MAX_PLACES)
        stride *= 2;
    for (size_t row = 0; row < source->rows;) {
        const double *at = sn_series_values(source->series, row) + source->column;
        const double place[4] = {sn_series_time(source->series, row), at[0], at[1], at[2]};
        g_array_append_vals(places, place, 1);
        row = row + stride < source->rows || row == source->rows - 1 ? row + stride
                                                                     : source->rows - 1;
    }
    return places;
}

static void show(Past *past, bool redraw)
{
    const SnModel *model = sn_session_model(past->session);
    const GArray *sources = sn_trace_list_sources(sn_trace_list_of(past->session));
    GArray *trails = g_array_new(FALSE, FALSE, sizeof(SnTrail));
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (guint i = 0; model && i < past->targets->len; i++) {
        const SnTarget *target = &g_array_index(past->targets, SnTarget, i);
        const SnComponent *component = sn_model_get(model, target->id);
        const SnPlotSource *source = sn_plot_sources_find(sources, target->id, target->row);
        SnStyle style;
        if (!component || !source || !source->series || source->rows == 0 ||
            !sn_model_style(model, component, &style) || !style.visible)
            continue;
        GArray *places = places_of(source);
        SnTrail trail = {(int)places->len, (const double *)(const void *)places->data, {0, 0, 0}};
        memcpy(trail.color, style.color, sizeof trail.color);
        g_array_append_val(trails, trail);
        g_ptr_array_add(owned, places);
    }
    const SnPast what = {(const SnTrail *)(const void *)trails->data, (int)trails->len,
                         past->ghost};
    sn_session_set_past(past->session, &what, redraw);
    g_array_unref(trails);
}

/* --- when --- */

static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, Past *past)
{
    if (past->targets->len > 0)
        show(past, false); /* the snapshot is drawn anyway */
}

static void on_traces(SnTraceList *list, Past *past)
{
    if (past->targets->len > 0)
        show(past, true);
}

static void on_change(SnSession *session, const SnChange *change, Past *past)
{
    const SnModel *model = sn_session_model(session);
    const SnProperty *property = change->kind == SN_CHANGE_VALUE && change->property >= 0
                                     ? sn_model_property(model, change->id, change->property)
                                     : NULL;
    if (change->kind == SN_CHANGE_ADDED || change->kind == SN_CHANGE_REMOVED ||
        (property &&
         (strcmp(property->name, "tracked") == 0 || g_str_has_prefix(property->name, "render."))))
        past->changed = true;
    if (change->kind != SN_CHANGE_DONE || !past->changed)
        return;
    past->changed = false;
    look(past);
    show(past, true);
}

static void on_document(SnSession *session, Past *past)
{
    past->changed = false;
    sn_snapshot_unref(past->ghost);
    past->ghost = NULL;
    g_array_set_size(past->recorded, 0);
    look(past);
    show(past, true);
}

static void past_free(gpointer data)
{
    Past *past = data;
    sn_snapshot_unref(past->ghost);
    g_array_unref(past->targets);
    g_array_unref(past->recorded);
    g_free(past);
}

void sn_past_view_follow(SnSession *session)
{
    Past *past = g_new0(Past, 1);
    past->session = session;
    past->targets = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    past->recorded = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    SnTraceList *list = sn_trace_list_of(session); /* its handlers come first */
    g_object_set_data_full(G_OBJECT(session), KEY, past, past_free);
    g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), past);
    g_signal_connect(session, "change", G_CALLBACK(on_change), past);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document), past);
    g_signal_connect(list, "changed", G_CALLBACK(on_traces), past);
    on_document(session, past);
}

void sn_past_view_track(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    const SnId primary = sn_session_primary(session);
    if (!sn_can_be_tracked(sn_model_get(model, primary)) || primary.entry != 0)
        return;
    const bool on = !sn_is_tracked(model, primary);
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    if (sn_edits_set_bool(session, ids, n, "tracked", on) && on && sn_session_time(session) > 0)
        sn_session_report(session,
                          &(SnBar){.severity = SN_NOTE,
                                   .text = "The path begins here: go back and run again for all "
                                           "of it.",
                                   .button = "Go to the Start",
                                   .action = "win.reset"});
}

void sn_past_view_set_ghost(SnSession *session, bool shown)
{
    Past *past = g_object_get_data(G_OBJECT(session), KEY);
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    sn_snapshot_unref(past->ghost);
    past->ghost = shown && snapshot ? sn_snapshot_ref(snapshot) : NULL;
    show(past, true);
}
