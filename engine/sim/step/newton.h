/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's iteration shared by the implicit methods and static equilibrium. */
#ifndef SN_SIM_STEP_NEWTON_H
#define SN_SIM_STEP_NEWTON_H

#include "engine/sim/system/workspace.h"

typedef struct SnNewton {
    const SnSystem *system;
    const double *inputs;
    SnState *state;
    SnWorkspace *work;
    bool is_static;
    double h, a;                   /* dynamic: step, weight of its end */
    double s;                      /* static: fraction of the load */
    double d, k;                   /* of M-hat */
    double displacement_scale;     /* displacement for one unit of the unknown */
    double softness;               /* of compliant rows */
    double impulse;                /* multiplier for one unit of force */
    double directional_derivative; /* what is missing from equilibrium at the point evaluated, along
                                      direction ... */
    double correction_derivative;  /* ... and along the correction found there */
    /* arrays in work.step.newton */
    double *base;          /* [n_q + n_u] present point: u over the active unknowns, or q */
    double *direction;     /* [n_u] correction that leads away from it */
    double *correction;    /* [n_u] newest */
    double *multipliers;   /* [n_rows] newest */
    double *accepted;      /* [n_rows] of the present point */
    double *momentum;      /* [n_u] before the step; rotations in world axes */
    double *missing;       /* [n_u] dynamic: impulse of the forces less change of momentum */
    double *taken;         /* [n_u] dynamic: what the matter of strands takes of the impulse */
    double *initial_force; /* [n_u] (1 - a) h f before the step, likewise; static: P f + G' lambda +
                     N' z before the step, body axes */
    double *start_rows;    /* [n_rows] residuals before the step */
    double *end;           /* [n_q + n_u] the end of the step while the middle is evaluated */
    double *last;          /* [n_q + n_rows + n_limits] static: last equilibrium on the way */
} SnNewton;

SnNewton sn_newton(const SnSystem *system, const double *inputs, SnState *state, SnWorkspace *work);
/* Numbers that work.step.newton must hold. */
size_t sn_newton_room(const SnSystem *system);
/* Multipliers from the forces in the state. */
void sn_newton_warm(SnNewton *newton);
/* From base to where corrections vanish: state, multipliers and limits are those there. */
SnFault sn_newton_iterate(SnNewton *newton);

#endif
