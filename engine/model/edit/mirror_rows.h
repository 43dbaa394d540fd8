/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of the classes are in space: which of them hold places, directions and turns, and
 * in which axes.  Mirroring asks for it; a test holds it against every class. */
#ifndef SN_MODEL_EDIT_MIRROR_ROWS_H
#define SN_MODEL_EDIT_MIRROR_ROWS_H

#include "engine/model/model.h"

typedef enum SnSpatialKind {
    SN_SPATIAL_NONE,   /* sizes, stiffness along axes: the same in a mirror image */
    SN_SPATIAL_POINT,  /* a place */
    SN_SPATIAL_VECTOR, /* a direction, a force: polar */
    SN_SPATIAL_AXIAL,  /* an angular velocity, a moment, an axis of rotation */
    SN_SPATIAL_AXES,   /* from the component's own axes to those it is given in */
    SN_SPATIAL_TURN,   /* a rotation within the axes it is given in */
    SN_SPATIAL_SCALE,  /* signed factors along its own axes */
    SN_SPATIAL_TENSOR, /* xx yy zz xy xz yz */
    SN_SPATIAL_NET,    /* places of a net of control points, row by row */
    SN_SPATIAL_MATRIX, /* of three places and three turns, lower triangle row by row */
} SnSpatialKind;

typedef enum SnSpatialAxes {
    SN_AXES_WORLD,
    SN_AXES_OWN,     /* the component's own frame */
    SN_AXES_CARRIER, /* of what the reference row `carrier` names; null: the world */
    SN_AXES_FEM,     /* of the mesh of the FEM model that it is part of */
} SnSpatialAxes;

typedef struct SnSpatialRow {
    const SnClass *class; /* or a family */
    const char *array;    /* of entries: name of the array; NULL: of the component */
    const char *name;
    SnSpatialKind kind;
    SnSpatialAxes axes;
    const char *carrier;
} SnSpatialRow;

/* What a row of a class is; `array` NULL: of the component itself.  NULL: nothing is known of it.
 */
const SnSpatialRow *sn_spatial_row(const SnClass *class, const char *array, const char *name);

/* How a mirrored frame of a class is made proper again: its axes are those of the mirror image,
 * with these signs, whose product is -1.  A hinge's angle keeps its sign if z changes, a slider's
 * way if z does not. */
typedef struct SnMirrorSigns {
    const SnClass *class;
    bool any;       /* one axis turns over: that which is nearest to the normal */
    double sign[3]; /* otherwise these */
    /* Groups of rows lower, upper, rest of coordinates that change sign ("" : without group). */
    const char *turned[3];
} SnMirrorSigns;

/* NULL: the class has no frame of its own. */
const SnMirrorSigns *sn_mirror_signs(const SnClass *class);
/* 1 or -1: whether a coordinate (SnCoordinateName) of a joint of the class changes sign. */
double sn_mirror_coordinate_sign(const SnClass *class, int coordinate);

#endif
