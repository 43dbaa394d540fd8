/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numeric phase of the sparse LDL': right-looking over supernodes.
 *
 * Compiled once for each instruction set (SN_LDL_KERNELS names the table); the source fixes the
 * order of every sum, so the sets with fused multiply-add agree to the bit.  Each panel is factored
 * in registers column by column, D L' kept beside it, and its outer product subtracted straight
 * from the panels it touches, by runs of consecutive rows: small blocks through tiles of up to
 * 12 x 4, large ones through dgemm.  Entries above the diagonal and between a panel's last row and
 * its stride hold finite leftovers that nothing reads. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "engine/sim/linsolve_ldl.h"

/* Segments of more multiplications than this go through dgemm: measured. */
#define LARGE_UPDATE 30000

extern void dgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k,
                   const double *alpha, const double *a, const int *lda, const double *b,
                   const int *ldb, const double *beta, double *c, const int *ldc);

typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t Mask __attribute__((vector_size(32), aligned(8), may_alias));

#define INLINE static inline __attribute__((always_inline))

static const int64_t tail_masks[5][4] = {
    {-1, -1, -1, -1}, {-1, 0, 0, 0}, {-1, -1, 0, 0}, {-1, -1, -1, 0}, {-1, -1, -1, -1}};

/* target[c][0..rows) -= sum over k < depth of l[k * stride + r] d[k * stride + c]: `vectors` fours
 * of rows, the last masked to `tail` rows; columns <= 4.  offset: of each target column. */
INLINE void tile(const double *l, const double *d, int stride, int depth, int vectors, int columns,
                 int tail, double *values, const int *offset, int to)
{
    Four sum[3][4] = {0};

    for (int k = 0; k < depth; k++) {
        const double *lk = l + (size_t)k * (size_t)stride, *dk = d + (size_t)k * (size_t)stride;
        Four rows[3];
        for (int v = 0; v < vectors; v++)
            rows[v] = *(const Four *)(lk + 4 * v);
        for (int c = 0; c < columns; c++) {
            Four factor = {dk[c], dk[c], dk[c], dk[c]};
            for (int v = 0; v < vectors; v++)
                sum[v][c] += rows[v] * factor;
        }
    }
    Mask mask = *(const Mask *)tail_masks[tail];
    for (int c = 0; c < columns; c++) {
        double *target = values + offset[c] + to;
        for (int v = 0; v < vectors; v++) {
            Four change = sum[v][c];
            if (v == vectors - 1)
                change = (Four)((Mask)change & mask);
            *(Four *)(target + 4 * v) -= change;
        }
    }
}

/* The same for any number of rows. */
INLINE void strip(const double *l, const double *d, int stride, int depth, int rows, int columns,
                  double *values, const int *offset, int to)
{
    for (; rows > 12; rows -= 12, l += 12, to += 12)
        tile(l, d, stride, depth, 3, columns, 4, values, offset, to);
    if (rows > 8)
        tile(l, d, stride, depth, 3, columns, rows & 3, values, offset, to);
    else if (rows > 4)
        tile(l, d, stride, depth, 2, columns, rows & 3, values, offset, to);
    else
        tile(l, d, stride, depth, 1, columns, rows & 3, values, offset, to);
}

static void strip_1(const double *l, const double *d, int stride, int depth, int rows,
                    double *values, const int *offset, int to)
{
    strip(l, d, stride, depth, rows, 1, values, offset, to);
}

static void strip_2(const double *l, const double *d, int stride, int depth, int rows,
                    double *values, const int *offset, int to)
{
    strip(l, d, stride, depth, rows, 2, values, offset, to);
}

static void strip_3(const double *l, const double *d, int stride, int depth, int rows,
                    double *values, const int *offset, int to)
{
    strip(l, d, stride, depth, rows, 3, values, offset, to);
}

static void strip_4(const double *l, const double *d, int stride, int depth, int rows,
                    double *values, const int *offset, int to)
{
    strip(l, d, stride, depth, rows, 4, values, offset, to);
}

static void (*const strips[5])(const double *, const double *, int, int, int, double *, const int *,
                               int) = {NULL, strip_1, strip_2, strip_3, strip_4};

/* Pivot d of new unknown k: boosted if it belongs to a row of G, fatal if to A. */
INLINE bool accept_pivot(SnLdl *ldl, int k, double *d)
{
    double least = ldl->least[k];

    if (fabs(*d) >= least)
        return isfinite(*d);
    if (ldl->old[k] < ldl->n || isnan(*d))
        return false;
    *d = -least;
    return true;
}

