/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eliminating attached blocks: with u = P' u_active + v (v: what kinematic blocks do), forces
 * become P f, matrices P M P', and P M v goes to the right-hand side (jaw-tongue-hyoid 3.5). */
#include "engine/base/vec.h"
#include "engine/sim/motion/surface.h"
#include "engine/sim/setup/system_plan.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/strand/strand_work.h"

#include <string.h>

/* y += J' x, J n_slave x n_root */
static void times_transposed(const double *jacobian, int n_slave, int n_root, const double *x,
                             double *y)
{
    for (int r = 0; r < n_slave; r++)
        for (int c = 0; c < n_root; c++)
            y[c] += jacobian[n_root * r + c] * x[r];
}

void sn_reduce_vector(const SnSystem *system, const SnWork *work, const double *full,
                      double *active)
{
    memmove(active, full, (size_t)system->n_u_active * sizeof(double));
    for (int i = 0; i < system->n_attachments; i++) {
        const SnSystemAttachment *a = &system->attachments[i];
        const SnBlock *slave = &system->blocks[a->block];
        for (int r = a->first_root; r < a->first_root + a->n_roots; r++) {
            const int block = system->attachment_root[r];
            if (block < system->n_active)
                times_transposed(work->jacobian + system->attachment_jacobian[r], slave->n,
                                 system->blocks[block].n, full + slave->u,
                                 active + system->blocks[block].u);
        }
    }
}

/* Attached part of a full vector from its active or kinematic part. */
static void spread(const SnSystem *system, const SnWork *work, bool kinematic, double *full)
{
    for (int i = 0; i < system->n_attachments; i++) {
        const SnSystemAttachment *a = &system->attachments[i];
        const SnBlock *slave = &system->blocks[a->block];
        memset(full + slave->u, 0, (size_t)slave->n * sizeof(double));
        for (int r = a->first_root; r < a->first_root + a->n_roots; r++) {
            const int block = system->attachment_root[r];
            if ((block >= system->n_active) != kinematic)
                continue;
            const double *jacobian = work->jacobian + system->attachment_jacobian[r];
            const SnBlock *root = &system->blocks[block];
            for (int x = 0; x < slave->n; x++)
                for (int y = 0; y < root->n; y++)
                    full[slave->u + x] += jacobian[root->n * x + y] * full[root->u + y];
        }
    }
}

void sn_spread_vector(const SnSystem *system, const SnWork *work, const double *active,
                      double *full)
{
    memmove(full, active, (size_t)system->n_u_active * sizeof(double));
    memset(full + system->n_u_active, 0,
           (size_t)(system->n_u - system->n_u_active) * sizeof(double));
    spread(system, work, false, full);
}

void sn_driven_velocity(const SnSystem *system, const double *u, SnWork *work)
{
    const int first = system->n_active + system->n_attached;
    const int offset = first < system->n_blocks ? system->blocks[first].u : system->n_u;
    memset(work->driven, 0, (size_t)offset * sizeof(double));
    memcpy(work->driven + offset, u + offset, (size_t)(system->n_u - offset) * sizeof(double));
    work->is_driven = false;
    for (int i = offset; i < system->n_u; i++)
        work->is_driven = work->is_driven || u[i] != 0;
    if (work->is_driven)
        spread(system, work, true, work->driven);
}

void sn_mass_multiply(const SnSystem *system, const SnWork *work, const double *u, double *y)
{
    double *momentum = work->momentum;
    const int n = system->n_active + system->n_attached;
    for (int i = 0; i < n; i++) {
        const SnBlock *block = &system->blocks[i];
        if (sn_block_has_mass(block))
            sn_v3_scale(block->mass, u + block->u, momentum + block->u);
        else
            memset(momentum + block->u, 0, (size_t)block->n * sizeof *momentum);
        if (block->kind == SN_BLOCK_BODY)
            sn_m3_mul_v3(block->inertia, u + block->u + 3, momentum + block->u + 3);
    }
    if (work->strand)
        sn_strand_add_momentum(system, work, u, momentum);
    sn_spline_add_momentum(system, u, momentum);
    sn_reduce_vector(system, work, momentum, y);
}

static bool attached_mass(const SnSystem *system)
{
    for (int i = system->n_active; i < system->n_active + system->n_attached; i++)
        if (system->blocks[i].mass != 0)
            return true;
    return false;
}

void sn_add_inertia_forces(const SnSystem *system, const SnState *state, SnWork *work,
                           double factor, bool drifting, double *y)
{
    const double *u = sn_state_u_const(state);
    double *bias = work->bias, *force = work->momentum;
    if (!work->strand && !attached_mass(system))
        return;
    memset(force, 0, (size_t)system->n_u * sizeof(double));
    memset(bias, 0, (size_t)system->n_u * sizeof(double));
    for (int i = 0; drifting && i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        if (block->kind == SN_BLOCK_SURFACE)
            sn_surface_drift_rate(system, i, sn_state_q_const(state), u, bias + block->u);
        if (block->kind != SN_BLOCK_BODY)
            continue;
        const double *w = u + block->u + 3;
        double moment[3];
        sn_m3_mul_v3(block->inertia, w, moment);
        sn_v3_cross(moment, w, moment);
        sn_m3_mul_v3(block->inertia_inverse, moment, bias + block->u + 3);
    }
    sn_attachment_bias(system, sn_state_q_const(state), u, work, bias);
    for (int i = system->n_active; i < system->n_active + system->n_attached; i++) {
        const SnBlock *block = &system->blocks[i];
        sn_v3_scale(-factor * block->mass, bias + block->u, force + block->u);
        if (block->kind == SN_BLOCK_BODY) {
            double spin[3], moment[3];
            sn_m3_mul_v3(block->inertia, u + block->u + 3, spin);
            sn_v3_cross(u + block->u + 3, spin, moment);
            sn_m3_mul_v3(block->inertia, bias + block->u + 3, spin);
            sn_v3_add(moment, spin, moment);
            sn_v3_scale(-factor, moment, force + block->u + 3);
        }
    }
    if (work->strand)
        sn_strand_add_quadratic(system, state, work, bias, factor, force);
    sn_reduce_vector(system, work, force, work->reduced);
    for (int i = 0; i < system->n_u_active; i++)
        y[i] += work->reduced[i];
}

