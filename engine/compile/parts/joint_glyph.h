/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What joints look like: solids turned about their z axis. */
#ifndef SN_COMPILE_PARTS_JOINT_GLYPH_H
#define SN_COMPILE_PARTS_JOINT_GLYPH_H

#include "engine/sim/system/joint_class.h"
#include "engine/snapshot.h"

/* A pin with heads along z, a ball in its socket, a sleeve on a rod along z, or a block; of a
 * radius [m]. */
SnMesh *sn_joint_glyph(SnJointGlyph glyph, double radius);

/* What rolls, a ball or a disc about z with a rounded edge: a hoop about it; radii of disc and edge
 * [m]. */
SnMesh *sn_rolling_glyph(double rim, double edge);

#endif
