/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/cones/cones.h"

#include "engine/linsolve/cones/cone_rows.h"
#include "engine/linsolve/cones/cones_round.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Resistance about the centre, over the size of a row: where the centre is far off, so much that a
 * round takes few steps; if rounds have become many, less and less, so that they end also in tall
 * stacks, whose eigenvalues are small; where the guess is good, little from the start. */
#define RESISTANCE 3e-2
#define PATIENCE   40
#define DECAY      0.8
/* It is less and less already after so many rounds that bring the centre closer slowly. */
#define SETTLED    8
#define SLOWLY     0.5
#define EASED      0.3
#define SOON       3 /* ... or these where z need not be exact, or steps on the laws do the rest */
#define HARDLY     0.3
#define LESS       1e-3 /* down to that where they do */
#define LITTLE     1e-6
#define GOOD_GUESS 1e-3
#define ROUNDS     200   /* of centres */
#define INEXACT    0.1   /* a round ends where it is off by less than this of what its centre is */
#define ACCURACY   1e-10 /* residual, over the largest impulse */
#define EASY       400   /* rows up to which resistance becomes less first */
#define SLOW       0.9   /* shrinks, from round to round */
#define GROWS      1.01  /* the largest impulse, from round to round: then it is not rounding */
#define GROWN      2.0   /* ... since the best: what is off by less of it is better */
#define HOPELESS   40    /* rounds and steps that bring nothing, where what there is will do */
#define CLOSE      1e-6 /* how near steps on the laws stay, as rows may depend on each other; ... */
#define CLOSER     100  /* ... more so where they come no closer, ... */
#define CLOSEST    0.1  /* ... up to that */
#define PROGRESS   0.5  /* what so many such steps must leave at most; */
#define ASTRAY     5    /* if not, or */
#define FAR        30   /* what misses so much more, the rounds until the next ... */
#define LARGER     100  /* impulses after such a step, over those before, at most */
#define WAITS      2    /* ... become more by this factor */
/* Of more than EASY rows: steps on the laws that lead away, to so much more than was missed before,
 * are halved up to so often (asked to come closer at once they would creep past solutions that full
 * ones find), and slips are followed to their end (below) up to what is so near a solution. */
#define HALVINGS 3
#define AWAY     10.0
#define NEAR     1e-6
#define MOVED    1e-4 /* a guess that is better is good enough, whatever is asked for */
#define LEAST    1e-4 /* impulse that counts, over what would stop all motion there */
/* What is accepted where rows depend on each other nearly, over the largest impulse or what would
 * stop all motion: to do away with the rest would take vast forces within bodies. */
#define ACCEPTED 1e-4
/* What need not be exact, without friction, takes few rounds of little resistance: where the guess
 * is fair from the start, else where the second one brings the centre closer slowly.  With friction
 * such rounds take too many steps. */
#define FAIR_GUESS    1e-2
#define FAIRLY_LITTLE 3e-4
#define AT_ONCE       1
#define EASED_MUCH    0.1
/* With friction, to what is coarse rounds of much resistance lead in fewest steps; beyond that they
 * come closer slowly. */
#define COARSE 1e-3
#define MUCH   0.1
/* Where z need not be exact, and so many rounds have come no closer, so much more than it may miss
 * will do: rows that nearly repeat each other by the thousand may have no better. */
#define RESTLESS 20
#define MORE     10.0
/* Where what hardly weighs lies between what weighs much more, impulses grow by little in a round
 * however much is missing: while bodies still close in at this share of the fastest row's speed, of
 * so many rows as a factor costs little for, resistance becomes less down to a little above
 * rounding. */
#define CLOSES_IN  0.03
#define LEAST_EVER 1e-13
/* Bodies that are less alike than this have eigenvalues of D that count and are as much smaller
 * than its diagonal: resistance goes by them, and so do steps on the laws, which stay so near. */
