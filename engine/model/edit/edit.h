/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edit layer: the only way to change a model that anybody looks at.  Every edit can be undone,
 * is checked before it changes anything, raises the revision and is told to the listeners. */
#ifndef SN_MODEL_EDIT_EDIT_H
#define SN_MODEL_EDIT_EDIT_H

#include "engine/model/model.h"

/* --- changes told to listeners --- */

typedef enum SnChangeKind {
    SN_CHANGE_VALUE,   /* one property's effective value of `id` (sent for each inheriting
                          descendant too) */
    SN_CHANGE_ADDED,   /* component id is now child `position` of `parent` */
    SN_CHANGE_REMOVED, /* it was child `position` of `parent`; the id is stale */
    SN_CHANGE_RENAMED,
    SN_CHANGE_MOVED,   /* other position in the same parent */
    SN_CHANGE_ENTRIES, /* array of `id` has other entries; property = array number */
    SN_CHANGE_DONE,    /* end of one edit, group, undo or redo: act on what came before */
} SnChangeKind;

typedef struct SnChange {
    SnChangeKind kind;
    SnId id;
    SnId parent;
    int position;
    int property;    /* row index; -1 if none */
    bool structural; /* the compiled system cannot take it live: compile */
    bool undo;       /* comes from undo or redo */
} SnChange;

typedef void (*SnListener)(const SnModel *model, const SnChange *change, void *data);

/* Returns a handle for sn_model_unlisten. */
unsigned sn_model_listen(SnModel *model, SnListener listener, void *data);
void sn_model_unlisten(SnModel *model, unsigned handle);

/* --- edits; false with an error leaves the model untouched --- */

/* Sets a value; an inheritable leaf becomes explicit. */
bool sn_edit_set(SnModel *model, SnId id, int row, const SnValue *value, GError **error);
/* Sets a row that is SN_VIEW to a value that the row takes: saved with the document, but no change
 * of it, no step to undo, and nobody is told. */
void sn_edit_set_view(SnModel *model, SnId id, int row, const SnValue *value);
/* Back to inherited (inheritable leaves) or default. */
bool sn_edit_reset(SnModel *model, SnId id, int row, GError **error);
/* Adds a component (taken, also on failure) under a list at position (-1: last). */
SnId sn_edit_add(SnModel *model, SnId parent, SnComponent *component, int position, GError **error);
/* Removes components and everything that cannot be without them (sn_model_dependents): soft
 * references to them become null. */
bool sn_edit_remove(SnModel *model, const SnId *ids, int n, GError **error);
/* name NULL: nameless. */
bool sn_edit_rename(SnModel *model, SnId id, const char *name, GError **error);
bool sn_edit_move(SnModel *model, SnId id, int position, GError **error);
/* Copies components and the points they hang on; the copies' ids are appended to `copies` (GArray
 * of SnId, may be NULL). */
bool sn_edit_duplicate(SnModel *model, const SnId *ids, int n, GArray *copies, GError **error);
/* Inserts an entry before `index` (n: at the end), with default values or such as its neighbours
 * ask for. */
bool sn_edit_insert_entry(SnModel *model, SnId component, int array, int index, GError **error);
bool sn_edit_remove_entry(SnModel *model, SnId entry, GError **error);
/* Replaces all entries of an array with copies of `entries`.  Successive calls for the same array
 * merge like those of sn_edit_set, also within one group. */
bool sn_edit_set_entries(SnModel *model, SnId component, int array, const SnArray *entries,
                         GError **error);

/* --- groups and undo --- */

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
/* The present state counts as saved. */
void sn_edit_mark_saved(SnModel *model);
/* The document is not what its file holds, whatever is undone. */
void sn_edit_mark_unsaved(SnModel *model);
bool sn_edit_is_saved(const SnModel *model);

#endif
