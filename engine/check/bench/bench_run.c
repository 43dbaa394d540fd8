/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timing of a simulation, for every case that steps one. */
#include "engine/check/bench/bench.h"

#include "engine/base/clock.h"

#include <malloc.h>
#include <stdlib.h>
#include <time.h>

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void sn_bench_percentiles(double *values, int n, double *median, double *p95)
{
    qsort(values, (size_t)n, sizeof *values, compare);
    *median = values[n / 2];
    *p95 = values[MIN(n - 1, n * 95 / 100)];
}

int64_t sn_bench_cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool set_fault(const SnFault *fault, GError **error)
{
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE, "t = %g s: %s", fault->time,
                fault->text);
    return false;
}

SnSimulation *sn_bench_simulation(SnModel *model, GError **error)
{
    if (!model)
        return NULL;
    SnCompiled *compiled = sn_compile(model, NULL, NULL, error);
    if (!compiled) {
        sn_model_free(model);
        return NULL;
    }
    SnSimulation *s = sn_simulation_new();
    const SnFault fault = sn_simulation_install(s, model, compiled, true);
    if (fault.code != SN_FAULT_NONE) {
        set_fault(&fault, error);
        sn_simulation_free(s);
        return NULL;
    }
    return s;
}

bool sn_bench_time(SnSimulation *s, int warm_up, bool restart, int steps, SnBenchResult *result,
                   GError **error)
{
    const SnSystem *system = s->compiled->system;
    double *wall = g_new0(double, steps);
    SnFault fault = {0};
    for (int i = 0; i < warm_up && fault.code == SN_FAULT_NONE; i++)
        fault = sn_simulation_step(s);
    if (restart)
        sn_simulation_reset(s);
    const int64_t cpu = sn_bench_cpu_ns();
    int64_t from = sn_clock_ns();
    for (int i = 0; i < steps && fault.code == SN_FAULT_NONE; i++) {
        fault = sn_simulation_step(s);
        const int64_t to = sn_clock_ns();
        wall[i] = 1e-6 * (double)(to - from);
        from = to;
    }
    result->cpu_ms = 1e-6 * (double)(sn_bench_cpu_ns() - cpu) / steps;
    result->dofs = system->n_u_active;
    result->constraints = system->rows.n + system->rows.n_limits;
    result->steps = steps;
    sn_bench_percentiles(wall, steps, &result->median_ms, &result->p95_ms);
    result->realtime_factor = 1e3 * system->step_size / result->median_ms;
    g_free(wall);
    return fault.code == SN_FAULT_NONE || set_fault(&fault, error);
}

bool sn_bench_phases(SnSimulation *s, int steps, SnBenchResult *result, GError **error)
{
    sn_workspace_set_timing(s->work, true);
    double *times = g_new0(double, SN_PHASE_COUNT *steps);
    SnFault fault = {0};
    for (int i = 0; i < steps && fault.code == SN_FAULT_NONE; i++) {
        fault = sn_simulation_step(s);
        for (int k = 0; k < SN_PHASE_COUNT; k++)
            times[k * steps + i] = sn_workspace_phases(s->work)[k];
    }
    for (int k = 0; k < SN_PHASE_COUNT; k++) {
        double p95;
        sn_bench_percentiles(times + k * steps, steps, &result->phase_ms[k], &p95);
    }
    g_free(times);
    sn_workspace_set_timing(s->work, false);
    return fault.code == SN_FAULT_NONE || set_fault(&fault, error);
}

double sn_bench_memory_mb(void)
{
    const struct mallinfo2 info = mallinfo2();
    return 1e-6 * (double)(info.uordblks + info.hblkhd);
}
