/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pacing: decides only when a step starts, and measures how fast steps are.  thread: engine */
#ifndef SN_RUN_SIMULATION_PACER_H
#define SN_RUN_SIMULATION_PACER_H

#include <stdint.h>

typedef struct SnPacer {
    double speed;        /* simulated seconds per second; 0: as fast as it goes */
    int64_t wall_start;  /* where the present schedule begins [ns] */
    double time_start;   /* [s] */
    int64_t wall_window; /* measuring window */
    double time_window;
    double factor;  /* simulated / elapsed, smoothed; 0: not known yet */
    double step_ms; /* mean wall time of a step, smoothed [ms] */
} SnPacer;

/* The clock starts (or the speed changes) at this wall time [ns] and simulated time [s]. */
void sn_pacer_start(SnPacer *pacer, int64_t now, double time);
/* How long to wait before the step from `time` may start [ns]; 0: start now.  A run that has fallen
 * behind by more than 0.1 s does not try to make up for it. */
int64_t sn_pacer_wait(SnPacer *pacer, int64_t now, double time);
/* A step from wall time `from` to `to` reached `time`. */
void sn_pacer_measure(SnPacer *pacer, int64_t from, int64_t to, double time);

#endif
