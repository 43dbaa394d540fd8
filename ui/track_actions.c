/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/track_actions.h"

#include "engine/model/classes/timeline.h"
#include "ui/track_edit_private.h"
#include "ui/track_files.h"
#include "ui/track_list.h"

#include <math.h>
#include <string.h>

#define ACTION(name) static void name(GSimpleAction *action, GVariant *parameter, gpointer window)

static SnSession *session_of(gpointer window)
{
    return sn_window_session(SN_WINDOW(window));
}

static SnTrackList *list_of(gpointer window)
{
    return SN_TRACK_LIST(sn_find_widget(GTK_WIDGET(window), "track-list"));
}

/* --- the selected probes --- */

static const SnProbe *probe_of(gpointer window, SnId id)
{
    const SnComponent *component = sn_model_get(sn_session_model(session_of(window)), id);
    return component != NULL && id.entry == 0 && sn_class_is_a(component->class, &SN_CLASS_PROBE)
               ? (const SnProbe *)component
               : NULL;
}

/* Selected probes (of SnId), inputs only or all; caller frees. */
static GArray *selected(gpointer window, bool inputs)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session_of(window), &n);
    GArray *probes = g_array_new(FALSE, FALSE, sizeof(SnId));
    for (int i = 0; i < n; i++) {
        const SnProbe *probe = probe_of(window, ids[i]);
        if (probe != NULL && (!inputs || probe->base.class == &SN_CLASS_INPUT_PROBE)) {
            g_array_append_val(probes, ids[i]);
        }
    }
    return probes;
}

static const SnId *ids_of(const GArray *array)
{
    return (const SnId *)(const void *)array->data;
}

/* The selected input probe, null if there is none. */
static SnId input_of(gpointer window)
{
    GArray *inputs = selected(window, true);
    const SnId id = inputs->len > 0 ? g_array_index(inputs, SnId, inputs->len - 1) : SN_ID_NULL;
    g_array_unref(inputs);
    return id;
}

/* Its track, if that is in view and can be edited. */
static SnTrackEdit *edit_of(gpointer window)
{
    SnTrack *track = sn_track_list_track(list_of(window), input_of(window));
    return track != NULL ? track->edit : NULL;
}

/* --- looks --- */

ACTION(on_draw)
{
    const bool pencil = !sn_track_list_pencil(list_of(window));
    sn_track_list_set_pencil(list_of(window), pencil);
    g_simple_action_set_state(action, g_variant_new_boolean(pencil));
}

ACTION(on_open)
{
    GArray *probes = selected(window, false);
    for (guint i = 0; i < probes->len; i++) {
        const SnId id = g_array_index(probes, SnId, i);
        sn_track_list_set_open(list_of(window), id, !sn_track_list_is_open(list_of(window), id));
    }
    g_array_unref(probes);
}

ACTION(on_open_all)
{
    sn_track_list_open_all(list_of(window), true);
}

ACTION(on_fold_all)
{
    sn_track_list_open_all(list_of(window), false);
}

/* The time axis to what the probe plays or has recorded. */
ACTION(on_fit)
{
    GArray *probes = selected(window, false);
    double from = INFINITY, to = -INFINITY;
    for (guint i = 0; i < probes->len; i++) {
        SnTrack *track = sn_track_list_track(list_of(window), g_array_index(probes, SnId, i));
        double first = 0, last = 0;
        if (track != NULL && sn_track_span(track, &first, &last)) {
            from = MIN(from, first);
            to = MAX(to, last);
            sn_track_fit(track);
        }
    }
    if (from < to) {
        sn_axis_set_range(sn_track_list_axis(list_of(window)), MAX(from - 0.02 * (to - from), 0),
                          to + 0.02 * (to - from));
    }
    g_array_unref(probes);
}

/* --- properties --- */

ACTION(on_mute)
{
    GArray *probes = selected(window, false);
    if (probes->len > 0) {
        const SnProbe *first = probe_of(window, g_array_index(probes, SnId, 0));
        sn_edits_set_bool(session_of(window), ids_of(probes), (int)probes->len, "enabled",
                          !first->enabled);
    }
    g_array_unref(probes);
}

