/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of G over the active unknowns: a row's blocks become the union
 * of the active blocks they hang on. */
#include "engine/base/memory.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* One block of a row as it is written. */
typedef struct Term {
    int block, source;
    unsigned mask; /* columns of the block that may differ from zero */
} Term;

/* One active block of a row as it is solved for. */
typedef struct Column {
    int block, first;
    unsigned mask;
    bool written;
} Column;

typedef struct Builder {
    const SnSystem *system;
    SnRowPlan *plan;
    int entries, entry_room, operation_room;
    Term *terms;
    Column *columns;
    int column_room;
} Builder;

unsigned sn_row_mask(const SnSystem *system, int number, SnRowShape shape)
{
    const SnBlock *block = number < 0 ? NULL : &system->blocks[number];
    if (!block)
        return 0;
    if (block->n < 6)
        return (1u << block->n) - 1;
    switch (shape) {
    case SN_ROW_ROTATION:
        return 7u << 3;
    case SN_ROW_FULL:
        return 63;
    default:
        return 7u << 3 | 1u << (shape - SN_ROW_POSITION_X);
    }
}

static int list_columns(unsigned mask, uint8_t column[6])
{
    int n = 0;
    for (unsigned c = 0; c < 6; c++)
        if (mask & 1u << c)
            column[n++] = (uint8_t)c;
    return n;
}

static int compare_columns(const void *a, const void *b)
{
    return ((const Column *)a)->block - ((const Column *)b)->block;
}

/* Active blocks of the terms with their columns, ascending; how many. */
static int union_of_roots(Builder *b, int n_terms)
{
    int n = 0;
    for (int t = 0; t < n_terms; t++) {
        const SnRoots roots = sn_roots(b->system, &b->terms[t].block);
        for (int r = 0; r < roots.n && roots.block[r] < b->system->n_active; r++) {
            if (n == b->column_room) {
                b->column_room = 2 * n + 16;
                b->columns = sn_resize(b->columns, (size_t)b->column_room, sizeof *b->columns);
            }
            const int size = b->system->blocks[roots.block[r]].n;
            const unsigned mask = roots.jacobian[r] < 0 ? b->terms[t].mask : (1u << size) - 1;
            b->columns[n++] = (Column){.block = roots.block[r], .mask = mask};
        }
    }
    if (n > 1)
        qsort(b->columns, (size_t)n, sizeof *b->columns, compare_columns);
    int distinct = 0;
    for (int i = 0; i < n; i++) {
        if (distinct > 0 && b->columns[distinct - 1].block == b->columns[i].block)
            b->columns[distinct - 1].mask |= b->columns[i].mask;
        else
            b->columns[distinct++] = b->columns[i];
    }
    return distinct;
}

static void add_entries(Builder *b, int n)
{
    SnRowPlan *plan = b->plan;
    for (int i = 0; i < n; i++) {
        uint8_t column[6];
        const int width = list_columns(b->columns[i].mask, column);
        if (b->entries + width > b->entry_room) {
            b->entry_room = 2 * b->entry_room + 64;
            plan->column = sn_resize(plan->column, (size_t)b->entry_room, sizeof *plan->column);
        }
        b->columns[i].first = b->entries;
        for (int c = 0; c < width; c++)
            plan->column[b->entries++] = b->system->blocks[b->columns[i].block].u + column[c];
    }
}

static Column *find_column(const Builder *b, int n, int block)
{
    int low = 0, high = n - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (b->columns[middle].block < block)
            low = middle + 1;
        else
            high = middle;
    }
    return &b->columns[low];
}

static void add_operation(Builder *b, const Term *term, Column *column, int jacobian)
{
    SnRowPlan *plan = b->plan;
    if (plan->n_operations == b->operation_room) {
        b->operation_room = 2 * b->operation_room + 64;
        plan->operations =
            sn_resize(plan->operations, (size_t)b->operation_room, sizeof *plan->operations);
    }
    SnRowOperation *operation = &plan->operations[plan->n_operations++];
    *operation = (SnRowOperation){.source = term->source,
                                  .target = column->first,
                                  .jacobian = jacobian,
                                  .first = !column->written,
                                  .n_source = (uint8_t)b->system->blocks[term->block].n};
    const int n = list_columns(column->mask, operation->column);
    operation->n = (uint8_t)n;
    assert((n != 3 && n != 4) || operation->column[n - 1] == operation->column[n - 3] + 2);
    column->written = true;
}

/* Takes the row whose terms stand in b->terms. */
static void add_row(Builder *b, int n_terms)
{
    const int n = union_of_roots(b, n_terms);
    add_entries(b, n);
    for (int t = 0; t < n_terms; t++) {
        const SnRoots roots = sn_roots(b->system, &b->terms[t].block);
        for (int r = 0; r < roots.n && roots.block[r] < b->system->n_active; r++)
            add_operation(b, &b->terms[t], find_column(b, n, roots.block[r]), roots.jacobian[r]);
    }
    b->plan->start[++b->plan->n] = b->entries;
}

