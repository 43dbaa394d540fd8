/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the cases of strands share. */
#ifndef SN_CHECK_STRAND_TRIAL_H
#define SN_CHECK_STRAND_TRIAL_H

#include "engine/check/build/build_strand.h"
#include "engine/check/build/build_system.h"

extern const double SN_TRIAL_GRAVITY[3]; /* 9.81 down z */
extern const double SN_TRIAL_ORIGIN[3];

/* Tension of a segment at the last evaluation [N]; NAN after a fault. */
double sn_trial_tension(const SnTrial *trial, int segment);
/* Its length and rest length [m]. */
void sn_trial_lengths(const SnTrial *trial, int segment, double lengths[2]);
/* Where a point is; NAN after a fault. */
void sn_trial_position(const SnTrial *trial, int point, double x[3]);

#endif
