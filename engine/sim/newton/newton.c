/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's iteration to tolerance: implicit Euler and the trapezoidal rule on the whole nonlinear
 * step, and static equilibrium.  Each iteration solves the mixed problem of work.linear.f,
 * work.linear.g for a correction; where the next correction is no smaller, or an element turns
 * inside out on the way, it goes back and takes a shorter one (natural monotonicity test: Deuflhard
 * 2004, 3.3).  Where forces have a kink (strands that go slack) or the matrix changes its kind
 * (positive definite or not), the next correction may be longer although the way leads downhill: it
 * is enough that the force along the correction has become smaller.
 *
 * An equilibrium whose corrections lead nowhere is approached with more inertia: masses resist as
 * in a step of time sqrt(k) from rest, which is a proximal point iteration on the energy
 * (Rockafellar 1976) and ends in a minimum; then k grows again to where masses have no part in it.
 *
 *   dynamic: unknown u+, q+ = q + (1 - a) h u + a h u+,  a = 1 or 1/2,
 *            P M (v+ - v) = h P (a f+ + (1 - a) f) + h G' lambda + h N' z,  phi(q+) = 0,
 *            a = 1: P, G, N at the end,
 *            a = 1/2: in the middle, so that rows that are quadratic in q do no work
 *            (Gonzalez 1999) and energy is conserved;
 *   static:  unknown q,  P f + G' lambda + N' z = (1 - s) (what it was before),  phi likewise. */
#include "engine/sim/newton/newton.h"

#include "engine/sim/solve/solve.h"

#include <math.h>
#include <string.h>

#define TOLERANCE    1e-10 /* of corrections, relative */
#define ROUNDING     1e-6  /* below that, corrections that no longer shrink are rounding */
#define MAX_SEARCHES 200   /* kinks take many short ones */
#define AT_ONCE      40    /* of an equilibrium that is near, or found by other means */
#define SAVED        40    /* of a part of backward Euler: what converges takes half as many */
#define SHORTEST     (1.0 / 256)
/* Places on the way to an equilibrium whose contacts have no solution: each takes long to show. */
#define MOST_CONTRADICTIONS 2
/* Force along a correction, over what it was, at which the correction counts as progress. */
#define LOWER 0.9
/* Corrections of an equilibrium that are longer than what is allowed by this call for more inertia,
 * by so much a time, down to as little as if masses were held by 1 / LEAST_TIME2 [rad2/s2]. */
#define TOO_LONG    100
#define SOFTER      0.03
#define STIFFER     30
#define LEAST_TIME2 1e-8
/* With that much inertia at most an equilibrium counts as one: what is off by more than the last
 * correction would move by less than a radian in three seconds. */
#define FINAL_TIME2 10
/* An equilibrium is unstable if something falls out of it faster than e-fold in ten seconds. */
#define UNSTABLE_TIME2 100
#define FALLS          8 /* inverse iterations to find what */
/* Forces of one-sided rows, which are not in the factor, leave rounding that grows with k: at most
 * that k, and corrections that are worth less inertia. */
#define ONE_SIDED_TIME2 100
#define ONE_SIDED       1e-9
/* A correction that is longer than that, over the last one, is not Newton's: the matrix lacks
 * something. */
#define SLOW 0.2
/* Corrections that do not become half as long; so many of them are rounding, which grows with k. */
#define STALE 4
/* That many corrections near an equilibrium that do not shrink are rounding, not a detour. */
#define ROUNDED 1
/* So many corrections of what touches that are not half as long: more is a circle. */
#define KINKS 6
/* Corrections of a step in which something touches that stay as long as they are, to so much, so
 * many in turn: what the problem of contacts leaves, if they are so short; more lead nowhere. */
#define STUCK        0.9
#define ENOUGH_STUCK 2
#define RUBBED       1e-5
#define MOST_STUCK   5
/* How often corrections may grow on the way of acceleration, up to what size, and by how much. */
#define DETOUR 12
/* So often the first point of a step is looked for nearer to its start. */
#define MOST_NEARER 4
/* Corrections that backward Euler would be content with. */
#define ROUGHLY 1e-2
#define NEAR    1e-2
#define FAR     30

/* Fraction of the correction that moves nothing far, for equilibria: at most a quarter of the
 * model's size, and a quarter of a radian. */
static double longest_fraction(const SnNewton *n)
{
    return n->is_static ? 1 / fmax(1, 4 * sn_newton_reach(n, n->direction)) : 1;
}

/* Points where forces or matrix make no sense are left by going back half of the way. */
static bool is_bad_point(SnFaultCode code)
{
    return code == SN_FAULT_ELEMENT || code == SN_FAULT_NOT_FINITE || code == SN_FAULT_FACTOR ||
           code == SN_FAULT_LCP;
}

/* --- stability of an equilibrium --- */

