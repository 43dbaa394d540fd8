/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/rigid/bushing.h"

#include "engine/sim/rigid/turn_rates.h"

#include <assert.h>
#include <string.h>

typedef double Rows[6][12];

typedef struct Bushing {
    const SnTwoBodies *t;
    double in_a[9], in_b[9]; /* bodies' axes to frames' */
    double to_a[9];          /* world to a's frame */
    double turn[9];          /* b's frame to a's */
    double arm[3];           /* of p_b from a's centre, a's body axes */
    double y[6];             /* deflections */
    double rate[9];          /* N: d(angles)/dt = N w, w against a in b's frame axes */
    double by_angle[3][9];   /* dN by each angle */
    Rows jacobian;           /* dy, layout of two_bodies.h */
} Bushing;

bool sn_bushing_is_general(const SnSystemFrameSpring *s)
{
    bool even = !s->body_xyz && !s->has_matrix;
    for (int i = 0; i < 3; i++)
        even = even && s->axial_damping[i] == 0 && s->rotary_axial_damping[i] == 0;
    return !even;
}

/* --- deflections --- */

static void place(Rows rows, int row, int column, double scale, const double m[9])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            rows[row + r][column + c] += scale * m[3 * r + c];
}

/* How the deflections change: in_a [s] for d_a, since R_a [l_a] + [r] R_a = R_a [s]. */
static void fill_jacobian(Bushing *b)
{
    const SnTwoBodies *t = b->t;
    double cross[9], m[9];
    memset(b->jacobian, 0, sizeof b->jacobian);
    place(b->jacobian, 0, 0, -1, b->to_a);
    place(b->jacobian, 0, 6, 1, b->to_a);
    sn_m3_cross(b->arm, cross);
    sn_m3_mul(b->in_a, cross, m);
    place(b->jacobian, 0, 3, 1, m);
    sn_m3_cross(t->local[1], cross);
    sn_m3_mul(t->rotation[1], cross, m);
    sn_m3_mul(b->to_a, m, m);
    place(b->jacobian, 0, 9, -1, m);
    sn_m3_mul(b->rate, b->in_b, m);
    place(b->jacobian, 3, 9, 1, m);
    sn_m3_transposed_times(b->turn, b->in_a, m);
    sn_m3_mul(b->rate, m, m);
    place(b->jacobian, 3, 3, -1, m);
}

static void angles_of(bool body_xyz, const double turn[9], double angle[3])
{
    double q[4];
    if (body_xyz) {
        sn_turn_xyz(turn, angle);
        return;
    }
    sn_q_from_m3(turn, q);
    sn_q_log(q, angle);
}

void sn_bushing_angles(const SnSystemFrameSpring *spring, const double turn[9], double angle[3])
{
    angles_of(spring->body_xyz, turn, angle);
}

static void make(const SnWorkspace *work, const SnSystemFrameSpring *spring, const SnTwoBodies *t,
                 Bushing *b)
{
    double r[3];
    b->t = t;
    sn_m3_transpose(work->motion.frame_rotation[spring->frame_a], b->in_a);
    sn_m3_transpose(work->motion.frame_rotation[spring->frame_b], b->in_b);
    sn_m3_transpose(t->frame[0], b->to_a);
    sn_m3_mul(b->to_a, t->frame[1], b->turn);
    sn_v3_sub(t->position[1], t->origin[0], b->arm);
    sn_m3_tmul_v3(t->rotation[0], b->arm, b->arm);
    sn_v3_sub(t->position[1], t->position[0], r);
    sn_m3_mul_v3(b->to_a, r, b->y);
    angles_of(spring->body_xyz, b->turn, b->y + 3);
    if (spring->body_xyz)
        sn_turn_xyz_rates(b->y + 3, b->rate, b->by_angle);
    else
        sn_turn_vector_rates(b->y + 3, b->rate, b->by_angle);
    fill_jacobian(b);
}

