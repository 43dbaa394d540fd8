/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A branch: sections of spans, one after another, gaps allowed where it goes on from a
 * saved state.  The recording follows one branch and keeps others that were laid aside; they share
 * the spans they have in common.  thread: engine */
#ifndef SN_RUN_RECORDING_BRANCH_H
#define SN_RUN_RECORDING_BRANCH_H

#include "engine/run/recording/span.h"
#include "engine/run/simulation/recorder.h"

/* A span from its start up to here. */
typedef struct SnSection {
    SnSpan *span; /* a reference */
    uint64_t to_step;
    int to_commands;
    double to_time;
} SnSection;

typedef struct SnBranch {
    GArray *sections; /* of SnSection, ordered by time */
    /* Of a branch that was laid aside: */
    SnTracks *tracks; /* owned: samples */
    int fork;         /* section in which it leaves the branch in force; -1: nothing in common */
    double fork_time; /* [s] */
    SnSpan *shown;    /* a reference: the place shown when it was laid aside */
    int shown_section;
    uint64_t shown_step;
    int shown_commands;
    SnStructure *structure; /* references: the head then */
    SnCommand *values;
} SnBranch;

SnBranch *sn_branch_new(void);
/* Sections only. */
SnBranch *sn_branch_copy(const SnBranch *branch);
void sn_branch_free(SnBranch *branch);

/* Forgets how all stood when it was laid aside. */
void sn_branch_forget_position(SnBranch *branch);

SnSection *sn_branch_section(const SnBranch *branch, int number);
int sn_branch_count(const SnBranch *branch);
/* NULL for an empty branch. */
SnSection *sn_branch_last(const SnBranch *branch);
/* Adds a span (a reference is taken) of no length yet. */
void sn_branch_add(SnBranch *branch, SnSpan *span);
/* Ends the branch in a section after a step and so many commands. */
void sn_branch_end(SnBranch *branch, int section, uint64_t step, int n_commands, double time);
double sn_branch_from(const SnBranch *branch);
double sn_branch_to(const SnBranch *branch);
/* Whether anything was simulated in it. */
bool sn_branch_has_steps(const SnBranch *branch);
/* Works out where it leaves another branch; false if nothing was simulated from there on. */
bool sn_branch_fork(SnBranch *branch, const SnBranch *other);

/* The recorded moment nearest to a time. */
typedef struct SnRecordingPosition {
    int section; /* -1: the branch is empty */
    uint64_t step;
    int n_commands;
    double time; /* [s] */
} SnRecordingPosition;

SnRecordingPosition sn_branch_find(const SnBranch *branch, double time);

#endif
