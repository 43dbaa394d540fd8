/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numeric phase of the sparse LDL': right-looking over supernodes.
 *
 * Compiled once for each instruction set (SN_LDL_SET); the source fixes the
 * order of every sum, so the sets with fused multiply-add agree to the bit.  Each panel is factored
 * in registers column by column, D L' kept beside it, and its outer product subtracted straight
 * from the panels it touches, by runs of consecutive rows: small blocks through tiles of up to
 * 12 x 4, large ones through dgemm.  Entries above the diagonal and between a panel's last row and
 * its stride hold finite leftovers that nothing reads. */
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine/linsolve/linsolve_ldl.h"

/* Segments of more multiplications than this go through dgemm: measured. */
#define LARGE_UPDATE 30000
/* Columns eliminated or substituted at a time. */
#define BLOCK 8
/* Least pivot over that of a row that says what others say; beside what makes it give way a little
 * it is a multiple of the least. */
#define REPEATED   0.01
#define WIDE_BLOCK 48
/* Panels factored in registers: at most so many columns, and fours of rows. */
#define SMALL         6
#define SMALL_VECTORS 4

extern void dgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k,
                   const double *alpha, const double *a, const int *lda, const double *b,
                   const int *ldb, const double *beta, double *c, const int *ldc);

typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t Mask __attribute__((vector_size(32), aligned(8), may_alias));

#define UNROLL _Pragma("GCC unroll 8")
#define INLINE static inline __attribute__((always_inline))

static const int64_t tail_masks[5][4] = {
    {-1, -1, -1, -1}, {-1, 0, 0, 0}, {-1, -1, 0, 0}, {-1, -1, -1, 0}, {-1, -1, -1, -1}};

/* Column stride of a panel, and how many of its columns a product takes: one register. */
typedef struct Shape {
    int stride, depth;
} Shape;

/* target[c][0..rows) -= sum over k < depth of l[k * stride + r] d[k * stride + c]: `vectors` fours
 * of rows, the last masked to `tail` rows; columns <= 4.  offset: of each target column. */
INLINE void tile(const double *l, const double *d, Shape shape, int vectors, int columns, int tail,
                 double *target, const int *offset)
{
    Four sum[3][4] = {0};

    for (int k = 0; k < shape.depth; k++) {
        const double *lk = l + (ptrdiff_t)k * shape.stride, *dk = d + (ptrdiff_t)k * shape.stride;
        Four rows[3];
        UNROLL
        for (int v = 0; v < vectors; v++)
            rows[v] = *(const Four *)(lk + 4 * v);
        UNROLL
        for (int c = 0; c < columns; c++) {
            Four factor = {dk[c], dk[c], dk[c], dk[c]};
            UNROLL
            for (int v = 0; v < vectors; v++)
                sum[v][c] += rows[v] * factor;
        }
    }
    Mask mask = *(const Mask *)tail_masks[tail];
    UNROLL
    for (int c = 0; c < columns; c++) {
        double *column = target + offset[c];
        UNROLL
        for (int v = 0; v < vectors; v++) {
            Four change = sum[v][c];
            if (v == vectors - 1)
                change = (Four)((Mask)change & mask);
            *(Four *)(column + 4 * v) -= change;
        }
    }
}

/* The same for any number of rows. */
INLINE void strip(const double *l, const double *d, Shape shape, int rows, int columns,
                  double *target, const int *offset)
{
    for (; rows > 12; rows -= 12, l += 12, target += 12)
        tile(l, d, shape, 3, columns, 4, target, offset);
    if (rows > 8)
        tile(l, d, shape, 3, columns, rows & 3, target, offset);
    else if (rows > 4)
        tile(l, d, shape, 2, columns, rows & 3, target, offset);
    else
        tile(l, d, shape, 1, columns, rows & 3, target, offset);
}

typedef void Strip(const double *l, const double *d, Shape shape, int rows, double *target,
                   const int *offset);

