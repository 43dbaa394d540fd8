/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small motions about rest: frequencies and shapes. */
#ifndef SN_SIM_STEP_MODES_H
#define SN_SIM_STEP_MODES_H

#include "engine/sim/system/workspace.h"

/* The slowest modes of (K - omega^2 M) x = 0, G x = 0 at a state: K the stiffness of all forces at
 * activations as they are, M the mass, G the rows.  Dampers do not change them, but what relaxes
 * does (modes_relax.c); friction, limits and contacts take no part.  Free with sn_modes_clear. */
typedef struct SnModes {
    int n;           /* found; fewer than asked for where there is less to move */
    int n_u;         /* numbers of a shape: those of work.linear.u */
    double *omega;   /* [n] ascending but for what relaxes [rad/s]; 0: a free motion */
    double *damping; /* [n] x' C x / 2 omega, the share of critical damping that dampers make of it
                        by itself; 0 of free motions */
    double *shape;   /* [n][n_u] x' M x = 1; the largest number is positive */
    double *share;   /* [n][n_u] of the kinetic energy that each number has: x (M x) */
} SnModes;

/* The state is put back; results of the workspace must be evaluated anew.  A fault where the state
 * is no stable equilibrium (K is negative somewhere), where forces cannot be computed, or where the
 * iteration does not converge. */
SnFault sn_modes(const SnSystem *system, const double *inputs, SnState *state, SnWorkspace *work,
                 int count, SnModes *modes);
void sn_modes_clear(SnModes *modes);

#endif
