/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/file/command_log.h"

#include "engine/model/changes.h"
#include "engine/model/file/file.h"
#include "engine/model/property.h"
#include "engine/run/simulation/saved_ids.h"
#include "engine/sim/bind/playback.h"
#include "engine/text/json_text.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"
#include "engine/text/write_file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* thread: engine (or that of `sinew run`) */
struct SnCommandLog {
    SnOutput *output;
    FILE *file;  /* writes to it */
    int problem; /* errno of the first line that could not be written, until it is told */
    bool ended;  /* then no more are */
};

static void write_line(SnCommandLog *log, json_t *line)
{
    if (!log->ended) {
        json_dumpf(line, log->file, JSON_COMPACT | JSON_REAL_PRECISION(17));
        fputc('\n', log->file);
        /* flushed: a crash later loses nothing */
        log->ended = fflush(log->file) != 0 || ferror(log->file);
        log->problem = log->ended ? errno : 0;
    }
    json_decref(line);
}

static json_t *new_line(const SnSimulation *s, const char *command)
{
    const json_int_t step = s->state ? (json_int_t)s->state->step : 0;
    return json_pack("{s:I, s:s}", "step", step, "command", command);
}

static json_t *number_array(const double *value, size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(array, json_real(value[i]));
    return array;
}

static void write_state(SnCommandLog *log, const SnSimulation *s)
{
    json_t *line = new_line(s, "state");
    json_object_set_new(line, "time", json_real(s->state->time));
    json_object_set_new(line, "active", json_integer((json_int_t)s->state->active));
    const size_t n = (s->state->size - sizeof *s->state) / sizeof(double);
    json_object_set_new(line, "data", number_array(s->state->data, n));
    write_line(log, line);
}

SnCommandLog *sn_command_log_open(const char *path, const SnSimulation *s, GError **error)
{
    if (!sn_file_may_begin(path, "{\"sinew_commands\"")) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                    "%s: it holds something else than a command log and was left as it is; choose "
                    "another name",
                    path);
        return NULL;
    }
    SnOutputProblem problem = {.number = ENOMEM, .text = "not enough memory"};
    SnOutput *output = sn_output_open(path, SN_OUTPUT_GROWING, &problem);
    FILE *file =
        output ? fdopen(fcntl(sn_output_descriptor(output), F_DUPFD_CLOEXEC, 3), "w") : NULL;
    if (!file) {
        sn_output_abandon(output);
        sn_write_file_failed(path, &problem, error);
        g_prefix_error(error, "the command log cannot be written: ");
        return NULL;
    }
    SnCommandLog *log = g_new0(SnCommandLog, 1);
    log->output = output;
    log->file = file;
    write_line(log, json_pack("{s:i}", "sinew_commands", 1));
    sn_command_log_begin(log, s);
    return log;
}

bool sn_command_log_failed(SnCommandLog *log, char *text, size_t size)
{
    if (!log || log->problem == 0)
        return false;
    g_snprintf(text, size, "The command log ends here: it cannot be written (%s)",
               g_strerror(log->problem));
    log->problem = 0;
    return true;
}

void sn_command_log_begin(SnCommandLog *log, const SnSimulation *s)
{
    if (!log || !s->compiled)
        return;
    sn_command_log_compile(log, s, true);
    if (s->state->step > 0)
        write_state(log, s);
    if (!sn_id_is_null(s->pull.id))
        sn_command_log_pull(log, s);
}

void sn_command_log_close(SnCommandLog *log, const SnSimulation *s)
{
    if (!log)
        return;
    sn_command_log_checkpoint(log, s);
    fclose(log->file);
    sn_output_abandon(log->output);
    g_free(log);
}

/* The text of a model and the ids of its components. */
static void add_model(json_t *line, const SnModel *model)
{
    char *text = sn_file_write_text(model);
    json_object_set_new(line, "model", json_string(text));
    g_free(text);
    GArray *ids = sn_model_save_ids(model);
    json_t *array = json_array();
    for (guint i = 0; i < ids->len; i++)
        json_array_append_new(array, json_integer(g_array_index(ids, uint32_t, i)));
    json_object_set_new(line, "ids", array);
    g_array_free(ids, TRUE);
}

void sn_command_log_compile(SnCommandLog *log, const SnSimulation *s, bool reset)
{
    if (!log)
        return;
    json_t *line = new_line(s, "compile");
    json_object_set_new(line, "reset", json_boolean(reset));
    add_model(line, s->model);
    write_line(log, line);
}

void sn_command_log_probes(SnCommandLog *log, const SnSimulation *s, const SnModel *model)
{
    if (!log)
        return;
    json_t *line = new_line(s, "probes");
    add_model(line, model);
    write_line(log, line);
}

