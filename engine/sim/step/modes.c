/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Subspace iteration (K.-J. Bathe, Finite Element Procedures, 2nd ed., 2014, 11.6) with the matrix
 * of equilibrium, M + k K: the largest mu of M x = mu (M + k K) x among the x that keep the rows
 * are the slowest modes, omega^2 = (1 / mu - 1) / k. */
#include "engine/sim/step/modes.h"

#include "engine/base/memory.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/modes_joints.h"
#include "engine/sim/step/modes_loads.h"
#include "engine/sim/step/modes_relax.h"
#include "engine/sim/step/settle.h"

#include <assert.h>
#include <math.h>
#include <string.h>

extern void dsyev_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda,
                   double *w, double *work, const int *work_size, int *info);

/* First k [s2]; the second makes the slowest mode that is not free as heavy as it is stiff.  With
 * the first, masses are small beside what is stiff, and rows can be lost in the rounding of that.
 */
#define STIFFEST 1e6
#define FREE     0.5 /* mu at the first k from which on a motion counts as free */

#define FIRST_ROUNDS 6 /* to find the second k */
#define MOST_ROUNDS  300
#define CONVERGED    1e-11 /* relative change of mu in a round */
#define SOLVED       1e-12 /* residual of the linear solves */
#define DEPENDENT    1e-9  /* what a vector may be shortened to by those before it */
/* Of omega^2, that loads which turn may add; of the largest omega, what a free motion counts for */
#define MISSING    2e-3
#define FREE_SHARE 1e-3
/* omega^2 k below which rounding cannot tell it from 0 */
#define ROUNDING 1e-9

typedef struct Modes {
    const SnSystem *system;
    SnState *state;
    SnWorkspace *work;
    const double *held;
    SnTurningLoads turning;
    double k;
    int n, room, size; /* unknowns; vectors at most; vectors */
    double *x, *mx;    /* [room][n] M-orthonormal, and M times that */
    double *y;         /* [room][n] */
    double *ritz;      /* [room][room] */
    double *mu, *last; /* [room] descending once they are nearly modes; of the round before */
    double *ascending; /* [room] */
    double *scratch;   /* of dsyev */
    int scratch_size;
} Modes;

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Factors M + k K; leaves M in the pairs. */
static SnFault factor(Modes *m)
{
    SnWorkspace *work = m->work;
    bool indefinite = false;
    work->forces.positive_definite = false;
    sn_forces(m->system, m->held, m->state, work, true, 0, m->k);
    sn_turning_loads_add(m->system, work, &m->turning, m->k);
    SnFault fault = sn_fem_fault(m->system, m->state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_matrix_factor(m->system, m->state, work, 1 / m->k, &indefinite);
    if (fault.code == SN_FAULT_NONE && indefinite)
        fault = sn_fault(SN_FAULT_SETTLE, SN_ID_NULL, m->state->time,
                         "This is no stable equilibrium, so it does not swing about it: settle the "
                         "start first, or hold what would fall over.");
    if (fault.code == SN_FAULT_NONE)
        sn_forces(m->system, m->held, m->state, work, true, 0, 0);
    return fault;
}

/* What the rows bear at rest, whose directions turn with the motion: into the state. */
static SnFault find_loads(Modes *m)
{
    const SnSystem *system = m->system;
    SnWorkspace *work = m->work;
    m->k = STIFFEST;
    SnFault fault = factor(m);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    sn_reduce_vector(system, work, work->forces.applied, work->linear.f);
    for (int i = 0; i < m->n; i++)
        work->linear.f[i] *= m->k;
    memset(work->linear.g, 0, (size_t)system->rows.n * sizeof(double));
    fault = sn_solve_free(system, m->state, work);
    for (int i = 0; i < system->rows.n && fault.code == SN_FAULT_NONE; i++)
        sn_state_lambda(m->state)[i] = work->bilateral.active[i] ? -work->linear.l[i] / m->k : 0;
    return fault;
}

/* y := (M + k K)^-1 mx on the rows. */
static SnFault respond(Modes *m, int i)
{
    memcpy(m->work->linear.f, m->mx + (size_t)i * (size_t)m->n, (size_t)m->n * sizeof(double));
    memset(m->work->linear.g, 0, (size_t)m->system->rows.n * sizeof(double));
    const SnFault fault = sn_solve_free(m->system, m->state, m->work);
    memcpy(m->y + (size_t)i * (size_t)m->n, m->work->linear.u, (size_t)m->n * sizeof(double));
    return fault;
}

/* x := what of the y is independent, M-orthonormal (Gram-Schmidt, twice); mx := M x. */
static void orthonormalise(Modes *m)
{
    const int n = m->n, count = m->size;
    m->size = 0;
    for (int i = 0; i < count; i++) {
        double *x = m->x + (size_t)m->size * (size_t)n, *mx = m->mx + (size_t)m->size * (size_t)n;
        memcpy(x, m->y + (size_t)i * (size_t)n, (size_t)n * sizeof *x);
        sn_pair_multiply(m->system, m->work, x, mx);
        const double before = sqrt(fmax(dot(n, x, mx), 0));
        for (int pass = 0; pass < 2; pass++) {
            for (int j = 0; j < m->size; j++) {
                const double part = dot(n, x, m->mx + (size_t)j * (size_t)n);
                const double *other = m->x + (size_t)j * (size_t)n;
                for (int k = 0; k < n; k++)
                    x[k] -= part * other[k];
            }
            sn_pair_multiply(m->system, m->work, x, mx);
        }
        const double after = sqrt(fmax(dot(n, x, mx), 0));
        if (!(after > DEPENDENT * before))
            continue;
        for (int k = 0; k < n; k++) {
            x[k] /= after;
            mx[k] /= after;
        }
        m->size++;
    }
}

/* Some vectors that no mode is orthogonal to, made to keep the rows. */
static SnFault begin(Modes *m)
{
    uint64_t seed = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < (size_t)m->room * (size_t)m->n; i++) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        m->x[i] = (double)(seed >> 11) * 0x1p-53 - 0.5;
    }
    m->size = m->room;
    for (int i = 0; i < m->room; i++) {
        sn_pair_multiply(m->system, m->work, m->x + (size_t)i * (size_t)m->n,
                         m->mx + (size_t)i * (size_t)m->n);
        const SnFault fault = respond(m, i);
        if (fault.code != SN_FAULT_NONE)
            return fault;
    }
    orthonormalise(m);
    return (SnFault){0};
}

