/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Position correction (jaw-tongue-hyoid (7)) with the factor of the velocity solve. */
#include "engine/sim/work.h"

#include <math.h>
#include <string.h>

#define UNREFINED 1

double sn_worst_residual(const SnSystem *system, const SnRowValues *rows, int *joint)
{
    double worst = 0;
    *joint = -1;
    for (int i = 0; i < system->n_rows; i++) {
        const SnSystemJoint *j = &system->joints[system->rows[i].joint];
        if (j->enabled && j->compliance == 0 && !(fabs(rows->residual[i]) <= worst)) {
            worst = fabs(rows->residual[i]);
            *joint = system->rows[i].joint;
        }
    }
    for (int i = 0; i < system->n_limits; i++) {
        const SnSystemJoint *j = &system->joints[system->limits[i].joint];
        if (j->enabled && j->compliance == 0 && -rows->gap[i] > worst) {
            worst = -rows->gap[i];
            *joint = system->limits[i].joint;
        }
    }
    return worst;
}

SnFault sn_correct_positions(const SnSystem *system, SnState *state, SnWork *work)
{
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    sn_rows(system, state, work, false, &work->ahead);
    int joint;
    if (sn_worst_residual(system, &work->ahead, &joint) <= 1e-16 * system->length_scale)
        return (SnFault){0};

    memset(work->f, 0, (size_t)system->n_u_active * sizeof(double));
    for (int i = 0; i < system->n_rows; i++) {
        const bool corrected =
            work->row_active[i] && system->joints[system->rows[i].joint].compliance == 0;
        work->g[i] = corrected ? -work->ahead.residual[i] : 0;
    }
    for (int i = 0; i < system->n_limits; i++) {
        const SnSystemJoint *j = &system->joints[system->limits[i].joint];
        work->bound[i] = j->enabled && j->compliance == 0 ? -work->ahead.gap[i] : -HUGE_VAL;
        work->limit_softness[i] = 0;
        work->impulse[i] = 0;
    }
    work->tolerance = UNREFINED; /* one Newton step is not exact anyway */
    const SnFault fault = sn_solve_mixed(system, state, work, false);
    work->tolerance = system->tolerance;
    if (fault.code == SN_FAULT_NONE)
        sn_displace(system, work->u, sn_state_q(state));
    return fault;
}
