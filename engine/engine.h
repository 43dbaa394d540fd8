/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine thread as the rest of the program sees it: commands in, snapshots and events out.
 * All functions may be called from the thread that made the engine (main); none blocks for longer
 * than a queue operation unless its comment says so. */
#ifndef SN_ENGINE_H
#define SN_ENGINE_H

#include "engine/base/fault.h"
#include "engine/base/id.h"
#include "engine/base/series.h"
#include "engine/model/model.h"
#include "engine/recording_report.h"
#include "engine/snapshot.h"

typedef struct SnEngine SnEngine;

typedef enum SnEventKind {
    SN_EVENT_SNAPSHOT,      /* a newer snapshot was published (coalesced) */
    SN_EVENT_COMPILED,      /* revision is in force now */
    SN_EVENT_COMPILE_ERROR, /* text, id */
    SN_EVENT_PLAYING,
    SN_EVENT_PAUSED,
    SN_EVENT_FAULT,     /* step refused: text, id, time */
    SN_EVENT_STRUCTURE, /* a value of id cannot be changed live: the model is to be compiled */
    SN_EVENT_MESSAGE,   /* something for the log: text, id */
    SN_EVENT_NOTE,      /* something to be shown: text, id */
    SN_EVENT_SETTLING,  /* the start is being brought to rest: time is the part that is done */
    SN_EVENT_SETTLED,   /* ... and is no more, whether it came to rest or not */
    SN_EVENT_REST,      /* what sn_engine_find_rest asked for: text, id where it failed */
} SnEventKind;

#define SN_EVENT_MOST 8 /* components that an event names */

typedef struct SnEvent {
    SnEventKind kind;
    SnId id;
    double time;
    uint64_t revision;
    SnId named[SN_EVENT_MOST]; /* NOTE: all that it is about */
    int n_named;
    char text[512];
} SnEvent;

/* Called on the engine thread when the event queue goes from empty to non-empty: wake up the main
 * loop, do no more. */
typedef void (*SnWake)(void *data);

SnEngine *sn_engine_new(SnWake wake, void *data);
/* Stops and joins the threads. */
void sn_engine_free(SnEngine *engine);

/* Takes the next event; false when there is none. */
bool sn_engine_next_event(SnEngine *engine, SnEvent *event);

/* --- the model --- */

/* Compiles a frozen copy of the model on a worker and swaps it in between two steps, carrying the
 * state over by component id; a later call overtakes an earlier one.  reset: pauses and starts at
 * t = 0.  A system that was never stepped always starts anew. */
void sn_engine_compile(SnEngine *engine, const SnModel *model, bool reset);

/* A change of one property that is bound (not structural), effective value, of the model at
 * `revision`.  value: numbers as the type has them (bool, int, enum as one number). */
void sn_engine_set(SnEngine *engine, SnId id, int property, const double *value, int n,
                   uint64_t revision);
/* As above for a style: the scene is copied with the component's new resolved style. */
void sn_engine_set_style(SnEngine *engine, SnId id, const SnStyle *style, uint64_t revision);

/* --- the clock --- */

void sn_engine_play(SnEngine *engine);
/* Plays until the given time [s], then pauses. */
void sn_engine_play_until(SnEngine *engine, double time);
void sn_engine_pause(SnEngine *engine);
/* Pauses, then takes the steps as fast as they go; commands sent later wait for the last of them,
 * except a pause, which ends them. */
void sn_engine_step(SnEngine *engine, int n_steps);
/* Pauses; back to t = 0 with the model's start values and base inputs. */
void sn_engine_reset(SnEngine *engine);
/* Simulated seconds per real second: 1 real time, 0 as fast as it goes. */
void sn_engine_set_speed(SnEngine *engine, double speed);

/* --- the recording: every simulated moment can be shown again and gone on from (DESIGN 8) --- */

/* Shows the recorded moment nearest to a time and pauses there; past the end of the recording: the
 * last one.  Of calls that have not been carried out yet the newest counts, so that a dragged
 * cursor may send one for each pixel.  What a play from there simulates has the same bits as the
 * recorded run, as long as nothing was changed. */
void sn_engine_seek(SnEngine *engine, double time);
/* One step back or, with n > 1, several. */
void sn_engine_step_back(SnEngine *engine, int n_steps);
/* Play goes from `to` back to `from` again [s]; to <= from: no loop. */
void sn_engine_set_loop(SnEngine *engine, double from, double to);
/* Recorded moments are shown at the speed of the clock without being simulated again (the default),
 * or simulated again. */
void sn_engine_set_replay(SnEngine *engine, bool replay);
/* Bytes that states and frames may take. */
void sn_engine_set_record_budget(SnEngine *engine, size_t bytes);
/* Brings a shaded branch back (SnSpanReport.span): it becomes the recording, what it branched off
 * from becomes a branch; the clock goes to the moment where they part. */
