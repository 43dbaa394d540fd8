/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of a document's waypoints, kept in a file beside it (engine/run/file/waypoint_file.h). */
#ifndef SN_APP_WAYPOINTS_H
#define SN_APP_WAYPOINTS_H

#include "engine/engine.h"
#include "engine/run/file/waypoint_file.h"
#include "engine/text/file_stamp.h"

/* The file beside a model file; NULL without an error if there is none.  Any thread. */
SnWaypointFile *sn_waypoints_read(const char *model_path, GError **error);

/* Gives the engine, which has compiled the model, the states of those waypoints that are in the
 * model at the same time still.  False with a sentence if they do not fit. */
bool sn_waypoints_give(SnEngine *engine, const SnModel *model, const SnWaypointFile *file,
                       GError **error);

/* Files of states that are this document's: path (char *) -> SnFileStamp, both g_free'd by the
 * table.  Nothing else is ever overwritten or removed. */
void sn_waypoints_own(GHashTable *own, const char *path, const SnFileStamp *stamp);

typedef enum SnStatesSaved {
    SN_STATES_SAVED,   /* or there are none */
    SN_STATES_FOREIGN, /* a file that is not ours is there, and untouched; with an error */
    SN_STATES_FAILED,  /* with an error */
} SnStatesSaved;

/* Writes the states that the engine has beside the model file, in place of those of ours that were
 * there; without any, ours stay as long as the model has waypoints.  Waits for the engine. */
SnStatesSaved sn_waypoints_save(SnEngine *engine, const SnModel *model, const char *model_path,
                                GHashTable *own, GError **error);

#endif
