/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of joints with Runge and Kutta's method: impacts, rest and release against closed forms,
 * and of fourth order through all of them. */
#include "engine/base/vec.h"
#include "engine/check/build/build_system.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/step/parts.h"

#include <glib.h>
#include <math.h>

static const double ORIGIN[3] = {0, 0, 0}, UNIT[3] = {1, 1, 1};
#define G 9.81

static double coordinate(const SnTrial *t, int joint)
{
    return sn_joint_coordinate(t->system, sn_state_q_const(t->state),
                               sn_state_turns_const(t->state), &t->system->joints.joints[joint], 0);
}

static double rate(const SnTrial *t, int joint)
{
    return sn_joint_coordinate_rate(t->system, t->state, t->work, &t->system->joints.joints[joint],
                                    0);
}

static void run(SnTrial *t, int steps)
{
    sn_trial_steps(t, steps);
    if (t->fault.code != SN_FAULT_NONE)
        g_error("%s at %g", t->fault.text, t->fault.time);
}

/* A block of 2 kg on a vertical slider, at 1 m above its lower limit. */
static SnTrial falling_block(double h, double restitution)
{
    SnBuild *build = sn_build_new(SN_STEP_RUNGE_KUTTA_4, h);
    const double start[3] = {0.1, -0.2, 1};
    const int body = sn_build_body(build, 2, UNIT, start, NULL);
    const int joint =
        sn_build_joint(build, &SN_JOINT_SLIDER, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                       sn_build_frame(build, body, (const double[3]){-0.1, 0.2, 0}, NULL));
    build->system->joints.joints[joint].limited = true;
    build->system->joints.joints[joint].restitution = restitution;
    build->system->joints.joints[joint].coordinate[0] = (SnJointCoordinate){.lower = 0, .upper = 3};
    const double down[3] = {0, 0, -G};
    return sn_trial_new(sn_build_finish(build, down), SN_LINSOLVE_AUTO);
}

/* Height of a ball dropped from 1 m that rebounds with e, at time t (several bounces). */
static double bounced(double e, double t, double *speed)
{
    double v = sqrt(2 * G), left = t - v / G, up;
    if (left <= 0) {
        *speed = -G * t;
        return 1 - 0.5 * G * t * t;
    }
    for (up = e * v; left > 2 * up / G; up *= e)
        left -= 2 * up / G;
    *speed = up - G * left;
    return up * left - 0.5 * G * left * left;
}

/* Parabolas are exact for this method, so all error would be of the moments of impact. */
static void test_bounces(void)
{
    static const double RESTITUTION[] = {1, 0.8, 0.5}, STEP[] = {2e-4, 1e-3, 0.02};
    for (size_t i = 0; i < G_N_ELEMENTS(RESTITUTION); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(STEP); j++) {
            SnTrial t = falling_block(STEP[j], RESTITUTION[i]);
            for (int k = 0; k < 12; k++) {
                double speed;
                run(&t, (int)lround(0.1 / STEP[j]));
                const double height = bounced(RESTITUTION[i], t.state->time, &speed);
                g_test_message("e %g, h %g, t %g: off by %.2e, %.2e", RESTITUTION[i], STEP[j],
                               t.state->time, coordinate(&t, 0) - height, rate(&t, 0) - speed);
                g_assert_cmpfloat(fabs(coordinate(&t, 0) - height), <, 1e-8);
                g_assert_cmpfloat(fabs(rate(&t, 0) - speed), <, 1e-7);
            }
            sn_trial_free(&t);
        }
}

/* Without restitution it lies; bounces that become short end; its weight is borne.  The impulse of
 * the impact is in the mean force of its step. */
static void test_rest(void)
{
    static const double RESTITUTION[] = {0, 0.5};
    for (int i = 0; i < 2; i++) {
        SnTrial t = falling_block(1e-3, RESTITUTION[i]);
        double impulse = 0;
        for (int k = 0; k < 3000; k++) {
            run(&t, 1);
            impulse += sn_state_z_const(t.state)[0] * 1e-3;
            g_assert_cmpfloat(coordinate(&t, 0), >, -1e-9);
        }
        g_assert_cmpfloat(fabs(coordinate(&t, 0)), <, 1e-8);
        g_assert_cmpfloat(fabs(rate(&t, 0)), <, 1e-8);
        g_assert_cmpfloat(fabs(sn_state_z_const(t.state)[0] / (2 * G) - 1), <, 1e-8);
        g_assert_cmpint((int)t.state->active, ==, 1);
        g_assert_cmpfloat(fabs(impulse / (2 * G * 3) - 1), <, 1e-6); /* it ends at rest */
        g_assert_cmpfloat(sn_state_z_const(t.state)[1], ==, 0);
        sn_trial_free(&t);
    }
}

