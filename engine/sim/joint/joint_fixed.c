/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixed joint: b does not move relative to a. */
#include "engine/sim/joint/joint_side.h"

static void rows(const SnJointSides *sides, bool jacobian, double (*row)[2][6], double *residual)
{
    sn_position_rows(&sides->a, &sides->b, jacobian, row, residual);
    sn_orientation_rows(&sides->a, &sides->b, jacobian, row + 3, residual + 3);
}

const SnJointClass SN_JOINT_FIXED = {
    .name = "fixed",
    .n_rows = 6,
    .shape = {SN_ROW_POSITION_X, SN_ROW_POSITION_Y, SN_ROW_POSITION_Z, SN_ROW_ROTATION,
              SN_ROW_ROTATION, SN_ROW_ROTATION},
    .rows = rows,
};
