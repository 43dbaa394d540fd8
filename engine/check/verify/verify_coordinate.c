/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Soft limits, springs and bushings: the cases of OpenSim's own tests (opensim-core 0435b08,
 * testForces), at a tenth of their tolerance, and what the laws alone imply. */
#include "engine/base/vec.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/joint/coordinate_law.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/system/frame_spring.h"
#include "engine/sim/system/workspace.h"

#include <math.h>

#define GRAVITY 9.8065

static const double ORIGIN[3] = {0, 0, 0};
static const double DOWN[3] = {0, 0, -GRAVITY};
static const double UNIT[3] = {1, 1, 1};

/* A ball of mass 1 on a vertical slider. */
static SnBuild *on_slider(double height, double h, int *body, int *joint)
{
    const double at[3] = {0, 0, height};
    SnBuild *build = sn_build_new(SN_STEP_NEWTON_TRAPEZOIDAL, h);
    *body = sn_build_body(build, 1, UNIT, at, NULL);
    *joint =
        sn_build_joint(build, &SN_JOINT_SLIDER, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                       sn_build_frame(build, *body, ORIGIN, NULL));
    return build;
}

static double height_of(const SnTrial *trial)
{
    return trial->fault.code == SN_FAULT_NONE ? sn_state_q_const(trial->state)[2] : (double)NAN;
}

/* Largest departure from h(t) = (h0 - d) cos(w t) + d, d = -m g / k, in ten samples to 2 s. */
static double worst_of_ten(SnBuild *build)
{
    const double k = 10, start = 0.5, d = -GRAVITY / k;
    SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_DENSE);
    double worst = 0;
    for (int i = 1; i <= 10; i++) {
        sn_trial_steps(&trial, 400);
        const double expected = (start - d) * cos(sqrt(k) * 0.2 * i) + d;
        worst = fmax(worst, fabs(height_of(&trial) - expected));
    }
    sn_trial_free(&trial);
    return worst;
}

/* Between the world and a body, both frames at the origin. */
static SnSystemFrameSpring *add_bushing(SnBuild *build, int body)
{
    SnFrameSprings *springs = sn_frame_springs(build->system);
    SnSystemFrameSpring *spring = SN_BUILD_GROW(springs->springs, springs->n);
    springs->n++;
    spring->id = sn_build_next_id(build);
    spring->enabled = true;
    spring->frame_a = sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL);
    spring->frame_b = sn_build_frame(build, body, ORIGIN, NULL);
    return spring;
}

static void oscillators(SnVerifySink *sink)
{
    static const char source[] = "(h0 - d) cos(w t) + d; OpenSim testForces: 1e-4";
    int body, joint;
    SnBuild *build = on_slider(0.5, 5e-4, &body, &joint);
    sn_build_coordinate_force(
        build,
        &(SnSystemCoordinateForce){.law = SN_COORDINATE_LINEAR, .joint = joint, .stiffness = 10},
        NULL);
    sn_verify_absolute(sink, "B-coordinate-spring", worst_of_ten(build), 0, 1e-5, source);
    for (int xyz = 0; xyz < 2; xyz++) {
        build = on_slider(0.5, 5e-4, &body, &joint);
        SnSystemFrameSpring *spring = add_bushing(build, body);
        spring->body_xyz = xyz;
        for (int k = 0; k < 3; k++)
            spring->stiffness[k] = 10;
        sn_verify_absolute(sink, xyz ? "B-coordinate-bushing-xyz" : "B-coordinate-bushing-vector",
                           worst_of_ten(build), 0, 1e-5, source);
    }
}

/* --- limits --- */

/* Speed at a height of a ball of energy e (per mass, from height 0) above soft ground at `ground`
 * with stiffness k and a transition w: closed form of the stored energy. */
static double stored(double k, double w, double deep)
{
    const double s = deep / w;
    if (deep <= 0)
        return 0;
    return s >= 1 ? 0.5 * k * (deep * deep - w * w) + 5.0 / 14 * k * w * w
                  : k * w * w * pow(s, 5) * (2 - 2.5 * s + 6.0 / 7 * s * s);
}

/* Time below a height of a fall from `top` onto soft ground, by quadrature of dz / v: z runs from
 * the lowest point as z = low + (high - low) x^2, so that nothing is infinite. */
static double time_below(double top, double ground, double k, double w)
{
    double low = -10, high = ground;
    for (int i = 0; i < 200; i++) {
        const double z = 0.5 * (low + high);
        if (GRAVITY * (top - z) - stored(k, w, ground - z) > 0)
            high = z;
        else
            low = z;
    }
    const int n = 200000;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const double x = (i + 0.5) / n, z = high + (ground - high) * x * x;
        const double kinetic = GRAVITY * (top - z) - stored(k, w, ground - z);
        sum += 2 * (ground - high) * x / n / sqrt(2 * kinetic);
    }
    return 2 * sum;
}

/* A ball falls from rest on a smooth lower limit and comes back: when it is on top again, and what
 * energy is left. */
