/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew run: the same simulation as in the window, as fast as it goes. */
#include "app/commands.h"
#include "app/options.h"
#include "app/probe_files.h"
#include "app/probe_inputs.h"
#include "app/resources.h"
#include "app/run_waypoints.h"
#include "engine/base/clock.h"
#include "engine/base/terminal.h"
#include "engine/model/classes/model_component.h"
#include "engine/run/file/command_log.h"
#include "engine/run/simulation/monitor_note.h"
#include "engine/text/number_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct Run {
    double time, step; /* NAN: not given */
    GPtrArray *sets, *inputs;
    const char *probes, *probe_format, *commands, *from, *waypoints;
    bool quiet;

    SnSimulation *simulation;
    SnRunWaypoints *passed; /* with --waypoints */
    char *path, *folder;    /* of the model file */
    double end;             /* [s]; NAN: where the log ends */
    int64_t shown;          /* wall time of the last progress [ns] */
    bool shows;
} Run;

/* --- progress: when a person looks --- */

static void show_progress(const SnSimulation *s, void *data)
{
    Run *run = data;
    const int64_t now = sn_clock_ns();
    if (!run->shows || now - run->shown < 100000000)
        return;
    run->shown = now;
    if (isnan(run->end) || run->end <= 0)
        fprintf(stderr, "\rt = %.3f s ", s->state->time);
    else
        fprintf(stderr, "\rt = %.3f s of %g s, %3.0f %% ", s->state->time, run->end,
                fmin(100, 100 * s->state->time / run->end));
}

static void clear_progress(const Run *run)
{
    if (run->shows && run->shown)
        fputs("\r\033[K", stderr);
}

/* --- the run --- */

static bool install(Run *run, SnModel *model, GError **error)
{
    SnModelComponent *root = (SnModelComponent *)model->root;
    if (!isnan(run->step))
        root->max_step = run->step;
    SnCompiled *compiled = sn_compile(model, NULL, NULL, error);
    if (!compiled) {
        sn_model_free(model);
        return false;
    }
    if (!run->quiet)
        sn_command_print_checks(model, compiled->checks, SN_WARNING);
    if (isnan(run->end) && !run->commands)
        run->end = root->duration;
    const SnFault fault = sn_simulation_install(run->simulation, model, compiled, true);
    return fault.code == SN_FAULT_NONE || sn_command_fault(run->simulation, &fault, error);
}

/* Monitors whose bounds were left in the last step; nobody is there to go on after a pause. */
static void print_notes(const SnSimulation *s, const Run *run)
{
    SnMonitorNote note;
    for (int place = 0; !run->quiet && sn_simulation_next_note(s, &place, &note);) {
        g_autofree char *path = sn_model_path(s->model, note.id);
        clear_progress(run);
        sn_say(stderr, "%s: %s", path, note.text);
    }
}

/* Steps to the end; the model's own step size is never changed to meet it. */
static bool step_to_end(Run *run, GError **error)
{
    SnSimulation *s = run->simulation;
    const double half = 0.5 * s->compiled->system->step_size;
    while (s->state->time < run->end - half) {
        const SnFault fault = sn_simulation_step(s);
        if (fault.code != SN_FAULT_NONE)
            return sn_command_fault(s, &fault, error);
        print_notes(s, run);
        sn_recorder_reserve(s->recorder);
        if (run->passed)
            sn_run_waypoints_pass(run->passed, s);
        if (s->state->step % 64 == 0)
            show_progress(s, run);
    }
    return true;
}

static bool simulate(Run *run, SnModel *model, GError **error)
{
    if (!install(run, model, error) ||
        (run->from && !sn_run_from(run->simulation, run->from, run->path, error)))
        return false;
    if (run->waypoints) {
        run->passed = sn_run_waypoints_new(run->simulation);
        sn_run_waypoints_pass(run->passed, run->simulation);
    }
    if (run->commands && !sn_command_log_replay(run->commands, run->simulation, run->folder,
                                                show_progress, run, error))
        return false;
    return isnan(run->end) || step_to_end(run, error);
}

