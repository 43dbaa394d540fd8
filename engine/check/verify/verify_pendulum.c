/* SPDX-License-Identifier: GPL-3.0-or-later */
/* B1, B2, B5, B14: links on hinges and a bob on a ball joint. */
#include "engine/base/vec.h"
#include "engine/check/verify/verify_case.h"

#include <stdio.h>
#include <string.h>

static const double GRAVITY[3] = {0, 0, -9.81};
static const double ORIGIN[3] = {0, 0, 0};
/* Rotary inertia of a "point" mass: shifts a period by 5e-9. */
#define POINT_INERTIA 1e-8

/* Time at which a value that was `before` one step ago and is `now` crossed zero; cubic through
 * values and rates, by Newton. */
static double crossing(double time, double h, double before, double rate_before, double now,
                       double rate_now)
{
    double s = before / (before - now);
    for (int i = 0; i < 20; i++) {
        const double s2 = s * s, s3 = s2 * s;
        const double value = (2 * s3 - 3 * s2 + 1) * before + (s3 - 2 * s2 + s) * h * rate_before +
                             (3 * s2 - 2 * s3) * now + (s3 - s2) * h * rate_now;
        const double slope = (6 * s2 - 6 * s) * (before - now) +
                             (3 * s2 - 4 * s + 1) * h * rate_before +
                             (3 * s2 - 2 * s) * h * rate_now;
        s -= value / slope;
    }
    return time - h + s * h;
}

/* Time of the n-th zero of a hinge angle. */
static double zero_of_angle(SnTrial *trial, int joint, int n, double end)
{
    const double h = trial->system->step_size;
    double before = sn_verify_angle(trial, joint), rate_before = 0;
    while (trial->state->time < end && trial->fault.code == SN_FAULT_NONE) {
        sn_trial_steps(trial, 1);
        const double now = sn_verify_angle(trial, joint);
        const int body = trial->system->frames[trial->system->joints.joints[joint].frame_b].block;
        const double rate =
            -sn_state_u_const(trial->state)[trial->system->blocks[body].u + 4]; /* about -y */
        if (before * now <= 0 && before != 0 && --n == 0)
            return crossing(trial->state->time, h, before, rate_before, now, rate);
        before = now, rate_before = rate;
    }
    return NAN;
}

static SnTrial pendulum(double angle, bool rod, double h, int *joint)
{
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    const int world = sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, SN_VERIFY_AXIS);
    sn_verify_link(build, world, ORIGIN, angle, 1, rod ? 0.5 : 1, rod ? 1.0 / 12 : POINT_INERTIA,
                   joint);
    return sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_DENSE);
}

/* From rest to the first zero is a quarter, to the fifth five quarters: their difference, where the
 * start does not count. */
static double period(double angle, bool rod, double h)
{
    int joint;
    SnTrial trial = pendulum(angle, rod, h, &joint);
    const double first = zero_of_angle(&trial, joint, 1, 100);
    const double last = zero_of_angle(&trial, joint, 2, 100);
    sn_trial_free(&trial);
    return last - first;
}

void sn_verify_pendulum(SnVerifySink *sink)
{
    static const double ratios[][2] = {{10, 1.0019071881},  {60, 1.0731820071},
                                       {90, 1.1803405990},  {120, 1.3728805006},
                                       {170, 2.4393627197}, {179, 3.9010651604}};
    static const char source[] = "T / T0 = 2 K(sin(angle / 2)) / pi";
    const double small = 2 * M_PI * sqrt(2 / (3 * 9.81));
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
        char name[64];
        snprintf(name, sizeof name, "B1-pendulum-%g", ratios[i][0]);
        sn_verify_relative(sink, name, period(ratios[i][0] * M_PI / 180, true, 1e-3) / small,
                           ratios[i][1], 1e-4, source);
    }
    sn_verify_relative(sink, "B1-point-mass-90", period(M_PI_2, false, 1e-3), 2.3678419476, 1e-4,
                       source);
    const double exact = 1.9333348544, coarse = period(M_PI_2, true, 4e-3) - exact,
                 fine = period(M_PI_2, true, 2e-3) - exact;
    sn_verify_relative(sink, "B1-rod-90", period(M_PI_2, true, 1e-3), exact, 1e-4, source);
    sn_verify_absolute(sink, "B1-order", log2(coarse / fine), 2, 0.1, "halving the step");
}

static SnTrial double_pendulum(SnStepMethod method, double h, int joint[2])
{
    const double knee[3] = {1, 0, 0};
    SnBuild *build = sn_build_new(method, h);
    const int world = sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, SN_VERIFY_AXIS);
    const int upper = sn_verify_link(build, world, ORIGIN, M_PI_2, 1, 1, POINT_INERTIA, &joint[0]);
    const int end = sn_verify_link_frame(build, upper, 1, 1);
    sn_verify_link(build, end, knee, M_PI_2, 1, 1, POINT_INERTIA, &joint[1]);
    return sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_DENSE);
}

