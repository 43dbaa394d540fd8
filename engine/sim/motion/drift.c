/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/vec.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/system/workspace.h"

/* Largest rotation within one Runge-Kutta step of the orientation [rad]: its error is about
 * (angle / 2)^5 / 120. */
#define MAX_TURN     0.05
#define MAX_SUBSTEPS 4096

/* Quaternion rate 1/2 q (0, w), w = I^-1 R' L: the momentum L stays as it is in the world. */
static void turn_rate(const SnBlock *block, const double q[4], const double momentum[3],
                      double rate[4])
{
    double w[4] = {0};
    sn_q_unrotate(q, momentum, w + 1);
    sn_m3_mul_v3(block->inertia_inverse, w + 1, w + 1);
    sn_q_mul(q, w, rate);
    for (int i = 0; i < 4; i++)
        rate[i] *= 0.5;
}

static void runge_kutta_4(const SnBlock *block, const double momentum[3], double h, double q[4])
{
    static const double node[3] = {0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
    double sum[4] = {0}, stage[4], rate[4];
    sn_q_copy(q, stage);
    for (int k = 0; k < 4; k++) {
        /* rates are those of unit quaternions */
        sn_q_normalize(stage);
        turn_rate(block, stage, momentum, rate);
        for (int i = 0; i < 4; i++) {
            sum[i] += weight[k] * rate[i];
            if (k < 3)
                stage[i] = q[i] + h * node[k] * rate[i];
        }
    }
    for (int i = 0; i < 4; i++)
        q[i] += h / 6 * sum[i];
    sn_q_normalize(q);
}

/* Torque-free rotation (Landau & Lifshitz 1, par. 36). */
static void free_rotation(const SnBlock *block, double h, double q[4], double w[3])
{
    double momentum[3], moment[3];
    sn_m3_mul_v3(block->inertia, w, momentum);
    sn_v3_cross(w, momentum, moment);
    if (w[0] == 0 && w[1] == 0 && w[2] == 0)
        return;
    if (h * h * sn_v3_dot(moment, moment) <= 1e-30 * sn_v3_dot(momentum, momentum)) { /* steady */
        double turn[3], dq[4];
        sn_v3_scale(h, w, turn);
        sn_q_exp(turn, dq);
        sn_q_mul(q, dq, q);
        sn_q_normalize(q);
        return;
    }
    sn_q_rotate(q, momentum, momentum);
    const double substeps = ceil(fabs(h) * sn_v3_norm(w) / MAX_TURN);
    const int n = substeps < MAX_SUBSTEPS ? (int)substeps : MAX_SUBSTEPS;
    for (int i = 0; i < n; i++)
        runge_kutta_4(block, momentum, h / n, q);
    sn_q_unrotate(q, momentum, w);
    sn_m3_mul_v3(block->inertia_inverse, w, w);
}

/* Places along guides and on surfaces move once what carries these has moved. */
static bool has_curve_coordinates(const SnSystem *system)
{
    return system->guides.n > 0 || system->surfaces.n > 0;
}

static bool is_curve_coordinate(const SnBlock *block)
{
    return block->kind == SN_BLOCK_GUIDE || block->kind == SN_BLOCK_SURFACE;
}

void sn_drift(const SnSystem *system, double h, double *q, double *u)
{
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        if (sn_block_has_mass(block))
            sn_v3_axpy(h, u + block->u, q + block->q);
        else if (block->kind == SN_BLOCK_EULERIAN)
            q[block->q] += h * u[block->u];
        if (block->kind == SN_BLOCK_BODY)
            free_rotation(block, h, q + block->q + 3, u + block->u + 3);
    }
    for (int i = 0; has_curve_coordinates(system) && i < system->n_active; i++)
        if (is_curve_coordinate(&system->blocks[i]))
            sn_coordinate_drift(system, i, h, q, u);
}

void sn_displace(const SnSystem *system, const double *displacement, double *q)
{
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        const double *d = displacement + block->u;
        if (sn_block_has_mass(block))
            sn_v3_add(q + block->q, d, q + block->q);
        else if (block->kind == SN_BLOCK_EULERIAN)
            q[block->q] += d[0];
        if (block->kind == SN_BLOCK_BODY) {
            double dq[4];
            sn_q_exp(d + 3, dq);
            sn_q_mul(q + block->q + 3, dq, q + block->q + 3);
            sn_q_normalize(q + block->q + 3);
        }
    }
    for (int i = 0; has_curve_coordinates(system) && i < system->n_active; i++)
        if (is_curve_coordinate(&system->blocks[i]))
            sn_coordinate_displace(system, i, displacement + system->blocks[i].u, q);
}
