/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenSim's storage (.sto) and motion (.mot) files; also the older SIMM header (datarows,
 * datacolumns). */
#include "engine/motion/motion_reader.h"

#include "engine/text/number_text.h"

#include <math.h>
#include <string.h>

typedef struct Type {
    const char *name;
    int n;
    const char *endings; /* of its columns, a character each; NULL: .1 .2 ... */
} Type;

static const Type TYPES[] = {
    {"double", 1, NULL},     {"Vec2", 2, NULL},   {"Vec3", 3, "xyz"},     {"Vec4", 4, NULL},
    {"Vec5", 5, NULL},       {"Vec6", 6, NULL},   {"Vec7", 7, NULL},      {"Vec8", 8, NULL},
    {"Vec9", 9, NULL},       {"Vec12", 12, NULL}, {"UnitVec3", 3, "xyz"}, {"Quaternion", 4, "wxyz"},
    {"SpatialVec", 6, NULL},
};

typedef struct Sto {
    SnMotionReader *reader;
    int64_t n_rows, n_columns; /* as the header says; -1: it does not */
    bool degrees;
    const Type *type;
    char separator;
    int n_labels;     /* without time */
    double *factor;   /* of each label */
    int n_angles;     /* labels that are converted */
    GString *lengths; /* labels that are not, where others are */
} Sto;

/* --- header --- */

static bool is_key(SnMotionField key, const char *const *names)
{
    for (; *names; names++)
        if (sn_motion_field_is(key, *names))
            return true;
    return false;
}

static bool read_count(Sto *sto, SnMotionField value, const char *what, int64_t *count)
{
    if (sn_integer_parse(value.text, value.length, count) && *count >= 0)
        return true;
    return sn_motion_reader_fail(sto->reader, "'%.*s' is no number of %s",
                                 (int)MIN(value.length, 40), value.text, what);
}

static bool read_type(Sto *sto, SnMotionField value)
{
    for (size_t i = 0; i < G_N_ELEMENTS(TYPES); i++)
        if (sn_motion_field_is(value, TYPES[i].name)) {
            sto->type = &TYPES[i];
            return true;
        }
    return sn_motion_reader_fail(sto->reader,
                                 "DataType '%.*s' is not known; expected double, Vec3, Quaternion, "
                                 "another VecN, UnitVec3 or SpatialVec",
                                 (int)MIN(value.length, 40), value.text);
}

static bool read_version(Sto *sto, SnMotionField value)
{
    int64_t version;
    if (!sn_integer_parse(value.text, value.length, &version) || version < 1 || version > 3)
        return sn_motion_reader_fail(sto->reader, "version '%.*s' is not known; expected 1, 2 or 3",
                                     (int)MIN(value.length, 40), value.text);
    return true;
}

static bool read_degrees(Sto *sto, SnMotionField value)
{
    sto->degrees = sn_motion_field_is(value, "yes") || sn_motion_field_is(value, "y");
    if (sto->degrees || sn_motion_field_is(value, "no") || sn_motion_field_is(value, "n"))
        return true;
    return sn_motion_reader_fail(sto->reader, "inDegrees is '%.*s'; expected yes or no",
                                 (int)MIN(value.length, 40), value.text);
}

static bool read_rate(Sto *sto, SnMotionField value)
{
    double *rate = &sto->reader->table->data_rate;
    if (sn_motion_field_number(value, rate) && *rate >= 0 && isfinite(*rate))
        return true;
    return sn_motion_reader_fail(sto->reader, "DataRate '%.*s' is no number of rows a second",
                                 (int)MIN(value.length, 40), value.text);
}

/* "key=value" or "key value"; other lines are remarks. */
static bool read_key(Sto *sto)
{
    static const char *const ROWS[] = {"nRows", "nr", "datarows", NULL};
    static const char *const COLUMNS[] = {"nColumns", "nc", "datacolumns", NULL};
    SnMotionReader *reader = sto->reader;
    const bool equals = memchr(reader->text, '=', reader->length) != NULL;
    sn_motion_reader_split(reader, equals ? '=' : ' ', false);
    if (reader->fields->len != 2)
        return true;
    const SnMotionField key = sn_motion_reader_field(reader, 0);
    const SnMotionField value = sn_motion_reader_field(reader, 1);
    if (is_key(key, ROWS))
        return read_count(sto, value, "rows", &sto->n_rows);
    if (is_key(key, COLUMNS))
        return read_count(sto, value, "columns", &sto->n_columns);
    if (!equals)
        return true;
    if (sn_motion_field_is(key, "DataType"))
        return read_type(sto, value);
    if (sn_motion_field_is(key, "version"))
        return read_version(sto, value);
    if (sn_motion_field_is(key, "inDegrees"))
        return read_degrees(sto, value);
    if (sn_motion_field_is(key, "DataRate"))
        return read_rate(sto, value);
    return true;
}

