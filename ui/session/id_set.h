/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A set of ids; a hundred thousand components go in and out in a millisecond. */
#ifndef SN_UI_SESSION_ID_SET_H
#define SN_UI_SESSION_ID_SET_H

#include "engine/base/id.h"

#include <glib.h>

typedef struct SnIdSet SnIdSet;

SnIdSet *sn_id_set_new(void);
void sn_id_set_free(SnIdSet *set);
void sn_id_set_clear(SnIdSet *set);
/* Null ids are ignored. */
void sn_id_set_add(SnIdSet *set, SnId id);
void sn_id_set_remove(SnIdSet *set, SnId id);
bool sn_id_set_contains(const SnIdSet *set, SnId id);

/* Hash and equality of SnId pointers for GHashTable. */
guint sn_id_hash(gconstpointer id);
gboolean sn_id_same(gconstpointer a, gconstpointer b);

#endif
