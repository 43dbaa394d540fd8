/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots of a curve as they are edited: a copy in plain arrays, with those that are chosen.  Times
 * increase strictly.  Pure functions; no GTK. */
#ifndef SN_UI_EDITS_TIME_KNOT_TABLE_H
#define SN_UI_EDITS_TIME_KNOT_TABLE_H

#include "engine/model/class.h"

/* Knots lie at least so far apart [s]. */
#define SN_KNOT_GAP 1e-6

typedef struct SnKnotTable {
    int n, width;
    double *times;  /* [n] on the curve's own clock [s] */
    double *values; /* [n][width] */
    bool *chosen;   /* [n] */
} SnKnotTable;

SnKnotTable *sn_knot_table_new(int width);
/* From an array of SnKnot; a knot with one value has it for every column. */
SnKnotTable *sn_knot_table_read(const SnArray *knots);
SnKnotTable *sn_knot_table_copy(const SnKnotTable *table);
void sn_knot_table_free(SnKnotTable *table);
/* As an array of SnKnot, to be given back with sn_knots_clear. */
void sn_knot_table_write(const SnKnotTable *table, SnArray *knots);
void sn_knots_clear(SnArray *knots);

/* First knot at or after a time; n if there is none. */
int sn_knot_table_find(const SnKnotTable *table, double time);
/* Value between knots by straight lines; the first and last hold beyond.  0 without knots. */
double sn_knot_table_value(const SnKnotTable *table, double time, int column);

/* Puts a knot in its place; one that is there already at that time gets the values.  Its index. */
int sn_knot_table_insert(SnKnotTable *table, double time, const double *values);
/* Takes away what is chosen; the number of knots that went. */
int sn_knot_table_remove_chosen(SnKnotTable *table);

int sn_knot_table_count_chosen(const SnKnotTable *table);
void sn_knot_table_choose_none(SnKnotTable *table);
/* Chooses (adds) the knots in a range of time whose value in `column` lies in a range; column -1:
 * any column. */
void sn_knot_table_choose_box(SnKnotTable *table, int column, double from, double to, double low,
                              double high);
/* Times of the chosen ones; false if none is. */
bool sn_knot_table_chosen_span(const SnKnotTable *table, double *from, double *to);

/* Limits of values, one pair for each column; NULL: none. */
typedef struct SnKnotLimits {
    const double *low, *high; /* [width] */
} SnKnotLimits;

/* `table` becomes `start` with the chosen knots moved: time stops at neighbours that stay, values
 * at the limits.  column -1: all columns move, else that one. */
void sn_knot_table_move(SnKnotTable *table, const SnKnotTable *start, double time, double value,
                        int column, const SnKnotLimits *limits);
/* `table` becomes `start` with the chosen knots scaled about a time and a value. */
void sn_knot_table_scale(SnKnotTable *table, const SnKnotTable *start, double about_time,
                         double time_factor, double about_value, double value_factor,
                         const SnKnotLimits *limits);
/* Only what lies between two times, with knots at both ends. */
void sn_knot_table_trim(SnKnotTable *table, double from, double to);

/* A line drawn by hand, n >= 2 points, takes the place of a column's values in its span: as few
 * knots as keep within `tolerance` of it, and the other columns as they were. */
void sn_knot_table_replace(SnKnotTable *table, int column, const double *times,
                           const double *values, int n, double tolerance);

/* Ramer, Douglas and Peucker's thinning of a line y(x), x increasing: keep[i] says which points
 * stay.  Straight lines between those differ from what went by at most `tolerance`.  Returns how
 * many stay. */
int sn_thin_line(const double *x, const double *y, int n, double tolerance, bool *keep);

/* The candidate nearest to a number if it is within reach, else the number. */
double sn_snap(double number, const double *candidates, int n, double reach);
/* As above for the multiples of a step. */
double sn_snap_step(double number, double step, double reach);

#endif
