/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/load_arrow.h"

#include "engine/base/vec.h"

#include <math.h>

static const double clear_alpha = 0.9;               /* what is clearer hides nothing */
static const double skin = 0.02;                     /* of a box about it, over its diagonal */
static const double least_ring = 34, most_ring = 60; /* radius [logical pixels] */
static const double ahead = 0.8,
                    beyond = 0.3; /* of a ring's radius: from its point, or a surface */

typedef struct Box { /* in a pose */
    double pose[7], low[3], high[3];
    bool soft; /* of a FEM */
} Box;

void sn_holders_empty(SnHolders *holders)
{
    holders->boxes.count = 0;
    holders->found = false;
}

void sn_holders_free(SnHolders *holders)
{
    sn_buffer_free(&holders->boxes);
    holders->found = false;
}

static bool hides(const SnSceneItem *item)
{
    return item->style.visible && (double)item->style.alpha >= clear_alpha && !item->through &&
           item->style.faces != SN_FACES_WIREFRAME;
}

/* The corners of an item in its own axes; false: it has no inside. */
static bool find_box(const SnSnapshot *snapshot, const SnSceneItem *item, Box *box)
{
    static const double upright[7] = {0, 0, 0, 1, 0, 0, 0};
    const double *pose = upright;
    for (int k = 0; k < 3; k++)
        box->low[k] = INFINITY, box->high[k] = -INFINITY;
    if (item->kind == SN_ITEM_MESH && item->mesh && item->mesh->n_triangles > 0) {
        pose = snapshot->poses + 7 * (size_t)item->first;
        for (int k = 0; k < 3; k++) {
            box->low[k] = item->mesh->bounds[0][k];
            box->high[k] = item->mesh->bounds[1][k];
        }
    }
    for (int i = 0; item->kind == SN_ITEM_FEM && item->fem && i < item->fem->n_nodes; i++) {
        const double *p = snapshot->points + 3 * (size_t)(item->first + i);
        for (int k = 0; k < 3; k++) {
            box->low[k] = fmin(box->low[k], p[k]);
            box->high[k] = fmax(box->high[k], p[k]);
        }
    }
    box->soft = item->kind == SN_ITEM_FEM;
    for (int k = 0; k < 7; k++)
        box->pose[k] = pose[k];
    const double grown = skin * sn_v3_distance(box->low, box->high);
    for (int k = 0; k < 3; k++)
        box->low[k] -= grown, box->high[k] += grown;
    return isfinite(grown) && isfinite(pose[0] + pose[3]);
}

static void need_boxes(const SnSnapshot *snapshot, SnHolders *holders)
{
    if (holders->found)
        return;
    holders->found = true;
    for (int i = 0; i < snapshot->scene->n_items; i++) {
        Box box;
        if (hides(&snapshot->scene->items[i]) &&
            find_box(snapshot, &snapshot->scene->items[i], &box))
            *(Box *)sn_buffer_add(&holders->boxes, 1, sizeof box) = box;
    }
}

/* A place in the axes of a box; whether it is inside. */
static bool is_inside(const Box *box, const double point[3], double local[3])
{
    sn_pose_inverse_point(box->pose, box->pose + 3, point, local);
    for (int k = 0; k < 3; k++)
        if (!(local[k] >= box->low[k] && local[k] <= box->high[k]))
            return false;
    return true;
}

void sn_load_ends(const SnSnapshot *snapshot, const SnSceneItem *item, SnHolders *holders,
                  double ends[2][3])
{
    const double *from = snapshot->points + 3 * (size_t)item->first;
    const float *vector = snapshot->vectors + 3 * (size_t)item->vector;
    double local[3];
    for (int k = 0; k < 3; k++) {
        ends[0][k] = from[k];
        ends[1][k] = from[k] + item->size[0] * (double)vector[k];
    }
    need_boxes(snapshot, holders);
    const Box *boxes = holders->boxes.data;
    for (int i = 0; i < holders->boxes.count; i++) {
        if (!boxes[i].soft || !is_inside(&boxes[i], ends[0], local) ||
            !is_inside(&boxes[i], ends[1], local))
            continue;
        for (int k = 0; k < 3; k++) {
            ends[0][k] = 2 * from[k] - ends[1][k];
            ends[1][k] = from[k];
        }
        return;
    }
}

double sn_load_way_out(const SnSnapshot *snapshot, SnHolders *holders, const double point[3],
                       const double direction[3])
{
    double most = 0;
    need_boxes(snapshot, holders);
    const Box *boxes = holders->boxes.data;
    for (int i = 0; i < holders->boxes.count; i++) {
        double local[3], turned[3], way = INFINITY;
        if (!is_inside(&boxes[i], point, local))
            continue;
        sn_q_unrotate(boxes[i].pose + 3, direction, turned);
        for (int k = 0; k < 3; k++) {
            const double left =
                turned[k] > 0 ? boxes[i].high[k] - local[k] : local[k] - boxes[i].low[k];
            if (fabs(turned[k]) > 1e-9)
                way = fmin(way, left / fabs(turned[k]));
        }
        most = fmax(most, way);
    }
    return isfinite(most) ? most : 0;
}

bool sn_load_ring(const SnSnapshot *snapshot, const SnSceneItem *item, SnHolders *holders,
                  const double back[3], double pixel, SnLoadRing *ring)
{
    const double *from = snapshot->points + 3 * (size_t)item->first;
    const float *vector = snapshot->vectors + 3 * (size_t)item->vector;
    const double moment[3] = {(double)vector[0], (double)vector[1], (double)vector[2]};
    const double size = sn_v3_normalize(moment, ring->axis);
    if (!(size > 0))
        return false;
    ring->radius = fmin(fmax(item->size[0] * size, least_ring * pixel), most_ring * pixel);
    sn_v3_copy(ring->axis, ring->out);
    double way = sn_load_way_out(snapshot, holders, from, ring->out);
    if (way > 0 && sn_v3_dot(ring->out, back) < 0) {
        sn_v3_scale(-1, ring->out, ring->out);
        way = sn_load_way_out(snapshot, holders, from, ring->out);
    }
    sn_v3_copy(from, ring->center);
    sn_v3_axpy(way > 0 ? fmax(ahead * ring->radius, way + beyond * ring->radius)
                       : ahead * ring->radius,
               ring->out, ring->center);
    return true;
}

bool sn_contact_force(const SnSnapshot *snapshot, const SnSceneItem *item, double center[3],
                      double force[3])
{
    double sum = 0;
    for (int k = 0; k < 3; k++)
        center[k] = force[k] = 0;
    for (int i = 0; i < snapshot->n_contacts; i++) {
        const SnContactView *contact = &snapshot->contacts[i];
        if (!sn_id_equal(contact->id, item->id) || !(contact->force > 0))
            continue;
        sn_v3_axpy(contact->force, contact->normal, force);
        sn_v3_axpy(contact->force, contact->position, center);
        sum += contact->force;
    }
    if (sum > 0)
        sn_v3_scale(1 / sum, center, center);
    return sum > 0 && isfinite(sum + center[0] + center[1] + center[2]);
}
