/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products with the exact matrix; compiled once for each instruction set, like
 * linsolve_numeric.c. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "engine/linsolve/linsolve_ldl.h"

typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t Mask __attribute__((vector_size(32), aligned(8), may_alias));

#define UNROLL     _Pragma("GCC unroll 8")
#define BLOCK_MOST 6
#define INLINE     static inline __attribute__((always_inline))

static const int64_t tail_masks[5][4] = {
    {0, 0, 0, 0}, {-1, 0, 0, 0}, {-1, -1, 0, 0}, {-1, -1, -1, 0}, {-1, -1, -1, -1}};

INLINE double sum_of(Four x)
{
    return (x[0] + x[2]) + (x[1] + x[3]);
}

INLINE double larger(double a, double b)
{
    return a > b ? a : b;
}

INLINE Four magnitude(Four x)
{
    return (Four)((Mask)x & (Mask){INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX});
}

INLINE Four larger_of(Four a, Four b)
{
    Mask greater = a > b;
    return (Four)(((Mask)a & greater) | ((Mask)b & ~greater));
}

INLINE double diagonal_size(const SnKktMatrix *matrix, int j)
{
    return fabs(matrix->a_value[matrix->a_start[j]]);
}

/* 1 / |diagonal of A|, 0 where it is 0 (massless unknowns do not count). */
INLINE void invert_diagonal(SnExact *exact)
{
    const SnKktMatrix *matrix = exact->matrix;
    int j = 0;

    for (; j + 4 <= matrix->n; j += 4) {
        Four size = {diagonal_size(matrix, j), diagonal_size(matrix, j + 1),
                     diagonal_size(matrix, j + 2), diagonal_size(matrix, j + 3)};
        *(Four *)(exact->inverse_diagonal + j) = (Four)((Mask)(1 / size) & (size > 0));
    }
    for (; j < matrix->n; j++) {
        double size = diagonal_size(matrix, j);
        exact->inverse_diagonal[j] = size > 0 ? 1 / size : 0;
    }
}

/* g diag(A)^-1 g' of a row whose entries stand here and there. */
INLINE double weigh_scattered(const SnExact *exact, int row)
{
    const double *g = exact->matrix->g_value;
    const int *column = exact->matrix->g_column;
    double sum = 0;

    for (int p = exact->matrix->g_start[row]; p < exact->matrix->g_start[row + 1]; p++)
        sum += g[p] * g[p] * exact->inverse_diagonal[column[p]];
    return sum;
}

/* w^-1 = g diag(A)^-1 g' makes the regularisation dimensionless (kkt.md 3). */
void SN_LDL_FUNCTION(scale_rows)(SnExact *exact, const bool *active, double *row_scale)
{
    const SnKktMatrix *matrix = exact->matrix;

    invert_diagonal(exact);
    for (int k = 0; k < exact->groups; k++) {
        const SnRowGroup *group = &exact->group[k];
        for (int i = group->first; i < group->first + group->rows; i++) {
            const double *g = matrix->g_value + matrix->g_start[i];
            Four sums = {0};
            double sum = group->scattered ? weigh_scattered(exact, i) : 0;
            for (int p = group->run; !group->scattered && p < group->run + group->runs; p++) {
                const double *inverse = exact->inverse_diagonal + exact->g_run[p].place;
                int length = exact->g_run[p].length, m = 0;
                for (; m + 4 <= length; m += 4) {
                    Four value = *(const Four *)(g + m);
                    sums += value * value * *(const Four *)(inverse + m);
                }
                for (; m < length; m++)
                    sum += g[m] * g[m] * inverse[m];
                g += length;
            }
            sum += sum_of(sums);
            row_scale[i] = active[i] && sum > 0 && sum < DBL_MAX ? sum : 1;
        }
    }
}

/* r += a x for a dense lower triangle of `width` columns that touch nothing else. */
INLINE void multiply_block(const double *a, int width, const double *x, double *r)
{
    double sum[BLOCK_MOST], local[BLOCK_MOST];

    UNROLL
    for (int j = 0; j < width; j++) {
        local[j] = x[j];
        sum[j] = 0;
    }
    UNROLL
    for (int j = 0; j < width; j++) {
        sum[j] += *a++ * local[j];
        UNROLL
        for (int i = j + 1; i < width; i++, a++) {
            sum[j] += *a * local[i];
            sum[i] += *a * local[j];
        }
    }
    UNROLL
    for (int j = 0; j < width; j++)
        r[j] += sum[j];
}

