/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether two models move alike: one number for all that the solver reads of a model. */
#ifndef SN_RUN_SIMULATION_FINGERPRINT_H
#define SN_RUN_SIMULATION_FINGERPRINT_H

#include "engine/model/model.h"

/* Of components, ids, order and values in force (inherited ones where they apply), and of what
 * input probes play (sn_probe_inputs_fingerprint); names, looks, notes, output probes and what else
 * is only document do not count.  Never 0. */
uint64_t sn_model_fingerprint(const SnModel *model, uint64_t inputs);

#endif
