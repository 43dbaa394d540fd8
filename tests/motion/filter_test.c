/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters of tables over time against closed forms: gain at several frequencies, polynomials that
 * stay as they are. */
#include "engine/motion/motion_filter.h"
#include "tests/motion/table_copy.h"

#include <math.h>
#include <string.h>

static double at(const SnMotionTable *table, int row, int column)
{
    return table->values[row * table->n_columns + column];
}

/* Column k: polynomial of degree k with random coefficients, at times a + b i. */
static SnMotionTable *polynomials(int n_rows, int n_columns, double start, double interval,
                                  bool uneven, double coefficients[8])
{
    GRand *random = g_rand_new_with_seed(7);
    SnMotionTable *table = sn_motion_table_new(n_rows, n_columns);
    for (int k = 0; k < n_columns; k++)
        coefficients[k] = g_rand_double_range(random, -3, 3);
    for (int i = 0; i < n_rows; i++) {
        const double shift = uneven ? g_rand_double_range(random, 0, 0.9) : 0;
        const double t = table->time[i] = start + interval * (i + shift);
        double value = 0, power = 1;
        for (int k = 0; k < n_columns; k++, power *= t)
            table->values[i * n_columns + k] = value += coefficients[k] * power;
    }
    g_rand_free(random);
    return table;
}

static double polynomial(const double *coefficients, int degree, double t)
{
    double value = 0;
    for (int k = degree; k >= 0; k--)
        value = value * t + coefficients[k];
    return value;
}

static double polynomial_slope(const double *coefficients, int degree, double t)
{
    double value = 0;
    for (int k = degree; k >= 1; k--)
        value = value * t + k * coefficients[k];
    return value;
}

/* A cosine of frequency f in column 0, a sine in column 1, for whole periods. */
static SnMotionTable *waves(double f, double interval, int n)
{
    SnMotionTable *table = sn_motion_table_new(n, 2);
    for (int i = 0; i < n; i++) {
        table->time[i] = i * interval;
        table->values[2 * i] = cos(2 * G_PI * f * i * interval);
        table->values[2 * i + 1] = sin(2 * G_PI * f * i * interval);
    }
    return table;
}

/* Amplitude and phase of what was left of the waves in the middle half of the table. */
static void response(const SnMotionTable *table, double f, double *gain, double *phase)
{
    double re = 0, im = 0;
    int n = 0;
    for (int i = table->n_rows / 4; i < 3 * table->n_rows / 4; i++, n++) {
        const double c = cos(2 * G_PI * f * table->time[i]), s = sin(2 * G_PI * f * table->time[i]);
        re += at(table, i, 0) * c + at(table, i, 1) * s;
        im += at(table, i, 1) * c - at(table, i, 0) * s;
    }
    *gain = re / n;
    *phase = im / n;
}

static const double FREQUENCIES[] = {0.5, 1, 2, 4, 6, 8, 12, 20, 35, 49};

static void test_low_pass_gain(void)
{
    const double interval = 0.01, cutoff = 6;
    double worst = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(FREQUENCIES); i++) {
        const double f = FREQUENCIES[i];
        SnMotionTable *table = waves(f, interval, 4000);
        g_assert_true(sn_motion_low_pass(table, cutoff, NULL));
        double gain, phase;
        response(table, f, &gain, &phase);
        const double ratio = tan(G_PI * f * interval) / tan(G_PI * cutoff * interval);
        const double expected = 1 / (1 + (G_SQRT2 - 1) * pow(ratio, 4));
        worst = fmax(worst, fmax(fabs(gain - expected), fabs(phase)));
        g_assert_cmpfloat_with_epsilon(gain, expected, 1e-12);
        g_assert_cmpfloat_with_epsilon(phase, 0, 1e-12);
        if (f == cutoff)
            g_assert_cmpfloat_with_epsilon(gain, sqrt(0.5), 1e-12);
        sn_motion_table_free(table);
    }
    g_test_message("largest error of gain and phase %.1e", worst);
}

