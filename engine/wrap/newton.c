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

#define ROUGH_ERROR 0.02  /* up to this misfit geodesics need not be exact */
#define CONVERGED   1e-12 /* misfit that does no harm */
#define ACCEPTED    1e-10 /* misfit of a result that does not get better */
#define MOST_LENGTH 1e3   /* of a geodesic, over size */
#define MOST_GAP    0.7   /* of a straight part that is used up in one iteration */
#define MOST_TURN   0.5   /* of a geodesic in one iteration [rad], and move over size */

/* One end of a geodesic in space. */
typedef struct End {
    double point[3], t[3], n[3], b[3];
    double turn_t[3], turn_b[3]; /* S T, S B */
} End;

typedef struct Link {
    const SnWrapObstacle *obstacle;
    double x[3], t[3], l; /* start, in the obstacle's frame */
    SnGeodesicPoint last;
    End end[2];
    double gap[2];   /* lengths of the straight parts before and after */
    double ahead[2]; /* cosines of their angles with the geodesic */
} Link;

static void set_end(const SnWrapObstacle *o, const double x[3], const double t[3], End *end)
{
    double n[3], b[3], turn[3];
    sn_wrap_normal(&o->form, x, n);
    sn_v3_cross(n, t, b);
    sn_m3_mul_v3(o->axes, x, end->point);
    sn_v3_add(end->point, o->position, end->point);
    sn_m3_mul_v3(o->axes, t, end->t);
    sn_m3_mul_v3(o->axes, n, end->n);
    sn_m3_mul_v3(o->axes, b, end->b);
    sn_wrap_turn(&o->form, x, n, t, turn);
    sn_m3_mul_v3(o->axes, turn, end->turn_t);
    sn_wrap_turn(&o->form, x, n, b, turn);
    sn_m3_mul_v3(o->axes, turn, end->turn_b);
}

static void shoot(Link *link, bool rough)
{
    sn_geodesic_shoot(&link->obstacle->form, link->x, link->t, link->l, rough, &link->last);
    set_end(link->obstacle, link->x, link->t, &link->end[0]);
    set_end(link->obstacle, link->last.x, link->last.t, &link->end[1]);
}

/* Columns of the moves of an end's point, normal and binormal by the four variations. */
typedef struct Moves {
    double point[UNKNOWNS][3], n[UNKNOWNS][3], b[UNKNOWNS][3];
} Moves;

static void moves_of(const Link *link, int side, Moves *m)
{
    const End *e = &link->end[side];
    const SnGeodesicPoint *j = &link->last;
    const double along[2][UNKNOWNS] = {{1, 0, 0, 0}, {1, 0, 0, 1}};
    const double across[2][UNKNOWNS] = {{0, 1, 0, 0}, {0, j->side, j->turn, 0}};
    const double turned[2][UNKNOWNS] = {{0, 0, 1, 0}, {0, j->side_rate, j->turn_rate, 0}};
    for (int k = 0; k < UNKNOWNS; k++) {
        const double s = along[side][k], y = across[side][k], f = turned[side][k];
        for (int c = 0; c < 3; c++) {
            m->point[k][c] = s * e->t[c] + y * e->b[c];
            m->n[k][c] = s * e->turn_t[c] + y * e->turn_b[c];
        }
        const double fall = sn_v3_dot(m->n[k], e->b);
        for (int c = 0; c < 3; c++)
            m->b[k][c] = -f * e->t[c] - fall * e->n[c];
    }
}

/* Misfit of a straight part at one end of a link, and its rows of the matrix.  The part runs from
 * `from` to `to`; the link's end is its end (side 0) or its start (side 1); neighbour: the moves of
 * the other end of the part, NULL: it is fixed, its first column. */
