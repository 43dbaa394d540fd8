/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_EXPORT_OSIM_H
#define SN_EXPORT_OSIM_H

#include "engine/export/tree.h"
#include "engine/model/classes/coordinate_force.h"
#include "engine/model/classes/force.h"

/* Whether all points of a path can be written, two or more. */
bool sn_export_has_points(const SnExport *e, const SnPath *path);
/* Straight from point to point at the start [m]. */
double sn_export_path_length(const SnExport *e, const SnPath *path);
/* <GeometryPath>, and whether it pulls. */
void sn_export_osim_path(SnExport *e, SnXmlOut *out, const SnPath *path);
void sn_export_osim_frame_load(SnExport *e, SnXmlOut *out, const SnFrameLoad *load);
void sn_export_osim_coordinate_load(SnExport *e, SnXmlOut *out, const SnCoordinateLoad *load);

#endif