/* Weight of forces against inertia in an equilibrium; multipliers are impulses of as long. */
static void weigh(SnNewton *n, double k)
{
    const double change = k / n->k;
    n->k = n->impulse = k;
    n->softness = 1 / k;
    for (int i = 0; i < n->system->rows.n; i++) {
        n->multipliers[i] *= change;
        n->accepted[i] *= change;
    }
}

/* Moments with fixed axes, which have no potential: the matrix, which is symmetric, says nothing
 * about stability. */
static bool has_moments(const SnNewton *n)
{
    const SnSystemLoads *loads = &n->system->loads;
    for (int i = 0; i < loads->n; i++)
        for (int k = 3; loads->loads[i].block >= 0 && k < 6; k++)
            if (n->inputs[loads->loads[i].force + k] != 0)
                return true;
    return false;
}

/* The block that moves most in the motion that falls fastest or nearly so, of the matrix in the
 * factor: inverse iteration from a vector that has some of every mode. */
static SnId first_to_fall(const SnNewton *n)
{
    const SnSystem *system = n->system;
    SnLinearWorkspace *linear = &n->work->linear;
    double *x = n->correction, most = 0;
    SnId id = SN_ID_NULL;
    memset(linear->g, 0, (size_t)system->rows.n * sizeof(double));
    for (int i = 0; i < system->n_u_active; i++)
        x[i] = 1 + 0.1 * sin(i);
    for (int k = 0; k < FALLS; k++) {
        double norm = 0;
        memcpy(linear->f, x, (size_t)system->n_u_active * sizeof(double));
        if (sn_solve_free(system, n->state, n->work).code != SN_FAULT_NONE)
            return id;
        for (int i = 0; i < system->n_u_active; i++)
            norm = fmax(norm, fabs(linear->u[i]));
        for (int i = 0; i < system->n_u_active; i++)
            x[i] = norm > 0 ? linear->u[i] / norm : 0;
    }
    for (int i = 0; i < system->n_active; i++)
        for (int k = system->blocks[i].u; k < system->blocks[i].u + system->blocks[i].n; k++)
            if (fabs(x[k]) > most) {
                most = fabs(x[k]);
                id = sn_block_owner(system, i);
            }
    return id;
}

SnFault sn_newton_stability(SnNewton *n)
{
    if ((!n->indefinite && !n->at_once) || has_moments(n))
        return (SnFault){0};
    bool falls = false;
    weigh(n, UNSTABLE_TIME2);
    n->work->forces.positive_definite = false;
    sn_newton_rows(n);
    sn_forces(n->system, n->inputs, n->state, n->work, true, n->d, n->k);
    const SnFault fault = sn_matrix_factor(n->system, n->state, n->work, n->softness, &falls);
    if (fault.code != SN_FAULT_NONE || !falls || n->state->active > 0)
        return fault;
    return sn_fault(SN_FAULT_NEWTON, first_to_fall(n), n->state->time,
                    "This equilibrium is unstable: a touch, and this falls out of it. Start beside "
                    "it, where loads lead to one that lasts, or hold it.");
}

/* --- the iteration --- */

typedef struct Search {
    double fraction, limit; /* of the correction: tried, allowed */
    double size, reach;     /* of the correction at the present point */
    double derivative;      /* along it */
    double shown;           /* the last size that is a number */
    double most;            /* k that does not fail */
    double best;            /* smallest size, when last it was halved */
    int stale;
    int stuck;                  /* corrections in turn that hardly differ in size from the last */
    int kinks;                  /* corrections since `best`, where something touches */
    int contradictions, nearer; /* points without a solution; first points nearer to the start */
    bool insisted;              /* the matrix with all terms was tried at an equilibrium */
    SnFault fault;              /* of the last point that was bad */
} Search;

static void accept_point(SnNewton *n)
{
    if (n->is_static)
        memcpy(n->base, sn_state_q(n->state), (size_t)n->system->n_q * sizeof(double));
    else
        memcpy(n->base, sn_state_u(n->state), (size_t)n->system->n_u_active * sizeof(double));
    memcpy(n->direction, n->correction, (size_t)n->system->n_u_active * sizeof(double));
    memcpy(n->accepted, n->multipliers, (size_t)n->system->rows.n * sizeof(double));
}

/* Back to the present point with more inertia; false: there is enough already. */
static bool soften(SnNewton *n, Search *s, double by)
{
    if (!n->is_static || n->k <= LEAST_TIME2)
        return false;
    s->most = fmax(SOFTER * n->k, FINAL_TIME2);
    s->stale = 0;
    n->exact = false;
    memcpy(n->multipliers, n->accepted, (size_t)n->system->rows.n * sizeof(double));
    weigh(n, fmax(n->k * by, LEAST_TIME2));
    s->fraction = 0;
    s->limit = 1;
    s->size = s->reach = HUGE_VAL;
    sn_newton_forget(n);
    return true;
}