#define ALIKE_BODIES 100
#define NEAREST      1e-4
/* 1e-10 of what weighs tons throws grams about, so that there each row counts by its speed, over
 * the fastest that there would be; what is less of the largest impulse is rounding. */
#define AT_REST 1e-7
#define FINEST  1e-14

/* --- laws --- */

/* What its slip adds to the rate of its normal. */
static double shift_of(const SnCone *cone, const double *w)
{
    double shift = cone->contact ? cone->friction * sn_norm2(w[1], w[2]) : 0;
    if (cone->rolls)
        shift += cone->torsion * fabs(w[3]) + cone->rolling * sn_norm2(w[4], w[5]);
    return shift;
}

/* --- rounds --- */

/* Impulses into the cones.  Those of the search are more exact than their multipliers, which are
 * slips over small resistances, but leave the cones by a little. */
static void project(const SnCones *p, const double *from, double *to)
{
    for (int c = 0; c < p->n_cones; c++) {
        const int row = p->cones[c].row;
        double y[SN_CONE_ROWS] = {0};
        memcpy(y, from + row, (size_t)sn_cone_rows(&p->cones[c]) * sizeof(double));
        sn_cone_project(&p->cones[c], 1, 1, y, to + row);
    }
}

/* By what the centre misses the laws, as an impulse: z less the projection of z - w / size, where
 * w_n has mu |w_t| added to it; the shifts that belong to it are left.  Negative: D failed. */
static double miss(const SnCones *p, SnConesRound *s)
{
    double most = 0;
    s->noise = s->lacking = 0;
    if (!sn_cones_times_d(p, s->center, s->w))
        return -1;
    for (int c = 0; c < p->n_cones; c++) {
        const SnCone *cone = &p->cones[c];
        const int row = cone->row, n = sn_cone_rows(cone);
        double *w = s->w + row, y[SN_CONE_ROWS], projected[SN_CONE_ROWS];
        for (int k = 0; k < n; k++)
            w[k] += p->q[row + k];
        s->shift[row] = shift_of(cone, w);
        for (int k = 0; k < n; k++)
            y[k] = s->center[row + k] - (w[k] + (k == 0 ? s->shift[row] : 0)) / p->size[c];
        sn_cone_project(cone, 1, 1, y, projected);
        double missed = 0;
        for (int k = 0; k < n; k++)
            missed = sn_larger(missed, fabs(s->center[row + k] - projected[k]));
        most = sn_larger(most, missed);
        s->lacking = sn_larger(s->lacking, missed - s->slow / p->size[c]);
        for (int k = 0; k < n; k++)
            s->noise =
                sn_larger(s->noise, 8 * DBL_EPSILON * (fabs(w[k]) + s->shift[row]) / p->size[c]);
    }
    return most;
}

/* Whether there is friction, and z need not be exact. */
static bool rubs_roughly(const SnCones *p)
{
    return p->accuracy > 0 && p->n_rows > p->n_cones;
}

/* That of round k, whose centre is off by this much; the last one's was by `last`. */
static double resistance_of(const SnCones *p, int k, double resistance, double off, double last,
                            double scale, bool grows)
{
    const bool rough = p->accuracy > 0 && p->n_rows == p->n_cones; /* no friction */
    if (k == 0 && rubs_roughly(p) && p->accuracy >= COARSE)
        return MUCH;
    if (k == 0 && rough && off >= GOOD_GUESS * scale && off < FAIR_GUESS * scale)
        return FAIRLY_LITTLE;
    if (k == 0)
        return off < GOOD_GUESS * scale && !rubs_roughly(p) ? LITTLE : RESISTANCE;
    if (k == 1 && resistance == LITTLE && off > 0.1 * last)
        return RESISTANCE;
    const bool soon = p->accuracy > 0 || p->solve_laws;
    const int settled = soon ? SOON : SETTLED;
    if (k > (rough ? AT_ONCE : settled) && (grows || off < last) &&
        off > (soon ? HARDLY : SLOWLY) * last)
        return fmax((rough ? EASED_MUCH : EASED) * resistance,
                    p->solve_laws || rubs_roughly(p) ? fmin(resistance, LESS) : LITTLE);
    return k > PATIENCE ? fmax(DECAY * resistance, LITTLE) : resistance;
}

