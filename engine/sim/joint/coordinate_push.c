/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/joint/coordinate_push.h"

#include "engine/sim/joint/joints.h"
#include "engine/sim/rigid/two_bodies.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* A push with what it does it to. */
typedef struct Coordinate {
    const SnSystemJoint *joint;
    int number, slots;
    const SnCoordinatePush *push;
    bool elastic; /* it is more than a constant damper */
} Coordinate;

/* d(force)/d(coordinate) at the rate there is; what is positive semidefinite of it, if asked. */
static double slope_of(const SnWorkspace *work, const Coordinate *c, double rate)
{
    const double slope = c->push->slope - c->push->damping_slope * rate;
    return work->forces.positive_definite ? fmin(slope, 0) : slope;
}

/* Damping about a unit axis fixed in the first body, its axes. */
static void axis_damper(const SnSystem *system, SnWorkspace *work, const SnTwoBodies *t,
                        const double axis[3], double damping, int slots, bool implicit, double d,
                        double k)
{
    double matrix[9], moment[3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            matrix[3 * r + c] = damping * axis[r] * axis[c];
    sn_rotary_damper(system, work, t, matrix, slots, implicit, d, k, moment);
}

/* Moment tau about an axis n fixed in the first body: -n tau there, R_ba n tau on the second. */
static void axis_spring(const SnSystem *system, SnWorkspace *work, const SnTwoBodies *t,
                        const double axis[3], double tau, const double slope[12], int slots,
                        double k)
{
    double relative[9], on_b[3], wrench[12] = {0}, jacobian[12][12] = {{0}}, cross[9], turn[9];
    sn_m3_transposed_times(t->rotation[1], t->rotation[0], relative); /* a's body axes to b's */
    sn_m3_mul_v3(relative, axis, on_b);
    sn_v3_scale(-tau, axis, wrench + 3);
    sn_v3_scale(tau, on_b, wrench + 9);
    sn_two_bodies_push(system, t, wrench, work->forces.applied);
    sn_two_bodies_push(system, t, wrench, work->forces.explicit_force);
    if (k == 0 || sn_two_bodies_uncoupled(system, t, slots))
        return;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 12; c++) {
            jacobian[3 + r][c] = -axis[r] * slope[c];
            jacobian[9 + r][c] = on_b[r] * slope[c];
        }
    /* d(R_ba) n = [R_ba n] d_b - R_ba [n] d_a */
    sn_m3_cross(on_b, cross);
    sn_two_bodies_place(jacobian, 9, 9, tau, cross);
    sn_m3_cross(axis, cross);
    sn_m3_mul(relative, cross, turn);
    sn_two_bodies_place(jacobian, 9, 3, -tau, turn);
    sn_two_bodies_stiffen(system, work, t, slots, k, jacobian);
}

/* Of the second body against the first about an axis fixed in that, its axes. */
static double rate_about(const SnTwoBodies *t, const double axis[3])
{
    double relative[9], w[3];
    sn_m3_transposed_times(t->rotation[0], t->rotation[1], relative);
    sn_m3_mul_v3(relative, t->w[1], w);
    sn_v3_sub(w, t->w[0], w);
    return sn_v3_dot(axis, w);
}

/* About an axis of a; about one of b all is seen from b, where the moment on the second body has
 * the other sign. */
static void turning(const SnSystem *system, const SnState *state, SnWorkspace *work,
                    const Coordinate *c, bool implicit, double d, double k)
{
    const SnJointCoordinateClass *class = &c->joint->class->coordinate[c->number];
    const bool from_b = class->on_b;
    const int first = from_b ? c->joint->frame_b : c->joint->frame_a,
              second = from_b ? c->joint->frame_a : c->joint->frame_b,
              slots = c->slots + (from_b ? 3 : 0);
    const double *in_body = work->motion.frame_rotation[first], sign = from_b ? -1 : 1;
    const int column = class->axis;
    const double axis[3] = {in_body[column], in_body[3 + column], in_body[6 + column]};
    SnTwoBodies t;
    sn_two_bodies(system, state, work, first, second, &t);
    if (c->push->damping != 0)
        axis_damper(system, work, &t, axis, c->push->damping, slots, implicit, d, k);
    if (c->elastic) {
        double slope[12];
        const double by_coordinate = slope_of(work, c, sign * rate_about(&t, axis));
        for (int i = 0; i < 12; i++)
            slope[i] = sign * by_coordinate * c->push->gradient[from_b ? (i + 6) % 12 : i];
        axis_spring(system, work, &t, axis, sign * c->push->elastic, slope, slots,
                    implicit ? k : 0);
    }
}

