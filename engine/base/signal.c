/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/signal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

SnSignal *sn_signal_new(int width)
{
    SnSignal *signal = calloc(1, sizeof *signal);
    signal->width = width;
    signal->time_scale = signal->gain = 1;
    signal->knots = -1;
    return signal;
}

void sn_signal_free(SnSignal *signal)
{
    if (!signal)
        return;
    for (int i = 0; i < signal->n_curves; i++)
        free(signal->curves[i]);
    free(signal->curves);
    free(signal->segments);
    free(signal->numbers);
    free(signal);
}

int sn_signal_add_curve(SnSignal *signal, SnKnotCurve *curve)
{
    signal->curves =
        realloc(signal->curves, (size_t)(signal->n_curves + 1) * sizeof *signal->curves);
    signal->curves[signal->n_curves] = curve;
    return signal->n_curves++;
}

/* Insertion keeps those that begin together in their order; they come sorted nearly always. */
static void sort_segments(SnSignalSegment *segments, int n)
{
    for (int i = 1; i < n; i++) {
        const SnSignalSegment segment = segments[i];
        int k = i;
        for (; k > 0 && segments[k - 1].time > segment.time; k--)
            segments[k] = segments[k - 1];
        segments[k] = segment;
    }
}

static double end_of(const SnSignalSegment *segment)
{
    return segment->time + segment->duration;
}

void sn_signal_finish(SnSignal *signal)
{
    SnSignalSegment *segments = signal->segments;
    sort_segments(segments, signal->n_segments);
    double from = HUGE_VAL, to = -HUGE_VAL;
    for (int i = 0; i < signal->n_segments; i++) {
        from = fmin(from, segments[i].time);
        segments[i].latest = end_of(&segments[i]) >= to ? i : segments[i - 1].latest;
        to = fmax(to, end_of(&segments[i]));
    }
    if (signal->knots >= 0) {
        const SnKnotCurve *knots = signal->curves[signal->knots];
        from = fmin(from, knots->times[0]);
        to = fmax(to, knots->times[knots->n - 1]);
    }
    signal->from = from;
    signal->to = to;
}

/* --- values --- */

static void read_segment(const SnSignal *signal, const SnSignalSegment *segment, double s,
                         double slack, SnSignalReading *reading)
{
    reading->curve = signal->curves[segment->curve];
    reading->stretch = signal->time_scale * segment->scale;
    const double local = fmin(fmax(s - segment->time, 0), segment->duration);
    sn_knot_curve_find(reading->curve, local / segment->scale, slack / segment->scale,
                       &reading->place);
}

/* Of the segments that lie at s, the one that begins last; without one, -1, and `begun` is how many
 * have begun. */
static int segment_at(const SnSignal *signal, double s, double slack, int *begun)
{
    const SnSignalSegment *segments = signal->segments;
    int low = 0, high = signal->n_segments;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (segments[middle].time <= s + slack)
            low = middle + 1;
        else
            high = middle;
    }
    *begun = low;
    for (int i = low - 1; i >= 0 && end_of(&segments[segments[i].latest]) + slack >= s; i--)
        if (end_of(&segments[i]) + slack >= s)
            return i;
    return -1;
}

static bool find(const SnSignal *signal, double s, double slack, SnSignalReading *reading)
{
    int begun = 0;
    const int segment = segment_at(signal, s, slack, &begun);
    if (segment >= 0) {
        read_segment(signal, &signal->segments[segment], s, slack, reading);
        return true;
    }
    if (signal->knots >= 0) {
        reading->curve = signal->curves[signal->knots];
        reading->stretch = signal->time_scale;
        return sn_knot_curve_find(reading->curve, s, slack, &reading->place) == 0 || signal->extend;
    }
    if (signal->n_segments == 0 || !signal->extend)
        return false;
    const int nearest = begun > 0 ? signal->segments[begun - 1].latest : 0;
    read_segment(signal, &signal->segments[nearest], s, slack, reading);
    return true;
}

bool sn_signal_read(const SnSignal *signal, double t, double slack, SnSignalReading *reading)
{
    double s = (t - signal->start) / signal->time_scale;
    slack /= signal->time_scale;
    const double period = signal->to - signal->from;
    if (signal->repeat && period > 0 && s + slack >= signal->to) {
        s -= floor((s + slack - signal->from) / period) * period;
        s = fmax(s, signal->from);
    }
    return find(signal, s, slack, reading);
}

bool sn_signal_read_beside(const SnSignal *signal, double t, double slack, int side,
                           SnSignalReading *reading)
{
    const double beside = 2 * side * slack; /* beyond what counts as reached */
    if (!sn_signal_read(signal, t + beside, slack, reading))
        return false;
    SnCurvePosition *place = &reading->place;
    if (place->span > 0)
        place->fraction =
            fmin(fmax(place->fraction - beside / (reading->stretch * place->span), 0), 1);
    return true;
}

double sn_signal_number(const SnSignal *signal, const SnSignalReading *reading, int number)
{
    if (!signal->numbers)
        return signal->gain * sn_knot_curve_value(reading->curve, &reading->place,
                                                  reading->curve->width == 1 ? 0 : number);
    const SnSignalNumber *from = &signal->numbers[number];
    const double column = sn_knot_curve_value(reading->curve, &reading->place, from->column);
    return from->gain * (signal->gain * column) + from->offset;
}

bool sn_signal_at(const SnSignal *signal, double t, double slack, double *value)
{
    SnSignalReading reading;
    if (!sn_signal_read(signal, t, slack, &reading))
        return false;
    for (int i = 0; i < signal->width; i++)
        value[i] = sn_signal_number(signal, &reading, i);
    return true;
}

/* --- bits --- */

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t hash_number(uint64_t hash, double number)
{
    return hash_bytes(hash, &number, sizeof number);
}

static uint64_t hash_curve(uint64_t hash, const SnKnotCurve *curve)
{
    const size_t numbers = (size_t)curve->n * (size_t)curve->width;
    hash = hash_number(hash, curve->n);
    hash = hash_number(hash, curve->width);
    hash = hash_number(hash, curve->interpolation);
    hash = hash_bytes(hash, curve->times, (size_t)curve->n * sizeof *curve->times);
    hash = hash_bytes(hash, curve->values, numbers * sizeof *curve->values);
    return curve->second ? hash_bytes(hash, curve->second, numbers * sizeof *curve->second) : hash;
}

uint64_t sn_signal_hash(const SnSignal *signal, uint64_t hash)
{
    const double head[] = {signal->width,      signal->extend, signal->repeat, signal->start,
                           signal->time_scale, signal->gain,   signal->knots,  signal->n_curves};
    hash = hash_bytes(hash, head, sizeof head);
    for (int i = 0; i < signal->n_curves; i++)
        hash = hash_curve(hash, signal->curves[i]);
    for (int i = 0; i < signal->n_segments; i++) {
        const SnSignalSegment *segment = &signal->segments[i];
        const double numbers[] = {segment->curve, segment->time, segment->scale, segment->duration};
        hash = hash_bytes(hash, numbers, sizeof numbers);
    }
    for (int i = 0; signal->numbers && i < signal->width; i++) {
        const SnSignalNumber *number = &signal->numbers[i];
        const double numbers[] = {number->column, number->gain, number->offset};
        hash = hash_bytes(hash, numbers, sizeof numbers);
    }
    return hash;
}
