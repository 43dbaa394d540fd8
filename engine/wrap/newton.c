/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each obstacle has four unknowns, the natural variations of its geodesic: its start point moves
 * along it (s) and across (b), it turns there (f), it grows (l).  At its end that is s + l along,
 * y = side b + turn f across, and a turn of y'.  The frame at an end with the displacement d turns
 * by the Weingarten map S: dN = S d, dB = -f T - (S d . B) N.  Four equations an obstacle: the
 * straight parts before and after have no component along normal and binormal. */
#include "engine/wrap/newton.h"

#include "engine/base/vec.h"
#include "engine/wrap/geodesic.h"

#include <math.h>
#include <string.h>

enum { UNKNOWNS = 4, MOST = UNKNOWNS * SN_WRAP_MOST_ARCS, ITERATIONS = 60, HALVINGS = 4 };

#define ROUGH       1e-3  /* tolerance of the first geodesics */
#define SHARE       0.1   /* ... later this of the misfit's square, which is that to come; */
#define FINE        1e-12 /* what would be less is exact */
#define SMALL       1e-9  /* step, over size and straight parts, whose square is none */
#define CONVERGED   1e-12 /* misfit that does no harm */
#define ACCEPTED    1e-10 /* misfit of a result that does not get better */
#define MOST_LENGTH 1e3   /* of a geodesic, over size */
#define MOST_GAP    0.7   /* of a straight part that is used up in one iteration */
#define MOST_TURN   0.5   /* of a geodesic in one iteration [rad], and move over size */

/* One end of a geodesic in space. */
typedef struct End {
    double point[3], t[3], n[3], b[3];
    SnWrapSpot spot; /* in the obstacle's frame */
} End;

/* Where a geodesic starts, in the obstacle's frame. */
typedef struct Start {
    double x[3], t[3], l;
} Start;

typedef struct Link {
    const SnWrapObstacle *obstacle;
    bool at_home; /* its frame is that of space */
    double size;
    Start start;
    SnGeodesicPoint last;
    End end[2];
    double gap[2];   /* lengths of the straight parts before and after */
    double ahead[2]; /* cosines of their angles with the geodesic */
} Link;

static double size_of(const SnWrapForm *form)
{
    if (form->shape == SN_WRAP_TORUS)
        return form->size[1];
    if (form->shape == SN_WRAP_ELLIPSOID)
        return fmin(form->size[0], fmin(form->size[1], form->size[2]));
    return form->size[0];
}

