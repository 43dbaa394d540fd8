/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction of joints with Runge and Kutta's method: stick and slip against closed forms, of fourth
 * order through all that stops and lets go, and to the same place as by other methods. */
#include "engine/check/build/build_system.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/step/parts.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const double ORIGIN[3] = {0, 0, 0}, UNIT[3] = {1, 1, 1};
#define G    9.81
#define MASS 2.0

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

static double friction(const SnTrial *t, int joint)
{
    return sn_state_turns_const(t->state)[t->system->joints.joints[joint].rub];
}

static void check(const SnTrial *t)
{
    if (t->fault.code != SN_FAULT_NONE)
        g_error("%s at %g", t->fault.text, t->fault.time);
}

static void run(SnTrial *t, int steps)
{
    sn_trial_steps(t, steps);
    check(t);
}

/* A block on a slider along z. */
static SnTrial block(SnStepMethod method, double h, double start, double speed, double down,
                     SnJointCoordinate law, int *load)
{
    SnBuild *build = sn_build_new(method, h);
    const int body = sn_build_body(build, MASS, UNIT, (const double[3]){0, 0, start}, NULL);
    const int joint =
        sn_build_joint(build, &SN_JOINT_SLIDER, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                       sn_build_frame(build, body, ORIGIN, NULL));
    sn_build_velocity(build, body, (const double[3]){0, 0, speed}, ORIGIN);
    build->system->joints.joints[joint].coordinate[0] = law;
    build->system->joints.joints[joint].limited = law.upper > law.lower;
    if (load)
        *load = sn_build_body_load(build, body);
    SnTrial t =
        sn_trial_new(sn_build_finish(build, (const double[3]){0, 0, -down}), SN_LINSOLVE_AUTO);
    check(&t);
    return t;
}

/* Thrown upwards: it comes back where its weight is more than the friction, else it stays.  All is
 * parabolas, exact for this method, whatever the step. */
static void test_thrown(void)
{
    static const double FORCE[] = {0, 5, 19, 20, 80}, STEP[] = {1e-3, 0.013, 0.05};
    for (size_t i = 0; i < G_N_ELEMENTS(FORCE); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(STEP); j++) {
            const double v = 3, up = G + FORCE[i] / MASS, back = fmax(G - FORCE[i] / MASS, 0);
            SnTrial t = block(SN_STEP_RUNGE_KUTTA_4, STEP[j], 0, v, G,
                              (SnJointCoordinate){.friction = FORCE[i]}, NULL);
            while (t.state->time < 0.8) {
                run(&t, 1);
                const double time = t.state->time, left = fmax(time - v / up, 0);
                const double x = left > 0 ? v * v / (2 * up) - back * left * left / 2
                                          : v * time - up * time * time / 2;
                const double speed = left > 0 ? -back * left : v - up * time;
                g_assert_cmpfloat(fabs(coordinate(&t, 0) - x), <, 1e-8);
                g_assert_cmpfloat(fabs(rate(&t, 0) - speed), <, 1e-7);
            }
            const double held = FORCE[i] > MASS * G ? MASS * G : FORCE[i];
            if (FORCE[i] > 0)
                g_assert_cmpfloat(fabs(friction(&t, 0) - held), <, 1e-7);
            sn_trial_free(&t);
        }
}

/* On a spring it loses the same of its amplitude in each half swing, 2 F / k, until it stays where
 * the spring cannot move it. */
static double sprung(double h, double *place)
{
    const double stiffness = 300, force = 11, start = 0.5;
    SnTrial t = block(SN_STEP_RUNGE_KUTTA_4, h, start, 0, 0,
                      (SnJointCoordinate){.stiffness = stiffness, .friction = force}, NULL);
    const double half = G_PI * sqrt(MASS / stiffness), lost = 2 * force / stiffness;
    double most = 0, amplitude = start;
    int swings = 0;
    for (; amplitude > force / stiffness; swings++)
        amplitude = fabs(amplitude - lost);
    while (t.state->time < half * (swings + 1)) {
        const double time = t.state->time;
        const int n = (int)(time / half);
        const double sign = n % 2 ? -1 : 1, centre = force / stiffness;
        const double x =
            n >= swings
                ? (swings % 2 ? -1 : 1) * (start - lost * swings)
                : sign * (centre + (start - lost * n - centre) * cos(G_PI * (time / half - n)));
        most = fmax(most, fabs(coordinate(&t, 0) - x));
        run(&t, 1);
    }
    *place = coordinate(&t, 0);
    g_assert_cmpfloat(fabs(rate(&t, 0)), <, 1e-9);
    g_assert_cmpfloat(fabs(friction(&t, 0) - stiffness * *place), <, 1e-6);
    const double end = (swings % 2 ? -1 : 1) * (start - lost * swings);
    g_assert_cmpfloat(fabs(*place - end), <=, most + 1e-12);
    sn_trial_free(&t);
    return most;
}

