/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/rod/rod_force.h"

#include "engine/base/memory.h"
#include "engine/muscle/muscle.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void workspace_new(const SnSystem *system, SnWorkspace *work)
{
    if (system->rods.n == 0)
        return;
    SnRodWorkspace *rod = work->forces.rod = sn_alloc(1, sizeof *rod);
    rod->rods = sn_alloc((size_t)system->rods.n, sizeof *rod->rods);
    rod->segments = sn_alloc((size_t)system->rods.n_segments + 1, sizeof *rod->segments);
    rod->elements = sn_alloc((size_t)system->rods.n_segments + 1, sizeof *rod->elements);
    rod->contact = sn_rod_contact_workspace_new(system);
}

static void workspace_free(const SnSystem *system, SnWorkspace *work)
{
    SnRodWorkspace *rod = work->forces.rod;
    if (!rod)
        return;
    sn_rod_contact_workspace_free(rod->contact, system);
    sn_free(rod->rods);
    sn_free(rod->segments);
    sn_free(rod->elements);
    sn_free(rod);
}

static void frame_of(const SnSystem *system, const double *state_q, const double *state_u,
                     int block, SnRodFrame *frame)
{
    const double *q = state_q + system->blocks[block].q, *u = state_u + system->blocks[block].u;
    sn_v3_copy(q, frame->position);
    sn_q_to_m3(q + 3, frame->rotation);
    sn_v3_copy(u, frame->velocity);
    sn_v3_copy(u + 3, frame->turning);
}

/* A muscle's segments are short muscles in series: each has the tension that the whole strand would
 * have were it stretched as the segment is. */
static SnRodTension muscle_tension(const SnSystem *system, const SnState *state,
                                   const SnSystemRod *rod, double rest, double length, double rate)
{
    const SnMuscleParameters *muscle = &system->paths.muscles[rod->muscle];
    const double scale = rod->rest_length / rest;
    const double activation = sn_state_activation_const(state)[muscle->activation];
    const SnTension t = muscle->type == SN_MUSCLE_TYPE_HILL
                            ? sn_hill_tension(muscle, scale * length, scale * rate, activation)
                            : sn_peck_tension(muscle, scale * length, scale * rate, activation);
    return (SnRodTension){t.tension, scale * t.stiffness, scale * t.viscosity};
}

static SnRodTension tension_of(const SnSystem *system, const SnState *state,
                               const SnSystemRodSegment *segment, SnRodSegmentResults *result)
{
    const SnSystemRod *rod = &system->rods.rods[segment->rod];
    const double rest = segment->rest.length;
    if (rod->law == SN_ROD_MUSCLE)
        return muscle_tension(system, state, rod, rest, result->length, result->rate);
    if (rod->law == SN_ROD_TENSION_ONLY && result->length < rest)
        return (SnRodTension){0};
    const double area = M_PI * segment->half_width[0] * segment->half_width[1];
    const double stiffness = rod->youngs_modulus * area / rest, stretch = result->length - rest;
    result->energy = 0.5 * stiffness * stretch * stretch;
    return (SnRodTension){.tension = stiffness * (stretch + rod->damping * result->rate),
                          .stiffness = stiffness,
                          .viscosity = stiffness * rod->damping};
}

/* Adds scale times rows r .. r + 5, columns c .. c + 5 to a pair. */
static void add_part(const SnSystem *system, SnWorkspace *work, const SnSystemRodSegment *segment,
                     int r, int c, double (*damping)[12], double (*stiffness)[12], double d,
                     double k)
{
    const int pair = system->pairs.stiffness_slot[segment->slots + r + c];
    double values[36];
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            values[6 * i + j] =
                d * damping[6 * r + i][6 * c + j] + k * stiffness[6 * r + i][6 * c + j];
    sn_pair_add(system, work, pair, segment->block[r], segment->block[c], values);
}