/* One round: the x nearer to the modes, their mu. */
static SnFault iterate(Modes *m)
{
    const int n = m->n, size = m->size;
    for (int i = 0; i < size; i++) {
        const SnFault fault = respond(m, i);
        if (fault.code != SN_FAULT_NONE)
            return fault;
    }
    for (int i = 0; i < size; i++)
        for (int j = 0; j <= i; j++)
            m->ritz[i * size + j] = m->ritz[j * size + i] =
                0.5 * (dot(n, m->mx + (size_t)i * (size_t)n, m->y + (size_t)j * (size_t)n) +
                       dot(n, m->mx + (size_t)j * (size_t)n, m->y + (size_t)i * (size_t)n));
    /* of vectors that are nearly modes the diagonal is exact to rounding of itself, what dsyev
     * makes of it to that of the largest */
    for (int i = 0; i < size; i++) {
        m->last[i] = m->mu[i];
        m->mu[i] = m->ritz[i * size + i];
    }
    int info = 0;
    dsyev_("V", "U", &size, m->ritz, &size, m->ascending, m->scratch, &m->scratch_size, &info);
    if (info != 0)
        return sn_fault(SN_FAULT_NEWTON, SN_ID_NULL, m->state->time,
                        "The modes could not be found: the matrices are not finite.");
    for (int i = 0; i < size; i++) { /* of the largest mu first; mx is not needed any more */
        double *to = m->mx + (size_t)i * (size_t)n;
        const double *share = m->ritz + (size_t)(size - 1 - i) * (size_t)size;
        memset(to, 0, (size_t)n * sizeof *to);
        for (int j = 0; j < size; j++)
            for (int k = 0; k < n; k++)
                to[k] += share[j] * m->y[(size_t)j * (size_t)n + (size_t)k];
    }
    memcpy(m->y, m->mx, (size_t)size * (size_t)n * sizeof(double));
    orthonormalise(m);
    return (SnFault){0};
}

static bool converged(const Modes *m, int count)
{
    for (int i = 0; i < count && i < m->size; i++)
        if (!(fabs(m->mu[i] - m->last[i]) <= CONVERGED * fabs(m->mu[i])))
            return false;
    return true;
}

/* At most so many rounds; true in *found if the first `count` have converged. */
static SnFault find(Modes *m, double k, int count, int rounds, bool *found)
{
    m->k = k;
    *found = false;
    SnFault fault = factor(m);
    if (fault.code == SN_FAULT_NONE)
        fault = begin(m);
    memset(m->mu, 0, (size_t)m->room * sizeof(double));
    for (int round = 0; fault.code == SN_FAULT_NONE && round < rounds && !*found; round++) {
        fault = iterate(m);
        *found = m->size == 0 || (round > 1 && converged(m, count));
    }
    return fault;
}

/* The k for which the slowest mode that is not free has mu = 1/2. */
static double better_k(const Modes *m)
{
    for (int i = 0; i < m->size; i++)
        if (m->mu[i] < FREE && m->mu[i] > 0)
            return m->k / (1 / m->mu[i] - 1);
    return m->k;
}

