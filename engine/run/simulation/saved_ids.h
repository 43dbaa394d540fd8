/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ids of a model written down beside its text.  A file holds no ids, but a command log needs them:
 * across a structural edit the state is carried over by id. */
#ifndef SN_RUN_SIMULATION_SAVED_IDS_H
#define SN_RUN_SIMULATION_SAVED_IDS_H

#include "engine/model/model.h"

/* Index and generation of every component in tree order; GArray of uint32_t, two for each. */
GArray *sn_model_save_ids(const SnModel *model);
/* Gives a model that was just read from the same text the ids it had, in components and references;
 * false if they do not fit. */
bool sn_model_restore_ids(SnModel *model, const GArray *ids);

#endif
