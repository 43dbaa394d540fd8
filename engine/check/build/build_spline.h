/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spline strands in systems built by hand: for verification, benchmarks and tests. */
#ifndef SN_CHECK_BUILD_SPLINE_H
#define SN_CHECK_BUILD_SPLINE_H

#include "engine/check/build/build_system.h"
#include "engine/sim/spline/spline.h"

/* A strand with n control points, its rest shape times `ratio` in length; `active` as for
 * sn_spline_prepare.  With a muscle (NULL: none) its excitation becomes an input.  Returns its
 * number; blocks are numbered first by sn_build_spline_node. */
int sn_build_spline(SnBuild *build, int n, const double (*positions)[3], bool reaches,
                    const SnStrandParameters *parameters, double ratio, const double *active,
                    const SnMuscleParameters *muscle);
/* Handle of a control point's block, for everything that takes one. */
int sn_build_spline_node(const SnBuild *build, int spline, int node);
/* Takes kind, spline, place, point, other, other_place, surface; `kept` are the start values of
 * what it keeps (SLIDING: place; SURFACE: three numbers).  Returns its number. */
int sn_build_spline_constraint(SnBuild *build, const SnSystemSplineConstraint *constraint,
                               const double *kept);

#endif
