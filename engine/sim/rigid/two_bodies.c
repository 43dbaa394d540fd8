/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/rigid/two_bodies.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"

#include <assert.h>
#include <string.h>

static const double IDENTITY[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

void sn_two_bodies(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                   int frame_a, int frame_b, SnTwoBodies *t)
{
    assert(!work || work->system == system);
    const double *q = sn_state_q_const(state), *u = sn_state_u_const(state);
    memset(t, 0, sizeof *t);
    for (int s = 0; s < 2; s++) {
        const int frame = s ? frame_b : frame_a;
        const int block = system->frames[frame].block;
        t->block[s] = block;
        t->rotation[s] = block >= 0 ? work->motion.rotation[block] : IDENTITY;
        sn_v3_copy(system->frames[frame].position, t->local[s]);
        sn_frame_pose(system, work, q, frame, t->position[s], t->frame[s]);
        if (block >= 0) {
            sn_v3_copy(q + system->blocks[block].q, t->origin[s]);
            sn_v3_copy(u + system->blocks[block].u, t->v[s]);
            sn_v3_copy(u + system->blocks[block].u + 3, t->w[s]);
        }
    }
}

void sn_two_bodies_push(const SnSystem *system, const SnTwoBodies *t, const double wrench[12],
                        double *f)
{
    for (int s = 0; s < 2; s++)
        if (t->block[s] >= 0)
            for (int i = 0; i < 6; i++)
                f[system->blocks[t->block[s]].u + i] += wrench[6 * s + i];
}

/* Adds -scale times a 12 x 12 Jacobian, symmetrised, to the pairs at slot aa, ba, bb. */
void sn_two_bodies_stiffen(const SnSystem *system, SnWorkspace *work, const SnTwoBodies *t,
                           int slots, double scale, double (*jacobian)[12])
{
    double values[36];
    for (int s = 0; s < 2; s++) {
        if (system->pairs.stiffness_slot[slots + 2 * s] < 0)
            continue;
        for (int r = 0; r < 6; r++)
            for (int c = 0; c < 6; c++)
                values[6 * r + c] = -scale * jacobian[6 * s + r][6 * s + c];
        sn_pair_add(system, work, system->pairs.stiffness_slot[slots + 2 * s], t->block[s],
                    t->block[s], values);
    }
    if (system->pairs.stiffness_slot[slots + 1] < 0)
        return;
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 6; c++)
            values[6 * r + c] = -0.5 * scale * (jacobian[6 + r][c] + jacobian[c][6 + r]);
    if (t->block[0] == t->block[1]) { /* both frames on one block: mirror falls on the same pair */
        const int pair = system->pairs.stiffness_slot[slots + 1];
        sn_pair_add(system, work, pair, t->block[0], t->block[0], values);
        sn_pair_add(system, work, pair, t->block[0], t->block[0], values);
    } else {
        sn_pair_add(system, work, system->pairs.stiffness_slot[slots + 1], t->block[1], t->block[0],
                    values);
    }
}

/* m (3 x 3) into columns column .. of rows row .. */
void sn_two_bodies_place(double (*jacobian)[12], int row, int column, double scale,
                         const double m[9])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            jacobian[row + r][column + c] += scale * m[3 * r + c];
}

/* --- rotary damper --- */

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

/* d/du: [-P, P R_ab; R_ba P, -R_ba P R_ab], times `scale`. */
static void rotary_rate_jacobian(const RotaryDamper *damper, double scale, double (*jacobian)[12])
{
    double pr[9], rp[9], rpr[9];
    sn_m3_mul(damper->matrix, damper->relative, pr);
    sn_m3_transposed_times(damper->relative, damper->matrix, rp);
    sn_m3_mul(rp, damper->relative, rpr);
    sn_two_bodies_place(jacobian, 3, 3, -scale, damper->matrix);
    sn_two_bodies_place(jacobian, 3, 9, scale, pr);
    sn_two_bodies_place(jacobian, 9, 3, scale, rp);
    sn_two_bodies_place(jacobian, 9, 9, -scale, rpr);
}

/* d/dq: with w = R_ab w_b - w_a, m = P w on a and -R_ba m on b,
 * d(R_ab) = -[d_a] R_ab + R_ab [d_b]; times `scale`. */
