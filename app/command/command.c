/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/command.h"

#include "app/demos/demos.h"
#include "app/document/foreign.h"
#include "engine/base/output.h"
#include "engine/base/terminal.h"
#include "engine/model/edit/edit.h"
#include "engine/model/file/file.h"
#include "engine/pose.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

SnExit sn_command_failed(GError *error)
{
    sn_say(stderr, "sinew: %s", error->message);
    g_error_free(error);
    return SN_EXIT_FAILED;
}

SnExit sn_command_misused(GError **misused, GError *error)
{
    g_propagate_error(misused, error);
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

void sn_command_say_table_notes(const SnMotionTable *table, const char *path)
{
    for (int i = 0; table->notes && table->notes[i]; i++)
        sn_say(stderr, "sinew: note: %s: %s", path, table->notes[i]);
}

bool sn_command_pose(SnModel *model, const SnTarget *target, const SnValue *number, GError **error)
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
    bool good = sn_property_find(model, path, &target, error);
    g_free(path);
    if (!good)
        return false;
    const SnProperty *property = sn_model_property(model, target.id, target.row);
    if (!sn_value_from_text(model, sn_model_get(model, target.id), property, equals + 1, &value,
                            error))
        return false;
    good = sn_is_coordinate(property) ? sn_command_pose(model, &target, &value, error)
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
