/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/bind_rod.h"

#include "engine/sim/bind/bind_strand_number.h"
#include "engine/sim/rod/rod_force.h"
#include "engine/sim/system/workspace.h"

#include <math.h>

int sn_bind_rod_of(const SnSystem *system, SnId id)
{
    return sn_rod_index(&system->rods, id.entry == 0 ? id : sn_id_component(id));
}

int sn_bind_rod_width(SnBind bind)
{
    return bind == SN_BIND_STRAND_CONTACT_FORCE ? 1 : 0;
}

static SnMuscleParameters *muscle_of(const SnSystem *system, const SnSystemRod *rod)
{
    return sn_bind_muscle(system, rod->muscle);
}

int sn_bind_rod_input(const SnSystem *system, SnId id, SnBind bind)
{
    const SnSystemRod *rod = &system->rods.rods[sn_bind_rod_of(system, id)];
    return id.entry == 0 ? sn_bind_muscle_input(muscle_of(system, rod), bind) : -1;
}

/* Parameters that are held as they are; NULL: it has none, or it is none of those. */
static double *parameter(const SnSystem *system, SnSystemRod *rod, SnBind bind)
{
    switch ((int)bind) {
    case SN_BIND_STRAND_YOUNGS_MODULUS:
        return &rod->youngs_modulus;
    case SN_BIND_STRAND_BENDING_MODULUS:
        return &rod->bending_modulus;
    case SN_BIND_STRAND_DAMPING:
        return &rod->damping;
    }
    return sn_bind_muscle_parameter(muscle_of(system, rod), bind);
}

static SnStrandNumber number_of(const SnSystem *system, SnSystemRod *rod, SnBind bind)
{
    return (SnStrandNumber){.bind = bind,
                            .muscle = muscle_of(system, rod),
                            .enabled = &rod->enabled,
                            .held = parameter(system, rod, bind)};
}

/* Sum over its segments of the tension times something of each: power as the rate is, negative. */
static double tension_times(const SnSystem *system, const SnWorkspace *work, const SnSystemRod *rod,
                            bool rates)
{
    double sum = 0;
    for (int i = rod->first_segment; i < rod->first_segment + rod->n_segments; i++) {
        const SnRodSegmentResults *segment = &work->forces.rod->segments[i];
        sum += segment->tension * (rates ? segment->rate : system->rods.segments[i].rest.length);
    }
    return sum;
}

static bool result(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                   int number, SnBind bind, double *value)
{
    const SnSystemRod *rod = &system->rods.rods[number];
    const SnRodResults *r = &work->forces.rod->rods[number];
    const SnRodSegmentResults *segments = work->forces.rod->segments + rod->first_segment;
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
    case SN_BIND_STRAND_START_TENSION:
        *value = segments[0].tension;
        return true;
    case SN_BIND_STRAND_END_TENSION:
        *value = segments[rod->n_segments - 1].tension;
        return true;
    case SN_BIND_STRAND_MEAN_TENSION:
        *value = tension_times(system, work, rod, false) / rod->rest_length;
        return true;
    case SN_BIND_STRAND_POWER:
        *value = -tension_times(system, work, rod, true);
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

/* A frame, by its entry; work NULL: nothing of it is known. */
static int read_frame(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      const SnSystemRod *rod, SnId id, SnBind bind, double *value)
{
    const int frame = (int)sn_id_entry_index(id);
    if (frame >= rod->n_frames || !work)
        return 0;
    const SnRodSegmentResults *after = work->forces.rod->segments + rod->first_segment + frame;
    switch ((int)bind) {
    case SN_BIND_MARKER_POSITION:
        sn_v3_copy(sn_state_q_const(state) +
                       system->blocks[system->rods.frame_block[rod->first_frame + frame]].q,
                   value);
        return 3;
    case SN_BIND_STRAND_NODE_TENSION_BEFORE:
        *value = frame > 0 ? after[-1].tension : 0;
        return 1;
    case SN_BIND_STRAND_NODE_TENSION_AFTER:
        *value = frame < rod->n_segments ? after->tension : 0;
        return 1;
    }
    return 0;
}

int sn_bind_rod_read(const SnSystem *system, const double *inputs, const SnState *state,
                     const SnWorkspace *work, SnId id, SnBind bind, double value[6])
{
    const int number = sn_bind_rod_of(system, id);
    SnSystemRod *rod = &system->rods.rods[number];
    if (id.entry != 0)
        return read_frame(system, state, work, rod, id, bind, value);
    const SnStrandNumber strand = number_of(system, rod, bind);
    if (bind == SN_BIND_GRAVITY) {
        const int block = system->rods.frame_block[rod->first_frame];
        sn_v3_copy(system->blocks[block].gravity, value);
        return 3;
    }
    return sn_bind_read_strand_number(&strand, inputs, state, value) ||
           (work && result(system, state, work, number, bind, value));
}

/* A muscle's damping is held in newtons per speed, and its ratio to max_force / optimal_length is
 * what the document has; so it goes with each of the three. */
static void keep_damping(const SnSystem *system, const SnSystemRod *rod)
{
    SnMuscleParameters *muscle = muscle_of(system, rod);
    if (muscle)
        muscle->damping = rod->damping * muscle->max_force / muscle->optimal_length;
}

bool sn_bind_rod_write(SnSystem *system, double *base, SnState *state, SnId id, SnBind bind,
                       const double *value, int n)
{
    SnSystemRod *rod = &system->rods.rods[sn_bind_rod_of(system, id)];
    if (id.entry != 0)
        return false;
    for (int i = 0; i < n; i++)
        if (!isfinite(value[i]))
            return false;
    if (bind == SN_BIND_GRAVITY && n == 3) {
        for (int i = 0; i < rod->n_frames; i++)
            sn_v3_copy(value,
                       system->blocks[system->rods.frame_block[rod->first_frame + i]].gravity);
        return true;
    }
    const SnStrandNumber strand = number_of(system, rod, bind);
    if (n != 1 || !sn_bind_write_strand_number(&strand, base, state, *value))
        return false;
    keep_damping(system, rod);
    return true;
}
