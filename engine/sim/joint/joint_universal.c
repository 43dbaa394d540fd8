/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Universal joint: b is a turned about its z axis by the first angle, then about its own x axis by
 * the second. */
#include "engine/sim/joint/joint_side.h"

/* One row z_a . x_b = 0. */
static void across_row(const SnJointSide *a, const SnJointSide *b, bool jacobian,
                       double (*row)[2][6], double *residual)
{
    double z[3], x[3], axis[3];
    sn_side_axis(a, 2, z);
    sn_side_axis(b, 0, x);
    *residual = sn_v3_dot(x, z);
    if (!jacobian)
        return;
    sn_v3_cross(x, z, axis);
    sn_side_rotation_row(a, -1, axis, row[0][0]);
    sn_side_rotation_row(b, 1, axis, row[0][1]);
}

static void rows(const SnJointSides *sides, bool jacobian, double (*row)[2][6], double *residual)
{
    sn_position_rows(&sides->a, &sides->b, jacobian, row, residual);
    across_row(&sides->a, &sides->b, jacobian, row + 3, residual + 3);
}

static double first_angle(const SnJointSides *sides, bool jacobian, double row[2][6])
{
    double xa[3], ya[3], xb[3];
    sn_side_axis(&sides->a, 0, xa), sn_side_axis(&sides->a, 1, ya), sn_side_axis(&sides->b, 0, xb);
    return sn_sides_angle(sides, xb, ya, xb, xa, jacobian, row);
}

static double second_angle(const SnJointSides *sides, bool jacobian, double row[2][6])
{
    double za[3], yb[3], zb[3];
    sn_side_axis(&sides->a, 2, za), sn_side_axis(&sides->b, 1, yb), sn_side_axis(&sides->b, 2, zb);
    return sn_sides_angle(sides, yb, za, zb, za, jacobian, row);
}

const SnJointClass SN_JOINT_UNIVERSAL = {
    .name = "universal",
    .glyph = SN_GLYPH_CROSS,
    .n_rows = 4,
    .shape = {SN_ROW_POSITION_X, SN_ROW_POSITION_Y, SN_ROW_POSITION_Z, SN_ROW_ROTATION},
    .rows = rows,
    .takes_axes = true,
    .n_coordinates = 2,
    .coordinate =
        {{.angle = true, .limited = true, .axis = 2, .value = first_angle},
         {.angle = true, .limited = true, .on_b = true, .axis = 0, .value = second_angle}},
    .one_law = true,
};