#define STRIP(c)                                                                                   \
    static void strip_##c(const double *l, const double *d, Shape shape, int rows, double *target, \
                          const int *offset)                                                       \
    {                                                                                              \
        strip(l, d, shape, rows, c, target, offset);                                               \
    }
STRIP(1)
STRIP(2)
STRIP(3)
STRIP(4)

static Strip *const strips[5] = {NULL, strip_1, strip_2, strip_3, strip_4};

/* A pivot below the least of its unknown k, or not a number: raised if it belongs to a row of G,
 * 0 (fatal) if to A. */
static __attribute__((noinline, cold)) double raise_pivot(const SnLdl *ldl, int k, double d)
{
    return ldl->old[k] < ldl->n || isnan(d) ? 0 : -ldl->least[k];
}

/* 1 / pivot of new unknown k; 0 or not finite if there is none. */
INLINE double invert_pivot(SnLdl *ldl, int k, double *d)
{
    if (!(fabs(*d) >= ldl->least[k])) {
        *d = raise_pivot(ldl, k, *d);
        if (*d == 0)
            return 0;
    }
    double inverse = 1 / *d;
    ldl->inverse[k] = inverse;
    return inverse;
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
        double inverse = invert_pivot(ldl, node->first + k, &plain[k]);
        if (inverse == 0)
            return false;
        Four scale = {inverse, inverse, inverse, inverse};
        for (int r = top; r < stride; r += 4)
            *(Four *)(column + r) = *(const Four *)(plain + r) * scale;
    }
    return true;
}

/* A whole panel of `width` columns and `vectors` fours of rows, in registers, right-looking. */
INLINE bool factor_small(SnLdl *ldl, const SnLdlSupernode *node, double *panel, double *unscaled,
                         int width, int vectors)
{
    Four c[SMALL][SMALL_VECTORS];
    int stride = 4 * vectors;

    if (stride < width)
        return false; /* no such panel: lets the compiler drop the case */
    UNROLL
    for (int k = 0; k < width; k++) {
        UNROLL
        for (int v = k / 4; v < vectors; v++)
            c[k][v] = *(const Four *)(panel + k * stride + 4 * v);
    }
    UNROLL
    for (int k = 0; k < width; k++) {
        double d = c[k][k / 4][k % 4];
        double inverse = invert_pivot(ldl, node->first + k, &d);
        if (inverse == 0)
            return false;
        Four scale = {inverse, inverse, inverse, inverse}, l[SMALL_VECTORS];
        UNROLL
        for (int v = k / 4; v < vectors; v++) {
            l[v] = c[k][v] * scale;
            *(Four *)(unscaled + k * stride + 4 * v) = c[k][v];
            *(Four *)(panel + k * stride + 4 * v) = l[v];
        }
        UNROLL
        for (int j = k + 1; j < width; j++) {
            double f = c[k][j / 4][j % 4];
            UNROLL
            for (int v = j / 4; v < vectors; v++)
                c[j][v] -= l[v] * (Four){f, f, f, f};
        }
    }
    return true;
}

typedef bool FactorSmall(SnLdl *ldl, const SnLdlSupernode *node, double *panel, double *unscaled);

#define FACTOR_SMALL(w, v)                                                                         \
    static bool factor_##w##_##v(SnLdl *ldl, const SnLdlSupernode *node, double *panel,            \
                                 double *unscaled)                                                 \
    {                                                                                              \
        return factor_small(ldl, node, panel, unscaled, w, v);                                     \
    }
#define FACTOR_WIDTH(w) FACTOR_SMALL(w, 1) FACTOR_SMALL(w, 2) FACTOR_SMALL(w, 3) FACTOR_SMALL(w, 4)
FACTOR_WIDTH(1)
FACTOR_WIDTH(2)
FACTOR_WIDTH(3)
FACTOR_WIDTH(4)
FACTOR_WIDTH(5)
FACTOR_WIDTH(6)

#define FACTOR_ROW(w)                                                                              \
    {                                                                                              \
        factor_##w##_1, factor_##w##_2, factor_##w##_3, factor_##w##_4                             \
    }
