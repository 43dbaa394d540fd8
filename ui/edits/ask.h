/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guided adding: what a new component needs is clicked one after the other, in a viewer or in the
 * navigator; it is made as soon as nothing more fits, or by Enter.  One at a time for a session,
 * which signals "asking" when that begins, goes on or ends. */
#ifndef SN_UI_EDITS_ASK_H
#define SN_UI_EDITS_ASK_H

#include "ui/session/session.h"

/* Asks for what a component of the class needs; what is selected and fits counts.  list: as in
 * sn_edits_add. */
void sn_ask_begin(SnSession *session, SnId list, const SnClass *class);
bool sn_ask_active(SnSession *session);
/* Whether a marker made where a surface was clicked would do. */
bool sn_ask_takes_points(SnSession *session);
/* What was clicked, and where [m, world] (NULL: in a list): true if the component can take it.
 * again: once it is made, the next one of its class is asked for. */
bool sn_ask_offer(SnSession *session, SnId id, const double place[3], bool again);
/* Enter: makes it of what there is, or says what is missing. */
void sn_ask_accept(SnSession *session, bool again);
/* What is asked for, NULL: nothing, and what has been chosen for it so far. */
const SnClass *sn_ask_class(SnSession *session);
const SnId *sn_ask_chosen(SnSession *session, int *n);
/* The axes that a joint asked for would have [world] if this were its second side; false: no joint
 * is asked for, or this is no side for it. */
bool sn_ask_axes(SnSession *session, SnId side, double orientation[4]);
/* Takes the last one back; with none, or `all`, ends the asking.  False: nothing was asked. */
bool sn_ask_back(SnSession *session, bool all);
/* What to click next; g_free. */
char *sn_ask_hint(SnSession *session);
/* For the window: whether its bar says that, so that nobody else need; and whether it does. */
void sn_ask_tell(SnSession *session, bool told);
bool sn_ask_told(SnSession *session);

#endif
