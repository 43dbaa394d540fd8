/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solids in the system: nodal positions to engine/fem, forces and stiffness of elements back into
 * blocks and pairs.  Sums go in the order of the elements, whoever makes them: the same bits for
 * any number of threads. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/solid/fem_mass.h"
#include "engine/sim/solid/fem_workspace.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/system/system_plan.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_AT_ONCE = 256, PAIRS_AT_ONCE = 512 };

/* --- forces and stiffness of the elements --- */

static void add_bundles(const SnSystem *system, const SnState *state, int number,
                        const SnFemInput *input, SnFemScratch *scratch)
{
    for (int i = 0; i < system->fems.n_bundles; i++) {
        const SnSystemBundle *bundle = &system->fems.bundles[i];
        if (bundle->fem != number || !bundle->enabled || bundle->fibre.max_stress == 0)
            continue;
        sn_fem_add_fibres(system->fems.fems[number].solid, input, &bundle->fibre,
                          sn_state_activation_const(state)[bundle->activation], bundle->n_elements,
                          system->fems.bundle_element + bundle->first_element,
                          sn_fem_constant(system->fems.bundle_direction + bundle->first_element),
                          scratch);
    }
}

/* --- into blocks and pairs --- */

typedef struct GatherTask {
    const SnSystem *system;
    const SnSystemFem *fem;
    const SnFemPart *part;
    const SnWorkspace *work;
    double scale; /* of the stiffness in M-hat */
    bool damped;
} GatherTask;

static void gather_forces(void *data, int number)
{
    const GatherTask *task = data;
    const SnFemGather *gather = &task->fem->gather;
    const SnFemSolid *solid = task->fem->solid;
    const int end = (number + 1) * NODES_AT_ONCE;
    for (int i = number * NODES_AT_ONCE; i < end && i < solid->n_nodes; i++) {
        const SnBlock *block = &task->system->blocks[task->fem->node_block[i]];
        double sum[3] = {0}, viscous[3];
        for (int k = gather->node_start[i]; k < gather->node_start[i + 1]; k++)
            sn_v3_add(sum, task->part->scratch->force + 3 * (size_t)gather->node_source[k], sum);
        /* consistent masses are damped as a whole (fem_mass.c) */
        sn_v3_scale(solid->pair_mass ? 0 : solid->mass_damping * block->mass, task->part->v[i],
                    viscous);
        if (task->damped)
            for (int k = gather->node_start[i]; k < gather->node_start[i + 1]; k++)
                sn_v3_sub(viscous,
                          task->part->scratch->viscous + 3 * (size_t)gather->node_source[k],
                          viscous);
        sn_v3_add(task->work->forces.explicit_force + block->u, sum,
                  task->work->forces.explicit_force + block->u);
        sn_v3_sub(sum, viscous, sum);
        sn_v3_add(task->work->forces.applied + block->u, sum,
                  task->work->forces.applied + block->u);
    }
}

static void gather_stiffness(void *data, int number)
{
    const GatherTask *task = data;
    const SnFemGather *gather = &task->fem->gather;
    const double *stiffness = task->part->scratch->stiffness;
    const int end = (number + 1) * PAIRS_AT_ONCE;
    for (int i = number * PAIRS_AT_ONCE; i < end && i < gather->n_pairs; i++) {
        double sum[9] = {0};
        for (int k = gather->start[i]; k < gather->start[i + 1]; k++) {
            const double *value = stiffness + 9 * (size_t)(gather->source[k] >> 1);
            if (gather->source[k] & 1) {
                for (int e = 0; e < 9; e++)
                    sum[e] += value[3 * (e % 3) + e / 3];
            } else {
                for (int e = 0; e < 9; e++)
                    sum[e] += value[e];
            }
        }
        double *target = task->work->forces.pair + task->system->pairs.value[gather->pair[i]];
        for (int e = 0; e < 9; e++)
            target[e] += task->scale * sum[e];
    }
}

static void add_mass_damping(const SnSystem *system, const SnSystemFem *fem, SnWorkspace *work,
                             double d)
{
    const double factor = d * fem->solid->mass_damping;
    for (int i = 0; factor != 0 && !fem->solid->pair_mass && i < fem->solid->n_nodes; i++) {
        const int pair = sn_diagonal_pair(system, fem->node_block[i]);
        for (int k = 0; pair >= 0 && k < 3; k++)
            work->forces.pair[system->pairs.value[pair] + 4 * k] +=
                factor * system->blocks[fem->node_block[i]].mass;
    }
}

