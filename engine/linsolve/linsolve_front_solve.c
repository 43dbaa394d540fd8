/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Substitution with the factor of linsolve_front_factor.c; compiled like it. */
#include <string.h>

#include "engine/linsolve/linsolve_front_real.h"

#define STRIP SN_FRONT_STRIP

/* Eight numbers in vectors of 32 bytes: wider ones are taken apart through memory where the
 * processor has none. */
typedef Real Part __attribute__((vector_size(32), aligned(sizeof(Real)), may_alias));
enum { PARTS = 8 * sizeof(Real) / 32 };

typedef struct __attribute__((may_alias)) Eight {
    Part part[PARTS];
} Eight;

INLINE Eight eight_at(const Real *x)
{
    Eight v;
    UNROLL
    for (int i = 0; i < PARTS; i++)
        v.part[i] = ((const Part *)x)[i];
    return v;
}

INLINE void put_eight(Eight v, Real *x)
{
    UNROLL
    for (int i = 0; i < PARTS; i++)
        ((Part *)x)[i] = v.part[i];
}

/* sum + s x */
INLINE Eight plus_scaled(Eight sum, Eight x, Real s)
{
    UNROLL
    for (int i = 0; i < PARTS; i++)
        sum.part[i] += x.part[i] * s;
    return sum;
}

INLINE Eight less_scaled(Eight sum, Eight x, Real s)
{
    UNROLL
    for (int i = 0; i < PARTS; i++)
        sum.part[i] -= x.part[i] * s;
    return sum;
}

/* s x - y */
INLINE Eight scaled_less(Eight x, Real s, Eight y)
{
    UNROLL
    for (int i = 0; i < PARTS; i++)
        x.part[i] = x.part[i] * s - y.part[i];
    return x;
}

/* sum + x y, number by number */
INLINE Eight plus_product(Eight sum, Eight x, Eight y)
{
    UNROLL
    for (int i = 0; i < PARTS; i++)
        sum.part[i] += x.part[i] * y.part[i];
    return sum;
}

INLINE Eight plus(Eight x, Eight y)
{
    UNROLL
    for (int i = 0; i < PARTS; i++)
        x.part[i] += y.part[i];
    return x;
}

INLINE Eight less(Eight x, Eight y)
{
    UNROLL
    for (int i = 0; i < PARTS; i++)
        x.part[i] -= y.part[i];
    return x;
}

/* ((0 + 4) + (1 + 5)) + ((2 + 6) + (3 + 7)) */
INLINE Real sum_of_eight(Eight v)
{
    Real x[8];
    put_eight(v, x);
    return ((x[0] + x[4]) + (x[1] + x[5])) + ((x[2] + x[6]) + (x[3] + x[7]));
}

/* Columns [j, j + columns) of one panel: y [j ...) := L^-1 y. */
INLINE void forward_columns(const Real *l, int stride, int columns, int rows, Real *y)
{
    Real x[STRIP];

    UNROLL
    for (int k = 0; k < columns; k++) {
        Real sum = y[k];
        UNROLL
        for (int m = 0; m < k; m++)
            sum -= l[m * stride + k] * x[m];
        y[k] = x[k] = sum;
    }
    int r = columns;
    for (; r < rows && r % STRIP; r++) {
        Real sum = 0;
        UNROLL
        for (int k = 0; k < columns; k++)
            sum += l[k * stride + r] * x[k];
        y[r] -= sum;
    }
    for (; r < rows; r += STRIP) {
        Eight sum = {0};
        UNROLL
        for (int k = 0; k < columns; k++)
            sum = plus_scaled(sum, eight_at(l + k * stride + r), x[k]);
        put_eight(less(eight_at(y + r), sum), y + r);
    }
}

/* The same backwards: y [j, j + columns) := D^-1 y - L' y. */
INLINE void backward_columns(const Real *l, int stride, int columns, int rows, const Real *inverse,
                             Real *y)
{
    Eight sums[STRIP] = {0};
    Real x[STRIP] = {0};
    int r = columns;

    for (; r < rows && r % STRIP; r++) {
        UNROLL
        for (int k = 0; k < columns; k++)
            x[k] += l[k * stride + r] * y[r];
    }
    for (; r < rows; r += STRIP) {
        const Eight here = eight_at(y + r);
        UNROLL
        for (int k = 0; k < columns; k++)
            sums[k] = plus_product(sums[k], eight_at(l + k * stride + r), here);
    }
    UNROLL
    for (int k = 0; k < columns; k++)
        x[k] += sum_of_eight(sums[k]);
    UNROLL
    for (int k = columns - 1; k >= 0; k--) {
        Real sum = y[k] * inverse[k] - x[k];
        UNROLL
        for (int m = k + 1; m < columns; m++)
            sum -= l[k * stride + m] * y[m];
        y[k] = sum;
    }
}

