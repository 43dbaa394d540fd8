/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of the selected components a manipulator can change, by which of their properties, and from
 * where. */
#ifndef SN_UI_VIEWPORT_MOVE_TARGET_H
#define SN_UI_VIEWPORT_MOVE_TARGET_H

#include "engine/model/classes/strand.h"
#include "ui/session/session.h"

/* One component being moved.  Its world pose is carrier o (place, turn). */
typedef struct SnMoveTarget {
    SnId id;
    const char *place, *turn;           /* property names; turn NULL: a point */
    const char *scale;                  /* NULL: cannot be scaled */
    double position[3], orientation[4]; /* in the world, at the start */
    double carrier[3], carrier_turn[4];
    double start_place[3], start_turn[4], start_scale[3];
    /* the second side of a joint, which moves with the first; names NULL: there is none */
    const char *place_b, *turn_b;
    double position_b[3], orientation_b[4]; /* in the world, at the start */
    double carrier_b[3], carrier_b_turn[4];
} SnMoveTarget;

/* Those of the selection (of SnMoveTarget, instead of what the array held): with a pose of their
 * own, and not carried by another one that is selected. */
void sn_move_targets_collect(SnSession *session, GArray *targets);

/* One component, in the world as shown now, or as the model has it; false: it has no pose of its
 * own now. */
bool sn_move_target_of(SnSession *session, SnId id, SnMoveTarget *target);

/* The node of a strand that an id means; NULL: none. */
const SnStrandNode *sn_strand_node_of(const SnModel *model, SnId id);

#endif
