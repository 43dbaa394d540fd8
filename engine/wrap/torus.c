/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A string that runs through the hole of a torus.  Newton's method starts from the taut string
 * round the circle that a plane through the axis cuts out of the tube. */
#include "engine/base/vec.h"
#include "engine/wrap/geodesic.h"
#include "engine/wrap/newton.h"
#include "engine/wrap/round.h"
#include "engine/wrap/section.h"

#include <math.h>

enum { SAMPLES = 24, REFINEMENTS = 40, DIRECTIONS = 16 };

static void place_on(const double x[3], const double y[3], double share, double p[3])
{
    for (int k = 0; k < 3; k++)
        p[k] = x[k] + share * (y[k] - x[k]);
}

/* Square of the distance from the middle of the tube. */
static double off_tube(double ring, const double p[3])
{
    const double out = sqrt(p[0] * p[0] + p[1] * p[1]) - ring;
    return out * out + p[2] * p[2];
}

/* The place of the line that is nearest to the middle of the tube; the square of its distance. */
static double nearest(double ring, const double x[3], const double y[3], double p[3])
{
    double best = HUGE_VAL, at = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        place_on(x, y, (double)i / SAMPLES, p);
        const double off = off_tube(ring, p);
        if (off < best)
            best = off, at = (double)i / SAMPLES;
    }
    /* golden section */
    const double golden = (sqrt(5) - 1) / 2;
    double low = fmax(at - 1.0 / SAMPLES, 0), high = fmin(at + 1.0 / SAMPLES, 1);
    for (int i = 0; i < REFINEMENTS; i++) {
        const double a = high - golden * (high - low), b = low + golden * (high - low);
        double pa[3], pb[3];
        place_on(x, y, a, pa);
        place_on(x, y, b, pb);
        if (off_tube(ring, pa) < off_tube(ring, pb))
            high = b;
        else
            low = a;
    }
    place_on(x, y, 0.5 * (low + high), p);
    return off_tube(ring, p);
}

/* The string in the plane of the axis and the direction e, carried on in Newton's method. */
static bool start_from(const SnWrapForm *form, const double x[3], const double y[3],
                       const double e[2], SnWrapArc *arc)
{
    static const double inward[2] = {-1, 0};
    const double ring = form->size[0], tube = form->size[1];
    double flat[2][2] = {{x[0] * e[0] + x[1] * e[1] - ring, x[2]},
                         {y[0] * e[0] + y[1] * e[1] - ring, y[2]}};
    SnRound round;
    for (int i = 0; i < 2; i++) { /* ends beside the plane may seem to be in the tube */
        const double off = hypot(flat[i][0], flat[i][1]);
        if (off < 1.05 * tube)
            flat[i][1] = copysign(2 * tube, flat[i][1]);
    }
    if (!sn_round_solve(tube, flat[0], flat[1], inward, &round)) {
        const double up = y[2] > x[2] ? 1 : -1; /* hardly touches, at the innermost place */
        round = (SnRound){.point = {{-tube, 0}}, .tangent = {{0, up}}, .angle = 0.05};
    }
    const double out = ring + round.point[0][0];
    sn_v3_set(out * e[0], out * e[1], round.point[0][1], arc->point[0]);
    sn_v3_set(round.tangent[0][0] * e[0], round.tangent[0][0] * e[1], round.tangent[0][1],
              arc->tangent[0]);
    arc->length = tube * round.angle;
    const SnWrapObstacle home = {.form = *form, .axes = {1, 0, 0, 0, 1, 0, 0, 0, 1}}, *o = &home;
    return sn_wrap_newton(x, y, 1, &o, &arc);
}

/* Direction in which a string through the hole's rim is shortest. */
static void rim_direction(const SnWrapForm *form, const double x[3], const double y[3], double e[2])
{
    const double rim = form->size[0] - form->size[1];
    double best = HUGE_VAL;
    for (int i = 0; i < DIRECTIONS; i++) {
        const double angle = 2 * M_PI * i / DIRECTIONS;
        const double p[3] = {rim * cos(angle), rim * sin(angle), 0};
        const double length = sn_v3_distance(x, p) + sn_v3_distance(p, y);
        if (length < best) {
            best = length;
            e[0] = p[0] / rim, e[1] = p[1] / rim;
        }
    }
}

bool sn_wrap_torus(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc)
{
    const double ring = form->size[0], tube = form->size[1];
    double p[3], near[3], e[2];
    arc->touches = false;
    if (!(x[2] * y[2] < 0)) /* it does not pass through */
        return true;
    place_on(x, y, x[2] / (x[2] - y[2]), p);
    const double crossing = hypot(p[0], p[1]);
    const double off = nearest(ring, x, y, near);
    const bool through = crossing < ring;
    if (through && off >= tube * tube)
        return true;
    const double *from = through ? near : p, distance = hypot(from[0], from[1]);
    if (distance > 0)
        e[0] = from[0] / distance, e[1] = from[1] / distance;
    else
        e[0] = 1, e[1] = 0;
    if (start_from(form, x, y, e, arc))
        return true;
    rim_direction(form, x, y, e);
    if (start_from(form, x, y, e, arc))
        return true;
    arc->touches = false;
    /* what hardly touches is a straight line */
    return through && off >= tube * tube * (1 - 1e-6);
}
