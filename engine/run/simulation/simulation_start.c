/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start: assembled, and brought to rest where the model asks for it. */
#include "engine/base/memory.h"
#include "engine/run/simulation/simulation_parts.h"
#include "engine/sim/bind/control.h"
#include "engine/sim/path/path_geometry.h"
#include "engine/sim/step/parts.h"

#include <math.h>
#include <string.h>

void sn_simulation_forget_settled(SnSimulation *s)
{
    sn_free(s->settled);
    s->settled = NULL;
}

/* From the assembled state, without anybody's pull. */
static SnFault settle(SnSimulation *s)
{
    SnSystem *system = s->compiled->system;
    SnState *given = sn_state_copy(s->state);
    sn_workspace_set_mouse_spring(s->work, -1, NULL, NULL, 0, 0);
    const SnFault fault = sn_settle(system, s->inputs, s->state, s->work, &s->watch);
    sn_simulation_apply_pull(s);
    if (fault.code == SN_FAULT_NONE) {
        s->moved = sn_largest_move(system, given, s->state, &s->moved_most);
        s->settled = sn_state_copy(s->state);
    }
    sn_free(given);
    return fault;
}

/* An equilibrium is found without the forces of a first step in most cases, and a large model
 * spends a quarter of its start on these; where it is not, they are what it begins with. */
static SnFault find_equilibrium(SnSimulation *s)
{
    const SnSystem *system = s->compiled->system;
    SnFault fault = sn_assemble_unloaded(system, s->inputs, s->state, s->work);
    sn_evaluate(system, s->inputs, s->state, s->work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_paths_check(system, s->state, s->work);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    fault = settle(s);
    if (fault.code != SN_FAULT_SETTLE)
        return fault;
    sn_estimate_reactions(system, s->inputs, s->state, s->work);
    return settle(s);
}

/* From the state as it was made. */
static SnFault find_start(SnSimulation *s)
{
    const SnSystem *system = s->compiled->system;
    sn_simulation_update_inputs(s, 0);
    if (s->settled && system->settle.method != SN_SETTLE_NONE) {
        memcpy(s->state, s->settled, s->state->size);
        sn_evaluate(system, s->inputs, s->state, s->work);
        return (SnFault){0};
    }
    if (system->settle.method == SN_SETTLE_STATIC)
        return find_equilibrium(s);
    const SnFault fault = sn_assemble(system, s->inputs, s->state, s->work);
    if (fault.code != SN_FAULT_NONE || system->settle.method == SN_SETTLE_NONE)
        return fault;
    return settle(s);
}

static void make_state(void *data)
{
    SnSetup *setup = data;
    setup->state = sn_state_new(setup->compiled->system);
}

/* The state is as it was made. */
static SnFault renew_state(SnSimulation *s)
{
    SnSetup fresh = {.compiled = s->compiled};
    if (!sn_memory_try(make_state, NULL, &fresh))
        return sn_memory_fault();
    sn_free(s->state);
    s->state = fresh.state;
    return (SnFault){0};
}

SnFault sn_simulation_begin(SnSimulation *s)
{
    s->assembly = find_start(s);
    sn_recorder_clear(s->recorder);
    if (s->assembly.code == SN_FAULT_NONE) {
        sn_monitor(s->compiled->system, s->inputs, 0, s->state, s->work);
        s->assembly = sn_simulation_sample(s);
    }
    return s->assembly;
}

/* From a new state, whose lack of memory leaves the last one. */
static SnFault begin_anew(SnSimulation *s)
{
    const SnFault fault = renew_state(s);
    if (fault.code != SN_FAULT_NONE)
        return s->assembly = fault;
    return sn_simulation_begin(s);
}

SnFault sn_simulation_restart(SnSimulation *s)
{
    sn_simulation_forget_settled(s);
    return begin_anew(s);
}

SnFault sn_simulation_reset(SnSimulation *s)
{
    if (!s->compiled)
        return (SnFault){0};
    sn_simulation_pull(s, SN_ID_NULL, NULL, NULL);
    return begin_anew(s);
}

SnFault sn_simulation_find_rest(SnSimulation *s)
{
    SnSystem *system = s->compiled->system;
    if (s->settled)
        return (SnFault){0};
    const SnSettleMethod method = system->settle.method;
    SnState *shown = g_steal_pointer(&s->state);
    if (method == SN_SETTLE_NONE)
        system->settle.method = SN_SETTLE_STATIC;
    SnFault fault = renew_state(s);
    if (fault.code == SN_FAULT_NONE)
        fault = find_start(s);
    system->settle.method = method;
    sn_free(s->state);
    s->state = shown;
    sn_simulation_evaluate(s);
    return fault;
}

SnFault sn_simulation_rest_distance(SnSimulation *s, SnRest *rest)
{
    const SnFault fault = sn_rest_distance(s->compiled->system, s->inputs, s->state, s->work, rest);
    sn_simulation_evaluate(s);
    return fault;
}

SnFault sn_simulation_modes(SnSimulation *s, int count, SnModes *modes)
{
    *modes = (SnModes){0};
    SnFault fault = sn_simulation_find_rest(s);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    memcpy(s->state, s->settled, s->state->size);
    fault = sn_modes(s->compiled->system, s->inputs, s->state, s->work, count, modes);
    sn_simulation_evaluate(s);
    return fault;
}

/* The first joint with dry friction; NULL: there is none. */
static const SnSystemJoint *rubbing_joint(const SnSystem *system)
{
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        for (int k = 0; joint->enabled && k < SN_MAX_COORDINATES; k++)
            if (joint->coordinate[k].friction > 0)
                return joint;
    }
    return NULL;
}

