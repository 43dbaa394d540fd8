/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numeric phase of the multifrontal LDL'.
 *
 * Compiled once for each instruction set (SN_LDL_SET) and precision (SN_FRONT_REAL); the source
 * fixes the order of every sum, so the sets with fused multiply-add agree to the bit, and so do
 * any numbers of threads.  A panel is factored left-looking by strips of 8 columns, D L' kept
 * beside it in packed strips; products run through tiles of registers.  What stands above the
 * diagonal and below the last row is leftovers that nothing reads. */
#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "engine/linsolve/linsolve_front_real.h"

/* Columns of a panel whose products are taken at once from what lies to the right. */
#define WIDE_BLOCK 64
#define STRIPS     (WIDE_BLOCK / SN_FRONT_STRIP)
/* Work of more multiplications than this is shared between threads, by parts. */
#define SHARED_WORK 200000.0
#define MOST_PARTS  16
/* Work of one entry added, in multiplications. */
#define ENTRY_WORK 10
/* Rows divided at a time, while their columns are in the cache. */
#define ROW_CHUNK 96

#define STRIP SN_FRONT_STRIP

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#define TILE_COLUMNS 8
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#define TILE_COLUMNS 4
#else
#define VECTOR_BYTES 16
#define TILE_COLUMNS 4
#endif
#define LANES        ((int)(VECTOR_BYTES / sizeof(Real)))
#define TILE_VECTORS 3

typedef Real Vector __attribute__((vector_size(VECTOR_BYTES), aligned(sizeof(Real)), may_alias));

/* Pivots of one strip: d[k][i] = D L' of row i and column k of its diagonal block. */
typedef struct Pivots {
    Real d[STRIP][STRIP];
    Real inverse[STRIP];
} Pivots;

/* One front while it is factored. */
typedef struct Work {
    SnFront *front;
    const SnLinsolveInput *input;
    const SnFrontNode *node;
    SnWorkers *workers; /* NULL within a task */
    Real *panel;        /* [width][leading] */
    Real *packed;       /* D L': [leading / STRIP][width][STRIP] */
    Real *update;       /* of row `top` and column `left` */
    int update_stride;
} Work;

INLINE int round_down(int value, int step)
{
    return value / step * step;
}

/* target[c][0 .. vectors LANES) -= (or =, negative) sum over k < depth of l[k stride + r]
 * d[k STRIP + c], for `columns` columns of a strip. */
INLINE void tile(const Real *l, ptrdiff_t stride, const Real *d, int depth, int vectors,
                 int columns, bool assign, Real *const *target, ptrdiff_t row)
{
    Vector sum[TILE_VECTORS][TILE_COLUMNS] = {0};

    for (int k = 0; k < depth; k++, l += stride, d += STRIP) {
        Vector rows[TILE_VECTORS];
        UNROLL
        for (int v = 0; v < vectors; v++)
            rows[v] = *(const Vector *)(l + v * LANES);
        UNROLL
        for (int c = 0; c < columns; c++) {
            Vector factor = d[c] - (Vector){0};
            UNROLL
            for (int v = 0; v < vectors; v++)
                sum[v][c] += rows[v] * factor;
        }
    }
    UNROLL
    for (int c = 0; c < columns; c++) {
        Real *column = target[c] + row;
        UNROLL
        for (int v = 0; v < vectors; v++) {
            Vector *to = (Vector *)(column + v * LANES);
            if (assign)
                *to = -sum[v][c];
            else
                *to -= sum[v][c];
        }
    }
}

typedef void Tile(const Real *l, ptrdiff_t stride, const Real *d, int depth, Real *const *target,
                  ptrdiff_t row);

