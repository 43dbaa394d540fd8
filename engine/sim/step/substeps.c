/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step is taken whole, or, where that is refused, in parts: halves, quarters and so on, each a
 * step of its own with everything that a step remembers, until the end of the step is reached.
 * After some parts of a size a longer one is tried again, where the parts so far leave room for it.
 * The state remembers the size, so that the next step begins with it.
 *
 * Inputs of a part are those of the step at its start, middle and end: the parabola through the
 * three values that SnStepInputs has (the quartic, where it has five), a straight line where they
 * lie on one.  Kinematic targets go
 * straight (turn evenly) from where they were at the last step to where they are at its end.
 *
 * With an accuracy (system.accuracy) each part is taken in two halves as well (error_control.c),
 * and again as two parts where its error is larger. */
#include "engine/base/vec.h"
#include "engine/sim/step/error_control.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/check.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define MOST_HALVINGS 8                    /* the smallest part is h / 256 */
#define UNITS         (1 << MOST_HALVINGS) /* smallest parts in a step */
#define CALM          8                    /* parts of a size before a longer one is tried, */
#define LONG_CALM     512 /* by symplectic Euler: each change pushes what swings nearly as fast */

bool sn_step_may_be_mended(SnFaultCode code)
{
    switch (code) {
    case SN_FAULT_NOT_FINITE:
    case SN_FAULT_EXPLODED:
    case SN_FAULT_FACTOR:
    case SN_FAULT_LCP:
    case SN_FAULT_ELEMENT:
    case SN_FAULT_NEWTON:
    case SN_FAULT_OPEN:
    case SN_FAULT_ENERGY:
    case SN_FAULT_STRING:
        return true;
    default:
        return false;
    }
}

/* --- inputs of a part --- */

/* At a fraction s of the step, without kinematic targets. */
static void inputs_at(const SnSystem *system, const SnStepInputs *inputs, double s, double *value)
{
    sn_inputs_within(inputs, system->inputs.n, s, value);
}

/* Poses of kinematic targets at a fraction s of the way. */
static void targets_at(const SnSystem *system, const SnStepInputs *inputs, const SnState *whole,
                       double s, double *value)
{
    for (int i = system->n_active + system->n_attached; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        if (block->target < 0)
            continue;
        const double *last = whole->data + whole->targets + block->memory;
        const double *end = inputs->end + block->target;
        double *pose = value + block->target;
        for (int k = 0; k < 3; k++)
            pose[k] = last[k] + s * (end[k] - last[k]);
        if (block->kind != SN_BLOCK_BODY)
            continue;
        double now[4], before[4], turn[4], angle[3];
        sn_q_copy(end + 3, now);
        sn_q_normalize(now);
        sn_q_conj(last + 3, before);
        sn_q_mul(now, before, turn);
        sn_q_log(turn, angle);
        sn_v3_scale(s, angle, angle);
        sn_q_exp(angle, turn);
        sn_q_mul(turn, last + 3, pose + 3);
    }
}

/* Inputs of the part from unit `from` to unit `to` of the step. */
static SnStepInputs part_inputs(const SnSystem *system, const SnStepInputs *inputs, int from,
                                int to, SnWorkspace *work)
{
    const double start = (double)from / UNITS, end = (double)to / UNITS;
    const int n = system->inputs.n;
    double *at = work->step.part;
    SnStepInputs part = {at, at + n, at + 2 * (size_t)n, at + 3 * (size_t)n, NULL, NULL, NULL};
    inputs_at(system, inputs, start, at);
    inputs_at(system, inputs, 0.5 * (start + end), at + n);
    inputs_at(system, inputs, end, at + 2 * (size_t)n);
    inputs_at(system, inputs, end, at + 3 * (size_t)n);
    targets_at(system, inputs, work->step.whole, end, at + 3 * (size_t)n);
    if (inputs->quarter) {
        double *quarter = at + 4 * (size_t)n, *three_quarters = quarter + n;
        inputs_at(system, inputs, 0.75 * start + 0.25 * end, quarter);
        inputs_at(system, inputs, 0.25 * start + 0.75 * end, three_quarters);
        part.quarter = quarter, part.three_quarters = three_quarters;
    }
    if (to == UNITS)
        part.end = inputs->end;
    return part;
}

