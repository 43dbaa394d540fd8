/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of friction: slips of matter of strands and what the tensions beside them are made of,
 * and those of joints (friction_joints.c). */
#include "engine/base/memory.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/solve/friction.h"
#include "engine/sim/strand/strand_friction.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Softness of a place over its freedom, how easily matter would slip if nothing tied it: forces of
 * places that are tied to each other stay near those before. */
#define SOFTNESS 1e-9

/* --- storage --- */

/* Arrays over so many places anew; false: there is no memory.  What they held goes: it is of one
 * problem. */
static bool reserve_places(SnFrictionRows *f, int n)
{
    void **const arrays[] = {(void **)&f->friction, (void **)&f->offset,   (void **)&f->impulse,
                             (void **)&f->before,   (void **)&f->slip,     (void **)&f->load,
                             (void **)&f->share,    (void **)&f->softness, (void **)&f->force,
                             (void **)&f->freedom,  (void **)&f->state,    (void **)&f->a,
                             (void **)&f->r,        (void **)&f->scratch,  (void **)&f->ball,
                             (void **)&f->shift,    (void **)&f->limits};
    const size_t m = (size_t)n, number = sizeof(double);
    const size_t sizes[] = {m * sizeof *f->friction,
                            m * number,
                            m * number,
                            m * number,
                            m * number,
                            m * number,
                            m * number,
                            m * number,
                            m * number,
                            m * number,
                            m * sizeof *f->state,
                            m * m * number,
                            m * m * number,
                            sn_coulomb_scratch_size(n) + 8,
                            m * sizeof *f->ball,
                            0,
                            0};
    if (n <= f->room && f->friction)
        return true;
    bool good = true;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        sn_free(*arrays[i]);
        *arrays[i] = sizes[i] > 0 || n == 0 ? sn_try_alloc(sizes[i] + 1, 1) : NULL;
        good = good && (*arrays[i] || sizes[i] == 0);
    }
    f->limit_room = 0; /* its shifts are over the places */
    f->room = good ? n : 0;
    return good;
}

void sn_friction_new(const SnSystem *system, SnWorkspace *work)
{
    SnFrictionRows *f = &work->unilateral.friction;
    f->free_force = sn_alloc((size_t)system->n_u_active + 1, sizeof(double));
}

void sn_friction_free(SnFrictionRows *f)
{
    sn_dynamic_rows_free(&f->rows);
    void *arrays[] = {f->friction, f->offset,     f->impulse,  f->before, f->slip,
                      f->load,     f->share,      f->softness, f->force,  f->state,
                      f->a,        f->r,          f->u,        f->l,      f->d,
                      f->start,    f->column,     f->value,    f->limits, f->shift,
                      f->scratch,  f->free_force, f->freedom,  f->joint,  f->ball};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
}

/* --- rows --- */

/* Row over the blocks of a segment from values over its columns; its number. */
static int append_segment_row(const SnSystem *system, SnWorkspace *work, int number,
                              const double *values)
{
    SnFrictionRows *f = &work->unilateral.friction;
    const SnSystemSegment *segment = &system->strands.segments[number];
    const SnSegmentWorkspace *w = &work->forces.strand->segments[number];
    SnRowTerm *terms = work->forces.strand->terms;
    for (int k = 0; k < segment->n_blocks; k++) {
        const int block = system->strands.segment_block[segment->blocks + k];
        terms[k] = (SnRowTerm){.block = block,
                               .mask = (1u << system->blocks[block].n) - 1,
                               .value = values + w->offset[k]};
    }
    const SnId id = system->strands.strands[segment->strand].id;
    sn_dynamic_rows_append_to(system, work, &f->rows, &(SnDynamicRow){.id = id}, terms,
                              segment->n_blocks);
    return f->rows.n - 1;
}

static double over_columns(const SnSegmentWorkspace *w, const double *values, const double *u)
{
    double sum = 0;
    for (int c = 0; c < w->in.n_columns; c++)
        sum += values[c] * u[w->column_u[c]];
    return sum;
}

/* Of the one-sided row with this number; -1: it is not among the dynamic ones. */
static int dynamic_row(const SnWorkspace *work, int limit)
{
    const SnDynamicRows *rows = &work->unilateral.dynamic;
    for (int i = 0; limit >= 0 && i < rows->n; i++)
        if (rows->row[i].class == &sn_general_limits && rows->row[i].feature == (uint64_t)limit)
            return i;
    return -1;
}

/* Tension on one side: that of the segment, and what weight and inertia of its matter make of it
 * up to the boundary: the share of a node in the force on an even stretch of matter. */
