/* SPDX-License-Identifier: GPL-3.0-or-later */
/* G1, G2, G3 and the order of every integrator, also in inputs. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/bind/playback.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double ORIGIN[3] = {0, 0, 0};

/* Unit mass on a spring of angular frequency w between it and the world, displaced by x along x
 * (the rest length is 1); damping of the mass and of the spring. */
static SnTrial oscillator(SnStepMethod method, double w, double mass_damping, double spring_damping,
                          double x, double h)
{
    SnBuild *build = sn_build_new(method, h);
    const double start[3] = {1 + x, 0, 0};
    const int mass = sn_build_particle(build, 1, start);
    const int ends[2] = {sn_build_point(build, SN_BUILD_WORLD, ORIGIN),
                         sn_build_point(build, mass, ORIGIN)};
    sn_build_spring(build, 2, ends, w * w, spring_damping, 1);
    build->system->blocks[mass].damping = mass_damping;
    return sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_DENSE);
}

static double position(const SnTrial *trial)
{
    return sn_state_q_const(trial->state)[0] - 1;
}

void sn_verify_oscillator(SnVerifySink *sink)
{
    static const double expected[4][2] = {
        {10, 0.980995441028}, {20, 0.998703586694}, {40, 0.999917161122}, {80, 0.999994793771}};
    const double w = 2 * M_PI, x = 0.5;
    for (int i = 0; i < 4; i++) {
        const double h = 1 / expected[i][0];
        char name[64];
        SnTrial trial = oscillator(SN_STEP_TRAPEZOIDAL, w, 0, 0, x, h);
        double worst = 0;
        for (int k = 0; k < (int)expected[i][0]; k++) {
            sn_trial_steps(&trial, 1);
            const double v = sn_state_u_const(trial.state)[0] / w;
            worst = fmax(worst, fabs(hypot(position(&trial), v) / x - 1));
        }
        snprintf(name, sizeof name, "G1-trapezoid-%g", expected[i][0]);
        sn_verify_absolute(sink, name, position(&trial) / x, expected[i][1], 1e-10,
                           "cos((2 / h) atan(pi h))");
        snprintf(name, sizeof name, "G1-amplitude-%g", expected[i][0]);
        sn_verify_absolute(sink, name, 1 + worst, 1, 1e-12, "the trapezoidal rule keeps it");
        sn_trial_free(&trial);
    }
    SnTrial trial = oscillator(SN_STEP_BACKWARD_EULER, w, 0, 0, x, 0.01);
    sn_trial_steps(&trial, 100);
    sn_verify_absolute(sink, "G1-backward-euler-amplitude",
                       hypot(position(&trial), sn_state_u_const(trial.state)[0] / w) / x,
                       0.8211877804, 1e-10, "(1 + (w h)^2)^(-n/2)");
    sn_trial_free(&trial);
}

void sn_verify_damped(SnVerifySink *sink)
{
    static const double expected[4][2] = {
        {20, 0.732540224688}, {40, 0.730896929143}, {80, 0.730306086007}, {160, 0.730146871068}};
    const double w = 2 * M_PI, zeta = 0.05, exact = 0.730092771072, x = 0.5;
    double error[4];
    for (int i = 0; i < 4; i++) {
        SnTrial trial = oscillator(SN_STEP_TRAPEZOIDAL, w, 0, 2 * zeta * w, x, 1 / expected[i][0]);
        char name[64];
        sn_trial_steps(&trial, (int)expected[i][0]);
        snprintf(name, sizeof name, "G2-trapezoid-%g", expected[i][0]);
        sn_verify_absolute(sink, name, position(&trial) / x, expected[i][1], 1e-10,
                           "Newmark 1/4, 1/2");
        error[i] = position(&trial) / x - exact;
        sn_trial_free(&trial);
    }
    sn_verify_absolute(sink, "G2-order", log2(error[2] / error[3]), 2, 0.1, "halving the step");
}

