/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points on a surface of frame a, the plane z = 0 or a profile drawn out along y: one row, the
 * distance n . (p - o), n moving with frame a; its derivative is n . (motion of p - motion of a's
 * material there). */
#include "engine/geometry/polyline.h"
#include "engine/sim/joint/joint_side.h"

/* Of the point in the surface's axes. */
static void local_point(const SnJointSides *sides, double local[3])
{
    double offset[3];
    sn_v3_sub(sides->b.position, sides->a.position, offset);
    sn_m3_tmul_v3(sides->a.axes, offset, local);
}

static void normal_row(const SnJointSides *sides, const double normal[3], double row[2][6])
{
    double n[3];
    sn_m3_mul_v3(sides->a.axes, normal, n);
    sn_sides_along(&sides->a, &sides->b, n, true, row);
}

static void plane_rows(const SnJointSides *sides, bool jacobian, double (*row)[2][6],
                       double *residual)
{
    static const double normal[3] = {0, 0, 1};
    double local[3];
    local_point(sides, local);
    residual[0] = local[2];
    if (jacobian)
        normal_row(sides, normal, row[0]);
}

static void polyline_place(const SnJointSides *sides, double place[2])
{
    double local[3];
    local_point(sides, local);
    place[0] = local[0], place[1] = local[2];
}

static double polyline_corner(const SnJointSides *sides, const double from[2], const double to[2],
                              double along[2][6])
{
    const SnSystemJoint *joint = sides->joint;
    const double *points = sides->system->joints.polyline + 2 * joint->polyline;
    const SnCorner *corners = sides->system->joints.corners + joint->polyline;
    double before[2], after[2], axis[3];
    if (!sn_polyline_jumps(joint->n_polyline, points, corners, from, to))
        return 0;
    sn_polyline_distance(joint->n_polyline, points, corners, from, before);
    sn_polyline_distance(joint->n_polyline, points, corners, to, after);
    const double way = (to[0] - from[0]) * after[1] - (to[1] - from[1]) * after[0];
    const double tangent[3] = {way < 0 ? -after[1] : after[1], 0, way < 0 ? after[0] : -after[0]};
    sn_m3_mul_v3(sides->a.axes, tangent, axis);
    sn_sides_along(&sides->a, &sides->b, axis, true, along);
    return atan2(fabs(before[0] * after[1] - before[1] * after[0]),
                 before[0] * after[0] + before[1] * after[1]);
}

static void polyline_rows(const SnJointSides *sides, bool jacobian, double (*row)[2][6],
                          double *residual)
{
    const SnSystem *system = sides->system;
    const SnSystemJoint *joint = sides->joint;
    double flat[2], m[2];
    polyline_place(sides, flat);
    residual[0] =
        sn_polyline_distance(joint->n_polyline, system->joints.polyline + 2 * joint->polyline,
                             system->joints.corners + joint->polyline, flat, m);
    const double normal[3] = {m[0], 0, m[1]};
    if (jacobian)
        normal_row(sides, normal, row[0]);
}

const SnJointClass SN_JOINT_POINT_ON_PLANE = {
    .name = "point_on_plane",
    .ends = SN_JOINT_FRAME_AND_POINT,
    .n_rows = 1,
    .shape = {SN_ROW_FULL},
    .rows = plane_rows,
};

const SnJointClass SN_JOINT_POINT_ON_POLYLINE = {
    .name = "point_on_polyline",
    .ends = SN_JOINT_FRAME_AND_POINT,
    .n_rows = 1,
    .shape = {SN_ROW_FULL},
    .rows = polyline_rows,
    .place = polyline_place,
    .corner = polyline_corner,
};