static int parts_of(int n, int at_once)
{
    return (n + at_once - 1) / at_once;
}

/* By which stiffness + rate_share D goes into M-hat; where D is wanted alone, the stiffness is lost
 * beside it. */
static double matrix_scale(const SnFemSolid *solid, double d, double k)
{
    return k != 0 || solid->stiffness_damping == 0 ? k : 1e-12 * d;
}

/* The solids with M-hat's share of them; false: an element cannot be computed. */
static bool evaluate(const SnSystem *system, const SnState *state, SnWorkspace *work, int number,
                     double d, double k, bool matrix)
{
    const SnSystemFem *fem = &system->fems.fems[number];
    const SnFemSolid *solid = fem->solid;
    SnFemPart *part = &work->forces.fem->parts[number];
    SnWorkers *workers = work->forces.fem->workers;
    SnFemInput input = sn_fem_input_of(system, state, number, part);
    input.dt = work->forces.viscous_dt;
    const double scale = matrix_scale(solid, d, k);
    input.tangent = matrix && scale != 0;
    input.rate_share = scale != 0 ? d / scale : 0;
    input.positive_definite = work->forces.positive_definite;
    sn_fem_gather_velocities(system, fem, sn_state_u_const(state), part->v);
    input.v = sn_fem_constant(part->v);
    const int bad = sn_fem_evaluate(solid, &input, workers, part->scratch);
    if (bad >= 0) {
        work->forces.fem->bad_fem = number;
        work->forces.fem->bad_element = bad;
        return false;
    }
    add_bundles(system, state, number, &input, part->scratch);
    /* a constraint's force turns as its row does; damping has no part in that */
    if (matrix && k != 0 && !work->forces.positive_definite && solid->n_constraints > 0)
        sn_fem_add_constraint_stiffness(solid, input.x,
                                        sn_state_lambda_const(state) + fem->first_row, -1, workers,
                                        part->scratch);
    return true;
}

static void assemble(const SnSystem *system, SnWorkspace *work, int number, double scale)
{
    const SnSystemFem *fem = &system->fems.fems[number];
    GatherTask task = {.system = system,
                       .fem = fem,
                       .part = &work->forces.fem->parts[number],
                       .work = work,
                       .scale = scale,
                       .damped = fem->solid->stiffness_damping != 0};
    sn_workers_run(work->forces.fem->workers, gather_forces, &task,
                   parts_of(fem->solid->n_nodes, NODES_AT_ONCE));
    if (scale != 0)
        sn_workers_run(work->forces.fem->workers, gather_stiffness, &task,
                       parts_of(fem->gather.n_pairs, PAIRS_AT_ONCE));
}

/* --- fibres between nodes --- */

static void segment_force(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                          const SnFibreSegment *segment, double tension, double stiffness,
                          bool matrix)
{
    const double *q = sn_state_q_const(state);
    const SnBlock *a = &system->blocks[segment->block[0]], *b = &system->blocks[segment->block[1]];
    double n[3], values[9];
    sn_v3_sub(q + b->q, q + a->q, n);
    const double length = sn_v3_normalize(n, n);
    if (length <= 0)
        return;
    sn_v3_axpy(tension, n, work->forces.applied + a->u);
    sn_v3_axpy(-tension, n, work->forces.applied + b->u);
    sn_v3_axpy(tension, n, work->forces.explicit_force + a->u);
    sn_v3_axpy(-tension, n, work->forces.explicit_force + b->u);
    if (!matrix)
        return;
    for (int e = 0; e < 9; e++)
        values[e] = stiffness / length * ((e % 4 == 0) - n[e / 3] * n[e % 3]);
    for (int k = 0; k < 3; k++) {
        const int pair = system->pairs.stiffness_slot[segment->slots + k];
        double *target = pair < 0 ? NULL : work->forces.pair + system->pairs.value[pair];
        for (int e = 0; target && e < 9; e++)
            target[e] += k == 1 ? -values[e] : values[e];
    }
}

