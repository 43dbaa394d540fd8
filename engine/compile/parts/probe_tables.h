/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of the probes alone: where inputs come from and results go.  They are made for a
 * compiled system, also one that is running, so that an edit of a probe or clip needs no compile.
 */
#ifndef SN_COMPILE_PARTS_PROBE_TABLES_H
#define SN_COMPILE_PARTS_PROBE_TABLES_H

#include "engine/model/model.h"
#include "engine/sim/system/system.h"

typedef struct SnProbeTables SnProbeTables;

/* From the probes and clips of a model, for a system in which their targets are looked up by id.
 * The system is not changed in the end, but written to: which parameters can be driven is found out
 * by giving each its own value.  So only the thread that the system belongs to may call this.
 * NULL: SN_MODEL_ERROR_COMPILE, which names the probe's path. */
SnProbeTables *sn_probe_tables_new(const SnModel *model, SnSystem *system, GError **error);
void sn_probe_tables_free(SnProbeTables *tables);
/* Exchanges contents with a system: `tables` has the old ones then.  Parameters that were driven
 * get their base values back; those that will be keep what they have as base value. */
void sn_probe_tables_swap(SnProbeTables *tables, SnSystem *system);

/* Lets the probe members of an otherwise empty system show the tables, which it must not outlive.
 */
void sn_probe_tables_view(const SnProbeTables *tables, SnSystem *system);

/* A hash of all that enabled input probes drive and play: two systems of one structure that have
 * the same move in the same way. */
uint64_t sn_probe_inputs_fingerprint(const SnSystem *system);

#endif
