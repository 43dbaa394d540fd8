/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all edits are made of: labels, checks, a component put into the tree. */
#ifndef SN_MODEL_EDIT_EDIT_PARTS_H
#define SN_MODEL_EDIT_EDIT_PARTS_H

#include "engine/model/edit_log.h"

/* "Change excitation" of "Change" and "Excitation"; to be freed. */
char *sn_edit_label(const char *verb, const char *label);

/* Whether a value may stand in a row of id (null: of something that is not in the model yet). */
bool sn_edit_check_value(const SnModel *model, SnId id, const SnProperty *property,
                         const SnValue *value, GError **error);
/* The same of what stands in a component or entry that is not in the model yet; results and derived
 * rows are always good. */
bool sn_edit_check_row(const SnModel *model, const void *object, const SnProperty *property,
                       GError **error);
/* A component that can be removed, renamed, moved, duplicated: a child of a list; NULL with an
 * error. */
SnComponent *sn_edit_listed(const SnModel *model, SnId id, GError **error);

/* Models in models; keeps files within the depth their reader takes. */
enum { SN_DEEPEST_MODEL = 16 };
/* How many models a component lies in, itself among them. */
int sn_edit_model_depth(const SnComponent *component);

/* Whether a component may be added to a list at a position (-1: last); reads its meshes. */
bool sn_edit_check_add(SnModel *model, const SnComponent *parent, SnComponent *component,
                       int position, GError **error);

/* Puts a checked component (taken) into the tree, within an open step; position -1: last. */
SnId sn_edit_put(SnModel *model, SnComponent *parent, SnComponent *component, int position,
                 int number);

#endif