void sn_command_log_set(SnCommandLog *log, const SnSimulation *s, SnId id, int row,
                        const double *value, int n)
{
    if (!log)
        return;
    json_t *line = new_line(s, "set");
    char *path = sn_model_path(s->model, id);
    char *property = g_strdup_printf("%s:%s", path, sn_model_property(s->model, id, row)->name);
    json_object_set_new(line, "property", json_string(property));
    json_object_set_new(line, "value", number_array(value, (size_t)n));
    g_free(property);
    g_free(path);
    write_line(log, line);
}

void sn_command_log_pull(SnCommandLog *log, const SnSimulation *s)
{
    if (!log)
        return;
    if (sn_id_is_null(s->pull.id)) {
        write_line(log, new_line(s, "release"));
        return;
    }
    if (!sn_model_get(s->model, s->pull.id))
        return;
    json_t *line = new_line(s, "pull");
    char *path = sn_model_path(s->model, s->pull.id);
    json_object_set_new(line, "component", json_string(path));
    g_free(path);
    json_object_set_new(line, "local", number_array(s->pull.local, 3));
    json_object_set_new(line, "target", number_array(s->pull.target, 3));
    write_line(log, line);
}

void sn_command_log_reset(SnCommandLog *log, const SnSimulation *s)
{
    if (log)
        write_line(log, new_line(s, "reset"));
}

void sn_command_log_checkpoint(SnCommandLog *log, const SnSimulation *s)
{
    if (!log || !s->compiled)
        return;
    char hash[20];
    g_snprintf(hash, sizeof hash, "%016" PRIx64, sn_simulation_hash(s));
    json_t *line = new_line(s, "checkpoint");
    json_object_set_new(line, "hash", json_string(hash));
    write_line(log, line);
}

/* --- replay --- */

/* A longer log is not one that hands have made. */
#define MAX_LOG_BYTES (256u << 20)

typedef struct Replay {
    SnSimulation *simulation;
    const char *path, *folder;
    int line;
    SnCompileCache *cache;
    SnReplayStep step;
    void *data;
} Replay;

static bool fail(const Replay *replay, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);
static bool fail(const Replay *replay, GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_FORMAT, "%s:%d: %s", replay->path,
                replay->line, text);
    g_free(text);
    return false;
}

/* How a simulation is stepped where nobody says otherwise. */
static bool take_step(SnSimulation *s, void *data, GError **error)
{
    const SnFault fault = sn_simulation_step(s);
    sn_recorder_reserve(s->recorder);
    return fault.code == SN_FAULT_NONE ||
           sn_refuse(error, SN_MODEL_ERROR_VALUE, "the simulation stopped at t = %g s: %s",
                     s->state->time, fault.text);
}

/* False without an error: no further step is wanted. */
static bool advance(const Replay *replay, uint64_t step, GError **error)
{
    SnSimulation *s = replay->simulation;
    if (s->state->step > step)
        return fail(replay, error, "step %" PRIu64 " lies before the present step %" PRIu64, step,
                    s->state->step);
    while (s->state->step < step) {
        if (!replay->step(s, replay->data, error)) {
            g_prefix_error(error, "%s:%d: ", replay->path, replay->line);
            return false;
        }
    }
    return true;
}

static bool read_numbers(const json_t *array, double *value, size_t n)
{
    if (!json_is_array(array) || json_array_size(array) != n)
        return false;
    for (size_t i = 0; i < n; i++) {
        const json_t *number = json_array_get(array, i);
        if (!json_is_number(number))
            return false;
        value[i] = json_number_value(number);
    }
    return true;
}

/* Ids that the model had when it was logged; a log written by hand may leave them out. */
static bool restore_ids(const json_t *array, SnModel *model)
{
    if (!array)
        return true;
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (size_t i = 0; i < json_array_size(array); i++) {
        const uint32_t id = (uint32_t)json_integer_value(json_array_get(array, i));
        g_array_append_val(ids, id);
    }
    const bool good = sn_model_restore_ids(model, ids);
    g_array_free(ids, TRUE);
    return good;
}

static SnModel *read_model(const Replay *replay, const json_t *line, GError **error)
{
    const char *text = json_string_value(json_object_get(line, "model"));
    if (!text) {
        fail(replay, error, "\"%s\" needs \"model\", the text of a model",
             json_string_value(json_object_get(line, "command")));
        return NULL;
    }
    char *name = g_strdup_printf("%s:%d (model)", replay->path, replay->line);
    SnModel *model = sn_file_read_text(text, strlen(text), replay->folder, name, error);
    g_free(name);
    if (model && !restore_ids(json_object_get(line, "ids"), model)) {
        sn_model_free(model);
        fail(replay, error, "\"ids\" are not those of the model");
        return NULL;
    }
    return model;
}

