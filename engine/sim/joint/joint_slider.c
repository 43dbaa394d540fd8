/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slider: b moves along the common z axis without turning. */
#include "engine/sim/joint/joint_side.h"

static void rows(const SnJointSides *sides, bool jacobian, double (*row)[2][6], double *residual)
{
    sn_across_rows(&sides->a, &sides->b, jacobian, row, residual);
    sn_orientation_rows(&sides->a, &sides->b, jacobian, row + 2, residual + 2);
}

const SnJointClass SN_JOINT_SLIDER = {
    .name = "slider",
    .glyph = SN_GLYPH_RAIL,
    .n_rows = 5,
    .shape = {SN_ROW_FULL, SN_ROW_FULL, SN_ROW_ROTATION, SN_ROW_ROTATION, SN_ROW_ROTATION},
    .rows = rows,
    .n_coordinates = 1,
    .coordinate = {{.limited = true, .axis = 2}},
};
