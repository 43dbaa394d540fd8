/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A generalised force on a coordinate of a joint: a moment about an axis that is fixed in one of
 * the bodies, a force along an axis of a, or along the coordinate's own derivative where the
 * joint's class has a motion. */
#ifndef SN_SIM_RIGID_COORDINATE_PUSH_H
#define SN_SIM_RIGID_COORDINATE_PUSH_H

#include "engine/sim/system/workspace.h"

/* Force elastic(c) - damping(c) dc/dt on a coordinate c, [N m] or [N]. */
typedef struct SnCoordinatePush {
    double elastic, slope;         /* and its derivative by c */
    double damping, damping_slope; /* likewise; damping >= 0 */
    double gradient[12]; /* of c by (position of the centre, small rotation in body axes) of both
                            blocks; may be zero for a constant damper of a joint without a motion */
} SnCoordinatePush;

/* Adds the force to work.forces.applied and explicit_force and, if implicit, its derivatives to
 * M-hat, exact also where the joint is open.  Of a joint whose class has a motion M-hat has the
 * part along the derivative; the turning of that is left out, as with the forces along rows.
 * slots: into pairs.stiffness_slot, as for frame springs; where a coordinate's axis is fixed in b
 * a second time behind them with the frames exchanged. */
void sn_coordinate_push(const SnSystem *system, const SnState *state, SnWorkspace *work,
                        const SnSystemJoint *joint, int coordinate, int slots,
                        const SnCoordinatePush *push, bool implicit, double d, double k);

#endif
