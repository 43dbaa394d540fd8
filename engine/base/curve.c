/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

SnKnotCurve *sn_knot_curve_new(int n, int width, SnInterpolation interpolation)
{
    const size_t rows = (size_t)n, numbers = rows * (size_t)width;
    const bool cubic = interpolation == SN_INTERPOLATE_CUBIC;
    SnKnotCurve *curve =
        calloc(1, sizeof *curve + (rows + numbers * (cubic ? 2 : 1)) * sizeof(double));
    curve->n = n;
    curve->width = width;
    curve->interpolation = interpolation;
    curve->times = (double *)(void *)(curve + 1);
    curve->values = curve->times + rows;
    curve->second = cubic ? curve->values + numbers : NULL;
    return curve;
}

/* --- splines: h M(i-1) + 2 (h + h') M(i) + h' M(i+1) = 6 (slope' - slope), M second derivatives,
 * h and h' the spans before and after knot i --- */

/* One column of a piece without jumps. */
typedef struct Column {
    int n;
    const double *t;
    const double *v; /* [n] with stride */
    double *m;       /* [n] with stride */
    size_t stride;
    double *diagonal, *right, *corner; /* scratch [n] */
} Column;

static double span(const Column *c, int i)
{
    return c->t[i + 1] - c->t[i];
}

static double slope(const Column *c, int i)
{
    return (c->v[(size_t)(i + 1) * c->stride] - c->v[(size_t)i * c->stride]) / span(c, i);
}

/* M = 0 at both ends; Gaussian elimination of the diagonally dominant tridiagonal rows. */
static void solve_natural(const Column *c)
{
    const int last = c->n - 1;
    c->m[0] = 0;
    c->m[(size_t)last * c->stride] = 0;
    for (int i = 1; i < last; i++) {
        c->diagonal[i] = 2 * (span(c, i - 1) + span(c, i));
        c->right[i] = 6 * (slope(c, i) - slope(c, i - 1));
        if (i > 1) {
            const double factor = span(c, i - 1) / c->diagonal[i - 1];
            c->diagonal[i] -= factor * span(c, i - 1);
            c->right[i] -= factor * c->right[i - 1];
        }
    }
    for (int i = last - 1; i > 0; i--)
        c->m[(size_t)i * c->stride] =
            (c->right[i] - (i + 1 < last ? span(c, i) * c->m[(size_t)(i + 1) * c->stride] : 0)) /
            c->diagonal[i];
}

/* The last knot is the first again: unknowns 0 .. n - 2.  The last of them is kept aside as the
 * border of a tridiagonal matrix, whose coupling to it is in `corner`. */
static void solve_periodic(const Column *c)
{
    const int count = c->n - 1, border = count - 1;
    if (count < 2) {
        c->m[0] = c->m[c->stride] = 0;
        return;
    }
    for (int i = 0; i < count; i++) {
        const int before = i > 0 ? i - 1 : count - 1;
        c->diagonal[i] = 2 * (span(c, before) + span(c, i));
        c->right[i] = 6 * (slope(c, i) - slope(c, before));
        c->corner[i] = 0;
    }
    c->corner[0] += span(c, count - 1);
    c->corner[border - 1] += span(c, border - 1);
    for (int i = 1; i < border; i++) {
        const double factor = span(c, i - 1) / c->diagonal[i - 1];
        c->diagonal[i] -= factor * span(c, i - 1);
        c->right[i] -= factor * c->right[i - 1];
        c->corner[i] -= factor * c->corner[i - 1];
    }
    for (int i = border - 1; i >= 0; i--) {
        const double next = i + 1 < border ? span(c, i) : 0;
        c->right[i] = (c->right[i] - next * c->right[i + 1]) / c->diagonal[i];
        c->corner[i] = (c->corner[i] - next * c->corner[i + 1]) / c->diagonal[i];
    }
    /* m[i] = right[i] - corner[i] x, x = m[border] */
    const double low = span(c, border - 1), high = span(c, count - 1);
    const double x = (c->right[border] - low * c->right[border - 1] - high * c->right[0]) /
                     (c->diagonal[border] - low * c->corner[border - 1] - high * c->corner[0]);
    for (int i = 0; i < border; i++)
        c->m[(size_t)i * c->stride] = c->right[i] - c->corner[i] * x;
    c->m[(size_t)border * c->stride] = x;
    c->m[(size_t)count * c->stride] = c->m[0];
}

void sn_knot_curve_prepare(SnKnotCurve *curve, bool periodic)
{
    if (!curve->second)
        return;
    const size_t width = (size_t)curve->width;
    double *scratch = malloc(3 * (size_t)curve->n * sizeof *scratch);
    for (int first = 0, end; first < curve->n; first = end) {
        for (end = first + 1; end < curve->n && curve->times[end] > curve->times[end - 1]; end++)
            continue;
        const bool whole = end - first == curve->n;
        for (size_t k = 0; k < width; k++) {
            const size_t offset = (size_t)first * width + k;
            const Column column = {
                .n = end - first,
                .t = curve->times + first,
                .v = curve->values + offset,
                .m = curve->second + offset,
                .stride = width,
                .diagonal = scratch,
                .right = scratch + curve->n,
                .corner = scratch + 2 * (size_t)curve->n,
            };
            const double closing = curve->values[(size_t)(curve->n - 1) * width + k];
            if (periodic && whole && column.n > 1 && curve->values[k] == closing)
                solve_periodic(&column);
            else
                solve_natural(&column);
        }
    }
    free(scratch);
}

/* --- values --- */

int sn_knot_curve_find(const SnKnotCurve *curve, double t, double slack, SnCurvePosition *place)
{
    const double *times = curve->times;
    const int last = curve->n - 1;
    *place = (SnCurvePosition){0};
    if (t + slack < times[0])
        return -1;
    int first = 0, end = last;
    while (first < end) {
        const int middle = first + (end - first + 1) / 2;
        if (times[middle] <= t + slack)
            first = middle;
        else
            end = middle - 1;
    }
    place->knot = first;
    if (first == last)
        return t > times[last] + slack;
    place->span = times[first + 1] - times[first];
    place->fraction = fmin(fmax((t - times[first]) / place->span, 0), 1);
    return 0;
}

double sn_knot_curve_value(const SnKnotCurve *curve, const SnCurvePosition *place, int column)
{
    const size_t width = (size_t)curve->width, at = (size_t)place->knot * width + (size_t)column;
    const double low = curve->values[at];
    if (place->fraction == 0 || curve->interpolation == SN_INTERPOLATE_STEP)
        return low;
    const double b = place->fraction, a = 1 - b;
    const double line = a * low + b * curve->values[at + width];
    if (!curve->second)
        return line;
    return line +
           ((a * a * a - a) * curve->second[at] + (b * b * b - b) * curve->second[at + width]) *
               place->span * place->span / 6;
}
