/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drag of air and water on bodies.  With f the force by a body's velocities u and its turn (the
 * law: fluid.c) D = df/du, K = df/dq; only their symmetric parts go into the matrix, so the
 * explicit part is f - sym(D) u. */
#include "engine/sim/system/drag.h"
#include "engine/base/memory.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/rigid/fluid.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct DragResults {
    double force[3], moment[3]; /* on the body, world axes; the moment about the centre of the drag
                                   [N, N m] */
} DragResults;

SnDrags *sn_drags(SnSystem *system)
{
    return sn_system_force(system, SN_FORCE_KIND_DRAGS, sizeof(SnDrags));
}

static const SnDrags *drags_of(const SnSystem *system)
{
    static const SnDrags none = {0};
    const SnDrags *drags = system->force[SN_FORCE_KIND_DRAGS];
    return drags ? drags : &none;
}

static DragResults *results_of(const SnWorkspace *work)
{
    return work->forces.results[SN_FORCE_KIND_DRAGS];
}

/* --- force --- */

static void keep(const SnWorkspace *work, int block, const double place[3], const double wrench[6],
                 DragResults *r)
{
    double arm[3], turned[3], moment[3];
    sn_m3_mul_v3(work->motion.rotation[block], place, arm);
    sn_m3_mul_v3(work->motion.rotation[block], wrench + 3, moment);
    sn_v3_cross(arm, wrench, turned);
    sn_v3_copy(wrench, r->force);
    sn_v3_sub(moment, turned, r->moment);
}

/* -(D + D') / 2 of the matrix; where it must be positive semidefinite, of its diagonal what is. */
static void damping_of(const SnFluidWrench *w, bool definite, double damping[36])
{
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 6; c++) {
            const double entry = -0.5 * (w->rate[r][c] + w->rate[c][r]);
            damping[6 * r + c] = !definite ? entry : r == c ? fmax(entry, 0) : 0;
        }
}

static void add_matrix(const SnSystem *system, SnWorkspace *work, const SnSystemDrag *drag,
                       int block, const SnFluidWrench *w, const double damping[36], double d,
                       double k)
{
    double values[36];
    for (int i = 0; i < 36; i++)
        values[i] = d * damping[i];
    for (int r = 0; r < 6 && !work->forces.positive_definite; r++)
        for (int c = 0; c < 3; c++) {
            values[6 * r + 3 + c] -= 0.5 * k * w->rate[r][6 + c];
            values[6 * (3 + c) + r] -= 0.5 * k * w->rate[r][6 + c];
        }
    sn_pair_add(system, work, system->pairs.stiffness_slot[drag->slots], block, block, values);
}

static void pull(const SnSystem *system, const double *inputs, const SnState *state,
                 SnWorkspace *work, const SnSystemDrag *drag, bool implicit, double d, double k,
                 DragResults *r)
{
    const SnSystemFrame *frame = &system->frames[drag->frame];
    const int at = system->blocks[frame->block].u;
    const double *u = sn_state_u_const(state) + at;
    const SnFluidPose pose = {.rotation = work->motion.rotation[frame->block],
                              .velocity = u,
                              .spin = u + 3,
                              .place = frame->position,
                              .axes = work->motion.frame_rotation[drag->frame],
                              .wind = inputs + drag->wind};
    SnFluidWrench w;
    double damping[36] = {0};
    sn_fluid_wrench(&drag->fluid, &pose, &w);
    keep(work, frame->block, frame->position, w.wrench, r);
    if (implicit) {
        damping_of(&w, work->forces.positive_definite, damping);
        add_matrix(system, work, drag, frame->block, &w, damping, d, k);
    }
    for (int i = 0; i < 6; i++) {
        double rest = w.wrench[i];
        for (int c = 0; c < 6; c++)
            rest += damping[6 * i + c] * u[c];
        work->forces.applied[at + i] += w.wrench[i];
        work->forces.explicit_force[at + i] += rest;
    }
}

static void drag_forces(const SnSystem *system, const double *inputs, const SnState *state,
                        SnWorkspace *work, bool matrix, double d, double k)
{
    const SnDrags *drags = drags_of(system);
    for (int i = 0; i < drags->n; i++) {
        const SnSystemDrag *drag = &drags->drags[i];
        DragResults *r = &results_of(work)[i];
        if (drag->enabled && system->frames[drag->frame].block >= 0)
            pull(system, inputs, state, work, drag, matrix && (d != 0 || k != 0), d, k, r);
        else
            memset(r, 0, sizeof *r);
    }
}

