/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A string that runs through the hole of a torus.  Newton's method starts from the taut string
 * round the circle that a plane through the axis cuts out of the tube.  Where ends are low and far
 * round the ring the string lies on the tube twice, and crosses the hole between. */
#include "engine/base/vec.h"
#include "engine/wrap/geodesic.h"
#include "engine/wrap/newton.h"
#include "engine/wrap/round.h"
#include "engine/wrap/section.h"

#include <math.h>
#include <stdlib.h>

enum {
    SAMPLES = 16,
    REFINEMENTS = 30,
    DIRECTIONS = 12,
    TRIALS = 8,
    CROSSINGS = 20,
    BAND = 128,
    BAND_ROUNDS = 3200,
    BAND_LOOK = 80,
    SHORT = 6
};
#define SETTLED   1e-9 /* share of a line by which its nearest place may be off */
#define ROUGH     1e-3 /* where a geodesic is, over the tube */
#define BAND_PULL 1.8  /* over-relaxed */
#define FLAT      3e-4 /* normal curvature x tube that lifts no string: 1e-12 of its length */
#define CLEAR     1e-9 /* of the tube's square: how far a string that does not touch may be in it */

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

/* A straight line over a share of it: squared distance from the axis in powers of the share, height
 * over the plane of the ring. */
typedef struct Line {
    double ring, square[3], z, rise;
} Line;

static Line line_of(double ring, const double x[3], const double y[3])
{
    const double along[2] = {y[0] - x[0], y[1] - x[1]};
    return (Line){.ring = ring,
                  .square = {x[0] * x[0] + x[1] * x[1], 2 * (x[0] * along[0] + x[1] * along[1]),
                             along[0] * along[0] + along[1] * along[1]},
                  .z = x[2],
                  .rise = y[2] - x[2]};
}

static inline double from_axis(const Line *l, double share)
{
    const double square = l->square[0] + share * (l->square[1] + share * l->square[2]);
    return sqrt(square > 0 ? square : 0);
}

/* Square of the distance from the middle of the tube. */
static inline double off_at(const Line *l, double share)
{
    const double out = from_axis(l, share) - l->ring, z = l->z + share * l->rise;
    return out * out + z * z;
}

/* Half the slope of it, and of that one. */
static double slope_at(const Line *l, double share, double *curve)
{
    const double distance = from_axis(l, share), inverse = distance > 0 ? 1 / distance : 0;
    const double outward = 0.5 * l->square[1] + share * l->square[2], away = outward * inverse;
    *curve = l->square[2] + l->rise * l->rise - l->ring * (l->square[2] - away * away) * inverse;
    return outward + (l->z + share * l->rise) * l->rise - l->ring * away;
}

/* Where between two shares of the line a minimum of the distance is: Newton's method on its slope,
 * halves where that leaves them. */
static double lowest(const Line *l, double low, double high)
{
    double share = 0.5 * (low + high), curve;
    if (slope_at(l, low, &curve) >= 0)
        return low;
    if (slope_at(l, high, &curve) <= 0)
        return high;
    for (int i = 0; i < REFINEMENTS; i++) {
        const double slope = slope_at(l, share, &curve);
        *(slope < 0 ? &low : &high) = share;
        const double next = share - slope / curve, last = share;
        share = curve > 0 && next > low && next < high ? next : 0.5 * (low + high);
        if (fabs(share - last) <= SETTLED)
            break;
    }
    return share;
}

/* The share of the line that is nearest to the middle of the tube; the square of its distance.
 * Where some of the line is no farther from the torus's plane than the tube reaches only that is
 * looked at: a line through the hole may come near twice, and between far ends that part is short.
 */