SnRest sn_simulation_check_start(SnSimulation *s, SnChecks *checks)
{
    const SnSystem *system = s->compiled->system;
    SnRest rest = {.distance = HUGE_VAL};
    g_assert(s->state->step == 0);
    if (s->assembly.code != SN_FAULT_NONE) {
        sn_checks_add(checks, SN_WARNING, s->assembly.id, "%s", s->assembly.text);
        return rest;
    }
    if (system->contacts.n_rules > 0) {
        sn_checks_add(checks, SN_NOTE, system->contacts.rules[0].id,
                      "how far it starts from rest is not known: friction may hold what touches");
        return rest;
    }
    const SnSystemJoint *rubs = rubbing_joint(system);
    if (rubs) {
        sn_checks_add(checks, SN_NOTE, rubs->id,
                      "how far it starts from rest is not known: friction of joints may hold it");
        return rest;
    }
    const SnFault fault = sn_simulation_rest_distance(s, &rest);
    if (fault.code != SN_FAULT_NONE) {
        rest.distance = HUGE_VAL;
        return rest;
    }
    if (!rest.bound)
        sn_checks_add(checks, SN_NOTE, rest.id,
                      "starts far from rest: nothing near here holds it against its loads, so it "
                      "falls or swings when played");
    else if (rest.distance > system->settle.tolerance)
        sn_checks_add(checks, SN_NOTE, rest.id,
                      "starts %.3g mm from rest, and moves about as far when played; "
                      "settle.method static lets the model start at rest",
                      1e3 * rest.distance);
    return rest;
}

SnFault sn_simulation_follow(SnSimulation *s, double time, int n, const int *input,
                             const double *value, const double *rate)
{
    const SnSystem *system = s->compiled->system;
    g_autofree double *rates = g_new0(double, system->inputs.n + 1);
    s->state->time = time;
    sn_simulation_update_inputs(s, time);
    for (int i = 0; i < n; i++) {
        s->inputs[input[i]] = value[i];
        rates[input[i]] = rate[i];
    }
    return sn_follow(system, s->inputs, rates, s->state, s->work);
}
