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
const SnForceClass *const sn_force_classes[] = {
    &SN_FORCE_BLOCKS,        /* mass, gravity, damping; writes where the others add */
    &SN_FORCE_LOADS,         /* given forces and wrenches */
    &SN_FORCE_PATHS,         /* springs and muscles */
    &SN_FORCE_FRAME_SPRINGS, /* bushings */
    &SN_FORCE_JOINTS,        /* stiffness and damping of their coordinates */
    &SN_FORCE_RODS,          /* Cosserat strands */
    &SN_FORCE_STRANDS,       /* reduced strands */
    &SN_FORCE_SPLINES,       /* spline strands */
    &SN_FORCE_PULL,          /* the mouse */
    &SN_FORCE_FEMS,          /* elements, fibres in them */
    &SN_FORCE_JOINT_ROWS,    /* load stiffness of constraint forces */
    &SN_FORCE_ATTACHMENTS,   /* load stiffness of what all the others exert on attached blocks */
    NULL,
};

void sn_forces(const SnSystem *system, const double *inputs, const SnState *state, SnWork *work,
               bool matrix, double d, double k)
{
    if (matrix)
        memset(work->pair, 0, (size_t)system->n_pair_values * sizeof(double));
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->forces)
            (*force)->forces(system, inputs, state, work, matrix, d, k);
    if (matrix)
        sn_reduce_matrix(system, work);
}
