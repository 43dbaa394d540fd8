/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces on coordinates of joints as a kind of force. */
#include "engine/base/memory.h"
#include "engine/sim/joint/coordinate_law.h"
#include "engine/sim/joint/coordinate_push.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/lag.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct Result {
    double force, energy, rate;
} Result;

SnCoordinateForces *sn_coordinate_forces(SnSystem *system)
{
    return sn_system_force(system, SN_FORCE_KIND_COORDINATES, sizeof(SnCoordinateForces));
}

static const SnCoordinateForces *forces_of(const SnSystem *system)
{
    static const SnCoordinateForces none = {0};
    const SnCoordinateForces *forces = system->force[SN_FORCE_KIND_COORDINATES];
    return forces ? forces : &none;
}

static Result *results_of(const SnWorkspace *work)
{
    return work->forces.results[SN_FORCE_KIND_COORDINATES];
}

static double rate_of(const SnSystem *system, const SnState *state, const SnSystemJoint *joint,
                      double row[2][6])
{
    const double *u = sn_state_u_const(state);
    double rate = 0;
    for (int s = 0; s < 2; s++) {
        const int block = sn_joint_block(system, joint, s);
        for (int i = 0; block >= 0 && i < 6; i++)
            rate += row[s][i] * u[system->blocks[block].u + i];
    }
    return rate;
}

static Result push(const SnSystem *system, const double *inputs, const SnState *state,
                   SnWorkspace *work, const SnSystemCoordinateForce *force, bool implicit, double d,
                   double k)
{
    const SnSystemJoint *joint = &system->joints.joints[force->joint];
    double row[2][6] = {{0}};
    const double c = sn_joint_coordinate_row(system, state, work, joint, force->coordinate, row);
    const double rate = rate_of(system, state, joint, row);
    const double input = force->law == SN_COORDINATE_GIVEN
                             ? sn_acting_control(system, inputs, state, force->input, force->lag)
                             : 0;
    const SnCoordinateLawValue v = sn_coordinate_law(force, system->joints.numbers, input, c, rate);
    SnCoordinatePush push = {.elastic = v.elastic,
                             .slope = v.slope,
                             .damping = v.damping,
                             .damping_slope = v.damping_slope};
    memcpy(push.gradient, row, sizeof push.gradient);
    if (v.elastic != 0 || v.slope != 0 || v.damping != 0)
        sn_coordinate_push(system, state, work, joint, force->coordinate, force->slots, &push,
                           implicit, d, k);
    return (Result){.force = v.elastic - v.damping * rate, .energy = v.energy, .rate = rate};
}

static void add_forces(const SnSystem *system, const double *inputs, const SnState *state,
                       SnWorkspace *work, bool matrix, double d, double k)
{
    const SnCoordinateForces *forces = forces_of(system);
    for (int i = 0; i < forces->n; i++) {
        const SnSystemCoordinateForce *force = &forces->forces[i];
        const bool acts = force->enabled && system->joints.joints[force->joint].enabled;
        results_of(work)[i] =
            acts ? push(system, inputs, state, work, force, matrix && (d != 0 || k != 0), d, k)
                 : (Result){0};
    }
}

double sn_coordinate_power(const SnSystem *system, const SnWorkspace *work)
{
    assert(work->system == system);
    const SnCoordinateForces *forces = forces_of(system);
    double sum = 0;
    for (int i = 0; i < forces->n; i++)
        if (forces->forces[i].law == SN_COORDINATE_GIVEN)
            sum += fabs(results_of(work)[i].force * results_of(work)[i].rate);
    return sum;
}

static void audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  double energy[2], double momentum[6])
{
    (void)state, (void)momentum;
    for (int i = 0; i < forces_of(system)->n; i++)
        energy[1] += results_of(work)[i].energy;
}

/* --- in the system and the workspace --- */

static void free_forces(SnSystem *system)
{
    sn_free(forces_of(system)->forces);
}

/* Both frames of the joint; where a coordinate's axis is fixed in b a second time, exchanged. */
static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    const SnCoordinateForces *forces = forces_of(system);
    for (int i = 0; i < forces->n; i++) {
        SnSystemCoordinateForce *force = &forces->forces[i];
        const SnSystemJoint *joint = &system->joints.joints[force->joint];
        const int a = system->frames[joint->frame_a].block,
                  b = system->frames[joint->frame_b].block;
        for (int k = 0; k < 2; k++) {
            const int blocks[2] = {k ? b : a, k ? a : b};
            visit(data, &(SnCoupling){.n = 2, .blocks = blocks, .slots = k ? NULL : &force->slots});
        }
    }
}

