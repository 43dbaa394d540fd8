/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves through knots against closed forms and a second method; signals: offset, stretch, gain,
 * mapping, repeat, segments. */
#include "engine/base/curve.h"
#include "engine/base/signal.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static SnKnotCurve *curve_of(SnInterpolation interpolation, int n, int width, const double *times,
                             const double *values, bool periodic)
{
    SnKnotCurve *curve = sn_knot_curve_new(n, width, interpolation);
    memcpy(curve->times, times, (size_t)n * sizeof *times);
    memcpy(curve->values, values, (size_t)(n * width) * sizeof *values);
    sn_knot_curve_prepare(curve, periodic);
    return curve;
}

static double at(const SnKnotCurve *curve, double t, int column)
{
    SnCurvePosition place;
    sn_knot_curve_find(curve, t, 0, &place);
    return sn_knot_curve_value(curve, &place, column);
}

static void near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        g_error("%.17g, expected %.17g +- %g", value, expected, tolerance);
}

/* --- knots --- */

static void test_linear_and_step(void)
{
    static const double times[] = {0.5, 1, 3}, values[] = {1, -1, 3, 5, -1, 2};
    SnKnotCurve *line = curve_of(SN_INTERPOLATE_LINEAR, 3, 2, times, values, false);
    SnKnotCurve *step = curve_of(SN_INTERPOLATE_STEP, 3, 2, times, values, false);
    for (double t = 0; t < 4; t += 1.0 / 64) {
        const double a = t < 0.5 ? 1 : t < 1 ? 1 + 4 * (t - 0.5) : t < 3 ? 3 - 2 * (t - 1) : -1;
        const double b = t < 0.5 ? -1 : t < 1 ? -1 + 12 * (t - 0.5) : t < 3 ? 5 - 1.5 * (t - 1) : 2;
        near(at(line, t, 0), a, 1e-15);
        near(at(line, t, 1), b, 1e-14);
        g_assert_cmpfloat(at(step, t, 0), ==, t < 1 ? 1 : t < 3 ? 3 : -1);
        g_assert_cmpfloat(at(step, t, 1), ==, t < 1 ? -1 : t < 3 ? 5 : 2);
    }
    SnCurvePosition place;
    g_assert_cmpint(sn_knot_curve_find(line, 0.49, 0, &place), ==, -1);
    g_assert_cmpint(sn_knot_curve_find(line, 0.49, 0.02, &place), ==, 0);
    g_assert_cmpint(sn_knot_curve_find(line, 3, 0, &place), ==, 0);
    g_assert_cmpint(sn_knot_curve_find(line, 3.01, 0.02, &place), ==, 0);
    g_assert_cmpint(sn_knot_curve_find(line, 3.03, 0.02, &place), ==, 1);
    /* a time that rounding left just before a knot is at it */
    sn_knot_curve_find(step, 1 - 1e-12, 1e-9, &place);
    g_assert_cmpfloat(sn_knot_curve_value(step, &place, 0), ==, 3);
    free(line);
    free(step);
}

/* Second derivatives from the dense equations by elimination with pivots: end conditions, and
 * continuity of the slope at the knots between. */
static void dense_spline(int n, const double *t, const double *v, bool periodic, double *m)
{
    double a[16][17] = {{0}};
    for (int i = 0; i < n; i++) {
        const int p = i == 0 ? n - 2 : i - 1, q = i == n - 1 ? 1 : i + 1;
        const double h = i == 0 ? t[n - 1] - t[n - 2] : t[i] - t[i - 1];
        const double k = i == n - 1 ? t[1] - t[0] : t[i + 1] - t[i];
        if (i == n - 1 || (i == 0 && !periodic)) {
            a[i][i] = 1;
            a[i][0] -= periodic;
            continue;
        }
        a[i][p] += h / 6;
        a[i][i] += (h + k) / 3;
        a[i][q] += k / 6;
        a[i][n] = (v[q] - v[i]) / k - (v[i] - v[p]) / h;
    }
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c; r < n; r++)
            best = fabs(a[r][c]) > fabs(a[best][c]) ? r : best;
        for (int k = 0; k <= n; k++) {
            const double keep = a[c][k];
            a[c][k] = a[best][k];
            a[best][k] = keep;
        }
        for (int r = 0; r < n; r++)
            for (int k = n; r != c && k >= c; k--)
                a[r][k] -= a[r][c] / a[c][c] * a[c][k];
    }
    for (int i = 0; i < n; i++)
        m[i] = a[i][n] / a[i][i];
}

