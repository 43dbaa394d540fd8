/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/queue.h"

#include "engine/base/clock.h"
#include "engine/base/memory.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct SnQueue {
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t filled;
    size_t size;
    size_t capacity, first; /* ring of messages, power of two */
    atomic_size_t count;    /* written under the lock, read without */
    unsigned char *ring;
};

SnQueue *sn_queue_new(size_t size)
{
    assert(size > 0);
    SnQueue *queue = sn_alloc(1, sizeof *queue);
    if (!queue)
        abort();
    pthread_mutex_init(&queue->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&queue->filled, &attributes);
    pthread_condattr_destroy(&attributes);
    queue->size = size;
    queue->capacity = 64;
    queue->ring = sn_alloc(1, queue->capacity * size);
    if (!queue->ring)
        abort();
    return queue;
}

void sn_queue_free(SnQueue *queue)
{
    if (!queue)
        return;
    pthread_cond_destroy(&queue->filled);
    pthread_mutex_destroy(&queue->lock);
    sn_free(queue->ring);
    sn_free(queue);
}

static size_t get_count(const SnQueue *queue)
{
    return atomic_load_explicit(&queue->count, memory_order_acquire);
}

static void set_count(SnQueue *queue, size_t count)
{
    atomic_store_explicit(&queue->count, count, memory_order_release);
}

static void *slot(const SnQueue *queue, size_t i)
{
    return queue->ring + ((queue->first + i) & (queue->capacity - 1)) * queue->size;
}

static void grow(SnQueue *queue)
{
    const size_t count = get_count(queue);
    unsigned char *ring = sn_alloc(1, 2 * queue->capacity * queue->size);
    if (!ring)
        abort();
    for (size_t i = 0; i < count; i++)
        memcpy(ring + i * queue->size, slot(queue, i), queue->size);
    sn_free(queue->ring);
    queue->ring = ring;
    queue->capacity *= 2;
    queue->first = 0;
}

bool sn_queue_push(SnQueue *queue, const void *message)
{
    pthread_mutex_lock(&queue->lock);
    const size_t count = get_count(queue);
    if (count == queue->capacity)
        grow(queue);
    memcpy(slot(queue, count), message, queue->size);
    set_count(queue, count + 1);
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
    return count == 0;
}

/* With the lock held. */
static bool take_first(SnQueue *queue, void *message)
{
    const size_t count = get_count(queue);
    if (count == 0)
        return false;
    memcpy(message, slot(queue, 0), queue->size);
    queue->first = (queue->first + 1) & (queue->capacity - 1);
    set_count(queue, count - 1);
    return true;
}

bool sn_queue_pop(SnQueue *queue, void *message)
{
    if (sn_queue_is_empty(queue))
        return false;
    pthread_mutex_lock(&queue->lock);
    const bool taken = take_first(queue, message);
    pthread_mutex_unlock(&queue->lock);
    return taken;
}

bool sn_queue_wait(SnQueue *queue, void *message, int64_t timeout_ns)
{
    const int64_t until = sn_clock_ns() + timeout_ns;
    const struct timespec deadline = {.tv_sec = (time_t)(until / 1000000000),
                                      .tv_nsec = (long)(until % 1000000000)};
    pthread_mutex_lock(&queue->lock);
    bool late = timeout_ns == 0;
    while (get_count(queue) == 0 && !late) {
        if (timeout_ns < 0)
            pthread_cond_wait(&queue->filled, &queue->lock);
        else
            late = pthread_cond_timedwait(&queue->filled, &queue->lock, &deadline) != 0;
    }
    const bool taken = take_first(queue, message);
    pthread_mutex_unlock(&queue->lock);
    return taken;
}

void sn_queue_look(SnQueue *queue, bool (*look)(const void *message, void *data), void *data)
{
    pthread_mutex_lock(&queue->lock);
    for (size_t i = 0; i < get_count(queue) && !look(slot(queue, i), data); i++)
        ;
    pthread_mutex_unlock(&queue->lock);
}

bool sn_queue_is_empty(const SnQueue *queue)
{
    return get_count(queue) == 0;
}
