/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's iteration shared by the implicit methods and static equilibrium. */
#ifndef SN_SIM_NEWTON_NEWTON_H
#define SN_SIM_NEWTON_NEWTON_H

#include "engine/sim/system/workspace.h"

enum { SN_NEWTON_HISTORY = 6 };

typedef struct SnNewton {
    const SnSystem *system;
    const double *inputs;
    SnState *state;
    SnWorkspace *work;
    bool is_static;
    double h, a;               /* dynamic: step, weight of its end */
    double s;                  /* static: fraction of the load */
    double d, k;               /* of M-hat */
    double displacement_scale; /* displacement for one unit of the unknown */
    double softness;           /* of compliant rows */
    double impulse;            /* multiplier for one unit of force */
    bool exact;      /* the matrix keeps the terms that make it indefinite: close to the solution */
    bool at_once;    /* the iteration began where it ended: the matrix lacks its multipliers */
    bool indefinite; /* the matrix, with the terms that may make it so */
    double directional_derivative; /* what is missing from equilibrium at the point tried, along
                                      direction */
    int n_history;                 /* of acceleration */
    bool has_previous;
    /* arrays in work.step.newton */
    double *base;        /* [n_q + n_u] present point: u over the active unknowns, or q */
    double *before;      /* [n_u] dynamic: velocities at the start of the step */
    double *direction;   /* [n_u] correction that leads away from it */
    double *correction;  /* [n_u] newest */
    double *multipliers; /* [n_rows] newest */
    double *accepted;    /* [n_rows] of the present point */
    /* for acceleration: the last corrections, what was moved, and what that changed */
    double *steps, *changes; /* [SN_NEWTON_HISTORY][n_u] */
    double *row_changes;     /* [SN_NEWTON_HISTORY][n_rows] */
    double *previous;        /* [n_u] */
    double *previous_rows;   /* [n_rows] */
    double *momentum;        /* [n_u] before the step; rotations in world axes */
    double *missing;         /* [n_u] dynamic: impulse of the forces less change of momentum */
    double *taken;           /* [n_u] dynamic: what the matter of strands takes of the impulse */
    double *initial_force; /* [n_u] (1 - a) h f before the step, likewise; static: P f + G' lambda +
                     N' z before the step, body axes */
    double *start_gaps;    /* [n_limits] static: gaps before the step */
    double *start_rows;    /* [n_rows] residuals before the step */
    double *kept; /* [n_rows] of these what is let be: of rows that take hold in the step */
    double
        *start_rates;   /* [n_rows] their rates before the step, kinematic blocks moving as in it */
    double *last_rates; /* [n_rows] the same with kinematic blocks moving as in the last step */
    double *pushed;     /* [n_rows] impulses at the start of the step */
    double *end;        /* [n_q + n_u] the end of the step while the middle is evaluated */
    double *last;       /* [n_q + n_rows + n_limits] static: last equilibrium on the way */
} SnNewton;

/* Weight k of forces against masses in an equilibrium [s2], at which these resist as if bound to a
 * thousandth of a radian per second: keeps free rigid motions from being singular; equilibrium
 * itself does not depend on it. */
#define SN_NEWTON_STATIC_TIME2 1e6

/* --- newton_point.c --- */

SnNewton sn_newton(const SnSystem *system, const double *inputs, SnState *state, SnWorkspace *work);
/* After the last use: the workspace is as other methods want it. */
void sn_newton_end(SnNewton *newton);
/* Numbers that work.step.newton must hold. */
size_t sn_newton_room(const SnSystem *system);
/* Multipliers from the forces in the state. */
void sn_newton_warm(SnNewton *newton);
/* Kinematics and rows at the state. */
void sn_newton_rows(SnNewton *newton);
/* Where these rows are: the matrix of the trapezoidal rule has those of the middle. */
static inline SnRowValues *sn_newton_end_rows(const SnNewton *newton)
{
    return newton->a < 1 ? &newton->work->ahead : &newton->work->rows;
}
/* The state at base + fraction x direction, and its rows. */
void sn_newton_move(SnNewton *newton, double fraction);
/* What the matter of strands takes of the impulse, into `taken`; body axes, at the configuration
 * and velocities of the last sn_kinematics. */
void sn_newton_inertia(const SnNewton *newton);
/* Levers and rows in the middle of the step, for the trapezoidal rule; the state stays. */
void sn_newton_middle(SnNewton *newton);
/* Momenta M v of all blocks that move, rotations in world axes. */
void sn_newton_momenta(const SnNewton *newton, const double *u, double *momenta);
/* Rotations of a full vector between world and body axes. */
void sn_newton_turn(const SnNewton *newton, bool to_body, double *vector);
/* Impulse of the forces less change of momentum, into `missing`; world axes. */
void sn_newton_imbalance(const SnNewton *newton);
/* work.linear.f: what is missing from equilibrium, without one-sided rows; levers and rows are
 * those in work. */
void sn_newton_momentum_residual(const SnNewton *newton);
/* work.linear.g: what rows want of the correction, softness on their present multipliers included.
 */
void sn_newton_row_residuals(SnNewton *newton);

/* --- newton_correction.c --- */

/* Forces, matrix and correction at the present state. */
SnFault sn_newton_correct(SnNewton *newton);
/* What is missing from equilibrium, along a direction [n_u]; with the one-sided rows' present
 * impulses. */
double sn_newton_force_along(const SnNewton *newton, const double *direction);
/* Size of the correction against that of the unknown, both weighed by M-hat's diagonal. */
double sn_newton_size(const SnNewton *newton);
/* Farthest that a correction [n_u] moves anything, over the model's size or in radians: also what
 * is light and held by rows alone, which weights of the matrix hide. */
double sn_newton_reach(const SnNewton *newton, const double *correction);

/* --- newton_accelerate.c --- */

/* Nothing that was before helps from here on. */
void sn_newton_forget(SnNewton *newton);
/* The correction at the present point, to which `direction` led from the last one. */
void sn_newton_remember(SnNewton *newton);
/* A better direction, and multipliers there, from what is remembered. */
void sn_newton_accelerate(SnNewton *newton);

/* --- newton_land.c --- */

/* Velocities at the end of a dynamic step whose contacts hold for positions: what landed stays or
 * rebounds, with friction. */
SnFault sn_newton_land(SnNewton *newton);

/* --- newton_fault.c --- */

/* What does not converge, its last correction being of this size. */
SnFault sn_newton_not_converged(const SnNewton *newton, double size);

/* --- newton.c --- */

/* From base to where corrections vanish: state, multipliers and limits are those there. */
SnFault sn_newton_iterate(SnNewton *newton);
/* SN_FAULT_NEWTON where the equilibrium at the state, which the iteration has reached, is none that
 * lasts. */
SnFault sn_newton_stability(SnNewton *newton);

#endif
