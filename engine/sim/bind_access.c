/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind_access.h"

#include "engine/base/vec.h"
#include "engine/sim/gear.h"
#include "engine/sim/moment_arm.h"

#include <string.h>

static const SnBlock *block_of(const SnBindContext *c)
{
    return &c->system->blocks[c->index];
}

static const double *q_of(const SnBindContext *c)
{
    return sn_state_q_const(c->state) + block_of(c)->q;
}

static const double *u_of(const SnBindContext *c)
{
    return sn_state_u_const(c->state) + block_of(c)->u;
}

static bool is_body(const SnBindContext *c)
{
    return block_of(c)->kind == SN_BLOCK_BODY;
}

/* --- blocks --- */

int sn_bind_position(const SnBindContext *c, double *value)
{
    const double *q = q_of(c);
    sn_v3_copy(q, value);
    if (is_body(c)) {
        double arm[3];
        sn_q_rotate(q + 3, block_of(c)->center, arm);
        sn_v3_sub(value, arm, value);
    }
    return 1;
}

int sn_bind_orientation(const SnBindContext *c, double *value)
{
    if (is_body(c))
        sn_q_copy(q_of(c) + 3, value);
    return is_body(c);
}

/* Velocity of the centre less w x (R c). */
int sn_bind_velocity(const SnBindContext *c, double *value)
{
    const double *u = u_of(c);
    sn_v3_copy(u, value);
    if (is_body(c)) {
        double turn[3];
        sn_v3_cross(u + 3, block_of(c)->center, turn);
        sn_q_rotate(q_of(c) + 3, turn, turn);
        sn_v3_sub(value, turn, value);
    }
    return 1;
}

int sn_bind_angular_velocity(const SnBindContext *c, double *value)
{
    if (is_body(c))
        sn_q_rotate(q_of(c) + 3, u_of(c) + 3, value);
    return is_body(c);
}

/* Of the component frame's origin: a - R (alpha x c + w x (w x c)). */
int sn_bind_acceleration(const SnBindContext *c, double *value)
{
    const double *a = sn_state_acceleration_const(c->state) + block_of(c)->u;
    sn_v3_copy(a, value);
    if (is_body(c)) {
        const double *center = block_of(c)->center, *w = u_of(c) + 3;
        double tangential[3], turn[3];
        sn_v3_cross(a + 3, center, tangential);
        sn_v3_cross(w, center, turn);
        sn_v3_cross(w, turn, turn);
        sn_v3_add(tangential, turn, turn);
        sn_q_rotate(q_of(c) + 3, turn, turn);
        sn_v3_sub(value, turn, value);
    }
    return 1;
}

int sn_bind_force_total(const SnBindContext *c, double *value)
{
    sn_complete_forces(c->system, c->state, c->work);
    sn_v3_copy(c->work->force + block_of(c)->u, value);
    return 1;
}

int sn_bind_kinetic_energy(const SnBindContext *c, double *value)
{
    const double *u = u_of(c);
    *value = 0.5 * block_of(c)->mass * sn_v3_dot(u, u);
    if (is_body(c)) {
        double spin[3];
        sn_m3_mul_v3(block_of(c)->inertia, u + 3, spin);
        *value += 0.5 * sn_v3_dot(u + 3, spin);
    }
    return 1;
}

/* --- one joint's rows with the forces along them --- */

typedef struct JointForces {
    double row[6][2][6], residual[6], limit[4][2][6], gap[4];
    const double *lambda, *z;
} JointForces;

static void joint_forces(const SnBindContext *c, int number, JointForces *forces)
{
    const SnSystemJoint *joint = &c->system->joints[number];
    memset(forces, 0, sizeof *forces);
    sn_joint_rows(c->system, c->state, c->work, number, true,
                  (SnJointRows){forces->row, forces->residual, forces->limit, forces->gap});
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
    const SnSystemJoint *joint = &c->system->joints[c->index];
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
    const SnSystemJoint *joint = &c->system->joints[c->index];
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
    sn_m3_mul_v3(c->work->rotation[block], wrench + 3, value);
    sn_v3_cross(arm, wrench, turn);
    sn_v3_sub(value, turn, value);
    sn_v3_scale(side ? 1 : -1, value, value);
    return 1;
}

