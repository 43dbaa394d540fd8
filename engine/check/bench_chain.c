/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hinge chain of reference/multibody.md (a): N links of 0.1 m and 0.1 kg along +x, hinges about y,
 * the first at the origin, released at rest; no damping, h = 1 ms, 1000 steps. */
#include "engine/check/bench.h"

#include "engine/base/clock.h"
#include "engine/compile/compile.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/run/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 1000, TIMED_STEPS = 200, WARM_UP = 100 };

static SnId add_link(SnModel *model, int i)
{
    static const double tensor[6] = {6.6666667e-6, 8.6666667e-5, 8.6666667e-5, 0, 0, 0};
    SnRigidBody *link = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, NULL);
    link->position[0] = 0.1 * i + 0.05;
    link->shape = SN_SHAPE_NONE;
    link->inertia_method = SN_INERTIA_EXPLICIT;
    link->mass = 0.1;
    memset(link->center, 0, sizeof link->center);
    memcpy(link->tensor, tensor, sizeof tensor);
    return sn_model_insert(model, sn_model_list(model->root, "bodies"), &link->base.base, -1, -1);
}

static void add_hinge(SnModel *model, SnId a, SnId b)
{
    /* turns z to y */
    static const double turn[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0};
    SnHinge *hinge = (SnHinge *)sn_component_new(&SN_CLASS_HINGE, NULL);
    hinge->base.frame_a = a;
    hinge->base.frame_b = b;
    hinge->base.location_a[0] = sn_id_is_null(a) ? 0 : 0.05;
    hinge->base.location_b[0] = -0.05;
    memcpy(hinge->base.rotation_a, turn, sizeof turn);
    memcpy(hinge->base.rotation_b, turn, sizeof turn);
    sn_model_insert(model, sn_model_list(model->root, "joints"), &hinge->base.base.base.base, -1,
                    -1);
}

SnModel *sn_bench_chain_model(int n)
{
    SnModel *model = sn_model_new();
    SnModelComponent *root = (SnModelComponent *)model->root;
    root->gravity[0] = root->gravity[1] = 0;
    root->gravity[2] = -9.81;
    root->gravity_mode = SN_MODE_EXPLICIT;
    root->max_step = 0.001;
    SnId last = SN_ID_NULL;
    for (int i = 0; i < n; i++) {
        const SnId link = add_link(model, i);
        add_hinge(model, last, link);
        last = link;
    }
    return model;
}

static SnSimulation *new_simulation(int n, GError **error)
{
    SnModel *model = sn_bench_chain_model(n);
    SnCompiled *compiled = sn_compile(model, NULL, NULL, error);
    if (!compiled) {
        sn_model_free(model);
        return NULL;
    }
    SnSimulation *s = sn_simulation_new();
    sn_simulation_install(s, model, compiled, true);
    return s;
}

/* What the peers need [us] and reach; NAN: not measured. */
static const struct Peer {
    int n;
    double mujoco, simbody, bullet, ode, artisynth;
    double tip_euler[2], tip_exact[2];
    double drift_euler;
} PEERS[] = {
    {5, 1.46, 14.7, 2.52, 3.33, NAN, {.067929, -.374901}, {.065823, -.418567}, 8.2e-2},
    {20, 6.8, 28.7, 7.98, 49.6, 560, {-1.754260, -.826262}, {-1.719734, -.889407}, 1.55e-1},
    {100, 130.4, 105.4, 37.0, 4999, NAN, {7.475086, -4.914544}, {7.484104, -4.905000}, 3.7e-3},
    {500, 8547, 540, 184, NAN, NAN, {48.707132, -4.911110}, {NAN, NAN}, -1.3e-4},
};

static const struct Peer *find_peer(int n)
{
    for (size_t i = 0; i < G_N_ELEMENTS(PEERS); i++)
        if (PEERS[i].n == n)
            return &PEERS[i];
    return NULL;
}

static void print_figure(GString *text, const char *name, double us)
{
    if (!isnan(us))
        g_string_append_printf(text, " %s %.4g", name, us);
}

