/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places that what is being moved snaps to: of the surface under the pointer, or the origin of
 * something near it. */
#ifndef SN_UI_VIEWPORT_MOVE_SNAP_H
#define SN_UI_VIEWPORT_MOVE_SNAP_H

#include "ui/session/session.h"

typedef enum SnSnapTo {
    SN_SNAP_STEP, /* round steps: nothing is looked for */
    SN_SNAP_GRID, /* the crossings of the grid in space: neither */
    SN_SNAP_VERTEX,
    SN_SNAP_EDGE,
    SN_SNAP_FACE, /* the middle of a flat face */
    SN_SNAP_SURFACE,
    SN_SNAP_ORIGIN, /* of bodies, markers, joints and the like */
    SN_SNAP_AXIS,   /* the axes through the origin of one of them */
    SN_SNAP_COUNT
} SnSnapTo;

/* What is snapped to. */
typedef struct SnSnapped {
    double place[3]; /* [m, world] */
    double axis[3];  /* SN_SNAP_AXIS: through it [1, world]; else 0 */
} SnSnapped;

/* What lies under a pixel of the view; false: there is none.  targets (of SnMoveTarget): what is
 * moved and is not snapped to itself.  Surfaces are those of bodies and FEMs.  Axes are those of
 * what has its origin at the pixel, else of the body there, else of what has its origin nearest. */
bool sn_snap_find(SnSession *session, const SnViewSettings *view, double x, double y, SnSnapTo to,
                  const GArray *targets, SnSnapped *snapped);

#endif