/* --- along an axis of a --- */

/* F += s z, dF += z ds + s dz, z = R_a n fixed in a: dz = -R_a [n] d_a = -[z] R_a d_a. */
static void add_along(const SnTwoBodies *t, const double z[3], double s, const double ds[12],
                      double force[3], double (*df)[12])
{
    double cross[9], turn[9];
    sn_v3_axpy(s, z, force);
    sn_m3_cross(z, cross);
    sn_m3_mul(cross, t->rotation[0], turn);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 12; c++)
            df[r][c] += z[r] * ds[c];
        for (int c = 0; c < 3; c++)
            df[r][3 + c] -= s * turn[3 * r + c];
    }
}

/* d(z . v) by u and by q, and z . v of each body's own velocity. */
static void rate_along(const SnSystem *system, const SnState *state, const SnTwoBodies *t,
                       const double z[3], double by_u[12], double by_q[12], double part[2])
{
    double rate[3][12] = {{0}}, turn[3][12] = {{0}}, v[3], cross[9], product[3];
    const double *u = sn_state_u_const(state);
    sn_relative_velocity(t, v);
    sn_relative_velocity_jacobians(t, rate, turn);
    for (int c = 0; c < 12; c++) {
        by_u[c] = z[0] * rate[0][c] + z[1] * rate[1][c] + z[2] * rate[2][c];
        by_q[c] = z[0] * turn[0][c] + z[1] * turn[1][c] + z[2] * turn[2][c];
    }
    sn_m3_cross(z, cross); /* v . dz = -v' [z] R_a d_a */
    sn_m3_tmul_v3(cross, v, product);
    sn_m3_tmul_v3(t->rotation[0], product, product);
    for (int c = 0; c < 3; c++)
        by_q[3 + c] -= product[c];
    for (int s = 0; s < 2; s++) {
        part[s] = 0;
        for (int i = 0; t->block[s] >= 0 && i < 6; i++)
            part[s] += by_u[6 * s + i] * u[system->blocks[t->block[s]].u + i];
    }
}

static void sliding(const SnSystem *system, const SnState *state, SnWorkspace *work,
                    const Coordinate *c, bool implicit, double d, double k)
{
    const SnCoordinatePush *push = c->push;
    SnTwoBodies t;
    sn_two_bodies(system, state, work, c->joint->frame_a, c->joint->frame_b, &t);
    const int column = c->joint->class->coordinate[c->number].axis;
    const double z[3] = {t.frame[0][column], t.frame[0][3 + column], t.frame[0][6 + column]};
    const bool uncoupled = sn_two_bodies_uncoupled(system, &t, c->slots);
    double by_u[12], by_q[12], part[2], ds[12], elastic[3] = {0}, force[3], wrench[12];
    double df[3][12] = {{0}}, jacobian[12][12] = {{0}}, viscous[12][12] = {{0}}, rate[3][12];
    rate_along(system, state, &t, z, by_u, by_q, part);
    const double slope = slope_of(work, c, part[0] + part[1]);
    for (int i = 0; i < 12; i++)
        ds[i] = slope * push->gradient[i];
    add_along(&t, z, push->elastic, ds, elastic, df);
    if (uncoupled)
        memset(df, 0, sizeof df);
    for (int i = 0; i < 12; i++)
        ds[i] = -push->damping * by_q[i];
    sn_v3_copy(elastic, force);
    add_along(&t, z, -push->damping * (part[0] + part[1]), ds, force, df);
    sn_force_wrench(&t, force, wrench);
    sn_two_bodies_push(system, &t, wrench, work->forces.applied);
    if (!implicit) {
        sn_two_bodies_push(system, &t, wrench, work->forces.explicit_force);
        return;
    }
    if (k != 0 && !uncoupled) {
        sn_force_wrench_jacobian(&t, force, df, true, jacobian);
        sn_two_bodies_stiffen(system, work, &t, c->slots, k, jacobian);
    }
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < 12; i++)
            rate[r][i] = -push->damping * z[r] * by_u[i];
    sn_force_wrench_jacobian(&t, force, rate, false, viscous);
    sn_two_bodies_stiffen(system, work, &t, c->slots, d, viscous);
    /* what M-hat does not have, the other one's velocity, stays explicit */
    for (int s = 0; s < 2; s++) {
        double start[3], half[12];
        sn_v3_copy(elastic, start);
        sn_v3_axpy(uncoupled ? -push->damping * part[1 - s] : 0, z, start);
        sn_force_wrench(&t, start, half);
        memcpy(wrench + 6 * s, half + 6 * s, 6 * sizeof *wrench);
    }
    sn_two_bodies_push(system, &t, wrench, work->forces.explicit_force);
}

