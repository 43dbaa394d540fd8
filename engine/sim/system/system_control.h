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
    int first_target, n_targets; /* into control.targets */
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

/* --- exciters --- */

/* Drives inputs of others: each step, after the probes, input[target] += gain * input[excitation];
 * excitations stay within 0..1. */
typedef struct SnSystemExciter {
    SnId id;
    bool enabled;
    int excitation;              /* offset in inputs */
    int first_target, n_targets; /* into exciters.input, exciters.gain */
} SnSystemExciter;

/* --- the whole --- */

/* The exciters of a compiled system. */
typedef struct SnSystemExciters {
    int n, n_targets;
    SnSystemExciter *exciters;
    int *input;   /* [n_targets] */
    double *gain; /* [n_targets] */
} SnSystemExciters;

/* The inputs of a compiled system. */
typedef struct SnSystemInputs {
    int n;
    double *base; /* [n] base values: excitations, loads, kinematic targets */
} SnSystemInputs;

/* The probes of a compiled system. */
typedef struct SnSystemProbes {
    int n_addresses;
    SnAddress *addresses;
    int n_inputs;
    SnSystemInputProbe *inputs; /* those of the deepest models first; the later one wins */
    int n_playbacks;
    SnSystemPlayback *playbacks;
    int n_played;
    SnPlayedParameter *played;
    int n_outputs;
    SnSystemOutputProbe *outputs;
} SnSystemProbes;

/* The controllers and monitors of a compiled system. */
typedef struct SnSystemControl {
    int n_controllers, n_targets; /* those of the deepest models first */
    SnSystemController *controllers;
    SnControlTarget *targets;
    int n_monitors; /* the same */
    SnSystemMonitor *monitors;
} SnSystemControl;

#endif
