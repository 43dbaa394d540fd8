/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A beam of fixed length from a to b that bends to a circle: b's axes turn about x, then their own
 * z, then twist about their own y, and the beam leaves a and reaches b along their y axes.  With
 * theta the angle between these, cos(theta) = cos x cos z, b's origin is at
 *     l (-sin z g, sin(theta) / theta, cos z sin x g),  g = (1 - cos(theta)) / (theta sin(theta)).
 */
#include "engine/sim/joint/joint_motion.h"

#include <math.h>

/* Below that square of an angle sums of powers are exact to rounding. */
#define SMALL 0.01
/* A beam that comes back on itself has no place: its slopes end there. */
#define BACK 1e-9

/* sin(theta) / theta and g, with their derivatives by cos(theta). */
typedef struct Arc {
    double along, d_along, across, d_across;
} Arc;

static Arc arc_of(double sine, double cosine)
{
    const double theta = atan2(sine, cosine), t = theta * theta, s = fmax(sine, BACK);
    if (t > SMALL)
        return (Arc){.along = sine / theta,
                     .d_along = (sine - theta * cosine) / (t * s),
                     .across = (1 - cosine) / (theta * s),
                     .d_across = -(theta - sine) / (t * s * fmax(1 + cosine, BACK))};
    const double over_theta = 1 - t * (1. / 6 - t * (1. / 120 - t / 5040));
    return (Arc){.along = over_theta,
                 .d_along = (1. / 3 - t * (1. / 30 - t * (1. / 840 - t / 45360))) / over_theta,
                 .across = (0.5 - t * (1. / 24 - t * (1. / 720 - t / 40320))) / over_theta,
                 .d_across = -(1. / 6 - t * (1. / 120 - t * (1. / 5040 - t / 362880))) /
                             (over_theta * (1 + cosine))};
}

static void constant_curvature(const SnSystem *system, const SnSystemJoint *joint,
                               const double *coordinate, SnJointPose *pose)
{
    static const double axes[3][3] = {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
    static const int of_neutral[3] = {0, 2, 1};
    double angle[3];
    for (int k = 0; k < 3; k++) {
        angle[k] = coordinate[k] + joint->pin[of_neutral[k]];
        sn_pose_turn_by(pose, axes[k], angle[k], k);
    }
    const double sx = sin(angle[0]), cx = cos(angle[0]), sz = sin(angle[1]), cz = cos(angle[1]);
    const double length = joint->size[0], by_x = -sx * cz, by_z = -cx * sz;
    const Arc arc = arc_of(hypot(sz, cz * sx), cx * cz);
    const double place[3] = {-sz * arc.across, arc.along, cz * sx * arc.across};
    const double slope[2][3] = {{-sz * arc.d_across * by_x, arc.d_along * by_x,
                                 cz * cx * arc.across + cz * sx * arc.d_across * by_x},
                                {-cz * arc.across - sz * arc.d_across * by_z, arc.d_along * by_z,
                                 -sz * sx * arc.across + cz * sx * arc.d_across * by_z}};
    sn_v3_axpy(length, place, pose->position);
    for (int k = 0; k < 2; k++)
        sn_v3_axpy(length, slope[k], pose->shift[k]);
}

#define ANGLE(number)                                                                              \
    {                                                                                              \
        .angle = true, .limited = true, .axis = number                                             \
    }

const SnJointClass SN_JOINT_CONSTANT_CURVATURE = {
    .name = "constant_curvature",
    .glyph = SN_GLYPH_BALL,
    .n_coordinates = 3,
    .coordinate = {ANGLE(0), ANGLE(2), ANGLE(1)},
    .motion = constant_curvature,
};
