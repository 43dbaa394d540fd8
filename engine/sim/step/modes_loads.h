/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_SIM_STEP_MODES_LOADS_H
#define SN_SIM_STEP_MODES_LOADS_H

#include "engine/sim/step/modes.h"

/* Leaves rows out of what sn_matrix_factor takes that say what others say, as they stand at the
 * state, and lets none give way; a fault where that is not known.  `kept` [rows.n] has how it was
 * before, for sn_modes_take_rows_back. */
SnFault sn_modes_leave_rows_out(const SnSystem *system, const double *inputs, SnState *state,
                                SnWorkspace *work, double *kept);
void sn_modes_take_rows_back(const SnSystem *system, SnWorkspace *work, const double *kept);

/* A fault that names a joint that a mode opens; the matrix is as it was solved. */
SnFault sn_modes_check_rows(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                            const SnModes *modes);

/* Stiffness of the loads that rows of joints bear and that turn with their bodies, beyond what is
 * in the matrices anyway (joint_stiffness.c). */
typedef struct SnTurningLoads {
    int n;             /* unknowns concerned */
    int *first;        /* [active blocks] their first among these; -1 */
    int *place;        /* [n_u_active] among these; -1 */
    double *stiffness; /* [n][n] symmetric */
} SnTurningLoads;

/* Of the forces of the state's rows, by differences; the state is put back. */
SnFault sn_turning_loads_find(const SnSystem *system, SnState *state, SnWorkspace *work,
                              SnTurningLoads *loads);
/* k times that to work.forces.pair, where it has a place. */
void sn_turning_loads_add(const SnSystem *system, SnWorkspace *work, const SnTurningLoads *loads,
                          double k);
/* From now on it is only what has no place there. */
void sn_turning_loads_keep_missing(const SnSystem *system, SnTurningLoads *loads);
/* The stiffness times a mode, into force [n_u_active]; returns a joint with most of it. */
int sn_turning_loads_push(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                          const SnTurningLoads *loads, const double *shape, double *force);
void sn_turning_loads_clear(SnTurningLoads *loads);

#endif