/* Change of the Jacobian when both bodies move by unit number j of their 12 displacements. */
static void vary_jacobian(const Bushing *b, int j, Rows change)
{
    const SnTwoBodies *t = b->t;
    double moved[4][3] = {{0}}, e[3], de[9], cross[9], m[9], n[9], part[3], arm[3], turned[3];
    moved[j / 3][j % 3] = 1;
    const double *xa = moved[0], *da = moved[1], *xb = moved[2], *db = moved[3];
    memset(change, 0, sizeof(Rows));
    sn_m3_mul_v3(t->rotation[0], da, e);
    sn_m3_cross(e, cross);
    sn_m3_mul(b->to_a, cross, de); /* d(F_a') = -F_a' [e] */
    place(change, 0, 0, 1, de);
    place(change, 0, 6, -1, de);
    /* arm: R_a' (dx_b + R_b (d_b x l) - dx_a) - d_a x s */
    sn_v3_cross(db, t->local[1], part);
    sn_m3_mul_v3(t->rotation[1], part, arm);
    sn_v3_add(arm, xb, arm);
    sn_v3_sub(arm, xa, arm);
    sn_m3_tmul_v3(t->rotation[0], arm, arm);
    sn_v3_cross(da, b->arm, part);
    sn_v3_sub(arm, part, arm);
    sn_m3_cross(arm, cross);
    sn_m3_mul(b->in_a, cross, m);
    place(change, 0, 3, 1, m);
    sn_m3_cross(t->local[1], cross);
    sn_m3_mul(t->rotation[1], cross, m);
    sn_m3_mul(de, m, m);
    place(change, 0, 9, 1, m);
    sn_m3_cross(db, n);
    sn_m3_mul(n, cross, m);
    sn_m3_mul(t->rotation[1], m, m);
    sn_m3_mul(b->to_a, m, m);
    place(change, 0, 9, -1, m);
    /* turn of b against a, b's frame axes */
    double against[3], by[3], rate[9] = {0};
    sn_m3_mul_v3(b->in_b, db, against);
    sn_m3_mul_v3(b->in_a, da, part);
    sn_m3_tmul_v3(b->turn, part, turned);
    sn_v3_sub(against, turned, against);
    sn_m3_mul_v3(b->rate, against, by);
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 9; c++)
            rate[c] += by[i] * b->by_angle[i][c];
    sn_m3_mul(rate, b->in_b, m);
    place(change, 3, 9, 1, m);
    sn_m3_transposed_times(b->turn, b->in_a, n);
    sn_m3_mul(rate, n, m);
    place(change, 3, 3, -1, m);
    sn_m3_cross(against, cross); /* d(turn') = -[against] turn' */
    sn_m3_mul(cross, n, m);
    sn_m3_mul(b->rate, m, m);
    place(change, 3, 3, 1, m);
}

/* --- the law --- */

/* All of the stiffness, and the damping of the deflections. */
static void law_of(const SnSystemFrameSpring *s, double stiffness[36], double damping[36])
{
    memcpy(stiffness, s->stiffness_matrix, 36 * sizeof *stiffness);
    memcpy(damping, s->damping_matrix, 36 * sizeof *damping);
    for (int i = 0; i < 3; i++) {
        stiffness[7 * i] += s->stiffness[i];
        stiffness[7 * (i + 3)] += s->rotary_stiffness[i];
        damping[7 * i] += s->axial_damping[i];
        damping[7 * (i + 3)] += s->rotary_axial_damping[i];
    }
}

static void times(const double m[36], const double x[6], double scale, double y[6])
{
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 6; c++)
            y[r] += scale * m[6 * r + c] * x[c];
}

/* J' g. */
static void pull_back(const Bushing *b, const double g[6], double wrench[12])
{
    for (int c = 0; c < 12; c++) {
        wrench[c] = 0;
        for (int i = 0; i < 6; i++)
            wrench[c] += b->jacobian[i][c] * g[i];
    }
}

/* Adds -J' m rows. */
static void add_product(const Bushing *b, const double m[36], Rows rows, double (*jacobian)[12])
{
    for (int j = 0; j < 12; j++) {
        double column[6], g[6] = {0}, wrench[12];
        for (int i = 0; i < 6; i++)
            column[i] = rows[i][j];
        times(m, column, -1, g);
        pull_back(b, g, wrench);
        for (int c = 0; c < 12; c++)
            jacobian[c][j] += wrench[c];
    }
}