static void print_last_line(const SnSimulation *s)
{
    char time[SN_NUMBER_TEXT_SIZE];
    sn_number_format(s->state->time, time);
    sn_say_part(stdout, "t=%s steps=%" PRIu64, time, s->state->step);
    const double cut = s->state->step > 0 ? sn_state_parts(s->state)[SN_PARTS_CUT] : 0;
    if (cut > 0) /* steps that were taken in parts */
        sn_say_part(stdout, " cut=%.0f", cut);
    sn_say(stdout, " hash=%016" PRIx64, sn_simulation_hash(s));
}

static SnExit run_model(Run *run, const char *argument)
{
    GError *error = NULL;
    char *path = sn_model_argument(argument, &error);
    SnModel *model = path ? sn_command_model(argument, run->sets, &error) : NULL;
    if (model && !sn_probe_inputs_read(model, run->inputs, !run->quiet, &error)) {
        sn_model_free(model);
        model = NULL;
    }
    if (!model) {
        g_free(path);
        return sn_command_failed(error);
    }
    run->path = path;
    run->folder = g_path_get_dirname(path);
    run->simulation = sn_simulation_new();
    run->end = run->time;
    run->shows = !run->quiet && isatty(STDERR_FILENO);

    SnExit status = SN_EXIT_DONE;
    if (!simulate(run, model, &error)) {
        clear_progress(run);
        status = sn_command_failed(error);
        error = NULL;
    }
    clear_progress(run);
    /* what was reached is worth having, also after a fault */
    if (run->simulation->state) {
        if (run->probes &&
            !sn_probe_files_write(run->simulation, run->probes, run->probe_format, &error))
            status = sn_command_failed(error);
        if (run->passed && !sn_run_waypoints_write(run->passed, run->waypoints, &error))
            status = sn_command_failed(error);
        print_last_line(run->simulation);
    }
    sn_run_waypoints_free(run->passed);
    sn_simulation_free(run->simulation);
    g_free(run->folder);
    g_free(run->path);
    return status;
}

static GError *check_options(const Run *run)
{
    if (!isnan(run->time) && run->time < 0)
        return g_error_new_literal(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                                   "--time must not be negative");
    if (!isnan(run->step) && run->step <= 0)
        return g_error_new_literal(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                                   "--step must be greater than 0");
    if (run->commands && (run->sets->len || run->inputs->len || !isnan(run->step)))
        return g_error_new_literal(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                                   "--set, --input and --step cannot go with --commands: the log "
                                   "holds the values that were used");
    if (run->commands && (run->from || run->waypoints))
        return g_error_new_literal(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                                   "--from and --waypoints cannot go with --commands: the log "
                                   "begins where it began");
    if (strcmp(run->probe_format, "csv") != 0 && strcmp(run->probe_format, "sto") != 0)
        return g_error_new_literal(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                                   "--probe-format is csv or sto");
    return NULL;
}

SnExit sn_command_run(int n, char **words)
{
    Run run = {.time = NAN,
               .step = NAN,
               .sets = g_ptr_array_new(),
               .inputs = g_ptr_array_new(),
               .probe_format = "csv"};
    const SnOption options[] = {
        {"--time", SN_OPTION_NUMBER, &run.time},
        {"--step", SN_OPTION_NUMBER, &run.step},
        {"--set", SN_OPTION_TEXTS, run.sets},
        {"--input", SN_OPTION_TEXTS, run.inputs},
        {"--probe-format", SN_OPTION_TEXT, &run.probe_format},
        {"--probes", SN_OPTION_TEXT, &run.probes},
        {"--commands", SN_OPTION_TEXT, &run.commands},
        {"--from", SN_OPTION_TEXT, &run.from},
        {"--waypoints", SN_OPTION_TEXT, &run.waypoints},
        {"--quiet", SN_OPTION_FLAG, &run.quiet},
    };
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    SnExit status;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error))
        error = check_options(&run);
    if (error)
        status = sn_command_usage("run", error);
    else if (isnan(run.time) && !run.commands)
        status = sn_command_usage(
            "run", g_error_new_literal(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                                       "--time T is missing: how long to simulate [s]"));
    else
        status = run_model(&run, arguments->pdata[0]);
    g_ptr_array_free(arguments, TRUE);
    g_ptr_array_free(run.sets, TRUE);
    g_ptr_array_free(run.inputs, TRUE);
    return status;
}
