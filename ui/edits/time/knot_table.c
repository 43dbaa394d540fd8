/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/time/knot_table.h"

#include "engine/model/classes/probe.h"

#include <math.h>
#include <string.h>

/* --- making --- */

static void resize(SnKnotTable *table, int n)
{
    table->n = n;
    table->times = g_renew(double, table->times, n + 1);
    table->values = g_renew(double, table->values, (gsize)n *(gsize)table->width + 1);
    table->chosen = g_renew(bool, table->chosen, n + 1);
}

SnKnotTable *sn_knot_table_new(int width)
{
    SnKnotTable *table = g_new0(SnKnotTable, 1);
    table->width = MAX(width, 1);
    resize(table, 0);
    return table;
}

SnKnotTable *sn_knot_table_read(const SnArray *knots)
{
    const SnKnot *from = knots->entries;
    int width = 1;
    for (int i = 0; i < knots->n; i++)
        width = MAX(width, from[i].values.n);
    SnKnotTable *table = sn_knot_table_new(width);
    resize(table, knots->n);
    for (int i = 0; i < knots->n; i++) {
        const SnReals *values = &from[i].values;
        table->times[i] = from[i].time;
        table->chosen[i] = false;
        for (int k = 0; k < width; k++) {
            table->values[i * width + k] =
                values->n == 0 ? 0 : values->values[MIN(k, values->n - 1)];
        }
    }
    return table;
}

static void assign(SnKnotTable *table, const SnKnotTable *from)
{
    g_assert(table->width == from->width);
    resize(table, from->n);
    memcpy(table->times, from->times, sizeof(double) * (gsize)from->n);
    memcpy(table->values, from->values, sizeof(double) * (gsize)(from->n * from->width));
    memcpy(table->chosen, from->chosen, sizeof(bool) * (gsize)from->n);
}

SnKnotTable *sn_knot_table_copy(const SnKnotTable *table)
{
    SnKnotTable *copy = sn_knot_table_new(table->width);
    assign(copy, table);
    return copy;
}

void sn_knot_table_free(SnKnotTable *table)
{
    if (table) {
        g_free(table->times);
        g_free(table->values);
        g_free(table->chosen);
        g_free(table);
    }
}

void sn_knot_table_write(const SnKnotTable *table, SnArray *knots)
{
    SnKnot *to = g_new0(SnKnot, (gsize)table->n + 1);
    for (int i = 0; i < table->n; i++) {
        to[i].time = table->times[i];
        to[i].values = (SnReals){table->width, g_memdup2(table->values + i * table->width,
                                                         sizeof(double) * (gsize)table->width)};
    }
    *knots = (SnArray){table->n, to};
}

void sn_knots_clear(SnArray *knots)
{
    SnKnot *entries = knots->entries;
    for (int i = 0; i < knots->n; i++)
        g_free(entries[i].values.values);
    g_free(entries);
    *knots = (SnArray){0, NULL};
}

/* --- looking --- */

