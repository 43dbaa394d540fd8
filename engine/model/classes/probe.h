/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_CLASSES_PROBE_H
#define SN_CLASSES_PROBE_H

#include "engine/model/classes/drawable.h"

extern const SnClass SN_CLASS_PROBE; /* family */
extern const SnClass SN_CLASS_INPUT_PROBE;
extern const SnClass SN_CLASS_OUTPUT_PROBE;

typedef struct SnProbe {
    SnComponent base;
    char *notes;
    bool enabled;
    SnTargets targets;
} SnProbe;

typedef struct SnKnot {
    double time;
    SnReals values; /* one per target number (a vec3 target has three), or one for all */
} SnKnot;

/* Linear between knots; the first and last value hold outside when extend, else the probe is
 * silent there. */
typedef struct SnInputProbe {
    SnProbe base;
    SnArray knots;
    bool extend;
} SnInputProbe;

typedef struct SnOutputProbe {
    SnProbe base;
    double interval;    /* [s]; 0: every step */
    double start, stop; /* stop 0: no end */
} SnOutputProbe;

#endif