int sn_bind_joint_distance(const SnBindContext *c, double *value)
{
    const SnSystemJoint *joint = &c->system->joints[c->index];
    JointForces forces;
    joint_forces(c, c->index, &forces);
    *value = joint->one_sided ? forces.gap[0] : forces.residual[0];
    return joint->point >= 0;
}

int sn_bind_joint_normal_force(const SnBindContext *c, double *value)
{
    const SnSystemJoint *joint = &c->system->joints[c->index];
    if (joint->point < 0)
        return 0;
    *value = joint->one_sided ? sn_state_z_const(c->state)[joint->limit]
                              : sn_state_lambda_const(c->state)[joint->row];
    return 1;
}

int sn_bind_joint_enabled(const SnBindContext *c, double *value)
{
    *value = c->system->joints[c->index].enabled;
    return 1;
}

/* --- coordinates: the first angle or the second, or the place --- */

static const SnSystemJoint *coordinate_of(const SnBindContext *c, bool angle, int number, int *k)
{
    const SnSystemJoint *joint = &c->system->joints[c->index];
    for (*k = 0; *k < sn_joint_n_coordinates(joint); ++*k)
        if (sn_joint_is_angle(joint, *k) == angle && number-- == 0)
            return joint;
    return NULL;
}

static int read_coordinate(const SnBindContext *c, bool angle, int number, double *value)
{
    int k;
    const SnSystemJoint *joint = coordinate_of(c, angle, number, &k);
    if (joint)
        *value = sn_joint_coordinate(c->system, sn_state_q_const(c->state), joint, k,
                                     angle ? sn_state_turns_const(c->state)[joint->turns + k] : 0);
    return joint != NULL;
}

static int read_rate(const SnBindContext *c, bool angle, int number, double *value)
{
    int k;
    const SnSystemJoint *joint = coordinate_of(c, angle, number, &k);
    if (joint)
        *value = sn_joint_coordinate_rate(c->system, c->state, c->work, joint, k);
    return joint != NULL;
}

int sn_bind_joint_angle(const SnBindContext *c, double *value)
{
    return read_coordinate(c, true, 0, value);
}

int sn_bind_joint_rate(const SnBindContext *c, double *value)
{
    return read_rate(c, true, 0, value);
}

int sn_bind_joint_angle_2(const SnBindContext *c, double *value)
{
    return read_coordinate(c, true, 1, value);
}

int sn_bind_joint_rate_2(const SnBindContext *c, double *value)
{
    return read_rate(c, true, 1, value);
}

int sn_bind_joint_translation(const SnBindContext *c, double *value)
{
    return read_coordinate(c, false, 0, value);
}

int sn_bind_joint_translation_rate(const SnBindContext *c, double *value)
{
    return read_rate(c, false, 0, value);
}

int sn_bind_gear_torque(const SnBindContext *c, double *value)
{
    const SnSystemJoint *joint = &c->system->joints[c->index];
    if (joint->kind == SN_JOINT_GEAR)
        *value = sn_gear_torque(c->system, c->state, joint);
    return joint->kind == SN_JOINT_GEAR;
}

int sn_bind_moment_arm(const SnBindContext *c, double *value)
{
    double arm[2];
    sn_moment_arm(c->system, c->state, c->work, c->index, arm);
    *value = arm[0];
    return 1;
}

int sn_bind_moment_arm_moment(const SnBindContext *c, double *value)
{
    double arm[2];
    sn_moment_arm(c->system, c->state, c->work, c->index, arm);
    *value = arm[1];
    return 1;
}

/* --- what holds a kinematic block: M a + gyroscopic - applied - constraints --- */

