/* SPDX-License-Identifier: GPL-3.0-or-later */
/* V1, V2 at rest by plain Newton iterations: the beam and cube of jaw-tongue-hyoid 3.8. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/build/equilibrium.h"
#include "engine/check/build/solids.h"
#include "engine/check/verify/verify_case.h"
#include "engine/fem/results.h"

#include <math.h>
#include <stdio.h>

static const double GRAVITY[3] = {0, 0, -9.8};

static SnEquilibrium *paper_beam(const int cells[3], SnIncompressibility mode)
{
    const double low[3] = {0, 0, 0}, high[3] = {0.1, 0.02, 0.02};
    const SnMaterial material = sn_material_mooney(10370, 0, 486, 2 * 10370 * 1000.0);
    SnEquilibrium *e =
        sn_equilibrium_new(sn_solid_box(low, high, cells, SN_ELEMENT_HEX8, &material, 1040, mode));
    for (int i = 0; i < e->solid->n_nodes; i++)
        for (int k = 0; k < 3; k++)
            if (e->solid->rest[3 * i] < 1e-9)
                sn_equilibrium_fix(e, i, k, 0);
    sn_equilibrium_gravity(e, GRAVITY);
    return e;
}

static double drop(const SnEquilibrium *e, int axis, double x, double y, double z)
{
    const int node = sn_nearest_node(e->solid, x, y, z);
    return e->x[node][axis] - e->solid->rest[3 * node + axis];
}

static double largest_nodal_stress(const SnEquilibrium *e)
{
    const SnFemInput input = {.x = (const double(*)[3])e->x};
    float *field = sn_alloc((size_t)e->solid->n_nodes, sizeof *field);
    sn_fem_node_field(e->solid, &input, NULL, SN_FIELD_VON_MISES, NULL, field);
    double largest = 0;
    for (int i = 0; i < e->solid->n_nodes; i++)
        largest = fmax(largest, (double)field[i]);
    sn_free(field);
    return largest;
}

void sn_verify_paper_beam(SnVerifySink *sink)
{
    static const int coarse[3] = {8, 4, 4}, fine[3] = {16, 8, 8};
    static const char source[] = "own Q1P0 = FEBio hex8 three-field, 11 digits";
    SnEquilibrium *e = paper_beam(coarse, SN_INCOMPRESSIBLE_SOFT);
    bool good = sn_equilibrium_solve(e, 1, 10, 1e-12);
    sn_verify_relative(sink, "V1-beam-static-z", good ? drop(e, 2, 0.1, 0.01, 0.01) : (double)NAN,
                       -0.0453989290, 1e-6, source);
    sn_verify_relative(sink, "V1-beam-static-x", drop(e, 0, 0.1, 0.01, 0.01), -0.0117372309, 1e-6,
                       source);
    const SnFemInput input = {.x = (const double(*)[3])e->x};
    int element;
    sn_verify_relative(sink, "V1-beam-static-von-mises-points",
                       sn_fem_field_maximum(e->solid, &input, NULL, SN_FIELD_VON_MISES, &element),
                       10836, 1e-3, "own Q1P0");
    sn_verify_relative(sink, "V1-beam-static-von-mises-nodes", largest_nodal_stress(e), 12009, 1e-3,
                       "own Q1P0");
    sn_equilibrium_free(e);
    e = paper_beam(fine, SN_INCOMPRESSIBLE_SOFT);
    good = sn_equilibrium_solve(e, 1, 20, 1e-12);
    sn_verify_relative(sink, "V1-beam-static-z-fine",
                       good ? drop(e, 2, 0.1, 0.01, 0.01) : (double)NAN, -0.0486759475, 1e-6,
                       source);
    sn_equilibrium_free(e);
    e = paper_beam(coarse, SN_INCOMPRESSIBLE_ELEMENT);
    good = sn_equilibrium_solve(e, 1, 10, 1e-10);
    sn_verify_relative(sink, "V1-beam-static-z-hard",
                       good ? drop(e, 2, 0.1, 0.01, 0.01) : (double)NAN, -0.0453989290, 1e-3,
                       source);
    sn_equilibrium_free(e);
    sn_verify_beam_motion(sink);
}

static SnEquilibrium *paper_cube(bool slip, double force_each)
{
    const double low[3] = {0, 0, 0}, high[3] = {0.1, 0.1, 0.1};
    const int cells[3] = {6, 6, 6};
    const SnMaterial material = sn_material_mooney(1037, 0, 486, 2 * 1037 * 1000.0);
    SnEquilibrium *e = sn_equilibrium_new(
        sn_solid_box(low, high, cells, SN_ELEMENT_HEX8, &material, 1040, SN_INCOMPRESSIBLE_SOFT));
    const int middle = sn_nearest_node(e->solid, 0.05, 0.05, 0),
              beside = sn_nearest_node(e->solid, 0.05 + 0.1 / 6, 0.05, 0);
    for (int i = 0; i < e->solid->n_nodes; i++) {
        const double *x = e->solid->rest + 3 * i;
        for (int k = 0; k < 3; k++)
            if (x[2] < 1e-9 && (k == 2 || !slip || i == middle || (i == beside && k == 1)))
                sn_equilibrium_fix(e, i, k, 0);
        if (x[2] > 0.1 - 1e-9 && fabs(x[0] - 0.05) < 0.017 && fabs(x[1] - 0.05) < 0.017)
            e->load[i][2] -= force_each;
    }
    sn_equilibrium_gravity(e, GRAVITY);
    return e;
}

void sn_verify_paper_cube(SnVerifySink *sink)
{
    static const char source[] = "own Q1P0 = FEBio hex8 three-field";
    static const double reference[2] = {-0.0084748781, -0.0098746517};
    static const double stress[2][2] = {{1248, 957}, {3200, 3083}};
    static const char *const base[2] = {"fixed", "slip"};
    char text[64];
    for (int each = 0; each < 2; each++)
        for (int slip = 0; slip < 2; slip++) {
            SnEquilibrium *e = paper_cube(slip, each ? 0.8 : 0.8 / 9);
            const bool good = sn_equilibrium_solve(e, 1, 20, 1e-12);
            snprintf(text, sizeof text, "V2-cube-static-%s", base[slip]);
            if (!each)
                sn_verify_relative(sink, text, good ? drop(e, 2, 0.05, 0.05, 0.1) : (double)NAN,
                                   reference[slip], 1e-6, source);
            snprintf(text, sizeof text, "V2-cube-von-mises-%s%s", base[slip], each ? "-each" : "");
            sn_verify_relative(sink, text, good ? largest_nodal_stress(e) : (double)NAN,
                               stress[each][slip], 1e-2, "own Q1P0; paper 2787, ANSYS 2661");
            sn_equilibrium_free(e);
        }
    sn_verify_cube_motion(sink);
}
