/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways out of surfaces that cut each other (soft_apart_way.c). */
#ifndef SN_SIM_CONTACT_SOFT_APART_H
#define SN_SIM_CONTACT_SOFT_APART_H

#include "engine/sim/contact/soft.h"

/* The direction along which the second surface comes free of the first by the shortest way, a plane
 * between both; how far [m]. */
double sn_soft_way_out(const SnSurfaceView view[2], double out[3]);
/* The first triangle that a ray from p meets, and how far on [m]; -1: none. */
int32_t sn_soft_leaves(const SnSurfaceView *view, const double p[3], const double along[3],
                       double *at);

#endif
