/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guides and the pulleys on them, for systems built by hand (build_system.h). */
#ifndef SN_CHECK_BUILD_CURVE_COORDINATE_H
#define SN_CHECK_BUILD_CURVE_COORDINATE_H

#include "engine/check/build/build_strand.h"

/* A guide of this kind in the world, else zero, for n control points; valid until the next one. */
SnSystemGuide *sn_build_add_guide(SnBuild *build, SnGuideShape shape, SnGuideEnds ends, int n);
/* An ellipse about z of a frame in the carrier; orientation NULL: identity.
 * Returns its index. */
int sn_build_ellipse(SnBuild *build, SnGuideEnds ends, int carrier, const double center[3],
                     const double orientation[4], double radius_x, double radius_y);
/* `count` nodes of a strand over a rigid ellipse, to be given to sn_build_strand: virtual, the
 * middle one with flow if `friction` >= 0. */
void sn_build_pulley_nodes(SnBuild *build, int guide, int count, double friction,
                           SnBuildStrandNode *nodes);
/* Makes a pulley of the nodes of the strand built last from its number `first` on; side +1: turning
 * from x to y; wheel: block of the wheel, -1: none.  Returns the pulley.  Systems with such strands
 * are finished with sn_strand_lay. */
int sn_build_pulley(SnBuild *build, int guide, int first, int count, int side, int wheel,
                    bool grip);

#endif
