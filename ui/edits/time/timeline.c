/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/time/timeline.h"

#include "engine/model/classes/model_component.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/timeline.h"
#include "ui/edits/edits.h"

#include <math.h>
#include <string.h>

/* Those of a model and of the models in it: a walk over all components would be slow where there
 * are many. */
static void collect(const SnComponent *model, GArray *ids)
{
    const SnComponent *list = sn_model_list_for(model, &SN_CLASS_WAYPOINT);
    for (guint i = 0; list && i < list->children->len; i++) {
        const SnComponent *child = g_ptr_array_index(list->children, i);
        g_array_append_val(ids, child->id);
    }
    const SnComponent *models = sn_model_list(model, "models");
    for (guint i = 0; models && i < models->children->len; i++)
        collect(g_ptr_array_index(models->children, i), ids);
}

GArray *sn_edits_waypoints(SnSession *session)
{
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    const SnModel *model = sn_session_model(session);
    if (model)
        collect(model->root, ids);
    return ids;
}

static const SnWaypoint *waypoint_of(SnSession *session, SnId id)
{
    const SnComponent *component = sn_model_get(sn_session_model(session), id);
    return component && component->class == &SN_CLASS_WAYPOINT ? (const SnWaypoint *)component
                                                               : NULL;
}

/* Makes one; not selected, not sealed. */
static SnId add(SnSession *session, double time, bool breakpoint, GError **error)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_WAYPOINT);
    char *name = sn_name_unused(list, breakpoint ? "breakpoint" : "waypoint");
    SnWaypoint *waypoint = (SnWaypoint *)sn_component_new(&SN_CLASS_WAYPOINT, name);
    waypoint->time = time;
    waypoint->breakpoint = breakpoint;
    g_free(name);
    return sn_edit_add(model, list->id, &waypoint->base, -1, error);
}

SnId sn_edits_add_waypoint(SnSession *session, double time, bool breakpoint)
{
    SnModel *model = sn_session_model(session);
    GError *error = NULL;
    sn_edit_begin(model, breakpoint ? "Add breakpoint" : "Add waypoint");
    SnId id = add(session, MAX(time, 0), breakpoint, &error);
    sn_edit_end(model);
    sn_edit_seal(model);
    if (error) {
        sn_session_fail(session, error->message);
        g_error_free(error);
        return SN_ID_NULL;
    }
    sn_session_select_one(session, id);
    return id;
}

static bool is_taken(SnSession *session, GArray *waypoints, double time, double tolerance)
{
    for (guint i = 0; i < waypoints->len; i++) {
        const SnWaypoint *waypoint = waypoint_of(session, g_array_index(waypoints, SnId, i));
        if (fabs(waypoint->time - time) < tolerance)
            return true;
    }
    return false;
}

int sn_edits_add_waypoints(SnSession *session, double from, double interval, int count)
{
    SnModel *model = sn_session_model(session);
    GArray *old = sn_edits_waypoints(session);
    GArray *made = g_array_new(FALSE, FALSE, sizeof(SnId));
    char *label = g_strdup_printf("Add %d waypoints", count);
    GError *error = NULL;
    sn_edit_begin(model, label);
    for (int i = 0; i < count && !error; i++) {
        const double time = from + i * interval;
        if (!is_taken(session, old, time, 1e-3 * interval)) {
            const SnId id = add(session, time, false, &error);
            if (!error)
                g_array_append_val(made, id);
        }
    }
    int n = (int)made->len;
    if (!error) {
        sn_edit_end(model);
        sn_session_select(session, (const SnId *)(void *)made->data, n, SN_SELECT_REPLACE);
    } else {
        sn_edit_abandon(model);
        sn_session_fail(session, error->message);
        g_error_free(error);
        n = 0;
    }
    sn_edit_seal(model);
    g_free(label);
    g_array_unref(made);
    g_array_unref(old);
    return n;
}

bool sn_edits_move_waypoint(SnSession *session, SnId id, double time)
{
    return sn_edits_set_number(session, &id, 1, "time", 0, MAX(time, 0));
}

