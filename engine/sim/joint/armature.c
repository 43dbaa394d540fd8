/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/joint/armature.h"

#include "engine/sim/joint/joint_motion.h"
#include "engine/sim/joint/joint_side.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/rigid/two_bodies.h"

#include <assert.h>
#include <string.h>

/* One rate that an armature goes with, by the velocities of both blocks, and its acceleration where
 * these velocities stay. */
typedef struct Rotor {
    double inertia; /* [kg m2] or [kg] */
    double row[2][6];
    double turned; /* dJ/dt u; only where it was asked for */
} Rotor;

#define MOST_ROTORS SN_MAX_COORDINATES

static double armature_of(const SnSystemJoint *joint, int coordinate)
{
    return joint->coordinate[joint->class->one_law ? 0 : coordinate].armature;
}

static bool joins(const SnSystemJoint *joint)
{
    return joint->class->ends == SN_JOINT_FRAMES &&
           (joint->class->turning || sn_joint_n_coordinates(joint) > 0);
}

static bool has_armature(const SnSystemJoint *joint)
{
    if (!joins(joint))
        return false;
    bool any = joint->class->turning && joint->coordinate[0].armature != 0;
    for (int k = 0; k < sn_joint_n_coordinates(joint); k++)
        any = any || armature_of(joint, k) != 0;
    return any;
}

/* Turning of b against a in b's body axes: w_b - R_ba w_a, whose derivative at constant w is
 * w_b x R_ba w_a. */
static int ball(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                const SnSystemJoint *joint, Rotor *rotors)
{
    SnTwoBodies t;
    double relative[9], on_b[3], turned[3];
    sn_two_bodies(system, state, work, joint->frame_a, joint->frame_b, &t);
    sn_m3_transposed_times(t.rotation[1], t.rotation[0], relative); /* a's body axes to b's */
    sn_m3_mul_v3(relative, t.w[0], on_b);
    sn_v3_cross(t.w[1], on_b, turned);
    for (int k = 0; k < 3; k++) {
        rotors[k] = (Rotor){.inertia = joint->coordinate[0].armature, .turned = turned[k]};
        rotors[k].row[1][3 + k] = 1;
        sn_v3_scale(-1, relative + 3 * k, rotors[k].row[0] + 3);
    }
    return 3;
}

/* Turning of b about its own z less that of a about its: nothing turns in that. */
static void twist(const SnSystem *system, const SnWorkspace *work, const SnSystemJoint *joint,
                  Rotor *rotor)
{
    const int frames[2] = {joint->frame_a, joint->frame_b};
    for (int s = 0; s < 2; s++) {
        const double *in_body = work->motion.frame_rotation[frames[s]];
        for (int i = 0; i < 3 && system->frames[frames[s]].block >= 0; i++)
            rotor->row[s][3 + i] = s ? in_body[3 * i + 2] : -in_body[3 * i + 2];
    }
}

static int of_coordinates(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                          const SnSystemJoint *joint, bool turning, Rotor *rotors)
{
    int n = 0;
    for (int k = 0; k < sn_joint_n_coordinates(joint); k++) {
        if (armature_of(joint, k) == 0)
            continue;
        Rotor *rotor = &rotors[n++];
        *rotor = (Rotor){.inertia = armature_of(joint, k)};
        if (joint->class->coordinate[k].value == sn_sides_twist) {
            twist(system, work, joint, rotor);
            continue;
        }
        sn_joint_coordinate_row(system, state, work, joint, k, rotor->row);
        if (turning)
            rotor->turned = sn_joint_coordinate_turning(system, state, work, joint, k);
    }
    return n;
}

/* All of a joint that is fitted from one fit. */
static int of_motion(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                     const SnSystemJoint *joint, bool turning, Rotor *rotors)
{
    int n = 0;
    SnJointSides sides;
    double turned[SN_MAX_COORDINATES];
    sn_joint_sides(system, work, sn_state_q_const(state), sn_state_turns_const(state), joint,
                   &sides);
    if (turning)
        sn_motion_coordinates_turning(system, state, work, joint, turned);
    for (int k = 0; k < sn_joint_n_coordinates(joint); k++) {
        if (armature_of(joint, k) == 0)
            continue;
        Rotor *rotor = &rotors[n++];
        *rotor = (Rotor){.inertia = armature_of(joint, k), .turned = turning ? turned[k] : 0};
        sn_motion_coordinate(&sides, k, true, rotor->row);
    }
    return n;
}

/* Rotors of a joint that is on; `turning`: how their rates turn as well. */
static int rotors_of(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                     const SnSystemJoint *joint, bool turning, Rotor rotors[MOST_ROTORS])
{
    if (!joint->enabled || !has_armature(joint))
        return 0;
    if (joint->class->turning)
        return ball(system, state, work, joint, rotors);
    return joint->class->motion ? of_motion(system, state, work, joint, turning, rotors)
                                : of_coordinates(system, state, work, joint, turning, rotors);
}

