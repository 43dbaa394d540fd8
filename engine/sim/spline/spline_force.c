/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/memory.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/spline/spline_law.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- what the matter does --- */

typedef struct Matter {
    const SnStrandParameters *p;
    const SnMuscleParameters *muscle;
    double rest_length, activation;
    bool enabled;
} Matter;

static SnSplineTension law_of(const void *data, double stretch, double rate, double active)
{
    const Matter *matter = data;
    if (!matter->enabled)
        return (SnSplineTension){0};
    return sn_spline_law(matter->p, matter->muscle, matter->rest_length, stretch, rate,
                         matter->activation * active);
}

static Matter matter_of(const SnSystem *system, const SnState *state, const SnSystemSpline *spline)
{
    Matter matter = {&spline->p, NULL, spline->rest_length, 0, spline->enabled};
    if (spline->p.muscle >= 0) {
        matter.muscle = &system->paths.muscles[spline->p.muscle];
        matter.activation = sn_state_activation_const(state)[matter.muscle->activation];
    }
    return matter;
}

static SnSplineMaterial material_of(const SnSystemSpline *spline, const Matter *matter)
{
    return (SnSplineMaterial){law_of, matter, spline->enabled ? spline->p.bending : 0};
}

static void gather(const SnSystem *system, const double *q, const double *u, const int *blocks,
                   SnSplineState *span)
{
    for (int i = 0; i < 4; i++) {
        const SnBlock *block = &system->blocks[blocks[i]];
        sn_v3_copy(q + block->q, span->x[i]);
        sn_v3_copy(u + block->u, span->v[i]);
    }
}

static void gather_nodes(const SnSystem *system, const SnState *state, const int *blocks,
                         SnSplineState *span)
{
    gather(system, sn_state_q_const(state), sn_state_u_const(state), blocks, span);
}

/* --- mass and weight --- */

/* `times` x mass of a span into its pairs. */
static void add_mass(const SnSystem *system, SnWorkspace *work, const int *blocks, const int *slot,
                     const double mass[4][4], double times)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++, slot++) {
            double values[9] = {0};
            values[0] = values[4] = values[8] = times * mass[i][j];
            sn_pair_add(system, work, *slot, blocks[i], blocks[j], values);
        }
}

static void span_weight(const SnSystem *system, SnWorkspace *work, const SnSystemSpline *spline,
                        const SnSplinePoint *points, const int *blocks)
{
    double share[4];
    sn_spline_span_shares(points, share);
    for (int i = 0; i < 4; i++) {
        const int u = system->blocks[blocks[i]].u;
        const double mass = spline->p.line_density * share[i];
        sn_v3_axpy(mass, spline->p.gravity, work->forces.applied + u);
        sn_v3_axpy(mass, spline->p.gravity, work->forces.explicit_force + u);
    }
}

static void span_inertia(const SnSystem *system, SnWorkspace *work, const SnSystemSpline *spline,
                         const SnSplinePoint *points, const int *blocks, const int *slot,
                         const SnSplineState *state, bool matrix, double d)
{
    double mass[4][4];
    sn_spline_span_mass(points, mass);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            mass[i][j] *= spline->p.line_density;
            sn_v3_axpy(-spline->mass_damping * mass[i][j], state->v[j],
                       work->forces.applied + system->blocks[blocks[i]].u);
        }
    if (matrix)
        add_mass(system, work, blocks, slot, (const double(*)[4])mass,
                 1 + d * spline->mass_damping);
    span_weight(system, work, spline, points, blocks);
}

/* --- all of a strand --- */

static void add_stiffness(const SnSystem *system, SnWorkspace *work, const int *blocks,
                          const int *slot, double stiffness[4][4][9])
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++, slot++)
            sn_pair_add(system, work, *slot, blocks[i], blocks[j], stiffness[i][j]);
}