static void take_modes(const Modes *m, int count, SnModes *modes)
{
    const size_t n = (size_t)m->n;
    modes->n = m->size < count ? m->size : count;
    for (int i = 0; i < modes->n; i++) {
        const double square = 1 / m->mu[i] - 1;
        double *shape = modes->shape + (size_t)i * n, largest = 0;
        modes->omega[i] = square > ROUNDING ? sqrt(square / m->k) : 0;
        memcpy(shape, m->x + (size_t)i * n, n * sizeof *shape);
        for (size_t k = 0; k < n; k++)
            modes->share[(size_t)i * n + k] = shape[k] * m->mx[(size_t)i * n + k];
        for (size_t k = 0; k < n; k++)
            if (fabs(shape[k]) > fabs(largest) * (1 + 1e-6))
                largest = shape[k];
        for (size_t k = 0; k < n && largest < 0; k++)
            shape[k] = -shape[k];
    }
}

/* With the pairs M + C, C = -df/du: x' (M + C) x - 1 = 2 zeta omega. */
static void find_damping(Modes *m, SnModes *modes)
{
    sn_forces(m->system, m->held, m->state, m->work, true, 1, 0);
    for (int i = 0; i < modes->n; i++) {
        const double *shape = modes->shape + (size_t)i * (size_t)m->n;
        sn_pair_multiply(m->system, m->work, shape, m->y);
        double whole = 0, mass = 0;
        for (int k = 0; k < m->n; k++) {
            whole += shape[k] * m->y[k];
            mass += modes->share[(size_t)i * (size_t)m->n + (size_t)k];
        }
        const double taken = whole > mass * (1 + ROUNDING) ? whole - mass : 0;
        modes->damping[i] = modes->omega[i] > 0 ? taken / (2 * modes->omega[i]) : 0;
    }
}

static Modes modes_new(const SnSystem *system, const double *held, SnState *state,
                       SnWorkspace *work, int count)
{
    const int n = system->n_u_active, wanted = 2 * count > count + 8 ? 2 * count : count + 8;
    Modes m = {.system = system, .state = state, .work = work, .held = held, .n = n};
    m.room = wanted < n ? wanted : n;
    const size_t room = (size_t)m.room + 1;
    m.x = sn_alloc(room * (size_t)n + 1, sizeof(double));
    m.mx = sn_alloc(room * (size_t)n + 1, sizeof(double));
    m.y = sn_alloc(room * (size_t)n + 1, sizeof(double));
    m.ritz = sn_alloc(room * room, sizeof(double));
    m.mu = sn_alloc(room, sizeof(double));
    m.last = sn_alloc(room, sizeof(double));
    m.scratch_size = 40 * m.room + 1;
    m.scratch = sn_alloc((size_t)m.scratch_size, sizeof(double));
    m.ascending = sn_alloc(room, sizeof(double));
    return m;
}

static void modes_free(Modes *m)
{
    sn_free(m->x);
    sn_free(m->mx);
    sn_free(m->y);
    sn_free(m->ritz);
    sn_free(m->mu);
    sn_free(m->last);
    sn_free(m->scratch);
    sn_free(m->ascending);
}

/* Not all loads that turn with their rows are in K.  Of a force v that is missing along a mode, the
 * root of v' (M + k K)^-1 v is by how much the square of its frequency is off, or less. */
static SnFault check_loads(Modes *m, const SnModes *modes)
{
    const SnSystem *system = m->system;
    SnFault fault = {0};
    if (modes->n == 0 || m->turning.n == 0)
        return fault;
    sn_turning_loads_keep_missing(system, &m->turning);
    const double least = fmax(FREE_SHARE * modes->omega[modes->n - 1], FREE_SHARE);
    for (int i = 0; i < modes->n && fault.code == SN_FAULT_NONE; i++) {
        const size_t at = (size_t)i * (size_t)m->n;
        const double counts = fmax(modes->omega[i], least);
        const int joint = sn_turning_loads_push(system, m->state, m->work, &m->turning,
                                                modes->shape + at, m->mx + at);
        fault = respond(m, i);
        const double off = sqrt(fmax(dot(m->n, m->mx + at, m->y + at), 0));
        if (fault.code == SN_FAULT_NONE && !(off <= MISSING * counts * counts))
            fault = sn_fault(
                SN_FAULT_UNSUPPORTED, system->joints.joints[joint].id, m->state->time,
                "Loads on this joint turn with it, which modes leave out beside tissue, strands, "
                "rods or attached bodies and beyond 300 unknowns: take those away, or use a "
                "bushing.");
    }
    return fault;
}