static bool do_compile(const Replay *replay, const json_t *line, GError **error)
{
    const bool reset = !replay->simulation->state || json_is_true(json_object_get(line, "reset"));
    const uint64_t step = (uint64_t)json_integer_value(json_object_get(line, "step"));
    if (!reset && !advance(replay, step, error))
        return false;
    SnModel *model = read_model(replay, line, error);
    SnCompiled *compiled = model ? sn_compile(model, replay->cache, NULL, error) : NULL;
    if (!compiled) {
        if (model)
            sn_model_free(model);
        return false;
    }
    const SnFault fault = sn_simulation_install(replay->simulation, model, compiled, reset);
    if (fault.code != SN_FAULT_NONE)
        return fail(replay, error, "%s", fault.text);
    return true;
}

static bool do_probes(const Replay *replay, const json_t *line, GError **error)
{
    SnModel *model = read_model(replay, line, error);
    return model && sn_simulation_set_probes(replay->simulation, model, error);
}

/* --- values that components inherit --- */

typedef struct Heir {
    SnId id;
    int row;
} Heir;

static void note_heir(const SnModel *model, const SnChange *change, void *data)
{
    const Heir heir = {change->id, change->property};
    g_array_append_val(data, heir);
}

/* A value of a model or list acts through the components below that inherit it: each gets it, and
 * goes on inheriting. */
static void set_heirs(SnSimulation *s, const SnTarget *target, const double *value, int n)
{
    const SnProperty *property = sn_model_property(s->model, target->id, target->row);
    if (!(property->flags & SN_INHERITABLE) || property->bind == SN_BIND_NONE ||
        n != sn_type_width(property->type))
        return;
    GArray *heirs = g_array_new(FALSE, FALSE, sizeof(Heir));
    const guint handle = sn_model_listen(s->model, note_heir, heirs);
    sn_model_notify_value(s->model, target->id, target->row, false);
    sn_model_unlisten(s->model, handle);
    sn_parameters_restore(s->compiled->system);
    for (guint i = 0; i < heirs->len; i++) {
        const Heir *heir = &g_array_index(heirs, Heir, i);
        if (sn_id_equal(heir->id, target->id) ||
            !sn_simulation_write(s, heir->id, heir->row, value, n))
            continue;
        sn_field_set_mode(sn_model_object(s->model, heir->id),
                          sn_model_property(s->model, heir->id, heir->row), SN_MODE_INHERITED);
    }
    g_array_free(heirs, TRUE);
}

static bool do_set(const Replay *replay, const json_t *line, GError **error)
{
    SnSimulation *s = replay->simulation;
    const char *path = json_string_value(json_object_get(line, "property"));
    if (!path)
        return fail(replay, error,
                    "\"set\" needs \"property\", a path such as "
                    "\"/model/muscles/m:excitation\"");
    SnTarget target;
    GError *problem = NULL;
    if (!sn_model_resolve_property(s->model, NULL, path, &target, &problem)) {
        fail(replay, error, "%s", problem->message);
        g_error_free(problem);
        return false;
    }
    const json_t *array = json_object_get(line, "value");
    double value[6];
    const size_t n = json_array_size(array);
    const bool numbers = n <= 6 && read_numbers(array, value, n);
    if (numbers)
        set_heirs(s, &target, value, (int)n);
    if (!numbers || !sn_simulation_set(s, target.id, target.row, value, (int)n, s->revision))
        return fail(replay, error, "\"value\" is not one that %s can be set to while it runs",
                    path);
    return true;
}

static bool do_pull(const Replay *replay, const json_t *line, GError **error)
{
    SnSimulation *s = replay->simulation;
    const char *path = json_string_value(json_object_get(line, "component"));
    const SnId id = path ? sn_model_resolve(s->model, NULL, path, NULL) : SN_ID_NULL;
    double local[3], target[3];
    if (sn_id_is_null(id) || !read_numbers(json_object_get(line, "local"), local, 3) ||
        !read_numbers(json_object_get(line, "target"), target, 3))
        return fail(replay, error,
                    "\"pull\" needs \"component\" (a path), \"local\" and \"target\" (3 numbers)");
    sn_simulation_pull(s, id, local, target);
    return true;
}

static bool do_release(const Replay *replay, const json_t *line, GError **error)
{
    sn_simulation_pull(replay->simulation, SN_ID_NULL, NULL, NULL);
    return true;
}

static bool do_reset(const Replay *replay, const json_t *line, GError **error)
{
    const SnFault fault = sn_simulation_reset(replay->simulation);
    return fault.code == SN_FAULT_NONE || fail(replay, error, "%s", fault.text);
}