#define SOLVE_WIDTH(w)                                                                             \
    static void forward_##w(const Real *l, int stride, int rows, Real *y)                          \
    {                                                                                              \
        forward_columns(l, stride, w, rows, y);                                                    \
    }                                                                                              \
    static void backward_##w(const Real *l, int stride, int rows, const Real *inverse, Real *y)    \
    {                                                                                              \
        backward_columns(l, stride, w, rows, inverse, y);                                          \
    }
SOLVE_WIDTH(1)
SOLVE_WIDTH(2)
SOLVE_WIDTH(3)
SOLVE_WIDTH(4)
SOLVE_WIDTH(5)
SOLVE_WIDTH(6)
SOLVE_WIDTH(7)
SOLVE_WIDTH(8)

static void (*const forward_by_width[STRIP + 1])(const Real *, int, int, Real *) = {
    NULL, forward_1, forward_2, forward_3, forward_4, forward_5, forward_6, forward_7, forward_8};

static void (*const backward_by_width[STRIP + 1])(const Real *, int, int, const Real *, Real *) = {
    NULL,       backward_1, backward_2, backward_3, backward_4,
    backward_5, backward_6, backward_7, backward_8};

static void forward(const SnFront *front, const SnFrontNode *node, Real *z, Real *y)
{
    const Real *panel = (const Real *)front->values + node->panel;
    const SnLdlRun *run = front->plan->run + node->solve_run;
    int width = node->width;

    memcpy(y, z + node->first, (size_t)width * sizeof *y);
    memset(y + width, 0, (size_t)(node->leading - width) * sizeof *y);
    for (int j = 0; j < width; j += STRIP) {
        int columns = width - j < STRIP ? width - j : STRIP;
        forward_by_width[columns](panel + (size_t)j * (size_t)node->leading + j, node->leading,
                                  node->leading - j, y + j);
    }
    memcpy(z + node->first, y, (size_t)width * sizeof *y);
    for (int k = 0; k < node->solve_runs; k++, run++) {
        Real *to = z + run->to;
        const Real *from = y + width + run->at;
        for (int r = 0; r < run->length; r++)
            to[r] += from[r];
    }
}

static void backward(const SnFront *front, const SnFrontNode *node, Real *z, Real *y)
{
    const Real *panel = (const Real *)front->values + node->panel;
    const Real *inverse = (const Real *)front->inverse + node->first;
    const SnLdlRun *run = front->plan->run + node->solve_run;
    int width = node->width;

    memcpy(y, z + node->first, (size_t)width * sizeof *y);
    for (int k = 0; k < node->solve_runs; k++, run++)
        memcpy(y + width + run->at, z + run->to, (size_t)run->length * sizeof *y);
    memset(y + width + node->below, 0, (size_t)(node->leading - width - node->below) * sizeof *y);
    for (int j = (width - 1) / STRIP * STRIP; j >= 0; j -= STRIP) {
        int columns = width - j < STRIP ? width - j : STRIP;
        backward_by_width[columns](panel + (size_t)j * (size_t)node->leading + j, node->leading,
                                   node->leading - j, inverse + j, y + j);
    }
    memcpy(z + node->first, y, (size_t)width * sizeof *y);
}

static bool all_zero(const Real *x, int count)
{
    for (int k = 0; k < count; k++) {
        if (x[k] != 0)
            return false;
    }
    return true;
}

/* A power of two near the largest entry: residuals may be smaller than any float. */
static double scale_of(const double *x, int count, int step)
{
    double most = 0;
    int exponent;

    for (ptrdiff_t k = 0; k < count; k++)
        most = fabs(x[k * step]) > most ? fabs(x[k * step]) : most;
    if (!(most > 0 && most < DBL_MAX))
        return 1;
    frexp(most, &exponent);
    return ldexp(1, exponent);
}