/* Of a class with a motion: force -k (c - rest) - d dc/dt along the coordinate's own derivative.
 * M-hat has its part along that, which is positive; the turning of the derivative itself is left
 * out, as with the forces along rows. */
static void along_gradient(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           const Coordinate *c, bool implicit, double d, double k)
{
    const SnCoordinatePush *push = c->push;
    SnTwoBodies t;
    sn_two_bodies(system, state, work, c->joint->frame_a, c->joint->frame_b, &t);
    const bool uncoupled = sn_two_bodies_uncoupled(system, &t, c->slots);
    const double *u = sn_state_u_const(state);
    double part[2] = {0}, wrench[12], jacobian[12][12];
    for (int s = 0; s < 2; s++)
        for (int i = 0; t.block[s] >= 0 && i < 6; i++)
            part[s] += push->gradient[6 * s + i] * u[system->blocks[t.block[s]].u + i];
    const double rate = part[0] + part[1], slope = slope_of(work, c, rate);
    for (int i = 0; i < 12; i++)
        wrench[i] = (push->elastic - push->damping * rate) * push->gradient[i];
    sn_two_bodies_push(system, &t, wrench, work->forces.applied);
    if (!implicit) {
        sn_two_bodies_push(system, &t, wrench, work->forces.explicit_force);
        return;
    }
    for (int i = 0; i < 12; i++) {
        const double other = uncoupled ? part[i < 6 ? 1 : 0] : 0; /* which M-hat does not have */
        wrench[i] = (push->elastic - push->damping * other) * push->gradient[i];
        for (int j = 0; j < 12; j++)
            jacobian[i][j] = ((uncoupled ? 0 : k * slope) - d * push->damping) * push->gradient[i] *
                             push->gradient[j];
    }
    sn_two_bodies_push(system, &t, wrench, work->forces.explicit_force);
    sn_two_bodies_stiffen(system, work, &t, c->slots, 1, jacobian);
}

void sn_coordinate_push(const SnSystem *system, const SnState *state, SnWorkspace *work,
                        const SnSystemJoint *joint, int number, int slots,
                        const SnCoordinatePush *push, bool implicit, double d, double k)
{
    assert(!work || work->system == system);
    const Coordinate c = {.joint = joint,
                          .number = number,
                          .slots = slots,
                          .push = push,
                          .elastic =
                              push->elastic != 0 || push->slope != 0 || push->damping_slope != 0};
    if (joint->class->motion)
        along_gradient(system, state, work, &c, implicit, d, k);
    else if (sn_joint_is_angle(joint, number))
        turning(system, state, work, &c, implicit, d, k);
    else
        sliding(system, state, work, &c, implicit, d, k);
}
