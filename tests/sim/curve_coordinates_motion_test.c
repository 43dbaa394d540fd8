/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole steps with points that slide along guides and on surfaces, against closed forms. */
#include "engine/base/vec.h"
#include "engine/check/build/build_curve_coordinate.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/system/workspace.h"
#include "tests/support/build_guides.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static const double origin[3] = {0}, weightless[3] = {0}, down[3] = {0, 0, -9.81};

static const double *position(const SnTrial *trial, int block)
{
    return sn_state_q(trial->state) + trial->system->blocks[block].q;
}

/* --- bead on a rotating hoop --- */

/* At cos t = g / (W^2 R) the bead rests on the hoop, and swings about there with W sin t.  The hoop
 * is driven, or so heavy that it goes on by itself. */
static void check_hoop(bool prescribed, SnStepMethod method)
{
    const double radius = 0.5, rate = 8, h = 2e-3;
    const double rest = acos(9.81 / (rate * rate * radius)), swing = rate * sin(rest);
    /* the hoop's plane holds the vertical: x of the ellipse is down, y outwards */
    const double matrix[9] = {0, 1, 0, 0, 0, -1, -1, 0, 0};
    double orientation[4];
    sn_q_from_m3(matrix, orientation);
    SnBuild *build = sn_build_new(method, h);
    const double inertia[3] = {1e7, 1e7, 1e7}, spin[3] = {0, 0, rate};
    const int hoop = sn_build_body(build, 1e7, inertia, origin, NULL);
    if (prescribed) {
        const int target = sn_build_kinematic(build, hoop);
        build->system->inputs.base[target + 12] = rate;
    }
    sn_build_velocity(build, hoop, origin, spin);
    const int guide =
        sn_build_ellipse(build, SN_GUIDE_WRAPPED, hoop, origin, orientation, radius, radius);
    const double start = rest + 1e-3;
    sn_build_on_guide(build, guide, 0.2, start / (2 * G_PI), 0);
    SnSystem *system = sn_build_finish(build, down);
    const int number = prescribed ? 0 : 1; /* active: the bead's place, after the hoop */
    if (!prescribed)                       /* it does not fall */
        sn_v3_set(0, 0, 0, system->blocks[0].gravity);
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_DENSE);
    g_assert_cmpint(system->blocks[number].kind, ==, SN_BLOCK_GUIDE);
    const double *u = position(&trial, number);
    double last = 1e-3, crossed[4];
    int n = 0;
    for (int i = 0; i < 5000 && n < 4; i++) {
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const double off = 2 * G_PI * *u - rest;
        if ((off < 0) != (last < 0))
            crossed[n++] = trial.state->time - h * off / (off - last);
        last = off;
    }
    g_assert_cmpint(n, ==, 4);
    const double period = (crossed[3] - crossed[1]);
    g_test_message("period %.8g, %.8g", period, 2 * G_PI / swing);
    g_assert_cmpfloat(fabs(period * swing / (2 * G_PI) - 1), <, 2e-4);
    sn_trial_free(&trial);
}

static void test_hoop(void)
{
    check_hoop(true, SN_STEP_TRAPEZOIDAL);
    check_hoop(false, SN_STEP_TRAPEZOIDAL);
    check_hoop(true, SN_STEP_SYMPLECTIC_EULER);
    check_hoop(true, SN_STEP_NEWTON_TRAPEZOIDAL);
}

/* --- surfaces --- */

