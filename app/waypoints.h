/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of a document's waypoints, kept in a file beside it (engine/run/file/waypoint_file.h). */
#ifndef SN_APP_WAYPOINTS_H
#define SN_APP_WAYPOINTS_H

#include "engine/engine.h"
#include "engine/run/file/waypoint_file.h"

/* The file beside a model file; NULL without an error if there is none.  Any thread. */
SnWaypointFile *sn_waypoints_read(const char *model_path, GError **error);

/* Gives the engine, which has compiled the model, the states of those waypoints that are in the
 * model at the same time still.  False with a sentence if they do not fit. */
bool sn_waypoints_give(SnEngine *engine, const SnModel *model, const SnWaypointFile *file,
                       GError **error);

/* Writes the states that the engine has beside the model file, in place of those that were there;
 * without any, a file that is there stays as long as the model has waypoints.  Waits for the
 * engine. */
bool sn_waypoints_save(SnEngine *engine, const SnModel *model, const char *model_path,
                       GError **error);

#endif
