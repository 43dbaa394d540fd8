/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/muscle/spline_table.h"

#include <assert.h>
#include <stdbool.h>

/* Divided difference of third order over the four points from i on. */
static double third_difference(const SnSplineTable *t, int i)
{
    double d[4];
    for (int k = 0; k < 4; k++)
        d[k] = t->y[i + k];
    for (int order = 1; order < 4; order++)
        for (int k = 0; k + order < 4; k++)
            d[k] = (d[k + 1] - d[k]) / (t->x[i + k + order] - t->x[i + k]);
    return d[0];
}

/* Sixths of second derivatives sigma: h0 s0 + 2 (h0 + h1) s1 + h1 s2 = slope1 - slope0, at the ends
 * the third differences; elimination without pivots, the matrix is dominant. */
static void second_derivatives(const SnSplineTable *t, double *sigma)
{
    const int n = t->n, last = n - 1;
    double diagonal[SN_SPLINE_TABLE_POINTS], h[SN_SPLINE_TABLE_POINTS] = {0};
    for (int i = 0; i < last; i++)
        h[i] = t->x[i + 1] - t->x[i];
    diagonal[0] = -h[0];
    diagonal[last] = -h[last - 1];
    sigma[0] = sigma[last] = 0;
    for (int i = 1; i < last; i++) {
        diagonal[i] = 2 * (h[i - 1] + h[i]);
        sigma[i] = (t->y[i + 1] - t->y[i]) / h[i] - (t->y[i] - t->y[i - 1]) / h[i - 1];
    }
    if (n > 3) {
        sigma[0] = h[0] * h[0] * third_difference(t, 0);
        sigma[last] = -h[last - 1] * h[last - 1] * third_difference(t, n - 4);
    }
    for (int i = 1; i < n; i++) {
        const double factor = h[i - 1] / diagonal[i - 1];
        diagonal[i] -= factor * h[i - 1];
        sigma[i] -= factor * sigma[i - 1];
    }
    sigma[last] /= diagonal[last];
    for (int i = last - 1; i >= 0; i--)
        sigma[i] = (sigma[i] - h[i] * sigma[i + 1]) / diagonal[i];
}

SnSplineTable sn_spline_table(const double (*points)[2], int n)
{
    assert(n >= 2 && n <= SN_SPLINE_TABLE_POINTS);
    SnSplineTable t = {.n = n};
    double sigma[SN_SPLINE_TABLE_POINTS] = {0};
    for (int i = 0; i < n; i++) {
        t.x[i] = points[i][0];
        t.y[i] = points[i][1];
    }
    if (n > 2)
        second_derivatives(&t, sigma);
    for (int i = 0; i + 1 < n; i++) {
        const double h = t.x[i + 1] - t.x[i];
        assert(h > 0);
        t.b[i] = (t.y[i + 1] - t.y[i]) / h - h * (sigma[i + 1] + 2 * sigma[i]);
        t.c[i] = 3 * sigma[i];
        t.e[i] = (sigma[i + 1] - sigma[i]) / h;
    }
    const double h = t.x[n - 1] - t.x[n - 2];
    t.b[n - 1] = (t.y[n - 1] - t.y[n - 2]) / h + h * (sigma[n - 2] + 2 * sigma[n - 1]);
    return t;
}

static int interval(const SnSplineTable *table, double x)
{
    int low = 0, high = table->n - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (x < table->x[middle])
            high = middle;
        else
            low = middle;
    }
    return low;
}

double sn_spline_table_value(const SnSplineTable *table, double x, double *slope)
{
    const int last = table->n - 1;
    const bool before = x <= table->x[0], after = x >= table->x[last];
    const int i = before ? 0 : after ? last : interval(table, x);
    const double d = x - table->x[i];
    *slope = table->b[i];
    if (before || after)
        return table->y[i] + table->b[i] * d;
    *slope += d * (2 * table->c[i] + d * 3 * table->e[i]);
    return table->y[i] + d * (table->b[i] + d * (table->c[i] + d * table->e[i]));
}

/* From x[i] on; past the end c and e are 0, so that it is the straight part's. */
static double part_integral(const SnSplineTable *t, int i, double d)
{
    return d * (t->y[i] + d * (t->b[i] / 2 + d * (t->c[i] / 3 + d * t->e[i] / 4)));
}

static double from_first(const SnSplineTable *table, double x)
{
    const int last = table->n - 1, end = x >= table->x[last] ? last : interval(table, x);
    double sum = 0;
    for (int i = 0; i < end; i++)
        sum += part_integral(table, i, table->x[i + 1] - table->x[i]);
    return sum + part_integral(table, end, x - table->x[end]);
}

double sn_spline_table_integral(const SnSplineTable *table, double start, double x)
{
    return from_first(table, x) - from_first(table, start);
}