/* Without force the speed stays, and so does the momentum about the axis of a torus. */
static void check_geodesic(SnStepMethod method, double tolerance)
{
    const double size[3] = {1, 0.4, 0}, place[3] = {1.4, 0, 0}, v[3] = {0, 0.8, 0.7};
    SnBuild *build = sn_build_new(method, 5e-3);
    const int torus =
        sn_build_surface_shape(build, SN_SURFACE_TORUS, SN_BUILD_WORLD, origin, NULL, size);
    const int node = sn_build_on_surface(build, torus, 0.3, place, v);
    SnTrial trial = sn_trial_new(sn_build_finish(build, weightless), SN_LINSOLVE_DENSE);
    g_assert_cmpint(node, ==, 1);
    for (int i = 0; i < 2000; i++) {
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const double *x = position(&trial, 1);
        const double *rate = sn_state_u(trial.state) + trial.system->blocks[1].u;
        g_assert_cmpfloat(fabs(sn_v3_norm(rate) / sn_v3_norm(v) - 1), <, tolerance);
        g_assert_cmpfloat(fabs((x[0] * rate[1] - x[1] * rate[0]) / (1.4 * 0.8) - 1), <, tolerance);
        const double ring = hypot(x[0], x[1]) - 1;
        g_assert_cmpfloat(fabs(hypot(ring, x[2]) - 0.4), <, 1e-12);
    }
    sn_trial_free(&trial);
}

static void test_geodesic(void)
{
    check_geodesic(SN_STEP_TRAPEZOIDAL, 1e-6);
    check_geodesic(SN_STEP_BACKWARD_EULER, 1e-6);
    check_geodesic(SN_STEP_SYMPLECTIC_EULER, 1e-6);
}

/* A spherical pendulum on its cone: W^2 = g / (R cos t), at one height for ever; and any other one
 * keeps its energy and its momentum about the vertical. */
static void check_pendulum(SnStepMethod method, double cone, double h, double tolerance)
{
    const double radius = 0.7, t = 0.9, size[3] = {radius, radius, radius};
    const double speed = cone * radius * sin(t) * sqrt(9.81 / (radius * cos(t)));
    const double place[3] = {radius * sin(t), 0, -radius * cos(t)}, v[3] = {0, speed, 0};
    SnBuild *build = sn_build_new(method, h);
    const int sphere =
        sn_build_surface_shape(build, SN_SURFACE_ELLIPSOID, SN_BUILD_WORLD, origin, NULL, size);
    sn_build_on_surface(build, sphere, 0.3, place, v);
    SnTrial trial = sn_trial_new(sn_build_finish(build, down), SN_LINSOLVE_DENSE);
    const double energy = 0.5 * speed * speed + 9.81 * place[2];
    for (int i = 0; i < 2000; i++) {
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const double *x = position(&trial, 1);
        const double *rate = sn_state_u(trial.state) + trial.system->blocks[1].u;
        if (cone == 1)
            g_assert_cmpfloat(fabs(x[2] - place[2]), <, tolerance);
        g_assert_cmpfloat(fabs(0.5 * sn_v3_dot(rate, rate) + 9.81 * x[2] - energy), <,
                          10 * tolerance);
        g_assert_cmpfloat(fabs(x[0] * rate[1] - x[1] * rate[0] - place[0] * speed), <, tolerance);
    }
    const double angle = atan2(position(&trial, 1)[1], position(&trial, 1)[0]);
    const double turned = 2000 * h * speed / (radius * sin(t));
    if (cone == 1)
        g_assert_cmpfloat(fabs(remainder(turned - angle, 2 * G_PI)), <, 100 * tolerance);
    sn_trial_free(&trial);
}

static void test_pendulum(void)
{
    check_pendulum(SN_STEP_TRAPEZOIDAL, 1, 1e-3, 1e-5);
    check_pendulum(SN_STEP_TRAPEZOIDAL, 0.4, 1e-3, 1e-4);
    check_pendulum(SN_STEP_SYMPLECTIC_EULER, 1, 1e-3, 1e-2);
}

/* --- guides --- */

