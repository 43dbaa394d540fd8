/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints as kinds of forces: which blocks their stiffness and damping couple (joint_force.c has the
 * forces), and the load stiffness of what their rows exert. */
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/force_tools.h"

/* How often a joint's stiffness and damping need the three slots of two frames. */
static int slot_sets(const SnSystemJoint *joint)
{
    const SnJointClass *class = joint->class;
    for (int k = 0; k < sn_joint_n_coordinates(joint); k++)
        if (class->coordinate[k].on_b)
            return 2;
    return sn_joint_n_coordinates(joint) > 0 || class->force ? 1 : 0;
}

/* A joint that moves freely gets no pair of its own: zeros would only slow the factorisation.
 * Damping that is switched on later is implicit in the diagonal blocks alone (joint_force.c). */
static bool couples(const SnSystemJoint *joint)
{
    bool forces = false;
    for (int k = 0; k < SN_MAX_COORDINATES; k++)
        forces = forces || joint->coordinate[k].stiffness != 0 || joint->coordinate[k].damping != 0;
    return forces && slot_sets(joint) > 0;
}

static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    for (int i = 0; i < system->joints.n; i++) {
        SnSystemJoint *joint = &system->joints.joints[i];
        joint->slots = -1;
        for (int k = 0; k < slot_sets(joint); k++) {
            const int a = system->frames[joint->frame_a].block;
            const int b = system->frames[joint->frame_b].block;
            const int blocks[2] = {k ? b : a, k ? a : b};
            visit(data, &(SnCoupling){.n = 2,
                                      .blocks = blocks,
                                      .apart = !couples(joint),
                                      .slots = k ? NULL : &joint->slots});
        }
    }
}

static void joint_forces(const SnSystem *system, const double *inputs, const SnState *state,
                         SnWorkspace *work, bool matrix, double d, double k)
{
    sn_joint_forces(system, state, work, matrix, d, k);
}

static void audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  double energy[2], double momentum[6])
{
    energy[1] += sn_joint_energy(system, state, work);
}

const SnForceClass SN_FORCE_JOINTS = {
    .name = "joints", .couplings = couplings, .forces = joint_forces, .audit = audit};

/* --- rows --- */

/* Position rows are fixed in the world: what they exert on points of bodies turns with those. */
static void load_stiffness(const SnSystem *system, const double *inputs, const SnState *state,
                           SnWorkspace *work, bool matrix, double d, double k)
{
    if (!matrix || !work->forces.joint_load_stiffness || work->forces.positive_definite)
        return;
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (!joint->enabled || !sn_joint_pins_point(joint->class))
            continue; /* rows that turn with a are left out */
        const double *force = sn_state_lambda_const(state) + joint->row;
        for (int s = 0; s < 2; s++) {
            const SnSystemFrame *frame = &system->frames[s ? joint->frame_b : joint->frame_a];
            double on_side[3];
            sn_v3_scale(s ? 1 : -1, force, on_side);
            if (frame->block >= 0)
                sn_add_load_stiffness(system, work, frame->block, frame->position, on_side, k);
        }
    }
}

const SnForceClass SN_FORCE_JOINT_ROWS = {.name = "joint rows", .forces = load_stiffness};
