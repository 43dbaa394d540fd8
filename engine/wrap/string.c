/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/vec.h"
#include "engine/wrap/geodesic.h"
#include "engine/wrap/hull.h"
#include "engine/wrap/newton.h"
#include "engine/wrap/planar.h"
#include "engine/wrap/round.h"
#include "engine/wrap/section.h"
#include "engine/wrap/wrap.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Rounds over all obstacles; the move of a point of contact, over the string's length, that is
 * none. */
enum { ROUNDS = 400, ROUNDS_LED = 8, ROUNDS_BEFORE_NEWTON = 2 };
/* Rounds in which one is touched or left before that is taken for going in a circle; obstacles
 * whose sides are tried then. */
enum { CHANGES_MOST = 32, SIDES_MOST = 4, ROUNDS_SIDED = 24, ROUNDS_TOGETHER = 24 };
#define STILL           1e-14
#define STILL_OVER_HULL 1e-12 /* which has no Newton's method to end with */
#define SHORTER         1e-9  /* by how much, over its length, a string is not the same */
#define SAME            1e-6  /* over its ends' distance: where an arc is that is the same */

int sn_wrap_most_arcs(const SnWrapForm *form)
{
    return form->shape == SN_WRAP_TORUS ? SN_WRAP_ARCS : 1;
}

bool sn_wrap_is_inside(const SnWrapForm *form, const double x[3])
{
    const double *size = form->size;
    const double off = sqrt(x[0] * x[0] + x[1] * x[1]);
    switch (form->shape) {
    case SN_WRAP_SPHERE:
        return !(sn_v3_norm(x) > size[0]);
    case SN_WRAP_CYLINDER:
        return !(off > size[0]);
    case SN_WRAP_ELLIPSOID:
        return !(hypot(hypot(x[0] / size[0], x[1] / size[1]), x[2] / size[2]) > 1);
    case SN_WRAP_TORUS:
        return !(hypot(off - size[0], x[2]) > size[1]);
    case SN_WRAP_CONE:
        return !(off * size[1] > (size[1] / 2 - x[2]) * size[0]);
    case SN_WRAP_HULL:
        return sn_wrap_hull_holds(form->hull, x);
    case SN_WRAP_MESH: /* ends may be anywhere */
        return false;
    }
    return false;
}

bool sn_wrap_crosses(const SnWrapForm *form, const double x[3], const double y[3])
{
    if (form->shape == SN_WRAP_HULL)
        return sn_wrap_hull_parts(form->hull, x, y);
    if (form->shape == SN_WRAP_TORUS || form->shape == SN_WRAP_CONE ||
        form->shape == SN_WRAP_MESH || form->half_length > 0) {
        SnWrapForm unsided = *form;
        SnWrapArc arcs[SN_WRAP_ARCS];
        unsided.side = SN_WRAP_ANY;
        sn_wrap_one(&unsided, x, y, arcs);
        return arcs->touches;
    }
    double near[3], along[3];
    const bool ellipsoid = form->shape == SN_WRAP_ELLIPSOID;
    for (int k = 0; k < 3; k++) { /* as seen from a sphere or circle of radius 1 */
        const double size = form->size[ellipsoid ? k : 0];
        near[k] = x[k] / size, along[k] = (y[k] - x[k]) / size;
        if (k == 2 && form->shape == SN_WRAP_CYLINDER)
            near[k] = along[k] = 0;
    }
    const double square = sn_v3_dot(along, along);
    const double share = square > 0 ? -sn_v3_dot(near, along) / square : 0;
    sn_v3_axpy(fmin(fmax(share, 0), 1), along, near);
    return sn_v3_norm(near) < 1;
}

bool sn_wrap_one(const SnWrapForm *form, const double x[3], const double y[3],
                 SnWrapArc arcs[SN_WRAP_ARCS])
{
    for (int k = 0; k < SN_WRAP_ARCS; k++)
        arcs[k].touches = false;
    if (sn_wrap_is_inside(form, x) || sn_wrap_is_inside(form, y))
        return true;
    switch (form->shape) {
    case SN_WRAP_SPHERE:
        sn_wrap_sphere(form, x, y, arcs);
        break;
    case SN_WRAP_CYLINDER:
        sn_wrap_cylinder(form, x, y, arcs);
        break;
    case SN_WRAP_CONE:
        sn_wrap_cone(form, x, y, arcs);
        break;
    case SN_WRAP_ELLIPSOID:
        return sn_wrap_ellipsoid(form, x, y, arcs);
    case SN_WRAP_TORUS:
        return sn_wrap_torus(form, x, y, arcs);
    case SN_WRAP_HULL:
        return sn_wrap_over_hull(form, x, y, arcs);
    case SN_WRAP_MESH:
        return sn_wrap_mesh_arc(form, x, y, arcs);
    }
    return true;
}

