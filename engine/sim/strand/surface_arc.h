/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a strand is longer than the straight parts between its nodes because it lies on a surface.
 *
 * Straight parts cut through a bulging surface: the length would be least where nodes that matter
 * passes freely (virtual ones) slide together, or past the place where the strand leaves the
 * surface, and light ones fly there.  So a part c = |x|, x from p to q on one surface with unit
 * normals n, is longer by
 *
 *     g^2 / (24 c),  g = x.(n_q - n_p)
 *
 * (the arc of a curve of curvature g / c^2, to fourth order), and a part y from p to a place off it
 * that would go through it by
 *
 *     DIP h^2 / (2 |y|),  h = n_p.y < 0,
 *
 * (where the surface bulges everywhere, for h > 0 too, falling off beyond h = LIFT |y|),
 * so nodes go to where the strand touches and leaves.  Between these an arc leaves their places
 * open: a virtual node between two others, c_1 and c_2 away, keeps to the middle by
 *
 *     SPREAD (c_2 - c_1)^2 / (2 (c_1 + c_2)),
 *
 * which is nothing there.
 *
 * Normals count as those of a surface at rest: bodies that carry it turn with the points on it. */
#ifndef SN_SIM_STRAND_SURFACE_ARC_H
#define SN_SIM_STRAND_SURFACE_ARC_H

#include "engine/sim/system/workspace.h"

typedef struct SnSurfaceArc {
    double extra;          /* [m]; 0: there is none */
    double gradient[2][3]; /* by the place of the part's first and last node */
    double root[2][2][3];  /* of the two terms: stiffness is the sum of root root' [1/m] ^ 1/2 */
} SnSurfaceArc;

typedef struct SnSurfaceSpread {
    double extra;      /* [m] */
    double root[3][3]; /* as in SnSurfaceArc, of its one term, by three nodes */
} SnSurfaceSpread;

/* Whether a node lies on a surface. */
bool sn_on_surface(const SnSystem *system, int node);
/* Of a part between two nodes of a strand at x, at the last sn_kinematics. */
void sn_surface_arc(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                    const int node[2], const double x[2][3], SnSurfaceArc *arc);

/* Of the middle one of three nodes in order; adds to the gradients of the parts before and after
 * it. */
void sn_surface_spread(const SnSystem *system, const int node[3], const double x[3][3],
                       SnSurfaceArc arc[2], SnSurfaceSpread *spread);

#endif