/* Columns [first, last) of a panel, left-looking, all rows; columns before `first` are applied. */
INLINE bool factor_columns(SnLdl *ldl, const SnLdlSupernode *node, double *panel, double *unscaled,
                           int first, int last, int vectors)
{
    int stride = node->leading;

    for (int k = first; k < last; k++) {
        double *column = panel + (size_t)k * (size_t)stride;
        double *plain = unscaled + (size_t)k * (size_t)stride;
        int top = k & ~3;
        for (int r = top; r < stride; r += 4 * vectors) {
            Four sum[4];
            for (int v = 0; v < vectors; v++)
                sum[v] = *(const Four *)(column + r + 4 * v);
            for (int j = first; j < k; j++) {
                const double *lj = panel + (size_t)j * (size_t)stride + r;
                double d = unscaled[(size_t)j * (size_t)stride + (size_t)k];
                Four factor = {d, d, d, d};
                for (int v = 0; v < vectors; v++)
                    sum[v] -= *(const Four *)(lj + 4 * v) * factor;
            }
            for (int v = 0; v < vectors; v++)
                *(Four *)(plain + r + 4 * v) = sum[v];
        }
        if (!accept_pivot(ldl, node->first + k, &plain[k]))
            return false;
        double inverse = 1 / plain[k];
        ldl->negative += inverse < 0;
        ldl->inverse[node->first + k] = inverse;
        Four scale = {inverse, inverse, inverse, inverse};
        for (int r = top; r < stride; r += 4)
            *(Four *)(column + r) = *(const Four *)(plain + r) * scale;
    }
    return true;
}

static bool factor_panel(SnLdl *ldl, const SnLdlSupernode *node, double *panel, double *unscaled)
{
    int stride = node->leading, width = node->width;

    for (int first = 0; first < width; first += 8) {
        int last = first + 8 < width ? first + 8 : width;
        if (!factor_columns(ldl, node, panel, unscaled, first, last, 1))
            return false;
        /* the rest of the panel */
        for (int j = last; j < width; j += 4) {
            int columns = width - j < 4 ? width - j : 4, offset[4];
            for (int c = 0; c < columns; c++)
                offset[c] = (j + c) * stride;
            strips[columns](panel + (size_t)first * (size_t)stride + (size_t)(j & ~3),
                            unscaled + (size_t)first * (size_t)stride + (size_t)j, stride,
                            last - first, stride - (j & ~3), panel, offset, j & ~3);
        }
    }
    return true;
}

/* A large segment: product by dgemm, then subtracted run by run. */
static void update_large(SnLdl *ldl, const SnLdlSupernode *node, const SnLdlSegment *segment,
                         const double *panel, const double *unscaled)
{
    int rows = node->below - segment->first;
    size_t top = (size_t)(node->width + segment->first);
    double one = 1, zero = 0;
    const int *column_at = ldl->column_at + node->row + segment->first;

    dgemm_("N", "T", &rows, &segment->columns, &node->width, &one, panel + top, &node->leading,
           unscaled + top, &node->leading, &zero, ldl->update, &rows);
    for (int c = 0; c < segment->columns; c++) {
        const double *from = ldl->update + (size_t)c * (size_t)rows;
        double *target = ldl->values + column_at[c];
        for (int k = 0; k < segment->runs; k++) {
            const SnLdlRun *run = &ldl->run[segment->run + k];
            const double *source = from + (run->at - segment->first);
            double *to = target + run->to;
            for (int r = 0; r < run->length; r++)
                to[r] -= source[r];
        }
    }
}

static void update_targets(SnLdl *ldl, const SnLdlSupernode *node, const double *panel,
                           const double *unscaled)
{
    int width = node->width;

    for (int s = 0; s < node->segments; s++) {
        const SnLdlSegment *segment = &ldl->segment[node->segment + s];
        if ((double)segment->columns * (node->below - segment->first) * width > LARGE_UPDATE) {
            update_large(ldl, node, segment, panel, unscaled);
            continue;
        }
        int end = segment->first + segment->columns;
        for (int j = segment->first; j < end; j += 4) {
            int columns = end - j < 4 ? end - j : 4;
            const int *offset = ldl->column_at + node->row + j;
            for (int k = 0; k < segment->runs; k++) {
                const SnLdlRun *run = &ldl->run[segment->run + k];
                /* rows before the first column lie above the diagonal */
                int skip = j > run->at ? j - run->at : 0;
                if (skip < run->length)
                    strips[columns](panel + width + run->at + skip, unscaled + width + j,
                                    node->leading, width, run->length - skip, ldl->values, offset,
                                    run->to + skip);
            }
        }
    }
}