#define TILE(v)                                                                                    \
    static void assign_##v(const Real *l, ptrdiff_t stride, const Real *d, int depth,              \
                           Real *const *target, ptrdiff_t row)                                     \
    {                                                                                              \
        for (int c = 0; c < STRIP; c += TILE_COLUMNS)                                              \
            tile(l, stride, d + c, depth, v, TILE_COLUMNS, true, target + c, row);                 \
    }                                                                                              \
    static void subtract_##v(const Real *l, ptrdiff_t stride, const Real *d, int depth,            \
                             Real *const *target, ptrdiff_t row)                                   \
    {                                                                                              \
        for (int c = 0; c < STRIP; c += TILE_COLUMNS)                                              \
            tile(l, stride, d + c, depth, v, TILE_COLUMNS, false, target + c, row);                \
    }
TILE(1)
TILE(2)
TILE(3)

static Tile *const assign_tiles[TILE_VECTORS + 1] = {NULL, assign_1, assign_2, assign_3};
static Tile *const subtract_tiles[TILE_VECTORS + 1] = {NULL, subtract_1, subtract_2, subtract_3};

/* Subtracts columns [first, last) of the panel's product from rows [from, to) of one strip, whose
 * columns are target[] (of row 0 of the front); rows well above the diagonal are left out. */
static void update_strip(const Work *work, int strip, int first, int last, int from, int to,
                         bool assign, Real *const *target)
{
    const SnFrontNode *node = work->node;
    const Real *d = work->packed + (ptrdiff_t)strip * node->width + (ptrdiff_t)first * STRIP;
    const Real *l = work->panel + (ptrdiff_t)first * node->leading;
    Tile *const *tiles = assign ? assign_tiles : subtract_tiles;
    int row = round_down(strip, LANES);

    for (row = row < from ? from : row; row < to;) {
        int vectors = (to - row) / LANES;
        vectors = vectors < TILE_VECTORS ? vectors : TILE_VECTORS;
        tiles[vectors](l + row, node->leading, d, last - first, target, row);
        row += vectors * LANES;
    }
}

static void update_panel_strip(const Work *work, int strip, int first, int last, int from, int to)
{
    Real *target[STRIP];

    for (int c = 0; c < STRIP; c++)
        target[c] = work->panel + (ptrdiff_t)(strip + c) * work->node->leading;
    update_strip(work, strip, first, last, from, to, false, target);
}

/* Everything to the right of columns [first, last) of the panel, in strips [from, to). */
static void update_strips(const Work *work, int first, int last, int from, int to)
{
    const SnFrontNode *node = work->node;

    for (int strip = from; strip < to; strip += STRIP) {
        if (strip >= last && strip < node->width)
            update_panel_strip(work, strip, first, last, 0, node->leading);
        if (strip < node->left || node->below == 0)
            continue;
        Real *target[STRIP];
        for (int c = 0; c < STRIP; c++)
            target[c] = work->update +
                        (ptrdiff_t)(strip - node->left + c) * (node->leading - node->top) -
                        node->top;
        update_strip(work, strip, first, last, node->top, node->leading, first == 0, target);
    }
}

/* 1 / pivot of new unknown k, 0 if there is none.  A small one is raised if it belongs to a row
 * of G. */
INLINE Real invert_pivot(const SnFrontPlan *plan, int k, Real least, Real d)
{
    if (!(REAL_ABS(d) >= least)) {
        if (plan->old[k] < plan->n || d != d)
            return 0;
        d = -least;
    }
    return 1 / d;
}

/* The diagonal block of columns [j, j + columns); false if a pivot vanishes. */
static bool factor_diagonal(const Work *work, int j, int columns, Pivots *pivots)
{
    const SnFrontNode *node = work->node;
    Real *inverse = (Real *)work->front->inverse + node->first + j;
    Real l[STRIP][STRIP];

    for (int k = 0; k < columns; k++) {
        const Real *column = work->panel + (ptrdiff_t)(j + k) * node->leading + j;
        for (int i = k; i < columns; i++) {
            Real sum = column[i];
            for (int m = 0; m < k; m++)
                sum -= l[m][i] * pivots->d[m][k];
            pivots->d[k][i] = sum;
        }
        /* until now the place of the inverse held the least pivot */
        inverse[k] =
            invert_pivot(work->front->plan, node->first + j + k, inverse[k], pivots->d[k][k]);
        pivots->inverse[k] = inverse[k];
        if (inverse[k] == 0)
            return false;
        for (int i = k + 1; i < columns; i++)
            l[k][i] = pivots->d[k][i] * inverse[k];
    }
    return true;
}

