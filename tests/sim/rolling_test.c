/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rolling without slip against closed forms: down a slope, Euler's disc in steady precession
 * (Routh 1905, Advanced Rigid Dynamics, 241), in a bowl, on a ball; what is random keeps its energy
 * and does not slip. */
#include "engine/base/vec.h"
#include "engine/check/build/build_strand.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"
#include "tests/support/random.h"

#include <glib.h>

static const double ORIGIN[3] = {0, 0, 0}, UNIT[4] = {1, 0, 0, 0};
static const SnStepMethod METHODS[] = {SN_STEP_BACKWARD_EULER,   SN_STEP_TRAPEZOIDAL,
                                       SN_STEP_SYMPLECTIC_EULER, SN_STEP_RUNGE_KUTTA_4,
                                       SN_STEP_NEWTON_EULER,     SN_STEP_NEWTON_TRAPEZOIDAL};

/* A body that rolls on the world by the frame at its centre. */
static int add_roller(SnBuild *build, const SnRolling *rolling, const double turn[4], double mass,
                      const double inertia[3], const double x[3], const double q[4])
{
    const int body = sn_build_body(build, mass, inertia, x, q);
    const int a = sn_build_frame(build, -1, ORIGIN, turn),
              b = sn_build_frame(build, body, ORIGIN, UNIT);
    const int joint = sn_build_joint(build, &SN_JOINT_ROLLING, a, b);
    build->system->joints.joints[joint].rolling = *rolling;
    return body;
}

static double energy(SnTrial *trial, double *kinetic)
{
    double energy[2], momentum[6];
    sn_audit(trial->system, trial->state, trial->work, energy, momentum);
    *kinetic = energy[0];
    return energy[0] + energy[1];
}

/* Largest rate of the joint's rows. */
static double slip(SnTrial *trial)
{
    const SnSystem *system = trial->system;
    const double *q = sn_state_q_const(trial->state), *u = sn_state_u_const(trial->state);
    double most = 0;
    sn_kinematics(system, q, u, trial->work);
    sn_rows(system, trial->state, trial->work, true, &trial->work->rows);
    for (int i = 0; i < system->rows.n; i++)
        most = fmax(most, fabs(sn_bilateral_rate(system, &trial->work->rows, i, u)));
    return most;
}

static void steps(SnTrial *trial, int n)
{
    sn_trial_steps(trial, n);
    g_assert_cmpstr(trial->fault.text, ==, "");
}

/* A disc upright, and a ball, roll down a slope: a = g sin / (1 + k), the friction that takes. */
static void test_slope(void)
{
    const double slope = 0.3, g = 9.81, down[3] = {g * sin(slope), 0, -g * cos(slope)};
    const double upright[3] = {M_PI_2, 0, 0}, time = 0.5;
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++)
        for (int ball = 0; ball < 2; ball++) {
            const double radius = 0.1, mass = 2, k = ball ? 0.4 : 0.5;
            const double about = k * mass * radius * radius;
            const double inertia[3] = {ball ? about : about / 2, ball ? about : about / 2, about};
            const double x[3] = {0, 0, radius};
            const SnRolling rolling = {SN_ROLLING_ON_PLANE, 0, ball ? 0 : radius,
                                       ball ? radius : 0};
            double q[4];
            sn_q_exp(upright, q);
            SnBuild *build = sn_build_new(METHODS[m], 1e-3);
            add_roller(build, &rolling, UNIT, mass, inertia, x, q);
            SnTrial trial = sn_trial_new(sn_build_finish(build, down), SN_LINSOLVE_AUTO);
            steps(&trial, (int)(time / 1e-3 + 0.5));
            const double a = g * sin(slope) / (1 + k);
            const double *end = sn_state_q_const(trial.state), *u = sn_state_u_const(trial.state);
            /* Newton's hold places: what touched is let come apart in third order of the step */
            const bool places = METHODS[m] >= SN_STEP_NEWTON_EULER;
            g_assert_cmpfloat(fabs(u[0] - a * time), <, places ? 1e-4 : 1e-9);
            /* Euler's methods take the velocity of the end, or of the beginning, for the step's */
            const bool euler = m == 0 || m == 2 || m == 4;
            g_assert_cmpfloat(fabs(end[0] - a * time * time / 2), <,
                              euler ? 1.01 * a * time * 1e-3 / 2 : 1e-5);
            g_assert_cmpfloat(fabs(end[2] - radius), <, 1e-9);
            g_assert_cmpfloat(slip(&trial), <, places ? 1e-4 : 1e-12);
            const double *force = sn_state_lambda_const(trial.state);
            g_assert_cmpfloat(fabs(force[0] - mass * g * cos(slope)), <, places ? 1e-3 : 1e-5);
            g_assert_cmpfloat(fabs(hypot(force[1], force[2]) - mass * (g * sin(slope) - a)), <,
                              places ? 1e-2 : 1e-5);
            sn_trial_free(&trial);
        }
}