static double nearest(const SnWrapForm *form, const double x[3], const double y[3], double *share)
{
    const double tube = form->size[1];
    const Line l = line_of(form->size[0], x, y);
    const double in = (-tube - l.z) / l.rise, out = (tube - l.z) / l.rise;
    double from = fmax(fmin(in, out), 0), to = fmin(fmax(in, out), 1);
    if (!(from < to)) /* none, or it runs level */
        from = 0, to = 1;
    const double part = (to - from) / SAMPLES;
    double off[SAMPLES + 1], best = HUGE_VAL;
    *share = 0;
    for (int i = 0; i <= SAMPLES; i++)
        off[i] = off_at(&l, from + i * part);
    for (int i = 0; i <= SAMPLES; i++) {
        if ((i > 0 && off[i - 1] < off[i]) || (i < SAMPLES && off[i + 1] < off[i]))
            continue;
        const double low = i > 0 ? from + (i - 1) * part : from;
        const double at = lowest(&l, low, i < SAMPLES ? from + (i + 1) * part : to);
        const double there = off_at(&l, at);
        if (there < best)
            best = there, *share = at;
    }
    return best;
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

/* Whether a straight part, ends on the tube or outside, has nothing in its way. */
static bool is_clear(const SnWrapForm *form, const double x[3], const double y[3])
{
    const double square = form->size[1] * form->size[1];
    double share;
    return nearest(form, x, y, &share) >= square * (1 - CLEAR);
}

/* Whether the surface presses against the geodesic everywhere.  With rho sin = constant (Clairaut)
 * the normal curvature is least where the geodesic is nearest to the axis. */
static bool is_pressed(const SnWrapForm *form, const SnWrapArc *arc)
{
    const double ring = form->size[0], tube = form->size[1];
    double least = HUGE_VAL, turned = 0;
    for (int i = 0; i < 2; i++) {
        const double *at = arc->point[i], rho = hypot(at[0], at[1]);
        turned = at[0] * arc->tangent[i][1] - at[1] * arc->tangent[i][0];
        least = fmin(least, rho);
    }
    if (arc->point[0][2] * arc->point[1][2] <= 0)
        least = ring - tube;
    const double across = fmin(turned * turned / (least * least), 1);
    return (1 - across) * least + across * (least - ring) >= -FLAT * least;
}

static bool is_taut(const SnWrapForm *form, const double before[3], const SnWrapArc *arc,
                    const double after[3])
{
    return sn_wrap_is_least(arc, sn_v3_distance(before, arc->point[0]),
                            sn_v3_distance(arc->point[1], after)) &&
           is_pressed(form, arc);
}

/* Newton's method from an arc that is near: an arc between two places, that the surface presses
 * against. */
static bool from_section(const SnWrapForm *form, const double x[3], const double y[3],
                         SnWrapArc *start)
{
    const SnWrapObstacle home = {.form = *form, .axes = {1, 0, 0, 0, 1, 0, 0, 0, 1}}, *o = &home;
    return sn_wrap_newton(x, y, 1, &o, &start) && is_taut(form, x, start, y);
}

/* From the shortest sections, one after the other. */
static bool from_sections(const SnWrapForm *form, const double x[3], const double y[3],
                          const double first[2], SnWrapArc *arc)
{
    SnWrapArc tried[DIRECTIONS + 1];
    double length[DIRECTIONS + 1];
    for (int i = 0; i <= DIRECTIONS; i++) {
        const double angle = 2 * M_PI * i / DIRECTIONS, e[2] = {cos(angle), sin(angle)};
        length[i] = section(form, x, y, i < DIRECTIONS ? e : first, &tried[i]);
    }
    for (int i = 0; i < TRIALS; i++) {
        int best = 0;
        for (int k = 1; k <= DIRECTIONS; k++)
            if (length[k] < length[best])
                best = k;
        length[best] = HUGE_VAL;
        if (from_section(form, x, y, &tried[best])) {
            *arc = tried[best];
            return true;
        }
    }
    return false;
}

/* The direction of a place from the axis. */
static void outwards(const double place[3], double e[2])
{
    const double distance = hypot(place[0], place[1]);
    e[0] = distance > 0 ? place[0] / distance : 1;
    e[1] = distance > 0 ? place[1] / distance : 0;
}

/* Where the line from x to y crosses the plane of the ring, moved into the hole. */
static void cross_hole(const SnWrapForm *form, const double x[3], const double y[3], double m[3])
{
    const double fall = x[2] - y[2], rim = 0.999 * (form->size[0] - form->size[1]);
    place_on(x, y, fall != 0 ? x[2] / fall : 0.5, m);
    const double distance = hypot(m[0], m[1]);
    m[2] = 0;
    if (distance > rim)
        sn_v3_scale(rim / distance, m, m);
}

/* From x to y, one of them in the hole: passes by, or over the tube. */
static bool half_way(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc)
{
    double near[3], e[2], share;
    arc->touches = false;
    const double off = nearest(form, x, y, &share);
    if (off >= form->size[1] * form->size[1])
        return true;
    place_on(x, y, share, near);
    outwards(near, e);
    arc->touches = from_sections(form, x, y, e, arc);
    return arc->touches;
}

static double angle_in_tube(const SnWrapForm *form, const double x[3])
{
    return atan2(x[2], sqrt(x[0] * x[0] + x[1] * x[1]) - form->size[0]);
}

/* By how much a straight part turns round the middle of the tube; the angles of its ends. */
static double turn_of_part(const SnWrapForm *form, const double x[3], const double y[3],
                           double angle_x, double angle_y)
{
    double p[3];
    if (!(x[2] * y[2] < 0))
        return angle_y - angle_x;
    place_on(x, y, x[2] / (x[2] - y[2]), p);
    const bool inside = p[0] * p[0] + p[1] * p[1] < form->size[0] * form->size[0];
    return angle_y - angle_x + (!inside ? 0 : x[2] > 0 ? 2 * M_PI : -2 * M_PI);
}

/* The same of an arc, in parts that are less than half a turn. */
static double turn_of_arc(const SnWrapForm *form, const SnWrapArc *arc, const double angle[2])
{
    const int parts = (int)fmin(fmax(ceil(arc->length / (2 * form->size[1])), 1), 100);
    double turn = 0, before = angle[0];
    SnGeodesicPoint at;
    sn_v3_copy(arc->point[0], at.x);
    sn_v3_copy(arc->tangent[0], at.t);
    for (int i = 1; i < parts; i++) {
        const SnGeodesicPoint from = at;
        sn_geodesic_shoot(form, from.x, from.t, arc->length / parts, ROUGH, &at);
        const double now = angle_in_tube(form, at.x);
        turn += remainder(now - before, 2 * M_PI);
        before = now;
    }
    return turn + remainder(angle[1] - before, 2 * M_PI);
}

/* Whether the string is taut, free of the tube but on its arcs, and runs through the hole once,
 * down or up: how far it turns round the middle of the tube says so. */
static bool is_string(const SnWrapForm *form, const double x[3], const double y[3], bool down,
                      int n, const SnWrapArc *arcs)
{
    const double *last = x, angle_x = angle_in_tube(form, x), angle_y = angle_in_tube(form, y);
    double turn = 0, angle_last = angle_x;
    for (int i = 0; i < n; i++) {
        const double *after = i + 1 < n ? arcs[i + 1].point[0] : y;
        if (!is_taut(form, last, &arcs[i], after) || !is_clear(form, last, arcs[i].point[0]))
            return false;
        const double angle[2] = {angle_in_tube(form, arcs[i].point[0]),
                                 angle_in_tube(form, arcs[i].point[1])};
        turn += turn_of_part(form, last, arcs[i].point[0], angle_last, angle[0]) +
                turn_of_arc(form, &arcs[i], angle);
        last = arcs[i].point[1], angle_last = angle[1];
    }
    turn += turn_of_part(form, last, y, angle_last, angle_y);
    const double through = angle_y - angle_x;
    return is_clear(form, last, y) && fabs(turn - through - (down ? 2 * M_PI : -2 * M_PI)) < 1;
}

bool sn_wrap_is_through(const SnWrapForm *form, const double x[3], const double y[3], bool down,
                        const SnWrapArc arcs[SN_WRAP_ARCS])
{
    return is_string(form, x, y, down, arcs[0].touches + arcs[1].touches, arcs);
}

static double bend_at(const SnWrapForm *form, const SnWrapArc *arc, double s, SnGeodesicPoint *at)
{
    double n[3], turn[3];
    sn_geodesic_shoot(form, arc->point[0], arc->tangent[0], s, 0, at);
    sn_wrap_normal(form, at->x, n);
    sn_wrap_turn(form, at->x, n, at->t, turn);
    return sn_v3_dot(turn, at->t);
}

/* An arc that would be pulled off the inside of the ring, as two.  With the curvature a parabola of
 * the length the string leaves and comes on sqrt 3 times as far from the innermost place as where
 * the curvature is none. */
static bool split(const SnWrapForm *form, const SnWrapArc *arc, SnWrapArc two[SN_WRAP_ARCS])
{
    enum { PLACES = 32 };
    const double part = arc->length / PLACES;
    double bend[PLACES + 1];
    int least = 0;
    SnGeodesicPoint at;
    for (int i = 0; i <= PLACES; i++) {
        bend[i] = bend_at(form, arc, part * i, &at);
        if (bend[i] < bend[least])
            least = i;
    }
    if (least == 0 || least == PLACES)
        return false;
    const double curved = bend[least + 1] + bend[least - 1] - 2 * bend[least];
    const double aside = curved > 0 ? (bend[least - 1] - bend[least + 1]) / (2 * curved) : 0;
    const double middle = part * (least + aside);
    const double lowest = fmin(bend_at(form, arc, middle, &at), 0);
    const double half = part * sqrt(3 * -lowest / fmax(0.5 * curved, 1e-300));
    if (!(half > 0 && middle - half > 0 && middle + half < arc->length))
        return false;
    two[0] = two[1] = *arc;
    bend_at(form, arc, middle + half, &at);
    two[0].length = middle - half;
    two[1].length = arc->length - middle - half;
    sn_v3_copy(at.x, two[1].point[0]);
    sn_v3_copy(at.t, two[1].tangent[0]);
    return true;
}

/* Beside an arc with a straight part that runs through the tube: a short arc where that is
 * deepest. */
static bool add_arc(const SnWrapForm *form, const double x[3], const double y[3],
                    const SnWrapArc *arc, SnWrapArc two[SN_WRAP_ARCS])
{
    const bool before = !is_clear(form, x, arc->point[0]);
    const double *from = before ? x : arc->point[1], *to = before ? arc->point[0] : y;
    SnWrapArc *added = &two[before ? 0 : 1];
    double n[3], along[3], share;
    two[before ? 1 : 0] = *arc;
    *added = (SnWrapArc){.touches = true};
    const double deep = form->size[1] - sqrt(nearest(form, from, to, &share));
    if (!(deep > 0 && deep < form->size[1]))
        return false;
    place_on(from, to, share, added->point[0]);
    sn_wrap_project(form, added->point[0]);
    sn_wrap_normal(form, added->point[0], n);
    sn_v3_sub(to, from, along);
    sn_v3_axpy(-sn_v3_dot(n, along), n, along);
    sn_v3_normalize(along, added->tangent[0]);
    added->length = fmin(4 * deep, form->size[1]);
    return true;
}

/* Newton's method on n arcs that are near. */
static bool settle(const SnWrapForm *form, const double x[3], const double y[3], int n,
                   const SnWrapArc *start, SnWrapArc *arcs)
{
    const SnWrapObstacle home = {.form = *form, .axes = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    const SnWrapObstacle *const both[SN_WRAP_ARCS] = {&home, &home};
    SnWrapArc tried[SN_WRAP_ARCS] = {start[0], start[n - 1]}, two[SN_WRAP_ARCS];
    SnWrapArc *const places[SN_WRAP_ARCS] = {&tried[0], &tried[1]};
    if (!sn_wrap_newton(x, y, n, both, places))
        return false;
    if (!is_string(form, x, y, x[2] > 0, n, tried))
        return n == 1 &&
               (is_pressed(form, tried) ? add_arc(form, x, y, tried, two)
                                        : split(form, tried, two)) &&
               settle(form, x, y, 2, two, arcs);
    for (int i = 0; i < n; i++)
        arcs[i] = tried[i];
    return true;
}

/* Over the tube above the hole and under it below: the place where the string crosses the hole is
 * drawn tight between both; what it touches then is solved at once, as one arc where both meet. */
static bool cross(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arcs)
{
    double m[3];
    cross_hole(form, x, y, m);
    for (int round = 0; round < CROSSINGS; round++) {
        SnWrapArc half[2];
        if (!half_way(form, x, m, &half[0]) || !half_way(form, m, y, &half[1])) {
            sn_v3_scale(0.8, m, m); /* too near the tube */
            continue;
        }
        const SnWrapArc *over = &half[0], *under = &half[1];
        if (over->touches && under->touches) {
            SnWrapArc whole = *over;
            whole.length += sn_v3_distance(over->point[1], under->point[0]) + under->length;
            if (settle(form, x, y, 2, half, arcs) || settle(form, x, y, 1, &whole, arcs))
                return true;
        } else if (over->touches || under->touches) {
            if (settle(form, x, y, 1, over->touches ? over : under, arcs))
                return true;
        }
        cross_hole(form, over->touches ? over->point[1] : x, under->touches ? under->point[0] : y,
                   m);
    }
    return false;
}

/* The arc that the points first ... last of a band suggest, which lie on the tube: `part` of it, in
 * the middle. */
static SnWrapArc arc_of(const SnWrapForm *form, double (*p)[3], int first, int last, double part)
{
    SnWrapArc arc = {.touches = true};
    double in[3], out[3], along[3], n[3], turn[3], middle[3];
    sn_v3_sub(p[first], p[first - 1], in);
    sn_v3_sub(p[last + 1], p[last], out);
    sn_v3_normalize(in, in);
    sn_v3_normalize(out, out);
    place_on(p[first], p[last], 0.5, middle);
    sn_wrap_project(form, middle);
    sn_wrap_normal(form, middle, n);
    sn_v3_add(in, out, along);
    sn_v3_axpy(-sn_v3_dot(n, along), n, along);
    sn_v3_normalize(along, along);
    if (last - first < SHORT) { /* too coarse for its length: as long as the band turns there */
        sn_wrap_turn(form, middle, n, along, turn);
        const double bend = fmax(sn_v3_dot(turn, along), 0.05 / form->size[1]);
        arc.length = part * acos(fmin(fmax(sn_v3_dot(in, out), -1), 1)) / bend;
    } else {
        for (int i = first; i < last; i++)
            arc.length += part * sn_v3_distance(p[i], p[i + 1]);
    }
    if (part < 1 || last - first < SHORT) {
        for (int k = 0; k < 3; k++)
            arc.point[0][k] = middle[k] - 0.5 * arc.length * along[k];
    } else {
        sn_v3_copy(p[first], arc.point[0]);
        sn_v3_copy(in, along);
    }
    sn_wrap_project(form, arc.point[0]);
    sn_wrap_normal(form, arc.point[0], n);
    sn_v3_axpy(-sn_v3_dot(n, along), n, along);
    sn_v3_normalize(along, arc.tangent[0]);
    return arc;
}

/* Where the points of half a band of this length are, as shares of it from the hole: there they are
 * close, farther away each part is `growth` times as long as the one before. */
static void share_out(double length, double close, double share[BAND / 2 + 1])
{
    const int n = BAND / 2;
    double low = 1, high = 2, sum = 0;
    for (int i = 0; i < 50 && length > n * close; i++) {
        const double growth = 0.5 * (low + high);
        if (close * (pow(growth, n) - 1) / (growth - 1) > length)
            high = growth;
        else
            low = growth;
    }
    for (int i = 0; i <= n; i++) {
        share[i] = sum; /* from the hole */
        sum += pow(low, i);
    }
    for (int i = 0; i <= n; i++)
        share[i] /= share[n];
}

/* A band from x over the tube into the hole and under the tube to y; weight: 1 / length of the
 * parts between its points. */
static void lay_band(const SnWrapForm *form, const double x[3], const double y[3], double (*p)[3],
                     double weight[BAND])
{
    const double ring = form->size[0], tube = form->size[1], up = x[2] > 0 ? 1 : -1;
    double m[3], last[3] = {0}, share[BAND / 2 + 1];
    cross_hole(form, x, y, m);
    for (int i = 0; i <= BAND; i++) {
        const bool over = i <= BAND / 2;
        const double *end = over ? x : y;
        const int from_hole = abs(i - BAND / 2);
        if (i == 0 || i == BAND / 2 + 1)
            share_out(sn_v3_distance(end, m), 0.3 * tube, share);
        place_on(m, end, share[from_hole], p[i]);
        if (i > 0)
            weight[i - 1] = 1 / sn_v3_distance(last, p[i]);
        sn_v3_copy(p[i], last);
        const double out = hypot(p[i][0], p[i][1]) - ring;
        const double high = sqrt(fmax(tube * tube - out * out, 0)), sign = over ? up : -up;
        if (i > 0 && i < BAND && sign * p[i][2] < 1.01 * high)
            p[i][2] = sign * 1.01 * high;
    }
}

/* Newton's method where a band lies on the tube. */
static bool settle_band(const SnWrapForm *form, const double x[3], const double y[3],
                        double (*p)[3], const bool *on, SnWrapArc *arcs)
{
    SnWrapArc start[SN_WRAP_ARCS];
    int n = 0, first[SN_WRAP_ARCS], last = 0;
    for (int i = 1; i < BAND; i++) {
        if (!on[i])
            continue;
        if (!on[i - 1] && n < SN_WRAP_ARCS)
            first[n++] = i;
        last = i;
        start[n - 1] = arc_of(form, p, first[n - 1], last, 1);
    }
    if (n == 0)
        return false;
    if (settle(form, x, y, n, start, arcs))
        return true;
    for (double part = n > 1 ? 1 : 0.4; part > 0.1; part *= 0.4) { /* as one */
        *start = arc_of(form, p, first[0], last, part);
        if (settle(form, x, y, 1, start, arcs))
            return true;
    }
    return false;
}

/* The band is drawn tight over the tube.  It takes long, and finds what starts from planes do
 * not. */
static bool draw_tight(const SnWrapForm *form, const double x[3], const double y[3],
                       SnWrapArc *arcs)
{
    const double ring = form->size[0], tube = form->size[1];
    double p[BAND + 1][3], weight[BAND];
    bool on[BAND + 1] = {false};
    lay_band(form, x, y, p, weight);
    for (int round = 1; round <= BAND_ROUNDS; round++) {
        for (int i = 1; i < BAND; i++) {
            const double first = weight[i - 1] / (weight[i - 1] + weight[i]);
            for (int k = 0; k < 3; k++)
                p[i][k] += BAND_PULL * (first * p[i - 1][k] + (1 - first) * p[i + 1][k] - p[i][k]);
            on[i] = off_tube(ring, p[i]) <= tube * tube;
            if (on[i])
                sn_wrap_project(form, p[i]);
        }
        if (round % BAND_LOOK == 0 && settle_band(form, x, y, p, on, arcs))
            return true;
    }
    return false;
}

bool sn_wrap_torus(const SnWrapForm *form, const double x[3], const double y[3],
                   SnWrapArc arcs[SN_WRAP_ARCS])
{
    const double ring = form->size[0], tube = form->size[1];
    double p[3], e[2], share;
    if (!(x[2] * y[2] < 0)) /* it does not pass through */
        return true;
    place_on(x, y, x[2] / (x[2] - y[2]), p);
    const bool through = hypot(p[0], p[1]) < ring;
    const double off = nearest(form, x, y, &share);
    if (through && off >= tube * tube)
        return true;
    if (through)
        place_on(x, y, share, p);
    outwards(p, e);
    /* nearly always this is the string; of those there is one, so that no shorter start matters */
    section(form, x, y, e, arcs);
    if (from_section(form, x, y, arcs) && is_string(form, x, y, x[2] > 0, 1, arcs))
        return true;
    arcs[0].touches = false;
    if (from_sections(form, x, y, e, arcs) && is_string(form, x, y, x[2] > 0, 1, arcs))
        return true;
    arcs[0].touches = false;
    /* what hardly touches is a straight line */
    const bool grazes = through && off >= tube * tube * (1 - 1e-6);
    if (cross(form, x, y, arcs) || (!grazes && draw_tight(form, x, y, arcs)))
        return true;
    arcs[0].touches = arcs[1].touches = false;
    return grazes;
}
