/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constitutive laws against the closed forms of reference/verification.md: A9 and A11 to A14. */
#include "tests/fem/material_laws.h"

#include <glib.h>
#include <math.h>

static const LawSet *const set = &law_sets[0];
static const double along_x[3] = {1, 0, 0};

static void near(double value, double expected, double relative)
{
    if (!(fabs(value - expected) <= relative * fabs(expected))) {
        g_test_message("%.12g, expected %.12g (relative error %.2g)", value, expected,
                       value / expected - 1);
        g_test_fail();
    }
}

static Answer stretched(const SnMaterial *m, double x, double y, double z, double activation)
{
    const double f[9] = {x, 0, 0, 0, y, 0, 0, 0, z};
    return law_at(set, m, f, along_x, activation);
}

/* --- A9: incompressible, so only differences of the stresses count --- */

static double uniaxial(const SnMaterial *m, double l, double activation)
{
    const Answer a = stretched(m, l, 1 / sqrt(l), 1 / sqrt(l), activation);
    return a.stress[0] - a.stress[1];
}

static double equibiaxial(const SnMaterial *m, double l)
{
    const Answer a = stretched(m, l, l, 1 / (l * l), 0);
    return a.stress[0] - a.stress[2];
}

static double planar(const SnMaterial *m, double l)
{
    const Answer a = stretched(m, l, 1, 1 / l, 0);
    return a.stress[0] - a.stress[2];
}

static double simple_shear(const SnMaterial *m, double gamma)
{
    const double f[9] = {1, gamma, 0, 0, 1, 0, 0, 0, 1};
    return law_at(set, m, f, along_x, 0).stress[3];
}

typedef struct Row {
    double stretch, uniaxial, equibiaxial, planar;
} Row;

typedef struct Column {
    double c10, c01, c20;
    double mu[3], alpha[3];
    Row row[6];
    double shear[3]; /* at .2, .5, 1 */
} Column;

/* incompressible_stress_stretch.csv */
static const Column columns[] = {
    {.c10 = 0.5,
     .row = {{0.7, -0.938571428571, -3.67493127863, -1.55081632653},
             {0.8, -0.61, -1.80140625, -0.9225},
             {1.1, 0.300909090909, 0.526986544635, 0.383553719008},
             {1.25, 0.7625, 1.1529, 0.9225},
             {1.5, 1.58333333333, 2.0524691358, 1.80555555556},
             {2, 3.5, 3.9375, 3.75}},
     .shear = {0.2, 0.5, 1}},
    {.c10 = 0.4,
     .c01 = 0.1,
     .row = {{0.7, -1.01902040816, -3.30008828821, -1.55081632653},
             {0.8, -0.6405, -1.671705, -0.9225},
             {1.1, 0.295438016529, 0.54911997951, 0.383553719008},
             {1.25, 0.732, 1.28260125, 0.9225},
             {1.5, 1.47777777778, 2.56558641975, 1.80555555556},
             {2, 3.15, 6.3, 3.75}},
     .shear = {0.2, 0.5, 1}},
    {.c10 = 1037,
     .c20 = 486,
     .row = {{0.7, -2579.98804898, -22945.338962, -4816.69118934},
             {0.8, -1431.1576, -6262.43345684, -2276.41635},
             {1.1, 640.570895868, 1198.50344789, 822.665796489},
             {1.25, 1822.29875, 3589.28022096, 2276.41635},
             {1.5, 5079.33333333, 11029.9691358, 6182.22222222},
             {2, 20867, 46917.28125, 24180}},
     .shear = {430.352, 1280, 4018}},
    {.c10 = 10370,
     .c20 = 486,
     .row = {{0.7, -20099.3623347, -91541.606209, -33764.2287404},
             {0.8, -12817.4176, -39887.4825193, -19495.80135},
             {1.1, 6257.33998678, 11035.23429, 7982.0795155},
             {1.25, 16055.12375, 25109.311621, 19495.80135},
             {1.5, 34633.8333333, 49341.3580247, 39884.7222222},
             {2, 86198, 120414.65625, 94177.5}},
     .shear = {4163.552, 10613, 22684}},
    {.mu = {0.63, 0.0012, -0.01},
     .alpha = {1.3, 5, -2},
     .row = {{0.7, -0.414262028451, -1.25656099044, -0.627840839918},
             {0.8, -0.266299351666, -0.67634558842, -0.383150923165},
             {1.1, 0.124668689446, 0.229225569288, 0.161540879264},
             {1.25, 0.30615699311, 0.510894699778, 0.383150923165},
             {1.5, 0.602425468347, 0.902970348855, 0.722346537687},
             {2, 1.20544323117, 1.64322954097, 1.37124495596}},
     .shear = {0.0842080170607, 0.20687005817, 0.391854056125}},
};

