/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A span of a recording: what was simulated in one go with one structure.  It holds what was
 * done meanwhile and full states so often that every moment between is soon simulated again.
 * Several branches (branch.h) may share it, each up to another moment.  thread: engine */
#ifndef SN_RUN_RECORDING_SPAN_H
#define SN_RUN_RECORDING_SPAN_H

#include "engine/run/simulation/frame.h"
#include "engine/run/simulation/structure.h"

typedef struct SnKeyframe {
    int n_commands; /* of the span, carried out before */
    bool waypoint;  /* kept as long as the span */
    int64_t cost;   /* wall time of the steps since the moment before [ns] */
    SnState *state; /* owned */
} SnKeyframe;

typedef struct SnSpan {
    int references;
    uint64_t id;            /* unique while the engine lives */
    bool saved;             /* a single moment that came from a file */
    SnStructure *structure; /* a reference */
    SnCommand *base;        /* a reference: values at its start */
    GPtrArray *commands;    /* of SnCommand, references: in the order they were carried out */
    GArray *keyframes;      /* of SnKeyframe, by (step, n_commands); the first is the start */
    GPtrArray *frames;      /* of SnFrame, by step */
    size_t bytes;           /* of states, commands and frames */
    size_t *account;        /* where they are counted; borrowed */
} SnSpan;

/* Starts at a state (copied) with the values of a command; account: where its bytes are counted as
 * long as it lives. */
SnSpan *sn_span_new(uint64_t id, SnStructure *structure, SnCommand *base, const SnState *start,
                    size_t *account);
SnSpan *sn_span_ref(SnSpan *span);
void sn_span_unref(SnSpan *span);

uint64_t sn_span_first_step(const SnSpan *span);
double sn_span_first_time(const SnSpan *span);
double sn_span_step_size(const SnSpan *span);
/* The step nearest to a time, not before the first. */
uint64_t sn_span_step_at(const SnSpan *span, double time);
/* Values in force after so many of its commands; borrowed. */
SnCommand *sn_span_values(const SnSpan *span, int n_commands);
/* Commands carried out by the end of a step. */
int sn_span_commands_at(const SnSpan *span, uint64_t step);
/* Whether one of its commands from a number on, before another, changed the state by hand. */
bool sn_span_intervened(const SnSpan *span, int from, int to);
/* Takes the command. */
void sn_span_add_command(SnSpan *span, SnCommand *command);

/* Number of the newest moment at or before a step and a count of commands. */
guint sn_span_keyframe_before(const SnSpan *span, uint64_t step, int n_commands);
SnKeyframe *sn_span_keyframe(const SnSpan *span, guint number);
/* Keeps a state (taken over), unless that moment is there already; cost: since the one before. */
SnKeyframe *sn_span_take(SnSpan *span, int n_commands, SnState *state, int64_t cost);
/* Adds a frame (taken) of a moment later than that of the newest, which else is freed. */
void sn_span_add_frame(SnSpan *span, SnFrame *frame);
/* The frame nearest to a step and not after `last`, NULL: there is none. */
const SnFrame *sn_span_frame_near(const SnSpan *span, uint64_t step, uint64_t last);
size_t sn_span_frame_bytes(const SnSpan *span);
/* Starts from another state and other values: nothing was simulated yet. */
void sn_span_restart(SnSpan *span, SnCommand *base, const SnState *start);
/* Counts its bytes again after keyframes or commands were taken out by hand. */
void sn_span_count(SnSpan *span);
/* Forgets all after a step and a count of commands. */
void sn_span_trim(SnSpan *span, uint64_t step, int n_commands);
#endif