static void add_joint_rows(Builder *b, const SnRow *rows, int n)
{
    for (int i = 0; i < n; i++) {
        int terms = 0;
        for (int s = 0; s < 2; s++)
            if (rows[i].block[s] >= 0)
                b->terms[terms++] =
                    (Term){.block = rows[i].block[s],
                           .source = 12 * i + 6 * s,
                           .mask = sn_row_mask(b->system, rows[i].block[s], rows[i].shape)};
        add_row(b, terms);
    }
}

/* Returns where their values end. */
static int add_fem_rows(Builder *b)
{
    int source = 12 * b->system->joints.n_rows;
    for (int f = 0; f < b->system->fems.n; f++) {
        const SnSystemFem *fem = &b->system->fems.fems[f];
        const SnFemSolid *solid = fem->solid;
        for (int i = 0; i < solid->n_constraints; i++) {
            int terms = 0;
            for (int k = solid->constraint_start[i]; k < solid->constraint_start[i + 1]; k++) {
                b->terms[terms++] = (Term){.block = fem->node_block[solid->constraint_node[k]],
                                           .source = source,
                                           .mask = 7};
                source += 3;
            }
            add_row(b, terms);
        }
    }
    return source;
}

static void add_general_rows(Builder *b, const SnGeneralRow *rows, int n, int source)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < rows[i].count; k++) {
            const int block = b->system->general.block[rows[i].first + k];
            const int size = b->system->blocks[block].n;
            b->terms[k] = (Term){.block = block, .source = source, .mask = (1u << size) - 1};
            source += size;
        }
        add_row(b, rows[i].count);
    }
}

static int most_terms(const SnSystem *system)
{
    int most = 2;
    for (int f = 0; f < system->fems.n; f++) {
        const SnFemSolid *solid = system->fems.fems[f].solid;
        for (int i = 0; i < solid->n_constraints; i++) {
            const int n = solid->constraint_start[i + 1] - solid->constraint_start[i];
            most = n > most ? n : most;
        }
    }
    for (int i = 0; i < system->general.n_rows; i++)
        most = system->general.rows[i].count > most ? system->general.rows[i].count : most;
    return most;
}

void sn_row_plan_new(const SnSystem *system, SnWorkspace *work)
{
    assert(!work || work->system == system);
    Builder b = {.system = system, .plan = &work->bilateral.plan};
    b.terms = sn_alloc((size_t)most_terms(system), sizeof *b.terms);
    b.plan->start = sn_alloc((size_t)system->rows.n + 1, sizeof(int));
    add_joint_rows(&b, system->joints.rows, system->joints.n_rows);
    const int source = add_fem_rows(&b);
    add_general_rows(&b, system->general.rows, system->general.n_rows, source);
    b.plan->value = sn_alloc((size_t)b.entries + 1, sizeof(double));
    if (!b.plan->column)
        b.plan->column = sn_alloc(1, sizeof(int));
    sn_free(b.terms);
    sn_free(b.columns);
}

void sn_row_plan_free(SnRowPlan *plan)
{
    sn_free(plan->start);
    sn_free(plan->column);
    sn_free(plan->value);
    sn_free(plan->operations);
}

static void leave_out_inactive(const SnWorkspace *work, SnRowPlan *plan)
{
    for (int i = 0; i < plan->n; i++)
        if (!work->bilateral.active[i])
            memset(plan->value + plan->start[i], 0,
                   (size_t)(plan->start[i + 1] - plan->start[i]) * sizeof(double));
}

/* Rows of places have one velocity and the rotations, those of turns the rotations: the last three
 * columns are neighbours. */
static inline void copy_columns(const double *source, const SnRowOperation *o, double *target)
{
    const uint8_t *column = o->column;
    if (o->n == 4) {
        target[0] = source[column[0]];
        memcpy(target + 1, source + column[1], 3 * sizeof *target);
    } else if (o->n == 3) {
        memcpy(target, source + column[0], 3 * sizeof *target);
    } else {
        for (int c = 0; c < o->n; c++)
            target[c] = source[column[c]];
    }
}

void sn_row_plan_fill(SnWorkspace *work, const SnRowValues *rows)
{
    SnRowPlan *plan = &work->bilateral.plan;
    const double *full = &rows->row[0][0][0];
    double *value = plan->value;
    const SnRowOperation *end = plan->operations + plan->n_operations;
    for (const SnRowOperation *o = plan->operations; o < end; o++) {
        const double *source = full + o->source;
        double *target = value + o->target;
        if (o->first && o->jacobian < 0) { /* of joints and of FEM models: nearly all */
            copy_columns(source, o, target);
            continue;
        }
        if (o->first)
            memset(target, 0, o->n * sizeof *target);
        if (o->jacobian < 0 && o->n_source == 3) {
            for (int c = 0; c < 3; c++)
                target[c] += source[c];
        } else if (o->jacobian < 0) {
            for (int c = 0; c < o->n; c++)
                target[c] += source[o->column[c]];
        } else { /* the columns are all of the root's */
            const double *jacobian = work->motion.jacobian + o->jacobian;
            for (int r = 0; r < o->n_source; r++)
                for (int c = 0; c < o->n; c++)
                    target[c] += source[r] * jacobian[o->n * r + c];
        }
    }
    if (rows != &work->rows)
        leave_out_inactive(work, plan);
}
