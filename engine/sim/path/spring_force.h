/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of springs and ligaments along paths. */
#ifndef SN_SIM_RIGID_SPRING_FORCE_H
#define SN_SIM_RIGID_SPRING_FORCE_H

#include "engine/sim/system/workspace.h"

/* The tension at this length and rate.  A Maxwell arm answers over work.forces.viscous_dt from
 * where the state has its dashpot. */
SnPathResults sn_spring_law(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                            const SnSystemPath *path, double length, double rate);
/* Its part without dampers [N]; table: of a law of that type. */
double sn_spring_elastic_tension(const SnSpringParameters *spring, const SnSplineTable *table,
                                 double length);
/* The spring has a Maxwell arm, whose dashpot's length is in the state. */
bool sn_spring_has_arm(const SnSpringParameters *spring);
/* Length of the path at which the arm has no force, after a time dt (HUGE_VAL: it relaxes) that
 * ends at this length and rate: exact for a length that changes linearly, or backward Euler. */
double sn_spring_arm_after(const SnSpringParameters *spring, double length, double rate,
                           double before, double dt, bool exact);

#endif
