/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars of soft tissue drawn at random and let go, with weights on them or without: their energy
 * never rises above what was put in, by more than a thousandth of what is stored, and where they
 * are damped enough they come to rest.  500 of them with SN_LONG=1. */
#include "engine/check/build/hung_bar.h"
#include "tests/support/cases.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

static double uniform(GRand *draw, double low, double high)
{
    return g_rand_double_range(draw, low, high);
}

static SnMaterial draw_material(GRand *draw)
{
    static const double poisson[] = {0.3, 0.45, 0.49, 0.499, 0.4999};
    static const SnMaterialKind laws[] = {SN_MATERIAL_NEO_HOOKEAN, SN_MATERIAL_COROTATED,
                                          SN_MATERIAL_MOONEY_RIVLIN, SN_MATERIAL_VERONDA_WESTMANN,
                                          SN_MATERIAL_OGDEN};
    SnMaterial m = sn_material_default();
    m.kind = laws[g_rand_int_range(draw, 0, G_N_ELEMENTS(laws))];
    m.volume_law = g_rand_int_range(draw, 0, 2);
    m.poissons_ratio = poisson[g_rand_int_range(draw, 0, G_N_ELEMENTS(poisson))];
    m.youngs_modulus = pow(10, uniform(draw, 4, 5.5));
    m.c10 = m.youngs_modulus / 6;
    m.c20 = g_rand_int_range(draw, 0, 2) * m.c10;
    const double shear = sn_material_class(&m)->law->shear(&m), nu = m.poissons_ratio;
    if (!(sn_material_class(&m)->flags & SN_LAW_ELASTIC))
        m.bulk_modulus = shear * 2 * (1 + nu) / (3 * (1 - 2 * nu));
    return m;
}

static SnHungBar draw_bar(GRand *draw)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
    static const double steps[] = {1e-3, 2e-3, 5e-3, 1e-2};
    static const double betas[] = {0.003, 0.01, 0.03};
    const SnElementKind kind = (SnElementKind)g_rand_int_range(draw, 0, SN_ELEMENT_MEMBRANE3);
    const bool quadratic = kind == SN_ELEMENT_HEX20 || kind == SN_ELEMENT_TET10;
    SnHungBar bar = {.kind = kind,
                     .cells = {quadratic ? 1 : 2, quadratic ? 1 : 2, g_rand_int_range(draw, 2, 5)},
                     .material = draw_material(draw),
                     .mode = (SnIncompressibility)g_rand_int_range(draw, 0, 4),
                     .consistent_mass = g_rand_boolean(draw),
                     .mass_damping = g_rand_boolean(draw) ? 10 : 0,
                     .stiffness_damping = betas[g_rand_int_range(draw, 0, 3)],
                     .method = methods[g_rand_int_range(draw, 0, 4)],
                     .step = steps[g_rand_int_range(draw, 0, 4)],
                     .time = 0.4};
    /* stretches it by up to a third */
    const double shear = sn_material_class(&bar.material)->law->shear(&bar.material);
    bar.weight = g_rand_boolean(draw) ? uniform(draw, 0.1, 1) * shear * 4e-4 / 9.8 : 0;
    for (int k = 0; k < 3; k++)
        bar.gravity[k] = uniform(draw, k < 2 ? -2 : -9.8, 2);
    /* where each keeps its volume they cannot move */
    if (bar.mode == SN_INCOMPRESSIBLE_ELEMENT &&
        (kind == SN_ELEMENT_TET4 || kind == SN_ELEMENT_PYRAMID5))
        bar.mode = SN_INCOMPRESSIBLE_NODAL;
    return bar;
}

static void test_energy(void)
{
    const int n = sn_long_cases(40, 500);
    GRand *draw = g_rand_new_with_seed(20261123);
    int refused = 0;
    for (int i = 0; i < n; i++) {
        const SnHungBar bar = draw_bar(draw);
        if (!sn_case_runs(i))
            continue;
        const SnHungBarResult result = sn_hung_bar(&bar);
        g_autofree char *text = g_strdup_printf(
            "bar %d: %s, law %s, nu %g, E %g, mode %d, method %d, step %g, beta %g, weight %g, "
            "%s: gain %g, kinetic %g, %s",
            i, sn_element_shape(bar.kind)->name, sn_material_class(&bar.material)->name,
            bar.material.poissons_ratio, bar.material.youngs_modulus, bar.mode, bar.method,
            bar.step, bar.stiffness_damping, bar.weight,
            bar.consistent_mass ? "consistent" : "lumped", result.gain, result.kinetic,
            result.fault.text);
        if (result.fault.code != SN_FAULT_NONE || !(result.gain < 1e-3))
            g_test_message("%s", text);
        /* a step that Newton's method refuses is no wrong number */
        refused += result.fault.code == SN_FAULT_NEWTON;
        g_assert_true(result.fault.code == SN_FAULT_NONE || result.fault.code == SN_FAULT_NEWTON);
        g_assert_cmpfloat(result.gain, <, 1e-3);
    }
    g_assert_cmpint(refused, <=, n / 10);
    g_rand_free(draw);
}

/* The same bar: both kinds of mass sink alike, and Newton's methods like the others. */
static void test_agreement(void)
{
    SnHungBar bar = {.kind = SN_ELEMENT_HEX8,
                     .cells = {2, 2, 4},
                     .material = sn_material_default(),
                     .mode = SN_INCOMPRESSIBLE_SOFT,
                     .mass_damping = 50,
                     .stiffness_damping = 0.02,
                     .weight = 0.2,
                     .gravity = {0, 0, -9.8},
                     .step = 0.005,
                     .time = 2};
    double sunk[8];
    for (int k = 0; k < 8; k++) {
        static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                               SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
        bar.method = methods[k / 2];
        bar.consistent_mass = k % 2;
        const SnHungBarResult result = sn_hung_bar(&bar);
        g_assert_cmpint(result.fault.code, ==, SN_FAULT_NONE);
        g_assert_cmpfloat(result.kinetic, <, 1e-6);
        sunk[k] = result.sunk;
        g_assert_cmpfloat(fabs(sunk[k] / sunk[k % 2] - 1), <, 1e-4);
        g_assert_cmpfloat(fabs(sunk[k] / sunk[0] - 1), <, 0.02);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fem/energy/random", test_energy);
    g_test_add_func("/fem/energy/agreement", test_agreement);
    return g_test_run();
}
