/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/path/path_history.h"

#include "engine/muscle/fibre.h"
#include "engine/sim/path/muscle_force.h"
#include "engine/sim/path/path_geometry.h"
#include "engine/sim/path/spring_force.h"

#include <math.h>

bool sn_paths_have_history(const SnSystem *system)
{
    return system->paths.n_history > 0;
}

void sn_finish_path_history(SnSystem *system)
{
    system->paths.n_history = 0;
    for (int i = 0; i < system->paths.n_muscles; i++) {
        SnMuscleParameters *muscle = &system->paths.muscles[i];
        if (muscle->type < SN_MUSCLE_TYPE_THELEN)
            continue;
        muscle->fibre = system->state.n_history++;
        system->paths.n_history++;
    }
    for (int i = 0; i < system->paths.n_springs; i++) {
        SnSpringParameters *spring = &system->paths.springs[i];
        if (!sn_spring_remembers(spring))
            continue;
        spring->memory = system->state.n_history++;
        system->paths.n_history++;
    }
}

/* Where a path's memory is; -1: it has none now. */
static int place_of(const SnSystem *system, const SnSystemPath *path)
{
    if (path->muscle) {
        const SnMuscleParameters *muscle = &system->paths.muscles[path->law];
        return sn_muscle_is_elastic(muscle) ? muscle->fibre : -1;
    }
    const SnSpringParameters *spring = &system->paths.springs[path->law];
    return sn_spring_remembers(spring) ? spring->memory : -1;
}

SnId sn_path_of_history(const SnSystem *system, int place)
{
    for (int i = 0; i < system->paths.n; i++)
        if (place_of(system, &system->paths.paths[i]) == place)
            return system->paths.paths[i].id;
    return SN_ID_NULL;
}

bool sn_paths_unknown(const SnSystem *system, const SnState *state)
{
    if (system->paths.n_history == 0)
        return false;
    for (int i = 0; i < system->paths.n; i++) {
        const SnSystemPath *path = &system->paths.paths[i];
        const int place = place_of(system, path);
        if (place >= 0 && path->enabled && !(sn_state_history_const(state)[place] > 0))
            return true;
    }
    return false;
}

static double equilibrium(const SnSystem *system, const SnState *state, const SnSystemPath *path,
                          double length)
{
    if (!path->muscle)
        return sn_spring_at_start(&system->paths.springs[path->law], length);
    const SnMuscleParameters *muscle = &system->paths.muscles[path->law];
    return sn_fibre_length_after(muscle, sn_muscle_curves_of(system, muscle), length,
                                 sn_state_activation_const(state)[muscle->activation],
                                 muscle->optimal_length, HUGE_VAL);
}

void sn_paths_equilibrate(const SnSystem *system, SnState *state, const SnWorkspace *work,
                          bool only_unknown)
{
    for (int i = 0; i < system->paths.n; i++) {
        const SnSystemPath *path = &system->paths.paths[i];
        const int place = place_of(system, path);
        double *kept = sn_state_history(state);
        if (place < 0 || !path->enabled || (only_unknown && kept[place] > 0))
            continue;
        kept[place] =
            equilibrium(system, state, path, sn_path_geometry(system, state, work, path).length);
    }
}

#define GAMMA (1 - M_SQRT1_2) /* of Alexander's method; its stages are at GAMMA dt and dt */

static double fibre_after(const SnSystem *system, const SnMuscleParameters *muscle,
                          const SnPathGeometry *geometry, const double activation[2], double fibre,
                          double dt, bool second_order)
{
    const SnMuscleCurves *curves = sn_muscle_curves_of(system, muscle);
    double start = fibre, part = dt;
    if (second_order) {
        part = GAMMA * dt;
        const double then = geometry->length - (1 - GAMMA) * dt * geometry->rate;
        const double a = activation[0] + GAMMA * (activation[1] - activation[0]);
        const double stage = sn_fibre_length_after(muscle, curves, then, a, fibre, part);
        start += (1 - GAMMA) / GAMMA * (stage - fibre);
    }
    return sn_fibre_length_after(muscle, curves, geometry->length, activation[1], start, part);
}

void sn_paths_advance(const SnSystem *system, const SnState *before, SnState *state,
                      const SnWorkspace *work, double dt, bool second_order)
{
    for (int i = 0; i < system->paths.n; i++) {
        const SnSystemPath *path = &system->paths.paths[i];
        const int place = place_of(system, path);
        if (place < 0)
            continue;
        double *kept = &sn_state_history(state)[place];
        if (!path->enabled) { /* not known once it is enabled */
            *kept = 0;
            continue;
        }
        const SnPathGeometry geometry = sn_path_geometry(system, state, work, path);
        if (path->muscle) {
            const SnMuscleParameters *muscle = &system->paths.muscles[path->law];
            const double activation[2] = {sn_state_activation_const(before)[muscle->activation],
                                          sn_state_activation_const(state)[muscle->activation]};
            *kept = fibre_after(system, muscle, &geometry, activation, *kept, dt, second_order);
        } else {
            *kept = sn_spring_memory_after(&system->paths.springs[path->law], geometry.length,
                                           geometry.rate, *kept, dt, second_order);
        }
    }
}
