/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mixed problem with friction.  With the one-sided rows that carry a force held, slips and
 * tensions are linear in the impulses of friction; that problem is solved (linsolve/coulomb.h), the
 * whole one with these impulses, and again until neither changes. */
#include "engine/sim/solve/friction.h"

#include "engine/sim/solve/solve.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define ACCURACY 1e-10 /* of the impulses, relative */
#define SOLVES   30
/* Where one-sided rows come and go for ever, the mean of the last impulses: half a step. */
#define PATIENCE 10
/* A place that its bilateral rows hold: its slip answers to friction by less than this, over what
 * it would do free. */
#define IN_FORCE 1e-11
/* Where that is so, what slips less in a step, over the model's size, sticks; the force turns from
 * one limit to the other meanwhile. */
#define LEAST_SLIP 1e-9
/* Of a coordinate that sticks, over how easily it moves, and over how easily it would move free:
 * forces of coordinates that hold each other stay near those of the solve before. */
#define JOINT_SOFTNESS 1e-8
#define LEAST_SOFTNESS 1e-13
/* Solves after which coordinates that rest to rounding, over the model's size in a step, will do.
 */
#define SETTLED  4
#define ROUNDING 1e-12
/* An impulse may be off by that, relative, where nothing better is found. */
#define ACCEPTED 1e-4

/* --- columns --- */

/* One-sided rows that carry a force now, as the columns have them. */
static bool same_limits(const SnWorkspace *work)
{
    const SnFrictionRows *f = &work->unilateral.friction;
    const SnDynamicRows *rows = &work->unilateral.dynamic;
    int n = 0;
    for (int i = 0; i < rows->n; i++)
        if (rows->row[i].impulse > 0 && (n >= f->n_limits || f->limits[n++] != i))
            return false;
    return n == f->n_limits;
}

/* Room for the columns of the places and of so many one-sided rows. */
static bool reserve(SnWorkspace *work, int limits, int entries)
{
    SnFrictionRows *f = &work->unilateral.friction;
    const size_t n = (size_t)work->linear.matrix.n, q = (size_t)work->linear.matrix.q;
    const size_t places = (size_t)f->room;
    const int m = f->n + limits;
    const struct {
        void *array;
        int *room, n;
        size_t size;
    } arrays[] = {{&f->u, &f->column_room, m, n * sizeof(double)},
                  {&f->l, &f->column_room, m, q * sizeof(double)},
                  {&f->start, &f->column_room, m, 2 * sizeof(int)},
                  {&f->column, &f->entry_room, entries, sizeof(int)},
                  {&f->value, &f->entry_room, entries, sizeof(double)},
                  {&f->limits, &f->limit_room, limits, sizeof(int)},
                  {&f->shift, &f->limit_room, limits, places * sizeof(double)},
                  {&f->d, &f->matrix_room, m * m, sizeof(double)}};
    int room = 0;
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        const bool last =
            k + 1 == sizeof arrays / sizeof *arrays || arrays[k + 1].room != arrays[k].room;
        room = *arrays[k].room;
        if (!sn_reserve(arrays[k].array, &room, arrays[k].n, arrays[k].size))
            return false;
        if (last)
            *arrays[k].room = room;
    }
    return true;
}

static int copy_row(SnFrictionRows *f, const SnDynamicRows *rows, int row, int m, int entries)
{
    const SnDynamicRow *from = &rows->row[row];
    f->start[m] = entries;
    memcpy(f->column + entries, rows->column + from->first, (size_t)from->n * sizeof(int));
    memcpy(f->value + entries, rows->value + from->first, (size_t)from->n * sizeof(double));
    return entries + from->n;
}

/* Cholesky of the one-sided rows' block of D, in place; rows that depend on others are left out by
 * a vast pivot. */
static void factor_limits(SnFrictionRows *f)
{
    const int m = f->n + f->n_limits;
    for (int i = f->n; i < m; i++)
        for (int j = f->n; j <= i; j++) {
            double *entry = &f->d[(size_t)i * (size_t)m + (size_t)j];
            const double whole = *entry;
            for (int k = f->n; k < j; k++)
                *entry -= f->d[(size_t)i * (size_t)m + (size_t)k] *
                          f->d[(size_t)j * (size_t)m + (size_t)k];
            if (i == j)
                *entry = *entry > 1e-12 * whole ? sqrt(*entry) : 1e150;
            else
                *entry /= f->d[(size_t)j * (size_t)m + (size_t)j];
        }
}

/* What one unit of impulse at place j does to the impulses of the one-sided rows, which keep what
 * they keep: shift = -D_zz^-1 D_zj. */
