/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of entries of derived arrays that differ from what the mesh says: what files keep and what
 * undo brings back. */
#ifndef SN_MODEL_OVERRIDES_H
#define SN_MODEL_OVERRIDES_H

#include "engine/model/model.h"

typedef struct SnOverride {
    uint32_t entry; /* as in SnId */
    int row;
    SnValue value;
} SnOverride;

/* Whether a component's class has arrays of the kind. */
bool sn_class_has_derived(const SnClass *class);
/* Those of a component, by array, number and row (of SnOverride; g_array_unref). */
GArray *sn_overrides_collect(const SnComponent *component);
/* Makes all entries as the mesh says, then applies these (NULL: none); those of entries that are no
 * more are left out. */
void sn_overrides_apply(SnComponent *component, const GArray *overrides);

#endif
