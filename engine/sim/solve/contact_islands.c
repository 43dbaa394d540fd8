/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/solve/contact_islands.h"

#include "engine/base/memory.h"
#include "engine/linsolve/block_cholesky.h"

#include <math.h>
#include <string.h>

enum { WIDE = SN_BLOCK_WIDTH, SIDES = SN_BLOCK_SIDES, ROWS = SN_BLOCK_ROWS };

/* Directions give way so little beside their rows that a solution with the factor is off by more
 * than what a step is to be known to. */
#define STIFF 1e4

struct SnContactIslands {
    SnBlockCholesky *matrix;
    bool looked, separate; /* A is block diagonal */
    int *block_of;         /* [n] unknown -> block */
    double *root;          /* [n_active][36] L, reciprocals on its diagonal */
    int *parent, *local;   /* [n_active] of the union of blocks; number in the island */
    int *head, *tail;      /* [n_active] first and last cone of an island, by its block */
    int block_room, cone_room, row_room, scratch_room;
    int *next;            /* [cones] in the same island, -1: the last */
    SnBlockRows *arm;     /* [cones] rows as bodies move with A = L L' taken to one: N L'^-1 */
    double (*soft)[ROWS]; /* [cones] of rows */
    double (*slope)[ROWS][ROWS]; /* [cones] */
    int (*pair)[2];              /* [cones] blocks of the island */
    SnCone *cone;                /* [cones] */
    int *row_of;                 /* [rows] of the island -> of all */
    double *v;                   /* [n_active][6] */
    double *size;                /* [cones] */
    double *q, *z;               /* [rows] */
    double *rate;                /* [rows] */
    double *given, *share;       /* [rows] of the directions; 1 / compliance of each */
    bool any_soft;               /* a row of the island */
    double most, least;          /* size of a cone; if one of its bodies moved alone */
    char *scratch;
    int n_blocks, n_cones, n_rows; /* of the island at hand */
};

void sn_contact_islands_free(SnContactIslands *s)
{
    if (!s)
        return;
    sn_block_cholesky_free(s->matrix);
    void *arrays[] = {s->block_of, s->root, s->parent, s->local, s->head,    s->tail, s->next,
                      s->arm,      s->pair, s->cone,   s->size,  s->row_of,  s->v,    s->q,
                      s->z,        s->rate, s->given,  s->share, s->scratch, s->soft, s->slope};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    sn_free(s);
}

/* --- room --- */

typedef struct Array {
    void *array; /* address of the pointer */
    size_t size; /* of what it holds */
} Array;

static bool reserve_all(const Array *arrays, size_t n_arrays, int *room, int n)
{
    int last = *room;
    for (size_t i = 0; i < n_arrays; i++) {
        last = *room;
        if (!sn_reserve(arrays[i].array, &last, n, arrays[i].size))
            return false;
    }
    *room = last;
    return true;
}

static bool reserve(SnContactIslands *s, int blocks, int cones, int rows)
{
    const Array of_blocks[] = {{&s->root, WIDE * WIDE * sizeof *s->root},
                               {&s->parent, sizeof *s->parent},
                               {&s->local, sizeof *s->local},
                               {&s->head, sizeof *s->head},
                               {&s->tail, sizeof *s->tail},
                               {&s->v, WIDE * sizeof *s->v}};
    const Array of_cones[] = {{&s->next, sizeof *s->next}, {&s->arm, sizeof *s->arm},
                              {&s->soft, sizeof *s->soft}, {&s->slope, sizeof *s->slope},
                              {&s->pair, sizeof *s->pair}, {&s->cone, sizeof *s->cone},
                              {&s->size, sizeof *s->size}};
    const Array of_rows[] = {{&s->row_of, sizeof *s->row_of}, {&s->q, sizeof *s->q},
                             {&s->z, sizeof *s->z},           {&s->rate, sizeof *s->rate},
                             {&s->given, sizeof *s->given},   {&s->share, sizeof *s->share}};
    return reserve_all(of_blocks, sizeof of_blocks / sizeof *of_blocks, &s->block_room, blocks) &&
           reserve_all(of_cones, sizeof of_cones / sizeof *of_cones, &s->cone_room, cones) &&
           reserve_all(of_rows, sizeof of_rows / sizeof *of_rows, &s->row_room, rows) &&
           sn_reserve(&s->scratch, &s->scratch_room, (int)sn_cones_scratch_size(rows, false), 1);
}

