/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making findings. */
#ifndef SN_RUN_CHECKS_FINDING_H
#define SN_RUN_CHECKS_FINDING_H

#include "engine/checks.h"

GArray *sn_findings_new(void);
/* Appends one without a remedy; it stays where it is until the next. */
SnFinding *sn_finding_add(GArray *findings, SnSeverity severity, SnId id, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
void sn_finding_remedy(SnFinding *finding, SnRemedy remedy, const char *label);
/* A property of a component would get a value. */
void sn_finding_set(SnFinding *finding, const SnModel *model, SnId on, const char *property,
                    const SnValue *value, const char *label);

#endif
