/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/block_cholesky.h"

#include "engine/base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define LEAST 1e-6 /* pivot of L U, where those of the unit matrix are one */

enum { N = 6, BLOCK = N * N };

struct SnBlockCholesky {
    int n, n_pairs, words; /* 64-bit words in a row of the graph */
    size_t n_off;          /* blocks below the diagonal of the factor */
    int *place, *order;    /* [n] block -> place in the order, and back */
    int *start, *row;      /* [n + 1], [n_off] by columns of the factor, places ascending */
    int *slot;             /* [n_pairs] into off */
    bool *row_first;       /* [n_pairs] */
    uint64_t *graph;       /* [n][words] of blocks, while they are eliminated */
    double *diagonal;      /* [n][36] by place */
    double *off;           /* [n_off][36] rows of the later place */
    double *mirror;        /* [n_off][36] transposes of what is above the diagonal */
    bool symmetric;        /* there is no mirror */
    double *x;             /* [6 n] */
    size_t n_room, pair_room, off_room, graph_room;
};

SnBlockCholesky *sn_block_cholesky_new(void)
{
    return sn_try_alloc(1, sizeof(SnBlockCholesky));
}

void sn_block_cholesky_free(SnBlockCholesky *m)
{
    if (!m)
        return;
    void *arrays[] = {m->place, m->order,    m->start, m->row,    m->slot, m->row_first,
                      m->graph, m->diagonal, m->off,   m->mirror, m->x};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    sn_free(m);
}

/* --- room --- */

static bool grow(void *array, size_t n, size_t size)
{
    void *old, *more;
    memcpy(&old, array, sizeof old);
    more = sn_try_resize(old, n, size);
    if (more)
        memcpy(array, &more, sizeof more);
    return more != NULL;
}

static bool reserve(SnBlockCholesky *m, size_t n, size_t pairs)
{
    const size_t words = (n + 63) / 64;
    if (n > m->n_room) {
        const size_t room = n + n / 2 + 8;
        if (!grow(&m->place, room, sizeof *m->place) || !grow(&m->order, room, sizeof *m->order) ||
            !grow(&m->start, room + 1, sizeof *m->start) ||
            !grow(&m->diagonal, room, BLOCK * sizeof *m->diagonal) ||
            !grow(&m->x, room, N * sizeof *m->x))
            return false;
        m->n_room = room;
    }
    if (pairs > m->pair_room) {
        const size_t room = pairs + pairs / 2 + 8;
        if (!grow(&m->slot, room, sizeof *m->slot) ||
            !grow(&m->row_first, room, sizeof *m->row_first))
            return false;
        m->pair_room = room;
    }
    if (n * words > m->graph_room) {
        const size_t room = n * words + n * words / 2 + 8;
        if (!grow(&m->graph, room, sizeof *m->graph))
            return false;
        m->graph_room = room;
    }
    return true;
}

static bool reserve_off(SnBlockCholesky *m, size_t n)
{
    if (n <= m->off_room)
        return true;
    const size_t room = n + n / 2 + 8;
    if (!grow(&m->row, room, sizeof *m->row) || !grow(&m->off, room, BLOCK * sizeof *m->off) ||
        !grow(&m->mirror, room, BLOCK * sizeof *m->mirror))
        return false;
    m->off_room = room;
    return true;
}

/* --- order and pattern --- */

static void connect(SnBlockCholesky *m, int i, int j)
{
    m->graph[(size_t)i * (size_t)m->words + (size_t)j / 64] |= (uint64_t)1 << (j % 64);
}

static void cut(SnBlockCholesky *m, int i, int j)
{
    m->graph[(size_t)i * (size_t)m->words + (size_t)j / 64] &= ~((uint64_t)1 << (j % 64));
}

/* Neighbours of block i. */
static int degree(const SnBlockCholesky *m, int i)
{
    int sum = 0;
    for (int w = 0; w < m->words; w++)
        sum += __builtin_popcountll(m->graph[(size_t)i * (size_t)m->words + (size_t)w]);
    return sum;
}

/* What is left of block i's row joins that of its neighbour k. */
static void join(SnBlockCholesky *m, int i, int k)
{
    uint64_t *to = m->graph + (size_t)k * (size_t)m->words;
    const uint64_t *from = m->graph + (size_t)i * (size_t)m->words;
    for (int w = 0; w < m->words; w++)
        to[w] |= from[w];
    cut(m, k, k);
    cut(m, k, i);
}

/* Calls join for all neighbours of block i, or (rows) writes these; how many. */
static int visit(SnBlockCholesky *m, int i, int *rows, int *degrees)
{
    int n = 0;
    for (int w = 0; w < m->words; w++) {
        uint64_t left = m->graph[(size_t)i * (size_t)m->words + (size_t)w];
        for (; left != 0; left &= left - 1) {
            const int k = 64 * w + __builtin_ctzll(left);
            join(m, i, k);
            degrees[k] = degree(m, k);
            rows[n++] = k;
        }
    }
    return n;
}

/* Places in ascending order, few of them: by insertion. */
static void sort(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        const int x = a[i];
        int k = i;
        for (; k > 0 && a[k - 1] > x; k--)
            a[k] = a[k - 1];
        a[k] = x;
    }
}

