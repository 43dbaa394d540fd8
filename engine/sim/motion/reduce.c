/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eliminating attached blocks: with u = P' u_active + v (v: what kinematic blocks do), forces
 * become P f, matrices P M P', and P M v goes to the right-hand side (jaw-tongue-hyoid 3.5). */
#include "engine/base/vec.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/motion/surface.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <string.h>

/* y += J' x, J n_slave x n_root */
static void times_transposed(const double *jacobian, int n_slave, int n_root, const double *x,
                             double *y)
{
    for (int r = 0; r < n_slave; r++)
        for (int c = 0; c < n_root; c++)
            y[c] += jacobian[n_root * r + c] * x[r];
}

void sn_reduce_vector(const SnSystem *system, const SnWorkspace *work, const double *full,
                      double *active)
{
    assert(!work || work->system == system);
    memmove(active, full, (size_t)system->n_u_active * sizeof(double));
    for (int i = 0; i < system->attachments.n; i++) {
        const SnSystemAttachment *a = &system->attachments.attachments[i];
        const SnBlock *slave = &system->blocks[a->block];
        for (int r = a->first_root; r < a->first_root + a->n_roots; r++) {
            const int block = system->attachments.root[r];
            if (block < system->n_active)
                times_transposed(work->motion.jacobian + system->attachments.jacobian[r], slave->n,
                                 system->blocks[block].n, full + slave->u,
                                 active + system->blocks[block].u);
        }
    }
}

/* Attached part of a full vector from its active or kinematic part. */
static void spread(const SnSystem *system, const SnWorkspace *work, bool kinematic, double *full)
{
    for (int i = 0; i < system->attachments.n; i++) {
        const SnSystemAttachment *a = &system->attachments.attachments[i];
        const SnBlock *slave = &system->blocks[a->block];
        memset(full + slave->u, 0, (size_t)slave->n * sizeof(double));
        for (int r = a->first_root; r < a->first_root + a->n_roots; r++) {
            const int block = system->attachments.root[r];
            if ((block >= system->n_active) != kinematic)
                continue;
            const double *jacobian = work->motion.jacobian + system->attachments.jacobian[r];
            const SnBlock *root = &system->blocks[block];
            for (int x = 0; x < slave->n; x++)
                for (int y = 0; y < root->n; y++)
                    full[slave->u + x] += jacobian[root->n * x + y] * full[root->u + y];
        }
    }
}

void sn_spread_vector(const SnSystem *system, const SnWorkspace *work, const double *active,
                      double *full)
{
    assert(!work || work->system == system);
    memmove(full, active, (size_t)system->n_u_active * sizeof(double));
    memset(full + system->n_u_active, 0,
           (size_t)(system->n_u - system->n_u_active) * sizeof(double));
    spread(system, work, false, full);
}

void sn_prescribed_velocity(const SnSystem *system, const double *u, SnWorkspace *work)
{
    assert(!work || work->system == system);
    const int first = system->n_active + system->n_attached;
    const int offset = first < system->n_blocks ? system->blocks[first].u : system->n_u;
    memset(work->motion.prescribed, 0, (size_t)offset * sizeof(double));
    memcpy(work->motion.prescribed + offset, u + offset,
           (size_t)(system->n_u - offset) * sizeof(double));
    work->motion.has_prescribed = false;
    for (int i = offset; i < system->n_u; i++)
        work->motion.has_prescribed = work->motion.has_prescribed || u[i] != 0;
    if (work->motion.has_prescribed)
        spread(system, work, true, work->motion.prescribed);
}

/* --- matrices --- */

static bool all_zero(const double *value, int n)
{
    for (int i = 0; i < n; i++)
        if (value[i] != 0)
            return false;
    return true;
}

/* X = V K, V (nr x nc), K (nc x mc) */
static inline void times(const double *restrict v, int nr, int nc, const double *restrict k, int mc,
                         double *restrict x)
{
    for (int r = 0; r < nr; r++)
        for (int c = 0; c < mc; c++) {
            double sum = 0;
            for (int i = 0; i < nc; i++)
                sum += v[nc * r + i] * k[mc * i + c];
            x[mc * r + c] = sum;
        }
}