/* --- through events of all kinds --- */

/* A double pendulum whose second hinge hits its limit (0.4 rad), is carried by it, is let go, hits
 * the other ... */
static SnTrial double_pendulum(SnStepMethod method, double h, double restitution)
{
    SnBuild *build = sn_build_new(method, h);
    const double moments[3] = {0.02, 0.03, 0.015}, z_to_y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0};
    const double near[3] = {-0.3, 0, 0}, far[3] = {0.3, 0, 0};
    const double second[3] = {0.6, 0, 0}, down[3] = {0, 0, -G};
    const int a = sn_build_body(build, 1, moments, ORIGIN, NULL);
    const int b = sn_build_body(build, 0.7, moments, second, NULL);
    sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, near, z_to_y),
                   sn_build_frame(build, a, near, z_to_y));
    const int joint = sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, a, far, z_to_y),
                                     sn_build_frame(build, b, near, z_to_y));
    build->system->joints.joints[joint].limited = true;
    build->system->joints.joints[joint].restitution = restitution;
    build->system->joints.joints[joint].coordinate[0] =
        (SnJointCoordinate){.lower = -0.4, .upper = 0.4};
    const double w[3] = {0, 0.8, 0};
    sn_build_velocity(build, b, ORIGIN, w);
    return sn_trial_new(sn_build_finish(build, down), SN_LINSOLVE_AUTO);
}

/* Angles of both hinges after 1.2 s; how often the limit began to push. */
static int swing(SnStepMethod method, double h, double restitution, double angle[2])
{
    SnTrial t = double_pendulum(method, h, restitution);
    int begins = 0;
    double before = 0;
    for (int i = 0; i < (int)lround(1.2 / h); i++) {
        run(&t, 1);
        const double *z = sn_state_z_const(t.state);
        begins += before == 0 && z[0] + z[1] > 0;
        before = z[0] + z[1];
        g_assert_cmpfloat(fabs(coordinate(&t, 1)), <, 0.4 + 1e-8 + (method == 3 ? 0 : 1e-2));
    }
    angle[0] = coordinate(&t, 0);
    angle[1] = coordinate(&t, 1);
    sn_trial_free(&t);
    return begins;
}

static void test_order(void)
{
    static const double RESTITUTION[] = {0, 0.6};
    for (int i = 0; i < 2; i++) {
        double fine[2], a[2], b[2], other[2];
        const int events = swing(SN_STEP_RUNGE_KUTTA_4, 2.5e-4, RESTITUTION[i], fine);
        swing(SN_STEP_RUNGE_KUTTA_4, 8e-3, RESTITUTION[i], a);
        swing(SN_STEP_RUNGE_KUTTA_4, 4e-3, RESTITUTION[i], b);
        swing(SN_STEP_BACKWARD_EULER, 1e-4, RESTITUTION[i], other);
        const double off_a = hypot(a[0] - fine[0], a[1] - fine[1]);
        const double off_b = hypot(b[0] - fine[0], b[1] - fine[1]);
        g_test_message("restitution %g: %d events, off by %.3e and %.3e, backward Euler %.3e",
                       RESTITUTION[i], events, off_a, off_b,
                       hypot(other[0] - fine[0], other[1] - fine[1]));
        g_assert_cmpint(events, >=, 2);
        g_assert_cmpfloat(off_a, <, 1e-5);
        g_assert_cmpfloat(off_b, <, off_a / 8 + 1e-9);
        g_assert_cmpfloat(fabs(other[0] - fine[0]), <, 5e-3);
        g_assert_cmpfloat(fabs(other[1] - fine[1]), <, 5e-3);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/runge-kutta-limits/bounces", test_bounces);
    g_test_add_func("/runge-kutta-limits/rest", test_rest);
    g_test_add_func("/runge-kutta-limits/order", test_order);
    return g_test_run();
}
