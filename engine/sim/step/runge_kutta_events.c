/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of joints that are reached or left within a part of a step by Runge and Kutta's method.
 * The motion is smooth only between these events, so a part is taken in spans from one to the next:
 * a span that ends beyond a limit, or in which a limit ceases to push, is taken again up to the
 * moment at which that happens (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I,
 * II.6).  There the impulses of an impact follow with the limit's restitution; limits that touch
 * and push hold for accelerations in the next span.  What drives do at once comes at the start. */
#include "engine/sim/motion/motion.h"
#include "engine/sim/step/runge_kutta.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Of the model's size, at most 1 m, or of a radian: a limit that is reached, one that touches, one
 * that pushed in the last step still does. */
#define REACHED 1e-10
#define TOUCHES 1e-9
#define STAYS   1e-5
/* Of a step: the moment of an event. */
#define MOMENT 1e-12
#define LEAVES 1e-6
/* Events of a part; what comes after them is not looked for, but stopped at its end. */
#define MOST_EVENTS  16
#define MOST_GUESSES 60

static double scale(const SnRungeKutta *k)
{
    return fmin(k->system->length_scale, 1);
}

static bool limits(const SnRungeKutta *k, int i)
{
    return sn_limit_traits(k->system, i).enabled;
}

static double rate_of(const SnRungeKutta *k, int i, const double *u)
{
    return sn_row_rate(k->system, &k->system->joints.limits[i],
                       (const double(*)[6])k->work->rows.limit[i], u);
}

/* --- where the span begins --- */

/* Gaps there, and which limits touch: `held`.  True: one of them is hit. */
static bool find_touching(SnRungeKutta *k)
{
    const double h = k->work->step.size, *u = sn_state_u_const(k->state);
    bool hit = false;
    sn_kinematics(k->system, sn_state_q_const(k->state), u, k->work);
    sn_rows(k->system, k->state, k->work, true, &k->work->rows);
    for (int i = 0; i < k->system->joints.n_limits; i++) {
        if (!limits(k, i)) {
            k->held[i] = 0;
            continue;
        }
        const double near = (k->held[i] != 0 ? STAYS : TOUCHES) * scale(k);
        const double rate = rate_of(k, i, u);
        k->gap[i] = k->work->rows.gap[i];
        k->held[i] = k->gap[i] <= near && rate <= near / h;
        hit = hit || (k->held[i] != 0 && rate < -near / h);
    }
    return hit;
}

/* Rates at which the limits that are hit fly back, into `rebound`: their restitution, but where
 * forces alone make the speed of the impact in two steps. */
static SnFault find_rebounds(SnRungeKutta *k)
{
    const SnDynamicRows *rows = &k->work->unilateral.dynamic;
    bool any = false;
    for (int i = 0; i < k->system->joints.n_limits; i++) {
        k->rebound[i] = k->held[i] != 0 ? sn_limit_traits(k->system, i).restitution : 0;
        any = any || k->rebound[i] > 0;
    }
    if (!any)
        return (SnFault){0};
    k->without_limits = true;
    const SnFault fault = sn_runge_kutta_accelerations(k, sn_runge_kutta_inputs(k, 0).start);
    k->without_limits = false;
    for (int i = 0; fault.code == SN_FAULT_NONE && i < rows->n; i++) {
        const SnDynamicRow *row = &rows->row[i];
        if (row->class != &sn_joint_limits || !(k->rebound[row->feature] > 0))
            continue;
        const double before =
            sn_dynamic_row_rate(rows, i, sn_state_u_const(k->state)) + row->prescribed;
        const double forced =
            sn_dynamic_row_rate(rows, i, k->work->linear.u) + k->turned[row->feature];
        const bool fast = before < -2 * k->work->step.size * fabs(forced);
        k->rebound[row->feature] *= fast ? -before : 0;
    }
    return fault;
}

/* Velocities after the impact, and its impulses as part of the mean forces. */
static SnFault collide(SnRungeKutta *k)
{
    const SnDynamicRows *rows = &k->work->unilateral.dynamic;
    const double h = k->work->step.size;
    SnFault fault = find_rebounds(k);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_factor_mass(k->system, sn_runge_kutta_inputs(k, 0).start, k->state, k->work);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    for (int i = 0; i < rows->n; i++) {
        SnDynamicRow *row = &rows->row[i];
        const bool held = row->class == &sn_joint_limits && k->held[row->feature] != 0;
        row->bound = held ? k->rebound[row->feature] - row->prescribed : -HUGE_VAL;
        row->softness = row->impulse = 0;
    }
    fault = sn_admit_within(k->system, k->state, k->work);
    for (int i = 0; i < k->system->rows.n; i++)
        k->force[i] -= k->work->bilateral.active[i] ? k->work->linear.l[i] / h : 0;
    for (int i = 0; i < rows->n; i++)
        if (rows->row[i].class == &sn_joint_limits)
            k->limit_force[rows->row[i].feature] += rows->row[i].impulse / h;
    return fault;
}

/* --- events --- */

/* Least gap at the end of the span of the limits that were open at its start and have not held
 * since. */
static double least_gap(SnRungeKutta *k)
{
    double least = HUGE_VAL;
    sn_kinematics(k->system, sn_state_q_const(k->state), sn_state_u_const(k->state), k->work);
    sn_rows(k->system, k->state, k->work, false, &k->work->rows);
    for (int i = 0; i < k->system->joints.n_limits; i++)
        if (limits(k, i) && k->held[i] == 0 && k->gap[i] >= -TOUCHES * scale(k))
            least = fmin(least, k->work->rows.gap[i]);
    return least;
}