/* Less inertia where corrections have become small; false: it has none already. */
static bool stiffen(SnNewton *n, Search *s, double by)
{
    if (!n->is_static || n->k >= s->most)
        return false;
    weigh(n, fmin(n->k * by, s->most));
    s->size = s->reach = HUGE_VAL;
    sn_newton_forget(n);
    return true;
}

/* Close to an equilibrium, the matrix with the terms that make it indefinite: corrections without
 * them may be small because it is too stiff.  False: it has them; or it had them before, and a
 * one-sided row let go, of which an indefinite matrix says nothing. */
static bool insist(SnNewton *n, Search *s)
{
    if (!n->is_static || !n->indefinite || n->exact || has_moments(n) ||
        (s->insisted && n->state->active > 0))
        return false;
    s->insisted = true;
    n->exact = true;
    s->size = s->reach = HUGE_VAL;
    s->stale = 0;
    sn_newton_forget(n);
    return true;
}

/* Goes back half of the way to the point tried, or with more inertia; false: neither helps. */
static bool shorten(SnNewton *n, Search *s, SnFault fault)
{
    s->fault = fault;
    sn_newton_forget(n);
    memcpy(n->multipliers, n->accepted, (size_t)n->system->rows.n * sizeof(double));
    s->fraction /= 2;
    return s->fraction >= SHORTEST * s->limit || soften(n, s, SOFTER);
}

/* Whether the correction at the point tried is worse than that before it. */
static bool is_worse(const SnNewton *n, const Search *s, double size)
{
    /* what is accelerated may come closer by a detour */
    if (n->n_history > 0 && s->fraction == 1 && s->stale < DETOUR && s->reach < NEAR)
        return size > FAR * s->size;
    /* off a ridge: as long as it goes down */
    if (n->is_static && n->indefinite && n->n_history == 0 && s->fraction > 0 &&
        n->directional_derivative > 0)
        return false;
    const bool lower =
        s->fraction > 0 && fabs(n->directional_derivative) <= LOWER * fabs(s->derivative);
    return size > (1 - s->fraction / 4) * s->size && size > ROUNDING && !lower;
}

/* Corrections are small, or rounding. */
static bool is_converged(const SnNewton *n, const Search *s, double size, double far)
{
    if (n->is_static && n->state->active > 0 && n->k > FINAL_TIME2 && far > ONE_SIDED)
        return false;
    if (size <= TOLERANCE && far <= TOLERANCE)
        return true;
    if (!n->is_static && n->state->active > 0 && s->stuck >= ENOUGH_STUCK && size <= RUBBED &&
        far <= RUBBED)
        return true;
    return size <= ROUNDING && far <= ROUNDING && size > 0.5 * s->size && far > 0.5 * s->reach &&
           (!n->is_static || s->stale > ROUNDED);
}

/* Contacts come, go and turn about in a circle, at a place between these that is none of them:
 * ever shorter parts of corrections lead to it. */
static void follow_kinks(const SnNewton *n, Search *s)
{
    const bool better = s->size < 0.5 * s->best;
    s->kinks = n->state->active == 0 ? 0 : better ? s->kinks / 2 : s->kinks + 1;
    s->best = better ? s->size : s->best;
    if (n->is_static && s->kinks > KINKS)
        s->fraction = s->limit = fmin(s->limit, fmax((double)KINKS / s->kinks, 1.0 / KINKS));
}

/* What touches turns from one row to another between corrections, of which the last ones say
 * nothing: on the way to an equilibrium acceleration is tried before that shows, in a step never.
 */
static bool may_accelerate(const SnNewton *n, const Search *s)
{
    return n->is_static ? s->kinks < KINKS : n->state->active == 0;
}

/* Corrections that do not shrink are a fault, but where a step of backward Euler is to be saved,
 * which is one correction itself: small ones are taken then. */
static SnFault stop_short(SnNewton *n, double size)
{
    if (!n->work->step.iterated || !(size <= ROUGHLY))
        return sn_newton_not_converged(n, size);
    sn_newton_move(n, 0);
    const SnFault fault = sn_newton_correct(n);
    memcpy(n->direction, n->correction, (size_t)n->system->n_u_active * sizeof(double));
    sn_newton_move(n, 1);
    return fault;
}

/* Where the velocities at the start of a step lead to no point that makes sense, it is looked for
 * from nearer by, at last from where the step begins; false: that is none either. */
static bool begin_nearer(SnNewton *n, int *tried)
{
    if (n->is_static || ++*tried > MOST_NEARER)
        return false;
    for (int i = 0; i < n->system->n_u_active; i++)
        n->base[i] *= *tried < MOST_NEARER ? 0.5 : 0;
    return true;
}

typedef enum Outcome { AGAIN, ENDED, GOOD } Outcome;

