/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The patch among the surfaces: a bicubic B-spline sheet (surface_shape.h). */
#ifndef SN_STRAND_SURFACE_PATCH_H
#define SN_STRAND_SURFACE_PATCH_H

#include "engine/strand/surface_shape.h"

void sn_patch_nearest(const SnSurfaceGeometry *patch, const double p[3], double x[3]);
void sn_patch_track(const SnSurfaceGeometry *patch, const double p[3], double x[3]);
void sn_patch_normal(const SnSurfaceGeometry *patch, const double x[3], double n[3]);
void sn_patch_turn(const SnSurfaceGeometry *patch, const double x[3], const double v[3],
                   double turn[3]);
/* A tenth of the least distance of neighbouring control points [m]. */
double sn_patch_reach(const SnSurfaceGeometry *patch);
/* Place at parameters u (along rows), v (from row to row) [m]. */
void sn_patch_point(const SnSurfaceGeometry *patch, double u, double v, double x[3]);

#endif