/* A Newton step of the centre on the laws, w of which is known; false: there is none. */
static bool step_on_laws(const SnCones *p, SnConesRound *s)
{
    for (int c = 0; c < p->n_cones; c++) {
        const int row = p->cones[c].row;
        double missed[3] = {0};
        sn_cone_law(&p->cones[c], p->size[c], s->center + row, s->w + row, missed, s->slopes[c]);
        sn_cone_divide(p->size[c], s->close, missed, s->slopes[c]);
        memcpy(s->right + row, missed, (size_t)sn_cone_rows(&p->cones[c]) * sizeof(double));
    }
    if (!p->solve_laws(p->data, s->slopes, s->right, s->step))
        return false;
    for (int i = 0; i < p->n_rows; i++) {
        if (!isfinite(s->step[i]))
            return false;
        s->nu[i] = s->center[i] + s->step[i];
    }
    return true;
}

/* Where a solution has come to. */
typedef struct Course {
    double *z;            /* the best so far */
    double best, last;    /* what it misses; what the centre of the last round did */
    double scale, before; /* the largest impulse of the best, and of the last round */
    double mark;          /* the best when it last became better by much, ... */
    int since;            /* ... so many rounds and steps ago */
    int rounds, steps;    /* rounds; steps on the laws that have come no closer yet */
    int wait, next_wait;  /* rounds until such a step */
    double least;         /* resistance, where that may become ever less as ... */
    bool light;           /* ... what hardly weighs lies between what weighs more (closes_in) */
} Course;

/* A new centre. */
static void move_to(const SnCones *p, SnConesRound *s, const double *center)
{
    memmove(s->center, center, (size_t)p->n_rows * sizeof(double));
    memcpy(s->nu, s->center, (size_t)p->n_rows * sizeof(double));
}

/* Steps on the laws have led away: back to where they began. */
static void go_back(const SnCones *p, SnConesRound *s, Course *course)
{
    course->steps = 0;
    course->wait = course->next_wait;
    course->next_wait *= WAITS;
    s->close = fmin(s->close * CLOSER, CLOSEST);
    move_to(p, s, course->z);
}

/* What the centre misses; what there was if steps have led away.  Negative: D failed. */
static double judge(const SnCones *p, SnConesRound *s, Course *course)
{
    const double off = miss(p, s);
    if (off <= PROGRESS * course->best) {
        s->close = course->steps > 0 ? fmax(s->close / CLOSER, s->closest) : s->close;
        course->steps = 0;
    }
    if (course->steps < ASTRAY && !(course->steps > 0 && off > FAR * course->best))
        return off;
    go_back(p, s, course);
    return miss(p, s);
}

/* The centre at the end of a step on the laws, or of a part of it where that leads away from what
 * missed by `off`: among many contacts some slip otherwise there. */
static void go_along(const SnCones *p, SnConesRound *s, double off)
{
    double *const begin = s->from, share = 1;
    memcpy(begin, s->center, (size_t)p->n_rows * sizeof(double));
    project(p, s->nu, s->center);
    for (int k = 0; p->n_rows > EASY && k < HALVINGS && !(miss(p, s) < AWAY * off); k++) {
        share *= 0.5;
        for (int i = 0; i < p->n_rows; i++)
            s->nu[i] = begin[i] + share * s->step[i];
        project(p, s->nu, s->center);
    }
    move_to(p, s, s->center);
}

/* Whether the centre, off by this much, has taken a step on the laws.  One that makes impulses much
 * larger has rows that depend on each other press against each other. */
