/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applied forces and the implicit matrix M-hat = M - d D - k K, D = df/du, K = df/dq with q varied
 * by (world displacement, rotation in body axes), summed kind by kind.  Gyroscopic moments are not
 * here: the free drift carries them exactly (drift.c), Runge-Kutta adds them itself. */
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <string.h>

#define ROW(name) &SN_FORCE_##name,
const SnForceClass *const sn_force_classes[] = {SN_FORCE_KINDS(ROW) NULL};
#undef ROW

void sn_masses(const SnSystem *system, const double *inputs, const SnState *state,
               SnWorkspace *work)
{
    assert(!work || work->system == system);
    work->step.ahead.k = 0;
    memset(work->forces.pair, 0, (size_t)system->pairs.n_values * sizeof(double));
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->forces && !(*force)->massless)
            (*force)->forces(system, inputs, state, work, true, 0, 0);
    sn_reduce_matrix(system, work);
}

void sn_forces(const SnSystem *system, const double *inputs, const SnState *state,
               SnWorkspace *work, bool matrix, double d, double k)
{
    assert(!work || work->system == system);
    if (matrix)
        work->step.ahead.k = k;
    if (matrix)
        memset(work->forces.pair, 0, (size_t)system->pairs.n_values * sizeof(double));
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->forces)
            (*force)->forces(system, inputs, state, work, matrix, d, k);
    if (matrix)
        sn_reduce_matrix(system, work);
}
