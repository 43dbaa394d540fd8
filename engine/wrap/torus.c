/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A string that runs through the hole of a torus.  Newton's method starts from the taut string
 * round the circle that a plane through the axis cuts out of the tube. */
#include "engine/base/vec.h"
#include "engine/wrap/geodesic.h"
#include "engine/wrap/newton.h"
#include "engine/wrap/round.h"
#include "engine/wrap/section.h"

#include <math.h>

enum { SAMPLES = 16, REFINEMENTS = 30, DIRECTIONS = 12, TRIALS = 8, BAND = 24, BAND_ROUNDS = 120 };
#define BAND_PULL 1.7 /* over-relaxed */

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

static double off_at(double ring, const double x[3], const double y[3], double share)
{
    double p[3];
    place_on(x, y, share, p);
    return off_tube(ring, p);
}

/* The place of the line that is nearest to the middle of the tube; the square of its distance. */
static double nearest(double ring, const double x[3], const double y[3], double p[3])
{
    const double golden = 0.6180339887498949;
    double best = HUGE_VAL, at = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        const double off = off_at(ring, x, y, (double)i / SAMPLES);
        if (off < best)
            best = off, at = (double)i / SAMPLES;
    }
    double low = fmax(at - 1.0 / SAMPLES, 0), high = fmin(at + 1.0 / SAMPLES, 1);
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double off_a = off_at(ring, x, y, a), off_b = off_at(ring, x, y, b);
    for (int i = 0; i < REFINEMENTS; i++) {
        if (off_a < off_b) {
            high = b, b = a, off_b = off_a;
            a = high - golden * (high - low);
            off_a = off_at(ring, x, y, a);
        } else {
            low = a, a = b, off_a = off_b;
            b = low + golden * (high - low);
            off_b = off_at(ring, x, y, b);
        }
    }
    place_on(x, y, 0.5 * (low + high), p);
    return off_tube(ring, p);
}

/* The string in the plane of the axis and the direction e; its whole length, as it would be with
 * ends where they are. */
static double section(const SnWrapForm *form, const double x[3], const double y[3],
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
        round = (SnRound){
            .point = {{-tube, 0}, {-tube, 0}}, .tangent = {{0, up}, {0, up}}, .angle = 0.05};
    }
    for (int i = 0; i < 2; i++) {
        const double out = ring + round.point[i][0];
        sn_v3_set(out * e[0], out * e[1], round.point[i][1], arc->point[i]);
        sn_v3_set(round.tangent[i][0] * e[0], round.tangent[i][0] * e[1], round.tangent[i][1],
                  arc->tangent[i]);
    }
    arc->length = tube * round.angle;
    return sn_v3_distance(x, arc->point[0]) + arc->length + sn_v3_distance(arc->point[1], y);
}

/* A band of points that is drawn tight over the tube, through the innermost place in the direction
 * e; the arc that its points on the tube suggest. */
static void draw_tight(const SnWrapForm *form, const double x[3], const double y[3],
                       const double e[2], SnWrapArc *arc)
{
    const double ring = form->size[0], tube = form->size[1], rim = ring - tube;
    const double hole[3] = {rim * e[0], rim * e[1], 0};
    double p[BAND + 1][3];
    int first = BAND, last = 0;
    for (int i = 0; i <= BAND; i++)
        place_on(i <= BAND / 2 ? x : hole, i <= BAND / 2 ? hole : y,
                 (double)(i <= BAND / 2 ? i : i - BAND / 2) / (BAND - BAND / 2), p[i]);
    for (int round = 0; round <= BAND_ROUNDS; round++)
        for (int i = 1; i < BAND; i++) {
            for (int k = 0; k < 3; k++)
                p[i][k] += BAND_PULL * (0.5 * (p[i - 1][k] + p[i + 1][k]) - p[i][k]);
            if (off_tube(ring, p[i]) > tube * tube)
                continue;
            sn_wrap_project(form, p[i]);
            if (round == BAND_ROUNDS) {
                first = i < first ? i : first;
                last = i;
            }
        }
    first = first > last ? BAND / 2 : first;
    double n[3];
    arc->length = first < last ? 0 : 0.1 * tube;
    for (int i = first; i < last; i++)
        arc->length += sn_v3_distance(p[i], p[i + 1]);
    sn_wrap_project(form, p[first]);
    sn_v3_copy(p[first], arc->point[0]);
    sn_wrap_normal(form, p[first], n);
    sn_v3_sub(p[first + 1], p[first - 1], arc->tangent[0]);
    sn_v3_axpy(-sn_v3_dot(n, arc->tangent[0]), n, arc->tangent[0]);
    sn_v3_normalize(arc->tangent[0], arc->tangent[0]);
}

/* Newton's method from the shortest sections, one after the other. */
static bool from_sections(const SnWrapForm *form, const double x[3], const double y[3],
                          const double first[2], SnWrapArc *arc)
{
    SnWrapArc tried[DIRECTIONS + 1];
    double length[DIRECTIONS + 1];
    const SnWrapObstacle home = {.form = *form, .axes = {1, 0, 0, 0, 1, 0, 0, 0, 1}}, *o = &home;
    for (int i = 0; i <= DIRECTIONS; i++) {
        const double angle = 2 * M_PI * i / DIRECTIONS, e[2] = {cos(angle), sin(angle)};
        length[i] = section(form, x, y, i < DIRECTIONS ? e : first, &tried[i]);
    }
    for (int i = 0; i < TRIALS; i++) {
        int best = 0;
        for (int k = 1; k <= DIRECTIONS; k++)
            if (length[k] < length[best])
                best = k;
        SnWrapArc *start = &tried[best];
        length[best] = HUGE_VAL;
        if (i == 1)
            draw_tight(form, x, y, first, start);
        if (sn_wrap_newton(x, y, 1, &o, &start) &&
            sn_wrap_is_least(start, sn_v3_distance(x, start->point[0]),
                             sn_v3_distance(start->point[1], y))) {
            *arc = *start;
            return true;
        }
    }
    return false;
}

bool sn_wrap_torus(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc)
{
    const double ring = form->size[0], tube = form->size[1];
    double p[3], near[3], e[2];
    arc->touches = false;
    if (!(x[2] * y[2] < 0)) /* it does not pass through */
        return true;
    place_on(x, y, x[2] / (x[2] - y[2]), p);
    const bool through = hypot(p[0], p[1]) < ring;
    const double off = nearest(ring, x, y, near);
    if (through && off >= tube * tube)
        return true;
    const double *from = through ? near : p, distance = hypot(from[0], from[1]);
    if (distance > 0)
        e[0] = from[0] / distance, e[1] = from[1] / distance;
    else
        e[0] = 1, e[1] = 0;
    if (from_sections(form, x, y, e, arc))
        return true;
    arc->touches = false;
    /* what hardly touches is a straight line */
    return through && off >= tube * tube * (1 - 1e-6);
}
