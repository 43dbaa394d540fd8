/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew analyze: results along a motion that is prescribed, without dynamics. */
#include "app/command/analyze_results.h"
#include "app/command/command.h"
#include "app/command/options.h"
#include "app/command/probe_inputs.h"
#include "engine/base/clock.h"
#include "engine/base/curve.h"
#include "engine/base/memory.h"
#include "engine/base/terminal.h"
#include "engine/model/classes/probe.h"
#include "engine/model/edit/edit.h"
#include "engine/run/analyze/leader.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/text/refuse.h"
#include "engine/text/write_file.h"

#include <gio/gio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Analyze {
    const char *motion, *results, *loads, *out;
    bool quiet;
    GPtrArray *sets;

    SnMotionTable *table;
    SnKnotCurve *curve; /* through the table */
    SnPoseLeader leader;
    GArray *found; /* of SnResult */
    GString *text;
} Analyze;

static void say_notes(const Analyze *a, const GPtrArray *notes)
{
    for (guint i = 0; !a->quiet && i < notes->len; i++)
        sn_say(stderr, "sinew: note: %s", (const char *)notes->pdata[i]);
}

/* --- the motion --- */

static bool read_motion(Analyze *a, GError **error)
{
    a->table = sn_motion_file_read(a->motion, error);
    if (!a->table)
        return false;
    const int filled = sn_motion_table_fill_gaps(a->table);
    if (filled > 0 && !a->quiet)
        sn_say(stderr, "sinew: note: %s: %d missing values were filled", a->motion, filled);
    if (!a->quiet)
        sn_command_say_table_notes(a->table, a->motion);
    return true;
}

static void draw_curve(Analyze *a)
{
    const int n = a->table->n_rows, width = a->table->n_columns;
    a->curve = sn_knot_curve_new(n, width, SN_INTERPOLATE_CUBIC);
    memcpy(a->curve->times, a->table->time, (size_t)n * sizeof(double));
    for (int i = 0; i < n * width; i++) { /* a column without any value is none of ours */
        const double value = a->table->values[i];
        a->curve->values[i] = isfinite(value) ? value : 0;
    }
    sn_knot_curve_prepare(a->curve, false);
}

/* Rate at row i: of the spline behind the row, at the end of it before. */
static double rate_at(const SnKnotCurve *c, int i, int column)
{
    const int last = c->n - 1;
    if (last < 1)
        return 0;
    const bool behind = i < last && c->times[i + 1] > c->times[i];
    const int k = behind || i == 0 ? i : i - 1;
    const double h = c->times[k + 1] - c->times[k];
    if (!(h > 0))
        return 0;
    const double *y = c->values + (size_t)k * (size_t)c->width + column;
    const double *m = c->second + (size_t)k * (size_t)c->width + column;
    const double rise = (y[c->width] - y[0]) / h;
    return k == i ? rise - h * (2 * m[0] + m[c->width]) / 6
                  : rise + h * (m[0] + 2 * m[c->width]) / 6;
}

/* --- the model --- */

/* A property that a column is called after, with or without .x and the like behind. */
static bool target_of(const SnModel *model, const char *column, SnTarget *target)
{
    g_autofree char *name = g_strdup(column);
    char *dot = strrchr(name, '.');
    if (sn_model_resolve_property(model, NULL, name, target, NULL))
        return true;
    if (!dot || strlen(dot) != 2 || !strchr("xyzw", dot[1]))
        return false;
    *dot = 0;
    return sn_model_resolve_property(model, NULL, name, target, NULL);
}

/* The properties that columns of a table are called after, each once. */
static GArray *targets_of(const Analyze *a, const SnModel *model, const SnMotionTable *table)
{
    GArray *targets = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    for (int i = 0; i < table->n_columns; i++) {
        SnTarget target = {0};
        bool known = false;
        if (!target_of(model, table->names[i], &target)) {
            if (!a->quiet)
                sn_say(stderr, "sinew: note: %s: column %s names no property of the model",
                       a->loads, table->names[i]);
            continue;
        }
        for (guint k = 0; k < targets->len && !known; k++)
            known = sn_id_equal(g_array_index(targets, SnTarget, k).id, target.id) &&
                    g_array_index(targets, SnTarget, k).row == target.row;
        if (!known)
            g_array_append_val(targets, target);
    }
    return targets;
}

/* An input probe that plays the columns of the file with loads, each called PATH:PROP. */
static bool add_loads(const Analyze *a, SnModel *model, GError **error)
{
    SnMotionTable *table = a->loads ? sn_motion_file_read(a->loads, error) : NULL;
    if (!table)
        return !a->loads;
    g_autoptr(GArray) targets = targets_of(a, model, table);
    sn_motion_table_free(table);
    if (targets->len == 0)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "%s: no column names a property of the model, as "
                         "/model/loads/hand:force.x",
                         a->loads);
    SnComponent *list = sn_model_list(model->root, "probes");
    g_autofree char *name = sn_name_unused(list, "loads");
    SnComponent *probe = sn_component_new(&SN_CLASS_INPUT_PROBE, name);
    SnValue value = {.type = SN_TYPE_TARGETS};
    value.targets.n = (int)targets->len;
    value.targets.targets = (SnTarget *)(void *)targets->data;
    sn_field_set(probe,
                 sn_class_property(probe->class, sn_class_find_property(probe->class, "targets")),
                 &value);
    if (sn_id_is_null(sn_edit_add(model, list->id, probe, -1, error)))
        return false;
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(texts, g_strdup_printf("%s=%s", name, a->loads));
    return sn_probe_inputs_read(model, texts, !a->quiet, error);
}

