/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What copied components refer to goes along in the text under "needs", apart from them: a model
 * that lacks it takes it too, one that has its like takes the components alone. */
#ifndef SN_MODEL_FILE_CLIPBOARD_NEEDS_H
#define SN_MODEL_FILE_CLIPBOARD_NEEDS_H

#include "engine/model/model.h"

#include <jansson.h>

/* Marks (SN_MARK_DEPENDENT) by SnId.index what the chosen ones refer to, directly or through
 * others, within the lists of their own model; the chosen ones are not marked.  g_free. */
uint8_t *sn_clipboard_needs(SnModel *model, const uint8_t *chosen, const SnComponent *owner);

/* Moves from "needs" of a text's document to its "model" what is referred to there and the host
 * does not have; takes "needs" away. */
void sn_clipboard_take_needs(json_t *document, const SnModel *host);

#endif
