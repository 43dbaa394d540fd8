/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables over time, as motion laboratories and other programs write them: numbers in columns, one
 * row for each moment.  A point or quaternion is a run of columns with one name and the endings
 * .x .y .z or .w .x .y .z.
 *
 * CSV (.csv .tsv .txt): columns separated by tabs, semicolons or commas, a number with a decimal
 * comma where the comma does not separate; a line of names or none ("column_1" ...), '#' begins a
 * comment, names may stand in quotes.  Time is the column "time" (or "t", with a unit [s] or [ms]
 * behind it) if there is one, else the first.  Values are taken as they are.
 *
 * OpenSim .sto and .mot, versions 1 to 3: header up to `endheader`, then names and rows.  DataType
 * double, Vec2 ... Vec9, UnitVec3, Quaternion, SpatialVec: several numbers to a column, with commas
 * between; people's have commas between columns, too.  `inDegrees=yes`: columns are multiplied by
 * pi/180, except quaternions and vectors and those whose name says that they are no angle:
 * translations (_tx _ty _tz, also with _u, /value, /speed behind), places of bodies (_X _Y _Z,
 * where _Ox _Oy _Oz are angles), states of muscles (activation, excitation, fiber_length, ...),
 * forces, torques, powers and points of force (_vx _px
 * ...); `notes` lists what was left. (OpenSim itself writes coordinates that a function couples,
 * such as a patella's, in radians into such files; their names do not say so.)
 *
 * .trc: markers as NAME.x NAME.y NAME.z, by Units from mm, cm, dm or m to metres; axes as they are.
 *
 * Missing values (empty, "nan", "NA") are NAN. */
#ifndef SN_MOTION_MOTION_FILE_H
#define SN_MOTION_MOTION_FILE_H

#include <glib.h>
#include <stdbool.h>

typedef struct SnMotionTable {
    int n_rows, n_columns; /* 1 or more, without the time */
    double *time;          /* [n_rows] [s], finite, not going back; an equal time is a jump */
    double *values;        /* [n_rows][n_columns], finite or NAN: missing */
    char **names;          /* [n_columns] all different, no commas; NULL behind the last */
    double data_rate;      /* rows a second as the file says; 0: it does not */
    int n_missing;         /* values that are NAN */
    char **notes;          /* what the user should know, sentences; NULL behind the last */
    bool *turned; /* [n_columns] of a file in degrees: was taken for an angle; NULL: of another */
} SnMotionTable;

/* Endings with '*' before ("*.csv"), for a file dialog; NULL behind the last. */
const char *const *sn_motion_file_patterns(void);

/* The format follows the ending of the name.  NULL with "file:line: what was expected, what to do".
 */
SnMotionTable *sn_motion_file_read(const char *path, GError **error);
SnMotionTable *sn_motion_file_read_text(const char *text, size_t length, const char *name,
                                        GError **error);
/* Writes CSV, STO/MOT (angles stay in radians: inDegrees=no) or TRC (columns must be points, in
 * metres), by the ending of the name; atomic and durable; what it writes reads back as the same
 * numbers. */
bool sn_motion_file_write(const SnMotionTable *table, const char *path, GError **error);
/* The text it would write; to be freed with g_free. */
char *sn_motion_file_to_text(const SnMotionTable *table, const char *name, size_t *length,
                             GError **error);

/* Room for a table, values 0, names "column_1" ...; for those who fill one themselves. */
SnMotionTable *sn_motion_table_new(int n_rows, int n_columns);
/* NULL is ignored. */
void sn_motion_table_free(SnMotionTable *table);

/* Column of a name, -1 if there is none. */
int sn_motion_table_find(const SnMotionTable *table, const char *name);
/* Columns that a list means, names with commas between: a column, or a point or quaternion by the
 * name before its endings; "": all in order.  Caller frees (g_free); NULL with the names there are
 * if one is not found. */
int *sn_motion_table_columns(const SnMotionTable *table, const char *names, int *n, GError **error);
/* Missing values become those on the line between the nearest ones in time, at the ends the
 * nearest; a column without any value stays as it is.  Returns how many were filled. */
int sn_motion_table_fill_gaps(SnMotionTable *table);

#endif