static void reaction(const SnBindContext *c, double force[3], double moment[3])
{
    double whole[6], in_body[3], about[3];
    sn_reaction(c->system, c->state, c->work, c->index, whole);
    sn_v3_copy(whole, force);
    sn_v3_set(0, 0, 0, moment);
    if (!is_body(c))
        return;
    /* about the component frame's origin */
    sn_q_unrotate(q_of(c) + 3, force, in_body);
    sn_v3_cross(block_of(c)->center, in_body, about);
    sn_v3_add(whole + 3, about, about);
    sn_q_rotate(q_of(c) + 3, about, moment);
}

int sn_bind_reaction_force(const SnBindContext *c, double *value)
{
    double moment[3];
    sn_v3_set(0, 0, 0, value);
    if (c->index >= c->system->n_active)
        reaction(c, value, moment);
    return 1;
}

int sn_bind_reaction_moment(const SnBindContext *c, double *value)
{
    double force[3];
    sn_v3_set(0, 0, 0, value);
    if (c->index >= c->system->n_active)
        reaction(c, force, value);
    return is_body(c);
}

/* --- points and frames --- */

int sn_bind_marker_position(const SnBindContext *c, double *value)
{
    sn_v3_copy(c->work->point_position[c->index], value);
    return 1;
}

int sn_bind_marker_velocity(const SnBindContext *c, double *value)
{
    sn_v3_copy(c->work->point_velocity[c->index], value);
    return 1;
}

/* A marker on a fem is a point of its own, or a node: where it is at rest only the document knows.
 */
static bool on_fem(const SnSystem *system, const SnSystemPoint *point)
{
    return point->block >= 0 && system->blocks[point->block].kind == SN_BLOCK_POINT;
}

int sn_bind_marker_location(const SnBindContext *c, double *value)
{
    const SnSystemPoint *point = &c->system->points[c->index];
    if (on_fem(c->system, point))
        return 0;
    sn_v3_copy(point->local, value);
    if (point->frame > 0) {
        const SnSystemFrame *frame = &c->system->frames[point->frame - 1];
        sn_pose_inverse_point(frame->position, frame->orientation, value, value);
    } else if (point->block >= 0) {
        sn_v3_add(value, c->system->blocks[point->block].center, value);
    }
    return 1;
}

int sn_bind_frame_position(const SnBindContext *c, double *value)
{
    double rotation[9];
    sn_frame_pose(c->system, c->work, sn_state_q_const(c->state), c->index, value, rotation);
    return 1;
}

int sn_bind_frame_orientation(const SnBindContext *c, double *value)
{
    const SnSystemFrame *frame = &c->system->frames[c->index];
    if (frame->block < 0)
        sn_q_copy(frame->orientation, value);
    else
        sn_q_mul(sn_state_q_const(c->state) + c->system->blocks[frame->block].q + 3,
                 frame->orientation, value);
    return 1;
}

/* --- the whole model --- */

int sn_bind_total_kinetic_energy(const SnBindContext *c, double *value)
{
    double energy[2], momentum[6];
    sn_audit(c->system, c->state, c->work, energy, momentum);
    *value = energy[0];
    return 1;
}

int sn_bind_total_potential_energy(const SnBindContext *c, double *value)
{
    double energy[2], momentum[6];
    sn_audit(c->system, c->state, c->work, energy, momentum);
    *value = energy[1];
    return 1;
}

int sn_bind_total_mass(const SnBindContext *c, double *value)
{
    *value = 0;
    for (int i = 0; i < c->system->n_blocks; i++)
        *value += c->system->blocks[i].mass;
    for (int i = 0; i < c->system->n_strands; i++)
        *value += c->system->strands[i].p.line_density * c->system->strands[i].rest_length;
    return 1;
}

/* --- writers --- */

