/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions others call: each puts a message into the queue. */
#include "engine/run/engine/engine_private.h"

#include "engine/base/clock.h"

#include <math.h>
#include <string.h>

static void send(SnEngine *engine, const SnMessage *message)
{
    sn_queue_push(engine->commands, message);
}

/* On the worker's thread. */
static void compile_done(SnCompileJob *job, void *data)
{
    send(data, &(SnMessage){.kind = SN_MESSAGE_COMPILED, .job = job});
}

static bool step_stops(void *engine, double fraction)
{
    (void)fraction;
    return sn_engine_interrupted(engine);
}

SnEngine *sn_engine_new(SnWake wake, void *data)
{
    SnEngine *engine = g_new0(SnEngine, 1);
    engine->wake = wake;
    engine->wake_data = data;
    engine->commands = sn_queue_new(sizeof(SnMessage));
    engine->events = sn_queue_new(sizeof(SnEvent));
    engine->pool = sn_snapshot_pool_new();
    pthread_mutex_init(&engine->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&engine->answer, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&engine->published_lock, NULL);
    engine->simulation = sn_simulation_new();
    engine->recording = sn_recording_new(engine->simulation);
    engine->simulation->watch = (SnStepWatch){sn_engine_settle_watch, engine, 0};
    engine->simulation->step_watch = (SnStepWatch){step_stops, engine, 0};
    engine->replay = true;
    engine->pacer.speed = 1;
    engine->pending = g_array_new(FALSE, FALSE, sizeof(SnMessage));
    engine->deferred = g_array_new(FALSE, FALSE, sizeof(SnMessage));
    engine->worker = sn_compile_worker_new(compile_done, engine);
    const int failed = pthread_create(&engine->thread, NULL, sn_engine_main, engine);
    g_assert(failed == 0);
    return engine;
}

void sn_engine_free(SnEngine *engine)
{
    if (!engine)
        return;
    atomic_store(&engine->interrupt, true);
    send(engine, &(SnMessage){.kind = SN_MESSAGE_QUIT});
    pthread_join(engine->thread, NULL);
    if (engine->job)
        atomic_store(&engine->job->cancel, true);
    sn_compile_worker_free(engine->worker);
    SnMessage message;
    while (sn_queue_pop(engine->commands, &message))
        sn_message_clear(&message);
    sn_engine_sync_log(engine);
    sn_command_log_close(engine->log, engine->simulation);
    sn_recording_free(engine->recording);
    sn_simulation_free(engine->simulation);
    sn_recording_report_free(engine->report);
    sn_tracks_free(engine->tracks);
    g_free(engine->rest);
    if (engine->probes)
        sn_model_free(engine->probes);
    g_free(engine->watches);
    g_free(engine->traces);
    g_array_free(engine->pending, TRUE);
    g_array_free(engine->deferred, TRUE);
    sn_queue_free(engine->commands);
    sn_queue_free(engine->events);
    sn_snapshot_pool_free(engine->pool);
    pthread_cond_destroy(&engine->answer);
    pthread_mutex_destroy(&engine->lock);
    pthread_mutex_destroy(&engine->published_lock);
    g_free(engine);
}

bool sn_engine_next_event(SnEngine *engine, SnEvent *event)
{
    if (!sn_queue_pop(engine->events, event))
        return false;
    if (event->kind == SN_EVENT_SNAPSHOT)
        atomic_store(&engine->snapshot_event, false);
    return true;
}

/* --- the model --- */

void sn_engine_compile(SnEngine *engine, const SnModel *model, bool reset)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_COMPILE,
                              .compile = {.model = sn_model_copy(model), .reset = reset}});
}

void sn_engine_set(SnEngine *engine, SnId id, int property, const double *value, int n,
                   uint64_t revision)
{
    g_assert(n >= 1 && n <= 6);
    SnMessage message = {.kind = SN_MESSAGE_SET,
                         .id = id,
                         .revision = revision,
                         .set = {.property = property, .n = n}};
    memcpy(message.set.value, value, (size_t)n * sizeof *value);
    send(engine, &message);
}

void sn_engine_set_style(SnEngine *engine, SnId id, const SnStyle *style, uint64_t revision)
{
    send(engine,
         &(SnMessage){.kind = SN_MESSAGE_STYLE, .id = id, .revision = revision, .style = *style});
}

/* --- the clock --- */

void sn_engine_play(SnEngine *engine)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_PLAY, .time = INFINITY});
}

void sn_engine_play_until(SnEngine *engine, double time)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_PLAY, .time = time});
}

void sn_engine_pause(SnEngine *engine)
{
    atomic_store(&engine->interrupt, true);
    send(engine, &(SnMessage){.kind = SN_MESSAGE_PAUSE});
}

void sn_engine_find_rest(SnEngine *engine)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_FIND_REST});
}

