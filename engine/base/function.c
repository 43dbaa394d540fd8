/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/function.h"

#include "engine/base/memory.h"
#include "engine/base/natural_spline.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Points of a table that have both numbers. */
static int n_points(const SnFunctionText *text)
{
    return text->n_x < text->n_y ? text->n_x : text->n_y;
}

/* Of a natural spline of a higher degree than 3 through so many points; 0: it is none. */
static int half_order(const SnFunctionText *text)
{
    const int order = text->kind == SN_FUNCTION_NATURAL_SPLINE_5   ? 3
                      : text->kind == SN_FUNCTION_NATURAL_SPLINE_7 ? 4
                                                                   : 0;
    return sn_natural_spline_half_order(order, n_points(text));
}

const char *sn_function_refused(const SnFunctionText *text)
{
    if (!isfinite(text->scale))
        return "has a scale that is no number";
    for (int i = 0; i < text->n_coefficients; i++)
        if (!isfinite(text->coefficients[i]))
            return "has a coefficient that is no number";
    if (text->kind == SN_FUNCTION_CONSTANT && text->n_coefficients > 1)
        return "is constant, but has more than 1 coefficient";
    if (text->kind == SN_FUNCTION_LINEAR && text->n_coefficients != 0 && text->n_coefficients != 2)
        return "is linear, but has not 2 coefficients (offset, slope) or none";
    if (text->kind == SN_FUNCTION_POLYNOMIAL && text->n_coefficients > 32)
        return "has more than 32 coefficients";
    if (!sn_function_is_table(text->kind))
        return NULL;
    for (int i = 0; i < n_points(text); i++)
        if (!isfinite(text->x[i]) || !isfinite(text->y[i]))
            return "has a point that is no number";
    double longest = 0, shortest = HUGE_VAL;
    for (int i = 1; i < n_points(text); i++) {
        const double h = text->x[i] - text->x[i - 1];
        if (!(h > 0))
            return "has points whose x do not increase";
        longest = fmax(longest, h), shortest = fmin(shortest, h);
    }
    if (half_order(text) && longest > SN_SPLINE_MOST_UNEVEN * shortest)
        return "has points too uneven for a spline of its degree: the longest step of x is more "
               "than 1000 times the shortest";
    return NULL;
}

int sn_function_plan(const SnFunctionText *text, SnFunction *function)
{
    assert(!sn_function_refused(text));
    if (sn_function_is_table(text->kind) && n_points(text) < 2) {
        function->pieces = 1, function->degree = 0;
    } else if (sn_function_is_table(text->kind)) {
        function->pieces = n_points(text) + 1;
        function->degree = half_order(text)                             ? 2 * half_order(text) - 1
                           : text->kind == SN_FUNCTION_PIECEWISE_LINEAR ? 1
                                                                        : 3;
    } else {
        function->pieces = 1;
        function->degree = text->kind == SN_FUNCTION_LINEAR ? 1
                           : text->n_coefficients > 1       ? text->n_coefficients - 1
                                                            : 0;
    }
    return function->pieces * (function->degree + 2);
}

/* Twice the c of piece y + b t + c t^2 + d t^3 at each point, that is, the second derivatives m,
 * from the tridiagonal system of continuous slopes; `work` [n]. */
static void spline_curvatures(const SnFunctionText *text, double *m, double *work)
{
    const int n = n_points(text);
    const double *x = text->x, *y = text->y;
    const double first = x[1] - x[0], last = x[n - 1] - x[n - 2];
    double *diagonal = work;
    m[0] = m[n - 1] = 0;
    diagonal[0] = diagonal[n - 1] = 1;
    for (int i = 1; i < n - 1; i++) {
        const double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
        diagonal[i] = 2 * (before + after);
        m[i] = 6 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before);
    }
    /* ends: natural m = 0; SIMM's (m1 - m0) / h = third derivative of the cubic through four */
    const int simm = text->kind == SN_FUNCTION_SIMM_SPLINE && n > 2;
    if (simm) {
        diagonal[0] = -first, diagonal[n - 1] = -last;
        if (n > 3) {
            const double a = m[1] / (x[2] - x[0]), b = m[2] / (x[3] - x[1]);
            const double c = m[n - 2] / (x[n - 1] - x[n - 3]), d = m[n - 3] / (x[n - 2] - x[n - 4]);
            m[0] = first * first * (b - a) / (x[3] - x[0]);
            m[n - 1] = -last * last * (c - d) / (x[n - 1] - x[n - 4]);
        }
    }
    for (int i = 1; i < n; i++) {
        const double h = x[i] - x[i - 1];
        const double below = simm || i < n - 1 ? h : 0, above = simm || i > 1 ? h : 0;
        const double t = below / diagonal[i - 1];
        diagonal[i] -= t * above;
        m[i] -= t * m[i - 1];
    }
    m[n - 1] /= diagonal[n - 1];
    for (int i = n - 2; i >= 0; i--) {
        const double above = simm || i > 0 ? x[i + 1] - x[i] : 0;
        m[i] = (m[i] - above * m[i + 1]) / diagonal[i];
    }
}