/* --- how long the parts are --- */

typedef struct Division {
    int level, calm; /* as in the state */
    int at, parts;   /* units reached, parts taken */
    int missed;      /* of these, with a larger error than asked for */
} Division;

static int calm_of(const SnSystem *system)
{
    return system->method == SN_STEP_SYMPLECTIC_EULER ? LONG_CALM : CALM;
}

static Division recall(const SnState *state)
{
    const double *kept = sn_state_parts_const(state);
    const double level = kept[SN_PARTS_LEVEL], calm = kept[SN_PARTS_CALM];
    return (Division){
        .level = level >= 0 && level <= MOST_HALVINGS ? (int)level : 0,
        .calm = calm >= 0 && calm <= LONG_CALM ? (int)calm : 0,
    };
}

static void remember(const Division *division, SnState *state)
{
    double *kept = sn_state_parts(state);
    kept[SN_PARTS_LEVEL] = division->level;
    kept[SN_PARTS_CALM] = division->calm;
    kept[SN_PARTS_LAST] = division->parts;
    kept[SN_PARTS_CUT] += division->parts > 1;
    kept[SN_PARTS_MISSED] += division->missed > 0;
}

/* A longer part where these have gone well, and where it fits. */
static void lengthen(const SnSystem *system, Division *division)
{
    const int longer = 2 * (UNITS >> division->level);
    if (division->level > 0 && division->calm >= calm_of(system) && division->at % longer == 0) {
        division->level--;
        division->calm = 0;
    }
}

/* --- the step --- */

/* Time since t = 0 of the state after the part that ends at `to`. */
static double part_end_time(const SnSystem *system, const SnState *whole, int to)
{
    const double h = sn_next_time(system, whole) - whole->time;
    return to == UNITS ? sn_next_time(system, whole) : whole->time + h * to / UNITS;
}

/* work.step.force += share x forces of constraint of the part. */
static void add_forces(const SnState *state, SnWorkspace *work, double share)
{
    for (int i = 0; i < state->n_lambda; i++)
        work->step.force[i] += share * sn_state_lambda_const(state)[i];
}

/* A step of which parts are taken. */
typedef struct Whole {
    const SnSystem *system;
    const SnStepInputs *inputs;
    SnState *state;
    SnWorkspace *work;
} Whole;

static bool controls_error(const SnSystem *system)
{
    return system->accuracy > 0 && system->method != SN_STEP_STATIC;
}

static SnFault take_part(void *data, int from, int to)
{
    const Whole *whole = data;
    SnWorkspace *work = whole->work;
    const SnStepInputs part = part_inputs(whole->system, whole->inputs, from, to, work);
    work->step.shortest = to - from <= (controls_error(whole->system) ? 2 : 1); /* tried whole */
    work->step.size = whole->system->step_size * (to - from) / UNITS;
    const SnFault fault = sn_step_part(whole->system, &part, whole->state, work);
    if (fault.code == SN_FAULT_NONE)
        whole->state->time = part_end_time(whole->system, work->step.whole, to);
    return fault;
}

/* The next part in halves.  `accurate`: its error is small enough, or no part can be shorter; a
 * part that may be twice as long calms the division. */
static SnFault take_accurate(const Whole *whole, Division *division, int to, bool *accurate)
{
    const SnSystem *system = whole->system;
    SnWorkspace *work = whole->work;
    const int units = to - division->at;
    double error = 0;
    const SnFault fault = sn_step_halves(system, take_part, (void *)whole, division->at, to,
                                         whole->state, work, &error);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    const bool met = error <= system->accuracy;
    *accurate = met || units == 2;
    if (!*accurate) {
        memcpy(whole->state, work->step.origin, whole->state->size);
        return fault;
    }
    division->missed += !met;
    /* of twice the length: 2^(p + 1) times the error */
    division->calm =
        error * pow(2, sn_step_order(system) + 1) < 0.5 * system->accuracy ? LONG_CALM : 0;
    for (int i = 0; i < whole->state->n_lambda; i++)
        work->step.force[i] += 0.5 * units / UNITS * work->step.half_force[i];
    add_forces(whole->state, work, 0.5 * units / UNITS);
    return fault;
}

