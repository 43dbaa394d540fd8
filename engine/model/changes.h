/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CHANGES_H
#define SN_MODEL_CHANGES_H

#include "engine/model/edit/edit.h"

/* Calls every listener. */
void sn_model_tell(SnModel *model, const SnChange *change);
/* A property's value changed: tells it for the component and for all below that inherit it. */
void sn_model_tell_value(SnModel *model, SnId id, int row, bool undo);

#endif
