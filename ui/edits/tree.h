/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components to other places of the tree, and to other carriers; the history of what was done. */
#ifndef SN_UI_EDITS_TREE_H
#define SN_UI_EDITS_TREE_H

#include "ui/session/session.h"

/* Into a list, in front of one of it (null: behind all); with `list` null each into the list for
 * its class of the model component `model`.  One step. */
bool sn_edits_move_to(SnSession *session, const SnId *ids, int n, SnId list, SnId before);
bool sn_edits_move_to_model(SnSession *session, const SnId *ids, int n, SnId model);
/* The selected components one place up (-1) or down (1) among their siblings. */
bool sn_edits_move_by(SnSession *session, int way);
/* Hangs them on another carrier; says so, with Undo. */
bool sn_edits_carry(SnSession *session, const SnId *ids, int n, SnId carrier);

/* Undoes or redoes until `n_done` steps are done. */
void sn_edits_go_to_step(SnSession *session, int n_done);

#endif
