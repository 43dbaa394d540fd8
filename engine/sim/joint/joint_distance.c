/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints of points alone, which turn freely: at a constant distance, and on a line. */
#include "engine/sim/joint/joint_side.h"

/* |p_b - p_a| - length; each point moves with its own body. */
static void distance_row(const SnJointSides *sides, bool jacobian, double (*row)[2][6],
                         double *residual)
{
    double along[3], in_body[3];
    sn_v3_sub(sides->b.position, sides->a.position, along);
    const double distance = sn_v3_normalize(along, along);
    residual[0] = distance - sides->joint->length;
    if (!(distance > 0))
        sn_v3_set(0, 0, 1, along); /* any way leads apart */
    for (int s = 0; jacobian && s < 2; s++) {
        const SnJointSide *side = s ? &sides->b : &sides->a;
        if (!side->moves)
            continue;
        sn_v3_scale(s ? 1 : -1, along, row[0][s]);
        sn_m3_tmul_v3(side->rotation, row[0][s], in_body);
        sn_v3_cross(side->local, in_body, row[0][s] + 3);
    }
}

const SnJointClass SN_JOINT_DISTANCE = {
    .name = "distance",
    .glyph = SN_GLYPH_BALL,
    .n_rows = 1,
    .shape = {SN_ROW_FULL},
    .rows = distance_row,
};

static void line_rows(const SnJointSides *sides, bool jacobian, double (*row)[2][6],
                      double *residual)
{
    sn_across_rows(&sides->a, &sides->b, jacobian, row, residual);
}

const SnJointClass SN_JOINT_POINT_ON_LINE = {
    .name = "point_on_line",
    .glyph = SN_GLYPH_PIN,
    .n_rows = 2,
    .shape = {SN_ROW_FULL, SN_ROW_FULL},
    .rows = line_rows,
};
