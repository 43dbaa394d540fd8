/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drives with Runge and Kutta's method, and Newton's: a pendulum that hangs on a driven link,
 * against its equation of one coordinate, of fourth order; the moment of the drive by inverse
 * dynamics; rates and values that jump; parts of steps. */
#include "engine/base/vec.h"
#include "engine/check/build/build_system.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/step/parts.h"

#include <glib.h>
#include <math.h>

static const double ORIGIN[3] = {0, 0, 0};
#define G    9.81
#define ARM  0.4 /* of the driven link */
#define FAR  0.2 /* of the pendulum's centre from its hinge */
#define M1   1.5
#define M2   0.8
#define I1   0.02
#define I2   0.01
#define KINK 0.1 /* time at which the rate may jump */

/* Value, rate, acceleration of what is driven; with a kink: its rate jumps. */
static void drive_at(double t, bool kinked, bool after, double at[3])
{
    if (kinked) {
        const bool moves = t > KINK || (t == KINK && after);
        at[0] = moves ? 1.5 * (t - KINK) : 0, at[1] = moves ? 1.5 : 0, at[2] = 0;
        return;
    }
    at[0] = 0.6 * sin(5 * t) + 0.3 * t * t;
    at[1] = 3 * cos(5 * t) + 0.6 * t;
    at[2] = -15 * sin(5 * t) + 0.6;
}

/* Of the pendulum's angle against the horizontal. */
static double angle_rate2(const double drive[3], double angle)
{
    const double c = cos(drive[0]), s = sin(drive[0]), w2 = drive[1] * drive[1];
    const double ax = ARM * (-s * drive[2] - c * w2), ay = ARM * (c * drive[2] - s * w2) + G;
    return -M2 * FAR * (cos(angle) * ay - sin(angle) * ax) / (I2 + M2 * FAR * FAR);
}

/* Moment of the drive. */
static double moment(const double drive[3], double angle, double rate)
{
    const double c = cos(drive[0]), s = sin(drive[0]), w2 = drive[1] * drive[1];
    const double second = angle_rate2(drive, angle);
    const double fx = M2 * (ARM * (-s * drive[2] - c * w2) +
                            FAR * (-sin(angle) * second - cos(angle) * rate * rate));
    const double fy = M2 * (ARM * (c * drive[2] - s * w2) + G +
                            FAR * (cos(angle) * second - sin(angle) * rate * rate));
    return (I1 + M1 * ARM * ARM / 4) * drive[2] + M1 * G * ARM / 2 * c + ARM * (c * fy - s * fx);
}

/* The pendulum's angle and rate, n steps of h from t on. */
static void integrate(double t, double h, int n, bool kinked, double x[2])
{
    for (int i = 0; i < n; i++) {
        double at[3], middle[3], end[3];
        drive_at(t + i * h, kinked, true, at);
        drive_at(t + (i + 0.5) * h, kinked, true, middle);
        drive_at(t + (i + 1) * h, kinked, false, end);
        const double a1 = angle_rate2(at, x[0]), a2 = angle_rate2(middle, x[0] + h / 2 * x[1]),
                     a3 = angle_rate2(middle, x[0] + h / 2 * x[1] + h * h / 4 * a1),
                     a4 = angle_rate2(end, x[0] + h * x[1] + h * h / 2 * a2);
        x[0] += h * x[1] + h * h / 6 * (a1 + a2 + a3);
        x[1] += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
}

static SnTrial hanging(SnStepMethod method, double h, double accuracy, int *drive)
{
    SnBuild *build = sn_build_new(method, h);
    const double inertia[2][3] = {{I1, I1, I1}, {I2, I2, I2}};
    const double first[3] = {ARM / 2, 0, 0}, second[3] = {ARM + FAR, 0, 0}, down[3] = {0, -G, 0};
    const int link = sn_build_body(build, M1, inertia[0], first, NULL),
              bob = sn_build_body(build, M2, inertia[1], second, NULL);
    const int hinge =
        sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                       sn_build_frame(build, link, (const double[3]){-ARM / 2, 0, 0}, NULL));
    sn_build_joint(build, &SN_JOINT_HINGE,
                   sn_build_frame(build, link, (const double[3]){ARM / 2, 0, 0}, NULL),
                   sn_build_frame(build, bob, (const double[3]){-FAR, 0, 0}, NULL));
    *drive = sn_build_drive(build, hinge, 0);
    build->system->accuracy = accuracy;
    return sn_trial_new(sn_build_finish(build, down), SN_LINSOLVE_AUTO);
}

