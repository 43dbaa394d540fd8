/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every analytic derivative against central differences at random states. */
#include "engine/base/vec.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/activation.h"
#include "engine/sim/path/path_history.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/random_system.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define STATES 12
#define STEP   2e-6 /* straight parts beside wrapping surfaces may be short */

typedef struct Fixture {
    SnSystem *system;
    SnState *state, *moved;
    SnWorkspace *work;
    double *plus, *minus; /* [n_u] */
} Fixture;

static Fixture fixture_new(SnSystem *system)
{
    Fixture f = {.system = system};
    f.state = sn_state_new(system);
    f.moved = sn_state_new(system);
    Random r = {(uint64_t)system->n_u + 7}; /* attached blocks away from where they began */
    for (int i = 0; system->n_attached > 0 && i < system->n_u_active; i++)
        displace_one(system, sn_state_q(f.state), i, random_uniform(&r, -0.03, 0.03));
    sn_attachments_follow(system, sn_state_q(f.state), sn_state_u(f.state));
    sn_joints_remember(system, f.state);
    f.work = sn_workspace_new(system, SN_LINSOLVE_DENSE);
    const double *inputs = system->inputs.base;
    sn_activation_advance(system, inputs, inputs, inputs, 0, f.state);
    sn_targets_begin(system, inputs, inputs, 0.01, f.state, f.work);
    if (sn_paths_have_history(system)) { /* away from equilibrium, in a step */
        sn_kinematics(system, sn_state_q(f.state), sn_state_u(f.state), f.work);
        sn_paths_equilibrate(system, f.state, f.work, false);
        for (int i = 0; i < system->paths.n_history; i++)
            sn_state_history(f.state)[system->state.n_history - 1 - i] *=
                random_uniform(&r, 0.98, 1.02);
        f.work->forces.viscous_dt = 0.01;
    }
    f.plus = calloc((size_t)system->n_u + 1, sizeof(double));
    f.minus = calloc((size_t)system->n_u + 1, sizeof(double));
    return f;
}

static void fixture_free(Fixture *f)
{
    sn_workspace_free(f->work);
    free(f->state);
    free(f->moved);
    free(f->plus);
    free(f->minus);
    sn_system_free(f->system);
}

static void forces_at(Fixture *f, double *force)
{
    sn_attachments_follow(f->system, sn_state_q(f->moved), sn_state_u(f->moved));
    sn_kinematics(f->system, sn_state_q(f->moved), sn_state_u(f->moved), f->work);
    sn_forces(f->system, f->system->inputs.base, f->moved, f->work, false, 0, 0);
    sn_reduce_vector(f->system, f->work, f->work->forces.applied, force);
}

/* Jacobian of the forces on active blocks by differences of fourth order in the first n numbers of
 * q or u; n columns and as many rows as there are unknowns. */
static double *numeric_jacobian(Fixture *f, bool in_u, int n)
{
    const int rows = f->system->n_u_active;
    double *jacobian = calloc((size_t)(rows * n) + 1, sizeof(double));
    for (int j = 0; j < n; j++)
        for (int far = 1; far <= 2; far++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                memcpy(f->moved, f->state, f->state->size);
                if (in_u)
                    sn_state_u(f->moved)[j] += far * sign * STEP;
                else
                    displace_one(f->system, sn_state_q(f->moved), j, far * sign * STEP);
                forces_at(f, sign > 0 ? f->plus : f->minus);
            }
            const double weight = (far == 1 ? 8 : -1) / (12 * STEP);
            for (int i = 0; i < rows; i++)
                jacobian[n * i + j] += weight * (f->plus[i] - f->minus[i]);
        }
    return jacobian;
}

static void compare(Fixture *f, const double *jacobian, double d, double k, const char *what)
{
    const int n = f->system->n_u_active;
    double *unit = calloc((size_t)n, sizeof(double)), *column = calloc((size_t)n, sizeof(double)),
           *mass = calloc((size_t)n, sizeof(double));
    double size = 1, worst = 0;
    sn_kinematics(f->system, sn_state_q(f->state), sn_state_u(f->state), f->work);
    sn_forces(f->system, f->system->inputs.base, f->state, f->work, true, d, k);
    for (int j = 0; j < n; j++) {
        memset(unit, 0, (size_t)n * sizeof(double));
        unit[j] = 1;
        sn_pair_multiply(f->system, f->work, unit, column);
        sn_spread_vector(f->system, f->work, unit, f->plus);
        sn_mass_multiply(f->system, f->state, f->work, f->plus, mass);
        for (int i = 0; i < n; i++) {
            const double analytic = mass[i] - column[i];
            const double numeric = 0.5 * (jacobian[n * i + j] + jacobian[n * j + i]);
            size = fmax(size, fabs(numeric));
            worst = fmax(worst, fabs(analytic - numeric));
        }
    }
    if (!(worst <= 1e-7 * size))
        g_error("%s: error %g of %g", what, worst, size);
    free(unit);
    free(column);
    free(mass);
}

