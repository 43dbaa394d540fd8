/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marker trajectories (.trc), as Motion Analysis, Vicon and OpenSim write them. */
#include "engine/motion/motion_reader.h"

#include "engine/mesh/volume/volume_mesh_reader.h"

#include <math.h>

typedef struct Trc {
    SnMotionReader *reader;
    double unit;                 /* [m]; 0: not said */
    int64_t n_frames, n_markers; /* as the header says; -1: it does not */
    bool tabs;                   /* between fields; else white space */
} Trc;

static void split(Trc *trc)
{
    const SnMotionReader *reader = trc->reader;
    trc->tabs = false;
    for (size_t i = 0; i < reader->length; i++)
        trc->tabs = trc->tabs || reader->text[i] == '\t';
    sn_motion_reader_split(trc->reader, trc->tabs ? '\t' : ' ', false);
}

static bool read_unit(Trc *trc, SnMotionField value)
{
    static const struct {
        const char *name;
        double metres;
    } UNITS[] = {{"m", 1},       {"meters", 1},         {"metres", 1}, {"dm", 0.1},
                 {"cm", 0.01},   {"centimeters", 0.01}, {"mm", 1e-3},  {"millimeters", 1e-3},
                 {"in", 0.0254}, {"inches", 0.0254}};
    for (size_t i = 0; i < G_N_ELEMENTS(UNITS); i++)
        if (sn_motion_field_is(value, UNITS[i].name)) {
            trc->unit = UNITS[i].metres;
            return true;
        }
    return sn_motion_reader_fail(trc->reader, "Units '%.*s' are not known; expected mm, cm or m",
                                 (int)MIN(value.length, 40), value.text);
}

static bool read_value(Trc *trc, SnMotionField key, SnMotionField value)
{
    SnMotionReader *reader = trc->reader;
    if (sn_motion_field_is(key, "Units"))
        return read_unit(trc, value);
    if (sn_motion_field_is(key, "DataRate")) {
        double *rate = &reader->table->data_rate;
        return (sn_motion_field_number(value, rate) && *rate >= 0 && isfinite(*rate)) ||
               sn_motion_reader_fail(reader, "DataRate '%.*s' is no number of frames a second",
                                     (int)MIN(value.length, 40), value.text);
    }
    int64_t *count = sn_motion_field_is(key, "NumFrames")    ? &trc->n_frames
                     : sn_motion_field_is(key, "NumMarkers") ? &trc->n_markers
                                                             : NULL;
    if (!count || (sn_mesh_parse_integer(value.text, value.length, count) && *count >= 0))
        return true;
    return sn_motion_reader_fail(reader, "%.*s '%.*s' is no count", (int)key.length, key.text,
                                 (int)MIN(value.length, 40), value.text);
}

static bool next_line(Trc *trc, const char *what)
{
    return sn_motion_reader_line(trc->reader) ||
           sn_motion_reader_fail(trc->reader, "the file ends where %s expected", what);
}

/* Two lines, keys and their values. */
static bool read_keys(Trc *trc)
{
    SnMotionReader *reader = trc->reader;
    if (!next_line(trc, "the line of header keys (DataRate CameraRate ...) was"))
        return false;
    split(trc);
    sn_motion_reader_trim(reader, 1);
    g_autoptr(GArray) keys = g_array_copy(reader->fields);
    if (!next_line(trc, "the values of the header were"))
        return false;
    split(trc);
    for (guint i = 0; i < keys->len; i++)
        if (!read_value(trc, g_array_index(keys, SnMotionField, i),
                        sn_motion_reader_field(reader, i)))
            return false;
    return trc->unit > 0 ||
           sn_motion_reader_fail(reader, "the header has no Units; expected mm, cm or m");
}

/* "Frame# Time NAME NAME ...", with or without empty fields between the names. */
static bool read_names(Trc *trc)
{
    static const char AXES[] = "xyz";
    SnMotionReader *reader = trc->reader;
    if (!next_line(trc, "the names of the markers were"))
        return false;
    split(trc);
    if (!sn_motion_field_is(sn_motion_reader_field(reader, 1), "Time"))
        return sn_motion_reader_fail(reader,
                                     "expected \"Frame#\", \"Time\" and the names of the markers");
    int64_t n = 0;
    for (guint i = 2; i < reader->fields->len; i++) {
        const SnMotionField field = sn_motion_reader_field(reader, i);
        if (field.length == 0)
            continue;
        g_autofree char *name = sn_motion_field_name(field);
        for (int k = 0; k < 3; k++)
            if (!sn_motion_reader_column(reader, g_strdup_printf("%s.%c", name, AXES[k])))
                return false;
        n++;
    }
    if (trc->n_markers >= 0 && trc->n_markers != n)
        return sn_motion_reader_fail(reader,
                                     "NumMarkers is %" G_GINT64_FORMAT ", but %" G_GINT64_FORMAT
                                     " markers have names; correct NumMarkers or the names",
                                     trc->n_markers, n);
    return sn_motion_reader_begin(reader);
}

/* Whether the split line is "X1 Y1 Z1 ...". */
static bool is_axes(const SnMotionReader *reader)
{
    for (guint i = 0; i < reader->fields->len; i++) {
        const SnMotionField field = sn_motion_reader_field(reader, i);
        if (field.length > 0)
            return g_ascii_toupper(field.text[0]) == 'X';
    }
    return false;
}

static bool read_frame(Trc *trc)
{
    SnMotionReader *reader = trc->reader;
    const guint n = (guint)reader->table->n_columns + 2;
    sn_motion_reader_trim(reader, n);
    const guint have = reader->fields->len;
    /* markers that are missing at the end may be left out, with their tabs */
    if (have > n || have < 2 || (have < n && !(trc->tabs && (n - have) % 3 == 0)))
        return sn_motion_reader_fail(reader,
                                     "%u columns; expected %u: frame, time and 3 for each of %u "
                                     "markers",
                                     have, n, (n - 2) / 3);
    double time;
    if (!sn_motion_reader_time(reader, 1, &time))
        return false;
    double *values = sn_motion_reader_row(reader, time);
    for (guint i = 2; values && i < n; i++) {
        double *value = &values[i - 2];
        if (!sn_motion_reader_value(reader, i, (int)i - 2, value))
            return false;
        *value *= trc->unit;
    }
    return values != NULL;
}

static bool read_frames(Trc *trc)
{
    SnMotionReader *reader = trc->reader;
    bool first = true, good = true;
    while (good && sn_motion_reader_line(reader)) {
        split(trc);
        if (!first || !is_axes(reader))
            good = read_frame(trc);
        first = false;
    }
    const int n = reader->table->n_rows;
    if (good && trc->n_frames >= 0 && trc->n_frames != n)
        sn_motion_reader_note(reader,
                              "NumFrames is %" G_GINT64_FORMAT
                              ", but there are %d frames: is the file complete?",
                              trc->n_frames, n);
    return good;
}

bool sn_motion_trc_read(SnMotionReader *reader)
{
    Trc trc = {.reader = reader, .n_frames = -1, .n_markers = -1};
    if (!next_line(&trc, "\"PathFileType\" was"))
        return false;
    split(&trc);
    if (!sn_motion_field_is(sn_motion_reader_field(reader, 0), "PathFileType"))
        return sn_motion_reader_fail(reader,
                                     "is no .trc file: it does not begin with \"PathFileType\"");
    return read_keys(&trc) && read_names(&trc) && read_frames(&trc);
}
