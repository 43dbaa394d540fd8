/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts of bodies that nothing else couples: neither joints nor springs nor tissue are in the
 * matrix.  Bodies fall into islands, which do not know of each other; each is a problem of its own
 * (engine/linsolve/cones/cones.h).  In it the matrix of the bodies is taken to one, and what the
 * contacts add to that in a Newton iteration, A + N' Q C^-1 Q' N, is factored by blocks of bodies:
 * these are fewer than rows. */
#ifndef SN_SIM_SOLVE_CONTACT_ISLANDS_H
#define SN_SIM_SOLVE_CONTACT_ISLANDS_H

#include "engine/sim/contact/contact.h"

typedef struct SnContactIslands SnContactIslands;

typedef enum SnIslandsResult {
    SN_ISLANDS_SOLVED,
    SN_ISLANDS_NONE,   /* something else couples the bodies, or there is no memory */
    SN_ISLANDS_FAILED, /* an island has no solution */
} SnIslandsResult;

/* The problem of the cones that work.contacts holds, into its z. */
SnIslandsResult sn_contact_islands_solve(SnWorkspace *work, int n_cones, int n_rows);

#endif