/* r += a x for three columns with the same rows below their triangle; r [0 .. 3) beyond the last of
 * these is written as it was. */
INLINE void multiply_triple(const SnExact *exact, int j, const double *x, double *r)
{
    const SnKktMatrix *matrix = exact->matrix;
    const double *a = matrix->a_value + matrix->a_start[j];
    const double *b = matrix->a_value + matrix->a_start[j + 1];
    const double *c = matrix->a_value + matrix->a_start[j + 2];
    const double x0 = x[j], x1 = x[j + 1], x2 = x[j + 2];
    const Four all0 = {x0, x0, x0, x0}, all1 = {x1, x1, x1, x1}, all2 = {x2, x2, x2, x2};
    const double top[3] = {a[0] * x0 + a[1] * x1 + a[2] * x2, a[1] * x0 + b[0] * x1 + b[1] * x2,
                           a[2] * x0 + b[1] * x1 + c[0] * x2};
    Four sum0 = {0}, sum1 = {0}, sum2 = {0};

    a += 3, b += 2, c += 1;
    for (int k = exact->a_run_start[j + 2]; k < exact->a_run_start[j + 3]; k++) {
        const SnEntryRun *run = &exact->a_run[k];
        const double *from = x + run->place;
        double *to = r + run->place;
        const int count = run->length;
        int m = 0;
        for (; m + 4 <= count; m += 4) {
            const Four here = *(const Four *)(from + m), v0 = *(const Four *)(a + m);
            const Four v1 = *(const Four *)(b + m), v2 = *(const Four *)(c + m);
            sum0 += v0 * here;
            sum1 += v1 * here;
            sum2 += v2 * here;
            *(Four *)(to + m) += v0 * all0 + v1 * all1 + v2 * all2;
        }
        if (m < count) {
            const Mask mask = *(const Mask *)tail_masks[count - m];
            const Four here = (Four)(*(const Mask *)(from + m) & mask);
            const Four v0 = *(const Four *)(a + m);
            const Four v1 = *(const Four *)(b + m), v2 = *(const Four *)(c + m);
            const Four change = v0 * all0 + v1 * all1 + v2 * all2;
            sum0 += v0 * here;
            sum1 += v1 * here;
            sum2 += v2 * here;
            *(Four *)(to + m) += (Four)((Mask)change & mask);
        }
        a += count, b += count, c += count;
    }
    r[j] += top[0] + sum_of(sum0);
    r[j + 1] += top[1] + sum_of(sum1);
    r[j + 2] += top[2] + sum_of(sum2);
}

/* r [first, n) := columns [first, last) of A times their x, and across the diagonal. */
INLINE void multiply_symmetric(const SnExact *exact, int first, int last, const double *x,
                               double *r)
{
    const SnKktMatrix *matrix = exact->matrix;

    memset(r + first, 0, (size_t)(matrix->n - first) * sizeof *r);
    for (int j = first; j < last; j++) {
        if (exact->triple[j]) {
            multiply_triple(exact, j, x, r);
            j += 2;
            continue;
        }
        if (exact->dense[j] == 6) {
            multiply_block(matrix->a_value + matrix->a_start[j], 6, x + j, r + j);
            j += 5;
            continue;
        }
        double sum = matrix->a_value[matrix->a_start[j]] * x[j], here = x[j];
        for (int k = exact->a_run_start[j]; k < exact->a_run_start[j + 1]; k++) {
            const SnEntryRun *run = &exact->a_run[k];
            const double *value = matrix->a_value + run->value, *from = x + run->place;
            double *to = r + run->place;
            for (int m = 0; m < run->length; m++) {
                sum += value[m] * from[m];
                to[m] += value[m] * here;
            }
        }
        r[j] += sum;
    }
}

/* sum := g x and size := |g| |x| of a row whose runs may be read by fours. */
INLINE void multiply_padded(const SnExact *exact, const SnRowGroup *group, const double *g,
                            const double *x, double *sum, double *size)
{
    Four sums = {0}, sizes = {0};

    for (int p = group->run; p < group->run + group->runs; p++) {
        const double *from = x + exact->g_run[p].place;
        int count = exact->g_run[p].length;
        for (int m = 0; m < count; m += 4) {
            Mask mask = *(const Mask *)tail_masks[count - m < 4 ? count - m : 4];
            Four term = *(const Four *)(g + m) * *(const Four *)(from + m);
            term = (Four)((Mask)term & mask);
            sums += term;
            sizes += magnitude(term);
        }
        g += count;
    }
    *sum = sum_of(sums);
    *size = sum_of(sizes);
}

