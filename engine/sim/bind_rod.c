/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind_rod.h"

#include "engine/sim/rod_force.h"
#include "engine/sim/work.h"

#include <math.h>

int sn_bind_rod_of(const SnSystem *system, SnId id)
{
    return id.entry == 0 ? sn_rod_index(&system->rods, id) : -1;
}

int sn_bind_rod_width(SnBind bind)
{
    return bind == SN_BIND_STRAND_CONTACT_FORCE ? 1 : 0;
}

static SnMuscleParameters *muscle_of(const SnSystem *system, const SnSystemRod *rod)
{
    return rod->muscle >= 0 ? &system->muscles[rod->muscle] : NULL;
}

int sn_bind_rod_input(const SnSystem *system, int number, SnBind bind)
{
    const SnMuscleParameters *muscle = muscle_of(system, &system->rods.rods[number]);
    return bind == SN_BIND_STRAND_EXCITATION && muscle ? muscle->excitation : -1;
}

/* Parameters that are held as they are; NULL: it has none, or it is none of those. */
static double *parameter(SnSystem *system, int number, SnBind bind)
{
    SnSystemRod *rod = &system->rods.rods[number];
    SnMuscleParameters *muscle = muscle_of(system, rod);
    switch ((int)bind) {
    case SN_BIND_STRAND_YOUNGS_MODULUS:
        return &rod->youngs_modulus;
    case SN_BIND_STRAND_BENDING_MODULUS:
        return &rod->bending_modulus;
    case SN_BIND_STRAND_DAMPING:
        return &rod->damping;
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

static bool result(const SnSystem *system, const SnState *state, const SnWork *work, int number,
                   SnBind bind, double *value)
{
    const SnSystemRod *rod = &system->rods.rods[number];
    const SnRodResults *r = &work->rod->rods[number];
    switch ((int)bind) {
    case SN_BIND_STRAND_LENGTH:
        *value = r->length;
        return true;
    case SN_BIND_STRAND_LENGTH_RATE:
        *value = r->rate;
        return true;
    case SN_BIND_STRAND_EXCURSION:
        *value = rod->start_length - r->length;
        return true;
    case SN_BIND_STRAND_TENSION:
        *value = r->tension;
        return true;
    case SN_BIND_STRAND_STRAIN:
        *value = r->length / rod->rest_length - 1;
        return true;
    case SN_BIND_STRAND_MASS:
        *value = sn_rod_mass(system, number);
        return true;
    case SN_BIND_STRAND_KINETIC_ENERGY:
        *value = sn_rod_kinetic_energy(system, state, number);
        return true;
    case SN_BIND_STRAND_ELASTIC_ENERGY:
        *value = r->energy;
        return true;
    case SN_BIND_STRAND_CONTACT_FORCE:
        *value = sn_rod_contact_force(system, state, number);
        return true;
    }
    return false;
}

int sn_bind_rod_read(const SnSystem *system, const double *inputs, const SnState *state,
                     const SnWork *work, int number, SnBind bind, double value[6])
{
    const SnSystemRod *rod = &system->rods.rods[number];
    const SnMuscleParameters *muscle = muscle_of(system, rod);
    const int input = sn_bind_rod_input(system, number, bind);
    const double *held = parameter((SnSystem *)system, number, bind);
    if (bind == SN_BIND_STRAND_ENABLED) {
        *value = rod->enabled;
        return 1;
    }
    if (bind == SN_BIND_GRAVITY) {
        const int block = system->rods.frame_block[rod->first_frame];
        sn_v3_copy(system->blocks[block].gravity, value);
        return 3;
    }
    if (held) {
        *value = *held;
        return 1;
    }
    if (!work) /* only what the system itself holds */
        return 0;
    if (input >= 0) {
        *value = inputs[input];
        return 1;
    }
    if (bind == SN_BIND_STRAND_ACTIVATION) {
        *value = muscle ? sn_state_activation_const(state)[muscle->activation] : 0;
        return muscle ? 1 : 0;
    }
    return result(system, state, work, number, bind, value) ? 1 : 0;
}

/* A muscle's damping is held in newtons per speed, and its ratio to max_force / optimal_length is
 * what the document has; so it goes with each of the three. */
static void keep_damping(const SnSystem *system, const SnSystemRod *rod)
{
    SnMuscleParameters *muscle = muscle_of(system, rod);
    if (muscle)
        muscle->damping = rod->damping * muscle->max_force / muscle->optimal_length;
}

bool sn_bind_rod_write(SnSystem *system, double *base, SnState *state, int number, SnBind bind,
                       const double *value, int n)
{
    SnSystemRod *rod = &system->rods.rods[number];
    const SnMuscleParameters *muscle = muscle_of(system, rod);
    const int input = sn_bind_rod_input(system, number, bind);
    for (int i = 0; i < n; i++)
        if (!isfinite(value[i]))
            return false;
    if (bind == SN_BIND_GRAVITY && n == 3) {
        for (int i = 0; i < rod->n_frames; i++)
            sn_v3_copy(value,
                       system->blocks[system->rods.frame_block[rod->first_frame + i]].gravity);
        return true;
    }
    double *held = parameter(system, number, bind);
    if (n != 1)
        return false;
    if (input >= 0)
        base[input] = *value;
    else if (bind == SN_BIND_STRAND_ENABLED)
        rod->enabled = *value != 0;
    else if (bind == SN_BIND_STRAND_ACTIVATION && muscle)
        sn_state_activation(state)[muscle->activation] = *value;
    else if (held)
        *held = *value;
    else
        return false;
    keep_damping(system, rod);
    return true;
}
