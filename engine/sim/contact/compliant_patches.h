/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces of two shapes with fields of pressure, and whether one linearisation served a step.
 *
 * Backward Euler takes the patches of where the step ends, which nobody knows before: first those
 * of where it would end if it went on as the last one.  What is stiff for its step ends elsewhere,
 * on other patches; then those of where it came to are taken, and so on, until what was solved for
 * is what presses there: Newton's iteration for backward Euler.  Where it does not converge, the
 * step is refused, to be taken in parts.
 *
 * What fields hold is concave along the way of a step where bodies slide over each other, or turn
 * over a tip: the forces of the end would gain energy there, and the mean of both ends is taken. */
#ifndef SN_SIM_CONTACT_COMPLIANT_PATCHES_H
#define SN_SIM_CONTACT_COMPLIANT_PATCHES_H

#include "engine/sim/contact/compliant_pair.h"

/* How a pair presses at the end of a step of backward Euler: wrench of the pressing forces (without
 * friction, layout of SnTwoBodies) = start + slope u+. */
typedef struct SnPatchesAhead {
    bool guessed, used;
    bool mean;          /* of the wrenches of both ends of the step; else that of the end */
    double now[12];     /* wrench of the pressing forces when it begins */
    double guess[2][6]; /* velocities at the end that were come to, if guessed */
    double start[12], slope[12][12];
    double force, area, place[3]; /* that press [N] [m2]; the place times the force, world */
} SnPatchesAhead;

/* Of a pair, into its sums, its pressures [n triangles] and the wrenches; `ahead`: how it presses
 * at the end, for backward Euler. */
void sn_pair_field(const SnCompliantContacts *contacts, SnPairForce *c,
                   const SnCompliantResults *results, SnPatchesAhead *ahead);

/* After a solve of backward Euler, whose velocities at the end [n_u] are there: whether to solve it
 * again, at most so many times; a fault where that does not help. */
bool sn_patches_again(const SnSystem *system, const SnState *state, SnWorkspace *work,
                      const double *velocity, int iteration, SnFault *fault);
/* Before the step: nothing is known of its end. */
void sn_patches_forget(const SnSystem *system, SnWorkspace *work);

#endif
