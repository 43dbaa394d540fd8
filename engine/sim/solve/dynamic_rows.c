/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system/dynamic_rows.h"

#include "engine/base/memory.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/system/system_plan.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const SnDynamicClass *const table[] = {
    &sn_joint_limits,   /* limit_rows.c */
    &sn_general_limits, /* limit_rows.c */
    &sn_contact_rows,   /* sim/contact/contact_rows.c */
};

enum { CLASSES = sizeof table / sizeof *table };

void sn_dynamic_rows_free(SnDynamicRows *rows)
{
    sn_free(rows->row);
    sn_free(rows->column);
    sn_free(rows->value);
    sn_free(rows->force);
    sn_free(rows->columns);
}

/* --- rows --- */

void sn_dynamic_rows_begin(SnDynamicRows *rows)
{
    rows->n = rows->n_entries = 0;
    rows->out_of_memory = false;
}

/* Adds columns of an active block to those of the row, which ascend; how many blocks there are. */
static int add_column(SnDynamicRows *rows, int n, int block, unsigned mask)
{
    SnRowColumn *columns = rows->columns;
    int at = n;
    while (at > 0 && columns[at - 1].block >= block)
        at--;
    if (at < n && columns[at].block == block) {
        columns[at].mask |= mask;
        return n;
    }
    if (!sn_reserve(&rows->columns, &rows->column_room, n + 1, sizeof *columns)) {
        rows->out_of_memory = true;
        return n;
    }
    columns = rows->columns;
    memmove(columns + at + 1, columns + at, (size_t)(n - at) * sizeof *columns);
    columns[at] = (SnRowColumn){.block = block, .mask = mask};
    return n + 1;
}

/* Active blocks that the row's blocks hang on. */
static int find_columns(const SnSystem *system, SnDynamicRows *rows, const SnRowTerm *terms, int n)
{
    int count = 0;
    for (int t = 0; t < n; t++) {
        if (terms[t].block < 0)
            continue;
        const SnRoots roots = sn_roots(system, &terms[t].block);
        for (int r = 0; r < roots.n && roots.block[r] < system->n_active; r++) {
            const unsigned whole = (1u << system->blocks[roots.block[r]].n) - 1;
            count = add_column(rows, count, roots.block[r],
                               roots.jacobian[r] < 0 ? terms[t].mask : whole);
        }
    }
    return count;
}

/* Room for the entries of these columns, which begin at zero; false: there is none. */
static bool add_entries(const SnSystem *system, SnDynamicRows *rows, int n)
{
    int end = rows->n_entries, value_room = rows->entry_room, column_room = rows->entry_room;
    for (int k = 0; k < n; k++) {
        rows->columns[k].first = end;
        end += __builtin_popcount(rows->columns[k].mask);
    }
    if (!sn_reserve(&rows->column, &column_room, end, sizeof *rows->column) ||
        !sn_reserve(&rows->value, &value_room, end, sizeof *rows->value))
        return false;
    rows->entry_room = value_room;
    for (int k = 0; k < n; k++) {
        const SnBlock *block = &system->blocks[rows->columns[k].block];
        for (int c = 0, e = rows->columns[k].first; c < block->n; c++)
            if (rows->columns[k].mask & 1u << c) {
                rows->column[e] = block->u + c;
                rows->value[e++] = 0;
            }
    }
    rows->n_entries = end;
    return true;
}

/* Adds what a term is along one of its roots. */
static void add_values(const SnSystem *system, const SnWorkspace *work, SnDynamicRows *rows,
                       const SnRowTerm *term, const SnRowColumn *column, int jacobian)
{
    const int n = system->blocks[column->block].n;
    double *target = rows->value + column->first;
    if (jacobian < 0) {
        for (int c = 0; c < n; c++)
            if (column->mask & 1u << c)
                *target++ += term->value[c];
        return;
    }
    const double *link = work->motion.jacobian + jacobian;
    for (int r = 0; r < system->blocks[term->block].n; r++)
        for (int c = 0; c < n; c++)
            target[c] += term->value[r] * link[n * r + c];
}

void sn_dynamic_rows_append(const SnSystem *system, SnWorkspace *work, const SnDynamicRow *row,
                            const SnRowTerm *terms, int n)
{
    assert(!work || work->system == system);
    sn_dynamic_rows_append_to(system, work, &work->unilateral.dynamic, row, terms, n);
}