static void test_sprung(void)
{
    double place[3];
    const double coarse = sprung(0.02, &place[0]), fine = sprung(0.01, &place[1]),
                 finest = sprung(0.005, &place[2]);
    g_test_message("off by %.3g, %.3g, %.3g; rests at %.9g", coarse, fine, finest, place[2]);
    g_assert_cmpfloat(fine, <, coarse / 10);
    g_assert_cmpfloat(finest, <, fine / 10);
    g_assert_cmpfloat(finest, <, 1e-6);
}

/* A load that grows evenly moves it from where it is as much as the friction: then x = r s^3 / 6 m.
 */
static void test_let_go(void)
{
    static const double STEP[] = {1e-3, 0.017, 0.08};
    const double grows = 40, force = 15;
    for (size_t j = 0; j < G_N_ELEMENTS(STEP); j++) {
        int load;
        SnTrial t = block(SN_STEP_RUNGE_KUTTA_4, STEP[j], 0, 0, 0,
                          (SnJointCoordinate){.friction = force}, &load);
        while (t.state->time < 1) {
            double at[3][6] = {{0}};
            for (int k = 0; k < 3; k++)
                at[k][2] = grows * (t.state->time + k * STEP[j] / 2);
            const SnStepInputs inputs = {
                .start = at[0], .middle = at[1], .before_end = at[2], .end = at[2]};
            g_assert_cmpint(t.system->inputs.n, ==, 6);
            g_assert_cmpint(load, ==, 0);
            t.fault = sn_step_varying(t.system, &inputs, t.state, t.work);
            check(&t);
            const double s = fmax(t.state->time - force / grows, 0);
            g_assert_cmpfloat(fabs(coordinate(&t, 0) - grows * s * s * s / (6 * MASS)), <, 1e-7);
        }
        sn_trial_free(&t);
    }
}

/* Onto a limit that it rebounds from, rubbing on the way: down with g - F / m, up with g + F / m.
 */
static void test_bounces(void)
{
    static const double STEP[] = {1e-3, 0.02};
    const double force = 4, down = G - force / MASS, up = G + force / MASS, restitution = 0.7;
    for (size_t j = 0; j < G_N_ELEMENTS(STEP); j++) {
        SnTrial t = block(SN_STEP_RUNGE_KUTTA_4, STEP[j], 1, 0, G,
                          (SnJointCoordinate){.friction = force, .lower = 0, .upper = 3}, NULL);
        t.system->joints.joints[0].restitution = restitution;
        double top = 1, begin = 0, speed = 0; /* of the present fall; then of the present rise */
        bool falls = true;
        while (t.state->time < 1.6) {
            run(&t, 1);
            const double fall = sqrt(2 * top / down);
            if (falls && t.state->time > begin + fall) {
                begin += fall, speed = restitution * down * fall, falls = false;
                top = speed * speed / (2 * up);
            }
            if (!falls && t.state->time > begin + speed / up)
                begin += speed / up, falls = true;
            const double s = t.state->time - begin;
            const double x = falls ? top - down * s * s / 2 : speed * s - up * s * s / 2;
            g_assert_cmpfloat(fabs(coordinate(&t, 0) - x), <, 1e-7);
        }
        sn_trial_free(&t);
    }
}

/* --- two that hang on each other --- */

/* A double pendulum both of whose hinges rub; `geared`: the second turns with the first. */
static SnTrial pendulum(SnStepMethod method, double h, double accuracy, bool geared)
{
    SnBuild *build = sn_build_new(method, h);
    const double moments[3] = {0.02, 0.03, 0.015}, z_to_y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0};
    const double near[3] = {-0.3, 0, 0}, far[3] = {0.3, 0, 0};
    const int a = sn_build_body(build, 1, moments, ORIGIN, NULL);
    const int b = sn_build_body(build, 0.7, moments, (const double[3]){0.6, 0, 0}, NULL);
    const int first =
        sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, near, z_to_y),
                       sn_build_frame(build, a, near, z_to_y));
    const int second = sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, a, far, z_to_y),
                                      sn_build_frame(build, b, near, z_to_y));
    build->system->joints.joints[first].coordinate[0].friction = geared ? 1.2 : 0.4;
    build->system->joints.joints[second].coordinate[0].friction = geared ? 2.7 : 0.9;
    if (geared)
        sn_build_gear(build, first, second, -0.6);
    build->system->accuracy = accuracy;
    SnTrial t = sn_trial_new(sn_build_finish(build, (const double[3]){0, 0, -G}), SN_LINSOLVE_AUTO);
    check(&t);
    return t;
}

static double energy_of(const SnTrial *t)
{
    double energy[2];
    sn_audit(t->system, t->state, t->work, energy, NULL);
    return energy[0] + energy[1];
}

