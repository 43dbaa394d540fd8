/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A1: patch tests; A-order: convergence of every kind of solid element. */
#include "engine/base/vec.h"
#include "engine/check/build/equilibrium.h"
#include "engine/check/build/solids.h"
#include "engine/check/verify/verify_case.h"
#include "engine/fem/results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double LOW[3] = {0, 0, 0}, HIGH[3] = {1, 1, 1};
static const SnElementKind KINDS[] = {SN_ELEMENT_TET4,  SN_ELEMENT_TET10,  SN_ELEMENT_HEX8,
                                      SN_ELEMENT_HEX20, SN_ELEMENT_WEDGE6, SN_ELEMENT_PYRAMID5};
#define N_KINDS (int)(sizeof KINDS / sizeof *KINDS)

static bool inside(const double x[3])
{
    for (int k = 0; k < 3; k++)
        if (x[k] < 1e-9 || x[k] > 1 - 1e-9)
            return false;
    return true;
}

/* --- A1 --- */

static void displace_linearly(const double x[3], double u[3])
{
    const double sum = x[0] + x[1] + x[2];
    for (int k = 0; k < 3; k++)
        u[k] = 1e-3 * (x[k] + sum) / 2;
}

/* The seven hexes of MacNeal and Harder. */
static SnVolumeMesh *macneal_mesh(void)
{
    static const double inner[8][3] = {
        {0.249, 0.342, 0.192}, {0.826, 0.288, 0.288}, {0.850, 0.649, 0.263}, {0.273, 0.750, 0.230},
        {0.320, 0.186, 0.643}, {0.677, 0.305, 0.683}, {0.788, 0.693, 0.644}, {0.165, 0.745, 0.702}};
    static const double outer[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                       {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    const SnElementShape *hex = sn_element_shape(SN_ELEMENT_HEX8);
    SnVolumeMesh *mesh = g_new0(SnVolumeMesh, 1);
    g_atomic_ref_count_init(&mesh->references);
    mesh->n_nodes = 16;
    mesh->nodes = g_memdup2(outer, sizeof outer);
    mesh->nodes = g_realloc(mesh->nodes, sizeof outer + sizeof inner);
    memcpy(mesh->nodes + 24, inner, sizeof inner);
    mesh->n_elements = 7;
    mesh->kind = g_malloc(7);
    mesh->start = g_new0(int, 8);
    mesh->element_nodes = g_new(int, 56);
    for (int e = 0; e < 7; e++) {
        mesh->kind[e] = SN_ELEMENT_HEX8;
        mesh->start[e + 1] = 8 * (e + 1);
        for (int a = 0; a < 8; a++)
            mesh->element_nodes[8 * e + a] = e == 6 ? 8 + a : 0;
        if (e == 6)
            continue;
        /* from the inner hex's face out to the cube's: bottom seen from the top turns left */
        const signed char *face = hex->face[e].node;
        for (int a = 0; a < 4; a++) {
            mesh->element_nodes[8 * e + a] = 8 + face[a];
            mesh->element_nodes[8 * e + 4 + a] = face[a];
        }
    }
    return mesh;
}

/* Moves what is inside out of its regular place; middles of edges stay in the middle. */
static SnVolumeMesh *distorted_box(SnElementKind kind, int n)
{
    const double size[3] = {1, 1, 1};
    const int cells[3] = {n, n, n};
    const SnElementShape *shape = sn_element_shape(kind);
    SnVolumeMesh *mesh = sn_volume_mesh_box(size, cells, kind);
    for (int i = 0; i < mesh->n_nodes; i++) {
        double *x = mesh->nodes + 3 * i;
        for (int k = 0; k < 3; k++)
            x[k] += 0.5;
        for (int k = 0; inside(x) && k < 3; k++)
            x[k] += 0.12 / n * sin(7.3 * i + 2.1 * k);
    }
    for (int e = 0; e < mesh->n_elements; e++)
        for (int a = 0; a < shape->n_edges; a++) {
            const int *nodes = mesh->element_nodes + mesh->start[e];
            if (shape->edge[a][2] < 0)
                continue;
            const double *p = mesh->nodes + 3 * nodes[shape->edge[a][0]];
            const double *q = mesh->nodes + 3 * nodes[shape->edge[a][1]];
            for (int k = 0; k < 3; k++)
                mesh->nodes[3 * nodes[shape->edge[a][2]] + k] = (p[k] + q[k]) / 2;
        }
    return mesh;
}

/* Takes the mesh. */
static void patch(SnVerifySink *sink, const char *name, SnVolumeMesh *mesh,
                  SnIncompressibility mode)
{
    static const double expected[6] = {2000, 2000, 2000, 400, 400, 400};
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_LINEAR, 1e6, 0.25);
    SnEquilibrium *e = sn_equilibrium_new(sn_solid_new(mesh, &material, 1000, mode));
    sn_volume_mesh_unref(mesh);
    for (int i = 0; i < e->solid->n_nodes; i++) {
        double u[3];
        displace_linearly(e->solid->rest + 3 * i, u);
        for (int k = 0; k < 3; k++)
            if (!inside(e->solid->rest + 3 * i))
                sn_equilibrium_fix(e, i, k, u[k]);
    }
    const bool good = sn_equilibrium_solve(e, 1, 1, 1e-13);
    double worst = good ? 0 : NAN;
    const SnFemInput input = {.x = (const double(*)[3])e->x};
    for (int i = 0; i < e->solid->n_elements; i++) {
        SnFemResult result;
        sn_fem_element_result(e->solid, &input, NULL, i, &result);
        for (int k = 0; k < 6; k++)
            worst = fmax(worst, fabs(result.stress[k] / expected[k] - 1));
    }
    char text[64];
    snprintf(text, sizeof text, "A1-patch-%s", name);
    sn_verify_absolute(sink, text, worst, 0, 1e-10, "MacNeal and Harder 1985");
    sn_equilibrium_free(e);
}

void sn_verify_patch(SnVerifySink *sink)
{
    patch(sink, "macneal-harder", macneal_mesh(), SN_INCOMPRESSIBLE_OFF);
    patch(sink, "macneal-harder-b-bar", macneal_mesh(), SN_INCOMPRESSIBLE_SOFT);
    for (int i = 0; i < N_KINDS; i++)
        patch(sink, sn_element_shape(KINDS[i])->name, distorted_box(KINDS[i], 2),
              SN_INCOMPRESSIBLE_OFF);
}

/* --- order of convergence --- */

/* phi = e^x cos(y/sqrt 2) cos(z/sqrt 2) is harmonic, so u = grad phi is without dilatation and in
 * equilibrium for every Poisson ratio. */
static void harmonic(const double x[3], double gradient[3], double second[3][3])
{
    const double a = M_SQRT1_2, e = exp(x[0]);
    const double cy = cos(a * x[1]), sy = sin(a * x[1]), cz = cos(a * x[2]), sz = sin(a * x[2]);
    sn_v3_set(e * cy * cz, -a * e * sy * cz, -a * e * cy * sz, gradient);
    const double s[3][3] = {{e * cy * cz, -a * e * sy * cz, -a * e * cy * sz},
                            {-a * e * sy * cz, -a * a * e * cy * cz, a * a * e * sy * sz},
                            {-a * e * cy * sz, a * a * e * sy * sz, -a * a * e * cy * cz}};
    memcpy(second, s, sizeof s);
}

/* mu int e:e over the unit cube. */
static double exact_energy(double mu)
{
    static const double gauss[5] = {-0.906179845938663993, -0.538469310105683091, 0,
                                    0.538469310105683091, 0.906179845938663993};
    static const double weight[5] = {0.236926885056189088, 0.478628670499366468,
                                     0.568888888888888889, 0.478628670499366468,
                                     0.236926885056189088};
    double sum = 0;
    for (int p = 0; p < 125; p++) {
        const int i[3] = {p % 5, p / 5 % 5, p / 25};
        double x[3], gradient[3], second[3][3], square = 0;
        for (int k = 0; k < 3; k++)
            x[k] = (1 + gauss[i[k]]) / 2;
        harmonic(x, gradient, second);
        for (int k = 0; k < 9; k++)
            square += second[k / 3][k % 3] * second[k / 3][k % 3];
        sum += weight[i[0]] * weight[i[1]] * weight[i[2]] / 8 * square;
    }
    return mu * sum;
}

static double energy_error(SnElementKind kind, int n)
{
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_LINEAR, 2.6, 0.3); /* mu = 1 */
    const int cells[3] = {n, n, n};
    SnEquilibrium *e = sn_equilibrium_new(
        sn_solid_box(LOW, HIGH, cells, kind, &material, 1000, SN_INCOMPRESSIBLE_OFF));
    for (int i = 0; i < e->solid->n_nodes; i++) {
        double u[3], second[3][3];
        harmonic(e->solid->rest + 3 * i, u, second);
        for (int k = 0; k < 3; k++)
            if (!inside(e->solid->rest + 3 * i))
                sn_equilibrium_fix(e, i, k, u[k]);
    }
    sn_equilibrium_solve(e, 1, 1, 1e-11);
    const SnFemInput input = {.x = (const double(*)[3])e->x};
    const double energy = sn_fem_energy(e->solid, &input, NULL);
    sn_equilibrium_free(e);
    return fabs(energy - exact_energy(1));
}

void sn_verify_element_order(SnVerifySink *sink)
{
    for (int i = 0; i < N_KINDS; i++) {
        const bool quadratic = KINDS[i] == SN_ELEMENT_TET10 || KINDS[i] == SN_ELEMENT_HEX20;
        const int fine = quadratic ? 6 : 8;
        const double coarse_error = energy_error(KINDS[i], fine / 2);
        const double fine_error = energy_error(KINDS[i], fine);
        char text[64];
        snprintf(text, sizeof text, "A-order-%s-energy", sn_element_shape(KINDS[i])->name);
        sn_verify_absolute(sink, text, log2(coarse_error / fine_error), quadratic ? 4 : 2, 0.25,
                           "order 2p of the energy, smooth solution");
    }
}