/* Divides rows [from, to) of columns [j, j + columns) by the diagonal block. */
INLINE void divide_rows(const Work *work, int j, int columns, int from, int to,
                        const Pivots *pivots)
{
    const SnFrontNode *node = work->node;
    Real *panel = work->panel + (ptrdiff_t)j * node->leading;

    for (int row = from; row < to; row += LANES) {
        Vector l[STRIP];
        Real *packed = work->packed + (ptrdiff_t)round_down(row, STRIP) * node->width +
                       (ptrdiff_t)j * STRIP + row % STRIP;
        UNROLL
        for (int k = 0; k < columns; k++) {
            Vector *column = (Vector *)(panel + (ptrdiff_t)k * node->leading + row);
            Vector sum = *column;
            UNROLL
            for (int m = 0; m < k; m++)
                sum -= l[m] * pivots->d[m][k];
            l[k] = sum * pivots->inverse[k];
            *column = l[k];
            if (LANES <= STRIP) {
                *(Vector *)(packed + k * STRIP) = sum;
                continue;
            }
            UNROLL
            for (int part = 0; part < LANES; part += STRIP)
                memcpy(packed + (ptrdiff_t)part * node->width + k * STRIP,
                       (const Real *)&sum + part, STRIP * sizeof(Real));
        }
    }
}

typedef void DivideRows(const Work *work, int j, int from, int to, const Pivots *pivots);

#define DIVIDE(w)                                                                                  \
    static void divide_##w(const Work *work, int j, int from, int to, const Pivots *pivots)        \
    {                                                                                              \
        divide_rows(work, j, w, from, to, pivots);                                                 \
    }
DIVIDE(1)
DIVIDE(2)
DIVIDE(3)
DIVIDE(4)
DIVIDE(5)
DIVIDE(6)
DIVIDE(7)
DIVIDE(8)

static DivideRows *const divide_by_width[STRIP + 1] = {
    NULL, divide_1, divide_2, divide_3, divide_4, divide_5, divide_6, divide_7, divide_8};

/* What is shared between threads: rows below a diagonal block, strips to the right, or columns of
 * a child's update matrix. */
typedef struct Share {
    const Work *work;
    const Pivots *pivots; /* [STRIPS] */
    int first, last;      /* columns of the panel */
    const SnFrontNode *child;
    bool below;
    int parts;
    int from[MOST_PARTS + 1];
} Share;

/* Columns [first, last) of a panel, in rows that lie below the diagonal block. */
static void divide_part(void *data, int part)
{
    const Share *share = data;
    const Work *work = share->work;
    int end = share->from[part + 1];

    for (int from = share->from[part]; from < end; from += ROW_CHUNK) {
        int to = from + ROW_CHUNK < end ? from + ROW_CHUNK : end;
        for (int j = share->first; j < share->last; j += STRIP) {
            int columns = share->last - j < STRIP ? share->last - j : STRIP;
            if (j > share->first)
                update_panel_strip(work, j, share->first, j, from, to);
            divide_by_width[columns](work, j, from, to, &share->pivots[(j - share->first) / STRIP]);
        }
    }
}

static void update_part(void *data, int part)
{
    const Share *share = data;

    update_strips(share->work, share->first, share->last, share->from[part], share->from[part + 1]);
}

