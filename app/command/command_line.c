/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/command_line.h"

#include "app/command/commands.h"
#include "app/document/foreign.h"
#include "app/resources.h"
#include "engine/base/output.h"
#include "engine/base/terminal.h"
#include "engine/model/edit/edit.h"
#include "engine/model/file/file.h"
#include "engine/pose.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct Command {
    const char *name;
    const char *arguments;
    const char *help;
    SnExit (*run)(int n, char **words);
} COMMANDS[] = {
    {"run",
     "MODEL --time T [--step H] [--set PATH:PROP=VALUE]... [--input PROBE=FILE]... "
     "[--probes DIR] [--probe-format csv|sto] [--commands LOG] [--from FILE[:WAYPOINT]] "
     "[--waypoints FILE] [--quiet]",
     "simulate to time T [s], where the last step is shorter if need be; play data files (.csv "
     ".sto "
     ".mot .trc) on input probes; write output probes to DIR/<probe>.csv as they come "
     "(<probe>.csv.partial until the end); carry a window's log out, to its end or to T; begin at "
     "the state of a waypoint, from a file or (:WAYPOINT) that beside the model; write the states "
     "at the model's waypoints.  Ends with a line t=... steps=... hash=..., and \"stopped\" behind "
     "it, DIR/STOPPED.txt and exit status 1 if it was interrupted or failed",
     sn_command_run},
    {"render",
     "MODEL [--time T] [--size WxH|WxHmm] [--view front|back|left|right|top|bottom] "
     "[--clip nx,ny,nz,d]... [--scale N | --dpi N] [--transparent] [--legend] [--plain] [--dark] "
     "[--set PATH:PROP=VALUE]... --out FILE.png|svg|pdf",
     "draw a picture; for a column of a paper --size 85x60mm --dpi 300: its text is then 9 points",
     sn_command_render},
    {"movie",
     "MODEL [--from-time A] [--time B] [--fps 25] [--speed 1] [--size WxH] "
     "[--view front|back|left|right|top|bottom] [--clip nx,ny,nz,d]... "
     "[--set PATH:PROP=VALUE]... [--time-stamp] [--quiet] --out FOLDER|FILE.webm",
     "simulate and film: frame-00001.png ... in a folder, or WebM where GStreamer is installed",
     sn_command_movie},
    {"plot",
     "MODEL [--time T] [--plot NAME | --curve PATH:PROPERTY[.x]... [--against PATH:PROPERTY[.x]]] "
     "[--size WxH] [--scale S] [--set PATH:PROP=VALUE]... --out FILE.svg|png|csv",
     "simulate to time T (the model's duration) and draw a plot of the document or the curves "
     "named",
     sn_command_plot},
    {"modes",
     "MODEL [--count N] [--set PATH:PROP=VALUE]... [--json | [--mode K] [--size WxH] "
     "[--view front|back|left|right|top|bottom] --out FOLDER|FILE.webm]",
     "the slowest N small motions about the start at rest: frequencies, damping and what moves; a "
     "film of one of them",
     sn_command_modes},
    {"laxity", "MODEL --joint PATH [--force N] [--moment NM] [--set PATH:PROP=VALUE]... [--json]",
     "how far a joint gives way, at rest, under a force (100 N) and a moment (1 N m), each way "
     "along its axes",
     sn_command_laxity},
    {"analyze",
     "MODEL --motion FILE [--results PATH:PROP,...] [--loads FILE] [--set PATH:PROP=VALUE]... "
     "[--quiet] --out DIR",
     "lead the coordinates of joints along a motion (.mot .sto .csv: columns named after "
     "coordinates, as knee or /model/joints/knee:angle), without dynamics, and write what comes "
     "of it to DIR/results.csv: the properties named, where * stands for anything "
     "(muscles/*:length); --loads plays columns such as /model/loads/hand:force.x",
     sn_command_analyze},
    {"sweep",
     "MODEL --coordinate PATH:COORDINATE [--from A] [--to B] [--samples N] [--path PATH]... "
     "[--set PATH:PROP=VALUE]... --out FILE.csv",
     "lengths, moment arms and forces at rest of paths (all that there are) over a coordinate of a "
     "joint, from A to B (rad or m; its limits), the others as they are at the start",
     sn_command_sweep},
    {"scale",
     "MODEL [--segment BODY=X,Y,Z]... [--factors FILE] [--markers FILE.trc "
     "--measure BODY[+BODY]...[:AXES]=A..B[,C..D]... [--time FROM,TO]] [--place [--frame PATH] "
     "[--fixed MARKER,...] [--weight MARKER|COORDINATE=W]...] [--mass KG] [--keep-masses] "
     "[--set PATH:PROP=VALUE]... --out MODEL.sinew",
     "scale bodies to a subject, with all that is fixed to them, by factors along their axes, "
     "given "
     "(in FILE: a line for each body) or measured between pairs of markers A and B; muscles and "
     "springs keep the ratio of their lengths to those of their paths; --mass: of all bodies in "
     "the end; --keep-masses: not changed as volumes are; --place: the pose is fitted to the "
     "measured markers (least squares, with weights; a weight of a coordinate holds it), then "
     "markers but the fixed ones are moved to where they are measured; --frame: whose axes FILE "
     "is in (frames/ground, or the world)",
     sn_command_scale},
    {"fit",
     "MODEL --markers FILE.trc [--time FROM,TO] [--frame PATH] [--weight MARKER|COORDINATE=W]... "
     "[--set PATH:PROP=VALUE]... [--quiet] --out FILE.mot|sto|csv",
     "inverse kinematics: the coordinates by which the model's markers come nearest to where they "
     "were measured (least squares, with weights; a weight of a coordinate holds it at its start "
     "value), row by row, each from the pose before; sinew analyze takes what it writes",
     sn_command_fit},
    {"info", "MODEL [--json]", "components, degrees of freedom, constraints, mass, checks",
     sn_command_info},
    {"demos", "", "the demo models, one a line, name first", sn_command_demos},
    {"import",
     "FILE [--base BASE.sinew] [--geometry DIR]... [--loads LOADS.xml] [--key NAME] "
     "[--report REPORT.txt] --out MODEL.sinew",
     "make a model from a surface mesh, or from a model of OpenSim (.osim), MuJoCo (.xml) or a "
     "robot (.urdf), and say what became of each component; --loads: the external loads of an "
     "OpenSim model, with their data file; a model file: save it as a whole, or what differs from "
     "BASE",
     sn_command_import},
    {"export", "MODEL [--report REPORT.txt] [--set PATH:PROP=VALUE]... --out FILE.osim|xml",
     "write a model for OpenSim (.osim) or MuJoCo (.xml), what they can express, and say what was "
     "left out",
     sn_command_export},
    {"bench", "[CASE]... [--json]", "the performance cases", sn_command_bench},
    {"verify", "[CASE]... [--json]",
     "the verification cases: value, reference, error, tolerance, source", sn_command_verify},
    {"reference", "", "the component reference", sn_command_reference},
};

