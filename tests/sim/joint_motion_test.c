/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints given by their motion, couplers and drives: they move along their functions, stay closed,
 * keep energy (trapezoidal rule, second order) and gain none (backward Euler), also in chains with
 * random mass ratios; the same bits after a state was put back. */
#include "engine/base/vec.h"
#include "engine/sim/joint/joint_motion.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/random_system.h"
#include "tests/support/cases.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ORIGIN[3] = {0, 0, 0}, DOWN[3] = {0, 0, -9.81};
static const double MOMENTS[3] = {0.01, 0.012, 0.015};

static double coordinate(const SnTrial *trial, int joint, int k)
{
    return sn_joint_coordinate(trial->system, sn_state_q_const(trial->state),
                               sn_state_turns_const(trial->state),
                               &trial->system->joints.joints[joint], k);
}

/* What is most open, over the model's size or in radians. */
static double most_open(SnTrial *trial)
{
    double worst = 0;
    sn_kinematics(trial->system, sn_state_q(trial->state), sn_state_u(trial->state), trial->work);
    sn_rows(trial->system, trial->state, trial->work, false, &trial->work->ahead);
    const SnSystem *system = trial->system;
    for (int i = 0; i < system->joints.n_rows; i++) {
        const bool angle = system->joints.rows[i].shape == SN_ROW_ROTATION;
        worst =
            fmax(worst, fabs(trial->work->ahead.residual[i]) / (angle ? 1 : system->length_scale));
    }
    return worst;
}

static double energy(SnTrial *trial, double *kinetic)
{
    double parts[2];
    sn_audit(trial->system, trial->state, trial->work, parts, NULL);
    *kinetic = parts[0];
    return parts[0] + parts[1];
}

/* Those of the list that join frames, less what nothing can fall from. */
static const SnJointClass *const MOTIONS[] = {&SN_JOINT_GIMBAL,
                                              &SN_JOINT_PLANAR,
                                              &SN_JOINT_ELLIPSOID,
                                              &SN_JOINT_SCAPULOTHORACIC,
                                              &SN_JOINT_CONSTANT_CURVATURE,
                                              &SN_JOINT_CUSTOM};

static int add_joint(SnBuild *build, Random *r, const SnJointClass *class, int a, int b)
{
    if (class == &SN_JOINT_CUSTOM)
        return random_custom_joint(build, r, a, b);
    const int number = sn_build_joint(build, class, a, b);
    random_ellipsoid(r, 0.1, &build->system->joints.joints[number]);
    return number;
}

/* A body that swings from the world by a joint of the class, pushed. */
static SnTrial swing(const SnJointClass *class, uint64_t seed, SnStepMethod method, double h)
{
    Random r = {seed};
    const double at[3] = {0.1, 0.05, -0.2}, up[3] = {-0.1, -0.05, 0.2};
    const double upright[4] = {M_SQRT1_2, M_SQRT1_2, 0, 0};
    double v[3], w[3];
    SnBuild *build = sn_build_new(method, h);
    const int body = sn_build_body(build, 1, MOMENTS, at, upright);
    random_vector(&r, 0.5, v), random_vector(&r, 3, w);
    sn_build_velocity(build, body, v, w);
    double local[3];
    sn_q_unrotate(upright, up, local);
    add_joint(build, &r, class, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, upright),
              sn_build_frame(build, body, local, NULL));
    return sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_DENSE);
}

/* Largest change of energy over the largest kinetic one; gain alone if `gain`. */
static double drift(const SnJointClass *class, uint64_t seed, SnStepMethod method, double h,
                    bool gain)
{
    SnTrial trial = swing(class, seed, method, h);
    double most = 0, kinetic, largest = 0;
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    const double start = energy(&trial, &kinetic);
    for (int i = 0; i < (int)rint(0.5 / h); i++) {
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        g_assert_cmpfloat(most_open(&trial), <, 1e-6);
        const double change = energy(&trial, &kinetic) - start;
        most = fmax(most, gain ? change : fabs(change));
        largest = fmax(largest, kinetic);
    }
    sn_trial_free(&trial);
    return most / largest;
}

