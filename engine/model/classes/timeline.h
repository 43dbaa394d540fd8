/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies on the timeline besides probes. */
#ifndef SN_MODEL_CLASSES_TIMELINE_H
#define SN_MODEL_CLASSES_TIMELINE_H

#include "engine/base/curve.h"
#include "engine/model/drawable.h"

extern const SnClass SN_CLASS_WAYPOINT;
extern const SnClass SN_CLASS_CLIP;

/* Of SnInterpolation. */
extern const char *const sn_interpolation_names[];

/* A moment whose state is kept, and can be saved beside the model. */
typedef struct SnWaypoint {
    SnComponent base;
    char *notes;
    double time;     /* [s] */
    bool breakpoint; /* a run pauses here */
} SnWaypoint;

/* A piece of a curve that input probes can place as often as they like: a part of an excitation
 * experiment (strands, chapter 8). */
typedef struct SnClip {
    SnComponent base;
    char *notes;
    double duration; /* [s] */
    int32_t interpolation;
    SnArray knots; /* SnKnot (probe.h), times from 0 to duration */
} SnClip;

#endif