static void toggle(gpointer window, const char *property, bool present)
{
    GArray *probes = selected(window, true);
    sn_edits_set_bool(session_of(window), ids_of(probes), (int)probes->len, property, !present);
    g_array_unref(probes);
}

ACTION(on_repeat)
{
    const SnInputProbe *probe = (const SnInputProbe *)probe_of(window, input_of(window));
    if (probe != NULL) {
        toggle(window, "repeat", probe->repeat);
    }
}

ACTION(on_extend)
{
    const SnInputProbe *probe = (const SnInputProbe *)probe_of(window, input_of(window));
    if (probe != NULL) {
        toggle(window, "extend", probe->extend);
    }
}

ACTION(on_interpolation)
{
    const char *name = g_variant_get_string(parameter, NULL);
    GArray *probes = selected(window, true);
    for (int i = 0; sn_interpolation_names[i] != NULL; i++) {
        if (strcmp(sn_interpolation_names[i], name) == 0 && probes->len > 0) {
            SnValue value = {.type = SN_TYPE_ENUM, .integer = i};
            sn_edits_set(session_of(window), ids_of(probes), (int)probes->len, "interpolation",
                         &value);
        }
    }
    g_array_unref(probes);
}

ACTION(on_group)
{
    GArray *probes = selected(window, false);
    if (probes->len > 0) {
        const SnProbe *first = probe_of(window, g_array_index(probes, SnId, 0));
        char *group = first->group != NULL && first->group[0] != '\0'
                          ? g_strdup(first->group)
                          : g_strdup_printf("%s group",
                                            first->base.name != NULL ? first->base.name : "track");
        sn_edits_set_group(session_of(window), ids_of(probes), (int)probes->len, group);
        g_free(group);
    }
    g_array_unref(probes);
}

ACTION(on_ungroup)
{
    GArray *probes = selected(window, false);
    sn_edits_set_group(session_of(window), ids_of(probes), (int)probes->len, NULL);
    g_array_unref(probes);
}

/* --- knots --- */

ACTION(on_clear)
{
    GArray *probes = selected(window, true);
    for (guint i = 0; i < probes->len; i++) {
        const SnId id = g_array_index(probes, SnId, i);
        SnKnotTable *none = sn_knot_table_new(1);
        sn_edits_set_knots(session_of(window), id, none, "Clear knots");
        sn_knot_table_free(none);
    }
    g_array_unref(probes);
}

ACTION(on_copy)
{
    SnTrackEdit *edit = edit_of(window);
    if (edit != NULL) {
        sn_track_edit_copy(edit);
    }
}

ACTION(on_paste)
{
    SnTrackEdit *edit = edit_of(window);
    if (edit != NULL) {
        sn_track_edit_paste(edit, sn_session_time(session_of(window)));
    }
}

/* --- clips --- */

ACTION(on_make_clip)
{
    SnTrackEdit *edit = edit_of(window);
    double from = 0, to = 0;
    if (edit == NULL || !sn_knot_table_chosen_span(edit->table, &from, &to) || from >= to) {
        sn_session_tell(session_of(window),
                        &(SnBar){.severity = SN_NOTE,
                                 .text = "Open the track of an input probe and drag a box around "
                                         "two or more knots first."});
        return;
    }
    sn_edits_make_clip(session_of(window), edit->track->probe, from, to);
}

ACTION(on_append_clip)
{
    const SnModel *model = sn_session_model(session_of(window));
    const SnId clip = sn_model_resolve(model, NULL, g_variant_get_string(parameter, NULL), NULL);
    const SnId probe = input_of(window);
    if (!sn_id_is_null(clip) && !sn_id_is_null(probe)) {
        sn_edits_append_clip(session_of(window), probe, clip);
    }
}

