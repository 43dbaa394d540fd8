/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What weighted points carry: a point, by their mean, and a body, by the polar frame of their
 * motion (jaw-tongue-hyoid 3.5). */
#include "engine/base/vec.h"
#include "engine/sim/motion/attachment_class.h"
#include "engine/sim/motion/force_tools.h"

#include <string.h>

/* --- a point --- */

static void follow_points(const SnSystem *system, const SnSystemAttachment *a, int offset,
                          const double *values, double r[3])
{
    sn_v3_set(0, 0, 0, r);
    for (int k = 0; k < a->count; k++) {
        const SnBlock *master = &system->blocks[system->attachments.master[a->first + k]];
        sn_v3_axpy(system->attachments.weight[a->first + k],
                   values + (offset ? master->u : master->q), r);
    }
}

static void follow_point(const SnSystem *system, const SnSystemAttachment *a, double *q, double *u)
{
    const SnBlock *slave = &system->blocks[a->block];
    follow_points(system, a, 0, q, q + slave->q);
    follow_points(system, a, 1, u, u + slave->u);
}

static void point_jacobian(const SnSystem *system, const SnWorkspace *work,
                           const SnSystemAttachment *a, const SnAttachmentShared *shared, int k,
                           double *value)
{
    for (int i = 0; i < 3; i++)
        value[4 * i] = system->attachments.weight[a->first + k];
}

static void point_bias(const SnSystem *system, const SnWorkspace *work, const SnSystemAttachment *a,
                       const double *q, const double *u, const double *bias, double *r)
{
    follow_points(system, a, 1, bias, r);
}

const SnAttachmentClass sn_attach_point_to_points = {
    .name = "point to points",
    .follow = follow_point,
    .jacobian = point_jacobian,
    .bias = point_bias,
};

/* --- a body: the polar frame, A = sum x g' = R S --- */

#define POLAR_ITERATIONS 40

static double frobenius(const double m[9])
{
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum += m[i] * m[i];
    return sqrt(sum);
}

/* Rotation part of a matrix with positive determinant (Higham 1986, scaled Newton). */
static void polar_rotation(const double a[9], double r[9])
{
    memcpy(r, a, 9 * sizeof *r);
    for (int k = 0; k < POLAR_ITERATIONS; k++) {
        double inverse[9] = {0}, transposed[9];
        if (sn_m3_inverse(r, inverse) == 0)
            return;
        sn_m3_transpose(inverse, transposed);
        const double scale = sqrt(frobenius(transposed) / frobenius(r));
        double change = 0;
        for (int i = 0; i < 9; i++) {
            const double next = 0.5 * (scale * r[i] + transposed[i] / scale);
            change = fmax(change, fabs(next - r[i]));
            r[i] = next;
        }
        if (change < 1e-15)
            return;
    }
}

static void polar_of(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                     SnPolarFrame *polar)
{
    double sum[9] = {0}, h[9];
    for (int k = 0; k < a->count; k++) {
        const double *x = q + system->blocks[system->attachments.master[a->first + k]].q;
        const double *g = system->attachments.gradient[a->first + k];
        for (int i = 0; i < 9; i++)
            sum[i] += x[i / 3] * g[i % 3];
    }
    polar_rotation(sum, polar->rotation);
    double transposed[9];
    sn_m3_transpose(polar->rotation, transposed);
    sn_m3_mul(transposed, sum, polar->stretch);
    const double *s = polar->stretch;
    const double trace = s[0] + s[4] + s[8];
    for (int i = 0; i < 9; i++)
        h[i] = (i % 4 == 0 ? trace : 0) - 0.5 * (s[i] + s[3 * (i % 3) + i / 3]);
    memset(polar->inverse, 0, sizeof polar->inverse);
    sn_m3_inverse(h, polar->inverse);
}

/* Angular velocity of the polar frame in its own axes: (tr S - S) w = sum g x R'v. */
static void polar_spin(const SnSystem *system, const SnSystemAttachment *a,
                       const SnPolarFrame *polar, const double *u, double w[3])
{
    double sum[3] = {0};
    for (int k = 0; k < a->count; k++) {
        double y[3];
        sn_m3_tmul_v3(polar->rotation,
                      u + system->blocks[system->attachments.master[a->first + k]].u, y);
        sn_v3_cross(system->attachments.gradient[a->first + k], y, y);
        sn_v3_add(sum, y, sum);
    }
    sn_m3_mul_v3(polar->inverse, sum, w);
}