static const struct Command *find_command(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(COMMANDS); i++)
        if (strcmp(COMMANDS[i].name, name) == 0)
            return &COMMANDS[i];
    return NULL;
}

static void print_help(FILE *file)
{
    fputs("usage:\n\n    sinew [MODEL] [--log FILE]\n        the window; its commands to a file "
          "for run --commands\n",
          file);
    for (size_t i = 0; i < G_N_ELEMENTS(COMMANDS); i++) {
        const struct Command *command = &COMMANDS[i];
        sn_say(file, "    sinew %s%s%s", command->name, command->arguments[0] ? " " : "",
               command->arguments);
        sn_say(file, "        %s", command->help);
    }
    fputs("\nMODEL is a file or a demo's name.  Exit status: 0 done, 1 failed, 2 usage.\n", file);
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

/* A file or demo to open in the window. */
static bool is_model(const char *word)
{
    char *path = sn_model_argument(word, NULL);
    g_free(path);
    return path != NULL;
}

bool sn_command_line_wanted(int argc, char **argv)
{
    int at = 1;
    if (argc > at + 1 && strcmp(argv[argc - 2], "--log") == 0)
        argc -= 2; /* of the window */
    if (argc > at && !find_command(argv[at]) && is_model(argv[at]))
        at++;
    return argc > at;
}

/* The window takes one model: what else is there is wrong. */
static SnExit explain_wrong_words(int argc, char **argv)
{
    if (argv[1][0] == '-') {
        sn_say(stderr, "sinew: unknown option %s", argv[1]);
    } else if (argc > 2) {
        sn_say(stderr, "sinew: there is no command \"%s\"", argv[1]);
    } else {
        GError *error = NULL;
        char *path = sn_model_argument(argv[1], &error);
        g_free(path);
        return sn_command_failed(error);
    }
    print_help(stderr);
    return SN_EXIT_USAGE;
}

int sn_command_line_main(int argc, char **argv)
{
    if (is_help(argv[1])) {
        print_help(stdout);
        return SN_EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("sinew " SN_VERSION);
        return SN_EXIT_DONE;
    }
    const struct Command *command = find_command(argv[1]);
    if (!command)
        return (int)explain_wrong_words(argc, argv);
    if (argc > 2 && (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0)) {
        sn_say(stdout, "usage: sinew %s %s", command->name, command->arguments);
        sn_say(stdout, "    %s", command->help);
        return SN_EXIT_DONE;
    }
    SnExit status = command->run(argc - 2, argv + 2);
    /* a full disk or a closed pipe must not look like success */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("sinew: cannot write to standard output\n", stderr);
        status = status == SN_EXIT_DONE ? SN_EXIT_FAILED : status;
    }
    return (int)status;
}