/* A segment at the state or, where that is asked for, ahead (step/ahead.h). */
static void respond(const SnSystem *system, const SnState *state, SnWorkspace *work, int number,
                    bool at_state, bool implicit, SnRodResponse *response)
{
    const SnSystemRodSegment *segment = &system->rods.segments[number];
    const SnAheadWorkspace *ahead = &work->step.ahead;
    SnRodSegment constants = sn_rod_segment(&system->rods, number);
    SnRodSegmentResults *result = &work->forces.rod->segments[number];
    SnRodFrame frame[2];
    for (int s = 0; s < 2; s++)
        frame_of(system, at_state ? sn_state_q_const(state) : ahead->q,
                 at_state ? sn_state_u_const(state) : ahead->u, segment->block[s], &frame[s]);
    memset(result, 0, sizeof *result);
    constants.angle_before = sn_state_strands_const(state)[system->rods.twists + number];
    memset(response, 0, sizeof *response);
    sn_rod_length(frame, &result->length, &result->rate);
    if (!system->rods.rods[segment->rod].enabled)
        return;
    const SnRodTension tension = tension_of(system, state, segment, result);
    sn_rod_respond(&constants, frame, &tension, implicit,
                   work->forces.positive_definite || !at_state, response);
    result->tension = tension.tension;
    result->angle = response->angle;
    result->energy += response->bending + response->twisting;
}

static void segment_force(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          int number, bool matrix, double d, double k)
{
    const SnSystemRodSegment *segment = &system->rods.segments[number];
    const bool implicit = matrix && (d != 0 || k != 0);
    SnElementAhead *element = &work->forces.rod->elements[number];
    SnRodResponse response;
    double free_of_velocity[12];
    respond(system, state, work, number, !work->step.ahead.on, implicit, &response);
    for (int i = 0; i < 12; i++) {
        element->column[i] = system->blocks[segment->block[i / 6]].u + i % 6;
        work->forces.applied[element->column[i]] += response.force[i];
        free_of_velocity[i] = response.force[i] - response.viscous[i];
    }
    if (!implicit) {
        for (int i = 0; i < 12; i++)
            work->forces.explicit_force[element->column[i]] += response.force[i];
        return;
    }
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            element->implicit[i][j] = d * response.damping[i][j] + k * response.stiffness[i][j];
    sn_element_start(work, element, response.force, free_of_velocity,
                     work->forces.rod->segments[number].energy);
    for (int i = 0; i < 12; i++)
        work->forces.explicit_force[element->column[i]] += element->start[i];
    if (!system->rods.rods[segment->rod].enabled)
        return;
    add_part(system, work, segment, 0, 0, response.damping, response.stiffness, d, k);
    add_part(system, work, segment, 1, 0, response.damping, response.stiffness, d, k);
    add_part(system, work, segment, 1, 1, response.damping, response.stiffness, d, k);
}

void sn_rods_remember(const SnSystem *system, const SnWorkspace *work, SnState *state)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->rods.n_segments; i++)
        sn_state_strands(state)[system->rods.twists + i] = work->forces.rod->segments[i].angle;
}

static void rod_forces(const SnSystem *system, const double *inputs, const SnState *state,
                       SnWorkspace *work, bool matrix, double d, double k)
{
    for (int r = 0; r < system->rods.n; r++) {
        const SnSystemRod *rod = &system->rods.rods[r];
        SnRodResults total = {.tension = -HUGE_VAL};
        for (int i = rod->first_segment; i < rod->first_segment + rod->n_segments; i++) {
            segment_force(system, state, work, i, matrix, d, k);
            const SnRodSegmentResults *part = &work->forces.rod->segments[i];
            total.length += part->length;
            total.rate += part->rate;
            total.energy += part->energy;
            total.tension = fmax(total.tension, part->tension);
        }
        work->forces.rod->rods[r] = total;
    }
}

/* --- in Newton's iteration of a step (step/ahead.h) --- */

#define EXCHANGE 1e-6  /* energy that a strand may gain, of what it takes up or gives away */
#define ROUNDING 1e-14 /* error of energies, over them and tension times length */

static bool may_gain(const SnSystem *system)
{
    return system->rods.n > 0;
}

static void foresee(const SnSystem *system, SnWorkspace *work)
{
    for (int i = 0; i < system->rods.n_segments; i++)
        sn_element_foresee(work, &work->forces.rod->elements[i]);
}

static void look_at_segment(const SnSystem *system, const SnState *state, SnWorkspace *work,
                            int number)
{
    SnElementAhead *element = &work->forces.rod->elements[number];
    SnRodResponse response;
    respond(system, state, work, number, true, false, &response);
    memcpy(element->now_force, response.force, sizeof element->now_force);
    element->now_energy = work->forces.rod->segments[number].energy;
}