/* With compliance it gives way across the surface and still does not slip. */
static void test_compliance(void)
{
    const double radius = 0.05, inertia[3] = {1e-3, 1e-3, 1e-3}, x[3] = {0, 0, radius};
    const double down[3] = {3, 0, -9}, compliance = 1e-6;
    const SnRolling rolling = {.surface = SN_ROLLING_ON_PLANE, .edge = radius};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    add_roller(build, &rolling, UNIT, 1, inertia, x, UNIT);
    build->system->joints.joints[0].compliance = compliance;
    SnTrial trial = sn_trial_new(sn_build_finish(build, down), SN_LINSOLVE_AUTO);
    steps(&trial, 500);
    const double *q = sn_state_q_const(trial.state), *u = sn_state_u_const(trial.state);
    g_assert_cmpfloat(fabs(u[0] - 3 / (1 + 1e-3 / (radius * radius)) * 0.5), <, 1e-4);
    g_assert_cmpfloat(fabs(u[0] - u[4] * radius), <, 1e-4); /* the arm is a little shorter */
    g_assert_cmpfloat(fabs(radius - q[2] - 9 * compliance), <, 1e-9);
    sn_trial_free(&trial);
}

/* A thin disc whose axis leans by `lean` against the vertical goes round with rate `turn`:
 * w3 turn sin (C + m R2) = A turn2 sin cos - m g R cos. */
static SnTrial euler_disc(SnStepMethod method, double h, double lean, double turn, double *orbit)
{
    const double radius = 0.2, mass = 1.5, axial = mass * radius * radius / 2, across = axial / 2;
    const double inertia[3] = {across, across, axial}, down[3] = {0, 0, -9.81};
    const double s = sin(lean), c = cos(lean);
    const double spin = (across * turn * turn * s * c - mass * 9.81 * radius * c) /
                        (turn * s * (axial + mass * radius * radius));
    /* axis in the xz plane, leaning to x: up the disc is (sin z - cos x), along is y */
    const double about[3] = {0, lean, 0};
    double q[4], w[3] = {-turn * s, 0, spin}, v[3] = {0, -radius * spin, 0};
    sn_q_exp(about, q); /* its own x is (cos, 0, -sin): down the disc */
    *orbit = radius * fabs(spin / turn);
    const double x[3] = {0, 0, radius * s};
    const SnRolling rolling = {.surface = SN_ROLLING_ON_PLANE, .rim = radius};
    SnBuild *build = sn_build_new(method, h);
    const int body = add_roller(build, &rolling, UNIT, mass, inertia, x, q);
    sn_build_velocity(build, body, v, w);
    return sn_trial_new(sn_build_finish(build, down), SN_LINSOLVE_AUTO);
}

static void test_euler_disc(void)
{
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++) {
        const bool first = m == 0 || m == 2 || m == 4, fourth = m == 3;
        for (int way = 0; way < 2; way++) {
            const double lean = way ? 1.1 : 0.7, turn = way ? 4 : -7, h = first ? 1e-4 : 1e-3;
            double orbit, kinetic;
            SnTrial trial = euler_disc(METHODS[m], h, lean, turn, &orbit);
            const double before = energy(&trial, &kinetic), time = 0.8;
            g_assert_cmpfloat(slip(&trial), <, 1e-12); /* the start rolls */
            steps(&trial, (int)(time / h + 0.5));
            const double *q = sn_state_q_const(trial.state), z[3] = {0, 0, 1};
            double axis[3];
            sn_q_rotate(q + 3, z, axis);
            const double off = fabs(acos(axis[2]) - lean),
                         round = fabs(remainder(atan2(axis[1], axis[0]) - turn * time, 2 * M_PI)),
                         gained = fabs(energy(&trial, &kinetic) - before) / kinetic;
            g_test_message("method %d: lean off by %.2g, turn by %.2g, energy by %.2g, slip %.2g",
                           (int)METHODS[m], off, round, gained, slip(&trial));
            const double most = fourth ? 1e-8 : (first ? 1e-2 : 4e-4);
            g_assert_cmpfloat(off, <, most);
            g_assert_cmpfloat(round, <, 10 * most);
            g_assert_cmpfloat(gained, <, most);
            /* its centre goes round a circle about where it began less the orbit */
            const double side = hypot(q[0], q[1]), chord = 2 * orbit * fabs(sin(turn * time / 2));
            g_assert_cmpfloat(fabs(side - chord), <, 3 * most * orbit + 1e-9);
            sn_trial_free(&trial);
        }
    }
}

