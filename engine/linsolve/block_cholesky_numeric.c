/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of block_cholesky.h; compiled once for each instruction set, like linsolve_numeric.c:
 * the source fixes the order of every sum. */
#include "engine/linsolve/block_cholesky_kernels.h"

#include <math.h>
#include <string.h>

#define LEAST 1e-6 /* pivot of L U, where those of the unit matrix are one */

#define JOIN_(name, set) sn_block_cholesky_##name##_##set
#define JOIN(name, set)  JOIN_(name, set)
#define FUNCTION(name)   JOIN(name, SN_LDL_SET)

#define UNROLL _Pragma("GCC unroll 8")
#define INLINE static inline __attribute__((always_inline))

enum { N = SN_BLOCK_SIZE, BLOCK = N * N };

/* Cholesky's factor of a block in its lower triangle, the reciprocals of the pivots in place of
 * these. */
static bool factor_block(double *a)
{
    for (int j = 0; j < N; j++) {
        double pivot = a[j * N + j];
        for (int k = 0; k < j; k++)
            pivot -= a[j * N + k] * a[j * N + k];
        if (!(pivot > 0))
            return false;
        a[j * N + j] = 1 / sqrt(pivot);
        for (int i = j + 1; i < N; i++) {
            double sum = a[i * N + j];
            for (int k = 0; k < j; k++)
                sum -= a[i * N + k] * a[j * N + k];
            a[i * N + j] = sum * a[j * N + j];
        }
    }
    return true;
}

/* --- rows of six as a vector of four and one of two; columns of a block likewise --- */

typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));
typedef double Two __attribute__((vector_size(16), aligned(8), may_alias));

typedef struct Six {
    Four a;
    Two b;
} Six;

INLINE Six row_of(const double *x)
{
    return (Six){*(const Four *)x, *(const Two *)(x + 4)};
}

INLINE void put_row(Six r, double *x)
{
    *(Four *)x = r.a;
    *(Two *)(x + 4) = r.b;
}

INLINE Six less_scaled(Six sum, double s, Six r)
{
    return (Six){sum.a - s * r.a, sum.b - s * r.b};
}

INLINE Six scaled(double s, Six r)
{
    return (Six){s * r.a, s * r.b};
}

INLINE void transpose(const double *a, double *t)
{
    UNROLL
    for (int i = 0; i < N; i++) {
        UNROLL
        for (int j = 0; j < N; j++)
            t[j * N + i] = a[i * N + j];
    }
}

/* b = b M^-1 of a triangle M: its entry of row k and column j at m[k down + j right], reciprocals
 * of what is on its diagonal, or (unit) ones there. */
INLINE void scale_columns(const double *m, int down, int right, bool unit, double *b)
{
    double t[BLOCK];
    Six column[N];
    transpose(b, t);
    UNROLL
    for (int j = 0; j < N; j++) {
        Six sum = row_of(t + j * N);
        UNROLL
        for (int k = 0; k < j; k++)
            sum = less_scaled(sum, m[k * down + j * right], column[k]);
        column[j] = unit ? sum : scaled(m[j * (N + 1)], sum);
    }
    UNROLL
    for (int j = 0; j < N; j++)
        put_row(column[j], t + j * N);
    transpose(t, b);
}

/* b = b L^-T */
static void scale_block(const double *l, double *b)
{
    scale_columns(l, 1, N, false, b);
}

/* c -= a b' */
static void subtract_product(const double *restrict a, const double *restrict b, double *restrict c)
{
    double t[BLOCK];
    transpose(b, t);
    UNROLL
    for (int i = 0; i < N; i++) {
        Six sum = row_of(c + i * N);
        UNROLL
        for (int k = 0; k < N; k++)
            sum = less_scaled(sum, a[i * N + k], row_of(t + k * N));
        put_row(sum, c + i * N);
    }
}

/* --- N' K N --- */

INLINE Six sum_of_rows(const double weight[SN_BLOCK_ROWS], const Six row[SN_BLOCK_ROWS])
{
    const double x = weight[0], y = weight[1], z = weight[2];
    return (Six){x * row[0].a + y * row[1].a + z * row[2].a,
                 x * row[0].b + y * row[1].b + z * row[2].b};
}

