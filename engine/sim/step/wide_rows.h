/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows over any number of blocks.  Each kind has an owner, who fills the values of its rows. */
#ifndef SN_SIM_STEP_WIDE_ROWS_H
#define SN_SIM_STEP_WIDE_ROWS_H

#include "engine/sim/system/work.h"

/* Values of one row at the configuration of the last sn_kinematics.  `values` (NULL: not wanted):
 * for each of its blocks in order, n numbers, zero on entry.  `residual`: what a bilateral row
 * keeps at zero, or the gap of a limit (HUGE_VAL: it is switched off) [m or rad].  Returns whether
 * a bilateral row holds now. */
bool sn_wide_row_values(const SnSystem *system, const SnState *state, const SnWork *work,
                        const SnWideRow *row, double *values, double *residual);
/* How many values a row has. */
int sn_wide_row_width(const SnSystem *system, const SnWideRow *row);
/* What an owner gives for one of its kinds, in its own file; sn_wide_row_values calls it for
 *   SN_WIDE_SEGMENT sn_segment_row (strand_rows.c), SN_WIDE_GRIP sn_grip_row and SN_WIDE_GUIDE_END
 *   sn_guide_end_row (places), SN_WIDE_GROOVE sn_groove_row, SN_WIDE_GEAR sn_gear_row,
 * SN_WIDE_SPLINE sn_spline_row, SN_WIDE_VOXEL sn_voxel_row.  Who adds a kind adds its case there.
 */
typedef bool SnWideRowOwner(const SnSystem *system, const SnState *state, const SnWork *work,
                            const SnWideRow *row, double *values, double *residual);
/* All of them: part of sn_rows. */
void sn_wide_rows(const SnSystem *system, const SnState *state, SnWork *work, bool jacobian,
                  SnRowValues *rows);
/* Row values times u. */
double sn_wide_row_rate(const SnSystem *system, const SnWideRow *row, const double *values,
                        const double *u);
/* r += factor x forces of the rows on their blocks; layout of u. */
void sn_add_wide_forces(const SnSystem *system, const SnState *state, const SnWork *work,
                        double factor, double *r);

#endif
