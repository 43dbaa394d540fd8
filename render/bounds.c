/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/frame.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>

/* A still surface is what all else stands on, if it is so many times as large. */
static const double BACKDROP = 10;

static void include_point(const double p[3], double margin, double bounds[2][3])
{
    for (int k = 0; k < 3; k++) {
        if (!isfinite(p[k]))
            return;
    }
    for (int k = 0; k < 3; k++) {
        bounds[0][k] = fmin(bounds[0][k], p[k] - margin);
        bounds[1][k] = fmax(bounds[1][k], p[k] + margin);
    }
}

/* The box of (half sides) about a centre in a pose. */
static void include_box(const double pose[7], const double center[3], const double half[3],
                        double bounds[2][3])
{
    for (int corner = 0; corner < 8; corner++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = center[k] + (corner >> k & 1 ? half[k] : -half[k]);
        sn_pose_point(pose, pose + 3, p, p);
        include_point(p, 0, bounds);
    }
}

double sn_item_radius(const SnSceneItem *item)
{
    const SnStyle *style = &item->style;
    const double length = item->belly.length;
    const double belly = length > 0 ? sqrt(2 * item->belly.volume / (M_PI * length)) : 0;
    return style->line_style == SN_LINE_LINE ? 0 : fmax((double)style->line_radius, belly);
}

void sn_item_bounds(const SnSnapshot *snapshot, const SnSceneItem *item, double bounds[2][3])
{
    const double zero[3] = {0, 0, 0};
    const SnStyle *style = &item->style;
    switch (item->kind) {
    case SN_ITEM_MESH: {
        double center[3], half[3];
        if (!item->mesh || item->mesh->n_triangles == 0)
            return;
        for (int k = 0; k < 3; k++) {
            center[k] = (item->mesh->bounds[0][k] + item->mesh->bounds[1][k]) / 2;
            half[k] = (item->mesh->bounds[1][k] - item->mesh->bounds[0][k]) / 2;
        }
        include_box(snapshot->poses + 7 * (size_t)item->first, center, half, bounds);
        break;
    }
    case SN_ITEM_AXES: {
        const double length[3] = {item->size[0], item->size[0], item->size[0]};
        include_box(snapshot->poses + 7 * (size_t)item->first, zero, length, bounds);
        break;
    }
    case SN_ITEM_PLANE: {
        const double half[3] = {item->size[0], item->size[1], 0};
        include_box(snapshot->poses + 7 * (size_t)item->first, zero, half, bounds);
        break;
    }
    case SN_ITEM_POINT: {
        const double radius =
            style->point_style == SN_POINT_SQUARE ? 0 : (double)style->point_radius;
        include_point(snapshot->points + 3 * (size_t)item->first, radius, bounds);
        break;
    }
    case SN_ITEM_PATH: {
        const double radius = sn_item_radius(item);
        for (int i = 0; i < item->count; i++)
            include_point(snapshot->points +
                              3 * (size_t)snapshot->scene->path_points[item->first + i],
                          radius, bounds);
        break;
    }
    case SN_ITEM_FEM:
    case SN_ITEM_SKIN:
        for (int i = 0; item->fem && i < item->fem->n_nodes; i++)
            include_point(snapshot->points + 3 * (size_t)(item->first + i), 0, bounds);
        break;
    case SN_ITEM_FORCE: /* its arrow helps to see */
        break;
    case SN_ITEM_ARROW: {
        const double *from = snapshot->points + 3 * (size_t)item->first;
        include_point(from, 0, bounds);
        if (item->vector >= 0 && item->size[1] <= 0) {
            double tip[3];
            for (int k = 0; k < 3; k++)
                tip[k] = from[k] +
                         item->size[0] * (double)snapshot->vectors[3 * (size_t)item->vector + k];
            include_point(tip, 0, bounds);
        }
        break;
    }
    }
}

/* Nodes and elements of a FEM that are among the ids. */
static void include_parts(const SnSnapshot *snapshot, const SnSceneItem *item, const SnId *ids,
                          int n, double bounds[2][3])
{
    const SnFemMesh *fem = item->fem;
    const double *points = snapshot->points + 3 * (size_t)item->first;
    for (int i = 0; i < n && fem; i++) {
        const int array = sn_id_array(ids[i]), number = (int)sn_id_entry_index(ids[i]);
        if (array < 0 || !sn_id_equal(sn_id_component(ids[i]), item->id))
            continue;
        if (array == 0 && number < fem->n_nodes)
            include_point(points + 3 * number, 0, bounds);
        for (int e = 0; array == 1 && e < fem->n_elements; e++)
            for (int k = fem->start[e]; fem->original[e] == number && k < fem->start[e + 1]; k++)
                include_point(points + 3 * fem->nodes[k], 0, bounds);
    }
}

