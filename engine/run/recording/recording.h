/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recording of a simulation: the branch in force, which grows, branches that were laid aside,
 * single states that came from a file, and the place that is shown.
 *
 * The head is the model as it is now: a structure and the values in force.  A moment of the past is
 * shown with the structure and values it was simulated with; what is simulated from there follows
 * the head.  So a change at a moment of the past, or a run from there with another head, cuts the
 * branch: what lay after becomes a branch, and a new span begins.  thread: engine */
#ifndef SN_RUN_RECORDING_RECORDING_H
#define SN_RUN_RECORDING_RECORDING_H

#include "engine/recording_report.h"
#include "engine/run/recording/branch.h"

/* Wall time of the steps between two states, so that going back costs no more [ns]. */
#define SN_RECORDING_SPACING ((int64_t)20000000)

typedef struct SnRecording {
    SnSimulation *simulation; /* borrowed */
    SnStructure *current;     /* a reference: what the simulation works with; NULL: nothing yet */
    SnStructure *spare;       /* a reference: left lately; others than it and the head have no
                                 workspace while they are not in use */
    SnBranch *branch;         /* owned */
    GPtrArray *branches;      /* of SnBranch, newest first */
    GPtrArray *saved;         /* of SnSpan: single states from files */

    /* --- the place shown: step and time are the state's --- */
    SnSpan *span;   /* a reference; NULL: nothing yet */
    int section;    /* of the branch; -1: the span is a saved one */
    int n_commands; /* carried out */
    bool stale;     /* the state was put there, results are not worked out */
    bool moved;     /* the state is not what the commands carried out so far lead to */

    /* --- the head --- */
    SnStructure *head; /* a reference */
    SnCommand *values; /* a reference */
    uint64_t accepted; /* this head may follow a branch of another; 0: none */

    /* The branch as it was before the newest cut, while nothing was simulated since: a change that
     * is undone brings it back.  Owned, unless it is among the branches. */
    SnBranch *before;
    bool before_is_branch;

    /* --- keeping states --- */
    int64_t since; /* wall time of the steps since the newest state [ns] */
    int since_steps;
    int64_t spacing;  /* between states that are kept, as thin as they are now [ns] */
    double frame_gap; /* between frames that are kept, as thin as they are now [s] */
    size_t used;      /* bytes of spans and structures */
    size_t budget;    /* bytes */
    bool thinned;     /* some states had to go; reported */
    bool report_thinned;
    int64_t step_cost;     /* wall time of a step, smoothed [ns] */
    SnWaypointMark *marks; /* [n_marks] g_free; ordered by time */
    int n_marks;
    uint64_t last_id; /* of spans */
    uint64_t serial;
    char message[200]; /* to be reported; "": nothing */
    SnFault lack;      /* of memory, on the way to a moment; to be reported */
} SnRecording;

SnRecording *sn_recording_new(SnSimulation *simulation);
void sn_recording_free(SnRecording *recording);

/* --- where it is --- */

/* At the end of the branch, with the head in force: the next step is a new one. */
bool sn_recording_is_live(const SnRecording *recording);
/* At the end of the branch. */
bool sn_recording_at_end(const SnRecording *recording);
/* At the first moment of the branch, t = 0. */
bool sn_recording_at_start(const SnRecording *recording);
/* Works out results if they are not. */
void sn_recording_compute_results(SnRecording *recording);

/* Works out the fingerprint of the head while its values are in force; the fingerprint, 0 if it is
 * not known. */
uint64_t sn_recording_fingerprint(const SnRecording *recording, SnCommand *values);

/* --- going to and fro (recording_move.c) --- */

/* Makes what a structure needs to be put in force; false: memory lacks, `lack` says what. */
bool sn_recording_prepare(SnRecording *recording, SnStructure *structure);
/* Puts a structure in force; the state is to be put there after. */
void sn_recording_use_structure(SnRecording *recording, SnStructure *structure);

/* Asked now and then on the way: true to stop where it is. */
typedef bool (*SnRecordingStop)(void *data);

/* Goes to a moment of a section of the branch (section -1: of the given saved span); false if it
 * was stopped on the way. */
bool sn_recording_go_to(SnRecording *recording, int section, SnSpan *span, uint64_t step,
                        int n_commands, SnRecordingStop stop, void *data);
/* Goes to the recorded moment nearest to a time; false also where memory lacks (`lack`): then
 * nothing has moved. */
bool sn_recording_seek(SnRecording *recording, double time, SnRecordingStop stop, void *data);
/* What there is near a time, if the way from a kept state to the very moment would take longer than
 * some time: a state in a span and, if that is nearer, a frame. */
typedef struct SnNear {
    int section; /* -1: nothing, it does not take that long */
    const SnKeyframe *keyframe;
    const SnFrame *frame; /* or NULL */
} SnNear;

/* cost: that time [ns]. */
SnNear sn_recording_near(const SnRecording *recording, double time, int64_t cost);
/* Keeps what a snapshot of the present state shows. */
void sn_recording_keep_frame(SnRecording *recording, const SnSnapshot *snapshot);
/* Goes some steps back, or forward within the branch; false as above. */
bool sn_recording_seek_steps(SnRecording *recording, int64_t steps, SnRecordingStop stop,
                             void *data);
