/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that keep the tree: finding children fast. */
#ifndef SN_MODEL_TREE_H
#define SN_MODEL_TREE_H

#include "engine/model/model.h"

/* Children by name and number: made when a long list is first searched, kept up to date after. */
void sn_child_index_add(SnComponent *parent, SnComponent *child);
void sn_child_index_remove(SnComponent *parent, SnComponent *child);
void sn_child_index_free(SnComponent *parent);

#endif
