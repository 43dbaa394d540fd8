/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How large joints are drawn that have no size of their own. */
#ifndef SN_COMPILE_PARTS_JOINT_SIZE_H
#define SN_COMPILE_PARTS_JOINT_SIZE_H

#include "engine/sim/system/system.h"

/* Radius [m] of the glyph of each of `system`'s joints: a part of the model's size, less where the
 * next joint is near, so that the small joints of a hand or foot are told apart.  The caller frees
 * it with sn_free(). */
double *sn_joint_radii(const SnSystem *system);

#endif