bool sn_edits_toggle_breakpoint(SnSession *session, const SnId *ids, int n)
{
    bool all = true;
    for (int i = 0; i < n; i++) {
        const SnWaypoint *waypoint = waypoint_of(session, ids[i]);
        all &= !waypoint || waypoint->breakpoint;
    }
    return sn_edits_set_bool(session, ids, n, "breakpoint", !all);
}

bool sn_edits_delete_all_waypoints(SnSession *session)
{
    GArray *ids = sn_edits_waypoints(session);
    if (ids->len == 0) {
        g_array_unref(ids);
        return false;
    }
    SnModel *model = sn_session_model(session);
    char *label = g_strdup_printf("Delete %u waypoints", ids->len);
    GError *error = NULL;
    sn_edit_begin(model, label);
    const bool done = sn_edit_remove(model, (const SnId *)(void *)ids->data, (int)ids->len, &error);
    sn_edit_end(model);
    sn_edit_seal(model);
    if (done) {
        char *text = g_strdup_printf("Deleted %u waypoint%s.", ids->len, ids->len > 1 ? "s" : "");
        sn_session_report(
            session,
            &(SnBar){.severity = SN_NOTE, .text = text, .button = "Undo", .action = "win.undo"});
        g_free(text);
    } else {
        sn_session_fail(session, error->message);
        g_error_free(error);
    }
    g_free(label);
    g_array_unref(ids);
    return done;
}

/* --- how it is shown --- */

static void show(SnSession *session, SnId id, const char *name, const SnValue *value)
{
    SnModel *model = sn_session_model(session);
    sn_edit_set_view(model, id, sn_model_find_property(model, id, name), value);
}

void sn_edits_show_track(SnSession *session, SnId probe, bool open, int height)
{
    g_assert(height >= SN_TRACK_LEAST && height <= SN_TRACK_MOST);
    show(session, probe, "track.open", &(SnValue){.type = SN_TYPE_BOOL, .boolean = open});
    show(session, probe, "track.height", &(SnValue){.type = SN_TYPE_INT, .integer = height});
}

static bool collect_group(SnComponent *component, void *data)
{
    if (sn_class_is_a(component->class, &SN_CLASS_PROBE))
        g_ptr_array_add(data, ((SnProbe *)component)->group);
    return true;
}

/* Groups that have no probe any more are left out. */
void sn_edits_show_group(SnSession *session, const char *group, bool open)
{
    const SnModelComponent *root = (const SnModelComponent *)sn_session_model(session)->root;
    GPtrArray *groups = g_ptr_array_new();
    sn_component_walk(sn_session_model(session)->root, collect_group, groups);
    char **former = g_strsplit(root->folded_groups ? root->folded_groups : "", "\n", -1);
    GString *folded = g_string_new(open ? NULL : group);
    for (char **name = former; *name; name++) {
        if (strcmp(*name, group) != 0 &&
            g_ptr_array_find_with_equal_func(groups, *name, (GEqualFunc)g_str_equal, NULL))
            g_string_append_printf(folded, "%s%s", folded->len > 0 ? "\n" : "", *name);
    }
    show(session, root->base.base.id, "timeline.folded",
         &(SnValue){.type = SN_TYPE_STRING, .string = folded->str});
    g_string_free(folded, TRUE);
    g_strfreev(former);
    g_ptr_array_unref(groups);
}

void sn_edits_show_loop(SnSession *session, bool loop, double from, double to)
{
    const SnId root = sn_session_model(session)->root->id;
    show(session, root, "timeline.loop", &(SnValue){.type = SN_TYPE_BOOL, .boolean = loop});
    show(session, root, "timeline.loop_from",
         &(SnValue){.type = SN_TYPE_REAL, .number = {from < to ? from : 0}});
    show(session, root, "timeline.loop_to",
         &(SnValue){.type = SN_TYPE_REAL, .number = {from < to ? to : 0}});
}
