/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What others may see of a recording; part of engine.h. */
#ifndef SN_RECORDING_REPORT_H
#define SN_RECORDING_REPORT_H

#include "engine/base/id.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct SnWaypointMark {
    SnId id;
    double time; /* [s] */
    bool breakpoint;
} SnWaypointMark;

typedef enum SnSpanKind {
    SN_SPAN_RECORDED, /* part of the recording */
    SN_SPAN_BRANCH,   /* lies beside it, until it is brought back or its memory is needed */
    SN_SPAN_SAVED,    /* a single state that came with the model's waypoints */
} SnSpanKind;

typedef struct SnSpanReport {
    SnSpanKind kind;
    uint64_t span_id; /* unique while the engine lives */
    double from, to;  /* [s] */
    bool structure;   /* simulated with another structure than the model has now: play converts */
} SnSpanReport;

/* A state kept for a waypoint: numbers that mean something to the model as it was compiled. */
typedef struct SnWaypointState {
    SnId waypoint;
    uint64_t step;
    double time; /* [s] */
    uint64_t active;
    size_t n;
    double *data; /* [n] owned */
} SnWaypointState;

/* How the recording stands; immutable copy. */
typedef struct SnRecordingReport {
    uint64_t serial;     /* another one after each change */
    double from, to;     /* of what is recorded [s] */
    size_t used, budget; /* bytes */
    int n_states, n_frames;
    int n_spans;
    SnSpanReport *spans; /* recorded ones first, in order of time; then branches, newest first */
    int n_kept;
    SnId *kept; /* waypoints whose state is there */
} SnRecordingReport;

#endif
