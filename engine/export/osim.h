/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_EXPORT_OSIM_H
#define SN_EXPORT_OSIM_H

#include "engine/export/tree.h"

/* A pose in what carries it; what the world carries is in OpenSim's ground. */
void sn_export_in_ground(int carrier, const SnPlacement *pose, SnPlacement *there);
/* "/ground" or "/bodyset/femur", to be freed. */
char *sn_export_socket(const SnExport *e, int carrier);
/* <place> and <turn> (NULL: none), three numbers each. */
void sn_export_pose_leaves(SnXmlOut *out, const char *place, const char *turn,
                           const SnPlacement *pose);
/* The function that is the property of that name. */
void sn_export_osim_function(SnXmlOut *out, const char *property, const SnFunctionText *function);

#endif
