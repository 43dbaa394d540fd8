/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tracks/track_actions.h"

#include "engine/model/classes/timeline.h"
#include "ui/actions/action_state.h"
#include "ui/tracks/track_edit_private.h"
#include "ui/tracks/track_files.h"
#include "ui/tracks/track_list.h"

#include <math.h>
#include <string.h>

#define ACTION(name) static void name(GSimpleAction *action, GVariant *parameter, gpointer list)

static SnSession *session_of(gpointer list)
{
    return sn_track_list_session(SN_TRACK_LIST(list));
}

/* --- the selected probes --- */

static const SnProbe *probe_of(SnSession *session, SnId id)
{
    const SnComponent *component = sn_model_get(sn_session_model(session), id);
    return component && id.entry == 0 && sn_class_is_a(component->class, &SN_CLASS_PROBE)
               ? (const SnProbe *)component
               : NULL;
}

/* Selected probes (of SnId), inputs only or all; caller frees. */
static GArray *selected(SnSession *session, bool inputs)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    GArray *probes = g_array_new(FALSE, FALSE, sizeof(SnId));
    for (int i = 0; i < n; i++) {
        const SnProbe *probe = probe_of(session, ids[i]);
        if (probe && (!inputs || probe->base.class == &SN_CLASS_INPUT_PROBE))
            g_array_append_val(probes, ids[i]);
    }
    return probes;
}

static const SnId *ids_of(const GArray *array)
{
    return (const SnId *)(const void *)array->data;
}

/* The selected input probe, null if there is none. */
static SnId input_of(SnSession *session)
{
    GArray *inputs = selected(session, true);
    const SnId id = inputs->len > 0 ? g_array_index(inputs, SnId, inputs->len - 1) : SN_ID_NULL;
    g_array_unref(inputs);
    return id;
}

/* Its track, if that is in view and can be edited. */
static SnTrackEdit *edit_of(gpointer list)
{
    SnTrack *track = sn_track_list_track(SN_TRACK_LIST(list), input_of(session_of(list)));
    return track ? track->edit : NULL;
}

/* --- looks --- */

ACTION(on_draw)
{
    const bool pencil = !sn_track_list_pencil(SN_TRACK_LIST(list));
    sn_track_list_set_pencil(SN_TRACK_LIST(list), pencil);
    g_simple_action_set_state(action, g_variant_new_boolean(pencil));
}

ACTION(on_open)
{
    GArray *probes = selected(session_of(list), false);
    for (guint i = 0; i < probes->len; i++) {
        const SnId id = g_array_index(probes, SnId, i);
        sn_track_list_set_open(SN_TRACK_LIST(list), id,
                               !sn_track_list_is_open(SN_TRACK_LIST(list), id));
    }
    g_array_unref(probes);
}

ACTION(on_open_all)
{
    sn_track_list_open_all(SN_TRACK_LIST(list), true);
}

ACTION(on_fold_all)
{
    sn_track_list_open_all(SN_TRACK_LIST(list), false);
}

/* The time axis to what the probe plays or has recorded. */
ACTION(on_fit)
{
    GArray *probes = selected(session_of(list), false);
    double from = INFINITY, to = -INFINITY;
    for (guint i = 0; i < probes->len; i++) {
        SnTrack *track = sn_track_list_track(SN_TRACK_LIST(list), g_array_index(probes, SnId, i));
        double first = 0, last = 0;
        if (track && sn_track_span(track, &first, &last)) {
            from = MIN(from, first);
            to = MAX(to, last);
            sn_track_fit(track);
        }
    }
    if (from < to) {
        sn_axis_set_range(sn_track_list_axis(SN_TRACK_LIST(list)),
                          MAX(from - 0.02 * (to - from), 0), to + 0.02 * (to - from));
    }
    g_array_unref(probes);
}

/* --- properties --- */

