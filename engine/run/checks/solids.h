/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is suspicious about FEM models. */
#ifndef SN_RUN_CHECKS_SOLIDS_H
#define SN_RUN_CHECKS_SOLIDS_H

#include "engine/checks.h"

struct SnFem;
struct SnSystem;

/* Elements inside out and the unit of a FEM model. */
void sn_findings_solid(GArray *findings, const SnModel *model, const struct SnFem *fem);
/* Gives what the compiler says of elements that lock a remedy. */
void sn_findings_mend_locking(GArray *findings, const SnModel *model);
/* Least angular frequency of the fastest wave from node to node of all FEM models [rad/s], and the
 * model that it is in; 0: there is none. */
double sn_fastest_wave(const struct SnSystem *system, SnId *id);

#endif
