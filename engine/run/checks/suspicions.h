/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_RUN_CHECKS_SUSPICIONS_H
#define SN_RUN_CHECKS_SUSPICIONS_H

#include "engine/checks.h"

/* Gives what the compiler says of muscles out of their range a remedy: the fibre that they have at
 * the start is optimal. */
void sn_findings_mend_muscles(GArray *findings, const SnModel *model, const SnSimulation *start);

#endif
