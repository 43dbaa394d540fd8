/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which coordinates of a model are free to be fitted, and which follow or stay. */
#include "engine/marker_fit.h"

#include "engine/model/classes/joint.h"

static void clear_coordinate(void *data)
{
    g_free(((SnFreeCoordinate *)data)->name);
}

typedef struct Search {
    const SnModel *model;
    SnPoser *poser;
    const GArray *known; /* free ones, where the others are looked for; NULL: these are */
    GArray *found;
} Search;

/* Whether it can be set while those found before it stay: what follows others, or a closed loop,
 * cannot. */
static bool is_free(const Search *s, const SnPoseTarget *at)
{
    const guint n = s->found->len;
    if (sn_poser_follows(s->poser, s->model, at->joint, at->property))
        return false;
    g_autofree SnPoseTarget *targets = g_new(SnPoseTarget, n + 1);
    for (guint i = 0; i < n; i++)
        targets[i] = g_array_index(s->found, SnFreeCoordinate, i).at;
    for (int sign = 1; sign >= -1; sign -= 2) { /* a limit may be on one side */
        targets[n] = *at;
        targets[n].value += sign * 1e-3;
        GArray *pose = sn_poser_solve(s->poser, s->model, targets, (int)n + 1, NULL);
        if (!pose)
            continue;
        g_array_unref(pose);
        return true;
    }
    return false;
}

static bool is_known(const Search *s, const SnPoseTarget *at)
{
    for (guint i = 0; i < s->known->len; i++) {
        const SnPoseTarget *one = &g_array_index(s->known, SnFreeCoordinate, i).at;
        if (sn_id_equal(one->joint, at->joint) && one->property == at->property)
            return true;
    }
    return false;
}

static bool add_coordinates(SnComponent *component, void *data)
{
    Search *s = data;
    int k = 0;
    for (int row = 0; row < sn_class_n_properties(component->class); row++) {
        const SnProperty *property = sn_class_property(component->class, row);
        SnFreeCoordinate c = {.at = {.joint = component->id, .property = row}};
        if (!sn_is_coordinate(property) ||
            !sn_poser_value(s->poser, s->model, component->id, row, &c.at.value))
            continue;
        c.name = sn_joint_coordinate_name(component, k++);
        if (s->known
                ? is_known(s, &c.at)
                : sn_coordinate_drive(s->model, component->id, property) || !is_free(s, &c.at)) {
            g_free(c.name);
            continue;
        }
        if (!c.name) {
            g_autofree char *path = sn_model_path(s->model, component->id);
            c.name = g_strdup_printf("%s:%s", path, property->name);
        }
        g_array_append_val(s->found, c);
    }
    return true;
}

static GArray *coordinates_of(const SnModel *model, const GArray *known, GError **error)
{
    Search s = {.model = model, .poser = sn_poser_new(model, error), .known = known};
    if (!s.poser)
        return NULL;
    s.found = g_array_new(FALSE, TRUE, sizeof(SnFreeCoordinate));
    g_array_set_clear_func(s.found, clear_coordinate);
    sn_component_walk(model->root, add_coordinates, &s);
    sn_poser_free(s.poser);
    return s.found;
}

GArray *sn_free_coordinates(const SnModel *model, GError **error)
{
    return coordinates_of(model, NULL, error);
}

GArray *sn_other_coordinates(const SnModel *model, const GArray *free, GError **error)
{
    return coordinates_of(model, free, error);
}
