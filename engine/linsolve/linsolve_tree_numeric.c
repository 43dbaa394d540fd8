/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of bodies in trees (linsolve_tree.h); compiled once for each instruction set, like
 * linsolve_numeric.c: the source fixes the order of every sum. */
#include "engine/linsolve/linsolve_tree_kernel.h"

#include <math.h>
#include <string.h>

/* Of what they are the sum of: pivots that are lost in rounding. */
#define LEAST_PIVOT 1e-12
/* Square of the sine between two rows; share of the largest entry: rows that depend on others. */
#define LEAST_SINE  1e-16
#define LEAST_ENTRY 1e-8

/* A row in vectors of 32 bytes: wider ones are taken apart through memory where the processor has
 * none. */
typedef double Part __attribute__((vector_size(32), aligned(32), may_alias));
typedef double Loose __attribute__((vector_size(32), aligned(8), may_alias));
enum { PARTS = WIDTH * sizeof(double) / sizeof(Part) };

typedef struct Row {
    Part part[PARTS];
} Row;

INLINE Row at(const double *row)
{
    Row r;
    UNROLL
    for (int p = 0; p < PARTS; p++)
        r.part[p] = ((const Part *)row)[p];
    return r;
}

INLINE void put(Row r, double *row)
{
    UNROLL
    for (int p = 0; p < PARTS; p++)
        ((Part *)row)[p] = r.part[p];
}

INLINE Row times(double s, Row r)
{
    UNROLL
    for (int p = 0; p < PARTS; p++)
        r.part[p] = s * r.part[p];
    return r;
}

INLINE Row plus(Row a, Row b)
{
    UNROLL
    for (int p = 0; p < PARTS; p++)
        a.part[p] += b.part[p];
    return a;
}

INLINE Row less(Row a, Row b)
{
    UNROLL
    for (int p = 0; p < PARTS; p++)
        a.part[p] -= b.part[p];
    return a;
}

/* sum over k of x[k] m[k] */
INLINE Row combine(const double *x, double (*m)[WIDTH])
{
    Row r;
    UNROLL
    for (int p = 0; p < PARTS; p++)
        r.part[p] = (x[0] * at(m[0]).part[p] + x[2] * at(m[2]).part[p] + x[4] * at(m[4]).part[p]) +
                    (x[1] * at(m[1]).part[p] + x[3] * at(m[3]).part[p] + x[5] * at(m[5]).part[p]);
    return r;
}

INLINE double dot(const double *x, const double *y)
{
    return (x[0] * y[0] + x[2] * y[2] + x[4] * y[4]) + (x[1] * y[1] + x[3] * y[3] + x[5] * y[5]);
}

INLINE void cross(const double a[3], const double b[3], double r[3])
{
    r[0] = a[1] * b[2] - a[2] * b[1];
    r[1] = a[2] * b[0] - a[0] * b[2];
    r[2] = a[0] * b[1] - a[1] * b[0];
}

INLINE double dot_3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

INLINE void transpose(double from[BLOCK][WIDTH], double to[BLOCK][WIDTH])
{
    UNROLL
    for (int i = 0; i < BLOCK; i++)
        UNROLL
    for (int j = 0; j < BLOCK; j++)
        to[j][i] = from[i][j];
}

/* --- T, N and W of a joint --- */

/* For k rows (at most 3) of three columns: y with row i . y[j] = 1 where i = j, else 0, and n with
 * row . n = 0; false: they depend on each other. */
