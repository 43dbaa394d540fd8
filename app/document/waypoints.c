/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/waypoints.h"

#include "engine/model/classes/timeline.h"
#include "engine/run/engine/engine_layout.h"
#include "engine/text/refuse.h"
#include "engine/text/write_file.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

/* --- reading --- */

SnWaypointFile *sn_waypoints_read(const char *model_path, GError **error)
{
    char *path = sn_waypoint_file_name(model_path);
    SnWaypointFile *file =
        g_file_test(path, G_FILE_TEST_EXISTS) ? sn_waypoint_file_read(path, error) : NULL;
    g_free(path);
    return file;
}

/* The waypoint of the model that a state was saved for; NULL: it is gone, or has another time. */
static const SnWaypoint *waypoint_of(const SnModel *model, const SnSavedState *state)
{
    const SnComponent *component =
        sn_model_get(model, sn_model_resolve(model, NULL, state->path, NULL));
    if (!component || component->class != &SN_CLASS_WAYPOINT)
        return NULL;
    const SnWaypoint *waypoint = (const SnWaypoint *)component;
    return waypoint->time == state->marked ? waypoint : NULL;
}

bool sn_waypoints_give(SnEngine *engine, const SnModel *model, const SnWaypointFile *file,
                       GError **error)
{
    char *path = sn_waypoint_file_name(model->path ? model->path : "");
    char *name = g_path_get_basename(path);
    SnLayout *layout = sn_engine_layout(engine);
    bool good = layout && sn_waypoint_file_fits(file, name, layout, error);
    for (guint i = 0; good && i < file->states->len; i++) {
        const SnSavedState *state = &g_array_index(file->states, SnSavedState, i);
        if (!waypoint_of(model, state))
            continue;
        good = sn_engine_give_state(engine, state->step, state->time, state->active, state->data,
                                    state->n);
        if (!good) {
            g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE,
                        "%s: the states do not fit the model; its waypoints keep their times",
                        name);
        }
    }
    sn_layout_free(layout);
    g_free(name);
    g_free(path);
    return good;
}

/* --- writing --- */

static SnWaypointFile *collect(SnEngine *engine, const SnModel *model)
{
    SnWaypointState *states = NULL;
    const int n = sn_engine_waypoint_states(engine, &states);
    SnLayout *layout = n > 0 ? sn_engine_layout(engine) : NULL;
    SnWaypointFile *file = layout ? sn_waypoint_file_new(layout) : NULL;
    for (int i = 0; file && i < n; i++) {
        const SnComponent *component = sn_model_get(model, states[i].waypoint);
        if (!component || component->class != &SN_CLASS_WAYPOINT)
            continue;
        char *path = sn_model_path(model, component->id);
        const SnSavedState state = {.path = path,
                                    .marked = ((const SnWaypoint *)component)->time,
                                    .step = states[i].step,
                                    .time = states[i].time,
                                    .active = states[i].active,
                                    .data = states[i].data,
                                    .n = (uint32_t)states[i].n};
        sn_waypoint_file_add(file, &state);
        g_free(path);
    }
    sn_waypoint_states_free(states, n);
    return file;
}

static bool is_waypoint(SnComponent *component, void *data)
{
    *(bool *)data |= component->class == &SN_CLASS_WAYPOINT;
    return true;
}

void sn_waypoints_own(GHashTable *own, const char *path, const SnFileStamp *stamp)
{
    if (stamp->known)
        g_hash_table_replace(own, g_strdup(path), g_memdup2(stamp, sizeof *stamp));
}

/* Nothing there, or what this document read or wrote there last. */
static bool is_own(GHashTable *own, const char *path)
{
    SnFileStamp *stamp = g_hash_table_lookup(own, path);
    if (!g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_SYMLINK))
        return true;
    return stamp && sn_file_stamp_compare(stamp, path, true) == SN_FILE_SAME;
}

static bool write_states(const SnWaypointFile *file, const char *path, const char *model_path,
                         GHashTable *own, GError **error)
{
    GByteArray *bytes = sn_waypoint_file_build(file);
    const bool good =
        sn_write_file_like(path, SN_OUTPUT_WHOLE, model_path, bytes->data, bytes->len, error);
    const SnFileStamp stamp = sn_file_stamp_of(bytes->data, bytes->len);
    if (good)
        sn_waypoints_own(own, path, &stamp);
    g_byte_array_unref(bytes);
    return good;
}

static bool leave(const char *path, GError **error)
{
    g_autofree char *name = g_path_get_basename(path);
    return sn_refuse(error, SN_MODEL_ERROR_FILE,
                     "the file %s beside it is not of this document and was left as it is", name);
}

SnStatesSaved sn_waypoints_save(SnEngine *engine, const SnModel *model, const char *model_path,
                                GHashTable *own, GError **error)
{
    g_autofree char *path = sn_waypoint_file_name(model_path);
    SnWaypointFile *file = collect(engine, model);
    SnStatesSaved saved = SN_STATES_SAVED;
    const bool states = file && file->states->len > 0, mine = is_own(own, path);
    bool any = false;
    sn_component_walk(model->root, is_waypoint, &any);
    if (states && !mine) {
        leave(path, error);
        saved = SN_STATES_FOREIGN;
    } else if (states) {
        saved =
            write_states(file, path, model_path, own, error) ? SN_STATES_SAVED : SN_STATES_FAILED;
    } else if (!any && mine) {
        g_unlink(path);
    }
    sn_waypoint_file_free(file);
    return saved;
}