/* Runs all parts, on several threads if they are worth it. */
static void run_share(const Work *work, SnWorkTask task, Share *share)
{
    sn_workers_run(share->parts > 1 ? work->workers : NULL, task, share, share->parts);
}

static int parts_for(const Work *work, double multiplications)
{
    if (!work->workers || multiplications < SHARED_WORK)
        return 1;
    int threads = sn_workers_count(work->workers), parts = 2 * threads;
    return threads < 2 ? 1 : parts < MOST_PARTS ? parts : MOST_PARTS;
}

static void divide_below(const Work *work, const Pivots *pivots, int first, int last, int from)
{
    int rows = work->node->leading - from, width = last - first;
    Share share = {.work = work, .pivots = pivots, .first = first, .last = last, .from = {from}};

    if (rows <= 0)
        return;
    share.parts = parts_for(work, 0.5 * rows * width * width);
    for (int part = 1; part <= share.parts; part++)
        share.from[part] = from + round_down(rows * part / share.parts, SN_FRONT_ROWS);
    share.from[share.parts] = work->node->leading;
    run_share(work, divide_part, &share);
}

/* Cuts columns [from, end) of a lower triangle into parts of equal area. */
static void cut_triangle(Share *share, int from, int end, int step)
{
    double columns = end - from;

    share->from[0] = from;
    for (int part = 1; part < share->parts; part++) {
        double skipped = columns * (1 - sqrt(1 - (double)part / share->parts));
        share->from[part] = from + round_down((int)skipped, step);
    }
    share->from[share->parts] = end;
}

/* The strips to the right of columns [first, last). */
static void update_right(const Work *work, int first, int last)
{
    const SnFrontNode *node = work->node;
    int from = last < node->width ? last : node->left, end = node->width + node->below;
    double rows = end - from;
    Share share = {.work = work, .first = first, .last = last};

    if (from >= end || (node->below == 0 && last == node->width))
        return;
    share.parts = parts_for(work, 0.5 * rows * rows * (last - first));
    cut_triangle(&share, from, end, STRIP);
    run_share(work, update_part, &share);
}

static bool factor_panel(const Work *work)
{
    const SnFrontNode *node = work->node;
    Pivots pivots[STRIPS];

    for (int first = 0; first < node->width; first += WIDE_BLOCK) {
        int last = first + WIDE_BLOCK < node->width ? first + WIDE_BLOCK : node->width;
        int end = (last + SN_FRONT_ROWS - 1) / SN_FRONT_ROWS * SN_FRONT_ROWS;
        for (int j = first; j < last; j += STRIP) {
            int columns = last - j < STRIP ? last - j : STRIP;
            Pivots *strip = &pivots[(j - first) / STRIP];
            if (j > first)
                update_panel_strip(work, j, first, j, 0, end);
            if (!factor_diagonal(work, j, columns, strip))
                return false;
            divide_by_width[columns](work, j, round_down(j, SN_FRONT_ROWS), end, strip);
        }
        divide_below(work, pivots, first, last, end);
        update_right(work, first, last);
    }
    return true;
}

#ifdef __AVX512F__
/* Adds to target the numbers from source on, one for each bit of the mask; to the others -0, which
 * changes nothing.  (Loads that expand and masked stores are slow.) */
INLINE void add_expanded(const Real *source, Real *target, unsigned mask)
{
#if SN_FRONT_IS_FLOAT
    __m512 more =
        _mm512_mask_expand_ps(_mm512_set1_ps(-0.0F), (__mmask16)mask, _mm512_loadu_ps(source));
    _mm512_storeu_ps(target, _mm512_add_ps(_mm512_loadu_ps(target), more));
#else
    __m512d more =
        _mm512_mask_expand_pd(_mm512_set1_pd(-0.0), (__mmask8)mask, _mm512_loadu_pd(source));
    _mm512_storeu_pd(target, _mm512_add_pd(_mm512_loadu_pd(target), more));
#endif
}

