/* SPDX-License-Identifier: GPL-3.0-or-later */
/* B6, B7, B8: free and heavy tops. */
#include "engine/base/vec.h"
#include "engine/check/verify/verify_case.h"

#include <stdio.h>
#include <string.h>

static const double ORIGIN[3] = {0, 0, 0};

static SnTrial free_top(const double inertia[3], const double w[3], double h)
{
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    const int body = sn_build_body(build, 1, inertia, ORIGIN, NULL);
    sn_build_velocity(build, body, ORIGIN, w);
    return sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_DENSE);
}

static void compare_vector(SnVerifySink *sink, const char *name, int n, const double *value,
                           const double *expected, double tolerance, const char *source)
{
    for (int i = 0; i < n; i++) {
        char full[64];
        snprintf(full, sizeof full, "%s-%d", name, i);
        sn_verify_absolute(sink, full, value[i], expected[i], tolerance, source);
    }
}

void sn_verify_free_top(SnVerifySink *sink)
{
    static const double inertia[3] = {1, 2, 3}, w0[3] = {0.01, 2, 0.01};
    static const double crossings[4] = {6.0590, 17.0366, 28.0142, 38.9918};
    static const double w5[3] = {-1.0835752861, 1.6810605579, 0.6256557628};
    static const double w10[3] = {-0.0410499680, -1.9996036858, 0.0250672420};
    static const double q10[4] = {-0.0129311190, 0.9985483074, -0.0066656724, -0.0518616686};
    static const char source[] = "Landau and Lifshitz 1, par. 37; DOP853";
    const double h = 1e-3;
    SnTrial trial = free_top(inertia, w0, h);
    double energy[2], momentum[6], energy_error = 0, momentum_error = 0, before = w0[1], zero[4];
    int n = 0;
    while (trial.state->time < 40 - h / 2 && trial.fault.code == SN_FAULT_NONE) {
        sn_trial_steps(&trial, 1);
        const double *u = sn_state_u_const(trial.state), *q = sn_state_q_const(trial.state);
        sn_audit(trial.system, trial.state, trial.work, energy, momentum);
        energy_error = fmax(energy_error, fabs(2 * energy[0] / 8.0004 - 1));
        momentum_error = fmax(momentum_error, fabs(sn_v3_norm(momentum + 3) / 4.0001249980 - 1));
        if (before * u[4] <= 0 && n < 4)
            zero[n++] = trial.state->time - h * u[4] / (u[4] - before);
        before = u[4];
        if (trial.state->step == 5000)
            compare_vector(sink, "B6-top-w-5", 3, u + 3, w5, 1e-6, source);
        if (trial.state->step == 10000) {
            const double sign = q[3] * q10[0] < 0 ? -1 : 1; /* q and -q are the same */
            double turned[4];
            for (int i = 0; i < 4; i++)
                turned[i] = sign * q[3 + i];
            compare_vector(sink, "B6-top-w-10", 3, u + 3, w10, 1e-6, source);
            compare_vector(sink, "B6-top-q-10", 4, turned, q10, 1e-6, source);
        }
    }
    for (int i = 0; i < n; i++) {
        char name[64];
        snprintf(name, sizeof name, "B6-top-crossing-%d", i + 1);
        sn_verify_absolute(sink, name, zero[i], crossings[i], 0.01, source);
    }
    sn_verify_relative(sink, "B6-top-period", zero[3] - zero[1], 21.955145879354, 1e-4, source);
    sn_verify_absolute(sink, "B6-top-energy-drift", energy_error, 0, 1e-6, "conservation");
    sn_verify_absolute(sink, "B6-top-momentum-drift", momentum_error, 0, 1e-6, "conservation");
    sn_trial_free(&trial);
}

