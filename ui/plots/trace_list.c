/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/trace_list.h"

#include "engine/model/classes/probe.h"

static const char KEY[] = "sn-trace-list";

struct _SnTraceList {
    GObject parent_instance;
    SnSession *session;  /* borrowed: it owns us */
    GHashTable *wanted;  /* who -> GArray of SnTarget */
    GArray *sources;     /* of SnPlotSource, each property once */
    bool probes_changed; /* the sources are to be found anew */
};

G_DEFINE_FINAL_TYPE(SnTraceList, sn_trace_list, G_TYPE_OBJECT)

enum { SIGNAL_CUT, SIGNAL_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- where samples are --- */

typedef struct Search {
    const SnModel *model;
    SnPlotSource *source;
} Search;

/* An output probe that records the property. */
static bool look_at_probe(SnComponent *component, void *data)
{
    const Search *search = data;
    if (component->class != &SN_CLASS_OUTPUT_PROBE)
        return true;
    const SnProbe *probe = (const SnProbe *)component;
    int column = 0;
    for (int i = 0; probe->enabled && i < probe->targets.n; i++) {
        const SnTarget *target = &probe->targets.targets[i];
        if (target->row == search->source->row && sn_id_equal(target->id, search->source->id)) {
            search->source->probe = component->id;
            search->source->column = column;
            return false;
        }
        const SnProperty *property = sn_model_property(search->model, target->id, target->row);
        column += property ? sn_type_width(property->type) : 0;
    }
    return true;
}

static SnSeries *series_of(SnTraceList *list, const SnPlotSource *source)
{
    SnEngine *engine = sn_session_engine(list->session);
    return sn_id_is_null(source->probe) ? sn_engine_series(engine, source->id, source->row)
                                        : sn_engine_series(engine, source->probe, -1);
}

static void send(SnTraceList *list)
{
    if (!sn_session_engine(list->session))
        return;
    GArray *watches = g_array_new(FALSE, FALSE, sizeof(SnWatch));
    for (guint i = 0; i < list->sources->len; i++) {
        const SnPlotSource *source = &g_array_index(list->sources, SnPlotSource, i);
        if (sn_id_is_null(source->probe)) {
            SnWatch watch = {source->id, source->row};
            g_array_append_val(watches, watch);
        }
    }
    sn_engine_set_traces(sn_session_engine(list->session), (const SnWatch *)(void *)watches->data,
                         (int)watches->len);
    g_array_unref(watches);
}

/* Samples of before stay with a property that is found in the same place. */
static void rebuild(SnTraceList *list)
{
    list->probes_changed = false;
    const SnModel *model = sn_session_model(list->session);
    GArray *sources = sn_plot_sources_new();
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, list->wanted);
    while (model && g_hash_table_iter_next(&iter, NULL, &value)) {
        const GArray *targets = value;
        for (guint i = 0; i < targets->len; i++) {
            const SnTarget *target = &g_array_index(targets, SnTarget, i);
            if (!sn_model_object(model, target->id) ||
                sn_plot_sources_find(sources, target->id, target->row))
                continue;
            SnPlotSource source = {.id = target->id, .row = target->row};
            Search search = {model, &source};
            sn_component_walk(model->root, look_at_probe, &search);
            const SnPlotSource *old = sn_plot_sources_find(list->sources, target->id, target->row);
            if (old && sn_id_equal(old->probe, source.probe) && old->column == source.column &&
                old->series) {
                source.series = sn_series_ref(old->series);
                source.rows = old->rows;
            }
            g_array_append_val(sources, source);
        }
    }
    g_array_unref(list->sources);
    list->sources = sources;
    send(list);
}

/* Whether `now` lacks samples that were in `before`. */
static bool lost(const SnSeries *before, const SnSeries *now)
{
    const size_t n = sn_series_count(before);
    if (n < 2)
        return false; /* the start state alone is no run */
    return !now || sn_series_count(now) < n ||
           sn_series_time(now, n - 1) != sn_series_time(before, n - 1);
}