/* How far the disc's axis is off after 0.4 s. */
static double disc_error(SnStepMethod method, double h)
{
    double orbit, axis[3], z[3] = {0, 0, 1}, wanted[3];
    const double lean = 0.7, turn = -7, time = 0.4;
    SnTrial trial = euler_disc(method, h, lean, turn, &orbit);
    steps(&trial, (int)(time / h + 0.5));
    sn_q_rotate(sn_state_q_const(trial.state) + 3, z, axis);
    sn_v3_set(sin(lean) * cos(turn * time), sin(lean) * sin(turn * time), cos(lean), wanted);
    sn_v3_sub(axis, wanted, axis);
    sn_trial_free(&trial);
    return sn_v3_norm(axis);
}

/* Each method keeps its order, Newton's too, which hold places where there are none to hold. */
static void test_order(void)
{
    static const double ORDER[] = {1, 2, 1, 4, 1, 2};
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++) {
        const double h = METHODS[m] == SN_STEP_RUNGE_KUTTA_4 ? 0.01 : ORDER[m] > 1 ? 2e-3 : 4e-4;
        const double coarse = disc_error(METHODS[m], h), fine = disc_error(METHODS[m], h / 2);
        const double order = log2(coarse / fine);
        g_test_message("method %d: off by %.3g, %.3g: order %.2f", (int)METHODS[m], coarse, fine,
                       order);
        g_assert_cmpfloat(order, >, ORDER[m] - 0.3);
    }
}

/* An equilibrium is found by rolling there: a ball on a slope, held by a spring at its centre. */
static void test_rest(void)
{
    const double radius = 0.05, stiffness = 10, inertia[3] = {1e-3, 1e-3, 1e-3};
    const double x[3] = {0, 0, radius}, far[3] = {-1, 0, radius}, down[3] = {3, 0, -9};
    const SnRolling rolling = {.surface = SN_ROLLING_ON_PLANE, .edge = radius};
    SnBuild *build = sn_build_new(SN_STEP_STATIC, 1);
    const int body = add_roller(build, &rolling, UNIT, 1, inertia, x, UNIT);
    const int points[2] = {sn_build_point(build, SN_BUILD_WORLD, far),
                           sn_build_point(build, body, ORIGIN)};
    sn_build_spring(build, 2, points, stiffness, 0, 1);
    SnTrial trial = sn_trial_new(sn_build_finish(build, down), SN_LINSOLVE_AUTO);
    steps(&trial, 1);
    const double *q = sn_state_q_const(trial.state), stretched = down[0] / stiffness;
    double turned[3];
    sn_q_log(q + 3, turned);
    g_test_message("at %.12g, turned to %.6g", q[0], turned[1]);
    g_assert_cmpfloat(fabs(q[0] - stretched), <, 1e-9);
    g_assert_cmpfloat(fabs(q[2] - radius), <, 1e-9);
    g_assert_cmpfloat(fabs(remainder(turned[1] - stretched / radius, 2 * M_PI)), <, 1e-6);
    g_assert_cmpfloat(fabs(sn_state_lambda_const(trial.state)[0] / 9 - 1), <, 1e-9);
    sn_trial_free(&trial);
}