static void rotary_turn_jacobian(const RotaryDamper *damper, const SnTwoBodies *t,
                                 const double moment_a[3], double scale, double (*jacobian)[12])
{
    double wb[3], cross[9], by_a[9], by_b[9], product[9], moment_b[3];
    sn_m3_mul_v3(damper->relative, t->w[1], wb);
    sn_m3_cross(wb, cross);
    sn_m3_mul(damper->matrix, cross, by_a); /* -[d_a] wb = [wb] d_a */
    sn_m3_cross(t->w[1], cross);
    sn_m3_mul(damper->relative, cross, by_b);
    sn_m3_mul(damper->matrix, by_b, by_b); /* R_ab [d_b] w_b = -R_ab [w_b] d_b */
    sn_two_bodies_place(jacobian, 3, 3, scale, by_a);
    sn_two_bodies_place(jacobian, 3, 9, -scale, by_b);
    /* -R_ba dm - d(R_ba) m, d(R_ba) = -[d_b] R_ba + R_ba [d_a] */
    sn_m3_transposed_times(damper->relative, by_a, product);
    sn_two_bodies_place(jacobian, 9, 3, -scale, product);
    sn_m3_transposed_times(damper->relative, by_b, product);
    sn_two_bodies_place(jacobian, 9, 9, scale, product);
    sn_m3_tmul_v3(damper->relative, moment_a, moment_b);
    sn_m3_cross(moment_b, cross);
    sn_two_bodies_place(jacobian, 9, 9, -scale, cross); /* [d_b] R_ba m = -[R_ba m] d_b */
    sn_m3_cross(moment_a, cross);
    sn_m3_transposed_times(damper->relative, cross, product);
    sn_two_bodies_place(jacobian, 9, 3, scale, product); /* -R_ba [d_a] m = R_ba [m] d_a */
}

void sn_rotary_damper(const SnSystem *system, SnWorkspace *work, const SnTwoBodies *t,
                      const double matrix[9], int slots, bool implicit, double d, double k,
                      double moment_on_b[3])
{
    assert(!work || work->system == system);
    RotaryDamper damper;
    static const double zero[3] = {0};
    double wrench[12];
    memcpy(damper.matrix, matrix, sizeof damper.matrix);
    sn_m3_transposed_times(t->rotation[0], t->rotation[1], damper.relative);
    rotary_wrench(&damper, t->w[0], t->w[1], wrench);
    sn_two_bodies_push(system, t, wrench, work->forces.applied);
    if (implicit) {
        double jacobian[12][12] = {{0}};
        rotary_rate_jacobian(&damper, d, jacobian);
        if (k != 0)
            rotary_turn_jacobian(&damper, t, wrench + 3, k, jacobian);
        sn_two_bodies_stiffen(system, work, t, slots, 1, jacobian);
    }
    sn_m3_mul_v3(t->rotation[1], wrench + 9, moment_on_b);
    if (implicit) {
        rotary_wrench(&damper, zero, zero, wrench);
        if (t->block[0] >= 0 && t->block[1] >= 0 && system->pairs.stiffness_slot[slots + 1] < 0) {
            /* no pair couples them in M-hat: what the other one does stays explicit */
            double other[12];
            rotary_wrench(&damper, zero, t->w[1], wrench);
            rotary_wrench(&damper, t->w[0], zero, other);
            memcpy(wrench + 6, other + 6, 6 * sizeof *wrench);
        }
    }
    sn_two_bodies_push(system, t, wrench, work->forces.explicit_force);
}

/* --- a force between them --- */

