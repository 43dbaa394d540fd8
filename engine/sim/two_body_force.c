/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces between two frames: frame springs (bushings) and the damping of hinges and ball joints.
 * Local layout of Jacobians: 12 = displacement a, rotation a, displacement b, rotation b, the
 * rotations in the body axes of each block; a side in the world has no columns. */
#include "engine/base/vec.h"
#include "engine/sim/work.h"

#include <math.h>
#include <string.h>

typedef struct TwoBodies {
    int block[2];              /* -1: world */
    const double *rotation[2]; /* body to world (identity for the world) */
    double origin[2][3];       /* centre of mass, or zero */
    double v[2][3], w[2][3];   /* velocities; w in body axes */
    double frame[2][9];        /* frame to world */
    double position[2][3];     /* of the frames */
    double local[2][3];        /* frame origins from the centres, body axes */
} TwoBodies;

static const double IDENTITY[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void gather(const SnSystem *system, const SnState *state, const SnWork *work, int frame_a,
                   int frame_b, TwoBodies *t)
{
    const double *q = sn_state_q_const(state), *u = sn_state_u_const(state);
    memset(t, 0, sizeof *t);
    for (int s = 0; s < 2; s++) {
        const int frame = s ? frame_b : frame_a;
        const int block = system->frames[frame].block;
        t->block[s] = block;
        t->rotation[s] = block >= 0 ? work->rotation[block] : IDENTITY;
        sn_v3_copy(system->frames[frame].position, t->local[s]);
        sn_frame_pose(system, work, q, frame, t->position[s], t->frame[s]);
        if (block >= 0) {
            sn_v3_copy(q + system->blocks[block].q, t->origin[s]);
            sn_v3_copy(u + system->blocks[block].u, t->v[s]);
            sn_v3_copy(u + system->blocks[block].u + 3, t->w[s]);
        }
    }
}

static void add_wrench(const SnSystem *system, const TwoBodies *t, const double wrench[12],
                       double *f)
{
    for (int s = 0; s < 2; s++)
        if (t->block[s] >= 0)
            for (int i = 0; i < 6; i++)
                f[system->blocks[t->block[s]].u + i] += wrench[6 * s + i];
}

/* Adds -scale times a 12 x 12 Jacobian, symmetrised, to the pairs at slot aa, ba, bb. */
static void add_jacobian(const SnSystem *system, SnWork *work, const TwoBodies *t, int slots,
                         double scale, double (*jacobian)[12])
{
    double values[36];
    for (int s = 0; s < 2; s++) {
        if (system->stiffness_slot[slots + 2 * s] < 0)
            continue;
        for (int r = 0; r < 6; r++)
            for (int c = 0; c < 6; c++)
                values[6 * r + c] = -scale * jacobian[6 * s + r][6 * s + c];
        sn_pair_add(system, work, system->stiffness_slot[slots + 2 * s], t->block[s], t->block[s],
                    values);
    }
    if (system->stiffness_slot[slots + 1] < 0)
        return;
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 6; c++)
            values[6 * r + c] = -0.5 * scale * (jacobian[6 + r][c] + jacobian[c][6 + r]);
    if (t->block[0] == t->block[1]) { /* both frames on one block: mirror falls on the same pair */
        const int pair = system->stiffness_slot[slots + 1];
        sn_pair_add(system, work, pair, t->block[0], t->block[0], values);
        sn_pair_add(system, work, pair, t->block[0], t->block[0], values);
    } else {
        sn_pair_add(system, work, system->stiffness_slot[slots + 1], t->block[1], t->block[0],
                    values);
    }
}

/* m (3 x 3) into columns column .. of rows row .. */
static void place(double (*jacobian)[12], int row, int column, double scale, const double m[9])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            jacobian[row + r][column + c] += scale * m[3 * r + c];
}

static void times_transposed(const double a[9], const double b[9], double r[9])
{
    double t[9];
    sn_m3_transpose(b, t);
    sn_m3_mul(a, t, r);
}

static void transposed_times(const double a[9], const double b[9], double r[9])
{
    double t[9];
    sn_m3_transpose(a, t);
    sn_m3_mul(t, b, r);
}

/* --- rotary damper: moment P w on a, w = relative velocity in a's body axes --- */

typedef struct RotaryDamper {
    double relative[9]; /* b's body axes to a's */
    double matrix[9];   /* P, symmetric, in a's body axes */
} RotaryDamper;