double sn_wrap_length(const double x[3], const double y[3], const SnWrapArc arcs[SN_WRAP_ARCS])
{
    const double *at = x;
    double length = 0;
    for (int k = 0; k < SN_WRAP_ARCS; k++) {
        if (!arcs[k].touches)
            continue;
        length += sn_v3_distance(at, arcs[k].point[0]) + arcs[k].length;
        at = arcs[k].point[1];
    }
    return length + sn_v3_distance(at, y);
}

static void into(const SnWrapObstacle *o, const double x[3], double local[3])
{
    double from[3];
    sn_v3_sub(x, o->position, from);
    sn_m3_tmul_v3(o->axes, from, local);
}

static void out_of(const SnWrapObstacle *o, const double local[3], double x[3])
{
    sn_m3_mul_v3(o->axes, local, x);
    sn_v3_add(x, o->position, x);
}

/* The string as it is while it is searched. */
typedef struct Search {
    const double *x, *y;
    int n;
    const SnWrapObstacle *obstacles;
    SnWrapArc (*arcs)[SN_WRAP_ARCS];
    double end[SN_WRAP_MOST][2][3]; /* of the first and the last arc, in space */
    bool led;                       /* tori lead the string through their holes: */
    bool via[SN_WRAP_MOST];         /* it runs through the place `end` in the hole */
    int through[SN_WRAP_MOST];      /* tori whose ends once were on both sides: -1 down, 1 up */
} Search;

/* The ends of what is before and after obstacle i. */
static const double *before(const Search *s, int i)
{
    while (--i >= 0)
        if (s->arcs[i][0].touches || s->via[i])
            return s->end[i][1];
    return s->x;
}

static const double *after(const Search *s, int i)
{
    while (++i < s->n)
        if (s->arcs[i][0].touches || s->via[i])
            return s->end[i][0];
    return s->y;
}

/* A torus with both neighbours on one side of it: the string is led to the place in the hole by
 * which the way is shortest, so that what comes later sees it from the other side. */
static void lead(const SnWrapForm *form, const double x[3], const double y[3], double place[3])
{
    const double off = fabs(x[2]) + fabs(y[2]), share = off > 0 ? fabs(x[2]) / off : 0.5;
    const double rim = form->size[0] - form->size[1];
    for (int k = 0; k < 2; k++)
        place[k] = x[k] + share * (y[k] - x[k]);
    place[2] = 0;
    const double distance = hypot(place[0], place[1]);
    if (distance > rim)
        sn_v3_scale(rim / distance, place, place);
}

/* Of the arcs on an obstacle that is touched the first (end 0) or the last (end 1). */
static const SnWrapArc *last_arc(const SnWrapArc arcs[SN_WRAP_ARCS], int end)
{
    return end && arcs[1].touches ? &arcs[1] : &arcs[0];
}

static void set_ends(Search *s)
{
    for (int i = 0; i < s->n; i++)
        for (int k = 0; s->arcs[i][0].touches && k < 2; k++)
            out_of(&s->obstacles[i], last_arc(s->arcs[i], k)->point[k], s->end[i][k]);
}

/* One obstacle between its neighbours as they are; by how much its ends moved, infinite where it is
 * touched or left. */
static double settle(Search *s, int i, bool *good)
{
    const SnWrapObstacle *o = &s->obstacles[i];
    SnWrapArc arcs[SN_WRAP_ARCS];
    double x[3], y[3];
    into(o, before(s, i), x);
    into(o, after(s, i), y);
    *good = sn_wrap_one(&o->form, x, y, arcs) && *good;
    if (x[2] * y[2] < 0)
        s->through[i] = x[2] > 0 ? -1 : 1;
    const bool via = s->led && o->form.shape == SN_WRAP_TORUS && x[2] * y[2] > 0;
    double moved = via == s->via[i] ? 0 : HUGE_VAL;
    for (int k = 0; k < SN_WRAP_ARCS; k++)
        moved = arcs[k].touches == s->arcs[i][k].touches ? moved : HUGE_VAL;
    memcpy(s->arcs[i], arcs, sizeof arcs);
    s->via[i] = via;
    if (via) {
        double place[3];
        lead(&o->form, x, y, place);
        out_of(o, place, s->end[i][0]);
        sn_v3_copy(s->end[i][0], s->end[i][1]);
    }
    for (int k = 0; arcs->touches && k < 2; k++) {
        double end[3];
        out_of(o, last_arc(arcs, k)->point[k], end);
        if (moved < HUGE_VAL)
            moved = fmax(moved, sn_v3_distance(end, s->end[i][k]));
        sn_v3_copy(end, s->end[i][k]);
    }
    return moved;
}