static SnContactIslands *made(SnContactWorkspace *w)
{
    if (!w->islands)
        w->islands = sn_try_alloc(1, sizeof *w->islands);
    if (w->islands && !w->islands->matrix)
        w->islands->matrix = sn_block_cholesky_new();
    return w->islands && w->islands->matrix ? w->islands : NULL;
}

/* --- bodies --- */

/* Whether each column of A stays within its block, which has at most six unknowns. */
static bool is_separate(const SnSystem *system, const SnKktMatrix *matrix, int *block_of)
{
    for (int b = 0; b < system->n_active; b++) {
        const SnBlock *block = &system->blocks[b];
        for (int k = 0; k < block->n; k++) {
            const int j = block->u + k;
            block_of[j] = b;
            for (int e = matrix->a_start[j]; e < matrix->a_start[j + 1]; e++)
                if (matrix->a_row[e] >= block->u + block->n)
                    return false;
        }
    }
    return true;
}

/* L of each block, row-major; false: one is not positive definite. */
static bool take_roots(const SnSystem *system, const SnKktMatrix *matrix, SnContactIslands *s)
{
    for (int b = 0; b < system->n_active; b++) {
        const SnBlock *block = &system->blocks[b];
        double *l = s->root + (size_t)b * WIDE * WIDE;
        memset(l, 0, WIDE * WIDE * sizeof *l);
        for (int j = 0; j < block->n; j++)
            for (int e = matrix->a_start[block->u + j]; e < matrix->a_start[block->u + j + 1]; e++)
                l[(matrix->a_row[e] - block->u) * WIDE + j] = matrix->a_value[e];
        for (int j = 0; j < block->n; j++) {
            double pivot = l[j * WIDE + j];
            for (int k = 0; k < j; k++)
                pivot -= l[j * WIDE + k] * l[j * WIDE + k];
            if (!(pivot > 0))
                return false;
            l[j * WIDE + j] = 1 / sqrt(pivot);
            for (int i = j + 1; i < block->n; i++) {
                double sum = l[i * WIDE + j];
                for (int k = 0; k < j; k++)
                    sum -= l[i * WIDE + k] * l[j * WIDE + k];
                l[i * WIDE + j] = sum * l[j * WIDE + j];
            }
        }
    }
    return true;
}

/* --- islands --- */

static int representative(const SnContactIslands *s, int block)
{
    while (s->parent[block] != block)
        block = s->parent[block];
    return block;
}

/* The lesser number represents both, so that islands do not depend on the order of contacts. */
static void unite(const SnContactIslands *s, int a, int b)
{
    const int i = representative(s, a), j = representative(s, b);
    const int least = i < j ? i : j;
    s->parent[i] = s->parent[j] = least;
    s->parent[a] = s->parent[b] = least;
}

/* Chains the cones of each island behind the head of its block; false: a row has no body. */
static bool find_islands(const SnContactWorkspace *w, SnContactIslands *s, int n_blocks,
                         int n_cones)
{
    for (int b = 0; b < n_blocks; b++) {
        s->parent[b] = b;
        s->head[b] = s->local[b] = -1;
    }
    for (int c = 0; c < n_cones; c++) {
        const int row = w->cones[c].row, last = row + (w->cones[c].contact ? ROWS : 1);
        if (w->start[row] == w->start[last])
            return false;
        for (int e = w->start[row] + 1; e < w->start[last]; e++)
            unite(s, s->block_of[w->column[w->start[row]]], s->block_of[w->column[e]]);
    }
    for (int c = 0; c < n_cones; c++) {
        const int b = representative(s, s->block_of[w->column[w->start[w->cones[c].row]]]);
        s->next[c] = -1;
        if (s->head[b] < 0)
            s->head[b] = c;
        else
            s->next[s->tail[b]] = c;
        s->tail[b] = c;
    }
    return true;
}

