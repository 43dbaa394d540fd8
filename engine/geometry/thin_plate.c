/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/thin_plate.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* In coordinates in which the sources have their middle at 0 and the size 1: numbers of one
 * magnitude, whatever the unit. */
struct SnThinPlate {
    int n;
    double middle[3], size;
    double (*source)[3]; /* [n] scaled */
    double (*weight)[3]; /* [n] then c and the columns of A: n + 4 rows */
};

/* --- the sources --- */

static void measure(SnThinPlate *plate, const double (*source)[3])
{
    double sum = 0;
    for (int i = 0; i < plate->n; i++)
        for (int k = 0; k < 3; k++)
            plate->middle[k] += source[i][k] / plate->n;
    for (int i = 0; i < plate->n; i++) {
        const double r = sn_v3_distance(source[i], plate->middle);
        sum += r * r / plate->n;
    }
    plate->size = sum > 0 ? sqrt(sum) : 1;
    for (int i = 0; i < plate->n; i++)
        for (int k = 0; k < 3; k++)
            plate->source[i][k] = (source[i][k] - plate->middle[k]) / plate->size;
}

/* Whether they lie in a plane: how far they are spread in the direction of the least spread,
 * by elimination in order of size (the covariance is symmetric and not negative). */
static bool is_flat(const SnThinPlate *plate)
{
    double c[3][3] = {{0}};
    int order[3] = {0, 1, 2};
    for (int i = 0; i < plate->n; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                c[j][k] += plate->source[i][j] * plate->source[i][k] / plate->n;
    for (int step = 0; step < 3; step++) {
        int best = step;
        for (int k = step + 1; k < 3; k++)
            if (c[order[k]][order[k]] > c[order[best]][order[best]])
                best = k;
        const int p = order[best];
        order[best] = order[step];
        order[step] = p;
        if (!(c[p][p] > 1e-12)) /* a millionth of the size */
            return true;
        for (int j = step + 1; j < 3; j++)
            for (int k = step + 1; k < 3; k++)
                c[order[j]][order[k]] -= c[order[j]][p] * c[p][order[k]] / c[p][p];
    }
    return false;
}

static bool find_twice(const SnThinPlate *plate, int which[2])
{
    for (int i = 0; i < plate->n; i++)
        for (int j = 0; j < i; j++)
            if (sn_v3_distance(plate->source[i], plate->source[j]) < 1e-9) {
                which[0] = j;
                which[1] = i;
                return true;
            }
    return false;
}

/* --- the weights --- */

/* Rows and columns: sources, 1, x, y, z. */
static void fill_matrix(const SnThinPlate *plate, double smoothing, double *matrix)
{
    const int n = plate->n, size = n + 4;
    memset(matrix, 0, (size_t)size * (size_t)size * sizeof *matrix);
    for (int i = 0; i < n; i++) {
        double *row = matrix + (size_t)i * (size_t)size;
        for (int j = 0; j < n; j++)
            row[j] = -sn_v3_distance(plate->source[i], plate->source[j]);
        row[i] += n * smoothing;
        row[n] = matrix[(size_t)n * (size_t)size + (size_t)i] = 1;
        for (int k = 0; k < 3; k++)
            row[n + 1 + k] = matrix[(size_t)(n + 1 + k) * (size_t)size + (size_t)i] =
                plate->source[i][k];
    }
}

static void swap(double *a, double *b, int n)
{
    for (int i = 0; i < n; i++) {
        const double kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

/* Gauss with pivots of the columns: the matrix is symmetric but of both signs.  Right sides
 * [size][3] become the solution; false: a pivot is nothing. */
static bool solve(double *matrix, int size, double (*sides)[3])
{
    for (int p = 0; p < size; p++) {
        int best = p;
        for (int i = p + 1; i < size; i++)
            if (fabs(matrix[(size_t)i * (size_t)size + (size_t)p]) >
                fabs(matrix[(size_t)best * (size_t)size + (size_t)p]))
                best = i;
        double *pivot = matrix + (size_t)p * (size_t)size;
        if (best != p) {
            swap(pivot, matrix + (size_t)best * (size_t)size, size);
            swap(sides[p], sides[best], 3);
        }
        if (!(fabs(pivot[p]) > 1e-14))
            return false;
        for (int i = p + 1; i < size; i++) {
            double *row = matrix + (size_t)i * (size_t)size;
            const double factor = row[p] / pivot[p];
            for (int j = p + 1; j < size && factor != 0; j++)
                row[j] -= factor * pivot[j];
            for (int k = 0; k < 3; k++)
                sides[i][k] -= factor * sides[p][k];
        }
    }
    for (int p = size - 1; p >= 0; p--) {
        const double *pivot = matrix + (size_t)p * (size_t)size;
        for (int k = 0; k < 3; k++) {
            for (int j = p + 1; j < size; j++)
                sides[p][k] -= pivot[j] * sides[j][k];
            sides[p][k] /= pivot[p];
        }
    }
    return true;
}

SnThinPlate *sn_thin_plate_new(int n, const double (*source)[3], const double (*target)[3],
                               double smoothing, SnThinPlateFault *fault, int which[2])
{
    int pair[2] = {-1, -1};
    *fault =
        n < SN_THIN_PLATE_LEAST || n > SN_THIN_PLATE_MOST ? SN_THIN_PLATE_FEW : SN_THIN_PLATE_GOOD;
    if (*fault != SN_THIN_PLATE_GOOD)
        return NULL;
    SnThinPlate *plate = sn_alloc(1, sizeof *plate);
    plate->n = n;
    plate->source = sn_alloc((size_t)n, sizeof *plate->source);
    plate->weight = sn_alloc((size_t)n + 4, sizeof *plate->weight);
    measure(plate, source);
    if (find_twice(plate, pair))
        *fault = SN_THIN_PLATE_TWICE;
    else if (is_flat(plate))
        *fault = SN_THIN_PLATE_FLAT;
    if (which)
        memcpy(which, pair, sizeof pair);
    const size_t size = (size_t)n + 4;
    double *matrix = *fault == SN_THIN_PLATE_GOOD ? sn_alloc(size * size, sizeof *matrix) : NULL;
    if (matrix) {
        fill_matrix(plate, smoothing, matrix);
        for (int i = 0; i < n; i++)
            sn_v3_copy(target[i], plate->weight[i]);
        if (!solve(matrix, n + 4, plate->weight))
            *fault = SN_THIN_PLATE_FLAT;
        sn_free(matrix);
    }
    if (*fault != SN_THIN_PLATE_GOOD) {
        sn_thin_plate_free(plate);
        return NULL;
    }
    return plate;
}

void sn_thin_plate_free(SnThinPlate *plate)
{
    if (!plate)
        return;
    sn_free(plate->source);
    sn_free(plate->weight);
    sn_free(plate);
}

/* --- the map --- */

static void scaled_place(const SnThinPlate *plate, const double x[3], double scaled[3])
{
    for (int k = 0; k < 3; k++)
        scaled[k] = (x[k] - plate->middle[k]) / plate->size;
}

void sn_thin_plate_map(const SnThinPlate *plate, const double x[3], double y[3])
{
    const double(*affine)[3] = (const double(*)[3])plate->weight + plate->n;
    double at[3], sum[3];
    scaled_place(plate, x, at);
    for (int k = 0; k < 3; k++)
        sum[k] = affine[0][k] + at[0] * affine[1][k] + at[1] * affine[2][k] + at[2] * affine[3][k];
    for (int i = 0; i < plate->n; i++)
        sn_v3_axpy(-sn_v3_distance(at, plate->source[i]), plate->weight[i], sum);
    sn_v3_copy(sum, y);
}

void sn_thin_plate_gradient(const SnThinPlate *plate, const double x[3], double gradient[9])
{
    const double(*affine)[3] = (const double(*)[3])plate->weight + plate->n;
    double at[3];
    scaled_place(plate, x, at);
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++)
            gradient[3 * k + j] = affine[1 + j][k];
    for (int i = 0; i < plate->n; i++) {
        double arm[3];
        sn_v3_sub(at, plate->source[i], arm);
        const double r = sn_v3_norm(arm);
        for (int k = 0; k < 3 && r > 0; k++)
            for (int j = 0; j < 3; j++)
                gradient[3 * k + j] -= plate->weight[i][k] * arm[j] / r;
    }
    for (int k = 0; k < 9; k++)
        gradient[k] /= plate->size;
}