/* A hundred turns round a closed spline at constant speed. */
static void test_wrapped(void)
{
    static const double control[6][3] = {{1, 0, 0},    {0.5, 0.9, 0.2},   {-0.6, 0.8, 0},
                                         {-1, 0, 0.1}, {-0.5, -0.8, 0.3}, {0.6, -0.9, 0}};
    const double h = 0.01;
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    const int guide =
        sn_build_guide(build, SN_GUIDE_SPLINE, SN_GUIDE_WRAPPED, SN_BUILD_WORLD, 6, control);
    sn_build_on_guide(build, guide, 0.1, 0.25, 0);
    SnSystem *system = sn_build_finish(build, weightless);
    double length = 0, last[3], next[3]; /* by chords, refined */
    double lengths[2];
    for (int k = 0; k < 2; k++) {
        const int n = k ? 40000 : 20000;
        double q[64], u[64];
        memcpy(q, system->q0, (size_t)system->n_q * sizeof *q);
        memcpy(u, system->u0, (size_t)system->n_u * sizeof *u);
        lengths[k] = 0;
        for (int i = 0; i <= n; i++) {
            q[0] = 6.0 * i / n;
            sn_attachments_follow(system, q, u);
            sn_v3_copy(q + system->blocks[1].q, next);
            lengths[k] += i > 0 ? sn_v3_distance(last, next) : 0;
            sn_v3_copy(next, last);
        }
    }
    length = lengths[1] + (lengths[1] - lengths[0]) / 3;
    system->u0[0] = length / (50 * h);
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_DENSE);
    double start[3];
    sn_v3_copy(position(&trial, 1), start);
    for (int i = 0; i < 5000; i++) {
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const double u = *position(&trial, 0);
        g_assert_true(u >= 0 && u < 6);
        if (i % 50 == 49)
            g_assert_cmpfloat(sn_v3_distance(position(&trial, 1), start), <, 1e-7);
    }
    sn_trial_free(&trial);
}

/* Down a sloping line to its cap: g sin t until there, then at rest, held by m g sin t; pulled away
 * it goes. */
static void check_capped(SnStepMethod method)
{
    static const double control[2][3] = {{0, 0, 0}, {0.6, 0, -0.8}};
    const double h = 2e-3, m = 0.4;
    SnBuild *build = sn_build_new(method, h);
    const int guide =
        sn_build_guide(build, SN_GUIDE_POLYLINE, SN_GUIDE_CAPPED, SN_BUILD_WORLD, 2, control);
    const int node = sn_build_on_guide(build, guide, m, 0.1, 0);
    const int point = sn_build_point(build, node, origin);
    const int load = sn_build_point_load(build, point);
    SnSystem *system = sn_build_finish(build, down);
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_DENSE);
    g_assert_cmpint(system->rows.n_limits, ==, 2);
    const double fall = sqrt(2 * 0.9 / (9.81 * 0.8)); /* s */
    const int before = (int)(0.9 * fall / h);
    sn_trial_steps(&trial, before);
    const double t = before * h;
    g_assert_cmpfloat(fabs(*position(&trial, 0) - 0.1 - 0.5 * 9.81 * 0.8 * t * t), <, 0.01);
    sn_trial_steps(&trial, 200);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    g_assert_cmpfloat(fabs(*position(&trial, 0) - 1), <, 1e-9);
    g_assert_cmpfloat(fabs(sn_state_u(trial.state)[0]), <, 1e-9);
    g_assert_cmpfloat(fabs(sn_state_z(trial.state)[1] - m * 9.81 * 0.8), <, 1e-9);
    g_assert_cmpfloat(sn_state_z(trial.state)[0], ==, 0);
    const double pull[3] = {-0.6 * 5, 0, 0.8 * 5};
    sn_v3_copy(pull, system->inputs.base + system->loads.loads[load].force);
    sn_trial_steps(&trial, 100);
    g_assert_cmpfloat(*position(&trial, 0), <, 0.95);
    sn_trial_steps(&trial, 1000); /* to the other end */
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    g_assert_cmpfloat(fabs(*position(&trial, 0)), <, 1e-9);
    g_assert_cmpfloat(fabs(sn_state_z(trial.state)[0] - (5 - m * 9.81 * 0.8)), <, 1e-9);
    sn_trial_free(&trial);
}