/* Moves to the next point and computes the correction there, of that size.  AGAIN: it is none, and
 * another one is to be tried; ENDED: with s->fault. */
static Outcome try_point(SnNewton *n, Search *s, double *size)
{
    sn_newton_move(n, s->fraction);
    const SnFault fault = sn_newton_correct(n);
    const bool bad = fault.code != SN_FAULT_NONE;
    s->contradictions += fault.code == SN_FAULT_LCP;
    if (bad &&
        (!is_bad_point(fault.code) || (n->is_static && s->contradictions > MOST_CONTRADICTIONS))) {
        s->fault = fault;
        return ENDED;
    }
    if (bad && s->size == HUGE_VAL && begin_nearer(n, &s->nearer)) {
        s->fault = fault;
        return AGAIN;
    }
    *size = bad ? HUGE_VAL : sn_newton_size(n);
    if (n->is_static && n->state->active > 0 && n->k > ONE_SIDED_TIME2 &&
        soften(n, s, ONE_SIDED_TIME2 / n->k)) {
        s->most = ONE_SIDED_TIME2;
        return AGAIN;
    }
    if (isfinite(*size) && !(s->limit == 1 && is_worse(n, s, *size)))
        return GOOD;
    if (shorten(n, s, fault))
        return AGAIN;
    if (s->fault.code == SN_FAULT_NONE)
        s->fault = stop_short(n, s->shown);
    return ENDED;
}

/* Whether an equilibrium is to be looked at again, with all terms or less inertia. */
static bool looks_again(SnNewton *n, Search *s)
{
    if (insist(n, s))
        s->limit = 1;
    else if (!n->is_static || n->k >= FINAL_TIME2 || !stiffen(n, s, FINAL_TIME2 / n->k))
        return false;
    s->fraction = 1;
    return true;
}

/* How far to go along the correction of that size and reach from the point accepted, and with how
 * much inertia; false: no further, corrections are stuck. */
static bool plan_next(SnNewton *n, Search *s, double size, double far)
{
    if (size > SLOW * s->size && far < NEAR && size < NEAR && n->n_history > 0 &&
        may_accelerate(n, s))
        sn_newton_accelerate(n);
    s->derivative = sn_newton_force_along(n, n->direction);
    s->fraction = s->limit = longest_fraction(n);
    if (s->limit * TOO_LONG < 1 && soften(n, s, s->limit * TOO_LONG * SOFTER))
        return true;
    const bool shrinks = size < 0.5 * s->size && far < 0.5 * s->reach;
    s->stale = shrinks || !isfinite(s->size) ? 0 : s->stale + 1;
    s->stuck = s->limit == 1 && size > STUCK * s->size ? s->stuck + 1 : 0;
    s->size = s->shown = size;
    s->reach = far;
    follow_kinks(n, s);
    if (!n->is_static && n->state->active > 0 && s->stuck > MOST_STUCK)
        return false;
    if (s->limit == 1 && shrinks)
        stiffen(n, s, STIFFER);
    else if (s->stale > (n->state->active > 0 ? STALE : DETOUR) && n->k > FINAL_TIME2)
        soften(n, s, SOFTER);
    return true;
}

SnFault sn_newton_iterate(SnNewton *n)
{
    Search s = {.limit = 1,
                .size = HUGE_VAL,
                .reach = HUGE_VAL,
                .best = HUGE_VAL,
                .most = n->state->active > 0 ? ONE_SIDED_TIME2 : SN_NEWTON_STATIC_TIME2};
    sn_newton_forget(n);
    n->exact = false;
    memset(n->direction, 0, (size_t)n->system->n_u_active * sizeof(double));
    memcpy(n->accepted, n->multipliers, (size_t)n->system->rows.n * sizeof(double));
    if (n->is_static)
        weigh(n, s.most);
    const bool shortest = n->work->step.shortest;
    const int most = n->work->step.iterated && !shortest ? SAVED
                     : n->is_static && shortest          ? AT_ONCE
                                                         : MAX_SEARCHES;
    for (int k = 0; k < most; k++) {
        if (sn_step_is_stopped(n->work))
            return sn_step_stopped(n->state);
        double size;
        const Outcome outcome = try_point(n, &s, &size);
        if (outcome == ENDED)
            return s.fault;
        if (outcome == AGAIN)
            continue;
        if (s.fraction == 1)
            sn_newton_remember(n);
        else
            sn_newton_forget(n);
        accept_point(n);
        const double far = sn_newton_reach(n, n->correction);
        if (is_converged(n, &s, size, far)) {
            n->at_once = k == 0;
            if (looks_again(n, &s))
                continue;
            sn_newton_move(n, 1);
            return (SnFault){0};
        }
        if (!plan_next(n, &s, size, far))
            break;
    }
    return stop_short(n, s.shown);
}
