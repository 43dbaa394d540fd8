/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/run_waypoints.h"

#include "app/command/command.h"
#include "engine/model/classes/timeline.h"

#include <math.h>
#include <string.h>

/* --- where a run begins --- */

/* "FILE:WAYPOINT" apart; a file that is there may have a colon in its name. */
static char *split(const char *from, const char *model_path, const char **waypoint)
{
    *waypoint = NULL;
    if (g_file_test(from, G_FILE_TEST_EXISTS))
        return g_strdup(from);
    const char *colon = strrchr(from, ':');
    if (!colon)
        return g_strdup(from);
    *waypoint = colon + 1;
    return colon == from ? sn_waypoint_file_name(model_path)
                         : g_strndup(from, (gsize)(colon - from));
}

bool sn_run_from(SnSimulation *s, const char *from, const char *model_path, GError **error)
{
    const char *waypoint;
    char *path = split(from, model_path, &waypoint);
    SnWaypointFile *file = sn_waypoint_file_read(path, error);
    SnLayout *layout = sn_layout_of(s->model, s->compiled->system);
    const SnSavedState *state = file && sn_waypoint_file_fits(file, path, layout, error)
                                    ? sn_waypoint_file_find(file, path, waypoint, error)
                                    : NULL;
    bool good = state != NULL;
    if (state && !sn_simulation_restore(s, state->step, state->time, state->active, state->data,
                                        (int)state->n)) {
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE,
                    "%s: the state has %u numbers, which is not what the model needs", path,
                    state->n);
        good = false;
    }
    sn_layout_free(layout);
    sn_waypoint_file_free(file);
    g_free(path);
    return good;
}

/* --- what it keeps --- */

typedef struct Mark {
    char *path;
    double time; /* [s] */
} Mark;

struct SnRunWaypoints {
    GArray *marks; /* of Mark: not passed yet */
    SnWaypointFile *file;
};

static void clear_mark(void *mark)
{
    g_free(((Mark *)mark)->path);
}

typedef struct Search {
    const SnModel *model;
    GArray *marks;
} Search;

static bool add_mark(SnComponent *component, void *data)
{
    const Search *search = data;
    if (component->class == &SN_CLASS_WAYPOINT) {
        const Mark mark = {sn_model_path(search->model, component->id),
                           ((const SnWaypoint *)component)->time};
        g_array_append_val(search->marks, mark);
    }
    return true;
}

SnRunWaypoints *sn_run_waypoints_new(const SnSimulation *s)
{
    SnRunWaypoints *waypoints = g_new0(SnRunWaypoints, 1);
    waypoints->marks = g_array_new(FALSE, FALSE, sizeof(Mark));
    g_array_set_clear_func(waypoints->marks, clear_mark);
    waypoints->file = sn_waypoint_file_new(sn_layout_of(s->model, s->compiled->system));
    sn_component_walk(s->model->root, add_mark, &(Search){s->model, waypoints->marks});
    return waypoints;
}

void sn_run_waypoints_free(SnRunWaypoints *waypoints)
{
    if (!waypoints)
        return;
    g_array_unref(waypoints->marks);
    sn_waypoint_file_free(waypoints->file);
    g_free(waypoints);
}

void sn_run_waypoints_pass(SnRunWaypoints *waypoints, const SnSimulation *s)
{
    const double half = 0.5 * s->compiled->system->step_size;
    for (guint i = waypoints->marks->len; i-- > 0;) {
        const Mark *mark = &g_array_index(waypoints->marks, Mark, i);
        if (fabs(s->state->time - mark->time) > half * (1 + 1e-9))
            continue;
        SnState *state = s->state;
        const SnSavedState saved = {
            .path = mark->path,
            .marked = mark->time,
            .step = state->step,
            .time = state->time,
            .active = state->active,
            .data = state->data,
            .n = (uint32_t)((state->size - sizeof *state) / sizeof *state->data)};
        sn_waypoint_file_add(waypoints->file, &saved);
        g_array_remove_index(waypoints->marks, i);
    }
}

bool sn_run_waypoints_write(const SnRunWaypoints *waypoints, const char *path, GError **error)
{
    g_autofree char *note = sn_command_output_note(path);
    const bool good = sn_waypoint_file_write(waypoints->file, path, error);
    sn_command_say_output_note(path, good ? note : NULL);
    return good;
}