/* The side of a block in the arm, with a number in the island; -1: it has too many. */
static int side_of(SnContactIslands *s, SnBlockRows *arm, int block)
{
    if (s->local[block] < 0)
        s->local[block] = s->n_blocks++;
    for (int side = 0; side < SIDES; side++) {
        if (arm->block[side] < 0)
            arm->block[side] = s->local[block];
        if (arm->block[side] == s->local[block])
            return side;
    }
    return -1;
}

/* Row of all into row k of the arm; false: more than two bodies are on it. */
static bool take_row(const SnWorkspace *work, SnContactIslands *s, int row, int k)
{
    SnBlockRows *arm = &s->arm[s->n_cones];
    const SnContactWorkspace *w = work->contacts;
    for (int e = w->start[row]; e < w->start[row + 1];) {
        const int b = s->block_of[w->column[e]], side = side_of(s, arm, b);
        const SnBlock *block = &work->system->blocks[b];
        const double *l = s->root + (size_t)b * WIDE * WIDE;
        if (side < 0)
            return false;
        double *y = arm->row[k] + (size_t)side * WIDE;
        for (; e < w->start[row + 1] && s->block_of[w->column[e]] == b; e++)
            y[w->column[e] - block->u] = w->value[e];
        for (int i = 0; i < block->n; i++) {
            for (int j = 0; j < i; j++)
                y[i] -= l[i * WIDE + j] * y[j];
            y[i] *= l[i * WIDE + i];
        }
    }
    const int source = w->source[row];
    s->soft[s->n_cones][k] = source >= 0 ? work->unilateral.dynamic.row[source].softness : 0;
    s->any_soft = s->any_soft || s->soft[s->n_cones][k] != 0;
    return true;
}

/* The cones of an island, from its first. */
static bool take_cones(const SnWorkspace *work, SnContactIslands *s, int first)
{
    const SnContactWorkspace *w = work->contacts;
    s->n_blocks = s->n_cones = s->n_rows = 0;
    s->any_soft = false;
    s->most = 0;
    s->least = HUGE_VAL;
    for (int c = first; c >= 0; c = s->next[c], s->n_cones++) {
        const int count = w->cones[c].contact ? ROWS : 1;
        SnBlockRows *arm = &s->arm[s->n_cones];
        *arm = (SnBlockRows){.n = count, .block = {-1, -1}};
        s->cone[s->n_cones] = w->cones[c];
        s->cone[s->n_cones].row = s->n_rows;
        double size = 0, alone[SIDES] = {0};
        for (int k = 0; k < count; k++, s->n_rows++) {
            const int row = w->cones[c].row + k;
            double diagonal = 0;
            if (!take_row(work, s, row, k))
                return false;
            double of_side[SIDES] = {0};
            for (int i = 0; i < SIDES * WIDE; i++) {
                diagonal += arm->row[k][i] * arm->row[k][i];
                of_side[i / WIDE] += arm->row[k][i] * arm->row[k][i];
            }
            for (int side = 0; side < SIDES; side++)
                alone[side] = fmax(alone[side], of_side[side]);
            size = fmax(size, diagonal + s->soft[s->n_cones][k]);
            s->row_of[s->n_rows] = row;
            s->q[s->n_rows] = w->q[row];
            s->z[s->n_rows] = w->z[row];
        }
        for (int side = 0; side < SIDES && arm->block[side] >= 0; side++)
            s->least = alone[side] > 0 ? fmin(s->least, alone[side]) : s->least;
        s->size[s->n_cones] = size;
        s->most = fmax(s->most, size);
        memcpy(s->pair[s->n_cones], arm->block, sizeof *s->pair);
    }
    return true;
}

/* --- what the cones' solver asks for --- */

/* y += S x */
static void add_softness(const SnContactIslands *s, const double *x, double *y)
{
    for (int c = 0; s->any_soft && c < s->n_cones; c++)
        for (int k = 0; k < s->arm[c].n; k++)
            y[s->cone[c].row + k] += s->soft[c][k] * x[s->cone[c].row + k];
}

