/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of springs and ligaments along paths. */
#ifndef SN_SIM_RIGID_SPRING_FORCE_H
#define SN_SIM_RIGID_SPRING_FORCE_H

#include "engine/sim/system/workspace.h"

/* The tension at this length and rate.  A Maxwell arm answers over work.forces.viscous_dt from
 * where the state has its dashpot. */
SnPathResults sn_spring_law(const SnSystem *system, const double *inputs, const SnState *state,
                            const SnWorkspace *work, const SnSystemPath *path, double length,
                            double rate);
/* Its part without dampers [N]; table, numbers: of laws of those types, a table or a function. */
double sn_spring_elastic_tension(const SnSpringParameters *spring, const SnSplineTable *table,
                                 const double *numbers, double length);
/* What the state keeps of a spring that remembers (path_force.h) at the start: a dashpot relaxed, a
 * bolus whole where there is room for it. */
double sn_spring_at_start(const SnSpringParameters *spring, double length);
/* And after a time dt (HUGE_VAL: it relaxes) that ends at this length and rate: length of the path
 * at which a Maxwell arm has no force, exact for a length that changes linearly, or backward Euler;
 * whether a bolus has collapsed (SnBolusState). */
double sn_spring_memory_after(const SnSpringParameters *spring, double length, double rate,
                              double before, double dt, bool exact);

#endif