/* Values into the panels, and the least pivots. */
static void assemble(SnLdl *ldl, const SnLinsolveInput *input)
{
    const SnKktMatrix *matrix = input->matrix;
    const SnLdlSupernode *last = &ldl->supernode[ldl->supernodes - 1];
    double *values = ldl->values;

    memset(values, 0,
           ((size_t)last->panel + (size_t)last->leading * (size_t)last->width) * sizeof *values);
    for (int p = 0; p < matrix->a_start[matrix->n]; p++)
        values[ldl->a_at[p]] = matrix->a_value[p];
    for (int i = 0; i < matrix->q; i++) {
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1] && input->active[i]; p++)
            values[ldl->g_at[p]] = matrix->g_value[p];
    }
    for (int k = 0; k < ldl->size; k++) {
        int row = ldl->old[k] - ldl->n;
        double *diagonal = &values[ldl->diagonal_at[k]];
        if (row < 0) {
            ldl->least[k] = fmax(SN_LINSOLVE_COLUMN_EPSILON * fabs(*diagonal), 1e-300);
        } else {
            *diagonal = input->active[row] ? -matrix->c[row] : -1;
            ldl->least[k] = SN_LINSOLVE_ROW_EPSILON * input->row_scale[row];
        }
    }
}

static SnLinsolveStatus factor(SnLdl *ldl, const SnLinsolveInput *input)
{
    ldl->negative = 0;
    if (ldl->size == 0)
        return SN_LINSOLVE_OK;
    assemble(ldl, input);
    for (int s = 0; s < ldl->supernodes; s++) {
        const SnLdlSupernode *node = &ldl->supernode[s];
        double *panel = ldl->values + node->panel;
        if (sn_linsolve_interrupted(input))
            return SN_LINSOLVE_INTERRUPTED;
        if (!factor_panel(ldl, node, panel, ldl->panel))
            return SN_LINSOLVE_SINGULAR;
        update_targets(ldl, node, panel, ldl->panel);
    }
    return SN_LINSOLVE_OK;
}

static void forward(SnLdl *ldl, const SnLdlSupernode *node)
{
    const double *panel = ldl->values + node->panel;
    double *z = ldl->z + node->first, *sum = ldl->gather;
    int stride = node->leading, width = node->width, below = node->below;

    for (int k = 0; k < width; k++) {
        const double *l = panel + (size_t)k * (size_t)stride;
        for (int r = k + 1; r < width; r++)
            z[r] -= l[r] * z[k];
    }
    memset(sum, 0, (size_t)below * sizeof *sum);
    for (int k = 0; k < width; k++) {
        const double *l = panel + (size_t)k * (size_t)stride + width;
        for (int r = 0; r < below; r++)
            sum[r] += l[r] * z[k];
    }
    for (int k = 0; k < node->solve_runs; k++) {
        const SnLdlRun *run = &ldl->run[node->solve_run + k];
        for (int r = 0; r < run->length; r++)
            ldl->z[run->to + r] -= sum[run->at + r];
    }
}

static void backward(SnLdl *ldl, const SnLdlSupernode *node)
{
    const double *panel = ldl->values + node->panel;
    double *z = ldl->z + node->first, *below = ldl->gather;
    int stride = node->leading, width = node->width;

    for (int k = 0; k < node->solve_runs; k++) {
        const SnLdlRun *run = &ldl->run[node->solve_run + k];
        for (int r = 0; r < run->length; r++)
            below[run->at + r] = ldl->z[run->to + r];
    }
    for (int k = width - 1; k >= 0; k--) {
        const double *l = panel + (size_t)k * (size_t)stride;
        double sum = z[k] * ldl->inverse[node->first + k];
        for (int r = 0; r < node->below; r++)
            sum -= l[width + r] * below[r];
        for (int r = k + 1; r < width; r++)
            sum -= l[r] * z[r];
        z[k] = sum;
    }
}

static void solve(SnLdl *ldl, double *x)
{
    for (int k = 0; k < ldl->size; k++)
        ldl->z[k] = x[ldl->old[k]];
    for (int s = 0; s < ldl->supernodes; s++)
        forward(ldl, &ldl->supernode[s]);
    for (int s = ldl->supernodes - 1; s >= 0; s--)
        backward(ldl, &ldl->supernode[s]);
    for (int k = 0; k < ldl->size; k++)
        x[ldl->old[k]] = ldl->z[k];
}

const SnLdlKernels SN_LDL_KERNELS = {SN_LDL_NAME, factor, solve};
