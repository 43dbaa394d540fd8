/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A25 of verification.md: stress after a sudden stretch, G(t) = 1 + .5 e^-t, in steps; and the
 * response to steady stretching against the integral. */
#include "engine/fem/results.h"
#include "tests/fem/solid_cases.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

typedef struct Cube {
    SnFemSolid *solid;
    double *history, x[8][3];
} Cube;

static void cube_new(Cube *c, SnMaterialKind law)
{
    SnMaterial m = material_case(law);
    m.prony_g[0] = 0.5, m.prony_tau[0] = 1, m.prony_g[1] = 0;
    static const double rest[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                      {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    static const int nodes[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const SnElementKind kind = SN_ELEMENT_HEX8;
    c->solid = solid_from_mesh(8, rest, 1, &kind, nodes, m, SN_INCOMPRESSIBLE_OFF);
    finish_case(c->solid);
    c->history = calloc((size_t)c->solid->n_history + 1, sizeof(double));
    sn_fem_rest_history(c->solid, (const double(*)[3])c->solid->rest, NULL, c->history);
}

static void cube_free(Cube *c)
{
    free(c->history);
    sn_fem_solid_free(c->solid);
}

/* Isochoric, so that the law's volumetric part does not enter. */
static void stretch(Cube *c, double l)
{
    for (int a = 0; a < 8; a++)
        for (int i = 0; i < 3; i++)
            c->x[a][i] = c->solid->rest[3 * a + i] * (i == 2 ? l : 1 / sqrt(l));
}

/* Difference of the stresses along and across; dt 0 with no history: elastic. */
static double tension(const Cube *c, bool viscous, double dt)
{
    const SnFemInput input = {
        .x = (const double(*)[3])c->x, .history = viscous ? c->history : NULL, .dt = dt};
    SnFemResult at;
    sn_fem_element_result(c->solid, &input, NULL, 0, &at);
    return at.stress[2] - at.stress[0];
}

static void test_relaxation(void)
{
    static const SnMaterialKind laws[] = {SN_MATERIAL_LINEAR, SN_MATERIAL_MOONEY_RIVLIN,
                                          SN_MATERIAL_OGDEN};
    static const double expected[4][2] = {
        {0, 1.5}, {0.5, 1.3032653299}, {1, 1.1839397206}, {3, 1.0248935342}};
    for (size_t k = 0; k < G_N_ELEMENTS(laws); k++) {
        Cube c;
        cube_new(&c, laws[k]);
        stretch(&c, 1.3);
        const double elastic = tension(&c, false, 0), dt = 0.01;
        g_assert_cmpfloat_with_epsilon(tension(&c, true, 0) / elastic, 1.5, 1e-12);
        sn_fem_advance_history(c.solid, (const double(*)[3])c.x, NULL, 1e-9, NULL, c.history);
        int row = 1;
        for (int step = 1; step <= 300; step++) {
            const double ratio = tension(&c, true, dt) / elastic;
            sn_fem_advance_history(c.solid, (const double(*)[3])c.x, NULL, dt, NULL, c.history);
            if (fabs(step * dt - expected[row][0]) < 1e-9) {
                g_assert_cmpfloat_with_epsilon(ratio, expected[row][1], 1e-8);
                row++;
            }
        }
        g_assert_cmpint(row, ==, 4);
        cube_free(&c);
    }
}

/* Small strain growing at a constant rate r: S = S_e (1 + g tau/t (1 - e^(-t/tau))). */
static void test_ramp(void)
{
    Cube c;
    cube_new(&c, SN_MATERIAL_LINEAR);
    const double dt = 0.02;
    for (int step = 1; step <= 100; step++) {
        const double t = dt * step;
        for (int a = 0; a < 8; a++)
            for (int i = 0; i < 3; i++)
                c.x[a][i] = c.solid->rest[3 * a + i] * (i == 2 ? 1 + 0.01 * t : 1);
        const double ratio = tension(&c, true, dt) / tension(&c, false, 0);
        g_assert_cmpfloat_with_epsilon(ratio, 1 + 0.5 / t * (1 - exp(-t)), 1e-9);
        sn_fem_advance_history(c.solid, (const double(*)[3])c.x, NULL, dt, NULL, c.history);
    }
    cube_free(&c);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/relaxation/A25", test_relaxation);
    g_test_add_func("/relaxation/ramp", test_ramp);
    return g_test_run();
}
