/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What somebody did to a simulation between two of its steps, so that it can be done again with the
 * same bits and be taken back.
 *
 * Commands of one structure form a tree with an empty root: the path from the root to a command is
 * the values in force after it.  What was simulated keeps the commands it was simulated with,
 * wherever the model has gone since; to show it again, values are taken back up to the command both
 * paths have in common, and done again from there.  thread: engine */
#ifndef SN_RUN_SIMULATION_COMMAND_H
#define SN_RUN_SIMULATION_COMMAND_H

#include "engine/run/simulation/probe_box.h"
#include "engine/run/simulation/simulation.h"

typedef enum SnCommandKind {
    SN_COMMAND_NONE,      /* the root */
    SN_COMMAND_SET,       /* a value of the system */
    SN_COMMAND_START,     /* a start value, at t = 0 */
    SN_COMMAND_INTERVENE, /* a start-kind value of the present state, later */
    SN_COMMAND_PULL,
    SN_COMMAND_PROBES,
} SnCommandKind;

/* Numbers of a start state. */
typedef struct SnStartValues SnStartValues;

typedef struct SnCommand {
    int references;
    SnCommandKind kind;
    struct SnCommand *parent; /* a reference; NULL: the root */
    int depth;
    uint64_t step;        /* carried out after so many steps */
    uint64_t fingerprint; /* of the model with it in force (fingerprint.h); 0: not known */
    SnPull pull;          /* in force after it */
    SnProbeBox *probes;   /* in force after it, a reference */
    /* SET START INTERVENE */
    SnId id;
    int row, n;
    uint64_t revision;          /* that came with it */
    double before[6], after[6]; /* in the system */
    SnValue model_before;       /* in the model */
    SnMode mode_before;
    SnStartValues *start_before, *start_after; /* START */
} SnCommand;

/* Takes the box: the compiled probes. */
SnCommand *sn_command_root(SnProbeBox *probes);
SnCommand *sn_command_ref(SnCommand *command);
void sn_command_unref(SnCommand *command);
/* Bytes of one command. */
size_t sn_command_bytes(const SnCommand *command);

/* Each carries something out and returns a reference to the new command below `parent`, whose
 * values must be in force. */

/* NULL if the value cannot be changed live. */
SnCommand *sn_command_set(SnCommand *parent, SnSimulation *simulation, SnId id, int row,
                          const double *value, int n, uint64_t revision);
SnCommand *sn_command_pull(SnCommand *parent, SnSimulation *simulation, SnId id,
                           const double local[3], const double target[3]);

/* Puts a command in the place of a former one, as if that had never been: below `parent`, undone to
 * what was before that one. */
void sn_command_follow(SnCommand *command, SnCommand *parent, const SnCommand *former);

/* Takes the box, which the structure puts in force. */
SnCommand *sn_command_probes(SnCommand *parent, uint64_t step, SnProbeBox *probes);
/* Lets go, with nobody having to be asked. */
SnCommand *sn_command_release(SnCommand *parent);

/* Does it again at the state it was done at. */
void sn_command_redo(const SnCommand *command, SnSimulation *simulation);
/* Goes from the values after one command to those after another of the same tree; the state is
 * left alone. */
void sn_command_move(SnSimulation *simulation, const SnCommand *from, const SnCommand *to);

#endif
