/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distributed inertia of strands: it is in M-hat like a force's stiffness, so no part of the step
 * may take M for block diagonal. */
#include "engine/base/vec.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>
#include <string.h>

static void multiply(const SnSegmentWorkspace *w, const double *u, double factor, double *momentum)
{
    const int n = w->in.n_columns;
    for (int r = 0; r < n; r++) {
        double sum = 0;
        for (int c = 0; c < n; c++)
            sum += w->mass[n * r + c] * u[w->column_u[c]];
        momentum[w->column_u[r]] += factor * sum;
    }
}

void sn_strand_add_momentum(const SnSystem *system, const SnWorkspace *work, const double *u,
                            double *momentum)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->strands.n_segments; i++)
        multiply(&work->forces.strand->segments[i], u, 1, momentum);
}

/* Acceleration of a node at zero acceleration of its block, or with that in `bias`. */
static void node_acceleration(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                              const double *bias, int number, double a[3])
{
    const int block = system->points[system->strands.nodes[number].point].block;
    sn_v3_set(0, 0, 0, a);
    if (block < 0)
        return;
    const SnBlock *b = &system->blocks[block];
    if (b->kind == SN_BLOCK_BODY) {
        const double *w = sn_state_u_const(state) + b->u + 3,
                     *local = work->forces.strand->local[number];
        double turn[3], part[3];
        sn_v3_cross(w, local, turn);
        sn_v3_cross(w, turn, turn);
        if (bias) {
            sn_v3_cross(bias + b->u + 3, local, part);
            sn_v3_add(turn, part, turn);
        }
        sn_m3_mul_v3(work->motion.rotation[block], turn, a);
    }
    if (bias)
        sn_v3_add(a, bias + b->u, a);
}

void sn_strand_accelerate_nodes(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, const double *bias, int number)
{
    assert(!work || work->system == system);
    const SnSystemSegment *segment = &system->strands.segments[number];
    for (int k = 0; k < segment->count; k++)
        node_acceleration(system, state, work, bias, work->forces.strand->node[segment->first + k],
                          work->forces.strand->nodes[segment->first + k].a);
}

static void scatter(const SnSegmentWorkspace *w, const double *columns, double factor, double *f)
{
    for (int c = 0; c < w->in.n_columns; c++)
        f[w->column_u[c]] += factor * columns[c];
}

void sn_strand_add_quadratic(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             const double *bias, double factor, double *force)
{
    assert(!work || work->system == system);
    SnStrandWorkspace *strand = work->forces.strand;
    sn_strand_look(system, state, work);
    for (int i = 0; i < system->strands.n_segments; i++) {
        SnSegmentWorkspace *w = &strand->segments[i];
        if (!work->step.ahead.on) { /* those of the start of the step stay */
            sn_strand_accelerate_nodes(system, state, work, bias, i);
            sn_segment_inertia(&w->in, &w->shape, NULL, w->quadratic, strand->scratch);
            sn_pulley_slides_inertia(system, state, work, i, w->quadratic);
        }
        scatter(w, w->quadratic, factor, force);
    }
}

void sn_strand_take_inertia(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                            const double *change, double h, double *force)
{
    assert(!work || work->system == system);
    SnStrandWorkspace *strand = work->forces.strand;
    sn_strand_look(system, state, work);
    for (int i = 0; i < system->strands.n_segments; i++) {
        SnSegmentWorkspace *w = &strand->segments[i];
        sn_strand_accelerate_nodes(system, state, work, NULL, i);
        sn_segment_inertia(&w->in, &w->shape, w->mass, strand->columns, strand->scratch);
        sn_pulley_slides_inertia(system, state, work, i, strand->columns);
        multiply(w, change, -1, force);
        scatter(w, strand->columns, h, force);
    }
}

double sn_strand_kinetic(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         double momentum[6])
{
    assert(!work || work->system == system);
    double energy = 0;
    sn_strand_look(system, state, work);
    for (int i = 0; i < system->strands.n_segments; i++) {
        const SnSegmentWorkspace *w = &work->forces.strand->segments[i];
        double mine[6];
        energy += sn_segment_kinetic(&w->in, &w->shape, momentum ? mine : NULL);
        for (int k = 0; momentum && k < 6; k++)
            momentum[k] += mine[k];
    }
    return energy;
}
