/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes that the compiler makes to show what has no geometry of its own; axis z. */
#ifndef SN_COMPILE_CORE_SHAPES_H
#define SN_COMPILE_CORE_SHAPES_H

#include "engine/snapshot.h"

typedef struct SnWheelShape {
    double radii[2]; /* of the strand's middle in the groove, along x and y [m] */
    double groove;   /* radius of the groove's round bottom: that of the strand [m] */
    double width;    /* [m] */
} SnWheelShape;

/* A wheel with rim, groove, hub and spokes, by which its turning is seen. */
SnMesh *sn_wheel_mesh(const SnWheelShape *shape);
typedef struct SnBlockShape {
    double length; /* between the cheeks, along z, the axle in the middle [m] */
    double reach;  /* from the axle to the bar, along x [m] */
    double radius; /* of the wheels, to which cheeks and axle are made [m] */
} SnBlockShape;

/* What holds wheels side by side: their axle, a cheek at each end of it, a bar that joins these. */
SnMesh *sn_block_mesh(const SnBlockShape *shape);
/* A tube of radius `tube` bent to a ring (ellipse of the radii in x and y). */
SnMesh *sn_ring_mesh(const double radii[2], double tube);
/* The bicubic uniform B-spline over a net of control points, rows x columns (4 at least). */
SnMesh *sn_patch_mesh(int rows, int columns, const double *net);

#endif
