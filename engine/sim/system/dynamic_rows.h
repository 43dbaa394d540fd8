/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dynamic row set: the one-sided rows N u >= bound, z >= 0 of one solve.  Their number may
 * differ from solve to solve and is not limited.  Owners append those that may carry a force, with
 * values over any blocks (attached ones are eliminated here), and a feature: a number by which the
 * owner knows the row again in the next step, whatever came or went before it, and under which its
 * force is kept as a warm start.  What is kept lives in the state, so that a step depends on
 * nothing else.
 *
 * An owner is one constant SnDynamicClass in its own file and one line of the table in
 * dynamic_rows.c.  Storage grows by half and stays: a step with no more rows than there were once
 * allocates nothing. */
#ifndef SN_SIM_SYSTEM_DYNAMIC_ROWS_H
#define SN_SIM_SYSTEM_DYNAMIC_ROWS_H

#include "engine/sim/system/phase.h"

typedef struct SnRowValues SnRowValues;
typedef struct SnDynamicRows SnDynamicRows;
typedef struct SnDynamicRow SnDynamicRow;

typedef struct SnDynamicClass {
    const char *name; /* what it keeps apart, in words */
    /* Appends the rows of this solve in an order that does not depend on threads: from work.rows
     * and the configuration they are of. */
    void (*append)(const SnSystem *system, const SnState *state, SnWorkspace *work);
    /* What a row keeps >= 0 [m or rad], at the configuration of the last sn_kinematics, for which
     * sn_rows has filled `at`. */
    double (*gap)(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  const SnRowValues *at, const SnDynamicRow *row);
    /* Forces in the state: notes them with sn_dynamic_rows_note. */
    void (*recall)(const SnSystem *system, const SnState *state, SnDynamicRows *rows);
    /* The other way: impulses of the rows of this class over their duration into the state; forces
     * of features that are not among them are zero. */
    void (*keep)(const SnSystem *system, const SnDynamicRows *rows, double duration,
                 SnState *state);
} SnDynamicClass;

struct SnDynamicRow {
    /* by the owner */
    const SnDynamicClass *class;
    uint64_t feature; /* once in a class */
    SnId id;          /* whose it is, for messages */
    double compliance, restitution;
    double damping; /* [N s/m] beside the compliance */
    int number;     /* the owner's own */
    /* by sn_dynamic_rows_append */
    int first, n;      /* into column and value */
    double prescribed; /* rate that kinematic blocks make along it [m/s or rad/s] */
    /* of the problem at hand (unilateral.c) */
    double bound;    /* N u >= bound; -infinity: the row is out */
    double recovery; /* what of it parts what overlaps; can be done without */
    double softness; /* N u + softness z >= bound */
    double impulse;
    bool warm, chosen;
};

/* One block of a row as its owner writes it. */
typedef struct SnRowTerm {
    int block;           /* -1: the world, which is left out */
    unsigned mask;       /* columns of the block that may differ from zero */
    const double *value; /* all its columns */
} SnRowTerm;

/* Force on a feature. */
typedef struct SnFeatureForce {
    const SnDynamicClass *class; /* NULL: a free slot */
    uint64_t feature;
    double force;
} SnFeatureForce;

/* An active block of a row while it is made. */
typedef struct SnRowColumn {
    int block, first;
    unsigned mask;
} SnRowColumn;

struct SnDynamicRows {
    int n, room;
    SnDynamicRow *row; /* [n] */
    int n_entries, entry_room;
    int *column;              /* [n_entries] active unknowns, ascending in each row */
    double *value;            /* [n_entries] */
    int n_forces, force_room; /* a power of 2 */
    SnFeatureForce *force;    /* [force_room] by linear probing */
    int column_room;
    SnRowColumn *columns;
    bool out_of_memory;
};

/* Makes room for `n` numbers of this size in a growing array; false, and the array as it was, if
 * there is no memory. */
bool sn_reserve(void *array, int *room, int n, size_t size);

void sn_dynamic_rows_free(SnDynamicRows *rows);
void sn_dynamic_rows_begin(SnDynamicRows *rows);
/* The next row of work.unilateral.dynamic; of `row`, the owner's part is read. */
void sn_dynamic_rows_append(const SnSystem *system, SnWorkspace *work, const SnDynamicRow *row,
                            const SnRowTerm *terms, int n);
/* The same for other rows over the active unknowns (friction_rows.h). */
void sn_dynamic_rows_append_to(const SnSystem *system, const SnWorkspace *work, SnDynamicRows *rows,
                               const SnDynamicRow *row, const SnRowTerm *terms, int n);
/* After the last one: SN_FAULT_MEMORY if there was no room. */
SnFault sn_dynamic_rows_end(const SnDynamicRows *rows, double time);
/* All of these, for the configuration of work.rows. */
SnFault sn_dynamic_rows_gather(const SnSystem *system, const SnState *state, SnWorkspace *work);

/* For SnDynamicClass.recall: the force that a feature had. */
void sn_dynamic_rows_note(SnDynamicRows *rows, const SnDynamicClass *class, uint64_t feature,
                          double force);
/* The force noted for a feature, 0: none. */
double sn_dynamic_rows_noted(const SnDynamicRows *rows, const SnDynamicClass *class,
                             uint64_t feature);
/* Impulses of the rows: the forces that the state keeps for them, for a duration [s]. */
void sn_dynamic_rows_recall(const SnSystem *system, const SnState *state, SnDynamicRows *rows,
                            double duration);
/* Impulses over their duration [s] into the state, and how many rows carry one. */
void sn_dynamic_rows_keep(const SnSystem *system, const SnDynamicRows *rows, double duration,
                          SnState *state);

static inline double sn_dynamic_row_gap(const SnSystem *system, const SnState *state,
                                        const SnWorkspace *work, const SnRowValues *at,
                                        const SnDynamicRow *row)
{
    return row->class->gap(system, state, work, at, row);
}

/* Row i times a vector over the active unknowns. */
static inline double sn_dynamic_row_rate(const SnDynamicRows *rows, int i, const double *u)
{
    double sum = 0;
    const SnDynamicRow *row = &rows->row[i];
    for (int e = row->first; e < row->first + row->n; e++)
        sum += rows->value[e] * u[rows->column[e]];
    return sum;
}

/* f += impulse x row i. */
static inline void sn_dynamic_row_push(const SnDynamicRows *rows, int i, double impulse, double *f)
{
    const SnDynamicRow *row = &rows->row[i];
    for (int e = row->first; e < row->first + row->n; e++)
        f[rows->column[e]] += impulse * rows->value[e];
}

/* limit_rows.c */
extern const SnDynamicClass sn_joint_limits, sn_general_limits;
/* sim/contact/contact_rows.c */
extern const SnDynamicClass sn_contact_rows;

#endif