static FactorSmall *const factor_by_size[SMALL][SMALL_VECTORS] = {
    FACTOR_ROW(1), FACTOR_ROW(2), FACTOR_ROW(3), FACTOR_ROW(4), FACTOR_ROW(5), FACTOR_ROW(6)};

/* Subtracts the product of columns [first, last) from columns [j, end) of a panel, rows j on. */
static void update_panel(double *panel, const double *unscaled, int stride, int first, int last,
                         int j, int end)
{
    double *at = panel + (ptrdiff_t)j * stride + j;
    const double *l = panel + (ptrdiff_t)first * stride + j;
    const double *d = unscaled + (ptrdiff_t)first * stride + j;
    int columns = end - j, rows = stride - j, depth = last - first;

    if ((int64_t)columns * rows * depth > LARGE_UPDATE) {
        double minus = -1, one = 1;
        dgemm_("N", "T", &rows, &columns, &depth, &minus, l, &stride, d, &stride, &one, at,
               &stride);
        return;
    }
    for (int c = 0; c < columns; c += 4) {
        int offset[4] = {0, stride, 2 * stride, 3 * stride};
        strips[columns - c < 4 ? columns - c : 4](l + c, d + c, (Shape){stride, depth}, rows - c,
                                                  at + (ptrdiff_t)c * stride + c, offset);
    }
}

