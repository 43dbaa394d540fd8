/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recording of a simulation: one line that grows, lines that were laid aside (branches), single
 * states that came from a file, and the place that is shown.
 *
 * The head is the model as it is now: a structure and the values in force.  A moment of the past is
 * shown with the structure and values it was simulated with; what is simulated from there follows
 * the head.  So a change at a moment of the past, or a run from there with another head, cuts the
 * line: what lay after becomes a branch, and a new stretch begins.  thread: engine */
#ifndef SN_RUN_RECORDING_TAPE_H
#define SN_RUN_RECORDING_TAPE_H

#include "engine/engine.h"
#include "engine/run/recording/line.h"

/* Wall time of the steps between two states, so that going back costs no more [ns]. */
#define SN_TAPE_SPACING ((int64_t)20000000)

typedef struct SnTape {
    SnSimulation *simulation; /* borrowed */
    SnStructure *current;     /* a reference: what the simulation works with; NULL: nothing yet */
    SnStructure *spare;       /* a reference: left lately; others than it and the head have no
                                 work area while they are not in use */
    SnLine *line;             /* owned */
    GPtrArray *branches;      /* of SnLine, newest first */
    GPtrArray *saved;         /* of SnStretch: single states from files */

    /* --- the place shown: step and time are the state's --- */
    SnStretch *stretch; /* a reference; NULL: nothing yet */
    int piece;          /* of the line; -1: the stretch is a saved one */
    int n_commands;     /* carried out */
    bool stale;         /* the state was put there, results are not worked out */
    bool moved;         /* the state is not what the commands carried out so far lead to */

    /* --- the head --- */
    SnStructure *head; /* a reference */
    SnCommand *values; /* a reference */
    uint64_t accepted; /* this head may follow a line of another; 0: none */

    /* The line as it was before the newest cut, while nothing was simulated since: a change that is
     * undone brings it back.  Owned, unless it is among the branches. */
    SnLine *before;
    bool before_is_branch;

    /* --- keeping states --- */
    int64_t since; /* wall time of the steps since the newest state [ns] */
    int since_steps;
    int64_t spacing;  /* between states that are kept, as thin as they are now [ns] */
    double frame_gap; /* between frames that are kept, as thin as they are now [s] */
    size_t used;      /* bytes of stretches and structures */
    size_t budget;    /* bytes */
    bool thinned;     /* some states had to go; told */
    bool tell_thinned;
    int64_t step_cost;     /* wall time of a step, smoothed [ns] */
    SnWaypointMark *marks; /* [n_marks] g_free; ordered by time */
    int n_marks;
    uint64_t last_id; /* of stretches */
    uint64_t serial;
    char message[200]; /* to be told; "": nothing */
} SnTape;

SnTape *sn_tape_new(SnSimulation *simulation);
void sn_tape_free(SnTape *tape);

/* --- where it is --- */

/* At the end of the line, with the head in force: the next step is a new one. */
bool sn_tape_is_live(const SnTape *tape);
/* At the end of the line. */
bool sn_tape_at_end(const SnTape *tape);
/* At the first moment of the line, t = 0. */
bool sn_tape_at_start(const SnTape *tape);
/* Works out results if they are not. */
void sn_tape_show(SnTape *tape);

/* Works out the fingerprint of the head while its values are in force; the fingerprint, 0 if it is
 * not known. */
uint64_t sn_tape_know(const SnTape *tape, SnCommand *values);

/* --- going to and fro (tape_move.c) --- */

/* Puts a structure in force; the state is to be put there after. */
void sn_tape_use(SnTape *tape, SnStructure *structure);

/* Asked now and then on the way: true to stop where it is. */
typedef bool (*SnTapeStop)(void *data);

/* Goes to a moment of a piece of the line (piece -1: of the given saved stretch); false if it was
 * stopped on the way. */
bool sn_tape_go(SnTape *tape, int piece, SnStretch *stretch, uint64_t step, int n_commands,
                SnTapeStop stop, void *data);
/* Goes to the recorded moment nearest to a time. */
bool sn_tape_seek(SnTape *tape, double time, SnTapeStop stop, void *data);
/* What there is near a time, if the way from a kept state to the very moment would take longer than
 * some time: a state in a stretch and, if that is nearer, a frame. */
typedef struct SnNear {
    int piece; /* -1: nothing, it does not take that long */
    const SnMoment *moment;
    const SnFrame *frame; /* or NULL */
} SnNear;

/* cost: that time [ns]. */
SnNear sn_tape_near(const SnTape *tape, double time, int64_t cost);
/* Keeps what a snapshot of the present state shows. */
void sn_tape_keep_frame(SnTape *tape, const SnSnapshot *snapshot);
/* Goes some steps back, or forward within the line. */
bool sn_tape_seek_steps(SnTape *tape, int64_t steps, SnTapeStop stop, void *data);
/* One step along the line, which must not end here. */
SnFault sn_tape_follow(SnTape *tape);
/* Releases a pull in the head. */
void sn_tape_release(SnTape *tape);

