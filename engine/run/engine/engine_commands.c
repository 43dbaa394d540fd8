/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each message does, on the engine thread, between two steps. */
#include "engine/run/engine/engine_private.h"

#include "engine/base/clock.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

/* --- calls: work for a waiting caller --- */

static void carry_out_call(SnEngine *engine, const SnMessage *message)
{
    sn_recording_compute_results(engine->recording);
    if (message->call.function)
        message->call.function(engine, message->call.data);
    pthread_mutex_lock(&engine->lock);
    engine->answered = message->revision;
    pthread_cond_broadcast(&engine->answer);
    pthread_mutex_unlock(&engine->lock);
}

/* --- compile --- */

static void handle_compile(SnEngine *engine, SnMessage *message)
{
    bool reset = message->compile.reset;
    if (engine->job) {
        /* overtaken: it will come back unused, but what it was to reset must still be */
        atomic_store(&engine->job->cancel, true);
        reset = reset || engine->job->reset;
    }
    engine->job = sn_compile_job_new(message->compile.model, reset);
    sn_compile_worker_start(engine->worker, engine->job);
}

/* "/model/bodies/jaw: text" -> the id of the component the error is about. */
static SnId error_component(const SnModel *model, const char *text)
{
    const char *end = strstr(text, ": ");
    if (text[0] != '/' || !end)
        return SN_ID_NULL;
    char *path = g_strndup(text, (gsize)(end - text));
    const SnId id = sn_model_resolve(model, NULL, path, NULL);
    g_free(path);
    return id;
}

static void report_checks(SnEngine *engine, const SnChecks *checks)
{
    for (guint i = 0; i < checks->items->len; i++) {
        const SnCheck *check = &g_array_index(checks->items, SnCheck, i);
        sn_engine_event(engine, SN_EVENT_MESSAGE, check->id, check->message);
    }
}

/* What only looks different: no command of the recording. */
static bool is_look(const SnSimulation *s, const SnMessage *message)
{
    if (!sn_model_get(s->model, message->id) ||
        message->set.property >= sn_model_n_properties(s->model, message->id))
        return false;
    return sn_model_property(s->model, message->id, message->set.property)->bind ==
           SN_BIND_FEM_FIELD;
}

static bool carry_out_set(SnEngine *engine, const SnMessage *message)
{
    SnSimulation *s = engine->simulation;
    if (is_look(s, message))
        return sn_simulation_set(s, message->id, message->set.property, message->set.value,
                                 message->set.n, message->revision);
    sn_recording_make_live(engine->recording);
    sn_engine_report_recording(engine);
    sn_engine_sync_log(engine);
    return sn_recording_set(engine->recording, message->id, message->set.property,
                            message->set.value, message->set.n, message->revision);
}

static void apply_set(SnEngine *engine, const SnMessage *message)
{
    SnSimulation *s = engine->simulation;
    if (!carry_out_set(engine, message)) {
        if (sn_model_get(s->model, message->id)) /* it changes the structure after all */
            sn_engine_event(engine, SN_EVENT_STRUCTURE, message->id, NULL);
    } else if (!engine->recording->moved) {
        sn_command_log_set(engine->log, s, message->id, message->set.property, message->set.value,
                           message->set.n);
    }
}

static bool is_start_value(const SnSimulation *s, const SnMessage *message)
{
    if (!sn_model_get(s->model, message->id) ||
        message->set.property >= sn_model_n_properties(s->model, message->id))
        return false;
    return sn_model_property(s->model, message->id, message->set.property)->kind == SN_START;
}

/* Changes made after the compiled revision.  Start values made while time stood at 0 belong to the
 * start; those made later are in the state that was carried over. */
