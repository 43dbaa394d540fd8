/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/series.h"

#include "engine/base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* Rows in a chunk; a chunk never moves.  Groups of FACTOR rows, of FACTOR such groups and so on up
 * to the chunk carry their ranges. */
enum { FACTOR = 16, CHUNK_ROWS = FACTOR * FACTOR * FACTOR, LEVELS = 3, MAX_CHUNKS = 1 << 14 };

typedef struct Chunk {
    atomic_int references; /* a complete one is shared with series that were cut from this one */
    double *rows;          /* [CHUNK_ROWS][1 + width] */
    double *range[LEVELS]; /* [CHUNK_ROWS / FACTOR^(level + 1)][width][2]: low, high */
} Chunk;

struct SnSeries {
    atomic_int references;
    int width;
    atomic_size_t count;
    int n_chunks;                        /* appending thread */
    _Atomic(Chunk *) chunks[MAX_CHUNKS]; /* set before the count that makes them readable */
};

SnSeries *sn_series_new(int width)
{
    assert(width >= 1);
    SnSeries *series = sn_alloc(1, sizeof *series);
    atomic_init(&series->references, 1);
    series->width = width;
    return series;
}

SnSeries *sn_series_ref(const SnSeries *series)
{
    SnSeries *mutable = (SnSeries *)series;
    atomic_fetch_add(&mutable->references, 1);
    return mutable;
}

static void unref_chunk(Chunk *chunk)
{
    if (atomic_fetch_sub(&chunk->references, 1) > 1)
        return;
    sn_free(chunk->rows);
    for (int level = 0; level < LEVELS; level++)
        sn_free(chunk->range[level]);
    sn_free(chunk);
}

void sn_series_unref(const SnSeries *series)
{
    SnSeries *mutable = (SnSeries *)series;
    if (!mutable || atomic_fetch_sub(&mutable->references, 1) > 1)
        return;
    for (int i = 0; i < mutable->n_chunks; i++)
        unref_chunk(atomic_load(&mutable->chunks[i]));
    sn_free(mutable);
}

/* --- appending --- */

static int group_size(int level)
{
    int size = FACTOR;
    for (int i = 0; i < level; i++)
        size *= FACTOR;
    return size;
}

/* NULL: no memory. */
static Chunk *new_chunk(int width)
{
    Chunk *chunk = sn_try_alloc(1, sizeof *chunk);
    if (!chunk)
        return NULL;
    atomic_init(&chunk->references, 1);
    chunk->rows = sn_try_alloc((size_t)CHUNK_ROWS * (size_t)(width + 1), sizeof(double));
    bool good = chunk->rows != NULL;
    for (int level = 0; level < LEVELS; level++) {
        const size_t n = (size_t)(CHUNK_ROWS / group_size(level)) * (size_t)width;
        chunk->range[level] = sn_try_alloc(2 * n, sizeof(double));
        good = good && chunk->range[level];
        for (size_t i = 0; i < n && good; i++) {
            chunk->range[level][2 * i] = INFINITY;
            chunk->range[level][2 * i + 1] = -INFINITY;
        }
    }
    if (good)
        return chunk;
    unref_chunk(chunk);
    return NULL;
}

void sn_series_reserve(SnSeries *series, size_t rows)
{
    const size_t count = atomic_load_explicit(&series->count, memory_order_relaxed);
    while (series->n_chunks < MAX_CHUNKS && (size_t)series->n_chunks * CHUNK_ROWS < count + rows) {
        Chunk *chunk = new_chunk(series->width);
        if (!chunk)
            return;
        atomic_store_explicit(&series->chunks[series->n_chunks++], chunk, memory_order_relaxed);
    }
}

/* Groups that end with this row are complete: only then may readers look at them, so widening them
 * row by row is seen by nobody. */
static void widen(const SnSeries *series, Chunk *chunk, int row, const double *values)
{
    for (int level = 0; level < LEVELS; level++) {
        double *range =
            chunk->range[level] + (size_t)(row / group_size(level)) * 2 * (size_t)series->width;
        for (int k = 0; k < series->width; k++) {
            if (values[k] < range[2 * k])
                range[2 * k] = values[k];
            if (values[k] > range[2 * k + 1])
                range[2 * k + 1] = values[k];
        }
    }
}