/* Angles of both links and their rates. */
static void double_values(const SnTrial *trial, const int joint[2], double value[4])
{
    const double *u = sn_state_u_const(trial->state);
    value[0] = sn_verify_angle(trial, joint[0]);
    value[1] = value[0] + sn_verify_angle(trial, joint[1]);
    value[2] = -u[4], value[3] = -u[10];
}

static const double double_expected[3][5] = {
    {0.5, 0.570472051, 1.203875111, -2.789645766, -3.188062747},
    {1, -0.625087700, -1.034585086, -3.922279573, -1.303099248},
    {2, -0.482971534, -1.324048712, 3.065288192, 2.949271548}};

/* Error of the angles at 1 s. */
static double runge_kutta_error(double h)
{
    int joint[2];
    SnTrial trial = double_pendulum(SN_STEP_RUNGE_KUTTA_4, h, joint);
    double value[4] = {(double)NAN, (double)NAN};
    sn_trial_steps(&trial, (int)lrint(1 / h));
    if (trial.fault.code == SN_FAULT_NONE)
        double_values(&trial, joint, value);
    sn_trial_free(&trial);
    return hypot(value[0] - double_expected[1][1], value[1] - double_expected[1][2]);
}

void sn_verify_double_pendulum(SnVerifySink *sink)
{
    static const char *const what[4] = {"th1", "th2", "w1", "w2"};
    static const char source[] = "DOP853, energy drift below 4e-14";
    static const struct {
        SnStepMethod method;
        const char *name;
        double h, tolerance;
    } runs[] = {{SN_STEP_TRAPEZOIDAL, "double-pendulum", 1e-4, 1e-3},
                {SN_STEP_RUNGE_KUTTA_4, "runge-kutta", 2e-3, 5e-7}};
    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
        int joint[2];
        SnTrial trial = double_pendulum(runs[r].method, runs[r].h, joint);
        for (int i = 0; i < 3; i++) {
            double value[4];
            while (trial.state->time < double_expected[i][0] - runs[r].h / 2 &&
                   trial.fault.code == SN_FAULT_NONE)
                sn_trial_steps(&trial, 1);
            double_values(&trial, joint, value);
            for (int k = 0; k < 4; k++) {
                char name[64];
                snprintf(name, sizeof name, "B2-%s-%g-%s", runs[r].name, double_expected[i][0],
                         what[k]);
                sn_verify_absolute(sink, name, value[k], double_expected[i][k + 1],
                                   runs[r].tolerance, source);
            }
        }
        sn_trial_free(&trial);
    }
    sn_verify_absolute(sink, "B2-runge-kutta-order",
                       log2(runge_kutta_error(0.02) / runge_kutta_error(0.01)), 4, 0.5,
                       "halving the step");
}

/* --- B5: ten uniform rods, one metre in all --- */

#define LINKS 10

/* Cyclic Jacobi on a symmetric matrix; columns of v become the eigenvectors. */
static void jacobi(double a[LINKS][LINKS], double v[LINKS][LINKS])
{
    memset(v, 0, sizeof(double[LINKS][LINKS]));
    for (int i = 0; i < LINKS; i++)
        v[i][i] = 1;
    for (int sweep = 0; sweep < 30; sweep++)
        for (int p = 0; p < LINKS; p++)
            for (int q = p + 1; q < LINKS; q++) {
                if (fabs(a[p][q]) < 1e-300)
                    continue;
                const double th = (a[q][q] - a[p][p]) / (2 * a[p][q]);
                const double t = (th >= 0 ? 1 : -1) / (fabs(th) + sqrt(th * th + 1));
                const double c = 1 / sqrt(t * t + 1), s = t * c;
                for (int k = 0; k < LINKS; k++) {
                    const double x = a[k][p], y = a[k][q];
                    a[k][p] = c * x - s * y, a[k][q] = s * x + c * y;
                    const double m = v[k][p], n = v[k][q];
                    v[k][p] = c * m - s * n, v[k][q] = s * m + c * n;
                }
                for (int k = 0; k < LINKS; k++) {
                    const double x = a[p][k], y = a[q][k];
                    a[p][k] = c * x - s * y, a[q][k] = s * x + c * y;
                }
            }
}

/* Shape of a mode in absolute link angles, and in which order of frequency it comes: only to start
 * the motion with; the frequency is measured. */
