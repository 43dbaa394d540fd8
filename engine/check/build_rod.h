/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cosserat strands in systems built by hand. */
#ifndef SN_CHECK_BUILD_ROD_H
#define SN_CHECK_BUILD_ROD_H

#include "engine/check/build_system.h"

/* A body with the mass and inertia of an elliptic cylinder along its z. */
int sn_build_rod_frame(SnBuild *build, double mass, const double half_width[2], double length,
                       const double position[3], const double orientation[4]);
/* A strand through n bodies (handles) as they stand, at rest there, of an elliptic section with
 * these half-widths; without stiffness until parameters are set in system->rods.rods[result]. */
int sn_build_rod(SnBuild *build, int n, const int *bodies, const double half_width[2]);
/* Gives it a muscle's law, with an input for the excitation; returns the number of the muscle. */
int sn_build_rod_muscle(SnBuild *build, int rod, const SnMuscleParameters *muscle);

/* Gives it a tube as mesh, with contact in voxels of this size and as deep a reach. */
void sn_build_rod_contact(SnBuild *build, int rod, int around, int along, double voxel);
/* It touches the upper side (z) of a box around the centre of a body ... */
void sn_build_rod_on_box(SnBuild *build, int rod, int body, const double size[3]);
/* ... or another strand, which has contact too (a mesh).  Partners are added strand by strand. */
void sn_build_rod_on_rod(SnBuild *build, int rod, int other);

/* n frames from the origin along +x (z of each), total length and mass; half the share at the ends.
 * bodies[n] receives the handles. */
void sn_build_rod_line(SnBuild *build, int n, double length, double mass,
                       const double half_width[2], int *bodies);

#endif
