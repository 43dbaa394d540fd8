/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact of Cosserat strands in systems built by hand. */
#ifndef SN_TESTS_BUILD_ROD_CONTACT_H
#define SN_TESTS_BUILD_ROD_CONTACT_H

#include "engine/check/build/build_system.h"

/* Gives a strand (engine/check/build/build_rod.h) a tube as mesh, with contact in voxels of this
 * size and as deep a reach. */
void sn_build_rod_contact(SnBuild *build, int rod, int around, int along, double voxel);
/* It touches the upper side (z) of a box around the centre of a body ... */
void sn_build_rod_on_box(SnBuild *build, int rod, int body, const double size[3]);
/* ... or another strand, which has contact too (a mesh).  Partners are added strand by strand. */
void sn_build_rod_on_rod(SnBuild *build, int rod, int other);

#endif
