/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bushings whose turn leaps in a step, as from 180 to -180 degrees: what the watch of energy asks
 * them (energy_watch.c), and what they lose. */
#include "engine/sim/motion/motion.h"
#include "engine/sim/rigid/bushing.h"
#include "engine/sim/step/parts.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

/* Places of the bushings at both ends of the step, into at [2][n].  Leaves kinematics at its end.
 */
static void read_bushings(const SnSystem *system, SnWorkspace *work, const SnState *state,
                          SnBushingPlace *at)
{
    for (int end = 0; end < 2; end++) {
        const SnState *there = end ? state : work->step.backup;
        sn_kinematics(system, sn_state_q_const(there), sn_state_u_const(there), work);
        sn_bushing_read(system, there, work, at + (size_t)end * sn_bushing_count(system));
    }
}

static SnBushingPlace *take_bushings(const SnSystem *system, SnWorkspace *work)
{
    const int numbers = sizeof(SnBushingPlace) / sizeof(double);
    return (SnBushingPlace *)sn_scratch_take(work, "places of bushings",
                                             2 * numbers * sn_bushing_count(system));
}

bool sn_bushing_leapt(const SnSystem *system, SnWorkspace *work, const SnState *state, SnId *id)
{
    assert(work->system == system);
    SnBushingPlace *at = take_bushings(system, work);
    read_bushings(system, work, state, at);
    const bool leaps = sn_bushing_leaps(system, at, at + sn_bushing_count(system), id);
    sn_scratch_give(work, (double *)at);
    return leaps;
}

#define FAR_TURNED 2 /* [rad]: less, and no turn has leapt */

static bool is_far_turned(const SnBushingPlace *at, int n)
{
    bool far = false;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            far = far || !(fabs(at[i].angle[k]) < FAR_TURNED / sqrt(3));
    return far;
}

SnFault sn_check_bushings(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    const int n = sn_bushing_count(system);
    SnFault fault = {0};
    SnId id = SN_ID_NULL;
    double lost = 0;
    if (n == 0)
        return fault;
    SnBushingPlace *at = take_bushings(system, work);
    sn_bushing_read(system, state, work, at);
    if (is_far_turned(at, n)) {
        read_bushings(system, work, state, at);
        if (sn_bushing_falls(system, at, at + n, &id, &lost)) {
            fault = sn_fault(SN_FAULT_ENERGY, id, work->step.backup->time, "");
            snprintf(fault.text, sizeof fault.text,
                     "The turn of this bushing passes 180°, where its moment leaps: a step loses "
                     "%.3g J that nothing takes out. Turn its frames so that it stays below, or "
                     "weaken it.",
                     lost);
        }
    }
    sn_scratch_give(work, (double *)at);
    return fault;
}
