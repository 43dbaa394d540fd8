/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/rigid/gear.h"

#include "engine/base/memory.h"
#include "engine/sim/rigid/joints.h"

#include <assert.h>
#include <string.h>

const SnJointClass SN_JOINT_GEAR = {
    .name = "gear",
    .ends = SN_JOINT_JOINTS,
    .n_numbers = SN_GEAR_NUMBERS,
};

static bool is_gear(const SnSystemJoint *joint)
{
    return joint->class == &SN_JOINT_GEAR;
}

static double *gear_numbers(SnState *state, const SnSystemJoint *gear)
{
    return sn_state_turns(state) + gear->turns;
}

/* --- the row in the system --- */

/* Distinct blocks of both joints, at most four. */
static int blocks_of(const SnSystem *system, const SnSystemJoint *gear, int blocks[4])
{
    int n = 0;
    for (int i = 0; i < 4; i++) {
        const int block =
            sn_joint_block(system, &system->joints.joints[gear->geared[i / 2]], i % 2);
        bool known = block < 0;
        for (int k = 0; k < n && !known; k++)
            known = blocks[k] == block;
        if (!known)
            blocks[n++] = block;
    }
    return n;
}

static void plan(SnSystem *system)
{
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *gear = &system->joints.joints[i];
        int blocks[4];
        if (!is_gear(gear))
            continue;
        const int count = blocks_of(system, gear, blocks);
        sn_general_row_add(system, &sn_gear_constraint, false,
                           (SnGeneralRow){.id = gear->id, .owner = i, .count = count}, blocks);
    }
}

static void number(SnSystem *system, const SnGeneralRow *row, bool one_sided, int row_of_g)
{
    (void)one_sided;
    system->joints.joints[row->owner].row = row_of_g;
}

/* --- the row --- */

/* Adds factor times the derivative of a joint's coordinate; returns the coordinate. */
static double add_coordinate(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             const SnGeneralRow *row, int number, double factor, double *values)
{
    const SnSystemJoint *joint = &system->joints.joints[number];
    double sides[2][6] = {{0}};
    const double coordinate = sn_joint_coordinate_row(system, state, work, joint, 0, sides);
    for (int s = 0; values && s < 2; s++) {
        const int block = sn_joint_block(system, joint, s);
        double *value = values;
        for (int k = 0; k < row->count; k++) {
            const int at = system->general.block[row->first + k];
            for (int c = 0; at == block && c < 6; c++)
                value[c] += factor * sides[s][c];
            value += system->blocks[at].n;
        }
    }
    return coordinate;
}

static bool values_of(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      const SnGeneralRow *row, double *values, double *residual)
{
    const SnSystemJoint *gear = &system->joints.joints[row->owner];
    const double *numbers = sn_state_turns_const(state) + gear->turns;
    const double a = add_coordinate(system, state, work, row, gear->geared[0], -numbers[1], values);
    const double b = add_coordinate(system, state, work, row, gear->geared[1], 1, values);
    *residual = b - numbers[1] * a - numbers[0];
    return gear->enabled && numbers[2] != 0;
}

static SnRowTraits traits(const SnSystem *system, const SnGeneralRow *row)
{
    const SnSystemJoint *gear = &system->joints.joints[row->owner];
    return (SnRowTraits){.enabled = gear->enabled, .compliance = gear->compliance};
}

const SnConstraintClass sn_gear_constraint = {
    .name = "ratio of a gear",
    .plan = plan,
    .values = values_of,
    .number = number,
    .traits = traits,
};

void sn_gears_engage(const SnSystem *system, SnState *state)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *gear = &system->joints.joints[i];
        if (!is_gear(gear))
            continue;
        double *numbers = gear_numbers(state, gear);
        if (!gear->enabled) {
            memset(numbers, 0, SN_GEAR_NUMBERS * sizeof *numbers);
        } else if (numbers[2] == 0 || numbers[1] != gear->ratio) {
            double c[2];
            for (int k = 0; k < 2; k++) {
                const SnSystemJoint *joint = &system->joints.joints[gear->geared[k]];
                c[k] = sn_joint_coordinate(system, sn_state_q_const(state),
                                           sn_state_turns_const(state), joint, 0);
            }
            numbers[0] = c[1] - gear->ratio * c[0];
            numbers[1] = gear->ratio;
            numbers[2] = 1;
        }
    }
}

bool sn_gear_torque(const SnSystem *system, const SnState *state, const SnSystemJoint *joint,
                    double *torque)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    if (!is_gear(joint))
        return false;
    *torque = joint->enabled ? sn_state_lambda_const(state)[joint->row] : 0;
    return true;
}
