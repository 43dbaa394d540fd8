/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recorded samples: rows of (time, values) in order of time.  One thread appends, any thread reads
 * what was there when it asked for the count; nothing that was written ever changes.  Each column
 * carries the smallest and largest value of groups of rows, so that a curve of any length is drawn
 * from few numbers. */
#ifndef SN_BASE_SERIES_H
#define SN_BASE_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct SnSeries SnSeries;

/* width: values in a row, 1 or more; one reference. */
SnSeries *sn_series_new(int width);
SnSeries *sn_series_ref(const SnSeries *series);
/* Any thread; NULL is ignored. */
void sn_series_unref(const SnSeries *series);

/* --- the thread that appends --- */

/* Makes room for at least `rows` more, so that so many appends allocate nothing; without memory for
 * them, rows are left out. */
void sn_series_reserve(SnSeries *series, size_t rows);
/* Time must not go back. */
void sn_series_append(SnSeries *series, double time, const double *values);
/* A new series with the first `rows` rows, to be gone on with; the old one stays as it is for those
 * who hold it.  Costs little however long it is: they share what neither will change. */
SnSeries *sn_series_cut(const SnSeries *series, size_t rows);
/* Bytes it holds, those it shares with others too. */
size_t sn_series_bytes(const SnSeries *series);

/* --- any thread --- */

int sn_series_width(const SnSeries *series);
/* Rows that may be read now; never fewer later. */
size_t sn_series_count(const SnSeries *series);
double sn_series_time(const SnSeries *series, size_t row);
double sn_series_value(const SnSeries *series, size_t row, int column);
/* [width] borrowed */
const double *sn_series_values(const SnSeries *series, size_t row);
/* First row whose time is not before `time`; the count if there is none. */
size_t sn_series_find(const SnSeries *series, double time);
/* Smallest and largest value of a column in rows first <= r < last; false if there are none that
 * are numbers. */
bool sn_series_range(const SnSeries *series, int column, size_t first, size_t last, double *low,
                     double *high);

#endif