/* Nodes of a strand that are among the ids. */
static void include_nodes(const SnSnapshot *snapshot, const SnSceneItem *item, const SnId *ids,
                          int n, double bounds[2][3])
{
    for (int i = 0; i < item->n_nodes; i++) {
        const SnNodeView *node = &snapshot->scene->nodes[item->first_node + i];
        const SnId id = sn_id_of_entry(item->id, 0, (uint32_t)node->entry);
        for (int k = 0; k < n; k++)
            if (sn_id_equal(ids[k], id))
                include_point(snapshot->points + 3 * (size_t)node->point, 0, bounds);
    }
}

static bool is_wanted(SnId id, const SnId *ids, int n)
{
    if (!ids)
        return true;
    for (int i = 0; i < n; i++)
        if (sn_id_equal(id, ids[i]) || sn_id_equal(sn_id_component(id), ids[i]))
            return true;
    return false;
}

static void no_bounds(double bounds[2][3])
{
    for (int k = 0; k < 3; k++)
        bounds[0][k] = INFINITY, bounds[1][k] = -INFINITY;
}

static double size_of(double bounds[2][3])
{
    return bounds[0][0] <= bounds[1][0] ? sn_v3_distance(bounds[0], bounds[1]) : 0;
}

/* The largest still surface that is framed; -1: there is none. */
static int largest_still(const SnSnapshot *snapshot, const bool *framed, double *size)
{
    int largest = -1;
    *size = 0;
    for (int i = 0; i < snapshot->scene->n_items; i++) {
        double bounds[2][3];
        if (!framed[i] || !snapshot->scene->items[i].still)
            continue;
        no_bounds(bounds);
        sn_item_bounds(snapshot, &snapshot->scene->items[i], bounds);
        if (size_of(bounds) > *size) {
            *size = size_of(bounds);
            largest = i;
        }
    }
    return largest;
}

void sn_find_framed(const SnSnapshot *snapshot, bool *framed)
{
    const SnScene *scene = snapshot->scene;
    bool any = false;
    for (int i = 0; i < scene->n_items; i++) {
        framed[i] = scene->items[i].style.visible && !scene->items[i].endless;
        any = any || (framed[i] && scene->items[i].kind != SN_ITEM_AXES);
    }
    for (int i = 0; i < scene->n_items && !any; i++)
        framed[i] = scene->items[i].style.visible;
    double size, others[2][3];
    const int largest = largest_still(snapshot, framed, &size);
    no_bounds(others);
    for (int i = 0; i < scene->n_items && largest >= 0; i++)
        if (framed[i] && i != largest && scene->items[i].kind != SN_ITEM_AXES)
            sn_item_bounds(snapshot, &scene->items[i], others);
    if (size_of(others) > 0 && size > BACKDROP * size_of(others))
        framed[largest] = false;
}

static bool find_bounds(const SnSnapshot *snapshot, const SnId *ids, int n, double bounds[2][3])
{
    no_bounds(bounds);
    if (!snapshot || !snapshot->scene)
        return false;
    for (int i = 0; i < snapshot->scene->n_items; i++) {
        const SnSceneItem *item = &snapshot->scene->items[i];
        if (item->style.visible && is_wanted(item->id, ids, n))
            sn_item_bounds(snapshot, item, bounds);
        else if (item->style.visible && item->kind == SN_ITEM_FEM)
            include_parts(snapshot, item, ids, n, bounds);
        else if (item->style.visible)
            include_nodes(snapshot, item, ids, n, bounds);
    }
    return bounds[0][0] <= bounds[1][0];
}

bool sn_snapshot_bounds(const SnSnapshot *snapshot, double bounds[2][3])
{
    return find_bounds(snapshot, NULL, 0, bounds);
}

bool sn_snapshot_framed(const SnSnapshot *snapshot, double bounds[2][3])
{
    no_bounds(bounds);
    if (!snapshot || !snapshot->scene || snapshot->scene->n_items == 0)
        return false;
    bool *framed = sn_alloc((size_t)snapshot->scene->n_items, sizeof *framed);
    sn_find_framed(snapshot, framed);
    for (int i = 0; i < snapshot->scene->n_items; i++)
        if (framed[i])
            sn_item_bounds(snapshot, &snapshot->scene->items[i], bounds);
    sn_free(framed);
    return bounds[0][0] <= bounds[1][0];
}

bool sn_snapshot_bounds_of(const SnSnapshot *snapshot, const SnId *ids, int n, double bounds[2][3])
{
    static const SnId none;
    return find_bounds(snapshot, ids ? ids : &none, n, bounds);
}
