/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/probe_inputs.h"

#include "app/command/command.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/probe_signal.h"
#include "engine/model/property.h"
#include "engine/motion/motion_file.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

/* --- the probe --- */

static bool add_probe(SnComponent *component, void *data)
{
    if (component->class == &SN_CLASS_INPUT_PROBE)
        g_ptr_array_add(data, component);
    return true;
}

static void refuse_probe(const SnModel *model, const char *name, const GPtrArray *probes, int n,
                         GError **error)
{
    g_autoptr(GString) known = g_string_new(NULL);
    for (guint i = 0; i < probes->len; i++) {
        const SnComponent *probe = probes->pdata[i];
        g_autofree char *path = sn_model_path(model, probe->id);
        g_string_append_printf(known, "%s%s", i ? ", " : "", path);
    }
    if (probes->len == 0)
        sn_refuse(error, SN_MODEL_ERROR_PATH, "--input %s: the model has no input probe", name);
    else
        sn_refuse(error, SN_MODEL_ERROR_PATH, "--input %s: %s; there %s %s", name,
                  n ? "several input probes have this name" : "there is no such input probe",
                  probes->len == 1 ? "is" : "are", known->str);
}

/* By path, or by name where that means one probe. */
static SnInputProbe *find_probe(SnModel *model, const char *name, GError **error)
{
    g_autoptr(GPtrArray) probes = g_ptr_array_new();
    sn_component_walk(model->root, add_probe, probes);
    const SnId id = sn_model_resolve(model, NULL, name, NULL);
    SnComponent *found = id.entry == 0 ? sn_model_get(model, id) : NULL;
    if (found && found->class == &SN_CLASS_INPUT_PROBE)
        return (SnInputProbe *)found;
    int n = 0;
    for (guint i = 0; i < probes->len; i++) {
        SnComponent *probe = probes->pdata[i];
        if (probe->name && strcmp(probe->name, name) == 0) {
            found = probe;
            n++;
        }
    }
    if (n == 1)
        return (SnInputProbe *)found;
    refuse_probe(model, name, probes, n, error);
    return NULL;
}

/* --- the columns --- */

/* Columns called like the targets, in their order; NULL if one is missing. */
static int *columns_of_targets(const SnModel *model, const SnTargets *targets,
                               const SnMotionTable *table, int *n)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (int i = 0; i < targets->n; i++) {
        const SnTarget *target = &targets->targets[i];
        g_autofree char *path = sn_model_path(model, target->id);
        g_string_append_printf(names, "%s%s:%s", i ? "," : "", path,
                               sn_model_property(model, target->id, target->row)->name);
    }
    return sn_motion_table_columns(table, names->str, n, NULL);
}

static int *choose_columns(const SnModel *model, const SnInputProbe *probe,
                           const SnMotionTable *table, const char *file, int *n, GError **error)
{
    const int width = sn_targets_width(model, &probe->base.targets);
    if (probe->columns && probe->columns[0]) {
        int *columns = sn_motion_table_columns(table, probe->columns, n, error);
        if (!columns)
            g_prefix_error(error, "%s: ", file);
        return columns;
    }
    int *columns = columns_of_targets(model, &probe->base.targets, table, n);
    if (columns && *n == width)
        return columns;
    g_free(columns);
    if (probe->mapping.n == 0 && table->n_columns != 1 && table->n_columns != width) {
        g_autofree char *path = sn_model_path(model, probe->base.base.id);
        sn_refuse(error, SN_MODEL_ERROR_VALUE,
                  "%s: has %d columns, but %s takes %d number%s: name the ones meant with --set "
                  "%s:columns=NAME,...",
                  file, table->n_columns, path, width, width == 1 ? "" : "s", path);
        return NULL;
    }
    return sn_motion_table_columns(table, "", n, error);
}

/* --- the knots --- */

/* An array of a probe, emptied. */
static SnArray *clear_array(SnInputProbe *probe, const char *name)
{
    const int number = sn_class_find_array(&SN_CLASS_INPUT_PROBE, name);
    const SnArrayRow *row = &SN_CLASS_INPUT_PROBE.arrays[number];
    SnArray *array = sn_component_array(&probe->base.base, number);
    for (int i = 0; i < array->n; i++)
        sn_entry_clear(row, (char *)array->entries + (size_t)i * row->entry_size);
    array->n = 0;
    return array;
}

/* Asked for beforehand: GLib's allocations end the program. */
static bool check_memory(const SnMotionTable *table, int n, const char *file, GError **error)
{
    enum { OVERHEAD = 32 }; /* of an allocation */
    const gsize row = sizeof(SnKnot) + OVERHEAD + (gsize)n * sizeof(double);
    void *room = g_try_malloc_n((gsize)table->n_rows + 1, row);
    g_free(room);
    return room || sn_refuse(error, SN_MODEL_ERROR_MEMORY,
                             "%s: not enough memory for its %d rows: %zu bytes asked for", file,
                             table->n_rows, (size_t)table->n_rows * row);
}

static void set_knots(SnInputProbe *probe, const SnMotionTable *table, const int *columns, int n)
{
    SnKnot *knots = g_new0(SnKnot, table->n_rows);
    for (int i = 0; i < table->n_rows; i++) {
        knots[i].time = table->time[i];
        knots[i].values = (SnReals){n, g_new(double, n)};
        for (int k = 0; k < n; k++)
            knots[i].values.values[k] =
                table->values[(size_t)i * (size_t)table->n_columns + (size_t)columns[k]];
    }
    SnArray *array = clear_array(probe, "knots");
    g_free(array->entries);
    array->entries = knots;
    array->n = table->n_rows;
    clear_array(probe, "segments");
    g_free(probe->file);
    probe->file = g_strdup("");
    g_free(probe->columns);
    probe->columns = g_strdup("");
}

/* A column without a single value cannot be played. */
static bool check_filled(const SnMotionTable *table, const int *columns, int n, const char *file,
                         GError **error)
{
    for (int k = 0; k < n; k++)
        if (isnan(table->values[columns[k]]))
            return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s: column \"%s\" has no values", file,
                             table->names[columns[k]]);
    return true;
}

static bool read_input(SnModel *model, const char *text, bool say, GError **error)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "--input takes PROBE=FILE, not \"%s\"", text);
    g_autofree char *name = g_strndup(text, (gsize)(equals - text));
    const char *file = equals + 1;
    SnInputProbe *probe = find_probe(model, name, error);
    SnMotionTable *table = probe ? sn_motion_file_read(file, error) : NULL;
    if (!table)
        return false;
    if (say)
        sn_command_say_table_notes(table, file);
    sn_motion_table_fill_gaps(table);
    int n;
    int *columns = choose_columns(model, probe, table, file, &n, error);
    const bool good = columns && check_filled(table, columns, n, file, error) &&
                      check_memory(table, n, file, error);
    if (good)
        set_knots(probe, table, columns, n);
    g_free(columns);
    sn_motion_table_free(table);
    return good;
}

bool sn_probe_inputs_read(SnModel *model, const GPtrArray *texts, bool say, GError **error)
{
    for (guint i = 0; i < texts->len; i++)
        if (!read_input(model, texts->pdata[i], say, error))
            return false;
    return true;
}