static bool do_state(const Replay *replay, const json_t *line, GError **error)
{
    const json_t *array = json_object_get(line, "data");
    const size_t n = json_array_size(array);
    double *data = g_try_new(double, n + 1);
    const bool good =
        data && read_numbers(array, data, n) &&
        sn_simulation_restore(
            replay->simulation, (uint64_t)json_integer_value(json_object_get(line, "step")),
            json_number_value(json_object_get(line, "time")),
            (uint64_t)json_integer_value(json_object_get(line, "active")), data, (int)n);
    g_free(data);
    return good || fail(replay, error, "\"state\" does not fit the model: %zu numbers", n);
}

static bool do_checkpoint(const Replay *replay, const json_t *line, GError **error)
{
    const SnSimulation *s = replay->simulation;
    const char *expected = json_string_value(json_object_get(line, "hash"));
    char hash[20];
    g_snprintf(hash, sizeof hash, "%016" PRIx64, sn_simulation_hash(s));
    if (!expected || strcmp(hash, expected) == 0)
        return true;
    return fail(replay, error,
                "the replay differs from the recorded run at step %" PRIu64
                ": hash %s, recorded %s; was it recorded by another version or on another "
                "processor?",
                s->state->step, hash, expected);
}

static const struct Verb {
    const char *name;
    bool at_step; /* needs the simulation to be at its step first */
    bool (*run)(const Replay *replay, const json_t *line, GError **error);
} VERBS[] = {
    {"compile", false, do_compile}, {"set", true, do_set},
    {"pull", true, do_pull},        {"release", true, do_release},
    {"reset", true, do_reset},      {"state", false, do_state},
    {"probes", true, do_probes},    {"checkpoint", true, do_checkpoint},
};

static bool do_line(Replay *replay, const json_t *line, GError **error)
{
    if (replay->line == 1) {
        if (json_integer_value(json_object_get(line, "sinew_commands")) == 1)
            return true;
        return fail(replay, error,
                    "not a command log: its first line must be "
                    "{\"sinew_commands\":1}");
    }
    const char *name = json_string_value(json_object_get(line, "command"));
    const json_t *step = json_object_get(line, "step");
    if (!name || !json_is_integer(step) || json_integer_value(step) < 0)
        return fail(replay, error, "needs \"command\" and \"step\" (0 or more)");
    if (!replay->simulation->state && strcmp(name, "compile") != 0)
        return fail(replay, error, "there is no model yet: the first command must be \"compile\"");
    for (size_t i = 0; i < G_N_ELEMENTS(VERBS); i++) {
        if (strcmp(VERBS[i].name, name) != 0)
            continue;
        if (VERBS[i].at_step && !advance(replay, (uint64_t)json_integer_value(step), error))
            return false;
        return VERBS[i].run(replay, line, error);
    }
    return fail(replay, error, "unknown command \"%s\"", name);
}

/* Reads one line as a JSON object, within limits; NULL with an error. */
static json_t *read_line(const Replay *replay, const char *text, size_t length, GError **error)
{
    int line;
    const char *reason;
    if (!sn_json_check_size(text, length, &line, &reason)) {
        fail(replay, error, "%s", reason);
        return NULL;
    }
    json_error_t problem = {.text = ""};
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &problem);
    if (json_is_object(object))
        return object;
    json_decref(object);
    fail(replay, error, "not a JSON object%s%s", problem.text[0] ? ": " : "", problem.text);
    return NULL;
}

/* False without an error: the steps have come to their end before the log. */
static bool do_lines(Replay *replay, const char *text, size_t length, GError **error)
{
    const char *end = text + length;
    bool good = true;
    for (const char *line = text, *next; good && line < end; line = next) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        next = stop ? stop + 1 : end;
        replay->line++;
        json_t *object = read_line(replay, line, (size_t)((stop ? stop : end) - line), error);
        good = object && do_line(replay, object, error);
        json_decref(object);
    }
    if (good && replay->line == 0)
        return fail(replay, error, "the command log is empty");
    return good;
}

bool sn_command_log_replay(const char *path, SnSimulation *simulation, const char *folder,
                           SnReplayStep step, void *data, GError **error)
{
    size_t length;
    char *text = sn_read_file(path, MAX_LOG_BYTES, &length, error);
    if (!text)
        return false;
    Replay replay = {.simulation = simulation,
                     .path = path,
                     .folder = folder,
                     .cache = sn_compile_cache_new(),
                     .step = step ? step : take_step,
                     .data = data};
    GError *problem = NULL;
    do_lines(&replay, text, length, &problem);
    sn_compile_cache_free(replay.cache);
    g_free(text);
    if (problem)
        g_propagate_error(error, problem);
    return problem == NULL;
}
