/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How bodies move at the start, as rates of the coordinates that lead to them: those whose motion
 * is nearest to that of the bodies. */
#include "engine/export/rates.h"

#include "engine/base/terms.h"
#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

#define STEP 1e-4 /* of a coordinate, for differences of fourth order [rad or m] */
/* Of a twist: what is left of it is rounding, else a motion that the joint does not have. */
#define NOTHING 1e-7

static double value_at(const SnExportJoint *joint, const SnExportMove *move, const double *q)
{
    if (move->terms)
        return sn_terms_value((const double *)move->terms->data,
                              (int)move->terms->len / (1 + joint->n_coordinates),
                              joint->n_coordinates, q, NULL);
    return move->coordinate < 0 ? move->value
                                : sn_export_value(&move->function, q[move->coordinate]);
}

/* B's frame in A's. */
static void pose_at(const SnExportJoint *joint, const double *q, SnPlacement *pose)
{
    sn_placement_identity(pose);
    for (int k = 0; k < joint->n_moves; k++) {
        const SnExportMove *move = &joint->move[k];
        const double value = value_at(joint, move, q);
        double w[3], turn[4], r[9], product[9];
        sn_v3_scale(value, move->axis, w);
        if (!move->turns) {
            sn_v3_add(pose->p, w, pose->p);
            continue;
        }
        sn_q_exp(w, turn);
        sn_q_to_m3(turn, r);
        sn_m3_mul(pose->r, r, product);
        memcpy(pose->r, product, sizeof product);
    }
}

/* The twist by a coordinate's rate: a turn, then a shift of B's origin, in A's axes. */
static void twist_of(const SnExportJoint *joint, int coordinate, double twist[6])
{
    static const double steps[4] = {-2, -1, 1, 2}, weights[4] = {1, -8, 8, -1};
    double q[SN_EXPORT_MOVES], rate[9] = {0}, back[9], spin[9];
    SnPlacement here, there;
    for (int k = 0; k < joint->n_coordinates; k++)
        q[k] = joint->coordinate[k].value;
    pose_at(joint, q, &here);
    memset(twist, 0, 6 * sizeof *twist);
    for (int s = 0; s < 4; s++) {
        const double w = weights[s] / (12 * STEP);
        q[coordinate] = joint->coordinate[coordinate].value + steps[s] * STEP;
        pose_at(joint, q, &there);
        sn_v3_axpy(w, there.p, twist + 3);
        for (int i = 0; i < 9; i++)
            rate[i] += w * there.r[i];
    }
    sn_m3_transpose(here.r, back);
    sn_m3_mul(rate, back, spin); /* skew */
    sn_v3_set((spin[7] - spin[5]) / 2, (spin[2] - spin[6]) / 2, (spin[3] - spin[1]) / 2, twist);
}

/* The rates of n twists whose sum is nearest to one: normal equations, by elimination with the
 * largest pivot; a rate that moves nothing is 0. */
static void nearest(int n, double (*twist)[6], const double wanted[6], double *rate)
{
    double m[SN_EXPORT_MOVES][SN_EXPORT_MOVES + 1];
    int row_of[SN_EXPORT_MOVES];
    bool taken[SN_EXPORT_MOVES] = {false};
    for (int i = 0; i < n; i++) {
        row_of[i] = -1;
        for (int k = 0; k <= n; k++) {
            m[i][k] = 0;
            for (int c = 0; c < 6; c++)
                m[i][k] += twist[i][c] * (k < n ? twist[k][c] : wanted[c]);
        }
    }
    for (int k = 0; k < n; k++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (!taken[i] && (best < 0 || fabs(m[i][k]) > fabs(m[best][k])))
                best = i;
        if (!(fabs(m[best][k]) > 1e-12))
            continue;
        taken[best] = true;
        row_of[k] = best;
        for (int i = 0; i < n; i++) {
            const double factor = i == best ? 0 : m[i][k] / m[best][k];
            for (int c = 0; factor != 0 && c <= n; c++)
                m[i][c] -= factor * m[best][c];
        }
    }
    for (int k = 0; k < n; k++)
        rate[k] = row_of[k] < 0 ? 0 : m[row_of[k]][n] / m[row_of[k]][k];
}