static void test_low_pass_line(void)
{
    double c[8];
    for (int n = 2; n < 300; n = n * 2 + 1) {
        SnMotionTable *table = polynomials(n, 2, -1, 0.02, false, c);
        SnMotionTable *before = motion_table_copy(table);
        g_assert_true(sn_motion_low_pass(table, 3, NULL));
        for (int i = 0; i < 2 * n; i++)
            g_assert_cmpfloat_with_epsilon(table->values[i], before->values[i], 1e-13);
        sn_motion_table_free(before);
        sn_motion_table_free(table);
    }
    /* the ends keep their values, and a step does not leak to where it is not */
    SnMotionTable *table = sn_motion_table_new(400, 1);
    for (int i = 0; i < 400; i++) {
        table->time[i] = 0.01 * i;
        table->values[i] = i >= 200;
    }
    g_assert_true(sn_motion_low_pass(table, 6, NULL));
    g_assert_cmpfloat_with_epsilon(at(table, 0, 0), 0, 1e-9);
    g_assert_cmpfloat_with_epsilon(at(table, 399, 0), 1, 1e-9);
    g_assert_cmpfloat_with_epsilon(at(table, 199, 0) + at(table, 200, 0), 1, 1e-9);
    sn_motion_table_free(table);
}

static void test_average(void)
{
    for (int rows = 3; rows <= 11; rows += 4)
        for (size_t i = 0; i < G_N_ELEMENTS(FREQUENCIES); i++) {
            const double f = FREQUENCIES[i], x = G_PI * f * 0.01;
            SnMotionTable *table = waves(f, 0.01, 800);
            g_assert_true(sn_motion_average(table, rows, NULL));
            double gain, phase;
            response(table, f, &gain, &phase);
            g_assert_cmpfloat_with_epsilon(gain, sin(rows * x) / (rows * sin(x)), 1e-12);
            g_assert_cmpfloat_with_epsilon(phase, 0, 1e-12);
            sn_motion_table_free(table);
        }
    double c[8];
    SnMotionTable *table = polynomials(20, 2, 0, 0.1, false, c);
    table->values[2 * 10] = NAN;
    g_assert_true(sn_motion_average(table, 5, NULL));
    for (int i = 0; i < 20; i++)
        g_assert_cmpfloat_with_epsilon(at(table, i, 1), polynomial(c, 1, table->time[i]), 1e-13);
    g_assert_true(isnan(at(table, 10, 0)));
    g_assert_cmpfloat_with_epsilon(at(table, 9, 0), c[0], 1e-13);
    g_assert_false(sn_motion_average(table, 4, NULL));
    sn_motion_table_free(table);
}

static void test_derivative(void)
{
    double c[8];
    SnMotionTable *table = polynomials(40, 3, -0.5, 0.05, true, c);
    g_assert_true(sn_motion_differentiate(table, NULL));
    for (int i = 0; i < 40; i++)
        for (int k = 0; k < 3; k++)
            g_assert_cmpfloat_with_epsilon(at(table, i, k), polynomial_slope(c, k, table->time[i]),
                                           1e-11);
    g_assert_cmpint(table->n_missing, ==, 0);
    sn_motion_table_free(table);
    /* a jump divides: slopes of 1 before and 3 behind, never over it */
    table = sn_motion_table_new(6, 1);
    for (int i = 0; i < 6; i++) {
        table->time[i] = i - (i >= 3);
        table->values[i] = i < 3 ? i : 100 + 3 * i;
    }
    g_assert_true(sn_motion_differentiate(table, NULL));
    for (int i = 0; i < 6; i++)
        g_assert_cmpfloat_with_epsilon(at(table, i, 0), i < 3 ? 1 : 3, 1e-13);
    sn_motion_table_free(table);
}

static void test_resample(void)
{
    double c[8];
    SnMotionTable *table = polynomials(40, 3, -0.5, 0.05, true, c);
    SnMotionTable *fine = sn_motion_resample(table, 0.003, true, NULL);
    const double span = table->time[39] - table->time[0];
    g_assert_cmpint(fine->n_rows, ==, (int)floor(span / 0.003) + 1);
    g_assert_cmpfloat(fine->time[0], ==, table->time[0]);
    for (int i = 0; i < fine->n_rows; i++)
        for (int k = 0; k < 3; k++)
            g_assert_cmpfloat_with_epsilon(at(fine, i, k), polynomial(c, k, fine->time[i]), 1e-12);
    double interval;
    g_assert_true(sn_motion_is_even(fine, &interval));
    g_assert_cmpfloat_with_epsilon(interval, 0.003, 1e-12);
    g_assert_false(sn_motion_is_even(table, &interval));
    sn_motion_table_free(fine);
    fine = sn_motion_resample(table, 0.01, false, NULL);
    for (int i = 0; i < fine->n_rows; i++)
        g_assert_cmpfloat_with_epsilon(at(fine, i, 1), polynomial(c, 1, fine->time[i]), 1e-12);
    sn_motion_table_free(fine);
    g_assert_null(sn_motion_resample(table, 1e-12, false, NULL));
    g_assert_null(sn_motion_resample(table, -1, false, NULL));
    g_assert_null(sn_motion_resample(table, NAN, false, NULL));
    sn_motion_table_free(table);
}

