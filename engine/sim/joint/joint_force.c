/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stiffness and damping of joints: -k (c - rest) - d dc/dt along each coordinate c
 * (coordinate_push.h), or what the joint's class has instead.  Stiffness between two bodies
 * that nothing couples in M-hat (it was zero when the system was compiled) stays explicit. */
#include "engine/sim/joint/coordinate_push.h"
#include "engine/sim/joint/joints.h"

#include <assert.h>
#include <string.h>

/* What says how stiff and damped a coordinate is. */
static const SnJointCoordinate *law_of(const SnSystemJoint *joint, int number)
{
    return &joint->coordinate[joint->class->one_law ? 0 : number];
}

static bool has_force(const SnSystemJoint *joint, int number)
{
    const SnJointCoordinate *law = law_of(joint, number);
    return law->stiffness != 0 || law->damping != 0;
}

static double energy_of(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        const SnSystemJoint *joint, int number)
{
    const double stiffness = law_of(joint, number)->stiffness;
    double row[2][6];
    if (stiffness == 0)
        return 0;
    const double far = sn_joint_coordinate_row(system, state, work, joint, number, row) -
                       joint->coordinate[number].rest;
    return 0.5 * stiffness * far * far;
}

static void push_coordinate(const SnSystem *system, const SnState *state, SnWorkspace *work,
                            const SnSystemJoint *joint, int number, bool implicit, double d,
                            double k)
{
    const SnJointCoordinate *law = law_of(joint, number);
    SnCoordinatePush push = {.slope = -law->stiffness, .damping = law->damping};
    double row[2][6] = {{0}};
    if (law->stiffness != 0 || joint->class->motion)
        push.elastic =
            -law->stiffness * (sn_joint_coordinate_row(system, state, work, joint, number, row) -
                               joint->coordinate[number].rest);
    memcpy(push.gradient, row, sizeof push.gradient);
    sn_coordinate_push(system, state, work, joint, number, joint->slots, &push, implicit, d, k);
}

void sn_joint_forces(const SnSystem *system, const SnState *state, SnWorkspace *work, bool matrix,
                     double d, double k)
{
    assert(!work || work->system == system);
    const bool implicit = matrix && (d != 0 || k != 0);
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (!joint->enabled || joint->slots < 0)
            continue;
        if (joint->class->force)
            joint->class->force(system, state, work, joint, implicit, d, k);
        for (int n = 0; n < sn_joint_n_coordinates(joint); n++)
            if (has_force(joint, n))
                push_coordinate(system, state, work, joint, n, implicit, d, k);
    }
}

double sn_joint_energy(const SnSystem *system, const SnState *state, const SnWorkspace *work)
{
    assert(!work || work->system == system);
    double energy = 0;
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (!joint->enabled)
            continue;
        if (joint->class->energy)
            energy += joint->class->energy(system, state, work, joint);
        for (int n = 0; n < sn_joint_n_coordinates(joint); n++)
            energy += energy_of(system, state, work, joint, n);
    }
    return energy;
}
