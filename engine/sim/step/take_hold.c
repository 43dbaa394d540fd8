/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that begin to hold while what they join moves across them: a drive that is switched on, a
 * joint that is closed again. */
#include "engine/sim/joint/gear.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/step/parts.h"

#include <math.h>
#include <string.h>

#define STOPS 1e-9 /* rate of a row that counts, over the largest velocity */

bool sn_row_takes_hold(const SnSystem *system, const SnState *before, int i)
{
    if (i >= system->joints.n_rows)
        return sn_gear_takes_hold(system, before, i);
    const SnSystemJoint *joint = &system->joints.joints[system->joints.rows[i].joint];
    for (int r = 0; r < joint->n_rows; r++)
        if (sn_state_lambda_const(before)[joint->row + r] != 0)
            return false;
    return joint->enabled;
}

/* Whether any of them stops something. */
static bool any_stops(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    const double *u = sn_state_u_const(state);
    double most = 0;
    bool any = false, stops = false;
    for (int i = 0; i < system->rows.n && !any; i++)
        any = sn_row_takes_hold(system, work->step.backup, i) && !sn_row_is_soft(system, i);
    if (!any)
        return false;
    for (int i = 0; i < system->n_u; i++)
        most = fmax(most, fabs(u[i]));
    sn_kinematics(system, sn_state_q(state), u, work);
    sn_rows(system, state, work, true, &work->rows);
    for (int i = 0; i < system->rows.n; i++)
        stops = stops ||
                (sn_row_takes_hold(system, work->step.backup, i) && !sn_row_is_soft(system, i) &&
                 fabs(sn_bilateral_rate(system, &work->rows, i, u) -
                      sn_drive_rate(system, state, i)) > STOPS * most);
    return stops;
}

SnFault sn_take_hold(const SnSystem *system, const double *inputs, SnState *state,
                     SnWorkspace *work, double *pushed)
{
    memset(pushed, 0, (size_t)system->rows.n * sizeof *pushed);
    if (!any_stops(system, state, work))
        return (SnFault){0};
    SnFault fault = sn_factor_mass(system, inputs, state, work);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        const double gap = sn_dynamic_row_gap(system, state, work, &work->rows, row);
        row->bound =
            row->compliance > 0 ? -HUGE_VAL : -fmax(gap, 0) / work->step.size - row->prescribed;
        row->softness = row->impulse = 0;
    }
    fault = sn_admit_within(system, state, work);
    for (int i = 0; i < system->rows.n && fault.code == SN_FAULT_NONE; i++)
        pushed[i] = work->bilateral.active[i] ? work->linear.l[i] : 0;
    return fault;
}