static void shift_limits(SnFrictionRows *f, int j)
{
    const int n = f->n, m = n + f->n_limits;
    double *x = f->shift + (size_t)j * (size_t)f->n_limits;
    for (int i = 0; i < f->n_limits; i++) {
        const double *row = f->d + (size_t)(n + i) * (size_t)m;
        x[i] = -f->d[(size_t)j * (size_t)m + (size_t)(n + i)];
        for (int k = 0; k < i; k++)
            x[i] -= row[n + k] * x[k];
        x[i] /= row[n + i];
    }
    for (int i = f->n_limits - 1; i >= 0; i--) {
        for (int k = i + 1; k < f->n_limits; k++)
            x[i] -= f->d[(size_t)(n + k) * (size_t)m + (size_t)(n + i)] * x[k];
        x[i] /= f->d[(size_t)(n + i) * (size_t)m + (size_t)(n + i)];
    }
}

/* Column j and what it drags along of the one-sided rows' columns. */
static void combine_columns(SnFrictionRows *f, const SnWorkspace *work, int j)
{
    const size_t n = (size_t)work->linear.matrix.n, q = (size_t)work->linear.matrix.q;
    for (int i = 0; i < f->n_limits; i++) {
        const double factor = f->shift[(size_t)j * (size_t)f->n_limits + (size_t)i];
        const double *u = f->u + (size_t)(f->n + i) * n, *l = f->l + (size_t)(f->n + i) * q;
        for (size_t k = 0; k < n; k++)
            f->u[(size_t)j * n + k] += factor * u[k];
        for (size_t k = 0; k < q; k++)
            f->l[(size_t)j * q + k] += factor * l[k];
    }
}

/* Change of a tension with the impulse at place j. */
static double load_change(const SnFrictionRows *f, const SnWorkspace *work,
                          const SnFrictionLoad *load, int j)
{
    const size_t n = (size_t)work->linear.matrix.n, q = (size_t)work->linear.matrix.q;
    const double *u = f->u + (size_t)j * n;
    double sum = load->bilateral >= 0 ? f->l[(size_t)j * q + (size_t)load->bilateral] : 0;
    for (int i = 0; load->limit >= 0 && i < f->n_limits; i++)
        if (f->limits[i] == load->limit)
            sum += f->shift[(size_t)j * (size_t)f->n_limits + (size_t)i];
    if (load->row >= 0)
        sum += load->slope * sn_dynamic_row_rate(&f->rows, load->row, u);
    if (load->inertia >= 0)
        sum += sn_dynamic_row_rate(&f->rows, load->inertia, u);
    return sum;
}

/* A and R with the one-sided rows that carry a force; false: no memory, or no solution. */
static bool make_columns(SnWorkspace *work)
{
    SnFrictionRows *f = &work->unilateral.friction;
    const SnDynamicRows *rows = &work->unilateral.dynamic;
    const int n = f->n;
    int entries = 0, limits = 0;
    for (int i = 0; i < rows->n; i++) {
        limits += rows->row[i].impulse > 0;
        entries += rows->row[i].impulse > 0 ? rows->row[i].n : 0;
    }
    for (int i = 0; i < n; i++)
        entries += f->rows.row[f->friction[i].slip].n;
    if (!reserve(work, limits, entries))
        return false;
    f->n_limits = entries = 0;
    for (int i = 0; i < n; i++)
        entries = copy_row(f, &f->rows, f->friction[i].slip, i, entries);
    for (int i = 0; i < rows->n; i++)
        if (rows->row[i].impulse > 0) {
            entries = copy_row(f, rows, i, n + f->n_limits, entries);
            f->limits[f->n_limits++] = i;
        }
    const int m = n + f->n_limits;
    f->start[m] = entries;
    const SnLinsolveStatus status = sn_linsolve_delassus(
        work->linear.solver, SN_DELASSUS_EXACT, m, f->start, f->column, f->value, f->u, f->l, f->d);
    if (status != SN_LINSOLVE_OK && status != SN_LINSOLVE_INACCURATE)
        return false;
    for (int i = 0; i < f->n_limits; i++)
        f->d[(size_t)(n + i) * (size_t)(m + 1)] += rows->row[f->limits[i]].softness;
    factor_limits(f);
    for (int j = 0; j < n; j++) {
        shift_limits(f, j);
        combine_columns(f, work, j);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const size_t at = (size_t)i * (size_t)n + (size_t)j;
            f->a[at] = f->d[(size_t)i * (size_t)m + (size_t)j];
            for (int k = 0; k < f->n_limits; k++)
                f->a[at] += f->d[(size_t)i * (size_t)m + (size_t)(n + k)] *
                            f->shift[(size_t)j * (size_t)f->n_limits + (size_t)k];
            f->r[at] = load_change(f, work, &f->friction[i].load[0], j) +
                       load_change(f, work, &f->friction[i].load[1], j);
        }
    return true;
}

