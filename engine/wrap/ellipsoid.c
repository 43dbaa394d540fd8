/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With lengths along the axes over the half axes an ellipsoid is a unit sphere, lines stay lines
 * and tangents tangents: the taut string in any plane that cuts it is known, with its points of
 * contact, and is where Newton's method starts.
 *
 * Where the ends are nearly opposite, or the string is long, there may be several minima (and
 * stationary strings between them): planes all round the straight line are tried, so that it is the
 * shortest one that is found. */
#include "engine/base/vec.h"
#include "engine/wrap/geodesic.h"
#include "engine/wrap/newton.h"
#include "engine/wrap/round.h"
#include "engine/wrap/section.h"

#include <math.h>
#include <stddef.h>

/* Planes round the line; how near (of the half axes) it comes to the middle that they are tried. */
enum { PLANES = 16 };
#define NEAR_MIDDLE 0.3

/* Parts of the way from the sphere to the ellipsoid, the least part, and what is no small move over
 * the half axes in one. */
enum { FOLLOW_PARTS = 4 };
#define FOLLOW_LEAST 1e-3
#define FOLLOW_LEAP  0.3

static SnWrapObstacle at_home(const SnWrapForm *form)
{
    return (SnWrapObstacle){.form = *form, .axes = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
}

static bool refine(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc)
{
    const SnWrapObstacle obstacle = at_home(form), *o = &obstacle;
    return sn_wrap_newton(x, y, 1, &o, &arc);
}

static double whole_length(const double x[3], const double y[3], const SnWrapArc *arc)
{
    return sn_v3_distance(x, arc->point[0]) + arc->length + sn_v3_distance(arc->point[1], y);
}

/* Whether one arc came from the other without a leap: no end moved by a large part of the half
 * axes. */
static bool is_beside(const SnWrapForm *form, const SnWrapArc *a, const SnWrapArc *b)
{
    for (int i = 0; i < 2; i++) {
        double square = 0;
        for (int k = 0; k < 3; k++) {
            const double d = (a->point[i][k] - b->point[i][k]) / form->size[k];
            square += d * d;
        }
        if (square > FOLLOW_LEAP * FOLLOW_LEAP)
            return false;
    }
    return true;
}

static bool is_least(const double x[3], const double y[3], const SnWrapArc *arc)
{
    return sn_wrap_is_least(arc, sn_v3_distance(x, arc->point[0]),
                            sn_v3_distance(arc->point[1], y));
}

/* An arc of a circle of the unit sphere with the middle m in the plane of e1 and e2, seen on the
 * ellipsoid. */
static void take_section(const SnWrapForm *form, const double m[3], const double e1[3],
                         const double e2[3], const SnRound *round, SnWrapArc *arc)
{
    enum { PARTS = 8 };
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++) {
            arc->point[i][k] =
                form->size[k] * (m[k] + round->point[i][0] * e1[k] + round->point[i][1] * e2[k]);
            arc->tangent[i][k] =
                form->size[k] * (round->tangent[i][0] * e1[k] + round->tangent[i][1] * e2[k]);
        }
        sn_v3_normalize(arc->tangent[i], arc->tangent[i]);
    }
    /* Simpson; the radius is that of the first point */
    const double c = cos(round->angle / PARTS), s = sin(round->angle / PARTS);
    const double radius = hypot(round->point[0][0], round->point[0][1]);
    const double sign =
        round->point[0][0] * round->tangent[0][1] - round->point[0][1] * round->tangent[0][0] < 0
            ? -1
            : 1;
    double t[2] = {round->tangent[0][0], round->tangent[0][1]}, sum = 0;
    for (int i = 0; i <= PARTS; i++) {
        double square = 0;
        for (int k = 0; k < 3; k++) {
            const double v = form->size[k] * (t[0] * e1[k] + t[1] * e2[k]);
            square += v * v;
        }
        sum += sqrt(square) * (i == 0 || i == PARTS ? 1 : i % 2 ? 4 : 2);
        const double next = c * t[0] - sign * s * t[1];
        t[1] = sign * s * t[0] + c * t[1], t[0] = next;
    }
    arc->length = sum * radius * round->angle / (3 * PARTS);
}

