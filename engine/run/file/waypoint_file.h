/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of waypoints, in a file beside the model.  Binary, little-endian:
 *
 *     "SINEWWPT", version (uint32), what the states belong to (waypoint_layout.h), the states;
 *     SHA-256 of all that.
 *     layout: count, then each: path, unit, count (uint32); states: count, then each: path of the
 *     waypoint, its time (double); step (uint64), time (double), active (uint64) of the state,
 *     count of numbers (uint32), numbers (double).  Texts: length (uint32), UTF-8.
 *
 * A file that does not fit, or is damaged, is refused: it costs the states and nothing else. */
#ifndef SN_RUN_FILE_WAYPOINT_FILE_H
#define SN_RUN_FILE_WAYPOINT_FILE_H

#include "engine/run/file/waypoint_layout.h"

#define SN_WAYPOINT_VERSION 1

typedef struct SnSavedState {
    char *path;    /* of the waypoint: "/model/waypoints/open" */
    double marked; /* its time [s] */
    uint64_t step; /* of the state, as the next two */
    double time;   /* [s] */
    uint64_t active;
    double *data; /* [n] g_free */
    uint32_t n;
} SnSavedState;

typedef struct SnWaypointFile {
    SnLayout *layout;
    GArray *states; /* of SnSavedState */
} SnWaypointFile;

/* Takes the layout; no states. */
SnWaypointFile *sn_waypoint_file_new(SnLayout *layout);
void sn_waypoint_file_free(SnWaypointFile *file);
/* Copies a state: head and numbers of `state` (path and data are copied).  One with numbers that
 * are not finite is left out: nobody could go on from it. */
void sn_waypoint_file_add(SnWaypointFile *file, const SnSavedState *state);

/* "jaw.sinew" -> "jaw.waypoints" (g_free). */
char *sn_waypoint_file_name(const char *model_path);
/* Atomic and durable. */
bool sn_waypoint_file_write(const SnWaypointFile *file, const char *path, GError **error);
/* NULL with one line about what is wrong. */
SnWaypointFile *sn_waypoint_file_read(const char *path, GError **error);
/* As above, from memory; `name` is what messages call it. */
SnWaypointFile *sn_waypoint_file_parse(const void *bytes, size_t size, const char *name,
                                       GError **error);
/* The bytes of a file. */
GByteArray *sn_waypoint_file_build(const SnWaypointFile *file);

/* Whether the states fit a model as compiled; false with what has changed since. */
bool sn_waypoint_file_fits(const SnWaypointFile *file, const char *name, const SnLayout *layout,
                           GError **error);
/* State of a waypoint by path, name or number; NULL with an error that says what there is.
 * waypoint NULL or "": the only one. */
const SnSavedState *sn_waypoint_file_find(const SnWaypointFile *file, const char *name,
                                          const char *waypoint, GError **error);

#endif
