/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/block_cholesky.h"

#include "engine/base/memory.h"
#include "engine/linsolve/block_cholesky_kernels.h"

#include <assert.h>
#include <string.h>

enum { N = SN_BLOCK_SIZE, BLOCK = N * N };

SnBlockCholesky *sn_block_cholesky_new(void)
{
    SnBlockCholesky *m = sn_try_alloc(1, sizeof *m);
    if (m)
        m->set = sn_instructions();
    return m;
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

static void set_unit(SnBlockCholesky *m, bool symmetric)
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

/* --- numbers --- */

/* Calls a kernel of the matrix's instruction set. */
#ifdef __x86_64__
#define DISPATCH(m, name, ...)                                                                     \
    ((m)->set == SN_INSTRUCTIONS_AVX512 ? sn_block_cholesky_##name##_avx512(__VA_ARGS__)           \
     : (m)->set == SN_INSTRUCTIONS_AVX2 ? sn_block_cholesky_##name##_avx2(__VA_ARGS__)             \
                                        : sn_block_cholesky_##name##_base(__VA_ARGS__))
#else
#define DISPATCH(m, name, ...) sn_block_cholesky_##name##_base(__VA_ARGS__)
#endif

void sn_block_cholesky_set(SnBlockCholesky *m, bool symmetric, const SnBlockRows *rows,
                           double (*k)[SN_BLOCK_ROWS][SN_BLOCK_ROWS])
{
    set_unit(m, symmetric);
    DISPATCH(m, add, m, rows, k);
}

void sn_block_cholesky_rates(const SnBlockCholesky *m, const SnBlockRows *rows, const double *v,
                             double *y)
{
    DISPATCH(m, rates, m, rows, v, y);
}

void sn_block_cholesky_push(const SnBlockCholesky *m, const SnBlockRows *rows, const double *x,
                            double *v)
{
    DISPATCH(m, push, m, rows, x, v);
}

bool sn_block_cholesky_factor(SnBlockCholesky *m)
{
    return DISPATCH(m, factor, m);
}

void sn_block_cholesky_solve(const SnBlockCholesky *m, double *x)
{
    DISPATCH(m, solve, m, x);
}