/* to += left' right: columns of `left` from the given one on. */
INLINE void add_product(const SnBlockRows *left, int from, const Six right[SN_BLOCK_ROWS],
                        double *to)
{
    UNROLL
    for (int i = 0; i < N; i++) {
        const double weight[SN_BLOCK_ROWS] = {left->row[0][from + i], left->row[1][from + i],
                                              left->row[2][from + i]};
        const Six sum = sum_of_rows(weight, right), old = row_of(to + i * N);
        put_row((Six){old.a + sum.a, old.b + sum.b}, to + i * N);
    }
}

INLINE void rows_of(const SnBlockRows *rows, int from, Six row[SN_BLOCK_ROWS])
{
    for (int i = 0; i < SN_BLOCK_ROWS; i++)
        row[i] = row_of(rows->row[i] + from);
}

static void add_rows(SnBlockCholesky *m, int pair, const SnBlockRows *rows,
                     double k[SN_BLOCK_ROWS][SN_BLOCK_ROWS])
{
    const int sides = rows->block[1] < 0 ? 1 : SN_BLOCK_SIDES;
    Six own[SN_BLOCK_SIDES][SN_BLOCK_ROWS], times[SN_BLOCK_SIDES][SN_BLOCK_ROWS];
    for (int side = 0; side < sides; side++) {
        rows_of(rows, side * N, own[side]);
        for (int i = 0; i < SN_BLOCK_ROWS; i++)
            times[side][i] = sum_of_rows(k[i], own[side]);
        add_product(rows, side * N, times[side],
                    m->diagonal + (size_t)m->place[rows->block[side]] * BLOCK);
    }
    if (sides == 1)
        return;
    const int row = m->row_first[pair] ? 0 : 1, column = 1 - row;
    const size_t at = (size_t)m->slot[pair] * BLOCK;
    add_product(rows, row * N, times[column], m->off + at);
    if (m->symmetric)
        return;
    for (int i = 0; i < SN_BLOCK_ROWS; i++) { /* K' in place of K */
        const double across[SN_BLOCK_ROWS] = {k[0][i], k[1][i], k[2][i]};
        times[column][i] = sum_of_rows(across, own[column]);
    }
    add_product(rows, row * N, times[column], m->mirror + at);
}

/* Contacts that are open have none. */
static bool is_zero(double k[SN_BLOCK_ROWS][SN_BLOCK_ROWS])
{
    bool zero = true;
    for (int i = 0; i < SN_BLOCK_ROWS; i++)
        for (int j = 0; j < SN_BLOCK_ROWS; j++)
            zero = zero && k[i][j] == 0;
    return zero;
}

void FUNCTION(add)(SnBlockCholesky *m, const SnBlockRows *rows,
                   double (*k)[SN_BLOCK_ROWS][SN_BLOCK_ROWS])
{
    for (int p = 0; p < m->n_pairs; p++)
        if (!is_zero(k[p]))
            add_rows(m, p, &rows[p], k[p]);
}

INLINE double sum_of(Six x)
{
    return ((x.a[0] + x.a[2]) + (x.a[1] + x.a[3])) + (x.b[0] + x.b[1]);
}

void FUNCTION(rates)(const SnBlockCholesky *m, const SnBlockRows *rows, const double *v, double *y)
{
    for (int p = 0; p < m->n_pairs; y += rows[p++].n) {
        const SnBlockRows *r = &rows[p];
        const Six first = row_of(v + (size_t)r->block[0] * N);
        const bool both = r->block[1] >= 0;
        const Six second = both ? row_of(v + (size_t)r->block[1] * N) : first;
        for (int i = 0; i < r->n; i++) {
            const Six own = row_of(r->row[i]), other = row_of(r->row[i] + N);
            Six sum = {own.a * first.a, own.b * first.b};
            if (both)
                sum = (Six){sum.a + other.a * second.a, sum.b + other.b * second.b};
            y[i] = sum_of(sum);
        }
    }
}

void FUNCTION(push)(const SnBlockCholesky *m, const SnBlockRows *rows, const double *x, double *v)
{
    memset(v, 0, (size_t)m->n * N * sizeof *v);
    for (int p = 0; p < m->n_pairs; x += rows[p++].n) {
        const SnBlockRows *r = &rows[p];
        for (int side = 0; side < SN_BLOCK_SIDES && r->block[side] >= 0; side++) {
            double *to = v + (size_t)r->block[side] * N;
            Six sum = row_of(to);
            for (int i = 0; i < r->n; i++)
                sum = less_scaled(sum, -x[i], row_of(r->row[i] + side * N));
            put_row(sum, to);
        }
    }
}

/* --- factors --- */