/* d(force)/dq: (dJ)' g - J' K J - J' D d(J u). */
static void stiffness_of(const Bushing *b, const double stiffness[36], const double damping[36],
                         const double g[6], const double u[12], bool all, double (*jacobian)[12])
{
    add_product(b, stiffness, (double(*)[12])b->jacobian, jacobian);
    if (!all)
        return;
    Rows turning = {{0}};
    for (int j = 0; j < 12; j++) {
        Rows change;
        vary_jacobian(b, j, change);
        for (int i = 0; i < 6; i++)
            for (int c = 0; c < 12; c++) {
                jacobian[c][j] += g[i] * change[i][c];
                turning[i][j] += change[i][c] * u[c];
            }
    }
    add_product(b, damping, turning, jacobian);
}

static void velocities(const SnTwoBodies *t, double u[12])
{
    for (int s = 0; s < 2; s++) {
        sn_v3_copy(t->v[s], u + 6 * s);
        sn_v3_copy(t->w[s], u + 6 * s + 3);
    }
}

static void add_result(const SnTwoBodies *t, const double wrench[12], SnFrameSpringResults *result)
{
    double moment[3], arm[3], in_body[3];
    sn_v3_add(result->force, wrench + 6, result->force);
    sn_m3_tmul_v3(t->rotation[1], wrench + 6, in_body);
    sn_v3_cross(t->local[1], in_body, arm);
    sn_v3_sub(wrench + 9, arm, moment); /* about b's frame origin */
    sn_m3_mul_v3(t->rotation[1], moment, in_body);
    sn_v3_add(result->moment, in_body, result->moment);
}

void sn_bushing_push(const SnSystem *system, SnWorkspace *work, const SnSystemFrameSpring *spring,
                     const SnTwoBodies *t, bool implicit, double d, double k,
                     SnFrameSpringResults *result)
{
    assert(work->system == system);
    Bushing b;
    double stiffness[36], damping[36], u[12], rate[6] = {0}, elastic[6], g[6], wrench[12];
    make(work, spring, t, &b);
    law_of(spring, stiffness, damping);
    velocities(t, u);
    for (int i = 0; i < 6; i++)
        for (int c = 0; c < 12; c++)
            rate[i] += b.jacobian[i][c] * u[c];
    sn_v3_copy(spring->preload, elastic);
    sn_v3_copy(spring->rotary_preload, elastic + 3);
    times(stiffness, b.y, -1, elastic);
    memcpy(g, elastic, sizeof g);
    times(damping, rate, -1, g);
    pull_back(&b, g, wrench);
    sn_two_bodies_push(system, t, wrench, work->forces.applied);
    add_result(t, wrench, result);
    if (implicit) {
        double jacobian[12][12] = {{0}}, viscous[12][12] = {{0}};
        if (k != 0) {
            stiffness_of(&b, stiffness, damping, g, u, !work->forces.positive_definite, jacobian);
            sn_two_bodies_stiffen(system, work, t, spring->slots, k, jacobian);
        }
        add_product(&b, damping, b.jacobian, viscous);
        sn_two_bodies_stiffen(system, work, t, spring->slots, d, viscous);
        pull_back(&b, elastic, wrench);
    }
    sn_two_bodies_push(system, t, wrench, work->forces.explicit_force);
}

double sn_bushing_energy(const SnSystemFrameSpring *spring, const double at[3],
                         const double turn[9])
{
    double y[6], stiffness[36], damping[36], force[6] = {0}, energy = 0;
    sn_v3_copy(at, y);
    angles_of(spring->body_xyz, turn, y + 3);
    law_of(spring, stiffness, damping);
    times(stiffness, y, 0.5, force);
    for (int i = 0; i < 3; i++) {
        force[i] -= spring->preload[i];
        force[3 + i] -= spring->rotary_preload[i];
    }
    for (int i = 0; i < 6; i++)
        energy += force[i] * y[i];
    return energy;
}