static void test_energy(void)
{
    for (size_t c = 0; c < G_N_ELEMENTS(MOTIONS); c++)
        for (uint64_t seed = 1; seed <= (uint64_t)sn_cases(2, 10); seed++) {
            const double coarse = drift(MOTIONS[c], seed, SN_STEP_TRAPEZOIDAL, 1e-3, false),
                         fine = drift(MOTIONS[c], seed, SN_STEP_TRAPEZOIDAL, 2.5e-4, false),
                         gain = drift(MOTIONS[c], seed, SN_STEP_BACKWARD_EULER, 1e-3, true);
            g_test_message("%s: %g %g, backward Euler gains %g", MOTIONS[c]->name, coarse, fine,
                           gain);
            g_assert_cmpfloat(coarse, <, 1e-3);
            g_assert_cmpfloat(fine, <, fmax(coarse / 6, 1e-10)); /* 16 is second order */
            g_assert_cmpfloat(gain, <, 1e-3);
        }
}

/* The same bits after the state was put back. */
static void test_resumed(void)
{
    for (size_t c = 0; c < G_N_ELEMENTS(MOTIONS); c++) {
        SnTrial trial = swing(MOTIONS[c], 3, SN_STEP_BACKWARD_EULER, 2e-3);
        sn_trial_steps(&trial, 60);
        SnState *saved = sn_state_copy(trial.state);
        sn_trial_steps(&trial, 50);
        const uint64_t hash = sn_state_hash(trial.state);
        sn_trial_steps(&trial, 20);
        memcpy(trial.state, saved, saved->size);
        sn_trial_steps(&trial, 50);
        g_assert_cmpuint(sn_state_hash(trial.state), ==, hash);
        free(saved);
        sn_trial_free(&trial);
    }
}

/* A knee of the kind of OpenSim's: bending, its shank glides along two splines. */
static void test_knee(void)
{
    static const double x[] = {-2.0944, -1.74533, -1.39626, -1.0472, -0.698132, -0.349066, 0.2};
    static const double forward[] = {-0.0032, 0.00179, 0.00411, 0.0041, 0.00212, -0.001, -0.0031},
                        along[] = {-0.4226, -0.4082, -0.399, -0.3976, -0.3966, -0.395264, -0.396};
    const double z[3] = {0, 0, 1}, down[3] = {0, 0.2, 0};
    SnBuildAxis axis[6] = {{{0, 0, 1}, 0, {.kind = SN_FUNCTION_LINEAR, .scale = 1}},
                           {{1, 0, 0}, -1, {.scale = 1}},
                           {{0, 1, 0}, -1, {.scale = 1}},
                           {{1, 0, 0}, 0, {SN_FUNCTION_SIMM_SPLINE, 0, NULL, 7, 7, x, forward, 1}},
                           {{0, 1, 0}, 0, {SN_FUNCTION_SIMM_SPLINE, 0, NULL, 7, 7, x, along, 1}},
                           {{0, 0, 1}, -1, {.scale = 1}}};
    const double place[3] = {0, -0.6, 0}, spin[3] = {0, 0, -4}, g[3] = {-9.81, 0, 0};
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-3);
    const int shank = sn_build_body(build, 3.7, MOMENTS, place, NULL);
    sn_build_velocity(build, shank, ORIGIN, spin);
    sn_build_custom(build, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                    sn_build_frame(build, shank, down, NULL), 1, 0, axis);
    SnTrial trial = sn_trial_new(sn_build_finish(build, g), SN_LINSOLVE_DENSE);
    double least = 0, kinetic, largest = 0, slope;
    const SnSystem *system = trial.system;
    const double start = energy(&trial, &kinetic);
    for (int i = 0; i < 800; i++) {
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const double angle = coordinate(&trial, 0, 0), *pose = sn_state_q_const(trial.state);
        double origin[3], turned[3], wanted[3] = {0};
        sn_pose_point(pose, pose + 3, down, origin);
        for (int k = 0; k < 2; k++)
            wanted[k] = sn_function_value(&system->joints.axes[3 + k].function,
                                          system->joints.numbers, angle, &slope);
        g_assert_cmpfloat(sn_v3_distance(origin, wanted), <, 1e-8);
        sn_q_rotate(pose + 3, z, turned);
        g_assert_cmpfloat(fabs(turned[2] - 1), <, 1e-12);
        g_assert_cmpfloat(fabs(remainder(2 * atan2(pose[6], pose[3]) - angle, 2 * M_PI)), <, 1e-8);
        least = fmin(least, angle);
        g_assert_cmpfloat(fabs(energy(&trial, &kinetic) - start), <, 1e-4 * fmax(largest, 1));
        largest = fmax(largest, kinetic);
    }
    g_assert_cmpfloat(least, <, -1);
    sn_trial_free(&trial);
}