static double along(const SnSystem *system, const SnSystemJoint *joint, const Rotor *rotor,
                    const double *u)
{
    double sum = 0;
    for (int s = 0; s < 2; s++) {
        const int block = sn_joint_block(system, joint, s);
        for (int i = 0; block >= 0 && i < 6; i++)
            sum += rotor->row[s][i] * u[system->blocks[block].u + i];
    }
    return sum;
}

static void push(const SnSystem *system, const SnSystemJoint *joint, const Rotor *rotor,
                 double impulse, double *f)
{
    for (int s = 0; s < 2; s++) {
        const int block = sn_joint_block(system, joint, s);
        for (int i = 0; block >= 0 && i < 6; i++)
            f[system->blocks[block].u + i] += impulse * rotor->row[s][i];
    }
}

void sn_armatures_add_momentum(const SnSystem *system, const SnState *state,
                               const SnWorkspace *work, const double *u, double *momentum)
{
    assert(!work || work->system == system);
    Rotor rotors[MOST_ROTORS];
    for (int i = 0; system->joints.armatures && i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        const int n = rotors_of(system, state, work, joint, false, rotors);
        for (int k = 0; k < n; k++)
            push(system, joint, &rotors[k], rotors[k].inertia * along(system, joint, &rotors[k], u),
                 momentum);
    }
}

void sn_armatures_add_quadratic(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, const double *bias, double factor,
                                double *force)
{
    assert(!work || work->system == system);
    Rotor rotors[MOST_ROTORS];
    for (int i = 0; system->joints.armatures && i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        const int n = rotors_of(system, state, work, joint, true, rotors);
        for (int k = 0; k < n; k++) {
            const double rate =
                rotors[k].turned + (bias ? along(system, joint, &rotors[k], bias) : 0);
            push(system, joint, &rotors[k], -factor * rotors[k].inertia * rate, force);
        }
    }
}

/* --- as a kind of force: its part of M-hat, its energy --- */

/* Without an armature a joint gets no pair: zeros would only slow the factorisation. */
static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    system->joints.armatures = false;
    for (int i = 0; i < system->joints.n; i++) {
        SnSystemJoint *joint = &system->joints.joints[i];
        joint->armature_slots = -1;
        if (!joins(joint))
            continue;
        system->joints.armatures = system->joints.armatures || has_armature(joint);
        const int blocks[2] = {system->frames[joint->frame_a].block,
                               system->frames[joint->frame_b].block};
        visit(data, &(SnCoupling){.n = 2,
                                  .blocks = blocks,
                                  .apart = !has_armature(joint),
                                  .slots = &joint->armature_slots});
    }
}

static void add_masses(const SnSystem *system, const double *inputs, const SnState *state,
                       SnWorkspace *work, bool matrix, double d, double k)
{
    (void)inputs, (void)d, (void)k;
    Rotor rotors[MOST_ROTORS];
    for (int i = 0; matrix && system->joints.armatures && i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        const int n = rotors_of(system, state, work, joint, false, rotors);
        const int *slot = system->pairs.stiffness_slot + joint->armature_slots;
        for (int r = 0; r < n; r++)
            for (int pair = 0; pair < 3; pair++) { /* aa, ba, bb */
                const int one = pair > 0, other = pair > 1;
                double values[36];
                for (int v = 0; v < 36; v++)
                    values[v] =
                        rotors[r].inertia * rotors[r].row[one][v / 6] * rotors[r].row[other][v % 6];
                sn_pair_add(system, work, slot[pair], sn_joint_block(system, joint, one),
                            sn_joint_block(system, joint, other), values);
            }
    }
}

static void audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  double energy[2], double momentum[6])
{
    (void)momentum; /* its forces are inner ones: that of the bodies alone is kept */
    Rotor rotors[MOST_ROTORS];
    for (int i = 0; system->joints.armatures && i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        const int n = rotors_of(system, state, work, joint, false, rotors);
        for (int k = 0; k < n; k++) {
            const double rate = along(system, joint, &rotors[k], sn_state_u_const(state));
            energy[0] += 0.5 * rotors[k].inertia * rate * rate;
        }
    }
}

const SnForceClass SN_FORCE_ARMATURES = {
    .name = "armatures", .couplings = couplings, .forces = add_masses, .audit = audit};

bool sn_armature_may_be(const SnSystem *system, int number, double value)
{
    const SnSystemJoint *joint = &system->joints.joints[number];
    if (value == 0)
        return true;
    if (!(value > 0) || joint->armature_slots < 0 || !system->joints.armatures)
        return false;
    return sn_joint_block(system, joint, 0) < 0 || sn_joint_block(system, joint, 1) < 0 ||
           system->pairs.stiffness_slot[joint->armature_slots + 1] >= 0;
}
