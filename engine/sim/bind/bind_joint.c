/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/bind_joint.h"

#include "engine/base/vec.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/joint/joint_side.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/solve.h"

#include <string.h>

/* --- parameters --- */

static const struct {
    SnBind bind;
    int coordinate;
    size_t offset;
} parameters[] = {
    {SN_BIND_JOINT_LOWER_LIMIT, 0, offsetof(SnJointCoordinate, lower)},
    {SN_BIND_JOINT_UPPER_LIMIT, 0, offsetof(SnJointCoordinate, upper)},
    {SN_BIND_JOINT_STIFFNESS, 0, offsetof(SnJointCoordinate, stiffness)},
    {SN_BIND_JOINT_REST, 0, offsetof(SnJointCoordinate, rest)},
    {SN_BIND_JOINT_DAMPING, 0, offsetof(SnJointCoordinate, damping)},
    {SN_BIND_JOINT_FRICTION, 0, offsetof(SnJointCoordinate, friction)},
    {SN_BIND_JOINT_ARMATURE, 0, offsetof(SnJointCoordinate, armature)},
    {SN_BIND_JOINT_SWING_LIMIT, 0, offsetof(SnJointCoordinate, upper)},
    {SN_BIND_JOINT_LOWER_LIMIT_2, 1, offsetof(SnJointCoordinate, lower)},
    {SN_BIND_JOINT_UPPER_LIMIT_2, 1, offsetof(SnJointCoordinate, upper)},
    {SN_BIND_JOINT_STIFFNESS_2, 1, offsetof(SnJointCoordinate, stiffness)},
    {SN_BIND_JOINT_REST_2, 1, offsetof(SnJointCoordinate, rest)},
    {SN_BIND_JOINT_DAMPING_2, 1, offsetof(SnJointCoordinate, damping)},
    {SN_BIND_JOINT_FRICTION_2, 1, offsetof(SnJointCoordinate, friction)},
    {SN_BIND_JOINT_ARMATURE_2, 1, offsetof(SnJointCoordinate, armature)},
    {SN_BIND_JOINT_LOWER_LIMIT_3, 2, offsetof(SnJointCoordinate, lower)},
    {SN_BIND_JOINT_UPPER_LIMIT_3, 2, offsetof(SnJointCoordinate, upper)},
    {SN_BIND_JOINT_STIFFNESS_3, 2, offsetof(SnJointCoordinate, stiffness)},
    {SN_BIND_JOINT_REST_3, 2, offsetof(SnJointCoordinate, rest)},
    {SN_BIND_JOINT_DAMPING_3, 2, offsetof(SnJointCoordinate, damping)},
    {SN_BIND_JOINT_FRICTION_3, 2, offsetof(SnJointCoordinate, friction)},
    {SN_BIND_JOINT_ARMATURE_3, 2, offsetof(SnJointCoordinate, armature)},
    {SN_BIND_JOINT_LOWER_LIMIT_4, 3, offsetof(SnJointCoordinate, lower)},
    {SN_BIND_JOINT_UPPER_LIMIT_4, 3, offsetof(SnJointCoordinate, upper)},
    {SN_BIND_JOINT_STIFFNESS_4, 3, offsetof(SnJointCoordinate, stiffness)},
    {SN_BIND_JOINT_REST_4, 3, offsetof(SnJointCoordinate, rest)},
    {SN_BIND_JOINT_DAMPING_4, 3, offsetof(SnJointCoordinate, damping)},
    {SN_BIND_JOINT_FRICTION_4, 3, offsetof(SnJointCoordinate, friction)},
    {SN_BIND_JOINT_ARMATURE_4, 3, offsetof(SnJointCoordinate, armature)},
    {SN_BIND_JOINT_LOWER_LIMIT_5, 4, offsetof(SnJointCoordinate, lower)},
    {SN_BIND_JOINT_UPPER_LIMIT_5, 4, offsetof(SnJointCoordinate, upper)},
    {SN_BIND_JOINT_STIFFNESS_5, 4, offsetof(SnJointCoordinate, stiffness)},
    {SN_BIND_JOINT_REST_5, 4, offsetof(SnJointCoordinate, rest)},
    {SN_BIND_JOINT_DAMPING_5, 4, offsetof(SnJointCoordinate, damping)},
    {SN_BIND_JOINT_FRICTION_5, 4, offsetof(SnJointCoordinate, friction)},
    {SN_BIND_JOINT_ARMATURE_5, 4, offsetof(SnJointCoordinate, armature)},
    {SN_BIND_JOINT_LOWER_LIMIT_6, 5, offsetof(SnJointCoordinate, lower)},
    {SN_BIND_JOINT_UPPER_LIMIT_6, 5, offsetof(SnJointCoordinate, upper)},
    {SN_BIND_JOINT_STIFFNESS_6, 5, offsetof(SnJointCoordinate, stiffness)},
    {SN_BIND_JOINT_REST_6, 5, offsetof(SnJointCoordinate, rest)},
    {SN_BIND_JOINT_DAMPING_6, 5, offsetof(SnJointCoordinate, damping)},
    {SN_BIND_JOINT_FRICTION_6, 5, offsetof(SnJointCoordinate, friction)},
    {SN_BIND_JOINT_ARMATURE_6, 5, offsetof(SnJointCoordinate, armature)},
};