static void segment_forces(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           bool matrix, double k)
{
    for (int i = 0; i < system->fems.n_bundles; i++) {
        const SnSystemBundle *bundle = &system->fems.bundles[i];
        if (!bundle->enabled || bundle->n_segments == 0)
            continue;
        const double scale = sn_state_activation_const(state)[bundle->activation] *
                             bundle->max_force / bundle->reference_force;
        for (int s = bundle->first_segment;
             scale != 0 && s < bundle->first_segment + bundle->n_segments; s++) {
            const double tension = scale * system->fems.segments[s].max_force;
            segment_force(system, state, work, &system->fems.segments[s], tension, k * tension,
                          matrix && k != 0);
        }
    }
}

/* --- the whole --- */

static void add_solids(const SnSystem *system, const SnState *state, SnWorkspace *work, bool matrix,
                       double d, double k)
{
    work->forces.fem->bad_element = -1;
    work->forces.fem->missing = false;
    segment_forces(system, state, work, matrix, k);
    for (int f = 0; f < system->fems.n; f++)
        if (!evaluate(system, state, work, f, d, k, matrix))
            return;
}

/* Without `matrix` they may be put off until sn_complete_forces. */
static void fem_forces(const SnSystem *system, const double *inputs, const SnState *state,
                       SnWorkspace *work, bool matrix, double d, double k)
{
    sn_phase_end(work, SN_PHASE_FORCES); /* the other kinds, before these */
    if (!work->forces.fem)
        return;
    if (!matrix && work->forces.fem->deferred) {
        work->forces.fem->missing = true;
        return;
    }
    add_solids(system, state, work, matrix, d, k);
    sn_phase_end(work, SN_PHASE_ELEMENTS);
    if (work->forces.fem->bad_element >= 0)
        return;
    for (int f = 0; f < system->fems.n; f++) {
        const SnSystemFem *fem = &system->fems.fems[f];
        assemble(system, work, f, matrix ? matrix_scale(fem->solid, d, k) : 0);
        sn_fem_mass_forces(system, state, fem, work);
        if (!matrix)
            continue;
        add_mass_damping(system, fem, work, d);
        sn_fem_mass_matrix(system, fem, work, d);
    }
}

void sn_complete_forces(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    if (!work->forces.fem || !work->forces.fem->missing)
        return;
    add_solids(system, state, work, false, 0, 0);
    for (int f = 0; work->forces.fem->bad_element < 0 && f < system->fems.n; f++) {
        assemble(system, work, f, 0);
        sn_fem_mass_forces(system, state, &system->fems.fems[f], work);
    }
}

void sn_fem_defer_matrix(SnWorkspace *work, bool deferred)
{
    if (work->forces.fem)
        work->forces.fem->deferred = deferred;
}

static SnFault inside_out(const SnSystemFem *fem, int element, double time)
{
    SnFault fault =
        sn_fault(SN_FAULT_ELEMENT, sn_id_of_entry(fem->id, 1, (uint32_t)element), time, "");
    snprintf(fault.text, sizeof fault.text,
             "Element %d is inside out: try a smaller step, weaker forces, a stiffer material or "
             "more damping.",
             element);
    return fault;
}

/* Of its volume at rest: an element is nearly flat.  A step that takes its stiffness to be constant
 * may leave this of what it was: what is flat is too stiff for any factor. */
#define FLAT    0.05
#define SHRINKS 0.1

static bool is_linear(SnStepMethod method)
{
    return method == SN_STEP_BACKWARD_EULER || method == SN_STEP_TRAPEZOIDAL ||
           method == SN_STEP_SYMPLECTIC_EULER;
}

static SnFault flattened(const SnSystemFem *fem, int element, double time)
{
    SnFault fault = inside_out(fem, element, time);
    snprintf(fault.text, sizeof fault.text,
             "A step presses element %d flat: try a smaller step, weaker forces, a stiffer "
             "material or more damping.",
             element);
    return fault;
}

SnFault sn_fem_fault(const SnSystem *system, const SnState *state, const SnWorkspace *work)
{
    assert(!work || work->system == system);
    if (!work->forces.fem || work->forces.fem->bad_element < 0)
        return (SnFault){0};
    return inside_out(&system->fems.fems[work->forces.fem->bad_fem], work->forces.fem->bad_element,
                      state->time);
}