static void follow_body(const SnSystem *system, const SnSystemAttachment *a, double *q, double *u)
{
    const SnBlock *slave = &system->blocks[a->block];
    SnPolarFrame polar;
    double w[3], arm[3], turn[3], frame[4], orientation[4];
    polar_of(system, a, q, &polar);
    follow_points(system, a, 0, q, q + slave->q);
    sn_m3_mul_v3(polar.rotation, a->local, arm);
    sn_v3_add(q + slave->q, arm, q + slave->q);
    sn_q_from_m3(polar.rotation, frame);
    sn_q_mul(frame, a->orientation, orientation);
    sn_q_normalize(orientation);
    sn_quaternion_near(q + slave->q + 3, orientation);
    polar_spin(system, a, &polar, u, w);
    follow_points(system, a, 1, u, u + slave->u);
    sn_v3_cross(w, a->local, turn);
    sn_m3_mul_v3(polar.rotation, turn, turn);
    sn_v3_add(u + slave->u, turn, u + slave->u);
    sn_q_unrotate(a->orientation, w, u + slave->u + 3);
}

static void share_polar(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                        SnAttachmentShared *shared)
{
    polar_of(system, a, q, &shared->polar);
}

static void body_jacobian(const SnSystem *system, const SnWorkspace *work,
                          const SnSystemAttachment *a, const SnAttachmentShared *shared, int k,
                          double *value)
{
    const SnPolarFrame *polar = &shared->polar;
    double cross[9], transposed[9], spin[9], arm[9], lever[9];
    sn_m3_cross(system->attachments.gradient[a->first + k], cross);
    sn_m3_transpose(polar->rotation, transposed);
    sn_m3_mul(cross, transposed, spin);
    sn_m3_mul(polar->inverse, spin, spin); /* w = spin v */
    sn_m3_cross(a->local, arm);
    sn_m3_mul(polar->rotation, arm, lever);
    sn_m3_mul(lever, spin, lever);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            value[3 * r + c] =
                (r == c ? system->attachments.weight[a->first + k] : 0) - lever[3 * r + c];
    sn_jacobian_add_spin(a->orientation, spin, 3, 0, value);
}

/* The force on point k of a body on points: w f + R (z x g), z = H^-1 (Q t + l x R'f), and its
 * derivative by the place of point j, f and t being fixed in the world and in the slave. */
typedef struct PolarForce {
    const SnSystem *system;
    const SnSystemAttachment *a;
    SnPolarFrame polar;
    double y[3], z[3]; /* R'f, z */
} PolarForce;

static void polar_force(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                        const double force[6], PolarForce *p)
{
    double moment[3], lever[3];
    p->system = system;
    p->a = a;
    polar_of(system, a, q, &p->polar);
    sn_m3_tmul_v3(p->polar.rotation, force, p->y);
    sn_q_rotate(a->orientation, force + 3, moment);
    sn_v3_cross(a->local, p->y, lever);
    sn_v3_add(moment, lever, moment);
    sn_m3_mul_v3(p->polar.inverse, moment, p->z);
}

static void polar_force_derivative(const PolarForce *p, int k, int j, double derivative[9])
{
    const double *gk = p->system->attachments.gradient[p->a->first + k];
    const double *gj = p->system->attachments.gradient[p->a->first + j];
    for (int e = 0; e < 3; e++) {
        const double *rotation = p->polar.rotation;
        const double moved[3] = {rotation[3 * e], rotation[3 * e + 1], rotation[3 * e + 2]};
        double turn[3], dz[3], part[3], sz[3];
        sn_v3_cross(gj, moved, turn);
        sn_m3_mul_v3(p->polar.inverse, turn, turn); /* of the frame */
        sn_v3_cross(p->y, turn, dz);
        sn_v3_cross(p->a->local, dz, dz);
        /* less dH z, dH = tr dS - dS, dS = R'e g' - [turn] S */
        sn_v3_axpy(-sn_v3_dot(moved, gj), p->z, dz);
        sn_v3_axpy(sn_v3_dot(gj, p->z), moved, dz);
        sn_m3_mul_v3(p->polar.stretch, p->z, sz);
        sn_v3_cross(turn, sz, part);
        sn_v3_sub(dz, part, dz);
        sn_m3_mul_v3(p->polar.inverse, dz, dz);
        sn_v3_cross(dz, gk, dz);
        sn_v3_cross(p->z, gk, part);
        sn_v3_cross(turn, part, part);
        sn_v3_add(dz, part, dz);
        sn_m3_mul_v3(rotation, dz, dz);
        for (int i = 0; i < 3; i++)
            derivative[3 * i + e] = dz[i];
    }
}