static bool read_header(Sto *sto)
{
    SnMotionReader *reader = sto->reader;
    while (sn_motion_reader_line(reader)) {
        sn_motion_reader_split(reader, ' ', false);
        if (reader->fields->len == 1 &&
            sn_motion_field_is(sn_motion_reader_field(reader, 0), "endheader"))
            return true;
        if (!read_key(sto))
            return false;
    }
    return sn_motion_reader_fail(reader, "the file ends without a line \"endheader\"");
}

/* --- columns --- */

/* Without what OpenSim puts behind the name of a coordinate for its value or speed. */
static size_t coordinate_length(const char *name)
{
    static const char *const BEHIND[] = {"/value", "/speed", "_u", "_dudt"};
    for (size_t i = 0; i < G_N_ELEMENTS(BEHIND); i++)
        if (g_str_has_suffix(name, BEHIND[i]))
            return strlen(name) - strlen(BEHIND[i]);
    return strlen(name);
}

/* By OpenSim's habits of naming: is it surely no angle? */
static bool is_no_angle(const char *name)
{
    static const char *const ENDS[] = {"_tx", "_ty", "_tz", "_vx", "_vy", "_vz",
                                       "_px", "_py", "_pz", "_mx", "_my", "_mz",
                                       "_x",  "_y",  "_z",  ".x",  ".y",  ".z"};
    static const char *const PARTS[] = {
        "activation", "excitation", "fiber_length", "fiber_velocity", "tendon_",
        "force",      "torque",     "moment",       "power",          "_length"};
    g_autofree char *lower = g_ascii_strdown(name, -1);
    lower[coordinate_length(lower)] = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(ENDS); i++)
        if (g_str_has_suffix(lower, ENDS[i]))
            return true;
    for (size_t i = 0; i < G_N_ELEMENTS(PARTS); i++)
        if (strstr(lower, PARTS[i]))
            return true;
    return false;
}

static bool add_label(Sto *sto, int label, char *name)
{
    SnMotionReader *reader = sto->reader;
    const int n = sto->type->n;
    sto->factor[label] = 1;
    if (sto->degrees && n == 1 && !is_no_angle(name)) {
        sto->factor[label] = G_PI / 180;
        sto->n_angles++;
    } else if (sto->degrees && n == 1) {
        g_string_append_printf(sto->lengths, "%s%.60s", sto->lengths->len ? ", " : "", name);
    }
    if (n == 1)
        return sn_motion_reader_column(reader, name);
    bool good = true;
    for (int k = 0; k < n && good; k++)
        good = sn_motion_reader_column(
            reader, sto->type->endings ? g_strdup_printf("%s.%c", name, sto->type->endings[k])
                                       : g_strdup_printf("%s.%d", name, k + 1));
    g_free(name);
    return good;
}

static bool read_labels(Sto *sto)
{
    SnMotionReader *reader = sto->reader;
    if (!sn_motion_reader_line(reader))
        return sn_motion_reader_fail(reader, "the file ends where the names of its columns were "
                                             "expected");
    const bool commas = sto->type->n == 1 && memchr(reader->text, ',', reader->length);
    sto->separator = memchr(reader->text, '\t', reader->length) ? '\t' : commas ? ',' : ' ';
    sn_motion_reader_split(reader, sto->separator, false);
    sn_motion_reader_trim(reader, 1);
    if (!sn_motion_field_is(sn_motion_reader_field(reader, 0), "time"))
        return sn_motion_reader_fail(reader, "the first column is '%.*s'; expected \"time\"",
                                     (int)MIN(sn_motion_reader_field(reader, 0).length, 40),
                                     sn_motion_reader_field(reader, 0).text);
    if (sto->n_columns >= 0 && sto->n_columns != (int64_t)reader->fields->len)
        return sn_motion_reader_fail(reader,
                                     "nColumns is %" G_GINT64_FORMAT
                                     ", but there are %u names; correct nColumns or the names",
                                     sto->n_columns, reader->fields->len);
    sto->n_labels = (int)reader->fields->len - 1;
    sto->factor = g_new(double, (size_t)sto->n_labels + 1);
    for (int i = 0; i < sto->n_labels; i++)
        if (!add_label(sto, i, sn_motion_field_name(sn_motion_reader_field(reader, (guint)i + 1))))
            return false;
    return sn_motion_reader_begin(reader);
}