static void test_cubic_second_method(void)
{
    for (int round = 0; round < 200; round++) {
        const int n = g_test_rand_int_range(2, 15);
        const bool periodic = g_test_rand_bit();
        double t[16], v[32], m[16];
        for (int i = 0; i < n; i++) {
            t[i] = (i > 0 ? t[i - 1] : -0.3) + g_test_rand_double_range(0.05, 1);
            v[2 * i] = g_test_rand_double_range(-1, 1);
            v[2 * i + 1] = g_test_rand_double_range(-10, 10);
        }
        if (periodic)
            memcpy(v + 2 * (n - 1), v, 2 * sizeof *v);
        SnKnotCurve *curve = curve_of(SN_INTERPOLATE_CUBIC, n, 2, t, v, periodic);
        for (int k = 0; k < 2; k++) {
            double column[16];
            for (int i = 0; i < n; i++)
                column[i] = v[2 * i + k];
            if (periodic && n == 2)
                memset(m, 0, sizeof m);
            else
                dense_spline(n, t, column, periodic, m);
            for (int i = 0; i < n; i++) {
                near(curve->second[2 * i + k], m[i], 1e-9 * (1 + fabs(m[i])));
                near(at(curve, t[i], k), column[i], 0);
            }
        }
        free(curve);
    }
}

/* sin on [0, pi] has no curvature at its ends: the natural spline tends to it with order 4; on a
 * whole turn the periodic one does, from any phase. */
static double worst_sine(int n, double from, double length, bool periodic)
{
    double t[130], v[130], worst = 0;
    for (int i = 0; i <= n; i++) {
        t[i] = from + length * i / n;
        v[i] = sin(t[i]);
    }
    if (periodic)
        v[n] = v[0];
    SnKnotCurve *curve = curve_of(SN_INTERPOLATE_CUBIC, n + 1, 1, t, v, periodic);
    for (int i = 0; i < 1000; i++) {
        const double x = from + length * i / 999;
        worst = fmax(worst, fabs(at(curve, x, 0) - sin(x)));
    }
    free(curve);
    return worst;
}

static void test_cubic_order(void)
{
    const double natural = log2(worst_sine(32, 0, G_PI, false) / worst_sine(64, 0, G_PI, false));
    const double periodic =
        log2(worst_sine(32, 0.7, 2 * G_PI, true) / worst_sine(64, 0.7, 2 * G_PI, true));
    g_test_message("order natural %.3f, periodic %.3f; error of 64 knots %.2g, %.2g", natural,
                   periodic, worst_sine(64, 0, G_PI, false), worst_sine(64, 0.7, 2 * G_PI, true));
    near(natural, 4, 0.1);
    near(periodic, 4, 0.1);
    /* a natural spline through a straight line is the line */
    static const double t[] = {0, 0.1, 0.5, 2}, v[] = {1, 1.2, 2, 5};
    SnKnotCurve *line = curve_of(SN_INTERPOLATE_CUBIC, 4, 1, t, v, false);
    for (double x = 0; x <= 2; x += 0.01)
        near(at(line, x, 0), 1 + 2 * x, 1e-14);
    free(line);
    /* by hand: knots 0 1 0 at 0 1 2 have M = -3 in the middle, so v = 1.5 x - 0.5 x^3 */
    static const double u[] = {0, 1, 2}, w[] = {0, 1, 0};
    SnKnotCurve *hat = curve_of(SN_INTERPOLATE_CUBIC, 3, 1, u, w, false);
    for (double x = 0; x <= 1; x += 0.125)
        near(at(hat, x, 0), 1.5 * x - 0.5 * x * x * x, 1e-15);
    free(hat);
}