static void mode_shape(int mode, double shape[LINKS])
{
    const double l = 1.0 / LINKS;
    double a[LINKS][LINKS] = {{0}}, v[LINKS][LINKS], stiffness[LINKS] = {0};
    for (int k = 0; k < LINKS; k++) {
        double arm[LINKS] = {0};
        for (int i = 0; i <= k; i++)
            arm[i] = i < k ? l : l / 2;
        for (int i = 0; i < LINKS; i++) {
            for (int j = 0; j < LINKS; j++)
                a[i][j] += arm[i] * arm[j];
            stiffness[i] += arm[i];
        }
        a[k][k] += l * l / 12;
    }
    for (int i = 0; i < LINKS; i++)
        for (int j = 0; j < LINKS; j++)
            a[i][j] /= sqrt(stiffness[i] * stiffness[j]);
    jacobi(a, v);
    bool used[LINKS] = {false};
    int best = 0;
    for (int m = 0; m <= mode; m++) { /* the largest eigenvalue is the lowest frequency */
        best = -1;
        for (int i = 0; i < LINKS; i++)
            if (!used[i] && (best < 0 || a[i][i] > a[best][best]))
                best = i;
        used[best] = true;
    }
    for (int i = 0; i < LINKS; i++)
        shape[i] = v[i][best] / sqrt(stiffness[i]);
}

static double chain_frequency(int mode)
{
    const double h = 5e-4, l = 1.0 / LINKS;
    double shape[LINKS], pin[3] = {0};
    mode_shape(mode, shape);
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    int frame = sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, SN_VERIFY_AXIS);
    for (int i = 0; i < LINKS; i++) {
        const double angle = 1e-4 * shape[i] / shape[0];
        const int body =
            sn_verify_link(build, frame, pin, angle, 0.1, l / 2, 0.1 * l * l / 12, NULL);
        frame = sn_verify_link_frame(build, body, l / 2, l);
        pin[0] += l * sin(angle), pin[2] -= l * cos(angle);
    }
    SnTrial trial = sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_AUTO);
    const double first = zero_of_angle(&trial, 0, 1, 10);
    const double last = zero_of_angle(&trial, 0, 4, 20);
    sn_trial_free(&trial);
    return 4 * M_PI / (last - first);
}

void sn_verify_hanging_chain(SnVerifySink *sink)
{
    static const double expected[3] = {3.76720852, 8.72832155, 14.04538195};
    for (int i = 0; i < 3; i++) {
        char name[64];
        snprintf(name, sizeof name, "B5-hanging-chain-mode-%d", i + 1);
        sn_verify_relative(sink, name, chain_frequency(i), expected[i], 1e-4,
                           "generalised eigenproblem of ten rods");
    }
}

/* --- B14 --- */

/* Vertical force of the pin on the rod in the last step, at its middle. */
static double pin_force(const SnTrial *trial)
{
    return sn_state_lambda_const(trial->state)[2];
}

void sn_verify_pin_reaction(SnVerifySink *sink)
{
    static const char source[] = "moment and energy balance";
    const double h = 1e-4;
    int joint;
    SnTrial trial = pendulum(M_PI_2, true, h, &joint);
    sn_verify_relative(sink, "B14-pin-reaction-start", pin_force(&trial), 9.81 / 4, 1e-4, source);
    double before = 0, force_before = 0, rate_before = 0, now = sn_verify_angle(&trial, joint),
           force = 0, rate = 0;
    while (now > 0 && trial.fault.code == SN_FAULT_NONE) {
        before = now, force_before = force, rate_before = rate;
        sn_trial_steps(&trial, 1);
        now = sn_verify_angle(&trial, joint);
        rate = fabs(sn_state_u_const(trial.state)[4]);
        force = pin_force(&trial);
    }
    const double s = before / (before - now); /* rates at the ends, forces at the middles */
    sn_verify_relative(sink, "B14-bottom-speed", (1 - s) * rate_before + s * rate, 5.4249423960,
                       1e-4, source);
    sn_verify_relative(sink, "B14-pin-reaction-bottom",
                       (0.5 - s) * force_before + (0.5 + s) * force, 2.5 * 9.81, 1e-4, source);
    sn_trial_free(&trial);

    /* conical pendulum: bob on a ball joint, 60 degrees */
    const double angle = M_PI / 3, spin = sqrt(9.81 / cos(angle)), end = 1.4185033534;
    const double position[3] = {sin(angle), 0, -cos(angle)},
                 moments[3] = {POINT_INERTIA, POINT_INERTIA, POINT_INERTIA};
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, end / 10000);
    const int bob = sn_build_body(build, 1, moments, position, NULL);
    const double local[3] = {-position[0], 0, -position[2]}, v[3] = {0, spin * sin(angle), 0},
                 w[3] = {0, 0, spin};
    sn_build_velocity(build, bob, v, w);
    const int a = sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL);
    sn_build_joint(build, &SN_JOINT_SPHERICAL, a, sn_build_frame(build, bob, local, NULL));
    trial = sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_DENSE);
    sn_trial_steps(&trial, 10000);
    const double *q = sn_state_q_const(trial.state);
    const double turned = 2 * M_PI + atan2(q[1], q[0]); /* in one period */
    sn_verify_relative(sink, "B14-conical-pendulum", end * 2 * M_PI / turned, end, 1e-4,
                       "2 pi sqrt(L cos(angle) / g)");
    sn_trial_free(&trial);
}
