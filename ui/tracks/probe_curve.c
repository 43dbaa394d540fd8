/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tracks/probe_curve.h"

#include "engine/base/series.h"
#include "engine/model/classes/probe_signal.h"

#include <math.h>

struct SnProbeCurve {
    SnSignal *signal;
    int width;        /* curves drawn */
    SnSeries *series; /* of plain knots: ranges of any stretch of them; NULL with segments or
                         repeats */
};

static SnSeries *series_of(const SnKnotCurve *knots)
{
    SnSeries *series = sn_series_new(knots->width);
    sn_series_reserve(series, (size_t)knots->n);
    for (int i = 0; i < knots->n; i++)
        sn_series_append(series, knots->times[i], knots->values + (size_t)i * (size_t)knots->width);
    return series;
}

SnProbeCurve *sn_probe_curve_new(const SnModel *model, const SnInputProbe *probe, GError **error)
{
    SnSignal *signal = sn_probe_signal(model, probe, error);
    if (!signal)
        return NULL;
    SnProbeCurve *curve = g_new0(SnProbeCurve, 1);
    curve->signal = signal;
    bool one = signal->numbers == NULL;
    for (int i = 0; i < signal->n_curves; i++)
        one &= signal->curves[i]->width == 1;
    curve->width = one ? MIN(signal->width, 1) : signal->width;
    if (signal->knots >= 0 && signal->n_segments == 0 && !signal->repeat)
        curve->series = series_of(signal->curves[signal->knots]);
    return curve;
}

void sn_probe_curve_free(SnProbeCurve *curve)
{
    if (curve) {
        sn_signal_free(curve->signal);
        sn_series_unref(curve->series);
        g_free(curve);
    }
}

int sn_probe_curve_width(const SnProbeCurve *curve)
{
    return curve->width;
}

SnMapping sn_probe_curve_mapping(const SnProbeCurve *curve, int number)
{
    const SnSignal *signal = curve->signal;
    if (!signal->numbers) {
        const bool one = signal->knots >= 0 && signal->curves[signal->knots]->width == 1;
        return (SnMapping){one ? 0 : number, signal->gain, 0};
    }
    const SnSignalNumber *from = &signal->numbers[number];
    return (SnMapping){from->column, from->gain * signal->gain, from->offset};
}

bool sn_probe_curve_value(const SnProbeCurve *curve, double time, int number, double *value)
{
    SnSignalReading reading;
    if (number >= curve->width || !sn_signal_read(curve->signal, time, 0, &reading))
        return false;
    *value = sn_signal_number(curve->signal, &reading, number);
    return true;
}

bool sn_probe_curve_span(const SnProbeCurve *curve, double *from, double *to)
{
    const SnSignal *signal = curve->signal;
    if (signal->knots < 0 && signal->n_segments == 0)
        return false;
    *from = signal->start + signal->from * signal->time_scale;
    *to = signal->start + signal->to * signal->time_scale;
    return true;
}

/* --- moments --- */

/* Moments within a span of the signal's own clock, moved by `shift`, onto the timeline. */
typedef struct Collect {
    const SnSignal *signal;
    double from, to, shift; /* own clock [s] */
    GArray *moments;
    guint most;
} Collect;

static void add(Collect *c, double own)
{
    if (own >= c->from && own <= c->to && c->moments->len <= c->most) {
        const double moment = c->signal->start + (own + c->shift) * c->signal->time_scale;
        g_array_append_val(c->moments, moment);
    }
}

/* Knots of a curve laid at `at` and stretched. */
static void add_knots(Collect *c, const SnKnotCurve *knots, double at, double scale)
{
    SnCurvePosition place;
    sn_knot_curve_find(knots, (c->from - at) / scale, 0, &place);
    for (int i = place.knot; i < knots->n && c->moments->len <= c->most; i++) {
        if (at + knots->times[i] * scale > c->to)
            break;
        add(c, at + knots->times[i] * scale);
    }
}

static void add_all(Collect *c)
{
    const SnSignal *signal = c->signal;
    if (signal->knots >= 0)
        add_knots(c, signal->curves[signal->knots], 0, 1);
    for (int i = 0; i < signal->n_segments; i++) {
        const SnSignalSegment *segment = &signal->segments[i];
        add(c, segment->time);
        add_knots(c, signal->curves[segment->curve], segment->time, segment->scale);
        add(c, segment->time + segment->duration);
    }
}

bool sn_probe_curve_moments(const SnProbeCurve *curve, double from, double to, int most,
                            GArray *moments)
{
    const SnSignal *signal = curve->signal;
    Collect c = {.signal = signal, .moments = moments, .most = (guint)most};
    const double begin = (from - signal->start) / signal->time_scale;
    const double end = (to - signal->start) / signal->time_scale;
    const double period = signal->to - signal->from;
    const bool repeats = signal->repeat && period > 0;
    const double first = repeats ? MAX(floor((begin - signal->from) / period), 0) : 0;
    const double last = repeats ? MAX(floor((end - signal->from) / period), 0) : 0;
    if (last - first > most)
        return false;
    for (double k = first; k <= last && moments->len <= c.most; k++) {
        c.shift = k * period;
        c.from = k > 0 ? MAX(begin - c.shift, signal->from) : begin;
        c.to = end - c.shift;
        if (repeats) {
            c.to = MIN(c.to, signal->to);
            add(&c, signal->to);
        }
        add_all(&c);
    }
    return moments->len <= c.most;
}

/* --- ranges --- */

static bool sampled_range(const SnProbeCurve *curve, int number, double from, double to,
                          int samples, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i <= samples; i++) {
        double value = 0;
        const double time = from + (to - from) * i / MAX(samples, 1);
        if (sn_probe_curve_value(curve, time, number, &value)) {
            *low = MIN(*low, value);
            *high = MAX(*high, value);
        }
    }
    return *low <= *high;
}

bool sn_probe_curve_range(const SnProbeCurve *curve, int number, double from, double to,
                          int samples, double *low, double *high)
{
    const SnSignal *signal = curve->signal;
    const bool any = sampled_range(curve, number, from, to, samples, low, high);
    if (!curve->series || number >= curve->width)
        return any;
    const double begin = (from - signal->start) / signal->time_scale;
    const double end = (to - signal->start) / signal->time_scale;
    const SnMapping map = sn_probe_curve_mapping(curve, number);
    double least = 0, most = 0;
    if (!sn_series_range(curve->series, map.column, sn_series_find(curve->series, begin),
                         sn_series_find(curve->series, end), &least, &most))
        return any;
    const double a = map.gain * least + map.offset, b = map.gain * most + map.offset;
    *low = MIN(*low, MIN(a, b));
    *high = MAX(*high, MAX(a, b));
    return true;
}