static void take_results(SnSplineResults *results, const SnSplineForce *force, double rest)
{
    results->length += force->length;
    results->rate += force->rate;
    results->strain = fmax(results->strain, force->largest_stretch - 1);
    results->largest_tension = fmax(results->largest_tension, force->largest_tension);
    results->mean_tension += force->tension_length / rest;
    results->elastic_energy += force->energy;
    results->bending_energy += force->bending_energy;
}

static void end_tensions(const SnSystem *system, const SnState *state, const SnSystemSpline *spline,
                         const SnSplineMaterial *material, double tension[2])
{
    for (int end = 0; end < 2; end++) {
        const int span = end ? spline->n_nodes - 4 : 0;
        const int sample = end ? sn_spline_n_samples(spline->n_nodes) - 1 : 0;
        SnSplineState now;
        double stretch;
        gather_nodes(system, state, system->splines.block + spline->first_node + span, &now);
        tension[end] = sn_spline_tension_at(&system->splines.samples[spline->first_sample + sample],
                                            material, &now, &stretch);
    }
}

static double kinetic_energy(const SnSystem *system, const SnState *state,
                             const SnSystemSpline *spline)
{
    double sum = 0;
    for (int span = 0; span < spline->n_nodes - 3; span++) {
        double mass[4][4];
        SnSplineState now;
        gather_nodes(system, state, system->splines.block + spline->first_node + span, &now);
        sn_spline_span_mass(system->splines.points + spline->first_point + SN_SPLINE_GAUSS * span,
                            mass);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                sum += 0.5 * spline->p.line_density * mass[i][j] * sn_v3_dot(now.v[i], now.v[j]);
    }
    return sum;
}

/* Stretch and bending of a span, which begins at control point `first` of all strands. */
static void span_force(const SnSystem *system, SnWorkspace *work, int first, const int *slot,
                       const SnSplinePoint *points, const SnSplineMaterial *material,
                       const SnSplineState *now, SnSplineForce *force, bool implicit, double d,
                       double k)
{
    const int *blocks = system->splines.block + first;
    const bool ahead = work->step.ahead.on;
    SnElementAhead *element = &work->forces.spline->spans[first];
    double stiffness[4][4][9];
    sn_spline_span_force(points, material, now, force);
    for (int i = 0; i < 4; i++)
        sn_v3_add(work->forces.applied + system->blocks[blocks[i]].u, force->force[i],
                  work->forces.applied + system->blocks[blocks[i]].u);
    if (!implicit) {
        for (int i = 0; i < 4; i++)
            sn_v3_add(work->forces.explicit_force + system->blocks[blocks[i]].u, force->force[i],
                      work->forces.explicit_force + system->blocks[blocks[i]].u);
        return;
    }
    sn_spline_span_stiffness(points, material, now, d, k, work->forces.positive_definite || ahead,
                             stiffness);
    add_stiffness(system, work, blocks, slot, stiffness);
    for (int i = 0; i < 12; i++) {
        element->column[i] = system->blocks[blocks[i / 3]].u + i % 3;
        for (int j = 0; j < 12; j++)
            element->implicit[i][j] = stiffness[i / 3][j / 3][3 * (i % 3) + j % 3];
    }
    sn_element_start(work, element, force->force[0], force->velocity_free[0], force->energy);
    for (int i = 0; i < 12; i++)
        work->forces.explicit_force[element->column[i]] += element->start[i];
}

static void strand_forces(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          int number, bool matrix, double d, double k)
{
    const SnSystemSpline *spline = &system->splines.splines[number];
    const Matter matter = matter_of(system, state, spline);
    const SnSplineMaterial material = material_of(spline, &matter);
    const SnAheadWorkspace *ahead = &work->step.ahead;
    SnSplineResults *results = &work->forces.spline->results[number];
    *results = (SnSplineResults){.strain = -1};
    for (int span = 0; span < spline->n_nodes - 3; span++) {
        const int *blocks = system->splines.block + spline->first_node + span;
        const int *slot = system->pairs.stiffness_slot + spline->slots + 10 * span;
        const SnSplinePoint *points =
            system->splines.points + spline->first_point + SN_SPLINE_GAUSS * span;
        SnSplineState now;
        SnSplineForce force;
        gather_nodes(system, state, blocks, &now);
        span_inertia(system, work, spline, points, blocks, slot, &now, matrix, d);
        if (ahead->on)
            gather(system, ahead->q, ahead->u, blocks, &now);
        span_force(system, work, spline->first_node + span, slot, points, &material, &now, &force,
                   matrix && (d != 0 || k != 0), d, k);
        take_results(results, &force, spline->rest_length);
    }
    end_tensions(system, state, spline, &material, results->end_tension);
    results->kinetic_energy = kinetic_energy(system, state, spline);
}