/* --- shared by the commands --- */

SnExit sn_command_failed(GError *error)
{
    sn_say(stderr, "sinew: %s", error->message);
    g_error_free(error);
    return SN_EXIT_FAILED;
}

SnExit sn_command_usage(const char *name, GError *error)
{
    const struct Command *command = find_command(name);
    sn_say(stderr, "sinew %s: %s", name, error->message);
    sn_say(stderr, "usage: sinew %s %s", name, command->arguments);
    g_error_free(error);
    return SN_EXIT_USAGE;
}

/* Steps that a double can count. */
static const double MOST_STEPS = 9007199254740992.0;

bool sn_command_check_steps(const SnSimulation *s, double end, GError **error)
{
    const double h = s->compiled->system->step_size, steps = (end - s->state->time) / h;
    return isnan(end) || steps <= MOST_STEPS ||
           sn_refuse(error, SN_MODEL_ERROR_VALUE,
                     "to %g s in steps of %g s are %.3g steps, more than can be counted (9e15): "
                     "take a longer step or a shorter time",
                     end, h, steps);
}

char *sn_command_output_note(const char *path)
{
    char text[256];
    return sn_output_note(path, text, sizeof text) ? g_strdup(text) : NULL;
}

void sn_command_say_output_note(const char *path, const char *note)
{
    if (note)
        sn_say(stderr, "sinew: note: %s: %s", path, note);
}

/* The value of a joint's coordinate poses the start. */
static bool pose(SnModel *model, const SnTarget *target, const SnValue *number, GError **error)
{
    const SnPoseTarget coordinate = {target->id, target->row, number->number[0]};
    SnPoser *poser = sn_poser_new(model, error);
    GArray *values = poser ? sn_poser_solve(poser, model, &coordinate, 1, error) : NULL;
    bool good = values != NULL;
    for (guint i = 0; good && i < values->len; i++) {
        const SnPoseValue *value = &g_array_index(values, SnPoseValue, i);
        good = sn_edit_set(model, value->id, value->property, &value->value, error);
    }
    if (values)
        g_array_unref(values);
    sn_poser_free(poser);
    return good;
}

static bool carry_out_set(SnModel *model, const char *text, GError **error)
{
    const char *equals = strchr(text, '=');
    if (!equals) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--set takes PATH:PROPERTY=VALUE, not \"%s\"", text);
        return false;
    }
    char *path = g_strndup(text, (gsize)(equals - text));
    SnTarget target;
    SnValue value;
    bool good = sn_model_resolve_property(model, NULL, path, &target, error);
    g_free(path);
    if (!good)
        return false;
    const SnProperty *property = sn_model_property(model, target.id, target.row);
    if (!sn_value_from_text(model, sn_model_get(model, target.id), property, equals + 1, &value,
                            error))
        return false;
    good = sn_is_coordinate(property) ? pose(model, &target, &value, error)
                                      : sn_edit_set(model, target.id, target.row, &value, error);
    sn_value_clear(&value);
    return good;
}

SnModel *sn_command_model(const char *argument, const GPtrArray *sets, GError **error)
{
    char *path = sn_model_argument(argument, error);
    SnModel *model = !path                      ? NULL
                     : sn_foreign_is_name(path) ? sn_foreign_import(path, NULL, NULL, error)
                                                : sn_file_read(path, error);
    g_free(path);
    for (guint i = 0; model && sets && i < sets->len; i++) {
        if (!carry_out_set(model, sets->pdata[i], error)) {
            sn_model_free(model);
            model = NULL;
        }
    }
    return model;
}

SnSimulation *sn_command_simulation(SnModel *model, SnFault *fault, GError **error)
{
    static const SnRecorderSink NOWHERE = {0};
    SnCompiled *compiled = sn_compile(model, NULL, NULL, error);
    if (!compiled) {
        sn_model_free(model);
        return NULL;
    }
    SnSimulation *s = sn_simulation_new();
    sn_recorder_set_sink(s->recorder, &NOWHERE, NULL);
    *fault = sn_simulation_install(s, model, compiled, true);
    if (fault->code != SN_FAULT_MEMORY)
        return s;
    sn_refuse_fault(s, fault, error);
    sn_simulation_free(s);
    return NULL;
}

void sn_command_print_checks(const SnModel *model, const SnChecks *checks, SnSeverity least)
{
    static const char *const names[] = {
        [SN_NOTE] = "note", [SN_WARNING] = "warning", [SN_ERROR] = "error"};
    for (guint i = 0; i < checks->items->len; i++) {
        const SnCheck *check = &g_array_index(checks->items, SnCheck, i);
        if (check->severity < least)
            continue;
        char *path = sn_model_get(model, check->id) ? sn_model_path(model, check->id) : NULL;
        sn_say(stderr, "sinew: %s: %s%s%s", names[check->severity], path ? path : "",
               path ? ": " : "", check->message);
        g_free(path);
    }
}
