/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of a state without stepping, energies and momenta. */
#include "engine/sim/contact/contact.h"
#include "engine/sim/path/path_follow.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"
#include "engine/sim/strand/strand_friction.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void sn_evaluate(const SnSystem *system, const double *inputs, const SnState *state,
                 SnWorkspace *work)
{
    assert(!work || work->system == system);
    work->forces.viscous_dt = 0;
    if (!work->step.placed) {
        sn_pulleys_recall(system, state, work);
        sn_kinematics(system, sn_state_q_const(state), sn_state_u_const(state), work);
    }
    work->step.placed = false;
    sn_path_followers_show(system, state, work);
    sn_forces(system, inputs, state, work, false, 0, 0);
    sn_strand_friction_forces(system, state, work);
    work->unilateral.n_active = (int)state->active;
}

/* --- energies and momenta --- */

void sn_audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
              double energy[2], double momentum[6])
{
    assert(!work || work->system == system);
    memset(energy, 0, 2 * sizeof *energy);
    if (momentum)
        memset(momentum, 0, 6 * sizeof *momentum);
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->audit)
            (*force)->audit(system, state, work, energy, momentum);
}

/* Of joints, rows and limits that give way: phi^2 / 2 c, at the last kinematics. */
static double energy_of_rows(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    bool soft = false;
    for (int i = 0; i < system->joints.n; i++)
        soft = soft || system->joints.joints[i].compliance > 0 ||
               system->joints.joints[i].rotary_compliance > 0;
    for (int i = 0; i < system->general.n_rows; i++)
        soft = soft || sn_general_row_traits(system, &system->general.rows[i]).compliance > 0;
    for (int i = 0; i < system->general.n_limits; i++)
        soft = soft || sn_general_row_traits(system, &system->general.limits[i]).compliance > 0;
    if (!soft)
        return 0;
    double sum = 0;
    sn_rows(system, state, work, false, &work->ahead);
    for (int i = 0; i < system->rows.n; i++) {
        const double compliance = sn_row_compliance(system, i), open = work->ahead.residual[i];
        sum += compliance > 0 && work->bilateral.active[i] ? 0.5 * open * open / compliance : 0;
    }
    for (int i = 0; i < system->rows.n_limits; i++) {
        const SnRowTraits traits = sn_limit_traits(system, i);
        const double deep = fmin(work->ahead.gap[i], 0);
        sum += traits.enabled && traits.compliance > 0 ? 0.5 * deep * deep / traits.compliance : 0;
    }
    return sum;
}

void sn_energies(const SnSystem *system, const SnState *state, SnWorkspace *work, double energy[2])
{
    sn_audit(system, state, work, energy, NULL);
    energy[1] += energy_of_rows(system, state, work) + sn_contacts_energy(system, state);
}