/* The taut string in the plane of the line from x to y (over the half axes) and the direction
 * `over`, on that side of the line. */
static bool section(const SnWrapForm *form, const double x[3], const double u[3],
                    const double over[3], double run, SnWrapArc *arc)
{
    static const double side[2] = {0, 1};
    double n[3], m[3], from[3];
    SnRound round;
    sn_v3_cross(u, over, n);
    const double off = sn_v3_dot(n, x);
    sn_v3_scale(off, n, m);
    sn_v3_sub(x, m, from);
    const double radius = sqrt(fmax(1 - off * off, 0)), height = sn_v3_dot(from, over);
    const double a[2] = {sn_v3_dot(from, u), height}, b[2] = {a[0] + run, height};
    if (!sn_round_solve(radius, a, b, side, &round))
        return false;
    take_section(form, m, u, over, &round, arc);
    return true;
}

/* The shortest of the minima that start from planes round the line. */
static bool try_planes(const SnWrapForm *form, const double x[3], const double y[3],
                       const double in_x[3], const double in_y[3], SnWrapArc *best)
{
    SnWrapArc tried[PLANES];
    double length[PLANES], u[3], w1[3], w2[3], least = HUGE_VAL;
    sn_v3_sub(in_y, in_x, u);
    const double run = sn_v3_normalize(u, u);
    sn_v3_tangents(u, w1, w2);
    for (int i = 0; i < PLANES; i++) {
        const double c = cos(2 * M_PI * i / PLANES), s = sin(2 * M_PI * i / PLANES);
        double over[3];
        for (int k = 0; k < 3; k++)
            over[k] = c * w1[k] + s * w2[k];
        length[i] =
            section(form, in_x, u, over, run, &tried[i]) ? whole_length(x, y, &tried[i]) : HUGE_VAL;
    }
    for (int i = 0; i < PLANES; i++) {
        const int beside[2] = {(i + 1) % PLANES, (i + PLANES - 1) % PLANES};
        if (!(length[i] < HUGE_VAL) || length[i] > length[beside[0]] ||
            length[i] > length[beside[1]])
            continue;
        const int order[3] = {i, beside[length[beside[1]] < length[beside[0]]],
                              beside[!(length[beside[1]] < length[beside[0]])]};
        for (int k = 0; k < 3 && length[order[k]] < HUGE_VAL; k++) {
            SnWrapArc arc = tried[order[k]];
            if (!refine(form, x, y, &arc) || !is_least(x, y, &arc))
                continue;
            const double whole = whole_length(x, y, &arc);
            if (whole < least)
                *best = arc;
            least = fmin(least, whole);
            break;
        }
    }
    return least < HUGE_VAL;
}

/* Geodesics up to this length are the only shortest ones between their ends (Klingenberg): pi over
 * the root of the largest Gaussian curvature. */
static double sure_length(const SnWrapForm *form)
{
    const double *a = form->size, longest = fmax(a[0], fmax(a[1], a[2]));
    return M_PI * a[0] * a[1] * a[2] / (longest * longest);
}

/* From the unit sphere, where the way round a side is known, to the ellipsoid in parts that are
 * halved where Newton's method fails or takes another way.  The half axes are a^s; places over them
 * stay as they are.  false: the way ceases to be one before the ellipsoid is reached. */
static bool follow(const SnWrapForm *form, const double in_x[3], const double in_y[3],
                   SnWrapArc *arc)
{
    SnWrapForm now = *form;
    double share = 0, part = 1.0 / FOLLOW_PARTS;
    SnWrapArc last = *arc;
    sn_v3_set(1, 1, 1, now.size);
    while (share < 1) {
        SnWrapForm next = *form;
        SnWrapArc trial = last;
        double x[3], y[3], stretch = 0;
        const double to = fmin(share + part, 1);
        for (int k = 0; k < 3; k++) {
            next.size[k] = to < 1 ? pow(form->size[k], to) : form->size[k];
            x[k] = in_x[k] * next.size[k], y[k] = in_y[k] * next.size[k];
            const double scale = next.size[k] / now.size[k];
            stretch += last.tangent[0][k] * last.tangent[0][k] * scale * scale;
            for (int i = 0; i < 2; i++)
                trial.point[i][k] *= scale, trial.tangent[i][k] *= scale;
        }
        trial.length *= sqrt(stretch);
        for (int i = 0; i < 2; i++)
            sn_v3_normalize(trial.tangent[i], trial.tangent[i]);
        const SnWrapArc begun = trial;
        if (refine(&next, x, y, &trial) && is_beside(&next, &begun, &trial)) {
            share = to, now = next, last = trial;
            part = fmin(2 * part, 1.0 / FOLLOW_PARTS);
        } else {
            part *= 0.5;
            if (part < FOLLOW_LEAST)
                return false;
        }
    }
    *arc = last;
    return true;
}

