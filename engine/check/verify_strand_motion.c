/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/vec.h"
#include "engine/check/verify_strand.h"
#include "engine/sim/strand_work.h"

const double SN_VERIFY_GRAVITY[3] = {0, 0, -9.81};
const double SN_VERIFY_ORIGIN[3] = {0, 0, 0};

double sn_verify_tension(const SnTrial *trial, int segment)
{
    if (trial->fault.code != SN_FAULT_NONE)
        return NAN;
    return trial->work->strand->segments[segment].tension;
}
