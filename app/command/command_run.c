/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew run: the same simulation as in the window, as fast as it goes. */
#include "app/command/command.h"
#include "app/command/options.h"
#include "app/command/probe_files.h"
#include "app/command/probe_inputs.h"
#include "app/command/run_progress.h"
#include "app/command/run_waypoints.h"
#include "app/command/stop_signals.h"
#include "app/demos/demos.h"
#include "engine/base/clock.h"
#include "engine/base/terminal.h"
#include "engine/checks.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/edit/edit.h"
#include "engine/run/checks/overlap.h"
#include "engine/run/file/command_log.h"
#include "engine/run/simulation/monitor_note.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/text/number_text.h"
#include "engine/text/refuse.h"

#include <gio/gio.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Wall time between two looks at the progress, and between two flushes of the probes [ns]. */
static const int64_t LOOK = 100000000, FLUSH = 1000000000;

typedef struct Run {
    double time, step; /* NAN: not given */
    GPtrArray *sets, *inputs;
    const char *probes, *probe_format, *commands, *from, *waypoints;
    bool quiet;

    SnSimulation *simulation;
    SnRunWaypoints *passed; /* with --waypoints */
    SnProbeFiles *files;    /* with --probes */
    char *path, *folder;    /* of the model file */
    double end;             /* [s]; NAN: where the log ends */
    uint64_t taken;         /* steps */
    SnRepeats repeats;
    double part;             /* length of the last step if it was a shorter one [s]; 0 */
    int64_t looked, flushed; /* wall time [ns] */
    SnRunProgress progress;
} Run;

/* --- a step --- */

/* Monitors whose bounds were left in the last step; nobody is there to go on after a pause. */
static void print_notes(Run *run)
{
    const SnSimulation *s = run->simulation;
    SnMonitorNote note;
    for (int place = 0; !run->quiet && sn_simulation_next_note(s, &place, &note);) {
        g_autofree char *path = sn_model_path(s->model, note.id);
        sn_run_progress_clear(&run->progress);
        sn_say(stderr, "%s: %s", path, note.text);
    }
}

/* Joints that say the same several times in a pose that was reached, more than at the start. */
static void print_repeats(Run *run, bool last)
{
    SnSimulation *s = run->simulation;
    g_autoptr(GArray) findings = run->quiet ? NULL : sn_repeats_look(&run->repeats, s, last);
    for (guint i = 0; findings && i < findings->len; i++) {
        sn_run_progress_clear(&run->progress);
        sn_say(stderr, "sinew: note: t = %g s: %s", s->state->time,
               g_array_index(findings, SnFinding, i).message);
    }
}

/* What a person wants now and then: the progress, and rows on disk. */
static void look_up(Run *run)
{
    const int64_t now = sn_clock_ns();
    if (now - run->looked < LOOK)
        return;
    run->looked = now;
    sn_run_progress_show(&run->progress, run->simulation->state->time, now);
    if (run->files && now - run->flushed >= FLUSH) {
        run->flushed = now;
        sn_probe_files_flush(run->files);
    }
}

static bool refuse_stopped(const SnSimulation *s, GError **error)
{
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s at t = %g s", sn_stop_signals_seen(),
                s->state->time);
    return false;
}

/* Also of a replay, which ends where this says so without an error. */
static bool take_step(SnSimulation *s, void *data, GError **error)
{
    Run *run = data;
    if (!isnan(run->end) && sn_simulation_reached(s, run->end))
        return false;
    if (sn_stop_signals_seen())
        return refuse_stopped(s, error);
    const double before = s->state->time, h = s->compiled->system->step_size;
    const SnFault fault =
        isnan(run->end) ? sn_simulation_step(s) : sn_simulation_step_towards(s, run->end);
    if (fault.code == SN_FAULT_INTERRUPTED)
        return refuse_stopped(s, error);
    if (fault.code != SN_FAULT_NONE)
        return sn_refuse_fault(s, &fault, error);
    run->taken++;
    run->part = s->state->time - before < 0.999999 * h ? s->state->time - before : 0;
    print_notes(run);
    print_repeats(run, false);
    sn_recorder_reserve(s->recorder);
    if (run->passed)
        sn_run_waypoints_pass(run->passed, s);
    look_up(run);
    return !run->files || sn_probe_files_good(run->files, error);
}

/* --- the run --- */

/* As the property's own row does. */
static bool set_step(const Run *run, SnModel *model, GError **error)
{
    const int row = sn_class_find_property(model->root->class, "solver.max_step");
    const SnValue value = {.type = SN_TYPE_REAL, .number = {run->step}};
    if (isnan(run->step) || sn_edit_set(model, model->root->id, row, &value, error))
        return true;
    g_prefix_error(error, "--step: ");
    return false;
}

