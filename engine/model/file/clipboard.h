/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components as text, to be pasted into this or another model: a model file (DESIGN 6) that holds
 * only them, so that it can be read and written by hand; beside them what they refer to, for models
 * that lack it (clipboard_needs.h). */
#ifndef SN_MODEL_FILE_CLIPBOARD_H
#define SN_MODEL_FILE_CLIPBOARD_H

#include "engine/model/model.h"

/* The text of components and the points they hang on; with what hangs on them where `attached`.
 * Files are named from the root of the disk on ("folder": "/").  NULL where there is nothing that
 * can be copied: parts of a model that it always has, or components of several models.  g_free. */
char *sn_clipboard_copy(const SnModel *model, const SnId *ids, int n, bool attached,
                        GError **error);
/* Puts the components of a text into the outermost model, as one step: names that are taken get
 * numbers, what they refer to and the text does not hold is looked for in the model by its path,
 * and put in too where only "needs" has it.
 * Appends what was pasted to `ids` (GArray of SnId, may be NULL).  False with the reason, and
 * nothing done, where something is not there or the text is no model. */
bool sn_clipboard_paste(SnModel *model, const char *text, GArray *ids, GError **error);

#endif
