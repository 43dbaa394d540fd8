/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applied forces and the implicit matrix M-hat = M - d D - k K, D = df/du, K = df/dq with q varied
 * by (world displacement, rotation in body axes), summed kind by kind.  Gyroscopic moments are not
 * here: the free drift carries them exactly (drift.c), Runge-Kutta adds them itself. */
#include "engine/sim/attachment_stiffness.h"
#include "engine/sim/block_force.h"
#include "engine/sim/joint_stiffness.h"
#include "engine/sim/pull_force.h"
#include "engine/sim/rod_force.h"
#include "engine/sim/spline.h"
#include "engine/sim/strand_work.h"

#include <string.h>

/* The order is the order of summation: another one has other bits. */
static const SnForceClass *const classes[] = {
    &SN_FORCE_BLOCKS, /* writes where the others add */
    &SN_FORCE_LOADS,  &SN_FORCE_PATHS,      &SN_FORCE_FRAME_SPRINGS, &SN_FORCE_JOINTS,
    &SN_FORCE_RODS,   &SN_FORCE_STRANDS,    &SN_FORCE_SPLINES,       &SN_FORCE_PULL,
    &SN_FORCE_FEMS,   &SN_FORCE_JOINT_ROWS, &SN_FORCE_ATTACHMENTS, /* last: what all the others
                                                                      exert on attached blocks turns
                                                                    */
};

const SnForceClass *const *sn_force_classes(int *n)
{
    *n = (int)(sizeof classes / sizeof *classes);
    return classes;
}

void sn_forces(const SnSystem *system, const double *inputs, const SnState *state, SnWork *work,
               bool matrix, double d, double k)
{
    if (matrix)
        memset(work->pair, 0, (size_t)system->n_pair_values * sizeof(double));
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (classes[i]->forces)
            classes[i]->forces(system, inputs, state, work, matrix, d, k);
    if (matrix)
        sn_reduce_matrix(system, work);
}
