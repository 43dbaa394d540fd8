/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries (nodes and elements of FEMs, knots, points of polylines) found from given ones, in the
 * arrays that those are in; given components count for nothing.  All return ids by array in the
 * order given, then by number (GArray of SnId, g_array_unref). */
#ifndef SN_MODEL_EDIT_SELECT_ENTRIES_H
#define SN_MODEL_EDIT_SELECT_ENTRIES_H

#include "engine/model/model.h"

GArray *sn_select_all_entries(const SnModel *model, const SnId *ids, int n);
/* The others of the arrays. */
GArray *sn_select_other_entries(const SnModel *model, const SnId *ids, int n);
/* Those that are what one of the given is, but for amounts: nodes that are held (or free) like it,
 * elements of its shape and region. */
GArray *sn_select_similar_entries(const SnModel *model, const SnId *ids, int n);

#endif
