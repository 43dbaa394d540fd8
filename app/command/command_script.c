/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew script: a script in Lua that reads, changes and runs models without a window. */
#include "app/command/command.h"
#include "app/command/options.h"
#include "app/command/stop_signals.h"
#include "engine/base/terminal.h"
#include "engine/model/changes.h"
#include "engine/model/edit/edit.h"
#include "engine/model/file/clipboard.h"
#include "engine/model/file/file.h"
#include "engine/pose.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/script/script.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"

#include <limits.h>
#include <stdio.h>

enum { MOST_BYTES = 1 << 20 }; /* of a script */

/* The document that the script changes, and a simulation of a copy of it, made when it is first
 * asked for and again where a change cannot be taken live. */
typedef struct Host {
    SnModel *document;
    SnSimulation *simulation;
    bool stale;     /* the simulation is of an older document */
    GError *failed; /* what ended the last run */
} Host;

/* --- document and simulation --- */

static void on_change(const SnModel *model, const SnChange *change, void *data)
{
    Host *host = data;
    if (change->kind == SN_CHANGE_DONE || !host->simulation || host->stale)
        return;
    const SnProperty *property = change->kind == SN_CHANGE_VALUE
                                     ? sn_model_property(model, change->id, change->property)
                                     : NULL;
    if (property && property->bind == SN_BIND_DOCUMENT)
        return;
    SnStyle style;
    if (property && property->bind == SN_BIND_STYLE) {
        if (sn_model_style(model, sn_model_get(model, change->id), &style))
            sn_simulation_style(host->simulation, change->id, &style, model->revision);
        return;
    }
    host->stale = true;
    if (!property || change->structural || property->bind == SN_BIND_NONE ||
        property->kind == SN_START)
        return;
    SnValue value;
    sn_model_effective(model, change->id, property, &value, NULL);
    double number[6];
    const int n = sn_value_numbers(&value, number);
    sn_value_clear(&value);
    host->stale = n == 0 || !sn_simulation_set(host->simulation, change->id, change->property,
                                               number, n, model->revision);
}

static void close_document(Host *host)
{
    if (host->simulation)
        sn_simulation_free(host->simulation);
    if (host->document)
        sn_model_free(host->document);
    *host = (Host){.failed = host->failed};
}

static void take_document(Host *host, SnModel *model)
{
    close_document(host);
    host->document = model;
    sn_model_listen(model, on_change, host);
}

static bool refuse_fault(const SnSimulation *s, const SnFault *fault, GError **error)
{
    if (fault->code == SN_FAULT_INTERRUPTED)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s at t = %g s", sn_stop_signals_seen(),
                         s->state->time);
    return sn_refuse_fault(s, fault, error);
}

/* The simulation of the document as it is now; what has moved goes on from where it is. */
static bool bring_up_to_date(Host *host, GError **error)
{
    if (host->simulation && !host->stale)
        return true;
    SnFault fault = {0};
    SnModel *copy = sn_model_copy(host->document);
    if (!host->simulation) {
        host->simulation = sn_command_simulation(copy, &fault, error);
        if (host->simulation)
            host->simulation->watch = host->simulation->step_watch =
                (SnStepWatch){sn_stop_signals_watch, NULL, 0};
    } else {
        SnCompiled *compiled = sn_compile(copy, NULL, NULL, error);
        if (!compiled) {
            sn_model_free(copy);
            return false;
        }
        fault = sn_simulation_install(host->simulation, copy, compiled,
                                      host->simulation->state->time <= 0);
    }
    host->stale = false;
    return host->simulation &&
           (fault.code == SN_FAULT_NONE || refuse_fault(host->simulation, &fault, error));
}

static double time_of(void *data)
{
    const Host *host = data;
    return host->simulation ? host->simulation->state->time : 0;
}

/* --- what a script asks for --- */

static SnModel *model_of(void *data)
{
    return ((Host *)data)->document;
}

static bool present(void *data, const SnTarget *target, double value[6], int *n, GError **error)
{
    Host *host = data;
    if (!bring_up_to_date(host, error))
        return false;
    *n = sn_simulation_get(host->simulation, target->id, target->row, value);
    return true;
}

static bool set(void *data, const SnTarget *target, const SnValue *value, GError **error)
{
    Host *host = data;
    SnModel *model = host->document;
    const SnProperty *property = sn_model_property(model, target->id, target->row);
    const bool moved = time_of(host) > 0;
    if (sn_is_coordinate(property))
        return moved ? sn_refuse(error, SN_MODEL_ERROR_VALUE,
                                 "a coordinate poses the start: reset() first")
                     : sn_command_pose(model, target, value, error);
    if (!moved || property->kind != SN_START)
        return sn_edit_set(model, target->id, target->row, value, error);
    double number[6]; /* of the present state, as by hand in the window */
    const int n = sn_value_numbers(value, number);
    return bring_up_to_date(host, error) &&
           ((n > 0 && sn_simulation_set(host->simulation, target->id, target->row, number, n,
                                        model->revision)) ||
            sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s cannot be set while it moves: reset() first",
                      property->name));
}

