/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hand's pull at a component. */
#include "engine/base/vec.h"
#include "engine/run/simulation/simulation_parts.h"
#include "engine/sim/bind/bind_fem.h"
#include "engine/sim/spline/spline.h"

/* A pull is a spring-damper on the pulled mass of this angular frequency [rad/s] and damping ratio:
 * under its own weight the mass hangs a centimetre below the hand. */
static const double PULL_FREQUENCY = 30;
static const double PULL_DAMPING = 0.7;

/* Of the strands that have a node of their own on a block: it is pulled as hard as all of it. */
static double mass_of_strand(const SnSystem *system, int block)
{
    double mass = 0;
    for (int i = 0; i < system->strands.n && system->blocks[block].kind == SN_BLOCK_POINT; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        for (int k = strand->first_node; k < strand->first_node + strand->n_nodes; k++)
            if (system->points[system->strands.nodes[k].point].block == block) {
                mass += strand->p.line_density * strand->rest_length;
                break;
            }
    }
    const int spline = sn_spline_of(system, system->blocks[block].id);
    return mass + (spline >= 0 ? sn_spline_mass(system, spline) : 0);
}

static double total(const double *values, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

/* The active block of what is pulled: of a body, particle, node of a FEM model or free node of a
 * strand; -1: it has none. */
static int pulled_block(const SnSystem *system, SnId id)
{
    const int block = sn_system_index(system, id);
    if (block >= 0 && block < system->n_active && sn_id_equal(system->blocks[block].id, id))
        return block;
    for (int i = 0; i < system->strands.n_nodes && id.entry != 0; i++) {
        const int own = system->points[system->strands.nodes[i].point].block;
        if (sn_id_equal(system->strands.nodes[i].id, id))
            return own >= 0 && own < system->n_active && system->blocks[own].kind == SN_BLOCK_POINT
                       ? own
                       : -1;
    }
    return -1;
}

void sn_simulation_apply_pull(SnSimulation *s)
{
    const SnSystem *system = s->compiled->system;
    const SnComponent *component = sn_model_get(s->model, s->pull.id);
    const int block = component ? pulled_block(system, s->pull.id) : -1;
    int fem;
    const bool pulls = block >= 0;
    double local[3] = {0};
    double stiffness = 0, damping = 0;
    if (pulls) {
        const SnBlock *b = &system->blocks[block];
        double mass = b->mass; /* a node is pulled as hard as if it were its whole fem */
        if (sn_bind_fem_of(system, s->pull.id, 0, &fem))
            mass = total(system->fems.fems[fem].solid->node_mass,
                         system->fems.fems[fem].solid->n_nodes);
        mass += mass_of_strand(system, block);
        if (b->kind == SN_BLOCK_BODY)
            sn_v3_sub(s->pull.local, b->center, local);
        stiffness = mass * PULL_FREQUENCY * PULL_FREQUENCY;
        damping = 2 * PULL_DAMPING * mass * PULL_FREQUENCY;
    }
    sn_workspace_set_mouse_spring(s->work, pulls ? block : -1, local, s->pull.target, stiffness,
                                  damping);
}

void sn_simulation_pull(SnSimulation *s, SnId id, const double local[3], const double target[3])
{
    s->pull.id = id;
    if (!sn_id_is_null(id)) {
        sn_v3_copy(local, s->pull.local);
        sn_v3_copy(target, s->pull.target);
    }
    if (s->compiled)
        sn_simulation_apply_pull(s);
}
