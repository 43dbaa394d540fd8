/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/bind_strand.h"

#include "engine/base/vec.h"
#include "engine/sim/bind/bind_strand_number.h"
#include "engine/sim/strand/strand_workspace.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

bool sn_bind_strand_of(const SnSystem *system, SnId id, int *index)
{
    *index = id.entry == 0 ? sn_system_index(system, id) : -1;
    return *index >= 0 && *index < system->strands.n &&
           sn_id_equal(system->strands.strands[*index].id, id);
}

bool sn_bind_strand_node_of(const SnSystem *system, SnId id, int *index)
{
    int strand;
    *index = -1;
    if (id.entry == 0 || !sn_bind_strand_of(system, sn_id_component(id), &strand))
        return false;
    const SnSystemStrand *s = &system->strands.strands[strand];
    for (int i = s->first_node; i < s->first_node + s->n_nodes; i++)
        if (sn_id_equal(system->strands.nodes[i].id, id))
            *index = i;
    return *index >= 0;
}

/* --- parameters --- */

static SnMuscleParameters *muscle_of(const SnSystem *system, int index)
{
    return sn_bind_muscle(system, system->strands.strands[index].p.muscle);
}

double *sn_bind_strand_parameter(SnSystem *system, int index, SnBind bind)
{
    return sn_bind_matter_parameter(system, &system->strands.strands[index].p, bind);
}

void sn_strand_derive(SnSystem *system, int index)
{
    SnStrandParameters *p = &system->strands.strands[index].p;
    const SnMuscleParameters *muscle = muscle_of(system, index);
    const double area = PI * p->radius * p->radius;
    p->line_density = p->density * area;
    p->bending = 0.25 * p->bending_modulus * area * p->radius * p->radius;
    p->stiffness = p->inextensible || p->slack || muscle ? 0 : p->youngs_modulus * area;
    p->damping = p->damping_time * (muscle ? muscle->max_force : p->stiffness);
}

int sn_bind_strand_input(const SnSystem *system, int index, SnBind bind)
{
    return sn_bind_muscle_input(muscle_of(system, index), bind);
}

int sn_bind_strand_enabled(const SnBindContext *c, double *value)
{
    *value = c->system->strands.strands[c->index].enabled;
    return 1;
}

bool sn_bind_write_strand_enabled(SnSystem *system, SnState *state, int index, const double *value)
{
    system->strands.strands[index].enabled = *value != 0;
    return true;
}

int sn_bind_strand_activation(const SnBindContext *c, double *value)
{
    const SnMuscleParameters *muscle = muscle_of(c->system, c->index);
    *value = muscle ? sn_state_activation_const(c->state)[muscle->activation] : 0;
    return muscle != NULL;
}

bool sn_bind_write_strand_activation(SnSystem *system, SnState *state, int index,
                                     const double *value)
{
    const SnMuscleParameters *muscle = muscle_of(system, index);
    if (muscle)
        sn_state_activation(state)[muscle->activation] = fmin(fmax(*value, 0), 1);
    return muscle != NULL;
}

int sn_bind_strand_gravity(const SnBindContext *c, double *value)
{
    sn_v3_copy(c->system->strands.strands[c->index].p.gravity, value);
    return 1;
}

/* That of its matter and of the beads at its own nodes. */
bool sn_bind_write_strand_gravity(SnSystem *system, SnState *state, int index, const double *value)
{
    SnSystemStrand *strand = &system->strands.strands[index];
    sn_v3_copy(value, strand->p.gravity);
    for (int i = 0; i < system->n_blocks; i++)
        if (system->blocks[i].kind == SN_BLOCK_POINT && system->blocks[i].id.entry != 0 &&
            sn_id_equal(sn_id_component(system->blocks[i].id), strand->id))
            sn_v3_copy(value, system->blocks[i].gravity);
    return true;
}

/* --- results of the whole --- */

static const SnSegmentWorkspace *segments_of(const SnBindContext *c, int strand)
{
    sn_strand_look(c->system, c->state, c->work);
    return c->work->forces.strand->segments + c->system->strands.strands[strand].first_segment;
}

static double tension_of(const SnBindContext *c, int number)
{
    const SnSystemSegment *segment = &c->system->strands.segments[number];
    SnSegmentWorkspace w = c->work->forces.strand->segments[number];
    sn_strand_law(c->system, c->state, &c->system->strands.strands[segment->strand], segment, &w);
    return w.tension;
}

int sn_bind_strand_length(const SnBindContext *c, double *value)
{
    const SnSegmentWorkspace *segments = segments_of(c, c->index);
    *value = 0;
    for (int i = 0; i < c->system->strands.strands[c->index].n_segments; i++)
        *value += sn_segment_length(&segments[i]);
    return 1;
}

