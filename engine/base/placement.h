/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a frame is in another, by a matrix: x -> r x + p. */
#ifndef SN_BASE_PLACEMENT_H
#define SN_BASE_PLACEMENT_H

#include "engine/base/vec.h"

typedef struct SnPlacement {
    double r[9], p[3]; /* rotation, row by row; place [m] */
} SnPlacement;

static inline void sn_placement_identity(SnPlacement *placement)
{
    sn_m3_identity(placement->r);
    sn_v3_set(0, 0, 0, placement->p);
}

/* b in a, where both are seen from outside; ab may be one of them. */
static inline void sn_placement_mul(const SnPlacement *a, const SnPlacement *b, SnPlacement *ab)
{
    SnPlacement product;
    sn_m3_mul(a->r, b->r, product.r);
    sn_m3_mul_v3(a->r, b->p, product.p);
    sn_v3_add(product.p, a->p, product.p);
    *ab = product;
}

/* inverse may be a. */
static inline void sn_placement_inverse(const SnPlacement *a, SnPlacement *inverse)
{
    SnPlacement result;
    sn_m3_transpose(a->r, result.r);
    sn_m3_mul_v3(result.r, a->p, result.p);
    sn_v3_scale(-1, result.p, result.p);
    *inverse = result;
}

#endif
