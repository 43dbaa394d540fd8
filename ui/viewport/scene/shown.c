/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/scene/shown.h"

#include "engine/base/vec.h"

const SnSceneItem *sn_shown_item(SnSession *session, SnId id)
{
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    if (!snapshot || !snapshot->scene)
        return NULL;
    for (int i = 0; i < snapshot->scene->n_items; i++) {
        if (sn_id_equal(snapshot->scene->items[i].id, id))
            return &snapshot->scene->items[i];
    }
    return NULL;
}

/* Where a node of a strand or FEM is. */
static bool node_place(const SnSnapshot *snapshot, const SnSceneItem *item, SnId id,
                       double position[3])
{
    const int index = (int)sn_id_entry_index(id);
    if (item->kind == SN_ITEM_FEM && sn_id_array(id) == 0 && index < item->fem->n_nodes) {
        sn_v3_copy(&snapshot->points[3 * (size_t)(item->first + index)], position);
        return true;
    }
    for (int i = 0; sn_id_array(id) == 0 && i < item->n_nodes; i++) {
        const SnNodeView *node = &snapshot->scene->nodes[item->first_node + i];
        if (node->entry == (int)sn_id_entry_index(id)) {
            sn_v3_copy(&snapshot->points[3 * node->point], position);
            return true;
        }
    }
    return false;
}

bool sn_shown_pose(SnSession *session, SnId id, double position[3], double orientation[4])
{
    const SnSceneItem *item = sn_shown_item(session, sn_id_component(id));
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    sn_q_identity(orientation);
    if (!item || id.entry != 0)
        return item && node_place(snapshot, item, id, position);
    switch (item->kind) {
    case SN_ITEM_MESH:
    case SN_ITEM_AXES:
    case SN_ITEM_PLANE: {
        const double *pose = &snapshot->poses[7 * item->first];
        sn_v3_copy(pose, position);
        sn_q_copy(pose + 3, orientation);
        return true;
    }
    case SN_ITEM_POINT:
    case SN_ITEM_ARROW:
        sn_v3_copy(&snapshot->points[3 * item->first], position);
        return true;
    case SN_ITEM_PATH:
    case SN_ITEM_FEM:
    case SN_ITEM_SKIN:
    case SN_ITEM_FORCE:
        return false;
    }
    return false;
}

bool sn_shown_bounds(SnSession *session, double bounds[2][3])
{
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    return snapshot && sn_snapshot_bounds(snapshot, bounds);
}

void sn_anchor_set(SnSession *session, const SnPickHit *hit, SnAnchor *anchor)
{
    double position[3], orientation[4];
    *anchor = (SnAnchor){.id = hit->id};
    sn_v3_copy(hit->position, anchor->world);
    if (sn_shown_pose(session, hit->id, position, orientation))
        sn_pose_inverse_point(position, orientation, hit->position, anchor->local);
    else
        anchor->id = SN_ID_NULL;
}

void sn_anchor_update(SnSession *session, SnAnchor *anchor)
{
    double position[3], orientation[4];
    if (sn_shown_pose(session, anchor->id, position, orientation))
        sn_pose_point(position, orientation, anchor->local, anchor->world);
}
