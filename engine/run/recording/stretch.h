/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stretch of a recording: what was simulated in one go with one structure.  It holds what was
 * done meanwhile and full states so often that every moment between is soon simulated again.
 * Several lines (line.h) may share it, each up to another moment.  thread: engine */
#ifndef SN_RUN_RECORDING_STRETCH_H
#define SN_RUN_RECORDING_STRETCH_H

#include "engine/run/simulation/frame.h"
#include "engine/run/simulation/structure.h"

typedef struct SnMoment {
    int n_commands; /* of the stretch, carried out before */
    bool waypoint;  /* kept as long as the stretch */
    int64_t cost;   /* wall time of the steps since the moment before [ns] */
    SnState *state; /* owned */
} SnMoment;

typedef struct SnStretch {
    int references;
    uint64_t id;            /* unique while the engine lives */
    bool saved;             /* a single moment that came from a file */
    SnStructure *structure; /* a reference */
    SnCommand *base;        /* a reference: values at its start */
    GPtrArray *commands;    /* of SnCommand, references: in the order they were carried out */
    GArray *moments;        /* of SnMoment, by (step, n_commands); the first is the start */
    GPtrArray *frames;      /* of SnFrame, by step */
    size_t bytes;           /* of states, commands and frames */
    size_t *account;        /* where they are counted; borrowed */
} SnStretch;

/* Starts at a state (copied) with the values of a command; account: where its bytes are counted as
 * long as it lives. */
SnStretch *sn_stretch_new(uint64_t id, SnStructure *structure, SnCommand *base,
                          const SnState *start, size_t *account);
SnStretch *sn_stretch_ref(SnStretch *stretch);
void sn_stretch_unref(SnStretch *stretch);

uint64_t sn_stretch_first_step(const SnStretch *stretch);
double sn_stretch_first_time(const SnStretch *stretch);
double sn_stretch_step_size(const SnStretch *stretch);
/* The step nearest to a time, not before the first. */
uint64_t sn_stretch_step_at(const SnStretch *stretch, double time);
/* Values in force after so many of its commands; borrowed. */
SnCommand *sn_stretch_values(const SnStretch *stretch, int n_commands);
/* Commands carried out by the end of a step. */
int sn_stretch_commands_at(const SnStretch *stretch, uint64_t step);
/* Whether one of its commands from a number on, before another, changed the state by hand. */
bool sn_stretch_intervened(const SnStretch *stretch, int from, int to);
/* Takes the command. */
void sn_stretch_add_command(SnStretch *stretch, SnCommand *command);

/* Number of the newest moment at or before a step and a count of commands. */
guint sn_stretch_moment_before(const SnStretch *stretch, uint64_t step, int n_commands);
SnMoment *sn_stretch_moment(const SnStretch *stretch, guint number);
/* Keeps a state (copied), unless that moment is there already; cost: since the newest before. */
SnMoment *sn_stretch_keep(SnStretch *stretch, int n_commands, const SnState *state, int64_t cost);
/* The same, and takes the state. */
SnMoment *sn_stretch_take(SnStretch *stretch, int n_commands, SnState *state, int64_t cost);
/* Adds a frame (taken) of a moment later than that of the newest, which else is freed. */
void sn_stretch_add_frame(SnStretch *stretch, SnFrame *frame);
/* The frame nearest to a step and not after `last`, NULL: there is none. */
const SnFrame *sn_stretch_frame_near(const SnStretch *stretch, uint64_t step, uint64_t last);
size_t sn_stretch_frame_bytes(const SnStretch *stretch);
/* Starts from another state and other values: nothing was simulated yet. */
void sn_stretch_restart(SnStretch *stretch, SnCommand *base, const SnState *start);
/* Counts its bytes again after moments or commands were taken out by hand. */
void sn_stretch_count(SnStretch *stretch);
/* Forgets all after a step and a count of commands. */
void sn_stretch_trim(SnStretch *stretch, uint64_t step, int n_commands);
#endif
