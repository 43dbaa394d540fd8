/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What SN_CLASS_STRAND takes from strand_node.c and strand_checks.c. */
#ifndef SN_MODEL_CLASSES_STRAND_ROWS_H
#define SN_MODEL_CLASSES_STRAND_ROWS_H

#include "engine/model/classes/strand.h"

extern const char *const SN_STRAND_NODE_KINDS[];
/* The nodes. */
extern const SnArrayRow SN_STRAND_ARRAYS[1];

void sn_strand_validate(const SnModel *model, const SnComponent *component, SnChecks *checks);

#endif