SnRestStart *sn_engine_take_rest(SnEngine *engine)
{
    pthread_mutex_lock(&engine->published_lock);
    SnRestStart *rest = g_steal_pointer(&engine->rest);
    pthread_mutex_unlock(&engine->published_lock);
    return rest;
}

void sn_engine_step(SnEngine *engine, int n_steps)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_STEP, .count = n_steps});
}

void sn_engine_reset(SnEngine *engine)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_RESET});
}

void sn_engine_set_speed(SnEngine *engine, double speed)
{
    send(engine, &(SnMessage){.kind = SN_MESSAGE_SPEED, .time = speed});
}

/* --- hands --- */

void sn_engine_pull(SnEngine *engine, SnId id, const double local[3], const double target[3])
{
    SnMessage message = {.kind = SN_MESSAGE_PULL, .id = id};
    if (!sn_id_is_null(id)) {
        memcpy(message.pull.local, local, sizeof message.pull.local);
        memcpy(message.pull.target, target, sizeof message.pull.target);
    }
    send(engine, &message);
}

/* --- looking --- */

uint64_t sn_engine_watch(SnEngine *engine, const SnWatch *watches, int n)
{
    SnMessage message = {.kind = SN_MESSAGE_WATCH, .revision = ++engine->watch_serial};
    message.watch.n = n;
    message.watch.watches = n > 0 ? g_memdup2(watches, (gsize)n * sizeof *watches) : NULL;
    send(engine, &message);
    return engine->watch_serial;
}

SnSnapshot *sn_engine_snapshot(SnEngine *engine)
{
    return sn_snapshot_pool_newest(engine->pool);
}

/* --- calls that wait --- */

bool sn_engine_call(SnEngine *engine, void (*function)(SnEngine *, void *), void *data,
                    int timeout_ms)
{
    const uint64_t serial = ++engine->asked;
    send(engine, &(SnMessage){.kind = SN_MESSAGE_CALL,
                              .revision = serial,
                              .call = {.function = function, .data = data}});
    const int64_t until = sn_clock_ns() + (int64_t)timeout_ms * 1000000;
    const struct timespec deadline = {.tv_sec = (time_t)(until / 1000000000),
                                      .tv_nsec = (long)(until % 1000000000)};
    bool late = false;
    pthread_mutex_lock(&engine->lock);
    while (engine->answered < serial && !late) {
        if (timeout_ms < 0)
            pthread_cond_wait(&engine->answer, &engine->lock);
        else
            late = pthread_cond_timedwait(&engine->answer, &engine->lock, &deadline) != 0;
    }
    const bool done = engine->answered >= serial;
    pthread_mutex_unlock(&engine->lock);
    return done;
}

bool sn_engine_sync(SnEngine *engine, int timeout_ms)
{
    return sn_engine_call(engine, NULL, NULL, timeout_ms);
}

typedef struct HashCall {
    uint64_t hash, steps;
    double time;
} HashCall;

static void get_hash(SnEngine *engine, void *data)
{
    HashCall *answer = data;
    const SnSimulation *s = engine->simulation;
    answer->hash = sn_simulation_hash(s);
    answer->steps = s->state ? s->state->step : 0;
    answer->time = s->state ? s->state->time : 0;
}

uint64_t sn_engine_hash(SnEngine *engine, double *time, uint64_t *steps)
{
    HashCall answer;
    sn_engine_call(engine, get_hash, &answer, -1);
    if (time)
        *time = answer.time;
    if (steps)
        *steps = answer.steps;
    return answer.hash;
}

typedef struct GetCall {
    SnId id;
    int property, n;
    double *value;
} GetCall;

static void get_value(SnEngine *engine, void *data)
{
    GetCall *answer = data;
    answer->n = sn_simulation_get(engine->simulation, answer->id, answer->property, answer->value);
}

int sn_engine_get(SnEngine *engine, SnId id, int property, double value[6])
{
    GetCall answer = {.id = id, .property = property, .value = value};
    sn_engine_call(engine, get_value, &answer, -1);
    return answer.n;
}

/* --- record and replay --- */

typedef struct LogCall {
    const char *path;
    GError **error;
    bool good;
} LogCall;

static void switch_log(SnEngine *engine, void *data)
{
    LogCall *answer = data;
    sn_engine_sync_log(engine);
    sn_command_log_close(engine->log, engine->simulation);
    engine->log = NULL;
    engine->recording->moved = false;
    if (answer->path)
        engine->log = sn_command_log_open(answer->path, engine->simulation, answer->error);
    answer->good = !answer->path || engine->log;
}

bool sn_engine_log_commands(SnEngine *engine, const char *path, GError **error)
{
    LogCall answer = {.path = path, .error = error};
    sn_engine_call(engine, switch_log, &answer, -1);
    return answer.good;
}
