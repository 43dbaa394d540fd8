/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/probe_files.h"

#include "engine/base/vec.h"
#include "engine/motion/motion_file.h"
#include "engine/text/write_file.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static const char *component_suffix(SnType type, int width, int k)
{
    static const char *const vector[] = {".x", ".y", ".z"};
    static const char *const quaternion[] = {".w", ".x", ".y", ".z"};
    static const char *const tensor[] = {".xx", ".yy", ".zz", ".xy", ".xz", ".yz"};
    if (width == 3)
        return vector[k];
    if (type == SN_TYPE_QUAT)
        return quaternion[k];
    return width == 6 ? tensor[k] : "";
}

static char **column_names(const SnSimulation *s, const SnSystemOutputProbe *probe)
{
    GPtrArray *names = g_ptr_array_new();
    for (int i = 0; i < probe->n_targets; i++) {
        const SnAddress *address = &s->compiled->system->probes.addresses[probe->first_target + i];
        const SnProperty *property = sn_model_property(s->model, address->id, address->property);
        char *path = sn_model_path(s->model, address->id);
        for (int k = 0; k < address->width; k++)
            g_ptr_array_add(names,
                            g_strdup_printf("%s:%s%s", path, property->name,
                                            component_suffix(property->type, address->width, k)));
        g_free(path);
    }
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(names, FALSE);
}

static SnMotionTable *probe_table(const SnSimulation *s, const SnSystemOutputProbe *probe)
{
    double *times, *values;
    int width = probe->width;
    const int n = sn_recorder_data(s->recorder, probe->id, &times, &values, &width);
    SnMotionTable *table = sn_motion_table_new(n, probe->width);
    if (n > 0) {
        memcpy(table->time, times, (size_t)n * sizeof *times);
        memcpy(table->values, values, (size_t)n * (size_t)probe->width * sizeof *values);
    }
    g_strfreev(table->names);
    table->names = column_names(s, probe);
    free(times);
    free(values);
    return table;
}

static void add_number(GString *text, double value)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(text, g_ascii_formatd(number, sizeof number, "%.17g", value));
}

/* Always 17 digits: files of two runs are compared as texts. */
static bool write_csv(const SnMotionTable *table, const char *path, GError **error)
{
    GString *text = g_string_new("time");
    for (int k = 0; k < table->n_columns; k++)
        g_string_append_printf(text, ",%s", table->names[k]);
    g_string_append_c(text, '\n');
    for (int i = 0; i < table->n_rows; i++) {
        add_number(text, table->time[i]);
        for (int k = 0; k < table->n_columns; k++) {
            g_string_append_c(text, ',');
            add_number(text, table->values[(size_t)i * (size_t)table->n_columns + (size_t)k]);
        }
        g_string_append_c(text, '\n');
    }
    const bool good = sn_write_file(path, SN_OUTPUT_WHOLE, text->str, text->len, error);
    g_string_free(text, TRUE);
    return good;
}

/* Name without the ending; unique among the system's probes. */
static char *file_name(const SnSimulation *s, int number)
{
    const SnSystem *system = s->compiled->system;
    const SnSystemOutputProbe *probe = &system->probes.outputs[number];
    bool unique = true;
    for (int i = 0; i < system->probes.n_outputs; i++)
        unique =
            unique && (i == number || strcmp(system->probes.outputs[i].name, probe->name) != 0);
    if (unique)
        return g_strdup(probe->name);
    char *path = sn_model_path(s->model, probe->id);
    char *name = g_strdelimit(g_strdup(path + 1), "/", '.');
    g_free(path);
    return name;
}

static bool write_probe(const SnSimulation *s, int number, const char *folder, const char *format,
                        GError **error)
{
    char *name = file_name(s, number);
    char *file = g_strconcat(name, ".", format, NULL);
    char *path = g_build_filename(folder, file, NULL);
    SnMotionTable *table = probe_table(s, &s->compiled->system->probes.outputs[number]);
    const bool good = strcmp(format, "csv") == 0 ? write_csv(table, path, error)
                                                 : sn_motion_file_write(table, path, error);
    sn_motion_table_free(table);
    g_free(path);
    g_free(file);
    g_free(name);
    return good;
}

bool sn_probe_files_write(const SnSimulation *s, const char *folder, const char *format,
                          GError **error)
{
    if (g_mkdir_with_parents(folder, 0777) != 0) {
        const int reason = errno;
        g_set_error(error, G_IO_ERROR, g_io_error_from_errno(reason), "cannot make folder %s: %s",
                    folder, g_strerror(reason));
        return false;
    }
    bool good = true;
    for (int i = 0; good && i < s->compiled->system->probes.n_outputs; i++)
        good = write_probe(s, i, folder, format, error);
    return good;
}