/* The model twice: as it is, to know its coordinates, then with drives that lead them. */
static bool prepare(Analyze *a, SnModel *model, GError **error)
{
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    SnModel *led = sn_model_copy(model);
    GArray *coordinates = NULL;
    SnSimulation *simulation = sn_leader_simulation(model, error);
    if (simulation) {
        coordinates = sn_analyze_coordinates(simulation, a->table, notes, error);
        sn_simulation_free(simulation);
    }
    if (coordinates)
        sn_analyze_mend_units(a->table, coordinates, notes);
    draw_curve(a);
    say_notes(a, notes);
    if (coordinates && add_loads(a, led, error))
        return sn_leader_begin(&a->leader, led, coordinates, error);
    if (coordinates)
        g_array_free(coordinates, TRUE);
    sn_model_free(led);
    return false;
}

/* --- along the motion --- */

/* From where it is to the pose of a row. */
static bool go_to(Analyze *a, int row, GError **error)
{
    SnPoseLeader *leader = &a->leader;
    for (guint i = 0; i < leader->coordinates->len; i++) {
        const SnLedCoordinate *c = &g_array_index(leader->coordinates, SnLedCoordinate, i);
        leader->value[i] =
            c->column < 0
                ? c->start
                : a->table->values[(size_t)row * (size_t)a->table->n_columns + (size_t)c->column];
        leader->rate[i] = c->column < 0 ? 0 : rate_at(a->curve, row, c->column);
    }
    const SnFault fault = sn_leader_go(leader, a->table->time[row]);
    return fault.code == SN_FAULT_NONE || sn_refuse_fault(leader->simulation, &fault, error);
}

static bool write_results(const Analyze *a, GError **error)
{
    g_autofree char *path = g_build_filename(a->out, "results.csv", NULL);
    return sn_write_file(path, SN_OUTPUT_WHOLE, a->text->str, a->text->len, error);
}

static bool analyze(Analyze *a, SnModel *model, GError **error)
{
    if (!read_motion(a, error)) {
        sn_model_free(model);
        return false;
    }
    if (!prepare(a, model, error))
        return false;
    a->text = g_string_new(NULL);
    const int64_t begun = sn_clock_ns();
    for (int row = 0; row < a->table->n_rows; row++) {
        if (!go_to(a, row, error))
            return false;
        if (row == 0) {
            a->found = sn_results_find(a->leader.simulation, a->results, error);
            if (!a->found)
                return false;
            sn_results_header(a->leader.simulation, a->found, a->text);
        }
        if (!sn_results_row(a->leader.simulation, a->found, a->table->time[row], a->text, error))
            return false;
    }
    const double seconds = 1e-9 * (double)(sn_clock_ns() - begun);
    if (g_mkdir_with_parents(a->out, 0777) != 0)
        return sn_refuse(error, SN_MODEL_ERROR_FILE, "cannot make the folder %s", a->out);
    if (!write_results(a, error))
        return false;
    if (!a->quiet)
        sn_say(stderr, "sinew: %d poses, %.0f a second", a->table->n_rows,
               a->table->n_rows / fmax(seconds, 1e-9));
    return true;
}

static void clear(Analyze *a)
{
    sn_leader_end(&a->leader);
    sn_motion_table_free(a->table);
    sn_free(a->curve);
    if (a->found)
        g_array_free(a->found, TRUE);
    if (a->text)
        g_string_free(a->text, TRUE);
    g_ptr_array_free(a->sets, TRUE);
}

SnExit sn_command_analyze(int n, char **words, GError **misused)
{
    Analyze a = {.sets = g_ptr_array_new()};
    const SnOption options[] = {
        {"--motion", SN_OPTION_TEXT, &a.motion, "FILE",
         "values of coordinates over time (.mot .sto .csv; columns named as knee or "
         "/model/joints/knee:angle)"},
        {"--results", SN_OPTION_TEXT, &a.results, "PATH:PROPERTY,...",
         "what to write, where * stands for anything: muscles/*:length (what output probes record; "
         "else all lengths)"},
        {"--loads", SN_OPTION_TEXT, &a.loads, "FILE",
         "loads over time, in columns such as /model/loads/hand:force.x"},
        {"--out", SN_OPTION_TEXT, &a.out, "DIR", "where results.csv goes"},
        SN_OPTION_SET(a.sets),
        SN_OPTION_QUIET(a.quiet),
    };
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    SnExit status = SN_EXIT_DONE;
    if (!sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error)) {
        status = sn_command_misused(misused, error);
    } else if (!a.motion || !a.out) {
        status = sn_command_misused(
            misused,
            g_error_new(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s is missing: %s",
                        a.motion ? "--out DIR" : "--motion FILE",
                        a.motion ? "where results.csv goes" : "values of coordinates over time"));
    } else {
        SnModel *model = sn_command_model(arguments->pdata[0], a.sets, &error);
        if (!model || !analyze(&a, model, &error))
            status = sn_command_failed(error);
    }
    g_ptr_array_free(arguments, TRUE);
    clear(&a);
    return status;
}
