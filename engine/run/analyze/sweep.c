/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sweep.h"

#include "engine/base/memory.h"
#include "engine/run/analyze/leader.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/sim/bind/bind.h"
#include "engine/text/refuse.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* A table whose one column leads the coordinate. */
static SnMotionTable *table_of(const SnModel *model, SnTarget coordinate)
{
    SnMotionTable *table = g_new0(SnMotionTable, 1);
    g_autofree char *path = sn_model_path(model, coordinate.id);
    table->n_columns = 1;
    table->n_rows = 1;
    table->names = g_new0(char *, 2);
    table->names[0] = g_strdup_printf(
        "%s:%s", path, sn_model_property(model, coordinate.id, coordinate.row)->name);
    table->time = g_new0(double, 1);
    table->values = g_new0(double, 1);
    return table;
}

/* Coordinates that are led: the one, and those that are to stay. */
static GArray *find_coordinates(const SnModel *model, SnTarget coordinate, GError **error)
{
    SnSimulation *simulation = sn_leader_simulation(sn_model_copy(model), error);
    if (!simulation)
        return NULL;
    SnMotionTable *table = table_of(model, coordinate);
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    GError *none = NULL;
    GArray *found = sn_analyze_coordinates(simulation, table, notes, &none);
    if (!found && notes->len > 0) /* it was passed over, and nothing else is led */
        sn_refuse(error, SN_MODEL_ERROR_VALUE,
                  "that coordinate follows another: choose the one that leads it");
    else if (!found)
        sn_refuse(error, SN_MODEL_ERROR_VALUE,
                  "the joint has no such coordinate in its start pose");
    g_clear_error(&none);
    sn_motion_table_free(table);
    sn_simulation_free(simulation);
    return found;
}

static SnSweep *new_sweep(SnTarget coordinate, SnUnit unit, double low, double high, int n,
                          const SnId *paths, int n_paths)
{
    SnSweep *sweep = g_new0(SnSweep, 1);
    const size_t count = (size_t)n * (size_t)n_paths;
    *sweep = (SnSweep){.coordinate = coordinate, .unit = unit, .n = n, .n_paths = n_paths};
    sweep->paths = g_memdup2(paths, (size_t)n_paths * sizeof *paths);
    sweep->at = g_new(double, n);
    double **results[] = {&sweep->length, &sweep->moment_arm, &sweep->force};
    for (size_t r = 0; r < G_N_ELEMENTS(results); r++) {
        *results[r] = g_new(double, count);
        for (size_t i = 0; i < count; i++)
            (*results[r])[i] = NAN;
    }
    for (int i = 0; i < n; i++)
        sweep->at[i] = low + (high - low) * i / (n - 1);
    return sweep;
}

void sn_sweep_free(SnSweep *sweep)
{
    if (!sweep)
        return;
    g_free(sweep->paths);
    g_free(sweep->at);
    g_free(sweep->length);
    g_free(sweep->moment_arm);
    g_free(sweep->force);
    g_free(sweep->gap);
    g_free(sweep);
}

static double read_one(const SnSimulation *s, SnId id, SnBind bind)
{
    double value[6];
    return sn_bind_read(s->compiled->system, s->inputs, s->state, s->work, id, bind, value) > 0
               ? value[0]
               : (double)NAN;
}

/* At sample i, once as it moves, for what is a rate, and once at rest. */
static SnFault take_sample(SnPoseLeader *leader, SnSweep *sweep, int led, int i)
{
    leader->value[led] = sweep->at[i];
    leader->rate[led] = 1;
    SnFault fault = sn_leader_go(leader, 0);
    leader->rate[led] = 0;
    for (int p = 0; p < sweep->n_paths && fault.code == SN_FAULT_NONE; p++)
        sweep->moment_arm[p * sweep->n + i] =
            -read_one(leader->simulation, sweep->paths[p], SN_BIND_PATH_LENGTH_RATE);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_leader_go(leader, 0);
    for (int p = 0; p < sweep->n_paths && fault.code == SN_FAULT_NONE; p++) {
        const int at = p * sweep->n + i;
        sweep->length[at] = read_one(leader->simulation, sweep->paths[p], SN_BIND_PATH_LENGTH);
        sweep->force[at] = read_one(leader->simulation, sweep->paths[p], SN_BIND_PATH_FORCE);
    }
    return fault;
}

/* From the start to both ends, so that each pose is reached from its neighbour.  False: not to go
 * on. */
static bool take_samples(SnPoseLeader *leader, SnSweep *sweep, int led, SnSweepGoOn go_on,
                         void *data)
{
    const double start = leader->at[led];
    SnState *begin = sn_state_copy(leader->simulation->state);
    int first = 0, done = 0;
    while (first < sweep->n && sweep->at[first] < start)
        first++;
    bool on = true;
    for (int side = 0; side < 2 && on; side++) {
        memcpy(leader->simulation->state, begin, begin->size);
        leader->at[led] = start;
        for (int i = side ? first - 1 : first; i >= 0 && i < sweep->n && on; i += side ? -1 : 1) {
            const SnFault fault = take_sample(leader, sweep, led, i);
            if (fault.code != SN_FAULT_NONE && !sweep->gap) {
                GError *error = NULL;
                sn_refuse_fault(leader->simulation, &fault, &error);
                sweep->gap = g_strdup(error->message);
                g_clear_error(&error);
            }
            if (fault.code != SN_FAULT_NONE)
                break; /* nor beyond */
            on = !go_on || go_on((double)++done / sweep->n, data);
        }
    }
    sn_free(begin);
    return on;
}

SnSweep *sn_sweep_new(const SnModel *model, SnTarget coordinate, double low, double high, int n,
                      const SnId *paths, int n_paths, SnSweepGoOn go_on, void *data, GError **error)
{
    assert(n >= 2 && low < high);
    const SnProperty *row = sn_model_property(model, coordinate.id, coordinate.row);
    GArray *coordinates = find_coordinates(model, coordinate, error);
    if (!coordinates)
        return NULL;
    int led = -1;
    for (guint i = 0; i < coordinates->len; i++)
        if (g_array_index(coordinates, SnLedCoordinate, i).column == 0)
            led = (int)i;
    assert(led >= 0);
    SnPoseLeader leader;
    SnSweep *sweep = NULL;
    if (sn_leader_begin(&leader, sn_model_copy(model), coordinates, error)) {
        sweep = new_sweep(coordinate, row->unit, low, high, n, paths, n_paths);
        if (!take_samples(&leader, sweep, led, go_on, data))
            g_clear_pointer(&sweep, sn_sweep_free);
    }
    sn_leader_end(&leader);
    return sweep;
}
