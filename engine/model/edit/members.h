/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What carries the same tag or is in the same group.  A mark is either, as text: "tag:red",
 * "group:flexors". */
#ifndef SN_MODEL_EDIT_MEMBERS_H
#define SN_MODEL_EDIT_MEMBERS_H

#include "engine/model/drawable.h"

/* Components with the mark in tree order (GArray of SnId, g_array_unref); none for a text that is
 * no mark. */
GArray *sn_members(const SnModel *model, const char *mark);
/* Marks that some component has: tags in the order of SnTag, then groups by name (GPtrArray of
 * owned text, g_ptr_array_unref). */
GPtrArray *sn_marks_in_use(const SnModel *model);
/* "Red", "flexors": what a person calls it.  g_free. */
char *sn_mark_label(const char *mark);
/* SN_TAG_NONE for that of a group. */
SnTag sn_mark_tag(const char *mark);
/* Whether anything is locked, in force. */
bool sn_any_locked(const SnModel *model);

#endif