static void test_incompressible(void)
{
    static const double gamma[3] = {0.2, 0.5, 1};
    for (size_t i = 0; i < G_N_ELEMENTS(columns); i++) {
        const Column *c = &columns[i];
        SnMaterial m = sn_material_default();
        m.kind = c->c10 > 0 ? SN_MATERIAL_MOONEY_RIVLIN : SN_MATERIAL_OGDEN;
        m.c10 = c->c10, m.c01 = c->c01, m.c20 = c->c20;
        m.ogden_mu_1 = c->mu[0], m.ogden_alpha_1 = c->alpha[0];
        m.ogden_mu_2 = c->mu[1], m.ogden_alpha_2 = c->alpha[1];
        m.ogden_mu_3 = c->mu[2], m.ogden_alpha_3 = c->alpha[2];
        for (int k = 0; k < 6; k++) {
            const Row *r = &c->row[k];
            near(uniaxial(&m, r->stretch, 0), r->uniaxial, 2e-11);
            near(equibiaxial(&m, r->stretch), r->equibiaxial, 2e-11);
            near(planar(&m, r->stretch), r->planar, 2e-11);
        }
        for (int k = 0; k < 3; k++)
            near(simple_shear(&m, gamma[k]), c->shear[k], 2e-11);
    }
}

/* --- A11: compressible neo-Hookean, free sides --- */

/* Total Cauchy stress at stretches x, y, y: along in [0], across in [1]. */
static void total_stress(const SnMaterial *m, double x, double y, double stress[2])
{
    double u, pressure, second;
    const Answer a = stretched(m, x, y, y, 0);
    volume_at(set, m, x * y * y, 0, &u, &pressure, &second);
    stress[0] = a.stress[0] + pressure;
    stress[1] = a.stress[1] + pressure;
}

/* The lateral stretch without lateral stress, by bisection. */
static double free_lateral(const SnMaterial *m, double x, double stress[2])
{
    double low = 0.3, high = 3;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        total_stress(m, x, middle, stress);
        *(stress[1] > 0 ? &high : &low) = middle;
    }
    return low;
}

typedef enum NeoHookean { LAW_A, LAW_B, LAW_C } NeoHookean;

static SnMaterial neo_hookean(NeoHookean law, double nu)
{
    SnMaterial m = sn_material_default();
    m.kind = law == LAW_A ? SN_MATERIAL_NEO_HOOKEAN : SN_MATERIAL_MOONEY_RIVLIN;
    m.youngs_modulus = 1, m.poissons_ratio = nu;
    m.c10 = 0.25 / (1 + nu), m.c20 = 0;
    m.bulk_modulus = 1 / (3 * (1 - 2 * nu));
    m.volume_law = law == LAW_C ? SN_VOLUME_QUADRATIC : SN_VOLUME_LOGARITHM;
    return m;
}

