/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/motion/motion_reader.h"

#include "engine/text/limits.h"
#include "engine/text/number_text.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

void sn_motion_reader_init(SnMotionReader *reader, const char *text, size_t length,
                           const char *name, GError **error)
{
    *reader = (SnMotionReader){.name = name, .at = text, .end = text + length, .error = error};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        reader->at += 3; /* byte order mark */
    reader->fields = g_array_new(FALSE, FALSE, sizeof(SnMotionField));
    reader->names = g_ptr_array_new_with_free_func(g_free);
    reader->used = g_hash_table_new(g_str_hash, g_str_equal);
    reader->notes = g_ptr_array_new_with_free_func(g_free);
    reader->table = g_new0(SnMotionTable, 1);
}

static char **take_strings(GPtrArray *strings)
{
    g_ptr_array_add(strings, NULL);
    return (char **)g_ptr_array_free(strings, FALSE);
}

/* Gives back what was reserved for rows that did not come. */
static void shrink(SnMotionTable *table)
{
    const size_t n = (size_t)table->n_rows;
    table->time = g_realloc_n(table->time, n, sizeof(double));
    table->values = g_realloc_n(table->values, n * (size_t)table->n_columns, sizeof(double));
}

static void count_missing(SnMotionReader *reader)
{
    SnMotionTable *table = reader->table;
    const size_t n = (size_t)table->n_rows * (size_t)table->n_columns;
    for (size_t i = 0; i < n; i++)
        table->n_missing += isnan(table->values[i]);
    if (table->n_missing)
        sn_motion_reader_note(reader, "%d of %zu values %s missing", table->n_missing, n,
                              table->n_missing == 1 ? "is" : "are");
}

/* A jump may be meant (steps of a command), or be two pieces that overlap. */
static void tell_jumps(SnMotionReader *reader)
{
    if (reader->n_jumps == 1)
        sn_motion_reader_note(reader,
                              "line %d has the time of the row before, %g s: values jump there",
                              reader->jump_line, reader->jump_time);
    else if (reader->n_jumps > 1)
        sn_motion_reader_note(reader,
                              "%d rows have the time of the row before, the first on line %d, "
                              "%g s: values jump there",
                              reader->n_jumps, reader->jump_line, reader->jump_time);
}

SnMotionTable *sn_motion_reader_finish(SnMotionReader *reader, bool good)
{
    good = good && !reader->failed;
    if (good && reader->table->n_rows == 0)
        good =
            sn_refuse(reader->error, SN_MODEL_ERROR_FORMAT,
                      "%s: holds no rows of numbers; expected one for each moment", reader->name);
    if (good) {
        shrink(reader->table);
        count_missing(reader);
        tell_jumps(reader);
    }
    reader->table->names = take_strings(reader->names);
    reader->table->notes = take_strings(reader->notes);
    g_hash_table_unref(reader->used);
    g_array_unref(reader->fields);
    if (good)
        return reader->table;
    sn_motion_table_free(reader->table);
    return NULL;
}

bool sn_motion_reader_fail(SnMotionReader *reader, const char *format, ...)
{
    if (reader->failed)
        return false; /* the first one counts */
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    reader->failed = true;
    return sn_refuse(reader->error, SN_MODEL_ERROR_FORMAT, "%s:%d: %s", reader->name,
                     MAX(reader->line, 1), text);
}

void sn_motion_reader_note(SnMotionReader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_ptr_array_add(reader->notes, g_utf8_make_valid(text, -1));
}

