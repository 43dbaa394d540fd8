/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands that are in what they touch. */
#ifndef SN_RUN_CHECKS_OVERLAP_STRAND_H
#define SN_RUN_CHECKS_OVERLAP_STRAND_H

#include "engine/sim/contact/soft.h"

/* By how much a strand and the other surface of a pair are too near to each other [m], at most the
 * radius of both; `inside`: the strand's middle is in the other, or runs through it. */
double sn_strand_overlap(const SnSoftPair *pair, const SnSoftWorkspace *soft, bool *inside);

#endif