/* One step along the branch, which must not end here; SN_FAULT_MEMORY before a section of another
 * structure that does not fit. */
SnFault sn_recording_follow(SnRecording *recording);
/* Releases a pull in the head. */
void sn_recording_release(SnRecording *recording);

/* --- going on (recording_change.c) --- */

/* Called before steps: true if the branch goes on from here as the head would (or was accepted), so
 * that it can be followed.  Otherwise the place is live after this. */
bool sn_recording_ready(SnRecording *recording);
/* Makes the place live in any case, so that something can be done to it. */
void sn_recording_make_live(SnRecording *recording);
/* A step from a live place; cost: of the step before, see sn_recording_stepped. */
SnFault sn_recording_step(SnRecording *recording);
/* To be called after it with its wall time [ns]. */
void sn_recording_stepped(SnRecording *recording, int64_t cost);
/* Keeps the present state. */
SnKeyframe *sn_recording_keep_state(SnRecording *recording);

typedef enum SnRecordingInstalled {
    SN_RECORDING_ANEW,    /* the simulation starts at t = 0 */
    SN_RECORDING_CARRIED, /* the state at the end was carried over */
    SN_RECORDING_MOVED, /* something else: the place is another, or the branch goes on as it was */
} SnRecordingInstalled;

/* A new span with the head begins at the place shown.  head, values: the head before. */
void sn_recording_cut(SnRecording *recording, SnStructure *head, SnCommand *values);
/* The new branch (taken) is in force instead of the present one, which becomes a branch if it holds
 * anything that the new one does not, and is noted as the one before; head, values: as above. */
void sn_recording_replace_branch(SnRecording *recording, SnBranch *branch, SnStructure *head,
                                 SnCommand *values);
void sn_recording_forget_before(SnRecording *recording);

/* After a change: if the model is again what it was before the newest cut, the branch that was cut
 * comes back. */
void sn_recording_detect_undo(SnRecording *recording);
/* The recorder follows the output probes of the head. */
void sn_recording_attach_recorder(SnRecording *recording);
/* A command (taken) that was carried out at a live place, or at t = 0 where it made another start
 * state. */
void sn_recording_add_command(SnRecording *recording, SnCommand *command);
void sn_recording_restart(SnRecording *recording, SnCommand *command);

/* Puts a compiled model (both taken) in force. */
SnRecordingInstalled sn_recording_install(SnRecording *recording, SnModel *model,
                                          SnCompiled *compiled, uint64_t fingerprint, bool reset);
/* A value; at a live place only.  False if it cannot be changed live. */
bool sn_recording_set(SnRecording *recording, SnId id, int row, const double *value, int n,
                      uint64_t revision);
/* As above: a pull. */
void sn_recording_pull(SnRecording *recording, SnId id, const double local[3],
                       const double target[3]);
/* Whether tables made for the head's system drive in the same way as those in force: then they can
 * take their place wherever the branch is shown. */
bool sn_recording_probes_play_alike(const SnRecording *recording, const SnProbeTables *tables);
/* Other probes for what is to be simulated, at a live place unless they drive alike; takes the
 * model they come from and the tables. */
void sn_recording_set_probes(SnRecording *recording, SnModel *model, SnProbeTables *tables);
/* Back to t = 0: there, if it is the head's start, else from the head's start state anew. */
void sn_recording_reset(SnRecording *recording);
/* --- branches (recording_branches.c) --- */

/* Goes to just before the first intervention that came with a revision and cuts the branch there;
 * false if there is none. */
bool sn_recording_undo_intervention(SnRecording *recording, uint64_t revision);
/* Brings back the newest branch laid aside that has one, and goes to just after it. */
bool sn_recording_redo_intervention(SnRecording *recording, uint64_t revision);
/* Brings back the branch that was laid aside with a span of this id. */
bool sn_recording_switch_branch(SnRecording *recording, uint64_t span, SnRecordingStop stop,
                                void *data);

/* --- what is kept (recording_memory.c) --- */

size_t sn_recording_bytes(const SnRecording *recording);
/* Bytes it may take from now on. */
void sn_recording_set_budget(SnRecording *recording, size_t bytes);
/* Makes room if the budget is used up. */
void sn_recording_make_room(SnRecording *recording);

/* --- waypoints (recording_waypoints.c) --- */

/* Takes the marks (g_malloc). */
void sn_recording_set_marks(SnRecording *recording, SnWaypointMark *marks, int n,
                            SnRecordingStop stop, void *data);
/* The state kept for a mark, NULL: none; of_head: none that belongs to another structure than the
 * head's either. */
const SnState *sn_recording_mark_state(const SnRecording *recording, const SnWaypointMark *mark,
                                       bool of_head);
/* Whether a run from one time to another comes to a breakpoint; which. */
const SnWaypointMark *sn_recording_breakpoint(const SnRecording *recording, double from, double to);
bool sn_recording_give_state(SnRecording *recording, uint64_t step, double time, uint64_t active,
                             const double *data, size_t n);

/* How it stands, for others. */
SnRecordingReport *sn_recording_report(const SnRecording *recording);

#endif
