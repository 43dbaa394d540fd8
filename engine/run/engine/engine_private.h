/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the engine share: engine.c (the functions others call), engine_thread.c (its
 * loop), engine_commands.c (what each message does), pacer.c (when a step starts). */
#ifndef SN_RUN_ENGINE_ENGINE_PRIVATE_H
#define SN_RUN_ENGINE_ENGINE_PRIVATE_H

#include "engine/base/queue.h"
#include "engine/checks.h"
#include "engine/engine.h"
#include "engine/run/engine/message.h"
#include "engine/run/file/command_log.h"
#include "engine/run/recording/recording.h"
#include "engine/run/simulation/pacer.h"

#include <pthread.h>

struct SnEngine {
    /* --- set once --- */
    SnWake wake;
    void *wake_data;
    SnQueue *commands; /* SnMessage: others -> engine thread */
    SnQueue *events;   /* SnEvent: engine thread -> main */
    SnSnapshotPool *pool;
    pthread_t thread;
    SnCompileWorker *worker;

    /* --- atomics --- */
    atomic_bool interrupt;      /* a long step command shall end: pause or quit is in the queue */
    atomic_bool snapshot_event; /* one is in the event queue */

    /* --- answers: under lock --- */
    pthread_mutex_t lock;
    pthread_cond_t answer;
    uint64_t answered; /* serial of the newest call that was carried out */

    /* --- for others to look at: under published_lock, which is never held for long --- */
    pthread_mutex_t published_lock;
    SnRecordingReport *report; /* owned; NULL: none yet */
    SnRestStart *rest;         /* owned; NULL: none */
    SnTracks *tracks;          /* owned */

    /* --- main thread --- */
    uint64_t asked;        /* serial of the newest call */
    uint64_t watch_serial; /* of the newest watch list */

    /* --- engine thread --- */
    SnSimulation *simulation;
    SnRecording *recording;
    SnCommandLog *log;
    SnRunState run;
    double until;    /* play until then [s]; infinity */
    bool follows;    /* plays what is recorded */
    bool replay;     /* ... without simulating it again */
    double loop[2];  /* from, to [s]; none if to <= from */
    SnWatch *traces; /* [n_traces] g_free */
    int n_traces;
    SnRepeats repeats; /* of joints that say the same twice, in the steps so far */
    bool quit;
    SnPacer pacer;
    int64_t published;   /* wall time of the last snapshot [ns] */
    int64_t settling;    /* wall time of the last word about settling [ns]; 0: none yet */
    double settled_part; /* done then, 0 to 1 */
    bool unsettled;      /* settling the start was given up for what waits in the queue */
    double far;          /* from rest the start was when that was last said [m]; 0: nothing was */
    SnWatch *watches;    /* [n_watches] g_free */
    int n_watches;
    uint64_t watches_serial;
    SnCompileJob *job; /* newest compile, in flight; owned by the worker until it comes back */
    GArray *pending;   /* SnMessage SET and STYLE since that compile was asked for */
    GArray *deferred;  /* SnMessage CALL waiting for it */
    SnModel *probes;   /* owned: whose probes wait for it; NULL: none */
};

/* --- engine_thread.c --- */

void *sn_engine_main(void *engine);
void sn_engine_event(SnEngine *engine, SnEventKind kind, SnId id, const char *text);
/* SN_EVENT_NOTE. */
void sn_engine_note(SnEngine *engine, const SnFinding *finding, const char *text);
void sn_engine_fault(SnEngine *engine, const SnFault *fault);
/* Reports that memory lacked on the way to a moment; false: it did not. */
bool sn_engine_report_lack(SnEngine *engine);
/* Stops the clock (no event if it stood still) and shows the state. */
void sn_engine_stop(SnEngine *engine);
void sn_engine_publish(SnEngine *engine);
/* Completes a snapshot with what the clock knows and shows it. */
void sn_engine_publish_snapshot(SnEngine *engine, SnSnapshot *snapshot);

/* Steps as fast as they go, along what is recorded and beyond. */
void sn_engine_do_steps(SnEngine *engine, int count);
/* At a stop. */
void sn_engine_checkpoint(SnEngine *engine);
/* Before something that the command log shall hold. */
void sn_engine_sync_log(SnEngine *engine);
/* Stands still: an event if it did not. */
void sn_engine_halt(SnEngine *engine);
/* Whether a long command shall end (an SnRecordingStop). */
bool sn_engine_interrupted(void *engine);
/* What the recording has to say. */
void sn_engine_report_recording(SnEngine *engine);

/* --- engine_play.c --- */

/* Whatever is next while the clock runs. */
void sn_engine_play_on(SnEngine *engine);
/* Begins at the place shown. */
void sn_engine_begin(SnEngine *engine);

/* --- engine_settle.c --- */

/* An SnStepWatch of the engine: tells others how far it is, and gives up where a message that waits
 * makes another start, or somebody asks to stop. */
bool sn_engine_settle_watch(void *engine, double fraction);
/* After something that may have made a new start: says that settling is over; true where the start
 * was given up (it is made as soon as no message waits), so that there is nothing to show. */
bool sn_engine_start_made(SnEngine *engine);
/* Makes the start that was given up. */
void sn_engine_settle_now(SnEngine *engine);
/* Says how far the start in force is from rest, once for each distance. */
void sn_engine_check_start(SnEngine *engine);
void sn_engine_handle_find_rest(SnEngine *engine);

/* --- engine_recording.c --- */

void sn_engine_handle_seek(SnEngine *engine, double time);
void sn_engine_handle_step_back(SnEngine *engine, int count);
void sn_engine_handle_intervention(SnEngine *engine, const SnMessage *message);
void sn_engine_handle_branch(SnEngine *engine, uint64_t span);
/* Shows others the recording as it is now. */
void sn_engine_publish_recording(SnEngine *engine);

/* --- engine.c --- */

/* Has function(engine, data) carried out on the engine thread, after all commands sent before and
 * with no compile in flight; results of the state are worked out.  timeout_ms negative: waits for
 * ever. */
bool sn_engine_call(SnEngine *engine, void (*function)(SnEngine *, void *), void *data,
                    int timeout_ms);

/* --- engine_commands.c --- */

void sn_engine_handle(SnEngine *engine, SnMessage *message);
/* Frees what a message owns that will not be carried out. */
void sn_message_clear(SnMessage *message);

#endif