/* Of knots at the same time the last holds from there on; splines do not reach across. */
static void test_jumps(void)
{
    static const double times[] = {0, 1, 1, 1, 2, 3}, values[] = {0, 1, 8, 5, 6, 5};
    for (int k = SN_INTERPOLATE_LINEAR; k <= SN_INTERPOLATE_CUBIC; k++) {
        SnKnotCurve *curve = curve_of((SnInterpolation)k, 6, 1, times, values, k == 2);
        g_assert_cmpfloat(at(curve, 1, 0), ==, 5);
        near(at(curve, 1 - 1e-9, 0), k == SN_INTERPOLATE_STEP ? 0 : 1, 2e-9);
        if (k == SN_INTERPOLATE_CUBIC) {
            near(at(curve, 0.25, 0), 0.25, 1e-15);
            const double x = 0.5;
            near(at(curve, 1 + x, 0), 5 + 1.5 * x - 0.5 * x * x * x, 1e-14);
        }
        free(curve);
    }
    static const double one[] = {2}, value[] = {7};
    for (int k = SN_INTERPOLATE_LINEAR; k <= SN_INTERPOLATE_CUBIC; k++) {
        SnKnotCurve *single = curve_of((SnInterpolation)k, 1, 1, one, value, true);
        g_assert_cmpfloat(at(single, 0, 0), ==, 7);
        g_assert_cmpfloat(at(single, 9, 0), ==, 7);
        free(single);
    }
}

/* --- signals --- */

static SnSignal *signal_of(SnInterpolation interpolation, int n, int width, const double *times,
                           const double *values, bool repeat)
{
    SnSignal *signal = sn_signal_new(width);
    signal->repeat = repeat;
    signal->knots =
        sn_signal_add_curve(signal, curve_of(interpolation, n, width, times, values, repeat));
    sn_signal_finish(signal);
    return signal;
}

/* All numbers of what is played, value [width]; false where it is silent (value is untouched). */
static bool signal_at(const SnSignal *signal, double t, double slack, double *value)
{
    SnSignalReading reading;
    if (!sn_signal_read(signal, t, slack, &reading))
        return false;
    for (int i = 0; i < signal->width; i++)
        value[i] = sn_signal_number(signal, &reading, i);
    return true;
}

static double value_at(const SnSignal *signal, double t)
{
    double value[4] = {NAN, NAN, NAN, NAN};
    return signal_at(signal, t, 1e-12, value) ? value[0] : (double)NAN;
}

/* Value, slope and curvature go on over the seam of a repeated spline. */
static void test_repeat(void)
{
    static const double t[] = {0.5, 0.8, 1.4, 1.7, 2.5}, v[] = {0.2, 1, -0.4, 0.6, 0.2};
    SnSignal *signal = signal_of(SN_INTERPOLATE_CUBIC, 5, 1, t, v, true);
    for (double x = 0.5; x < 2.5; x += 0.01)
        for (int turn = 1; turn < 4; turn++)
            near(value_at(signal, x + 2 * turn), value_at(signal, x), 1e-12);
    const double d = 1e-4, seam = 4.5;
    double slope[2], bend[2];
    for (int side = 0; side < 2; side++) {
        const double e = side ? d : -d;
        const double a = value_at(signal, seam), b = value_at(signal, seam + e),
                     c = value_at(signal, seam + 2 * e), f = value_at(signal, seam + 3 * e);
        slope[side] = (-11 * a + 18 * b - 9 * c + 2 * f) / (6 * e);
        bend[side] = (2 * a - 5 * b + 4 * c - f) / (e * e);
    }
    g_test_message("slope %.9g %.9g, curvature %.6g %.6g", slope[0], slope[1], bend[0], bend[1]);
    near(slope[0], slope[1], 1e-8 * fabs(slope[0]));
    near(bend[0], bend[1], 1e-4 * fabs(bend[0]));
    g_assert_cmpfloat(fabs(bend[0]), >, 1);
    /* silent before, or the first value */
    g_assert_true(isnan(value_at(signal, 0.4)));
    signal->extend = true;
    g_assert_cmpfloat(value_at(signal, 0.4), ==, 0.2);
    sn_signal_free(signal);
    /* a saw tooth jumps where it starts again: the start holds */
    static const double saw[] = {0, 1}, height[] = {0, 3};
    signal = signal_of(SN_INTERPOLATE_LINEAR, 2, 1, saw, height, true);
    for (double x = 0; x < 5; x += 0.125)
        near(value_at(signal, x), 3 * (x - floor(x)), 1e-12);
    near(value_at(signal, 3 - 1e-13), 0, 0);
    sn_signal_free(signal);
}

