/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time spent in the phases of a step. */
#include "engine/sim/system/workspace.h"

#include <string.h>

const char *sn_phase_name(SnPhase phase)
{
    static const char *const names[SN_PHASE_COUNT] = {
        "kinematics", "elements", "forces", "assemble", "factor", "solve", "unilateral", "correct"};
    return names[phase];
}

void sn_workspace_set_timing(SnWorkspace *work, bool on)
{
    work->timing.on = on;
    memset(work->timing.phases, 0, sizeof work->timing.phases);
}

const double *sn_workspace_phases(const SnWorkspace *work)
{
    return work->timing.phases;
}

void sn_phase_begin(SnWorkspace *work)
{
    if (work->timing.on)
        clock_gettime(CLOCK_MONOTONIC, &work->timing.start);
}

void sn_phase_end(SnWorkspace *work, SnPhase phase)
{
    if (!work->timing.on)
        return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    work->timing.phases[phase] += 1e3 * (double)(now.tv_sec - work->timing.start.tv_sec) +
                                  1e-6 * (double)(now.tv_nsec - work->timing.start.tv_nsec);
    work->timing.start = now;
}