/* --- going on (tape_change.c) --- */

/* Called before steps: true if the line goes on from here as the head would (or was accepted), so
 * that it can be followed.  Otherwise the place is live after this. */
bool sn_tape_ready(SnTape *tape);
/* Makes the place live in any case, so that something can be done to it. */
void sn_tape_make_live(SnTape *tape);
/* A step from a live place; cost: of the step before, see sn_tape_stepped. */
SnFault sn_tape_step(SnTape *tape);
/* To be called after it with its wall time [ns]. */
void sn_tape_stepped(SnTape *tape, int64_t cost);
/* Keeps the present state. */
SnMoment *sn_tape_keep(SnTape *tape);

typedef enum SnTapeInstalled {
    SN_TAPE_ANEW,    /* the simulation starts at t = 0 */
    SN_TAPE_CARRIED, /* the state at the end was carried over */
    SN_TAPE_MOVED,   /* something else: the place is another, or the line goes on as it was */
} SnTapeInstalled;

/* A new stretch with the head begins at the place shown.  head, values: the head before. */
void sn_tape_cut(SnTape *tape, SnStructure *head, SnCommand *values);
/* The new line (taken) is in force instead of the present one, which becomes a branch if it holds
 * anything that the new one does not, and is noted as the one before; head, values: as above. */
void sn_tape_replace_line(SnTape *tape, SnLine *line, SnStructure *head, SnCommand *values);
void sn_tape_forget_before(SnTape *tape);

/* After a change: if the model is again what it was before the newest cut, the line that was cut
 * comes back. */
void sn_tape_see_undone(SnTape *tape);
/* The recorder follows the output probes of the head. */
void sn_tape_attach_recorder(SnTape *tape);
/* A command (taken) that was carried out at a live place, or at t = 0 where it made another start
 * state. */
void sn_tape_add_command(SnTape *tape, SnCommand *command);
void sn_tape_restart(SnTape *tape, SnCommand *command);

/* Puts a compiled model (both taken) in force. */
SnTapeInstalled sn_tape_install(SnTape *tape, SnModel *model, SnCompiled *compiled,
                                uint64_t fingerprint, bool reset);
/* A value; at a live place only.  False if it cannot be changed live. */
bool sn_tape_set(SnTape *tape, SnId id, int row, const double *value, int n, uint64_t revision);
/* As above: a pull. */
void sn_tape_pull(SnTape *tape, SnId id, const double local[3], const double target[3]);
/* Whether tables made for the head's system drive in the same way as those in force: then they can
 * take their place wherever the line is shown. */
bool sn_tape_probes_drive_alike(const SnTape *tape, const SnProbeTables *tables);
/* Other probes for what is to be simulated, at a live place unless they drive alike; takes the
 * model they come from and the tables. */
void sn_tape_set_probes(SnTape *tape, SnModel *model, SnProbeTables *tables);
/* Back to t = 0: there, if it is the head's start, else from the head's start state anew. */
void sn_tape_reset(SnTape *tape);
/* --- branches (tape_branches.c) --- */

/* Goes to just before the first intervention that came with a revision and cuts the line there;
 * false if there is none. */
bool sn_tape_take_back(SnTape *tape, uint64_t revision);
/* Brings back the newest line laid aside that has one, and goes to just after it. */
bool sn_tape_bring_back(SnTape *tape, uint64_t revision);
/* Brings back the line that was laid aside with a stretch of this id. */
bool sn_tape_take_branch(SnTape *tape, uint64_t stretch, SnTapeStop stop, void *data);

/* --- what is kept (tape_memory.c) --- */

size_t sn_tape_bytes(const SnTape *tape);
/* Bytes it may take from now on. */
void sn_tape_set_budget(SnTape *tape, size_t bytes);
/* Makes room if the budget is used up. */
void sn_tape_make_room(SnTape *tape);

/* --- waypoints (tape_waypoints.c) --- */

/* Takes the marks (g_malloc). */
void sn_tape_set_marks(SnTape *tape, SnWaypointMark *marks, int n, SnTapeStop stop, void *data);
/* The state kept for a mark, NULL: none; of_head: none that belongs to another structure than the
 * head's either. */
const SnState *sn_tape_mark_state(const SnTape *tape, const SnWaypointMark *mark, bool of_head);
/* Whether a run from one time to another comes to a breakpoint; which. */
const SnWaypointMark *sn_tape_breakpoint(const SnTape *tape, double from, double to);
bool sn_tape_give_state(SnTape *tape, uint64_t step, double time, uint64_t active,
                        const double *data, size_t n);

/* How it stands, for others. */
SnRecording *sn_tape_report(const SnTape *tape);

#endif
