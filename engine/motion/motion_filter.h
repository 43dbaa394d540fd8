/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people do to measured data before they use it.  All columns are treated alike, as numbers of
 * their own.  False (NULL) with an error that says what to do; then nothing is changed. */
#ifndef SN_MOTION_MOTION_FILTER_H
#define SN_MOTION_MOTION_FILTER_H

#include "engine/motion/motion_file.h"

/* Whether rows follow each other at one interval, to 2 % (times in files are rounded): then
 * *interval is their mean [s]. */
bool sn_motion_is_even(const SnMotionTable *table, double *interval);

/* Mean of `rows` rows (odd, 3 or more) around each one; towards the ends and at jumps fewer, as
 * many before as behind, so that straight lines stay as they are.  Missing values are not counted
 * and stay missing.  Gain at frequency f and interval T: sin(pi f T rows) / (rows sin(pi f T)). */
bool sn_motion_average(SnMotionTable *table, int rows, GError **error);

/* Butterworth low pass of second order forwards and backwards, so without delay; its cut-off is
 * raised as Winter (Biomechanics and Motor Control of Human Movement, 4th ed., 3.4.4.2) does for
 * two passes, here exactly: gain 1 / (1 + (sqrt 2 - 1) (tan(pi f T) / tan(pi fc T))^4), at the
 * cut-off fc [Hz] 1 / sqrt 2.  Straight lines stay as they are.  Needs even rows without gaps and
 * 0 < fc < 1 / (2 T). */
bool sn_motion_low_pass(SnMotionTable *table, double cutoff, GError **error);

/* Rows at an interval [s] from the first time on, as far as there are data.  smooth: cubic between
 * rows with the slopes of sn_motion_differentiate (parabolas stay as they are), else straight
 * lines.  Where the time jumps the value behind the jump counts.  Beside a gap values are missing.
 */
SnMotionTable *sn_motion_resample(const SnMotionTable *table, double interval, bool smooth,
                                  GError **error);

/* Values become their derivatives by time: slope of the parabola through a row and its neighbours,
 * at ends and jumps through the three nearest rows; exact for parabolas.  Beside a gap they are
 * missing; a row that stands alone between jumps has none. */
bool sn_motion_differentiate(SnMotionTable *table, GError **error);

#endif
