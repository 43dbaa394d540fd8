/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/analyze/leader.h"

#include "engine/base/memory.h"
#include "engine/compile/compile.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/sim/bind/bind.h"

#include <math.h>
#include <string.h>

#define LARGEST_MOVE 0.2 /* of a coordinate between two poses that are solved for [rad or m] */
#define MOST_PARTS   2000

SnSimulation *sn_leader_simulation(SnModel *model, GError **error)
{
    SnCompiled *compiled = sn_compile(model, NULL, NULL, error);
    if (!compiled) {
        sn_model_free(model);
        return NULL;
    }
    SnSimulation *simulation = sn_simulation_new();
    static const SnRecorderSink NOWHERE = {0};
    sn_recorder_set_sink(simulation->recorder, &NOWHERE, NULL);
    const SnFault fault = sn_simulation_install(simulation, model, compiled, true);
    if (fault.code == SN_FAULT_NONE || sn_refuse_fault(simulation, &fault, error))
        return simulation;
    sn_simulation_free(simulation);
    return NULL;
}

bool sn_leader_begin(SnPoseLeader *leader, SnModel *model, GArray *coordinates, GError **error)
{
    *leader = (SnPoseLeader){.coordinates = coordinates};
    if (!sn_analyze_lead(model, coordinates, error)) {
        sn_model_free(model);
        return false;
    }
    leader->simulation = sn_leader_simulation(model, error);
    if (!leader->simulation)
        return false;
    const guint n = coordinates->len;
    leader->input = g_new(int, n + 1);
    double **numbers[] = {&leader->at, &leader->value, &leader->rate, &leader->between,
                          &leader->still};
    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
        *numbers[i] = g_new0(double, n + 1);
    for (guint i = 0; i < n; i++) {
        const SnLedCoordinate *c = &g_array_index(coordinates, SnLedCoordinate, i);
        leader->input[i] =
            sn_bind_input(leader->simulation->compiled->system, c->drive, SN_BIND_DRIVE_VALUE);
        leader->at[i] = leader->value[i] = c->start;
    }
    return true;
}

void sn_leader_end(SnPoseLeader *leader)
{
    if (leader->simulation)
        sn_simulation_free(leader->simulation);
    if (leader->coordinates)
        g_array_free(leader->coordinates, TRUE);
    g_free(leader->input);
    g_free(leader->at);
    g_free(leader->value);
    g_free(leader->rate);
    g_free(leader->between);
    g_free(leader->still);
    *leader = (SnPoseLeader){0};
}

static SnFault follow(SnPoseLeader *leader, double time, const double *value, const double *rate)
{
    const SnFault fault = sn_simulation_follow(
        leader->simulation, time, (int)leader->coordinates->len, leader->input, value, rate);
    return leader->may_lose_paths && fault.code == SN_FAULT_STRING ? (SnFault){0} : fault;
}

/* From `at` to `value` in so many parts, all but the last at rest. */
static SnFault go_in_parts(SnPoseLeader *leader, double time, int parts)
{
    const int n = (int)leader->coordinates->len;
    SnFault fault = {0};
    for (int k = 1; k < parts && fault.code == SN_FAULT_NONE; k++) {
        for (int i = 0; i < n; i++)
            leader->between[i] = leader->at[i] + (leader->value[i] - leader->at[i]) * k / parts;
        fault = follow(leader, time, leader->between, leader->still);
    }
    return fault.code == SN_FAULT_NONE ? follow(leader, time, leader->value, leader->rate) : fault;
}

SnFault sn_leader_go(SnPoseLeader *leader, double time)
{
    SnSimulation *s = leader->simulation;
    const guint n = leader->coordinates->len;
    double farthest = 0;
    for (guint i = 0; i < n; i++)
        farthest = fmax(farthest, fabs(leader->value[i] - leader->at[i]));
    SnState *before = sn_state_copy(s->state);
    SnFault fault;
    for (double parts = fmax(ceil(farthest / LARGEST_MOVE), 1);; parts *= 4) {
        fault = go_in_parts(leader, time, (int)fmin(parts, MOST_PARTS));
        if (fault.code == SN_FAULT_NONE)
            break;
        memcpy(s->state, before, before->size);
        if (parts >= MOST_PARTS)
            break;
    }
    sn_free(before);
    if (fault.code == SN_FAULT_NONE)
        memcpy(leader->at, leader->value, n * sizeof(double));
    return fault;
}
