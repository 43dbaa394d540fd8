/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of a state without stepping, energies and momenta. */
#include "engine/sim/path/path_follow.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"
#include "engine/sim/strand/strand_friction.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
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
