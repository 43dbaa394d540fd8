/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/joint/gear.h"

#include "engine/base/memory.h"
#include "engine/base/terms.h"
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

/* Two of each joint. */
#define MOST_BLOCKS (2 * (SN_TERMS_MOST_NUMBERS + 1))

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

/* --- what leads --- */

int sn_coupling_n_leaders(const SnSystemJoint *coupling)
{
    assert(holds_coordinates(coupling));
    return is_drive(coupling) ? 0 : 1 + coupling->n_leaders;
}

SnLeader sn_coupling_leader(const SnSystem *system, const SnSystemJoint *coupling, int k)
{
    assert(k >= 0 && k <= coupling->n_leaders);
    return k == 0 ? (SnLeader){coupling->geared[0], coupling->geared_coordinate[0]}
                  : system->joints.leaders[coupling->leaders + k - 1];
}

double sn_coupler_value(const SnSystem *system, const SnSystemJoint *coupler, const double *x,
                        double *slope)
{
    assert(coupler->class == &SN_JOINT_COUPLER);
    const double *numbers = system->joints.numbers;
    if (coupler->n_terms == 0)
        return sn_function_value(&coupler->function, numbers, x[0], slope);
    double outer;
    const int n = 1 + coupler->n_leaders;
    const double sum = sn_terms_value(numbers + coupler->terms, coupler->n_terms, n, x, slope);
    const double value = sn_function_value(&coupler->function, numbers, sum, &outer);
    for (int k = 0; k < n; k++)
        slope[k] *= outer;
    return value;
}

/* --- the row in the system --- */

/* Distinct blocks of all joints. */
static int blocks_of(const SnSystem *system, const SnSystemJoint *gear, int *blocks)
{
    int n = 0;
    for (int i = 0; i <= sn_coupling_n_leaders(gear); i++) {
        const int joint = i == 0 ? gear->geared[1] : sn_coupling_leader(system, gear, i - 1).joint;
        for (int side = 0; side < 2; side++)
            n = sn_block_add_once(blocks, n,
                                  sn_joint_block(system, &system->joints.joints[joint], side));
    }
    return n;
}

static void plan(SnSystem *system)
{
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *gear = &system->joints.joints[i];
        int blocks[MOST_BLOCKS];
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
                             const SnGeneralRow *row, SnLeader of, double factor, double *values)
{
    const SnSystemJoint *joint = &system->joints.joints[of.joint];
    double sides[2][6] = {{0}};
    const double coordinate =
        sn_joint_coordinate_row(system, state, work, joint, of.coordinate, sides);
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
    const SnLeader follower = {gear->geared[1], gear->geared_coordinate[1]},
                   leader = {gear->geared[0], gear->geared_coordinate[0]};
    const double b = add_coordinate(system, state, work, row, follower, 1, values);
    if (is_drive(gear)) {
        *residual = b - numbers[0];
        return gear->enabled && numbers[2] != 0;
    }
    if (!is_gear(gear)) {
        const int n = sn_coupling_n_leaders(gear);
        double x[SN_TERMS_MOST_NUMBERS], slope[SN_TERMS_MOST_NUMBERS];
        for (int k = 0; k < n; k++)
            x[k] = add_coordinate(system, state, work, row, sn_coupling_leader(system, gear, k), 0,
                                  NULL);
        *residual = b - sn_coupler_value(system, gear, x, slope);
        for (int k = 0; values && k < n; k++)
            add_coordinate(system, state, work, row, sn_coupling_leader(system, gear, k), -slope[k],
                           values);
        return gear->enabled;
    }
    const double a = add_coordinate(system, state, work, row, leader, -numbers[1], values);
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

/* What of this file a row of G belongs to; NULL: it is another one. */
static const SnSystemJoint *owner_of_row(const SnSystem *system, int i)
{
    const int general = i - (system->rows.n - system->general.n_rows);
    if (general < 0 || system->general.rows[general].class != &sn_gear_constraint)
        return NULL;
    return &system->joints.joints[system->general.rows[general].owner];
}

static const SnSystemJoint *drive_of_row(const SnSystem *system, int i)
{
    const SnSystemJoint *joint = owner_of_row(system, i);
    return joint && is_drive(joint) ? joint : NULL;
}

bool sn_gear_takes_hold(const SnSystem *system, const SnState *before, int i)
{
    assert(before->n_q == system->n_q && before->n_u == system->n_u);
    const SnSystemJoint *joint = owner_of_row(system, i);
    if (!joint || !joint->enabled)
        return false;
    if (is_drive(joint) || is_gear(joint))
        return sn_state_turns_const(before)[joint->turns + 2] == 0;
    return sn_state_lambda_const(before)[i] == 0; /* of rows that were off */
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