/* --- lines and fields --- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f' || c == '\v';
}

bool sn_motion_reader_line(SnMotionReader *reader)
{
    while (reader->at < reader->end && !reader->failed) {
        const char *p = reader->at;
        bool blank = true;
        for (; p < reader->end && *p != '\n' && *p != '\r'; p++)
            blank = blank && is_blank(*p);
        reader->text = reader->at;
        reader->length = (size_t)(p - reader->at);
        reader->line++;
        if (p + 1 < reader->end && p[0] == '\r' && p[1] == '\n')
            p++;
        reader->at = p < reader->end ? p + 1 : p;
        if (memchr(reader->text, 0, reader->length))
            return sn_motion_reader_fail(reader, "is no text (holds a zero byte); save the file "
                                                 "as UTF-8 text");
        if (!blank)
            return true;
    }
    return false;
}

static void add_field(SnMotionReader *reader, const char *from, const char *to, bool quoted)
{
    while (!quoted && from < to && is_blank(*from))
        from++;
    while (!quoted && from < to && is_blank(to[-1]))
        to--;
    const SnMotionField field = {from, (uint32_t)(to - from), quoted};
    g_array_append_val(reader->fields, field);
}

/* A field in quotes that begins at p; behind it, or NULL with an error. */
static const char *quoted_field(SnMotionReader *reader, const char *p, const char *end, char until)
{
    const char *from = ++p;
    while (p < end && (*p != '"' || (p + 1 < end && p[1] == '"')))
        p += *p == '"' ? 2 : 1;
    if (p >= end) {
        sn_motion_reader_fail(reader, "a quote is not closed on its line");
        return NULL;
    }
    add_field(reader, from, p, true);
    p++;
    while (p < end && *p != until && is_blank(*p))
        p++;
    if (p < end && *p != until) {
        sn_motion_reader_fail(reader, "text follows a closing quote; expected a separator");
        return NULL;
    }
    return p;
}

static void split_blanks(SnMotionReader *reader, const char *p, const char *end)
{
    while (p < end) {
        while (p < end && is_blank(*p))
            p++;
        const char *from = p;
        while (p < end && !is_blank(*p))
            p++;
        if (p > from)
            add_field(reader, from, p, false);
    }
}

bool sn_motion_reader_split(SnMotionReader *reader, char separator, bool quotes)
{
    const char *p = reader->text, *end = p + reader->length;
    g_array_set_size(reader->fields, 0);
    if (separator == ' ') {
        split_blanks(reader, p, end);
        return true;
    }
    for (bool more = true; more; p++) {
        const char *from = p;
        while (p < end && *p != separator && is_blank(*p))
            p++;
        if (quotes && p < end && *p == '"') {
            p = quoted_field(reader, p, end, separator);
            if (!p)
                return false;
        } else {
            const char *next = memchr(p, separator, (size_t)(end - p));
            p = next ? next : end;
            add_field(reader, from, p, false);
        }
        more = p < end;
    }
    return true;
}

SnMotionField sn_motion_reader_field(const SnMotionReader *reader, guint i)
{
    return i < reader->fields->len ? g_array_index(reader->fields, SnMotionField, i)
                                   : (SnMotionField){"", 0, false};
}

void sn_motion_reader_trim(SnMotionReader *reader, guint n)
{
    guint length = reader->fields->len;
    while (length > n && sn_motion_reader_field(reader, length - 1).length == 0)
        length--;
    g_array_set_size(reader->fields, length);
}

bool sn_motion_field_is(SnMotionField field, const char *word)
{
    return field.length == strlen(word) && g_ascii_strncasecmp(field.text, word, field.length) == 0;
}

bool sn_motion_field_number(SnMotionField field, double *value)
{
    static const char *const MISSING[] = {"nan", "na", "+nan", "-nan", "n/a", "-nan(ind)"};
    if (field.length > 0 && sn_number_parse(field.text, field.length, value) == field.length)
        return true;
    bool missing = field.length == 0;
    for (size_t i = 0; i < G_N_ELEMENTS(MISSING); i++)
        missing = missing || sn_motion_field_is(field, MISSING[i]);
    *value = NAN;
    return missing;
}

char *sn_motion_field_name(SnMotionField field)
{
    GString *name = g_string_new_len(field.text, field.length);
    for (gsize i = 0; field.quoted && i + 1 < name->len; i++)
        if (name->str[i] == '"' && name->str[i + 1] == '"')
            g_string_erase(name, (gssize)i, 1);
    return g_string_free(name, FALSE);
}

/* --- the table --- */

