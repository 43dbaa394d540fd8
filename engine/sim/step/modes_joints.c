/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small motions of bodies held by joints, by dense matrices.  Forces of rows turn with what they
 * are fixed to: the stiffness of that, -d(G' l)/dq for the l that rows bear at rest, is found by
 * differences of the rows themselves, whatever they are.  Motions are sought among those that keep
 * the rows, by a basis of them, so that rows may say the same several times. */
#include "engine/sim/step/modes_joints.h"

#include "engine/base/memory.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/solve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

extern void dsygv_(const int *type, const char *jobz, const char *uplo, const int *n, double *a,
                   const int *lda, double *b, const int *ldb, double *w, double *work,
                   const int *work_size, int *info);

#define MOST_UNKNOWNS 300
#define LONG          1e6  /* [s2] forces beside masses: the share of these is taken out again */
#define TURN          1e-5 /* [rad], and of the model's size: rows are displaced by */
#define DEPENDENT     1e-9 /* what a row or vector may be shortened to by those before it */
/* Stiffness that rounding cannot tell from none: of the largest, and of what rows bear. */
#define ROUNDING 1e-13
#define OF_LOADS 1e-8

typedef struct Dense {
    const SnSystem *system;
    SnState *state;
    SnWorkspace *work;
    int n, n_rows;      /* unknowns; rows of G */
    int rank, freedom;  /* rows that are independent; n - rank */
    double *mass;       /* [n][n] */
    double *stiffness;  /* [n][n] */
    double *by_loads;   /* [n][n] the part of what rows bear */
    double *row;        /* [n_rows] 0: it does not hold */
    double *basis;      /* [n][n] rank vectors across the rows, then freedom ones along them */
    double *triangle;   /* [n][n] R: independent rows by those vectors */
    int *independent;   /* [n] rows, as long as rank */
    double *load;       /* [n_rows] l */
    double *small, *ms; /* [freedom][freedom] stiffness and mass of the motions */
    double *square;     /* [freedom] omega^2 */
} Dense;

bool sn_modes_are_of_joints(const SnSystem *system)
{
    if (system->rows.n == 0 || system->n_u_active > MOST_UNKNOWNS || system->n_attached > 0 ||
        system->strands.n + system->splines.n + system->rods.n + system->fems.n > 0)
        return false;
    for (int i = 0; i < system->n_active; i++)
        if (!sn_block_has_mass(&system->blocks[i]))
            return false;
    return true;
}

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* --- matrices --- */

/* M, and K of the forces: [n][n] by products with unit vectors. */
static void find_matrices(Dense *d, const double *held)
{
    const size_t n = (size_t)d->n;
    double *unit = d->square; /* room for n */
    SnWorkspace *work = d->work;
    work->forces.joint_load_stiffness = work->forces.positive_definite = false;
    memset(unit, 0, n * sizeof *unit);
    for (int part = 0; part < 2; part++) {
        sn_forces(d->system, held, d->state, work, true, 0, part ? 0 : LONG);
        if (part == 0) /* which rows hold, and how they give way */
            (void)sn_matrix_factor(d->system, d->state, work, 1 / LONG, NULL);
        for (size_t i = 0; i < n; i++) {
            double *to = (part ? d->mass : d->stiffness) + i * n;
            unit[i] = 1;
            sn_pair_multiply(d->system, work, unit, to);
            unit[i] = 0;
        }
    }
    for (size_t i = 0; i < n * n; i++)
        d->stiffness[i] = (d->stiffness[i] - d->mass[i]) / LONG;
    for (int i = 0; i < d->n_rows; i++) {
        d->row[i] = work->bilateral.active[i];
        if (!work->bilateral.active[i] || sn_row_is_held(work, i))
            continue;
        d->row[i] = 0; /* it gives way: a spring */
        const SnRowPlan *g = &work->bilateral.plan;
        for (int a = g->start[i]; a < g->start[i + 1]; a++)
            for (int b = g->start[i]; b < g->start[i + 1]; b++)
                d->stiffness[(size_t)g->column[a] * n + (size_t)g->column[b]] +=
                    g->value[a] * g->value[b] / (work->linear.matrix.c[i] * LONG);
    }
    sn_reduce_vector(d->system, work, work->forces.applied, work->linear.f);
}

/* --- what the rows leave --- */

/* Takes from x what it has of the first `count` vectors of the basis, twice; what that was is added
 * to `part` (NULL: nobody asks).  Returns the length left. */
static double take_out(const Dense *d, int count, double *x, double *part)
{
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < count; j++) {
            const double *other = d->basis + (size_t)j * (size_t)d->n;
            const double share = dot(d->n, x, other);
            for (int k = 0; k < d->n; k++)
                x[k] -= share * other[k];
            if (part)
                part[j] += share;
        }
    return sqrt(dot(d->n, x, x));
}

