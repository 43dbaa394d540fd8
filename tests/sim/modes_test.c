/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small motions about rest: shapes against the forces themselves, by differences. */
#include "engine/check/build/build_system.h"
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

/* --- joints, against the equation of what they leave free --- */

#define G 9.81
static const double NOWHERE[3] = {0}, DOWN[3] = {0, 0, -G};
static const double Z_TO_Y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0}; /* axes of hinges */

/* Frequencies of the slowest motions about the start. */
static void expect(SnBuild *build, const double gravity[3], int n, const double *square)
{
    SnTrial t = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
    SnModes modes = {0};
    g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
    t.fault = sn_modes(t.system, t.system->inputs.base, t.state, t.work, 6, &modes);
    g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
    g_assert_cmpint(modes.n, ==, n);
    for (int i = 0; i < n; i++) {
        g_test_message("omega %.10g, is to be %.10g", modes.omega[i], sqrt(square[i]));
        g_assert_cmpfloat(fabs(modes.omega[i] / sqrt(square[i]) - 1), <, 1e-8);
    }
    sn_modes_clear(&modes);
    sn_trial_free(&t);
}

/* Others beside, with which there are too many unknowns for dense matrices: each swings at 20/s. */
static void add_crowd(SnBuild *build)
{
    const double inertia[3] = {0.01, 0.01, 0.01};
    for (int i = 0; i < 50; i++) {
        const double at[3] = {0.1 * i, 2, 0};
        const int body = sn_build_body(build, 1, inertia, at, NULL);
        const int hinge =
            sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, at, NULL),
                           sn_build_frame(build, body, NOWHERE, NULL));
        build->system->joints.joints[hinge].coordinate[0] = (SnJointCoordinate){.stiffness = 4};
    }
}

/* A parallelogram of four hinges, which say the same three times: two bars hang, a third on them.
 */
static void test_redundant(const void *crowd)
{
    const double length = 0.3, width = 0.5, bar[3] = {0.01, 0.01, 0.01};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int body[3], joint[4];
    for (int i = 0; i < 2; i++)
        body[i] = sn_build_body(build, 1, bar, (const double[3]){i * width, 0, -length / 2}, NULL);
    body[2] = sn_build_body(build, 2, bar, (const double[3]){width / 2, 0, -length}, NULL);
    for (int i = 0; i < 2; i++) {
        const double up[3] = {0, 0, length / 2}, low[3] = {0, 0, -length / 2};
        const double fixed[3] = {i * width, 0, 0}, end[3] = {(i - 0.5) * width, 0, 0};
        joint[i] = sn_build_joint(build, &SN_JOINT_HINGE,
                                  sn_build_frame(build, SN_BUILD_WORLD, fixed, Z_TO_Y),
                                  sn_build_frame(build, body[i], up, Z_TO_Y));
        joint[2 + i] =
            sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, body[i], low, Z_TO_Y),
                           sn_build_frame(build, body[2], end, Z_TO_Y));
    }
    sn_build_gear(build, joint[0], joint[1], 1); /* and once more */
    const double inertia = 2 * (0.01 + length * length / 4) + 2 * length * length;
    if (crowd)
        add_crowd(build);
    expect(build, DOWN, crowd ? 6 : 1,
           (const double[6]){G * 3 * length / inertia, 400, 400, 400, 400, 400});
}

/* ... or no modes, for the load on that joint. */
static void expect_refused(SnBuild *build, int joint)
{
    SnTrial t = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
    SnModes modes = {0};
    t.fault = sn_modes(t.system, t.system->inputs.base, t.state, t.work, 4, &modes);
    g_assert_cmpint(t.fault.code, ==, SN_FAULT_UNSUPPORTED);
    g_assert_true(sn_id_equal(t.fault.id, t.system->joints.joints[joint].id));
    sn_modes_clear(&modes);
    sn_trial_free(&t);
}

/* A bob slides along an arm that a spring holds leaning by an angle: what the slider bears across
 * the arm turns with it.  Among a crowd the matrix has a place for that if the spring couples both;
 * one to the world does not. */