SnFault sn_fem_check_volumes(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    for (int f = 0; f < system->fems.n; f++) {
        const SnSystemFem *fem = &system->fems.fems[f];
        SnFemPart *part = &work->forces.fem->parts[f];
        double smallest;
        sn_fem_gather_positions(system, fem, sn_state_q_const(state), part->x);
        const int element = sn_fem_smallest_part(fem->solid, sn_fem_constant(part->x), &smallest);
        if (element >= 0 && !(smallest > 0))
            return inside_out(fem, element, state->time);
        if (element < 0 || smallest > FLAT || !is_linear(sn_step_method(system, work)))
            continue;
        double before;
        sn_fem_gather_positions(system, fem, sn_state_q_const(work->step.backup), part->x);
        sn_fem_smallest_part(fem->solid, sn_fem_constant(part->x), &before);
        if (smallest < SHRINKS * before)
            return flattened(fem, element, state->time);
    }
    return (SnFault){0};
}

void sn_fem_rows(const SnSystem *system, const SnState *state, SnWorkspace *work, bool jacobian,
                 SnRowValues *rows)
{
    assert(!work || work->system == system);
    double(*value)[3] = rows->fem;
    for (int f = 0; f < system->fems.n; f++) {
        const SnSystemFem *fem = &system->fems.fems[f];
        if (fem->solid->n_constraints == 0)
            continue;
        SnFemPart *part = &work->forces.fem->parts[f];
        sn_fem_gather_positions(system, fem, sn_state_q_const(state), part->x);
        sn_fem_constraints(fem->solid, sn_fem_constant(part->x), work->forces.fem->workers,
                           rows->residual + fem->first_row, jacobian ? value : NULL);
        value += fem->solid->constraint_start[fem->solid->n_constraints];
    }
}

void sn_fem_add_constraint_forces(const SnSystem *system, const SnState *state,
                                  const SnWorkspace *work, double factor, double *r)
{
    assert(!work || work->system == system);
    for (int f = 0; f < system->fems.n; f++) {
        const SnSystemFem *fem = &system->fems.fems[f];
        const SnFemSolid *solid = fem->solid;
        if (solid->n_constraints == 0)
            continue;
        SnFemPart *part = &work->forces.fem->parts[f];
        sn_fem_gather_positions(system, fem, sn_state_q_const(state), part->x);
        sn_fem_constraints(solid, sn_fem_constant(part->x), work->forces.fem->workers,
                           part->residual, part->row);
        for (int i = 0; i < solid->n_constraints; i++)
            for (int k = solid->constraint_start[i]; k < solid->constraint_start[i + 1]; k++)
                sn_v3_axpy(factor * sn_state_lambda_const(state)[fem->first_row + i], part->row[k],
                           r + system->blocks[fem->node_block[solid->constraint_node[k]]].u);
    }
}

static void audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  double energy[2], double momentum[6])
{
    double elastic = 0;
    for (int f = 0; f < system->fems.n; f++) {
        SnFemPart *part = &work->forces.fem->parts[f];
        const SnFemInput input = sn_fem_input_of(system, state, f, part);
        elastic += sn_fem_energy(system->fems.fems[f].solid, &input, NULL);
        sn_fem_audit_mass(system, state, &system->fems.fems[f], part->v, part->momentum, energy,
                          momentum);
    }
    energy[1] += elastic +
                 sn_fem_active_energy(system, state, sn_state_activation_const(state), work, false);
}

/* --- what a linear step leaves out --- */

