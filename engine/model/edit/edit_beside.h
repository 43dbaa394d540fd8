/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that stand beside a list, one or some for each of its entries (weights, gains, ranges,
 * the values of a probe's knots), when entries of the list come, go or change places. */
#ifndef SN_MODEL_EDIT_EDIT_BESIDE_H
#define SN_MODEL_EDIT_EDIT_BESIDE_H

#include "engine/model/model.h"

/* Within an open step, before the row itself becomes `list`: what belongs to an entry goes with it,
 * new ones get what changes nothing (of weights and gains 1, of a probe what the model has now).
 * Numbers that do not belong to single entries (one for all) stay; rows that are no lists are left
 * alone. */
void sn_edit_follow_beside(SnModel *model, SnId object, int row, const SnValue *list);

#endif
