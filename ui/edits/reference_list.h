/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of references of several components at once: each keeps its own. */
#ifndef SN_UI_EDITS_REFERENCE_LIST_H
#define SN_UI_EDITS_REFERENCE_LIST_H

#include "ui/session/session.h"

/* Puts a component at the end of the list of each (those that have no such row are skipped); one
 * step.  False: refused, and the user has been told why. */
bool sn_edits_list_add(SnSession *session, const SnId *ids, int n, const char *property,
                       SnId added);
/* Takes the last reference or target of each list away; one step. */
bool sn_edits_list_drop_last(SnSession *session, const SnId *ids, int n, const char *property);

/* Whether a component may come next in the list: not what stands last in it, nor where another part
 * of the same way is: a point of the path is none of the broad insertion's. */
bool sn_edits_list_takes(const SnModel *model, SnId holder, const SnProperty *property, SnId id);

#endif
