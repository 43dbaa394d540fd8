/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways out of surfaces that cut each other (soft_apart_way.c). */
#ifndef SN_SIM_CONTACT_SOFT_APART_H
#define SN_SIM_CONTACT_SOFT_APART_H

#include "engine/sim/contact/soft.h"

/* By a whole step, over the size of the smaller one, where all goes one way. */
#define SN_SOFT_PUSHED_AS_WHOLE 6e-3
/* All go one way that is no more than so many times that of the deepest. */
#define SN_SOFT_AS_WHOLE 3

/* Points and what is around them. */
typedef struct SnSoftSupport {
    int n;
    const double *x; /* [n][3] */
    double radius;
} SnSoftSupport;

/* The direction along which the second comes free of the first by the shortest way, a plane
 * between both; how far [m].  tried: directions of faces, where the best one may be exactly. */
double sn_soft_way_out(const SnSoftSupport both[2], int n_tried, const double (*tried)[3],
                       double out[3]);
/* The first triangle that a ray from p, within the surface, meets along a unit vector, and how far
 * on [m]; -1: none.  The view's tree must be that of its points now. */
int32_t sn_soft_leaves(const SnSurfaceView *view, const double p[3], const double along[3],
                       double *at);
/* Room for one more contact; NULL: no memory, which is noted. */
SnContact *sn_soft_append(SnContactWorkspace *contacts);

/* --- soft_apart_round.c --- */

/* A FEM model and a sphere or capsule: whether they cut; contacts that pull them apart, false: they
 * do not cut. */
bool sn_soft_round_cuts(const SnSoftPair *pair);
/* Whether any of the core is within the FEM model. */
bool sn_soft_round_is_within(const SnSoftPair *pair);
bool sn_soft_pull_round_apart(const SnSoftPair *pair);
/* Whether any point is below a half-space; the pair's contacts, from `first` on, lift them out. */
bool sn_soft_plane_cuts(const SnSoftPair *pair);
void sn_soft_lift_from_plane(const SnSoftPair *pair, int first);

#endif
