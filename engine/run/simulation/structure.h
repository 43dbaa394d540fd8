/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model as it was compiled, with all that goes on working with it: kept as long as something that
 * was simulated with it may be shown again.  thread: engine */
#ifndef SN_RUN_SIMULATION_STRUCTURE_H
#define SN_RUN_SIMULATION_STRUCTURE_H

#include "engine/run/simulation/command.h"

typedef struct SnStructure {
    int references;
    SnModel *model;       /* borrowed from the setup, wherever that is */
    SnCompiled *compiled; /* as above */
    SnSetup setup;        /* while it is not in use */
    SnCommand *root;      /* a reference: values as compiled */
    SnCommand *applied;   /* a reference: values its system has now */
    SnProbeBox *probes;   /* a reference: the probes its system has now */
    size_t bytes;         /* roughly */
    size_t *account;      /* where its bytes are counted; borrowed */
} SnStructure;

/* Takes both; account: where its bytes are counted as long as it lives. */
SnStructure *sn_structure_new(SnModel *model, SnCompiled *compiled, uint64_t fingerprint,
                              size_t *account);
SnStructure *sn_structure_ref(SnStructure *structure);
/* The last reference must not go while it is in use. */
void sn_structure_unref(SnStructure *structure);

/* Makes the workspace that it needs in force, unless there is one; false: sn_memory_fault. */
bool sn_structure_prepare(SnStructure *structure);
/* Puts one in force in place of another (NULL: none), with the values of a command of its own; the
 * state is to be put there after. */
void sn_structure_use(SnStructure *structure, SnStructure *former, SnSimulation *simulation);
/* Brings values in force to those after a command. */
void sn_structure_apply(SnStructure *structure, SnCommand *command, SnSimulation *simulation);
/* Notes that a command was carried out. */
void sn_structure_carried_out(SnStructure *structure, SnCommand *command);

/* Takes a newer model of the same components, whose probes differ, in place of its own. */
void sn_structure_adopt(SnStructure *structure, SnModel *model, SnSimulation *simulation);
/* How many components one has that the other has not; what is only document does not count. */
int sn_structure_count_missing(const SnStructure *of, const SnStructure *in);

#endif
