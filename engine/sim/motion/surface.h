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
    double place[3], in_frame[2][3], normal[3]; /* in the surface's frame */
    int carrier;                                /* BODY block, -1: the world */
    double rotation[9];                         /* of the carrier; identity */
} SnSurfaceNode;

void sn_surface_node(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                     SnSurfaceNode *node);
/* Position and velocity of the slave. */
void sn_surface_follow(const SnSystem *system, const SnSystemAttachment *a, double *q, double *u);
/* Derivative of its velocity by that of master k: value [3][n of the master], written. */
void sn_surface_link(const SnSurfaceNode *node, int k, double *value);
/* Its acceleration from velocities and the masters' accelerations in bias. */
void sn_surface_bias(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                     const double *u, const double *bias, double r[3]);
/* Rates of a SURFACE block's two numbers along a straightest line: its tangents turn under it. */
void sn_surface_drift_rate(const SnSystem *system, int block, const double *q, const double *u,
                           double rate[2]);

/* How the masters' generalised forces change with their places when a force on the slave stays as
 * it is in the world: SURFACE block with itself, along straightest lines (own [2][2] [N/m]), and
 * each number of the body with it (mixed [6][2]). */
void sn_surface_stiffness(const SnSystem *system, const SnSystemAttachment *a,
                          const SnSurfaceNode *node, const double force[3], double own[4],
                          double mixed[12]);

#endif