/* By iteration, with the factor of M + k K. */
static SnFault find_by_iteration(Modes *m, int count, SnModes *modes)
{
    const SnSystem *system = m->system;
    bool found;
    double *kept = sn_alloc((size_t)system->rows.n + 1, sizeof(double));
    SnFault fault = sn_modes_leave_rows_out(system, m->held, m->state, m->work, kept);
    sn_rest_begin(system, m->held, m->state, m->work);
    m->work->linear.tolerance = SOLVED;
    if (fault.code == SN_FAULT_NONE)
        fault = find_loads(m);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_turning_loads_find(system, m->state, m->work, &m->turning);
    if (fault.code == SN_FAULT_NONE)
        fault = find(m, STIFFEST, count, FIRST_ROUNDS, &found);
    const double k = better_k(m);
    if (fault.code == SN_FAULT_NONE && (k != m->k || !found))
        fault = find(m, k, count, MOST_ROUNDS, &found);
    if (fault.code == SN_FAULT_NONE && !found)
        fault = sn_fault(SN_FAULT_NEWTON, SN_ID_NULL, m->state->time,
                         "The modes could not be told apart: ask for more or fewer of them.");
    if (fault.code == SN_FAULT_NONE)
        take_modes(m, count, modes);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_modes_check_rows(system, m->state, m->work, modes);
    if (fault.code == SN_FAULT_NONE)
        fault = check_loads(m, modes);
    sn_turning_loads_clear(&m->turning);
    sn_modes_take_rows_back(system, m->work, kept);
    sn_free(kept);
    return fault;
}

/* At rest: with the stiffness that is left after a long time. */
static SnFault find_at_rest(const SnSystem *system, const double *held, SnState *state,
                            SnWorkspace *work, int count, SnModes *modes)
{
    Modes m = modes_new(system, held, state, work, count);
    *modes = (SnModes){.n_u = m.n};
    modes->omega = sn_alloc((size_t)count, sizeof(double));
    modes->damping = sn_alloc((size_t)count, sizeof(double));
    modes->shape = sn_alloc((size_t)count * (size_t)m.n + 1, sizeof(double));
    modes->share = sn_alloc((size_t)count * (size_t)m.n + 1, sizeof(double));
    SnFault fault = {0};
    if (m.n > 0 && sn_modes_are_of_joints(system)) {
        sn_rest_begin(system, held, state, work);
        fault = sn_modes_of_joints(system, held, state, work, count, modes);
    } else if (m.n > 0 && work->linear.solver) {
        fault = find_by_iteration(&m, count, modes);
    }
    if (m.n > 0 && fault.code == SN_FAULT_NONE)
        find_damping(&m, modes);
    modes_free(&m);
    return fault;
}

/* Where something relaxes, shapes are mixed of that many more. */
#define MORE 12

/* The first of all modes at rest, with what relaxes. */
static void relax(const SnSystem *system, const double *held, SnState *state, SnWorkspace *work,
                  int count, SnModes *modes)
{
    const size_t n_u = (size_t)modes->n_u;
    const SnModes rest = *modes;
    modes->n = rest.n < count ? rest.n : count;
    const size_t n = (size_t)modes->n;
    double **const arrays[] = {&modes->omega, &modes->damping, &modes->shape, &modes->share};
    const double *from[] = {rest.omega, rest.damping, rest.shape, rest.share};
    for (int i = 0; i < 4; i++) {
        const size_t size = i < 2 ? n : n * n_u;
        *arrays[i] = sn_alloc(size + 1, sizeof(double));
        memcpy(*arrays[i], from[i], size * sizeof(double));
    }
    sn_modes_relax(system, held, state, work, &rest, modes);
    sn_modes_clear(&(SnModes){
        .omega = rest.omega, .damping = rest.damping, .shape = rest.shape, .share = rest.share});
}

SnFault sn_modes(const SnSystem *system, const double *inputs, SnState *state, SnWorkspace *work,
                 int count, SnModes *modes)
{
    assert(work->system == system && count > 0);
    SnState *before = sn_state_copy(state);
    double *held = sn_inputs_at_rest(system, inputs, state);
    const bool load_stiffness = work->forces.joint_load_stiffness;
    const bool positive_definite = work->forces.positive_definite;
    const bool relaxes = sn_modes_may_relax(system);
    const int all = sn_modes_are_of_joints(system) ? system->n_u_active + 1 : 2 * count + MORE;
    SnFault fault =
        find_at_rest(system, held, state, work, relaxes && all > count ? all : count, modes);
    if (relaxes && fault.code == SN_FAULT_NONE)
        relax(system, held, state, work, count, modes);
    work->linear.tolerance = system->tolerance;
    work->forces.joint_load_stiffness = load_stiffness;
    work->forces.positive_definite = positive_definite;
    memcpy(state, before, state->size);
    sn_free(held);
    sn_free(before);
    return fault;
}

void sn_modes_clear(SnModes *modes)
{
    sn_free(modes->omega);
    sn_free(modes->damping);
    sn_free(modes->shape);
    sn_free(modes->share);
    *modes = (SnModes){0};
}