/* --- chains of all kinds of joints --- */

static SnTrial chain(Random *r, double h, SnStepMethod method)
{
    int n;
    const SnJointClass *const *classes = sn_joint_classes(&n);
    SnBuild *build = sn_build_new(method, h);
    const int links = 1 + (int)random_uniform(r, 0, 5.99);
    int before = SN_BUILD_WORLD;
    for (int i = 0; i < links; i++) {
        const double mass = exp(random_uniform(r, log(0.03), log(30))), size = 0.05 * mass;
        const double moments[3] = {0.02 * size, 0.025 * size, 0.03 * size};
        const double place[3] = {0.2 * i + 0.1, 0, 0}, back[3] = {-0.1, 0, 0};
        double ahead[3] = {i > 0 ? 0.1 : 0, 0, 0}, turn[4], w[3];
        random_quaternion(r, turn);
        random_vector(r, 2, w);
        const int body = sn_build_body(build, mass, moments, place, NULL);
        sn_build_velocity(build, body, ORIGIN, w);
        const int a = sn_build_frame(build, before, ahead, turn),
                  b = sn_build_frame(build, body, back, turn);
        const SnJointClass *class;
        do
            class = classes[(int)random_uniform(r, 0, n - 1e-9)];
        while (class->ends != SN_JOINT_FRAMES || class == &SN_JOINT_FREE ||
               class == &SN_JOINT_DISTANCE || class == &SN_JOINT_ROLLING); /* need a size */
        add_joint(build, r, class, a, b);
        before = body;
    }
    return sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
}

static void test_chains(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
    Random r = {21};
    const int n = sn_cases(30, 500);
    int refused = 0;
    for (int i = 0; i < n; i++) {
        SnTrial trial = chain(&r, exp(random_uniform(&r, log(2e-4), log(1e-2))), methods[i % 4]);
        double kinetic, largest = 0, rise = 0;
        const double start = energy(&trial, &kinetic);
        for (int k = 0; k < 150 && trial.fault.code == SN_FAULT_NONE; k++) {
            sn_trial_steps(&trial, 1);
            if (trial.fault.code != SN_FAULT_NONE)
                break;
            g_assert_cmpfloat(most_open(&trial), <, 1e-6);
            rise = fmax(rise, energy(&trial, &kinetic) - start);
            largest = fmax(largest, kinetic);
        }
        if (trial.fault.code != SN_FAULT_NONE) {
            refused++;
            g_assert_false(sn_id_is_null(trial.fault.id));
            g_test_message("%d, method %d, step %g refused at %g s: %s", i, i % 4,
                           trial.system->step_size, trial.state->time, trial.fault.text);
        }
        g_test_message("%d gains %g", i, rise / largest);
        g_assert_cmpfloat(rise, <=, 1e-3 * largest + 1e-9);
        sn_trial_free(&trial);
    }
    g_test_message("%d of %d refused", refused, n);
    g_assert_cmpint(refused, <=, 2 + n / 8);
}

/* --- couplers and drives --- */

static int hinge_at(SnBuild *build, double x, int *body)
{
    const double at[3] = {x, 0, 0};
    *body = sn_build_body(build, 1, MOMENTS, at, NULL);
    return sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, at, NULL),
                          sn_build_frame(build, *body, ORIGIN, NULL));
}

/* A second wheel turns by the square of the first one's angle: energy is kept. */
static void test_coupler(void)
{
    static const double square[] = {0.1, 0.5, 0.3}, w[3] = {0, 0, 2};
    const SnFunctionText f = {SN_FUNCTION_POLYNOMIAL, 3, square, 0, 0, NULL, NULL, 1};
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-3);
    int body[2], hinge[2];
    for (int i = 0; i < 2; i++)
        hinge[i] = hinge_at(build, i, &body[i]);
    sn_build_velocity(build, body[0], ORIGIN, w);
    sn_build_coupler(build, hinge[0], 0, hinge[1], 0, &f);
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_DENSE);
    double kinetic;
    const double start = energy(&trial, &kinetic);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    for (int i = 0; i < 1000; i++) {
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const double a = coordinate(&trial, hinge[0], 0), b = coordinate(&trial, hinge[1], 0);
        g_assert_cmpfloat(fabs(b - (0.1 + 0.5 * a + 0.3 * a * a)), <, 1e-6);
    }
    g_assert_cmpfloat(coordinate(&trial, hinge[0], 0), >, 1);
    g_assert_cmpfloat(fabs(energy(&trial, &kinetic) / start - 1), <, 1e-5);
    sn_trial_free(&trial);
}

