/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coordinates of joints: what hinges, sliders, universal and cylindrical joints let vary.  Each is
 * a smooth function of both poses, also where the joint is not closed, with its exact derivative;
 * closed, the derivative is the rotation about (or motion along) the joint's axis. */
#include "engine/sim/rigid/joint_side.h"

#include <string.h>

void sn_sides_quaternion(const SnJointSide *a, const SnJointSide *b, double q[4])
{
    double transposed[9], relative[9];
    sn_m3_transpose(a->axes, transposed);
    sn_m3_mul(transposed, b->axes, relative);
    sn_q_from_m3(relative, q);
}

/* Twist about z of the relative quaternion, 2 atan2(z, w). */
static double twist(const SnJointSide *a, const SnJointSide *b, bool jacobian, double row[2][6])
{
    double q[4], axis[3];
    sn_sides_quaternion(a, b, q);
    if (jacobian) {
        const double w = q[0], *v = q + 1, n = fmax(w * w + v[2] * v[2], 1e-12);
        sn_v3_set((-w * v[1] + v[2] * v[0]) / n, (w * v[0] + v[2] * v[1]) / n,
                  (w * w + v[2] * v[2]) / n, axis);
        sn_side_frame_rotation_row(b, 1, axis, row[1]);
        sn_v3_set((w * v[1] + v[2] * v[0]) / n, (-w * v[0] + v[2] * v[1]) / n,
                  (w * w + v[2] * v[2]) / n, axis);
        sn_side_frame_rotation_row(a, -1, axis, row[0]);
    }
    return 2 * atan2(q[3], q[0]);
}

/* atan2(s, c), s = us . vs and c = uc . vc, u fixed in b, v in a: d(u . v) = (d_b - d_a) . (u x v).
 */
static double angle_between(const SnJointSide *a, const SnJointSide *b, const double us[3],
                            const double vs[3], const double uc[3], const double vc[3],
                            bool jacobian, double row[2][6])
{
    const double s = sn_v3_dot(us, vs), c = sn_v3_dot(uc, vc);
    if (jacobian) {
        double ds[3], dc[3], axis[3];
        const double n = fmax(s * s + c * c, 1e-12);
        sn_v3_cross(us, vs, ds);
        sn_v3_cross(uc, vc, dc);
        for (int i = 0; i < 3; i++)
            axis[i] = (c * ds[i] - s * dc[i]) / n;
        sn_side_rotation_row(a, -1, axis, row[0]);
        sn_side_rotation_row(b, 1, axis, row[1]);
    }
    return atan2(s, c);
}

/* Closed, b is a turned about z by the first angle, then about its x by the second. */
static double universal_angle(int coordinate, const SnJointSide *a, const SnJointSide *b,
                              bool jacobian, double row[2][6])
{
    double xa[3], ya[3], za[3], xb[3], yb[3], zb[3];
    sn_side_axis(a, 0, xa), sn_side_axis(a, 1, ya), sn_side_axis(a, 2, za);
    sn_side_axis(b, 0, xb), sn_side_axis(b, 1, yb), sn_side_axis(b, 2, zb);
    return coordinate == 0 ? angle_between(a, b, xb, ya, xb, xa, jacobian, row)
                           : angle_between(a, b, yb, za, zb, za, jacobian, row);
}

double sn_sides_coordinate(const SnSystemJoint *joint, int coordinate, const SnJointSide *a,
                           const SnJointSide *b, bool jacobian, double row[2][6])
{
    if (joint->kind == SN_JOINT_UNIVERSAL)
        return universal_angle(coordinate, a, b, jacobian, row);
    if (sn_joint_is_angle(joint, coordinate))
        return twist(a, b, jacobian, row);
    double z[3];
    sn_side_axis(a, 2, z);
    return sn_sides_along(a, b, z, jacobian, row);
}

