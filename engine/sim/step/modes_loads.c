/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of joints in the modes of large and mixed models (modes.c), whose matrices are sparse: rows
 * that repeat others are left out; the stiffness of loads that turn with their rows, found by
 * differences, goes where the matrix has a place for it.  Between bodies that only rows hold
 * together it has none: then no mode is told that the rest would change. */
#include "engine/sim/step/modes_loads.h"

#include "engine/base/memory.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/redundancy.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/general_rows.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define OPENS 1e-6 /* rate of a row, over its largest entry times the largest of the mode */
#define TURN  1e-5 /* [rad], and of the model's size: rows are displaced by */

#define MOST_TOUCHED 3000 /* unknowns with loads that turn */

/* --- rows that repeat others --- */

/* Below 0: a row is left out; 0: it does not give way (matrix.c). */
static double *crowded_of(const SnSystem *system, const SnWorkspace *work)
{
    return work->bilateral.size + 3 * system->rows.n;
}

void sn_modes_take_rows_back(const SnSystem *system, SnWorkspace *work, const double *kept)
{
    memcpy(crowded_of(system, work), kept, (size_t)system->rows.n * sizeof *kept);
}

SnFault sn_modes_leave_rows_out(const SnSystem *system, const double *inputs, SnState *state,
                                SnWorkspace *work, double *kept)
{
    assert(work->system == system);
    double *crowded = crowded_of(system, work);
    memcpy(kept, crowded, (size_t)system->rows.n * sizeof *kept);
    SnFault fault = sn_factor_mass(system, inputs, state, work);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    SnRedundancies *found = sn_redundant_joints(system, work, SN_REDUNDANT);
    if (found->n_skipped > 0)
        fault = sn_fault(SN_FAULT_UNSUPPORTED, SN_ID_NULL, state->time,
                         "Modes of closed loops with more than 600 constraints are not found: take "
                         "joints away that say what others say, or let bushings hold instead.");
    for (int i = 0; i < system->rows.n; i++)
        crowded[i] = found->repeats[i] ? -1 : 0;
    sn_redundancies_free(found);
    return fault;
}

SnFault sn_modes_check_rows(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                            const SnModes *modes)
{
    assert(work->system == system);
    const SnRowPlan *g = &work->bilateral.plan;
    for (int i = 0; i < modes->n; i++) {
        const double *shape = modes->shape + (size_t)i * (size_t)system->n_u_active;
        double largest = 0;
        for (int k = 0; k < system->n_u_active; k++)
            largest = fmax(largest, fabs(shape[k]));
        for (int r = 0; r < system->joints.n_rows; r++) {
            double rate = 0, entry = 0;
            for (int e = g->start[r]; e < g->start[r + 1]; e++) {
                rate += g->value[e] * shape[g->column[e]];
                entry = fmax(entry, fabs(g->value[e]));
            }
            if (work->bilateral.active[r] && work->linear.matrix.c[r] == 0 &&
                !(fabs(rate) <= OPENS * entry * largest))
                return sn_fault(SN_FAULT_OPEN,
                                system->joints.joints[system->joints.rows[r].joint].id, state->time,
                                "The modes found would open this joint: something here is too "
                                "stiff or too light beside the rest to tell them.");
        }
    }
    return (SnFault){0};
}

/* --- loads that turn with their rows --- */

/* The joint (or gear, or drive) that a row's load turns with where joint_stiffness.c has nothing of
 * that; -1. */
static int turning_joint(const SnSystem *system, int row)
{
    const int general = row - (system->rows.n - system->general.n_rows);
    if (general >= 0 && system->general.rows[general].class == &sn_gear_constraint)
        return system->general.rows[general].owner;
    if (row >= system->joints.n_rows)
        return -1;
    const int joint = system->joints.rows[row].joint;
    const SnSystemJoint *j = &system->joints.joints[joint];
    return sn_joint_pins_point(j->class) && row < j->row + 3 ? -1 : joint;
}

/* The blocks on which such loads are, with their unknowns; false: there are none. */
static bool touch_blocks(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         SnTurningLoads *l)
{
    const SnRowPlan *g = &work->bilateral.plan;
    bool *on = sn_alloc((size_t)system->n_u_active + 1, sizeof *on);
    for (int i = 0; i < system->rows.n; i++)
        for (int e = g->start[i]; e < g->start[i + 1]; e++)
            if (sn_state_lambda_const(state)[i] != 0 && turning_joint(system, i) >= 0)
                on[g->column[e]] = true;
    l->first = sn_alloc((size_t)system->n_active + 1, sizeof(int));
    l->n = 0;
    for (int b = 0; b < system->n_active; b++) {
        const SnBlock *block = &system->blocks[b];
        bool touched = false;
        for (int c = 0; c < block->n; c++)
            touched = touched || on[block->u + c];
        l->first[b] = touched ? l->n : -1;
        l->n += touched ? block->n : 0;
    }
    sn_free(on);
    return l->n > 0;
}

/* Adds scale * G' l of the rows that turn, at the state displaced in one unknown, to column j. */
static void push(const SnSystem *system, SnState *state, SnWorkspace *work, int unknown,
                 double amount, double scale, int j, SnTurningLoads *l)
{
    double *move = sn_scratch_take(work, "turning loads", system->n_u);
    memset(move, 0, (size_t)system->n_u * sizeof *move);
    move[unknown] = amount;
    sn_displace(system, move, sn_state_q(state));
    sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    sn_rows(system, state, work, true, &work->ahead);
    sn_row_plan_fill(work, &work->ahead);
    const SnRowPlan *g = &work->bilateral.plan;
    for (int i = 0; i < system->rows.n; i++) {
        const double load = sn_state_lambda_const(state)[i];
        for (int e = g->start[i]; load != 0 && e < g->start[i + 1]; e++)
            if (l->place[g->column[e]] >= 0 && turning_joint(system, i) >= 0)
                l->stiffness[(size_t)l->place[g->column[e]] * (size_t)l->n + (size_t)j] +=
                    scale * load * g->value[e];
    }
    sn_scratch_give(work, move);
}

