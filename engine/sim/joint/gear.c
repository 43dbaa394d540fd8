/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/joint/gear.h"

#include "engine/base/memory.h"
#include "engine/sim/joint/joints.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const SnJointClass SN_JOINT_GEAR = {
    .name = "gear",
    .ends = SN_JOINT_JOINTS,
    .n_numbers = SN_GEAR_NUMBERS,
};

const SnJointClass SN_JOINT_COUPLER = {.name = "coupler", .ends = SN_JOINT_JOINTS};

const SnJointClass SN_JOINT_DRIVE = {
    .name = "drive",
    .ends = SN_JOINT_JOINTS,
    .n_numbers = SN_GEAR_NUMBERS,
};

static bool holds_coordinates(const SnSystemJoint *joint)
{
    return joint->class->ends == SN_JOINT_JOINTS;
}

static bool is_gear(const SnSystemJoint *joint)
{
    return joint->class == &SN_JOINT_GEAR;
}

static bool is_drive(const SnSystemJoint *joint)
{
    return joint->class == &SN_JOINT_DRIVE;
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
        if (gear->geared[i / 2] < 0)
            continue;
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
        if (!holds_coordinates(gear))
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
                             const SnGeneralRow *row, int end, double factor, double *values)
{
    const SnSystemJoint *gear = &system->joints.joints[row->owner];
    const SnSystemJoint *joint = &system->joints.joints[gear->geared[end]];
    double sides[2][6] = {{0}};
    const double coordinate =
        sn_joint_coordinate_row(system, state, work, joint, gear->geared_coordinate[end], sides);
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
    const double b = add_coordinate(system, state, work, row, 1, 1, values);
    if (is_drive(gear)) {
        *residual = b - numbers[0];
        return gear->enabled && numbers[2] != 0;
    }
    if (!is_gear(gear)) {
        double slope;
        const double f =
            sn_function_value(&gear->function, system->joints.numbers,
                              add_coordinate(system, state, work, row, 0, 0, NULL), &slope);
        add_coordinate(system, state, work, row, 0, -slope, values);
        *residual = b - f;
        return gear->enabled;
    }
    const double a = add_coordinate(system, state, work, row, 0, -numbers[1], values);
    *residual = b - numbers[1] * a - numbers[0];
    return gear->enabled && numbers[2] != 0;
}

static SnRowTraits traits(const SnSystem *system, const SnGeneralRow *row)
{
    const SnSystemJoint *gear = &system->joints.joints[row->owner];
    return (SnRowTraits){.enabled = gear->enabled, .compliance = gear->compliance};
}

const SnConstraintClass sn_gear_constraint = {
    .name = "ratio of a gear, coupled or driven coordinate",
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
                                           sn_state_turns_const(state), joint,
                                           gear->geared_coordinate[k]);
            }
            numbers[0] = c[1] - gear->ratio * c[0];
            numbers[1] = gear->ratio;
            numbers[2] = 1;
        }
    }
}

void sn_drives_begin(const SnSystem *system, const double *inputs, double h, SnState *state)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *drive = &system->joints.joints[i];
        if (!is_drive(drive))
            continue;
        double *numbers = gear_numbers(state, drive);
        const double value = inputs[drive->input];
        numbers[1] = numbers[2] != 0 && h > 0 ? (value - numbers[0]) / h : 0;
        numbers[0] = value;
        numbers[2] = drive->enabled; /* one that was off takes hold without a rate of its own */
    }
}

void sn_drives_set_rates(const SnSystem *system, const double *rates, SnState *state)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    for (int i = 0; i < system->joints.n; i++)
        if (is_drive(&system->joints.joints[i]))
            gear_numbers(state, &system->joints.joints[i])[1] =
                rates[system->joints.joints[i].input];
}

/* The drive that a row of G belongs to; NULL: none. */
static const SnSystemJoint *drive_of_row(const SnSystem *system, int i)
{
    const int general = i - (system->rows.n - system->general.n_rows);
    if (general < 0 || system->general.rows[general].class != &sn_gear_constraint)
        return NULL;
    const SnSystemJoint *joint = &system->joints.joints[system->general.rows[general].owner];
    return is_drive(joint) ? joint : NULL;
}

double sn_drive_rate(const SnSystem *system, const SnState *state, int i)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    const SnSystemJoint *drive = drive_of_row(system, i);
    return drive ? sn_state_turns_const(state)[drive->turns + 1] : 0;
}

int sn_drive_input(const SnSystem *system, const SnState *state, int i, double *value)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    const SnSystemJoint *drive = drive_of_row(system, i);
    if (!drive || sn_state_turns_const(state)[drive->turns + 2] == 0)
        return -1;
    *value = sn_state_turns_const(state)[drive->turns];
    return drive->input;
}

bool sn_drives_jump(const SnSystem *system, const SnState *before, const SnState *state)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *drive = &system->joints.joints[i];
        if (is_drive(drive) && drive->enabled &&
            sn_state_turns_const(state)[drive->turns + 1] !=
                sn_state_turns_const(before)[drive->turns + 1])
            return true;
    }
    return false;
}

double sn_drive_power(const SnSystem *system, const SnState *state)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    double sum = 0;
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *drive = &system->joints.joints[i];
        if (is_drive(drive) && drive->enabled)
            sum += fabs(sn_state_lambda_const(state)[drive->row] *
                        sn_state_turns_const(state)[drive->turns + 1]);
    }
    return sum;
}

bool sn_gear_torque(const SnSystem *system, const SnState *state, const SnSystemJoint *joint,
                    double *torque)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    if (!holds_coordinates(joint))
        return false;
    *torque = joint->enabled ? sn_state_lambda_const(state)[joint->row] : 0;
    return true;
}