static void add_rows(Link *link, int side, const double from[3], const double to[3],
                     const Moves *neighbour, int column, int other, int size, double *matrix,
                     double *right)
{
    double u[3];
    const End *e = &link->end[side];
    Moves own;
    moves_of(link, side, &own);
    sn_v3_sub(to, from, u);
    const double d = sn_v3_normalize(u, u), inverse = d > 0 ? 1 / d : 0;
    const double *axis[2] = {e->n, e->b};
    link->gap[side] = d, link->ahead[side] = sn_v3_dot(u, e->t);
    for (int r = 0; r < 2; r++) {
        double across[3];
        const int row = column + 2 * side + r;
        const double misfit = sn_v3_dot(u, axis[r]);
        sn_v3_copy(axis[r], across);
        sn_v3_axpy(-misfit, u, across);
        sn_v3_scale(side ? -inverse : inverse, across, across);
        right[row] = -misfit;
        for (int k = 0; k < UNKNOWNS; k++) {
            matrix[row * size + column + k] =
                sn_v3_dot(across, own.point[k]) + sn_v3_dot(u, r ? own.b[k] : own.n[k]);
            if (neighbour)
                matrix[row * size + other + k] = -sn_v3_dot(across, neighbour->point[k]);
        }
    }
}

static double size_of(const SnWrapForm *form)
{
    if (form->shape == SN_WRAP_TORUS)
        return form->size[1];
    if (form->shape == SN_WRAP_ELLIPSOID)
        return fmin(form->size[0], fmin(form->size[1], form->size[2]));
    return form->size[0];
}

/* Rows of all links; the largest misfit. */
static double set_matrix(const double x[3], const double y[3], int n, Link *links, double *matrix,
                         double *right)
{
    const int size = UNKNOWNS * n;
    memset(matrix, 0, (size_t)(size * size) * sizeof *matrix);
    for (int i = 0; i < n; i++) {
        Moves before, after;
        if (i > 0)
            moves_of(&links[i - 1], 1, &before);
        if (i + 1 < n)
            moves_of(&links[i + 1], 0, &after);
        add_rows(&links[i], 0, i > 0 ? links[i - 1].end[1].point : x, links[i].end[0].point,
                 i > 0 ? &before : NULL, UNKNOWNS * i, UNKNOWNS * (i - 1), size, matrix, right);
        add_rows(&links[i], 1, links[i].end[1].point, i + 1 < n ? links[i + 1].end[0].point : y,
                 i + 1 < n ? &after : NULL, UNKNOWNS * i, UNKNOWNS * (i + 1), size, matrix, right);
    }
    /* a straight part that is short cannot have an exact direction */
    double worst = 0;
    for (int i = 0; i < size; i++) {
        const Link *link = &links[i / UNKNOWNS];
        const double gap = link->gap[i % UNKNOWNS / 2] / size_of(&link->obstacle->form);
        const double misfit = fabs(right[i]) * fmin(gap, 1);
        worst = fmax(worst, isfinite(misfit) ? misfit : HUGE_VAL);
    }
    return worst;
}

/* Gauss with column pivots, in place; false: singular. */
static bool solve(int n, double *matrix, double *right)
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

/* Part of the step that no link moves too far by. */
static double part_of(int n, const Link *links, const double *step)
{
    double part = 1;
    for (int i = 0; i < n; i++) {
        const double *d = step + UNKNOWNS * i, size = MOST_TURN * size_of(&links[i].obstacle->form);
        const double most[UNKNOWNS] = {size, size, MOST_TURN, 4 * size};
        for (int k = 0; k < UNKNOWNS; k++)
            if (fabs(d[k]) * part > most[k])
                part = most[k] / fabs(d[k]);
        /* nor past the ends of its straight parts, where they would turn round */
        if (-d[0] * part > MOST_GAP * links[i].gap[0])
            part = -MOST_GAP * links[i].gap[0] / d[0];
        if ((d[0] + d[3]) * part > MOST_GAP * links[i].gap[1])
            part = MOST_GAP * links[i].gap[1] / (d[0] + d[3]);
        if (links[i].l + part * d[3] < 0.1 * links[i].l)
            part = -0.9 * links[i].l / d[3];
    }
    return part;
}

