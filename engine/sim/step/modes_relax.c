/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What relaxes in small motions: fibres behind elastic tendons, Maxwell arms, viscous tissue.  In
 * equilibrium they bear what is left after a long time, but a motion of omega feels more.
 *
 * A step of backward Euler of size 1/s has exactly the stiffness of such an element at the complex
 * frequency s, k0 + k1 s / (s + a): steps that last for ever, no time and 1 / omega say what k0, k1
 * and a of a shape are.  With its dampers c the shape (x' M x = 1) moves by
 *     (s^2 + c s + k0) (s + a) + k1 s = 0,
 * one real root, by which it relaxes, and a pair, by which it swings.  The shape is that of
 * K0 + e K1, e = omega^2 / (omega^2 + a^2), found among the shapes at rest. */
#include "engine/sim/step/modes_relax.h"

#include "engine/base/memory.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/path/path_history.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/solve/solve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

extern void dsyev_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda,
                   double *w, double *work, const int *work_size, int *info);

#define FOR_EVER 1e9   /* [s] */
#define AT_ONCE  1e-8  /* of 1 / omega */
#define COUNTS   1e-5  /* of omega^2: what relaxes and is stiffer than that */
#define SETTLED  1e-10 /* change of omega, relative */
#define MOST     50    /* rounds */

typedef struct Relaxing {
    const SnSystem *system;
    const double *held;
    SnState *state;
    SnWorkspace *work;
    const SnModes *rest;
    int n;                 /* shapes at rest */
    double *more, *damper; /* [n][n] K1 and C between them */
    double *ritz;          /* [n][n] */
    double *square;        /* [n] */
    double *scratch;       /* [4 n] of dsyev */
    double *shape, *y;     /* [n_u] */
} Relaxing;

/* A shape: its parts at rest, how it relaxes, how it swings. */
typedef struct Swing {
    const double *part; /* [n] */
    double k0, k1, a, c;
    double omega, damping;
} Swing;

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Between all shapes at rest, x' (M + d C + k K) x with what relaxes as in a step of dt, times
 * `factor`, added. */
static void add_between(const Relaxing *r, double dt, double d, double k, double factor,
                        double *matrix)
{
    const int n_u = r->rest->n_u;
    r->work->forces.viscous_dt = dt;
    sn_forces(r->system, r->held, r->state, r->work, true, d, k);
    for (int i = 0; i < r->n; i++) {
        sn_pair_multiply(r->system, r->work, r->rest->shape + (size_t)i * (size_t)n_u, r->y);
        for (int j = 0; j < r->n; j++)
            matrix[i * r->n + j] +=
                factor * dot(n_u, r->rest->shape + (size_t)j * (size_t)n_u, r->y);
    }
}

static double along(int n, const double *matrix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * dot(n, matrix + (size_t)i * (size_t)n, x);
    return sum;
}

static void put_together(const Relaxing *r, const double *part)
{
    const int n_u = r->rest->n_u;
    memset(r->shape, 0, (size_t)n_u * sizeof(double));
    for (int j = 0; j < r->n; j++)
        for (int k = 0; k < n_u; k++)
            r->shape[k] += part[j] * r->rest->shape[(size_t)j * (size_t)n_u + (size_t)k];
}

/* x' K x of the shape with what relaxes as in a step of dt. */
static double stiffness(const Relaxing *r, double dt)
{
    r->work->forces.viscous_dt = dt;
    sn_forces(r->system, r->held, r->state, r->work, true, 0, 1);
    sn_pair_multiply(r->system, r->work, r->shape, r->y);
    return dot(r->rest->n_u, r->shape, r->y);
}

/* Omega and damping of the pair of roots. */
static void find_swing(Swing *s)
{
    double low = -(s->a + s->c), high = 0; /* around the real root */
    for (int i = 0; i < 200 && high - low > 1e-15 * (s->a + s->c) && s->k0 > 0; i++) {
        const double x = 0.5 * (low + high);
        *((x * x + s->c * x + s->k0) * (x + s->a) + s->k1 * x > 0 ? &high : &low) = x;
    }
    const double root = s->k0 > 0 ? 0.5 * (low + high) : 0;
    s->omega = sqrt(root < 0 ? s->k0 * s->a / -root : s->k1 + s->c * s->a);
    s->damping = 0.5 * (s->a + s->c + root) / s->omega;
}