static void check(const SnTrial *t)
{
    if (t->fault.code != SN_FAULT_NONE)
        g_error("%s at %g", t->fault.text, t->fault.time);
}

static void step_driven(SnTrial *t, double h, bool kinked)
{
    double at[5][3];
    const double time = t->state->time;
    for (int k = 0; k < 5; k++)
        drive_at(k == 4 ? sn_next_time(t->system, t->state) : time + k * h / 4, kinked, k < 4,
                 at[k]);
    const bool fourth = t->system->method == SN_STEP_RUNGE_KUTTA_4;
    const double mean = 0.5 * (at[0][0] + at[4][0]);
    const SnStepInputs inputs = {.start = at[0],
                                 .quarter = fourth ? at[1] : NULL,
                                 .middle = fourth ? at[2] : &mean,
                                 .three_quarters = fourth ? at[3] : NULL,
                                 .before_end = at[4],
                                 .end = at[4],
                                 .rate = fourth ? NULL : &at[0][1]};
    t->fault = sn_step_varying(t->system, &inputs, t->state, t->work);
    check(t);
}

static double angle_of(const SnTrial *t)
{
    const double *q = sn_state_q_const(t->state);
    return sn_joint_coordinate(t->system, q, sn_state_turns_const(t->state),
                               &t->system->joints.joints[0], 0) +
           sn_joint_coordinate(t->system, q, sn_state_turns_const(t->state),
                               &t->system->joints.joints[1], 0);
}

/* Error of the pendulum's angle after `time`; largest ones of the drive's mean moment and of the
 * rate of what it drives. */
static void run(SnStepMethod method, double h, double time, bool kinked, double accuracy,
                double error[3])
{
    int drive;
    SnTrial t = hanging(method, h, accuracy, &drive);
    const int n = (int)lround(time / h), fine = (int)ceil(h / 2.5e-4);
    double at[3], x[2];
    check(&t);
    drive_at(0, kinked, true, at);
    /* the start is at rest; what the drive's rate does to the pendulum is an impulse */
    x[0] = 0, x[1] = -M2 * FAR * ARM * at[1] / (I2 + M2 * FAR * FAR);
    error[0] = error[1] = error[2] = 0;
    for (int i = 0; i < n; i++) {
        double mean = 0, torque = 0;
        if (kinked && i == (int)lround(KINK / h))
            x[1] -= M2 * FAR * ARM * 1.5 * cos(x[0]) / (I2 + M2 * FAR * FAR);
        for (int k = 0; k < 2 * fine; k++) { /* Simpson's rule */
            const double part = h / (2 * fine);
            drive_at(i * h + k * part, kinked, true, at);
            mean += (k == 0 ? 1 : k % 2 ? 4 : 2) * moment(at, x[0], x[1]);
            integrate(i * h + k * part, part, 1, kinked, x);
        }
        drive_at((i + 1) * h, kinked, false, at);
        mean = (mean + moment(at, x[0], x[1])) / (6 * fine);
        step_driven(&t, h, kinked);
        sn_gear_torque(t.system, t.state, &t.system->joints.joints[drive], &torque);
        const double angle =
            sn_joint_coordinate(t.system, sn_state_q_const(t.state), sn_state_turns_const(t.state),
                                &t.system->joints.joints[0], 0);
        g_assert_cmpfloat(fabs(angle - at[0]), <, 1e-9);
        sn_kinematics(t.system, sn_state_q(t.state), sn_state_u(t.state), t.work);
        const double rate =
            sn_joint_coordinate_rate(t.system, t.state, t.work, &t.system->joints.joints[0], 0);
        error[2] = fmax(error[2], fabs(rate - at[1]));
        if (i > 0 && !(kinked && i == (int)lround(KINK / h))) /* these have impulses */
            error[1] = fmax(error[1], fabs(torque - mean));
    }
    error[0] = fabs(remainder(angle_of(&t) - x[0], 2 * G_PI));
    sn_trial_free(&t);
}