ACTION(on_mute)
{
    GArray *probes = selected(session_of(list), false);
    if (probes->len > 0) {
        const SnProbe *first = probe_of(session_of(list), g_array_index(probes, SnId, 0));
        sn_edits_set_bool(session_of(list), ids_of(probes), (int)probes->len, "enabled",
                          !first->enabled);
    }
    g_array_unref(probes);
}

static void toggle(gpointer list, const char *property, bool present)
{
    GArray *probes = selected(session_of(list), true);
    sn_edits_set_bool(session_of(list), ids_of(probes), (int)probes->len, property, !present);
    g_array_unref(probes);
}

ACTION(on_repeat)
{
    const SnInputProbe *probe =
        (const SnInputProbe *)probe_of(session_of(list), input_of(session_of(list)));
    if (probe)
        toggle(list, "repeat", probe->repeat);
}

ACTION(on_extend)
{
    const SnInputProbe *probe =
        (const SnInputProbe *)probe_of(session_of(list), input_of(session_of(list)));
    if (probe)
        toggle(list, "extend", probe->extend);
}

ACTION(on_interpolation)
{
    const char *name = g_variant_get_string(parameter, NULL);
    GArray *probes = selected(session_of(list), true);
    for (int i = 0; sn_interpolation_names[i]; i++) {
        if (strcmp(sn_interpolation_names[i], name) == 0 && probes->len > 0) {
            SnValue value = {.type = SN_TYPE_ENUM, .integer = i};
            sn_edits_set(session_of(list), ids_of(probes), (int)probes->len, "interpolation",
                         &value);
        }
    }
    g_array_unref(probes);
}

ACTION(on_group)
{
    GArray *probes = selected(session_of(list), false);
    if (probes->len > 0) {
        const SnProbe *first = probe_of(session_of(list), g_array_index(probes, SnId, 0));
        char *group =
            first->group && first->group[0] != '\0'
                ? g_strdup(first->group)
                : g_strdup_printf("%s group", first->base.name ? first->base.name : "track");
        sn_edits_set_group(session_of(list), ids_of(probes), (int)probes->len, group);
        g_free(group);
    }
    g_array_unref(probes);
}

ACTION(on_ungroup)
{
    GArray *probes = selected(session_of(list), false);
    sn_edits_set_group(session_of(list), ids_of(probes), (int)probes->len, NULL);
    g_array_unref(probes);
}

/* --- knots --- */

ACTION(on_clear)
{
    GArray *probes = selected(session_of(list), true);
    for (guint i = 0; i < probes->len; i++) {
        const SnId id = g_array_index(probes, SnId, i);
        SnKnotTable *none = sn_knot_table_new(1);
        sn_edits_set_knots(session_of(list), id, none, "Clear knots");
        sn_knot_table_free(none);
    }
    g_array_unref(probes);
}

ACTION(on_copy)
{
    SnTrackEdit *edit = edit_of(list);
    if (edit)
        sn_track_edit_copy(edit);
}

ACTION(on_paste)
{
    SnTrackEdit *edit = edit_of(list);
    if (edit)
        sn_track_edit_paste(edit, sn_session_time(session_of(list)));
}

/* --- clips --- */

ACTION(on_make_clip)
{
    SnTrackEdit *edit = edit_of(list);
    double from = 0, to = 0;
    if (!edit || !sn_knot_table_chosen_span(edit->table, &from, &to) || from >= to) {
        sn_session_report(session_of(list),
                          &(SnBar){.severity = SN_NOTE,
                                   .text = "Open the track of an input probe and drag a box around "
                                           "two or more knots first."});
        return;
    }
    sn_edits_make_clip(session_of(list), edit->track->probe, from, to);
}

ACTION(on_append_clip)
{
    const SnModel *model = sn_session_model(session_of(list));
    const SnId clip = sn_model_resolve(model, NULL, g_variant_get_string(parameter, NULL), NULL);
    const SnId probe = input_of(session_of(list));
    if (!sn_id_is_null(clip) && !sn_id_is_null(probe))
        sn_edits_append_clip(session_of(list), probe, clip);
}