INLINE bool split_turns(const double *const *row, int k, double y[3][3], double n[3][3])
{
    if (k == 0) {
        memset(n, 0, 9 * sizeof(double));
        n[0][0] = n[1][1] = n[2][2] = 1;
        return true;
    }
    const double *a = row[0], size = dot_3(a, a);
    if (k == 1) {
        const double x = fabs(a[0]), z = fabs(a[2]), m = fabs(a[1]);
        const double e[3] = {x <= m && x <= z, m < x && m <= z, z < x && z < m};
        for (int i = 0; i < 3; i++)
            y[0][i] = a[i] / size;
        cross(e, a, n[0]);
        cross(y[0], n[0], n[1]);
        return size > 0;
    }
    const double *b = row[1];
    double across[3];
    cross(a, b, across);
    const double square = dot_3(across, across);
    if (!(square > LEAST_SINE * size * dot_3(b, b)))
        return false;
    const double *c = k == 3 ? row[2] : across;
    const double volume = dot_3(across, c);
    if (!(volume * volume > LEAST_SINE * square * dot_3(c, c)))
        return false;
    const double inverse = 1 / volume;
    cross(b, c, y[0]);
    cross(c, a, y[1]);
    for (int i = 0; i < 3; i++) {
        y[0][i] *= inverse;
        y[1][i] *= inverse;
        y[2][i] = across[i] * inverse;
        n[0][i] = across[i];
    }
    return true;
}

/* A place held in three rows, each with one of the first three unknowns, and up to three rows of
 * the last three. */
INLINE bool split_pinned(const SnKktMatrix *matrix, const SnTree *tree, const SnTreeNode *node,
                         int k, SnTreeBlock *block)
{
    const SnTreeRow *row = tree->row + node->row;
    const int free = 3 - k;
    const bool hangs = node->parent >= 0;
    const double *turn[3] = {0};
    double y[3][3], n[3][3], arm[3][3], turned[3][3] = {{0}};
    for (int i = 0; i < k; i++)
        turn[i] = matrix->g_value + row[3 + i].child;
    if (!split_turns(turn, k, y, n))
        return false;
    UNROLL
    for (int i = 0; i < 3; i++) {
        const double *own = matrix->g_value + row[i].child, inverse = 1 / own[0];
        memset(block->t[i], 0, sizeof block->t[i]);
        block->t[i][i] = inverse;
        for (int c = 0; c < 3; c++)
            arm[i][c] = inverse * own[1 + c];
    }
    for (int i = 0; i < k; i++) {
        for (int r = 0; r < 3; r++) {
            block->t[3 + i][r] = -dot_3(arm[r], y[i]);
            block->t[3 + i][3 + r] = y[i][r];
        }
        for (int r = 0; r < 3 && hangs; r++)
            for (int c = 0; c < 3; c++)
                turned[r][c] += y[i][r] * matrix->g_value[row[3 + i].parent + c];
    }
    for (int i = 0; i < free; i++)
        for (int r = 0; r < 3; r++) {
            block->n[i][r] = -dot_3(arm[r], n[i]);
            block->n[i][3 + r] = n[i][r];
        }
    if (!hangs)
        return true;
    UNROLL
    for (int i = 0; i < 3; i++) {
        const double *other = matrix->g_value + row[i].parent, inverse = block->t[i][i];
        memset(block->v[i], 0, sizeof block->v[i]);
        block->v[i][i] = inverse * other[0];
        for (int c = 0; c < 3; c++) {
            block->v[i][3 + c] =
                inverse * other[1 + c] -
                (arm[i][0] * turned[0][c] + arm[i][1] * turned[1][c] + arm[i][2] * turned[2][c]);
            block->v[3 + i][c] = 0;
            block->v[3 + i][3 + c] = turned[i][c];
        }
    }
    transpose(block->v, block->v_transposed);
    return true;
}

static void spread(const double *value, unsigned columns, double *to)
{
    for (int c = 0; c < BLOCK; c++)
        to[c] = columns & 1u << c ? *value++ : 0;
}

