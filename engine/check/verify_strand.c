/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/verify_strand.h"

#include "engine/base/vec.h"
#include "engine/sim/strand_work.h"

const double SN_VERIFY_GRAVITY[3] = {0, 0, -9.81};
const double SN_VERIFY_ORIGIN[3] = {0, 0, 0};

int sn_verify_free_point(SnBuild *build, double mass, const double position[3])
{
    return sn_build_point(build, sn_build_particle(build, mass, position), SN_VERIFY_ORIGIN);
}

int sn_verify_fixed_point(SnBuild *build, const double position[3])
{
    return sn_build_point(build, SN_BUILD_WORLD, position);
}

int sn_verify_strand(SnBuild *build, const SnStrandParameters *p, double rest_length, int n,
                     const SnVerifyNode *nodes)
{
    SnStrandParameters parameters = *p;
    parameters.muscle = -1;
    const int strand = sn_build_strand(build, &parameters, false);
    for (int k = 0; k < n; k++) {
        const int node =
            sn_build_strand_node(build, nodes[k].point, nodes[k].kind != SN_VERIFY_MATERIAL);
        if (nodes[k].kind == SN_VERIFY_FLOW)
            sn_build_strand_flow(build, node, nodes[k].friction);
    }
    sn_build_strand_end(build, rest_length);
    return strand;
}

double sn_verify_tension(const SnTrial *trial, int segment)
{
    if (trial->fault.code != SN_FAULT_NONE)
        return NAN;
    return trial->work->strand->segments[segment].tension;
}

void sn_verify_lengths(const SnTrial *trial, int segment, double lengths[2])
{
    const SnSegmentWork *w = &trial->work->strand->segments[segment];
    sn_strand_look(trial->system, trial->state, trial->work);
    lengths[0] = w->shape.length, lengths[1] = w->in.rest_length;
}

void sn_verify_place(const SnTrial *trial, int point, double x[3])
{
    if (trial->fault.code == SN_FAULT_NONE)
        sn_v3_copy(trial->work->point_position[point], x);
    else
        sn_v3_set(NAN, NAN, NAN, x);
}