/* The same one by one. */
INLINE void multiply_row(const SnExact *exact, const SnRowGroup *group, const double *g,
                         const double *x, double *sum, double *size)
{
    *sum = *size = 0;
    for (int p = group->run; p < group->run + group->runs; p++) {
        const double *from = x + exact->g_run[p].place;
        for (int m = 0; m < exact->g_run[p].length; m++, g++) {
            double term = *g * from[m];
            *sum += term;
            *size += fabs(term);
        }
    }
}

/* A residual that is formed in parts, and what each finds. */
typedef struct Residual {
    SnExact *exact;
    const bool *active;
    const double *b, *x;
    double *r;
    double row_error[SN_EXACT_PARTS], row_scale[SN_EXACT_PARTS], check[SN_EXACT_PARTS];
} Residual;

/* Rows whose entries stand here and there: r := b - G x + C l, product += G' l. */
INLINE void multiply_scattered(const SnExact *exact, const SnRowGroup *group, const bool *active,
                               const double *x, const double *l, const double *b, double *r,
                               double *product, double *error, double *scale, double *check)
{
    const SnKktMatrix *matrix = exact->matrix;

    for (int row = group->first; row < group->first + group->rows; row++) {
        double sum = 0, size = 0, here = l[row];
        r[row] = 0;
        if (!active[row])
            continue;
        for (int p = matrix->g_start[row]; p < matrix->g_start[row + 1]; p++) {
            int column = matrix->g_column[p];
            double term = matrix->g_value[p] * x[column];
            sum += term;
            size += fabs(term);
            product[column] += matrix->g_value[p] * here;
        }
        double compliance = matrix->c[row] * here;
        double rest = b[row] - sum + compliance;
        r[row] = rest;
        *check += rest;
        *error = larger(fabs(rest), *error);
        *scale = larger(fabs(b[row]) + size + fabs(compliance), *scale);
    }
}

/* One group of rows: r := b - G x + C l, product += G' l. */
INLINE void multiply_rows(const SnExact *exact, const SnRowGroup *group, const bool *active,
                          const double *x, const double *l, const double *b, double *r,
                          double *product, double *error, double *scale, double *check)
{
    const SnKktMatrix *matrix = exact->matrix;
    int length = matrix->g_start[group->first + 1] - matrix->g_start[group->first];
    const double *base = matrix->g_value + matrix->g_start[group->first];

    for (int i = 0; i < group->rows; i++) {
        int row = group->first + i;
        const double *g = base + i * length;
        double sum, size;
        r[row] = 0;
        if (!active[row])
            continue;
        if (group->padded)
            multiply_padded(exact, group, g, x, &sum, &size);
        else
            multiply_row(exact, group, g, x, &sum, &size);
        double compliance = matrix->c[row] * l[row];
        double rest = b[row] - sum + compliance;
        r[row] = rest;
        *check += rest;
        *error = larger(fabs(rest), *error);
        *scale = larger(fabs(b[row]) + size + fabs(compliance), *scale);
    }
    for (int p = group->run, at = 0; p < group->run + group->runs; p++) {
        double *to = product + exact->g_run[p].place;
        int count = exact->g_run[p].length, m = 0;
        for (; m + 4 <= count; m += 4) {
            Four sum = *(const Four *)(to + m);
            for (int i = 0; i < group->rows; i++) {
                double here = l[group->first + i];
                sum += *(const Four *)(base + i * length + at + m) * (Four){here, here, here, here};
            }
            *(Four *)(to + m) = sum;
        }
        if (count - m == 3) {
            double sum[3] = {to[m], to[m + 1], to[m + 2]};
            for (int i = 0; i < group->rows; i++) {
                const double *g = base + i * length + at + m;
                double here = l[group->first + i];
                UNROLL
                for (int k = 0; k < 3; k++)
                    sum[k] += g[k] * here;
            }
            UNROLL
            for (int k = 0; k < 3; k++)
                to[m + k] = sum[k];
            m += 3;
        }
        for (; m < count; m++) {
            double sum = to[m];
            for (int i = 0; i < group->rows; i++)
                sum += base[i * length + at + m] * l[group->first + i];
            to[m] = sum;
        }
        at += count;
    }
}

