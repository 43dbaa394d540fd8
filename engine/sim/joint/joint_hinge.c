/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hinge: b turns about the common z axis. */
#include "engine/sim/joint/joint_side.h"

static void rows(const SnJointSides *sides, bool jacobian, double (*row)[2][6], double *residual)
{
    sn_position_rows(&sides->a, &sides->b, jacobian, row, residual);
    sn_parallel_rows(&sides->a, &sides->b, jacobian, row + 3, residual + 3);
}

const SnJointClass SN_JOINT_HINGE = {
    .name = "hinge",
    .glyph = SN_GLYPH_PIN,
    .n_rows = 5,
    .shape = {SN_ROW_POSITION_X, SN_ROW_POSITION_Y, SN_ROW_POSITION_Z, SN_ROW_ROTATION,
              SN_ROW_ROTATION},
    .rows = rows,
    .takes_axes = true,
    .z_together = true,
    .n_coordinates = 1,
    .coordinate = {{.angle = true,
                    .limited = true,
                    .axis = 2,
                    .value = sn_sides_twist,
                    .from_orientations = sn_orientations_twist}},
};
