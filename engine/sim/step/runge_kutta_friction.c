/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction of joints in Runge and Kutta's method.  A coordinate slips one way, against a force that
 * is its limit, or it sticks, held by any force within that; the motion is smooth as long as each
 * does what it does.  Where one comes to rest, or the force that holds one reaches its limit, a
 * span ends (runge_kutta_events.c).  What begins one at rest sticks, or slips the way that the
 * accelerations there say, by Coulomb's law for all of them together (linsolve/coulomb.h).  */
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/friction.h"
#include "engine/sim/step/runge_kutta.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Of the model's size, at most 1 m, or of a radian: what moves less in a step is at rest, and what
 * stops is left that near to it. */
#define RESTS 1e-9
#define STOPS 1e-12
/* Of a step: the moment of a stop. */
#define MOMENT       1e-12
#define MOST_GUESSES 60
/* A force of friction beyond its limit, relative. */
#define BEYOND 1e-9
/* Time constant over the step in which what sticks, and moves by an error, comes back to rest. */
#define BACK 2

static double scale(const SnRungeKutta *k)
{
    return fmin(k->system->length_scale, 1) / k->work->step.size;
}

static double limit_of(const SnFrictionRow *row)
{
    return row->load[0].weight;
}

void sn_runge_kutta_rubs_begin(SnRungeKutta *k)
{
    assert(k->work->system == k->system);
    k->n_rubs = sn_friction_joints(k->system, k->state, NULL);
    memset(k->rub_force, 0, (size_t)k->n_rubs * sizeof *k->rub_force);
    memset(k->rub_mode, 0, (size_t)k->n_rubs * sizeof *k->rub_mode);
}

/* --- accelerations --- */

static bool any_sticks(const SnRungeKutta *k)
{
    for (int i = 0; i < k->n_rubs; i++)
        if (k->rub_mode[i] == 0)
            return true;
    return false;
}

static void look_at_rubs(void *data, double share)
{
    const SnRungeKutta *k = data;
    sn_friction_joint_rates(k->system, k->state, k->work, k->rub_rate);
    for (int i = 0; i < k->n_rubs; i++)
        k->rub_turned[i] += share * k->rub_rate[i];
}

void sn_runge_kutta_turn_rubs(SnRungeKutta *k)
{
    if (!any_sticks(k))
        return;
    memset(k->rub_turned, 0, (size_t)k->n_rubs * sizeof(double));
    sn_along_motion(k->system, k->state, k->work, look_at_rubs, k);
}

void sn_runge_kutta_push_rubs(const SnRungeKutta *k, double *f)
{
    const SnFrictionRows *rows = &k->work->unilateral.friction;
    for (int i = 0; i < k->n_rubs; i++)
        if (k->rub_mode[i] != 0)
            sn_dynamic_row_push(&rows->rows, rows->friction[i].slip,
                                -k->rub_mode[i] * limit_of(&rows->friction[i]), f);
}

/* Coordinates that slip have their force already. */
static void leave_out(const SnRungeKutta *k, SnFrictionUse use)
{
    SnFrictionRows *rows = &k->work->unilateral.friction;
    for (int i = 0; i < k->n_rubs; i++) {
        const bool sticks = k->rub_mode[i] == 0;
        rows->state[i] = sticks ? SN_SLIP_STICKS : SN_SLIP_LOOSE;
        rows->share[i] = sticks;
    }
    rows->again = false;
    rows->use = any_sticks(k) ? use : SN_FRICTION_OFF;
}

static const SnFrictionAim AT_REST = {.unknown = SN_FRICTION_CORRECTION, .impulse = 1, .weight = 1};

void sn_runge_kutta_hold_rubs(SnRungeKutta *k)
{
    SnFrictionRows *rows = &k->work->unilateral.friction;
    const double time = BACK * k->work->step.size;
    assert(rows->n == k->n_rubs);
    sn_friction_aim(k->system, k->state, k->work, &AT_REST);
    rows->unit /= k->work->step.size;
    for (int i = 0; i < k->n_rubs; i++)
        rows->offset[i] =
            k->rub_turned[i] + (k->finds_rubs ? 0 : 2 * rows->friction[i].rate / time);
    leave_out(k, k->finds_rubs ? SN_FRICTION_SLIPS : SN_FRICTION_HOLDS);
}