/* A wheel follows the product of two others' angles and the square of one: with every integrator it
 * does, and energy is kept as well as each one keeps it. */
static void test_coupler_of_several(void)
{
    static const double terms[] = {0.1, 0, 0, 0.5, 1, 1, 0.3, 2, 0, -0.2, 0, 1};
    static const SnFunctionText f = {.kind = SN_FUNCTION_LINEAR, .scale = 1};
    static const struct {
        SnStepMethod method;
        bool adaptive;
        double open, energy;
    } runs[] = {
        {SN_STEP_BACKWARD_EULER, false, 1e-8, 0.05},    {SN_STEP_TRAPEZOIDAL, false, 1e-6, 1e-4},
        {SN_STEP_SYMPLECTIC_EULER, false, 1e-8, 0.05},  {SN_STEP_RUNGE_KUTTA_4, false, 1e-8, 1e-7},
        {SN_STEP_RUNGE_KUTTA_4, true, 1e-8, 1e-7},      {SN_STEP_NEWTON_EULER, false, 1e-8, 0.05},
        {SN_STEP_NEWTON_TRAPEZOIDAL, false, 1e-7, 1e-4}};
    for (size_t run = 0; run < G_N_ELEMENTS(runs); run++) {
        SnBuild *build = sn_build_new(runs[run].method, 1e-3);
        int body[3], hinge[3];
        for (int i = 0; i < 3; i++)
            hinge[i] = hinge_at(build, i, &body[i]);
        const double w[2][3] = {{0, 0, 2}, {0, 0, -3}};
        for (int i = 0; i < 2; i++)
            sn_build_velocity(build, body[i], ORIGIN, w[i]);
        const SnLeader leaders[2] = {{hinge[0], 0}, {hinge[1], 0}};
        sn_build_coupler_of_several(build, 2, leaders, 4, terms, hinge[2], 0, &f);
        SnSystem *system = sn_build_finish(build, ORIGIN);
        if (runs[run].adaptive)
            system->accuracy = 1e-7;
        SnTrial trial = sn_trial_new(system, SN_LINSOLVE_DENSE);
        double kinetic;
        const double start = energy(&trial, &kinetic);
        for (int i = 0; i < 500; i++) {
            sn_trial_steps(&trial, 1);
            g_assert_cmpstr(trial.fault.text, ==, "");
            const double a = coordinate(&trial, hinge[0], 0), b = coordinate(&trial, hinge[1], 0);
            const double off =
                coordinate(&trial, hinge[2], 0) - (0.1 + 0.5 * a * b + 0.3 * a * a - 0.2 * b);
            if (!(fabs(off) < runs[run].open))
                g_error("run %d, step %d: off by %g", (int)run, i, off);
        }
        g_assert_cmpfloat(fabs(coordinate(&trial, hinge[0], 0)), >, 0.3);
        if (!(fabs(energy(&trial, &kinetic) / start - 1) < runs[run].energy))
            g_error("run %d: energy %g of %g", (int)run, energy(&trial, &kinetic), start);
        sn_trial_free(&trial);
    }
}

/* A driven wheel is where it is to be at the end of each step, with every integrator; its torque is
 * I times its acceleration; a constant value locks it. */
static void test_drive(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
    for (int m = 0; m < 4; m++) {
        const double h = 1e-3, acceleration = 3;
        SnBuild *build = sn_build_new(methods[m], h);
        int body;
        const int hinge = hinge_at(build, 0, &body), drive = sn_build_drive(build, hinge, 0);
        SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_DENSE);
        SnSystem *system = trial.system;
        const SnSystemJoint *joint = &system->joints.joints[drive];
        for (int i = 1; i <= 500; i++) {
            const double t = i * h;
            system->inputs.base[joint->input] = 0.5 * acceleration * t * t;
            sn_trial_steps(&trial, 1);
            g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
            g_assert_cmpfloat(
                fabs(coordinate(&trial, hinge, 0) - system->inputs.base[joint->input]), <, 1e-9);
            if (i > 2 && m < 3)
                g_assert_cmpfloat(fabs(sn_state_lambda_const(trial.state)[joint->row] -
                                       MOMENTS[2] * acceleration),
                                  <, 1e-7);
        }
        sn_trial_steps(&trial, 50);
        g_assert_cmpfloat(fabs(coordinate(&trial, hinge, 0) - 0.375), <, 1e-9);
        g_assert_cmpfloat(fabs(sn_state_u_const(trial.state)[5]), <, m == 3 ? 2 : 1e-9);
        sn_trial_free(&trial);
    }
}