/* Columns by BLOCK, and these by WIDE_BLOCK where the panel is wide enough for dgemm. */
static bool factor_panel(SnLdl *ldl, const SnLdlSupernode *node, double *panel, double *unscaled)
{
    int stride = node->leading, width = node->width;

    if (width <= SMALL && stride <= 4 * SMALL_VECTORS)
        return factor_by_size[width - 1][stride / 4 - 1](ldl, node, panel, unscaled);
    for (int wide = 0; wide < width; wide += WIDE_BLOCK) {
        int wide_end = wide + WIDE_BLOCK < width ? wide + WIDE_BLOCK : width;
        for (int first = wide; first < wide_end; first += BLOCK) {
            int last = first + BLOCK < wide_end ? first + BLOCK : wide_end;
            if (!factor_columns(ldl, node, panel, unscaled, first, last, 1))
                return false;
            update_panel(panel, unscaled, stride, first, last, last, wide_end);
        }
        for (int j = wide_end; j < width; j += WIDE_BLOCK) {
            int end = j + WIDE_BLOCK < width ? j + WIDE_BLOCK : width;
            update_panel(panel, unscaled, stride, wide, wide_end, j, end);
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
    Shape shape = {node->leading, node->width};
    const double *l = panel + node->width, *d = unscaled + node->width;
    const int *column_at = ldl->column_at + node->row;
    double *values = ldl->values;

    for (int s = 0; s < node->segments; s++) {
        const SnLdlSegment *segment = &ldl->segment[node->segment + s];
        const SnLdlRun *first = &ldl->run[segment->run], *last = first + segment->runs;
        int end = segment->first + segment->columns;
        if ((int64_t)segment->columns * (node->below - segment->first) * node->width >
            LARGE_UPDATE) {
            update_large(ldl, node, segment, panel, unscaled);
            continue;
        }
        for (int j = segment->first; j < end; j += 4) {
            int columns = end - j < 4 ? end - j : 4;
            for (const SnLdlRun *run = first; run < last; run++) {
                /* rows before the first column lie above the diagonal */
                int skip = j > run->at ? j - run->at : 0;
                if (skip < run->length)
                    strips[columns](l + run->at + skip, d + j, shape, run->length - skip,
                                    values + run->to + skip, column_at + j);
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
    for (int p = 0; p < matrix->g_start[matrix->q]; p++)
        values[ldl->g_at[p]] = matrix->g_value[p];
    for (int i = 0; i < matrix->q; i++) {
        for (int p = matrix->g_start[i]; !input->active[i] && p < matrix->g_start[i + 1]; p++)
            values[ldl->g_at[p]] = 0;
    }
    for (int k = 0; k < ldl->size; k++) {
        int row = ldl->old[k] - ldl->n;
        double *diagonal = &values[ldl->diagonal_at[k]], least;
        if (row < 0) {
            least = SN_LINSOLVE_COLUMN_EPSILON * fabs(*diagonal);
        } else {
            *diagonal = input->active[row] ? -matrix->c[row] : -1;
            least = SN_LINSOLVE_ROW_EPSILON * input->row_scale[row];
        }
        ldl->least[k] = least > DBL_MIN ? least : DBL_MIN;
    }
}

SnLinsolveStatus SN_LDL_FUNCTION(factor)(SnLdl *ldl, const SnLinsolveInput *input)
{
    ldl->negative = ldl->repeated = 0;
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
    for (int k = 0; k < ldl->size; k++) {
        ldl->negative += ldl->inverse[k] < 0;
        ldl->repeated += fabs(ldl->inverse[k]) * ldl->least[k] > REPEATED;
    }
    return SN_LINSOLVE_OK;
}

/* Forward substitution of `width` columns: x [width] in place, then y [rows] -= L below * x. */
INLINE void forward_columns(const double *l, int stride, int width, int rows, double *x, double *y)
{
    double local[BLOCK];

    UNROLL
    for (int k = 0; k < width; k++)
        local[k] = x[k];
    UNROLL
    for (int k = 0; k < width; k++) {
        UNROLL
        for (int r = k + 1; r < width; r++)
            local[r] -= l[k * stride + r] * local[k];
    }
    UNROLL
    for (int k = 0; k < width; k++)
        x[k] = local[k];
    l += width;
    for (; rows >= 4; rows -= 4, l += 4, y += 4) {
        Four sum = {0};
        UNROLL
        for (int k = 0; k < width; k++)
            sum += *(const Four *)(l + k * stride) * (Four){local[k], local[k], local[k], local[k]};
        *(Four *)y -= sum;
    }
    /* one by one: the next panel's loads would wait for a store that they only partly overlap */
    for (; rows > 0; rows--, l++, y++) {
        double sum = 0;
        UNROLL
        for (int k = 0; k < width; k++)
            sum += l[k * stride] * local[k];
        *y -= sum;
    }
}

/* Backward substitution: x [width] := L^-T (D^-1 x - (L below)' y). */
INLINE void backward_columns(const double *l, int stride, int width, int rows, double *x,
                             const double *inverse, const double *y)
{
    double local[BLOCK];
    const double *below = l + width;
    int r = 0;

    UNROLL
    for (int k = 0; k < width; k++)
        local[k] = x[k] * inverse[k];
    if (rows >= 16) {
        Four sum[BLOCK] = {0};
        for (; r + 4 <= rows; r += 4) {
            Four here = *(const Four *)(y + r);
            UNROLL
            for (int k = 0; k < width; k++)
                sum[k] += *(const Four *)(below + k * stride + r) * here;
        }
        UNROLL
        for (int k = 0; k < width; k++)
            local[k] -= (sum[k][0] + sum[k][2]) + (sum[k][1] + sum[k][3]);
    }
    for (; r < rows; r++) {
        UNROLL
        for (int k = 0; k < width; k++)
            local[k] -= below[k * stride + r] * y[r];
    }
    UNROLL
    for (int k = width - 1; k > 0; k--) {
        UNROLL
        for (int j = 0; j < k; j++)
            local[j] -= l[j * stride + k] * local[k];
    }
    UNROLL
    for (int k = 0; k < width; k++)
        x[k] = local[k];
}

#define SOLVE_WIDTH(w)                                                                             \
    static void forward_##w(const double *l, int stride, int rows, double *x, double *y)           \
    {                                                                                              \
        forward_columns(l, stride, w, rows, x, y);                                                 \
    }                                                                                              \
    static void backward_##w(const double *l, int stride, int rows, double *x,                     \
                             const double *inverse, const double *y)                               \
    {                                                                                              \
        backward_columns(l, stride, w, rows, x, inverse, y);                                       \
    }
SOLVE_WIDTH(1)
SOLVE_WIDTH(2)
SOLVE_WIDTH(3)
SOLVE_WIDTH(4)
SOLVE_WIDTH(5)
SOLVE_WIDTH(6)
SOLVE_WIDTH(7)
SOLVE_WIDTH(8)

static void (*const forward_by_width[BLOCK + 1])(const double *, int, int, double *, double *) = {
    NULL, forward_1, forward_2, forward_3, forward_4, forward_5, forward_6, forward_7, forward_8};

static void (*const backward_by_width[BLOCK + 1])(const double *, int, int, double *,
                                                  const double *, const double *) = {
    NULL,       backward_1, backward_2, backward_3, backward_4,
    backward_5, backward_6, backward_7, backward_8};

static void forward(SnLdl *ldl, const SnLdlSupernode *node)
{
    const double *panel = ldl->values + node->panel;
    double *x = ldl->z + node->first, *y = ldl->gather;
    int stride = node->leading, width = node->width;

    if (width <= BLOCK && node->solve_runs == 1) {
        forward_by_width[width](panel, stride, node->below, x,
                                ldl->z + ldl->run[node->solve_run].to);
        return;
    }
    memcpy(y, x, (size_t)width * sizeof *y);
    memset(y + width, 0, (size_t)node->below * sizeof *y);
    for (int k = 0; k < width; k += BLOCK) {
        int columns = width - k < BLOCK ? width - k : BLOCK;
        forward_by_width[columns](panel + (size_t)k * (size_t)stride + k, stride,
                                  width + node->below - k - columns, y + k, y + k + columns);
    }
    memcpy(x, y, (size_t)width * sizeof *y);
    for (int k = 0; k < node->solve_runs; k++) {
        const SnLdlRun *run = &ldl->run[node->solve_run + k];
        for (int r = 0; r < run->length; r++)
            ldl->z[run->to + r] += y[width + run->at + r];
    }
}

static void backward(SnLdl *ldl, const SnLdlSupernode *node)
{
    const double *panel = ldl->values + node->panel;
    const double *inverse = ldl->inverse + node->first;
    double *x = ldl->z + node->first, *y = ldl->gather;
    int stride = node->leading, width = node->width;

    if (width <= BLOCK && node->solve_runs == 1) {
        backward_by_width[width](panel, stride, node->below, x, inverse,
                                 ldl->z + ldl->run[node->solve_run].to);
        return;
    }
    memcpy(y, x, (size_t)width * sizeof *y);
    for (int k = 0; k < node->solve_runs; k++) {
        const SnLdlRun *run = &ldl->run[node->solve_run + k];
        for (int r = 0; r < run->length; r++)
            y[width + run->at + r] = ldl->z[run->to + r];
    }
    for (int k = (width - 1) / BLOCK * BLOCK; k >= 0; k -= BLOCK) {
        int columns = width - k < BLOCK ? width - k : BLOCK;
        backward_by_width[columns](panel + (size_t)k * (size_t)stride + k, stride,
                                   width + node->below - k - columns, y + k, inverse + k,
                                   y + k + columns);
    }
    memcpy(x, y, (size_t)width * sizeof *y);
}

static bool all_zero(const double *x, int count)
{
    for (int k = 0; k < count; k++) {
        if (x[k] != 0)
            return false;
    }
    return true;
}

/* A sparse x is zero except on the paths from its entries to the roots: the forward substitution
 * passes over all other panels. */
void SN_LDL_FUNCTION(solve)(SnLdl *ldl, double *x, bool sparse)
{
    for (int k = 0; k < ldl->size; k++)
        ldl->z[k] = x[ldl->old[k]];
    for (int s = 0; s < ldl->supernodes; s++) {
        const SnLdlSupernode *node = &ldl->supernode[s];
        if (!sparse || !all_zero(ldl->z + node->first, node->width))
            forward(ldl, node);
    }
    for (int s = ldl->supernodes - 1; s >= 0; s--)
        backward(ldl, &ldl->supernode[s]);
    for (int k = 0; k < ldl->size; k++)
        x[ldl->old[k]] = ldl->z[k];
}
