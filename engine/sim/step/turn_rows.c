/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the rows of joints turn along the motion: what they want of accelerations beside those of the
 * present velocities (centripetal). */
#include "engine/sim/contact/contact.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* How far rows are turned to find their rates: of the model's size, and [rad]. */
#define TURN 1e-5

double sn_largest_rate(const SnSystem *system, const double *u)
{
    double largest = 0;
    for (int i = 0; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        double square[2] = {0};
        for (int k = 0; k < block->n; k++)
            square[k / 3] += u[block->u + k] * u[block->u + k];
        largest = fmax(largest, fmax(sqrt(square[0]) / system->length_scale, sqrt(square[1])));
    }
    return largest;
}

void sn_along_motion(const SnSystem *system, SnState *state, SnWorkspace *work, SnAlongMotion look,
                     void *data)
{
    assert(!work || work->system == system);
    double *q = sn_state_q(state), *u = sn_state_u(state);
    const double rate = sn_largest_rate(system, u), time = rate > 0 ? TURN / rate : 0;
    if (!(rate > 0))
        return;
    double *saved = sn_scratch_take(work, "before turning", system->n_q);
    double *move = sn_scratch_take(work, "turning", system->n_u);
    memcpy(saved, q, (size_t)system->n_q * sizeof(double));
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i < system->n_u; i++)
            move[i] = side * time * u[i];
        memcpy(q, saved, (size_t)system->n_q * sizeof(double));
        sn_displace(system, move, q);
        sn_kinematics(system, q, u, work);
        look(data, side / (2 * time));
    }
    memcpy(q, saved, (size_t)system->n_q * sizeof(double));
    sn_scratch_give(work, move);
    sn_scratch_give(work, saved);
}

typedef struct Turning {
    const SnSystem *system;
    const SnState *state;
    SnWorkspace *work;
    double *turned;
} Turning;

static void look_at_rows(void *data, double share)
{
    const Turning *t = data;
    const SnSystem *system = t->system;
    SnWorkspace *work = t->work;
    const double *u = sn_state_u_const(t->state);
    sn_rows(system, t->state, work, true, &work->ahead);
    for (int i = 0; i < system->rows.n; i++)
        work->linear.g[i] -= share * sn_bilateral_rate(system, &work->ahead, i, u);
    for (int i = 0; i < system->joints.n_limits; i++)
        if (sn_limit_traits(system, i).enabled)
            t->turned[i] += share * sn_row_rate(system, &system->joints.limits[i],
                                                (const double(*)[6])work->ahead.limit[i], u);
}

void sn_turn_rows(const SnSystem *system, SnState *state, SnWorkspace *work, double *turned)
{
    memset(work->linear.g, 0, (size_t)system->rows.n * sizeof(double));
    memset(turned, 0, (size_t)system->joints.n_limits * sizeof(double));
    sn_along_motion(system, state, work, look_at_rows, &(Turning){system, state, work, turned});
}

/* Forces of rows that give the bodies the accelerations by which they follow rows that turn, in the
 * factor there is; limits that push follow theirs. */
static SnFault solve_turning(const SnSystem *system, const SnState *state, SnWorkspace *work,
                             const double *turned)
{
    SnDynamicRows *rows = &work->unilateral.dynamic;
    memset(work->linear.f, 0, (size_t)system->n_u_active * sizeof(double));
    for (int i = 0; i < system->rows.n; i++)
        if (sn_row_is_soft(system, i))
            work->linear.g[i] = 0;
    const SnFault fault = sn_solve_free(system, state, work);
    if (fault.code != SN_FAULT_NONE || rows->n == 0 || sn_has_contacts(work))
        return fault;
    for (int i = 0; i < rows->n; i++) {
        SnDynamicRow *row = &rows->row[i];
        const bool pushes = row->class == &sn_joint_limits && row->compliance == 0 &&
                            sn_state_z_const(state)[row->feature] > 0;
        row->bound = pushes ? -turned[row->feature] : -HUGE_VAL;
        row->softness = row->impulse = 0;
    }
    return sn_solve_one_sided(system, state, work, true);
}

void sn_add_first_reactions(const SnSystem *system, SnState *state, SnWorkspace *work, double share)
{
    assert(work->system == system);
    if (system->joints.n_rows + system->general.n_rows == 0)
        return;
    double *turned = sn_scratch_take(work, "turning of limits", system->joints.n_limits);
    sn_turn_rows(system, state, work, turned);
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    const SnFault fault = solve_turning(system, state, work, turned);
    for (int i = 0; fault.code == SN_FAULT_NONE && i < system->rows.n; i++)
        if (work->bilateral.active[i] && !sn_row_is_soft(system, i))
            sn_state_lambda(state)[i] -= share * work->linear.l[i];
    sn_scratch_give(work, turned);
}
