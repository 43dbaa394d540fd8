/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Undo and redo as the edit layer sees them.  An operation is a switch: applying it changes the
 * model and leaves in the operation what it takes to go back, so that undo and redo are the same
 * function called in opposite orders. */
#ifndef SN_MODEL_EDIT_LOG_H
#define SN_MODEL_EDIT_LOG_H

#include "engine/model/changes.h"

typedef enum SnOperationKind {
    SN_OPERATION_VALUE,     /* value and mode change places with those of (id, row) */
    SN_OPERATION_COMPONENT, /* a component goes into the tree or out of it */
    SN_OPERATION_NAME,      /* name changes places with that of id */
    SN_OPERATION_MOVE,      /* to `position` in the same parent; position becomes the former one */
    SN_OPERATION_ENTRY,     /* an entry goes into its array or out of it */
    SN_OPERATION_EXTERNAL,  /* something outside the model is taken back or made again */
    SN_OPERATION_ENTRIES,   /* all entries of an array change places */
    SN_OPERATION_PARENT,    /* to `position` of another parent, with `number` there; these and
                               `next_number` become those of the way back */
} SnOperationKind;

/* Something outside the model: how to take it back and make it again. */
typedef struct SnExternal {
    void (*undo)(void *data), (*redo)(void *data), (*free)(void *data);
    void *data;
    bool undone;
} SnExternal;

typedef struct SnOperation {
    SnOperationKind kind;
    SnId id;
    int row;             /* VALUE */
    SnMode mode;         /* VALUE */
    SnValue value;       /* VALUE */
    GArray *overrides;   /* VALUE of a row that entries are made from: theirs after the switch back
                            (overrides.h), NULL before the first */
    char *name;          /* NAME: owned */
    int position;        /* COMPONENT, MOVE, PARENT */
    SnId parent;         /* COMPONENT, PARENT */
    int number;          /* PARENT; -1: the next of the parent */
    int next_number;     /* COMPONENT: of the parent when it is out of the tree; PARENT: of the one
                            that it leaves; -1: as it is */
    SnComponent *out;    /* COMPONENT: owned while it is out of the tree, else NULL */
    void *entry;         /* ENTRY: owned while it is out of the array, else NULL */
    SnArray entries;     /* ENTRIES: owned */
    SnExternal external; /* EXTERNAL */
    const SnArrayRow *array; /* ENTRY, ENTRIES: of the array */
} SnOperation;

typedef struct SnStep {
    char *label;
    GArray *operations; /* of SnOperation, in the order they were done */
    uint64_t serial;    /* unique in the log */
    bool sealed;        /* takes no more merging */
} SnStep;

typedef struct SnEditLog {
    GPtrArray *steps; /* of SnStep: done ones, then undone ones */
    guint n_done;
    SnStep *open; /* being made; NULL between edits */
    int depth;    /* of sn_edit_begin */
    bool abandoned;
    uint64_t next_serial, saved_serial; /* 0: the empty log */
} SnEditLog;

SnEditLog *sn_edit_log_new(void);
/* Frees what the log keeps alive; the model's slots are not touched. */
void sn_edit_log_free(SnEditLog *log);

/* Every edit is made of these: opens a step (unless a group is open), does operations, closes it.
 * A step without operations leaves no trace. */
void sn_edit_log_open(SnModel *model, const char *label);
/* Does the operation and takes it into the open step. */
void sn_edit_log_do(SnModel *model, SnOperation *operation);
/* Frees what an operation that was not done owns. */
void sn_edit_log_forget(SnOperation *operation);
void sn_edit_log_close(SnModel *model);

#endif