/* The start is posed by a drive, and a closed loop follows: a four-bar linkage. */
static void test_drive_poses(void)
{
    static const double pin[4][3] = {{0, 0, 0}, {0, 0.2, 0}, {0.5, 0.4, 0}, {0.5, 0, 0}};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int body[3], hinge[4];
    double near[3][3], far[3][3];
    for (int i = 0; i < 3; i++) {
        double middle[3];
        sn_v3_add(pin[i], pin[i + 1], middle);
        sn_v3_scale(0.5, middle, middle);
        sn_v3_sub(pin[i], middle, near[i]);
        sn_v3_sub(pin[i + 1], middle, far[i]);
        body[i] = sn_build_body(build, 1, MOMENTS, middle, NULL);
        hinge[i] = sn_build_joint(build, &SN_JOINT_HINGE,
                                  i ? sn_build_frame(build, body[i - 1], far[i - 1], NULL)
                                    : sn_build_frame(build, SN_BUILD_WORLD, pin[0], NULL),
                                  sn_build_frame(build, body[i], near[i], NULL));
    }
    hinge[3] = sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, body[2], far[2], NULL),
                              sn_build_frame(build, SN_BUILD_WORLD, pin[3], NULL));
    const int drive = sn_build_drive(build, hinge[0], 0);
    SnSystem *system = sn_build_finish(build, ORIGIN);
    system->inputs.base[system->joints.joints[drive].input] = 0.3;
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
    g_assert_cmpstr(trial.fault.text, ==, "");
    g_assert_cmpfloat(fabs(coordinate(&trial, hinge[0], 0) - 0.3), <, 1e-9);
    const double *q = sn_state_q_const(trial.state);
    double first[3], last[3];
    sn_pose_point(q, q + 3, far[0], first);
    sn_pose_point(q + 14, q + 17, near[2], last);
    g_assert_cmpfloat(fabs(first[0] + 0.2 * sin(0.3)), <, 1e-8);
    g_assert_cmpfloat(fabs(sn_v3_distance(first, last) - sn_v3_distance(pin[1], pin[2])), <, 1e-8);
    g_assert_cmpfloat(fabs(sn_v3_distance(last, pin[3]) - 0.4), <, 1e-8);
    g_assert_cmpfloat(sn_v3_distance(last, pin[2]), >, 0.02); /* the loop has followed */
    sn_trial_free(&trial);
}

/* A custom joint that is a hinge has a hinge's stiffness and damping. */
static void test_like_hinge(void)
{
    const double w[3] = {0, 0, 3};
    double angle[2];
    for (int custom = 0; custom < 2; custom++) {
        SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-3);
        SnBuildAxis axis[6];
        for (int i = 0; i < 6; i++)
            axis[i] = (SnBuildAxis){
                .direction = {i % 3 == 0, i % 3 == 1, i % 3 == 2},
                .coordinate = i == 2 ? 0 : -1,
                .function = {.kind = i == 2 ? SN_FUNCTION_LINEAR : SN_FUNCTION_CONSTANT,
                             .scale = 1}};
        const double local[3] = {0.1, 0, 0};
        const int body = sn_build_body(build, 1, MOMENTS, ORIGIN, NULL);
        sn_build_velocity(build, body, ORIGIN, w);
        const int a = sn_build_frame(build, SN_BUILD_WORLD, local, NULL),
                  b = sn_build_frame(build, body, local, NULL);
        const int joint = custom ? sn_build_custom(build, a, b, 1, 0, axis)
                                 : sn_build_joint(build, &SN_JOINT_HINGE, a, b);
        build->system->joints.joints[joint].limited = true;
        build->system->joints.joints[joint].coordinate[0] =
            (SnJointCoordinate){-1, 0.3, 2, 0.2, 0.02};
        SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_DENSE);
        sn_trial_steps(&trial, 400);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        angle[custom] = coordinate(&trial, joint, 0);
        sn_trial_free(&trial);
    }
    g_assert_cmpfloat(fabs(angle[0] - angle[1]), <, 1e-6);
    g_assert_cmpfloat(fabs(angle[0]), >, 1e-3);
}