static bool multiply(void *data, const double *x, double *y)
{
    const SnContactIslands *s = data;
    sn_block_cholesky_push(s->matrix, s->arm, x, s->v);
    sn_block_cholesky_rates(s->matrix, s->arm, s->v, y);
    add_softness(s, x, y);
    return true;
}

/* Compliance of a direction with that of the rows. */
static double compliance_of(const SnContactIslands *s, const SnConeDirection *d)
{
    double sum = d->compliance;
    for (int k = 0; k < s->arm[d->cone].n; k++)
        sum += d->along[k] * d->along[k] * s->soft[d->cone][k];
    return sum;
}

static double along(const SnContactIslands *s, const SnConeDirection *d, const double *y)
{
    double sum = 0;
    for (int k = 0; k < s->arm[d->cone].n; k++)
        sum += d->along[k] * y[s->cone[d->cone].row + k];
    return sum;
}

/* Q C^-1 Q' of each cone, and C^-1; whether the directions are stiff beside their rows. */
static bool set_slopes(SnContactIslands *s, int n, const SnConeDirection *directions)
{
    bool stiff = false;
    memset(s->slope, 0, (size_t)s->n_cones * sizeof *s->slope);
    for (int m = 0; m < n; m++) {
        const SnConeDirection *d = &directions[m];
        s->share[m] = 1 / (s->any_soft ? compliance_of(s, d) : d->compliance);
        stiff = stiff || s->share[m] * s->size[d->cone] > STIFF;
        for (int i = 0; i < ROWS; i++) /* beyond the cone's there are zeros */
            for (int j = 0; j < ROWS; j++)
                s->slope[d->cone][i][j] += s->share[m] * d->along[i] * d->along[j];
    }
    return stiff;
}

static void step_back(const SnContactIslands *s, const SnConeDirection *d, double l, double *step)
{
    for (int k = 0; k < s->arm[d->cone].n; k++)
        step[s->cone[d->cone].row + k] -= l * d->along[k];
}

/* l = C^-1 (Q' N v + g), v = (1 + B C^-1 B')^-1 (N' x - B C^-1 g), B = N' Q, g = Q' S x. */
static bool solve(void *data, int n, const SnConeDirection *directions, const double *x,
                  double *step, double *d_step)
{
    SnContactIslands *s = data;
    const bool stiff = set_slopes(s, n, directions);
    sn_block_cholesky_set(s->matrix, true, s->arm, s->slope);
    if (!sn_block_cholesky_factor(s->matrix))
        return false;
    memcpy(step, x, (size_t)s->n_rows * sizeof *step);
    memset(s->given, 0, (size_t)n * sizeof *s->given);
    for (int k = 0; s->any_soft && k < n; k++) {
        const SnConeDirection *d = &directions[k];
        for (int r = 0; r < s->arm[d->cone].n; r++)
            s->given[k] += d->along[r] * s->soft[d->cone][r] * x[s->cone[d->cone].row + r];
        step_back(s, d, s->given[k] * s->share[k], step);
    }
    sn_block_cholesky_push(s->matrix, s->arm, step, s->v);
    sn_block_cholesky_solve(s->matrix, s->v);
    sn_block_cholesky_rates(s->matrix, s->arm, s->v, s->rate);
    memcpy(step, x, (size_t)s->n_rows * sizeof *step);
    for (int k = 0; k < n; k++) {
        const double l = (along(s, &directions[k], s->rate) + s->given[k]) * s->share[k];
        step_back(s, &directions[k], l, step);
    }
    if (stiff)
        return multiply(s, step, d_step);
    /* v is N' step, but for what is off by rounding */
    memcpy(d_step, s->rate, (size_t)s->n_rows * sizeof *d_step);
    add_softness(s, step, d_step);
    return true;
}

/* --- the laws' own Newton step --- */