/* A sparse x is zero except on the paths from its entries to the roots: the forward substitution
 * passes over all other panels. */
INLINE bool passed_over(const SnFrontNode *node, const Real *z, bool sparse)
{
    return sparse && all_zero(z + node->first, node->width);
}

static void substitute(SnFront *front, bool sparse)
{
    const SnFrontPlan *plan = front->plan;
    Real *z = front->z;

    for (int s = 0; s < plan->nodes; s++)
        if (!passed_over(&plan->node[s], z, sparse))
            forward(front, &plan->node[s], z, front->gather);
    for (int s = plan->nodes - 1; s >= 0; s--)
        backward(front, &plan->node[s], z, front->gather);
}

/* --- in two halves: the subtrees of the tasks, and what is above them in between --- */

typedef struct Range {
    int from, count;
} Range;

typedef struct Halves {
    SnFront *front;
    bool sparse;
} Halves;

static Range unknowns_of(const SnFrontPlan *plan, const SnFrontTask *task)
{
    const SnFrontNode *last = &plan->node[task->last];
    const int from = plan->node[task->first].first;
    return (Range){from, last->first + last->width - from};
}

static void forward_half(void *data, int half)
{
    const Halves *halves = data;
    const SnFront *front = halves->front;
    const SnFrontPlan *plan = front->plan;
    Real *z = half ? front->half_z : front->z, *gather = half ? front->half_gather : front->gather;

    if (half) /* of what is above the tasks it finds its own share, from 0 */
        memset(z, 0, (size_t)plan->size * sizeof *z);
    for (int k = 0; k < plan->tasks; k++) {
        const SnFrontTask *task = &plan->task[k];
        const Range range = unknowns_of(plan, task);
        if (task->half != half)
            continue;
        if (half)
            memcpy(z + range.from, (const Real *)front->z + range.from,
                   (size_t)range.count * sizeof *z);
        for (int s = task->first; s <= task->last; s++)
            if (!passed_over(&plan->node[s], z, halves->sparse))
                forward(front, &plan->node[s], z, gather);
    }
}

static void backward_half(void *data, int half)
{
    const SnFront *front = ((const Halves *)data)->front;
    const SnFrontPlan *plan = front->plan;
    Real *gather = half ? front->half_gather : front->gather;

    for (int k = 0; k < plan->tasks; k++)
        for (int s = plan->task[k].last; s >= plan->task[k].first; s--)
            if (plan->task[k].half == half)
                backward(front, &plan->node[s], front->z, gather);
}

static void join_halves(SnFront *front)
{
    const SnFrontPlan *plan = front->plan;
    Real *z = front->z;
    const Real *other = front->half_z;

    for (int k = 0; k < plan->tasks; k++) {
        const Range range = unknowns_of(plan, &plan->task[k]);
        if (plan->task[k].half)
            memcpy(z + range.from, other + range.from, (size_t)range.count * sizeof *z);
    }
    for (int k = 0; k < plan->top_nodes; k++) {
        const SnFrontNode *node = &plan->node[plan->top_node[k]];
        for (int i = node->first; i < node->first + node->width; i++)
            z[i] += other[i];
    }
}

static void substitute_by_halves(SnFront *front, bool sparse)
{
    const SnFrontPlan *plan = front->plan;
    Real *z = front->z;
    Halves halves = {front, sparse};

    sn_workers_run(front->workers, forward_half, &halves, 2);
    join_halves(front);
    for (int k = 0; k < plan->top_nodes; k++) {
        const SnFrontNode *node = &plan->node[plan->top_node[k]];
        if (!passed_over(node, z, sparse))
            forward(front, node, z, front->gather);
    }
    for (int k = plan->top_nodes - 1; k >= 0; k--)
        backward(front, &plan->node[plan->top_node[k]], z, front->gather);
    sn_workers_run(front->workers, backward_half, &halves, 2);
}

void SN_FRONT_FUNCTION(solve)(SnFront *front, double *x, bool sparse)
{
    const SnFrontPlan *plan = front->plan;
    Real *z = front->z;
    double scale = IS_SINGLE ? scale_of(x, plan->size, 1) : 1, inverse = 1 / scale;

    for (int k = 0; k < plan->size; k++)
        z[k] = (Real)(x[plan->old[k]] * inverse);
    if (plan->halves)
        substitute_by_halves(front, sparse);
    else
        substitute(front, sparse);
    for (int k = 0; k < plan->size; k++)
        x[plan->old[k]] = (double)z[k] * scale;
}

