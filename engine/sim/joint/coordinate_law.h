/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of forces on coordinates (engine/sim/system/coordinate_force.h): mathematics alone. */
#ifndef SN_SIM_RIGID_COORDINATE_LAW_H
#define SN_SIM_RIGID_COORDINATE_LAW_H

#include "engine/sim/system/coordinate_force.h"

/* Force elastic - damping dc/dt at c, and how both change with c. */
typedef struct SnCoordinateLawValue {
    double elastic, slope;
    double damping, damping_slope;
    double energy; /* that is stored [J] */
} SnCoordinateLawValue;

/* At coordinate c that changes by `rate`.  numbers: of functions, shared; input: of a given force.
 */
SnCoordinateLawValue sn_coordinate_law(const SnSystemCoordinateForce *force, const double *numbers,
                                       double input, double c, double rate);

#endif