static void visit_ids(SnSystem *system, SnIdVisitor visit)
{
    for (int i = 0; i < forces_of(system)->n; i++)
        visit(system, forces_of(system)->forces[i].id, i);
}

static void workspace_new(const SnSystem *system, SnWorkspace *work)
{
    work->forces.results[SN_FORCE_KIND_COORDINATES] =
        sn_alloc((size_t)forces_of(system)->n + 1, sizeof(Result));
}

static void workspace_free(const SnSystem *system, SnWorkspace *work)
{
    (void)system;
    sn_free(results_of(work));
}

/* --- live values --- */

static int count(const SnSystem *system)
{
    return forces_of(system)->n;
}

static double *parameter(SnSystem *system, int index, SnBind bind)
{
    SnSystemCoordinateForce *force = &sn_coordinate_forces(system)->forces[index];
    switch ((int)bind) {
    case SN_BIND_COORDINATE_LOWER:
        return &force->lower;
    case SN_BIND_COORDINATE_UPPER:
        return &force->upper;
    case SN_BIND_COORDINATE_LOWER_STIFFNESS:
        return &force->lower_stiffness;
    case SN_BIND_COORDINATE_UPPER_STIFFNESS:
        return &force->upper_stiffness;
    case SN_BIND_COORDINATE_TRANSITION:
        return &force->transition;
    case SN_BIND_COORDINATE_STEEPNESS:
        return &force->steepness;
    case SN_BIND_COORDINATE_STIFFNESS:
        return &force->stiffness;
    case SN_BIND_COORDINATE_REST:
        return &force->rest;
    case SN_BIND_COORDINATE_DAMPING:
        return &force->damping;
    case SN_BIND_COORDINATE_GAIN:
        return &force->gain;
    case SN_BIND_COORDINATE_LOWEST:
        return &force->lowest;
    case SN_BIND_COORDINATE_HIGHEST:
        return &force->highest;
    }
    return NULL;
}

static int read_force(const SnBindContext *c, double *value)
{
    *value = results_of(c->work)[c->index].force;
    return 1;
}

static int read_energy(const SnBindContext *c, double *value)
{
    *value = results_of(c->work)[c->index].energy;
    return 1;
}

static int input(const SnSystem *system, int index, SnBind bind)
{
    const SnSystemCoordinateForce *force = &forces_of(system)->forces[index];
    return force->law == SN_COORDINATE_GIVEN ? force->input : -1;
}

static const SnBindAccess binds[] = {
    {SN_BIND_COORDINATE_LOWER, 1, .parameter = parameter},
    {SN_BIND_COORDINATE_UPPER, 1, .parameter = parameter},
    {SN_BIND_COORDINATE_LOWER_STIFFNESS, 1, .parameter = parameter},
    {SN_BIND_COORDINATE_UPPER_STIFFNESS, 1, .parameter = parameter},
    {SN_BIND_COORDINATE_TRANSITION, 1, .parameter = parameter},
    {SN_BIND_COORDINATE_STEEPNESS, 1, .parameter = parameter},
    {SN_BIND_COORDINATE_STIFFNESS, 1, .parameter = parameter},
    {SN_BIND_COORDINATE_REST, 1, .parameter = parameter},
    {SN_BIND_COORDINATE_DAMPING, 1, .parameter = parameter},
    {SN_BIND_COORDINATE_GAIN, 1, .parameter = parameter},
    {SN_BIND_COORDINATE_LOWEST, 1, .parameter = parameter},
    {SN_BIND_COORDINATE_HIGHEST, 1, .parameter = parameter},
    {SN_BIND_COORDINATE_CONTROL, 1, .input = input},
    {SN_BIND_COORDINATE_FORCE, 1, .read = read_force},
    {SN_BIND_COORDINATE_ENERGY, 1, .read = read_energy},
};

const SnForceClass SN_FORCE_COORDINATES = {
    .name = "forces on coordinates",
    .free = free_forces,
    .couplings = couplings,
    .visit_ids = visit_ids,
    .workspace_new = workspace_new,
    .workspace_free = workspace_free,
    .forces = add_forces,
    .audit = audit,
    .carry = sn_lags_carry,
    .count = count,
    .binds = binds,
    .n_binds = sizeof binds / sizeof *binds,
};
