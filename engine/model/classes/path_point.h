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
    SnIdList others;           /* joints with further coordinates that it follows ... */
    char *other_coordinates;   /* ... and which of theirs, with commas between; owned */
    SnReals terms;             /* of all of them (engine/base/terms.h); none: the first itself */
    SnFunctionFields shift[3]; /* from its location, axes of its frame, by what it follows */
    bool conditional;
    double lower, upper; /* [rad or m] */
} SnPathPoint;

/* The names of a list of coordinates with commas between, as SnCoordinateName; false: not n, or
 * one is none. */
bool sn_coordinates_named(const char *names, int n, SnCoordinateName *coordinates);
/* One of its shifts is not zero. */
bool sn_path_point_moves(const SnPathPoint *point);

#endif