static void write_note(SnBenchResult *result, int n, const double tip[3], double drift)
{
    GString *text = g_string_new(NULL);
    const struct Peer *peer = find_peer(n);
    if (peer) {
        g_string_append(text, "    peers us:");
        print_figure(text, "MuJoCo", peer->mujoco);
        print_figure(text, "Simbody", peer->simbody);
        print_figure(text, "Bullet (float)", peer->bullet);
        print_figure(text, "ODE", peer->ode);
        print_figure(text, "ArtiSynth", peer->artisynth);
    }
    g_string_append_printf(text, "\n    at 1 s: tip %.6f %.6f, energy drift %+.2g of kinetic",
                           tip[0], tip[2], drift);
    if (peer) {
        g_string_append_printf(text, "\n    peers:  Euler %.6f %.6f, %+.2g", peer->tip_euler[0],
                               peer->tip_euler[1], peer->drift_euler);
        if (!isnan(peer->tip_exact[0]))
            g_string_append_printf(text, "; RK4 %.6f %.6f", peer->tip_exact[0], peer->tip_exact[1]);
    }
    g_string_append_c(text, '\n');
    g_strlcpy(result->note, text->str, sizeof result->note);
    g_string_free(text, TRUE);
}

static bool set_fault(const SnFault *fault, GError **error)
{
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE, "t = %g s: %s", fault->time,
                fault->text);
    return false;
}

/* Median time of each phase over the first steps. */
static bool measure_phases(int n, SnBenchResult *result, GError **error)
{
    SnSimulation *s = new_simulation(n, error);
    if (!s)
        return false;
    sn_work_set_timing(s->work, true);
    double *times = g_new0(double, SN_PHASE_COUNT *TIMED_STEPS);
    SnFault fault = {0};
    for (int i = 0; i < TIMED_STEPS && fault.code == SN_FAULT_NONE; i++) {
        fault = sn_simulation_step(s);
        for (int k = 0; k < SN_PHASE_COUNT; k++)
            times[k * TIMED_STEPS + i] = sn_work_phases(s->work)[k];
    }
    for (int k = 0; k < SN_PHASE_COUNT; k++) {
        double p95;
        sn_bench_percentiles(times + k * TIMED_STEPS, TIMED_STEPS, &result->phase_ms[k], &p95);
    }
    g_free(times);
    sn_simulation_free(s);
    return fault.code == SN_FAULT_NONE || set_fault(&fault, error);
}

bool sn_bench_chain(const SnBenchCase *this_case, SnBenchResult *result, GError **error)
{
    const int n = this_case->size;
    SnSimulation *s = new_simulation(n, error);
    if (!s)
        return false;
    const SnSystem *system = s->compiled->system;
    double *wall = g_new0(double, STEPS);
    double before[2], after[2], momentum[6];
    sn_audit(system, s->state, s->work, before, momentum);
    /* warm up, then from the start again */
    SnFault fault = {0};
    for (int i = 0; i < WARM_UP && fault.code == SN_FAULT_NONE; i++)
        fault = sn_simulation_step(s);
    sn_simulation_reset(s);
    const int64_t cpu = sn_bench_cpu_ns();
    int64_t from = sn_clock_ns();
    for (int i = 0; i < STEPS && fault.code == SN_FAULT_NONE; i++) {
        fault = sn_simulation_step(s);
        const int64_t to = sn_clock_ns();
        wall[i] = 1e-6 * (double)(to - from);
        from = to;
    }
    result->cpu_ms = 1e-6 * (double)(sn_bench_cpu_ns() - cpu) / STEPS;
    result->name = this_case->name;
    result->dofs = system->n_u_active;
    result->constraints = system->n_rows + system->n_limits;
    result->steps = STEPS;
    sn_bench_percentiles(wall, STEPS, &result->median_ms, &result->p95_ms);
    result->realtime_factor = 1e3 * system->step_size / result->cpu_ms;
    sn_audit(system, s->state, s->work, after, momentum);
    const double drift = (after[0] + after[1] - before[0] - before[1]) / after[0];
    write_note(result, n, sn_state_q_const(s->state) + system->blocks[n - 1].q, drift);
    g_free(wall);
    sn_simulation_free(s);
    if (fault.code != SN_FAULT_NONE)
        return set_fault(&fault, error);
    return measure_phases(n, result, error);
}