/* A x, G' l and the residuals of its rows. */
static void multiply_part(void *data, int part)
{
    Residual *residual = data;
    const SnExact *exact = residual->exact;
    const int n = exact->matrix->n;
    const double *x = residual->x, *b = residual->b;
    double *r = residual->r, *product = exact->product[part];
    double error = 0, scale = 0, check = 0;

    multiply_symmetric(exact, exact->part_column[part], exact->part_column[part + 1], x,
                       exact->parts > 1 ? exact->ax[part] : r);
    memset(product, 0, (size_t)n * sizeof *product);
    for (int k = exact->part_group[part]; k < exact->part_group[part + 1]; k++) {
        const SnRowGroup *group = &exact->group[k];
        if (group->scattered)
            multiply_scattered(exact, group, residual->active, x, x + n, b + n, r + n, product,
                               &error, &scale, &check);
        else
            multiply_rows(exact, group, residual->active, x, x + n, b + n, r + n, product, &error,
                          &scale, &check);
    }
    residual->row_error[part] = error;
    residual->row_scale[part] = scale;
    residual->check[part] = check;
}

/* Adds up what parts have found. */
INLINE void join_parts(Residual *residual)
{
    SnExact *exact = residual->exact;
    const int n = exact->matrix->n;

    if (exact->parts > 1)
        memcpy(residual->r, exact->ax[0], (size_t)n * sizeof(double));
    for (int part = 1; part < exact->parts; part++) {
        const double *ax = exact->ax[part], *gl = exact->product[part];
        for (int i = exact->part_column[part]; i < n; i++)
            residual->r[i] += ax[i];
        for (int i = 0; i < n; i += 4) /* padded */
            *(Four *)(exact->product[0] + i) += *(const Four *)(gl + i);
        residual->row_error[0] = larger(residual->row_error[part], residual->row_error[0]);
        residual->row_scale[0] = larger(residual->row_scale[part], residual->row_scale[0]);
        residual->check[0] += residual->check[part];
    }
}

/* r = b - K x; returns the largest of |r| relative to the terms it is the difference of, for the
 * n momentum and the q constraint equations each on their own scale; infinity if not finite.
 * Inactive rows must have x = 0 and get r = 0. */
double SN_LDL_FUNCTION(residual)(SnExact *exact, const bool *active, const double *b,
                                 const double *x, double *r)
{
    Residual residual = {.exact = exact, .active = active, .b = b, .x = x, .r = r};
    const double *product = exact->product[0];
    double error = 0, scale = 0;
    int n = exact->matrix->n;

    sn_workers_run(exact->parts > 1 ? exact->workers : NULL, multiply_part, &residual,
                   exact->parts);
    join_parts(&residual);
    double check = residual.check[0];
    int i = 0;
    Four errors = {0}, scales = {0}, checks = {0};
    for (; i + 4 <= n; i += 4) {
        Four here = *(const Four *)(b + i), ax = *(const Four *)(r + i);
        Four gl = *(const Four *)(product + i), rest = here - ax - gl;
        Four size = magnitude(here) + magnitude(ax) + magnitude(gl);
        scales = larger_of(size, scales);
        errors = larger_of(magnitude(rest), errors);
        checks += rest;
        *(Four *)(r + i) = rest;
    }
    UNROLL
    for (int k = 0; k < 4; k++) {
        scale = larger(scales[k], scale);
        error = larger(errors[k], error);
    }
    check += sum_of(checks);
    for (; i < n; i++) {
        double rest = b[i] - r[i] - product[i];
        double size = fabs(b[i]) + fabs(r[i]) + fabs(product[i]);
        scale = larger(size, scale);
        error = larger(fabs(rest), error);
        check += rest;
        r[i] = rest;
    }
    /* comparisons drop NaN: the sum keeps it */
    if (!isfinite(check))
        return INFINITY;
    exact->column_scale = scale;
    exact->row_scale = residual.row_scale[0];
    return larger(error > 0 ? error / scale : 0,
                  residual.row_error[0] > 0 ? residual.row_error[0] / residual.row_scale[0] : 0);
}

/* --- SN_LINSOLVE_BATCH vectors at once, their entries of one unknown together --- */