/* wrench of relative velocity R_ab w_b - w_a. */
static void rotary_wrench(const RotaryDamper *damper, const double wa[3], const double wb[3],
                          double wrench[12])
{
    double w[3];
    sn_m3_mul_v3(damper->relative, wb, w);
    sn_v3_sub(w, wa, w);
    memset(wrench, 0, 12 * sizeof *wrench);
    sn_m3_mul_v3(damper->matrix, w, wrench + 3);
    sn_m3_tmul_v3(damper->relative, wrench + 3, wrench + 9);
    sn_v3_scale(-1, wrench + 9, wrench + 9);
}

/* d/du: [-P, P R_ab; R_ba P, -R_ba P R_ab]. */
static void rotary_rate_jacobian(const RotaryDamper *damper, double (*jacobian)[12])
{
    double pr[9], rp[9], rpr[9];
    sn_m3_mul(damper->matrix, damper->relative, pr);
    transposed_times(damper->relative, damper->matrix, rp);
    sn_m3_mul(rp, damper->relative, rpr);
    place(jacobian, 3, 3, -1, damper->matrix);
    place(jacobian, 3, 9, 1, pr);
    place(jacobian, 9, 3, 1, rp);
    place(jacobian, 9, 9, -1, rpr);
}

/* d/dq: with w = R_ab w_b - w_a, m = P w on a and -R_ba m on b,
 * d(R_ab) = -[d_a] R_ab + R_ab [d_b]. */
static void rotary_turn_jacobian(const RotaryDamper *damper, const TwoBodies *t,
                                 const double moment_a[3], double (*jacobian)[12])
{
    double wb[3], cross[9], by_a[9], by_b[9], product[9], moment_b[3];
    sn_m3_mul_v3(damper->relative, t->w[1], wb);
    sn_m3_cross(wb, cross);
    sn_m3_mul(damper->matrix, cross, by_a); /* -[d_a] wb = [wb] d_a */
    sn_m3_cross(t->w[1], cross);
    sn_m3_mul(damper->relative, cross, by_b);
    sn_m3_mul(damper->matrix, by_b, by_b); /* R_ab [d_b] w_b = -R_ab [w_b] d_b */
    place(jacobian, 3, 3, 1, by_a);
    place(jacobian, 3, 9, -1, by_b);
    /* -R_ba dm - d(R_ba) m, d(R_ba) = -[d_b] R_ba + R_ba [d_a] */
    transposed_times(damper->relative, by_a, product);
    place(jacobian, 9, 3, -1, product);
    transposed_times(damper->relative, by_b, product);
    place(jacobian, 9, 9, 1, product);
    sn_m3_tmul_v3(damper->relative, moment_a, moment_b);
    sn_m3_cross(moment_b, cross);
    place(jacobian, 9, 9, -1, cross); /* [d_b] R_ba m = -[R_ba m] d_b */
    sn_m3_cross(moment_a, cross);
    transposed_times(damper->relative, cross, product);
    place(jacobian, 9, 3, 1, product); /* -R_ba [d_a] m = R_ba [m] d_a */
}

static void rotary_damper(const SnSystem *system, SnWork *work, const TwoBodies *t,
                          const double matrix[9], int slots, bool implicit, double d, double k,
                          double moment_on_b[3])
{
    RotaryDamper damper;
    static const double zero[3] = {0};
    double wrench[12];
    memcpy(damper.matrix, matrix, sizeof damper.matrix);
    transposed_times(t->rotation[0], t->rotation[1], damper.relative);
    rotary_wrench(&damper, t->w[0], t->w[1], wrench);
    add_wrench(system, t, wrench, work->force);
    double jacobian[12][12] = {{0}}, turning[12][12] = {{0}};
    if (implicit) {
        rotary_rate_jacobian(&damper, jacobian);
        add_jacobian(system, work, t, slots, d, jacobian);
        if (k != 0) {
            rotary_turn_jacobian(&damper, t, wrench + 3, turning);
            add_jacobian(system, work, t, slots, k, turning);
        }
    }
    sn_m3_mul_v3(t->rotation[1], wrench + 9, moment_on_b);
    if (implicit) {
        rotary_wrench(&damper, zero, zero, wrench);
        if (t->block[0] >= 0 && t->block[1] >= 0 && system->stiffness_slot[slots + 1] < 0) {
            /* no pair couples them in M-hat: what the other one does stays explicit */
            double other[12];
            rotary_wrench(&damper, zero, t->w[1], wrench);
            rotary_wrench(&damper, t->w[0], zero, other);
            memcpy(wrench + 6, other + 6, 6 * sizeof *wrench);
        }
    }
    add_wrench(system, t, wrench, work->explicit_force);
}