/* The span up to where the first limit is reached: regula falsi, in turns with halving. */
static SnFault locate_impact(SnRungeKutta *k, double gap, double *size)
{
    const double reached = REACHED * scale(k);
    double low = 0, high = *size, gap_low = TOUCHES * scale(k), gap_high = gap;
    for (int i = 0; i < k->system->joints.n_limits; i++) /* of those that are beyond */
        if (limits(k, i) && k->held[i] == 0 && k->work->rows.gap[i] < 0)
            gap_low = fmax(gap_low, k->gap[i]);
    for (int guess = 0; guess < MOST_GUESSES; guess++) {
        const double share = guess % 3 == 2 ? 0.5 : gap_low / (gap_low - gap_high);
        const double at = low + share * (high - low);
        if (fabs(gap) <= reached || high - low <= MOMENT * k->work->step.size)
            break;
        const SnFault fault = sn_runge_kutta_span(k, at);
        if (fault.code != SN_FAULT_NONE)
            return fault;
        gap = least_gap(k);
        if (gap <= reached) /* as good as reached: what touches is hit */
            high = at, gap_high = fmin(gap, -REACHED * reached);
        else
            low = at, gap_low = gap;
    }
    *size = high;
    return sn_runge_kutta_span(k, high);
}

/* The span up to where a limit lets go, or something begins to slip; often that is at once. */
static SnFault locate_release(SnRungeKutta *k, double *size)
{
    const double shortest = LEAVES * k->work->step.size;
    double low = 0, high = *size;
    while (high - low > shortest) {
        const double at = low == 0 ? shortest : 0.5 * (low + high);
        const SnFault fault = sn_runge_kutta_span(k, at);
        if (fault.code != SN_FAULT_NONE)
            return fault;
        *(k->released ? &high : &low) = at;
    }
    *size = high;
    return sn_runge_kutta_span(k, high);
}

/* The next span, at most to the end of the part. */
static SnFault take_span(SnRungeKutta *k, bool look, double *size)
{
    SnFault fault = sn_runge_kutta_span(k, *size);
    if (fault.code != SN_FAULT_NONE || !look || k->system->joints.n_limits + k->n_rubs == 0)
        return fault;
    const double gap = least_gap(k);
    if (gap < -REACHED * scale(k))
        fault = locate_impact(k, gap, size);
    if (fault.code == SN_FAULT_NONE && k->n_rubs > 0)
        fault = sn_runge_kutta_locate_stop(k, size);
    if (fault.code == SN_FAULT_NONE && k->released && !k->holds_on)
        fault = locate_release(k, size);
    return fault;
}

/* --- the part --- */

static void begin(SnRungeKutta *k)
{
    const double *z = sn_state_z_const(k->state);
    memset(k->force, 0, (size_t)k->system->rows.n * sizeof(double));
    memset(k->limit_force, 0, (size_t)k->system->joints.n_limits * sizeof(double));
    for (int i = 0; i < k->system->joints.n_limits; i++)
        k->held[i] = z[i] > 0;
    sn_runge_kutta_rubs_begin(k);
    k->at = 0;
    k->holds_on = false;
}

/* What lets go as soon as it is found to hold, twice on end, is held by two that share its force
 * anyhow, as a limit and the friction of its coordinate: it holds on to the end of the part. */
static void note_release(SnRungeKutta *k, double size, int *at_once)
{
    const bool now = k->released && size <= LEAVES * k->work->step.size;
    *at_once = now ? *at_once + 1 : 0;
    k->holds_on = k->holds_on || *at_once == 2;
}

/* Mean forces over the part into the state. */
static void keep_forces(SnRungeKutta *k)
{
    double *z = sn_state_z(k->state);
    memcpy(sn_state_lambda(k->state), k->force, (size_t)k->system->rows.n * sizeof(double));
    memset(z, 0, (size_t)k->state->n_z * sizeof(double));
    k->state->active = 0;
    for (int i = 0; i < k->system->joints.n_limits; i++) {
        z[i] = k->limit_force[i];
        k->state->active += z[i] > 0;
    }
}

SnFault sn_runge_kutta_spans(SnRungeKutta *k)
{
    assert(k->work->system == k->system);
    const double whole = k->work->step.size;
    SnFault fault = {0};
    int at_once = 0; /* releases on end */
    begin(k);
    for (int events = 0; fault.code == SN_FAULT_NONE && k->at < whole; events++) {
        double size = whole - k->at;
        const double rest = size;
        k->time = k->at;
        bool hit = k->system->joints.n_limits > 0 && find_touching(k);
        hit = sn_runge_kutta_drives_jump(k) || hit;
        if (hit)
            fault = collide(k);
        if (fault.code == SN_FAULT_NONE)
            fault = sn_runge_kutta_find_rubs(k);
        sn_runge_kutta_begin(k);
        if (fault.code == SN_FAULT_NONE)
            fault = take_span(k, events < MOST_EVENTS, &size);
        note_release(k, size, &at_once);
        sn_runge_kutta_move_drives(k, k->at + size);
        if (fault.code == SN_FAULT_NONE)
            fault = sn_runge_kutta_project(k);
        for (int i = 0; i < k->system->rows.n; i++)
            k->force[i] += size / whole * k->span_force[i];
        for (int i = 0; i < k->system->joints.n_limits; i++)
            k->limit_force[i] += size / whole * k->span_limit_force[i];
        for (int i = 0; i < k->n_rubs; i++)
            k->rub_force[i] += size / whole * k->span_rub_force[i];
        k->at = size == rest ? whole : k->at + size;
    }
    if (fault.code == SN_FAULT_NONE)
        sn_runge_kutta_keep_rubs(k);
    keep_forces(k);
    sn_runge_kutta_leave_drives(k);
    return fault;
}
