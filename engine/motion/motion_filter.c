/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/motion/motion_filter.h"

#include "engine/text/limits.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

/* Rows first <= i <= last between two jumps, where time grows from row to row. */
typedef struct Stretch {
    int first, last;
} Stretch;

static Stretch stretch_of(const SnMotionTable *table, int row)
{
    Stretch s = {row, row};
    while (s.first > 0 && table->time[s.first - 1] < table->time[s.first])
        s.first--;
    while (s.last + 1 < table->n_rows && table->time[s.last + 1] > table->time[s.last])
        s.last++;
    return s;
}

static double *cell(const SnMotionTable *table, int row, int column)
{
    return &table->values[(size_t)row * (size_t)table->n_columns + (size_t)column];
}

static void count_missing(SnMotionTable *table)
{
    const size_t n = (size_t)table->n_rows * (size_t)table->n_columns;
    table->n_missing = 0;
    for (size_t i = 0; i < n; i++)
        table->n_missing += isnan(table->values[i]);
}

bool sn_motion_is_even(const SnMotionTable *table, double *interval)
{
    const int n = table->n_rows - 1;
    if (n < 1)
        return false;
    const double mean = (table->time[n] - table->time[0]) / n;
    bool even = mean > 0;
    for (int i = 0; i < n && even; i++)
        even = fabs(table->time[i + 1] - table->time[i] - mean) <= 0.02 * mean;
    if (even)
        *interval = mean;
    return even;
}

/* --- moving average --- */

bool sn_motion_average(SnMotionTable *table, int rows, GError **error)
{
    if (rows < 3 || rows % 2 == 0)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "the average is over an odd number of rows, 3 or more, not %d", rows);
    const size_t bytes = (size_t)table->n_rows * (size_t)table->n_columns * sizeof(double);
    SnMotionTable from = *table;
    from.values = g_try_malloc_n(1, bytes);
    if (!from.values)
        return sn_refuse(error, SN_MODEL_ERROR_MEMORY,
                         "not enough memory to smooth it: %zu bytes asked for", bytes);
    memcpy(from.values, table->values, bytes);
    Stretch s = {0, -1};
    for (int row = 0; row < table->n_rows; row++) {
        if (row > s.last)
            s = stretch_of(table, row);
        const int reach = MIN(rows / 2, MIN(row - s.first, s.last - row));
        for (int column = 0; column < table->n_columns; column++) {
            double sum = 0;
            int n = 0;
            for (int i = row - reach; i <= row + reach; i++) {
                const double value = *cell(&from, i, column);
                sum += isnan(value) ? 0 : value;
                n += !isnan(value);
            }
            if (!isnan(*cell(&from, row, column)))
                *cell(table, row, column) = sum / n;
        }
    }
    g_free(from.values);
    return true;
}

/* --- Butterworth --- */

typedef struct Biquad {
    double b[3], a[2]; /* y = b0 x + b1 x' + b2 x'' - a1 y' - a2 y'' */
} Biquad;

/* Second order, by the bilinear transform; omega = tan(pi f T), already the one of a single pass.
 */
static Biquad butterworth(double omega)
{
    const double square = omega * omega, norm = 1 / (1 + G_SQRT2 * omega + square);
    return (Biquad){{square * norm, 2 * square * norm, square * norm},
                    {2 * (square - 1) * norm, (1 - G_SQRT2 * omega + square) * norm}};
}

/* In place, from index first on in steps of `step` (+1, -1); starts as if the first value had held
 * for ever. */
static void filter(const Biquad *f, double *x, int n, int first, int step)
{
    double x1 = x[first], x2 = x1, y1 = x1, y2 = x1;
    for (int i = first; i >= 0 && i < n; i += step) {
        const double y = f->b[0] * x[i] + f->b[1] * x1 + f->b[2] * x2 - f->a[0] * y1 - f->a[1] * y2;
        x2 = x1;
        x1 = x[i];
        y2 = y1;
        y1 = y;
        x[i] = y;
    }
}

/* One column.  The line from the first to the last value is taken off and put back, and the rest is
 * mirrored about both ends, so that they stay where they are; room: [n + 2 pad]. */
static void low_pass_column(SnMotionTable *table, int column, const Biquad *f, double *room,
                            int pad)
{
    const int n = table->n_rows;
    const double first = *cell(table, 0, column), last = *cell(table, n - 1, column);
    double *x = room + pad;
    for (int i = 0; i < n; i++)
        x[i] = *cell(table, i, column) - (first + (last - first) * i / (n - 1));
    for (int i = 1; i <= pad; i++) {
        x[-i] = -x[i];
        x[n - 1 + i] = -x[n - 1 - i];
    }
    filter(f, room, n + 2 * pad, 0, 1);
    filter(f, room, n + 2 * pad, n + 2 * pad - 1, -1);
    for (int i = 0; i < n; i++)
        *cell(table, i, column) = x[i] + (first + (last - first) * i / (n - 1));
}