/* --- SN_LINSOLVE_BATCH right-hand sides at once, their entries of one unknown together --- */

#define ROWS_AT_ONCE 4

/* Columns [j, j + columns) of one panel, as forward_columns. */
static void forward_batch(const Real *l, int stride, int columns, int rows, Eight *y)
{
    for (int k = 0; k < columns; k++) {
        for (int m = 0; m < k; m++)
            y[k] = less_scaled(y[k], y[m], l[m * stride + k]);
    }
    for (int r = columns; r < rows; r += ROWS_AT_ONCE) {
        int count = rows - r < ROWS_AT_ONCE ? rows - r : ROWS_AT_ONCE;
        Eight sum[ROWS_AT_ONCE] = {0};
        for (int k = 0; k < columns; k++) {
            const Eight here = y[k];
            UNROLL
            for (int i = 0; i < ROWS_AT_ONCE; i++)
                sum[i] = plus_scaled(sum[i], here, l[k * stride + r + i]);
        }
        for (int i = 0; i < count; i++)
            y[r + i] = less(y[r + i], sum[i]);
    }
}

/* As backward_columns. */
static void backward_batch(const Real *l, int stride, int columns, int rows, const Real *inverse,
                           Eight *y)
{
    Eight sum[STRIP] = {0};
    int first = 0;

    for (; first + ROWS_AT_ONCE <= columns; first += ROWS_AT_ONCE) {
        Eight part[ROWS_AT_ONCE] = {0};
        for (int r = columns; r < rows; r++) {
            const Eight here = y[r];
            UNROLL
            for (int k = 0; k < ROWS_AT_ONCE; k++)
                part[k] = plus_scaled(part[k], here, l[(first + k) * stride + r]);
        }
        memcpy(sum + first, part, sizeof part);
    }
    for (int k = first; k < columns; k++) {
        for (int r = columns; r < rows; r++)
            sum[k] = plus_scaled(sum[k], y[r], l[k * stride + r]);
    }
    for (int k = columns - 1; k >= 0; k--) {
        Eight here = scaled_less(y[k], inverse[k], sum[k]);
        for (int m = k + 1; m < columns; m++)
            here = less_scaled(here, y[m], l[k * stride + m]);
        y[k] = here;
    }
}

static void forward_node(const SnFront *front, const SnFrontNode *node, Eight *z, Eight *y)
{
    const Real *panel = (const Real *)front->values + node->panel;
    const int *row = front->plan->row + node->row;
    int width = node->width, rows = width + node->below;

    memcpy(y, z + node->first, (size_t)width * sizeof *y);
    memset(y + width, 0, (size_t)node->below * sizeof *y);
    for (int j = 0; j < width; j += STRIP)
        forward_batch(panel + (size_t)j * (size_t)node->leading + j, node->leading,
                      width - j < STRIP ? width - j : STRIP, rows - j, y + j);
    memcpy(z + node->first, y, (size_t)width * sizeof *y);
    for (int r = 0; r < node->below; r++)
        z[row[r]] = plus(z[row[r]], y[width + r]);
}

static void backward_node(SnFront *front, const SnFrontNode *node)
{
    const Real *panel = (const Real *)front->values + node->panel;
    const Real *inverse = (const Real *)front->inverse + node->first;
    const int *row = front->plan->row + node->row;
    Eight *z = front->batch, *y = front->gather_batch;
    int width = node->width, rows = width + node->below;

    memcpy(y, z + node->first, (size_t)width * sizeof *y);
    for (int r = 0; r < node->below; r++)
        y[width + r] = z[row[r]];
    for (int j = (width - 1) / STRIP * STRIP; j >= 0; j -= STRIP)
        backward_batch(panel + (size_t)j * (size_t)node->leading + j, node->leading,
                       width - j < STRIP ? width - j : STRIP, rows - j, inverse + j, y + j);
    memcpy(z + node->first, y, (size_t)width * sizeof *y);
}

