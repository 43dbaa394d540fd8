/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of paths: markers, and path points that follow a coordinate. */
#ifndef SN_EXPORT_POINTS_H
#define SN_EXPORT_POINTS_H

#include "engine/export/tree.h"
#include "engine/model/classes/path_point.h"

typedef struct SnExportFollow {
    const SnPathPoint *point;
    const SnExportJoint *joint;
    const SnExportCoordinate *coordinate;
} SnExportFollow;

/* What a path point follows; false: it is a marker, or follows nothing that is written. */
bool sn_export_follows(const SnExport *e, const SnComponent *component, SnExportFollow *follow);
/* Where a marker or path point is at the start in what carries it, and that; -2: it is none, or on
 * what deforms. */
int sn_export_point(const SnExport *e, SnId id, SnPlacement *pose);
/* Whether a path runs through it at the start. */
bool sn_export_counts(const SnExport *e, SnId id);

#endif