void sn_verify_rayleigh(SnVerifySink *sink)
{
    /* zeta from the ratio of two successive extremes: exp(-pi zeta / sqrt(1 - zeta^2)) */
    const double alpha = 20, beta = 0.015, w = 15.7, x = 0.5, h = 1e-4;
    SnTrial trial = oscillator(SN_STEP_TRAPEZOIDAL, w, alpha, beta * w * w, x, h);
    double before = 0, last = x, extreme = 0;
    while (trial.state->time < 2 && extreme == 0 && trial.fault.code == SN_FAULT_NONE) {
        sn_trial_steps(&trial, 1);
        const double now = sn_state_u_const(trial.state)[0];
        if (before < 0 && now >= 0)
            extreme = fmin(position(&trial), last);
        before = now;
        last = position(&trial);
    }
    const double decrement = log(-x / extreme) / M_PI;
    sn_verify_absolute(sink, "G3-rayleigh-zeta", decrement / sqrt(1 + decrement * decrement),
                       alpha / (2 * w) + beta * w / 2, 1e-5, "alpha / (2 w) + beta w / 2");
    sn_trial_free(&trial);
}

/* --- order: distance of the state at t = 0.5 from a fine reference, at h and h / 2 --- */

/* A spinning asymmetric body under gravity on three springs with dampers. */
static SnSystem *unconstrained(SnStepMethod method, double h)
{
    static const double gravity[3] = {0, 0, -9.81}, inertia[3] = {0.02, 0.05, 0.03};
    static const double anchors[3][3] = {{1, 0, 0.8}, {-0.7, 0.6, 1}, {-0.2, -0.9, 0.9}};
    static const double arms[3][3] = {{0.3, 0, 0.1}, {-0.2, 0.25, 0}, {0, -0.3, 0.2}};
    static const double v[3] = {0.3, -0.2, 0.5}, w[3] = {2, -3, 1};
    SnBuild *build = sn_build_new(method, h);
    const int body = sn_build_body(build, 1.2, inertia, ORIGIN, NULL);
    sn_build_velocity(build, body, v, w);
    for (int i = 0; i < 3; i++) {
        const int ends[2] = {sn_build_point(build, SN_BUILD_WORLD, anchors[i]),
                             sn_build_point(build, body, arms[i])};
        sn_build_spring(build, 2, ends, 60, 0.5, 0.7);
    }
    return sn_build_finish(build, gravity);
}

/* A spatial double pendulum, ball joint and hinge with a skew axis, and a sprung end. */
static SnSystem *constrained(SnStepMethod method, double h)
{
    static const double gravity[3] = {0, 0, -9.81}, inertia[3] = {0.02, 0.03, 0.01};
    static const double first[3] = {0.5, 0, 0}, second[3] = {1.5, 0, 0}, left[3] = {-0.5, 0, 0},
                        right[3] = {0.5, 0, 0}, anchor[3] = {1.5, 1, 0.5};
    static const double v[3] = {0, 0.5, 0}, w[3] = {0, 0, 1};
    double axis[4] = {1, 0.8, 0.3, 0};
    sn_q_normalize(axis);
    SnBuild *build = sn_build_new(method, h);
    const int a = sn_build_body(build, 1, inertia, first, NULL),
              b = sn_build_body(build, 0.7, inertia, second, NULL);
    sn_build_velocity(build, a, v, w);
    sn_build_joint(build, &SN_JOINT_SPHERICAL, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                   sn_build_frame(build, a, left, NULL));
    sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, a, right, axis),
                   sn_build_frame(build, b, left, axis));
    const int ends[2] = {sn_build_point(build, SN_BUILD_WORLD, anchor),
                         sn_build_point(build, b, right)};
    sn_build_spring(build, 2, ends, 20, 0.3, 0.5);
    return sn_build_finish(build, gravity);
}

