/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/engine/compile_worker.h"

#include "engine/base/queue.h"
#include "engine/compile/parts/probe_tables.h"
#include "engine/run/simulation/fingerprint.h"

#include <pthread.h>

struct SnCompileWorker {
    pthread_t thread;
    SnQueue *jobs; /* SnCompileJob *; NULL: end */
    SnCompileDone done;
    void *data;
};

SnCompileJob *sn_compile_job_new(SnModel *model, bool reset)
{
    SnCompileJob *job = g_new0(SnCompileJob, 1);
    job->model = model;
    job->reset = reset;
    atomic_init(&job->cancel, false);
    return job;
}

void sn_compile_job_free(SnCompileJob *job)
{
    if (!job)
        return;
    if (job->model)
        sn_model_free(job->model);
    sn_compiled_free(job->compiled);
    g_clear_error(&job->error);
    g_free(job);
}

static void *work(void *data)
{
    SnCompileWorker *worker = data;
    SnCompileCache *cache = sn_compile_cache_new();
    SnCompileJob *job;
    while (sn_queue_wait(worker->jobs, &job, -1) && job) {
        job->compiled = sn_compile(job->model, cache, &job->cancel, &job->error);
        if (job->compiled && !sn_compiled_prepare(job->compiled, &job->error))
            g_clear_pointer(&job->compiled, sn_compiled_free);
        if (job->compiled)
            job->fingerprint = sn_model_fingerprint(
                job->model, sn_probe_inputs_fingerprint(job->compiled->system));
        worker->done(job, worker->data);
    }
    sn_compile_cache_free(cache);
    return NULL;
}

SnCompileWorker *sn_compile_worker_new(SnCompileDone done, void *data)
{
    SnCompileWorker *worker = g_new0(SnCompileWorker, 1);
    worker->jobs = sn_queue_new(sizeof(SnCompileJob *));
    worker->done = done;
    worker->data = data;
    const int failed = pthread_create(&worker->thread, NULL, work, worker);
    g_assert(failed == 0);
    return worker;
}

void sn_compile_worker_start(SnCompileWorker *worker, SnCompileJob *job)
{
    sn_queue_push(worker->jobs, &job);
}

void sn_compile_worker_free(SnCompileWorker *worker)
{
    if (!worker)
        return;
    SnCompileJob *job = NULL;
    sn_queue_push(worker->jobs, &job);
    pthread_join(worker->thread, NULL);
    sn_queue_free(worker->jobs);
    g_free(worker);
}
