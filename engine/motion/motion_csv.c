/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in columns with a separator between. */
#include "engine/motion/motion_reader.h"

#include <math.h>
#include <string.h>

typedef struct Csv {
    SnMotionReader *reader;
    char separator;
    guint n_fields;      /* of a row */
    guint time_field;    /* which of them is the time */
    double time_unit;    /* [s] */
    const char *comment; /* the last one before the rows, behind its '#' */
    size_t comment_length;
} Csv;

/* The next line that is neither blank, a comment nor separators only, split; false at the end of
 * the file or with an error. */
static bool next_row(Csv *csv)
{
    SnMotionReader *reader = csv->reader;
    while (sn_motion_reader_line(reader)) {
        const char *p = reader->text, *end = p + reader->length;
        while (p < end && (*p == ' ' || *p == '\t' || *p == ',' || *p == ';'))
            p++;
        if (p < end && *p == '#') {
            csv->comment = p + 1;
            csv->comment_length = (size_t)(end - csv->comment);
        }
        if (p == end || *p == '#')
            continue;
        const char *comment = csv->separator ? memchr(p, '#', (size_t)(end - p)) : NULL;
        if (comment && !memchr(p, '"', (size_t)(end - p)))
            reader->length = (size_t)(comment - reader->text);
        return !csv->separator || sn_motion_reader_split(reader, csv->separator, true);
    }
    return false;
}

/* Tab, semicolon or comma, whichever comes first in this order; else white space. */
static char find_separator(const SnMotionReader *reader)
{
    for (const char *c = "\t;,"; *c; c++) {
        bool within = false;
        for (size_t i = 0; i < reader->length; i++) {
            within ^= reader->text[i] == '"';
            if (!within && reader->text[i] == *c)
                return *c;
        }
    }
    return ' ';
}

/* A number, with a decimal comma where that is no separator. */
static bool read_number(const Csv *csv, SnMotionField field, double *value)
{
    if (sn_motion_field_number(field, value))
        return true;
    char copy[64];
    if (csv->separator == ',' || field.length >= sizeof copy ||
        memchr(field.text, '.', field.length))
        return false;
    memcpy(copy, field.text, field.length);
    char *comma = memchr(copy, ',', field.length);
    if (!comma)
        return false;
    *comma = '.';
    return sn_motion_field_number((SnMotionField){copy, field.length, false}, value);
}

/* The unit of a time column: "time", "t", with "[s]", "(ms)" or "_s" behind; false if the name is
 * no time. */
static bool time_name(const char *name, double *unit)
{
    static const struct {
        const char *name;
        double seconds;
    } UNITS[] = {{"", 1},      {"s", 1},     {"sec", 1}, {"seconds", 1},
                 {"ms", 1e-3}, {"us", 1e-6}, {"min", 60}};
    g_autofree char *lower = g_ascii_strdown(name, -1);
    const char *rest = g_str_has_prefix(lower, "time") ? lower + 4
                       : lower[0] == 't'               ? lower + 1
                                                       : NULL;
    if (!rest || (*rest && !strchr(" [(_/", *rest)))
        return false;
    g_autofree char *word = g_strdup(rest);
    g_strdelimit(word, "[]()_/", ' ');
    g_strstrip(word);
    for (size_t i = 0; i < G_N_ELEMENTS(UNITS); i++)
        if (strcmp(word, UNITS[i].name) == 0) {
            *unit = UNITS[i].seconds;
            return true;
        }
    return false;
}

/* Whether the split line is names: a field that is neither a number nor missing. */
static bool is_header(const Csv *csv)
{
    double value;
    for (guint i = 0; i < csv->reader->fields->len; i++)
        if (!read_number(csv, sn_motion_reader_field(csv->reader, i), &value))
            return true;
    return false;
}

/* Whether the comment above the first row has names for it, with a time among them, as numpy writes
 * them; then they are the fields. */
static bool comment_has_names(Csv *csv)
{
    SnMotionReader *reader = csv->reader;
    const guint n = reader->fields->len;
    const char *text = reader->text;
    const size_t length = reader->length;
    if (!csv->comment)
        return false;
    reader->text = csv->comment;
    reader->length = csv->comment_length;
    bool found = false;
    sn_motion_reader_split(reader, csv->separator, false);
    for (guint i = 0; i < n && reader->fields->len == n && !found; i++) {
        double unit;
        g_autofree char *name = sn_motion_field_name(sn_motion_reader_field(reader, i));
        found = time_name(name, &unit);
    }
    reader->text = text;
    reader->length = length;
    return found || !sn_motion_reader_split(reader, csv->separator, true);
}

static bool read_names(Csv *csv, bool header)
{
    SnMotionReader *reader = csv->reader;
    if (header)
        sn_motion_reader_trim(reader, 1);
    csv->n_fields = reader->fields->len;
    bool found = false;
    for (guint i = 0; i < csv->n_fields && header && !found; i++) {
        g_autofree char *name = sn_motion_field_name(sn_motion_reader_field(reader, i));
        found = time_name(name, &csv->time_unit);
        if (found)
            csv->time_field = i;
    }
    for (guint i = 0; i < csv->n_fields; i++) {
        char *name = header ? sn_motion_field_name(sn_motion_reader_field(reader, i))
                            : g_strdup_printf("column_%u", i);
        if (i == csv->time_field)
            g_free(name);
        else if (!sn_motion_reader_column(reader, name))
            return false;
    }
    if (header && !found)
        sn_motion_reader_note(reader, "no column is called \"time\": the first one is taken [s]");
    return sn_motion_reader_begin(reader);
}

static bool read_row(Csv *csv)
{
    SnMotionReader *reader = csv->reader;
    sn_motion_reader_trim(reader, csv->n_fields);
    if (reader->fields->len != csv->n_fields)
        return sn_motion_reader_fail(
            reader, "%u field%s, but %u columns at the top; every row needs the same number",
            reader->fields->len, reader->fields->len == 1 ? "" : "s", csv->n_fields);
    double time;
    const SnMotionField field = sn_motion_reader_field(reader, csv->time_field);
    if (!read_number(csv, field, &time) || !isfinite(time))
        return sn_motion_reader_time(reader, csv->time_field, &time);
    double *values = sn_motion_reader_row(reader, time * csv->time_unit);
    if (!values)
        return false;
    int column = 0;
    for (guint i = 0; i < csv->n_fields; i++) {
        if (i == csv->time_field)
            continue;
        if ((!read_number(csv, sn_motion_reader_field(reader, i), &values[column]) ||
             isinf(values[column])) &&
            !sn_motion_reader_value(reader, i, column, &values[column]))
            return false;
        column++;
    }
    return true;
}

bool sn_motion_csv_read(SnMotionReader *reader)
{
    Csv csv = {.reader = reader, .time_unit = 1};
    if (!next_row(&csv))
        return !reader->failed;
    csv.separator = find_separator(reader);
    if (!sn_motion_reader_split(reader, csv.separator, true))
        return false;
    const bool header = is_header(&csv), named = !header && comment_has_names(&csv);
    if (!read_names(&csv, header || named))
        return false;
    if (!header && !(sn_motion_reader_split(reader, csv.separator, true) && read_row(&csv)))
        return false;
    while (next_row(&csv))
        if (!read_row(&csv))
            return false;
    return true;
}