typedef SnSystem *(*Make)(SnStepMethod method, double h);

static SnTrial run_to(Make make, SnStepMethod method, int steps)
{
    SnTrial trial = sn_trial_new(make(method, 0.5 / steps), SN_LINSOLVE_DENSE);
    sn_trial_steps(&trial, steps);
    return trial;
}

static double distance(const SnTrial *a, const SnTrial *b)
{
    double sum = 0;
    for (int i = 0; i < a->system->n_q; i++) {
        const double d = sn_state_q_const(a->state)[i] - sn_state_q_const(b->state)[i];
        sum += d * d;
    }
    for (int i = 0; i < a->system->n_u; i++) {
        const double d = sn_state_u_const(a->state)[i] - sn_state_u_const(b->state)[i];
        sum += d * d;
    }
    return a->fault.code == SN_FAULT_NONE && b->fault.code == SN_FAULT_NONE ? sqrt(sum)
                                                                            : (double)NAN;
}

static void measure_order(SnVerifySink *sink, const char *name, Make make, SnStepMethod method,
                          int steps, const SnTrial *reference, double order, double tolerance)
{
    SnTrial coarse = run_to(make, method, steps), fine = run_to(make, method, 2 * steps);
    const double ratio = distance(&coarse, reference) / distance(&fine, reference);
    sn_verify_absolute(sink, name, log2(ratio), order, tolerance, "halving the step");
    sn_trial_free(&coarse);
    sn_trial_free(&fine);
}

void sn_verify_order(SnVerifySink *sink)
{
    SnTrial reference = run_to(unconstrained, SN_STEP_RUNGE_KUTTA_4, 4000);
    measure_order(sink, "G-order-backward-euler", unconstrained, SN_STEP_BACKWARD_EULER, 1600,
                  &reference, 1, 0.1);
    measure_order(sink, "G-order-symplectic-euler", unconstrained, SN_STEP_SYMPLECTIC_EULER, 1600,
                  &reference, 1, 0.1);
    measure_order(sink, "G-order-trapezoidal", unconstrained, SN_STEP_TRAPEZOIDAL, 400, &reference,
                  2, 0.1);
    measure_order(sink, "G-order-runge-kutta-4", unconstrained, SN_STEP_RUNGE_KUTTA_4, 800,
                  &reference, 4, 0.2);
    sn_trial_free(&reference);
    reference = run_to(constrained, SN_STEP_TRAPEZOIDAL, 16000);
    measure_order(sink, "G-order-constrained-backward-euler", constrained, SN_STEP_BACKWARD_EULER,
                  1600, &reference, 1, 0.1);
    measure_order(sink, "G-order-constrained-symplectic-euler", constrained,
                  SN_STEP_SYMPLECTIC_EULER, 1600, &reference, 1, 0.1);
    measure_order(sink, "G-order-constrained-trapezoidal", constrained, SN_STEP_TRAPEZOIDAL, 400,
                  &reference, 2, 0.1);
    sn_trial_free(&reference);
}

/* --- order in inputs: an oscillator pushed by sin(w t) --- */

#define PUSH_RATE 6.0 /* [rad/s] */
#define OWN_RATE  4.0 /* [rad/s] */
#define PUSHED    0.5 /* [s] */

/* Half a period on so many knots that its own error is far below that of a step. */
static SnSignal *sine(void)
{
    enum { KNOTS = 2001 };
    SnSignal *signal = sn_signal_new(1);
    SnKnotCurve *curve = sn_knot_curve_new(KNOTS, 1, SN_INTERPOLATE_CUBIC);
    for (int i = 0; i < KNOTS; i++) {
        curve->times[i] = i * M_PI / PUSH_RATE / (KNOTS - 1);
        curve->values[i] = sin(PUSH_RATE * curve->times[i]);
    }
    sn_knot_curve_prepare(curve, false);
    signal->knots = sn_signal_add_curve(signal, curve);
    sn_signal_finish(signal);
    return signal;
}

