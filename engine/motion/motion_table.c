/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/motion/motion_file.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

SnMotionTable *sn_motion_table_new(int n_rows, int n_columns)
{
    g_assert(n_rows >= 0 && n_columns >= 1);
    SnMotionTable *table = g_new0(SnMotionTable, 1);
    table->n_rows = n_rows;
    table->n_columns = n_columns;
    table->time = g_new0(double, (size_t)n_rows);
    table->values = g_new0(double, (size_t)n_rows *(size_t)n_columns);
    table->names = g_new0(char *, (size_t)n_columns + 1);
    for (int i = 0; i < n_columns; i++)
        table->names[i] = g_strdup_printf("column_%d", i + 1);
    table->notes = g_new0(char *, 1);
    return table;
}

void sn_motion_table_free(SnMotionTable *table)
{
    if (!table)
        return;
    g_free(table->time);
    g_free(table->values);
    g_strfreev(table->names);
    g_strfreev(table->notes);
    g_free(table->turned);
    g_free(table);
}

int sn_motion_table_find(const SnMotionTable *table, const char *name)
{
    for (int i = 0; i < table->n_columns; i++)
        if (strcmp(table->names[i], name) == 0)
            return i;
    return -1;
}

/* --- columns by name --- */

static bool add_columns(const SnMotionTable *table, const char *name, GArray *columns)
{
    int column = sn_motion_table_find(table, name);
    if (column >= 0) {
        g_array_append_val(columns, column);
        return true;
    }
    static const char *const ENDINGS[] = {".w", ".x", ".y", ".z"};
    const guint before = columns->len;
    for (size_t i = 0; i < G_N_ELEMENTS(ENDINGS); i++) {
        g_autofree char *part = g_strconcat(name, ENDINGS[i], NULL);
        column = sn_motion_table_find(table, part);
        if (column >= 0)
            g_array_append_val(columns, column);
    }
    return columns->len > before;
}

static void refuse_name(const SnMotionTable *table, const char *name, GError **error)
{
    enum { MOST = 12 };
    g_autoptr(GString) known = g_string_new(NULL);
    for (int i = 0; i < MIN(table->n_columns, MOST); i++)
        g_string_append_printf(known, "%s%.60s", i ? ", " : "", table->names[i]);
    if (table->n_columns > MOST)
        g_string_append_printf(known, " and %d more", table->n_columns - MOST);
    sn_refuse(error, SN_MODEL_ERROR_VALUE, "there is no column \"%.60s\"; there are %s", name,
              known->str);
}

int *sn_motion_table_columns(const SnMotionTable *table, const char *names, int *n, GError **error)
{
    GArray *columns = g_array_new(FALSE, FALSE, sizeof(int));
    g_auto(GStrv) words = g_strsplit(names, ",", -1);
    for (char **word = words; *word; word++)
        if (!add_columns(table, g_strstrip(*word), columns)) {
            refuse_name(table, *word, error);
            g_array_free(columns, TRUE);
            return NULL;
        }
    for (int i = 0; i < table->n_columns && !words[0]; i++)
        g_array_append_val(columns, i);
    *n = (int)columns->len;
    return (int *)(void *)g_array_free(columns, FALSE);
}

/* --- gaps --- */

/* Fills column values of rows from < i < to; -1 and n_rows: no value there. */
static void fill_between(SnMotionTable *table, int column, int from, int to)
{
    const size_t width = (size_t)table->n_columns;
    double *values = table->values + column;
    for (int i = from + 1; i < to; i++) {
        const double *a = from >= 0 ? &values[(size_t)from * width] : NULL;
        const double *b = to < table->n_rows ? &values[(size_t)to * width] : NULL;
        double value;
        if (!a || !b) {
            value = a ? *a : *b;
        } else {
            const double span = table->time[to] - table->time[from];
            const double s = span > 0 ? (table->time[i] - table->time[from]) / span : 0;
            value = (1 - s) * *a + s * *b;
        }
        values[(size_t)i * width] = value;
    }
}

int sn_motion_table_fill_gaps(SnMotionTable *table)
{
    int filled = 0;
    for (int column = 0; column < table->n_columns; column++) {
        int last = -1, missing = 0;
        for (int i = 0; i < table->n_rows; i++) {
            if (isnan(table->values[(size_t)i * (size_t)table->n_columns + (size_t)column])) {
                missing++;
                continue;
            }
            fill_between(table, column, last, i);
            last = i;
        }
        if (last < 0)
            continue;
        fill_between(table, column, last, table->n_rows);
        filled += missing;
    }
    table->n_missing -= filled;
    return filled;
}
