/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of one number: closed forms, slopes by differences, ends, and what is refused. */
#include "engine/base/function.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>

#define MOST 800

typedef struct Made {
    SnFunction function;
    double numbers[MOST];
} Made;

static Made make(const SnFunctionText *text)
{
    Made made = {.function = {0}};
    g_assert_cmpint(sn_function_plan(text, &made.function), <=, MOST);
    sn_function_make(text, &made.function, made.numbers);
    return made;
}

static double value(const Made *made, double x)
{
    double slope;
    return sn_function_value(&made->function, made->numbers, x, &slope);
}

static double slope(const Made *made, double x)
{
    double at;
    sn_function_value(&made->function, made->numbers, x, &at);
    return at;
}

static SnFunctionText table(SnFunctionKind kind, int n, const double *x, const double *y)
{
    return (SnFunctionText){.kind = kind, .n_x = n, .n_y = n, .x = x, .y = y, .scale = 1};
}

static double cubic(double x)
{
    return 1 + x - 2 * x * x + 0.5 * x * x * x;
}

/* SIMM's spline takes its end conditions from the cubics there: it gives a cubic back. */
static void test_simm_spline(void)
{
    const double x[] = {-1, 0, 1.5, 2, 3.2};
    double y[5];
    for (int i = 0; i < 5; i++)
        y[i] = cubic(x[i]);
    const SnFunctionText text = table(SN_FUNCTION_SIMM_SPLINE, 5, x, y);
    const Made made = make(&text);
    for (double at = -1; at <= 3.2; at += 0.01) {
        g_assert_cmpfloat(fabs(value(&made, at) - cubic(at)), <, 1e-12);
        g_assert_cmpfloat(fabs(slope(&made, at) - (1 - 4 * at + 1.5 * at * at)), <, 1e-12);
    }
    for (int n = 2; n <= 3; n++) { /* a line, a parabola */
        const SnFunctionText few = table(SN_FUNCTION_SIMM_SPLINE, n, x, x);
        const Made line = make(&few);
        for (double at = -2; at <= 4; at += 0.1)
            g_assert_cmpfloat(fabs(value(&line, at) - at), <, 1e-12);
    }
}

/* Through the points, smooth there, straight beyond the ends, without curvature at them. */
static void test_tables(void)
{
    Random r = {5};
    for (int round = 0; round < 50; round++) {
        const int n = 2 + round % 7;
        double x[8], y[8];
        for (int i = 0; i < n; i++) {
            x[i] = (i > 0 ? x[i - 1] : -1) + random_uniform(&r, 0.05, 1);
            y[i] = random_uniform(&r, -1, 1);
        }
        for (int kind = SN_FUNCTION_PIECEWISE_LINEAR; kind < SN_N_FUNCTION_KINDS; kind++) {
            const SnFunctionText text = table((SnFunctionKind)kind, n, x, y);
            const Made made = make(&text);
            const double tiny = 1e-7;
            for (int i = 0; i < n; i++) {
                g_assert_cmpfloat(fabs(value(&made, x[i]) - y[i]), <, 1e-12);
                g_assert_cmpfloat(fabs(value(&made, x[i] - 1e-12) - y[i]), <, 1e-9);
                if (kind != SN_FUNCTION_PIECEWISE_LINEAR)
                    g_assert_cmpfloat(fabs(slope(&made, x[i] + tiny) - slope(&made, x[i] - tiny)),
                                      <, 1e-3);
            }
            const double ends[2] = {x[0], x[n - 1]};
            for (int e = 0; kind <= SN_FUNCTION_SIMM_SPLINE && e < 2; e++)
                for (int side = 1; side < 4; side++) {
                    const double away = e ? side : -side;
                    g_assert_cmpfloat(fabs(value(&made, ends[e] + away) - value(&made, ends[e]) -
                                           away * slope(&made, ends[e])),
                                      <, 1e-9 * (1 + fabs(slope(&made, ends[e]))));
                }
            if (kind == SN_FUNCTION_NATURAL_SPLINE && n > 2)
                g_assert_cmpfloat(fabs(slope(&made, x[0] + tiny) - slope(&made, x[0])), <, 1e-9);
        }
    }
}

/* Natural splines of degree 5 and 7 by another way: a polynomial of degree m - 1 and powers that
 * begin at the points, sum of a_k x^k + sum of c_i (x - x_i)+^(2m - 1), with sum of c_i x_i^k = 0
 * for k < m, so that it ends as such a polynomial, too. */
static void test_higher_degrees(void)
{
    Random r = {17};
    for (int round = 0; round < 40; round++) {
        const int m = 3 + round % 2, n = m + round % 6, all = n + m;
        long double a[13][14] = {{0}}, x[9], y[9];
        double xs[9], ys[9];
        for (int i = 0; i < n; i++) {
            x[i] = xs[i] = (i > 0 ? xs[i - 1] : -1) + random_uniform(&r, 0.1, 0.5);
            y[i] = ys[i] = random_uniform(&r, -1, 1);
        }
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < m; k++)
                a[i][k] = a[n + k][m + i] = powl(x[i], k);
            for (int j = 0; j < i; j++)
                a[i][m + j] = powl(x[i] - x[j], 2 * m - 1);
            a[i][all] = y[i];
        }
        for (int k = 0; k < all; k++) { /* Gauss and Jordan */
            int pivot = k;
            for (int i = k; i < all; i++)
                pivot = fabsl(a[i][k]) > fabsl(a[pivot][k]) ? i : pivot;
            for (int j = 0; j <= all; j++) {
                const long double kept = a[k][j];
                a[k][j] = a[pivot][j], a[pivot][j] = kept;
            }
            for (int i = 0; i < all; i++) {
                const long double share = i == k ? 0 : a[i][k] / a[k][k];
                for (int j = k; j <= all; j++)
                    a[i][j] -= share * a[k][j];
            }
        }
        const SnFunctionText text =
            table(m == 3 ? SN_FUNCTION_NATURAL_SPLINE_5 : SN_FUNCTION_NATURAL_SPLINE_7, n, xs, ys);
        const Made made = make(&text);
        for (int i = 0; i < 40; i++) {
            const double at = random_uniform(&r, xs[0] - 0.3, xs[n - 1] + 0.3);
            long double sum = 0, size = 1;
            for (int k = 0; k < all; k++) {
                const long double basis = k < m           ? powl(at, k)
                                          : at > x[k - m] ? powl(at - x[k - m], 2 * m - 1)
                                                          : 0;
                sum += basis * a[k][all] / a[k][k];
                size = fmaxl(size, fabsl(sum));
            }
            g_assert_cmpfloat(fabs(value(&made, at) - (double)sum), <, 1e-9 * (double)size);
        }
    }
}