static SnSystem *pushed(SnStepMethod method, double h)
{
    static const double start[3] = {1, 0, 0};
    SnBuild *build = sn_build_new(method, h);
    const int mass = sn_build_particle(build, 1, start), tip = sn_build_point(build, mass, ORIGIN);
    const int ends[2] = {sn_build_point(build, SN_BUILD_WORLD, ORIGIN), tip};
    sn_build_spring(build, 2, ends, OWN_RATE * OWN_RATE, 0, 1);
    const int load = sn_build_point_load(build, tip);
    SnSystem *system = sn_build_finish(build, ORIGIN);
    system->probes.n_playbacks = system->probes.n_inputs = 1;
    system->probes.playbacks = sn_alloc(1, sizeof *system->probes.playbacks);
    system->probes.playbacks[0] = (SnSystemPlayback){.width = 1,
                                                     .input = system->loads.loads[load].force,
                                                     .parameter = -1,
                                                     .low = -HUGE_VAL,
                                                     .high = HUGE_VAL};
    system->probes.inputs = sn_alloc(1, sizeof *system->probes.inputs);
    system->probes.inputs[0] =
        (SnSystemInputProbe){.enabled = true, .signal = sine(), .n_playbacks = 1};
    return system;
}

/* Error of the position at the end. */
static double pushed_error(SnStepMethod method, int steps)
{
    SnTrial trial = sn_trial_new(pushed(method, PUSHED / steps), SN_LINSOLVE_DENSE);
    const SnSystem *system = trial.system;
    double *end = sn_alloc((size_t)system->inputs.n, sizeof *end);
    for (int i = 0; i < steps && trial.fault.code == SN_FAULT_NONE; i++) {
        sn_inputs_at(system, system->inputs.base, sn_next_time(system, trial.state), trial.state,
                     end, NULL);
        const SnStepInputs inputs =
            sn_inputs_over_step(system, system->inputs.base, trial.state, end, trial.work);
        trial.fault = sn_step_varying(system, &inputs, trial.state, trial.work);
    }
    const double exact = (sin(PUSH_RATE * PUSHED) - PUSH_RATE / OWN_RATE * sin(OWN_RATE * PUSHED)) /
                         (OWN_RATE * OWN_RATE - PUSH_RATE * PUSH_RATE);
    const double error = trial.fault.code == SN_FAULT_NONE ? position(&trial) - exact : (double)NAN;
    sn_free(end);
    sn_trial_free(&trial);
    return error;
}

void sn_verify_prescribed(SnVerifySink *sink)
{
    static const struct Driven {
        SnStepMethod method;
        const char *name;
        int steps;
        double order, tolerance;
    } driven[] = {{SN_STEP_BACKWARD_EULER, "G-driven-backward-euler", 1600, 1, 0.1},
                  {SN_STEP_SYMPLECTIC_EULER, "G-driven-symplectic-euler", 1600, 1, 0.1},
                  {SN_STEP_TRAPEZOIDAL, "G-driven-trapezoidal", 100, 2, 0.1},
                  {SN_STEP_NEWTON_EULER, "G-driven-newton-euler", 1600, 1, 0.1},
                  {SN_STEP_NEWTON_TRAPEZOIDAL, "G-driven-newton-trapezoidal", 100, 2, 0.1},
                  {SN_STEP_RUNGE_KUTTA_4, "G-driven-runge-kutta-4", 25, 4, 0.2}};
    for (size_t i = 0; i < sizeof driven / sizeof *driven; i++) {
        const struct Driven *d = &driven[i];
        const double ratio =
            pushed_error(d->method, d->steps) / pushed_error(d->method, 2 * d->steps);
        sn_verify_absolute(sink, d->name, log2(fabs(ratio)), d->order, d->tolerance,
                           "oscillator pushed by a sine, halving the step");
    }
}