/* The segments of the selected input probe with one more or less. */
static void change_segments(gpointer list, int index, bool duplicate)
{
    const SnId id = input_of(session_of(list));
    const SnInputProbe *probe = (const SnInputProbe *)probe_of(session_of(list), id);
    if (!probe || index < 0 || index >= probe->segments.n)
        return;
    const int n = probe->segments.n;
    SnSegment *segments = g_new(SnSegment, (gsize)n + 1);
    memcpy(segments, probe->segments.entries, sizeof(SnSegment) * (gsize)n);
    if (duplicate) { /* right behind */
        segments[n] = segments[index];
        segments[n].time += sn_edits_segment_duration(session_of(list), &segments[index]);
    } else {
        memmove(segments + index, segments + index + 1, sizeof(SnSegment) * (gsize)(n - 1 - index));
    }
    sn_edits_set_segments(session_of(list), id, segments, duplicate ? n + 1 : n - 1,
                          duplicate ? "Duplicate clip" : "Remove clip");
    g_free(segments);
}

ACTION(on_duplicate_segment)
{
    change_segments(list, g_variant_get_int32(parameter), true);
}

ACTION(on_remove_segment)
{
    change_segments(list, g_variant_get_int32(parameter), false);
}

/* --- files --- */

ACTION(on_import)
{
    sn_track_import(SN_TRACK_LIST(list), input_of(session_of(list)));
}

ACTION(on_export)
{
    GArray *probes = selected(session_of(list), false);
    if (probes->len > 0)
        sn_track_export(SN_TRACK_LIST(list), g_array_index(probes, SnId, 0));
    g_array_unref(probes);
}

ACTION(on_smooth)
{
    sn_track_ask_smooth(SN_TRACK_LIST(list), input_of(session_of(list)));
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

static void update(SnSession *session, GActionMap *actions)
{
    static const char *const any[] = {"track-open",  "track-fit",     "track-mute",
                                      "track-group", "track-ungroup", "track-export"};
    static const char *const input[] = {
        "track-repeat",      "track-extend",   "track-interpolation", "track-clear",
        "knots-copy",        "knots-paste",    "track-make-clip",     "track-append-clip",
        "segment-duplicate", "segment-remove", "track-import"};
    const bool has_model = sn_session_model(session) != NULL;
    const SnInputProbe *probe =
        has_model ? (const SnInputProbe *)probe_of(session, input_of(session)) : NULL;
    GArray *probes = has_model ? selected(session, false) : g_array_new(FALSE, FALSE, sizeof(SnId));
    for (gsize i = 0; i < G_N_ELEMENTS(any); i++)
        sn_action_enable(actions, any[i], probes->len > 0);
    for (gsize i = 0; i < G_N_ELEMENTS(input); i++)
        sn_action_enable(actions, input[i], probe != NULL);
    g_array_unref(probes);
    if (probe) {
        sn_action_set_state(actions, "track-repeat", g_variant_new_boolean(probe->repeat));
        sn_action_set_state(actions, "track-extend", g_variant_new_boolean(probe->extend));
        sn_action_set_state(actions, "track-interpolation",
                            g_variant_new_string(sn_interpolation_names[probe->interpolation]));
    }
}

void sn_track_actions_add(GActionMap *actions, SnTrackList *list)
{
    SnSession *session = sn_track_list_session(list);
    /* as long as there are actions on it */
    g_object_set_data_full(G_OBJECT(actions), "sn-track-list", g_object_ref(list), g_object_unref);
    g_action_map_add_action_entries(actions, entries, G_N_ELEMENTS(entries), list);
    g_signal_connect_object(session, "selection-changed", G_CALLBACK(update), actions, 0);
    g_signal_connect_object(session, "model-changed", G_CALLBACK(update), actions, 0);
    g_signal_connect_object(session, "document-changed", G_CALLBACK(update), actions, 0);
    update(session, actions);
}