int sn_bind_strand_length_rate(const SnBindContext *c, double *value)
{
    const SnSegmentWorkspace *segments = segments_of(c, c->index);
    *value = 0;
    for (int i = 0; i < c->system->strands.strands[c->index].n_segments; i++)
        *value += segments[i].rate;
    return 1;
}

int sn_bind_strand_excursion(const SnBindContext *c, double *value)
{
    sn_bind_strand_length(c, value);
    *value = c->system->strands.strands[c->index].start_length - *value;
    return 1;
}

int sn_bind_strand_tension(const SnBindContext *c, double *value)
{
    const SnSystemStrand *strand = &c->system->strands.strands[c->index];
    segments_of(c, c->index);
    *value = tension_of(c, strand->first_segment);
    for (int i = 1; i < strand->n_segments; i++)
        *value = fmax(*value, tension_of(c, strand->first_segment + i));
    return 1;
}

int sn_bind_strand_start_tension(const SnBindContext *c, double *value)
{
    const int first = c->system->strands.strands[c->index].first_segment;
    *value = sn_strand_end_tension(c->system, c->state, c->work, first, true);
    return 1;
}

int sn_bind_strand_end_tension(const SnBindContext *c, double *value)
{
    const SnSystemStrand *strand = &c->system->strands.strands[c->index];
    *value = sn_strand_end_tension(c->system, c->state, c->work,
                                   strand->first_segment + strand->n_segments - 1, false);
    return 1;
}

int sn_bind_strand_mean_tension(const SnBindContext *c, double *value)
{
    const SnSystemStrand *strand = &c->system->strands.strands[c->index];
    const SnSegmentWorkspace *segments = segments_of(c, c->index);
    double sum = 0, rest = 0;
    for (int i = 0; i < strand->n_segments; i++) {
        sum += tension_of(c, strand->first_segment + i) * segments[i].in.rest_length;
        rest += segments[i].in.rest_length;
    }
    *value = sum / rest;
    return 1;
}

int sn_bind_strand_power(const SnBindContext *c, double *value)
{
    const SnSystemStrand *strand = &c->system->strands.strands[c->index];
    const SnSegmentWorkspace *segments = segments_of(c, c->index);
    *value = 0;
    for (int i = 0; i < strand->n_segments; i++)
        *value -= tension_of(c, strand->first_segment + i) * segments[i].rate;
    return 1;
}

int sn_bind_strand_strain(const SnBindContext *c, double *value)
{
    const SnSegmentWorkspace *segments = segments_of(c, c->index);
    double length = 0, rest = 0;
    for (int i = 0; i < c->system->strands.strands[c->index].n_segments; i++) {
        length += sn_segment_length(&segments[i]);
        rest += segments[i].in.rest_length;
    }
    *value = length / rest - 1;
    return 1;
}

int sn_bind_strand_mass(const SnBindContext *c, double *value)
{
    const SnSystemStrand *strand = &c->system->strands.strands[c->index];
    const SnSegmentWorkspace *segments = segments_of(c, c->index);
    *value = 0;
    for (int i = 0; i < strand->n_segments; i++)
        *value += strand->p.line_density * segments[i].in.rest_length;
    return 1;
}

int sn_bind_strand_kinetic_energy(const SnBindContext *c, double *value)
{
    const SnSegmentWorkspace *segments = segments_of(c, c->index);
    *value = 0;
    for (int i = 0; i < c->system->strands.strands[c->index].n_segments; i++) {
        double momentum[6];
        *value += sn_segment_kinetic(&segments[i].in, &segments[i].shape, momentum);
    }
    return 1;
}

int sn_bind_strand_elastic_energy(const SnBindContext *c, double *value)
{
    const SnSystemStrand *strand = &c->system->strands.strands[c->index];
    segments_of(c, c->index);
    *value = 0;
    for (int i = strand->first_segment; i < strand->first_segment + strand->n_segments; i++) {
        SnSegmentWorkspace w = c->work->forces.strand->segments[i];
        sn_strand_law(c->system, c->state, strand, &c->system->strands.segments[i], &w);
        *value += w.energy;
    }
    return 1;
}

/* --- nodes --- */

static const SnSystemStrandNode *node_of(const SnBindContext *c)
{
    return &c->system->strands.nodes[c->index];
}

int sn_bind_strand_node_place(const SnBindContext *c, double *value)
{
    sn_v3_copy(c->work->motion.point_position[node_of(c)->point], value);
    return 1;
}

int sn_bind_strand_node_velocity(const SnBindContext *c, double *value)
{
    sn_v3_copy(c->work->motion.point_velocity[node_of(c)->point], value);
    return 1;
}

