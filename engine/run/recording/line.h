/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of time: pieces of stretches, one after another, gaps allowed where it goes on from a
 * saved state.  The recording is one line, each branch another; they share the stretches they have
 * in common.  thread: engine */
#ifndef SN_RUN_RECORDING_LINE_H
#define SN_RUN_RECORDING_LINE_H

#include "engine/run/recording/stretch.h"
#include "engine/run/simulation/recorder.h"

/* A stretch from its start up to here. */
typedef struct SnPiece {
    SnStretch *stretch; /* a reference */
    uint64_t to_step;
    int to_commands;
    double to_time;
} SnPiece;

typedef struct SnLine {
    GArray *pieces; /* of SnPiece, ordered by time */
    /* Of a line that was laid aside: */
    SnTracks *tracks; /* owned: samples */
    int fork;         /* piece in which it leaves the line in force; -1: nothing in common */
    double fork_time; /* [s] */
    SnStretch *shown; /* a reference: the place shown when it was laid aside */
    int shown_piece;
    uint64_t shown_step;
    int shown_commands;
    SnStructure *structure; /* references: the head then */
    SnCommand *values;
} SnLine;

SnLine *sn_line_new(void);
/* Pieces only. */
SnLine *sn_line_copy(const SnLine *line);
void sn_line_free(SnLine *line);

/* Forgets how all stood when it was laid aside. */
void sn_line_forget_place(SnLine *line);

SnPiece *sn_line_piece(const SnLine *line, int number);
int sn_line_count(const SnLine *line);
/* NULL for an empty line. */
SnPiece *sn_line_last(const SnLine *line);
/* Adds a stretch (a reference is taken) of no length yet. */
void sn_line_add(SnLine *line, SnStretch *stretch);
/* Ends the line in a piece after a step and so many commands. */
void sn_line_end(SnLine *line, int piece, uint64_t step, int n_commands, double time);
double sn_line_from(const SnLine *line);
double sn_line_to(const SnLine *line);
/* Whether anything was simulated in it. */
bool sn_line_has_steps(const SnLine *line);
/* Works out where it leaves another line; false if nothing was simulated from there on. */
bool sn_line_fork(SnLine *line, const SnLine *other);

/* The recorded moment nearest to a time. */
typedef struct SnPlace {
    int piece; /* -1: the line is empty */
    uint64_t step;
    int n_commands;
    double time; /* [s] */
} SnPlace;

SnPlace sn_line_find(const SnLine *line, double time);

#endif