/* force - explicit_force is D u, kinematic velocities included: of D what M-hat takes, its
 * symmetric part, else a force whose D is none would be another one. */
static void compare_explicit(Fixture *f, const char *what)
{
    const int n = f->system->n_u_active, n_u = f->system->n_u;
    double *rate_jacobian = numeric_jacobian(f, true, n_u);
    const double *u = sn_state_u(f->state);
    sn_kinematics(f->system, sn_state_q(f->state), u, f->work);
    sn_forces(f->system, f->system->inputs.base, f->state, f->work, true, 1, 1);
    sn_reduce_vector(f->system, f->work, f->work->forces.applied, f->plus);
    sn_reduce_vector(f->system, f->work, f->work->forces.explicit_force, f->minus);
    for (int i = 0; i < n; i++) {
        double du = 0;
        for (int j = 0; j < n_u; j++) {
            const double mirror = rate_jacobian[j < n ? n_u * j + i : n_u * i + j];
            du += 0.5 * (rate_jacobian[n_u * i + j] + mirror) * u[j];
        }
        const double difference = f->plus[i] - f->minus[i] - du;
        if (fabs(difference) > 1e-6 * (1 + fabs(du)))
            g_error("%s: force - D u is off by %g in %d", what, difference, i);
    }
    free(rate_jacobian);
}

typedef struct Case {
    const char *name;
    unsigned parts;
    bool pull;
} Case;

/* Beside each of random_forces alone. */
static const Case together[] = {
    {"mouse spring", 0, true},
    {"all", RANDOM_ALL, true},
    {"attached Cosserat strands", RANDOM_RODS | RANDOM_ATTACHMENTS, false},
    {"attached strands", RANDOM_STRANDS | RANDOM_ATTACHMENTS, false},
    {"strands and all", RANDOM_STRANDS | RANDOM_ALL, true},
    {"attached damping", RANDOM_ATTACHMENTS | RANDOM_DAMPING | RANDOM_JOINTS, true},
    {"attached all", RANDOM_ALL | RANDOM_ATTACHMENTS, true},
};

static Fixture case_new(const Case *c, uint64_t seed)
{
    Fixture f = fixture_new(random_system(seed, c->parts, SN_STEP_BACKWARD_EULER, 0.01));
    if (c->pull) {
        const double local[3] = {0.1, -0.2, 0.15}, target[3] = {0.5, 0.4, -0.3};
        sn_workspace_set_mouse_spring(f.work, 0, local, target, 30, 3);
    }
    return f;
}

static void test_forces(gconstpointer data)
{
    const Case *c = data;
    for (uint64_t seed = 1; seed <= STATES; seed++) {
        Fixture f = case_new(c, seed);
        const int n = f.system->n_u_active;
        double *viscosity = numeric_jacobian(&f, true, n);
        compare(&f, viscosity, 1, 0, c->name);
        compare_explicit(&f, c->name);
        /* left out of K: how velocities of attached blocks turn with their roots, how the damping
         * of solids changes with their stiffness */
        if (c->parts & (RANDOM_ATTACHMENTS | RANDOM_FEMS))
            memset(sn_state_u(f.state), 0, (size_t)f.system->n_u * sizeof(double));
        double *stiffness = numeric_jacobian(&f, false, n);
        compare(&f, stiffness, 0, 1, c->name);
        free(stiffness);
        free(viscosity);
        fixture_free(&f);
    }
}

/* A kind of force does something at a random state: to the forces, or to M-hat alone. */
static bool acts(const SnForceClass *force, const Case *c)
{
    Fixture f = case_new(c, 1);
    const SnSystem *s = f.system;
    bool does = false;
    sn_kinematics(s, sn_state_q(f.state), sn_state_u(f.state), f.work);
    sn_forces(s, s->inputs.base, f.state, f.work, true, 1, 1);
    memcpy(f.plus, f.work->forces.applied, (size_t)s->n_u * sizeof(double));
    memset(f.work->forces.applied, 0, (size_t)s->n_u * sizeof(double));
    memset(f.work->forces.pair, 0, (size_t)s->pairs.n_values * sizeof(double));
    if (force == &SN_FORCE_ATTACHMENTS) /* turns what the others exert */
        memcpy(f.work->forces.applied, f.plus, (size_t)s->n_u * sizeof(double));
    force->forces(s, s->inputs.base, f.state, f.work, true, 1, 1);
    for (int i = 0; force != &SN_FORCE_ATTACHMENTS && i < s->n_u; i++)
        does = does || f.work->forces.applied[i] != 0;
    for (int i = 0; i < s->pairs.n_values; i++)
        does = does || f.work->forces.pair[i] != 0;
    fixture_free(&f);
    return does;
}

