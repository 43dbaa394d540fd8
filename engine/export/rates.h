/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How bodies move at the start, as rates of coordinates. */
#ifndef SN_EXPORT_RATES_H
#define SN_EXPORT_RATES_H

#include "engine/export/tree.h"

#define SN_EXPORT_STRAYS "it moves at the start otherwise than its joint lets it: that is left out"

/* Rates of all coordinates of the tree's joints, motion of its bodies; those that move otherwise
 * stray. */
void sn_export_find_rates(SnExport *e);
/* Of a step that follows coordinates. */
double sn_export_step_rate(const SnExportJoint *joint, const SnExportMove *move);
/* Rates of the angles about x, then y, then z of a rotation `r` that turns by `spin` (axes of what
 * it is seen from); false: the second is a quarter turn, where they are not known. */
bool sn_export_angle_rates(const double r[9], const double spin[3], double rate[3]);

#endif
