/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/output/tracked_paths.h"

#include "engine/model/drawable.h"
#include "engine/model/tracked.h"

#include <string.h>

/* Of a path: twice as many as a smooth curve needs; with one more, every other one goes.  Even: the
 * newest stays. */
#define MOST_PLACES 4000

typedef struct Path {
    SnId id;
    int row; /* its position */
    float color[3];
    GArray *places; /* [4] of double: time, x y z; of each `stride` samples the first, and the
                       newest */
} Path;

struct SnTrackedPaths {
    GArray *paths;
    int64_t n_samples, stride;
};

static void clear_path(gpointer data)
{
    g_array_unref(((Path *)data)->places);
}

SnTrackedPaths *sn_tracked_paths_new(const SnModel *model)
{
    SnTrackedPaths *paths = g_new0(SnTrackedPaths, 1);
    g_autoptr(GArray) ids = sn_model_tracked(model);
    paths->stride = 1;
    paths->paths = g_array_new(FALSE, FALSE, sizeof(Path));
    g_array_set_clear_func(paths->paths, clear_path);
    for (guint i = 0; i < ids->len; i++) {
        const SnComponent *component = sn_model_get(model, g_array_index(ids, SnId, i));
        SnStyle style;
        if (!sn_model_style(model, component, &style) || !style.visible)
            continue;
        Path path = {.id = component->id,
                     .row = sn_class_find_property(component->class, "position"),
                     .places = g_array_new(FALSE, FALSE, 4 * sizeof(double))};
        memcpy(path.color, style.color, sizeof path.color);
        g_array_append_val(paths->paths, path);
    }
    return paths;
}

void sn_tracked_paths_free(SnTrackedPaths *paths)
{
    g_array_unref(paths->paths);
    g_free(paths);
}

static void thin(GArray *places)
{
    double(*place)[4] = (double(*)[4])(void *)places->data;
    const guint n = places->len;
    guint kept = 0;
    for (guint i = 0; i < n; i += 2)
        memcpy(place[kept++], place[i], sizeof *place);
    g_array_set_size(places, kept);
}

void sn_tracked_paths_sample(SnTrackedPaths *paths, const SnSimulation *simulation)
{
    const int64_t phase = paths->n_samples++ % paths->stride;
    const bool replaces = phase != 1 % paths->stride; /* the newest is not one that stays */
    bool full = false;
    for (guint i = 0; i < paths->paths->len; i++) {
        Path *path = &g_array_index(paths->paths, Path, i);
        double value[6], place[4] = {simulation->state->time};
        if (sn_simulation_get(simulation, path->id, path->row, value) < 3)
            continue;
        memcpy(place + 1, value, 3 * sizeof *value);
        if (replaces && path->places->len > 0)
            g_array_set_size(path->places, path->places->len - 1);
        g_array_append_val(path->places, place);
        full = full || path->places->len > MOST_PLACES;
    }
    if (!full || phase > 0)
        return;
    for (guint i = 0; i < paths->paths->len; i++)
        thin(g_array_index(paths->paths, Path, i).places);
    paths->stride *= 2;
}

SnPastKept *sn_tracked_paths_keep(const SnTrackedPaths *paths)
{
    const guint n = paths->paths->len;
    g_autofree SnTrail *trails = g_new0(SnTrail, n + 1);
    for (guint i = 0; i < n; i++) {
        const Path *path = &g_array_index(paths->paths, Path, i);
        trails[i] = (SnTrail){.n = (int)path->places->len,
                              .places = (const double *)(const void *)path->places->data};
        memcpy(trails[i].color, path->color, sizeof path->color);
    }
    return sn_past_keep(&(SnPast){.trails = trails, .n_trails = (int)n});
}
