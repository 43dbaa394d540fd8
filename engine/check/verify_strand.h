/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the verification cases of strands share. */
#ifndef SN_CHECK_VERIFY_STRAND_H
#define SN_CHECK_VERIFY_STRAND_H

#include "engine/check/build_strand.h"
#include "engine/check/verify_case.h"

extern const double SN_VERIFY_GRAVITY[3]; /* 9.81 down z */
extern const double SN_VERIFY_ORIGIN[3];

/* Tension of a segment at the last evaluation [N]; NAN after a fault. */
double sn_verify_tension(const SnTrial *trial, int segment);
/* Its length and rest length [m]. */
void sn_verify_lengths(const SnTrial *trial, int segment, double lengths[2]);
/* Where a point is; NAN after a fault. */
void sn_verify_position(const SnTrial *trial, int point, double x[3]);

#endif
