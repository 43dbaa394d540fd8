/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cone, in closed form.  The straight part from an end lies in the plane through that end and the
 * apex that touches the cone in a line; unrolled about the apex this plane, the cone between the
 * two lines and the other end's plane make one, in which the string is straight. */
#include "engine/base/vec.h"
#include "engine/wrap/round.h"

#include <math.h>
#include <stddef.h>

/* An end as seen from the apex. */
typedef struct Seen {
    double distance; /* from the apex [m] */
    double round[2]; /* direction from the axis */
    double aside;    /* angle about the axis to the line where its plane touches [rad] */
    double flat;     /* angle at the apex between both, in the plane [rad] */
} Seen;

/* false: no plane through it touches, it is beyond the apex. */
static bool see(double slope, const double from_apex[3], Seen *seen)
{
    const double out = hypot(from_apex[0], from_apex[1]), down = -from_apex[2];
    if (!(out > fabs(down) * slope))
        return false;
    const double stretch = sqrt(1 + slope * slope), cosine = slope * down / out;
    seen->distance = sn_v3_norm(from_apex);
    seen->round[0] = from_apex[0] / out, seen->round[1] = from_apex[1] / out;
    seen->aside = acos(cosine);
    /* the line: slope outwards for 1 down */
    const double along = (out * cosine * slope + down) / stretch;
    const double across = sqrt(fmax(seen->distance * seen->distance - along * along, 0));
    seen->flat = atan2(across, along);
    return true;
}

static double angle_between(const double a[2], const double b[2])
{
    return atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
}

/* A point of contact, and the string's direction there: `round` the line's direction from the axis,
 * `distance` of the point from the apex, `inward` and `across` the unit direction towards the apex
 * and round the axis (counter-clockwise). */
static void set_end(double slope, double apex, const double round[2], double distance,
                    double inward, double across, int end, SnWrapArc *arc)
{
    const double stretch = sqrt(1 + slope * slope);
    const double out = slope / stretch, down = 1 / stretch;
    const double n[3] = {down * round[0], down * round[1], out};
    sn_v3_set(distance * out * round[0], distance * out * round[1], apex - distance * down,
              arc->point[end]);
    sn_v3_set(-inward * out * round[0] - across * round[1],
              -inward * out * round[1] + across * round[0], inward * down, arc->tangent[end]);
    sn_v3_cross(n, arc->tangent[end], arc->binormal[end]);
}

/* On one side, or the shorter way; false: it does not touch there, `slipped` when it slips over the
 * apex. */
static bool go_round(const SnWrapForm *form, const Seen end[2], const double *side, SnWrapArc *arc,
                     bool *slipped)
{
    const double slope = form->size[0] / form->size[1], apex = form->size[1] / 2;
    const double whole = side
                             ? angle_between(side, end[1].round) - angle_between(side, end[0].round)
                             : angle_between(end[0].round, end[1].round);
    const double sign = whole < 0 ? -1 : 1;
    const double about = fabs(whole) - end[0].aside - end[1].aside;
    if (!(about > 0))
        return false;
    const double on = about * slope / sqrt(1 + slope * slope); /* unrolled */
    const double flat = end[0].flat + on + end[1].flat;
    *slipped = !(flat < M_PI);
    if (*slipped)
        return false;
    const double x = end[0].distance, y = end[1].distance;
    const double half = sin(flat / 2);
    const double length = sqrt((x - y) * (x - y) + 4 * x * y * half * half);
    const double foot = x * y * sin(flat) / length; /* distance of the string from the apex */
    /* angle of the first end from the foot; the other places follow */
    const double first = atan2(y * cos(flat) - x, y * sin(flat)); /* negative before the foot */
    const double begin = first + end[0].flat, finish = begin + on;
    for (int i = 0; i < 2; i++) {
        const double at = i ? finish : begin, turn = i ? -sign * end[1].aside : sign * end[0].aside;
        const double *r = end[i].round;
        const double round[2] = {cos(turn) * r[0] - sin(turn) * r[1],
                                 sin(turn) * r[0] + cos(turn) * r[1]};
        set_end(slope, apex, round, foot / cos(at), -sin(at), sign * cos(at), i, arc);
    }
    arc->length = foot * (tan(finish) - tan(begin));
    arc->side = 1, arc->side_rate = 0;
    arc->turn = arc->length, arc->turn_rate = 1;
    return true;
}

void sn_wrap_cone(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc)
{
    const double *const ends[2] = {x, y};
    double axis[3];
    bool slipped = false;
    Seen seen[2];
    for (int i = 0; i < 2; i++) {
        const double from_apex[3] = {ends[i][0], ends[i][1], ends[i][2] - form->size[1] / 2};
        if (!see(form->size[0] / form->size[1], from_apex, &seen[i]))
            return;
    }
    sn_wrap_side_axis(form->side, axis);
    const bool sided = form->side > SN_WRAP_ANY && form->side < SN_WRAP_PLUS_Z;
    arc->touches = go_round(form, seen, sided ? axis : NULL, arc, &slipped);
    if (slipped && sided)
        arc->touches = go_round(form, seen, NULL, arc, &slipped);
    if (arc->touches && form->half_length > 0)
        arc->touches = fabs(arc->point[0][2]) <= form->half_length ||
                       fabs(arc->point[1][2]) <= form->half_length;
}