static void spline_forces(const SnSystem *system, const double *inputs, const SnState *state,
                          SnWorkspace *work, bool matrix, double d, double k)
{
    for (int i = 0; i < system->splines.n; i++)
        strand_forces(system, state, work, i, matrix, d, k);
}

void sn_spline_add_momentum(const SnSystem *system, const double *u, double *momentum)
{
    for (int s = 0; s < system->splines.n; s++) {
        const SnSystemSpline *spline = &system->splines.splines[s];
        for (int span = 0; span < spline->n_nodes - 3; span++) {
            const int *blocks = system->splines.block + spline->first_node + span;
            double mass[4][4];
            sn_spline_span_mass(
                system->splines.points + spline->first_point + SN_SPLINE_GAUSS * span, mass);
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sn_v3_axpy(spline->p.line_density * mass[i][j], u + system->blocks[blocks[j]].u,
                               momentum + system->blocks[blocks[i]].u);
        }
    }
}

double sn_spline_mass(const SnSystem *system, int spline)
{
    assert(spline >= 0 && spline < system->splines.n);
    return system->splines.splines[spline].p.line_density *
           system->splines.splines[spline].rest_length;
}

/* A tension of 1 all along: its forces are -dl/dx. */
static SnSplineTension unit_tension(const void *data, double stretch, double rate, double active)
{
    return (SnSplineTension){.tension = 1};
}

void sn_spline_shortening(const SnSystem *system, const SnState *state, int number, const double *u,
                          double shortening[2])
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    assert(number >= 0 && number < system->splines.n);
    const SnSystemSpline *spline = &system->splines.splines[number];
    const Matter matter = matter_of(system, state, spline);
    const SnSplineMaterial materials[2] = {{.law = unit_tension},
                                           {.law = law_of, .law_data = &matter}};
    shortening[0] = shortening[1] = 0;
    for (int span = 0; span < spline->n_nodes - 3; span++) {
        const int *blocks = system->splines.block + spline->first_node + span;
        SnSplineState now;
        SnSplineForce force;
        gather_nodes(system, state, blocks, &now);
        for (int m = 0; m < 2; m++) {
            sn_spline_span_force(system->splines.points + spline->first_point +
                                     SN_SPLINE_GAUSS * span,
                                 &materials[m], &now, &force);
            for (int i = 0; i < 4; i++)
                shortening[m] += sn_v3_dot(force.force[i], u + system->blocks[blocks[i]].u);
        }
    }
}

/* Linear and angular momentum, and the potential of the weight, of one span. */
static void audit_span(const SnSystemSpline *spline, const SnSplinePoint *points,
                       const SnSplineState *now, double energy[2], double momentum[6])
{
    double mass[4][4];
    sn_spline_span_mass(points, mass);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            const double m = spline->p.line_density * mass[i][j];
            double arm[3];
            /* the basis sums to 1: rows of the mass matrix are the weight's shares */
            energy[1] -= m * sn_v3_dot(spline->p.gravity, now->x[i]);
            sn_v3_axpy(m, now->v[j], momentum);
            sn_v3_cross(now->x[i], now->v[j], arm);
            sn_v3_axpy(m, arm, momentum + 3);
        }
}

