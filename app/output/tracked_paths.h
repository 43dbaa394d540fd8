/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where what a model tracks has been in a simulation, for its pictures. */
#ifndef SN_APP_TRACKED_PATHS_H
#define SN_APP_TRACKED_PATHS_H

#include "engine/run/simulation/simulation.h"
#include "render/render.h"

typedef struct SnTrackedPaths SnTrackedPaths;

SnTrackedPaths *sn_tracked_paths_new(const SnModel *model);
void sn_tracked_paths_free(SnTrackedPaths *paths);
/* Goes on to where everything is now; after each step. */
void sn_tracked_paths_sample(SnTrackedPaths *paths, const SnSimulation *simulation);
/* A copy for a picture; NULL: nothing is tracked. */
SnPastKept *sn_tracked_paths_keep(const SnTrackedPaths *paths);

#endif
