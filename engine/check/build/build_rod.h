/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cosserat strands in systems built by hand. */
#ifndef SN_CHECK_BUILD_ROD_H
#define SN_CHECK_BUILD_ROD_H

#include "engine/check/build/build_system.h"

/* A body with the mass and inertia of an elliptic cylinder along its z. */
int sn_build_rod_frame(SnBuild *build, double mass, const double half_width[2], double length,
                       const double position[3], const double orientation[4]);
/* A strand through n bodies (handles) as they stand, at rest there, of an elliptic section with
 * these half-widths; without stiffness until parameters are set in system->rods.rods[result]. */
int sn_build_rod(SnBuild *build, int n, const int *bodies, const double half_width[2]);
/* Gives it a muscle's law, with an input for the excitation; returns the number of the muscle. */
int sn_build_rod_muscle(SnBuild *build, int rod, const SnMuscleParameters *muscle);

/* n frames from the origin along +x (z of each), total length and mass; half the share at the ends.
 * bodies[n] receives the handles. */
void sn_build_rod_line(SnBuild *build, int n, double length, double mass,
                       const double half_width[2], int *bodies);

/* A strand of n frames (at most 64) and 1 m along x, of a round section, E = 1e7, G = 4e6 Pa, its
 * first frame held at the origin; the load on the last one, force then moment, is the first input.
 * Each step is an equilibrium. */
SnTrial sn_build_cantilever(int n, const double load[6]);
#define SN_CANTILEVER_BENDING (1e7 * M_PI * 1e-8 / 4) /* E I [N m2] */
#define SN_CANTILEVER_TWIST   (4e6 * M_PI * 1e-8 / 2) /* G J [N m2] */
#define SN_CANTILEVER_MASS    0.3                     /* [kg] */

/* Ten segments in series, 0.2 m, of a fully active muscle of 100 N, passive 30 N at a strain of 0.8
 * (thesis, Fig. 4.3): held at one end, the other led along x by the first of the inputs at *target
 * [m].  Flattened: its force does not fall beyond the optimal length. */
SnTrial sn_build_muscle_series(double step, bool flattened, int *target);

#endif