/* At a jump the value behind it; beside a gap none; ten times the same rows. */
static void test_resample_jump(void)
{
    SnMotionTable *table = sn_motion_table_new(5, 1);
    static const double TIME[] = {0, 1, 1, 2, 3}, VALUE[] = {0, 1, 5, 5, NAN};
    memcpy(table->time, TIME, sizeof TIME);
    memcpy(table->values, VALUE, sizeof VALUE);
    static const double EXPECTED[] = {0, 0.5, 5, 5, 5, NAN, NAN};
    for (int smooth = 0; smooth < 2; smooth++) {
        SnMotionTable *result = sn_motion_resample(table, 0.5, smooth, NULL);
        g_assert_cmpint(result->n_rows, ==, 7);
        for (int i = 0; i < 7; i++)
            g_assert_true(at(result, i, 0) == EXPECTED[i] ||
                          (isnan(at(result, i, 0)) && (isnan(EXPECTED[i]) || smooth)));
        g_assert_cmpint(result->n_missing, >=, 2);
        sn_motion_table_free(result);
    }
    sn_motion_table_free(table);
    table = sn_motion_table_new(11, 1);
    for (int i = 0; i < 11; i++) {
        table->time[i] = 0.1 * i;
        table->values[i] = i * i % 7;
    }
    SnMotionTable *same = sn_motion_resample(table, 0.1, true, NULL);
    g_assert_cmpint(same->n_rows, ==, 11);
    for (int i = 0; i < 11; i++)
        g_assert_cmpfloat_with_epsilon(at(same, i, 0), at(table, i, 0), 1e-13);
    sn_motion_table_free(same);
    sn_motion_table_free(table);
}

static void expect_refused(bool good, GError **error, const char *message)
{
    g_assert_false(good);
    g_assert_cmpstr((*error)->message, ==, message);
    g_clear_error(error);
}

static void test_refused(void)
{
    GError *error = NULL;
    double c[8];
    SnMotionTable *table = polynomials(20, 1, 0, 0.1, true, c);
    expect_refused(sn_motion_low_pass(table, 1, &error), &error,
                   "the low pass needs two rows or more at one interval; resample first");
    sn_motion_table_free(table);
    table = polynomials(21, 1, 0, 0.1, false, c);
    expect_refused(sn_motion_low_pass(table, 5, &error), &error,
                   "the cut-off must lie between 0 and half the rate, 5 Hz, not at 5");
    expect_refused(sn_motion_low_pass(table, NAN, &error), &error,
                   "the cut-off must lie between 0 and half the rate, 5 Hz, not at nan");
    table->values[3] = NAN;
    table->n_missing = 1;
    expect_refused(sn_motion_low_pass(table, 2, &error), &error,
                   "the low pass needs data without gaps, 1 values are missing; fill them first");
    sn_motion_table_free(table);
    table = sn_motion_table_new(1, 1);
    expect_refused(sn_motion_differentiate(table, &error), &error,
                   "a derivative needs two rows or more");
    sn_motion_table_free(table);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/motion/filter/low-pass-gain", test_low_pass_gain);
    g_test_add_func("/motion/filter/low-pass-line", test_low_pass_line);
    g_test_add_func("/motion/filter/average", test_average);
    g_test_add_func("/motion/filter/derivative", test_derivative);
    g_test_add_func("/motion/filter/resample", test_resample);
    g_test_add_func("/motion/filter/resample-jump", test_resample_jump);
    g_test_add_func("/motion/filter/refused", test_refused);
    return g_test_run();
}
