/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places and axes that a surface offers near a point of it, for joints: the normal, a vertex, an
 * edge, the middle of a flat face, the axis of what is round.  Pure functions; all in the frame of
 * the mesh [m]. */
#ifndef SN_UI_VIEWPORT_SCENE_SURFACE_FIT_H
#define SN_UI_VIEWPORT_SCENE_SURFACE_FIT_H

#include "engine/snapshot.h"

#include <stdbool.h>

typedef enum SnSpotKind {
    SN_SPOT_POINT,  /* where it was picked, along the normal */
    SN_SPOT_VERTEX, /* the nearest vertex of that triangle, along the normal */
    SN_SPOT_EDGE,   /* the nearest point of its nearest edge, along the edge */
    SN_SPOT_FACE,   /* the middle of the flat face, or of the circle around it, along the normal */
    SN_SPOT_ROUND,  /* the axis of what is round there, abreast of the point, or a ball's centre */
    SN_SPOT_COUNT
} SnSpotKind;

typedef struct SnSpot {
    bool known; /* false: the surface has none there */
    bool ball;  /* SN_SPOT_ROUND: a part of a sphere, position is its centre */
    double position[3], axis[3];
    double radius; /* SN_SPOT_ROUND: of the fitted circle; SN_SPOT_FACE: of the one around it */
} SnSpot;

/* All spots near a point on the surface or close to it. */
void sn_surface_spots(const SnMesh *mesh, const double point[3], SnSpot spots[SN_SPOT_COUNT]);

#endif
