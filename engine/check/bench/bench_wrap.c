/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A string over one surface, from nothing: each time at another place, 100 000 of them. */
#include "engine/check/bench/bench.h"

#include "engine/base/clock.h"
#include "engine/wrap/wrap.h"

enum { ROUNDS = 40, STRINGS = 2500 };

/* By SnWrapShape: where its ends are, in the surface's frame [m]. */
static const struct {
    SnWrapForm form;
    double from[3], to[3];
    const char *note;
} strings[] = {
    [SN_WRAP_SPHERE] = {{SN_WRAP_SPHERE, SN_WRAP_ANY, {0.02, 0, 0}},
                        {0.06, 0.01, 0.005},
                        {-0.05, 0.012, -0.006},
                        "budget: 0.2 us a string (MuJoCo 0.14, approximate)"},
    [SN_WRAP_ELLIPSOID] = {{SN_WRAP_ELLIPSOID, SN_WRAP_ANY, {0.035, 0.02, 0.025}},
                           {0.06, 0.01, 0.005},
                           {-0.05, 0.015, -0.006},
                           "budget: 3 us a string"},
    [SN_WRAP_CYLINDER] = {{SN_WRAP_CYLINDER, SN_WRAP_ANY, {0.02, 0, 0}},
                          {0.06, 0.01, 0.005},
                          {-0.05, 0.012, -0.006},
                          "budget: 0.2 us a string (MuJoCo 0.14, approximate)"},
    [SN_WRAP_TORUS] = {{SN_WRAP_TORUS, SN_WRAP_ANY, {0.03, 0.005, 0}},
                       {0.03, 0.01, 0.05},
                       {0.035, -0.01, -0.06},
                       "budget: 3 us a string"},
};

bool sn_bench_wrap(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                   GError **error)
{
    const SnWrapForm *form = &strings[this_case->size].form;
    double wall[ROUNDS], sum = 0;
    int touching = 0;
    const int64_t cpu = sn_bench_cpu_ns();
    for (int r = 0; r < ROUNDS; r++) {
        const int64_t from = sn_clock_ns();
        for (int i = 0; i < STRINGS; i++) {
            const double move = 1e-7 * (STRINGS * r + i) / 5;
            const double *a = strings[this_case->size].from, *b = strings[this_case->size].to;
            const double x[3] = {a[0] + move, a[1], a[2]}, y[3] = {b[0], b[1], b[2] - move};
            SnWrapArc arcs[SN_WRAP_ARCS];
            sn_wrap_one(form, x, y, arcs);
            touching += arcs->touches;
            sum += arcs->touches ? arcs->length : 0;
        }
        wall[r] = 1e-6 * (double)(sn_clock_ns() - from);
    }
    const double each = 1e-3 * (double)(sn_bench_cpu_ns() - cpu) / (ROUNDS * STRINGS);
    result->name = this_case->name;
    result->steps = ROUNDS;
    result->contacts = touching / ROUNDS;
    result->cpu_ms = 1e-3 * each * STRINGS;
    sn_bench_percentiles(wall, ROUNDS, &result->median_ms, &result->p95_ms);
    g_snprintf(result->note, sizeof result->note,
               "    %.2f us a string, from nothing; %s; a step is %d strings, mean arc %.3g m\n",
               each, strings[this_case->size].note, STRINGS, sum / (ROUNDS * STRINGS));
    return true;
}