static void make_symmetric(SnTurningLoads *l)
{
    const size_t n = (size_t)l->n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            l->stiffness[i * n + j] = l->stiffness[j * n + i] =
                0.5 * (l->stiffness[i * n + j] + l->stiffness[j * n + i]);
}

SnFault sn_turning_loads_find(const SnSystem *system, SnState *state, SnWorkspace *work,
                              SnTurningLoads *l)
{
    assert(work->system == system);
    if (!touch_blocks(system, state, work, l))
        return (SnFault){0};
    if (l->n > MOST_TOUCHED) {
        l->n = 0;
        return sn_fault(SN_FAULT_UNSUPPORTED, SN_ID_NULL, state->time,
                        "Modes are not found where the loads of so many joints turn with their "
                        "bodies (500 of these): take joints away, or let bushings hold instead.");
    }
    l->stiffness = sn_alloc((size_t)l->n * (size_t)l->n, sizeof(double));
    l->place = sn_alloc((size_t)system->n_u_active + 1, sizeof(int));
    double *q = sn_alloc((size_t)system->n_q + 1, sizeof *q);
    memcpy(q, sn_state_q(state), (size_t)system->n_q * sizeof *q);
    for (int i = 0; i < system->n_u_active; i++)
        l->place[i] = -1;
    for (int b = 0; b < system->n_active; b++)
        for (int c = 0; l->first[b] >= 0 && c < system->blocks[b].n; c++)
            l->place[system->blocks[b].u + c] = l->first[b] + c;
    for (int b = 0; b < system->n_active; b++)
        for (int c = 0; l->first[b] >= 0 && c < system->blocks[b].n; c++)
            for (int side = -1; side <= 1; side += 2) {
                const double step = c < 3 ? TURN * system->length_scale : TURN;
                push(system, state, work, system->blocks[b].u + c, side * step, -side / (2 * step),
                     l->first[b] + c, l);
                memcpy(sn_state_q(state), q, (size_t)system->n_q * sizeof *q);
            }
    make_symmetric(l);
    sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    sn_rows(system, state, work, true, &work->rows);
    sn_free(q);
    return (SnFault){0};
}

void sn_turning_loads_add(const SnSystem *system, SnWorkspace *work, const SnTurningLoads *l,
                          double k)
{
    assert(work->system == system);
    for (int p = 0; l->n > 0 && p < system->pairs.n; p++) {
        const int row = system->pairs.row[p], column = system->pairs.column[p];
        double *value = work->forces.pair + system->pairs.value[p];
        const int at = l->first[row], beside = l->first[column], nc = system->blocks[column].n;
        for (int r = 0; at >= 0 && beside >= 0 && r < system->blocks[row].n; r++)
            for (int c = 0; c < nc; c++)
                value[nc * r + c] +=
                    k * l->stiffness[(size_t)(at + r) * (size_t)l->n + (size_t)(beside + c)];
    }
}

/* Takes out of the stiffness what sn_turning_loads_add has a place for. */
void sn_turning_loads_keep_missing(const SnSystem *system, SnTurningLoads *l)
{
    const size_t n = (size_t)l->n;
    for (int p = 0; n > 0 && p < system->pairs.n; p++) {
        const int row = system->pairs.row[p], column = system->pairs.column[p];
        const int at = l->first[row], beside = l->first[column];
        for (int r = 0; at >= 0 && beside >= 0 && r < system->blocks[row].n; r++)
            for (int c = 0; c < system->blocks[column].n; c++) {
                l->stiffness[(size_t)(at + r) * n + (size_t)(beside + c)] = 0;
                l->stiffness[(size_t)(beside + c) * n + (size_t)(at + r)] = 0;
            }
    }
}

/* A joint with such a load on two unknowns. */
static int joint_between(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         int a, int b)
{
    const SnRowPlan *g = &work->bilateral.plan;
    int best = 0;
    double most = 0;
    for (int i = 0; i < system->rows.n; i++) {
        const double load = fabs(sn_state_lambda_const(state)[i]);
        const int joint = load > most ? turning_joint(system, i) : -1;
        bool on_a = false, on_b = false;
        for (int e = g->start[i]; joint >= 0 && e < g->start[i + 1]; e++) {
            on_a = on_a || g->column[e] == a;
            on_b = on_b || g->column[e] == b;
        }
        if (on_a && on_b)
            most = load, best = joint;
    }
    return best;
}

int sn_turning_loads_push(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                          const SnTurningLoads *l, const double *shape, double *force)
{
    double most = 0;
    int a = 0, b = 0;
    memset(force, 0, (size_t)system->n_u_active * sizeof *force);
    for (int i = 0; i < system->n_u_active; i++)
        for (int j = 0; l->place[i] >= 0 && j < system->n_u_active; j++) {
            if (l->place[j] < 0)
                continue;
            const double part =
                l->stiffness[(size_t)l->place[i] * (size_t)l->n + (size_t)l->place[j]] * shape[j];
            force[i] += part;
            if (fabs(part) > most)
                most = fabs(part), a = i, b = j;
        }
    return joint_between(system, state, work, a, b);
}

void sn_turning_loads_clear(SnTurningLoads *l)
{
    sn_free(l->first);
    sn_free(l->place);
    sn_free(l->stiffness);
    *l = (SnTurningLoads){0};
}