bool sn_motion_reader_column(SnMotionReader *reader, char *name)
{
    g_autofree char *valid = g_utf8_make_valid(name, -1);
    g_free(name);
    g_strstrip(g_strdelimit(valid, ",\t\n\r", '_'));
    if (reader->names->len >= SN_MAX_MOTION_COLUMNS)
        return sn_motion_reader_fail(reader, "more than %d columns; split the file",
                                     SN_MAX_MOTION_COLUMNS);
    char *own = valid[0] ? g_strdup(valid) : g_strdup_printf("column_%u", reader->names->len + 1);
    for (guint i = 2; g_hash_table_contains(reader->used, own); i++) {
        g_free(own);
        own = g_strdup_printf("%s_%u", valid[0] ? valid : "column", i);
    }
    if (valid[0] && strcmp(own, valid) != 0)
        sn_motion_reader_note(reader, "there are two columns \"%.40s\": one is called \"%.40s\"",
                              valid, own);
    g_ptr_array_add(reader->names, own);
    g_hash_table_add(reader->used, own);
    return true;
}

static bool grow(SnMotionReader *reader, size_t capacity)
{
    SnMotionTable *table = reader->table;
    const size_t n = (size_t)table->n_columns;
    double *time = g_try_realloc_n(table->time, capacity, sizeof(double));
    if (time)
        table->time = time;
    double *values = g_try_realloc_n(table->values, capacity * n, sizeof(double));
    if (values)
        table->values = values;
    if (!time || !values)
        return sn_motion_reader_fail(
            reader, "is too large for the memory left: %zu rows of %zu numbers asked for", capacity,
            n + 1);
    reader->capacity = capacity;
    return true;
}

bool sn_motion_reader_begin(SnMotionReader *reader)
{
    reader->table->n_columns = (int)reader->names->len;
    if (reader->names->len == 0)
        return sn_motion_reader_fail(reader,
                                     "there is only a column of times; expected values beside it");
    return grow(reader, 1);
}

double *sn_motion_reader_row(SnMotionReader *reader, double time)
{
    SnMotionTable *table = reader->table;
    const size_t n = (size_t)table->n_rows, width = (size_t)table->n_columns;
    if (n > 0 && time < table->time[n - 1]) {
        sn_motion_reader_fail(reader, "time goes back from %g to %g s; sort the rows by time",
                              table->time[n - 1], time);
        return NULL;
    }
    if ((n + 1) * width > SN_MAX_MOTION_VALUES) {
        sn_motion_reader_fail(reader, "more than %d values; split the file or take fewer columns",
                              SN_MAX_MOTION_VALUES);
        return NULL;
    }
    if (n == reader->capacity && !grow(reader, n + n / 2 + 16))
        return NULL;
    if (n > 0 && time == table->time[n - 1] && reader->n_jumps++ == 0) {
        reader->jump_line = reader->line;
        reader->jump_time = time;
    }
    table->time[n] = time;
    table->n_rows++;
    return table->values + n * width;
}

bool sn_motion_reader_time(SnMotionReader *reader, guint i, double *time)
{
    const SnMotionField field = sn_motion_reader_field(reader, i);
    if (!sn_motion_field_number(field, time) || !isfinite(*time))
        return sn_motion_reader_fail(reader, "'%.*s' is no time; expected a finite number",
                                     (int)MIN(field.length, 40), field.text);
    return true;
}

bool sn_motion_reader_value(SnMotionReader *reader, guint i, int column, double *value)
{
    const SnMotionField field = sn_motion_reader_field(reader, i);
    if (!sn_motion_field_number(field, value))
        return sn_motion_reader_fail(reader,
                                     "'%.*s' is no number; expected a value of \"%.40s\", or "
                                     "nothing where it is missing",
                                     (int)MIN(field.length, 40), field.text,
                                     (const char *)reader->names->pdata[column]);
    if (isinf(*value))
        return sn_motion_reader_fail(reader, "'%.*s' is out of range for \"%.40s\"",
                                     (int)MIN(field.length, 40), field.text,
                                     (const char *)reader->names->pdata[column]);
    return true;
}
