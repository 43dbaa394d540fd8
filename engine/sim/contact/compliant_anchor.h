/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs of elastic foundations along the surface (joint-modeller 3.4: cartilage springs with a
 * lateral stiffness).  Each stays at the point of the second body where it touched first, its
 * anchor, which the state remembers; where friction does not hold it, the anchor follows, so that
 * the spring carries as much as friction does.  Anchors stand still within a step. */
#ifndef SN_SIM_CONTACT_COMPLIANT_ANCHOR_H
#define SN_SIM_CONTACT_COMPLIANT_ANCHOR_H

#include "engine/sim/contact/compliant_shape.h"

/* What the state keeps of a spring. */
typedef enum SnAnchor {
    SN_ANCHOR_HELD,  /* 1: it has an anchor */
    SN_ANCHOR_POINT, /* 3: in the shape's frame, from its origin [m] */
    SN_N_ANCHOR = SN_ANCHOR_POINT + 3,
} SnAnchor;

/* Room in state.history for the pairs whose rules have a lateral stiffness. */
void sn_finish_anchors(SnSystem *system);
/* Gives the point of spring i, which is at `at`, its anchor. */
void sn_anchor_hold(const SnCompliantPair *pair, const SnState *state, int i, const double at[3],
                    const SnPlacedShape *second, SnCompliantPoint *p);
/* At the end of a step, whose q and u are in the state, after sn_kinematics there: anchors of what
 * has come to press, of what slips, and none of what has left. */
void sn_anchors_remember(const SnSystem *system, SnState *state, SnWorkspace *work);
/* SnForceClass.carry: of pairs with as many springs. */
void sn_anchors_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                      SnState *to);

#endif
