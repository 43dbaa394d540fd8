/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_EXPORT_JOINTS_H
#define SN_EXPORT_JOINTS_H

#include "engine/export/tree.h"

/* The joint's coordinates with their values at the start. */
void sn_export_read_coordinates(SnExport *e, SnExportJoint *joint);
/* Its steps, once the coordinates are known. */
void sn_export_add_moves(SnExportJoint *joint);

#endif
