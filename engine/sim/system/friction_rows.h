/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction of coordinates of joints, whose limit is a number, and friction whose limit is a share
 * of what other rows carry in the same solve: matter of a strand that passes a node or a wheel.
 * With T_a and T_b the tensions before and behind it, the capstan's law T_b <= e^(mu angle) T_a,
 * T_a <= e^(mu angle) T_b says of the force F along the slip, which is their difference,
 *
 *     |F| <= tanh(mu angle / 2) (T_a + T_b),
 *
 * the same for both directions.  T_a and T_b are those of the solution that F is part of; so paid
 * out rope has no tension below zero, and what slips has the limit to rounding
 * (engine/linsolve/coulomb.h, sim/solve/friction.c). */
#ifndef SN_SIM_SYSTEM_FRICTION_ROWS_H
#define SN_SIM_SYSTEM_FRICTION_ROWS_H

#include "engine/linsolve/coulomb.h"
#include "engine/sim/system/dynamic_rows.h"

typedef enum SnFrictionUse {
    SN_FRICTION_OFF,   /* the next solve knows of none */
    SN_FRICTION_SLIPS, /* it is within its limits */
    SN_FRICTION_HOLDS, /* positions: what stuck in the last solve stays, what slipped is free */
} SnFrictionUse;

/* One of the tensions, as an impulse: base + that of a row of G or N + slope x row . unknown
 * + inertia row . unknown. */
typedef struct SnFrictionLoad {
    int bilateral; /* row of G, -1 */
    int limit;     /* into the dynamic rows, -1 */
    int row;       /* into rows: gradient of the length over the rest length [1/s of tension] */
    int inertia;   /* into rows: of the matter up to its end, over the work per tension */
    double tension, viscosity, stiffness, strain_rate; /* there now: [N], [N s], [N], [1/s] */
    double tension_before;                             /* at the start of a Newton step [N] */
    double momentum, momentum_before; /* inertia x velocities, now and before the step [N s] */
    double weight; /* tension at the node over that in the middle, of gravity alone [N] */
    /* of the problem at hand */
    double base, slope;
} SnFrictionLoad;

typedef struct SnFrictionRow {
    int node;     /* of a strand; -1: a coordinate of a joint, whose limit is its own */
    int rub;      /* joint: where the state keeps its force, in state.turns */
    int in_ball;  /* which of a ball's three it is; else 0 */
    int slip;     /* into rows */
    double share; /* tanh(mu angle / 2) */
    double rate,
        rate_before; /* slip at the velocities of all blocks, now and before the step [m/s] */
    double moved;    /* slip since the step began [m] */
    SnFrictionLoad load[2];
} SnFrictionRow;

/* A coordinate of a joint that rubs where bodies may touch. */
typedef struct SnJointRub {
    int rub;      /* where the state keeps its force, in state.turns */
    bool ball;    /* the first of three that have one limit in all directions */
    double limit; /* moment or force */
} SnJointRub;

typedef struct SnFrictionRows {
    SnFrictionUse use;
    /* where bodies may touch, coordinates of joints rub in the problem of contacts: */
    int n_joint, joint_room;
    int first_joint;   /* their rows among those of friction of contacts (contact.h) */
    SnJointRub *joint; /* [n_joint] */
    double impulse_per_force;
    int n, room;             /* places, what the arrays are made for */
    SnFrictionRow *friction; /* [n] */
    SnDynamicRows rows;
    /* of the problem at hand (friction.c): */
    int matrix_room, column_room, entry_room, limit_room;
    double unit;      /* size of the model, or over the step, as the unknown is [m or m/s] */
    bool trapezoidal; /* work is done over the mean of the velocities before and after */
    bool rings;       /* friction drove matter to and fro in the last solve of the step */
    bool again;       /* it is solved again and again: an iteration's */
    double *freedom;  /* [n] how easily matter would slip if nothing but its inertia resisted */
    double *offset, *impulse, *before, *slip, *load, *share, *softness, *force; /* [n] */
    SnSlip *state;                                                              /* [n] */
    bool *ball;          /* [n] the first of three that have one limit in all directions */
    double *a, *r;       /* [n][n] */
    double *u, *l, *d;   /* columns of the slips and of the one-sided rows in force */
    int *start, *column; /* their rows */
    double *value;
    int n_limits, *limits; /* dynamic rows in force that the columns are of */
    double *shift;         /* [n][n_limits] of their impulses with those of friction */
    double *free_force;    /* [n_u_active] right-hand side without friction */
    void *scratch;
} SnFrictionRows;

#endif
