/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/compile/strand/strand_muscle.h"

int sn_compiler_add_strand_muscle(SnCompiler *c, const SnAnyStrand *strand,
                                  const SnStrandMuscle *muscle, SnMuscleType type)
{
    const SnMuscleParameters parameters = {
        .type = type,
        .dynamics = strand->activation_dynamics,
        .rise_time = strand->rise_time,
        .fall_time = strand->fall_time,
        .max_force = muscle->max_force,
        .optimal_length = muscle->optimal_length,
        .max_ratio = muscle->max_ratio,
        .tendon_ratio = muscle->tendon_ratio,
        .passive_fraction = muscle->passive_fraction,
        .tendon_slack_length = muscle->tendon_slack_length,
        .pennation = muscle->pennation,
        .max_velocity = muscle->max_velocity,
        .thelen = muscle->thelen,
        .flattened = muscle->flatten,
        .excitation = sn_compiler_add_inputs(c, &strand->excitation, 1),
        .activation = (int)c->activations->len,
    };
    const double activation = strand->activation_dynamics ? strand->activation : strand->excitation;
    g_array_append_val(c->activations, activation);
    g_array_append_val(c->muscles, parameters);
    return (int)c->muscles->len - 1;
}