static void add_gain(const SnSystem *system, const SnState *state, SnWorkspace *work,
                     const double *before, SnGain *gain)
{
    for (int r = 0; r < system->rods.n; r++) {
        const SnSystemRod *rod = &system->rods.rods[r];
        double mine = 0, exchanged = 0, stored = 0;
        for (int i = rod->first_segment; i < rod->first_segment + rod->n_segments; i++) {
            const SnElementAhead *element = &work->forces.rod->elements[i];
            look_at_segment(system, state, work, i);
            mine += sn_element_gain(work, element, rod->law != SN_ROD_MUSCLE, &exchanged);
            const SnRodSegmentResults *result = &work->forces.rod->segments[i];
            stored += element->now_energy + element->before_energy +
                      fabs(result->tension) * result->length;
        }
        mine -= EXCHANGE * exchanged + ROUNDING * stored;
        gain->sum += mine;
        if (!(mine <= gain->excess)) {
            gain->excess = mine;
            gain->id = rod->id;
            gain->any = true;
        }
    }
}

static double linear_power(const SnSystem *system, SnWorkspace *work, const double *direction,
                           double *curvature)
{
    double power = 0;
    for (int i = 0; i < system->rods.n_segments; i++)
        power +=
            sn_element_linear_power(work, &work->forces.rod->elements[i], direction, curvature);
    return power;
}

static double power_along(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          const double *direction)
{
    double power = 0;
    for (int i = 0; i < system->rods.n_segments; i++) {
        look_at_segment(system, state, work, i);
        power += sn_element_power(work, &work->forces.rod->elements[i], direction);
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

/* --- results --- */

double sn_rod_kinetic_energy(const SnSystem *system, const SnState *state, int number)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    assert(number >= 0 && number < system->rods.n);
    const SnSystemRod *rod = &system->rods.rods[number];
    double energy = 0;
    for (int i = 0; i < rod->n_frames; i++) {
        const SnBlock *block = &system->blocks[system->rods.frame_block[rod->first_frame + i]];
        const double *u = sn_state_u_const(state) + block->u;
        const double mass = block->shares_mass ? block->own_mass : block->mass;
        double spin[3];
        energy += 0.5 * mass * sn_v3_dot(u, u);
        sn_m3_mul_v3(block->shares_mass ? block->given_inertia : block->inertia, u + 3, spin);
        energy += 0.5 * sn_v3_dot(u + 3, spin);
    }
    return energy;
}

double sn_rod_mass(const SnSystem *system, int number)
{
    assert(number >= 0 && number < system->rods.n);
    const SnSystemRod *rod = &system->rods.rods[number];
    double mass = 0;
    for (int i = 0; i < rod->n_frames; i++) {
        const SnBlock *block = &system->blocks[system->rods.frame_block[rod->first_frame + i]];
        mass += block->shares_mass ? block->own_mass : block->mass;
    }
    return mass;
}

static void audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  double energy[2], double momentum[6])
{
    double elastic = 0;
    for (int r = 0; r < system->rods.n; r++)
        elastic += work->forces.rod->rods[r].energy;
    energy[1] += elastic;
}

/* --- in the system --- */

static void free_rods(SnSystem *system)
{
    sn_rods_free(&system->rods);
}

static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    for (int i = 0; i < system->rods.n_segments; i++) {
        SnSystemRodSegment *segment = &system->rods.segments[i];
        visit(data, &(SnCoupling){.n = 2, .blocks = segment->block, .slots = &segment->slots});
    }
}

/* Their indices come after those of the reduced strands. */
static void visit_ids(SnSystem *system, SnIdVisitor visit)
{
    for (int i = 0; i < system->rods.n; i++)
        visit(system, system->rods.rods[i].id, system->strands.n + i);
}

const SnForceClass SN_FORCE_RODS = {
    .name = "Cosserat strands",
    .free = free_rods,
    .couplings = couplings,
    .visit_ids = visit_ids,
    .workspace_new = workspace_new,
    .workspace_free = workspace_free,
    .forces = rod_forces,
    .audit = audit,
    .carry = sn_carry_rods,
    .ahead = &ahead_class,
};