static Link link_of(const SnWrapObstacle *o, const SnWrapArc *arc)
{
    static const double unturned[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, origin[3] = {0};
    Link link = {.obstacle = o, .size = size_of(&o->form), .start.l = arc->length};
    link.at_home = memcmp(o->axes, unturned, sizeof unturned) == 0 &&
                   memcmp(o->position, origin, sizeof origin) == 0;
    sn_v3_copy(arc->point[0], link.start.x);
    sn_v3_copy(arc->tangent[0], link.start.t);
    return link;
}

static void set_end(const Link *link, const double x[3], const double t[3], End *end)
{
    const SnWrapObstacle *o = link->obstacle;
    sn_wrap_spot(&o->form, x, t, &end->spot);
    if (link->at_home) {
        sn_v3_copy(x, end->point);
        sn_v3_copy(t, end->t);
        sn_v3_copy(end->spot.n, end->n);
        sn_v3_copy(end->spot.b, end->b);
        return;
    }
    sn_m3_mul_v3(o->axes, x, end->point);
    sn_v3_add(end->point, o->position, end->point);
    sn_m3_mul_v3(o->axes, t, end->t);
    sn_m3_mul_v3(o->axes, end->spot.n, end->n);
    sn_m3_mul_v3(o->axes, end->spot.b, end->b);
}

static void shoot(Link *link, double tolerance)
{
    const Start *s = &link->start;
    sn_geodesic_shoot(&link->obstacle->form, s->x, s->t, s->l, tolerance, &link->last);
    set_end(link, s->x, s->t, &link->end[0]);
    set_end(link, link->last.x, link->last.t, &link->end[1]);
}

/* Of an end by each of the four variations: moves along and across, turn to the left. */
typedef struct Moves {
    double along[UNKNOWNS], across[UNKNOWNS], turned[UNKNOWNS];
} Moves;

static Moves moves_of(const Link *link, int side)
{
    const SnGeodesicPoint *j = &link->last;
    if (side == 0)
        return (Moves){{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    return (Moves){{1, 0, 0, 1}, {0, j->side, j->turn, 0}, {0, j->side_rate, j->turn_rate, 0}};
}

/* Misfit of a straight part at one end of a link, and its rows of the matrix.  The part runs from
 * `from` to `to`; the link's end is its end (side 0) or its start (side 1); neighbour: the link at
 * the other end of the part, NULL: it is fixed; other: its first column.
 *
 * With u = ahead T + lift N + aside B the moves of N and B have simple components along u. */
static void add_rows(Link *link, int side, const double from[3], const double to[3],
                     const Link *neighbour, int column, int other, int size, double *matrix,
                     double *right)
{
    double u[3];
    const End *e = &link->end[side];
    const SnWrapSpot *spot = &e->spot;
    const Moves own = moves_of(link, side);
    sn_v3_sub(to, from, u);
    const double d = sn_v3_normalize(u, u), inverse = d > 0 ? (side ? -1 / d : 1 / d) : 0;
    const double ahead = sn_v3_dot(u, e->t), lift = sn_v3_dot(u, e->n), aside = sn_v3_dot(u, e->b);
    const double along[2] = {ahead * (spot->bend - inverse * lift) + aside * spot->twist,
                             -inverse * aside * ahead - lift * spot->twist};
    const double across[2] = {ahead * spot->twist + aside * (spot->bend_across - inverse * lift),
                              inverse * (1 - aside * aside) - lift * spot->bend_across};
    const double turned[2] = {0, -ahead}, misfit[2] = {lift, aside};
    link->gap[side] = d, link->ahead[side] = ahead;
    for (int r = 0; r < 2; r++) {
        const int row = column + 2 * side + r;
        right[row] = -misfit[r];
        for (int k = 0; k < UNKNOWNS; k++)
            matrix[row * size + column + k] =
                along[r] * own.along[k] + across[r] * own.across[k] + turned[r] * own.turned[k];
        if (!neighbour)
            continue;
        const End *far = &neighbour->end[1 - side];
        const Moves theirs = moves_of(neighbour, 1 - side);
        double away[3];
        sn_v3_copy(r ? e->b : e->n, away);
        sn_v3_axpy(-misfit[r], u, away);
        const double t = -inverse * sn_v3_dot(away, far->t), b = -inverse * sn_v3_dot(away, far->b);
        for (int k = 0; k < UNKNOWNS; k++)
            matrix[row * size + other + k] = t * theirs.along[k] + b * theirs.across[k];
    }
}

/* Rows of all links; the largest misfit. */
static double set_matrix(const double x[3], const double y[3], int n, Link *links, double *matrix,
                         double *right)
{
    const int size = UNKNOWNS * n;
    if (n > 1)
        memset(matrix, 0, (size_t)(size * size) * sizeof *matrix);
    for (int i = 0; i < n; i++) {
        const Link *before = i > 0 ? &links[i - 1] : NULL;
        const Link *after = i + 1 < n ? &links[i + 1] : NULL;
        add_rows(&links[i], 0, before ? before->end[1].point : x, links[i].end[0].point, before,
                 UNKNOWNS * i, UNKNOWNS * (i - 1), size, matrix, right);
        add_rows(&links[i], 1, links[i].end[1].point, after ? after->end[0].point : y, after,
                 UNKNOWNS * i, UNKNOWNS * (i + 1), size, matrix, right);
    }
    /* a straight part that is short cannot have an exact direction */
    double worst = 0;
    for (int i = 0; i < size; i++) {
        const Link *link = &links[i / UNKNOWNS];
        const double gap = link->gap[i % UNKNOWNS / 2] / link->size;
        const double misfit = fabs(right[i]) * (gap < 1 ? gap : 1);
        worst = !isfinite(misfit) ? HUGE_VAL : misfit > worst ? misfit : worst;
    }
    return worst;
}

/* Gauss with column pivots, in place; false: singular. */
static inline __attribute__((always_inline)) bool eliminate(int n, double *matrix, double *right)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(matrix[i * n + k]) > fabs(matrix[pivot * n + k]))
                pivot = i;
        if (!(fabs(matrix[pivot * n + k]) > 0))
            return false;
        for (int j = k; pivot != k && j < n; j++) {
            const double t = matrix[k * n + j];
            matrix[k * n + j] = matrix[pivot * n + j];
            matrix[pivot * n + j] = t;
        }
        const double t = right[k];
        right[k] = right[pivot], right[pivot] = t;
        const double inverse = 1 / matrix[k * n + k];
        for (int i = k + 1; i < n; i++) {
            const double share = matrix[i * n + k] * inverse;
            for (int j = k + 1; share != 0 && j < n; j++)
                matrix[i * n + j] -= share * matrix[k * n + j];
            right[i] -= share * right[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            right[k] -= matrix[k * n + j] * right[j];
        right[k] /= matrix[k * n + k];
    }
    return true;
}

static bool solve(int n, double *matrix, double *right)
{
    return n == UNKNOWNS ? eliminate(UNKNOWNS, matrix, right) : eliminate(n, matrix, right);
}

/* Part of the step that no link moves too far by. */
static double part_of(int n, const Link *links, const double *step)
{
    double part = 1;
    for (int i = 0; i < n; i++) {
        const Link *link = &links[i];
        const double *d = step + UNKNOWNS * i, size = MOST_TURN * link->size;
        const double most[UNKNOWNS] = {size, size, MOST_TURN, 4 * size};
        for (int k = 0; k < UNKNOWNS; k++)
            if (fabs(d[k]) * part > most[k])
                part = most[k] / fabs(d[k]);
        /* nor past the ends of its straight parts, where they would turn round */
        if (-d[0] * part > MOST_GAP * link->gap[0])
            part = -MOST_GAP * link->gap[0] / d[0];
        if ((d[0] + d[3]) * part > MOST_GAP * link->gap[1])
            part = MOST_GAP * link->gap[1] / (d[0] + d[3]);
        if (link->start.l + part * d[3] < 0.1 * link->start.l)
            part = -0.9 * link->start.l / d[3];
    }
    return part;
}

/* Moves a place on the surface along and across t, and turns t to the left. */
static void move(const SnWrapForm *form, double along, double across, double turned, double x[3],
                 double t[3])
{
    double n[3], b[3];
    sn_wrap_normal(form, x, n);
    sn_v3_cross(n, t, b);
    sn_v3_axpy(along, t, x);
    sn_v3_axpy(across, b, x);
    sn_v3_axpy(turned, b, t);
    sn_wrap_project(form, x);
    sn_wrap_normal(form, x, n);
    sn_v3_axpy(-sn_v3_dot(n, t), n, t);
    sn_v3_normalize(t, t);
}

static void take(const Link *link, SnWrapArc *arc)
{
    const double *x[2] = {link->start.x, link->last.x}, *t[2] = {link->start.t, link->last.t};
    arc->touches = true;
    for (int i = 0; i < 2; i++) {
        double n[3];
        sn_v3_copy(x[i], arc->point[i]);
        sn_v3_copy(t[i], arc->tangent[i]);
        sn_wrap_normal(&link->obstacle->form, x[i], n);
        sn_v3_cross(n, t[i], arc->binormal[i]);
    }
    arc->length = link->start.l;
    arc->side = link->last.side, arc->side_rate = link->last.side_rate;
    arc->turn = link->last.turn, arc->turn_rate = link->last.turn_rate;
}

/* Moves all links by a part of the step; false: one has no length left, or has gone too far. */
static bool move_all(int n, const Start *from, const double *step, double part, Link *links)
{
    for (int i = 0; i < n; i++) {
        Start *start = &links[i].start;
        *start = from[i];
        const double *d = step + UNKNOWNS * i;
        move(&links[i].obstacle->form, part * d[0], part * d[1], part * d[2], start->x, start->t);
        start->l += part * d[3];
        if (!(start->l > 0 && start->l < MOST_LENGTH * links[i].size))
            return false;
    }
    return true;
}

/* Moves the ends of geodesics with their starts; false: the step is not so small that they would
 * come out otherwise if shot again: by its square, and the Jacobi fields by it. */
static bool move_ends(int n, const double *step, Link *links)
{
    double along[SN_WRAP_MOST_ARCS], across[SN_WRAP_MOST_ARCS], turned[SN_WRAP_MOST_ARCS];
    for (int i = 0; i < n; i++) {
        const Link *link = &links[i];
        const SnGeodesicPoint *j = &link->last;
        const double *d = step + UNKNOWNS * i, gap = fmin(link->gap[0], link->gap[1]);
        const double small = SMALL * fmin(link->size, gap);
        along[i] = d[0] + d[3];
        across[i] = j->side * d[1] + j->turn * d[2];
        turned[i] = j->side_rate * d[1] + j->turn_rate * d[2];
        if (!(fabs(d[0]) <= small && fabs(d[1]) <= small && fabs(d[3]) <= small &&
              fabs(across[i]) <= small && fabs(d[2]) <= SMALL && fabs(turned[i]) <= SMALL))
            return false;
    }
    for (int i = 0; i < n; i++)
        move(&links[i].obstacle->form, along[i], across[i], turned[i], links[i].last.x,
             links[i].last.t);
    return true;
}

/* At a solution the straight parts go on into the geodesics; turned round they fit as well. */
static bool goes_on(int n, const Link *links)
{
    for (int i = 0; i < n; i++)
        if (!(links[i].ahead[0] > 0 && links[i].ahead[1] > 0))
            return false;
    return true;
}

static bool take_all(int n, const Link *links, SnWrapArc *const *arcs)
{
    const bool good = goes_on(n, links);
    for (int i = 0; i < n && good; i++)
        take(&links[i], arcs[i]);
    return good;
}

bool sn_wrap_newton(const double x[3], const double y[3], int n,
                    const SnWrapObstacle *const *obstacles, SnWrapArc *const *arcs)
{
    Link links[SN_WRAP_MOST_ARCS];
    Start kept[SN_WRAP_MOST_ARCS];
    double matrix[MOST * MOST], right[MOST], step[MOST], last = HUGE_VAL, part = 1;
    double tolerance = ROUGH;
    int halvings = 0;
    for (int i = 0; i < n; i++) {
        if (i > 0 && obstacles[i] == obstacles[i - 1])
            tolerance = 0; /* between arcs on one obstacle little is to be seen */
        links[i] = link_of(obstacles[i], arcs[i]);
    }
    for (int pass = 0; pass < ITERATIONS; pass++) {
        for (int i = 0; i < n; i++)
            shoot(&links[i], tolerance);
        const double worst = set_matrix(x, y, n, links, matrix, right);
        if (worst <= CONVERGED || (worst <= ACCEPTED && worst >= 0.5 * last)) {
            if (tolerance == 0)
                return take_all(n, links, arcs);
            tolerance = 0, last = HUGE_VAL;
            continue;
        }
        if (worst > last && worst > ACCEPTED && halvings < HALVINGS) { /* too far */
            halvings++;
            part *= 0.5;
            if (!move_all(n, kept, step, part, links))
                return false;
            continue;
        }
        halvings = 0;
        last = worst;
        if (!(worst < HUGE_VAL) || !solve(UNKNOWNS * n, matrix, right))
            return false;
        memcpy(step, right, sizeof(double) * (size_t)(UNKNOWNS * n));
        for (int i = 0; i < n; i++)
            kept[i] = links[i].start;
        part = part_of(n, links, step);
        if (!move_all(n, kept, step, part, links))
            return false;
        if (tolerance == 0 && part == 1 && move_ends(n, step, links))
            return take_all(n, links, arcs);
        tolerance = fmin(tolerance, SHARE * worst * worst);
        tolerance = tolerance < FINE ? 0 : tolerance;
    }
    return false;
}

/* With the displacements across at both ends as unknowns the second derivative of the length is
 * [1/before + side/turn, -1/turn; -1/turn, 1/after + turn_rate/turn]; side turn_rate - 1 =
 * side_rate turn. */
bool sn_wrap_is_least(const SnWrapArc *arc, double before, double after)
{
    if (!(arc->turn > 0))
        return false;
    const double first = arc->turn + arc->side * before; /* x turn before */
    return first > 0 && arc->turn + arc->side * before + arc->turn_rate * after +
                                arc->side_rate * before * after >
                            0;
}