/* Rows of any kind: Gauss and Jordan, complete pivoting, on [Gc 1]. */
static bool split_any(const SnKktMatrix *matrix, const SnTree *tree, const SnTreeNode *node,
                      SnTreeBlock *block)
{
    const SnTreeRow *row = tree->row + node->row;
    const int rows = node->rows;
    double g[BLOCK][BLOCK], right[BLOCK][BLOCK] = {{0}}, parent[BLOCK], largest = 0;
    int pivot[BLOCK];
    bool used_row[BLOCK] = {false}, used[BLOCK] = {false};
    for (int i = 0; i < rows; i++) {
        spread(matrix->g_value + row[i].child, row[i].child_columns, g[i]);
        right[i][i] = 1;
        for (int c = 0; c < BLOCK; c++)
            largest = fmax(largest, fabs(g[i][c]));
    }
    for (int step = 0; step < rows; step++) {
        int r = -1, c = -1;
        double best = LEAST_ENTRY * largest;
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < BLOCK && !used_row[i]; j++)
                if (!used[j] && fabs(g[i][j]) > best)
                    best = fabs(g[i][j]), r = i, c = j;
        if (r < 0)
            return false;
        used_row[r] = used[c] = true;
        pivot[r] = c;
        const double inverse = 1 / g[r][c];
        for (int j = 0; j < BLOCK; j++)
            g[r][j] *= inverse, right[r][j] *= inverse;
        for (int i = 0; i < rows; i++) {
            const double factor = g[i][c];
            for (int j = 0; j < BLOCK && i != r; j++) {
                g[i][j] -= factor * g[r][j];
                right[i][j] -= factor * right[r][j];
            }
        }
    }
    memset(block->t, 0, sizeof block->t);
    memset(block->n, 0, sizeof block->n);
    memset(block->v, 0, sizeof block->v);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < rows; j++)
            block->t[j][pivot[i]] = right[i][j];
    for (int c = 0, k = 0; c < BLOCK; c++) {
        if (used[c])
            continue;
        block->n[k][c] = 1;
        for (int i = 0; i < rows; i++)
            block->n[k][pivot[i]] = -g[i][c];
        k++;
    }
    for (int j = 0; j < rows && node->parent >= 0; j++) {
        spread(matrix->g_value + row[j].parent, row[j].parent_columns, parent);
        for (int i = 0; i < BLOCK; i++)
            for (int c = 0; c < BLOCK; c++)
                block->v[i][c] += block->t[j][i] * parent[c];
    }
    transpose(block->v, block->v_transposed);
    return true;
}

/* A, lower triangle by columns, `gap` entries between two of them. */
INLINE void read_matrix(const double *value, int gap, double a[BLOCK][WIDTH])
{
    UNROLL
    for (int c = 0; c < BLOCK; c++, value += gap)
        UNROLL
    for (int r = c; r < BLOCK; r++, value++)
        a[r][c] = a[c][r] = *value;
}

/* E */
static void read_coupling(const SnKktMatrix *matrix, const SnTree *tree, const SnTreeNode *node,
                          SnTreeCoupling *coupling)
{
    const int first = node->column ? node->first : tree->node[node->parent].first;
    double(*by_column)[WIDTH] = node->column ? coupling->e : coupling->transposed;
    for (int c = 0; c < BLOCK; c++)
        memcpy(by_column[c],
               matrix->a_value + matrix->a_start[first + c] + BLOCK - c + node->across,
               BLOCK * sizeof(double));
    if (node->column)
        transpose(coupling->e, coupling->transposed);
    else
        transpose(coupling->transposed, coupling->e);
}

/* --- elimination --- */

/* inverse := B^-1, B [m][m] in its place, by Gauss and Jordan; false: a pivot is not positive. */
INLINE bool invert(double b[BLOCK][WIDTH], const double *size, int m)
{
    for (int k = 0; k < m; k++) {
        if (!(b[k][k] > LEAST_PIVOT * size[k]))
            return false;
        const double inverse = 1 / b[k][k];
        b[k][k] = 1;
        for (int j = 0; j < m; j++)
            b[k][j] *= inverse;
        for (int i = 0; i < m; i++) {
            const double factor = b[i][k];
            if (i == k)
                continue;
            b[i][k] = 0;
            for (int j = 0; j < m; j++)
                b[i][j] -= factor * b[k][j];
        }
    }
    return true;
}

/* B^-1 */
INLINE bool make_pivots(SnTreeBlock *block, int m)
{
    double image[BLOCK][WIDTH] __attribute__((aligned(64))), size[BLOCK];
    for (int i = 0; i < m; i++)
        put(combine(block->n[i], block->a), image[i]);
    for (int i = 0; i < m; i++) {
        size[i] = 0;
        UNROLL
        for (int c = 0; c < BLOCK; c++)
            size[i] += fabs(block->n[i][c] * image[i][c]);
        for (int j = 0; j < m; j++)
            block->inverse[i][j] = dot(block->n[i], image[j]);
    }
    return invert(block->inverse, size, m);
}