void sn_verify_symmetric_top(SnVerifySink *sink)
{
    static const double inertia[3] = {1, 1, 2}, w0[3] = {1, 0, 5};
    static const char source[] = "Landau and Lifshitz 1, par. 33";
    const double h = 1e-3;
    SnTrial trial = free_top(inertia, w0, h);
    double energy[2], momentum[6], axis[3], first[3], cone = 0, precession = 0, tilt = 0;
    double last_cone = 0, last_precession = 0, e1[3], e2[3];
    sn_audit(trial.system, trial.state, trial.work, energy, momentum);
    sn_v3_normalize(momentum + 3, axis);
    sn_v3_set(0, 0, 1, first); /* the body axis at the start: azimuth 0 about the momentum */
    sn_v3_axpy(-axis[2], axis, first);
    sn_v3_normalize(first, e1);
    sn_v3_cross(axis, e1, e2);
    for (int i = 0; i < 1000; i++) {
        sn_trial_steps(&trial, 1);
        const double *u = sn_state_u_const(trial.state), *q = sn_state_q_const(trial.state);
        const double z[3] = {0, 0, 1};
        double body_axis[3];
        sn_q_rotate(q + 3, z, body_axis);
        const double c = atan2(u[4], u[3]);
        const double p = atan2(sn_v3_dot(body_axis, e2), sn_v3_dot(body_axis, e1));
        cone += remainder(c - last_cone, 2 * M_PI);
        precession += remainder(p - last_precession, 2 * M_PI);
        last_cone = c, last_precession = p;
        tilt = acos(sn_v3_dot(body_axis, axis)) * 180 / M_PI;
    }
    sn_verify_relative(sink, "B7-cone-rate", fabs(cone) / trial.state->time, 5, 1e-5, source);
    sn_verify_relative(sink, "B7-precession", precession / trial.state->time, 10.0498756211, 1e-5,
                       source);
    sn_verify_relative(sink, "B7-nutation-angle", tilt, 5.7105931375, 1e-5, source);
    sn_trial_free(&trial);
}

/* A top on a ball joint that starts with the rate of a steady precession. */
static void steady_precession(SnVerifySink *sink, const char *name, double rate)
{
    static const double gravity[3] = {0, 0, -9.81}, inertia[3] = {0.001, 0.001, 0.002};
    const double tilt = M_PI / 6, h = 2.5e-5, l = 0.1;
    const double orientation[4] = {cos(tilt / 2), 0, sin(tilt / 2), 0};
    const double axis[3] = {sin(tilt), 0, cos(tilt)}, down[3] = {0, 0, -l};
    double position[3], v[3];
    sn_v3_scale(l, axis, position);
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    const int body = sn_build_body(build, 1, inertia, position, orientation);
    const double precession[3] = {0, 0, rate};
    double w[3];
    sn_q_unrotate(orientation, precession, w);
    w[2] = 150; /* of the whole rotation about the symmetry axis */
    sn_v3_cross(precession, position, v);
    sn_build_velocity(build, body, v, w);
    sn_build_joint(build, &SN_JOINT_SPHERICAL, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                   sn_build_frame(build, body, down, NULL));
    SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_DENSE);
    double worst = 0, turned = 0, last = 0;
    while (trial.state->time < 1 - h / 2 && trial.fault.code == SN_FAULT_NONE) {
        sn_trial_steps(&trial, 1);
        const double *q = sn_state_q_const(trial.state);
        const double azimuth = atan2(q[1], q[0]);
        worst = fmax(worst, fabs(atan2(hypot(q[0], q[1]), q[2]) - tilt));
        turned += remainder(azimuth - last, 2 * M_PI);
        last = azimuth;
    }
    char full[64];
    snprintf(full, sizeof full, "B8-%s-tilt", name);
    sn_verify_absolute(sink, full, tilt + worst, tilt, 1e-4, "steady precession");
    snprintf(full, sizeof full, "B8-%s-rate", name);
    sn_verify_relative(sink, full, turned / trial.state->time, rate, 1e-4,
                       "roots of I1 cos(tilt) W^2 - I3 w3 W + m g l");
    sn_trial_free(&trial);
}

void sn_verify_heavy_top(SnVerifySink *sink)
{
    steady_precession(sink, "slow", 3.7061659853);
    steady_precession(sink, "fast", 27.7856668796);
}