static int n_touched(const Search *s)
{
    int n = 0;
    for (int i = 0; i < s->n; i++)
        n += s->arcs[i][0].touches;
    return n;
}

/* All that is touched at once; false: it stays as it was. */
static bool solve_touched(Search *s, int least)
{
    const SnWrapObstacle *obstacles[SN_WRAP_MOST_ARCS];
    SnWrapArc *arcs[SN_WRAP_MOST_ARCS];
    int n = 0;
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < SN_WRAP_ARCS; k++)
            if (s->arcs[i][k].touches)
                obstacles[n] = &s->obstacles[i], arcs[n++] = &s->arcs[i][k];
    for (int k = 0; k < n; k++)
        if (obstacles[k]->form.shape == SN_WRAP_HULL)
            return false; /* no smooth variations */
    if (n < least || !sn_wrap_newton(s->x, s->y, n, obstacles, arcs))
        return false;
    set_ends(s);
    return true;
}

/* Whether none of those that are passed by is in the way. */
static bool none_in_the_way(const Search *s)
{
    for (int i = 0; i < s->n; i++) {
        SnWrapArc arcs[SN_WRAP_ARCS];
        double x[3], y[3];
        if (s->arcs[i][0].touches)
            continue;
        into(&s->obstacles[i], before(s, i), x);
        into(&s->obstacles[i], after(s, i), y);
        sn_wrap_one(&s->obstacles[i].form, x, y, arcs);
        if (arcs->touches)
            return false;
    }
    return true;
}

static bool is_led(const Search *s)
{
    for (int i = 0; i < s->n; i++)
        if (s->via[i])
            return true;
    return false;
}

static bool has_hull(const Search *s)
{
    for (int i = 0; i < s->n; i++)
        if (s->obstacles[i].form.shape == SN_WRAP_HULL)
            return true;
    return false;
}

static bool search(Search *s, int rounds)
{
    SnWrapArc kept[SN_WRAP_MOST][SN_WRAP_ARCS];
    const double size = sn_v3_distance(s->x, s->y), still = has_hull(s) ? STILL_OVER_HULL : STILL;
    int quiet = 0, changes = 0; /* rounds in which the same ones were touched, or were not */
    for (int round = 0; round < rounds; round++) {
        double moved = 0, length = size;
        bool good = true;
        s->led = round < ROUNDS_LED;
        for (int i = 0; i < s->n; i++) {
            moved = fmax(moved, settle(s, i, &good));
            for (int k = 0; k < SN_WRAP_ARCS; k++)
                length += s->arcs[i][k].touches ? s->arcs[i][k].length : 0;
        }
        if (is_led(s))
            continue;
        if (good && moved <= still * length)
            return true;
        quiet = moved < HUGE_VAL ? quiet + 1 : 0;
        changes += quiet == 0;
        if (changes > CHANGES_MOST)
            return false;
        if (quiet < ROUNDS_BEFORE_NEWTON || quiet % ROUNDS_BEFORE_NEWTON != 0)
            continue;
        memcpy(kept, s->arcs, (size_t)s->n * sizeof *kept);
        if (solve_touched(s, 2) && none_in_the_way(s))
            return true;
        memcpy(s->arcs, kept, (size_t)s->n * sizeof *kept);
        set_ends(s);
    }
    return false;
}

static void begin(Search *s)
{
    for (int i = 0; i < s->n; i++) {
        s->via[i] = false;
        for (int k = 0; k < SN_WRAP_ARCS; k++)
            s->arcs[i][k].touches = false;
    }
}

/* Whether a string that was solved at once is one: each torus that it is led through it runs
 * through, each other obstacle it meets as it would between its neighbours. */