static bool has_stepped(const SnCones *p, SnConesRound *s, Course *course, double stopping,
                        double off)
{
    const double heavy = s->alike < 1 ? stopping / s->alike : 0;
    const double most = LARGER * fmax(sn_cones_largest(p->n_rows, course->z), heavy);
    if (step_on_laws(p, s) && sn_cones_largest(p->n_rows, s->nu) <= most) {
        course->steps++;
        s->slips.known = -1;
        go_along(p, s, off);
        return true;
    }
    if (course->steps > 0)
        go_back(p, s, course);
    memcpy(s->nu, s->center, (size_t)p->n_rows * sizeof(double));
    return false;
}

/* Whether it goes round in circles near a solution: where rows depend on each other nearly, centres
 * may wander about without end. */
static bool is_hopeless(const SnCones *p, Course *course, double off, double stopping)
{
    course->since++;
    if (off < SLOW * course->mark) {
        course->mark = off;
        course->since = 0;
    }
    return (p->accuracy > 0 && course->since >= RESTLESS) ||
           (course->since >= HOPELESS &&
            course->best <= ACCEPTED * fmax(sn_cones_largest(p->n_rows, course->z), stopping));
}

/* What z may miss the laws by, over the largest impulse. */
static double acceptable(const SnCones *p)
{
    return fmax(ACCEPTED, MORE * p->accuracy);
}

static double stopping_impulse(const SnCones *p)
{
    double most = 1e-300;
    for (int c = 0; c < p->n_cones; c++)
        most = fmax(most, sn_cones_largest(sn_cone_rows(&p->cones[c]), p->q + p->cones[c].row) /
                              p->size[c]);
    return most;
}

/* Whether there are one-sided rows without friction, and not many rows: lengths of light strands
 * between weights may be among them, whose impulses take long to grow. */
static bool is_easy(const SnCones *p)
{
    bool single = false;
    for (int c = 0; c < p->n_cones; c++)
        single = single || (!p->cones[c].contact && !(p->cones[c].limit > 0));
    return p->n_rows <= EASY && single;
}

/* Whether a centre that misses by this much will do. */
static bool is_exact(const SnConesRound *s, double off, double accuracy, double scale)
{
    return off <= accuracy * scale && (s->alike == 1 || s->lacking <= FINEST * scale);
}

/* Resistance that is too little for rounding has led away from the best: back there, and no less
 * than a little more than that from now on.  What the centre misses. */
static double turn_back(const SnCones *p, SnConesRound *s, Course *course)
{
    course->least = FAR * s->resistance;
    move_to(p, s, course->z);
    return miss(p, s);
}

/* Whether contacts close in at the centre, whose w is known, at a speed that counts. */
static bool closes_in(const SnCones *p, const SnConesRound *s)
{
    double fastest = 0, most = 0;
    if (p->n_rows > EASY || p->accuracy > 0)
        return false;
    for (int c = 0; c < p->n_cones; c++) {
        const int row = p->cones[c].row;
        if (p->cones[c].limit > 0)
            continue;
        fastest = fmax(fastest, fabs(p->q[row]));
        most = fmax(most, -s->w[row]);
    }
    return most > CLOSES_IN * fastest;
}

/* From the guess z. */
static Course begin(const SnCones *p, SnConesRound *s, double *z)
{
    if (p->steps)
        *p->steps = 0;
    memset(s->shift, 0, (size_t)p->n_rows * sizeof *s->shift);
    s->alike = p->unlike > ALIKE_BODIES ? ALIKE_BODIES / p->unlike : 1;
    s->close = s->closest = fmin(CLOSE, NEAREST * s->alike);
    s->slow = AT_REST * sn_cones_largest(p->n_rows, p->q);
    s->resistance = RESISTANCE;
    project(p, z, s->center);
    move_to(p, s, s->center);
    memcpy(z, s->center, (size_t)p->n_rows * sizeof *z);
    return (Course){.z = z,
                    .best = HUGE_VAL,
                    .last = HUGE_VAL,
                    .mark = HUGE_VAL,
                    .next_wait = 1,
                    .least = LEAST_EVER / s->alike};
}

