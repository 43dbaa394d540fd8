/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of what is selected: as text for the clipboard, beside the originals, on the other side of
 * the body. */
#ifndef SN_UI_EDITS_COPY_H
#define SN_UI_EDITS_COPY_H

#include "ui/session/session.h"

/* The selection as text (engine/model/file/clipboard.h), to be freed with g_free; NULL, and the
 * user has been told, where it cannot be copied. */
char *sn_edits_copy_text(SnSession *session);
/* Puts the components of a text into the model and selects them; one step. */
bool sn_edits_paste(SnSession *session, const char *text);
/* The same for a script, without selecting or telling anything: ids (SnId) are appended. */
bool sn_edits_add_text(SnSession *session, const char *text, GArray *ids, GError **error);

/* Duplicates the selection and selects the copies; where something hangs on it, tells what, with an
 * offer to duplicate that too.  With `attached` it is duplicated at once. */
bool sn_edits_duplicate_selection(SnSession *session, bool attached);
/* Takes the last duplication back and does it again with what hangs on the originals. */
bool sn_edits_duplicate_again_attached(SnSession *session);

/* Copies the selection and what hangs on it to the other side of the plane through the origin
 * across an axis (0 to 2; -1: the one that names or places suggest), selects the copies and tells
 * what went along. Where some of the selection have a side by their
 * names, the others stay. */
bool sn_edits_mirror(SnSession *session, int axis);

/* "3 markers, 2 muscles and a hinge" of components; "" for none.  g_free. */
char *sn_count_text(const SnModel *model, const SnId *ids, int n);

#endif
