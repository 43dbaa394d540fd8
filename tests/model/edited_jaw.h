/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model that tests of edits edit. */
#ifndef TESTS_MODEL_EDITED_JAW_H
#define TESTS_MODEL_EDITED_JAW_H

#include "engine/model/edit/edit.h"

/* A jaw that hangs on a muscle, with a probe on both. */
typedef struct Jaw {
    SnModel *model;
    SnId jaw, frame, tip, anchor, muscle, hinge, in, out;
    GArray *changes; /* of SnChange, as told */
} Jaw;

/* Fixture of a test (g_test_add). */
void make_jaw(Jaw *j, const void *unused);
void drop_jaw(Jaw *j, const void *unused);

/* Adds a component (taken) to one of the model's lists. */
SnId put(SnModel *model, const char *list, void *component);
bool set_number(Jaw *j, SnId id, const char *name, double x, GError **error);
/* A listener that appends what it is told to a GArray of SnChange. */
void remember(const SnModel *model, const SnChange *change, void *changes);
/* The i-th change that was told. */
const SnChange *change(const Jaw *j, guint i);
/* Undoes and redoes the last step: both must be exact; ends as it began. */
void check_undo(Jaw *j, const char *before);
/* An edit was not done, for that reason; clears the error. */
void refused(bool done, GError **error, const char *expected);

#endif
