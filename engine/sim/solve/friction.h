/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction in the mixed problem of a step (system/friction_rows.h). */
#ifndef SN_SIM_SOLVE_FRICTION_H
#define SN_SIM_SOLVE_FRICTION_H

#include "engine/sim/system/workspace.h"

/* What the unknown of the next mixed problem is. */
typedef enum SnFrictionUnknown {
    SN_FRICTION_VELOCITY,     /* that at the end of the step; forces of its start */
    SN_FRICTION_KICK,         /* the same; forces of its middle */
    SN_FRICTION_CORRECTION,   /* a correction of it */
    SN_FRICTION_DISPLACEMENT, /* a correction of the place */
} SnFrictionUnknown;

typedef struct SnFrictionAim {
    SnFrictionUnknown unknown;
    double impulse;            /* per force */
    double d, k;               /* those of M-hat */
    double weight;             /* of the end in the mean force */
    const double *multipliers; /* [n_rows] of G, which corrections add to; NULL: 0 */
} SnFrictionAim;

/* friction_rows.c: the places that rub and the rows that their tensions come from, at the
 * configuration of work.rows, after sn_forces with its matrix; part of sn_matrix_factor.  No
 * friction acts until it is aimed. */
SnFault sn_friction_gather(const SnSystem *system, const SnState *state, SnWorkspace *work);
/* Before a step or a part of it: what friction.rings says of it begins anew. */
void sn_friction_begin(SnWorkspace *work);
/* For the next sn_solve_mixed, whose solution is within the limits. */
void sn_friction_aim(const SnSystem *system, const SnState *state, SnWorkspace *work,
                     const SnFrictionAim *aim);
/* For the next one of a position correction. */
void sn_friction_hold(SnWorkspace *work);
/* Impulses of the last solve over their impulse per force into the state. */
void sn_friction_keep(const SnSystem *system, SnWorkspace *work, double impulse, SnState *state);
void sn_friction_new(const SnSystem *system, SnWorkspace *work);
void sn_friction_free(SnFrictionRows *friction);

/* friction_joints.c: how many rows joints have, which are made if there is a workspace; and their
 * forces into the state. */
int sn_friction_joints(const SnSystem *system, const SnState *state, SnWorkspace *work);
/* Rates of these coordinates, in the same order; balls have none here. */
void sn_friction_joint_rates(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             double *rate);
void sn_friction_keep_joints(const SnSystem *system, const SnWorkspace *work, double impulse,
                             SnState *state);

/* friction.c: sn_solve_mixed where friction is aimed. */
SnFault sn_friction_solve(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          bool free_first);

#endif