static bool add(void *data, const char *text, GArray *ids, GError **error)
{
    return sn_clipboard_paste(model_of(data), text, ids, error);
}

static bool remove_components(void *data, const SnId *ids, int n, GError **error)
{
    return sn_edit_remove(model_of(data), ids, n, error);
}

/* --- running --- */

static SnFault take_steps(SnSimulation *s, SnScriptRun what, double amount)
{
    SnFault fault = {0};
    if (what == SN_SCRIPT_RESET)
        return sn_simulation_reset(s);
    for (double k = 0; what == SN_SCRIPT_STEP && k < amount && fault.code == SN_FAULT_NONE; k++)
        fault = sn_stop_signals_seen() ? (SnFault){.code = SN_FAULT_INTERRUPTED}
                                       : sn_simulation_step(s);
    while (what == SN_SCRIPT_PLAY && fault.code == SN_FAULT_NONE &&
           !sn_simulation_reached(s, amount))
        fault = sn_stop_signals_seen() ? (SnFault){.code = SN_FAULT_INTERRUPTED}
                                       : sn_simulation_step_towards(s, amount);
    return fault;
}

static bool run(void *data, SnScriptRun what, double amount, GError **error)
{
    Host *host = data;
    if (what == SN_SCRIPT_GO)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "go is not available here: without a window nothing is recorded; reset() "
                         "begins again");
    if (!bring_up_to_date(host, error) ||
        (what == SN_SCRIPT_PLAY && !sn_command_check_steps(host->simulation, amount, error)))
        return false;
    const SnFault fault = take_steps(host->simulation, what, amount);
    if (fault.code != SN_FAULT_NONE)
        refuse_fault(host->simulation, &fault, &host->failed);
    return true;
}

static bool busy(void *data)
{
    return false;
}

static bool outcome(void *data, GError **error)
{
    Host *host = data;
    if (!host->failed)
        return true;
    g_propagate_error(error, host->failed);
    host->failed = NULL;
    return false;
}

/* --- files --- */

static bool open_model(void *data, const char *name, GError **error)
{
    SnModel *model = sn_command_model(name, NULL, error);
    if (model)
        take_document(data, model);
    return model != NULL;
}

static bool save(void *data, const char *path, GError **error)
{
    return g_str_has_suffix(path, ".sinew")
               ? sn_file_write(model_of(data), path, error)
               : sn_refuse(error, SN_MODEL_ERROR_FILE, "%s: save takes a file that ends in .sinew",
                           path);
}

static bool picture(void *data, const char *path, GError **error)
{
    Host *host = data;
    return bring_up_to_date(host, error) && sn_command_picture(host->simulation, path, error);
}

static void say(void *data, const char *text)
{
    sn_say_text(stdout, text); /* tables have tabs */
    putchar('\n');
}

static bool stopped(void *data)
{
    return sn_stop_signals_seen() != NULL;
}

static const SnScriptHost HOST = {
    .model = model_of,
    .present = present,
    .set = set,
    .add = add,
    .remove = remove_components,
    .time = time_of,
    .run = run,
    .busy = busy,
    .outcome = outcome,
    .open = open_model,
    .save = save,
    .picture = picture,
    .say = say,
    .stopped = stopped,
};

/* --- the command --- */

static bool carry_out(Host *host, const GPtrArray *arguments, GError **error)
{
    const char *path = arguments->pdata[0];
    size_t length = 0;
    g_autofree char *text = sn_read_file(path, MOST_BYTES, &length, error);
    g_autofree const char **rest = g_new0(const char *, arguments->len);
    for (guint i = 1; i < arguments->len; i++)
        rest[i - 1] = arguments->pdata[i];
    SnScript *script = text ? sn_script_new(&HOST, host, text, length, path, rest, error) : NULL;
    if (!script)
        return false;
    sn_stop_signals_catch();
    const bool good = sn_script_go_on(script, error) == SN_SCRIPT_DONE;
    sn_script_free(script);
    return good;
}

SnExit sn_command_script(int n, char **words, GError **misused)
{
    const char *argument = NULL;
    g_autoptr(GPtrArray) sets = g_ptr_array_new(), arguments = g_ptr_array_new();
    const SnOption options[] = {
        {"--model", SN_OPTION_TEXT, &argument, "MODEL", "a file or demo to begin with"},
        SN_OPTION_SET(sets),
    };
    GError *error = NULL;
    if (!sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, INT_MAX, &error))
        return sn_command_misused(misused, error);
    Host host = {0};
    SnModel *model = argument ? sn_command_model(argument, sets, &error) : NULL;
    if (model)
        take_document(&host, model);
    const bool good = !error && carry_out(&host, arguments, &error);
    close_document(&host);
    g_clear_error(&host.failed);
    return good ? SN_EXIT_DONE : sn_command_failed(error);
}