static bool is_whole(const Search *s)
{
    const double same = SAME * sn_v3_distance(s->x, s->y);
    for (int i = 0; i < s->n; i++) {
        const SnWrapForm *form = &s->obstacles[i].form;
        const SnWrapArc *arcs = s->arcs[i];
        SnWrapArc alone[SN_WRAP_ARCS];
        double x[3], y[3];
        into(&s->obstacles[i], before(s, i), x);
        into(&s->obstacles[i], after(s, i), y);
        if (form->shape == SN_WRAP_TORUS && (s->through[i] != 0 || x[2] * y[2] < 0)) {
            const bool down = s->through[i] ? s->through[i] < 0 : x[2] > 0;
            if (!sn_wrap_is_through(form, x, y, down, arcs))
                return false;
            continue;
        }
        if (!sn_wrap_one(form, x, y, alone) || alone->touches != arcs->touches)
            return false;
        for (int end = 0; end < 2 && arcs->touches; end++)
            if (!(sn_v3_distance(alone->point[end], arcs->point[end]) <= same))
                return false;
    }
    return true;
}

/* Where one obstacle takes the string off another in a circle: what each round touches is solved at
 * once, until that is a string.  A torus with ends on both sides in one round leads it through its
 * hole for good: drawn tight it may come back beside the ring. */
static bool search_together(Search *s)
{
    SnWrapArc kept[SN_WRAP_MOST][SN_WRAP_ARCS];
    begin(s);
    for (int round = 0; round < ROUNDS_TOGETHER; round++) {
        bool good = true, via[SN_WRAP_MOST];
        s->led = round < ROUNDS_LED;
        for (int i = 0; i < s->n; i++)
            settle(s, i, &good);
        memcpy(kept, s->arcs, (size_t)s->n * sizeof *kept);
        memcpy(via, s->via, sizeof via);
        memset(s->via, 0, sizeof s->via);
        if ((n_touched(s) == 0 || solve_touched(s, 1)) && is_whole(s))
            return true;
        memcpy(s->via, via, sizeof via);
        memcpy(s->arcs, kept, (size_t)s->n * sizeof *kept);
        set_ends(s);
    }
    return false;
}

static double whole_length(const Search *s)
{
    const double *at = s->x;
    double length = 0;
    for (int i = 0; i < s->n; i++) {
        if (!s->arcs[i][0].touches)
            continue;
        length += sn_v3_distance(at, s->end[i][0]) + s->arcs[i][0].length;
        if (s->arcs[i][1].touches) {
            double between[3];
            sn_v3_sub(s->arcs[i][1].point[0], s->arcs[i][0].point[1], between);
            length += sn_v3_norm(between) + s->arcs[i][1].length;
        }
        at = s->end[i][1];
    }
    return length + sn_v3_distance(at, s->y);
}

static bool is_round(const SnWrapObstacle *o)
{
    return o->form.shape == SN_WRAP_SPHERE || o->form.shape == SN_WRAP_ELLIPSOID;
}

/* How many axes of an obstacle have sides, those across the straight line first: the first one
 * parts the two ways round, unless an end is close to it or other obstacles turn the string. */
static int sort_across(const SnWrapObstacle *o, const double x[3], const double y[3], int axis[3])
{
    const int n = is_round(o) ? 3 : 2;
    double along[3], local[3];
    sn_v3_sub(y, x, along);
    sn_m3_tmul_v3(o->axes, along, local);
    for (int k = 0, at; k < n; k++) {
        for (at = k; at > 0 && fabs(local[k]) < fabs(local[axis[at - 1]]); at--)
            axis[at] = axis[at - 1];
        axis[at] = k;
    }
    return n;
}

/* An obstacle with the sides by which a string of less than some length may pass. */
typedef struct Sides {
    int obstacle, n;
    SnWrapSide side[6];
} Sides;

/* No string over several obstacles is shorter than the one over one of them alone, on the same side
 * or, of balls, whose two sides are but two of many, on any.  Ellipsoids, slow with a side, have a
 * choice where nothing was found.  `axes`: of how many axes, those across first.  Fills in
 * obstacles that have a choice, at most SIDES_MOST; returns how many there are. */