/* One column, rows of the given chunks. */
INLINE void add_column(const SnFrontChunk *chunk, const SnFrontChunk *last, const Real *from,
                       Real *to)
{
    for (; chunk < last; chunk++) {
        unsigned mask = chunk->mask;
        const Real *source = from + chunk->at;
        UNROLL
        for (int part = 0; part < SN_FRONT_ROWS; part += LANES) {
            unsigned bits = mask >> part & ((1U << LANES) - 1);
            add_expanded(source, to + chunk->row + part, bits);
            source += __builtin_popcount(bits);
        }
    }
}
#else
/* The same for one run of rows. */
INLINE void add_run(const SnLdlRun *run, const Real *from, ptrdiff_t from_stride, Real *to,
                    ptrdiff_t to_stride, int columns)
{
    int row = 0;

    for (; row + LANES <= run->length; row += LANES) {
        const Real *source = from + run->at + row;
        Real *target = to + run->to + row;
        for (int c = 0; c < columns; c++, source += from_stride, target += to_stride)
            *(Vector *)target += *(const Vector *)source;
    }
    for (int c = 0; c < columns && row < run->length; c++) {
        const Real *source = from + run->at + c * from_stride;
        Real *target = to + run->to + c * to_stride;
        for (int r = row; r < run->length; r++)
            target[r] += source[r];
    }
}
#endif

/* Adds columns [first, last) of a child's update matrix: to the panel those that belong there
 * (below == false), or the others to the update matrix. */
static void add_columns(const Work *work, const SnFrontNode *child, bool below, int first, int last)
{
    const SnFrontNode *node = work->node;
    const SnFrontPlan *plan = work->front->plan;
    const SnLdlRun *end = plan->run + child->run + child->runs;
    const Real *update = (const Real *)work->front->updates + child->update;
    ptrdiff_t from_stride = child->leading - child->top;
    ptrdiff_t to_stride = below ? node->leading - node->top : node->leading;
    Real *target = below ? work->update - node->left * to_stride - node->top : work->panel;

    update += child->width - child->top + (child->width - child->left) * from_stride;
    for (const SnLdlRun *columns = end - child->runs; columns < end; columns++) {
        int skip = first > columns->at ? first - columns->at : 0;
        int stop = last - columns->at < columns->length ? last - columns->at : columns->length;
        const Real *from = update + (columns->at + skip) * from_stride;
        Real *to = target + (columns->to + skip) * to_stride;
        if ((columns->to >= node->width) != below || skip >= stop)
            continue;
#ifdef __AVX512F__
        const SnFrontChunk *chunk = plan->chunk + child->chunk, *chunks = chunk + child->chunks;
        while (chunk->row + SN_FRONT_ROWS <= columns->to + skip)
            chunk++;
        for (int c = skip; c < stop; c++, from += from_stride, to += to_stride)
            add_column(chunk, chunks, from, to);
#else
        for (const SnLdlRun *rows = columns; rows < end; rows++)
            add_run(rows, from, from_stride, to, to_stride, stop - skip);
#endif
    }
}

static void add_part(void *data, int part)
{
    const Share *share = data;

    add_columns(share->work, share->child, share->below, share->from[part], share->from[part + 1]);
}

static void add_child(const Work *work, const SnFrontNode *child, bool below)
{
    Share share = {.work = work, .child = child, .below = below};

    share.parts = parts_for(work, ENTRY_WORK * 0.5 * child->below * child->below);
    cut_triangle(&share, 0, child->below, 1);
    run_share(work, add_part, &share);
}

