/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components whose path is drawn: those with the row "tracked". */
#ifndef SN_MODEL_TRACKED_H
#define SN_MODEL_TRACKED_H

#include "engine/model/model.h"

/* Whether a component can be tracked. */
bool sn_can_be_tracked(const SnComponent *component);
bool sn_is_tracked(const SnModel *model, SnId id);
/* Ids of all that are, in tree order.  Caller frees the array. */
GArray *sn_model_tracked(const SnModel *model);

#endif