static void replay_pending(SnEngine *engine)
{
    SnSimulation *s = engine->simulation;
    const uint64_t compiled = s->compiled->system->revision;
    for (guint i = 0; i < engine->pending->len; i++) {
        const SnMessage *message = &g_array_index(engine->pending, SnMessage, i);
        if (message->revision <= compiled)
            continue;
        if (message->kind == SN_MESSAGE_STYLE)
            sn_simulation_style(s, message->id, &message->style, message->revision);
        else if (s->state->step == 0 || !is_start_value(s, message))
            apply_set(engine, message);
    }
}

static void log_install(SnEngine *engine, SnRecordingInstalled done)
{
    if (done == SN_RECORDING_MOVED)
        return; /* the log hears of it when something happens there */
    sn_command_log_compile(engine->log, engine->simulation, done == SN_RECORDING_ANEW);
    engine->recording->moved = false;
}

/* --- probes --- */

static bool is_probes(const void *message, void *data)
{
    *(bool *)data = ((const SnMessage *)message)->kind == SN_MESSAGE_PROBES;
    return true; /* the oldest only */
}

/* Newer probes wait already: those of a drag. */
static bool probes_overtaken(const SnEngine *engine)
{
    bool overtaken = false;
    sn_queue_look(engine->commands, is_probes, &overtaken);
    return overtaken;
}

/* Takes the model. */
static void change_probes(SnEngine *engine, SnModel *model)
{
    SnRecording *recording = engine->recording;
    GError *error = NULL;
    SnProbeTables *tables = sn_probe_tables_new(model, recording->head->compiled->system, &error);
    if (!tables) {
        sn_engine_event(engine, SN_EVENT_COMPILE_ERROR, error_component(model, error->message),
                        error->message);
        g_error_free(error);
        sn_model_free(model);
        return;
    }
    if (!sn_recording_probes_play_alike(recording, tables)) {
        sn_recording_make_live(recording);
        sn_engine_report_recording(engine);
        sn_engine_sync_log(engine);
    }
    if (!recording->moved)
        sn_command_log_probes(engine->log, engine->simulation, model);
    engine->simulation->revision = MAX(engine->simulation->revision, model->revision);
    sn_recording_set_probes(recording, model, tables);
    if (sn_engine_start_made(engine))
        return;
    if (engine->run == SN_PLAYING)
        sn_engine_begin(engine);
    else
        sn_engine_publish(engine);
}

/* Takes the model.  While one is being compiled they wait, to be made for that one. */
static void handle_probes(SnEngine *engine, SnMessage *message)
{
    SnModel *model = message->model;
    if (probes_overtaken(engine)) {
        sn_model_free(model);
    } else if (engine->job || !engine->recording->head) {
        if (engine->probes)
            sn_model_free(engine->probes);
        engine->probes = model;
    } else {
        change_probes(engine, model);
    }
}

static void change_waiting_probes(SnEngine *engine)
{
    SnModel *model = g_steal_pointer(&engine->probes);
    if (model && engine->recording->head &&
        model->revision > engine->recording->head->model->revision)
        change_probes(engine, model);
    else if (model)
        sn_model_free(model);
}

static void install(SnEngine *engine, SnCompileJob *job)
{
    SnSimulation *s = engine->simulation;
    const bool began = job->reset && job->played;
    if (job->reset)
        sn_engine_halt(engine);
    const SnRecordingInstalled done =
        sn_recording_install(engine->recording, g_steal_pointer(&job->model),
                             g_steal_pointer(&job->compiled), job->fingerprint, job->reset);
    log_install(engine, done);
    sn_recorder_set_traces(s->recorder, engine->recording->head->model, engine->traces,
                           engine->n_traces);
    replay_pending(engine);
    report_checks(engine, engine->recording->head->compiled->checks);
    sn_engine_report_recording(engine);
    sn_engine_event(engine, SN_EVENT_COMPILED, SN_ID_NULL, NULL);
    if (engine->run == SN_FAULTED)
        engine->run = SN_PAUSED;
    if (began) /* the new one, at rest first where it is to be */
        sn_queue_push(engine->commands,
                      &(SnMessage){.kind = SN_MESSAGE_PLAY, .time = engine->until});
    if (engine->run == SN_PLAYING)
        sn_engine_begin(engine);
    if (sn_engine_start_made(engine))
        return;
    if (s->state->step == 0 && s->assembly.code != SN_FAULT_NONE)
        sn_engine_fault(engine, &s->assembly);
    else
        sn_engine_publish(engine);
    sn_engine_check_start(engine);
}

