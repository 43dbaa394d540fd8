/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The derivatives at the points are the unknowns, as the slopes are those of a beam's elements: the
 * energy is a sum over pieces, and its matrix is banded and positive definite.  Where pieces are of
 * lengths like 1 and 1000 it is nearly singular: hence the long numbers. */
#include "engine/base/natural_spline.h"

#include "engine/base/memory.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { MOST = 2 * SN_SPLINE_MOST_HALF_ORDER };

int sn_natural_spline_half_order(int half_order, int n)
{
    return half_order < n ? half_order : n;
}

/* j (j - 1) ... (j - k + 1) */
static double falling(int j, int k)
{
    double product = 1;
    for (int i = 0; i < k; i++)
        product *= j - i;
    return product;
}

/* Of a piece of length 1, coefficients m .. 2m - 1 from what its end misses with those below:
 * inverse of the derivatives of t^m .. t^(2m - 1) at 1. */
static void invert_end(int m, double inverse[SN_SPLINE_MOST_HALF_ORDER][SN_SPLINE_MOST_HALF_ORDER])
{
    double a[SN_SPLINE_MOST_HALF_ORDER][MOST];
    for (int k = 0; k < m; k++)
        for (int j = 0; j < m; j++) {
            a[k][j] = falling(m + j, k);
            a[k][m + j] = j == k;
        }
    for (int k = 0; k < m; k++) { /* Gauss and Jordan: no pivot is less than 1 */
        const double pivot = a[k][k];
        for (int j = 0; j < 2 * m; j++)
            a[k][j] /= pivot;
        for (int i = 0; i < m; i++) {
            const double share = a[i][k];
            for (int j = 0; i != k && j < 2 * m; j++)
                a[i][j] -= share * a[k][j];
        }
    }
    for (int k = 0; k < m; k++)
        memcpy(inverse[k], a[k] + m, (size_t)m * sizeof(double));
}

void sn_natural_spline_piece(int m, double h, const double *first, const double *last,
                             double *coefficients)
{
    double inverse[SN_SPLINE_MOST_HALF_ORDER][SN_SPLINE_MOST_HALF_ORDER], miss[MOST],
        *c = coefficients;
    double power = 1;
    invert_end(m, inverse);
    for (int k = 0; k < m; k++) { /* of the piece stretched to length 1 */
        c[k] = power * first[k] / falling(k, k);
        miss[k] = power * last[k];
        power *= h;
    }
    for (int k = 0; k < m; k++)
        for (int j = k; j < m; j++)
            miss[k] -= falling(j, k) * c[j];
    for (int i = 0; i < m; i++) {
        c[m + i] = 0;
        for (int k = 0; k < m; k++)
            c[m + i] += inverse[i][k] * miss[k];
    }
    power = 1;
    for (int k = 0; k < 2 * m; k++) {
        c[k] /= power;
        power *= h;
    }
}

/* The integral of the square of derivative m over a piece of length 1 is d'Kd, d its derivatives
 * 0 .. m - 1 at the beginning, then at the end. */
static void energy_of_piece(int m, long double k[MOST][MOST])
{
    double c[MOST][MOST];
    for (int i = 0; i < 2 * m; i++) {
        double d[MOST] = {0};
        d[i] = 1;
        sn_natural_spline_piece(m, 1, d, d + m, c[i]);
    }
    for (int i = 0; i < 2 * m; i++)
        for (int j = 0; j < 2 * m; j++) {
            k[i][j] = 0;
            for (int a = m; a < 2 * m; a++)
                for (int b = m; b < 2 * m; b++)
                    k[i][j] +=
                        c[i][a] * c[j][b] * falling(a, m) * falling(b, m) / (a + b - 2 * m + 1);
        }
}

/* Adds the energy of a piece to the lower half of the band and to the right side: unknowns are the
 * derivatives 1 .. m - 1 at each point. */
static void add_piece(int m, long double k[MOST][MOST], double h, const double y[2], int first,
                      long double *band, long double *right)
{
    const int s = m - 1, width = 2 * s;
    long double power[MOST];
    for (int i = 0; i < 2 * m; i++) /* of lengths 1 to lengths h */
        power[i] = powl(h, i % m + 0.5 - m);
    for (int i = 0; i < 2 * m; i++) {
        const int row = (first + i / m) * s + i % m - 1;
        if (i % m == 0)
            continue;
        right[row] -= power[i] * (k[i][0] * power[0] * y[0] + k[i][m] * power[m] * y[1]);
        for (int j = 0; j < 2 * m; j++) {
            const int column = (first + j / m) * s + j % m - 1;
            if (j % m > 0 && column <= row)
                band[row * width + row - column] += k[i][j] * power[i] * power[j];
        }
    }
}

/* Cholesky: entry (row, row - d) is band[row width + d]. */
static void solve_band(int n, int width, long double *band, long double *right)
{
    for (int i = 0; i < n; i++) {
        const int low = i < width ? 0 : i - width + 1;
        for (int j = low; j <= i; j++) {
            long double sum = band[i * width + i - j];
            for (int k = low > j - width + 1 ? low : j - width + 1; k < j; k++)
                sum -= band[i * width + i - k] * band[j * width + j - k];
            band[i * width + i - j] = i == j ? sqrtl(sum) : sum / band[j * width];
        }
        for (int j = low; j < i; j++)
            right[i] -= band[i * width + i - j] * right[j];
        right[i] /= band[i * width];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n && j < i + width; j++)
            right[i] -= band[j * width + j - i] * right[j];
        right[i] /= band[i * width];
    }
}

void sn_natural_spline(int m, int n, const double *x, const double *y, double *derivatives)
{
    const int s = m - 1, width = 2 * s, unknowns = n * s;
    long double k[MOST][MOST];
    long double *band = sn_alloc((size_t)unknowns * (size_t)(width + 1), sizeof *band);
    long double *right = band + (size_t)unknowns * (size_t)width;
    memset(band, 0, (size_t)unknowns * (size_t)(width + 1) * sizeof *band);
    energy_of_piece(m, k);
    for (int i = 0; i + 1 < n; i++)
        add_piece(m, k, x[i + 1] - x[i], y + i, i, band, right);
    solve_band(unknowns, width, band, right);
    for (int i = 0; i < n; i++) {
        derivatives[i * m] = y[i];
        for (int j = 0; j < s; j++)
            derivatives[i * m + 1 + j] = (double)right[i * s + j];
    }
    sn_free(band);
}