/* Position and axes alone, without what sn_kinematics makes. */
static void place_side(const SnSystem *system, const double *q, int frame, SnJointSide *side)
{
    const SnSystemFrame *f = &system->frames[frame];
    double orientation[4];
    memset(side, 0, sizeof *side);
    if (f->block < 0) {
        sn_v3_copy(f->position, side->position);
        sn_q_copy(f->orientation, orientation);
    } else {
        const double *pose = q + system->blocks[f->block].q;
        sn_pose_point(pose, pose + 3, f->position, side->position);
        sn_q_mul(pose + 3, f->orientation, orientation);
    }
    sn_q_to_m3(orientation, side->axes);
}

/* Twist of a hinge from the quaternions alone: one for each hinge in every step. */
static double hinge_twist(const SnSystem *system, const double *q, const SnSystemJoint *joint)
{
    double pose[2][4];
    for (int s = 0; s < 2; s++) {
        const SnSystemFrame *frame = &system->frames[s ? joint->frame_b : joint->frame_a];
        if (frame->block < 0)
            sn_q_copy(frame->orientation, pose[s]);
        else
            sn_q_mul(q + system->blocks[frame->block].q + 3, frame->orientation, pose[s]);
    }
    sn_q_conj(pose[0], pose[0]);
    sn_q_mul(pose[0], pose[1], pose[0]);
    return 2 * atan2(pose[0][3], pose[0][0]);
}

double sn_joint_coordinate(const SnSystem *system, const double *q, const SnSystemJoint *joint,
                           int coordinate, double remembered)
{
    SnJointSide a, b;
    if (joint->kind == SN_JOINT_HINGE)
        return sn_unwrap(hinge_twist(system, q, joint), remembered);
    place_side(system, q, joint->frame_a, &a);
    place_side(system, q, joint->frame_b, &b);
    const double raw = sn_sides_coordinate(joint, coordinate, &a, &b, false, NULL);
    return sn_joint_is_angle(joint, coordinate) ? sn_unwrap(raw, remembered) : raw;
}

double sn_joint_coordinate_row(const SnSystem *system, const SnState *state, const SnWork *work,
                               const SnSystemJoint *joint, int coordinate, double row[2][6])
{
    const double *q = sn_state_q_const(state);
    SnJointSide a, b;
    sn_joint_side(system, work, q, joint->frame_a, &a);
    sn_joint_side(system, work, q, joint->frame_b, &b);
    const double raw = sn_sides_coordinate(joint, coordinate, &a, &b, true, row);
    return sn_joint_is_angle(joint, coordinate)
               ? sn_unwrap(raw, sn_state_turns_const(state)[joint->turns + coordinate])
               : raw;
}

double sn_joint_coordinate_rate(const SnSystem *system, const SnState *state, const SnWork *work,
                                const SnSystemJoint *joint, int coordinate)
{
    double row[2][6] = {{0}}, rate = 0;
    const double *u = sn_state_u_const(state);
    sn_joint_coordinate_row(system, state, work, joint, coordinate, row);
    for (int s = 0; s < 2; s++) {
        const int block = sn_joint_block(system, joint, s);
        for (int i = 0; block >= 0 && i < 6; i++)
            rate += row[s][i] * u[system->blocks[block].u + i];
    }
    return rate;
}

void sn_joints_remember(const SnSystem *system, SnState *state)
{
    for (int i = 0; i < system->n_joints; i++) {
        const SnSystemJoint *joint = &system->joints[i];
        for (int k = 0; k < sn_joint_n_coordinates(joint); k++) {
            if (!sn_joint_is_angle(joint, k))
                continue;
            double *angle = &sn_state_turns(state)[joint->turns + k];
            *angle = sn_joint_coordinate(system, sn_state_q_const(state), joint, k, *angle);
        }
    }
}

int sn_joint_block(const SnSystem *system, const SnSystemJoint *joint, int side)
{
    if (joint->kind == SN_JOINT_GEAR)
        return -1;
    if (side == 0)
        return system->frames[joint->frame_a].block;
    return sn_joins_frames(joint) ? system->frames[joint->frame_b].block
                                  : system->points[joint->point].block;
}
