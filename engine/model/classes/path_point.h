/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A point of paths that follows a coordinate of a joint, or a polynomial of several. */
#ifndef SN_MODEL_CLASSES_PATH_POINT_H
#define SN_MODEL_CLASSES_PATH_POINT_H

#include "engine/model/classes/body.h"
#include "engine/model/classes/joint.h"

extern const SnClass SN_CLASS_PATH_POINT; /* a kind of marker */

typedef struct SnPathPoint {
    SnMarker base;
    SnId joint;
    int32_t coordinate;        /* SnCoordinateName */
    SnSeveralFields several;   /* that it follows */
    SnFunctionFields shift[3]; /* from its location, axes of its frame, by what it follows */
    bool conditional;
    double lower, upper; /* [rad or m] */
} SnPathPoint;

/* One of its shifts is not zero. */
bool sn_path_point_moves(const SnPathPoint *point);

#endif
