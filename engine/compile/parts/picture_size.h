/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How large things are drawn that have no size of their own. */
#ifndef SN_COMPILE_PARTS_PICTURE_SIZE_H
#define SN_COMPILE_PARTS_PICTURE_SIZE_H

#include "engine/sim/system/system.h"

/* What axes, arrows and joints are drawn as parts of [m]: how far apart bodies and points are, or
 * how large what moves is.  The extent of a ground does not count, nor do hidden points
 * ([n_points]), which may be anywhere; where nothing moves, it is the system's length_scale. */
double sn_picture_size(const SnSystem *system, const bool *hidden);
/* Radius [m] of the glyph of each of `system`'s joints: a part of that size, less where the next
 * joint is near, so that the small joints of a hand or foot are told apart.  The caller frees it
 * with sn_free(). */
double *sn_joint_radii(const SnSystem *system, double size);

#endif