/* --- frame springs --- */

/* F on b at b's frame origin, world axes; -F on a's material there. */
static void force_wrench(const TwoBodies *t, const double force[3], double wrench[12])
{
    double arm[3], in_body[3], minus[3];
    sn_v3_scale(-1, force, minus);
    sn_v3_copy(minus, wrench);
    sn_v3_sub(t->position[1], t->origin[0], arm);
    sn_m3_tmul_v3(t->rotation[0], arm, arm);
    sn_m3_tmul_v3(t->rotation[0], minus, in_body);
    sn_v3_cross(arm, in_body, wrench + 3);
    sn_v3_copy(force, wrench + 6);
    sn_m3_tmul_v3(t->rotation[1], force, in_body);
    sn_v3_cross(t->local[1], in_body, wrench + 9);
}

/* Jacobian of force_wrench for dF given as 3 x 12 rows; turning: F fixed in the world while the
 * bodies move.  b: l x R'F; a: s x (-R'F), s = R'(p_b - x_a). */
static void force_wrench_jacobian(const TwoBodies *t, const double force[3], double (*df)[12],
                                  bool turning, double (*jacobian)[12])
{
    double arm[3], cross[9], turn[9], lever_a[9], lever_b[9];
    sn_v3_sub(t->position[1], t->origin[0], arm);
    sn_m3_tmul_v3(t->rotation[0], arm, arm);
    sn_m3_cross(arm, cross);
    times_transposed(cross, t->rotation[0], lever_a); /* [s] R_a' */
    sn_m3_cross(t->local[1], cross);
    times_transposed(cross, t->rotation[1], lever_b); /* [l] R_b' */
    for (int c = 0; c < 12; c++) {
        const double column[3] = {df[0][c], df[1][c], df[2][c]};
        double a[3], b[3];
        sn_m3_mul_v3(lever_a, column, a);
        sn_m3_mul_v3(lever_b, column, b);
        for (int r = 0; r < 3; r++) {
            jacobian[r][c] -= column[r];
            jacobian[3 + r][c] -= a[r];
            jacobian[6 + r][c] += column[r];
            jacobian[9 + r][c] += b[r];
        }
    }
    if (!turning)
        return;
    double fa[3], fb[3], product[9], local[9];
    sn_m3_tmul_v3(t->rotation[1], force, fb);
    sn_m3_cross(fb, turn);
    sn_m3_cross(t->local[1], cross);
    sn_m3_mul(cross, turn, product);
    place(jacobian, 9, 9, 1, product); /* l x ([F_b] d_b) */
    sn_m3_tmul_v3(t->rotation[0], force, fa);
    /* ds x (-F_a) = [F_a] ds, ds = R_a'(dx_b - R_b [l] d_b - dx_a) + [s] d_a */
    sn_m3_cross(fa, turn);
    times_transposed(turn, t->rotation[0], product);
    place(jacobian, 3, 0, -1, product);
    place(jacobian, 3, 6, 1, product);
    sn_m3_cross(t->local[1], local);
    sn_m3_mul(t->rotation[1], local, cross);
    sn_m3_mul(product, cross, product);
    place(jacobian, 3, 9, -1, product);
    sn_m3_cross(arm, cross);
    sn_m3_mul(turn, cross, product);
    place(jacobian, 3, 3, 1, product);
    /* s x (-d F_a) = -[s] [F_a] d_a */
    sn_m3_mul(cross, turn, product);
    place(jacobian, 3, 3, -1, product);
}