void sn_series_append(SnSeries *series, double time, const double *values)
{
    const size_t count = atomic_load_explicit(&series->count, memory_order_relaxed);
    if (count == (size_t)MAX_CHUNKS * CHUNK_ROWS)
        return;
    sn_series_reserve(series, 1);
    if ((size_t)series->n_chunks * CHUNK_ROWS <= count)
        return;
    Chunk *chunk = atomic_load_explicit(&series->chunks[count / CHUNK_ROWS], memory_order_relaxed);
    const int row = (int)(count % CHUNK_ROWS);
    double *to = chunk->rows + (size_t)row * (size_t)(series->width + 1);
    to[0] = time;
    memcpy(to + 1, values, (size_t)series->width * sizeof *values);
    widen(series, chunk, row, values);
    atomic_store_explicit(&series->count, count + 1, memory_order_release);
}

SnSeries *sn_series_cut(const SnSeries *series, size_t rows)
{
    SnSeries *copy = sn_series_new(series->width);
    const size_t count = sn_series_count(series);
    if (rows > count)
        rows = count;
    const size_t whole = rows / CHUNK_ROWS;
    for (size_t i = 0; i < whole; i++) {
        Chunk *chunk = atomic_load_explicit(&series->chunks[i], memory_order_relaxed);
        atomic_fetch_add(&chunk->references, 1);
        atomic_store_explicit(&copy->chunks[copy->n_chunks++], chunk, memory_order_relaxed);
    }
    atomic_store_explicit(&copy->count, whole * CHUNK_ROWS, memory_order_release);
    for (size_t i = whole * CHUNK_ROWS; i < rows; i++)
        sn_series_append(copy, sn_series_time(series, i), sn_series_values(series, i));
    return copy;
}

size_t sn_series_bytes(const SnSeries *series)
{
    const size_t width = (size_t)series->width;
    size_t chunk = sizeof(Chunk) + (size_t)CHUNK_ROWS * (width + 1) * sizeof(double);
    for (int level = 0; level < LEVELS; level++)
        chunk += (size_t)(CHUNK_ROWS / group_size(level)) * width * 2 * sizeof(double);
    return sizeof *series - sizeof series->chunks +
           (size_t)series->n_chunks * (sizeof series->chunks[0] + chunk);
}

/* --- reading --- */

int sn_series_width(const SnSeries *series)
{
    return series->width;
}

size_t sn_series_count(const SnSeries *series)
{
    return atomic_load_explicit(&series->count, memory_order_acquire);
}

static const Chunk *chunk_of(const SnSeries *series, size_t row)
{
    return atomic_load_explicit(&series->chunks[row / CHUNK_ROWS], memory_order_relaxed);
}

static const double *row_at(const SnSeries *series, size_t row)
{
    return chunk_of(series, row)->rows + (row % CHUNK_ROWS) * (size_t)(series->width + 1);
}

double sn_series_time(const SnSeries *series, size_t row)
{
    return row_at(series, row)[0];
}

const double *sn_series_values(const SnSeries *series, size_t row)
{
    return row_at(series, row) + 1;
}

double sn_series_value(const SnSeries *series, size_t row, int column)
{
    return sn_series_values(series, row)[column];
}

size_t sn_series_find(const SnSeries *series, double time)
{
    size_t low = 0, high = sn_series_count(series);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sn_series_time(series, middle) < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Largest complete group that starts at `row` and ends by `last`: its level, -1 for a single row.
 */
static int level_at(size_t row, size_t last)
{
    int level = LEVELS - 1;
    while (level >= 0 &&
           (row % (size_t)group_size(level) != 0 || row + (size_t)group_size(level) > last))
        level--;
    return level;
}

bool sn_series_range(const SnSeries *series, int column, size_t first, size_t last, double *low,
                     double *high)
{
    const size_t count = sn_series_count(series);
    if (last > count)
        last = count;
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t row = first; row < last;) {
        const int level = level_at(row, last);
        if (level < 0) {
            const double value = sn_series_value(series, row, column);
            *low = value < *low ? value : *low;
            *high = value > *high ? value : *high;
            row++;
            continue;
        }
        const size_t size = (size_t)group_size(level);
        const double *range =
            chunk_of(series, row)->range[level] +
            ((row % CHUNK_ROWS) / size * (size_t)series->width + (size_t)column) * 2;
        *low = range[0] < *low ? range[0] : *low;
        *high = range[1] > *high ? range[1] : *high;
        row += size;
    }
    return *low <= *high;
}
