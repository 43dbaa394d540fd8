/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tension of a strand's matter from its stretch (present over rest length), place by place. */
#ifndef SN_SIM_SPLINE_SPLINE_LAW_H
#define SN_SIM_SPLINE_SPLINE_LAW_H

#include "engine/sim/system/system.h"

/* Passive part by p (linear, tension only, tendon; viscous) and the muscle's, if there is one
 * (NULL): its law is for the whole strand, as if all of it were stretched like this, so it needs
 * the strand's rest length [m].  `rate` of the stretch [1/s]. */
SnSplineTension sn_spline_law(const SnStrandParameters *p, const SnMuscleParameters *muscle,
                              double rest_length, double stretch, double rate, double activation);

/* Thelen's tendon (strands.md 5): force over force at strain .033, exponential toe, then straight;
 * slope d/d strain and integral over the strain. */
double sn_tendon_curve(double strain, double *slope, double *integral);

#endif
