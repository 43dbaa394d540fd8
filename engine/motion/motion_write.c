/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/motion/motion_write.h"

#include "engine/text/number_text.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

static void add_number(GString *text, double value)
{
    char number[SN_NUMBER_TEXT_SIZE];
    if (isfinite(value))
        g_string_append_len(text, number, sn_number_format(value, number));
    else
        g_string_append(text, "nan");
}

static double value_at(const SnMotionTable *table, int row, int column)
{
    return table->values[(size_t)row * (size_t)table->n_columns + (size_t)column];
}

/* Whether the columns are groups with these endings, a character each, and the same name before. */
static bool is_grouped(char *const *names, int n_columns, const char *endings)
{
    const int n = (int)strlen(endings);
    if (n_columns % n != 0)
        return false;
    for (int i = 0; i < n_columns; i++) {
        const char *first = names[i - i % n], *name = names[i];
        const size_t length = strlen(name);
        if (length < 3 || strlen(first) != length || name[length - 2] != '.' ||
            name[length - 1] != endings[i % n] || strncmp(first, name, length - 1) != 0)
            return false;
    }
    return true;
}

static void add_group_name(GString *text, const char *name)
{
    g_string_append_len(text, name, (gssize)strlen(name) - 2);
}

/* The name of the file as a line of its own header: no key, no break. */
static char *file_title(const char *name)
{
    return g_strdelimit(g_path_get_basename(name), " =\t\r\n", '_');
}

/* --- CSV --- */

static void add_csv_name(GString *text, const char *name, char separator)
{
    const bool quoted = strpbrk(name, "\"#,;\t ") || strchr(name, separator);
    if (!quoted) {
        g_string_append(text, name);
        return;
    }
    g_string_append_c(text, '"');
    for (; *name; name++) {
        if (*name == '"')
            g_string_append_c(text, '"');
        g_string_append_c(text, *name);
    }
    g_string_append_c(text, '"');
}

bool sn_motion_csv_write(const SnMotionTable *table, const char *name, GString *text,
                         GError **error)
{
    const char separator = g_str_has_suffix(name, ".tsv") ? '\t' : ',';
    g_string_append(text, "time");
    for (int i = 0; i < table->n_columns; i++) {
        g_string_append_c(text, separator);
        add_csv_name(text, table->names[i], separator);
    }
    g_string_append_c(text, '\n');
    for (int row = 0; row < table->n_rows; row++) {
        add_number(text, table->time[row]);
        for (int i = 0; i < table->n_columns; i++) {
            g_string_append_c(text, separator);
            add_number(text, value_at(table, row, i));
        }
        g_string_append_c(text, '\n');
    }
    return true;
}

/* --- OpenSim --- */

int sn_motion_sto_group(char *const *names, int n_columns)
{
    return is_grouped(names, n_columns, "wxyz") ? 4 : is_grouped(names, n_columns, "xyz") ? 3 : 1;
}

void sn_motion_sto_header(char *const *names, int n_columns, int64_t n_rows, double data_rate,
                          const char *name, GString *text)
{
    const int n = sn_motion_sto_group(names, n_columns);
    g_autofree char *title = file_title(name);
    g_string_append_printf(text, "%s\nversion=3\nDataType=%s\n", title,
                           n == 4   ? "Quaternion"
                           : n == 3 ? "Vec3"
                                    : "double");
    if (data_rate > 0) {
        g_string_append(text, "DataRate=");
        add_number(text, data_rate);
        g_string_append_c(text, '\n');
    }
    if (n_rows >= 0)
        g_string_append_printf(text, "nRows=%" G_GINT64_FORMAT "\n", n_rows);
    g_string_append_printf(text, "nColumns=%d\ninDegrees=no\nendheader\ntime", n_columns / n + 1);
    for (int i = 0; i < n_columns; i += n) {
        g_string_append_c(text, '\t');
        if (n > 1)
            add_group_name(text, names[i]);
        else
            g_string_append(text, names[i]);
    }
    g_string_append_c(text, '\n');
}

bool sn_motion_sto_write(const SnMotionTable *table, const char *name, GString *text,
                         GError **error)
{
    const int n = sn_motion_sto_group(table->names, table->n_columns);
    sn_motion_sto_header(table->names, table->n_columns, table->n_rows, table->data_rate, name,
                         text);
    for (int row = 0; row < table->n_rows; row++) {
        add_number(text, table->time[row]);
        for (int i = 0; i < table->n_columns; i++) {
            g_string_append_c(text, i % n ? ',' : '\t');
            add_number(text, value_at(table, row, i));
        }
        g_string_append_c(text, '\n');
    }
    return true;
}

/* --- markers --- */

/* Frames a second: the file's, or the mean of the rows. */
static double frame_rate(const SnMotionTable *table)
{
    const int last = table->n_rows - 1;
    const double span = last > 0 ? table->time[last] - table->time[0] : 0;
    if (table->data_rate > 0)
        return table->data_rate;
    return span > 0 ? last / span : 1;
}

static void add_trc_header(GString *text, const SnMotionTable *table, const char *name)
{
    const int n = table->n_columns / 3;
    g_autofree char *title = file_title(name);
    g_string_append_printf(text, "PathFileType\t4\t(X/Y/Z)\t%s\n", title);
    g_string_append(text, "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\t"
                          "OrigDataStartFrame\tOrigNumFrames\n");
    const double rate = frame_rate(table);
    add_number(text, rate);
    g_string_append_c(text, '\t');
    add_number(text, rate);
    g_string_append_printf(text, "\t%d\t%d\tm\t", table->n_rows, n);
    add_number(text, rate);
    g_string_append_printf(text, "\t1\t%d\nFrame#\tTime", table->n_rows);
    for (int i = 0; i < n; i++) {
        g_string_append_c(text, '\t');
        add_group_name(text, table->names[3 * i]);
        g_string_append(text, i + 1 < n ? "\t\t" : "\t\t\n");
    }
    g_string_append_c(text, '\t');
    for (int i = 1; i <= n; i++)
        g_string_append_printf(text, "\tX%d\tY%d\tZ%d", i, i, i);
    g_string_append(text, "\n\n");
}

bool sn_motion_trc_write(const SnMotionTable *table, const char *name, GString *text,
                         GError **error)
{
    if (!is_grouped(table->names, table->n_columns, "xyz"))
        return sn_refuse(error, SN_MODEL_ERROR_FILE,
                         "%s: a .trc file holds points, three columns NAME.x NAME.y NAME.z each, "
                         "and this table has others; write it as .sto or .csv",
                         name);
    add_trc_header(text, table, name);
    for (int row = 0; row < table->n_rows; row++) {
        g_string_append_printf(text, "%d\t", row + 1);
        add_number(text, table->time[row]);
        for (int i = 0; i < table->n_columns; i++) {
            const double value = value_at(table, row, i);
            g_string_append_c(text, '\t');
            if (!isnan(value))
                add_number(text, value);
        }
        g_string_append_c(text, '\n');
    }
    return true;
}