void sn_runge_kutta_rest_rubs(SnRungeKutta *k)
{
    SnFrictionRows *rows = &k->work->unilateral.friction;
    if (k->n_rubs == 0)
        return;
    assert(rows->n == k->n_rubs);
    sn_friction_aim(k->system, k->state, k->work, &AT_REST);
    for (int i = 0; i < k->n_rubs; i++)
        rows->offset[i] = rows->rows.row[rows->friction[i].slip].prescribed;
    leave_out(k, SN_FRICTION_HOLDS);
}

void sn_runge_kutta_add_rubs(SnRungeKutta *k, int stage, double weight)
{
    const SnFrictionRows *rows = &k->work->unilateral.friction;
    for (int i = 0; i < k->n_rubs; i++) {
        const double limit = limit_of(&rows->friction[i]);
        const bool sticks = k->rub_mode[i] == 0;
        const double force = sticks ? rows->impulse[i] : -k->rub_mode[i] * limit;
        k->span_rub_force[i] += weight * fmax(-limit, fmin(force, limit));
        if (sticks && stage > 0 && fabs(force) > (1 + BEYOND) * limit)
            k->released = true;
    }
}

/* --- where a span begins --- */

SnFault sn_runge_kutta_find_rubs(SnRungeKutta *k)
{
    const SnFrictionRows *rows = &k->work->unilateral.friction;
    SnFault fault = {0};
    if (k->n_rubs == 0)
        return fault;
    sn_kinematics(k->system, sn_state_q_const(k->state), sn_state_u_const(k->state), k->work);
    sn_friction_joint_rates(k->system, k->state, k->work, k->rub_rate);
    for (int i = 0; i < k->n_rubs; i++) {
        const bool rests = fabs(k->rub_rate[i]) <= RESTS * scale(k);
        k->rub_start[i] = k->rub_rate[i];
        k->rub_mode[i] = rests ? 0 : copysign(1, k->rub_rate[i]);
    }
    if (!any_sticks(k))
        return fault;
    k->finds_rubs = true;
    fault = sn_runge_kutta_accelerations(k, sn_runge_kutta_inputs(k, 0).start);
    k->finds_rubs = false;
    for (int i = 0; fault.code == SN_FAULT_NONE && i < k->n_rubs; i++)
        if (k->rub_mode[i] == 0)
            k->rub_mode[i] = rows->state[i] == SN_SLIP_FORWARD    ? 1
                             : rows->state[i] == SN_SLIP_BACKWARD ? -1
                                                                  : 0;
    return fault;
}

/* --- events --- */

/* Least rate of what slips, the way it does, at the end of the span; and at its start of the same
 * coordinate. */
static double least_rate(SnRungeKutta *k, double *start)
{
    double least = HUGE_VAL;
    sn_kinematics(k->system, sn_state_q_const(k->state), sn_state_u_const(k->state), k->work);
    sn_friction_joint_rates(k->system, k->state, k->work, k->rub_rate);
    for (int i = 0; i < k->n_rubs; i++) {
        const double rate = k->rub_mode[i] * k->rub_rate[i];
        if (k->rub_mode[i] != 0 && rate < least) {
            least = rate;
            *start = k->rub_mode[i] * k->rub_start[i];
        }
    }
    return least;
}

SnFault sn_runge_kutta_locate_stop(SnRungeKutta *k, double *size)
{
    const double stops = STOPS * scale(k);
    double start = 0, rate = least_rate(k, &start);
    if (k->n_rubs == 0 || rate > -2 * stops)
        return (SnFault){0};
    double low = 0, high = *size, rate_low = start + stops, rate_high = rate + stops;
    for (int guess = 0; guess < MOST_GUESSES; guess++) {
        const bool halves = guess % 3 == 2 || !(rate_low > stops);
        const double at = low + (halves ? 0.5 : rate_low / (rate_low - rate_high)) * (high - low);
        if (high - low <= MOMENT * k->work->step.size)
            break;
        const SnFault fault = sn_runge_kutta_span(k, at);
        *size = at;
        rate = least_rate(k, &start) + stops;
        if (fault.code != SN_FAULT_NONE || fabs(rate) <= 0.5 * stops)
            return fault;
        if (rate > 0)
            low = at, rate_low = rate;
        else
            high = at, rate_high = rate;
    }
    *size = high;
    return sn_runge_kutta_span(k, high);
}

/* --- the part --- */

void sn_runge_kutta_keep_rubs(SnRungeKutta *k)
{
    SnFrictionRows *rows = &k->work->unilateral.friction;
    if (k->n_rubs == 0)
        return;
    assert(rows->n == k->n_rubs);
    memcpy(rows->impulse, k->rub_force, (size_t)k->n_rubs * sizeof(double));
    sn_friction_keep_joints(k->system, k->work, 1, k->state);
}