static void test_clock_and_mapping(void)
{
    static const double t[] = {0, 1, 2}, v[] = {1, 10, 2, 30, 4, 20};
    SnSignal *signal = sn_signal_new(3);
    signal->knots = sn_signal_add_curve(signal, curve_of(SN_INTERPOLATE_LINEAR, 3, 2, t, v, false));
    signal->start = 0.5;
    signal->time_scale = 0.25;
    signal->gain = 2;
    signal->numbers = calloc(3, sizeof *signal->numbers);
    signal->numbers[0] = (SnSignalNumber){1, 1, 0};
    signal->numbers[1] = (SnSignalNumber){0, -3, 100};
    signal->numbers[2] = (SnSignalNumber){1, 0, -7};
    sn_signal_finish(signal);
    double value[3];
    for (double x = 0; x <= 2; x += 0.0625) {
        const double a = x < 1 ? 1 + x : 2 + 2 * (x - 1),
                     b = x < 1 ? 10 + 20 * x : 30 - 10 * (x - 1);
        g_assert_true(signal_at(signal, 0.5 + 0.25 * x, 1e-12, value));
        near(value[0], 2 * b, 1e-12);
        near(value[1], 100 - 6 * a, 1e-12);
        near(value[2], -7, 0);
    }
    g_assert_false(signal_at(signal, 0.49, 1e-12, value));
    g_assert_false(signal_at(signal, 1.01, 1e-12, value));
    signal->extend = true;
    g_assert_true(signal_at(signal, 9, 1e-12, value));
    near(value[0], 40, 0);
    sn_signal_free(signal);
    /* one column for all numbers */
    signal = sn_signal_new(3);
    signal->knots = sn_signal_add_curve(signal, curve_of(SN_INTERPOLATE_STEP, 3, 1, t, v, false));
    sn_signal_finish(signal);
    g_assert_true(signal_at(signal, 1.5, 1e-12, value));
    g_assert_true(value[0] == 10 && value[1] == 10 && value[2] == 10);
    sn_signal_free(signal);
}

static SnSignal *with_segments(bool knots)
{
    static const double t[] = {0, 10}, zero[] = {-1, -1}, ramp[] = {0, 1}, rise[] = {0, 0.5, 1},
                        hill[] = {0, 1, 0};
    SnSignal *signal = sn_signal_new(1);
    if (knots)
        signal->knots =
            sn_signal_add_curve(signal, curve_of(SN_INTERPOLATE_LINEAR, 2, 1, t, zero, false));
    const int a =
        sn_signal_add_curve(signal, curve_of(SN_INTERPOLATE_LINEAR, 2, 1, ramp, ramp, false));
    const int b =
        sn_signal_add_curve(signal, curve_of(SN_INTERPOLATE_STEP, 3, 1, rise, hill, false));
    signal->n_segments = 3;
    signal->segments = calloc(3, sizeof *signal->segments);
    /* given out of order: 4..6 steps, 1..3 ramp stretched twice, 2..2.5 within it */
    signal->segments[0] = (SnSignalSegment){.curve = b, .time = 4, .scale = 2, .duration = 2};
    signal->segments[1] = (SnSignalSegment){.curve = a, .time = 1, .scale = 2, .duration = 2};
    signal->segments[2] = (SnSignalSegment){.curve = b, .time = 2, .scale = 0.5, .duration = 0.5};
    sn_signal_finish(signal);
    return signal;
}

static double expected_segments(double t, double outside)
{
    if (t >= 2 && t <= 2.5)
        return t < 2.25 ? 0 : t < 2.5 ? 1 : 0;
    if (t >= 1 && t <= 3)
        return (t - 1) / 2;
    if (t >= 4 && t <= 6)
        return t < 5 ? 0 : t < 6 ? 1 : 0;
    return outside;
}

static void test_segments(void)
{
    SnSignal *signal = with_segments(true);
    for (double t = 0; t < 10; t += 0.0625)
        near(value_at(signal, t), expected_segments(t, -1), 1e-12);
    sn_signal_free(signal);
    signal = with_segments(false);
    for (double t = 0; t < 10; t += 0.0625) {
        const double expected = expected_segments(t, NAN);
        if (isnan(expected))
            g_assert_true(isnan(value_at(signal, t)));
        else
            near(value_at(signal, t), expected, 1e-12);
    }
    /* held: before the first its start, in the gap the end of the ramp, after it the last step */
    signal->extend = true;
    near(value_at(signal, 0), 0, 0);
    near(value_at(signal, 3.5), 1, 0);
    near(value_at(signal, 9), 0, 0);
    signal->repeat = true; /* 1 .. 6 again and again */
    for (double t = 1; t < 6; t += 0.0625)
        near(value_at(signal, t + 10), value_at(signal, t), 1e-12);
    sn_signal_free(signal);
}

/* --- just before and just after --- */