/* Pieces between the points, and straight ones beyond the ends. */
static void make_table(const SnFunctionText *text, const SnFunction *function, double *from,
                       double *pieces)
{
    const int n = n_points(text), width = function->degree + 1;
    const double *x = text->x, *y = text->y;
    double *m = sn_alloc(2 * (size_t)n, sizeof *m);
    if (text->kind != SN_FUNCTION_PIECEWISE_LINEAR)
        spline_curvatures(text, m, m + n);
    for (int i = 0; i < n - 1; i++) {
        const double h = x[i + 1] - x[i], rise = (y[i + 1] - y[i]) / h;
        double *piece = pieces + (i + 1) * width;
        from[i + 1] = x[i];
        piece[0] = y[i];
        piece[1] = rise - h * (2 * m[i] + m[i + 1]) / 6;
        if (width == 4)
            piece[2] = m[i] / 2, piece[3] = (m[i + 1] - m[i]) / (6 * h);
    }
    const double h = x[n - 1] - x[n - 2];
    double *end = pieces + n * width;
    from[0] = x[0], from[n] = x[n - 1];
    pieces[0] = y[0], pieces[1] = pieces[width + 1];
    end[0] = y[n - 1];
    end[1] = (y[n - 1] - y[n - 2]) / h + h * (m[n - 2] + 2 * m[n - 1]) / 6;
    sn_free(m);
}

/* Natural splines of a higher degree, with the parabolas and cubics beyond their ends. */
static void make_smooth(const SnFunctionText *text, double *from, double *pieces)
{
    const int n = n_points(text), m = half_order(text), width = 2 * m;
    const double *x = text->x;
    double *derivatives = sn_alloc((size_t)n * (size_t)m, sizeof *derivatives), factorial = 1;
    sn_natural_spline(m, n, x, text->y, derivatives);
    from[0] = x[0];
    for (int i = 0; i < n; i++) {
        from[i + 1] = x[i];
        if (i < n - 1)
            sn_natural_spline_piece(m, x[i + 1] - x[i], derivatives + i * m,
                                    derivatives + (i + 1) * m, pieces + (i + 1) * width);
    }
    for (int k = 0; k < m; k++) {
        factorial *= k > 0 ? k : 1;
        pieces[k] = derivatives[k] / factorial;
        pieces[n * width + k] = derivatives[(n - 1) * m + k] / factorial;
    }
    sn_free(derivatives);
}

void sn_function_make(const SnFunctionText *text, const SnFunction *function, double *numbers)
{
    assert(!sn_function_refused(text));
    const int n = function->pieces * (function->degree + 1);
    double *pieces = numbers + function->pieces;
    memset(numbers, 0, (size_t)(n + function->pieces) * sizeof *numbers);
    if (sn_function_is_table(text->kind) && n_points(text) < 2)
        pieces[0] = n_points(text) > 0 ? text->y[0] : 0;
    else if (half_order(text))
        make_smooth(text, numbers, pieces);
    else if (sn_function_is_table(text->kind))
        make_table(text, function, numbers, pieces);
    else if (text->n_coefficients > 0)
        memcpy(pieces, text->coefficients, (size_t)text->n_coefficients * sizeof *pieces);
    else if (text->kind == SN_FUNCTION_LINEAR)
        pieces[1] = 1;
    for (int i = 0; i < n; i++)
        pieces[i] *= text->scale;
}

/* Coefficients of the piece that holds x, and how far x is from where it is counted. */
static const double *piece_at(const SnFunction *function, const double *numbers, double x,
                              double *t)
{
    const double *from = numbers + function->first;
    int low = 0, high = function->pieces; /* the piece lies in low .. high - 1 */
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (x >= from[middle])
            low = middle;
        else
            high = middle;
    }
    *t = x - from[low];
    return from + function->pieces + low * (function->degree + 1);
}

double sn_function_value(const SnFunction *function, const double *numbers, double x, double *slope)
{
    double t;
    const double *piece = piece_at(function, numbers, x, &t);
    double value = 0;
    *slope = 0;
    for (int k = function->degree; k >= 0; k--) { /* Horner */
        *slope = *slope * t + value;
        value = value * t + piece[k];
    }
    return value;
}

double sn_function_curvature(const SnFunction *function, const double *numbers, double x)
{
    double t, curvature = 0;
    const double *piece = piece_at(function, numbers, x, &t);
    for (int k = function->degree; k >= 2; k--)
        curvature = curvature * t + k * (k - 1) * piece[k];
    return curvature;
}

/* Antiderivative of a piece, zero where the piece is counted from. */
static double piece_integral(const double *piece, int degree, double t)
{
    double sum = 0;
    for (int k = degree; k >= 0; k--)
        sum = (sum + piece[k] / (k + 1)) * t;
    return sum;
}

/* From where piece 0 is counted to x. */
static double integral_from_first(const SnFunction *function, const double *numbers, double x)
{
    const double *from = numbers + function->first, *piece = from + function->pieces;
    const int width = function->degree + 1, degree = function->degree;
    double sum = 0;
    if (function->pieces == 1 || x < from[1])
        return piece_integral(piece, degree, x - from[0]);
    sum = piece_integral(piece, degree, from[1] - from[0]);
    for (int i = 1; i < function->pieces; i++) {
        const bool last = i + 1 == function->pieces || x < from[i + 1];
        sum += piece_integral(piece + i * width, degree, (last ? x : from[i + 1]) - from[i]);
        if (last)
            break;
    }
    return sum;
}

double sn_function_integral(const SnFunction *function, const double *numbers, double x)
{
    return integral_from_first(function, numbers, x) - integral_from_first(function, numbers, 0);
}