/* K and F of a cone where its rows are soft: (1 + K S)^-1 of both, S on the normal alone. */
static void soften(double s, int rows, double k[ROWS][ROWS], double *f)
{
    if (s == 0)
        return;
    const double first[ROWS] = {k[0][0], k[1][0], k[2][0]};
    for (int j = 0; j <= rows; j++) {
        const double a = (j < rows ? k[0][j] : f[0]) / (1 + first[0] * s);
        for (int i = 0; i < rows; i++) {
            double *x = j < rows ? &k[i][j] : &f[i];
            *x = i == 0 ? a : *x - first[i] * s * a;
        }
    }
}

/* (1 + K D) step = -F: step = -F - K N v with (1 + N' K N) v = -N' F. */
static bool solve_laws(void *data, double (*k)[ROWS][ROWS], double *f, double *step)
{
    SnContactIslands *s = data;
    for (int c = 0; c < s->n_cones; c++)
        soften(s->soft[c][0], s->arm[c].n, k[c], f + s->cone[c].row);
    sn_block_cholesky_set(s->matrix, false, s->arm, k);
    if (!sn_block_cholesky_factor(s->matrix))
        return false;
    sn_block_cholesky_push(s->matrix, s->arm, f, s->v);
    for (int i = 0; i < s->n_blocks * WIDE; i++)
        s->v[i] = -s->v[i];
    sn_block_cholesky_solve(s->matrix, s->v);
    sn_block_cholesky_rates(s->matrix, s->arm, s->v, s->rate);
    for (int c = 0; c < s->n_cones; c++)
        for (int i = 0, row = s->cone[c].row; i < s->arm[c].n; i++) {
            step[row + i] = -f[row + i];
            for (int j = 0; j < s->arm[c].n; j++)
                step[row + i] -= k[c][i][j] * s->rate[row + j];
        }
    return true;
}

/* --- all --- */

static SnIslandsResult solve_island(SnWorkspace *work, SnContactIslands *s, int first)
{
    if (!take_cones(work, s, first) ||
        !sn_block_cholesky_begin(s->matrix, s->n_blocks, s->n_cones, (const int(*)[2])s->pair))
        return SN_ISLANDS_NONE;
    const SnCones problem = {.n_rows = s->n_rows,
                             .n_cones = s->n_cones,
                             .cones = s->cone,
                             .q = s->q,
                             .size = s->size,
                             .unlike = s->most / s->least,
                             .data = s,
                             .multiply = multiply,
                             .solve = solve,
                             .solve_laws = solve_laws};
    const bool good = sn_cones_solve(&problem, s->z, NULL, s->scratch);
    for (int i = 0; i < s->n_rows; i++)
        work->contacts->z[s->row_of[i]] = s->z[i];
    return good ? SN_ISLANDS_SOLVED : SN_ISLANDS_FAILED;
}

/* Contacts of six rows are not known here. */
static bool any_rolls(const SnContactWorkspace *w, int n_cones)
{
    for (int c = 0; c < n_cones; c++)
        if (w->cones[c].rolls || w->cones[c].limit > 0)
            return true;
    return false;
}

SnIslandsResult sn_contact_islands_solve(SnWorkspace *work, int n_cones, int n_rows)
{
    const SnSystem *system = work->system;
    const SnKktMatrix *matrix = &work->linear.matrix;
    const bool known = matrix->q == 0 && !any_rolls(work->contacts, n_cones);
    SnContactIslands *s = known ? made(work->contacts) : NULL;
    if (!s || !reserve(s, system->n_active, n_cones, n_rows))
        return SN_ISLANDS_NONE;
    if (!s->looked) {
        s->block_of = sn_try_alloc((size_t)matrix->n + 1, sizeof *s->block_of);
        s->separate = s->block_of && is_separate(system, matrix, s->block_of);
        s->looked = s->block_of != NULL;
    }
    if (!s->separate || !take_roots(system, matrix, s) ||
        !find_islands(work->contacts, s, system->n_active, n_cones))
        return SN_ISLANDS_NONE;
    for (int b = 0; b < system->n_active; b++) {
        const SnIslandsResult result =
            s->head[b] >= 0 ? solve_island(work, s, s->head[b]) : SN_ISLANDS_SOLVED;
        if (result != SN_ISLANDS_SOLVED)
            return result;
    }
    return SN_ISLANDS_SOLVED;
}