static void test_compressible(void)
{
    static const struct {
        double nu, stretch, value[3][2];
    } cases[] = {
        {0.3,
         0.8,
         {{-0.210676811, 1.067338369}, {-0.225449132, 1.072586676}, {-0.223977747, 1.066776043}}},
        {0.3,
         1.5,
         {{0.488287861, 0.880174592}, {0.400468630, 0.899935009}, {0.432702996, 0.884338245}}},
        {0.45,
         1.25,
         {{0.252055720, 0.903593003}, {0.245390356, 0.905752141}, {0.245978702, 0.905360865}}},
        {0.45,
         2,
         {{1.136275410, 0.725935006}, {0.987555713, 0.747187245}, {1.012774533, 0.742050353}}},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        for (int law = 0; law < 3; law++) {
            double stress[2];
            const SnMaterial m = neo_hookean((NeoHookean)law, cases[i].nu);
            const double lateral = free_lateral(&m, cases[i].stretch, stress);
            near(stress[0], cases[i].value[law][0], 1e-8);
            near(lateral, cases[i].value[law][1], 1e-8);
        }
}

/* A12: confined uniaxial strain */
static void test_confined(void)
{
    const SnMaterial m = neo_hookean(LAW_A, 0.3);
    double stress[2];
    total_stress(&m, 0.8, 1, stress);
    near(stress[0], -0.3339977534, 1e-9);
    near(stress[1], -0.1609208303, 1e-9);
    total_stress(&m, 1.2, 1, stress);
    near(stress[0], 0.2286802356, 1e-9);
    near(stress[1], 0.0876545946, 1e-9);
}

/* A13: transversely isotropic Mooney-Rivlin along its fibres */
static void test_transverse(void)
{
    static const double expected[][2] = {{0.8, -1.22},
                                         {1.1, 0.9261788172},
                                         {1.2, 2.0724742476},
                                         {1.3, 3.5823829967},
                                         {1.5, 7.1483557370}};
    SnMaterial m = sn_material_default();
    m.kind = SN_MATERIAL_TRANSVERSE;
    m.c10 = 1, m.c01 = 0;
    m.fibre_c3 = 0.5, m.fibre_c4 = 5, m.fibre_straight = 1.3;
    m.max_stress = 3;
    for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
        near(uniaxial(&m, expected[i][0], 0), expected[i][1], 1e-10);
        near(uniaxial(&m, expected[i][0], 0.5), expected[i][1] + 1.5, 1e-10);
    }
}

/* A14: muscle of Blemker 2005 */
static void test_muscle(void)
{
    static const double active[][2] = {{0.5, 0.09}, {0.55, 0.2025}, {0.7, 0.64},
                                       {1, 1},      {1.2, 0.84},    {1.4, 0.36},
                                       {1.5, 0.09}, {0.3, 0},       {1.7, 0}};
    static const double passive[][2] = {{1.2, 0.1371710689}, {1.3, 0.3121371493},
                                        {1.4, 0.6506601804}, {1.5, 1.1130958994},
                                        {1.7, 2.0379673376}, {0.9, 0}};
    static const double whole[][2] = {
        {1, 300000}, {1.2, 351781.5848}, {1.4, 424477.2758}, {1.5, 541393.1547}};
    SnMaterial m = sn_material_default();
    m.kind = SN_MATERIAL_MUSCLE;
    for (size_t i = 0; i < G_N_ELEMENTS(active); i++) {
        const double x = active[i][0], l = m.optimal_stretch * x;
        const double force = (uniaxial(&m, l, 1) - uniaxial(&m, l, 0)) / (m.max_stress * x);
        g_assert_cmpfloat_with_epsilon(force, active[i][1], 1e-12);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(passive); i++) {
        const double x = passive[i][0], l = m.optimal_stretch * x;
        g_assert_cmpfloat_with_epsilon(uniaxial(&m, l, 0) / (m.max_stress * x), passive[i][1],
                                       1e-10);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(whole); i++)
        near(uniaxial(&m, m.optimal_stretch * whole[i][0], 1), whole[i][1], 1e-9);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/material/A9 incompressible", test_incompressible);
    g_test_add_func("/material/A11 compressible", test_compressible);
    g_test_add_func("/material/A12 confined", test_confined);
    g_test_add_func("/material/A13 transverse", test_transverse);
    g_test_add_func("/material/A14 muscle", test_muscle);
    return g_test_run();
}
