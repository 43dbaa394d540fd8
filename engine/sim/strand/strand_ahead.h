/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduced strands in Newton's iteration of a step (step/ahead.h).
 *
 * As in sequential quadratic programming the geometric stiffness ahead is that of the tension which
 * the last solve foresees (Nocedal & Wright 2006, 18.1), where that of the length which it left is
 * not smaller: the latter can be off by orders of magnitude. */
#ifndef SN_SIM_STRAND_STRAND_AHEAD_H
#define SN_SIM_STRAND_STRAND_AHEAD_H

#include "engine/sim/system/force_class.h"

extern const SnAheadClass sn_strand_ahead;

#endif
