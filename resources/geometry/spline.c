/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Catmull-Rom, limited Hermite and C2 cubic interpolation. */
#include "spline.h"

double sn_geo_cubic(double p0, double p1, double p2, double p3, double t)
{
    double m1 = 0.5 * (p2 - p0), m2 = 0.5 * (p3 - p1);
    double a = 2.0 * (p1 - p2) + m1 + m2, b = 3.0 * (p2 - p1) - 2.0 * m1 - m2;
    return ((a * t + b) * t + m1) * t + p1;
}

void sn_geo_catmull_rom(const double *rows, int count, int width, double u, double *value)
{
    u = clampd(u, 0.0, count - 1.0);
    int i = (int)u;
    if (i > count - 2)
        i = count - 2;
    for (int k = 0; k < width; k++) {
        double p1 = rows[i * width + k], p2 = rows[(i + 1) * width + k];
        double p0 = i > 0 ? rows[(i - 1) * width + k] : 2.0 * p1 - p2;
        double p3 = i + 2 < count ? rows[(i + 2) * width + k] : 2.0 * p2 - p1;
        value[k] = sn_geo_cubic(p0, p1, p2, p3, u - i);
    }
}

/* Slope at knot i, limited (harmonic mean of the neighbour slopes) so that nothing overshoots. */
static double limited_slope(const double (*rows)[2], int count, int i)
{
    if (i == 0 || i == count - 1)
        return 0.0;
    double left = (rows[i][1] - rows[i - 1][1]) / (rows[i][0] - rows[i - 1][0]);
    double right = (rows[i + 1][1] - rows[i][1]) / (rows[i + 1][0] - rows[i][0]);
    return left * right > 0.0 ? 2.0 * left * right / (left + right) : 0.0;
}

double sn_geo_profile(const double (*rows)[2], int count, double at)
{
    if (at <= rows[0][0])
        return rows[0][1];
    if (at >= rows[count - 1][0])
        return rows[count - 1][1];
    int i = 0;
    while (i < count - 2 && at > rows[i + 1][0])
        i++;
    double h = rows[i + 1][0] - rows[i][0], t = (at - rows[i][0]) / h;
    double m1 = h * limited_slope(rows, count, i), m2 = h * limited_slope(rows, count, i + 1);
    double p1 = rows[i][1], p2 = rows[i + 1][1];
    double a = 2.0 * (p1 - p2) + m1 + m2, b = 3.0 * (p2 - p1) - 2.0 * m1 - m2;
    return ((a * t + b) * t + m1) * t + p1;
}

static int clampi(int v, int hi)
{
    return v < 0 ? 0 : (v > hi ? hi : v);
}

double sn_geo_tensor(const double *table, int rows, int cols, double r, double c, int even)
{
    r = clampd(r, 0.0, rows - 1.0);
    c = clampd(c, 0.0, cols - 1.0);
    int i = clampi((int)r, rows - 2), j = clampi((int)c, cols - 2);
    double line[4];
    for (int k = 0; k < 4; k++) {
        const double *row = table + (ptrdiff_t)clampi(i - 1 + k, rows - 1) * cols;
        double before = j > 0 ? row[j - 1] : row[even ? 1 : 0];
        line[k] = sn_geo_cubic(before, row[j], row[j + 1], row[clampi(j + 2, cols - 1)], c - j);
    }
    return sn_geo_cubic(line[0], line[1], line[2], line[3], r - i);
}

void sn_geo_spline_fit(SnGeoSpline *spline, const double *x, const double *y, int count,
                       double first_slope)
{
    double diag[SN_GEO_SPLINE_MAX], rhs[SN_GEO_SPLINE_MAX];
    spline->count = count;
    for (int i = 0; i < count; i++) {
        spline->x[i] = x[i];
        spline->y[i] = y[i];
    }
    /* tridiagonal system of the second derivatives, forward elimination as it is set up */
    double h0 = x[1] - x[0];
    diag[0] = h0 / 3.0;
    rhs[0] = (y[1] - y[0]) / h0 - first_slope;
    double upper = h0 / 6.0;
    for (int i = 1; i + 1 < count; i++) {
        double h = x[i + 1] - x[i], g = x[i] - x[i - 1];
        double lower = g / 6.0, factor = lower / diag[i - 1];
        diag[i] = (g + h) / 3.0 - factor * upper;
        rhs[i] = (y[i + 1] - y[i]) / h - (y[i] - y[i - 1]) / g - factor * rhs[i - 1];
        upper = h / 6.0;
    }
    spline->bend[count - 1] = 0.0;
    for (int i = count - 2; i >= 0; i--)
        spline->bend[i] = (rhs[i] - (x[i + 1] - x[i]) / 6.0 * spline->bend[i + 1]) / diag[i];
}

double sn_geo_spline_at(const SnGeoSpline *spline, double x)
{
    int i = 0;
    while (i < spline->count - 2 && x > spline->x[i + 1])
        i++;
    double h = spline->x[i + 1] - spline->x[i];
    double a = (spline->x[i + 1] - x) / h, b = (x - spline->x[i]) / h;
    return a * spline->y[i] + b * spline->y[i + 1] +
           ((a * a * a - a) * spline->bend[i] + (b * b * b - b) * spline->bend[i + 1]) * h * h /
               6.0;
}
