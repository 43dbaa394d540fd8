/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step in which surfaces would meet is taken again with what meets as contacts (contact/soft.h),
 * few more each time: the impulses of one take are where the next one begins. */
#ifndef SN_SIM_SOLVE_CONTACT_TAKE_H
#define SN_SIM_SOLVE_CONTACT_TAKE_H

#include "engine/sim/contact/contact.h"

/* Impulses of a contact, for the velocities of a step or for the first correction of places. */
typedef struct SnContactImpulse {
    uint64_t feature;
    double impulse[SN_CONE_ROWS];
} SnContactImpulse;

/* A step begins, and nothing is known; or it ends, after its last take: what is solved between
 * steps depends on nothing that was before. */
void sn_contact_take_begin(SnWorkspace *work);
void sn_contact_take_end(SnWorkspace *work);
/* Impulses of the last take into the rows of the problem at hand. */
void sn_contact_take_recall(SnWorkspace *work);
/* Those of the solution at hand for the next one. */
void sn_contact_take_note(SnWorkspace *work);
/* The problem at hand is solved again from no impulses: what was noted of it is of no use. */
void sn_contact_take_forget(SnWorkspace *work);
void sn_contact_take_free(SnContactWorkspace *contacts);

#endif
