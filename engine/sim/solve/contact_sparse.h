/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts in a factor of their own, where they are many: the directions in which they answer
 * (engine/linsolve/cones/cones.h) stand behind G, with their compliances, and the matrix is
 * factored anew in each Newton iteration. */
#ifndef SN_SIM_SOLVE_CONTACT_SPARSE_H
#define SN_SIM_SOLVE_CONTACT_SPARSE_H

#include "engine/sim/contact/contact.h"

/* The problem of the cones that work.contacts holds, into its z, with at most so many factors, to
 * this accuracy (SnCones); false: no solution with them, or no memory. */
bool sn_contact_sparse_solve(SnWorkspace *work, int n_cones, int n_rows, int factors,
                             double accuracy);

#endif
