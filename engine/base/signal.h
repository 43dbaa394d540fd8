/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an input probe plays over time: knots, pieces of curves laid over them, and where each
 * number of what it drives comes from. */
#ifndef SN_BASE_SIGNAL_H
#define SN_BASE_SIGNAL_H

#include "engine/base/curve.h"

#include <stdint.h>

/* A curve (its time from 0) laid on the signal's own clock. */
typedef struct SnSignalSegment {
    int curve;       /* into curves */
    double time;     /* where it begins [s] */
    double scale;    /* stretches its time, > 0 */
    double duration; /* on the signal's clock, after the stretch [s] */
    int latest;      /* of this and the ones before it the one that ends last [finish] */
} SnSignalSegment;

/* Where a number comes from: gain x column + offset. */
typedef struct SnSignalNumber {
    int column;
    double gain, offset;
} SnSignalNumber;

/* Read at s = (t - start) / time_scale.  Where a segment lies (of several the one that begins last)
 * its curve, elsewhere the knots, if any.  Before and after everything there is, and between
 * segments without knots, the nearest value that was (before the first: will be) played holds when
 * `extend`, else the signal is silent.  With `repeat` what lies between the first and the last time
 * follows itself for ever after. */
typedef struct SnSignal {
    int width; /* numbers it gives */
    bool extend, repeat;
    double start, time_scale, gain; /* gain: of every column */
    int n_curves;
    SnKnotCurve **curves; /* [n_curves] owned, prepared */
    int knots;            /* which of the curves are its knots; -1: none */
    int n_segments;
    SnSignalSegment *segments; /* [n_segments] owned, by time [finish] */
    SnSignalNumber *numbers;   /* [width] owned; NULL: one column for each, or one for all */
    double from, to;           /* what there is, on its own clock [finish] */
} SnSignal;

/* Nothing to play yet: start 0, time_scale 1, gain 1, no knots. */
SnSignal *sn_signal_new(int width);
void sn_signal_free(SnSignal *signal);
/* Takes a curve; returns its number. */
int sn_signal_add_curve(SnSignal *signal, SnKnotCurve *curve);
/* Puts the segments in order and works out how far they reach. */
void sn_signal_finish(SnSignal *signal);

/* A curve and where it is read. */
typedef struct SnSignalReading {
    const SnKnotCurve *curve;
    SnCurvePosition place;
    double stretch; /* seconds for each second of the curve */
} SnSignalReading;

/* What is played at a time; false where it is silent.  slack [s]: knots count as reached so much
 * early, for times that are sums of steps. */
bool sn_signal_read(const SnSignal *signal, double t, double slack, SnSignalReading *reading);
/* The same just after a time (side 1) or just before it (side -1): its limit from there, which is
 * another value only where it jumps, begins or ends. */
bool sn_signal_read_beside(const SnSignal *signal, double t, double slack, int side,
                           SnSignalReading *reading);
/* One of its numbers there. */
double sn_signal_number(const SnSignal *signal, const SnSignalReading *reading, int number);
/* All of them, value [width]; false where it is silent (value is untouched). */
bool sn_signal_at(const SnSignal *signal, double t, double slack, double *value);
/* FNV-1a over everything that sn_signal_at reads, going on from `hash`. */
uint64_t sn_signal_hash(const SnSignal *signal, uint64_t hash);

#endif