/* Every kind of force is in one of the cases above, or its derivatives are tested elsewhere. */
static void test_coverage(void)
{
    /* constant forces of rows: by the order of Newton's convergence in newton_test.c; contact that
     * gives way: in compliant_contact_test.c */
    static const SnForceClass *const elsewhere[] = {&SN_FORCE_JOINT_ROWS,
                                                    &SN_FORCE_COMPLIANT_CONTACTS};
    for (const SnForceClass *const *force = sn_force_classes; *force; force++) {
        bool covered = *force == elsewhere[0] || *force == elsewhere[1];
        for (const RandomForce *row = random_forces; !covered && row->name; row++)
            covered = row->force == *force && acts(*force, &(Case){row->name, row->part, false});
        for (size_t i = 0; !covered && i < G_N_ELEMENTS(together); i++)
            covered = acts(*force, &together[i]);
        if (!covered)
            g_error("no random system has %s: add a row to random_forces", (*force)->name);
    }
}

/* Rows of G and N are derivatives of residuals and gaps, also with respect to kinematic blocks. */
static void test_rows(void)
{
    for (uint64_t seed = 1; seed <= 4 * STATES; seed++) {
        Fixture f = fixture_new(random_system(seed, RANDOM_JOINTS, SN_STEP_BACKWARD_EULER, 0.01));
        const SnSystem *s = f.system;
        f.system->method = SN_STEP_NEWTON_EULER; /* rows of velocities have residuals in it */
        sn_joints_remember(s, f.state);
        sn_gears_engage(s, f.state);
        sn_kinematics(s, sn_state_q(f.state), sn_state_u(f.state), f.work);
        sn_rows(s, f.state, f.work, true, &f.work->rows);
        const int n = s->rows.n + s->rows.n_limits;
        double *values[2] = {calloc((size_t)n, sizeof(double)), calloc((size_t)n, sizeof(double))};
        double *unit = calloc((size_t)s->n_u, sizeof(double));
        for (int j = 0; j < s->n_u; j++) {
            for (int k = 0; k < 2; k++) {
                memcpy(f.moved, f.state, f.state->size);
                displace_one(s, sn_state_q(f.moved), j, k ? -STEP : STEP);
                sn_kinematics(s, sn_state_q(f.moved), sn_state_u(f.moved), f.work);
                sn_rows(s, f.moved, f.work, false, &f.work->ahead);
                memcpy(values[k], f.work->ahead.residual, (size_t)s->rows.n * sizeof(double));
                memcpy(values[k] + s->rows.n, f.work->ahead.gap,
                       (size_t)s->rows.n_limits * sizeof(double));
            }
            unit[j] = 1;
            for (int i = 0; i < n; i++) {
                const double analytic =
                    i < s->rows.n
                        ? sn_bilateral_rate(s, &f.work->rows, i, unit)
                        : sn_row_rate(s, &s->joints.limits[i - s->rows.n],
                                      (const double(*)[6])f.work->rows.limit[i - s->rows.n], unit);
                const double numeric = (values[0][i] - values[1][i]) / (2 * STEP);
                if (fabs(analytic - numeric) > 2e-7 * (1 + fabs(numeric)))
                    g_error("row %d of %d and %d limits, column %d, seed %d: %g is not %g", i,
                            s->rows.n, s->rows.n_limits, j, (int)seed, analytic, numeric);
            }
            unit[j] = 0;
        }
        free(values[0]);
        free(values[1]);
        free(unit);
        fixture_free(&f);
    }
}

