/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/workers.h"
#include "engine/base/workers_limit.h"

#include "engine/base/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#define MOST_THREADS 8
/* A step calls every few hundred microseconds: look that long before going to sleep. */
#define LOOKS 2000

struct SnWorkers {
    int count;
    pthread_t *threads; /* [count - 1] */
    pthread_mutex_t mutex;
    pthread_cond_t begin, end;
    atomic_uint round; /* number of the task; odd: none is open */
    bool quit;         /* under mutex */
    int inside;        /* workers that may still look at the task; under mutex */
    SnWorkTask task;
    void *data;
    int n_parts;
    atomic_int next, done;
};

static void take_parts(SnWorkers *workers)
{
    const int n = workers->n_parts;
    for (;;) {
        const int part = atomic_fetch_add_explicit(&workers->next, 1, memory_order_relaxed);
        if (part >= n)
            return;
        workers->task(workers->data, part);
        atomic_fetch_add_explicit(&workers->done, 1, memory_order_release);
    }
}

static void *work(void *data)
{
    SnWorkers *workers = data;
    unsigned seen = 1;
    for (;;) {
        for (int look = 0; look < LOOKS; look++) {
            const unsigned round = atomic_load_explicit(&workers->round, memory_order_acquire);
            if (round != seen && round % 2 == 0)
                break;
            sched_yield();
        }
        pthread_mutex_lock(&workers->mutex);
        while (!workers->quit &&
               (atomic_load(&workers->round) == seen || atomic_load(&workers->round) % 2 == 1))
            pthread_cond_wait(&workers->begin, &workers->mutex);
        const bool quit = workers->quit;
        seen = atomic_load(&workers->round);
        workers->inside += !quit;
        pthread_mutex_unlock(&workers->mutex);
        if (quit)
            return NULL;
        take_parts(workers);
        pthread_mutex_lock(&workers->mutex);
        if (--workers->inside == 0)
            pthread_cond_signal(&workers->end);
        pthread_mutex_unlock(&workers->mutex);
    }
}

static void stop(void *data)
{
    SnWorkers *workers = data;
    pthread_mutex_lock(&workers->mutex);
    workers->quit = true;
    pthread_cond_broadcast(&workers->begin);
    pthread_mutex_unlock(&workers->mutex);
    for (int i = 0; i < workers->count - 1; i++)
        pthread_join(workers->threads[i], NULL);
    pthread_cond_destroy(&workers->begin);
    pthread_cond_destroy(&workers->end);
    pthread_mutex_destroy(&workers->mutex);
}

static atomic_int most_wanted; /* 0: any number */

void sn_workers_limit(int most)
{
    atomic_store(&most_wanted, most > 0 ? most : 0);
}

SnWorkers *sn_workers_new(int count)
{
    const int most = atomic_load(&most_wanted);
    if (count <= 0)
        count = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (most > 0 && count > most)
        count = most;
    count = count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : count;
    SnWorkers *workers = sn_alloc(1, sizeof *workers);
    workers->threads = sn_alloc((size_t)count, sizeof *workers->threads);
    pthread_mutex_init(&workers->mutex, NULL);
    pthread_cond_init(&workers->begin, NULL);
    pthread_cond_init(&workers->end, NULL);
    atomic_init(&workers->round, 1);
    workers->count = 1;
    while (workers->count < count) {
        if (pthread_create(&workers->threads[workers->count - 1], NULL, work, workers) != 0)
            break; /* fewer will do */
        workers->count++;
    }
    sn_memory_end_with(workers, stop);
    return workers;
}

void sn_workers_free(SnWorkers *workers)
{
    if (!workers)
        return;
    stop(workers);
    sn_free(workers->threads);
    sn_free(workers);
}

int sn_workers_count(const SnWorkers *workers)
{
    return workers ? workers->count : 1;
}

void sn_workers_run(SnWorkers *workers, SnWorkTask task, void *data, int n_parts)
{
    if (!workers || workers->count == 1 || n_parts < 2) {
        for (int part = 0; part < n_parts; part++)
            task(data, part);
        return;
    }
    workers->task = task;
    workers->data = data;
    workers->n_parts = n_parts;
    atomic_store(&workers->next, 0);
    atomic_store(&workers->done, 0);
    pthread_mutex_lock(&workers->mutex);
    atomic_fetch_add(&workers->round, 1); /* open */
    pthread_cond_broadcast(&workers->begin);
    pthread_mutex_unlock(&workers->mutex);
    take_parts(workers);
    while (atomic_load_explicit(&workers->done, memory_order_acquire) < n_parts)
        sched_yield();
    /* nobody may still hold this task when the next one is written */
    pthread_mutex_lock(&workers->mutex);
    atomic_fetch_add(&workers->round, 1); /* closed: latecomers stay out */
    while (workers->inside > 0)
        pthread_cond_wait(&workers->end, &workers->mutex);
    pthread_mutex_unlock(&workers->mutex);
}