void sn_engine_switch_branch(SnEngine *engine, uint64_t span_id);

/* Takes interventions back: values of the present state set by hand after t = 0, all that were sent
 * with this revision (sn_engine_set), so that a drag is one.  The clock goes to the moment just
 * before the first of them, what lies after becomes a branch.  Nothing happens if there is none in
 * the recording. */
void sn_engine_undo_intervention(SnEngine *engine, uint64_t revision);
/* Brings them back with all that was simulated after; the clock goes to the moment just after the
 * last of them. */
void sn_engine_redo_intervention(SnEngine *engine, uint64_t revision);

/* The waypoints of the document: states there are kept as long as the recording, and a breakpoint
 * pauses a run. */
void sn_engine_set_waypoints(SnEngine *engine, const SnWaypointMark *marks, int n);

/* Copies of the states that waypoints have and that fit the present structure, to be saved beside
 * the model; waits until the commands sent before have been carried out.  Returns their count; free
 * with sn_waypoint_states_free. */
int sn_engine_waypoint_states(SnEngine *engine, SnWaypointState **states);
void sn_waypoint_states_free(SnWaypointState *states, int n);
/* Gives the recording a state that was saved (SN_SPAN_SAVED), for the present structure; waits.
 * False if it does not fit: other components, or another kind of step. */
bool sn_engine_give_state(SnEngine *engine, uint64_t step, double time, uint64_t active,
                          const double *data, size_t n);

/* As of the last snapshot; never waits.  Free with sn_recording_report_free. */
SnRecordingReport *sn_engine_recording(SnEngine *engine);
void sn_recording_report_free(SnRecordingReport *recording);

/* --- probes and traces --- */

/* Probes, clips of the model as they are now take the place of those compiled, without a compile.
 * What was simulated stays as it was; what is simulated from now on follows the new ones. */
void sn_engine_set_probes(SnEngine *engine, const SnModel *model);
/* Properties whose numbers shall be recorded at every step besides those of output probes, for
 * plots: from now on, and on what is simulated again. */
void sn_engine_set_traces(SnEngine *engine, const SnWatch *traces, int n);
/* Samples of an output probe (property -1) or trace so far: a reference, to be given back with
 * sn_series_unref; NULL if there is none.  Never waits.  It grows until the recording is cut; ask
 * again to see whether it is still the same one. */
SnSeries *sn_engine_series(SnEngine *engine, SnId id, int property);

/* --- hands --- */

/* Pull tool: a damped spring from a point (given in the frame of body or particle `id`, metres) to
 * a world position; stiffness from the component's mass.  A null id lets go.  In the command log.
 */
void sn_engine_pull(SnEngine *engine, SnId id, const double local[3], const double target[3]);

/* --- looking --- */

/* Properties whose present value every snapshot shall carry.  Returns the list's serial. */
uint64_t sn_engine_watch(SnEngine *engine, const SnWatch *watches, int n);
/* The newest snapshot (a reference, to be given back with sn_snapshot_unref), or NULL. */
SnSnapshot *sn_engine_snapshot(SnEngine *engine);

/* Waits until all commands sent so far have been carried out and compiles are in (tests, command
 * line): false after timeout_ms. */
bool sn_engine_sync(SnEngine *engine, int timeout_ms);
/* Hash of the present state (FNV-1a over its block), time and steps; implies sync. */
uint64_t sn_engine_hash(SnEngine *engine, double *time, uint64_t *steps);

/* --- the start at rest --- */

/* A start value at rest. */
typedef struct SnRestValue {
    SnId id;
    int property, n;
    double value[6];
} SnRestValue;

typedef struct SnRestStart {
    bool whole;   /* a model with these start values is the same model at rest; false: others of its
                     values follow from where it starts (rest lengths, attachments, tissue), so that
                     it   has to be settled at each start instead */
    double moved; /* how far the component that moves most is from the start as placed [m] */
    int n;
    SnRestValue values[];
} SnRestStart;

/* Pauses, goes back to t = 0 and looks for the start at rest: SN_EVENT_REST.  A pause stops it. */
void sn_engine_find_rest(SnEngine *engine);
/* After SN_EVENT_REST: what was found, to be freed with g_free; NULL: nothing. */
SnRestStart *sn_engine_take_rest(SnEngine *engine);

/* Present start-kind values (positions, velocities, activations) of a component, for "use present
 * state as start"; implies sync.  Returns the count of numbers, 0 if unknown. */
int sn_engine_get(SnEngine *engine, SnId id, int property, double value[6]);

/* --- record and replay --- */

/* Appends every command that can change the motion, with its step number, to a text file, one JSON
 * object a line (see sn_command_log in run/command_log.h).  NULL stops. */
bool sn_engine_log_commands(SnEngine *engine, const char *path, GError **error);

#endif