static void handle_compiled(SnEngine *engine, SnMessage *message)
{
    SnCompileJob *job = message->job;
    if (job != engine->job) {
        sn_compile_job_free(job);
        return;
    }
    engine->job = NULL;
    if (job->compiled) {
        install(engine, job);
    } else {
        g_assert(job->error);
        sn_engine_event(engine, SN_EVENT_COMPILE_ERROR,
                        error_component(job->model, job->error->message), job->error->message);
    }
    sn_compile_job_free(job);
    change_waiting_probes(engine);
    g_array_set_size(engine->pending, 0);
    for (guint i = 0; i < engine->deferred->len; i++)
        carry_out_call(engine, &g_array_index(engine->deferred, SnMessage, i));
    g_array_set_size(engine->deferred, 0);
}

/* --- live changes --- */

static bool same_target(const SnMessage *a, const SnMessage *b)
{
    return a->kind == b->kind && sn_id_equal(a->id, b->id) &&
           (a->kind == SN_MESSAGE_STYLE || a->set.property == b->set.property);
}

/* Kept for the system that is being compiled; of a slider's many values the last. */
static void keep_pending(SnEngine *engine, const SnMessage *message)
{
    if (!engine->job)
        return;
    for (guint i = 0; i < engine->pending->len; i++) {
        if (same_target(&g_array_index(engine->pending, SnMessage, i), message)) {
            g_array_remove_index(engine->pending, i);
            break;
        }
    }
    g_array_append_vals(engine->pending, message, 1);
}

static void handle_set(SnEngine *engine, SnMessage *message)
{
    SnSimulation *s = engine->simulation;
    keep_pending(engine, message);
    if (!s->compiled)
        return;
    apply_set(engine, message);
    if (sn_engine_start_made(engine))
        return;
    if (s->state->step == 0 && s->assembly.code != SN_FAULT_NONE) {
        sn_engine_fault(engine, &s->assembly);
        return;
    }
    if (engine->run == SN_FAULTED)
        engine->run = SN_PAUSED;
    if (engine->run != SN_PLAYING)
        sn_engine_publish(engine);
}

static void handle_style(SnEngine *engine, SnMessage *message)
{
    const SnRecording *recording = engine->recording;
    keep_pending(engine, message);
    sn_simulation_style(engine->simulation, message->id, &message->style, message->revision);
    if (recording->head && recording->head != recording->current)
        sn_compiled_style(recording->head->compiled, message->id, &message->style);
    if (engine->run != SN_PLAYING)
        sn_engine_publish(engine);
}

static void handle_pull(SnEngine *engine, SnMessage *message)
{
    const SnSimulation *s = engine->simulation;
    SnRecording *recording = engine->recording;
    const bool release = sn_id_is_null(message->id);
    if (!s->compiled ||
        (release && (!sn_recording_is_live(recording) || sn_id_is_null(s->pull.id))))
        return; /* a seek has let go already */
    sn_recording_make_live(recording);
    sn_engine_report_recording(engine);
    sn_engine_sync_log(engine);
    sn_recording_pull(recording, message->id, message->pull.local, message->pull.target);
    sn_command_log_pull(engine->log, s);
}

/* --- the clock --- */

/* False, and said again, where the start state could not be assembled. */
static bool ready(SnEngine *engine)
{
    SnSimulation *s = engine->simulation;
    if (!s->compiled)
        return false;
    if (engine->unsettled)
        sn_engine_settle_now(engine);
    if (s->state->step > 0 || s->assembly.code == SN_FAULT_NONE)
        return true;
    sn_engine_fault(engine, &s->assembly);
    return false;
}