static void audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  double energy[2], double momentum[6])
{
    double unwanted[6] = {0};
    momentum = momentum ? momentum : unwanted;
    for (int s = 0; s < system->splines.n; s++) {
        const SnSystemSpline *spline = &system->splines.splines[s];
        energy[0] += work->forces.spline->results[s].kinetic_energy;
        energy[1] += work->forces.spline->results[s].elastic_energy;
        for (int span = 0; span < spline->n_nodes - 3; span++) {
            SnSplineState now;
            gather_nodes(system, state, system->splines.block + spline->first_node + span, &now);
            audit_span(spline,
                       system->splines.points + spline->first_point + SN_SPLINE_GAUSS * span, &now,
                       energy, momentum);
        }
    }
}

double sn_spline_active_energy(const SnSystem *system, const SnState *state,
                               const double *activation)
{
    double sum = 0;
    for (int s = 0; s < system->splines.n; s++) {
        const SnSystemSpline *spline = &system->splines.splines[s];
        Matter matter = matter_of(system, state, spline);
        if (!matter.muscle || matter.muscle->type != SN_MUSCLE_TYPE_ZERO_REST)
            continue;
        matter.activation = activation[matter.muscle->activation];
        const SnSplineMaterial material = material_of(spline, &matter);
        for (int span = 0; span < spline->n_nodes - 3; span++) {
            SnSplineState now;
            SnSplineForce force;
            gather_nodes(system, state, system->splines.block + spline->first_node + span, &now);
            sn_spline_span_force(system->splines.points + spline->first_point +
                                     SN_SPLINE_GAUSS * span,
                                 &material, &now, &force);
            sum += force.energy;
        }
    }
    return sum;
}

/* --- in Newton's iteration of a step (step/ahead.h) --- */

#define EXCHANGE 1e-6  /* energy that a strand may gain, of what it takes up or gives away */
#define ROUNDING 1e-14 /* error of energies, over them and tension times length */

static bool may_gain(const SnSystem *system)
{
    return system->splines.n > 0;
}

static void foresee(const SnSystem *system, SnWorkspace *work)
{
    for (int s = 0; s < system->splines.n; s++) {
        const SnSystemSpline *spline = &system->splines.splines[s];
        for (int span = 0; span < spline->n_nodes - 3; span++)
            sn_element_foresee(work, &work->forces.spline->spans[spline->first_node + span]);
    }
}

/* Forces and energies of the spans at the state; true: these energies are all of them. */
static bool look_at_spans(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          const SnSystemSpline *spline)
{
    const Matter matter = matter_of(system, state, spline);
    const SnSplineMaterial material = material_of(spline, &matter);
    for (int span = 0; span < spline->n_nodes - 3; span++) {
        SnElementAhead *element = &work->forces.spline->spans[spline->first_node + span];
        SnSplineState now;
        SnSplineForce force;
        gather_nodes(system, state, system->splines.block + spline->first_node + span, &now);
        sn_spline_span_force(system->splines.points + spline->first_point + SN_SPLINE_GAUSS * span,
                             &material, &now, &force);
        memcpy(element->now_force, force.force, sizeof element->now_force);
        element->now_energy = force.energy;
    }
    return !matter.muscle;
}

static void add_gain(const SnSystem *system, const SnState *state, SnWorkspace *work,
                     const double *before, SnGain *gain)
{
    for (int s = 0; s < system->splines.n; s++) {
        const SnSystemSpline *spline = &system->splines.splines[s];
        const bool elastic = look_at_spans(system, state, work, spline);
        double mine = 0, exchanged = 0, stored = 0;
        for (int span = 0; span < spline->n_nodes - 3; span++) {
            const SnElementAhead *element = &work->forces.spline->spans[spline->first_node + span];
            mine += sn_element_gain(work, element, elastic, &exchanged);
            stored += element->now_energy + element->before_energy;
        }
        stored += fabs(work->forces.spline->results[s].largest_tension) * spline->rest_length;
        mine -= EXCHANGE * exchanged + ROUNDING * stored;
        gain->sum += mine;
        if (!(mine <= gain->excess)) {
            gain->excess = mine;
            gain->id = spline->id;
            gain->any = true;
        }
    }
}