/* F on b at b's frame origin, world axes; -F on a's material there. */
void sn_force_wrench(const SnTwoBodies *t, const double force[3], double wrench[12])
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
void sn_force_wrench_jacobian(const SnTwoBodies *t, const double force[3], double (*df)[12],
                              bool load_stiffness, double (*jacobian)[12])
{
    double arm[3], cross[9], turn[9], lever_a[9], lever_b[9];
    sn_v3_sub(t->position[1], t->origin[0], arm);
    sn_m3_tmul_v3(t->rotation[0], arm, arm);
    sn_m3_cross(arm, cross);
    sn_m3_times_transposed(cross, t->rotation[0], lever_a); /* [s] R_a' */
    sn_m3_cross(t->local[1], cross);
    sn_m3_times_transposed(cross, t->rotation[1], lever_b); /* [l] R_b' */
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
    if (!load_stiffness)
        return;
    double fa[3], fb[3], product[9], local[9];
    sn_m3_tmul_v3(t->rotation[1], force, fb);
    sn_m3_cross(fb, turn);
    sn_m3_cross(t->local[1], cross);
    sn_m3_mul(cross, turn, product);
    sn_two_bodies_place(jacobian, 9, 9, 1, product); /* l x ([F_b] d_b) */
    sn_m3_tmul_v3(t->rotation[0], force, fa);
    /* ds x (-F_a) = [F_a] ds, ds = R_a'(dx_b - R_b [l] d_b - dx_a) + [s] d_a */
    sn_m3_cross(fa, turn);
    sn_m3_times_transposed(turn, t->rotation[0], product);
    sn_two_bodies_place(jacobian, 3, 0, -1, product);
    sn_two_bodies_place(jacobian, 3, 6, 1, product);
    sn_m3_cross(t->local[1], local);
    sn_m3_mul(t->rotation[1], local, cross);
    sn_m3_mul(product, cross, product);
    sn_two_bodies_place(jacobian, 3, 9, -1, product);
    sn_m3_cross(arm, cross);
    sn_m3_mul(turn, cross, product);
    sn_two_bodies_place(jacobian, 3, 3, 1, product);
    /* s x (-d F_a) = -[s] [F_a] d_a */
    sn_m3_mul(cross, turn, product);
    sn_two_bodies_place(jacobian, 3, 3, -1, product);
}

/* Velocity of b's frame origin less that of a's material there. */
void sn_relative_velocity(const SnTwoBodies *t, double v[3])
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
void sn_relative_velocity_jacobians(const SnTwoBodies *t, double (*rate)[12], double (*turn)[12])
{
    double arm[3], cross[9], m[9], w[9], rw[9], spin[3];
    sn_v3_sub(t->position[1], t->origin[0], arm);
    sn_m3_tmul_v3(t->rotation[0], arm, arm);
    sn_two_bodies_place(rate, 0, 0, -1, IDENTITY);
    sn_two_bodies_place(rate, 0, 6, 1, IDENTITY);
    sn_m3_cross(arm, cross);
    sn_m3_mul(t->rotation[0], cross, m);
    sn_two_bodies_place(rate, 0, 3, 1, m);
    sn_m3_cross(t->local[1], cross);
    sn_m3_mul(t->rotation[1], cross, m);
    sn_two_bodies_place(rate, 0, 9, -1, m);
    /* R_b (d_b x (w_b x l)) */
    sn_v3_cross(t->w[1], t->local[1], spin);
    sn_m3_cross(spin, cross);
    sn_m3_mul(t->rotation[1], cross, m);
    sn_two_bodies_place(turn, 0, 9, -1, m);
    /* -R_a (d_a x (w_a x s)) - R_a (w_a x ds), ds = R_a'(dx_b - R_b[l]d_b - dx_a) + [s] d_a */
    sn_v3_cross(t->w[0], arm, spin);
    sn_m3_cross(spin, cross);
    sn_m3_mul(t->rotation[0], cross, m);
    sn_two_bodies_place(turn, 0, 3, 1, m);
    sn_m3_cross(t->w[0], w);
    sn_m3_mul(t->rotation[0], w, rw);
    sn_m3_cross(arm, cross);
    sn_m3_mul(rw, cross, m);
    sn_two_bodies_place(turn, 0, 3, -1, m);
    sn_m3_times_transposed(rw, t->rotation[0], rw);
    sn_two_bodies_place(turn, 0, 6, -1, rw);
    sn_two_bodies_place(turn, 0, 0, 1, rw);
    sn_m3_cross(t->local[1], cross);
    sn_m3_mul(t->rotation[1], cross, m);
    sn_m3_mul(rw, m, m);
    sn_two_bodies_place(turn, 0, 9, 1, m);
}