static SnFrictionLoad load_beside(const SnSystem *system, const SnState *state, SnWorkspace *work,
                                  const SnStrandFriction *place, bool after)
{
    const int number = after ? place->after : place->before;
    const SnSystemSegment *segment = &system->strands.segments[number];
    const SnSegmentWorkspace *w = &work->forces.strand->segments[number];
    const int n = w->in.n_columns, flow = w->in.eulerian_column[!after];
    const double sign = after ? 1 : -1;
    double *values = work->forces.strand->columns;
    SnFrictionLoad load = {.bilateral = segment->row,
                           .limit = dynamic_row(work, segment->limit),
                           .row = -1,
                           .tension = w->tension - w->later,
                           .viscosity = w->end_weight * w->viscosity,
                           .stiffness = w->end_weight * w->stiffness,
                           .strain_rate = w->strain_rate,
                           .tension_before = work->forces.strand->tension_before[number],
                           .weight = sn_strand_weight_beside(system, work, place, after)};
    if (segment->row >= 0 && !work->bilateral.active[segment->row])
        load.bilateral = -1;
    if (segment->row < 0 && segment->limit < 0) {
        for (int c = 0; c < n; c++)
            values[c] = w->gradient[c] / w->in.rest_length;
        load.row = append_segment_row(system, work, number, values);
    }
    for (int c = 0; c < n; c++)
        values[c] = sign * w->mass[n * flow + c] / place->work;
    load.inertia = append_segment_row(system, work, number, values);
    load.momentum = over_columns(w, values, sn_state_u_const(state));
    load.momentum_before = over_columns(w, values, sn_state_u_const(work->step.backup));
    return load;
}

static void append_place(const SnSystem *system, const SnState *state, SnWorkspace *work,
                         const SnStrandFriction *place)
{
    SnFrictionRows *f = &work->unilateral.friction;
    const SnPulleySlip *slip = &place->slip;
    SnRowTerm terms[3];
    for (int k = 0; k < slip->n; k++)
        terms[k] = (SnRowTerm){.block = slip->block[k],
                               .mask = (1u << system->blocks[slip->block[k]].n) - 1,
                               .value = slip->value[k]};
    const SnSystemSegment *segment = &system->strands.segments[place->after];
    sn_dynamic_rows_append_to(system, work, &f->rows,
                              &(SnDynamicRow){.id = system->strands.strands[segment->strand].id},
                              terms, slip->n);
    f->ball[f->n] = false;
    SnFrictionRow *row = &f->friction[f->n++];
    *row = (SnFrictionRow){
        .node = place->node,
        .slip = f->rows.n - 1,
        .share = place->share,
        .rate = sn_strand_slip_speed(system, slip, sn_state_u_const(state)),
        .rate_before = sn_strand_slip_speed(system, slip, sn_state_u_const(work->step.backup)),
        .moved = sn_strand_slipped(system, slip, work->step.backup, state),
    };
    for (int side = 0; side < 2; side++)
        row->load[side] = load_beside(system, state, work, place, side);
}

/* --- all --- */

SnFault sn_friction_gather(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    SnFrictionRows *f = &work->unilateral.friction;
    const SnStrandWorkspace *strand = work->forces.strand;
    const int n_places = strand ? strand->n_places : 0;
    f->use = SN_FRICTION_OFF;
    f->n = 0;
    sn_dynamic_rows_begin(&f->rows);
    const int n_joint = sn_friction_joints(system, state, NULL);
    const bool touches = sn_has_contacts(work);
    f->n_joint = 0;
    f->first_joint = touches ? work->contacts->rows.n : 0;
    f->rows.out_of_memory =
        !reserve_places(f, n_places + (touches ? 0 : n_joint)) ||
        !sn_reserve(&f->joint, &f->joint_room, touches ? n_joint : 0, sizeof *f->joint);
    if (f->rows.out_of_memory)
        return sn_dynamic_rows_end(&f->rows, state->time);
    for (int i = 0; i < n_places; i++) {
        SnStrandFriction place = strand->places[i];
        if (sn_strand_friction_at(system, state, work, &place))
            append_place(system, state, work, &place);
        else
            strand->sticks[place.node] = false;
    }
    sn_friction_joints(system, state, work);
    return sn_dynamic_rows_end(&f->rows, state->time);
}

/* --- aim --- */

