/* SPDX-License-Identifier: GPL-3.0-or-later */
/* General constraint rows: rows of G, or one-sided rows of N, over any number of blocks.  A class
 * of them is one constant in its owner's file and one line of the table in general_rows.c:
 * planning, filling, rates, correction and reactions walk that table. */
#ifndef SN_SIM_SYSTEM_GENERAL_ROWS_H
#define SN_SIM_SYSTEM_GENERAL_ROWS_H

#include "engine/sim/system/workspace.h"

/* Values of one row at the configuration of the last sn_kinematics.  `values` (NULL: not wanted):
 * for each of its blocks in order, n numbers, zero on entry.  `residual`: what a bilateral row
 * keeps at zero, or the gap of a limit (HUGE_VAL: it is switched off) [m or rad].  Returns whether
 * a bilateral row holds now. */
typedef bool SnConstraintValues(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, const SnGeneralRow *row, double *values,
                                double *residual);

struct SnConstraintClass {
    const char *name; /* what it keeps, in words */
    /* Part of sn_system_finish: adds the rows of this class with sn_general_row_add. */
    void (*plan)(SnSystem *system);
    SnConstraintValues *values;
    /* NULL: nobody asks.  Tells the owner that its row has this number in G, or in N if it is
     * one-sided. */
    void (*number)(SnSystem *system, const SnGeneralRow *row, bool one_sided, int number);
    /* NULL: always enabled, rigid, without rebound. */
    SnRowTraits (*traits)(const SnSystem *system, const SnGeneralRow *row);
    /* NULL: nothing to find.  Before the values of the rows that the step is solved with. */
    void (*find)(const SnSystem *system, const SnState *state, SnWorkspace *work);
    /* Its rows drag control points and frames of strands along where a joint turns
     * (strand_follow.h). */
    bool drags;
};

/* Owner and part of their rows: */
extern const SnConstraintClass sn_spline_constraint;    /* constraint of a spline strand */
extern const SnConstraintClass sn_length_constraint;    /* segment of a reduced strand */
extern const SnConstraintClass sn_guide_end_constraint; /* GUIDE block; 0 start, 1 end */
extern const SnConstraintClass sn_groove_constraint;    /* pulley; 0 node before it, 1 after it */
extern const SnConstraintClass sn_grip_constraint;      /* pulley */
extern const SnConstraintClass sn_gear_constraint;      /* joint */
extern const SnConstraintClass sn_voxel_constraint;     /* frame of a Cosserat strand; direction */
/* All of them in the order of their rows; how many. */
int sn_constraint_classes(const SnConstraintClass *const **classes);

/* --- planning --- */

/* Appends a row of a class; of `row`, id, owner, part and count are read.  `blocks` [row.count]:
 * each once, active, attached or kinematic; NULL: those of the row that was added before it. */
void sn_general_row_add(SnSystem *system, const SnConstraintClass *class, bool one_sided,
                        SnGeneralRow row, const int *blocks);
/* Part of sn_system_finish: all rows of all classes anew, numbered behind those of joints and
 * FEM models, each with a value for each velocity of its blocks. */
void sn_finish_general_rows(SnSystem *system);

/* --- at a configuration --- */

/* One row, by its class. */
SnConstraintValues sn_general_row_values;
/* How many values a row has. */
int sn_general_row_width(const SnSystem *system, const SnGeneralRow *row);
/* All of them: part of sn_rows. */
void sn_general_rows(const SnSystem *system, const SnState *state, SnWorkspace *work, bool jacobian,
                     SnRowValues *rows);
/* Row values times u. */
double sn_general_row_rate(const SnSystem *system, const SnGeneralRow *row, const double *values,
                           const double *u);
/* r += factor x forces of the rows on their blocks; layout of u. */
void sn_add_general_forces(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                           double factor, double *r);

#endif
