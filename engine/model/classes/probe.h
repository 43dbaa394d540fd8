/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_PROBE_H
#define SN_MODEL_CLASSES_PROBE_H

#include "engine/model/drawable.h"

extern const SnClass SN_CLASS_PROBE; /* family */
extern const SnClass SN_CLASS_INPUT_PROBE;
extern const SnClass SN_CLASS_OUTPUT_PROBE;

/* Height of an open track [px]. */
#define SN_TRACK_OPEN  96
#define SN_TRACK_LEAST 56
#define SN_TRACK_MOST  600

typedef struct SnProbe {
    SnComponent base;
    char *notes;
    bool enabled;
    SnTargets targets;
    char *group; /* tracks of a group stand together on the timeline */
    bool track_open;
    int32_t track_height; /* when open [px] */
} SnProbe;

typedef struct SnKnot {
    double time;
    SnReals values; /* one per target number (a vec3 target has three), or one for all */
} SnKnot;

/* Where the number at a place of its targets comes from: value = gain x column + offset. */
typedef struct SnMapping {
    int32_t column;
    double gain, offset;
} SnMapping;

/* A clip placed on the probe's own clock. */
typedef struct SnSegment {
    SnId clip;
    double time;  /* where it begins [s] */
    double scale; /* of its duration */
} SnSegment;

/* The curve: rows of the file if there is one, else knots; where a segment lies, its clip instead.
 * Read at s = (t - start) / time_scale, times gain.  Outside its range the first and last value
 * hold when extend, else the probe is silent there; with repeat the range follows itself for ever.
 */
typedef struct SnInputProbe {
    SnProbe base;
    char *file;    /* data file (motion_file.h); "": knots */
    char *columns; /* of the file, names with commas between; "": all in order */
    SnArray knots;
    SnArray mapping;  /* SnMapping, one for each number of the targets; empty: one to one */
    SnArray segments; /* SnSegment, in order of time */
    int32_t interpolation;
    bool extend, repeat;
    double start;      /* [s] */
    double time_scale; /* > 0 */
    double gain;
} SnInputProbe;

typedef struct SnOutputProbe {
    SnProbe base;
    double interval;    /* [s]; 0: every step */
    double start, stop; /* stop 0: no end */
} SnOutputProbe;

#endif
