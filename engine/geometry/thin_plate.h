/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thin-plate splines in space: the smoothest map that takes landmarks to where their partners are.
 * F. L. Bookstein, Principal warps, IEEE PAMI 11 (1989) 567-585; in three dimensions with the
 * biharmonic kernel U(r) = -r: f(x) = c + A x + sum_i w_i U(|x - s_i|), sum w_i = 0,
 * sum w_i s_i' = 0.  Affine maps are met exactly, everywhere. */
#ifndef SN_GEOMETRY_THIN_PLATE_H
#define SN_GEOMETRY_THIN_PLATE_H

#include <stdbool.h>

enum { SN_THIN_PLATE_LEAST = 4, SN_THIN_PLATE_MOST = 1000 }; /* pairs */

typedef struct SnThinPlate SnThinPlate;

typedef enum SnThinPlateFault {
    SN_THIN_PLATE_GOOD,
    SN_THIN_PLATE_FEW,   /* fewer than SN_THIN_PLATE_LEAST pairs, or more than the most */
    SN_THIN_PLATE_FLAT,  /* the sources lie in a plane, but for rounding */
    SN_THIN_PLATE_TWICE, /* two sources are at one place */
} SnThinPlateFault;

/* Through n pairs, source and target [n][3] of the same unit.  smoothing >= 0: 0 goes through all
 * targets, more leaves them for a smoother map, in the limit the affine map of least squares (n
 * times it is added to the diagonal where the sources have the size 1).  NULL with a fault, and in
 * `which` the two pairs at one place (may be NULL).  Free with sn_thin_plate_free. */
SnThinPlate *sn_thin_plate_new(int n, const double (*source)[3], const double (*target)[3],
                               double smoothing, SnThinPlateFault *fault, int which[2]);
void sn_thin_plate_free(SnThinPlate *plate);

void sn_thin_plate_map(const SnThinPlate *plate, const double x[3], double y[3]);
/* Its derivative, row by row; at a source, where U has none, without that source's share. */
void sn_thin_plate_gradient(const SnThinPlate *plate, const double x[3], double gradient[9]);

#endif