/* A fit that the workspace keeps against one that is made anew, wherever the body is, whatever is
 * remembered, and when a number of the joint was changed. */
static void check_kept(SnTrial *t)
{
    const SnSystemJoint *joint = &t->system->joints.joints[0];
    for (int k = 0; k < 2 * sn_joint_n_coordinates(joint); k++) {
        const int c = k / 2; /* twice */
        const double here = sn_joint_coordinate_here(t->system, t->state, t->work, joint, c);
        g_assert_cmpfloat(fabs(here - coordinate(t, 0, c)), <, 1e-9);
    }
}

static void test_kept(void)
{
    for (size_t m = 0; m < G_N_ELEMENTS(MOTIONS); m++) {
        SnTrial t = swing(MOTIONS[m], 3, SN_STEP_BACKWARD_EULER, 1e-3);
        SnSystemJoint *joint = &t.system->joints.joints[0];
        double *q = sn_state_q(t.state);
        g_assert_nonnull(t.work->motion.fits);
        for (int round = 0; round < 20; round++) {
            sn_trial_steps(&t, 5);
            sn_kinematics(t.system, q, sn_state_u(t.state), t.work);
            check_kept(&t);
            sn_state_turns(t.state)[joint->turns] += 1e-3; /* Newton's method starts elsewhere */
            check_kept(&t);
            sn_state_turns(t.state)[joint->turns] -= 1e-3;
            check_kept(&t);
            double before[SN_MAX_COORDINATES], change = 0;
            for (int k = 0; k < sn_joint_n_coordinates(joint); k++)
                before[k] = coordinate(&t, 0, k);
            for (int i = 0; i < t.system->joints.n_numbers; i++)
                t.system->joints.numbers[i] *= round % 2 ? 1.002 : 0.998;
            t.system->writes++;
            check_kept(&t);
            for (int k = 0; k < sn_joint_n_coordinates(joint); k++)
                change += fabs(coordinate(&t, 0, k) - before[k]);
            g_assert_true(change > 0 || MOTIONS[m] != &SN_JOINT_CUSTOM);
        }
        sn_trial_free(&t);
    }
}

/* How all coordinates' derivatives turn at once, beside differences of their rates one by one. */
static void test_turning(void)
{
    double most = 0;
    for (size_t c = 0; c < G_N_ELEMENTS(MOTIONS); c++)
        for (uint64_t seed = 1; seed <= (uint64_t)sn_cases(10, 100); seed++) {
            SnTrial t = swing(MOTIONS[c], seed, SN_STEP_BACKWARD_EULER, 1e-3);
            const SnSystemJoint *joint = &t.system->joints.joints[0];
            double turning[SN_MAX_COORDINATES];
            sn_trial_steps(&t, (int)(seed % 7));
            sn_kinematics(t.system, sn_state_q(t.state), sn_state_u(t.state), t.work);
            sn_motion_coordinates_turning(t.system, t.state, t.work, joint, turning);
            for (int k = 0; k < sn_joint_n_coordinates(joint); k++) {
                const double by_one =
                    sn_joint_coordinate_turning(t.system, t.state, t.work, joint, k);
                g_assert_cmpfloat_with_epsilon(turning[k], by_one, 1e-7 * (1 + fabs(by_one)));
                most = fmax(most, fabs(by_one));
            }
            sn_trial_free(&t);
        }
    g_assert_cmpfloat(most, >, 1); /* they do turn */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/joint-motion/energy", test_energy);
    g_test_add_func("/sim/joint-motion/resumed", test_resumed);
    g_test_add_func("/sim/joint-motion/knee", test_knee);
    g_test_add_func("/sim/joint-motion/chains", test_chains);
    g_test_add_func("/sim/joint-motion/coupler", test_coupler);
    g_test_add_func("/sim/joint-motion/coupler-of-several", test_coupler_of_several);
    g_test_add_func("/sim/joint-motion/drive", test_drive);
    g_test_add_func("/sim/joint-motion/drive-poses", test_drive_poses);
    g_test_add_func("/sim/joint-motion/kept", test_kept);
    g_test_add_func("/sim/joint-motion/turning", test_turning);
    g_test_add_func("/sim/joint-motion/like-hinge", test_like_hinge);
    return g_test_run();
}
