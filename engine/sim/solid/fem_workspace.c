/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/solid/fem_workspace.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

static bool stiffens(const SnSystem *system, int fem)
{
    for (int i = 0; i < system->fems.n_bundles; i++)
        if (system->fems.bundles[i].fem == fem && system->fems.bundles[i].stiffens)
            return true;
    return false;
}

void sn_fem_workspace_new(const SnSystem *system, SnWorkspace *workspace)
{
    if (system->fems.n == 0)
        return;
    SnFemWorkspace *work = sn_alloc(1, sizeof *work);
    work->workers = sn_workers_new(system->threads);
    work->parts = sn_alloc((size_t)system->fems.n, sizeof *work->parts);
    work->bad_element = -1;
    for (int f = 0; f < system->fems.n; f++) {
        const SnFemSolid *solid = system->fems.fems[f].solid;
        SnFemPart *part = &work->parts[f];
        const size_t nodes = (size_t)solid->n_nodes + 1;
        part->scratch = sn_fem_scratch_new(solid);
        part->x = sn_alloc(nodes, sizeof *part->x);
        part->v = sn_alloc(nodes, sizeof *part->v);
        if (solid->pair_mass)
            part->momentum = sn_alloc(nodes, sizeof *part->momentum);
        const int rows = solid->n_constraints;
        part->residual = sn_alloc((size_t)rows + 1, sizeof(double));
        part->row =
            sn_alloc((size_t)(rows > 0 ? solid->constraint_start[rows] : 0) + 1, sizeof *part->row);
        part->bundle = sn_alloc((size_t)system->fems.n_bundles + 1, sizeof *part->bundle);
        if (system->fems.n_bundles > 0)
            part->shown = sn_alloc((size_t)solid->n_elements + 1, sizeof(double));
        if (stiffens(system, f))
            part->activation = sn_alloc((size_t)solid->n_elements + 1, sizeof(double));
    }
    workspace->forces.fem = work;
}

void sn_fem_workspace_free(const SnSystem *system, SnWorkspace *work)
{
    SnFemWorkspace *fem = work->forces.fem;
    if (!fem)
        return;
    sn_workers_free(fem->workers);
    for (int f = 0; f < system->fems.n; f++) {
        SnFemPart *part = &fem->parts[f];
        sn_fem_scratch_free(part->scratch);
        sn_free(part->x);
        sn_free(part->v);
        sn_free(part->momentum);
        sn_free(part->residual);
        sn_free(part->row);
        sn_free(part->activation);
        sn_free(part->bundle);
        sn_free(part->shown);
    }
    sn_free(fem->parts);
    sn_free(fem);
}

void sn_fem_gather_positions(const SnSystem *system, const SnSystemFem *fem, const double *q,
                             double (*x)[3])
{
    for (int i = 0; i < fem->solid->n_nodes; i++)
        sn_v3_copy(q + system->blocks[fem->node_block[i]].q, x[i]);
}

void sn_fem_gather_velocities(const SnSystem *system, const SnSystemFem *fem, const double *u,
                              double (*v)[3])
{
    for (int i = 0; i < fem->solid->n_nodes; i++)
        sn_v3_copy(u + system->blocks[fem->node_block[i]].u, v[i]);
}

void sn_fem_gather_activations(const SnSystem *system, const double *activation, int fem, bool all,
                               double *element)
{
    if (!element)
        return;
    memset(element, 0, (size_t)system->fems.fems[fem].solid->n_elements * sizeof *element);
    for (int i = 0; i < system->fems.n_bundles; i++) {
        const SnSystemBundle *bundle = &system->fems.bundles[i];
        if (bundle->fem != fem || !(bundle->stiffens || all) || !bundle->enabled)
            continue;
        for (int k = bundle->first_element; k < bundle->first_element + bundle->n_elements; k++) {
            double *a = &element[system->fems.bundle_element[k]];
            *a = fmin(*a + activation[bundle->activation], 1);
        }
    }
}

SnFemInput sn_fem_input_of(const SnSystem *system, const SnState *state, int number,
                           SnFemPart *part)
{
    const SnSystemFem *fem = &system->fems.fems[number];
    sn_fem_gather_positions(system, fem, sn_state_q_const(state), part->x);
    sn_fem_gather_activations(system, sn_state_activation_const(state), number, false,
                              part->activation);
    return (SnFemInput){
        .x = sn_fem_constant(part->x),
        .activation = part->activation,
        .history = fem->solid->n_history > 0 ? sn_state_history_const(state) + fem->history : NULL};
}