/* Where a joint has fewer angles or distances than its class may, those of the document that it has
 * not are passed over: angles 1 to 3, then distances 1 to 3. */
static int number_of(const SnSystemJoint *joint, int coordinate)
{
    if (!joint->class->counted)
        return coordinate;
    const int distance = coordinate - SN_COUNTED_ANGLES;
    if (distance < 0)
        return coordinate < joint->n_angles ? coordinate : -1;
    return distance < joint->n_distances ? joint->n_angles + distance : -1;
}

double *sn_joint_parameter(SnSystemJoint *joint, SnBind bind)
{
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++)
        if (parameters[i].bind == bind) {
            const int number = number_of(joint, parameters[i].coordinate);
            return number < 0
                       ? NULL
                       : (double *)((char *)&joint->coordinate[number] + parameters[i].offset);
        }
    switch ((int)bind) {
    case SN_BIND_JOINT_COMPLIANCE:
        return &joint->compliance;
    case SN_BIND_JOINT_ROTARY_COMPLIANCE:
        return &joint->rotary_compliance;
    case SN_BIND_JOINT_RESTITUTION:
        return &joint->restitution;
    case SN_BIND_GEAR_RATIO:
        return &joint->ratio;
    case SN_BIND_JOINT_LENGTH:
        return joint->class == &SN_JOINT_DISTANCE ? &joint->length : NULL;
    }
    return NULL;
}

/* --- one joint's rows with the forces along them --- */

typedef struct JointForces {
    double row[SN_MAX_JOINT_ROWS][2][6], residual[SN_MAX_JOINT_ROWS];
    double limit[SN_MAX_JOINT_LIMITS][2][6], gap[SN_MAX_JOINT_LIMITS];
    const double *lambda, *z;
} JointForces;

static void joint_forces(const SnBindContext *c, int number, JointForces *forces)
{
    const SnSystemJoint *joint = &c->system->joints.joints[number];
    memset(forces, 0, sizeof *forces);
    sn_joint_rows(c->system, c->state, c->work, number, true,
                  &(SnJointRows){forces->row, forces->residual, forces->limit, forces->gap});
    forces->lambda = sn_state_lambda_const(c->state) + (joint->row < 0 ? 0 : joint->row);
    forces->z = sn_state_z_const(c->state) + (joint->limit < 0 ? 0 : joint->limit);
}

/* Generalised force of a joint on one of its sides. */
static void joint_wrench(const SnSystemJoint *joint, const JointForces *forces, int side,
                         double wrench[6])
{
    memset(wrench, 0, 6 * sizeof *wrench);
    for (int i = 0; i < 6; i++) {
        for (int r = 0; r < joint->n_rows; r++)
            wrench[i] += forces->lambda[r] * forces->row[r][side][i];
        for (int r = 0; r < joint->n_limits; r++)
            wrench[i] += forces->z[r] * forces->limit[r][side][i];
    }
}

int sn_bind_joint_force(const SnBindContext *c, double *value)
{
    const SnSystemJoint *joint = &c->system->joints.joints[c->index];
    JointForces forces;
    double wrench[6];
    joint_forces(c, c->index, &forces);
    const bool other =
        sn_joint_block(c->system, joint, 1) < 0; /* then it is the reverse of side 0 */
    joint_wrench(joint, &forces, other ? 0 : 1, wrench);
    sn_v3_scale(other ? -1 : 1, wrench, value);
    return 1;
}

/* Moment about the origin of b's frame: that about the centre less that of the force there. */
int sn_bind_joint_moment(const SnBindContext *c, double *value)
{
    const SnSystemJoint *joint = &c->system->joints.joints[c->index];
    JointForces forces;
    double wrench[6], position[3], axes[9], arm[3], turn[3];
    if (!sn_joins_frames(joint))
        return 0;
    joint_forces(c, c->index, &forces);
    const int side = sn_joint_block(c->system, joint, 1) < 0 ? 0 : 1;
    const int block = sn_joint_block(c->system, joint, side);
    sn_v3_set(0, 0, 0, value);
    if (block < 0)
        return 1;
    joint_wrench(joint, &forces, side, wrench);
    sn_frame_pose(c->system, c->work, sn_state_q_const(c->state), joint->frame_b, position, axes);
    sn_v3_sub(position, sn_state_q_const(c->state) + c->system->blocks[block].q, arm);
    sn_m3_mul_v3(c->work->motion.rotation[block], wrench + 3, value);
    sn_v3_cross(arm, wrench, turn);
    sn_v3_sub(value, turn, value);
    sn_v3_scale(side ? 1 : -1, value, value);
    return 1;
}

int sn_bind_joint_distance(const SnBindContext *c, double *value)
{
    const SnSystemJoint *joint = &c->system->joints.joints[c->index];
    JointForces forces;
    joint_forces(c, c->index, &forces);
    *value = joint->one_sided ? forces.gap[0] : forces.residual[0];
    return joint->point >= 0;
}

