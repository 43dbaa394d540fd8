/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_EXPORT_OSIM_H
#define SN_EXPORT_OSIM_H

#include "engine/export/tree.h"
#include "engine/model/classes/force.h"

/* A pose in what carries it; what the world carries is in OpenSim's ground. */
void sn_export_in_ground(int carrier, const SnPlacement *pose, SnPlacement *there);
/* "/ground" or "/bodyset/femur", to be freed. */
char *sn_export_socket(const SnExport *e, int carrier);
/* Two frames fixed on carriers and the sockets that name them, as joints and forces have. */
void sn_export_offset_frames(SnExport *e, SnXmlOut *out, const char *const sockets[2],
                             const char *const names[2], const int carriers[2],
                             const SnPlacement *const poses[2]);
/* The function that is the property of that name. */
void sn_export_osim_function(SnXmlOut *out, const char *property, const SnFunctionText *function);
/* Whether all points of a path can be written, two or more. */
bool sn_export_has_points(const SnExport *e, const SnPath *path);
/* Straight from point to point at the start [m]. */
double sn_export_path_length(const SnExport *e, const SnPath *path);
/* <GeometryPath>, and whether it pulls. */
void sn_export_osim_path(SnExport *e, SnXmlOut *out, const SnPath *path);
void sn_export_osim_frame_load(SnExport *e, SnXmlOut *out, const SnFrameLoad *load);

#endif