static bool install(Run *run, SnModel *model, GError **error)
{
    SnCompiled *compiled =
        set_step(run, model, error) ? sn_compile(model, NULL, NULL, error) : NULL;
    if (!compiled) {
        sn_model_free(model);
        return false;
    }
    if (!run->quiet)
        sn_command_print_checks(model, compiled->checks, SN_WARNING);
    run->simulation->watch = run->simulation->step_watch =
        (SnStepWatch){sn_stop_signals_watch, NULL, 0};
    const SnFault fault = sn_simulation_install(run->simulation, model, compiled, true);
    if (fault.code == SN_FAULT_INTERRUPTED)
        return refuse_stopped(run->simulation, error);
    return fault.code == SN_FAULT_NONE || sn_refuse_fault(run->simulation, &fault, error);
}

static bool step_to_end(Run *run, GError **error)
{
    GError *problem = NULL;
    if (isnan(run->end) || !sn_command_check_steps(run->simulation, run->end, error))
        return isnan(run->end);
    while (take_step(run->simulation, run, &problem))
        ;
    if (problem)
        g_propagate_error(error, problem);
    return problem == NULL;
}

static bool simulate(Run *run, SnModel *model, GError **error)
{
    static const SnRecorderSink NOWHERE = {0};
    SnSimulation *s = run->simulation;
    if (run->probes)
        run->files = sn_probe_files_new(s, run->probes, run->probe_format, error);
    else
        sn_recorder_set_sink(s->recorder, &NOWHERE, NULL);
    if (run->probes && !run->files) {
        sn_model_free(model);
        return false;
    }
    if (!install(run, model, error) || (run->files && !sn_probe_files_good(run->files, error)) ||
        (run->from && !sn_run_from(s, run->from, run->path, error)) ||
        !sn_command_check_steps(s, run->end, error))
        return false;
    if (run->waypoints) {
        run->passed = sn_run_waypoints_new(s);
        sn_run_waypoints_pass(run->passed, s);
    }
    sn_stop_signals_catch();
    sn_run_progress_begin(&run->progress, run->quiet, s->state->time, run->end);
    if (run->commands &&
        !sn_command_log_replay(run->commands, s, run->folder, take_step, run, error))
        return false;
    return step_to_end(run, error);
}

/* --- what it says at the end --- */

/* A run that did nothing must not look like one that did. */
static void print_nothing(const Run *run)
{
    const SnSimulation *s = run->simulation;
    if (run->quiet)
        return;
    if (run->files && sn_probe_files_count(run->files) == 0)
        fputs("sinew: note: the model has no output probe: nothing was written\n", stderr);
    if (run->taken > 0 && s->compiled->system->n_u_active == 0)
        fputs("sinew: note: the model has no degree of freedom: nothing in it moves by itself\n",
              stderr);
    if (run->taken > 0)
        return;
    if (isnan(run->end))
        fputs("sinew: note: nothing was simulated: the log takes no step\n", stderr);
    else
        sn_say(stderr, "sinew: note: nothing was simulated: it begins at %g s and ends at %g s",
               s->state->time, run->end);
}

/* Shapes that are in each other where the run ends: what begins so comes apart slowly, or stays.
 * Names the deepest, and returns how many pairs there are. */
static guint count_overlaps(const Run *run)
{
    const SnSimulation *s = run->simulation;
    g_autoptr(GArray) found = sn_overlaps_find(s);
    const SnOverlapping *deepest = NULL;
    for (guint i = 0; i < found->len; i++) {
        const SnOverlapping *one = &g_array_index(found, SnOverlapping, i);
        if (!deepest || one->depth > deepest->depth)
            deepest = one;
    }
    if (!deepest || run->quiet)
        return found->len;
    g_autofree char *path = sn_model_path(s->model, deepest->id[1]);
    g_autofree char *other = sn_model_path(s->model, deepest->id[0]);
    if (deepest->shape[0] == deepest->shape[1])
        sn_say(stderr, "sinew: note: t = %g s: %s cuts itself (overlapping: %u)", s->state->time,
               path, found->len);
    else
        sn_say(stderr, "sinew: note: t = %g s: %s is %.3g mm deep in %s (overlapping: %u)",
               s->state->time, path, 1e3 * deepest->depth, other, found->len);
    return found->len;
}

