/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CHANGES_H
#define SN_MODEL_CHANGES_H

#include "engine/model/model.h"

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

/* Calls every listener. */
void sn_model_notify(SnModel *model, const SnChange *change);
/* A property's value changed: tells it for the component and for all below that inherit it. */
void sn_model_notify_value(SnModel *model, SnId id, int row, bool undo);

#endif