static double beside(const SnSignal *signal, double t, int side)
{
    SnSignalReading reading;
    return sn_signal_read_beside(signal, t, 1e-9, side, &reading)
               ? sn_signal_number(signal, &reading, 0)
               : (double)NAN;
}

/* Where segments begin and end, within stretched ones, at the knots' end: what lies there on either
 * side, also where the time is off by a rounding. */
static void test_beside(void)
{
    static const double at[][3] = {
        {0, NAN, -1}, {1, -1, 0}, {2, 0.5, 0}, {2.25, 0, 1}, {2.5, 1, 0.75}, {2.75, 0.875, 0.875},
        {3, 1, -1},   {4, -1, 0}, {5, 0, 1},   {6, 1, -1},   {8, -1, -1},    {10, -1, NAN}};
    SnSignal *signal = with_segments(true);
    for (size_t i = 0; i < G_N_ELEMENTS(at); i++)
        for (int side = -1; side <= 1; side += 2)
            for (int off = -1; off <= 1; off++) {
                const double expected = at[i][side < 0 ? 1 : 2];
                const double value = beside(signal, at[i][0] + 1e-12 * off, side);
                if (isnan(expected))
                    g_assert_true(isnan(value));
                else
                    near(value, expected, 2e-12);
            }
    signal->start = 0.5;
    signal->time_scale = 3;
    near(beside(signal, 0.5 + 3 * 2.5, -1), 1, 0);
    near(beside(signal, 0.5 + 3 * 2.5, 1), 0.75, 1e-12);
    signal->extend = true;
    near(beside(signal, 0.5, -1), -1, 0);
    near(beside(signal, 31, 1), -1, 0);
    sn_signal_free(signal);
    /* a ramp that follows itself; a cubic curve is the same from both sides */
    static const double t[] = {0, 1, 3}, ramp[] = {1, 2, 4}, bend[] = {1, -2, 5};
    signal = sn_signal_new(1);
    signal->knots =
        sn_signal_add_curve(signal, curve_of(SN_INTERPOLATE_LINEAR, 3, 1, t, ramp, false));
    signal->repeat = true;
    sn_signal_finish(signal);
    for (int period = 1; period < 4; period++) {
        near(beside(signal, 3 * period, -1), 4, 1e-12);
        near(beside(signal, 3 * period, 1), 1, 1e-12);
    }
    sn_signal_free(signal);
    signal = sn_signal_new(1);
    signal->knots =
        sn_signal_add_curve(signal, curve_of(SN_INTERPOLATE_CUBIC, 3, 1, t, bend, false));
    sn_signal_finish(signal);
    for (double s = 0.25; s < 3; s += 0.25) {
        near(beside(signal, s, -1), value_at(signal, s), 1e-14);
        near(beside(signal, s, 1), value_at(signal, s), 1e-14);
    }
    sn_signal_free(signal);
}

static void test_hash(void)
{
    SnSignal *a = with_segments(true), *b = with_segments(true);
    const uint64_t hash = sn_signal_hash(a, 1);
    g_assert_cmpuint(hash, ==, sn_signal_hash(b, 1));
    double *numbers[] = {&b->start,
                         &b->time_scale,
                         &b->gain,
                         &b->segments[1].time,
                         &b->segments[2].scale,
                         &b->curves[1]->values[1],
                         &b->curves[0]->times[1]};
    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
        const double keep = *numbers[i];
        *numbers[i] = nextafter(keep, 1e9);
        g_assert_cmpuint(hash, !=, sn_signal_hash(b, 1));
        *numbers[i] = keep;
    }
    g_assert_cmpuint(hash, ==, sn_signal_hash(b, 1));
    b->extend = true;
    g_assert_cmpuint(hash, !=, sn_signal_hash(b, 1));
    sn_signal_free(a);
    sn_signal_free(b);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/curve/linear and step", test_linear_and_step);
    g_test_add_func("/curve/cubic against dense equations", test_cubic_second_method);
    g_test_add_func("/curve/cubic order", test_cubic_order);
    g_test_add_func("/curve/jumps", test_jumps);
    g_test_add_func("/signal/repeat", test_repeat);
    g_test_add_func("/signal/clock and mapping", test_clock_and_mapping);
    g_test_add_func("/signal/segments", test_segments);
    g_test_add_func("/signal/beside", test_beside);
    g_test_add_func("/signal/hash", test_hash);
    return g_test_run();
}