void sn_dynamic_rows_append_to(const SnSystem *system, const SnWorkspace *work, SnDynamicRows *rows,
                               const SnDynamicRow *row, const SnRowTerm *terms, int n)
{
    assert(!work || work->system == system);
    const int first = rows->n_entries, count = find_columns(system, rows, terms, n);
    if (rows->out_of_memory ||
        !sn_reserve(&rows->row, &rows->room, rows->n + 1, sizeof *rows->row) ||
        !add_entries(system, rows, count)) {
        rows->out_of_memory = true;
        return;
    }
    double prescribed = 0;
    for (int t = 0; t < n; t++) {
        if (terms[t].block < 0)
            continue;
        const SnRoots roots = sn_roots(system, &terms[t].block);
        for (int r = 0, k = 0; r < roots.n && roots.block[r] < system->n_active; r++) {
            for (k = 0; rows->columns[k].block != roots.block[r];)
                k++;
            add_values(system, work, rows, &terms[t], &rows->columns[k], roots.jacobian[r]);
        }
        const SnBlock *block = &system->blocks[terms[t].block];
        for (int c = 0; c < block->n; c++)
            prescribed += terms[t].value[c] * work->motion.prescribed[block->u + c];
    }
    rows->row[rows->n++] = (SnDynamicRow){.class = row->class,
                                          .feature = row->feature,
                                          .id = row->id,
                                          .compliance = row->compliance,
                                          .restitution = row->restitution,
                                          .damping = row->damping,
                                          .number = row->number,
                                          .first = first,
                                          .n = rows->n_entries - first,
                                          .prescribed = prescribed};
}

SnFault sn_dynamic_rows_end(const SnDynamicRows *rows, double time)
{
    if (!rows->out_of_memory)
        return (SnFault){0};
    return sn_fault(SN_FAULT_MEMORY, SN_ID_NULL, time,
                    "There is no memory for so many limits and contacts at once: try a coarser "
                    "mesh, or close other programs.");
}

/* --- forces by feature --- */

/* Where a feature is, or the free slot where it would be (Steele, Lea and Flood 2014: the mixing
 * function of splitmix64). */
static SnFeatureForce *slot_of(const SnDynamicRows *rows, const SnDynamicClass *class,
                               uint64_t feature)
{
    uint64_t x = feature + 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    const uint64_t mask = (uint64_t)rows->force_room - 1;
    SnFeatureForce *slot = &rows->force[x & mask];
    while (slot->class && (slot->class != class || slot->feature != feature)) {
        x++;
        slot = &rows->force[x & mask];
    }
    return slot;
}

/* Slots for n features, a power of 2 of which at most three quarters are taken; false: no memory.
 */
static bool reserve_forces(SnDynamicRows *rows, int n)
{
    SnDynamicRows larger = *rows;
    if (4 * (size_t)n <= 3 * (size_t)rows->force_room)
        return true;
    larger.force_room = rows->force_room > 0 ? rows->force_room : 16;
    while (4 * (size_t)n > 3 * (size_t)larger.force_room)
        larger.force_room *= 2;
    larger.force = sn_try_alloc((size_t)larger.force_room, sizeof *larger.force);
    if (!larger.force)
        return false;
    for (int i = 0; i < rows->force_room; i++)
        if (rows->force[i].class)
            *slot_of(&larger, rows->force[i].class, rows->force[i].feature) = rows->force[i];
    sn_free(rows->force);
    *rows = larger;
    return true;
}

void sn_dynamic_rows_note(SnDynamicRows *rows, const SnDynamicClass *class, uint64_t feature,
                          double force)
{
    if (!reserve_forces(rows, rows->n_forces + 1)) {
        rows->out_of_memory = true;
        return;
    }
    SnFeatureForce *slot = slot_of(rows, class, feature);
    rows->n_forces += !slot->class;
    *slot = (SnFeatureForce){class, feature, force};
}

double sn_dynamic_rows_noted(const SnDynamicRows *rows, const SnDynamicClass *class,
                             uint64_t feature)
{
    return rows->n_forces > 0 ? slot_of(rows, class, feature)->force : 0;
}

void sn_dynamic_rows_recall(const SnSystem *system, const SnState *state, SnDynamicRows *rows,
                            double duration)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    if (rows->n_forces > 0)
        memset(rows->force, 0, (size_t)rows->force_room * sizeof *rows->force);
    rows->n_forces = 0;
    for (int c = 0; c < CLASSES; c++)
        table[c]->recall(system, state, rows);
    for (int i = 0; i < rows->n; i++)
        rows->row[i].impulse =
            duration * sn_dynamic_rows_noted(rows, rows->row[i].class, rows->row[i].feature);
}

void sn_dynamic_rows_keep(const SnSystem *system, const SnDynamicRows *rows, double duration,
                          SnState *state)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    for (int c = 0; c < CLASSES; c++)
        table[c]->keep(system, rows, duration, state);
    state->active = 0;
    for (int i = 0; i < rows->n; i++)
        state->active += rows->row[i].impulse > 0;
}

/* --- all of it --- */

SnFault sn_dynamic_rows_gather(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    sn_dynamic_rows_begin(&work->unilateral.dynamic);
    for (int c = 0; c < CLASSES; c++)
        table[c]->append(system, state, work);
    if (!reserve_forces(&work->unilateral.dynamic, work->unilateral.dynamic.n) ||
        !sn_mixed_reserve(work))
        work->unilateral.dynamic.out_of_memory = true;
    return sn_dynamic_rows_end(&work->unilateral.dynamic, state->time);
}