/* Elastic force -R_a K R_a' (p_b - p_a), and its derivative. */
static void elastic_force(const SnSystemFrameSpring *spring, const TwoBodies *t, double force[3],
                          double (*df)[12])
{
    double r[3], d[3], stiff[9], product[9], cross[9], turn[9];
    sn_v3_sub(t->position[1], t->position[0], r);
    sn_m3_tmul_v3(t->frame[0], r, d);
    for (int k = 0; k < 3; k++)
        d[k] *= -spring->stiffness[k];
    sn_m3_mul_v3(t->frame[0], d, force);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            stiff[3 * i + k] = -t->frame[0][3 * i + k] * spring->stiffness[k];
    times_transposed(stiff, t->frame[0], stiff); /* dF/dr in the world */
    place(df, 0, 0, -1, stiff);
    place(df, 0, 6, 1, stiff);
    /* dp_b = -R_b [l_b] d_b, dp_a = -R_a [l_a] d_a */
    sn_m3_cross(t->local[1], cross);
    sn_m3_mul(t->rotation[1], cross, product);
    sn_m3_mul(stiff, product, product);
    place(df, 0, 9, -1, product);
    sn_m3_cross(t->local[0], cross);
    sn_m3_mul(t->rotation[0], cross, product);
    sn_m3_mul(stiff, product, product);
    place(df, 0, 3, 1, product);
    /* turning of a's axes: dF = e x F + stiff (-e x r) = (-[F] + stiff [r]) e, e = R_a d_a */
    sn_m3_cross(r, cross);
    sn_m3_mul(stiff, cross, product);
    sn_m3_cross(force, turn);
    for (int i = 0; i < 9; i++)
        product[i] -= turn[i];
    sn_m3_mul(product, t->rotation[0], product);
    place(df, 0, 3, 1, product);
}

/* Velocity of b's frame origin less that of a's material there. */
static void relative_velocity(const TwoBodies *t, double v[3])
{
    double arm[3], turn[3];
    sn_v3_cross(t->w[1], t->local[1], turn);
    sn_m3_mul_v3(t->rotation[1], turn, turn);
    sn_v3_add(t->v[1], turn, v);
    if (t->block[0] >= 0) {
        sn_v3_sub(t->position[1], t->origin[0], arm);
        sn_m3_tmul_v3(t->rotation[0], arm, arm);
        sn_v3_cross(t->w[0], arm, turn);
        sn_m3_mul_v3(t->rotation[0], turn, turn);
        sn_v3_sub(v, t->v[0], v);
        sn_v3_sub(v, turn, v);
    }
}

/* d relative_velocity / du (rate) and / dq (turn), 3 x 12 each. */
static void velocity_jacobians(const TwoBodies *t, double (*rate)[12], double (*turn)[12])
{
    double arm[3], cross[9], m[9], w[9], rw[9], spin[3];
    sn_v3_sub(t->position[1], t->origin[0], arm);
    sn_m3_tmul_v3(t->rotation[0], arm, arm);
    place(rate, 0, 0, -1, IDENTITY);
    place(rate, 0, 6, 1, IDENTITY);
    sn_m3_cross(arm, cross);
    sn_m3_mul(t->rotation[0], cross, m);
    place(rate, 0, 3, 1, m);
    sn_m3_cross(t->local[1], cross);
    sn_m3_mul(t->rotation[1], cross, m);
    place(rate, 0, 9, -1, m);
    /* R_b (d_b x (w_b x l)) */
    sn_v3_cross(t->w[1], t->local[1], spin);
    sn_m3_cross(spin, cross);
    sn_m3_mul(t->rotation[1], cross, m);
    place(turn, 0, 9, -1, m);
    /* -R_a (d_a x (w_a x s)) - R_a (w_a x ds), ds = R_a'(dx_b - R_b[l]d_b - dx_a) + [s] d_a */
    sn_v3_cross(t->w[0], arm, spin);
    sn_m3_cross(spin, cross);
    sn_m3_mul(t->rotation[0], cross, m);
    place(turn, 0, 3, 1, m);
    sn_m3_cross(t->w[0], w);
    sn_m3_mul(t->rotation[0], w, rw);
    sn_m3_cross(arm, cross);
    sn_m3_mul(rw, cross, m);
    place(turn, 0, 3, -1, m);
    times_transposed(rw, t->rotation[0], rw);
    place(turn, 0, 6, -1, rw);
    place(turn, 0, 0, 1, rw);
    sn_m3_cross(t->local[1], cross);
    sn_m3_mul(t->rotation[1], cross, m);
    sn_m3_mul(rw, m, m);
    place(turn, 0, 9, 1, m);
}