static void handle_play(SnEngine *engine, SnMessage *message)
{
    const double until = engine->until = message->time;
    if (engine->job)
        engine->job->played = true;
    if (!ready(engine))
        return;
    const SnSimulation *s = engine->simulation;
    if (s->state->time >= until - 0.5 * s->compiled->system->step_size) {
        engine->run = SN_PLAYING;
        sn_engine_stop(engine);
        return;
    }
    if (engine->run == SN_PLAYING)
        return;
    engine->run = SN_PLAYING;
    sn_engine_begin(engine);
    sn_engine_event(engine, SN_EVENT_PLAYING, SN_ID_NULL, NULL);
    sn_engine_publish(engine);
}

/* Of the model that is being compiled. */
static void forget_play(SnEngine *engine)
{
    if (engine->job)
        engine->job->played = false;
}

static void handle_step(SnEngine *engine, SnMessage *message)
{
    forget_play(engine);
    if (!ready(engine))
        return;
    sn_engine_halt(engine);
    sn_engine_do_steps(engine, message->count);
    if (engine->run != SN_FAULTED) {
        sn_engine_halt(engine);
        sn_engine_checkpoint(engine);
        sn_engine_publish(engine);
    }
}

static void handle_pause(SnEngine *engine, SnMessage *message)
{
    (void)message;
    atomic_store(&engine->interrupt, false);
    forget_play(engine);
    sn_engine_stop(engine);
}

static void handle_reset(SnEngine *engine, SnMessage *message)
{
    (void)message;
    SnSimulation *s = engine->simulation;
    forget_play(engine);
    if (!s->compiled)
        return;
    sn_engine_halt(engine);
    sn_recording_reset(engine->recording);
    if (sn_engine_start_made(engine))
        return;
    if (s->assembly.code != SN_FAULT_NONE)
        sn_engine_fault(engine, &s->assembly);
    else
        sn_engine_publish(engine);
}

static void handle_speed(SnEngine *engine, SnMessage *message)
{
    const SnSimulation *s = engine->simulation;
    engine->pacer.speed = message->time;
    if (s->state)
        sn_pacer_start(&engine->pacer, sn_clock_ns(), s->state->time);
}

static void handle_traces(SnEngine *engine, SnMessage *message)
{
    g_free(engine->traces);
    engine->traces = message->watch.watches;
    engine->n_traces = message->watch.n;
    if (!engine->recording->head)
        return;
    SnSimulation *s = engine->simulation;
    sn_recorder_set_traces(s->recorder, engine->recording->head->model, engine->traces,
                           engine->n_traces);
    sn_recording_compute_results(engine->recording);
    if (sn_recording_is_live(engine->recording))
        sn_simulation_sample(s);
    sn_engine_publish_recording(engine);
    if (engine->run != SN_PLAYING)
        sn_engine_publish(engine);
}

static void handle_waypoints(SnEngine *engine, SnMessage *message)
{
    sn_recording_set_marks(engine->recording, message->waypoints.marks, message->waypoints.n,
                           sn_engine_interrupted, engine);
    if (engine->run == SN_PLAYING)
        sn_engine_begin(engine);
    else
        sn_engine_publish(engine);
}

static void handle_watch(SnEngine *engine, SnMessage *message)
{
    g_free(engine->watches);
    engine->watches = message->watch.watches;
    engine->n_watches = message->watch.n;
    engine->watches_serial = message->revision;
    if (engine->run != SN_PLAYING)
        sn_engine_publish(engine);
}

/* --- the recording --- */

static void handle_seek(SnEngine *engine, SnMessage *message)
{
    sn_engine_handle_seek(engine, message->time);
}

static void handle_step_back(SnEngine *engine, SnMessage *message)
{
    sn_engine_handle_step_back(engine, message->count);
}