/* Values of A and G into the panel; least pivots. */
static void assemble(const Work *work)
{
    const SnFrontPlan *plan = work->front->plan;
    const SnFrontNode *node = work->node;
    const SnLinsolveInput *input = work->input;
    const SnKktMatrix *matrix = input->matrix;
    Real *least = (Real *)work->front->inverse + node->first;

    memset(work->panel, 0, (size_t)node->stored * (size_t)node->leading * sizeof(Real));
    for (int e = node->a_run; e < node->a_run + node->a_runs; e++) {
        const SnFrontRun *run = &plan->a_run[e];
        const double *source = matrix->a_value + run->source;
        Real *target = work->panel + run->target;
        for (int k = 0; k < run->length; k++)
            target[(ptrdiff_t)k * run->step] = (Real)source[k];
    }
    for (int e = node->g_entry; e < node->g_entry + node->g_entries; e++) {
        const SnFrontEntry *entry = &plan->g_entry[e];
        if (input->active[entry->row])
            work->panel[entry->target] = (Real)matrix->g_value[entry->source];
    }
    for (int k = 0; k < node->width; k++) {
        int row = plan->old[node->first + k] - plan->n;
        Real *diagonal = work->panel + (ptrdiff_t)k * node->leading + k;
        if (row < 0) {
            least[k] = COLUMN_EPSILON * REAL_ABS(*diagonal);
        } else {
            *diagonal = input->active[row] ? (Real)-matrix->c[row] : -1;
            least[k] = (Real)(ROW_EPSILON * input->row_scale[row]);
        }
        least[k] = least[k] > REAL_LEAST ? least[k] : REAL_LEAST;
    }
}

static SnLinsolveStatus factor_node(SnFront *front, const SnLinsolveInput *input, int s,
                                    Real *packed, SnWorkers *workers)
{
    const SnFrontPlan *plan = front->plan;
    const SnFrontNode *node = &plan->node[s];
    Work work = {.front = front, .input = input, .node = node, .workers = workers};
    const int *child = plan->child + node->child;

    work.panel = (Real *)front->values + node->panel;
    work.packed = packed;
    work.update = (Real *)front->updates + node->update;
    if (sn_linsolve_interrupted(input))
        return SN_LINSOLVE_INTERRUPTED;
    assemble(&work);
    for (int c = 0; c < node->children; c++)
        add_child(&work, &plan->node[child[c]], false);
    if (!factor_panel(&work))
        return SN_LINSOLVE_SINGULAR;
    for (int c = 0; c < node->children; c++)
        add_child(&work, &plan->node[child[c]], true);
    return SN_LINSOLVE_OK;
}

typedef struct Factoring {
    SnFront *front;
    const SnLinsolveInput *input;
    atomic_int status;
} Factoring;

static void factor_task(void *data, int part)
{
    Factoring *factoring = data;
    SnFront *front = factoring->front;
    const SnFrontTask *task = &front->plan->task[part];

    for (int s = task->first; s <= task->last; s++) {
        if (atomic_load_explicit(&factoring->status, memory_order_relaxed) != SN_LINSOLVE_OK)
            return;
        SnLinsolveStatus status =
            factor_node(front, factoring->input, s, (Real *)front->packed + task->packed, NULL);
        if (status != SN_LINSOLVE_OK)
            atomic_store_explicit(&factoring->status, (int)status, memory_order_relaxed);
    }
}

SnLinsolveStatus SN_FRONT_FUNCTION(factor)(SnFront *front, const SnLinsolveInput *input)
{
    const SnFrontPlan *plan = front->plan;
    const Real *inverse = front->inverse;
    Factoring factoring = {.front = front, .input = input};

    atomic_init(&factoring.status, SN_LINSOLVE_OK);
    sn_workers_run(front->workers, factor_task, &factoring, plan->tasks);
    SnLinsolveStatus status = (SnLinsolveStatus)atomic_load(&factoring.status);
    for (int k = 0; k < plan->top_nodes && status == SN_LINSOLVE_OK; k++)
        status = factor_node(front, input, plan->top_node[k], front->packed, front->workers);
    front->negative = 0;
    for (int k = 0; k < plan->size && status == SN_LINSOLVE_OK; k++)
        front->negative += inverse[k] < 0;
    return status;
}