static void test_slopes(void)
{
    Random r = {9};
    const double x[] = {-1, -0.2, 0.4, 1.1, 2};
    for (int round = 0; round < 60; round++) {
        double y[5], c[4];
        for (int i = 0; i < 5; i++)
            y[i] = random_uniform(&r, -1, 1);
        for (int i = 0; i < 4; i++)
            c[i] = random_uniform(&r, -1, 1);
        SnFunctionText text = table((SnFunctionKind)(round % SN_N_FUNCTION_KINDS), 5, x, y);
        text.coefficients = c, text.scale = random_uniform(&r, -2, 2);
        text.n_coefficients = text.kind == SN_FUNCTION_POLYNOMIAL ? 4
                              : text.kind == SN_FUNCTION_LINEAR   ? 2
                                                                  : 1;
        const Made made = make(&text);
        for (int i = 0; i < 20; i++) {
            const double at = random_uniform(&r, -2, 3), h = 1e-6;
            const double numeric = (value(&made, at + h) - value(&made, at - h)) / (2 * h);
            bool knot = false;
            for (int k = 0; k < 5; k++)
                knot = knot || fabs(at - x[k]) < 2 * h;
            if (!knot)
                g_assert_cmpfloat(fabs(slope(&made, at) - numeric),
                                  <, text.kind> SN_FUNCTION_SIMM_SPLINE ? 1e-6 * (1 + fabs(numeric))
                                                                        : 1e-7);
        }
    }
}

/* Tables of a point or none are constant; an x without y, or the reverse, is left out. */
static void test_few_points(void)
{
    const double x[] = {1, 2, 3}, y[] = {5, 7, 8};
    for (int kind = SN_FUNCTION_PIECEWISE_LINEAR; kind < SN_N_FUNCTION_KINDS; kind++) {
        SnFunctionText text = table((SnFunctionKind)kind, 3, x, y);
        text.n_x = 2;
        Made made = make(&text);
        g_assert_cmpfloat(fabs(value(&made, 4) - 11), <, 1e-12);
        text.n_x = 1;
        made = make(&text);
        g_assert_cmpfloat(value(&made, 4), ==, 5);
        text.n_y = 0;
        made = make(&text);
        g_assert_cmpfloat(value(&made, 4), ==, 0);
    }
}

static void test_coefficients(void)
{
    const double c[] = {2, -3, 0.5};
    SnFunctionText text = {
        .kind = SN_FUNCTION_POLYNOMIAL, .n_coefficients = 3, .coefficients = c, .scale = 2};
    Made made = make(&text);
    g_assert_cmpfloat(value(&made, 4), ==, 2 * (2 - 12 + 8));
    text.kind = SN_FUNCTION_LINEAR, text.n_coefficients = 0;
    made = make(&text);
    g_assert_cmpfloat(value(&made, 4), ==, 8);
    text.kind = SN_FUNCTION_CONSTANT;
    made = make(&text);
    g_assert_cmpfloat(value(&made, 4), ==, 0);
    g_assert_cmpfloat(slope(&made, 4), ==, 0);
}

static void test_refused(void)
{
    const double falling[] = {0, 1, 1}, y[] = {0, NAN, 1}, many[33] = {0};
    SnFunctionText text = table(SN_FUNCTION_SIMM_SPLINE, 3, falling, falling);
    g_assert_nonnull(sn_function_refused(&text));
    const double uneven[] = {0, 1e-3, 1.1};
    text = table(SN_FUNCTION_NATURAL_SPLINE_7, 3, uneven, uneven);
    g_assert_nonnull(sn_function_refused(&text));
    text.kind = SN_FUNCTION_NATURAL_SPLINE;
    g_assert_null(sn_function_refused(&text));
    text = table(SN_FUNCTION_NATURAL_SPLINE, 2, falling, y);
    g_assert_nonnull(sn_function_refused(&text));
    text = (SnFunctionText){.kind = SN_FUNCTION_LINEAR, .n_coefficients = 1, .coefficients = many};
    g_assert_nonnull(sn_function_refused(&text));
    text.kind = SN_FUNCTION_POLYNOMIAL;
    g_assert_null(sn_function_refused(&text));
    text.n_coefficients = 33;
    g_assert_nonnull(sn_function_refused(&text));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/base/function/simm-spline", test_simm_spline);
    g_test_add_func("/base/function/tables", test_tables);
    g_test_add_func("/base/function/higher-degrees", test_higher_degrees);
    g_test_add_func("/base/function/slopes", test_slopes);
    g_test_add_func("/base/function/few-points", test_few_points);
    g_test_add_func("/base/function/coefficients", test_coefficients);
    g_test_add_func("/base/function/refused", test_refused);
    return g_test_run();
}