/* Round a given side: not always a minimum. */
static bool go_round(const SnWrapForm *form, const double x[3], const double y[3],
                     const double in_x[3], const double in_y[3], const SnWrapArc *on_sphere,
                     SnWrapArc *arc)
{
    if (refine(form, x, y, arc))
        return true;
    SnWrapArc followed = *on_sphere;
    if (!follow(form, in_x, in_y, &followed))
        return false;
    *arc = followed;
    return true;
}

/* The shortest way of all. */
static bool go_shortest(const SnWrapForm *form, const double x[3], const double y[3],
                        const double in_x[3], const double in_y[3], bool near_middle,
                        SnWrapArc *arc)
{
    SnWrapArc best = *arc;
    if ((!near_middle && refine(form, x, y, &best) && is_least(x, y, &best) &&
         best.length < sure_length(form)) ||
        try_planes(form, x, y, in_x, in_y, &best)) {
        *arc = best;
        return true;
    }
    return refine(form, x, y, arc);
}

/* What is no path has all the values of one: Jacobi fields of a geodesic as long. */
static void fill(const SnWrapForm *form, SnWrapArc *arc)
{
    SnGeodesicPoint end;
    sn_geodesic_shoot(form, arc->point[0], arc->tangent[0], arc->length, 0, &end);
    arc->side = end.side, arc->side_rate = end.side_rate;
    arc->turn = end.turn, arc->turn_rate = end.turn_rate;
    for (int i = 0; i < 2; i++) {
        double n[3];
        sn_wrap_normal(form, arc->point[i], n);
        sn_v3_cross(n, arc->tangent[i], arc->binormal[i]);
    }
}

bool sn_wrap_ellipsoid(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc)
{
    static const double middle[3] = {0};
    static const SnWrapForm sphere = {.shape = SN_WRAP_ELLIPSOID, .size = {1, 1, 1}};
    double in_x[3], in_y[3], e1[3], e2[3], axis[3], side[2];
    SnRound round;
    for (int k = 0; k < 3; k++) {
        in_x[k] = x[k] / form->size[k];
        in_y[k] = y[k] / form->size[k];
    }
    sn_wrap_plane(in_x, in_y, e1, e2);
    bool sided = form->side != SN_WRAP_ANY;
    if (sided) {
        sn_wrap_side_axis(form->side, axis);
        side[0] = sn_v3_dot(axis, e1), side[1] = sn_v3_dot(axis, e2);
        sided = side[0] * side[0] + side[1] * side[1] > 1e-24;
    }
    const double a[2] = {sn_v3_dot(in_x, e1), 0};
    const double b[2] = {sn_v3_dot(in_y, e1), sn_v3_dot(in_y, e2)};
    arc->touches = sn_round_solve(1, a, b, sided ? side : NULL, &round);
    if (!arc->touches)
        return true;
    take_section(form, middle, e1, e2, &round, arc);
    bool found;
    if (sided) {
        SnWrapArc on_sphere = {.touches = true};
        take_section(&sphere, middle, e1, e2, &round, &on_sphere);
        found = go_round(form, x, y, in_x, in_y, &on_sphere, arc);
    } else { /* distance of the line from the middle */
        const double off = fabs(a[0] * b[1]) / hypot(b[0] - a[0], b[1]);
        found = go_shortest(form, x, y, in_x, in_y, off <= NEAR_MIDDLE, arc);
    }
    if (!found)
        fill(form, arc);
    return found;
}