typedef double Lanes __attribute__((vector_size(8 * SN_LINSOLVE_BATCH), aligned(8), may_alias));
typedef int64_t LanesMask __attribute__((vector_size(8 * SN_LINSOLVE_BATCH), may_alias));

INLINE Lanes lanes_magnitude(Lanes x)
{
    return (Lanes)((LanesMask)x & (INT64_MAX - (LanesMask){0}));
}

INLINE Lanes lanes_larger(Lanes a, Lanes b)
{
    LanesMask greater = a > b;
    return (Lanes)(((LanesMask)a & greater) | ((LanesMask)b & ~greater));
}

/* Largest terms and errors so far, and a sum that keeps NaN. */
typedef struct Extent {
    Lanes error, scale, check;
} Extent;

INLINE void extend(Extent *extent, Lanes rest, Lanes size)
{
    extent->error = lanes_larger(lanes_magnitude(rest), extent->error);
    extent->scale = lanes_larger(size, extent->scale);
    extent->check += rest;
}

/* r := A x */
INLINE void multiply_symmetric_batch(const SnExact *exact, const Lanes *x, Lanes *r)
{
    const SnKktMatrix *matrix = exact->matrix;

    memset(r, 0, (size_t)matrix->n * sizeof *r);
    for (int j = 0; j < matrix->n; j++) {
        Lanes here = x[j], sum = matrix->a_value[matrix->a_start[j]] * here;
        for (int k = exact->a_run_start[j]; k < exact->a_run_start[j + 1]; k++) {
            const SnEntryRun *run = &exact->a_run[k];
            const double *value = matrix->a_value + run->value;
            for (int m = run->place; m < run->place + run->length; m++, value++) {
                sum += *value * x[m];
                r[m] += *value * here;
            }
        }
        r[j] += sum;
    }
}

/* r = b - K x for all lanes; ratio: of each, as the residual of one vector. */
void SN_LDL_FUNCTION(residual_batch)(SnExact *exact, const bool *active, const double *b,
                                     const double *x, double *r, double *ratio)
{
    const SnKktMatrix *matrix = exact->matrix;
    const Lanes *right = (const Lanes *)b, *vector = (const Lanes *)x;
    Lanes *rest = (Lanes *)r, *product = (Lanes *)exact->product_batch;
    Extent columns = {0}, rows = {0};
    int n = matrix->n;

    multiply_symmetric_batch(exact, vector, rest);
    memset(product, 0, (size_t)n * sizeof *product);
    for (int i = 0; i < matrix->q; i++) {
        Lanes sum = {0}, size = {0}, here = vector[n + i];
        rest[n + i] = sum;
        if (!active[i])
            continue;
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++) {
            Lanes term = matrix->g_value[p] * vector[matrix->g_column[p]];
            sum += term;
            size += lanes_magnitude(term);
            product[matrix->g_column[p]] += matrix->g_value[p] * here;
        }
        here *= matrix->c[i];
        rest[n + i] = right[n + i] - sum + here;
        size += lanes_magnitude(right[n + i]) + lanes_magnitude(here);
        extend(&rows, rest[n + i], size);
    }
    for (int j = 0; j < n; j++) {
        Lanes ax = rest[j], size = lanes_magnitude(right[j]) + lanes_magnitude(ax);
        rest[j] = right[j] - ax - product[j];
        extend(&columns, rest[j], size + lanes_magnitude(product[j]));
    }
    for (int c = 0; c < SN_LINSOLVE_BATCH; c++) {
        double column = columns.error[c] > 0 ? columns.error[c] / columns.scale[c] : 0;
        double row = rows.error[c] > 0 ? rows.error[c] / rows.scale[c] : 0;
        ratio[c] =
            isfinite(columns.check[c] + rows.check[c]) ? larger(column, row) : (double)INFINITY;
    }
}

/* sum [SN_LINSOLVE_BATCH] += x [count] times each lane of y. */
void SN_LDL_FUNCTION(multiply_batch)(const double *x, const double *y, int count, double *sum)
{
    const Lanes *lanes = (const Lanes *)y;
    Lanes part[4] = {0};
    int k = 0;

    for (; k + 4 <= count; k += 4) {
        UNROLL
        for (int i = 0; i < 4; i++)
            part[i] += x[k + i] * lanes[k + i];
    }
    for (; k < count; k++)
        part[0] += x[k] * lanes[k];
    *(Lanes *)sum += (part[0] + part[2]) + (part[1] + part[3]);
}
