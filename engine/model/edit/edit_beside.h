/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that stand beside a list, one or some for each of its entries (weights, gains, ranges,
 * the values of a probe's knots), when entries of the list go. */
#ifndef SN_MODEL_EDIT_EDIT_BESIDE_H
#define SN_MODEL_EDIT_EDIT_BESIDE_H

#include "engine/model/model.h"

/* Within an open step, before the list itself changes: takes away the numbers of those entries of a
 * list (references or targets) that `goes` says.  Numbers that do not belong to single entries (one
 * for all) stay. */
void sn_edit_cut_beside(SnModel *model, SnId object, int row, const bool *goes);

#endif
