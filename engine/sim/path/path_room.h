/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of the geometry of paths in a workspace. */
#ifndef SN_SIM_PATH_ROOM_H
#define SN_SIM_PATH_ROOM_H

#include "engine/sim/path/path_geometry.h"

#include <stdint.h>

/* The last geometry of a path. */
typedef struct SnKeptPath {
    uint64_t round, writes; /* of SnMotionWorkspace and SnSystem; round 0: there is none */
    double *remembered;     /* what the state remembers of joints that its points follow */
    SnPathGeometry geometry;
    SnPathContact *contacts;     /* room of its own */
    struct SnWrapPlanar *planar; /* likewise, for its parts over meshes in planes */
    struct SnPathSlide *slides;  /* likewise, for its points that move in their bodies */
} SnKeptPath;

/* work.forces.path_*; for all paths of the system. */
void sn_path_rooms_new(const SnSystem *system, SnWorkspace *work);
void sn_path_rooms_free(SnWorkspace *work);
/* Whether those numbers are still the state's; they are then. */
bool sn_path_remembers(const SnSystem *system, const SnState *state, const SnSystemPath *path,
                       SnKeptPath *kept);

#endif