/* What attached blocks do is what the derivatives by their roots say, kinematic ones included. */
static void test_attached_velocities(void)
{
    for (uint64_t seed = 1; seed <= STATES; seed++) {
        Fixture f =
            fixture_new(random_system(seed, RANDOM_ATTACHMENTS, SN_STEP_BACKWARD_EULER, 0.01));
        const SnSystem *s = f.system;
        double *u = sn_state_u(f.state);
        sn_attachments_follow(s, sn_state_q(f.state), u);
        sn_kinematics(s, sn_state_q(f.state), u, f.work);
        sn_prescribed_velocity(s, u, f.work);
        sn_spread_vector(s, f.work, u, f.plus);
        for (int i = 0; i < s->n_u; i++)
            g_assert_cmpfloat(fabs(f.plus[i] + f.work->motion.prescribed[i] - u[i]), <, 1e-12);
        /* and of the positions */
        double *q[2] = {calloc((size_t)s->n_q, sizeof(double)),
                        calloc((size_t)s->n_q, sizeof(double))};
        for (int k = 0; k < 2; k++) {
            memcpy(q[k], sn_state_q(f.state), (size_t)s->n_q * sizeof(double));
            memcpy(f.minus, u, (size_t)s->n_u * sizeof(double));
            for (int i = 0; i < s->n_u; i++) /* attached ones are put right after */
                displace_one(s, q[k], i, (k ? -STEP : STEP) * u[i]);
            sn_attachments_follow(s, q[k], f.minus);
        }
        for (int b = s->n_active; b < s->n_active + s->n_attached; b++) {
            const SnBlock *block = &s->blocks[b];
            for (int i = 0; i < 3; i++)
                g_assert_cmpfloat(
                    fabs((q[0][block->q + i] - q[1][block->q + i]) / (2 * STEP) - u[block->u + i]),
                    <, 1e-7);
            if (block->kind != SN_BLOCK_BODY)
                continue;
            double back[4], turn[4], w[3];
            sn_q_conj(q[1] + block->q + 3, back);
            sn_q_mul(back, q[0] + block->q + 3, turn);
            sn_q_log(turn, w);
            for (int i = 0; i < 3; i++)
                g_assert_cmpfloat(fabs(w[i] / (2 * STEP) - u[block->u + 3 + i]), <, 1e-7);
        }
        free(q[0]);
        free(q[1]);
        fixture_free(&f);
    }
}

/* Accelerations that velocities make: differences of velocities along the motion of the roots. */
static void test_attached_bias(void)
{
    for (uint64_t seed = 1; seed <= STATES; seed++) {
        Fixture f =
            fixture_new(random_system(seed, RANDOM_ATTACHMENTS, SN_STEP_BACKWARD_EULER, 0.01));
        const SnSystem *s = f.system;
        const double *u = sn_state_u(f.state);
        double *bias = calloc((size_t)s->n_u, sizeof(double));
        sn_attachments_follow(s, sn_state_q(f.state), sn_state_u(f.state));
        sn_kinematics(s, sn_state_q(f.state), u, f.work);
        sn_attachment_bias(s, sn_state_q(f.state), u, f.work, bias);
        for (int k = 0; k < 2; k++) {
            memcpy(f.moved, f.state, f.state->size);
            for (int i = 0; i < s->n_u; i++)
                displace_one(s, sn_state_q(f.moved), i, (k ? -STEP : STEP) * u[i]);
            sn_attachments_follow(s, sn_state_q(f.moved), sn_state_u(f.moved));
            memcpy(k ? f.minus : f.plus, sn_state_u(f.moved), (size_t)s->n_u * sizeof(double));
        }
        for (int b = s->n_active; b < s->n_active + s->n_attached; b++)
            for (int i = s->blocks[b].u; i < s->blocks[b].u + s->blocks[b].n; i++) {
                const double numeric = (f.plus[i] - f.minus[i]) / (2 * STEP);
                if (fabs(numeric - bias[i]) > 1e-6 * (1 + fabs(numeric)))
                    g_error("seed %d block %d: %g is not %g", (int)seed, b, bias[i], numeric);
            }
        free(bias);
        fixture_free(&f);
    }
}

