/* SPDX-License-Identifier: GPL-3.0-or-later */
/* References to entries of arrays go by number: when entries before them come or go, they follow.
 */
#ifndef SN_MODEL_EDIT_ENTRY_REFERENCES_H
#define SN_MODEL_EDIT_ENTRY_REFERENCES_H

#include "engine/model/model.h"

/* The component or entry that refers to an entry; null: none does. */
SnId sn_entry_referrer(const SnModel *model, SnId entry);
/* As a part of the edit that is open: references to entries `from` and later of an array name the
 * entry `by` further on. */
void sn_entries_shift(SnModel *model, SnId component, int array, int from, int by);

#endif
