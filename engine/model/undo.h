/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of edits, undo and redo. */
#ifndef SN_MODEL_UNDO_H
#define SN_MODEL_UNDO_H

#include "engine/model/changes.h"

/* Edits until the matching end are one step in the undo list, called `label` ("Delete 3 muscles").
 * Nests; the outermost counts. */
void sn_edit_begin(SnModel *model, const char *label);
void sn_edit_end(SnModel *model);
/* Ends the group and takes it all back (cancel of a drag). */
void sn_edit_abandon(SnModel *model);
/* Within a group: listeners shall act on what was done so far (SN_CHANGE_DONE), so that a long drag
 * shows. */
void sn_edit_show(SnModel *model);
/* While a drag lasts: successive sets of the same property merge into one step until
 * sn_edit_seal(). */
void sn_edit_seal(SnModel *model);

/* A change that was made elsewhere (an intervention on the engine's state) becomes a step of the
 * undo list, or part of the group that is open.  undo takes it back and redo makes it again; free
 * is called once it can be neither.  The document is not changed by it. */
void sn_edit_push_external(SnModel *model, const char *label, void (*undo)(void *data),
                           void (*redo)(void *data), void (*free)(void *data), void *data);

bool sn_undo(SnModel *model);
bool sn_redo(SnModel *model);
/* Label of the step that undo or redo would take, NULL if there is none. */
const char *sn_undo_label(const SnModel *model);
const char *sn_redo_label(const SnModel *model);
/* All steps that there are, done ones first; how many of them are done; what one is called. */
int sn_undo_n_steps(const SnModel *model);
int sn_undo_n_done(const SnModel *model);
const char *sn_undo_step_label(const SnModel *model, int step);
/* The present state counts as saved. */
void sn_edit_mark_saved(SnModel *model);
/* The document is not what its file holds, whatever is undone. */
void sn_edit_mark_unsaved(SnModel *model);
bool sn_edit_is_saved(const SnModel *model);

#endif
