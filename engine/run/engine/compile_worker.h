/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that compiles models while the engine steps on. */
#ifndef SN_RUN_ENGINE_COMPILE_WORKER_H
#define SN_RUN_ENGINE_COMPILE_WORKER_H

#include "engine/compile/compile.h"

/* One compile: made by the engine thread, worked on by the worker, given back when done. */
typedef struct SnCompileJob {
    SnModel *model; /* owned frozen copy */
    bool reset;
    atomic_bool cancel;   /* set by the engine thread when a newer one overtakes it */
    bool played;          /* a play was asked for after it: of the engine thread alone */
    SnCompiled *compiled; /* result, owned; NULL with an error */
    uint64_t fingerprint; /* of the model, with a result (fingerprint.h) */
    GError *error;        /* owned */
} SnCompileJob;

/* Takes the model. */
SnCompileJob *sn_compile_job_new(SnModel *model, bool reset);
void sn_compile_job_free(SnCompileJob *job);

typedef struct SnCompileWorker SnCompileWorker;

/* done: called on the worker's thread with each finished (or cancelled) job, which is then owned by
 * the callee. */
typedef void (*SnCompileDone)(SnCompileJob *job, void *data);
SnCompileWorker *sn_compile_worker_new(SnCompileDone done, void *data);
/* Waits until all jobs sent have come back: cancel them first. */
void sn_compile_worker_free(SnCompileWorker *worker);
/* Takes the job until it comes back. */
void sn_compile_worker_start(SnCompileWorker *worker, SnCompileJob *job);

#endif
