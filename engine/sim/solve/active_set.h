/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mixed complementarity problem of many one-sided rows: those that push are in the factor. */
#ifndef SN_SIM_SOLVE_ACTIVE_SET_H
#define SN_SIM_SOLVE_ACTIVE_SET_H

#include "engine/sim/system/workspace.h"

/* Active one-sided rows stand beside G in the KKT matrix, and the set of them is changed from
 * factor to factor: primal-dual active set method (Hintermueller, Ito and Kunisch 2003), which is
 * the block principal pivoting of lcp.h without a Delassus matrix, and like it goes over to single
 * exchanges where it does not get ahead.  Analyses the pattern when rows with another one come (the
 * rows of limits never do); else allocates nothing.
 *
 * On entry, `chosen` rows of work.unilateral.dynamic are the first set.  If solved, work.linear.u,
 * work.linear.l and the impulses are the solution of sn_solve_mixed; if not, no set was found in
 * time. */
SnFault sn_active_set_solve(const SnState *state, SnWorkspace *work, bool *solved);
void sn_active_set_free(SnActiveSet *set);

#endif
