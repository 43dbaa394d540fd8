/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/rigid/gear.h"

#include "engine/base/memory.h"

#include <stdlib.h>
#include <string.h>

static double *gear_numbers(SnState *state, const SnSystemJoint *gear)
{
    return sn_state_turns(state) + gear->turns;
}

/* --- structure --- */

/* Distinct blocks of both joints, at most four. */
static int blocks_of(const SnSystem *system, const SnSystemJoint *gear, int blocks[4])
{
    int n = 0;
    for (int i = 0; i < 4; i++) {
        const int block = sn_joint_block(system, &system->joints[gear->geared[i / 2]], i % 2);
        bool known = block < 0;
        for (int k = 0; k < n && !known; k++)
            known = blocks[k] == block;
        if (!known)
            blocks[n++] = block;
    }
    return n;
}

/* Those of an earlier finish stay. */
static int find_row(const SnSystem *system, int owner)
{
    for (int i = 0; i < system->n_wide_rows; i++)
        if (system->wide_rows[i].kind == SN_WIDE_GEAR && system->wide_rows[i].owner == owner)
            return i;
    return -1;
}

static void add_row(SnSystem *system, int owner)
{
    const SnSystemJoint *gear = &system->joints[owner];
    const int n = system->n_wide_rows++, first = system->n_wide_blocks;
    system->wide_rows = sn_resize(system->wide_rows, (size_t)(n + 1), sizeof *system->wide_rows);
    system->wide_block =
        sn_resize(system->wide_block, (size_t)(first + 4), sizeof *system->wide_block);
    const int count = blocks_of(system, gear, system->wide_block + first);
    system->wide_rows[n] = (SnWideRow){
        .kind = SN_WIDE_GEAR, .id = gear->id, .owner = owner, .first = first, .count = count};
    system->n_wide_blocks += count;
}

void sn_finish_gears(SnSystem *system)
{
    for (int i = 0; i < system->n_joints; i++)
        if (system->joints[i].kind == SN_JOINT_GEAR && find_row(system, i) < 0)
            add_row(system, i);
    for (int i = 0; i < system->n_joints; i++)
        if (system->joints[i].kind == SN_JOINT_GEAR)
            system->joints[i].row = system->n_rows + find_row(system, i);
}

/* --- the row --- */

/* Adds factor times the derivative of a joint's coordinate; returns the coordinate. */
static double add_coordinate(const SnSystem *system, const SnState *state, const SnWork *work,
                             const SnWideRow *row, int number, double factor, double *values)
{
    const SnSystemJoint *joint = &system->joints[number];
    double sides[2][6] = {{0}};
    const double coordinate = sn_joint_coordinate_row(system, state, work, joint, 0, sides);
    for (int s = 0; values && s < 2; s++) {
        const int block = sn_joint_block(system, joint, s);
        double *value = values;
        for (int k = 0; k < row->count; k++) {
            const int at = system->wide_block[row->first + k];
            for (int c = 0; at == block && c < 6; c++)
                value[c] += factor * sides[s][c];
            value += system->blocks[at].n;
        }
    }
    return coordinate;
}

bool sn_gear_row(const SnSystem *system, const SnState *state, const SnWork *work,
                 const SnWideRow *row, double *values, double *residual)
{
    const SnSystemJoint *gear = &system->joints[row->owner];
    const double *numbers = sn_state_turns_const(state) + gear->turns;
    const double a = add_coordinate(system, state, work, row, gear->geared[0], -numbers[1], values);
    const double b = add_coordinate(system, state, work, row, gear->geared[1], 1, values);
    *residual = b - numbers[1] * a - numbers[0];
    return gear->enabled && numbers[2] != 0;
}

void sn_gears_engage(const SnSystem *system, SnState *state)
{
    for (int i = 0; i < system->n_joints; i++) {
        const SnSystemJoint *gear = &system->joints[i];
        if (gear->kind != SN_JOINT_GEAR)
            continue;
        double *numbers = gear_numbers(state, gear);
        if (!gear->enabled) {
            memset(numbers, 0, SN_GEAR_NUMBERS * sizeof *numbers);
        } else if (numbers[2] == 0 || numbers[1] != gear->ratio) {
            double c[2];
            for (int k = 0; k < 2; k++) {
                const SnSystemJoint *joint = &system->joints[gear->geared[k]];
                const double before =
                    joint->turns >= 0 ? sn_state_turns_const(state)[joint->turns] : 0;
                c[k] = sn_joint_coordinate(system, sn_state_q_const(state), joint, 0, before);
            }
            numbers[0] = c[1] - gear->ratio * c[0];
            numbers[1] = gear->ratio;
            numbers[2] = 1;
        }
    }
}

double sn_gear_torque(const SnSystem *system, const SnState *state, const SnSystemJoint *gear)
{
    return gear->enabled ? sn_state_lambda_const(state)[gear->row] : 0;
}
