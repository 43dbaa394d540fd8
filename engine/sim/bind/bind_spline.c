/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/bind_spline.h"

#include "engine/sim/bind/bind_strand_number.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/spline/spline_law.h"

#include <math.h>

/* Numbers of the arrays of the class (classes/spline_strand.h). */
enum { NODES, CONSTRAINTS };

static SnMuscleParameters *muscle_of(const SnSystem *system, const SnSystemSpline *spline)
{
    return sn_bind_muscle(system, spline->p.muscle);
}

int sn_bind_spline_input(const SnSystem *system, SnId id, SnBind bind)
{
    const SnSystemSpline *spline = &system->splines.splines[sn_spline_of(system, id)];
    return id.entry == 0 ? sn_bind_muscle_input(muscle_of(system, spline), bind) : -1;
}

static SnStrandNumber number_of(SnSystem *system, SnSystemSpline *spline, SnBind bind)
{
    return (SnStrandNumber){.bind = bind,
                            .muscle = muscle_of(system, spline),
                            .enabled = &spline->enabled,
                            .held = bind == SN_BIND_STRAND_MASS_DAMPING
                                        ? &spline->mass_damping
                                        : sn_bind_matter_parameter(system, &spline->p, bind)};
}

static bool result(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                   int number, SnBind bind, double *value)
{
    double shortening[2];
    const SnSystemSpline *spline = &system->splines.splines[number];
    const SnSplineResults *r = &work->forces.spline->results[number];
    switch ((int)bind) {
    case SN_BIND_STRAND_LENGTH:
        *value = r->length;
        return true;
    case SN_BIND_STRAND_LENGTH_RATE:
        *value = r->rate;
        return true;
    case SN_BIND_STRAND_EXCURSION:
        *value = spline->start_length - r->length;
        return true;
    case SN_BIND_STRAND_TENSION:
        *value = r->largest_tension;
        return true;
    case SN_BIND_STRAND_STRAIN:
        *value = r->strain;
        return true;
    case SN_BIND_STRAND_START_TENSION:
        *value = r->end_tension[0];
        return true;
    case SN_BIND_STRAND_END_TENSION:
        *value = r->end_tension[1];
        return true;
    case SN_BIND_STRAND_MEAN_TENSION:
        *value = r->mean_tension;
        return true;
    case SN_BIND_STRAND_POWER:
        sn_spline_shortening(system, state, number, sn_state_u_const(state), shortening);
        *value = shortening[1];
        return true;
    case SN_BIND_STRAND_MASS:
        *value = sn_spline_mass(system, number);
        return true;
    case SN_BIND_STRAND_KINETIC_ENERGY:
        *value = r->kinetic_energy;
        return true;
    case SN_BIND_STRAND_ELASTIC_ENERGY:
        *value = r->elastic_energy;
        return true;
    }
    return false;
}

static int read_strand(const SnSystem *system, const double *inputs, const SnState *state,
                       const SnWorkspace *work, SnId id, SnBind bind, double *value)
{
    const int number = sn_spline_of(system, id);
    SnSystemSpline *spline = &system->splines.splines[number];
    const SnStrandNumber strand = number_of((SnSystem *)system, spline, bind);
    if (bind == SN_BIND_GRAVITY) {
        sn_v3_copy(spline->p.gravity, value);
        return 3;
    }
    return sn_bind_read_strand_number(&strand, inputs, state, value) ||
           (work && result(system, state, work, number, bind, value));
}

/* --- entries --- */

/* Block of a control point; -1: the id means none. */
static int node_block(const SnSystem *system, SnId id)
{
    const SnSystemSpline *spline = &system->splines.splines[sn_spline_of(system, id)];
    const int node = (int)sn_id_entry_index(id);
    if (id.entry == 0 || sn_id_array(id) != NODES || node >= spline->n_nodes)
        return -1;
    return system->splines.block[spline->first_node + node];
}

static int read_constraint(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                           SnId id, SnBind bind, double *value)
{
    for (int i = 0; i < system->splines.n_constraints; i++) {
        const SnSystemSplineConstraint *c = &system->splines.constraints[i];
        if (!sn_id_equal(c->id, id))
            continue;
        if (bind == SN_BIND_SPLINE_CONSTRAINT_FORCE) {
            sn_spline_constraint_force(system, state, work, i, value);
            return 3;
        }
        if (bind != SN_BIND_SPLINE_CONSTRAINT_PARAMETER)
            return 0;
        *value =
            (c->kind == SN_SPLINE_SLIDING ? sn_state_strands_const(state)[c->kept] : c->parameter) /
            (system->splines.splines[c->spline].n_nodes - 3);
        return 1;
    }
    return 0;
}

int sn_bind_spline_read(const SnSystem *system, const double *inputs, const SnState *state,
                        const SnWorkspace *work, SnId id, SnBind bind, double value[6])
{
    if (id.entry == 0)
        return read_strand(system, inputs, state, work, id, bind, value);
    const int block = node_block(system, id);
    if (block < 0)
        return read_constraint(system, state, work, id, bind, value);
    if (bind == SN_BIND_POSITION)
        sn_v3_copy(sn_state_q_const(state) + system->blocks[block].q, value);
    else if (bind == SN_BIND_VELOCITY)
        sn_v3_copy(sn_state_u_const(state) + system->blocks[block].u, value);
    else
        return 0;
    return 3;
}

static bool write_node(const SnSystem *system, SnState *state, int block, SnBind bind,
                       const double *value)
{
    if (bind == SN_BIND_POSITION)
        sn_v3_copy(value, sn_state_q(state) + system->blocks[block].q);
    else if (bind == SN_BIND_VELOCITY)
        sn_v3_copy(value, sn_state_u(state) + system->blocks[block].u);
    else
        return false;
    return true;
}

bool sn_bind_spline_write(SnSystem *system, double *base, SnState *state, SnId id, SnBind bind,
                          const double *value, int n)
{
    const int number = sn_spline_of(system, id);
    SnSystemSpline *spline = &system->splines.splines[number];
    for (int i = 0; i < n; i++)
        if (!isfinite(value[i]))
            return false;
    if (id.entry != 0) {
        const int block = node_block(system, id);
        return block >= 0 && n == 3 && write_node(system, state, block, bind, value);
    }
    if (bind == SN_BIND_GRAVITY && n == 3) {
        sn_v3_copy(value, spline->p.gravity);
        return true;
    }
    if (n != 1)
        return false;
    const SnStrandNumber strand = number_of(system, spline, bind);
    if (!sn_bind_write_strand_number(&strand, base, state, *value))
        return false;
    sn_spline_derive(system, number);
    return true;
}
