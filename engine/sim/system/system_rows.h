/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraint rows of the compiled system, and the pairs of blocks of its matrix; part of
 * system.h. */
#ifndef SN_SIM_SYSTEM_SYSTEM_ROWS_H
#define SN_SIM_SYSTEM_SYSTEM_ROWS_H

#include "engine/base/id.h"
#include "engine/sim/system/joint_class.h"

/* A row's blocks; the values live in work.  Active blocks only are in G and N; kinematic blocks
 * contribute to the right-hand side and take the reaction. */
typedef struct SnRow {
    int joint;
    SnRowShape shape;
    int block[2]; /* -1: none.  0: frame_a's; 1: frame_b's or the point's */
} SnRow;

/* Adds J' X K, X the values of an outer pair, J and K derivatives in work.motion.jacobian (-1:
 * identity), to an active pair. */
typedef struct SnReduceOperation {
    int row_jacobian, column_jacobian;
    int target;
    enum { SN_REDUCE_ADD, SN_REDUCE_TRANSPOSED, SN_REDUCE_BOTH } mode;
} SnReduceOperation;

/* A general constraint row: over any number of blocks, of one of the classes in general_rows.h. Its
 * values are in work.rows.general (or general_limit) from `value` on: for each of its blocks in
 * order, n numbers. */
typedef struct SnConstraintClass SnConstraintClass;

typedef struct SnGeneralRow {
    const SnConstraintClass *class;
    SnId id;          /* whose it is, for messages */
    int owner;        /* into the owner's array */
    int part;         /* which of the owner's rows */
    int first, count; /* into general.block; a block comes once; active, attached or kinematic */
    int value;        /* [finish] */
} SnGeneralRow;

/* How many constraint rows a compiled system has. */
typedef struct SnSystemRows {
    int n; /* bilateral rows of G: those of joints, then those of the fems, then general ones */
    int n_limits; /* unilateral rows of N: those of joints, then general ones */
} SnSystemRows;

/* The general rows of a compiled system. */
typedef struct SnSystemGeneralRows {
    int n_rows, n_limits;
    int n_values, n_limit_values;
    SnGeneralRow *rows;   /* [n_rows] row rows.n - n_rows + i of G */
    SnGeneralRow *limits; /* [n_limits] row joints.n_limits + i of N */
    int *block;           /* blocks of both */
    int n_blocks;
} SnSystemGeneralRows;

/* M-hat: lower block triangle of the active blocks.  Pair k couples blocks row >= column; its dense
 * values (row-major, n_row x n_column) start at value[k] in work.forces.pair.  After the n active
 * ones (the first n_active the diagonal, the rest ordered by row and column) come n_outer that
 * touch attached or kinematic blocks: the diagonal of the attached ones, then the rest; kinematic
 * blocks are not coupled among themselves. */
typedef struct SnSystemPairs {
    int n, n_outer, n_values;
    int *row, *column, *value; /* [n + n_outer] */
    int n_slots;
    int *stiffness_slot; /* [n_slots] pair index of each force's block pairs, -1: none */
    int *reduce_start;   /* [n_outer + 1] into reduce: what an outer pair does to active ones */
    SnReduceOperation *reduce;
} SnSystemPairs;

#endif
