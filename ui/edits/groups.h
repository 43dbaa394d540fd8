/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags, groups and locks of components, and what is done to all that have the same mark
 * (engine/model/edit/members.h).  One step of undo each; false: nothing changed. */
#ifndef SN_UI_EDITS_GROUPS_H
#define SN_UI_EDITS_GROUPS_H

#include "engine/model/drawable.h"
#include "ui/session/session.h"

/* Of all that is selected and can have one. */
bool sn_edits_tag(SnSession *session, SnTag tag);
/* group: "" takes them out of theirs. */
bool sn_edits_group(SnSession *session, const char *group);

bool sn_edits_lock(SnSession *session, const SnId *ids, int n, bool locked);
bool sn_edits_unlock_all(SnSession *session);
/* True, with a note that offers to unlock it, if one of the components is locked. */
bool sn_edits_refuse_locked(SnSession *session, const SnId *ids, int n);

/* Does to the components of a mark what the verb says: select, add (to the selection), hide, show,
 * only (show nothing else), lock, unlock, clear (the mark itself). */
void sn_edits_members(SnSession *session, const char *verb, const char *mark);

#endif
