/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guides, surfaces and points on them, for systems built by hand
 * (engine/check/build/build_curve_coordinate.h). */
#ifndef SN_TESTS_BUILD_GUIDES_H
#define SN_TESTS_BUILD_GUIDES_H

#include "engine/check/build/build_curve_coordinate.h"

/* A rigid guide on a body (or SN_BUILD_WORLD): control points in its axes from its centre of mass.
 * All return the index of what they added. */
int sn_build_guide(SnBuild *build, SnGuideShape shape, SnGuideEnds ends, int carrier, int n,
                   const double (*control)[3]);
/* A guide through POINT blocks. */
int sn_build_moving_guide(SnBuild *build, SnGuideShape shape, SnGuideEnds ends, int n,
                          const int *blocks);
int sn_build_surface_shape(SnBuild *build, SnSurfaceShape shape, int carrier,
                           const double position[3], const double orientation[4],
                           const double size[3]);
/* Makes the surface a patch with this net, in its frame. */
void sn_build_patch(SnBuild *build, int surface, int rows, int columns, const double (*net)[3]);

/* A point of mass `mass` that slides: handle of the attached POINT block.  The handle before it is
 * that of its GUIDE or SURFACE block.  The masters must be there. */
int sn_build_on_guide(SnBuild *build, int guide, double mass, double parameter, double speed);
/* The place [surface's frame] and velocity are projected. */
int sn_build_on_surface(SnBuild *build, int surface, double mass, const double place[3],
                        const double velocity[3]);

#endif
