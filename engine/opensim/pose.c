/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames seen from frames, and what joints do to them at given coordinates. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <string.h>

static const double AXES[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* Rotation about a unit vector (Rodrigues). */
static void about(const double axis[3], double angle, double r[9])
{
    const double c = cos(angle), s = sin(angle);
    const double x = axis[0], y = axis[1], z = axis[2], d = 1 - c;
    r[0] = c + d * x * x, r[1] = d * x * y - s * z, r[2] = d * x * z + s * y;
    r[3] = d * x * y + s * z, r[4] = c + d * y * y, r[5] = d * y * z - s * x;
    r[6] = d * x * z - s * y, r[7] = d * y * z + s * x, r[8] = c + d * z * z;
}

static void turn(SnPlacement *pose, const double axis[3], double angle)
{
    double unit[3], r[9], product[9];
    sn_v3_normalize(axis, unit);
    about(unit, angle, r);
    sn_m3_mul(pose->r, r, product);
    memcpy(pose->r, product, sizeof product);
}

void sn_osim_pose_set(const double angles[3], const double place[3], SnPlacement *pose)
{
    sn_placement_identity(pose);
    for (int k = 0; k < 3; k++)
        turn(pose, AXES[k], angles[k]);
    sn_v3_copy(place, pose->p);
}

/* B's z axis points from the ellipsoid's centre to its place on it (Seth et al. 2010, 2016). */
static void on_ellipsoid(const SnOsimJoint *joint, SnPlacement *pose)
{
    for (int k = 0; k < 3; k++)
        pose->p[k] = joint->radii[k] * pose->r[3 * k + 2];
}

/* Of an arc that leaves along y and ends along b's y axis. */
static void at_end_of_beam(const SnOsimJoint *joint, SnPlacement *pose)
{
    const double *r = pose->r, sine = hypot(r[1], r[7]), angle = atan2(sine, r[4]);
    const double across = sine > 1e-6 ? (1 - r[4]) / (angle * sine) : 0.5;
    sn_v3_set(across * r[1], angle > 1e-6 ? sine / angle : 1, across * r[7], pose->p);
    sn_v3_scale(joint->radii[0], pose->p, pose->p);
}

void sn_osim_joint_pose(const SnOsimJoint *joint, const double *q, SnPlacement *pose)
{
    sn_placement_identity(pose);
    for (int i = 0; i < 6; i++) {
        const SnOsimAxis *axis = &joint->axis[i];
        const double value = sn_osim_axis_value(axis, q);
        if (i < 3)
            turn(pose, axis->direction, value);
        else
            sn_v3_axpy(value, axis->direction, pose->p);
    }
    if (joint->kind == SN_OSIM_CURVATURE)
        at_end_of_beam(joint, pose);
    if (joint->kind != SN_OSIM_ELLIPSOID && joint->kind != SN_OSIM_SCAPULOTHORACIC)
        return;
    on_ellipsoid(joint, pose);
    if (joint->kind == SN_OSIM_SCAPULOTHORACIC) {
        SnPlacement wing;
        double unit[3], arm[3];
        sn_v3_normalize(joint->pin_axis, unit);
        about(unit, q[3], wing.r);
        sn_m3_mul_v3(wing.r, joint->pin, arm);
        sn_v3_sub(joint->pin, arm, wing.p);
        sn_placement_mul(pose, &wing, pose);
    }
}
