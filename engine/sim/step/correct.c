/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Position correction (jaw-tongue-hyoid (7)) with the factor of the velocity solve. */
#include "engine/sim/motion/motion.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define UNREFINED 1

/* Fem of a row. */
static SnId owner(const SnSystem *system, int row)
{
    int f = system->fems.n - 1;
    while (f > 0 && system->fems.fems[f].first_row > row)
        f--;
    return system->fems.fems[f].id;
}

double sn_worst_residual(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         const SnRowValues *rows, SnId *id)
{
    assert(!work || work->system == system);
    double worst = 0;
    *id = SN_ID_NULL;
    for (int i = 0; i < system->joints.n_rows; i++) {
        const SnSystemJoint *j = &system->joints.joints[system->joints.rows[i].joint];
        if (j->enabled && j->compliance == 0 && !(fabs(rows->residual[i]) <= worst)) {
            worst = fabs(rows->residual[i]);
            *id = j->id;
        }
    }
    const int general = system->rows.n - system->general.n_rows;
    for (int i = system->joints.n_rows; i < system->rows.n; i++)
        if (work->bilateral.active[i] && !sn_row_is_soft(system, i) &&
            !(fabs(rows->residual[i]) <= worst)) {
            worst = fabs(rows->residual[i]);
            *id = i < general ? owner(system, i) : system->general.rows[i - general].id;
        }
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        const double gap = sn_dynamic_row_gap(system, state, work, rows, row);
        if (row->compliance == 0 && -gap > worst) {
            worst = -gap;
            *id = row->id;
        }
    }
    return worst;
}

SnFault sn_correct_positions(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    const bool looked = work->step.at_end;
    work->step.at_end = false;
    if (system->rows.n + work->unilateral.dynamic.n == 0)
        return (SnFault){0};
    if (!looked)
        sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    sn_rows(system, state, work, false, &work->ahead);
    SnId id;
    if (sn_worst_residual(system, state, work, &work->ahead, &id) <= 1e-16 * system->length_scale)
        return (SnFault){0};

    memset(work->linear.f, 0, (size_t)system->n_u_active * sizeof(double));
    for (int i = 0; i < system->rows.n; i++) {
        const bool corrected = work->bilateral.active[i] && !sn_row_is_soft(system, i);
        work->linear.g[i] = corrected ? -work->ahead.residual[i] : 0;
    }
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        const double gap = sn_dynamic_row_gap(system, state, work, &work->ahead, row);
        row->bound = row->compliance == 0 ? -gap : -HUGE_VAL;
        row->softness = row->impulse = 0;
    }
    work->linear.tolerance = UNREFINED; /* one Newton step is not exact anyway */
    const SnFault fault = sn_solve_mixed(system, state, work, false);
    work->linear.tolerance = system->tolerance;
    if (fault.code == SN_FAULT_NONE) {
        sn_displace(system, work->linear.u, sn_state_q(state));
        sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
    }
    return fault;
}