/* L U of a block: L with ones on its diagonal below it, U with the reciprocals of the pivots. */
static bool factor_block_both(double *a)
{
    for (int j = 0; j < N; j++) {
        if (!(fabs(a[j * N + j]) > LEAST))
            return false;
        a[j * N + j] = 1 / a[j * N + j];
        for (int i = j + 1; i < N; i++) {
            a[i * N + j] *= a[j * N + j];
            for (int k = j + 1; k < N; k++)
                a[i * N + k] -= a[i * N + j] * a[j * N + k];
        }
    }
    return true;
}

/* b = b U^-1 */
static void scale_by_upper(const double *u, double *b)
{
    scale_columns(u, N, 1, false, b);
}

/* b = b L^-T, ones on the diagonal of L */
static void scale_by_lower(const double *l, double *b)
{
    scale_columns(l, 1, N, true, b);
}

/* The column's block on the diagonal, and those below and (mirrored) beside it. */
static bool factor_column(SnBlockCholesky *m, int c)
{
    double *d = m->diagonal + (size_t)c * BLOCK;
    if (!(m->symmetric ? factor_block(d) : factor_block_both(d)))
        return false;
    for (size_t e = (size_t)m->start[c]; e < (size_t)m->start[c + 1]; e++) {
        if (m->symmetric) {
            scale_block(d, m->off + e * BLOCK);
        } else {
            scale_by_upper(d, m->off + e * BLOCK);
            scale_by_lower(d, m->mirror + e * BLOCK);
        }
    }
    return true;
}

bool FUNCTION(factor)(SnBlockCholesky *m)
{
    const double *above = m->symmetric ? m->off : m->mirror;
    for (int c = 0; c < m->n; c++) {
        if (!factor_column(m, c))
            return false;
        for (int e = m->start[c]; e < m->start[c + 1]; e++) {
            const size_t b = (size_t)e * BLOCK;
            const int column = m->row[e];
            subtract_product(m->off + b, above + b, m->diagonal + (size_t)column * BLOCK);
            int to = m->start[column];
            for (int f = e + 1; f < m->start[c + 1]; f++) {
                while (m->row[to] < m->row[f])
                    to++;
                const size_t a = (size_t)f * BLOCK, sum = (size_t)to * BLOCK;
                subtract_product(m->off + a, above + b, m->off + sum);
                if (!m->symmetric)
                    subtract_product(m->mirror + a, m->off + b, m->mirror + sum);
            }
        }
    }
    return true;
}

static void forward_block(const double *l, bool symmetric, double *x)
{
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= l[i * N + k] * x[k];
        x[i] *= symmetric ? l[i * N + i] : 1;
    }
}

/* With L' of a symmetric one, else with U. */
static void backward_block(const double *l, bool symmetric, double *x)
{
    for (int i = N - 1; i >= 0; i--) {
        for (int k = i + 1; k < N; k++)
            x[i] -= l[symmetric ? k * N + i : i * N + k] * x[k];
        x[i] *= l[i * N + i];
    }
}

void FUNCTION(solve)(const SnBlockCholesky *m, double *x)
{
    const double *above = m->symmetric ? m->off : m->mirror;
    double *y = m->x;
    for (int i = 0; i < m->n; i++)
        memcpy(y + (size_t)m->place[i] * N, x + (size_t)i * N, N * sizeof *y);
    for (int c = 0; c < m->n; c++) {
        double *from = y + (size_t)c * N;
        forward_block(m->diagonal + (size_t)c * BLOCK, m->symmetric, from);
        for (int e = m->start[c]; e < m->start[c + 1]; e++) {
            const double *b = m->off + (size_t)e * BLOCK;
            double *to = y + (size_t)m->row[e] * N;
            for (int i = 0; i < N; i++)
                for (int k = 0; k < N; k++)
                    to[i] -= b[i * N + k] * from[k];
        }
    }
    for (int c = m->n - 1; c >= 0; c--) {
        double *to = y + (size_t)c * N;
        for (int e = m->start[c]; e < m->start[c + 1]; e++) {
            const double *b = above + (size_t)e * BLOCK, *from = y + (size_t)m->row[e] * N;
            Six sum = row_of(to);
            for (int i = 0; i < N; i++)
                sum = less_scaled(sum, from[i], row_of(b + (size_t)i * N));
            put_row(sum, to);
        }
        backward_block(m->diagonal + (size_t)c * BLOCK, m->symmetric, to);
    }
    for (int i = 0; i < m->n; i++)
        memcpy(x + (size_t)i * N, y + (size_t)m->place[i] * N, N * sizeof *y);
}