void sn_subtract_driven_change(const SnSystem *system, const SnState *state, SnWork *work,
                               double factor)
{
    const double *u = sn_state_u_const(state), *before = sn_state_u_const(work->backup);
    if ((system->n_attached == 0 && !work->strand) ||
        system->n_attached + system->n_active == system->n_blocks)
        return;
    for (int i = 0; i < system->n_u; i++)
        work->bias[i] = factor * (u[i] - before[i]);
    sn_driven_velocity(system, work->bias, work);
    sn_mass_multiply(system, work, work->driven, work->reduced);
    for (int i = 0; i < system->n_u_active; i++)
        work->f[i] -= work->reduced[i];
    sn_driven_velocity(system, u, work);
}

/* --- matrices --- */

static bool all_zero(const double *value, int n)
{
    for (int i = 0; i < n; i++)
        if (value[i] != 0)
            return false;
    return true;
}

/* X = J' V K, J (nr x mr) and K (nc x mc) or the identity. */
static void sandwich(const double *jacobian, int nr, int mr, const double *value, int nc,
                     const double *inner, int mc, double x[36])
{
    double right[36];
    if (!inner)
        memcpy(right, value, (size_t)(nr * nc) * sizeof *right);
    for (int r = 0; inner && r < nr; r++)
        for (int c = 0; c < mc; c++) {
            double sum = 0;
            for (int k = 0; k < nc; k++)
                sum += value[nc * r + k] * inner[mc * k + c];
            right[mc * r + c] = sum;
        }
    if (!jacobian) {
        memcpy(x, right, (size_t)(nr * mc) * sizeof *x);
        return;
    }
    for (int r = 0; r < mr; r++)
        for (int c = 0; c < mc; c++) {
            double sum = 0;
            for (int k = 0; k < nr; k++)
                sum += jacobian[mr * k + r] * right[mc * k + c];
            x[mc * r + c] = sum;
        }
}

static void add_operation(const SnSystem *system, SnWork *work, int pair,
                          const SnReduceOperation *operation)
{
    const int nr = system->blocks[system->pair_row[pair]].n;
    const int nc = system->blocks[system->pair_column[pair]].n;
    const int high = system->blocks[system->pair_row[operation->target]].n;
    const int low = system->blocks[system->pair_column[operation->target]].n;
    const bool turned = operation->mode == SN_REDUCE_TRANSPOSED;
    const int mr = turned ? low : high, mc = turned ? high : low;
    double x[36], *target = work->pair + system->pair_value[operation->target];
    sandwich(operation->row_jacobian < 0 ? NULL : work->jacobian + operation->row_jacobian, nr, mr,
             work->pair + system->pair_value[pair], nc,
             operation->column_jacobian < 0 ? NULL : work->jacobian + operation->column_jacobian,
             mc, x);
    for (int r = 0; r < high; r++)
        for (int c = 0; c < low; c++) {
            if (operation->mode != SN_REDUCE_TRANSPOSED)
                target[low * r + c] += x[mc * r + c];
            if (operation->mode != SN_REDUCE_ADD)
                target[low * r + c] += x[mc * c + r];
        }
}

void sn_reduce_matrix(const SnSystem *system, SnWork *work)
{
    for (int i = 0; i < system->n_outer; i++) {
        const int pair = system->n_pairs + i;
        const int first = system->reduce_start[i], end = system->reduce_start[i + 1];
        const int n =
            system->blocks[system->pair_row[pair]].n * system->blocks[system->pair_column[pair]].n;
        if (first == end || all_zero(work->pair + system->pair_value[pair], n))
            continue;
        for (int k = first; k < end; k++)
            add_operation(system, work, pair, &system->reduce[k]);
    }
}

void sn_outer_multiply(const SnSystem *system, const SnWork *work, const double *v, double *y)
{
    double *full = work->momentum;
    memset(full, 0, (size_t)system->n_u * sizeof(double));
    for (int p = system->n_pairs; p < system->n_pairs + system->n_outer; p++) {
        const SnBlock *row = &system->blocks[system->pair_row[p]];
        const SnBlock *column = &system->blocks[system->pair_column[p]];
        const double *value = work->pair + system->pair_value[p];
        for (int r = 0; r < row->n; r++)
            for (int c = 0; c < column->n; c++) {
                full[row->u + r] += value[column->n * r + c] * v[column->u + c];
                if (row != column)
                    full[column->u + c] += value[column->n * r + c] * v[row->u + r];
            }
    }
    sn_reduce_vector(system, work, full, y);
}
