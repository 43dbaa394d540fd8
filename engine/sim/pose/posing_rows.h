/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of a kinematic projection (posing.h): which bodies move, and the rows of G. */
#ifndef SN_SIM_POSE_POSING_ROWS_H
#define SN_SIM_POSE_POSING_ROWS_H

#include "engine/linsolve/linsolve.h"
#include "engine/sim/pose/posing.h"
#include "engine/sim/system/workspace.h"

typedef struct SnPosingRows SnPosingRows;

/* state: the start, with coordinates remembered; kinematics in work. */
SnPosingRows *sn_posing_rows_new(const SnSystem *system, const SnState *state,
                                 const SnWorkspace *work, int n, const SnPosed *posed);
void sn_posing_rows_free(SnPosingRows *rows);
/* Its A and C stay; G is filled anew. */
const SnKktMatrix *sn_posing_rows_matrix(const SnPosingRows *rows);
/* Whether it is among the joints to be closed. */
bool sn_posing_rows_use(const SnPosingRows *rows, int joint);
/* First column of a block; -1: it stays where it is. */
int sn_posing_rows_column(const SnPosingRows *rows, int block);
/* G and right-hand side g [q] at a state (kinematics in work), the given coordinates at `value`.
 * l [q]: the forces along rows so far, to which the solution is an addition; those of what need not
 * hold exactly are set to what they are now.  Returns what the rows that hold exactly are off, rad
 * or of the model's size; *open: whose the worst is. */
double sn_posing_rows_fill(SnPosingRows *rows, const SnState *state, const SnWorkspace *work,
                           const double *value, double *g, double *l, SnId *open);
/* The row of G that gives value i: the change of g there by a change of the value [1 or 1/m];
 * returns the row, -1: the coordinate is none that moves. */
int sn_posing_rows_given(const SnPosingRows *rows, int i, double *scale);
/* f [n] = -G' l. */
void sn_posing_rows_force(const SnPosingRows *rows, const double *l, double *f);

#endif
