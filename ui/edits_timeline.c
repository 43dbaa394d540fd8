/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits_timeline.h"

#include "engine/model/classes/timeline.h"
#include "ui/edits.h"

#include <math.h>

/* Those of a model and of the models in it: a walk over all components would be slow where there
 * are many. */
static void collect(const SnComponent *model, GArray *ids)
{
    const SnComponent *list = sn_model_list_for(model, &SN_CLASS_WAYPOINT);
    for (guint i = 0; list != NULL && i < list->children->len; i++) {
        const SnComponent *child = g_ptr_array_index(list->children, i);
        g_array_append_val(ids, child->id);
    }
    const SnComponent *models = sn_model_list(model, "models");
    for (guint i = 0; models != NULL && i < models->children->len; i++) {
        collect(g_ptr_array_index(models->children, i), ids);
    }
}

GArray *sn_edits_waypoints(SnSession *session)
{
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    const SnModel *model = sn_session_model(session);
    if (model != NULL) {
        collect(model->root, ids);
    }
    return ids;
}

static const SnWaypoint *waypoint_of(SnSession *session, SnId id)
{
    const SnComponent *component = sn_model_get(sn_session_model(session), id);
    return component != NULL && component->class == &SN_CLASS_WAYPOINT
               ? (const SnWaypoint *)component
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
    if (error != NULL) {
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
        if (fabs(waypoint->time - time) < tolerance) {
            return true;
        }
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
    for (int i = 0; i < count && error == NULL; i++) {
        const double time = from + i * interval;
        if (!is_taken(session, old, time, 1e-3 * interval)) {
            const SnId id = add(session, time, false, &error);
            if (error == NULL) {
                g_array_append_val(made, id);
            }
        }
    }
    int n = (int)made->len;
    if (error == NULL) {
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
        all &= waypoint == NULL || waypoint->breakpoint;
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
        sn_session_tell(
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
