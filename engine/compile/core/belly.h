/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How thick a muscle is drawn. */
#ifndef SN_COMPILE_CORE_BELLY_H
#define SN_COMPILE_CORE_BELLY_H

#include "engine/muscle/muscle.h"
#include "engine/snapshot.h"

/* Flesh of a muscle whose path has a length at the start [m].  Its volume is that of its fibres,
 * F_max l_opt / sigma, with a stress of 1.2 MPa: three times the physiological one, as the lines of
 * action of a whole region would otherwise hide each other; or `matter` [m3], what a strand is made
 * of, where that is more.  The belly covers the fibres, a pennate one more. */
SnBelly sn_compiler_belly(const SnMuscleParameters *muscle, double length, double matter);

/* Puts the belly where the path at the start, a line of points [n] in metres, bends least: flesh
 * lies along the bone, and what goes round corners is tendon.  Without corners a quarter of the
 * tendon is before it. */
void sn_compiler_place_belly(SnBelly *belly, const double (*points)[3], int n);

/* Flesh of a line of matter [m3] without a law of muscles, for those drawn as spindles. */
SnBelly sn_compiler_matter_belly(double length, double matter);

#endif
