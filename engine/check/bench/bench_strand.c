/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands: a block and tackle with as many pulleys on the bar as the case says (Sueda 2010, table
 * 6.1), built by hand, and demos. */
#include "engine/check/bench/bench.h"

#include "engine/base/clock.h"
#include "engine/check/build/build_curve_coordinate.h"
#include "engine/check/build/build_strand.h"
#include "engine/sim/strand/pulley.h"

#include <math.h>
#include <string.h>

enum { STEPS = 1000, TIMED_STEPS = 200, WARM_UP = 100, AROUND = 3 };

/* The strand goes from the ceiling over pulleys on the bar and on the ceiling by turns, and holds
 * 1.1 times the weight that would balance. */
static SnTrial tackle(int n)
{
    static const double origin[3] = {0}, gravity[3] = {0, 0, -9.81};
    static const double z_to_y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0};
    const double bar_mass = 1000, radius = 0.05, height = 1, half = radius * (2 * n - 1);
    const double size = bar_mass * half * half / 3 + 1, moments[3] = {size, size, size};
    const double center[3] = {half, 0, -height}, end[3] = {4 * radius * n, 0, -height};
    const SnStrandParameters p = {
        .line_density = 1e-3, .gravity = {0, 0, -9.81}, .inextensible = true, .muscle = -1};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int n_nodes = 2 * AROUND * n + 2;
    SnBuildStrandNode *nodes = g_new0(SnBuildStrandNode, n_nodes);
    int *guides = g_new(int, 2 * n);
    const int bar = sn_build_body(build, bar_mass, moments, center, NULL);
    const int weight = sn_build_particle(build, 1.1 * bar_mass / (2 * n), end);
    nodes[0].point = sn_build_point(build, SN_BUILD_WORLD, origin);
    nodes[n_nodes - 1].point = sn_build_point(build, weight, origin);
    for (int k = 0; k < 2 * n; k++) {
        const bool above = k % 2;
        const double place[3] = {radius * (2 * k + 1) - (above ? 0 : half), 0, 0};
        guides[k] = sn_build_ellipse(build, SN_GUIDE_WRAPPED, above ? SN_BUILD_WORLD : bar, place,
                                     z_to_y, radius, radius);
        sn_build_pulley_nodes(build, guides[k], AROUND, -1, nodes + 1 + AROUND * k);
    }
    sn_build_strand(build, &p, 0, false, n_nodes, nodes);
    for (int k = 0; k < 2 * n; k++) /* z of the guides is y, their y is -z */
        sn_build_pulley(build, guides[k], 1 + AROUND * k, AROUND, k % 2 ? 1 : -1, -1, false);
    g_free(guides);
    g_free(nodes);
    SnSystem *system = sn_build_finish(build, gravity);
    sn_strand_lay(system, 0, 0, 1);
    return sn_trial_new(system, SN_LINSOLVE_AUTO);
}

static void time_steps(SnTrial *trial, SnBenchResult *result)
{
    double *wall = g_new0(double, STEPS), *times = g_new0(double, SN_PHASE_COUNT *TIMED_STEPS);
    sn_trial_steps(trial, WARM_UP);
    const int64_t cpu = sn_bench_cpu_ns();
    int64_t from = sn_clock_ns();
    for (int i = 0; i < STEPS; i++) {
        sn_trial_steps(trial, 1);
        const int64_t to = sn_clock_ns();
        wall[i] = 1e-6 * (double)(to - from);
        from = to;
    }
    result->cpu_ms = 1e-6 * (double)(sn_bench_cpu_ns() - cpu) / STEPS;
    result->steps = STEPS;
    sn_bench_percentiles(wall, STEPS, &result->median_ms, &result->p95_ms);
    sn_workspace_set_timing(trial->work, true);
    for (int i = 0; i < TIMED_STEPS; i++) {
        sn_trial_steps(trial, 1);
        for (int k = 0; k < SN_PHASE_COUNT; k++)
            times[k * TIMED_STEPS + i] = sn_workspace_phases(trial->work)[k];
    }
    for (int k = 0; k < SN_PHASE_COUNT; k++) {
        double p95;
        sn_bench_percentiles(times + k * TIMED_STEPS, TIMED_STEPS, &result->phase_ms[k], &p95);
    }
    g_free(wall);
    g_free(times);
}

bool sn_bench_pulleys(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                      GError **error)
{
    const int n = this_case->size;
    SnTrial trial = tackle(n);
    result->name = this_case->name;
    time_steps(&trial, result);
    const SnSystem *system = trial.system;
    result->dofs = system->n_u_active;
    result->constraints = system->rows.n + system->rows.n_limits;
    result->realtime_factor = 1e3 * system->step_size / result->median_ms;
    const double mass = 1.1 * 1000 / (2 * n), ratio = 2 * n;
    const double a = -9.81 * (mass - 1000 / ratio) / (mass + 1000 / (ratio * ratio));
    const double found = sn_state_u_const(trial.state)[system->blocks[1].u + 2] / trial.state->time;
    g_snprintf(result->note, sizeof result->note,
               "    %d pulleys, %d nodes; the weight sinks with %.6f m/s2, without the mass of the "
               "strand %.6f\n",
               2 * n, system->strands.n_nodes, -found, -a);
    const SnFault fault = trial.fault;
    if (fault.code != SN_FAULT_NONE)
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE, "t = %g s: %s", fault.time,
                    fault.text);
    sn_trial_free(&trial);
    return fault.code == SN_FAULT_NONE;
}

bool sn_bench_demo(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                   GError **error)
{
    const char *name = strcmp(this_case->name, "bite") == 0 ? "jaw-bite" : this_case->name;
    SnSimulation *s = sn_bench_simulation(demo(name, error), error);
    if (!s)
        return false;
    const SnSystem *system = s->compiled->system;
    result->name = this_case->name;
    const bool good = sn_bench_time(s, WARM_UP, false, this_case->size, result, error) &&
                      sn_bench_phases(s, TIMED_STEPS, result, error);
    g_snprintf(result->note, sizeof result->note,
               "    step %g ms; %d strands, %d nodes, %d pulleys\n%s", 1e3 * system->step_size,
               system->strands.n, system->strands.n_nodes, system->pulleys.n,
               strcmp(this_case->name, "line-shaft") == 0
                   ? "    thesis (MATLAB, 2010): 30 minutes for 30 s at 20 ms, 0.017 x real\n"
                   : "");
    sn_simulation_free(s);
    return good;
}
