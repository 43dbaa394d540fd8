/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A first-in first-out queue of messages of one size between threads: pthread mutex and condition,
 * which the thread sanitizer can see into (it cannot see into GLib's). */
#ifndef SN_BASE_QUEUE_H
#define SN_BASE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct SnQueue SnQueue;

/* Messages are copied in and out, `size` bytes each. */
SnQueue *sn_queue_new(size_t size);
/* Messages still in it are dropped: pop them first if they own something. */
void sn_queue_free(SnQueue *queue);

/* Appends a message; true if the queue was empty before.  Allocates only when it must grow. */
bool sn_queue_push(SnQueue *queue, const void *message);
/* Takes the oldest message; false if there is none.  Never waits. */
bool sn_queue_pop(SnQueue *queue, void *message);
/* As pop, but waits up to timeout_ns for one; negative: for ever. */
bool sn_queue_wait(SnQueue *queue, void *message, int64_t timeout_ns);
/* Shows the messages that wait, oldest first, to `look` until it returns true; with the lock held,
 * so it must be short. */
void sn_queue_look(SnQueue *queue, bool (*look)(const void *message, void *data), void *data);
/* Without the lock: cheap enough to ask after each step.  A message pushed before by the same
 * thread, or known to be pushed otherwise, is seen. */
bool sn_queue_is_empty(const SnQueue *queue);

#endif
