/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making findings. */
#ifndef SN_RUN_CHECKS_FINDING_H
#define SN_RUN_CHECKS_FINDING_H

#include "engine/checks.h"

struct SnFem;
struct SnSystem;

GArray *sn_findings_new(void);
/* Appends one without a remedy; it stays where it is until the next. */
SnFinding *sn_finding_add(GArray *findings, SnSeverity severity, SnId id, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
void sn_finding_remedy(SnFinding *finding, SnRemedy remedy, const char *label);
/* A property of a component would get a value. */
void sn_finding_set(SnFinding *finding, const SnModel *model, SnId on, const char *property,
                    const SnValue *value, const char *label);
/* Gives what the compiler says of muscles out of their range a remedy: the fibre that they have at
 * the start is optimal. */
void sn_findings_mend_muscles(GArray *findings, const SnModel *model, const SnSimulation *start);
/* Elements inside out and the unit of a FEM model. */
void sn_findings_solid(GArray *findings, const SnModel *model, const struct SnFem *fem);
/* Gives what the compiler says of elements that lock a remedy. */
void sn_findings_mend_locking(GArray *findings, const SnModel *model);
/* Least angular frequency of the fastest wave from node to node of all FEM models [rad/s], and the
 * model that it is in; 0: there is none. */
double sn_fastest_wave(const struct SnSystem *system, SnId *id);
/* Bodies and surfaces that overlap at the start, and surfaces that are no solid's. */
void sn_findings_overlaps(GArray *findings, const SnModel *model, const SnSimulation *start);

#endif
