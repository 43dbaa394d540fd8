/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waypoint states of a run without a window: where it begins (--from) and what it keeps
 * (--waypoints). */
#ifndef SN_APP_RUN_WAYPOINTS_H
#define SN_APP_RUN_WAYPOINTS_H

#include "engine/run/file/waypoint_file.h"
#include "engine/run/simulation/simulation.h"

/* Puts the state that --from FILE[:WAYPOINT] means in force; ":WAYPOINT" is in the file beside the
 * model. */
bool sn_run_from(SnSimulation *simulation, const char *from, const char *model_path,
                 GError **error);

/* States at the model's waypoints as a run passes them. */
typedef struct SnRunWaypoints SnRunWaypoints;
SnRunWaypoints *sn_run_waypoints_new(const SnSimulation *simulation);
void sn_run_waypoints_free(SnRunWaypoints *waypoints);
/* After each step, and before the first. */
void sn_run_waypoints_pass(SnRunWaypoints *waypoints, const SnSimulation *simulation);
bool sn_run_waypoints_write(const SnRunWaypoints *waypoints, const char *path, GError **error);

#endif