static void test_capped(void)
{
    check_capped(SN_STEP_BACKWARD_EULER);
    check_capped(SN_STEP_TRAPEZOIDAL);
    check_capped(SN_STEP_NEWTON_EULER);
    check_capped(SN_STEP_NEWTON_TRAPEZOIDAL);
}

/* A bead on a wire that flies with a body, another one on a wire through free particles: momentum
 * and energy of everything stay. */
static void check_flight(SnStepMethod method, double h, double momentum_error, double energy_error)
{
    static const double wire[5][3] = {
        {-1, 0.3, 0}, {-0.5, -0.3, 0.2}, {0, 0.4, -0.1}, {0.5, -0.3, 0}, {1, 0.5, 0.2}};
    const double inertia[3] = {0.2, 0.35, 0.3}, v[3] = {0.2, -0.1, 0.3}, w[3] = {0.4, -0.7, 0.9};
    SnBuild *build = sn_build_new(method, h);
    const int body = sn_build_body(build, 1, inertia, origin, NULL);
    sn_build_velocity(build, body, v, w);
    const int rigid = sn_build_guide(build, SN_GUIDE_SPLINE, SN_GUIDE_PLAIN, body, 5, wire);
    sn_build_on_guide(build, rigid, 0.3, 1, 0.4);
    int particles[5];
    for (int i = 0; i < 5; i++) {
        double x[3], rate[3];
        sn_v3_set(0.5 * i, 2 + 0.2 * (i % 2), 0.1 * i, x);
        sn_v3_set(0.1 * i, -0.1, 0.2 - 0.1 * i, rate);
        particles[i] = sn_build_particle(build, 0.5, x);
        sn_build_velocity(build, particles[i], rate, NULL);
    }
    const int soft = sn_build_moving_guide(build, SN_GUIDE_SPLINE, SN_GUIDE_PLAIN, 5, particles);
    sn_build_on_guide(build, soft, 0.4, 1, -0.3);
    const double size[3] = {0.4, 0.3, 0.5}, place[3] = {0.3, 0.2, 0.1}, rate[3] = {0.5, -0.3, 0.2};
    const int ball = sn_build_surface_shape(build, SN_SURFACE_ELLIPSOID, body, origin, NULL, size);
    sn_build_on_surface(build, ball, 0.2, place, rate);
    SnTrial trial = sn_trial_new(sn_build_finish(build, weightless), SN_LINSOLVE_DENSE);
    double before[2], after[2], momentum[6], last[6];
    sn_audit(trial.system, trial.state, trial.work, before, momentum);
    sn_trial_steps(&trial, (int)(0.8 / h));
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    sn_audit(trial.system, trial.state, trial.work, after, last);
    double worst = 0;
    for (int i = 0; i < 6; i++)
        worst = fmax(worst, fabs(last[i] - momentum[i]));
    g_test_message("method %d, step %g: energy %g of %g, momentum %g", method, h,
                   after[0] - before[0], before[0], worst);
    g_assert_cmpfloat(worst, <, momentum_error);
    g_assert_cmpfloat(fabs(after[0] - before[0]), <, energy_error * before[0]);
    sn_trial_free(&trial);
}

static void test_flight(void)
{
    check_flight(SN_STEP_TRAPEZOIDAL, 4e-3, 2e-6, 2e-6);
    check_flight(SN_STEP_TRAPEZOIDAL, 1e-3, 2e-7, 2e-7);
    check_flight(SN_STEP_BACKWARD_EULER, 1e-3, 5e-4, 2e-4);
    check_flight(SN_STEP_NEWTON_TRAPEZOIDAL, 2e-3, 2e-4, 1e-6);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/places-motion/hoop", test_hoop);
    g_test_add_func("/sim/places-motion/geodesic", test_geodesic);
    g_test_add_func("/sim/places-motion/pendulum", test_pendulum);
    g_test_add_func("/sim/places-motion/wrapped", test_wrapped);
    g_test_add_func("/sim/places-motion/capped", test_capped);
    g_test_add_func("/sim/places-motion/flight", test_flight);
    return g_test_run();
}