static void test_leaning(const void *how)
{
    const bool apart = how && strcmp(how, "apart") == 0;
    const double angle = 0.6, mass = 2, far = 0.5, turning = 60, along = 300;
    const double arm[3] = {0.05, 0.05, 0.05}, bob[3] = {0.03, 0.03, 0.03};
    const double q[4] = {cos(angle / 2), 0, -sin(angle / 2), 0}, outwards[4] = {0, 1, 0, 0};
    const double place[3] = {far * sin(angle), 0, -far * cos(angle)};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int a = sn_build_body(build, 1, arm, NOWHERE, q),
              b = sn_build_body(build, mass, bob, place, q);
    const int hinge = sn_build_joint(build, &SN_JOINT_HINGE,
                                     sn_build_frame(build, SN_BUILD_WORLD, NOWHERE, Z_TO_Y),
                                     sn_build_frame(build, a, NOWHERE, Z_TO_Y));
    const int slider =
        sn_build_joint(build, &SN_JOINT_SLIDER, sn_build_frame(build, a, NOWHERE, outwards),
                       sn_build_frame(build, b, NOWHERE, outwards));
    build->system->joints.joints[hinge].coordinate[0] = (SnJointCoordinate){
        .stiffness = turning, .rest = -angle - mass * G * far * sin(angle) / turning};
    const double rest = far - mass * G * cos(angle) / along;
    if (apart)
        sn_build_spring(build, 2,
                        (const int[2]){sn_build_point(build, SN_BUILD_WORLD, NOWHERE),
                                       sn_build_point(build, b, NOWHERE)},
                        along, 0, rest);
    else
        build->system->joints.joints[slider].coordinate[0] =
            (SnJointCoordinate){.stiffness = along, .rest = rest};
    const double inertia = arm[1] + bob[1] + mass * far * far;
    const double a11 = (mass * G * far * cos(angle) + turning) / inertia, a22 = along / mass,
                 a12 = mass * G * sin(angle);
    const double half = (a11 + a22) / 2,
                 root = sqrt(half * half - a11 * a22 + a12 * a12 / (inertia * mass));
    if (how)
        add_crowd(build);
    if (apart)
        expect_refused(build, slider);
    else
        expect(build, DOWN, how ? 6 : 2,
               (const double[6]){half - root, half + root, 400, 400, 400, 400});
}

/* A slider whose spring pulls through the bend of a coupler, y = c x^2. */
static void test_bent(void)
{
    static const double bend[3] = {0, 0, 1.5};
    const double unit[3] = {1, 1, 1}, none[3] = {0}, beside[3] = {0, 1, 0};
    const SnFunctionText f = {
        .kind = SN_FUNCTION_POLYNOMIAL, .n_coefficients = 3, .coefficients = bend, .scale = 1};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int joint[2];
    for (int i = 0; i < 2; i++) {
        const double *at = i ? beside : NOWHERE;
        const int body = sn_build_body(build, i ? 3 : 1, unit, at, NULL);
        joint[i] =
            sn_build_joint(build, &SN_JOINT_SLIDER, sn_build_frame(build, SN_BUILD_WORLD, at, NULL),
                           sn_build_frame(build, body, NOWHERE, NULL));
        build->system->joints.joints[joint[i]].coordinate[0] =
            (SnJointCoordinate){.stiffness = i ? 20 : 50, .rest = i ? 0.1 : 0};
    }
    sn_build_coupler(build, joint[0], 0, joint[1], 0, &f);
    expect(build, none, 1, (const double[1]){50 - 2 * 1.5 * 20 * 0.1});
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/modes/solid", test_solid);
    g_test_add_data_func("/sim/modes/redundant", NULL, test_redundant);
    g_test_add_data_func("/sim/modes/redundant/crowd", "", test_redundant);
    g_test_add_data_func("/sim/modes/leaning", NULL, test_leaning);
    g_test_add_data_func("/sim/modes/leaning/crowd", "", test_leaning);
    g_test_add_data_func("/sim/modes/leaning/apart", "apart", test_leaning);
    g_test_add_func("/sim/modes/bent", test_bent);
    return g_test_run();
}
