/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program's own classes. */
#ifndef SN_MODEL_CLASSES_CLASS_TABLE_H
#define SN_MODEL_CLASSES_CLASS_TABLE_H

#include "engine/model/model.h"

extern const SnClassTable SN_CLASSES;

/* Its rows: all concrete classes, in the order of the component reference. */
const SnClass *const *sn_class_table(int *n);
/* NULL if there is no such class. */
const SnClass *sn_class_by_name(const char *name);

/* A model with an empty root. */
SnModel *sn_model_new(void);

#endif
