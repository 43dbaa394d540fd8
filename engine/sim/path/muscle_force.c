/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/path/muscle_force.h"

#include "engine/muscle/fibre.h"

#include <assert.h>
#include <math.h>

const SnMuscleCurves *sn_muscle_curves_of(const SnSystem *system, const SnMuscleParameters *muscle)
{
    const bool drawn =
        muscle->type == SN_MUSCLE_TYPE_MILLARD || muscle->type == SN_MUSCLE_TYPE_SCHUTTE;
    return drawn ? &system->paths.curves[muscle->curves] : NULL;
}

static double activation_of(const SnState *state, const SnMuscleParameters *muscle)
{
    return sn_state_activation_const(state)[muscle->activation];
}

/* --- the laws --- */

static SnPathResults results_of(double length, double rate, const SnMuscleFibre *f)
{
    return (SnPathResults){.length = length,
                           .rate = rate,
                           .tension = f->tension,
                           .active = f->active,
                           .passive = f->passive,
                           .fibre_length = f->length,
                           .fibre_velocity = f->velocity,
                           .pennation = f->pennation,
                           .tendon_strain = f->tendon_strain,
                           .energy = f->energy,
                           .stiffness = f->stiffness,
                           .viscosity = f->viscosity};
}

static SnPathResults peck_or_hill(const SnMuscleParameters *muscle, double activation,
                                  double length, double rate)
{
    const bool hill = muscle->type == SN_MUSCLE_TYPE_HILL;
    const SnTension t = hill ? sn_hill_tension(muscle, length, rate, activation)
                             : sn_peck_tension(muscle, length, rate, activation);
    SnPathResults r = {.length = length,
                       .rate = rate,
                       .tension = t.tension,
                       .active = t.tension - t.passive - muscle->damping * rate,
                       .passive = t.passive,
                       .fibre_length = t.fibre,
                       .fibre_velocity = rate,
                       .stiffness = t.stiffness,
                       .viscosity = t.viscosity};
    if (hill) {
        const double height = muscle->optimal_length * sin(muscle->pennation);
        const double along = fmax(length - muscle->tendon_slack_length, 0);
        r.pennation = along > 0 || height > 0 ? atan2(height, along) : 0;
        r.fibre_velocity = along > 0 ? rate * cos(r.pennation) : 0;
        r.energy = muscle->max_force * muscle->optimal_length *
                   sn_curve_passive_energy(muscle, NULL, t.fibre / muscle->optimal_length);
    } else {
        const double range = muscle->optimal_length * (muscle->max_ratio - 1);
        const double stretch = fmax(length - muscle->optimal_length, 0), in = fmin(stretch, range);
        r.energy = muscle->max_force * muscle->passive_fraction *
                   ((range > 0 ? 0.5 * in * in / range : 0) + (stretch - in));
    }
    return r;
}

SnPathResults sn_muscle_law(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                            const SnSystemPath *path, double length, double rate)
{
    assert(path->muscle);
    const SnMuscleParameters *muscle = &system->paths.muscles[path->law];
    const SnMuscleCurves *curves = sn_muscle_curves_of(system, muscle);
    const double activation = activation_of(state, muscle);
    const double dt = work->forces.paths_now ? 0 : work->forces.viscous_dt;
    if (!(muscle->optimal_length > 0)) /* of a probe */
        return (SnPathResults){.length = length, .rate = rate};
    if (muscle->type < SN_MUSCLE_TYPE_THELEN)
        return peck_or_hill(muscle, activation, length, rate);
    SnMuscleFibre fibre;
    if (!sn_muscle_is_elastic(muscle)) {
        fibre = sn_fibre_rigid(muscle, curves, length, rate, activation);
    } else {
        const double before = sn_state_history_const(state)[muscle->fibre];
        if (before <= 0)
            fibre = sn_fibre_after(muscle, curves, length, activation, muscle->optimal_length,
                                   HUGE_VAL);
        else if (dt > 0)
            fibre = sn_fibre_after(muscle, curves, length, activation, before, dt);
        else
            fibre = sn_fibre_now(muscle, curves, length, rate, activation, before);
    }
    return results_of(length, rate, &fibre);
}

double sn_muscle_energy(const SnSystem *system, const SnWorkspace *work)
{
    double sum = 0;
    for (int i = 0; i < system->paths.n; i++)
        if (system->paths.paths[i].muscle && system->paths.paths[i].enabled)
            sum += work->forces.paths[i].energy;
    return sum;
}