/* Velocity of a place that goes along with a body (-1: the world). */
static void velocity_at(const SnExport *e, int body, const double place[3], double velocity[3])
{
    double arm[3], across[3];
    sn_v3_set(0, 0, 0, velocity);
    if (body < 0)
        return;
    const SnExportBody *of = sn_export_body(e, body);
    sn_v3_sub(place, of->world.p, arm);
    sn_v3_cross(of->spin, arm, across);
    sn_v3_add(of->velocity, across, velocity);
}

/* B's motion seen from A's frame. */
static void seen_from(const SnExport *e, int a, int b, const SnPlacement *in_a,
                      const SnPlacement *in_b, double twist[6])
{
    static const double still[3] = {0};
    SnPlacement frame = *in_a, end;
    double va[3], vb[3], spin[3];
    if (a >= 0)
        sn_placement_mul(&sn_export_body(e, a)->world, in_a, &frame);
    sn_placement_mul(&sn_export_body(e, b)->world, in_b, &end);
    velocity_at(e, a, end.p, va);
    velocity_at(e, b, end.p, vb);
    sn_v3_sub(vb, va, vb);
    sn_v3_sub(sn_export_body(e, b)->spin, a < 0 ? still : sn_export_body(e, a)->spin, spin);
    sn_m3_tmul_v3(frame.r, spin, twist);
    sn_m3_tmul_v3(frame.r, vb, twist + 3);
}

/* Of a body at the end of a joint; false: it moves as the joint does not let it. */
static bool of_joint(SnExport *e, SnExportJoint *joint)
{
    double twist[SN_EXPORT_MOVES][6], wanted[6], rate[SN_EXPORT_MOVES], left = 0, whole = 0;
    seen_from(e, joint->a, joint->b, &joint->in_a, &joint->in_b, wanted);
    sn_v3_copy(wanted, joint->spin);
    for (int k = 0; k < joint->n_coordinates; k++)
        twist_of(joint, k, twist[k]);
    nearest(joint->n_coordinates, twist, wanted, rate);
    for (int c = 0; c < 6; c++) {
        whole += wanted[c] * wanted[c];
        double rest = joint->ball && c < 3 ? 0 : wanted[c];
        for (int k = 0; k < joint->n_coordinates; k++)
            rest -= rate[k] * twist[k][c];
        left += rest * rest;
    }
    for (int k = 0; k < joint->n_coordinates; k++) {
        const bool rounding = fabs(rate[k]) < 1e-11;
        joint->coordinate[k].rate = rounding ? 0 : rate[k];
    }
    return left <= NOTHING * NOTHING * (1 + whole);
}

double sn_export_step_rate(const SnExportJoint *joint, const SnExportMove *move)
{
    double q[SN_EXPORT_MOVES], ahead, behind;
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int k = 0; k < joint->n_coordinates; k++)
            q[k] = joint->coordinate[k].value + sign * STEP * joint->coordinate[k].rate;
        *(sign > 0 ? &ahead : &behind) = value_at(joint, move, q);
    }
    return (ahead - behind) / (2 * STEP);
}

void sn_export_find_rates(SnExport *e)
{
    static const SnPlacement here = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
    for (guint i = 0; i < e->bodies->len; i++) {
        SnExportBody *body = sn_export_body(e, e->order[i]);
        if (body->still)
            continue;
        sn_v3_copy(body->body->velocity, body->velocity);
        sn_v3_copy(body->body->angular_velocity, body->spin);
        if (body->joint >= 0 && !body->held) {
            body->strays = !of_joint(e, sn_export_joint(e, body->joint));
        } else if (body->held) {
            double twist[6], size = 0;
            seen_from(e, body->parent, e->order[i], &here, &here, twist);
            for (int c = 0; c < 6; c++)
                size += twist[c] * twist[c];
            body->strays = size > NOTHING * NOTHING;
        }
    }
}

bool sn_export_angle_rates(const double r[9], const double spin[3], double rate[3])
{
    /* r = X Y Z; the turns are about x, X y and X Y z, which is the third column of r */
    double twist[3][6] = {{1}}, wanted[6] = {spin[0], spin[1], spin[2]};
    const double third[3] = {r[2], r[5], r[8]}, across = hypot(third[1], third[2]);
    if (!(across > 1e-6))
        return false;
    sn_v3_copy(third, twist[2]);
    sn_v3_set(0, third[2] / across, -third[1] / across, twist[1]);
    nearest(3, twist, wanted, rate);
    return true;
}