static SnFault take_any(const Whole *whole, Division *division, int to, bool *accurate)
{
    *accurate = true;
    if (controls_error(whole->system))
        return take_accurate(whole, division, to, accurate);
    const SnFault fault = take_part((void *)whole, division->at, to);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    add_forces(whole->state, whole->work, (double)(to - division->at) / UNITS);
    division->calm += division->calm < calm_of(whole->system);
    return fault;
}

/* The whole step in parts of its size; on a fault the state is that before the part. */
static SnFault take_parts(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                          SnWorkspace *work, Division *division)
{
    const Whole whole = {system, inputs, state, work};
    const int most = controls_error(system) ? MOST_HALVINGS - 1 : MOST_HALVINGS;
    memcpy(work->step.whole, state, state->size);
    memset(work->step.force, 0, (size_t)state->n_lambda * sizeof(double));
    division->level = division->level < most ? division->level : most;
    while (division->at < UNITS) {
        bool accurate;
        if (sn_step_is_stopped(work))
            return sn_step_stopped(state);
        lengthen(system, division);
        const int to = division->at + (UNITS >> division->level);
        const SnFault fault = take_any(&whole, division, to, &accurate);
        if (fault.code == SN_FAULT_NONE && accurate) {
            division->at = to;
            division->parts++;
        } else if (fault.code == SN_FAULT_NONE ||
                   (sn_step_may_be_mended(fault.code) && division->level < most)) {
            division->level++;
            division->calm = 0;
        } else {
            return fault;
        }
    }
    return (SnFault){0};
}

/* What the whole step did: its mean acceleration and forces of constraint. */
static void finish_whole(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    const double h = system->step_size;
    memcpy(sn_state_lambda(state), work->step.force, (size_t)state->n_lambda * sizeof(double));
    const double *before = sn_state_u_const(work->step.whole);
    for (int i = 0; i < system->n_u; i++)
        sn_state_acceleration(state)[i] = (sn_state_u_const(state)[i] - before[i]) / h;
    memcpy(work->step.backup, work->step.whole, work->step.whole->size);
}

SnFault sn_step(const SnSystem *system, const double *inputs, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    const SnStepInputs held = sn_step_inputs_constant(inputs);
    return sn_step_varying(system, &held, state, work);
}

SnFault sn_step_varying(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                        SnWorkspace *work)
{
    assert(!work || work->system == system);
    /* numbers that hands have put into the state are for the step itself to refuse */
    SnFault fault = work->checked ? sn_system_check(system) : (SnFault){0};
    if (fault.code != SN_FAULT_NONE)
        return fault;
    if (work->timing.on)
        memset(work->timing.phases, 0, sizeof work->timing.phases);
    sn_phase_begin(work);
    Division division = recall(state);
    bool whole = division.level == 0 && !controls_error(system);
    work->step.size = system->step_size;
    work->step.shortest = false;
    if (whole) {
        const double next = sn_next_time(system, state);
        fault = sn_step_part(system, inputs, state, work);
        if (fault.code == SN_FAULT_NONE) {
            state->time = next;
            division.parts = 1;
        } else if (sn_step_may_be_mended(fault.code) && system->method != SN_STEP_STATIC) {
            whole = false;
            division.level = 1;
        }
    }
    if (!whole) {
        fault = take_parts(system, inputs, state, work, &division);
        if (fault.code == SN_FAULT_NONE)
            finish_whole(system, state, work);
        else
            memcpy(state, work->step.whole, state->size);
    }
    if (fault.code == SN_FAULT_NONE) {
        remember(&division, state);
        state->step++;
    } else {
        sn_step_evaluate(system, inputs->end, state, work);
    }
    work->step.size = system->step_size;
    sn_scratch_expect_empty(work);
    return fault;
}
