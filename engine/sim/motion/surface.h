/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points that slide on surfaces: the slave of SN_ATTACH_POINT_TO_SURFACE has the masters SURFACE
 * block (q: the place in the surface's frame, u: speeds along sn_surface_tangents there), then the
 * surface's body (none: it is in the world). */
#ifndef SN_SIM_MOTION_SURFACE_H
#define SN_SIM_MOTION_SURFACE_H

#include "engine/sim/system/system.h"
#include "engine/strand/surface_shape.h"

SnSurfaceGeometry sn_surface_geometry(const SnSystem *system, const SnSystemSurface *surface);

/* A point on a surface at q. */
typedef struct SnSurfaceNode {
    double arm[3];        /* place from the carrier's centre of mass, in its axes (or the world) */
    double tangent[2][3]; /* in the same axes */
    double frame[9];      /* surface to carrier */
    double point[3], in_frame[2][3], normal[3]; /* in the surface's frame */
    int carrier;                                /* BODY block, -1: the world */
    double rotation[9];                         /* of the carrier; identity */
} SnSurfaceNode;

/* Rates of a SURFACE block's two numbers along a straightest line: its tangents turn under it. */
void sn_surface_drift_rate(const SnSystem *system, int block, const double *q, const double *u,
                           double rate[2]);

#endif