static void load_stiffness(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           const SnSystemAttachment *a, const double force[6], double k)
{
    PolarForce p;
    const int *masters = system->attachments.master + a->first;
    const int *slot = system->pairs.stiffness_slot + a->slots;
    polar_force(system, a, sn_state_q_const(state), force, &p);
    for (int r = 0; r < a->count; r++)
        for (int c = 0; c <= r; c++, slot++) {
            double lower[9], upper[9], values[9];
            polar_force_derivative(&p, r, c, lower);
            polar_force_derivative(&p, c, r, upper);
            for (int e = 0; e < 9; e++)
                values[e] = -0.5 * k * (lower[e] + upper[3 * (e % 3) + e / 3]);
            sn_pair_add(system, work, *slot, masters[r], masters[c], values);
            if (r != c && masters[r] == masters[c]) /* its mirror falls on the same pair */
                sn_pair_add(system, work, *slot, masters[r], masters[c], values);
        }
}

/* From (tr S - S) w = sum g x R'v, differentiated once more. */
static void body_bias(const SnSystem *system, const SnWorkspace *work, const SnSystemAttachment *a,
                      const double *q, const double *u, const double *bias, double *r)
{
    SnPolarFrame polar;
    double w[3], sum[3] = {0}, rate[9] = {0}, spin[9], turned[9], part[3], dw[3];
    polar_of(system, a, q, &polar);
    polar_spin(system, a, &polar, u, w);
    for (int k = 0; k < a->count; k++) {
        const SnBlock *master = &system->blocks[system->attachments.master[a->first + k]];
        const double *g = system->attachments.gradient[a->first + k];
        double y[3], z[3];
        sn_m3_tmul_v3(polar.rotation, u + master->u, y);
        for (int e = 0; e < 9; e++)
            rate[e] += y[e / 3] * g[e % 3]; /* R'A' */
        sn_m3_tmul_v3(polar.rotation, bias + master->u, z);
        sn_v3_cross(w, y, part); /* (R'v)' = R'b - w x R'v */
        sn_v3_sub(z, part, z);
        sn_v3_cross(g, z, z);
        sn_v3_add(sum, z, sum);
    }
    sn_m3_cross(w, spin);
    sn_m3_mul(spin, polar.stretch, turned);
    for (int e = 0; e < 9; e++)
        rate[e] -= turned[e]; /* S' */
    sn_m3_mul_v3(rate, w, part);
    sn_v3_axpy(-(rate[0] + rate[4] + rate[8]), w, sum); /* - (tr S' - S') w */
    sn_v3_add(sum, part, sum);
    sn_m3_mul_v3(polar.inverse, sum, dw);
    follow_points(system, a, 1, bias, r);
    double frame_u[6] = {0}, frame_b[6] = {0};
    sn_v3_copy(w, frame_u + 3);
    sn_v3_copy(r, frame_b);
    sn_v3_copy(dw, frame_b + 3);
    sn_point_bias(polar.rotation, frame_u, frame_b, a->local, r);
    sn_q_unrotate(a->orientation, dw, r + 3);
}

const SnAttachmentClass sn_attach_body_to_points = {
    .name = "body to points",
    .body = true,
    .placed = true,
    .gradients = true,
    .share = share_polar,
    .follow = follow_body,
    .jacobian = body_jacobian,
    .bias = body_bias,
    .load_stiffness = load_stiffness,
    .couples = true,
    .coupling = SN_COUPLE_ALL,
};
