/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sweep.h"

#include "engine/base/memory.h"
#include "engine/run/analyze/leader.h"
#include "engine/run/analyze/sweep_gap.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/sim/bind/bind.h"
#include "engine/text/refuse.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* What is taken for a jump of a length [m]; how far it may be from what moment arms at two samples
 * say, as a share of that, before it is looked for; how often it is halved. */
#define LEAST_JUMP 1e-4
#define OFF_COURSE 0.3
#define HALVINGS   20

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

/* --- samples --- */

typedef struct Sweeping {
    SnPoseLeader *leader;
    SnSweep *sweep;
    int led;       /* of the leader's coordinates */
    bool *reached; /* [n] */
    GArray *jumps; /* SnSweepJump */
    char *stopped; /* why there is no pose beyond; NULL: there is */
} Sweeping;

/* Whether a path has no way over its surfaces in this pose. */
static bool is_lost(const SnSimulation *s, SnId id)
{
    const SnSystem *system = s->compiled->system;
    for (int i = 0; i < system->paths.n; i++)
        if (sn_id_equal(system->paths.paths[i].id, id))
            return s->work->forces.paths[i].lost;
    return false;
}

static double read_one(const SnSimulation *s, SnId id, SnBind bind)
{
    double value[6];
    return !is_lost(s, id) && sn_bind_read(s->compiled->system, s->inputs, s->state, s->work, id,
                                           bind, value) > 0
               ? value[0]
               : (double)NAN;
}

static SnFault go_to(Sweeping *s, double at, double rate)
{
    s->leader->value[s->led] = at;
    s->leader->rate[s->led] = rate;
    return sn_leader_go(s->leader, 0);
}

/* At sample i, once as it moves, for what is a rate, and once at rest. */
static SnFault take_sample(Sweeping *s, int i)
{
    SnSweep *sweep = s->sweep;
    const SnSimulation *simulation = s->leader->simulation;
    SnFault fault = go_to(s, sweep->at[i], 1);
    for (int p = 0; p < sweep->n_paths && fault.code == SN_FAULT_NONE; p++)
        sweep->moment_arm[p * sweep->n + i] =
            -read_one(simulation, sweep->paths[p], SN_BIND_PATH_LENGTH_RATE);
    if (fault.code == SN_FAULT_NONE)
        fault = go_to(s, sweep->at[i], 0);
    for (int p = 0; p < sweep->n_paths && fault.code == SN_FAULT_NONE; p++) {
        const int at = p * sweep->n + i;
        sweep->length[at] = read_one(simulation, sweep->paths[p], SN_BIND_PATH_LENGTH);
        sweep->force[at] = read_one(simulation, sweep->paths[p], SN_BIND_PATH_FORCE);
    }
    s->reached[i] = fault.code == SN_FAULT_NONE;
    return fault;
}

/* Whether the length of path p goes from sample i to k as its moment arms there say, roughly. */
static bool goes_smoothly(const SnSweep *sweep, int p, int i, int k)
{
    const double *length = sweep->length + p * sweep->n, *arm = sweep->moment_arm + p * sweep->n;
    const double step = sweep->at[k] - sweep->at[i];
    const double most = fmax(fabs(arm[i]), fabs(arm[k])) * fabs(step);
    const double off = length[k] - length[i] + 0.5 * (arm[i] + arm[k]) * step;
    return !(fabs(off) > fmax(LEAST_JUMP, OFF_COURSE * most)); /* NAN: there is none */
}

/* Halves the way from sample i to k, and what of it has the larger change of length of path p,
 * until only a jump is left of it.  Ends where it began, at k. */
static void find_jump(Sweeping *s, int p, int i, int k)
{
    const SnSweep *sweep = s->sweep;
    const double *length = sweep->length + p * sweep->n;
    double from = sweep->at[i], to = sweep->at[k], first = length[i], last = length[k];
    bool there = true;
    for (int halving = 0; halving < HALVINGS && there; halving++) {
        const double middle = 0.5 * (from + to);
        there = go_to(s, middle, 0).code == SN_FAULT_NONE;
        const double now = read_one(s->leader->simulation, sweep->paths[p], SN_BIND_PATH_LENGTH);
        there = there && !isnan(now); /* without a way in between it is not a jump */
        if (fabs(now - first) > fabs(last - now))
            to = middle, last = now;
        else
            from = middle, first = now;
    }
    there = go_to(s, sweep->at[k], 0).code == SN_FAULT_NONE && there;
    const SnSweepJump jump = {p, to, last - first};
    if (there && fabs(jump.by) > LEAST_JUMP)
        g_array_append_val(s->jumps, jump);
}

/* From the start to both ends, so that each pose is reached from its neighbour.  False: not to go
 * on. */
static bool take_samples(Sweeping *s, SnSweepGoOn go_on, void *data)
{
    SnPoseLeader *leader = s->leader;
    SnSweep *sweep = s->sweep;
    const double start = leader->at[s->led];
    SnState *begin = sn_state_copy(leader->simulation->state);
    int first = 0, done = 0;
    while (first < sweep->n && sweep->at[first] < start)
        first++;
    bool on = true;
    for (int side = 0; side < 2 && on; side++) {
        const int way = side ? -1 : 1;
        memcpy(leader->simulation->state, begin, begin->size);
        leader->at[s->led] = start;
        for (int i = side ? first - 1 : first; i >= 0 && i < sweep->n && on; i += way) {
            const SnFault fault = take_sample(s, i);
            if (fault.code != SN_FAULT_NONE && !s->stopped) {
                GError *error = NULL;
                sn_refuse_fault(leader->simulation, &fault, &error);
                s->stopped = g_strdup(error->message);
                g_clear_error(&error);
            }
            if (fault.code != SN_FAULT_NONE)
                break; /* nor beyond */
            const int before = i - way;
            for (int p = 0; p < sweep->n_paths && before >= 0 && before < sweep->n; p++)
                if (s->reached[before] && !goes_smoothly(sweep, p, before, i))
                    find_jump(s, p, before, i);
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
        leader.may_lose_paths = true;
        Sweeping s = {&leader, sweep, led, g_new0(bool, n), NULL, NULL};
        s.jumps = g_array_new(FALSE, FALSE, sizeof(SnSweepJump));
        if (take_samples(&s, go_on, data))
            sweep->gap = sn_sweep_gap(model, sweep, s.reached, s.jumps, s.stopped);
        else
            g_clear_pointer(&sweep, sn_sweep_free);
        g_array_unref(s.jumps);
        g_free(s.reached);
        g_free(s.stopped);
    }
    sn_leader_end(&leader);
    return sweep;
}