/* --- the problem at the present solution --- */

static double load_now(const SnWorkspace *work, const SnFrictionLoad *load)
{
    const SnFrictionRows *f = &work->unilateral.friction;
    double sum = load->base;
    if (load->bilateral >= 0)
        sum += work->linear.l[load->bilateral];
    if (load->limit >= 0)
        sum += work->unilateral.dynamic.row[load->limit].impulse;
    if (load->row >= 0)
        sum += load->slope * sn_dynamic_row_rate(&f->rows, load->row, work->linear.u);
    if (load->inertia >= 0)
        sum += sn_dynamic_row_rate(&f->rows, load->inertia, work->linear.u);
    return sum;
}

/* s0 and t0: what slips and loads would be without the impulses that are there. */
static void measure(SnWorkspace *work)
{
    SnFrictionRows *f = &work->unilateral.friction;
    for (int i = 0; i < f->n; i++) {
        const SnFrictionRow *row = &f->friction[i];
        f->slip[i] = f->offset[i] + sn_dynamic_row_rate(&f->rows, row->slip, work->linear.u);
        f->load[i] = f->use == SN_FRICTION_HOLDS
                         ? 0
                         : load_now(work, &row->load[0]) + load_now(work, &row->load[1]);
        for (int j = 0; j < f->n; j++) {
            const size_t at = (size_t)i * (size_t)f->n + (size_t)j;
            f->slip[i] -= f->a[at] * f->impulse[j];
            f->load[i] -= f->r[at] * f->impulse[j];
        }
    }
}

/* Whether impulses at a place move it: of a ball in any direction. */
static bool in_force(const SnFrictionRows *f, int i)
{
    const int first = i - f->friction[i].in_ball, count = f->ball[first] ? 3 : 1;
    double answer = 0, freedom = 0;
    for (int k = first; k < first + count; k++) {
        answer = fmax(answer, f->a[(size_t)k * (size_t)(f->n + 1)]);
        freedom = fmax(freedom, f->freedom[k]);
    }
    return answer > IN_FORCE * freedom;
}

/* Places whose slip is in force take the force that their slip asks for. */
static void soften(SnFrictionRows *f)
{
    for (int i = 0; i < f->n; i++) {
        const size_t n = (size_t)f->n, at = (size_t)i;
        const bool of_joint = f->friction[i].node < 0;
        if (of_joint) { /* about the last force, so it vanishes with repetition */
            f->softness[i] =
                fmax(JOINT_SOFTNESS * f->a[at * n + at], LEAST_SOFTNESS * f->freedom[i]);
            f->before[i] = f->impulse[i];
        }
        if (in_force(f, i))
            continue;
        for (size_t j = 0; j < n; j++)
            f->a[at * n + j] = f->a[j * n + at] = 0;
        f->before[i] = of_joint ? 0 : f->before[i];
        double load = f->load[i];
        for (size_t j = 0; j < n; j++)
            load += f->r[at * n + j] * f->impulse[j];
        if (f->share[i] * load > 0)
            f->softness[i] = LEAST_SLIP * f->unit / (f->share[i] * load);
    }
}

/* Next impulses into force; by how much they change, relative. */
static double next_impulses(SnFrictionRows *f)
{
    const SnCoulomb problem = {.n = f->n,
                               .a = f->a,
                               .r = f->r,
                               .slip = f->slip,
                               .load = f->load,
                               .share = f->share,
                               .softness = f->softness,
                               .before = f->before,
                               .ball = f->ball};
    double change = 0, most = 0;
    soften(f);
    memcpy(f->force, f->impulse, (size_t)f->n * sizeof *f->force);
    if (f->use == SN_FRICTION_HOLDS)
        sn_coulomb_hold(&problem, f->force, f->state, f->scratch);
    else
        sn_coulomb_solve(&problem, f->force, f->state, f->scratch);
    for (int i = 0; i < f->n; i++) {
        change = fmax(change, fabs(f->force[i] - f->impulse[i]));
        most = fmax(most, fmax(fabs(f->force[i]), fabs(f->impulse[i])));
        most = fmax(most, f->share[i] * fabs(f->load[i]));
    }
    return most > 0 ? change / most : 0;
}

static double slip_now(const SnWorkspace *work, int i)
{
    const SnFrictionRows *f = &work->unilateral.friction;
    return f->offset[i] + sn_dynamic_row_rate(&f->rows, f->friction[i].slip, work->linear.u);
}

