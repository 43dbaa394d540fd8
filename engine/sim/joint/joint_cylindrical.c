/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cylindrical joint: b turns about the common z axis and slides along it. */
#include "engine/sim/joint/joint_side.h"

static void rows(const SnJointSides *sides, bool jacobian, double (*row)[2][6], double *residual)
{
    sn_across_rows(&sides->a, &sides->b, jacobian, row, residual);
    sn_parallel_rows(&sides->a, &sides->b, jacobian, row + 2, residual + 2);
}

const SnJointClass SN_JOINT_CYLINDRICAL = {
    .name = "cylindrical",
    .glyph = SN_GLYPH_SLEEVE,
    .n_rows = 4,
    .shape = {SN_ROW_FULL, SN_ROW_FULL, SN_ROW_ROTATION, SN_ROW_ROTATION},
    .rows = rows,
    .takes_axes = true,
    .z_together = true,
    .n_coordinates = 2,
    .coordinate = {{.angle = true, .axis = 2, .value = sn_sides_twist},
                   {.limited = true, .axis = 2}},
};
