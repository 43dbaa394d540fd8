/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints that turn about the axes of a frame and slide along them: gimbal, planar and free joint,
 * and those on an ellipsoid. */
#include "engine/sim/joint/joint_motion.h"

#include <string.h>

static const double AXES[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* Angles about x, then y, then z, of b's own axes. */
static void turn_xyz(const double *angle, SnJointPose *pose)
{
    for (int k = 0; k < 3; k++)
        sn_pose_turn_by(pose, AXES[k], angle[k], k);
}

static void slide(SnJointPose *pose, int axis, double distance, int coordinate)
{
    double rate[SN_MAX_COORDINATES] = {0};
    rate[coordinate] = 1;
    sn_pose_shift(pose, AXES[axis], distance, SN_MAX_COORDINATES, rate);
}

static void gimbal(const SnSystem *system, const SnSystemJoint *joint, const double *coordinate,
                   SnJointPose *pose)
{
    turn_xyz(coordinate, pose);
}

static void planar(const SnSystem *system, const SnSystemJoint *joint, const double *coordinate,
                   SnJointPose *pose)
{
    sn_pose_turn_by(pose, AXES[2], coordinate[0], 0);
    slide(pose, 0, coordinate[1], 1);
    slide(pose, 1, coordinate[2], 2);
}

static void unbound(const SnSystem *system, const SnSystemJoint *joint, const double *coordinate,
                    SnJointPose *pose)
{
    turn_xyz(coordinate, pose);
    for (int k = 0; k < 3; k++)
        slide(pose, k, coordinate[3 + k], 3 + k);
}

/* b's z axis n points from the ellipsoid's centre to its own place there, (rx nx, ry ny, rz nz). */
static void ellipsoid(const SnSystem *system, const SnSystemJoint *joint, const double *coordinate,
                      SnJointPose *pose)
{
    turn_xyz(coordinate, pose);
    for (int i = 0; i < 3; i++)
        pose->position[i] = joint->size[i] * pose->rotation[3 * i + 2];
    for (int k = 0; k < 3; k++) {
        double moved[3];
        sn_v3_cross(pose->turn[k], AXES[2], moved);
        sn_m3_mul_v3(pose->rotation, moved, pose->shift[k]);
        for (int i = 0; i < 3; i++)
            pose->shift[k][i] *= joint->size[i];
    }
}

/* The same; then the scapula turns about a pin of its own (Seth et al. 2016, winging). */
static void scapulothoracic(const SnSystem *system, const SnSystemJoint *joint,
                            const double *coordinate, SnJointPose *pose)
{
    double before[9], turned[9], product[9], arm[3], moved[3];
    ellipsoid(system, joint, coordinate, pose);
    memcpy(before, pose->rotation, sizeof before);
    sn_pose_turn_by(pose, joint->pin_axis, coordinate[3], 3);
    /* p := p + R (o - exp(winging) o), o the pin's place in b; each turn carries it along */
    sn_m3_transpose(before, turned);
    sn_m3_mul(turned, pose->rotation, product);
    memcpy(turned, product, sizeof turned);
    sn_m3_mul_v3(turned, joint->pin, arm);
    sn_v3_sub(joint->pin, arm, arm);
    sn_m3_mul_v3(before, arm, moved);
    sn_v3_add(pose->position, moved, pose->position);
    for (int k = 0; k < 3; k++) {
        double spin[3], across[3];
        sn_m3_mul_v3(turned, pose->turn[k], spin); /* in the axes before the pin */
        sn_v3_cross(spin, arm, across);
        sn_m3_mul_v3(before, across, moved);
        sn_v3_add(pose->shift[k], moved, pose->shift[k]);
    }
    sn_m3_mul_v3(turned, joint->pin, arm);
    sn_v3_cross(arm, joint->pin_axis, moved); /* -(axis x exp o) */
    sn_m3_mul_v3(before, moved, pose->shift[3]);
}

#define ANGLE(number)                                                                              \
    {                                                                                              \
        .angle = true, .limited = true, .axis = number                                             \
    }
#define DISTANCE(number)                                                                           \
    {                                                                                              \
        .limited = true, .axis = number                                                            \
    }

const SnJointClass SN_JOINT_GIMBAL = {
    .name = "gimbal",
    .glyph = SN_GLYPH_BALL,
    .n_coordinates = 3,
    .coordinate = {ANGLE(0), ANGLE(1), ANGLE(2)},
    .motion = gimbal,
    .turns_xyz = true,
};

const SnJointClass SN_JOINT_PLANAR = {
    .name = "planar",
    .glyph = SN_GLYPH_PLATE,
    .n_coordinates = 3,
    .coordinate = {ANGLE(2), DISTANCE(0), DISTANCE(1)},
    .motion = planar,
};

const SnJointClass SN_JOINT_FREE = {
    .name = "free",
    .glyph = SN_GLYPH_BLOCK,
    .n_coordinates = 6,
    .coordinate = {ANGLE(0), ANGLE(1), ANGLE(2), DISTANCE(0), DISTANCE(1), DISTANCE(2)},
    .motion = unbound,
    .turns_xyz = true,
};

const SnJointClass SN_JOINT_ELLIPSOID = {
    .name = "ellipsoid",
    .glyph = SN_GLYPH_BALL,
    .n_coordinates = 3,
    .coordinate = {ANGLE(0), ANGLE(1), ANGLE(2)},
    .motion = ellipsoid,
    .turns_xyz = true,
};

const SnJointClass SN_JOINT_SCAPULOTHORACIC = {
    .name = "scapulothoracic",
    .glyph = SN_GLYPH_BALL,
    .n_coordinates = 4,
    .coordinate = {ANGLE(0), ANGLE(1), ANGLE(2), ANGLE(0)},
    .motion = scapulothoracic,
    .turns_xyz = true,
};
