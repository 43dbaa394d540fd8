/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Energy of tissue that contracts, over positions and activations: while these stay as they are it
 * is kept like any other, and what it changes by with them is the work of the activation. */
#include "engine/base/vec.h"
#include "engine/sim/solid/fem_workspace.h"
#include "engine/sim/solid/solid.h"

#include <assert.h>

static double segment_energy(const SnSystem *system, const SnState *state,
                             const SnSystemBundle *bundle, double activation)
{
    const double *q = sn_state_q_const(state);
    double sum = 0, n[3];
    for (int i = bundle->first_segment; i < bundle->first_segment + bundle->n_segments; i++) {
        const SnFibreSegment *segment = &system->fems.segments[i];
        sn_v3_sub(q + system->blocks[segment->block[1]].q, q + system->blocks[segment->block[0]].q,
                  n);
        sum += segment->max_force * sn_v3_norm(n);
    }
    return sum == 0 ? 0 : sum * activation * bundle->max_force / bundle->reference_force;
}

double sn_fem_active_energy(const SnSystem *system, const SnState *state, const double *activation,
                            const SnWorkspace *work, bool materials)
{
    assert(!work || work->system == system);
    double sum = 0;
    for (int f = 0; system->fems.n_bundles > 0 && f < system->fems.n; f++) {
        const SnFemSolid *solid = system->fems.fems[f].solid;
        SnFemPart *part = &work->forces.fem->parts[f];
        const SnFemInput input = sn_fem_input_of(system, state, f, part);
        bool stiffens = false;
        for (int i = 0; i < system->fems.n_bundles; i++) {
            const SnSystemBundle *bundle = &system->fems.bundles[i];
            if (bundle->fem != f || !bundle->enabled)
                continue;
            stiffens = stiffens || bundle->stiffens;
            sum += segment_energy(system, state, bundle, activation[bundle->activation]);
            if (bundle->fibre.max_stress != 0)
                sum += sn_fem_fibre_energy(
                    solid, &input, &bundle->fibre, activation[bundle->activation],
                    bundle->n_elements, system->fems.bundle_element + bundle->first_element,
                    sn_fem_constant(system->fems.bundle_direction + bundle->first_element));
        }
        if (stiffens && materials) {
            sn_fem_gather_activations(system, activation, f, false, part->activation);
            sum += sn_fem_energy(solid, &input, NULL);
        }
    }
    return sum;
}