/* The three of a ball: it rests, or its moment is against the slip and at its limit. */
static bool ball_is_settled(const SnWorkspace *work, int first)
{
    const SnFrictionRows *f = &work->unilateral.friction;
    const double limit = f->load[first];
    double slip[3], speed = 0, moment = 0, off = 0;
    for (int k = 0; k < 3; k++) {
        slip[k] = slip_now(work, first + k);
        speed += slip[k] * slip[k];
        moment += f->impulse[first + k] * f->impulse[first + k];
    }
    speed = sqrt(speed);
    for (int k = 0; speed > 0 && k < 3; k++)
        off = fmax(off, fabs(f->impulse[first + k] + limit * slip[k] / speed));
    return sqrt(moment) <= limit * (1 + ACCURACY) &&
           (speed <= ROUNDING * f->unit || off <= ACCURACY * limit);
}

/* Whether the present solution is one already but for rounding: each coordinate rests, or rubs at
 * its limit.  Where coordinates hold each other, forces are open and never settle. */
static bool is_settled(const SnWorkspace *work)
{
    const SnFrictionRows *f = &work->unilateral.friction;
    for (int i = 0; i < f->n; i++) {
        const SnFrictionRow *row = &f->friction[i];
        const double limit = f->load[i];
        if (f->ball[i]) {
            if (!ball_is_settled(work, i))
                return false;
            i += 2;
            continue;
        }
        const double slip = slip_now(work, i);
        const bool rests = fabs(slip) <= ROUNDING * f->unit,
                   rubs = fabs(f->impulse[i] + copysign(limit, slip)) <= ACCURACY * limit;
        if (row->node >= 0 || !(rests || rubs) || fabs(f->impulse[i]) > limit * (1 + ACCURACY))
            return false;
    }
    return true;
}

/* The same of coordinates that are held: those that stick rest. */
static bool is_held(const SnWorkspace *work)
{
    const SnFrictionRows *f = &work->unilateral.friction;
    for (int i = 0; i < f->n; i++)
        if (f->friction[i].node >= 0 ||
            (f->state[i] == SN_SLIP_STICKS && fabs(slip_now(work, i)) > ROUNDING * f->unit))
            return false;
    return true;
}

/* The trapezoidal rule moves by the mean of the velocities before and after a step.  Where light
 * matter swings from step to step, friction against the slip at the end does work over that mean
 * and drives it on: whether that is so anywhere. */
static bool drives_on(const SnWorkspace *work)
{
    const SnFrictionRows *f = &work->unilateral.friction;
    for (int i = 0; f->trapezoidal && i < f->n; i++) {
        double power = 0, size = 0;
        const int first = i;
        for (; i < first + (f->ball[first] ? 3 : 1); i++) {
            power += f->impulse[i] * (f->friction[i].rate_before + slip_now(work, i));
            size += f->impulse[i] * f->impulse[i];
        }
        i--;
        if (size > 0 && power / sqrt(size) > LEAST_SLIP * f->unit)
            return true;
    }
    return false;
}

static SnFault no_solution(const SnState *state, const SnFrictionRows *f)
{
    return sn_fault(SN_FAULT_LCP, f->rows.row[f->friction[0].slip].id, state->time,
                    "Friction here and what it acts against find no balance: try a smaller "
                    "step or less friction.");
}

SnFault sn_friction_solve(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          bool free_first)
{
    assert(!work || work->system == system);
    SnFrictionRows *f = &work->unilateral.friction;
    const size_t bytes = (size_t)system->n_u_active * sizeof(double);
    double change = HUGE_VAL;
    SnFault fault = {0};
    memcpy(f->free_force, work->linear.f, bytes);
    f->n_limits = -1;
    for (int k = 0; k < SOLVES && change > ACCURACY; k++) {
        bool pushes = false;
        memcpy(work->linear.f, f->free_force, bytes);
        for (int i = 0; i < f->n; i++) {
            pushes = pushes || f->impulse[i] != 0;
            sn_dynamic_row_push(&f->rows, f->friction[i].slip, f->impulse[i], work->linear.f);
        }
        fault = sn_solve_one_sided(system, state, work, free_first && k == 0 && !pushes);
        if (fault.code == SN_FAULT_NONE && !same_limits(work) && !make_columns(work))
            fault = no_solution(state, f);
        if (fault.code != SN_FAULT_NONE)
            break;
        measure(work);
        const bool settled =
            k >= SETTLED && (f->use == SN_FRICTION_SLIPS ? is_settled(work) : is_held(work));
        change = settled ? 0 : next_impulses(f);
        const double part = k < PATIENCE ? 1 : 0.5;
        for (int i = 0; change > ACCURACY && i < f->n; i++)
            f->impulse[i] += part * (f->force[i] - f->impulse[i]);
    }
    memcpy(work->linear.f, f->free_force, bytes);
    if (fault.code == SN_FAULT_NONE && change > ACCEPTED && !f->again)
        fault = no_solution(state, f);
    f->rings = fault.code == SN_FAULT_NONE && drives_on(work);
    return fault;
}
