/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a new spring or muscle is, from the points it runs through: one that works at once. */
#ifndef SN_UI_EDITS_PATH_DEFAULTS_H
#define SN_UI_EDITS_PATH_DEFAULTS_H

#include "engine/model/model.h"

/* A muscle made here has this specific tension [Pa] and a belly that wide over its length. */
#define SN_NEW_MUSCLE_TENSION 3e5
#define SN_NEW_MUSCLE_WIDTH   0.1

/* Rest and optimal length from the start, whatever happens to the points later; the maximum force
 * from the length: a muscle of twice the length has four times the section. */
void sn_path_fit(const SnModel *model, SnComponent *component);

#endif