/* V from W in its place, and what the parent gets; coupling NULL: E = 0. */
INLINE void leave_to_parent(SnTreeBlock *block, int m, SnTreeCoupling *coupling,
                            double parent[BLOCK][WIDTH])
{
    double aw[BLOCK][WIDTH] __attribute__((aligned(64))); /* F */
    double across[BLOCK][WIDTH] __attribute__((aligned(64)));
    Row pull[BLOCK];
    UNROLL
    for (int i = 0; i < BLOCK; i++)
        put(combine(block->a[i], block->v), aw[i]);
    if (coupling)
        UNROLL
    for (int i = 0; i < BLOCK; i++) {
        put(less(at(aw[i]), at(coupling->e[i])), aw[i]);
        put(less(at(parent[i]), combine(coupling->transposed[i], block->v)), parent[i]);
    }
    for (int i = 0; i < m; i++)
        put(combine(block->n[i], aw), across[i]);
    for (int i = 0; i < m; i++) {
        pull[i] = times(block->inverse[i][0], at(across[0]));
        for (int j = 1; j < m; j++)
            pull[i] = plus(pull[i], times(block->inverse[i][j], at(across[j])));
    }
    UNROLL
    for (int i = 0; i < BLOCK; i++) {
        Row sum = at(parent[i]);
        for (int j = 0; j < m; j++)
            sum = less(sum, times(across[j][i], pull[j]));
        put(plus(sum, combine(block->v_transposed[i], aw)), parent[i]);
    }
    UNROLL
    for (int i = 0; i < BLOCK; i++)
        for (int j = 0; j < m; j++)
            put(less(at(block->v[i]), times(block->n[j][i], pull[j])), block->v[i]);
    for (int j = 0; j < m; j++) /* no longer needed */
        put(pull[j], across[j]);
    UNROLL
    for (int i = 0; i < BLOCK; i++)
        for (int j = 0; j < m; j++)
            put(less(at(block->v_transposed[i]), times(across[j][i], at(block->n[j]))),
                block->v_transposed[i]);
}

INLINE bool eliminate(SnTreeBlock *block, int m, SnTreeCoupling *coupling, double (*parent)[WIDTH])
{
    if (!make_pivots(block, m))
        return false;
    if (!parent)
        return true;
    if (coupling)
        leave_to_parent(block, m, coupling, parent);
    else
        leave_to_parent(block, m, NULL, parent);
    return true;
}

/* Every row holds and none gives way. */
static bool all_hold(const SnLinsolveInput *input)
{
    for (int i = 0; i < input->matrix->q; i++)
        if (!input->active[i] || input->matrix->c[i] != 0)
            return false;
    return true;
}

static bool prepare(const SnKktMatrix *matrix, const SnTree *tree, int i)
{
    const SnTreeNode *node = &tree->node[i];
    SnTreeBlock *block = &tree->block[i];
    if (node->gap == 0) /* unrolled */
        read_matrix(matrix->a_value + matrix->a_start[node->first], 0, block->a);
    else
        read_matrix(matrix->a_value + matrix->a_start[node->first], node->gap, block->a);
    if (node->coupling >= 0)
        read_coupling(matrix, tree, node, &tree->coupling[node->coupling]);
    if (!node->pinned)
        return split_any(matrix, tree, node, block);
    switch (node->rows) {
    case 3:
        return split_pinned(matrix, tree, node, 0, block);
    case 4:
        return split_pinned(matrix, tree, node, 1, block);
    case 5:
        return split_pinned(matrix, tree, node, 2, block);
    default:
        return split_pinned(matrix, tree, node, 3, block);
    }
}