static void test_order(void)
{
    for (int kinked = 0; kinked < 2; kinked++) {
        double coarse[3], fine[3];
        run(SN_STEP_RUNGE_KUTTA_4, 0.02, 1, kinked, 0, coarse);
        run(SN_STEP_RUNGE_KUTTA_4, 0.01, 1, kinked, 0, fine);
        g_test_message("kinked %d: angle off by %.3g, %.3g; moment by %.3g, %.3g", kinked,
                       coarse[0], fine[0], coarse[1], fine[1]);
        for (int k = 0; k < 2; k++)
            g_assert_cmpfloat(fine[k], <, coarse[k] / 11);
        g_assert_cmpfloat(fine[0], <, 2e-5);
        g_assert_cmpfloat(fine[1], <, 2e-3);
    }
}

/* Newton's trapezoidal rule begins where a rate jumps with an impulse, or rates would alternate
 * ever after. */
static void test_newton(void)
{
    for (int kinked = 0; kinked < 2; kinked++) {
        double coarse[3], fine[3];
        run(SN_STEP_NEWTON_TRAPEZOIDAL, 0.005, 0.5, kinked, 0, coarse);
        run(SN_STEP_NEWTON_TRAPEZOIDAL, 0.0025, 0.5, kinked, 0, fine);
        g_test_message("kinked %d: angle off by %.3g, %.3g; rate by %.3g, %.3g", kinked, coarse[0],
                       fine[0], coarse[2], fine[2]);
        g_assert_cmpfloat(fine[0], <, coarse[0] / 3.4);
        g_assert_cmpfloat(fine[2], <, kinked ? 1e-6 : coarse[2] / 3.4);
        g_assert_cmpfloat(coarse[0], <, 2e-3);
        g_assert_cmpfloat(coarse[2], <, 2e-3);
    }
}

/* In as many parts as an accuracy takes. */
static void test_parts(void)
{
    double loose[3], tight[3];
    run(SN_STEP_RUNGE_KUTTA_4, 0.02, 1, false, 0, loose);
    run(SN_STEP_RUNGE_KUTTA_4, 0.02, 1, false, 1e-9, tight);
    g_test_message("angle off by %.3g, %.3g", loose[0], tight[0]);
    g_assert_cmpfloat(tight[0], <, 0.03 * loose[0]);
}

/* Moved by hand: a value that jumps is reached within the step, by all methods alike, and left at
 * rest after it; so is that of a drive that is switched on. */
static void test_jump(void)
{
    double end[2][2];
    for (int m = 0; m < 2; m++)
        for (int k = 0; k < 2; k++) {
            int drive;
            const double h = k ? 5e-4 : 1e-3, value = 1e-4;
            SnTrial t = hanging(m ? SN_STEP_TRAPEZOIDAL : SN_STEP_RUNGE_KUTTA_4, h, 0, &drive);
            const SnSystemJoint *joint = &t.system->joints.joints[0];
            sn_trial_steps(&t, 50 << k);
            t.system->inputs.base[t.system->joints.joints[drive].input] = value;
            sn_trial_steps(&t, 1);
            check(&t);
            g_assert_cmpfloat(fabs(sn_joint_coordinate(t.system, sn_state_q_const(t.state),
                                                       sn_state_turns_const(t.state), joint, 0) -
                                   value),
                              <, 1e-9);
            sn_trial_steps(&t, (150 << k) - 1);
            check(&t);
            sn_kinematics(t.system, sn_state_q(t.state), sn_state_u(t.state), t.work);
            g_assert_cmpfloat(fabs(sn_joint_coordinate_rate(t.system, t.state, t.work, joint, 0)),
                              <, 1e-9);
            end[m][k] = angle_of(&t);
            sn_trial_free(&t);
        }
    g_test_message("%.6g, %.6g; trapezoidal %.6g, %.6g", end[0][0], end[0][1], end[1][0],
                   end[1][1]);
    const double limit[2] = {2 * end[0][1] - end[0][0], 2 * end[1][1] - end[1][0]};
    g_assert_cmpfloat(fabs(limit[0] - limit[1]), <, 2e-5);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/runge-kutta-drives/order", test_order);
    g_test_add_func("/sim/runge-kutta-drives/parts", test_parts);
    g_test_add_func("/sim/runge-kutta-drives/newton", test_newton);
    g_test_add_func("/sim/runge-kutta-drives/jump", test_jump);
    return g_test_run();
}
