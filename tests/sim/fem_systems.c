/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/fem_systems.h"
#include "tests/support/build_fibres.h"
#include "tests/support/build_forces.h"

#include <glib.h>
#include <stdlib.h>

SnMaterial fem_material(SnIncompressibility incompressibility)
{
    SnMaterial material = sn_material_default();
    const bool hard = incompressibility >= SN_INCOMPRESSIBLE_ELEMENT;
    material.kind = hard ? SN_MATERIAL_MOONEY_RIVLIN : SN_MATERIAL_NEO_HOOKEAN;
    material.youngs_modulus = 50e3;
    material.poissons_ratio = 0.4;
    material.c10 = 5e3, material.c20 = 1e3;
    material.c01 = material.c11 = material.c02 = 0;
    material.bulk_modulus = 1e6;
    return material;
}

SnFemSolid *fem_box(const int cells[3], double size, SnIncompressibility incompressibility)
{
    const SnMaterial material = fem_material(incompressibility);
    return fem_box_of(cells, size, incompressibility, &material);
}

SnFemSolid *fem_box_of(const int cells[3], double size, SnIncompressibility incompressibility,
                       const SnMaterial *material)
{
    SnFemSolid *solid = calloc(1, sizeof *solid);
    const int n[3] = {cells[0] + 1, cells[1] + 1, cells[2] + 1};
    solid->n_nodes = n[0] * n[1] * n[2];
    solid->n_elements = cells[0] * cells[1] * cells[2];
    solid->rest = calloc(3 * (size_t)solid->n_nodes, sizeof(double));
    solid->kind = calloc((size_t)solid->n_elements, 1);
    solid->start = calloc((size_t)solid->n_elements + 1, sizeof(int));
    solid->nodes = calloc(8 * (size_t)solid->n_elements, sizeof(int));
    solid->material_of = calloc((size_t)solid->n_elements, sizeof(int));
    solid->density = calloc((size_t)solid->n_elements, sizeof(double));
    solid->materials = calloc(1, sizeof *solid->materials);
    solid->n_materials = 1;
    solid->materials[0] = *material;
    solid->incompressibility = incompressibility;
    for (int i = 0; i < solid->n_nodes; i++) {
        solid->rest[3 * i] = size * (i % n[0]);
        solid->rest[3 * i + 1] = size * (i / n[0] % n[1]);
        solid->rest[3 * i + 2] = size * (i / (n[0] * n[1]));
    }
    static const int corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                     {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (int e = 0; e < solid->n_elements; e++) {
        const int i = e % cells[0], j = e / cells[0] % cells[1], k = e / (cells[0] * cells[1]);
        solid->kind[e] = SN_ELEMENT_HEX8;
        solid->density[e] = 1000;
        solid->start[e + 1] = 8 * (e + 1);
        for (int c = 0; c < 8; c++)
            solid->nodes[8 * e + c] =
                fem_box_node(cells, i + corner[c][0], j + corner[c][1], k + corner[c][2]);
    }
    const SnFemTrouble trouble = sn_fem_solid_finish(solid);
    g_assert_cmpint(trouble.element, ==, -1);
    return solid;
}

static void hold(SnBuild *build, int fem, const int cells[3])
{
    for (int k = 0; k <= cells[2]; k++)
        for (int j = 0; j <= cells[1]; j++)
            sn_build_fix(build, sn_build_fem_node(build, fem, fem_box_node(cells, 0, j, k)));
    const int prescribed = sn_build_fem_node(build, fem, fem_box_node(cells, cells[0], 0, 0));
    const int target = sn_build_kinematic(build, prescribed);
    build->system->inputs.base[target + 4] = 0.05; /* velocity across */
}

static void attach(SnBuild *build, int fem, const int cells[3])
{
    static const double inertia[3] = {1e-5, 1e-5, 1e-5}, natural[3] = {0.2, -0.3, 0.4};
    static const double zero[3] = {0}, spin[3] = {0, 0, 1};
    const SnFemSolid *solid = build->system->fems.fems[fem].solid;
    const double *top = solid->rest + 3 * (solid->n_nodes - 1);
    const double above[3] = {top[0] - 0.01, top[1], top[2] + 0.02}, wall[3] = {top[0] + 0.03, 0, 0};
    const int body = sn_build_body(build, 0.05, inertia, above, NULL);
    sn_build_velocity(build, body, zero, spin);
    for (int j = 0; j <= 1; j++)
        sn_build_attach_to_body(
            build,
            sn_build_fem_node(build, fem, fem_box_node(cells, cells[0], cells[1] - j, cells[2])),
            body);
    const int ends[2] = {
        sn_build_point(build, sn_build_fem_marker(build, fem, solid->n_elements / 2, natural),
                       zero),
        sn_build_point(build, SN_BUILD_WORLD, wall)};
    sn_build_spring(build, 2, ends, 20, 0.1, 0.01);
    int nodes[8];
    const int element = cells[0] - 1;
    for (int c = 0; c < 8; c++)
        nodes[c] = sn_build_fem_node(build, fem, solid->nodes[8 * element + c]);
    const double below[3] = {top[0], 0.005, -0.02};
    const int attached = sn_build_body(build, 0.02, inertia, below, NULL);
    sn_build_attach_body_to_points(build, attached, 8, nodes);
}

static void add_bundle(SnBuild *build, int fem, const int cells[3], bool stiffens)
{
    SnSystem *system = build->system;
    const SnFibreParameters fibre = {.law = SN_FIBRE_CONSTANT, .max_stress = 2e3};
    const int elements[2] = {0, 1};
    const double directions[2][3] = {{1, 0, 0}, {0, 1, 0}};
    const int bundle =
        sn_build_bundle(build, fem, &fibre, cells[0] > 1 ? 2 : 1, elements, directions);
    system->fems.bundles[bundle].stiffens = stiffens;
    system->fems.bundles[bundle].dynamics = true;
    system->fems.bundles[bundle].rise_time = 0.01, system->fems.bundles[bundle].fall_time = 0.02;
    system->fems.bundles[bundle].max_force = 2;
    system->inputs.base[system->fems.bundles[bundle].excitation] = 0.8;
    if (stiffens)
        system->fems.fems[fem].solid->materials[0].stiffening = 3;
    for (int i = 0; i < cells[0]; i++)
        sn_build_segment(build, fem_box_node(cells, i, 0, 1), fem_box_node(cells, i + 1, 1, 1),
                         0.4);
}

SnSystem *fem_system(const int cells[3], unsigned parts, SnIncompressibility incompressibility,
                     SnStepMethod method, double step_size)
{
    static const double gravity[3] = {0, 0, -9.81};
    SnBuild *build = sn_build_new(method, step_size);
    SnMaterial material = fem_material(incompressibility);
    if (parts & FEM_VISCOUS) {
        material.prony_g[0] = 0.5, material.prony_tau[0] = 0.01;
        material.prony_g[1] = 0.3, material.prony_tau[1] = 0.1;
    }
    SnFemSolid *solid = fem_box_of(cells, 0.02, incompressibility, &material);
    if (parts & FEM_DAMPED)
        solid->mass_damping = 2, solid->stiffness_damping = 0.003;
    const int fem = sn_build_fem(build, solid);
    if (parts & FEM_FIXED)
        hold(build, fem, cells);
    if (parts & FEM_ATTACHED)
        attach(build, fem, cells);
    if (parts & (FEM_SEGMENTS | FEM_STIFFENS))
        add_bundle(build, fem, cells, parts & FEM_STIFFENS);
    return sn_build_finish(build, gravity);
}