/* A ball in a bowl and on a ball swings like a pendulum of (1 + k) the length. */
static void test_bowl(void)
{
    const double radius = 0.05, mass = 1, about = 0.4 * mass * radius * radius, bowl = 0.45;
    const double inertia[3] = {about, about, about}, down[3] = {0, 0, -9.81};
    for (int outside = 0; outside < 2; outside++) {
        const double length = outside ? bowl + radius : bowl - radius, start = 0.02;
        const double x[3] = {length * sin(start), 0, (outside ? 1 : -1) * length * cos(start)};
        const SnRolling rolling = {outside ? SN_ROLLING_ON_BALL : SN_ROLLING_IN_BOWL, bowl, 0,
                                   radius};
        SnBuild *build = sn_build_new(SN_STEP_RUNGE_KUTTA_4, 1e-3);
        add_roller(build, &rolling, UNIT, mass, inertia, x, UNIT);
        SnTrial trial = sn_trial_new(sn_build_finish(build, down), SN_LINSOLVE_AUTO);
        const double rate = sqrt(9.81 / (1.4 * length)), time = 0.4;
        double kinetic;
        const double before = energy(&trial, &kinetic);
        steps(&trial, 400);
        const double *q = sn_state_q_const(trial.state);
        const double angle = atan2(q[0], outside ? q[2] : -q[2]);
        /* amplitudes grow on the ball, and then the sine is less than the angle */
        g_assert_cmpfloat(fabs(angle - start * (outside ? cosh(rate * time) : cos(rate * time))), <,
                          outside ? 1e-3 * angle : 1e-4 * start);
        g_assert_cmpfloat(fabs(energy(&trial, &kinetic) - before), <, 1e-10 * mass * 9.81 * length);
        g_assert_cmpfloat(fabs(sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) - length), <, 1e-10);
        g_assert_cmpfloat(slip(&trial), <, 1e-12);
        sn_trial_free(&trial);
    }
}

/* Wheels and balls of any size, turned and thrown anyhow, on all three surfaces, on a body that
 * moves too: energy stays, nothing slips. */
static void test_random(void)
{
    Random r = {77};
    const double down[3] = {0, 0, -9.81}, ground_inertia[3] = {2, 3, 4};
    double most = 0, slips = 0;
    for (int i = 0; i < 24; i++) {
        const SnStepMethod method = METHODS[i % 2 ? 3 : 1];
        SnRolling rolling = {(SnRollingSurface)(i % 3), 0.6, random_uniform(&r, 0, 0.2),
                             random_uniform(&r, 0.02, 0.1)};
        if (i % 4 == 0)
            rolling.rim = 0;
        double x[3], q[4], w[3], v[3], turn[4];
        random_vector(&r, 0.1, x), random_quaternion(&r, q), random_vector(&r, 3, w);
        random_vector(&r, 0.5, v), random_quaternion(&r, turn);
        x[2] += rolling.surface == SN_ROLLING_IN_BOWL ? -0.3 : 0.8;
        SnBuild *build = sn_build_new(method, 1e-3);
        const double inertia[3] = {0.01, 0.012, 0.015};
        int ground = -1;
        if (i % 3 == 2)
            ground = sn_build_body(build, 5, ground_inertia, ORIGIN, turn);
        const int body = sn_build_body(build, 1, inertia, x, q);
        const int a = sn_build_frame(build, ground, ORIGIN, UNIT),
                  b = sn_build_frame(build, body, ORIGIN, UNIT);
        const int joint = sn_build_joint(build, &SN_JOINT_ROLLING, a, b);
        build->system->joints.joints[joint].rolling = rolling;
        sn_build_velocity(build, body, v, w);
        SnTrial trial = sn_trial_new(sn_build_finish(build, down), SN_LINSOLVE_AUTO);
        double kinetic, largest = 0;
        g_assert_cmpstr(trial.fault.text, ==, "");
        const double before = energy(&trial, &kinetic);
        for (int k = 0; k < 30; k++) {
            steps(&trial, 5);
            energy(&trial, &kinetic);
            largest = fmax(largest, kinetic);
        }
        most = fmax(most, fabs(energy(&trial, &kinetic) - before) / largest);
        slips = fmax(slips, slip(&trial));
        sn_trial_free(&trial);
    }
    g_test_message("energy off by %.2g of kinetic, slip %.2g m/s", most, slips);
    g_assert_cmpfloat(most, <, 1e-3);
    g_assert_cmpfloat(slips, <, 1e-10);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/rolling/slope", test_slope);
    g_test_add_func("/sim/rolling/euler-disc", test_euler_disc);
    g_test_add_func("/sim/rolling/compliance", test_compliance);
    g_test_add_func("/sim/rolling/order", test_order);
    g_test_add_func("/sim/rolling/rest", test_rest);
    g_test_add_func("/sim/rolling/bowl", test_bowl);
    g_test_add_func("/sim/rolling/random", test_random);
    return g_test_run();
}
