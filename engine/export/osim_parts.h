/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Poses, frames and functions as OpenSim 4 writes them. */
#ifndef SN_EXPORT_OSIM_PARTS_H
#define SN_EXPORT_OSIM_PARTS_H

#include "engine/export/tree.h"

/* A pose in what carries it; what the world carries is in OpenSim's ground. */
void sn_export_in_ground(int carrier, const SnPlacement *pose, SnPlacement *there);
/* "/ground" or "/bodyset/femur", to be freed. */
char *sn_export_socket(const SnExport *e, int carrier);
/* Angles about x, then y, then z of the axes that turn along. */
void sn_export_osim_angles(const double r[9], double angles[3]);
/* <place> and <turn> (NULL: none), three numbers each. */
void sn_export_osim_pose(SnXmlOut *out, const char *place, const char *turn,
                         const SnPlacement *pose);
/* Two frames fixed on carriers and the sockets that name them, as joints and forces have. */
void sn_export_offset_frames(SnExport *e, SnXmlOut *out, const char *const sockets[2],
                             const char *const names[2], const int carriers[2],
                             const SnPlacement *const poses[2]);
/* The function that is the property of that name, as OpenSim 4 writes it: <Constant
 * name="function">. */
void sn_export_osim_function(SnXmlOut *out, const char *property, const SnFunctionText *function);
/* What a joint loses or changes in OpenSim; NULL: nothing. */
const char *sn_export_osim_joint_note(const SnExportJoint *joint);

#endif