static int find_sides(const Search *s, double most, int axes, Sides *sides)
{
    static const SnWrapSide both[3][2] = {{SN_WRAP_PLUS_X, SN_WRAP_MINUS_X},
                                          {SN_WRAP_PLUS_Y, SN_WRAP_MINUS_Y},
                                          {SN_WRAP_PLUS_Z, SN_WRAP_MINUS_Z}};
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        const SnWrapObstacle *o = &s->obstacles[i];
        double x[3], y[3];
        into(o, s->x, x);
        into(o, s->y, y);
        const bool slow = o->form.shape == SN_WRAP_ELLIPSOID && most < HUGE_VAL;
        if (o->form.side != SN_WRAP_ANY || o->form.shape == SN_WRAP_TORUS ||
            o->form.shape == SN_WRAP_HULL || slow || sn_wrap_is_inside(&o->form, x) ||
            sn_wrap_is_inside(&o->form, y))
            continue;
        Sides of = {.obstacle = i};
        int axis[3];
        const int n_axes = sort_across(o, s->x, s->y, axis);
        for (int k = 0; k < 2 * (axes < n_axes ? axes : n_axes); k++) {
            SnWrapForm form = o->form;
            SnWrapArc arcs[SN_WRAP_ARCS];
            const SnWrapSide side = both[axis[k / 2]][k % 2];
            form.side = is_round(o) ? SN_WRAP_ANY : side; /* sides of balls are no bounds */
            if (!(most < HUGE_VAL) || !sn_wrap_one(&form, x, y, arcs) ||
                sn_wrap_length(x, y, arcs) < most)
                of.side[of.n++] = side;
        }
        if (n < SIDES_MOST)
            sides[n] = of;
        n++;
    }
    return n;
}

/* The shortest string of those with sides held: held, each round shortens it. */
static bool search_sides(Search *s, bool found, int axes)
{
    const SnWrapObstacle *free = s->obstacles;
    SnWrapObstacle sided[SN_WRAP_MOST];
    SnWrapArc best[SN_WRAP_MOST][SN_WRAP_ARCS];
    Sides sides[SIDES_MOST];
    double least = found ? whole_length(s) : HUGE_VAL;
    const int n = find_sides(s, least * (1 + SHORTER), axes, sides);
    int ways = n > 0 && n <= SIDES_MOST ? 1 : 0;
    for (int k = 0; k < n && ways > 0; k++)
        ways *= sides[k].n;
    if (ways == 0 || (ways == 1 && found)) /* what was found is the shortest, or all there is */
        return found;
    memcpy(best, s->arcs, (size_t)s->n * sizeof *best);
    memcpy(sided, free, (size_t)s->n * sizeof *sided);
    s->obstacles = sided;
    for (int way = 0; way < ways; way++) {
        for (int k = 0, left = way; k < n; left /= sides[k].n, k++)
            sided[sides[k].obstacle].form.side = sides[k].side[left % sides[k].n];
        begin(s);
        const bool any = search(s, ROUNDS_SIDED) || (!found && search_together(s));
        const double length = any ? whole_length(s) : HUGE_VAL;
        if (length < least)
            memcpy(best, s->arcs, (size_t)s->n * sizeof *best);
        least = fmin(least, length);
    }
    s->obstacles = free;
    memcpy(s->arcs, best, (size_t)s->n * sizeof *best);
    return least < HUGE_VAL;
}

/* Each way round one obstacle may take the string off another one, and so on in a circle, or come
 * to rest where another way is shorter. */
static bool search_all(Search *s)
{
    const bool found = search(s, ROUNDS);
    if (found && n_touched(s) == 0)
        return true;
    return search_sides(s, found, 1) || search_sides(s, false, 3) || search_together(s);
}

bool sn_wrap_string(const double x[3], const double y[3], int n, const SnWrapObstacle *obstacles,
                    SnWrapArc (*arcs)[SN_WRAP_ARCS])
{
    assert(n >= 0 && n <= SN_WRAP_MOST);
    for (int i = 0; i < n; i++)
        assert(n == 1 || obstacles[i].form.shape != SN_WRAP_MESH);
    Search s = {.x = x, .y = y, .n = n, .obstacles = obstacles, .arcs = arcs};
    if (n == 1) {
        double from[3], to[3];
        into(obstacles, x, from);
        into(obstacles, y, to);
        return sn_wrap_one(&obstacles->form, from, to, arcs[0]);
    }
    begin(&s);
    return n == 0 || search_all(&s);
}

void sn_wrap_samples(const SnWrapForm *form, const SnWrapArc *arc, int n, double (*place)[3])
{
    if (form->shape == SN_WRAP_HULL) {
        sn_wrap_hull_samples(form->hull, arc, n, place);
        return;
    }
    SnGeodesicPoint at;
    sn_v3_copy(arc->point[0], at.x);
    sn_v3_copy(arc->tangent[0], at.t);
    for (int i = 0; i < n; i++) {
        sn_v3_copy(at.x, place[i]);
        if (i + 1 < n) {
            const double x[3] = {at.x[0], at.x[1], at.x[2]}, t[3] = {at.t[0], at.t[1], at.t[2]};
            sn_geodesic_shoot(form, x, t, arc->length / (n - 1), 0, &at);
        }
    }
}
