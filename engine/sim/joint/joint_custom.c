/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Custom joint: b's frame is a's, moved along three axes of a and turned about three axes of its
 * own, one after the other, each by a function of one of the joint's coordinates and a polynomial
 * of all of them. */
#include "engine/base/terms.h"
#include "engine/sim/joint/joint_motion.h"

static void motion(const SnSystem *system, const SnSystemJoint *joint, const double *coordinate,
                   SnJointPose *pose)
{
    const int n = sn_joint_n_coordinates(joint);
    for (int i = 0; i < 6; i++) {
        const SnJointAxis *axis = &system->joints.axes[joint->axes + i];
        double rate[SN_MAX_COORDINATES] = {0}, slope;
        double value =
            sn_function_value(&axis->function, system->joints.numbers,
                              axis->coordinate < 0 ? 0 : coordinate[axis->coordinate], &slope);
        if (axis->n_terms > 0)
            value += sn_terms_value(system->joints.numbers + axis->terms, axis->n_terms, n,
                                    coordinate, rate);
        if (axis->coordinate >= 0)
            rate[axis->coordinate] += slope;
        if (i < 3)
            sn_pose_turn(pose, axis->direction, value, n, rate);
        else
            sn_pose_shift(pose, axis->direction, value, n, rate);
    }
}

#define COORDINATE                                                                                 \
    {                                                                                              \
        .limited = true                                                                            \
    }
const SnJointClass SN_JOINT_CUSTOM = {
    .name = "custom",
    .glyph = SN_GLYPH_BLOCK,
    .n_coordinates = 6,
    .coordinate = {COORDINATE, COORDINATE, COORDINATE, COORDINATE, COORDINATE, COORDINATE},
    .motion = motion,
    .counted = true,
};
