/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/fem/solid.h"

#include <assert.h>

#include "engine/base/memory.h"
#include "engine/fem/batches.h"

static void check_input(const SnFemSolid *solid)
{
    assert(solid->n_nodes >= 0 && solid->n_elements >= 0);
    for (int e = 0; e < solid->n_elements; e++) {
        assert(solid->kind[e] < SN_ELEMENT_KIND_COUNT);
        assert(solid->material_of[e] >= 0 && solid->material_of[e] < solid->n_materials);
        for (int k = solid->start[e]; k < solid->start[e + 1]; k++)
            assert(solid->nodes[k] >= 0 && solid->nodes[k] < solid->n_nodes);
    }
}

SnFemTrouble sn_fem_solid_finish(SnFemSolid *solid)
{
    check_input(solid);
    solid->node_mass = sn_alloc((size_t)solid->n_nodes + 1, sizeof *solid->node_mass);
    solid->volume = sn_alloc((size_t)solid->n_elements + 1, sizeof *solid->volume);
    solid->stiffness_start = sn_alloc((size_t)solid->n_elements + 1, sizeof(int));
    for (int e = 0; e < solid->n_elements; e++) {
        const int n = solid->start[e + 1] - solid->start[e];
        solid->stiffness_start[e + 1] = solid->stiffness_start[e] + 9 * (n * (n + 1) / 2);
    }
    const SnFemTrouble trouble = sn_fem_batches_new(solid);
    if (trouble.element >= 0)
        return trouble;
    sn_fem_lump_mass(solid);
    if (solid->consistent_mass)
        sn_fem_make_consistent_mass(solid);
    sn_fem_constraints_new(solid);
    return trouble;
}

void sn_fem_solid_free(SnFemSolid *solid)
{
    if (!solid)
        return;
    sn_free(solid->rest);
    sn_free(solid->kind);
    sn_free(solid->start);
    sn_free(solid->nodes);
    sn_free(solid->material_of);
    sn_free(solid->density);
    sn_free(solid->thickness);
    sn_free(solid->fibre);
    sn_free(solid->materials);
    sn_free(solid->node_mass);
    sn_free(solid->pair_mass);
    sn_free(solid->row_mass);
    sn_free(solid->volume);
    sn_free(solid->constraint_start);
    sn_free(solid->constraint_node);
    sn_free(solid->constraint_scale);
    sn_free(solid->stiffness_start);
    sn_fem_batches_free(solid->batches);
    sn_free(solid);
}
