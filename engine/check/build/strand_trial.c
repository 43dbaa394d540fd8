/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/strand_trial.h"

#include "engine/base/vec.h"
#include "engine/sim/strand/strand_workspace.h"

const double SN_TRIAL_GRAVITY[3] = {0, 0, -9.81};
const double SN_TRIAL_ORIGIN[3] = {0, 0, 0};

double sn_trial_tension(const SnTrial *trial, int segment)
{
    if (trial->fault.code != SN_FAULT_NONE)
        return NAN;
    return trial->work->forces.strand->segments[segment].tension;
}

void sn_trial_lengths(const SnTrial *trial, int segment, double lengths[2])
{
    const SnSegmentWorkspace *w = &trial->work->forces.strand->segments[segment];
    sn_strand_look(trial->system, trial->state, trial->work);
    lengths[0] = sn_segment_length(w), lengths[1] = w->in.rest_length;
}

void sn_trial_position(const SnTrial *trial, int point, double x[3])
{
    if (trial->fault.code == SN_FAULT_NONE)
        sn_v3_copy(trial->work->motion.point_position[point], x);
    else
        sn_v3_set(NAN, NAN, NAN, x);
}