/* Blocks one after the other, always the first of those with the fewest neighbours. */
static bool eliminate(SnBlockCholesky *m)
{
    int *degrees = m->place; /* until their places are known */
    for (int i = 0; i < m->n; i++)
        degrees[i] = degree(m, i);
    m->n_off = 0;
    for (int at = 0; at < m->n; at++) {
        int least = -1;
        for (int i = 0; i < m->n; i++)
            if (degrees[i] >= 0 && (least < 0 || degrees[i] < degrees[least]))
                least = i;
        if (!reserve_off(m, m->n_off + (size_t)degrees[least]))
            return false;
        m->order[at] = least;
        m->start[at] = (int)m->n_off;
        m->n_off += (size_t)visit(m, least, m->row + m->n_off, degrees);
        degrees[least] = -1;
    }
    m->start[m->n] = (int)m->n_off;
    for (int at = 0; at < m->n; at++)
        m->place[m->order[at]] = at;
    for (size_t i = 0; i < m->n_off; i++)
        m->row[i] = m->place[m->row[i]];
    for (int at = 0; at < m->n; at++)
        sort(m->row + m->start[at], m->start[at + 1] - m->start[at]);
    return true;
}

/* Of the block below the diagonal in that column and row. */
static int find(const SnBlockCholesky *m, int column, int row)
{
    int low = m->start[column], high = m->start[column + 1] - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (m->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool sn_block_cholesky_begin(SnBlockCholesky *m, int n, int n_pairs, const int (*pairs)[2])
{
    assert(n >= 0 && n_pairs >= 0);
    if (!reserve(m, (size_t)n, (size_t)n_pairs))
        return false;
    m->n = n, m->n_pairs = n_pairs, m->words = (n + 63) / 64;
    memset(m->graph, 0, (size_t)n * (size_t)m->words * sizeof *m->graph);
    for (int p = 0; p < n_pairs; p++) {
        if (pairs[p][1] < 0)
            continue;
        assert(pairs[p][0] != pairs[p][1] && pairs[p][0] < n && pairs[p][1] < n);
        connect(m, pairs[p][0], pairs[p][1]);
        connect(m, pairs[p][1], pairs[p][0]);
    }
    if (!eliminate(m))
        return false;
    for (int p = 0; p < n_pairs; p++) {
        if (pairs[p][1] < 0)
            continue;
        const int i = m->place[pairs[p][0]], j = m->place[pairs[p][1]];
        m->row_first[p] = i > j;
        m->slot[p] = find(m, i < j ? i : j, i < j ? j : i);
    }
    return true;
}

void sn_block_cholesky_unit(SnBlockCholesky *m, bool symmetric)
{
    m->symmetric = symmetric;
    memset(m->diagonal, 0, (size_t)m->n * BLOCK * sizeof *m->diagonal);
    if (m->n_off > 0)
        memset(m->off, 0, m->n_off * BLOCK * sizeof *m->off);
    if (m->n_off > 0 && !symmetric)
        memset(m->mirror, 0, m->n_off * BLOCK * sizeof *m->mirror);
    for (int i = 0; i < m->n; i++)
        for (int k = 0; k < N; k++)
            m->diagonal[(size_t)i * BLOCK + (size_t)(k * (N + 1))] = 1;
}

double *sn_block_cholesky_diagonal(SnBlockCholesky *m, int i)
{
    return m->diagonal + (size_t)m->place[i] * BLOCK;
}

double *sn_block_cholesky_pair(SnBlockCholesky *m, int pair, bool *row_first)
{
    *row_first = m->row_first[pair];
    return m->off + (size_t)m->slot[pair] * BLOCK;
}

double *sn_block_cholesky_mirror(SnBlockCholesky *m, int pair)
{
    assert(!m->symmetric);
    return m->mirror + (size_t)m->slot[pair] * BLOCK;
}

/* --- numbers --- */

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

/* b = b L^-T */
static void scale_block(const double *l, double *b)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = b[i * N + j];
            for (int k = 0; k < j; k++)
                sum -= b[i * N + k] * l[j * N + k];
            b[i * N + j] = sum * l[j * N + j];
        }
}

/* c -= a b' */
static void subtract_product(const double *restrict a, const double *restrict b, double *restrict c)
{
    double t[BLOCK];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            t[j * N + i] = b[i * N + j];
    for (int i = 0; i < N; i++) {
        double sum[N];
        for (int j = 0; j < N; j++)
            sum[j] = a[i * N] * t[j];
        for (int k = 1; k < N; k++)
            for (int j = 0; j < N; j++)
                sum[j] += a[i * N + k] * t[k * N + j];
        for (int j = 0; j < N; j++)
            c[i * N + j] -= sum[j];
    }
}

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
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = b[i * N + j];
            for (int k = 0; k < j; k++)
                sum -= b[i * N + k] * u[k * N + j];
            b[i * N + j] = sum * u[j * N + j];
        }
}

/* b = b L^-T, ones on the diagonal of L */
static void scale_by_lower(const double *l, double *b)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < j; k++)
                b[i * N + j] -= b[i * N + k] * l[j * N + k];
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

bool sn_block_cholesky_factor(SnBlockCholesky *m)
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

void sn_block_cholesky_solve(const SnBlockCholesky *m, double *x)
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
            for (int i = 0; i < N; i++)
                for (int k = 0; k < N; k++)
                    to[k] -= b[i * N + k] * from[i];
        }
        backward_block(m->diagonal + (size_t)c * BLOCK, m->symmetric, to);
    }
    for (int i = 0; i < m->n; i++)
        memcpy(x + (size_t)i * N, y + (size_t)m->place[i] * N, N * sizeof *y);
}