bool sn_fem_add_volume_defects(const SnSystem *system, const SnState *before, const SnState *state,
                               SnWorkspace *work, double *force)
{
    assert(!work || work->system == system);
    bool some = false;
    for (int f = 0; f < system->fems.n; f++) {
        const SnSystemFem *fem = &system->fems.fems[f];
        const SnFemSolid *solid = fem->solid;
        if (!sn_fem_has_soft_volume(solid))
            continue;
        SnFemPart *part = &work->forces.fem->parts[f];
        double(*defect)[3] = (double(*)[3])part->scratch->viscous;
        some = true;
        sn_fem_gather_positions(system, fem, sn_state_q_const(before), part->v); /* v is free now */
        sn_fem_gather_positions(system, fem, sn_state_q_const(state), part->x);
        sn_fem_gather_activations(system, sn_state_activation_const(state), f, false,
                                  part->activation);
        sn_fem_volume_defect(solid, sn_fem_constant(part->v), sn_fem_constant(part->x),
                             part->activation, work->forces.fem->workers, defect);
        for (int i = 0; i < solid->n_nodes; i++) {
            double *sum = force + system->blocks[fem->node_block[i]].u;
            for (int k = fem->gather.node_start[i]; k < fem->gather.node_start[i + 1]; k++)
                sn_v3_add(sum, defect[fem->gather.node_source[k]], sum);
        }
    }
    return some;
}

/* --- viscous history --- */

void sn_fem_advance(const SnSystem *system, SnState *state, SnWorkspace *work, double dt)
{
    assert(!work || work->system == system);
    for (int f = 0; f < system->fems.n; f++) {
        const SnSystemFem *fem = &system->fems.fems[f];
        if (fem->solid->n_history == 0)
            continue;
        const SnFemInput input = sn_fem_input_of(system, state, f, &work->forces.fem->parts[f]);
        sn_fem_advance_history(fem->solid, input.x, input.activation, dt, work->forces.fem->workers,
                               sn_state_history(state) + fem->history);
    }
}

void sn_fem_rest_states(const SnSystem *system, SnState *state)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    for (int f = 0; f < system->fems.n; f++) {
        const SnSystemFem *fem = &system->fems.fems[f];
        if (fem->solid->n_history == 0)
            continue;
        double(*x)[3] = sn_alloc((size_t)fem->solid->n_nodes + 1, sizeof *x);
        double *activation = sn_alloc((size_t)fem->solid->n_elements + 1, sizeof *activation);
        sn_fem_gather_positions(system, fem, sn_state_q_const(state), x);
        sn_fem_gather_activations(system, sn_state_activation_const(state), f, false, activation);
        sn_fem_rest_history(fem->solid, sn_fem_constant(x), activation,
                            sn_state_history(state) + fem->history);
        sn_free(x);
        sn_free(activation);
    }
}

/* --- for results --- */

void sn_fem_input(const SnSystem *system, const SnState *state, const SnWorkspace *work, int fem,
                  SnFemInput *input)
{
    assert(!work || work->system == system);
    SnFemPart *part = &work->forces.fem->parts[fem];
    *input = sn_fem_input_of(system, state, fem, part);
    input->bundles = part->bundle;
    for (int i = 0; i < system->fems.n_bundles; i++) {
        const SnSystemBundle *bundle = &system->fems.bundles[i];
        if (bundle->fem == fem && bundle->enabled)
            part->bundle[input->n_bundles++] =
                (SnFemBundle){.fibre = &bundle->fibre,
                              .activation = sn_state_activation_const(state)[bundle->activation],
                              .n = bundle->n_elements,
                              .element = system->fems.bundle_element + bundle->first_element,
                              .direction = sn_fem_constant(system->fems.bundle_direction +
                                                           bundle->first_element)};
    }
}

void sn_fem_field_input(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        int fem, SnFemField field, SnFemInput *input)
{
    assert(!work || work->system == system);
    const SnFemPart *part = &work->forces.fem->parts[fem];
    sn_fem_input(system, state, work, fem, input);
    if (field != SN_FIELD_ACTIVATION)
        return;
    sn_fem_gather_activations(system, sn_state_activation_const(state), fem, true, part->shown);
    input->activation = part->shown;
}

SnWorkers *sn_fem_workers(const SnWorkspace *work)
{
    return work->forces.fem->workers;
}

/* --- as a kind of force --- */

const SnForceClass SN_FORCE_FEMS = {
    .name = "FEM models",
    .free = sn_fems_free,
    .couplings = sn_fem_couplings,
    .locate = sn_finish_gather,
    .visit_ids = sn_fem_visit_ids,
    .workspace_new = sn_fem_workspace_new,
    .workspace_free = sn_fem_workspace_free,
    .forces = fem_forces,
    .audit = audit,
    .carry = sn_carry_fems,
};