/* Orthonormal vectors across the rows, one for each row that is independent of those before it. */
static void find_rows(Dense *d)
{
    const SnRowPlan *g = &d->work->bilateral.plan;
    const size_t n = (size_t)d->n;
    d->rank = 0;
    for (int i = 0; i < d->n_rows && d->rank < d->n; i++) {
        double *x = d->basis + (size_t)d->rank * n, *part = d->triangle + (size_t)d->rank * n;
        if (d->row[i] == 0)
            continue;
        memset(x, 0, n * sizeof *x);
        memset(part, 0, n * sizeof *part);
        for (int e = g->start[i]; e < g->start[i + 1]; e++)
            x[g->column[e]] = g->value[e];
        const double size = sqrt(dot(d->n, x, x)), left = take_out(d, d->rank, x, part);
        if (!(left > DEPENDENT * size))
            continue;
        for (size_t k = 0; k < n; k++)
            x[k] /= left;
        part[d->rank] = left;
        d->independent[d->rank++] = i;
    }
}

/* ... and along them: of the unit vectors that of which most is left, one after the other. */
static void find_freedom(Dense *d)
{
    const size_t n = (size_t)d->n;
    d->freedom = d->n - d->rank;
    for (int count = d->rank; count < d->n; count++) {
        double *x = d->basis + (size_t)count * n, most = -1;
        size_t best = 0;
        for (size_t j = 0; j < n; j++) {
            double left = 1;
            for (int k = 0; k < count; k++)
                left -= d->basis[(size_t)k * n + j] * d->basis[(size_t)k * n + j];
            if (left > most)
                most = left, best = j;
        }
        memset(x, 0, n * sizeof *x);
        x[best] = 1;
        const double left = take_out(d, count, x, NULL);
        for (size_t k = 0; k < n; k++)
            x[k] /= left;
    }
}

/* Loads of independent rows that bear the forces f: G' l = -f, R from the last to the first. */
static void find_loads(Dense *d)
{
    const size_t n = (size_t)d->n;
    memset(d->load, 0, (size_t)d->n_rows * sizeof(double));
    for (int j = d->rank - 1; j >= 0; j--) {
        double sum = -dot(d->n, d->basis + (size_t)j * n, d->work->linear.f);
        for (int i = j + 1; i < d->rank; i++)
            sum -= d->triangle[(size_t)i * n + (size_t)j] * d->load[d->independent[i]];
        d->load[d->independent[j]] = sum / d->triangle[(size_t)j * n + (size_t)j];
    }
}

/* G' l at the state, into force [n]. */
static void push_rows(const Dense *d, double *force)
{
    SnWorkspace *work = d->work;
    sn_kinematics(d->system, sn_state_q(d->state), sn_state_u(d->state), work);
    sn_rows(d->system, d->state, work, true, &work->ahead);
    sn_row_plan_fill(work, &work->ahead);
    const SnRowPlan *g = &work->bilateral.plan;
    memset(force, 0, (size_t)d->n * sizeof *force);
    for (int i = 0; i < d->n_rows; i++)
        for (int e = g->start[i]; d->load[i] != 0 && e < g->start[i + 1]; e++)
            force[g->column[e]] += d->load[i] * g->value[e];
}

/* -d(G' l)/dq, by central differences. */
static void find_load_stiffness(Dense *d)
{
    const SnSystem *system = d->system;
    const size_t n = (size_t)d->n;
    double *saved = sn_scratch_take(d->work, "at rest", system->n_q);
    double *move = sn_scratch_take(d->work, "displacement", system->n_u);
    double *ahead = d->small, *back = d->ms; /* room for n each */
    memcpy(saved, sn_state_q(d->state), (size_t)system->n_q * sizeof *saved);
    memset(move, 0, (size_t)system->n_u * sizeof *move);
    for (int b = 0; b < system->n_active; b++)
        for (int c = 0; c < system->blocks[b].n; c++) {
            const size_t i = (size_t)(system->blocks[b].u + c);
            const double step = c < 3 ? TURN * system->length_scale : TURN;
            for (int side = -1; side <= 1; side += 2) {
                move[i] = side * step;
                sn_displace(system, move, sn_state_q(d->state));
                push_rows(d, side > 0 ? ahead : back);
                memcpy(sn_state_q(d->state), saved, (size_t)system->n_q * sizeof *saved);
            }
            move[i] = 0;
            for (size_t k = 0; k < n; k++)
                d->by_loads[k * n + i] = -(ahead[k] - back[k]) / (2 * step);
        }
    sn_scratch_give(d->work, move);
    sn_scratch_give(d->work, saved);
}

