/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind_spline.h"

#include "engine/sim/spline.h"

#include <math.h>

/* Numbers of the arrays of the class (classes/spline_strand.h). */
enum { NODES, CONSTRAINTS };

static SnMuscleParameters *muscle_of(const SnSystem *system, const SnSystemSpline *spline)
{
    return spline->p.muscle >= 0 ? &system->muscles[spline->p.muscle] : NULL;
}

int sn_bind_spline_input(const SnSystem *system, SnId id, SnBind bind)
{
    const SnMuscleParameters *muscle =
        muscle_of(system, &system->splines[sn_spline_of(system, id)]);
    return bind == SN_BIND_STRAND_EXCITATION && id.entry == 0 && muscle ? muscle->excitation : -1;
}

/* Parameters that are held as they are; NULL: it is none of those. */
static double *parameter(SnSystem *system, SnSystemSpline *spline, SnBind bind)
{
    SnMuscleParameters *muscle = muscle_of(system, spline);
    switch ((int)bind) {
    case SN_BIND_STRAND_DENSITY:
        return &spline->p.density;
    case SN_BIND_STRAND_YOUNGS_MODULUS:
        return &spline->p.youngs_modulus;
    case SN_BIND_STRAND_DAMPING:
        return &spline->p.damping_time;
    case SN_BIND_STRAND_MASS_DAMPING:
        return &spline->mass_damping;
    case SN_BIND_STRAND_BENDING_MODULUS:
        return &spline->p.bending_modulus;
    case SN_BIND_STRAND_MAX_FORCE:
        return muscle ? &muscle->max_force : NULL;
    case SN_BIND_STRAND_OPTIMAL_LENGTH:
        return muscle ? &muscle->optimal_length : NULL;
    case SN_BIND_STRAND_RISE:
        return muscle ? &muscle->rise_time : NULL;
    case SN_BIND_STRAND_FALL:
        return muscle ? &muscle->fall_time : NULL;
    }
    return NULL;
}

static bool result(const SnSystem *system, const SnWork *work, int number, SnBind bind,
                   double *value)
{
    const SnSystemSpline *spline = &system->splines[number];
    const SnSplineResults *r = &work->spline->results[number];
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
                       const SnWork *work, SnId id, SnBind bind, double *value)
{
    const int number = sn_spline_of(system, id);
    SnSystemSpline *spline = &system->splines[number];
    const SnMuscleParameters *muscle = muscle_of(system, spline);
    const int input = sn_bind_spline_input(system, id, bind);
    const double *held = parameter((SnSystem *)system, spline, bind);
    if (bind == SN_BIND_GRAVITY) {
        sn_v3_copy(spline->p.gravity, value);
        return 3;
    }
    if (input >= 0)
        *value = inputs[input];
    else if (bind == SN_BIND_STRAND_ENABLED)
        *value = spline->enabled;
    else if (bind == SN_BIND_STRAND_ACTIVATION && muscle)
        *value = sn_state_activation_const(state)[muscle->activation];
    else if (held)
        *value = *held;
    else
        return result(system, work, number, bind, value) ? 1 : 0;
    return 1;
}

/* --- entries --- */

/* Block of a control point; -1: the id means none. */
static int node_block(const SnSystem *system, SnId id)
{
    const SnSystemSpline *spline = &system->splines[sn_spline_of(system, id)];
    const int node = (int)sn_id_entry_index(id);
    if (id.entry == 0 || sn_id_array(id) != NODES || node >= spline->n_nodes)
        return -1;
    return system->spline_block[spline->first_node + node];
}

static int read_hold(const SnSystem *system, const SnState *state, const SnWork *work, SnId id,
                     SnBind bind, double *value)
{
    for (int i = 0; i < system->n_spline_constraints; i++) {
        const SnSystemSplineConstraint *c = &system->spline_constraints[i];
        if (!sn_id_equal(c->id, id))
            continue;
        if (bind == SN_BIND_STRAND_HOLD_FORCE) {
            sn_spline_constraint_force(system, state, work, i, value);
            return 3;
        }
        if (bind != SN_BIND_STRAND_HOLD_PLACE)
            return 0;
        *value =
            (c->kind == SN_SPLINE_SLIDING ? sn_state_strands_const(state)[c->kept] : c->place) /
            (system->splines[c->spline].n_nodes - 3);
        return 1;
    }
    return 0;
}

int sn_bind_spline_read(const SnSystem *system, const double *inputs, const SnState *state,
                        const SnWork *work, SnId id, SnBind bind, double value[6])
{
    if (id.entry == 0)
        return read_strand(system, inputs, state, work, id, bind, value);
    const int block = node_block(system, id);
    if (block < 0)
        return read_hold(system, state, work, id, bind, value);
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
    SnSystemSpline *spline = &system->splines[number];
    const SnMuscleParameters *muscle = muscle_of(system, spline);
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
    const int input = sn_bind_spline_input(system, id, bind);
    double *held = parameter(system, spline, bind);
    if (input >= 0)
        base[input] = *value;
    else if (bind == SN_BIND_STRAND_ENABLED)
        spline->enabled = *value != 0;
    else if (bind == SN_BIND_STRAND_ACTIVATION && muscle)
        sn_state_activation(state)[muscle->activation] = *value;
    else if (held)
        *held = *value;
    else
        return false;
    sn_spline_derive(system, number);
    return true;
}