/* x [n + q][SN_LINSOLVE_BATCH] := (factored matrix)^-1 x; lanes do not influence each other. */
void SN_FRONT_FUNCTION(solve_batch)(SnFront *front, double *x, bool sparse)
{
    const SnFrontPlan *plan = front->plan;
    Real *z = front->batch;
    double scale[SN_LINSOLVE_BATCH], inverse[SN_LINSOLVE_BATCH];

    for (int c = 0; c < SN_LINSOLVE_BATCH; c++) {
        scale[c] = IS_SINGLE ? scale_of(x + c, plan->size, SN_LINSOLVE_BATCH) : 1;
        inverse[c] = 1 / scale[c];
    }
    for (int k = 0; k < plan->size; k++) {
        const double *from = x + (ptrdiff_t)plan->old[k] * SN_LINSOLVE_BATCH;
        for (int c = 0; c < SN_LINSOLVE_BATCH; c++)
            z[k * (ptrdiff_t)SN_LINSOLVE_BATCH + c] = (Real)(from[c] * inverse[c]);
    }
    for (int s = 0; s < plan->nodes; s++) {
        const SnFrontNode *node = &plan->node[s];
        if (!sparse || !all_zero(z + node->first * (ptrdiff_t)SN_LINSOLVE_BATCH,
                                 node->width * SN_LINSOLVE_BATCH))
            forward_node(front, node, (Eight *)front->batch, (Eight *)front->gather_batch);
    }
    for (int s = plan->nodes - 1; s >= 0; s--)
        backward_node(front, &plan->node[s]);
    for (int k = 0; k < plan->size; k++) {
        double *to = x + (ptrdiff_t)plan->old[k] * SN_LINSOLVE_BATCH;
        for (int c = 0; c < SN_LINSOLVE_BATCH; c++)
            to[c] = (double)z[k * (ptrdiff_t)SN_LINSOLVE_BATCH + c] * scale[c];
    }
}

#if !SN_FRONT_IS_FLOAT

/* --- half of it, for Delassus matrices: D = Y' D^-1 Y of Y = L^-1 X --- */

/* Groups of columns, panel by panel, so that each is fetched once. */
void SN_FRONT_FUNCTION(half_solve)(const SnFront *front, double *y, bool *reached, int first,
                                   int step, int groups, double *gather)
{
    const SnFrontPlan *plan = front->plan;

    for (int s = 0; s < plan->nodes; s++) {
        const SnFrontNode *node = &plan->node[s];
        for (int g = first; g < groups; g += step) {
            double *z = y + (size_t)g * (size_t)plan->size * SN_LINSOLVE_BATCH;
            bool *here = &reached[(size_t)g * (size_t)plan->nodes + (size_t)s];
            *here = !all_zero(z + node->first * (ptrdiff_t)SN_LINSOLVE_BATCH,
                              node->width * SN_LINSOLVE_BATCH);
            if (*here)
                forward_node(front, node, (Eight *)(void *)z, (Eight *)(void *)gather);
        }
    }
}

/* The same to the bit whichever of the groups is the one: rows are kept in the order in which they
 * came. */
void SN_FRONT_FUNCTION(half_product)(const SnFront *front, const double *y, const int *place, int n,
                                     const SnFrontReached *nodes, double *block)
{
    const double *inverse = front->inverse;
    double sum[SN_LINSOLVE_BATCH][SN_LINSOLVE_BATCH];

    for (int half = 0; half < SN_LINSOLVE_BATCH; half += ROWS_AT_ONCE) {
        Eight part[ROWS_AT_ONCE] = {0};
        for (int i = 0; i < n; i++) {
            const SnFrontNode *node = &front->plan->node[nodes[i].node];
            const int at = place[nodes[i].node];
            if (at < 0)
                continue;
            const double *a = y + (size_t)at * SN_LINSOLVE_BATCH + half;
            const double *b = y + (size_t)nodes[i].at * SN_LINSOLVE_BATCH;
            for (int k = 0; k < node->width; k++, a += SN_LINSOLVE_BATCH, b += SN_LINSOLVE_BATCH) {
                const double sign = inverse[node->first + k] < 0 ? -1 : 1;
                const Eight right = eight_at(b);
                UNROLL
                for (int c = 0; c < ROWS_AT_ONCE; c++)
                    part[c] = plus_scaled(part[c], right, sign * a[c]);
            }
        }
        for (int c = 0; c < ROWS_AT_ONCE; c++)
            put_eight(part[c], sum[half + c]);
    }
    memcpy(block, sum, sizeof sum);
}

#endif