static void move(Link *link, const double *step, double part)
{
    const SnWrapForm *form = &link->obstacle->form;
    double n[3], b[3];
    sn_wrap_normal(form, link->x, n);
    sn_v3_cross(n, link->t, b);
    sn_v3_axpy(part * step[0], link->t, link->x);
    sn_v3_axpy(part * step[1], b, link->x);
    sn_v3_axpy(part * step[2], b, link->t);
    sn_wrap_project(form, link->x);
    sn_wrap_normal(form, link->x, n);
    sn_v3_axpy(-sn_v3_dot(n, link->t), n, link->t);
    sn_v3_normalize(link->t, link->t);
    link->l += part * step[3];
}

static void take(const Link *link, SnWrapArc *arc)
{
    const double *x[2] = {link->x, link->last.x}, *t[2] = {link->t, link->last.t};
    arc->touches = true;
    for (int i = 0; i < 2; i++) {
        double n[3];
        sn_v3_copy(x[i], arc->point[i]);
        sn_v3_copy(t[i], arc->tangent[i]);
        sn_wrap_normal(&link->obstacle->form, x[i], n);
        sn_v3_cross(n, t[i], arc->binormal[i]);
    }
    arc->length = link->l;
    arc->side = link->last.side, arc->side_rate = link->last.side_rate;
    arc->turn = link->last.turn, arc->turn_rate = link->last.turn_rate;
}

/* Moves all links by a part of the step; false: one has no length left, or has gone too far. */
static bool move_all(int n, const Link *from, const double *step, double part, Link *links)
{
    for (int i = 0; i < n; i++) {
        links[i] = from[i];
        move(&links[i], step + UNKNOWNS * i, part);
        if (!(links[i].l > 0 && links[i].l < MOST_LENGTH * size_of(&links[i].obstacle->form)))
            return false;
    }
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

bool sn_wrap_newton(const double x[3], const double y[3], int n,
                    const SnWrapObstacle *const *obstacles, SnWrapArc *const *arcs)
{
    Link links[SN_WRAP_MOST_ARCS], kept[SN_WRAP_MOST_ARCS];
    double matrix[MOST * MOST], right[MOST], step[MOST], last = HUGE_VAL, part = 1;
    bool rough = true; /* between arcs on one obstacle little is to be seen: exact at once */
    int halvings = 0;
    for (int i = 0; i < n; i++) {
        rough = rough && (i == 0 || obstacles[i] != obstacles[i - 1]);
        links[i] = (Link){.obstacle = obstacles[i], .l = arcs[i]->length};
        sn_v3_copy(arcs[i]->point[0], links[i].x);
        sn_v3_copy(arcs[i]->tangent[0], links[i].t);
    }
    for (int pass = 0; pass < ITERATIONS; pass++) {
        for (int i = 0; i < n; i++)
            shoot(&links[i], rough);
        const double worst = set_matrix(x, y, n, links, matrix, right);
        if (worst <= CONVERGED || (!rough && worst <= ACCEPTED && worst >= 0.5 * last)) {
            if (rough) {
                rough = false, last = HUGE_VAL;
                continue;
            }
            for (int i = 0; i < n && goes_on(n, links); i++)
                take(&links[i], arcs[i]);
            return goes_on(n, links);
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
        if (rough && worst <= ROUGH_ERROR)
            rough = false, last = HUGE_VAL;
        if (!(worst < HUGE_VAL) || !solve(UNKNOWNS * n, matrix, right))
            return false;
        memcpy(step, right, sizeof(double) * (size_t)(UNKNOWNS * n));
        memcpy(kept, links, sizeof *kept * (size_t)n);
        part = part_of(n, links, step);
        if (!move_all(n, kept, step, part, links))
            return false;
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
