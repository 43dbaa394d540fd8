/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints whose constraints say the same several times, as a door on three hinges: what each of them
 * carries is not determined.  Found at a pose by the rank of their rows. */
#ifndef SN_SIM_SOLVE_REDUNDANCY_H
#define SN_SIM_SOLVE_REDUNDANCY_H

#include "engine/sim/system/workspace.h"

/* Joints (gears, couplers and drives among them) whose rows depend on each other. */
typedef struct SnRedundancy {
    int n_rows; /* that could be left out */
    int n_joints;
    int *joints; /* [n_joints] into joints, ascending */
} SnRedundancy;

typedef struct SnRedundancies {
    int n;
    SnRedundancy *items; /* [n] by their first joint, no joint in two of them */
    int n_skipped;       /* rows of loops too large to be looked at */
    bool *repeats;       /* [rows.n] those that could be left out, all at once */
} SnRedundancies;

/* What is left of a row without what others say, over its length, that counts as nothing: of joints
 * as they were made; in a pose that was reached, where the solver takes it for nothing. */
#define SN_REDUNDANT        1e-7
#define SN_REDUNDANT_NEARLY 1e-4

/* As of the last sn_factor_mass.  Rows that give way determine each other's forces and do not
 * count.  Trees cost next to nothing; a loop of n rows n^3. */
SnRedundancies *sn_redundant_joints(const SnSystem *system, const SnWorkspace *work,
                                    double dependent);
void sn_redundancies_free(SnRedundancies *redundancies);

#endif