/* G and N over the active unknowns are derivatives of residuals and gaps with all that follows. */
static void test_reduced_rows(gconstpointer data)
{
    const RandomParts parts = (RandomParts)GPOINTER_TO_INT(data);
    for (uint64_t seed = 1; seed <= STATES; seed++) {
        Fixture f = fixture_new(random_system(seed, parts, SN_STEP_BACKWARD_EULER, 0.01));
        const SnSystem *s = f.system;
        f.system->method = SN_STEP_NEWTON_EULER; /* rows of velocities have residuals in it */
        sn_joints_remember(s, f.state);
        double *unit = calloc((size_t)s->n_u_active, sizeof(double));
        double *values[2] = {calloc((size_t)(s->rows.n + s->rows.n_limits), sizeof(double)),
                             calloc((size_t)(s->rows.n + s->rows.n_limits), sizeof(double))};
        sn_kinematics(s, sn_state_q(f.state), sn_state_u(f.state), f.work);
        sn_rows(s, f.state, f.work, true, &f.work->rows);
        sn_row_plan_fill(f.work, &f.work->rows);
        g_assert_cmpint(sn_dynamic_rows_gather(s, f.state, f.work).code, ==, SN_FAULT_NONE);
        for (int j = 0; j < s->n_u_active; j++) {
            for (int k = 0; k < 2; k++) {
                memcpy(f.moved, f.state, f.state->size);
                displace_one(s, sn_state_q(f.moved), j, k ? -STEP : STEP);
                sn_attachments_follow(s, sn_state_q(f.moved), sn_state_u(f.moved));
                sn_kinematics(s, sn_state_q(f.moved), sn_state_u(f.moved), f.work);
                sn_rows(s, f.moved, f.work, false, &f.work->ahead);
                memcpy(values[k], f.work->ahead.residual, (size_t)s->rows.n * sizeof(double));
                memcpy(values[k] + s->rows.n, f.work->ahead.gap,
                       (size_t)s->rows.n_limits * sizeof(double));
            }
            unit[j] = 1;
            for (int i = 0; i < s->rows.n + s->rows.n_limits; i++) {
                const double analytic =
                    i < s->rows.n
                        ? sn_plan_rate(&f.work->bilateral.plan, i, unit)
                        : sn_dynamic_row_rate(&f.work->unilateral.dynamic, i - s->rows.n, unit);
                const double numeric = (values[0][i] - values[1][i]) / (2 * STEP);
                if (fabs(analytic - numeric) > 1e-6 * (1 + fabs(numeric)))
                    g_error("seed %d row %d column %d: %g is not %g", (int)seed, i, j, analytic,
                            numeric);
            }
            unit[j] = 0;
        }
        free(values[0]);
        free(values[1]);
        free(unit);
        fixture_free(&f);
    }
}

/* The filters that keep M-hat positive leave it positive definite at any of these states. */
static void test_positive_definite(void)
{
    for (uint64_t seed = 1; seed <= 4 * STATES; seed++) {
        Fixture f = fixture_new(
            random_system(seed, RANDOM_SPRINGS | RANDOM_MUSCLES, SN_STEP_BACKWARD_EULER, 0.01));
        f.work->forces.positive_definite = true;
        const int n = f.system->n_u_active;
        sn_kinematics(f.system, sn_state_q(f.state), sn_state_u(f.state), f.work);
        sn_forces(f.system, f.system->inputs.base, f.state, f.work, true, 0.01, 1e-4);
        Random r = {seed + 99};
        double *x = calloc((size_t)n, sizeof(double)), *y = calloc((size_t)n, sizeof(double));
        for (int k = 0; k < 50; k++) {
            double product = 0;
            for (int i = 0; i < n; i++)
                x[i] = random_uniform(&r, -1, 1);
            sn_pair_multiply(f.system, f.work, x, y);
            for (int i = 0; i < n; i++)
                product += x[i] * y[i];
            g_assert_cmpfloat(product, >, 0);
        }
        free(x);
        free(y);
        fixture_free(&f);
    }
}

static void add_case(const char *name, unsigned parts, bool pull)
{
    Case *c = g_new(Case, 1);
    *c = (Case){name, parts, pull};
    char *path = g_strdup_printf("/sim/jacobians/forces/%s", name);
    g_test_add_data_func_full(path, c, test_forces, g_free);
    g_free(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (const RandomForce *row = random_forces; row->name; row++)
        if (row->force)
            add_case(row->name, row->part, false);
    for (size_t i = 0; i < G_N_ELEMENTS(together); i++)
        add_case(together[i].name, together[i].parts, together[i].pull);
    g_test_add_func("/sim/jacobians/coverage", test_coverage);
    g_test_add_func("/sim/jacobians/rows", test_rows);
    g_test_add_data_func("/sim/jacobians/reduced-rows",
                         GINT_TO_POINTER(RANDOM_JOINTS | RANDOM_ATTACHMENTS), test_reduced_rows);
    g_test_add_data_func("/sim/jacobians/strand-rows",
                         GINT_TO_POINTER(RANDOM_JOINTS | RANDOM_TIGHT_STRANDS), test_reduced_rows);
    g_test_add_data_func("/sim/jacobians/attached-strand-rows",
                         GINT_TO_POINTER(RANDOM_TIGHT_STRANDS | RANDOM_ATTACHMENTS),
                         test_reduced_rows);
    g_test_add_func("/sim/jacobians/attached-velocities", test_attached_velocities);
    g_test_add_func("/sim/jacobians/attached-bias", test_attached_bias);
    g_test_add_func("/sim/jacobians/filtered-positive", test_positive_definite);
    return g_test_run();
}
