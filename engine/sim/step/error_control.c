/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error of a part of a step, by step doubling: the part is taken whole, then again in two
 * halves, which are kept.  For a method of order p the local error of the halves is the difference
 * of both divided by 2^p - 1 (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I,
 * II.4). */
#include "engine/sim/step/error_control.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

int sn_step_order(const SnSystem *system)
{
    switch (system->method) {
    case SN_STEP_TRAPEZOIDAL:
    case SN_STEP_NEWTON_TRAPEZOIDAL:
        return sn_step_damps(system) ? 1 : 2;
    case SN_STEP_RUNGE_KUTTA_4:
        return 4;
    default:
        return 1;
    }
}

/* Largest difference of the blocks' places as a share of the model's size, of their orientations
 * [rad]. */
static double difference(const SnSystem *system, const double *a, const double *b)
{
    double largest = 0;
    for (int i = 0; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        const double *p = a + block->q, *q = b + block->q;
        double square = 0;
        for (int k = 0; k < block->n && k < 3; k++)
            square += (p[k] - q[k]) * (p[k] - q[k]);
        largest = fmax(largest, sqrt(square) / system->length_scale);
        if (block->kind != SN_BLOCK_BODY)
            continue;
        double back[4], turn[4], angle[3];
        sn_q_conj(q + 3, back);
        sn_q_mul(p + 3, back, turn);
        sn_q_log(turn, angle);
        largest = fmax(largest, sn_v3_norm(angle));
    }
    return largest;
}

SnFault sn_step_halves(const SnSystem *system, SnTakePart *take, void *data, int from, int to,
                       SnState *state, SnWorkspace *work, double *error)
{
    SnState *origin = work->step.origin;
    const int middle = from + (to - from) / 2;
    memcpy(origin, state, state->size);
    SnFault fault = take(data, from, to);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    memcpy(work->step.coarse, sn_state_q_const(state), (size_t)system->n_q * sizeof(double));
    memcpy(state, origin, state->size);
    fault = take(data, from, middle);
    if (fault.code == SN_FAULT_NONE) {
        memcpy(work->step.half_force, sn_state_lambda_const(state),
               (size_t)state->n_lambda * sizeof(double));
        fault = take(data, middle, to);
    }
    if (fault.code != SN_FAULT_NONE) {
        memcpy(state, origin, state->size);
        return fault;
    }
    *error = difference(system, work->step.coarse, sn_state_q_const(state)) /
             (pow(2, sn_step_order(system)) - 1);
    return fault;
}
