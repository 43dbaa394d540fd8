/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies on the timeline besides probes. */
#ifndef SN_CLASSES_TIMELINE_H
#define SN_CLASSES_TIMELINE_H

#include "engine/model/classes/drawable.h"

extern const SnClass SN_CLASS_WAYPOINT;
extern const SnClass SN_CLASS_CLIP;

/* How values go from one knot to the next. */
typedef enum SnInterpolation {
    SN_INTERPOLATE_LINEAR,
    SN_INTERPOLATE_STEP,  /* holds until the next knot */
    SN_INTERPOLATE_CUBIC, /* natural spline through the knots; periodic where the curve repeats */
} SnInterpolation;

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
