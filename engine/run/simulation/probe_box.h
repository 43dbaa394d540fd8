/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probe tables that some moment was simulated with.  Those in force lie in the system of their
 * structure; every other box holds its own.  thread: engine */
#ifndef SN_RUN_SIMULATION_PROBE_BOX_H
#define SN_RUN_SIMULATION_PROBE_BOX_H

#include "engine/compile/parts/probe_tables.h"

typedef struct SnProbeBox {
    int references;
    SnProbeTables *tables; /* owned; NULL: they lie in the system */
    uint64_t inputs;       /* sn_probe_inputs_fingerprint */
} SnProbeBox;

/* For tables that lie in a system. */
SnProbeBox *sn_probe_box_of(const SnSystem *system);
/* Takes the tables. */
SnProbeBox *sn_probe_box_new(SnProbeTables *tables);
SnProbeBox *sn_probe_box_ref(SnProbeBox *box);
void sn_probe_box_unref(SnProbeBox *box);
/* Puts the tables of a box in force in place of those of another. */
void sn_probe_box_exchange(SnProbeBox *former, SnProbeBox *box, SnSystem *system);
/* Puts other tables into a box, which drive in the same way (taken). */
void sn_probe_box_replace(SnProbeBox *box, SnProbeTables *tables, SnSystem *system);

#endif