/* --- rows --- */

/* The numbers of one field, commas between; a field that is missing: all of them are. */
static bool read_elements(Sto *sto, guint i, int column, double *values)
{
    SnMotionReader *reader = sto->reader;
    const SnMotionField field = sn_motion_reader_field(reader, i);
    const int n = sto->type->n;
    const char *p = field.text, *end = p + field.length;
    double whole;
    if (!memchr(p, ',', field.length) && sn_motion_field_number(field, &whole) && isnan(whole)) {
        for (int k = 0; k < n; k++)
            values[k] = NAN;
        return true;
    }
    for (int k = 0; k < n; k++) {
        const char *comma = p <= end ? memchr(p, ',', (size_t)(end - p)) : NULL;
        const char *to = comma ? comma : end;
        if (p > end || (comma != NULL) != (k + 1 < n))
            return sn_motion_reader_fail(reader,
                                         "'%.*s' does not have the %d numbers of a %s; expected "
                                         "commas between them",
                                         (int)MIN(field.length, 40), field.text, n,
                                         sto->type->name);
        while (p < to && *p == ' ')
            p++;
        const SnMotionField part = {p, (uint32_t)(to - p), false};
        if (!sn_motion_field_number(part, &values[k]) || isinf(values[k])) {
            g_array_index(reader->fields, SnMotionField, i) = part;
            return sn_motion_reader_value(reader, i, column + k, &values[k]);
        }
        p = to + 1;
    }
    return true;
}

static bool read_row(Sto *sto)
{
    SnMotionReader *reader = sto->reader;
    const bool parted = memchr(reader->text, sto->separator, reader->length) != NULL;
    sn_motion_reader_split(reader, parted ? sto->separator : ' ', false);
    sn_motion_reader_trim(reader, (guint)sto->n_labels + 1);
    if (reader->fields->len != (guint)sto->n_labels + 1)
        return sn_motion_reader_fail(reader,
                                     "%u columns, but %d names; every row needs a number for each",
                                     reader->fields->len, sto->n_labels + 1);
    double time;
    if (!sn_motion_reader_time(reader, 0, &time))
        return false;
    double *values = sn_motion_reader_row(reader, time);
    for (int i = 0; i < sto->n_labels && values; i++) {
        const int n = sto->type->n;
        double *value = values + i * n;
        if (n == 1 ? !sn_motion_reader_value(reader, (guint)i + 1, i, value)
                   : !read_elements(sto, (guint)i + 1, i * n, value))
            return false;
        *value *= sto->factor[i];
    }
    return values != NULL;
}

/* What was taken for an angle: who knows better can take it back. */
static void keep_turned(const Sto *sto)
{
    SnMotionTable *table = sto->reader->table;
    if (!sto->degrees || sto->type->n != 1)
        return;
    table->turned = g_new0(bool, (size_t)table->n_columns);
    for (int i = 0; i < MIN(sto->n_labels, table->n_columns); i++)
        table->turned[i] = sto->factor[i] != 1;
}

static void add_notes(Sto *sto)
{
    SnMotionReader *reader = sto->reader;
    if (sto->n_rows >= 0 && sto->n_rows != reader->table->n_rows)
        sn_motion_reader_note(
            reader, "nRows is %" G_GINT64_FORMAT ", but there are %d rows: is the file complete?",
            sto->n_rows, reader->table->n_rows);
    if (sto->n_angles > 0)
        sn_motion_reader_note(reader, "%d of %d columns are converted from degrees to radians%s%s",
                              sto->n_angles, sto->n_labels, sto->lengths->len ? ", not " : "",
                              sto->lengths->str);
}

bool sn_motion_sto_read(SnMotionReader *reader)
{
    Sto sto = {.reader = reader,
               .n_rows = -1,
               .n_columns = -1,
               .type = &TYPES[0],
               .lengths = g_string_new(NULL)};
    bool good = read_header(&sto) && read_labels(&sto);
    while (good && sn_motion_reader_line(reader))
        good = read_row(&sto);
    if (good) {
        add_notes(&sto);
        keep_turned(&sto);
    }
    g_string_free(sto.lengths, TRUE);
    g_free(sto.factor);
    return good;
}