/* The shape of this number where what relaxes is as stiff as `share` says. */
static void find_shape(Relaxing *r, int number, double share, Swing *s)
{
    const int n = r->n, size = 4 * n;
    int info = 0;
    for (int i = 0; i < n * n; i++)
        r->ritz[i] = share * r->more[i];
    for (int i = 0; i < n; i++)
        r->ritz[i * n + i] += r->rest->omega[i] * r->rest->omega[i];
    dsyev_("V", "U", &n, r->ritz, &n, r->square, r->scratch, &size, &info);
    s->part = r->ritz + (size_t)number * (size_t)n;
    s->k0 = 0;
    for (int i = 0; i < n; i++)
        s->k0 += s->part[i] * s->part[i] * r->rest->omega[i] * r->rest->omega[i];
    s->k1 = along(n, r->more, s->part);
    s->c = along(n, r->damper, s->part);
}

/* False: nothing of it relaxes. */
static bool relax(Relaxing *r, int number, Swing *s)
{
    double last = r->rest->omega[number], share = last > 0 ? 0 : 1;
    for (int round = 0; round < MOST; round++) {
        find_shape(r, number, share, s);
        if (!(s->k1 > COUNTS * fmax(s->k0, COUNTS)))
            return false;
        const double pace = sqrt(s->k0 + share * s->k1);
        put_together(r, s->part);
        const double ever = stiffness(r, FOR_EVER);
        const double part = (stiffness(r, 1 / pace) - ever) / s->k1;
        s->a = pace * (1 / fmin(fmax(part, 1e-9), 1 - 1e-9) - 1);
        find_swing(s);
        const double square = s->omega * s->omega;
        share = square / (square + s->a * s->a);
        if (fabs(s->omega - last) <= SETTLED * s->omega)
            break;
        last = s->omega;
    }
    return true;
}

static void keep(const Relaxing *r, int number, const Swing *s, SnModes *modes)
{
    const size_t n_u = (size_t)modes->n_u;
    double *shape = modes->shape + (size_t)number * n_u,
           *share = modes->share + (size_t)number * n_u;
    modes->omega[number] = s->omega;
    modes->damping[number] = s->damping;
    r->work->forces.viscous_dt = FOR_EVER;
    sn_forces(r->system, r->held, r->state, r->work, true, 0, 0);
    put_together(r, s->part);
    sn_pair_multiply(r->system, r->work, r->shape, r->y);
    double largest = 0;
    for (size_t k = 0; k < n_u; k++)
        if (fabs(r->shape[k]) > fabs(largest) * (1 + 1e-6))
            largest = r->shape[k];
    for (size_t k = 0; k < n_u; k++) {
        share[k] = r->shape[k] * r->y[k];
        shape[k] = copysign(1, largest) * r->shape[k];
    }
}

bool sn_modes_may_relax(const SnSystem *system)
{
    return system->state.n_history > system->contacts.n_anchors;
}

void sn_modes_relax(const SnSystem *system, const double *held, SnState *state, SnWorkspace *work,
                    const SnModes *rest, SnModes *modes)
{
    assert(work->system == system && modes->n <= rest->n);
    const size_t n = (size_t)rest->n, n_u = (size_t)rest->n_u;
    if (n == 0)
        return;
    double *block = sn_alloc(3 * n * n + 5 * n + 2 * n_u, sizeof(double));
    Relaxing r = {system, held, state, work, rest, .n = rest->n};
    r.more = block, r.damper = r.more + n * n, r.ritz = r.damper + n * n;
    r.square = r.ritz + n * n, r.scratch = r.square + n;
    r.shape = r.scratch + 4 * n, r.y = r.shape + n_u;
    const double fastest = fmax(rest->omega[rest->n - 1], 1);
    work->forces.viscous_dt = FOR_EVER;
    sn_forces(system, held, state, work, false, 0, 0);
    sn_fem_advance(system, state, work, FOR_EVER);
    sn_paths_equilibrate(system, state, work, false);
    add_between(&r, FOR_EVER, 0, 1, -1, r.more);
    add_between(&r, AT_ONCE / fastest, 0, 1, 1, r.more);
    add_between(&r, FOR_EVER, 0, 0, -1, r.damper);
    add_between(&r, FOR_EVER, 1, 0, 1, r.damper);
    for (int i = 0; i < modes->n; i++) {
        Swing swing;
        if (relax(&r, i, &swing))
            keep(&r, i, &swing, modes);
    }
    sn_free(block);
}