/* Angle of the second body and where the first is after 3 s; how often a coordinate stuck. */
static void swing(SnTrial *t, double end[2], int *stuck)
{
    const int n = (int)lround(3 / t->system->step_size);
    double energy = energy_of(t), lost = 0, started = energy;
    *stuck = 0;
    for (int i = 0; i < n; i++) {
        double before[2] = {coordinate(t, 0), coordinate(t, 1)};
        run(t, 1);
        for (int j = 0; j < 2; j++) {
            const double moved = coordinate(t, j) - before[j];
            lost -= friction(t, j) * moved; /* where it slips one way all through the step */
            *stuck += fabs(moved) < 1e-12;
            g_assert_cmpfloat(fabs(friction(t, j)), <=,
                              t->system->joints.joints[j].coordinate[0].friction * (1 + 1e-9));
        }
        g_assert_cmpfloat(energy_of(t), <=, energy + 1e-6 * fabs(started) + 1e-6);
        energy = energy_of(t);
    }
    g_test_message("lost %.6g, by friction %.6g", started - energy, lost);
    g_assert_cmpfloat(fabs(started - energy - lost), <, 0.02 * lost);
    end[0] = coordinate(t, 0), end[1] = coordinate(t, 1);
}

static void test_order(void)
{
    for (int geared = 0; geared < 2; geared++) {
        double end[4][2], fine[2];
        int stuck[4], also;
        for (int k = 0; k < 4; k++) {
            SnTrial t = pendulum(SN_STEP_RUNGE_KUTTA_4, 0.01 / (1 << k), 0, geared);
            swing(&t, end[k], &stuck[k]);
            sn_trial_free(&t);
        }
        SnTrial t = pendulum(SN_STEP_TRAPEZOIDAL, 5e-4, 0, geared);
        swing(&t, fine, &also);
        sn_trial_free(&t);
        for (int j = 0; j < 2; j++) {
            g_test_message(
                "geared %d, %d: %.9g, changes %.3g, %.3g, %.3g, trapezoidal off by %.3g; "
                "stuck in %d of %d",
                geared, j, end[3][j], end[1][j] - end[0][j], end[2][j] - end[1][j],
                end[3][j] - end[2][j], fine[j] - end[3][j], stuck[3], 2400);
            g_assert_cmpfloat(fabs(end[3][j] - end[2][j]), <, 2e-6);
            g_assert_cmpfloat(fabs(end[3][j] - end[2][j]), <, fabs(end[1][j] - end[0][j]) / 40);
            g_assert_cmpfloat(fabs(fine[j] - end[3][j]), <, 2e-3);
        }
        g_assert_cmpint(stuck[3], >, 20);
    }
}

/* In as many parts as an accuracy takes. */
static void test_accuracy(void)
{
    double loose[2], tight[2], exact[2];
    int stuck;
    SnTrial t = pendulum(SN_STEP_RUNGE_KUTTA_4, 0.01, 0, false);
    swing(&t, loose, &stuck);
    sn_trial_free(&t);
    t = pendulum(SN_STEP_RUNGE_KUTTA_4, 0.01, 1e-9, false);
    swing(&t, tight, &stuck);
    sn_trial_free(&t);
    t = pendulum(SN_STEP_RUNGE_KUTTA_4, 6.25e-4, 0, false);
    swing(&t, exact, &stuck);
    sn_trial_free(&t);
    g_test_message("off by %.3g, %.3g", loose[1] - exact[1], tight[1] - exact[1]);
    g_assert_cmpfloat(fabs(tight[1] - exact[1]), <, 0.1 * fabs(loose[1] - exact[1]));
}

/* From a state that is put back the same bits follow, in another workspace too. */
static void test_resumed(void)
{
    SnTrial t = pendulum(SN_STEP_RUNGE_KUTTA_4, 0.01, 0, false);
    for (int from = 20; from < 300; from += 35) {
        SnTrial other = pendulum(SN_STEP_RUNGE_KUTTA_4, 0.01, 0, false);
        run(&t, 35);
        memcpy(other.state, t.state, t.state->size);
        run(&t, 10);
        run(&other, 10);
        g_assert_cmpint(memcmp(t.state, other.state, t.state->size), ==, 0);
        sn_trial_free(&other);
    }
    sn_trial_free(&t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/runge-kutta-friction/thrown", test_thrown);
    g_test_add_func("/sim/runge-kutta-friction/sprung", test_sprung);
    g_test_add_func("/sim/runge-kutta-friction/let-go", test_let_go);
    g_test_add_func("/sim/runge-kutta-friction/bounces", test_bounces);
    g_test_add_func("/sim/runge-kutta-friction/order", test_order);
    g_test_add_func("/sim/runge-kutta-friction/accuracy", test_accuracy);
    g_test_add_func("/sim/runge-kutta-friction/resumed", test_resumed);
    return g_test_run();
}
