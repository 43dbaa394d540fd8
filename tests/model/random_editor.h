/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of every kind at random, as a user would make them. */
#ifndef TESTS_MODEL_RANDOM_EDITOR_H
#define TESTS_MODEL_RANDOM_EDITOR_H

#include "tests/model/support.h"

typedef enum EditKind {
    KIND_SET,
    KIND_RESET,
    KIND_ADD,
    KIND_REMOVE,
    KIND_RENAME,
    KIND_MOVE,
    KIND_MOVE_TO,
    KIND_CARRY,
    KIND_DUPLICATE,
    KIND_DUPLICATE_ATTACHED,
    KIND_MIRROR,
    KIND_ARRAY,
    KIND_SHIFT,
    KIND_RENAME_MANY,
    KIND_CONVERT,
    KIND_PASTE,
    KIND_INSERT_ENTRY,
    KIND_REMOVE_ENTRY,
    KIND_SET_ENTRIES,
    KIND_GROUP,
    KIND_DRAG,
    KIND_ABANDON,
    KIND_UNDO_REDO,
    KIND_COUNT
} EditKind;

typedef struct Editor {
    SnModel *model;
    Random random;
    int unlooked; /* edits put back of which one is compared with what was before; 0: each */
    int put_back;
} Editor;

const char *edit_kind_name(EditKind kind);
/* A kind that suits the model: it stays between empty and unwieldy. */
EditKind pick_edit_kind(Editor *editor);
/* Makes one; false where it was refused or there was nothing to edit. */
bool edit_at_random(Editor *editor, EditKind kind);

#endif
