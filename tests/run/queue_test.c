/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/clock.h"
#include "engine/base/queue.h"

#include <glib.h>
#include <pthread.h>

enum { PRODUCERS = 4, MESSAGES = 20000 };

typedef struct Message {
    int producer, number;
} Message;

static void test_order(void)
{
    SnQueue *queue = sn_queue_new(sizeof(int));
    int got;
    g_assert_true(sn_queue_is_empty(queue));
    g_assert_false(sn_queue_pop(queue, &got));
    /* pops in between, so that the ring wraps round before it grows */
    int expected = 0;
    for (int i = 0; i < 1000; i++) {
        g_assert_cmpint(sn_queue_push(queue, &i), ==, i == expected);
        if (i % 3 == 0) {
            g_assert_true(sn_queue_pop(queue, &got));
            g_assert_cmpint(got, ==, expected++);
        }
    }
    while (sn_queue_pop(queue, &got))
        g_assert_cmpint(got, ==, expected++);
    g_assert_cmpint(expected, ==, 1000);
    sn_queue_free(queue);
}

static void test_timeout(void)
{
    SnQueue *queue = sn_queue_new(sizeof(int));
    int got;
    const int64_t before = sn_clock_ns();
    g_assert_false(sn_queue_wait(queue, &got, 20000000));
    g_assert_cmpint(sn_clock_ns() - before, >=, 20000000);
    g_assert_false(sn_queue_wait(queue, &got, 0));
    g_assert_true(sn_queue_push(queue, &(int){7}));
    g_assert_true(sn_queue_wait(queue, &got, 0));
    g_assert_cmpint(got, ==, 7);
    sn_queue_free(queue);
}

typedef struct Producer {
    SnQueue *queue;
    int number;
} Producer;

static void *produce(void *data)
{
    const Producer *producer = data;
    for (int i = 0; i < MESSAGES; i++)
        sn_queue_push(producer->queue, &(Message){producer->number, i});
    return NULL;
}

static void test_threads(void)
{
    SnQueue *queue = sn_queue_new(sizeof(Message));
    pthread_t threads[PRODUCERS];
    Producer producers[PRODUCERS];
    for (int i = 0; i < PRODUCERS; i++) {
        producers[i] = (Producer){queue, i};
        pthread_create(&threads[i], NULL, produce, &producers[i]);
    }
    int next[PRODUCERS] = {0};
    for (int i = 0; i < PRODUCERS * MESSAGES; i++) {
        Message message;
        g_assert_true(sn_queue_wait(queue, &message, -1));
        g_assert_cmpint(message.number, ==, next[message.producer]++);
    }
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(threads[i], NULL);
    g_assert_true(sn_queue_is_empty(queue));
    sn_queue_free(queue);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/queue/order", test_order);
    g_test_add_func("/queue/timeout", test_timeout);
    g_test_add_func("/queue/threads", test_threads);
    return g_test_run();
}