/* Impulse of a tension where the unknown is zero, and how it changes with it. */
static void aim_load(SnFrictionLoad *load, const SnFrictionRows *f, const SnFrictionAim *aim)
{
    const bool absolute = aim->unknown == SN_FRICTION_VELOCITY || aim->unknown == SN_FRICTION_KICK;
    load->slope = load->row < 0 ? 0 : aim->d * load->viscosity + aim->k * load->stiffness;
    load->base = aim->impulse * load->weight;
    if (load->row >= 0) {
        const double mean = aim->weight * load->tension + (1 - aim->weight) * load->tension_before;
        const double removed = aim->unknown == SN_FRICTION_VELOCITY ? aim->d * load->viscosity
                               : absolute                           ? load->slope
                                                                    : 0;
        load->base += aim->impulse * mean - removed * load->strain_rate;
        load->base += absolute ? load->slope * f->rows.row[load->row].prescribed : 0;
    } else if (load->bilateral >= 0 && aim->multipliers) {
        load->base += aim->multipliers[load->bilateral];
    }
    if (aim->unknown == SN_FRICTION_DISPLACEMENT || load->inertia < 0)
        load->inertia = -1;
    else if (absolute)
        load->base += f->rows.row[load->inertia].prescribed - load->momentum_before;
    else
        load->base += load->momentum - load->momentum_before;
}

/* How easily matter slips there if nothing but its own inertia resists. */
static double freedom(const SnWorkspace *work, const SnDynamicRow *row)
{
    const SnDynamicRows *rows = &work->unilateral.friction.rows;
    const SnKktMatrix *matrix = &work->linear.matrix;
    double sum = 0;
    for (int e = row->first; e < row->first + row->n; e++)
        sum += rows->value[e] * rows->value[e] /
               fabs(matrix->a_value[matrix->a_start[rows->column[e]]]);
    return sum;
}

void sn_friction_aim(const SnSystem *system, const SnState *state, SnWorkspace *work,
                     const SnFrictionAim *aim)
{
    assert(!work || work->system == system);
    SnFrictionRows *f = &work->unilateral.friction;
    const SnState *before = work->step.backup;
    f->use = f->n > 0 ? SN_FRICTION_SLIPS : SN_FRICTION_OFF;
    f->impulse_per_force = aim->impulse;
    f->again = aim->unknown == SN_FRICTION_CORRECTION || aim->unknown == SN_FRICTION_DISPLACEMENT;
    f->trapezoidal = aim->unknown == SN_FRICTION_KICK || aim->weight < 1;
    f->unit =
        system->length_scale / (aim->unknown == SN_FRICTION_DISPLACEMENT ? 1 : work->step.size);
    for (int i = 0; i < f->n; i++) {
        SnFrictionRow *row = &f->friction[i];
        const SnDynamicRow *slip = &f->rows.row[row->slip];
        const int rub = row->node < 0 ? -1 : system->strands.nodes[row->node].rub;
        f->share[i] = row->share;
        f->freedom[i] = freedom(work, slip);
        f->softness[i] = SOFTNESS * f->freedom[i];
        f->offset[i] = aim->unknown == SN_FRICTION_DISPLACEMENT ? row->moved
                       : aim->unknown == SN_FRICTION_CORRECTION ? row->rate
                                                                : slip->prescribed;
        f->before[i] = rub < 0 ? 0 : aim->impulse * sn_state_strands_const(before)[rub];
        f->impulse[i] = rub < 0 ? 0 : aim->impulse * sn_state_strands_const(state)[rub];
        for (int side = 0; side < 2; side++)
            aim_load(&row->load[side], f, aim);
    }
}

void sn_friction_hold(SnWorkspace *work)
{
    SnFrictionRows *f = &work->unilateral.friction;
    f->use = SN_FRICTION_OFF;
    for (int i = 0; i < f->n; i++) {
        f->share[i] = f->offset[i] = f->before[i] = f->impulse[i] = 0;
        f->freedom[i] = freedom(work, &f->rows.row[f->friction[i].slip]);
        f->softness[i] = SOFTNESS * f->freedom[i];
        const int node = f->friction[i].node; /* coordinates of joints move as their joints ask */
        f->state[i] =
            node >= 0 && work->forces.strand->sticks[node] ? SN_SLIP_STICKS : SN_SLIP_LOOSE;
        if (f->state[i] == SN_SLIP_STICKS)
            f->use = SN_FRICTION_HOLDS;
    }
}

void sn_friction_begin(SnWorkspace *work)
{
    work->unilateral.friction.rings = false;
}

void sn_friction_keep(const SnSystem *system, SnWorkspace *work, double impulse, SnState *state)
{
    assert(!work || work->system == system);
    const SnFrictionRows *f = &work->unilateral.friction;
    for (int i = 0; work->forces.strand && i < work->forces.strand->n_places; i++)
        sn_state_strands(state)[system->strands.nodes[work->forces.strand->places[i].node].rub] = 0;
    for (int i = 0; i < f->n; i++) {
        const int node = f->friction[i].node;
        if (node < 0)
            continue;
        sn_state_strands(state)[system->strands.nodes[node].rub] = f->impulse[i] / impulse;
        work->forces.strand->sticks[node] = f->state[i] == SN_SLIP_STICKS;
    }
    sn_friction_keep_joints(system, work, impulse, state);
}