/* X = J' V, J (nr x mr), V (nr x mc) */
static inline void transposed_times(const double *restrict j, int nr, int mr,
                                    const double *restrict v, int mc, double *restrict x)
{
    for (int r = 0; r < mr; r++)
        for (int c = 0; c < mc; c++) {
            double sum = 0;
            for (int i = 0; i < nr; i++)
                sum += j[mr * i + r] * v[mc * i + c];
            x[mc * r + c] = sum;
        }
}

/* X = J' V K, J (nr x mr) and K (nc x mc) or the identity.  Points on bodies, which most attached
 * blocks are, have sizes that are constants, so that the loops are unrolled. */
static void sandwich(const double *jacobian, int nr, int mr, const double *value, int nc,
                     const double *inner, int mc, double x[36])
{
    double product[36];
    const double *right = value;
    if (inner) {
        if (nr == 3 && nc == 3 && mc == 6)
            times(value, 3, 3, inner, 6, product);
        else
            times(value, nr, nc, inner, mc, product);
        right = product;
    }
    if (!jacobian)
        memcpy(x, right, (size_t)(nr * mc) * sizeof *x);
    else if (nr == 3 && mr == 6 && mc == 6)
        transposed_times(jacobian, 3, 6, right, 6, x);
    else
        transposed_times(jacobian, nr, mr, right, mc, x);
}

static void add_operation(const SnSystem *system, SnWorkspace *work, int pair,
                          const SnReduceOperation *operation)
{
    const int nr = system->blocks[system->pairs.row[pair]].n;
    const int nc = system->blocks[system->pairs.column[pair]].n;
    const int high = system->blocks[system->pairs.row[operation->target]].n;
    const int low = system->blocks[system->pairs.column[operation->target]].n;
    const bool turned = operation->mode == SN_REDUCE_TRANSPOSED;
    const int mr = turned ? low : high, mc = turned ? high : low;
    double x[36], *target = work->forces.pair + system->pairs.value[operation->target];
    sandwich(operation->row_jacobian < 0 ? NULL : work->motion.jacobian + operation->row_jacobian,
             nr, mr, work->forces.pair + system->pairs.value[pair], nc,
             operation->column_jacobian < 0 ? NULL
                                            : work->motion.jacobian + operation->column_jacobian,
             mc, x);
    for (int i = 0; i < high * low && operation->mode != SN_REDUCE_TRANSPOSED; i++)
        target[i] += x[i]; /* not turned: mc is low */
    for (int r = 0; r < high && operation->mode != SN_REDUCE_ADD; r++)
        for (int c = 0; c < low; c++)
            target[low * r + c] += x[mc * c + r];
}

void sn_reduce_matrix(const SnSystem *system, SnWorkspace *work)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->pairs.n_outer; i++) {
        const int pair = system->pairs.n + i;
        const int first = system->pairs.reduce_start[i], end = system->pairs.reduce_start[i + 1];
        const int n = system->blocks[system->pairs.row[pair]].n *
                      system->blocks[system->pairs.column[pair]].n;
        if (first == end || all_zero(work->forces.pair + system->pairs.value[pair], n))
            continue;
        for (int k = first; k < end; k++)
            add_operation(system, work, pair, &system->pairs.reduce[k]);
    }
}

void sn_outer_multiply(const SnSystem *system, SnWorkspace *work, const double *v, double *y)
{
    assert(!work || work->system == system);
    double *full = sn_scratch_take(work, "outer product", system->n_u);
    memset(full, 0, (size_t)system->n_u * sizeof(double));
    for (int p = system->pairs.n; p < system->pairs.n + system->pairs.n_outer; p++) {
        const SnBlock *row = &system->blocks[system->pairs.row[p]];
        const SnBlock *column = &system->blocks[system->pairs.column[p]];
        const double *value = work->forces.pair + system->pairs.value[p];
        for (int r = 0; r < row->n; r++)
            for (int c = 0; c < column->n; c++) {
                full[row->u + r] += value[column->n * r + c] * v[column->u + c];
                if (row != column)
                    full[column->u + c] += value[column->n * r + c] * v[row->u + r];
            }
    }
    sn_reduce_vector(system, work, full, y);
    sn_scratch_give(work, full);
}