static void bounce(SnVerifySink *sink)
{
    const double top = 1, ground = 0.1, k = 1000, w = 0.05, h = 1e-4;
    int body, joint;
    SnBuild *build = on_slider(top, h, &body, &joint);
    sn_build_coordinate_force(build,
                              &(SnSystemCoordinateForce){.law = SN_COORDINATE_LIMIT,
                                                         .joint = joint,
                                                         .lower = ground,
                                                         .upper = 5,
                                                         .lower_stiffness = k,
                                                         .upper_stiffness = 200,
                                                         .transition = w},
                              NULL);
    SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_DENSE);
    const double period = 2 * sqrt(2 * (top - ground) / GRAVITY) + time_below(top, ground, k, w);
    double energy[2], first[2], worst = 0, back = NAN, before = 0;
    sn_audit(trial.system, trial.state, trial.work, first, NULL);
    for (int i = 0; i < 20000 && trial.fault.code == SN_FAULT_NONE; i++) {
        before = sn_state_u_const(trial.state)[2];
        sn_trial_steps(&trial, 1);
        sn_audit(trial.system, trial.state, trial.work, energy, NULL);
        worst = fmax(worst, fabs(energy[0] + energy[1] - first[0] - first[1]));
        const double v = sn_state_u_const(trial.state)[2];
        if (isnan(back) && before > 0 && v <= 0)
            back = trial.state->time - h * v / (v - before);
    }
    sn_verify_relative(sink, "B-coordinate-limit-bounce", back, period, 1e-5,
                       "quadrature of dz / v with the stored energy in closed form");
    sn_verify_absolute(sink, "B-coordinate-limit-energy", worst / (first[0] + first[1]), 0, 1e-5,
                       "conservation; OpenSim testForces: 1e-4");
    sn_trial_free(&trial);
}

/* Two degrees beyond limits that are stiff by the degree. */
static void torques(SnVerifySink *sink)
{
    static const char source[] = "OpenSim testForces, rotational limit";
    const double degree = M_PI / 180;
    const SnSystemCoordinateForce limit = {.law = SN_COORDINATE_LIMIT,
                                           .lower = -90 * degree,
                                           .upper = 90 * degree,
                                           .lower_stiffness = 20 / degree,
                                           .upper_stiffness = 10 / degree,
                                           .transition = 0.05 * degree};
    const SnCoordinateLawValue above = sn_coordinate_law(&limit, NULL, 0, 92 * degree, 0),
                               below = sn_coordinate_law(&limit, NULL, 0, -92 * degree, 0);
    sn_verify_relative(sink, "B-coordinate-limit-torque-upper", above.elastic, -20, 1e-9, source);
    sn_verify_relative(sink, "B-coordinate-limit-torque-lower", below.elastic, 40, 1e-9, source);
    sn_verify_relative(sink, "B-coordinate-limit-energy-upper", above.energy, 0.5 * 10 * 4 * degree,
                       1e-3, "K x^2 / 2 but for the transition; OpenSim testForces: 1e-3");
    const SnSystemCoordinateForce stop = {.law = SN_COORDINATE_STOP,
                                          .lower = 0.1,
                                          .upper = 2,
                                          .lower_stiffness = 1000,
                                          .upper_stiffness = 1000,
                                          .damping = 10};
    const SnCoordinateLawValue hit = sn_coordinate_law(&stop, NULL, 0, 0, -0.5);
    sn_verify_absolute(sink, "B-coordinate-limit-stop", hit.elastic + 0.5 * hit.damping, 600, 1e-7,
                       "-k x (1 - c dq/dt); OpenSim: 1e-6");
    sn_verify_absolute(sink, "B-coordinate-limit-stop-energy", hit.energy, 5, 1e-7, "k x^2 / 2");
}

/* --- a bushing whose deflections act on each other --- */

/* Where a load turns and shifts a body, by Newton's static equilibrium: K y = F for small y, and
 * its coupled part is what is checked: x pushed by a load along y. */
static void coupled(SnVerifySink *sink)
{
    static const double k[3][3] = {{100, 30, -20}, {30, 80, 10}, {-20, 10, 60}};
    SnBuild *build = sn_build_new(SN_STEP_STATIC, 1);
    const int body = sn_build_body(build, 1, UNIT, ORIGIN, NULL);
    SnSystemFrameSpring *spring = add_bushing(build, body);
    spring->has_matrix = true;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            spring->stiffness_matrix[6 * r + c] = k[r][c];
            spring->stiffness_matrix[6 * (r + 3) + c + 3] = r == c;
        }
    const int load = sn_build_body_load(build, body);
    SnSystem *system = sn_build_finish(build, ORIGIN);
    double matrix[9], inverse[9];
    for (int i = 0; i < 9; i++)
        matrix[i] = k[i / 3][i % 3];
    sn_m3_inverse(matrix, inverse);
    system->inputs.base[system->loads.loads[load].force + 1] = 5;
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_DENSE);
    sn_trial_steps(&trial, 1);
    for (int i = 0; i < 3; i++) {
        static const char *const names[3] = {"B-coordinate-bushing-coupled-x",
                                             "B-coordinate-bushing-coupled-y",
                                             "B-coordinate-bushing-coupled-z"};
        const double value =
            trial.fault.code == SN_FAULT_NONE ? sn_state_q_const(trial.state)[i] : (double)NAN;
        sn_verify_relative(sink, names[i], value, 5 * inverse[3 * i + 1], 1e-8, "K^-1 F");
    }
    sn_trial_free(&trial);
}

void sn_verify_coordinate(SnVerifySink *sink)
{
    oscillators(sink);
    torques(sink);
    bounce(sink);
    coupled(sink);
}