SnLinsolveStatus TREE_FUNCTION(factor)(SnTree *tree, const SnLinsolveInput *input)
{
    if (!all_hold(input))
        return SN_LINSOLVE_SINGULAR;
    for (int i = 0; i < tree->count; i++)
        if (!prepare(input->matrix, tree, i))
            return SN_LINSOLVE_SINGULAR;
    for (int i = 0; i < tree->count; i++) {
        const SnTreeNode *node = &tree->node[i];
        SnTreeBlock *block = &tree->block[i];
        double(*parent)[WIDTH] = node->parent >= 0 ? tree->block[node->parent].a : NULL;
        SnTreeCoupling *coupling = node->coupling >= 0 ? &tree->coupling[node->coupling] : NULL;
        const int m = BLOCK - node->rows;
        const bool done = m == 1   ? eliminate(block, 1, coupling, parent)
                          : m == 3 ? eliminate(block, 3, coupling, parent)
                                   : eliminate(block, m, coupling, parent);
        if (!done)
            return SN_LINSOLVE_SINGULAR;
    }
    return SN_LINSOLVE_OK;
}

/* --- solution --- */

/* f - A T g into r, what the parent gets of it, and u without the parent. */
INLINE void go_in(SnTree *tree, int i, const double *g, int rows)
{
    const SnTreeNode *node = &tree->node[i];
    SnTreeBlock *block = &tree->block[i];
    const int m = BLOCK - rows;
    double r[WIDTH] __attribute__((aligned(64))), start[WIDTH] __attribute__((aligned(64)));
    Row u = {0}, rest = at(tree->f[i]);
    bool moved = false;
    for (int k = 0; k < rows; k++) {
        u = plus(u, times(g[k], at(block->t[k])));
        moved = moved || g[k] != 0;
    }
    if (moved) {
        put(u, start);
        rest = less(rest, combine(start, block->a));
        if (node->coupling >= 0)
            put(less(at(tree->f[node->parent]), combine(start, tree->coupling[node->coupling].e)),
                tree->f[node->parent]);
    }
    put(rest, r);
    if (node->parent >= 0)
        put(less(at(tree->f[node->parent]), combine(r, block->v)), tree->f[node->parent]);
    double pushed[BLOCK];
    for (int k = 0; k < m; k++)
        pushed[k] = dot(block->n[k], r);
    for (int k = 0; k < m; k++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s += block->inverse[k][j] * pushed[j];
        u = plus(u, times(s, at(block->n[k])));
    }
    put(u, tree->u[i]);
}

INLINE void go_out(SnTree *tree, int i, double *u, double *l, int rows)
{
    const SnTreeNode *node = &tree->node[i];
    SnTreeBlock *block = &tree->block[i];
    double force[WIDTH] __attribute__((aligned(64)));
    Row own = at(tree->u[i]);
    if (node->parent >= 0)
        own = less(own, combine(tree->u[node->parent], block->v_transposed));
    put(own, tree->u[i]);
    Row rest = less(at(tree->f[i]), combine(tree->u[i], block->a));
    if (node->coupling >= 0)
        rest =
            less(rest, combine(tree->u[node->parent], tree->coupling[node->coupling].transposed));
    put(rest, force);
    memcpy(u + node->first, tree->u[i], BLOCK * sizeof *u);
    for (int k = 0; k < rows; k++)
        l[k] = node->pinned && k < 3 ? block->t[k][k] * force[k] : dot(block->t[k], force);
}

void TREE_FUNCTION(solve)(SnTree *tree, double *x)
{
    for (int i = 0; i < tree->count; i++)
        for (int p = 0; p < PARTS; p++)
            ((Part *)tree->f[i])[p] = ((const Loose *)(x + tree->node[i].first))[p];
    for (int i = 0; i < tree->count; i++) {
        const double *g = x + tree->n + tree->node[i].row;
        if (tree->node[i].rows == 5) /* unrolled */
            go_in(tree, i, g, 5);
        else if (tree->node[i].rows == 3)
            go_in(tree, i, g, 3);
        else
            go_in(tree, i, g, tree->node[i].rows);
    }
    for (int i = tree->count - 1; i >= 0; i--) {
        double *l = x + tree->n + tree->node[i].row;
        if (tree->node[i].rows == 5)
            go_out(tree, i, x, l, 5);
        else if (tree->node[i].rows == 3)
            go_out(tree, i, x, l, 3);
        else
            go_out(tree, i, x, l, tree->node[i].rows);
    }
}