/* Looks whether the engine has other series; done at each snapshot. */
static void trace_list_refresh(SnTraceList *list)
{
    if (list->probes_changed)
        rebuild(list);
    if (!sn_session_engine(list->session))
        return;
    const guint n = list->sources->len;
    SnSeries **now = g_new0(SnSeries *, n + 1);
    bool cut = false, changed = false;
    for (guint i = 0; i < n; i++) {
        SnPlotSource *source = &g_array_index(list->sources, SnPlotSource, i);
        now[i] = series_of(list, source);
        if (source->series) {
            const bool other = now[i] != source->series;
            cut = cut || (other && lost(source->series, now[i]));
            changed = changed || other;
            source->rows = sn_series_count(source->series);
        } else {
            changed = changed || now[i];
        }
    }
    if (cut)
        g_signal_emit(list, signals[SIGNAL_CUT], 0);
    for (guint i = 0; i < n; i++) {
        SnPlotSource *source = &g_array_index(list->sources, SnPlotSource, i);
        sn_series_unref(source->series);
        source->series = now[i];
        source->rows = now[i] ? sn_series_count(now[i]) : 0;
    }
    g_free(now);
    if (changed)
        g_signal_emit(list, signals[SIGNAL_CHANGED], 0);
}

const GArray *sn_trace_list_sources(SnTraceList *list)
{
    if (list->probes_changed)
        trace_list_refresh(list);
    for (guint i = 0; i < list->sources->len; i++) {
        SnPlotSource *source = &g_array_index(list->sources, SnPlotSource, i);
        source->rows = source->series ? sn_series_count(source->series) : 0;
    }
    return list->sources;
}

/* --- wants --- */

static void free_targets(gpointer targets)
{
    g_array_unref(targets);
}

void sn_trace_list_want(SnTraceList *list, gconstpointer who, const SnTarget *targets, int n)
{
    const GArray *old = g_hash_table_lookup(list->wanted, who);
    bool same = old ? (int)old->len == n : n == 0;
    for (int i = 0; same && i < n; i++) {
        const SnTarget *target = &g_array_index(old, SnTarget, i);
        same = sn_id_equal(target->id, targets[i].id) && target->row == targets[i].row;
    }
    if (same)
        return;
    if (n > 0) {
        GArray *copy = g_array_new(FALSE, FALSE, sizeof(SnTarget));
        g_array_append_vals(copy, targets, (guint)n);
        g_hash_table_insert(list->wanted, (gpointer)who, copy);
    } else {
        g_hash_table_remove(list->wanted, who);
    }
    list->probes_changed = true;
    rebuild(list);
    trace_list_refresh(list);
}

/* --- session --- */

static void on_change(SnSession *session, const SnChange *change, SnTraceList *list)
{
    if (change->kind == SN_CHANGE_DONE)
        list->probes_changed = list->sources->len > 0;
}

static void on_document(SnSession *session, SnTraceList *list)
{
    g_hash_table_remove_all(list->wanted);
    g_array_set_size(list->sources, 0);
    g_signal_emit(list, signals[SIGNAL_CHANGED], 0);
}

static void sn_trace_list_finalize(GObject *object)
{
    SnTraceList *list = SN_TRACE_LIST(object);
    g_hash_table_unref(list->wanted);
    g_array_unref(list->sources);
    G_OBJECT_CLASS(sn_trace_list_parent_class)->finalize(object);
}

static void sn_trace_list_class_init(SnTraceListClass *class)
{
    G_OBJECT_CLASS(class)->finalize = sn_trace_list_finalize;
    static const char *const names[] = {[SIGNAL_CUT] = "cut", [SIGNAL_CHANGED] = "changed"};
    for (int i = 0; i < N_SIGNALS; i++) {
        signals[i] = g_signal_new(names[i], SN_TYPE_TRACE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
    }
}

static void sn_trace_list_init(SnTraceList *list)
{
    list->wanted = g_hash_table_new_full(NULL, NULL, NULL, free_targets);
    list->sources = sn_plot_sources_new();
}

SnTraceList *sn_trace_list_of(SnSession *session)
{
    SnTraceList *list = g_object_get_data(G_OBJECT(session), KEY);
    if (!list) {
        list = g_object_new(SN_TYPE_TRACE_LIST, NULL);
        list->session = session;
        g_signal_connect_object(session, "snapshot", G_CALLBACK(trace_list_refresh), list,
                                G_CONNECT_SWAPPED);
        g_signal_connect_object(session, "change", G_CALLBACK(on_change), list, 0);
        g_signal_connect_object(session, "document-changed", G_CALLBACK(on_document), list, 0);
        g_object_set_data_full(G_OBJECT(session), KEY, list, g_object_unref);
    }
    return list;
}