bool sn_motion_low_pass(SnMotionTable *table, double cutoff, GError **error)
{
    double interval;
    if (!sn_motion_is_even(table, &interval))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "the low pass needs two rows or more at one interval; resample first");
    if (!(cutoff > 0 && cutoff < 0.5 / interval))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "the cut-off must lie between 0 and half the rate, %g Hz, not at %g",
                         0.5 / interval, cutoff);
    if (table->n_missing > 0)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "the low pass needs data without gaps, %d values are missing; fill them "
                         "first",
                         table->n_missing);
    const double once = tan(G_PI * cutoff * interval) / pow(G_SQRT2 - 1, 0.25);
    const Biquad f = butterworth(once);
    /* what began at the mirror's end has decayed below 1e-8 */
    const int pad = (int)fmin(table->n_rows - 1, ceil(4 / (cutoff * interval)));
    const size_t n_room = (size_t)table->n_rows + 2 * (size_t)pad;
    double *room = g_try_malloc_n(n_room, sizeof *room);
    if (!room)
        return sn_refuse(error, SN_MODEL_ERROR_MEMORY,
                         "not enough memory to smooth it: %zu numbers asked for", n_room);
    for (int column = 0; column < table->n_columns; column++)
        low_pass_column(table, column, &f, room, pad);
    g_free(room);
    return true;
}

/* --- slopes --- */

/* Slope at t of the parabola through three rows. */
static double parabola_slope(const SnMotionTable *table, int column, int row, double t)
{
    const double *time = &table->time[row];
    const double a = *cell(table, row, column), b = *cell(table, row + 1, column),
                 c = *cell(table, row + 2, column);
    const double ab = (b - a) / (time[1] - time[0]), bc = (c - b) / (time[2] - time[1]);
    return ab + (bc - ab) / (time[2] - time[0]) * (2 * t - time[0] - time[1]);
}

static double slope(const SnMotionTable *table, int column, int row, Stretch s)
{
    const int n = s.last - s.first + 1;
    if (n == 1)
        return NAN;
    if (n == 2)
        return (*cell(table, s.last, column) - *cell(table, s.first, column)) /
               (table->time[s.last] - table->time[s.first]);
    return parabola_slope(table, column, CLAMP(row - 1, s.first, s.last - 2), table->time[row]);
}

bool sn_motion_differentiate(SnMotionTable *table, GError **error)
{
    if (table->n_rows < 2)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "a derivative needs two rows or more");
    const size_t n = (size_t)table->n_rows * (size_t)table->n_columns;
    double *result = g_new(double, n);
    Stretch s = {0, -1};
    for (int row = 0; row < table->n_rows; row++) {
        if (row > s.last)
            s = stretch_of(table, row);
        for (int column = 0; column < table->n_columns; column++)
            result[(size_t)row * (size_t)table->n_columns + (size_t)column] =
                slope(table, column, row, s);
    }
    memcpy(table->values, result, n * sizeof *result);
    g_free(result);
    count_missing(table);
    return true;
}

/* --- resample --- */

/* Value at time t between rows row and row + 1 of a stretch. */
static double between(const SnMotionTable *table, int column, int row, Stretch s, double t,
                      bool smooth)
{
    const double a = *cell(table, row, column);
    if (t <= table->time[row] || row == s.last)
        return a;
    const double b = *cell(table, row + 1, column);
    const double h = table->time[row + 1] - table->time[row], u = (t - table->time[row]) / h;
    if (!smooth)
        return (1 - u) * a + u * b;
    const double da = h * slope(table, column, row, s), db = h * slope(table, column, row + 1, s);
    const double v = 1 - u;
    return v * v * (1 + 2 * u) * a + u * u * (1 + 2 * v) * b + u * v * (v * da - u * db);
}

SnMotionTable *sn_motion_resample(const SnMotionTable *table, double interval, bool smooth,
                                  GError **error)
{
    const double first = table->time[0], span = table->time[table->n_rows - 1] - first;
    const double count = interval > 0 ? floor(span / interval * (1 + 1e-12) + 1e-9) + 1 : 0;
    if (!(count >= 1 && count * table->n_columns <= SN_MAX_MOTION_VALUES)) {
        sn_refuse(error, SN_MODEL_ERROR_VALUE,
                  "an interval of %g s does not do; take a positive one that makes no more than %d "
                  "values",
                  interval, SN_MAX_MOTION_VALUES);
        return NULL;
    }
    SnMotionTable *result = sn_motion_table_new((int)count, table->n_columns);
    g_strfreev(result->names);
    g_strfreev(result->notes);
    result->names = g_strdupv(table->names);
    result->notes = g_strdupv(table->notes);
    result->data_rate = 1 / interval;
    int row = 0;
    Stretch s = stretch_of(table, 0);
    for (int i = 0; i < result->n_rows; i++) {
        const double t = fmin(first + i * interval, first + span);
        result->time[i] = first + i * interval;
        while (row + 1 < table->n_rows && table->time[row + 1] <= t)
            row++;
        if (row > s.last)
            s = stretch_of(table, row);
        for (int column = 0; column < table->n_columns; column++)
            *cell(result, i, column) = between(table, column, row, s, t, smooth);
    }
    count_missing(result);
    return result;
}