static double linear_power(const SnSystem *system, SnWorkspace *work, const double *direction,
                           double *curvature)
{
    double power = 0;
    for (int s = 0; s < system->splines.n; s++) {
        const SnSystemSpline *spline = &system->splines.splines[s];
        for (int span = 0; span < spline->n_nodes - 3; span++)
            power += sn_element_linear_power(
                work, &work->forces.spline->spans[spline->first_node + span], direction, curvature);
    }
    return power;
}

static double power_along(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          const double *direction)
{
    double power = 0;
    for (int s = 0; s < system->splines.n; s++) {
        const SnSystemSpline *spline = &system->splines.splines[s];
        look_at_spans(system, state, work, spline);
        for (int span = 0; span < spline->n_nodes - 3; span++)
            power += sn_element_power(work, &work->forces.spline->spans[spline->first_node + span],
                                      direction);
    }
    return power;
}

static const SnAheadClass ahead_class = {
    .may_gain = may_gain,
    .foresee = foresee,
    .gain = add_gain,
    .linear_power = linear_power,
    .power = power_along,
};

void sn_spline_sample(const SnSystem *system, const SnState *state, int number, double *positions,
                      float *tension, float *strain, float *activation)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    assert(number >= 0 && number < system->splines.n);
    const SnSystemSpline *spline = &system->splines.splines[number];
    const Matter matter = matter_of(system, state, spline);
    const SnSplineMaterial material = material_of(spline, &matter);
    const int n = sn_spline_n_samples(spline->n_nodes);
    for (int i = 0; i < n; i++) {
        const SnSplinePoint *sample = &system->splines.samples[spline->first_sample + i];
        const int at = i / SN_SPLINE_SAMPLES;
        const int span = at < spline->n_nodes - 4 ? at : spline->n_nodes - 4;
        SnSplineState now;
        double stretch;
        gather_nodes(system, state, system->splines.block + spline->first_node + span, &now);
        sn_spline_combine(sample->basis.b, (const double(*)[3])now.x, positions + 3 * i);
        const double force = sn_spline_tension_at(sample, &material, &now, &stretch);
        if (tension)
            tension[i] = (float)force;
        if (strain)
            strain[i] = (float)(stretch - 1);
        if (activation)
            activation[i] = (float)(matter.activation * sample->active);
    }
}

/* --- in the system and the workspace --- */

static void free_splines(SnSystem *system)
{
    void *arrays[] = {system->splines.splines, system->splines.block, system->splines.points,
                      system->splines.samples, system->splines.constraints};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
}

/* The four control points of each span; the slots of a strand's spans lie behind each other. */
static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    for (int i = 0; i < system->splines.n; i++) {
        SnSystemSpline *spline = &system->splines.splines[i];
        for (int span = 0; span < spline->n_nodes - 3; span++)
            visit(data, &(SnCoupling){.n = 4,
                                      .blocks = system->splines.block + spline->first_node + span,
                                      .slots = span == 0 ? &spline->slots : NULL});
    }
}

static void visit_ids(SnSystem *system, SnIdVisitor visit)
{
    for (int i = 0; i < system->splines.n; i++)
        visit(system, system->splines.splines[i].id, i);
}

static void workspace_new(const SnSystem *system, SnWorkspace *work)
{
    work->forces.spline = sn_spline_workspace_new(system);
}

static void workspace_free(const SnSystem *system, SnWorkspace *work)
{
    sn_spline_workspace_free(work->forces.spline);
}

const SnForceClass SN_FORCE_SPLINES = {
    .name = "spline strands",
    .free = free_splines,
    .couplings = couplings,
    .visit_ids = visit_ids,
    .workspace_new = workspace_new,
    .workspace_free = workspace_free,
    .forces = spline_forces,
    .audit = audit,
    .carry = sn_carry_splines,
    .ahead = &ahead_class,
};
