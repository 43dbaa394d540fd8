/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/scene/cover.h"

#include "engine/base/vec.h"

#include <math.h>

#define CLEAR 0.6F /* opacity below which what is behind is seen well enough */
#define LYING 0.7  /* cosine of the tilt of a side that counts as one to stand on */
#define RIM                                                                                        \
    1e-3 /* share of the way that a box must end before the place, or begin after the eye          \
          */

/* Around the nodes of a FEM. */
static bool node_box(const SnSnapshot *snapshot, const SnSceneItem *item, SnCoverBox *box)
{
    for (int k = 0; k < 3; k++) {
        box->corners[0][k] = HUGE_VAL;
        box->corners[1][k] = -HUGE_VAL;
    }
    for (int i = 0; i < 3 * item->fem->n_nodes; i++) {
        const double x = snapshot->points[3 * (size_t)item->first + (size_t)i];
        box->corners[0][i % 3] = fmin(box->corners[0][i % 3], x);
        box->corners[1][i % 3] = fmax(box->corners[1][i % 3], x);
    }
    return item->fem->n_nodes > 0;
}

static bool mesh_box(const SnSnapshot *snapshot, const SnSceneItem *item, SnCoverBox *box)
{
    const double *pose = &snapshot->poses[7 * (size_t)item->first];
    for (int k = 0; k < 7; k++)
        box->pose[k] = pose[k];
    sn_v3_copy(item->mesh->bounds[0], box->corners[0]);
    sn_v3_copy(item->mesh->bounds[1], box->corners[1]);
    return item->mesh->n_triangles > 0;
}

GArray *sn_cover_boxes(const SnSnapshot *snapshot)
{
    GArray *boxes = g_array_new(FALSE, FALSE, sizeof(SnCoverBox));
    for (int i = 0; snapshot && snapshot->scene && i < snapshot->scene->n_items; i++) {
        const SnSceneItem *item = &snapshot->scene->items[i];
        const bool tissue = (item->kind == SN_ITEM_FEM || item->kind == SN_ITEM_SKIN) && item->fem;
        const bool mesh = item->kind == SN_ITEM_MESH && item->mesh && !item->through;
        SnCoverBox box = {.pose = {0, 0, 0, 1, 0, 0, 0}};
        if (!item->style.visible || item->style.alpha < CLEAR)
            continue;
        if ((tissue && node_box(snapshot, item, &box)) || (mesh && mesh_box(snapshot, item, &box)))
            g_array_append_val(boxes, box);
    }
    return boxes;
}

static bool hides(const SnCoverBox *box, const double eye[3], const double place[3],
                  const double up[3])
{
    double from[3], to[3], local_up[3], enter = -HUGE_VAL, leave = HUGE_VAL;
    int side = 0;
    sn_pose_inverse_point(box->pose, box->pose + 3, eye, from);
    sn_pose_inverse_point(box->pose, box->pose + 3, place, to);
    for (int k = 0; k < 3; k++) {
        const double along = to[k] - from[k];
        const double low = box->corners[0][k] - from[k], high = box->corners[1][k] - from[k];
        if (along == 0) {
            if (low > 0 || high < 0)
                return false;
            continue;
        }
        const double first = fmin(low / along, high / along);
        side = first > enter ? k : side;
        enter = fmax(enter, first);
        leave = fmin(leave, fmax(low / along, high / along));
    }
    if (enter <= 0 || leave <= enter + RIM)
        return false;
    sn_q_unrotate(box->pose + 3, up, local_up);
    return enter < 1 - RIM || fabs(local_up[side]) < LYING;
}

bool sn_cover_hides(const GArray *boxes, const double eye[3], const double place[3],
                    const double up[3])
{
    for (guint i = 0; i < boxes->len; i++)
        if (hides(&g_array_index(boxes, SnCoverBox, i), eye, place, up))
            return true;
    return false;
}
