/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/hung_bar.h"

#include "engine/check/build/build_fem.h"
#include "engine/check/build/solids.h"
#include "engine/sim/solid/solid.h"

#include <math.h>

static const double LOW[3] = {-0.01, -0.01, -0.06}, HIGH[3] = {0.01, 0.01, 0};

static SnTrial make_bar(const SnHungBar *bar)
{
    SnFemSolid *solid =
        sn_solid_box(LOW, HIGH, bar->cells, bar->kind, &bar->material, 1000, bar->mode);
    solid->mass_damping = bar->mass_damping;
    solid->stiffness_damping = bar->stiffness_damping;
    if (bar->consistent_mass)
        sn_solid_use_consistent_mass(solid);
    SnBuild *build = sn_build_new(bar->method, bar->step);
    sn_build_fem(build, solid);
    const double side = 0.02, m = bar->weight * side * side / 6;
    const double inertia[3] = {m, m, m}, below[3] = {0, 0, LOW[2] - side / 2};
    const int body = bar->weight > 0 ? sn_build_body(build, bar->weight, inertia, below, NULL) : -1;
    for (int i = 0; i < solid->n_nodes; i++) {
        const int node = sn_build_fem_node(build, 0, i);
        if (solid->rest[3 * i + 2] > HIGH[2] - 1e-9)
            sn_build_fix(build, node);
        else if (body >= 0 && solid->rest[3 * i + 2] < LOW[2] + 1e-9)
            sn_build_attach_to_body(build, node, body);
    }
    return sn_trial_new(sn_build_finish(build, bar->gravity), SN_LINSOLVE_AUTO);
}

SnHungBarResult sn_hung_bar(const SnHungBar *bar)
{
    SnTrial trial = make_bar(bar);
    const SnSystemFem *fem = &trial.system->fems.fems[0];
    const int tip = sn_nearest_node(fem->solid, 0, 0, LOW[2]);
    const int steps = (int)lround(bar->time / bar->step);
    double energy[2], momentum[6], start = 0, most = 0, elastic = 0, kinetic = 0;
    for (int k = 0; k <= steps && trial.fault.code == SN_FAULT_NONE; k++) {
        sn_audit(trial.system, trial.state, trial.work, energy, momentum);
        SnFemInput input;
        sn_fem_input(trial.system, trial.state, trial.work, 0, &input);
        if (k == 0)
            start = energy[0] + energy[1];
        most = fmax(most, energy[0] + energy[1] - start);
        elastic = fmax(elastic, sn_fem_energy(fem->solid, &input, NULL));
        kinetic = fmax(kinetic, energy[0]);
        if (k < steps)
            sn_trial_steps(&trial, 1);
    }
    const SnHungBarResult result = {
        .fault = trial.fault,
        .gain = elastic > 0 ? most / elastic : 0,
        .kinetic = kinetic > 0 ? energy[0] / kinetic : 0,
        .sunk = fem->solid->rest[3 * tip + 2] -
                sn_state_q_const(trial.state)[trial.system->blocks[fem->node_block[tip]].q + 2]};
    sn_trial_free(&trial);
    return result;
}
