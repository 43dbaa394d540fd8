/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small motions about rest: shapes against the forces themselves, by differences. */
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/modes.h"
#include "engine/sim/step/settle.h"
#include "tests/sim/fem_systems.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEP 1e-6

typedef struct Fixture {
    SnSystem *system;
    SnState *state;
    SnWorkspace *work;
} Fixture;

/* Forces on the active blocks with all displaced by `amount` of a shape. */
static void forces_at(Fixture *f, const SnState *rest, const double *shape, double amount,
                      double *force)
{
    double *moved = calloc((size_t)f->system->n_u + 1, sizeof *moved);
    memcpy(f->state, rest, rest->size);
    for (int i = 0; i < f->system->n_u_active; i++)
        moved[i] = amount * shape[i];
    sn_displace(f->system, moved, sn_state_q(f->state));
    sn_rest_begin(f->system, f->system->inputs.base, f->state, f->work);
    sn_forces(f->system, f->system->inputs.base, f->state, f->work, false, 0, 0);
    sn_reduce_vector(f->system, f->work, f->work->forces.applied, force);
    memcpy(f->state, rest, rest->size);
    free(moved);
}

/* -dF = omega^2 M x for each mode, and x' M x = 1; returns the largest error of the former. */
static double worst_mode(Fixture *f, const SnModes *modes)
{
    const size_t n = (size_t)modes->n_u;
    double *ahead = calloc(n, sizeof *ahead), *back = calloc(n, sizeof *back), worst = 0;
    SnState *rest = sn_state_copy(f->state);
    for (int i = 0; i < modes->n; i++) {
        const double *shape = modes->shape + (size_t)i * n, *share = modes->share + (size_t)i * n;
        double whole = 0, error = 0, size = 0, largest = 0;
        for (size_t k = 0; k < n; k++)
            largest = fmax(largest, fabs(shape[k]));
        forces_at(f, rest, shape, STEP / largest, ahead);
        forces_at(f, rest, shape, -STEP / largest, back);
        for (size_t k = 0; k < n; k++) {
            whole += share[k];
            if (shape[k] == 0)
                continue;
            const double inertia = modes->omega[i] * modes->omega[i] * share[k] / shape[k];
            const double force = (back[k] - ahead[k]) * largest / (2 * STEP);
            error = fmax(error, fabs(inertia - force));
            size = fmax(size, fabs(inertia));
        }
        g_assert_cmpfloat(fabs(whole - 1), <, 1e-9);
        g_assert_true(i == 0 || modes->omega[i] >= modes->omega[i - 1] * (1 - 1e-9));
        worst = fmax(worst, error / size);
    }
    free(rest);
    free(ahead);
    free(back);
    return worst;
}

static void test_solid(void)
{
    static const int cells[3] = {3, 2, 2};
    static const SnIncompressibility modes_of[] = {SN_INCOMPRESSIBLE_OFF, SN_INCOMPRESSIBLE_SOFT};
    for (gsize k = 0; k < G_N_ELEMENTS(modes_of); k++) {
        Fixture f = {.system = fem_system(cells, FEM_FIXED | FEM_ATTACHED, modes_of[k],
                                          SN_STEP_BACKWARD_EULER, 1e-3)};
        f.state = sn_state_new(f.system);
        f.work = sn_workspace_new(f.system, SN_LINSOLVE_AUTO);
        f.system->settle = (SnSettling){SN_SETTLE_STATIC, 1e-9, 60};
        SnFault fault = sn_settle(f.system, f.system->inputs.base, f.state, f.work, NULL);
        g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
        SnModes modes;
        fault = sn_modes(f.system, f.system->inputs.base, f.state, f.work, 8, &modes);
        g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
        g_assert_cmpint(modes.n, ==, 8);
        const double worst = worst_mode(&f, &modes);
        g_test_message("%.4g to %.4g rad/s, error %.1e", modes.omega[0], modes.omega[7], worst);
        g_assert_cmpfloat(worst, <, 1e-5);
        sn_modes_clear(&modes);
        sn_workspace_free(f.work);
        free(f.state);
        sn_system_free(f.system);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/modes/solid", test_solid);
    return g_test_run();
}