/* Whether there are so many contacts that slips are worth following while the centre is not near.
 */
static bool is_many(const SnCones *p, const SnConesRound *s, double off, double scale)
{
    return p->solve_laws && p->n_rows > EASY && off > NEAR * scale && s->alike == 1;
}

/* About the centre, which is off by this much; its impulses are of this scale.
 * Where they grow nothing is rounding; to ease is to go on with less resistance. */
static void take_round(const SnCones *p, SnConesRound *s, Course *course, double off, double scale,
                       bool grows, bool ease)
{
    const double eased = fmax(EASED * s->resistance, LITTLE);
    course->wait -= course->wait > 0;
    s->resistance =
        resistance_of(p, course->rounds++, s->resistance, off, course->last, scale, grows);
    s->resistance = ease ? fmin(s->resistance, eased) : s->resistance;
    if (course->light)
        s->resistance = fmax(EASED_MUCH * s->resistance, course->least);
    s->noise /= s->resistance * s->alike;
    s->inexact = INEXACT * off;
    course->last = off;
    if (rubs_roughly(p) || is_many(p, s, off, scale))
        sn_cones_foresee_slips(p, &s->slips, course->rounds);
    else if (s->alike < 1)
        sn_cones_calm_slips(p, &s->slips, course->rounds);
    sn_cones_minimise(p, s);
    project(p, s->nu, s->center);
    move_to(p, s, s->center);
}

bool sn_cones_solve(const SnCones *problem, double *z, double *residual, void *scratch)
{
    const SnCones *p = problem;
    const size_t bytes = (size_t)p->n_rows * sizeof(double);
    const double stopping = stopping_impulse(p);
    const bool easy = is_easy(p);
    SnConesRound s = sn_cones_round(p, scratch);
    Course course = begin(p, &s, z);
    for (int k = 0, stale = 0; k < ROUNDS; k++) {
        double off = judge(p, &s, &course);
        const double scale = fmax(sn_cones_largest(p->n_rows, s.center), LEAST * stopping);
        if (off < 0)
            break;
        const bool grows = easy && scale > GROWS * course.before;
        course.before = scale;
        const bool slow = !grows && off >= SLOW * course.best && off <= SN_CONES_STUCK * scale;
        const bool ease = slow && easy && s.resistance > LITTLE;
        if (course.steps == 0)
            stale = !slow ? 0 : stale + !ease;
        if (off < course.best || ((easy || course.light) && scale > GROWN * course.scale &&
                                  off * course.scale < course.best * scale)) {
            course.best = off;
            course.scale = scale;
            memcpy(z, s.center, bytes);
        }
        const double accuracy = p->moves && k == 0 ? fmin(p->accuracy, MOVED) : p->accuracy;
        if (is_exact(&s, off, fmax(accuracy, ACCURACY), scale) || stale == SN_CONES_STALE ||
            is_hopeless(p, &course, off, stopping)) {
            course.light = s.resistance > course.least && closes_in(p, &s);
            if (!course.light)
                break;
            stale = 0;
        }
        if (p->solve_laws && !course.light && course.wait == 0 &&
            (course.rounds > 0 || off < GOOD_GUESS * scale)) {
            const bool astray = course.steps > 0;
            if (has_stepped(p, &s, &course, stopping, off))
                continue;
            off = astray ? miss(p, &s) : off;
        }
        if (course.light && s.alike < 1 && off > FAR * course.best)
            off = turn_back(p, &s, &course);
        take_round(p, &s, &course, off, scale, grows, ease);
    }
    const double share = course.best / fmax(sn_cones_largest(p->n_rows, z), stopping);
    if (residual)
        *residual = share;
    return share <= acceptable(p);
}