static char *last_line(const Run *run, bool stopped)
{
    const SnSimulation *s = run->simulation;
    char time[SN_NUMBER_TEXT_SIZE];
    sn_number_format(s->state->time, time);
    g_autofree char *part = run->part > 0 ? g_strdup_printf(" last_step=%.6g", run->part) : NULL;
    const double cut = s->state->step > 0 ? sn_state_parts(s->state)[SN_PARTS_CUT] : 0;
    g_autofree char *cuts = cut > 0 ? g_strdup_printf(" cut=%.0f", cut) : NULL; /* in parts */
    const double missed = s->state->step > 0 ? sn_state_parts(s->state)[SN_PARTS_MISSED] : 0;
    g_autofree char *less = missed > 0 ? g_strdup_printf(" inaccurate=%.0f", missed) : NULL;
    const guint overlaps = run->taken > 0 ? count_overlaps(run) : 0;
    g_autofree char *in = overlaps > 0 ? g_strdup_printf(" overlapping=%u", overlaps) : NULL;
    return g_strdup_printf("t=%s steps=%" PRIu64 "%s%s%s hash=%016" PRIx64 "%s%s", time,
                           s->state->step, cuts ? cuts : "", less ? less : "", in ? in : "",
                           sn_simulation_hash(s), part ? part : "", stopped ? " stopped" : "");
}

/* What was reached is worth having, also of a run that was stopped (problem: why; or NULL). */
static SnExit finish(Run *run, const GError *problem)
{
    SnExit status = problem ? SN_EXIT_FAILED : SN_EXIT_DONE;
    GError *error = NULL;
    g_autofree char *line = last_line(run, problem != NULL);
    g_autofree char *reason =
        problem ? g_strdup_printf("This run stopped before its end: %s\n%s", problem->message, line)
                : NULL;
    if (run->files && !sn_probe_files_finish(run->files, reason, &error))
        status = sn_command_failed(error);
    error = NULL;
    if (run->passed && !sn_run_waypoints_write(run->passed, run->waypoints, &error))
        status = sn_command_failed(error);
    if (status == SN_EXIT_DONE)
        print_nothing(run);
    if (status == SN_EXIT_DONE && run->taken > 0)
        print_repeats(run, true);
    sn_say(stdout, "%s", line);
    return status;
}

static SnExit run_on(Run *run, SnModel *model)
{
    GError *error = NULL;
    SnExit status = SN_EXIT_FAILED;
    const bool good = simulate(run, model, &error);
    sn_run_progress_clear(&run->progress);
    if (!good)
        sn_say(stderr, "sinew: %s", error->message);
    if (run->simulation->state)
        status = finish(run, error);
    g_clear_error(&error);
    return status;
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
    run->end = isnan(run->time) && !run->commands
                   ? ((const SnModelComponent *)model->root)->duration
                   : run->time;
    const SnExit status = run_on(run, model);
    sn_run_waypoints_free(run->passed);
    sn_simulation_free(run->simulation);
    sn_probe_files_free(run->files);
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

SnExit sn_command_run(int n, char **words, GError **misused)
{
    Run run = {.time = NAN,
               .step = NAN,
               .sets = g_ptr_array_new(),
               .inputs = g_ptr_array_new(),
               .probe_format = "csv"};
    const SnOption options[] = {
        {"--time", SN_OPTION_NUMBER, &run.time, "T",
         "simulate to this time [s] (the model's duration); the last step is shorter if need be"},
        {"--step", SN_OPTION_NUMBER, &run.step, "H", "instead of the model's longest step [s]"},
        SN_OPTION_SET(run.sets),
        {"--input", SN_OPTION_TEXTS, run.inputs, "PROBE=FILE",
         "play data (.csv .sto .mot .trc) on an input probe (may come again)"},
        {"--probe-format", SN_OPTION_TEXT, &run.probe_format, "csv|sto", "of the probes (csv)"},
        {"--probes", SN_OPTION_TEXT, &run.probes, "DIR",
         "write output probes to DIR/NAME.csv as they come (NAME.csv.partial until the end)"},
        {"--commands", SN_OPTION_TEXT, &run.commands, "LOG",
         "carry out a window's log, to its end or to --time"},
        {"--from", SN_OPTION_TEXT, &run.from, "FILE[:WAYPOINT]",
         "begin at the state of a waypoint, from a file or (:WAYPOINT) that beside the model"},
        {"--waypoints", SN_OPTION_TEXT, &run.waypoints, "FILE",
         "write the states at the model's waypoints"},
        SN_OPTION_QUIET(run.quiet),
    };
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    SnExit status;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error))
        error = check_options(&run);
    if (error)
        status = sn_command_misused(misused, error);
    else
        status = run_model(&run, arguments->pdata[0]);
    g_ptr_array_free(arguments, TRUE);
    g_ptr_array_free(run.sets, TRUE);
    g_ptr_array_free(run.inputs, TRUE);
    return status;
}
