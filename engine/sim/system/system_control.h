/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probes, controllers and monitors of the compiled system; part of system.h. */
#ifndef SN_SIM_SYSTEM_SYSTEM_CONTROL_H
#define SN_SIM_SYSTEM_SYSTEM_CONTROL_H

#include "engine/base/bind.h"
#include "engine/base/id.h"
#include "engine/base/signal.h"

#include <stdbool.h>

/* --- probes: where inputs come from and results go --- */

typedef struct SnAddress {
    SnId id;
    int property; /* row in the component's class */
    SnBind bind;
    int index; /* compiled index within the bind's array */
    int width; /* numbers */
} SnAddress;

typedef struct SnSystemInputProbe {
    SnId id;
    bool enabled;
    SnSignal *signal;                /* owned */
    int first_playback, n_playbacks; /* into playbacks */
} SnSystemInputProbe;

/* Where some of a probe's numbers go: an input, or a parameter. */
typedef struct SnSystemPlayback {
    int number;       /* first of the signal's numbers */
    int width;        /* how many */
    int input;        /* offset in inputs; -1: it is a parameter */
    int parameter;    /* into played; -1 */
    double low, high; /* what the property allows; values stop there */
    bool above;       /* low itself is not allowed: there the base value stands */
} SnSystemPlayback;

/* A parameter that probes play.  The system holds its present value, a function of time and the
 * base value alone. */
typedef struct SnPlayedParameter {
    SnId id;
    SnBind bind;
    int width;
    bool shown;        /* not in the system itself: a model's, which others inherit */
    double base[6];    /* where no probe plays it */
    double present[6]; /* what the system has */
    double wanted[6];  /* scratch */
    int source;        /* input probe that plays it now; -1: none */
} SnPlayedParameter;

typedef struct SnSystemOutputProbe {
    SnId id;
    char *name;
    bool enabled;
    double interval, start, stop;
    int first_target, n_targets, width;
} SnSystemOutputProbe;

/* --- controllers and monitors (control.h) --- */

typedef struct SnControlTarget {
    int input; /* offset in inputs */
    double weight;
    double low, high; /* what the property allows */
} SnControlTarget;

typedef struct SnSystemController {
    SnId id;
    bool enabled;
    SnAddress measured;
    int number; /* of its numbers; -1: their length */
    int goal;   /* offset in inputs */
    double proportional, integral, derivative;
    bool limited;
    double lower, upper;
    int first_target, n_targets; /* into control_targets */
    int memory;                  /* offset in state.memory */
} SnSystemController;

typedef struct SnSystemMonitor {
    SnId id;
    bool enabled;
    SnAddress watched;
    int number; /* of its numbers; -1: their length */
    bool bounded;
    double low, high;
    int memory; /* offset in state.memory */
} SnSystemMonitor;

#endif
