/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cubic splines through tables, as SIMM and OpenSim draw them: second derivatives continuous, third
 * ones at the ends those of the cubics through the four points there (Forsythe, Malcolm, Moler
 * 1977, 4.4). */
#ifndef SN_MUSCLE_SPLINE_TABLE_H
#define SN_MUSCLE_SPLINE_TABLE_H

#define SN_SPLINE_TABLE_POINTS 48

typedef struct SnSplineTable {
    int n;
    double x[SN_SPLINE_TABLE_POINTS]; /* ascending */
    /* y + b d + c d^2 + e d^3, d = x - x[i] */
    double y[SN_SPLINE_TABLE_POINTS], b[SN_SPLINE_TABLE_POINTS], c[SN_SPLINE_TABLE_POINTS],
        e[SN_SPLINE_TABLE_POINTS];
} SnSplineTable;

/* 2 <= n <= SN_SPLINE_TABLE_POINTS points, x ascending. */
SnSplineTable sn_spline_table(const double (*points)[2], int n);
/* Straight on beyond both ends. */
double sn_spline_table_value(const SnSplineTable *table, double x, double *slope);
/* Integral over x from `start` to x, both within the table or beyond its end. */
double sn_spline_table_integral(const SnSplineTable *table, double start, double x);

#endif
