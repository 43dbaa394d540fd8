/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shortest string over a convex polyhedron.  Unfolded along the edges that it crosses it is a
 * straight line; it lies on no face that one of its ends sees, for from there the end would be
 * reached straight on.  So it comes on at an edge between faces that x sees and does not see, and
 * leaves where y begins to see.  From the first ones cones of straight lines out of the unfolded x
 * go from face to face and split at corners (windows: Mitchell, Mount and Papadimitriou 1987; Chen
 * and Han 1990); those that cannot lead to a shorter string than one that is known are dropped: the
 * unfolded way to an edge and straight on to y, as if nothing was there, is a lower bound.  What is
 * left is the shortest of all strings, a function of the ends with a slope of 1 at most. */
#include "engine/base/vec.h"
#include "engine/wrap/hull.h"

#include <math.h>
#include <string.h>

/* Edges that a string may cross; windows that may wait, and be looked at. */
enum { MOST_CROSSED = 512, MOST_WAITING = 2048, MOST_WINDOWS = 400000 };

/* Lines from x over edges, up to a half-edge, into the face of which they go. */
typedef struct Window {
    int half_edge, depth;
    double from[2];   /* the unfolded x, flat in that face */
    double low, high; /* what they cross of the half-edge, from its start [m] */
    double bound;     /* no string through it is shorter [m] */
} Window;

typedef struct Search {
    const SnWrapHull *hull;
    const double *x, *y;
    bool seen[2][SN_WRAP_MOST_FACES]; /* by x, by y */
    int n, looked_at;
    Window waiting[MOST_WAITING];
    int path[MOST_CROSSED], best[MOST_CROSSED];
    int n_best;
    double least;
    bool full;
} Search;

