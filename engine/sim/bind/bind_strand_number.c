/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/bind_strand_number.h"

SnMuscleParameters *sn_bind_muscle(const SnSystem *system, int muscle)
{
    return muscle >= 0 ? &system->paths.muscles[muscle] : NULL;
}

int sn_bind_muscle_input(const SnMuscleParameters *muscle, SnBind bind)
{
    return bind == SN_BIND_STRAND_EXCITATION && muscle ? muscle->excitation : -1;
}

double *sn_bind_muscle_parameter(SnMuscleParameters *muscle, SnBind bind)
{
    if (!muscle)
        return NULL;
    switch ((int)bind) {
    case SN_BIND_STRAND_MAX_FORCE:
        return &muscle->max_force;
    case SN_BIND_STRAND_OPTIMAL_LENGTH:
        return &muscle->optimal_length;
    case SN_BIND_STRAND_RISE:
        return &muscle->rise_time;
    case SN_BIND_STRAND_FALL:
        return &muscle->fall_time;
    }
    return NULL;
}

double *sn_bind_matter_parameter(SnSystem *system, SnStrandParameters *p, SnBind bind)
{
    switch ((int)bind) {
    case SN_BIND_STRAND_DENSITY:
        return &p->density;
    case SN_BIND_STRAND_YOUNGS_MODULUS:
        return &p->youngs_modulus;
    case SN_BIND_STRAND_DAMPING:
        return &p->damping_time;
    case SN_BIND_STRAND_BENDING_MODULUS:
        return &p->bending_modulus;
    }
    return sn_bind_muscle_parameter(sn_bind_muscle(system, p->muscle), bind);
}

bool sn_bind_read_strand_number(const SnStrandNumber *number, const double *inputs,
                                const SnState *state, double *value)
{
    const int input = sn_bind_muscle_input(number->muscle, number->bind);
    if (number->bind == SN_BIND_STRAND_ENABLED)
        *value = *number->enabled;
    else if (number->held)
        *value = *number->held;
    else if (inputs && input >= 0)
        *value = inputs[input];
    else if (state && number->bind == SN_BIND_STRAND_ACTIVATION && number->muscle)
        *value = sn_state_activation_const(state)[number->muscle->activation];
    else
        return false;
    return true;
}

bool sn_bind_write_strand_number(const SnStrandNumber *number, double *base, SnState *state,
                                 double value)
{
    const int input = sn_bind_muscle_input(number->muscle, number->bind);
    if (input >= 0)
        base[input] = value;
    else if (number->bind == SN_BIND_STRAND_ENABLED)
        *number->enabled = value != 0;
    else if (number->bind == SN_BIND_STRAND_ACTIVATION && number->muscle)
        sn_state_activation(state)[number->muscle->activation] = value;
    else if (number->held)
        *number->held = value;
    else
        return false;
    return true;
}