bool sn_bind_write_position(SnSystem *system, SnState *state, int index, const double *value)
{
    const SnBlock *block = &system->blocks[index];
    double *q = sn_state_q(state) + block->q;
    sn_v3_copy(value, q);
    if (block->kind == SN_BLOCK_BODY) {
        double arm[3];
        sn_q_rotate(q + 3, block->center, arm);
        sn_v3_add(q, arm, q);
    }
    return true;
}

/* The component frame's origin stays where it is, and its velocities in the world too. */
bool sn_bind_write_orientation(SnSystem *system, SnState *state, int index, const double *value)
{
    const SnBlock *block = &system->blocks[index];
    if (block->kind != SN_BLOCK_BODY)
        return false;
    double *q = sn_state_q(state) + block->q, *u = sn_state_u(state) + block->u;
    double arm[3], w[3], turn[3];
    sn_q_rotate(q + 3, u + 3, w);
    sn_q_rotate(q + 3, block->center, arm);
    sn_v3_sub(q, arm, q);
    sn_v3_cross(w, arm, turn);
    sn_v3_sub(u, turn, u);
    sn_q_copy(value, q + 3);
    sn_q_normalize(q + 3);
    sn_q_rotate(q + 3, block->center, arm);
    sn_v3_add(q, arm, q);
    sn_v3_cross(w, arm, turn);
    sn_v3_add(u, turn, u);
    sn_q_unrotate(q + 3, w, u + 3);
    return true;
}

static void origin_turn(const SnBlock *block, const double *q, const double *u, double turn[3])
{
    sn_v3_cross(u + 3, block->center, turn);
    sn_q_rotate(q + 3, turn, turn);
}

bool sn_bind_write_velocity(SnSystem *system, SnState *state, int index, const double *value)
{
    const SnBlock *block = &system->blocks[index];
    double *u = sn_state_u(state) + block->u, turn[3];
    sn_v3_copy(value, u);
    if (block->kind == SN_BLOCK_BODY) {
        origin_turn(block, sn_state_q(state) + block->q, u, turn);
        sn_v3_add(u, turn, u);
    }
    return true;
}

bool sn_bind_write_angular_velocity(SnSystem *system, SnState *state, int index,
                                    const double *value)
{
    const SnBlock *block = &system->blocks[index];
    if (block->kind != SN_BLOCK_BODY)
        return false;
    double *q = sn_state_q(state) + block->q, *u = sn_state_u(state) + block->u, turn[3];
    origin_turn(block, q, u, turn);
    sn_v3_sub(u, turn, u);
    sn_q_unrotate(q + 3, value, u + 3);
    origin_turn(block, q, u, turn);
    sn_v3_add(u, turn, u);
    return true;
}

/* Its own: without that of what is attached to it, with what it has given away. */
int sn_bind_mass(const SnBindContext *c, double *value)
{
    *value = block_of(c)->shares_mass ? block_of(c)->own_mass : block_of(c)->mass;
    return 1;
}

/* A body's mass comes with its inertia from the compiler, and so does one that was given away. */
bool sn_bind_write_mass(SnSystem *system, SnState *state, int index, const double *value)
{
    SnBlock *block = &system->blocks[index];
    if (block->kind != SN_BLOCK_POINT || block->shares_mass || !(value[0] > 0))
        return false;
    block->mass = value[0];
    return true;
}

bool sn_bind_write_marker_location(SnSystem *system, SnState *state, int index, const double *value)
{
    SnSystemPoint *point = &system->points[index];
    if (on_fem(system, point) || point->places)
        return false;
    sn_v3_copy(value, point->local);
    if (point->frame > 0) {
        const SnSystemFrame *frame = &system->frames[point->frame - 1];
        sn_pose_point(frame->position, frame->orientation, value, point->local);
    } else if (point->block >= 0) {
        sn_v3_sub(value, system->blocks[point->block].center, point->local);
    }
    return true;
}

bool sn_bind_write_joint_enabled(SnSystem *system, SnState *state, int index, const double *value)
{
    system->joints[index].enabled = value[0] != 0;
    return true;
}
