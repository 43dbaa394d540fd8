/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series of samples: every question against a plain array, and a reader beside the writer. */
#include "engine/base/series.h"

#include <glib.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

enum { WIDTH = 3, ROWS = 30000 };

typedef struct Plain {
    double time[ROWS];
    double value[ROWS][WIDTH];
} Plain;

/* Times that rise unevenly and sometimes not at all; some values are no numbers. */
static void make(Plain *plain, GRand *random)
{
    double t = -1;
    for (int i = 0; i < ROWS; i++) {
        t += g_rand_int_range(random, 0, 8) == 0 ? 0 : g_rand_double(random);
        plain->time[i] = t;
        for (int k = 0; k < WIDTH; k++)
            plain->value[i][k] = g_rand_int_range(random, 0, 50) == 0
                                     ? (double)NAN
                                     : g_rand_double_range(random, -5, 5);
    }
}

static SnSeries *fill(const Plain *plain, int from, int to, SnSeries *series)
{
    for (int i = from; i < to; i++)
        sn_series_append(series, plain->time[i], plain->value[i]);
    return series;
}

static bool plain_range(const Plain *plain, int column, size_t first, size_t last, double *low,
                        double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = first; i < last; i++) {
        if (isnan(plain->value[i][column]))
            continue;
        *low = fmin(*low, plain->value[i][column]);
        *high = fmax(*high, plain->value[i][column]);
    }
    return *low <= *high;
}

static void check_ranges(const SnSeries *series, const Plain *plain, GRand *random)
{
    const int count = (int)sn_series_count(series);
    for (int i = 0; i < 500; i++) {
        int first = g_rand_int_range(random, 0, count),
            last = g_rand_int_range(random, 0, count + 9);
        if (i % 3 == 0)
            first &= ~15;
        if (i % 5 == 0)
            last = MIN(first + g_rand_int_range(random, 0, 40), count);
        const int column = i % WIDTH;
        double low, high, expected_low, expected_high;
        const bool some = sn_series_range(series, column, (size_t)first, (size_t)last, &low, &high);
        g_assert_cmpint(some, ==,
                        plain_range(plain, column, (size_t)first, (size_t)MIN(last, count),
                                    &expected_low, &expected_high));
        if (some) {
            g_assert_cmpfloat(low, ==, expected_low);
            g_assert_cmpfloat(high, ==, expected_high);
        }
    }
}

static void check_rows(const SnSeries *series, const Plain *plain, size_t count)
{
    g_assert_cmpuint(sn_series_count(series), ==, count);
    for (size_t i = 0; i < count; i++) {
        g_assert_cmpfloat(sn_series_time(series, i), ==, plain->time[i]);
        g_assert_cmpmem(sn_series_values(series, i), sizeof plain->value[i], plain->value[i],
                        sizeof plain->value[i]);
    }
}

static void test_random(void)
{
    GRand *random = g_rand_new_with_seed(1);
    Plain *plain = g_new(Plain, 1);
    make(plain, random);
    SnSeries *series = sn_series_new(WIDTH);
    double low, high;
    g_assert_cmpint(sn_series_width(series), ==, WIDTH);
    g_assert_cmpuint(sn_series_find(series, 0), ==, 0);
    g_assert_false(sn_series_range(series, 0, 0, 10, &low, &high));
    const int stops[] = {1, 15, 16, 17, 4095, 4096, 4097, 12288, ROWS};
    int from = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(stops); i++) {
        fill(plain, from, stops[i], series);
        from = stops[i];
        check_ranges(series, plain, random);
    }
    check_rows(series, plain, ROWS);
    for (int i = 0; i < 2000; i++) {
        const double t = i % 2 ? plain->time[g_rand_int_range(random, 0, ROWS)]
                               : g_rand_double_range(random, -3, plain->time[ROWS - 1] + 3);
        size_t expected = 0;
        while (expected < ROWS && plain->time[expected] < t)
            expected++;
        g_assert_cmpuint(sn_series_find(series, t), ==, expected);
    }
    g_assert_cmpuint(sn_series_bytes(series), >, ROWS * (WIDTH + 1) * sizeof(double));
    sn_series_unref(series);
    g_free(plain);
    g_rand_free(random);
}

/* The rows of the first part, gone on with otherwise; the old one does not notice. */
static void test_cut(void)
{
    GRand *random = g_rand_new_with_seed(2);
    Plain *plain = g_new(Plain, 1), *other = g_new(Plain, 1);
    make(plain, random);
    SnSeries *series = fill(plain, 0, ROWS, sn_series_new(WIDTH));
    const int cuts[] = {0, 1, 100, 4096, 5000, 8192, ROWS, ROWS + 5};
    for (size_t i = 0; i < G_N_ELEMENTS(cuts); i++) {
        const int rows = MIN(cuts[i], ROWS);
        SnSeries *cut = sn_series_cut(series, (size_t)cuts[i]);
        make(other, random);
        for (int k = 0; k < rows; k++) {
            other->time[k] = plain->time[k];
            for (int c = 0; c < WIDTH; c++)
                other->value[k][c] = plain->value[k][c];
        }
        fill(other, rows, ROWS, cut);
        check_rows(cut, other, ROWS);
        check_ranges(cut, other, random);
        check_rows(series, plain, ROWS);
        sn_series_unref(cut);
    }
    /* what is shared outlives the first owner */
    SnSeries *cut = sn_series_cut(series, 9000);
    sn_series_unref(series);
    check_rows(cut, plain, 9000);
    check_ranges(cut, plain, random);
    sn_series_unref(cut);
    g_free(plain);
    g_free(other);
    g_rand_free(random);
}

typedef struct Race {
    SnSeries *series;
    const Plain *plain;
    atomic_bool end;
} Race;

static void *read_on(void *data)
{
    Race *race = data;
    size_t seen = 0;
    GRand *random = g_rand_new_with_seed(4);
    while (!atomic_load(&race->end)) {
        const size_t count = sn_series_count(race->series);
        g_assert_cmpuint(count, >=, seen);
        seen = count;
        if (count == 0)
            continue;
        g_assert_cmpfloat(sn_series_time(race->series, count - 1), ==,
                          race->plain->time[count - 1]);
        const size_t first = (size_t)g_rand_int_range(random, 0, (gint32)count);
        double low, high, expected_low, expected_high;
        if (sn_series_range(race->series, 1, first, count, &low, &high)) {
            plain_range(race->plain, 1, first, count, &expected_low, &expected_high);
            g_assert_cmpfloat(low, ==, expected_low);
            g_assert_cmpfloat(high, ==, expected_high);
        }
    }
    g_rand_free(random);
    return NULL;
}

static void test_reader(void)
{
    GRand *random = g_rand_new_with_seed(3);
    Plain *plain = g_new(Plain, 1);
    make(plain, random);
    Race race = {sn_series_new(WIDTH), plain, false};
    pthread_t reader;
    g_assert_cmpint(pthread_create(&reader, NULL, read_on, &race), ==, 0);
    for (int i = 0; i < ROWS; i++) {
        sn_series_append(race.series, plain->time[i], plain->value[i]);
        if (i % 200 == 0)
            g_usleep(100);
    }
    atomic_store(&race.end, true);
    pthread_join(reader, NULL);
    check_rows(race.series, plain, ROWS);
    sn_series_unref(race.series);
    g_free(plain);
    g_rand_free(random);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/series/random", test_random);
    g_test_add_func("/series/cut", test_cut);
    g_test_add_func("/series/reader", test_reader);
    return g_test_run();
}