/* The segments of the selected input probe with one more or less. */
static void change_segments(gpointer window, int index, bool duplicate)
{
    const SnId id = input_of(window);
    const SnInputProbe *probe = (const SnInputProbe *)probe_of(window, id);
    if (probe == NULL || index < 0 || index >= probe->segments.n) {
        return;
    }
    const int n = probe->segments.n;
    SnSegment *segments = g_new(SnSegment, (gsize)n + 1);
    memcpy(segments, probe->segments.entries, sizeof(SnSegment) * (gsize)n);
    if (duplicate) { /* right behind */
        segments[n] = segments[index];
        segments[n].time += sn_edits_segment_duration(session_of(window), &segments[index]);
    } else {
        memmove(segments + index, segments + index + 1, sizeof(SnSegment) * (gsize)(n - 1 - index));
    }
    sn_edits_set_segments(session_of(window), id, segments, duplicate ? n + 1 : n - 1,
                          duplicate ? "Duplicate clip" : "Remove clip");
    g_free(segments);
}

ACTION(on_duplicate_segment)
{
    change_segments(window, g_variant_get_int32(parameter), true);
}

ACTION(on_remove_segment)
{
    change_segments(window, g_variant_get_int32(parameter), false);
}

/* --- files --- */

ACTION(on_import)
{
    sn_track_import(SN_WINDOW(window), input_of(window));
}

ACTION(on_export)
{
    GArray *probes = selected(window, false);
    if (probes->len > 0) {
        sn_track_export(SN_WINDOW(window), g_array_index(probes, SnId, 0));
    }
    g_array_unref(probes);
}

ACTION(on_smooth)
{
    sn_track_ask_smooth(SN_WINDOW(window), input_of(window));
}

/* --- all --- */

static const GActionEntry entries[] = {
    {"track-draw", on_draw, NULL, "false"},
    {"track-open", on_open},
    {"tracks-open", on_open_all},
    {"tracks-fold", on_fold_all},
    {"track-fit", on_fit},
    {"track-mute", on_mute},
    {"track-repeat", on_repeat, NULL, "false"},
    {"track-extend", on_extend, NULL, "false"},
    {"track-interpolation", on_interpolation, "s", "'linear'"},
    {"track-group", on_group},
    {"track-ungroup", on_ungroup},
    {"track-clear", on_clear},
    {"knots-copy", on_copy},
    {"knots-paste", on_paste},
    {"track-make-clip", on_make_clip},
    {"track-append-clip", on_append_clip, "s"},
    {"segment-duplicate", on_duplicate_segment, "i"},
    {"segment-remove", on_remove_segment, "i"},
    {"track-import", on_import},
    {"track-export", on_export},
    {"track-smooth", on_smooth},
};

static void update(SnSession *session, SnWindow *window)
{
    static const char *const any[] = {"track-open",  "track-fit",     "track-mute",
                                      "track-group", "track-ungroup", "track-export"};
    static const char *const input[] = {
        "track-repeat",      "track-extend",   "track-interpolation", "track-clear",
        "knots-copy",        "knots-paste",    "track-make-clip",     "track-append-clip",
        "segment-duplicate", "segment-remove", "track-import"};
    const bool has_model = sn_session_model(session) != NULL;
    const SnInputProbe *probe =
        has_model ? (const SnInputProbe *)probe_of(window, input_of(window)) : NULL;
    GArray *probes = has_model ? selected(window, false) : g_array_new(FALSE, FALSE, sizeof(SnId));
    for (gsize i = 0; i < G_N_ELEMENTS(any); i++) {
        sn_window_enable_action(window, any[i], probes->len > 0);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(input); i++) {
        sn_window_enable_action(window, input[i], probe != NULL);
    }
    g_array_unref(probes);
    if (probe != NULL) {
        sn_window_set_action_state(window, "track-repeat", g_variant_new_boolean(probe->repeat));
        sn_window_set_action_state(window, "track-extend", g_variant_new_boolean(probe->extend));
        sn_window_set_action_state(
            window, "track-interpolation",
            g_variant_new_string(sn_interpolation_names[probe->interpolation]));
    }
}

void sn_track_actions_add(SnWindow *window)
{
    SnSession *session = sn_window_session(window);
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
    g_signal_connect_object(session, "selection-changed", G_CALLBACK(update), window, 0);
    g_signal_connect_object(session, "model-changed", G_CALLBACK(update), window, 0);
    g_signal_connect_object(session, "document-changed", G_CALLBACK(update), window, 0);
    update(session, window);
}