/* g(t) = (1 - t/2 cot(t/2)) / t^2 and g'(t) / t. */
static void inverse_jacobian_terms(double angle, double *g, double *slope)
{
    if (angle < 0.02) {
        const double t2 = angle * angle;
        *g = 1.0 / 12 + t2 / 720 + t2 * t2 / 30240;
        *slope = 1.0 / 360 + t2 / 7560;
        return;
    }
    const double half = angle / 2, cot = 1 / tan(half), t2 = angle * angle;
    *g = (1 - half * cot) / t2;
    /* d(1 - h cot h)/dt = -cot h / 2 + h / (2 sin^2 h), h = t/2 */
    const double sine = sin(half);
    *slope = ((-cot + half / (sine * sine)) / 2 - 2 * angle * *g) / (t2 * angle);
}

/* Moment on b in b's frame axes, -Jr^-T(theta) K theta with theta the rotation vector of b in a and
 * Jr^-T = I - [theta]/2 + g [theta]^2, and its derivative with respect to a rotation of b in its
 * frame axes. */
static void elastic_moment(const SnSystemFrameSpring *spring, const TwoBodies *t,
                           double relative[9], double moment[3], double derivative[9])
{
    double q[4], theta[3], m[3], c1[3], c2[3], g, slope;
    transposed_times(t->frame[0], t->frame[1], relative);
    sn_q_from_m3(relative, q);
    sn_q_log(q, theta);
    inverse_jacobian_terms(sn_v3_norm(theta), &g, &slope);
    for (int k = 0; k < 3; k++)
        m[k] = spring->rotary_stiffness[k] * theta[k];
    sn_v3_cross(theta, m, c1);
    sn_v3_cross(theta, c1, c2);
    for (int k = 0; k < 3; k++)
        moment[k] = -(m[k] - 0.5 * c1[k] + g * c2[k]);
    for (int column = 0; column < 3; column++) {
        double unit[3] = {0}, dtheta[3], dm[3], a[3], b[3];
        unit[column] = 1;
        sn_v3_cross(theta, unit,
                    a); /* dtheta = Jr^-1 e = e + theta x e / 2 + g theta x (theta x e) */
        sn_v3_cross(theta, a, b);
        for (int k = 0; k < 3; k++)
            dtheta[k] = unit[k] + 0.5 * a[k] + g * b[k];
        for (int k = 0; k < 3; k++)
            dm[k] = spring->rotary_stiffness[k] * dtheta[k];
        double d1[3], d2[3], part[3];
        sn_v3_cross(dtheta, m, d1);
        sn_v3_cross(theta, dm, part);
        sn_v3_add(d1, part, d1); /* d(theta x m) */
        sn_v3_cross(dtheta, c1, d2);
        sn_v3_cross(theta, d1, part);
        sn_v3_add(d2, part, d2); /* d(theta x (theta x m)) */
        const double dg = slope * sn_v3_dot(theta, dtheta);
        for (int k = 0; k < 3; k++)
            derivative[3 * k + column] = -(dm[k] - 0.5 * d1[k] + g * d2[k] + dg * c2[k]);
    }
}

/* Rotary spring: wrench and, if wanted, its Jacobian. */
static void rotary_spring(const SnSystemFrameSpring *spring, const SnWork *work, const TwoBodies *t,
                          double wrench[12], double (*jacobian)[12], double moment_world[3])
{
    double relative[9], moment[3], derivative[9], opposite[3], to_a[9], to_b[9], m[9], cross[9];
    const double *in_a = work->frame_rotation[spring->frame_a];
    const double *in_b = work->frame_rotation[spring->frame_b];
    elastic_moment(spring, t, relative, moment, derivative);
    memset(wrench, 0, 12 * sizeof *wrench);
    sn_m3_mul_v3(in_b, moment, wrench + 9);
    sn_m3_mul_v3(relative, moment, opposite);
    sn_m3_mul_v3(in_a, opposite, wrench + 3);
    sn_v3_scale(-1, wrench + 3, wrench + 3);
    sn_m3_mul_v3(t->frame[1], moment, moment_world);
    if (!jacobian)
        return;
    /* rotation of b in its frame axes: phi = F_b' d_b - relative' F_a' d_a */
    sn_m3_transpose(in_b, to_b);
    double in_a_t[9];
    sn_m3_transpose(in_a, in_a_t);
    transposed_times(relative, in_a_t, to_a);
    double on_b[9], on_a[9];
    sn_m3_mul(in_b, derivative, on_b);
    sn_m3_cross(moment, cross);
    double turned[9];
    for (int i = 0; i < 9; i++)
        turned[i] = derivative[i] - cross[i]; /* d(relative m) = relative (dm + phi x m) */
    sn_m3_mul(relative, turned, turned);
    sn_m3_mul(in_a, turned, on_a);
    sn_m3_mul(on_b, to_b, m);
    place(jacobian, 9, 9, 1, m);
    sn_m3_mul(on_b, to_a, m);
    place(jacobian, 9, 3, -1, m);
    sn_m3_mul(on_a, to_b, m);
    place(jacobian, 3, 9, -1, m);
    sn_m3_mul(on_a, to_a, m);
    place(jacobian, 3, 3, 1, m);
}

