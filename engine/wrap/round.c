/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The closed forms: circle, sphere, cylinder. */
#include "engine/wrap/round.h"

#include "engine/base/vec.h"

#include <math.h>
#include <stddef.h>

static double cross2(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

static double dot2(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

void sn_wrap_side_axis(SnWrapSide side, double axis[3])
{
    const int k = side > SN_WRAP_ANY ? ((int)side - 1) / 2 : 0;
    sn_v3_set(0, 0, 0, axis);
    axis[k] =
        side == SN_WRAP_MINUS_X || side == SN_WRAP_MINUS_Y || side == SN_WRAP_MINUS_Z ? -1 : 1;
}

/* Angle from x to y that the string goes round, positive counter-clockwise. */
static double angle_round(const double x[2], const double y[2], const double *side)
{
    if (!side)
        return atan2(cross2(x, y), dot2(x, y));
    return atan2(cross2(side, y), dot2(side, y)) - atan2(cross2(side, x), dot2(side, x));
}

bool sn_round_solve(double radius, const double x[2], const double y[2], const double *side,
                    SnRound *round)
{
    const double *end[2] = {x, y};
    double distance[2], tangent[2];
    for (int i = 0; i < 2; i++) {
        distance[i] = sqrt(dot2(end[i], end[i]));
        tangent[i] = sqrt(fmax((distance[i] - radius) * (distance[i] + radius), 0));
    }
    const double whole = angle_round(x, y, side), sign = whole < 0 ? -1 : 1;
    round->angle = fabs(whole) - atan2(tangent[0], radius) - atan2(tangent[1], radius);
    if (!(round->angle > 0))
        return false;
    for (int i = 0; i < 2; i++) { /* the end turned by its angle to the point, cos = radius / d */
        const double c = radius / distance[i], s = (i ? -sign : sign) * tangent[i] / distance[i];
        const double *e = end[i];
        const double u[2] = {(c * e[0] - s * e[1]) / distance[i],
                             (s * e[0] + c * e[1]) / distance[i]};
        round->point[i][0] = radius * u[0], round->point[i][1] = radius * u[1];
        round->tangent[i][0] = -sign * u[1], round->tangent[i][1] = sign * u[0];
    }
    return true;
}

void sn_wrap_plane(const double x[3], const double y[3], double e1[3], double e2[3])
{
    double n[3];
    sn_v3_normalize(x, e1);
    sn_v3_copy(y, e2);
    sn_v3_axpy(-sn_v3_dot(e1, y), e1, e2);
    if (sn_v3_norm(e2) > 1e-14 * sn_v3_norm(y)) {
        sn_v3_axpy(-sn_v3_dot(e1, e2), e1, e2);
        sn_v3_normalize(e2, e2);
    } else {
        sn_v3_tangents(e1, e2, n);
    }
}

/* Binormals: outward normal x tangent. */
static void set_binormals(const double normal[2][3], SnWrapArc *arc)
{
    for (int i = 0; i < 2; i++)
        sn_v3_cross(normal[i], arc->tangent[i], arc->binormal[i]);
}

void sn_wrap_sphere(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc)
{
    const double radius = form->size[0];
    double e1[3], e2[3], axis[3], normal[2][3], side[2];
    SnRound round;
    bool sided = form->side != SN_WRAP_ANY;
    sn_wrap_plane(x, y, e1, e2);
    if (sided) { /* the side as it is seen in the plane of the string */
        sn_wrap_side_axis(form->side, axis);
        side[0] = sn_v3_dot(axis, e1), side[1] = sn_v3_dot(axis, e2);
        sided = dot2(side, side) > 1e-24;
    }
    const double flat[2][2] = {{sn_v3_dot(x, e1), 0}, {sn_v3_dot(y, e1), sn_v3_dot(y, e2)}};
    arc->touches = sn_round_solve(radius, flat[0], flat[1], sided ? side : NULL, &round);
    if (!arc->touches)
        return;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) {
            arc->point[i][k] = round.point[i][0] * e1[k] + round.point[i][1] * e2[k];
            arc->tangent[i][k] = round.tangent[i][0] * e1[k] + round.tangent[i][1] * e2[k];
            normal[i][k] = arc->point[i][k] / radius;
        }
    set_binormals((const double(*)[3])normal, arc);
    const double c = cos(round.angle), s = sin(round.angle);
    arc->length = radius * round.angle;
    arc->side = c, arc->side_rate = -s / radius;
    arc->turn = radius * s, arc->turn_rate = c;
}

void sn_wrap_cylinder(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc)
{
    const double radius = form->size[0];
    double axis[3], normal[2][3];
    SnRound round;
    sn_wrap_side_axis(form->side, axis);
    const bool sided = form->side > SN_WRAP_ANY && form->side < SN_WRAP_PLUS_Z;
    arc->touches = sn_round_solve(radius, x, y, sided ? axis : NULL, &round);
    if (!arc->touches)
        return;
    const double before = hypot(round.point[0][0] - x[0], round.point[0][1] - x[1]);
    const double after = hypot(round.point[1][0] - y[0], round.point[1][1] - y[1]);
    /* unrolled it is straight */
    const double on = radius * round.angle, flat = before + on + after;
    const double slope = (y[2] - x[2]) / flat, stretch = sqrt(1 + slope * slope);
    for (int i = 0; i < 2; i++) {
        const double z = i ? y[2] - slope * after : x[2] + slope * before;
        sn_v3_set(round.point[i][0], round.point[i][1], z, arc->point[i]);
        sn_v3_set(round.tangent[i][0] / stretch, round.tangent[i][1] / stretch, slope / stretch,
                  arc->tangent[i]);
        sn_v3_set(round.point[i][0] / radius, round.point[i][1] / radius, 0, normal[i]);
    }
    arc->touches = !(form->half_length > 0) || fabs(arc->point[0][2]) <= form->half_length ||
                   fabs(arc->point[1][2]) <= form->half_length;
    if (!arc->touches)
        return;
    set_binormals((const double(*)[3])normal, arc);
    arc->length = on * stretch;
    arc->side = 1, arc->side_rate = 0;
    arc->turn = arc->length, arc->turn_rate = 1;
}
