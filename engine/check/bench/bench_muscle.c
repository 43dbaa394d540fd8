/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The 92 muscles of the demo `gait` with elastic tendons, let go: nothing leads its joints.  And
 * any model. */
#include "engine/check/bench/bench.h"

#include "engine/model/classes/class_table.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/probe.h"

#include <math.h>
#include <string.h>

#define SIMULATED 1.0 /* [s] */

enum { WARM_UP = 100, TIMED_STEPS = 100 };

/* Drives and what is recorded of the walk off, tendons elastic. */
static bool let_go(SnComponent *component, void *data)
{
    (void)data;
    if (strcmp(component->class->name, "drive") == 0)
        ((SnJointComponent *)component)->enabled = false;
    if (component->class == &SN_CLASS_INPUT_PROBE)
        ((SnProbe *)component)->enabled = false;
    if (component->class == &SN_CLASS_MUSCLE)
        ((SnMuscle *)component)->tendon = SN_TENDON_ELASTIC;
    return true;
}

/* One second, after some steps to warm up. */
static bool run_model(const SnBenchCase *this_case, SnModel *model, SnBenchResult *result,
                      GError **error)
{
    SnSimulation *s = sn_bench_simulation(model, error);
    if (!s)
        return false;
    const SnSystem *system = s->compiled->system;
    const int steps = (int)fmax(1, rint(SIMULATED / system->step_size));
    const int warm_up = MIN(WARM_UP, steps / 10);
    result->name = this_case->name;
    bool good = sn_bench_time(s, warm_up, true, steps, result, error);
    g_snprintf(result->note, sizeof result->note,
               "    step %g ms; %d paths, %d of them muscles; %.3g s simulated in %.3f s of "
               "processor time\n",
               1e3 * system->step_size, system->paths.n, system->paths.n_muscles,
               steps * system->step_size, 1e-3 * steps * result->cpu_ms);
    sn_simulation_reset(s);
    good = good && sn_bench_phases(s, MIN(TIMED_STEPS, steps), result, error);
    sn_simulation_free(s);
    return good;
}

bool sn_bench_muscles(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                      GError **error)
{
    SnModel *model = demo("gait", error);
    if (!model)
        return false;
    sn_component_walk(model->root, let_go, NULL);
    ((SnModelComponent *)model->root)->max_step = 0.001;
    return run_model(this_case, model, result, error);
}

bool sn_bench_model(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                    GError **error)
{
    SnModel *model = demo(this_case->name, error);
    return model && run_model(this_case, model, result, error);
}