static void handle_loop(SnEngine *engine, SnMessage *message)
{
    engine->loop[0] = message->loop.from;
    engine->loop[1] = message->loop.to;
}

static void handle_replay(SnEngine *engine, SnMessage *message)
{
    engine->replay = message->flag;
}

static void handle_budget(SnEngine *engine, SnMessage *message)
{
    sn_recording_set_budget(engine->recording, message->bytes);
    sn_engine_publish_recording(engine);
}

static void handle_intervention(SnEngine *engine, SnMessage *message)
{
    sn_engine_handle_intervention(engine, message);
}

static void handle_branch(SnEngine *engine, SnMessage *message)
{
    sn_engine_handle_branch(engine, message->revision);
}

/* --- all --- */

static void handle_find_rest(SnEngine *engine, SnMessage *message)
{
    (void)message;
    sn_engine_handle_find_rest(engine);
}

static void handle_call(SnEngine *engine, SnMessage *message)
{
    if (engine->job)
        g_array_append_vals(engine->deferred, message, 1);
    else
        carry_out_call(engine, message);
}

static void handle_quit(SnEngine *engine, SnMessage *message)
{
    (void)message;
    engine->quit = true;
}

void sn_engine_handle(SnEngine *engine, SnMessage *message)
{
    static void (*const HANDLERS[])(SnEngine *, SnMessage *) = {
        [SN_MESSAGE_COMPILE] = handle_compile,
        [SN_MESSAGE_COMPILED] = handle_compiled,
        [SN_MESSAGE_SET] = handle_set,
        [SN_MESSAGE_STYLE] = handle_style,
        [SN_MESSAGE_PLAY] = handle_play,
        [SN_MESSAGE_PAUSE] = handle_pause,
        [SN_MESSAGE_STEP] = handle_step,
        [SN_MESSAGE_RESET] = handle_reset,
        [SN_MESSAGE_SPEED] = handle_speed,
        [SN_MESSAGE_PULL] = handle_pull,
        [SN_MESSAGE_WATCH] = handle_watch,
        [SN_MESSAGE_SEEK] = handle_seek,
        [SN_MESSAGE_STEP_BACK] = handle_step_back,
        [SN_MESSAGE_LOOP] = handle_loop,
        [SN_MESSAGE_REPLAY] = handle_replay,
        [SN_MESSAGE_BUDGET] = handle_budget,
        [SN_MESSAGE_BRANCH] = handle_branch,
        [SN_MESSAGE_TAKE_BACK] = handle_intervention,
        [SN_MESSAGE_BRING_BACK] = handle_intervention,
        [SN_MESSAGE_WAYPOINTS] = handle_waypoints,
        [SN_MESSAGE_PROBES] = handle_probes,
        [SN_MESSAGE_TRACES] = handle_traces,
        [SN_MESSAGE_FIND_REST] = handle_find_rest,
        [SN_MESSAGE_CALL] = handle_call,
        [SN_MESSAGE_QUIT] = handle_quit,
    };
    G_STATIC_ASSERT(G_N_ELEMENTS(HANDLERS) == SN_MESSAGE_QUIT + 1);
    g_assert(HANDLERS[message->kind]);
    HANDLERS[message->kind](engine, message);
}

void sn_message_clear(SnMessage *message)
{
    if (message->kind == SN_MESSAGE_COMPILE)
        sn_model_free(message->compile.model);
    else if (message->kind == SN_MESSAGE_COMPILED)
        sn_compile_job_free(message->job);
    else if (message->kind == SN_MESSAGE_WATCH || message->kind == SN_MESSAGE_TRACES)
        g_free(message->watch.watches);
    else if (message->kind == SN_MESSAGE_WAYPOINTS)
        g_free(message->waypoints.marks);
    else if (message->kind == SN_MESSAGE_PROBES)
        sn_model_free(message->model);
}