/* --- modes --- */

/* x' A y of vectors of the basis, its symmetric part. */
static void reduce(const Dense *d, const double *matrix, double *small)
{
    const size_t n = (size_t)d->n, m = (size_t)d->freedom;
    const double *along = d->basis + (size_t)d->rank * n;
    double *product = d->triangle; /* R has been used */
    for (size_t j = 0; j < m; j++)
        for (size_t k = 0; k < n; k++)
            product[j * n + k] = dot(d->n, matrix + k * n, along + j * n);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j <= i; j++)
            small[i * m + j] = small[j * m + i] = 0.5 * (dot(d->n, along + i * n, product + j * n) +
                                                         dot(d->n, along + j * n, product + i * n));
}

/* What rounding may make of a motion's stiffness: of what rows bear. */
static double noise(const Dense *d, const double *shape)
{
    const size_t n = (size_t)d->n;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            sum += fabs(shape[i] * d->by_loads[i * n + j] * shape[j]);
    return OF_LOADS * sum;
}

static SnFault take_modes(const Dense *d, int count, SnModes *modes)
{
    const size_t n = (size_t)d->n;
    const double *along = d->basis + (size_t)d->rank * n;
    modes->n = count < d->freedom ? count : d->freedom;
    for (int i = 0; i < modes->n; i++) {
        const double *share = d->small + (size_t)i * (size_t)d->freedom;
        double *shape = modes->shape + (size_t)i * n, largest = 0;
        memset(shape, 0, n * sizeof *shape);
        for (int j = 0; j < d->freedom; j++)
            for (size_t k = 0; k < n; k++)
                shape[k] += share[j] * along[(size_t)j * n + k];
        const double least = noise(d, shape) + ROUNDING * fabs(d->square[d->freedom - 1]);
        if (d->square[i] < -least)
            return sn_fault(SN_FAULT_SETTLE, SN_ID_NULL, d->state->time,
                            "This is no stable equilibrium, so it does not swing about it: settle "
                            "the start first, or hold what would fall over.");
        modes->omega[i] = d->square[i] > least ? sqrt(d->square[i]) : 0;
        for (size_t k = 0; k < n; k++)
            if (fabs(shape[k]) > fabs(largest) * (1 + 1e-6))
                largest = shape[k];
        for (size_t k = 0; k < n && largest < 0; k++)
            shape[k] = -shape[k];
        for (size_t k = 0; k < n; k++)
            modes->share[(size_t)i * n + k] = shape[k] * dot(d->n, d->mass + k * n, shape);
    }
    return (SnFault){0};
}

static SnFault solve(Dense *d)
{
    const int m = d->freedom, type = 1, size = 40 * m + 1;
    int info = 0;
    reduce(d, d->mass, d->ms);
    for (size_t i = 0; i < (size_t)d->n * (size_t)d->n; i++)
        d->stiffness[i] += d->by_loads[i];
    reduce(d, d->stiffness, d->small);
    double *scratch = sn_alloc((size_t)size, sizeof(double));
    if (m > 0)
        dsygv_(&type, "V", "U", &m, d->small, &m, d->ms, &m, d->square, scratch, &size, &info);
    sn_free(scratch);
    return info == 0 ? (SnFault){0}
                     : sn_fault(SN_FAULT_NEWTON, SN_ID_NULL, d->state->time,
                                "The modes could not be found: the matrices are not finite, or "
                                "something has no mass.");
}

SnFault sn_modes_of_joints(const SnSystem *system, const double *held, SnState *state,
                           SnWorkspace *work, int count, SnModes *modes)
{
    assert(work->system == system);
    const size_t n = (size_t)system->n_u_active + 1, rows = (size_t)system->rows.n + 1;
    Dense d = {.system = system,
               .state = state,
               .work = work,
               .n = system->n_u_active,
               .n_rows = system->rows.n};
    double **const squares[] = {&d.mass,     &d.stiffness, &d.by_loads, &d.basis,
                                &d.triangle, &d.small,     &d.ms};
    double *block =
               sn_alloc((sizeof squares / sizeof *squares) * n * n + n + 2 * rows, sizeof(double)),
           *room = block;
    d.independent = sn_alloc(n, sizeof(int));
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++, room += n * n)
        *squares[i] = room;
    d.square = room, d.row = room + n, d.load = d.row + rows;
    find_matrices(&d, held);
    find_rows(&d);
    find_freedom(&d);
    find_loads(&d);
    find_load_stiffness(&d);
    SnFault fault = solve(&d);
    if (fault.code == SN_FAULT_NONE)
        fault = take_modes(&d, count, modes);
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    sn_free(block);
    sn_free(d.independent);
    return fault;
}