static void frame_spring_force(const SnSystem *system, const SnState *state, SnWork *work,
                               const SnSystemFrameSpring *spring, SnFrameSpringResults *result,
                               bool implicit, double d, double k)
{
    TwoBodies t;
    gather(system, state, work, spring->frame_a, spring->frame_b, &t);
    double elastic[3], velocity[3], force[3], wrench[12], df[3][12] = {{0}};
    elastic_force(spring, &t, elastic, df);
    relative_velocity(&t, velocity);
    sn_v3_copy(elastic, force);
    sn_v3_axpy(-spring->damping, velocity, force);
    sn_v3_copy(force, result->force);
    force_wrench(&t, force, wrench);
    add_wrench(system, &t, wrench, work->force);
    if (implicit) {
        double rate[3][12] = {{0}}, turn[3][12] = {{0}}, jacobian[12][12] = {{0}},
               viscous[12][12] = {{0}};
        velocity_jacobians(&t, rate, turn);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 12; c++) {
                rate[r][c] *= -spring->damping;
                df[r][c] -= spring->damping * turn[r][c];
            }
        if (k != 0) {
            force_wrench_jacobian(&t, force, df, true, jacobian);
            add_jacobian(system, work, &t, spring->slots, k, jacobian);
        }
        force_wrench_jacobian(&t, force, rate, false, viscous);
        add_jacobian(system, work, &t, spring->slots, d, viscous);
        force_wrench(&t, elastic, wrench);
    }
    add_wrench(system, &t, wrench, work->explicit_force);

    double jacobian[12][12] = {{0}}, moment[3];
    const bool stiff = implicit && k != 0;
    rotary_spring(spring, work, &t, wrench, stiff ? jacobian : NULL, result->moment);
    add_wrench(system, &t, wrench, work->force);
    add_wrench(system, &t, wrench, work->explicit_force);
    if (stiff)
        add_jacobian(system, work, &t, spring->slots, k, jacobian);
    if (spring->rotary_damping != 0) {
        double matrix[9];
        for (int i = 0; i < 9; i++)
            matrix[i] = i % 4 == 0 ? spring->rotary_damping : 0;
        rotary_damper(system, work, &t, matrix, spring->slots, implicit, d, k, moment);
        sn_v3_add(result->moment, moment, result->moment);
    }
}

void sn_frame_spring_forces(const SnSystem *system, const SnState *state, SnWork *work, bool matrix,
                            double d, double k)
{
    const bool implicit = matrix && (d != 0 || k != 0);
    for (int i = 0; i < system->n_frame_springs; i++) {
        const SnSystemFrameSpring *spring = &system->frame_springs[i];
        SnFrameSpringResults *result = &work->frame_springs[i];
        if (spring->enabled)
            frame_spring_force(system, state, work, spring, result, implicit, d, k);
        else
            memset(result, 0, sizeof *result);
    }
}

void sn_joint_damping_forces(const SnSystem *system, const SnState *state, SnWork *work,
                             bool matrix, double d, double k)
{
    for (int i = 0; i < system->n_joints; i++) {
        const SnSystemJoint *joint = &system->joints[i];
        if (!joint->enabled || joint->slots < 0 || joint->damping == 0)
            continue;
        TwoBodies t;
        double matrix_a[9], moment[3];
        gather(system, state, work, joint->frame_a, joint->frame_b, &t);
        if (joint->kind == SN_JOINT_HINGE) { /* along the axis only */
            const double *in_body = work->frame_rotation[joint->frame_a];
            const double z[3] = {in_body[2], in_body[5], in_body[8]};
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++)
                    matrix_a[3 * r + c] = joint->damping * z[r] * z[c];
        } else {
            for (int r = 0; r < 9; r++)
                matrix_a[r] = r % 4 == 0 ? joint->damping : 0;
        }
        rotary_damper(system, work, &t, matrix_a, joint->slots, matrix && (d != 0 || k != 0), d, k,
                      moment);
    }
}