double sn_drag_power(const SnSystem *system, const double *inputs, const SnState *state,
                     const SnWorkspace *work)
{
    assert(work->system == system);
    const SnDrags *drags = drags_of(system);
    double total = 0;
    for (int i = 0; i < drags->n; i++) {
        const SnSystemFrame *frame = &system->frames[drags->drags[i].frame];
        const DragResults *r = &results_of(work)[i];
        double spin[3], arm[3], velocity[3];
        if (frame->block < 0 || !(sn_v3_norm(inputs + drags->drags[i].wind) > 0))
            continue;
        const double *u = sn_state_u_const(state) + system->blocks[frame->block].u;
        sn_m3_mul_v3(work->motion.rotation[frame->block], u + 3, spin);
        sn_m3_mul_v3(work->motion.rotation[frame->block], frame->position, arm);
        sn_v3_cross(spin, arm, velocity);
        sn_v3_add(velocity, u, velocity);
        total += fabs(sn_v3_dot(r->force, velocity)) + fabs(sn_v3_dot(r->moment, spin));
    }
    return total;
}

/* --- in the system and the workspace --- */

static void free_drags(SnSystem *system)
{
    sn_free(drags_of(system)->drags);
}

static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    const SnDrags *drags = drags_of(system);
    for (int i = 0; i < drags->n; i++) {
        SnSystemDrag *drag = &drags->drags[i];
        const int block = system->frames[drag->frame].block;
        visit(data, &(SnCoupling){.n = 1, .blocks = &block, .slots = &drag->slots});
    }
}

static void visit_ids(SnSystem *system, SnIdVisitor visit)
{
    for (int i = 0; i < drags_of(system)->n; i++)
        visit(system, drags_of(system)->drags[i].id, i);
}

static void workspace_new(const SnSystem *system, SnWorkspace *work)
{
    work->forces.results[SN_FORCE_KIND_DRAGS] =
        sn_alloc((size_t)drags_of(system)->n + 1, sizeof(DragResults));
}

static void workspace_free(const SnSystem *system, SnWorkspace *work)
{
    (void)system;
    sn_free(results_of(work));
}

/* --- live values --- */

static int count(const SnSystem *system)
{
    return drags_of(system)->n;
}

static double *parameter(SnSystem *system, int index, SnBind bind)
{
    SnFluid *fluid = &drags_of(system)->drags[index].fluid;
    switch ((int)bind) {
    case SN_BIND_DRAG_DENSITY:
        return &fluid->density;
    case SN_BIND_DRAG_VISCOSITY:
        return &fluid->viscosity;
    case SN_BIND_DRAG_STRENGTH:
        return &fluid->strength;
    }
    return NULL;
}

static int input(const SnSystem *system, int index, SnBind bind)
{
    return bind == SN_BIND_DRAG_WIND ? drags_of(system)->drags[index].wind : -1;
}

static int read_result(const SnBindContext *c, double *value)
{
    const DragResults *r = &results_of(c->work)[c->index];
    sn_v3_copy(c->bind == SN_BIND_DRAG_FORCE ? r->force : r->moment, value);
    return 1;
}

static const SnBindAccess binds[] = {
    {SN_BIND_DRAG_DENSITY, 1, .parameter = parameter},
    {SN_BIND_DRAG_VISCOSITY, 1, .parameter = parameter},
    {SN_BIND_DRAG_STRENGTH, 1, .parameter = parameter},
    {SN_BIND_DRAG_WIND, 3, .input = input},
    {SN_BIND_DRAG_FORCE, 3, .read = read_result},
    {SN_BIND_DRAG_MOMENT, 3, .read = read_result},
};

const SnForceClass SN_FORCE_DRAGS = {
    .name = "drags",
    .free = free_drags,
    .couplings = couplings,
    .visit_ids = visit_ids,
    .workspace_new = workspace_new,
    .workspace_free = workspace_free,
    .forces = drag_forces,
    .count = count,
    .binds = binds,
    .n_binds = sizeof binds / sizeof *binds,
};
