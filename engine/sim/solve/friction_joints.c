/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction of joints: a row for each coordinate that rubs, or three for the turning of a ball. */
#include "engine/sim/contact/contact.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/solve/friction.h"

#include <assert.h>
#include <string.h>

static double friction_of(const SnSystemJoint *joint, int number)
{
    return joint->coordinate[joint->class->one_law || joint->class->turning ? 0 : number].friction;
}

static double along(const SnSystem *system, const double row[2][6], const int block[2],
                    const double *u)
{
    double sum = 0;
    for (int s = 0; s < 2; s++)
        for (int i = 0; block[s] >= 0 && i < 6; i++)
            sum += row[s][i] * u[system->blocks[block[s]].u + i];
    return sum;
}

/* What rubs: a coordinate, or one of a ball's three directions. */
typedef struct Rubbing {
    int joint, number;
    double moved; /* since the step began */
    const double (*row)[6];
} Rubbing;

/* Its limit stands where strands have the tension of gravity: base = impulse x weight. */
static void append(const SnSystem *system, const SnState *state, SnWorkspace *work,
                   const Rubbing *rubbing)
{
    SnFrictionRows *f = &work->unilateral.friction;
    const SnSystemJoint *joint = &system->joints.joints[rubbing->joint];
    const int block[2] = {sn_joint_block(system, joint, 0), sn_joint_block(system, joint, 1)};
    const bool touches = sn_has_contacts(work), ball = joint->class->turning != NULL;
    const double limit = friction_of(joint, rubbing->number);
    SnDynamicRows *rows = touches ? &work->contacts->rows : &f->rows;
    SnRowTerm terms[2];
    for (int s = 0; s < 2; s++)
        terms[s] = (SnRowTerm){.block = block[s], .mask = 63, .value = rubbing->row[s]};
    sn_dynamic_rows_append_to(system, work, rows, &(SnDynamicRow){.id = joint->id}, terms, 2);
    if (touches) {
        f->joint[f->n_joint++] = (SnJointRub){.rub = joint->rub + rubbing->number,
                                              .ball = ball && rubbing->number == 0,
                                              .limit = limit};
        return;
    }
    const SnFrictionLoad none = {.bilateral = -1, .limit = -1, .row = -1, .inertia = -1};
    f->ball[f->n] = ball && rubbing->number == 0;
    SnFrictionRow *added = &f->friction[f->n++];
    *added = (SnFrictionRow){
        .node = -1,
        .rub = joint->rub + rubbing->number,
        .in_ball = ball ? rubbing->number : 0,
        .slip = f->rows.n - 1,
        .share = 1,
        .rate = along(system, rubbing->row, block, sn_state_u_const(state)),
        .rate_before = along(system, rubbing->row, block, sn_state_u_const(work->step.backup)),
        .moved = rubbing->moved,
        .load = {none, none}};
    added->load[0].weight = limit;
}

static void append_coordinate(const SnSystem *system, const SnState *state, SnWorkspace *work,
                              int number, int coordinate)
{
    const SnSystemJoint *joint = &system->joints.joints[number];
    const SnState *before = work->step.backup;
    double row[2][6] = {{0}};
    sn_joint_coordinate_row(system, state, work, joint, coordinate, row);
    const double moved = sn_joint_coordinate(system, sn_state_q_const(state),
                                             sn_state_turns_const(state), joint, coordinate) -
                         sn_joint_coordinate(system, sn_state_q_const(before),
                                             sn_state_turns_const(before), joint, coordinate);
    append(system, state, work, &(Rubbing){number, coordinate, moved, (const double(*)[6])row});
}

static void append_ball(const SnSystem *system, const SnState *state, SnWorkspace *work, int number)
{
    const SnSystemJoint *joint = &system->joints.joints[number];
    double row[3][2][6] = {{{0}}}, turned[3];
    sn_joint_turning_rows(system, state, work, joint, row);
    sn_joint_turned(system, work->step.backup, state, joint, turned);
    for (int k = 0; k < 3; k++)
        append(system, state, work, &(Rubbing){number, k, turned[k], (const double(*)[6])row[k]});
}

int sn_friction_joints(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    int n = 0;
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (joint->class->turning && joint->enabled && friction_of(joint, 0) > 0) {
            n += 3;
            if (work)
                append_ball(system, state, work, i);
            continue;
        }
        for (int k = 0; joint->enabled && k < sn_joint_n_coordinates(joint); k++) {
            if (!(friction_of(joint, k) > 0))
                continue;
            n++;
            if (work)
                append_coordinate(system, state, work, i, k);
        }
    }
    return n;
}

void sn_friction_joint_rates(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             double *rate)
{
    assert(work->system == system);
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (joint->class->turning || !joint->enabled)
            continue;
        const int block[2] = {sn_joint_block(system, joint, 0), sn_joint_block(system, joint, 1)};
        for (int k = 0; k < sn_joint_n_coordinates(joint); k++) {
            double row[2][6] = {{0}};
            if (!(friction_of(joint, k) > 0))
                continue;
            sn_joint_coordinate_row(system, state, work, joint, k, row);
            *rate++ = along(system, (const double(*)[6])row, block, sn_state_u_const(state));
        }
    }
}

void sn_friction_keep_joints(const SnSystem *system, const SnWorkspace *work, double impulse,
                             SnState *state)
{
    const SnFrictionRows *f = &work->unilateral.friction;
    double *turns = sn_state_turns(state);
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        memset(turns + joint->rub, 0, (size_t)sn_joint_n_rubs(joint) * sizeof *turns);
    }
    for (int i = 0; i < f->n; i++)
        if (f->friction[i].node < 0)
            turns[f->friction[i].rub] = f->impulse[i] / impulse;
    for (int j = 0; j < f->n_joint; j++)
        turns[f->joint[j].rub] = work->contacts->rows.row[f->first_joint + j].impulse / impulse;
}