/* A free node has a block of its own. */
static const SnBlock *own_block(const SnSystem *system, int node)
{
    const int block = system->points[system->strands.nodes[node].point].block;
    return block >= 0 && block < system->n_active &&
                   sn_id_equal(system->blocks[block].id, system->strands.nodes[node].id)
               ? &system->blocks[block]
               : NULL;
}

bool sn_bind_write_strand_node_place(SnSystem *system, SnState *state, int index,
                                     const double *value)
{
    const SnBlock *block = own_block(system, index);
    if (block)
        sn_v3_copy(value, sn_state_q(state) + block->q);
    return block != NULL;
}

bool sn_bind_write_strand_node_velocity(SnSystem *system, SnState *state, int index,
                                        const double *value)
{
    const SnBlock *block = own_block(system, index);
    if (block)
        sn_v3_copy(value, sn_state_u(state) + block->u);
    return block != NULL;
}

/* The segments on both sides of a node, and its place within the first of them; -1: none. */
static void segments_at(const SnBindContext *c, int *before, int *after, int *place)
{
    const SnSystem *s = c->system;
    *before = *after = *place = -1;
    for (int i = 0; i < s->strands.n_segments; i++) {
        const SnSystemSegment *segment = &s->strands.segments[i];
        const int *order = s->strands.node_order + segment->first;
        for (int k = 0; k < segment->count; k++) {
            if (order[k] != c->index)
                continue;
            if (k > 0) {
                *before = i;
                *place = k;
            }
            if (k + 1 < segment->count)
                *after = i;
        }
    }
}

/* At a boundary: there; else that of the matter between two of them. */
static int tension_beside(const SnBindContext *c, bool ahead, double *value)
{
    int before, after, place;
    sn_strand_look(c->system, c->state, c->work);
    segments_at(c, &before, &after, &place);
    const int segment = ahead ? after : before;
    *value = segment < 0 ? 0
             : before == after
                 ? tension_of(c, segment)
                 : sn_strand_end_tension(c->system, c->state, c->work, segment, ahead);
    return 1;
}

int sn_bind_strand_node_before(const SnBindContext *c, double *value)
{
    return tension_beside(c, false, value);
}

int sn_bind_strand_node_after(const SnBindContext *c, double *value)
{
    return tension_beside(c, true, value);
}

int sn_bind_strand_node_coordinate(const SnBindContext *c, double *value)
{
    int before, after, place;
    sn_strand_look(c->system, c->state, c->work);
    *value = sn_strand_coordinate(c->system, c->state, c->index);
    if (isfinite(*value))
        return 1;
    segments_at(c, &before, &after, &place);
    if (before < 0)
        return 0;
    const SnSegmentWorkspace *w = &c->work->forces.strand->segments[before];
    *value = w->start + w->shape.share[place] * w->in.rest_length;
    return 1;
}

int sn_bind_strand_node_flow(const SnBindContext *c, double *value)
{
    int before, after, place;
    sn_strand_look(c->system, c->state, c->work);
    segments_at(c, &before, &after, &place);
    *value = 0;
    if (before < 0)
        return 1;
    const SnSegmentWorkspace *w = &c->work->forces.strand->segments[before];
    const int eulerian = node_of(c)->eulerian;
    if (eulerian >= 0)
        *value = -(1 + w->strain) * sn_state_u_const(c->state)[c->system->blocks[eulerian].u];
    else if (place + 1 < w->in.n_nodes)
        *value = w->shape.passing[place];
    return 1;
}

/* Friction is a number of a node whose matter is an unknown; at others a change makes it one. */
int sn_bind_strand_node_friction(const SnBindContext *c, double *value)
{
    *value = node_of(c)->friction;
    return node_of(c)->eulerian >= 0;
}

bool sn_bind_write_strand_node_friction(SnSystem *system, SnState *state, int index,
                                        const double *value)
{
    SnSystemStrandNode *node = &system->strands.nodes[index];
    if (node->eulerian < 0 || !(*value > 0))
        return false;
    node->friction = *value;
    return true;
}

/* The guide's block has the id of the entry. */
static const SnBlock *coordinate_on_guide(const SnSystem *system, int node)
{
    for (int i = 0; i < system->n_active; i++)
        if (system->blocks[i].kind == SN_BLOCK_GUIDE &&
            sn_id_equal(system->blocks[i].id, system->strands.nodes[node].id))
            return &system->blocks[i];
    return NULL;
}

int sn_bind_strand_node_parameter(const SnBindContext *c, double *value)
{
    const SnBlock *block = coordinate_on_guide(c->system, c->index);
    if (block)
        *value = sn_state_q_const(c->state)[block->q];
    return block != NULL;
}

bool sn_bind_write_strand_node_parameter(SnSystem *system, SnState *state, int index,
                                         const double *value)
{
    const SnBlock *block = coordinate_on_guide(system, index);
    if (block)
        sn_state_q(state)[block->q] = *value;
    return block != NULL;
}