static double cross2(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

/* A point as seen from an edge: how far along it and from it. */
static void from_edge(const SnWrapHull *hull, int h, const double x[3], double *along, double *off)
{
    double from[3];
    sn_v3_sub(x, hull->place[h], from);
    *along = sn_v3_dot(from, hull->along[h]);
    *off = sqrt(fmax(sn_v3_dot(from, from) - *along * *along, 0));
}

/* Where the straight line from the window's x, over its half-edge unfolded, to y crosses it. */
static double crossing(const Search *s, const Window *w, double *length)
{
    const SnWrapHull *hull = s->hull;
    const double *start = hull->flat[w->half_edge], *course = hull->course[w->half_edge];
    const double from[2] = {w->from[0] - start[0], w->from[1] - start[1]};
    const double before = from[0] * course[0] + from[1] * course[1];
    const double height = fmax(cross2(from, course), 0);
    double after, off;
    from_edge(hull, w->half_edge, s->y, &after, &off);
    const double sum = height + off;
    const double straight = sum > 0 ? (before * off + after * height) / sum : before;
    const double at = fmin(fmax(straight, w->low), w->high);
    *length = hypot(at - before, height) + hypot(after - at, off);
    return at;
}

/* A window is one of those that wait, or a string, or nothing. */
static void take(Search *s, Window *w)
{
    crossing(s, w, &w->bound);
    if (!(w->bound < s->least))
        return;
    if (s->seen[1][s->hull->face[w->half_edge]]) {
        s->least = w->bound;
        s->path[w->depth] = w->half_edge;
        s->n_best = w->depth + 1;
        memcpy(s->best, s->path, (size_t)s->n_best * sizeof *s->best);
    } else if (s->n < MOST_WAITING && w->depth + 1 < MOST_CROSSED) {
        s->waiting[s->n++] = *w;
    } else {
        s->full = true;
    }
}

/* The part of half-edge k of the window's face that its lines leave by; false: none. */
static bool cut(const SnWrapHull *hull, const Window *w, const double left[2],
                const double right[2], int k, double *low, double *high)
{
    const double length = hull->length[k], *course = hull->course[k];
    const double a[2] = {hull->flat[k][0] - w->from[0], hull->flat[k][1] - w->from[1]};
    const double b[2] = {a[0] + length * course[0], a[1] + length * course[1]};
    if (!(cross2(a, course) > 0))
        return false; /* they would come in there */
    const double a_left = cross2(left, a), b_left = cross2(left, b);
    const double a_right = cross2(right, a), b_right = cross2(right, b);
    if (a_left >= 0 || b_right <= 0)
        return false;
    *low = a_right < 0 ? length * a_right / (a_right - b_right) : 0;
    *high = b_left > 0 ? length * a_left / (a_left - b_left) : length;
    return *low < *high;
}

/* From flat of the face of half-edge k to flat of the one beyond it. */
static void unfold(const SnWrapHull *hull, int k, const double from[2], double to[2])
{
    const double *u = hull->unfold[hull->twin[k]];
    to[0] = u[0] * from[0] - u[1] * from[1] + u[2];
    to[1] = u[1] * from[0] + u[0] * from[1] + u[3];
}

static void spread(Search *s, const Window *w)
{
    const SnWrapHull *hull = s->hull;
    const int h = w->half_edge, face = hull->face[h], first = s->n;
    const double *start = hull->flat[h], *course = hull->course[h];
    double end[2][2];
    for (int k = 0; k < 2; k++) {
        end[0][k] = start[k] + w->low * course[k] - w->from[k];
        end[1][k] = start[k] + w->high * course[k] - w->from[k];
    }
    s->path[w->depth] = h;
    for (int k = hull->start[face]; k < hull->start[face + 1]; k++) {
        Window next = {.half_edge = hull->twin[k], .depth = w->depth + 1};
        double low, high;
        if (k == h || s->seen[0][hull->face[next.half_edge]] ||
            !cut(hull, w, end[0], end[1], k, &low, &high))
            continue;
        unfold(hull, k, w->from, next.from);
        next.low = hull->length[k] - high, next.high = hull->length[k] - low;
        take(s, &next);
    }
    for (int i = first + 1; i < s->n; i++) /* the most hopeful one is looked at first */
        if (s->waiting[i].bound > s->waiting[i - 1].bound) {
            const Window worse = s->waiting[i];
            int at = i;
            for (; at > first && s->waiting[at - 1].bound < worse.bound; at--)
                s->waiting[at] = s->waiting[at - 1];
            s->waiting[at] = worse;
        }
}

/* Windows where the string may come on: at edges between what x sees and what it does not. */
static void begin(Search *s)
{
    const SnWrapHull *hull = s->hull;
    for (int h = 0; h < hull->n_half_edges; h++) {
        if (s->seen[0][hull->face[h]] || !s->seen[0][hull->face[hull->twin[h]]])
            continue;
        Window w = {.half_edge = h, .high = hull->length[h]};
        double along, off;
        from_edge(hull, h, s->x, &along, &off);
        const double *start = hull->flat[h], *course = hull->course[h];
        w.from[0] = start[0] + along * course[0] + off * course[1];
        w.from[1] = start[1] + along * course[1] - off * course[0];
        take(s, &w);
    }
    for (int i = 0; i + 1 < s->n; i++) /* as in spread */
        if (s->waiting[i].bound < s->waiting[s->n - 1].bound) {
            const Window better = s->waiting[i];
            s->waiting[i] = s->waiting[s->n - 1];
            s->waiting[s->n - 1] = better;
        }
}

/* Where the string crosses its edges, from their starts. */
static void draw_tight(const Search *s, double at[MOST_CROSSED])
{
    const SnWrapHull *hull = s->hull;
    double from[MOST_CROSSED][2], along, off, length;
    const int first = s->best[0], last = s->n_best - 1;
    from_edge(hull, first, s->x, &along, &off);
    const double *start = hull->flat[first], *course = hull->course[first];
    from[0][0] = start[0] + along * course[0] + off * course[1];
    from[0][1] = start[1] + along * course[1] - off * course[0];
    for (int i = 1; i <= last; i++)
        unfold(hull, hull->twin[s->best[i]], from[i - 1], from[i]);
    const Window end = {
        s->best[last], last, {from[last][0], from[last][1]}, 0, hull->length[s->best[last]], 0};
    at[last] = crossing(s, &end, &length);
    for (int i = last - 1; i >= 0; i--) { /* the line from x to where it leaves this face */
        const int h = s->best[i], out = hull->twin[s->best[i + 1]];
        const double on = hull->length[out] - at[i + 1];
        double line[2], a[2], t;
        for (int k = 0; k < 2; k++) {
            a[k] = hull->flat[h][k] - from[i][k];
            line[k] = hull->flat[out][k] + on * hull->course[out][k] - from[i][k];
        }
        t = -cross2(line, a) / cross2(line, hull->course[h]);
        at[i] = t > 0 ? fmin(t, hull->length[h]) : 0;
    }
}

/* Across the straight part with this direction, as the point of contact slides along its edge. */
static void set_binormal(const double along[3], const double direction[3], double binormal[3])
{
    sn_v3_copy(along, binormal);
    sn_v3_axpy(-sn_v3_dot(along, direction), direction, binormal);
    sn_v3_scale(-1, binormal, binormal);
    sn_v3_normalize(binormal, binormal);
}

static void write_arc(const Search *s, SnWrapArc *arc)
{
    const SnWrapHull *hull = s->hull;
    const int first = s->best[0], last = s->best[s->n_best - 1];
    double at[MOST_CROSSED], place[3], before[3] = {0}, direction[3];
    draw_tight(s, at);
    *arc = (SnWrapArc){.touches = true, .half_edge = first, .side = 1, .turn_rate = 1};
    for (int i = 0; i < s->n_best; i++) {
        sn_v3_copy(hull->place[s->best[i]], place);
        sn_v3_axpy(at[i], hull->along[s->best[i]], place);
        if (i == 0)
            sn_v3_copy(place, arc->point[0]);
        else
            arc->length += sn_v3_distance(before, place);
        if (i == 1)
            sn_v3_sub(place, before, arc->tangent[0]);
        if (i > 0)
            sn_v3_sub(place, before, arc->tangent[1]);
        sn_v3_copy(place, before);
    }
    sn_v3_copy(place, arc->point[1]);
    arc->turn = arc->length;
    sn_v3_sub(arc->point[0], s->x, direction);
    sn_v3_normalize(direction, direction);
    set_binormal(hull->along[first], direction, arc->binormal[0]);
    sn_v3_normalize(s->n_best > 1 ? arc->tangent[0] : direction, arc->tangent[0]);
    sn_v3_sub(s->y, arc->point[1], direction);
    sn_v3_normalize(direction, direction);
    set_binormal(hull->along[last], direction, arc->binormal[1]);
    sn_v3_normalize(s->n_best > 1 ? arc->tangent[1] : direction, arc->tangent[1]);
}

bool sn_wrap_over_hull(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc)
{
    Search s;
    arc->touches = false;
    if (!sn_wrap_hull_parts(form->hull, x, y))
        return true;
    s.hull = form->hull, s.x = x, s.y = y;
    s.n = s.looked_at = s.n_best = 0;
    s.least = HUGE_VAL, s.full = false;
    for (int f = 0; f < s.hull->n_faces; f++) {
        s.seen[0][f] = sn_v3_dot(s.hull->normal[f], x) > s.hull->offset[f];
        s.seen[1][f] = sn_v3_dot(s.hull->normal[f], y) > s.hull->offset[f];
    }
    begin(&s);
    while (s.n > 0 && s.looked_at < MOST_WINDOWS) {
        const Window w = s.waiting[--s.n];
        if (!(w.bound < s.least))
            continue;
        s.looked_at++;
        spread(&s, &w);
    }
    if (s.n_best > 0)
        write_arc(&s, arc);
    return s.n_best > 0 && s.n == 0 && !s.full;
}

/* Where an arc crosses edges, from where it comes on to where it leaves; how many. */
static int trace(const SnWrapHull *hull, const SnWrapArc *arc, double (*place)[3])
{
    int n = 1, h = arc->half_edge;
    double left = arc->length, direction[3], from[3];
    sn_v3_copy(arc->point[0], place[0]);
    sn_v3_copy(arc->tangent[0], direction);
    while (n < MOST_CROSSED && left > 1e-9 * arc->length) {
        const int face = hull->face[h];
        double nearest = HUGE_VAL;
        int out = -1;
        for (int k = hull->start[face]; k < hull->start[face + 1]; k++) {
            double inwards[3];
            sn_v3_cross(hull->normal[face], hull->along[k], inwards);
            sn_v3_sub(hull->place[k], place[n - 1], from);
            const double rate = sn_v3_dot(inwards, direction);
            const double way = rate < 0 ? sn_v3_dot(inwards, from) / rate : HUGE_VAL;
            if (k != h && way < nearest)
                nearest = way, out = k;
        }
        if (out < 0)
            break;
        sn_v3_copy(place[n - 1], place[n]);
        sn_v3_axpy(fmin(fmax(nearest, 0), left), direction, place[n++]);
        left -= nearest;
        h = hull->twin[out];
        const double along = sn_v3_dot(direction, hull->along[h]);
        sn_v3_cross(hull->normal[hull->face[h]], hull->along[h], direction);
        sn_v3_scale(sqrt(fmax(1 - along * along, 0)), direction, direction);
        sn_v3_axpy(along, hull->along[h], direction);
    }
    sn_v3_copy(arc->point[1], place[n - 1]);
    return n;
}

void sn_wrap_hull_samples(const SnWrapHull *hull, const SnWrapArc *arc, int n, double (*place)[3])
{
    double crossed[MOST_CROSSED][3];
    const int count = trace(hull, arc, crossed), extra = n > count ? n - count : 0;
    int longest = 0;
    for (int i = 0; i + 1 < count; i++)
        if (sn_v3_distance(crossed[i], crossed[i + 1]) >
            sn_v3_distance(crossed[longest], crossed[longest + 1]))
            longest = i;
    for (int i = 0; i < n; i++) {
        if (extra == 0) {
            sn_v3_copy(crossed[n > 1 ? i * (count - 1) / (n - 1) : 0], place[i]);
        } else if (i <= longest || i > longest + extra) {
            sn_v3_copy(crossed[i <= longest ? i : i - extra], place[i]);
        } else { /* room that is left over lies on the longest piece */
            const double *a = crossed[longest], *b = crossed[longest + (count > 1)];
            const double share = (double)(i - longest) / (extra + 1);
            for (int k = 0; k < 3; k++)
                place[i][k] = a[k] + share * (b[k] - a[k]);
        }
    }
}