int sn_knot_table_find(const SnKnotTable *table, double time)
{
    int low = 0, high = table->n;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (table->times[middle] < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

double sn_knot_table_value(const SnKnotTable *table, double time, int column)
{
    const int after = sn_knot_table_find(table, time);
    const double *values = table->values + column;
    if (table->n == 0)
        return 0;
    if (after == 0 || after == table->n)
        return values[MIN(after, table->n - 1) * table->width];
    const double from = table->times[after - 1], to = table->times[after];
    const double a = values[(after - 1) * table->width], b = values[after * table->width];
    return a + (b - a) * (time - from) / (to - from);
}

int sn_knot_table_count_chosen(const SnKnotTable *table)
{
    int count = 0;
    for (int i = 0; i < table->n; i++)
        count += table->chosen[i];
    return count;
}

void sn_knot_table_choose_none(SnKnotTable *table)
{
    memset(table->chosen, 0, sizeof(bool) * (gsize)table->n);
}

void sn_knot_table_choose_box(SnKnotTable *table, int column, double from, double to, double low,
                              double high)
{
    for (int i = 0; i < table->n; i++) {
        for (int k = 0; k < table->width; k++) {
            const double value = table->values[i * table->width + k];
            table->chosen[i] |= (column < 0 || column == k) && table->times[i] >= from &&
                                table->times[i] <= to && value >= low && value <= high;
        }
    }
}

bool sn_knot_table_chosen_span(const SnKnotTable *table, double *from, double *to)
{
    bool any = false;
    for (int i = 0; i < table->n; i++) {
        if (table->chosen[i]) {
            *from = any ? *from : table->times[i];
            *to = table->times[i];
            any = true;
        }
    }
    return any;
}

/* --- changing --- */

int sn_knot_table_insert(SnKnotTable *table, double time, const double *values)
{
    int at = sn_knot_table_find(table, time - SN_KNOT_GAP);
    const int width = table->width;
    if (at == table->n || table->times[at] > time + SN_KNOT_GAP) {
        resize(table, table->n + 1);
        const gsize after = (gsize)(table->n - 1 - at);
        memmove(table->times + at + 1, table->times + at, sizeof(double) * after);
        memmove(table->chosen + at + 1, table->chosen + at, sizeof(bool) * after);
        memmove(table->values + (at + 1) * width, table->values + at * width,
                sizeof(double) * after * (gsize)width);
        table->times[at] = time;
        table->chosen[at] = false;
    }
    memcpy(table->values + at * width, values, sizeof(double) * (gsize)width);
    return at;
}

/* Keeps the knots for which keep is set. */
static int keep_only(SnKnotTable *table, const bool *keep)
{
    int n = 0;
    const int width = table->width;
    for (int i = 0; i < table->n; i++) {
        if (keep[i]) {
            table->times[n] = table->times[i];
            table->chosen[n] = table->chosen[i];
            memmove(table->values + n * width, table->values + i * width,
                    sizeof(double) * (gsize)width);
            n++;
        }
    }
    const int gone = table->n - n;
    table->n = n;
    return gone;
}

/* Takes away knots from <= time <= to (all columns). */
static void knot_table_cut(SnKnotTable *table, double from, double to)
{
    bool *keep = g_new(bool, (gsize)table->n + 1);
    for (int i = 0; i < table->n; i++)
        keep[i] = table->times[i] < from || table->times[i] > to;
    keep_only(table, keep);
    g_free(keep);
}

int sn_knot_table_remove_chosen(SnKnotTable *table)
{
    bool *keep = g_new(bool, (gsize)table->n + 1);
    for (int i = 0; i < table->n; i++)
        keep[i] = !table->chosen[i];
    const int gone = keep_only(table, keep);
    g_free(keep);
    return gone;
}

static double limited(double value, int column, const SnKnotLimits *limits)
{
    return !limits ? value : CLAMP(value, limits->low[column], limits->high[column]);
}

/* How far the chosen knots may be moved without passing one that stays. */
static double possible_shift(const SnKnotTable *table, double shift)
{
    for (int i = 0; i < table->n; i++) {
        if (!table->chosen[i])
            continue;
        if (i + 1 < table->n && !table->chosen[i + 1])
            shift = MIN(shift, table->times[i + 1] - table->times[i] - SN_KNOT_GAP);
        if (i > 0 && !table->chosen[i - 1])
            shift = MAX(shift, table->times[i - 1] - table->times[i] + SN_KNOT_GAP);
    }
    return shift;
}

void sn_knot_table_move(SnKnotTable *table, const SnKnotTable *start, double time, double value,
                        int column, const SnKnotLimits *limits)
{
    assign(table, start);
    const double shift = possible_shift(start, time);
    for (int i = 0; i < table->n; i++) {
        if (!table->chosen[i])
            continue;
        table->times[i] += shift;
        for (int k = 0; k < table->width; k++) {
            double *at = table->values + i * table->width + k;
            if (column < 0 || column == k)
                *at = limited(*at + value, k, limits);
        }
    }
}

/* Pushes the chosen times back where they would pass a neighbour that stays, or one another. */
static void keep_order(SnKnotTable *table)
{
    for (int i = 1; i < table->n; i++) {
        const double least = table->times[i - 1] + SN_KNOT_GAP;
        if (table->chosen[i] && table->times[i] < least)
            table->times[i] = least;
    }
    for (int i = table->n - 2; i >= 0; i--) {
        const double most = table->times[i + 1] - SN_KNOT_GAP;
        if (table->chosen[i] && table->times[i] > most)
            table->times[i] = most;
    }
}

void sn_knot_table_scale(SnKnotTable *table, const SnKnotTable *start, double about_time,
                         double time_factor, double about_value, double value_factor,
                         const SnKnotLimits *limits)
{
    assign(table, start);
    for (int i = 0; i < table->n; i++) {
        if (!table->chosen[i])
            continue;
        table->times[i] = about_time + (table->times[i] - about_time) * MAX(time_factor, 0);
        for (int k = 0; k < table->width; k++) {
            double *at = table->values + i * table->width + k;
            *at = limited(about_value + (*at - about_value) * value_factor, k, limits);
        }
    }
    keep_order(table);
}

void sn_knot_table_trim(SnKnotTable *table, double from, double to)
{
    if (table->n == 0 || to <= from)
        return;
    double *first = g_new(double, table->width), *last = g_new(double, table->width);
    for (int k = 0; k < table->width; k++) {
        first[k] = sn_knot_table_value(table, from, k);
        last[k] = sn_knot_table_value(table, to, k);
    }
    const bool before = table->times[0]<from, after = table->times[table->n - 1]> to;
    knot_table_cut(table, -INFINITY, from - SN_KNOT_GAP);
    knot_table_cut(table, to + SN_KNOT_GAP, INFINITY);
    if (before)
        sn_knot_table_insert(table, from, first);
    if (after)
        sn_knot_table_insert(table, to, last);
    g_free(first);
    g_free(last);
}

/* --- geometry --- */

/* The point between two kept ones that is farthest from the line through them; -1 if none is
 * farther than the tolerance. */
static int farthest(const double *x, const double *y, int first, int last, double tolerance)
{
    int found = -1;
    for (int i = first + 1; i < last; i++) {
        const double share = (x[i] - x[first]) / (x[last] - x[first]);
        const double off = fabs(y[i] - (y[first] + share * (y[last] - y[first])));
        if (off > tolerance) {
            tolerance = off;
            found = i;
        }
    }
    return found;
}

int sn_thin_line(const double *x, const double *y, int n, double tolerance, bool *keep)
{
    memset(keep, 0, sizeof(bool) * (gsize)n);
    if (n == 0)
        return 0;
    keep[0] = keep[n - 1] = true;
    int kept = n > 1 ? 2 : 1;
    GArray *spans = g_array_new(FALSE, FALSE, 2 * sizeof(int)); /* still to be looked at */
    g_array_append_vals(spans, &(int[2]){0, n - 1}, 1);
    while (spans->len > 0) {
        const int *span = (const int *)(void *)(spans->data) + 2 * (spans->len - 1);
        const int first = span[0], last = span[1];
        g_array_set_size(spans, spans->len - 1);
        const int middle = farthest(x, y, first, last, tolerance);
        if (middle >= 0) {
            keep[middle] = true;
            kept++;
            g_array_append_vals(spans, &(int[2]){first, middle}, 1);
            g_array_append_vals(spans, &(int[2]){middle, last}, 1);
        }
    }
    g_array_unref(spans);
    return kept;
}

/* Value at x of the line through points, x within them. */
static double value_on(const double *x, const double *y, int n, double at)
{
    int i = 1;
    while (i < n - 1 && x[i] < at)
        i++;
    return y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / (x[i] - x[i - 1]);
}

void sn_knot_table_replace(SnKnotTable *table, int column, const double *times,
                           const double *values, int n, double tolerance)
{
    bool *keep = g_new(bool, (gsize)n);
    SnKnotTable *former = sn_knot_table_copy(table);
    double *row = g_new(double, (gsize)table->width);
    sn_thin_line(times, values, n, tolerance, keep);
    knot_table_cut(table, times[0], times[n - 1]);
    /* where other columns bend, this one gets a knot as well */
    for (int i = 0; table->width > 1 && i < former->n; i++) {
        const double time = former->times[i];
        if (time >= times[0] && time <= times[n - 1]) {
            memcpy(row, former->values + i * former->width, sizeof(double) * (gsize)former->width);
            row[column] = value_on(times, values, n, time);
            sn_knot_table_insert(table, time, row);
        }
    }
    for (int i = 0; i < n; i++) {
        if (keep[i]) {
            for (int k = 0; k < table->width; k++)
                row[k] = k == column ? values[i] : sn_knot_table_value(former, times[i], k);
            sn_knot_table_insert(table, times[i], row);
        }
    }
    sn_knot_table_free(former);
    g_free(keep);
    g_free(row);
}

double sn_snap(double number, const double *candidates, int n, double reach)
{
    double best = number;
    for (int i = 0; i < n; i++) {
        const double off = fabs(candidates[i] - number);
        if (off <= reach) {
            reach = off;
            best = candidates[i];
        }
    }
    return best;
}

double sn_snap_step(double number, double step, double reach)
{
    const double nearest = round(number / step) * step;
    return fabs(nearest - number) <= reach ? nearest : number;
}
