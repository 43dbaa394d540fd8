/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of tables over time share: lines, their fields, and rows that become a table.
 * Functions that return bool return false once the error is set, unless they say otherwise. */
#ifndef SN_MOTION_MOTION_READER_H
#define SN_MOTION_MOTION_READER_H

#include "engine/motion/motion_file.h"

#include <stdint.h>

typedef struct SnMotionField {
    const char *text;
    uint32_t length;
    bool quoted; /* "" within stands for one quote */
} SnMotionField;

typedef struct SnMotionReader {
    const char *name;     /* of the file */
    const char *at, *end; /* what is left of it */
    int line;             /* present line, from 1 */
    const char *text;     /* the present line, without its end */
    size_t length;
    GArray *fields; /* of SnMotionField: of the line split last */
    GError **error;
    bool failed; /* an error was met */

    SnMotionTable *table;
    size_t capacity;  /* rows there is room for */
    int n_jumps;      /* rows at the time of the row before */
    int jump_line;    /* of the first of them */
    double jump_time; /* [s] */
    GPtrArray *names; /* of char */
    GHashTable *used; /* the same, borrowed */
    GPtrArray *notes;
} SnMotionReader;

void sn_motion_reader_init(SnMotionReader *reader, const char *text, size_t length,
                           const char *name, GError **error);
/* The table, checked; NULL if `good` is false or there are no rows.  The reader is cleared. */
SnMotionTable *sn_motion_reader_finish(SnMotionReader *reader, bool good);

/* "name:line: ..."; returns false. */
bool sn_motion_reader_fail(SnMotionReader *reader, const char *format, ...) G_GNUC_PRINTF(2, 3);
void sn_motion_reader_note(SnMotionReader *reader, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The next line that is not blank; false at the end of the file or with an error. */
bool sn_motion_reader_line(SnMotionReader *reader);
/* Splits the present line into fields without blanks around them; ' ' for any white space.
 * `quotes`: a field may stand in double quotes. */
bool sn_motion_reader_split(SnMotionReader *reader, char separator, bool quotes);
/* Drops empty fields at the end of the line as long as there are more than n. */
void sn_motion_reader_trim(SnMotionReader *reader, guint n);
SnMotionField sn_motion_reader_field(const SnMotionReader *reader, guint i);
/* Whether a field is exactly this word, in capitals or not. */
bool sn_motion_field_is(SnMotionField field, const char *word);
/* The number of a field: NAN if it is missing; false without an error if it is none. */
bool sn_motion_field_number(SnMotionField field, double *value);
/* Copy of a field's text as a name; to be freed with g_free. */
char *sn_motion_field_name(SnMotionField field);

/* Next column; takes the name, which becomes valid UTF-8, without commas, and different from the
 * others'. */
bool sn_motion_reader_column(SnMotionReader *reader, char *name);
/* Columns are complete: room for rows. */
bool sn_motion_reader_begin(SnMotionReader *reader);
/* Adds a row at a time and gives its values [n_columns] to be filled; NULL with an error. */
double *sn_motion_reader_row(SnMotionReader *reader, double time);
/* The time in field i. */
bool sn_motion_reader_time(SnMotionReader *reader, guint i, double *time);
/* The value in field i, for a column. */
bool sn_motion_reader_value(SnMotionReader *reader, guint i, int column, double *value);

/* The formats. */
bool sn_motion_csv_read(SnMotionReader *reader);
bool sn_motion_sto_read(SnMotionReader *reader);
bool sn_motion_trc_read(SnMotionReader *reader);

#endif