int sn_bind_joint_normal_force(const SnBindContext *c, double *value)
{
    const SnSystemJoint *joint = &c->system->joints.joints[c->index];
    if (joint->point < 0 && joint->class != &SN_JOINT_ROLLING)
        return 0;
    *value = joint->one_sided ? sn_state_z_const(c->state)[joint->limit]
                              : sn_state_lambda_const(c->state)[joint->row];
    return 1;
}

int sn_bind_joint_contact(const SnBindContext *c, double *value)
{
    const SnSystemJoint *joint = &c->system->joints.joints[c->index];
    SnJointSides sides;
    if (joint->class != &SN_JOINT_ROLLING)
        return 0;
    sn_joint_sides(c->system, c->work, sn_state_q_const(c->state), sn_state_turns_const(c->state),
                   joint, &sides);
    sn_rolling_contact(&sides, value);
    return 3;
}

int sn_bind_joint_slip(const SnBindContext *c, double *value)
{
    const SnSystemJoint *joint = &c->system->joints.joints[c->index];
    JointForces forces;
    double rate[2];
    if (joint->class != &SN_JOINT_ROLLING)
        return 0;
    joint_forces(c, c->index, &forces);
    for (int k = 0; k < 2; k++)
        rate[k] = sn_row_rate(c->system, &c->system->joints.rows[joint->row + 1 + k],
                              (const double(*)[6])forces.row[1 + k], sn_state_u_const(c->state));
    *value = hypot(rate[0], rate[1]);
    return 1;
}

int sn_bind_joint_enabled(const SnBindContext *c, double *value)
{
    *value = c->system->joints.joints[c->index].enabled;
    return 1;
}

/* --- coordinates --- */

/* Which coordinate a result is of: its number among the joint's angles or distances. */
static const struct {
    SnBind bind;
    bool angle, rate;
    int number;
} results[] = {
    {SN_BIND_JOINT_ANGLE, true, false, 0},
    {SN_BIND_JOINT_ANGLE_RATE, true, true, 0},
    {SN_BIND_JOINT_ANGLE_2, true, false, 1},
    {SN_BIND_JOINT_ANGLE_2_RATE, true, true, 1},
    {SN_BIND_JOINT_ANGLE_3, true, false, 2},
    {SN_BIND_JOINT_ANGLE_3_RATE, true, true, 2},
    {SN_BIND_JOINT_ANGLE_4, true, false, 3},
    {SN_BIND_JOINT_ANGLE_4_RATE, true, true, 3},
    {SN_BIND_JOINT_TRANSLATION, false, false, 0},
    {SN_BIND_JOINT_TRANSLATION_RATE, false, true, 0},
    {SN_BIND_JOINT_TRANSLATION_2, false, false, 1},
    {SN_BIND_JOINT_TRANSLATION_2_RATE, false, true, 1},
    {SN_BIND_JOINT_TRANSLATION_3, false, false, 2},
    {SN_BIND_JOINT_TRANSLATION_3_RATE, false, true, 2},
};

/* Number of the joint's coordinate; -1: it has no such one. */
static int find_coordinate(const SnSystemJoint *joint, bool angle, int number)
{
    for (int k = 0; k < sn_joint_n_coordinates(joint); k++)
        if (sn_joint_is_angle(joint, k) == angle && number-- == 0)
            return k;
    return -1;
}

int sn_bind_joint_coordinate(const SnBindContext *c, double *value)
{
    const SnSystemJoint *joint = &c->system->joints.joints[c->index];
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (results[i].bind != c->bind)
            continue;
        const int k = find_coordinate(joint, results[i].angle, results[i].number);
        if (k < 0)
            return 0;
        *value = results[i].rate ? sn_joint_coordinate_rate(c->system, c->state, c->work, joint, k)
                                 : sn_joint_coordinate(c->system, sn_state_q_const(c->state),
                                                       sn_state_turns_const(c->state), joint, k);
        return 1;
    }
    return 0;
}

/* Forces of friction in the last step. */
int sn_bind_joint_rub(const SnBindContext *c, double *value)
{
    const SnSystemJoint *joint = &c->system->joints.joints[c->index];
    const bool ball = c->bind == SN_BIND_JOINT_RUB_BALL;
    const int k = ball ? 0 : number_of(joint, (int)(c->bind - SN_BIND_JOINT_RUB));
    if (ball != (joint->class->turning != NULL) || k < 0 || k >= sn_joint_n_rubs(joint))
        return 0;
    memcpy(value, sn_state_turns_const(c->state) + joint->rub + k, (ball ? 3 : 1) * sizeof *value);
    return 1;
}

int sn_bind_gear_torque(const SnBindContext *c, double *value)
{
    return sn_gear_torque(c->system, c->state, &c->system->joints.joints[c->index], value);
}

bool sn_bind_write_joint_enabled(SnSystem *system, SnState *state, int index, const double *value)
{
    system->joints.joints[index].enabled = value[0] != 0;
    return true;
}
