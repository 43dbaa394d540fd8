/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A9, A11 to A14, A25: materials in one element under homogeneous deformation. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/build/equilibrium.h"
#include "engine/check/build/solids.h"
#include "engine/check/verify/verify_case.h"
#include "engine/fem/results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum Column { UNIAXIAL, EQUIBIAXIAL, PLANAR, CONFINED } Column;

static const double LOW[3] = {0, 0, 0}, HIGH[3] = {1, 1, 1};
static const int ONE[3] = {1, 1, 1};

/* A unit cube on three smooth walls, stretched to `stretch` along z (EQUIBIAXIAL: along y and z);
 * PLANAR keeps y, CONFINED x and y. */
static SnEquilibrium *stretch_cube(const SnMaterial *material, SnIncompressibility mode,
                                   Column column, double stretch, double activation)
{
    SnFemSolid *solid = sn_solid_box(LOW, HIGH, ONE, SN_ELEMENT_HEX8, material, 1000, mode);
    SnEquilibrium *e = sn_equilibrium_new(solid);
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            const bool high = solid->rest[3 * i + k] > 0.5;
            const bool pulled = k == 2 || (k == 1 && column == EQUIBIAXIAL);
            const bool held = column == CONFINED || (k == 1 && column == PLANAR);
            if (!high || pulled || held)
                sn_equilibrium_fix(e, i, k, high && pulled ? stretch - 1 : 0);
        }
    e->activation[0] = activation;
    if (!sn_equilibrium_solve(e, 1, 20, 1e-13))
        sn_v3_set(NAN, NAN, NAN, e->x[0]);
    return e;
}

static double side(const SnEquilibrium *e, int axis)
{
    double length = 0;
    for (int i = 0; i < 8; i++)
        length = fmax(length, e->x[i][axis]);
    return length + 0 * e->x[0][0];
}

/* True stress on the face x_axis = high from the supports' forces. */
static double face_stress(const SnEquilibrium *e, int axis)
{
    double total = 0;
    for (int i = 0; i < 8; i++)
        if (e->solid->rest[3 * i + axis] > 0.5) {
            double force[3];
            sn_equilibrium_reaction(e, i, force);
            total += force[axis];
        }
    return total / (side(e, (axis + 1) % 3) * side(e, (axis + 2) % 3));
}

/* --- A9 --- */

typedef struct StretchRow {
    double stretch, stress[3]; /* uniaxial, equibiaxial, planar */
} StretchRow;

static void check_columns(SnVerifySink *sink, const char *name, const SnMaterial *material, int n,
                          const StretchRow *rows, double scale)
{
    static const char *const column_names[3] = {"uniaxial", "equibiaxial", "planar"};
    static const char source[] = "closed forms; incompressible_stress_stretch.csv";
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 3; c++) {
            SnEquilibrium *e =
                stretch_cube(material, SN_INCOMPRESSIBLE_ELEMENT, (Column)c, rows[i].stretch, 0);
            char text[64];
            snprintf(text, sizeof text, "A9-%s-%s-%g", name, column_names[c], rows[i].stretch);
            sn_verify_relative(sink, text, face_stress(e, 2) / scale, rows[i].stress[c], 1e-6,
                               source);
            sn_equilibrium_free(e);
        }
}

/* Cauchy shear stress of the cube sheared by gamma. */
static double shear_stress(const SnMaterial *material, double gamma)
{
    SnFemSolid *solid =
        sn_solid_box(LOW, HIGH, ONE, SN_ELEMENT_HEX8, material, 1000, SN_INCOMPRESSIBLE_OFF);
    double x[8][3];
    for (int i = 0; i < 8; i++) {
        sn_v3_copy(solid->rest + 3 * i, x[i]);
        x[i][0] += gamma * x[i][1];
    }
    const SnFemInput input = {.x = (const double(*)[3])x};
    SnFemResult result;
    sn_fem_element_result(solid, &input, NULL, 0, &result);
    sn_fem_solid_free(solid);
    return result.stress[3];
}

static void check_shear(SnVerifySink *sink, const char *name, const SnMaterial *material,
                        const double stress[2], double scale)
{
    for (int i = 0; i < 2; i++) {
        const double gamma = i ? 1 : 0.5;
        char text[64];
        snprintf(text, sizeof text, "A9-%s-shear-%g", name, gamma);
        sn_verify_relative(sink, text, shear_stress(material, gamma) / scale, stress[i], 1e-6,
                           "closed form");
    }
}

void sn_verify_incompressible(SnVerifySink *sink)
{
    static const StretchRow nh[] = {{0.8, {-0.61, -1.80140625, -0.9225}},
                                    {1.25, {0.7625, 1.1529, 0.9225}},
                                    {2, {3.5, 3.9375, 3.75}}};
    static const StretchRow mr[] = {{0.8, {-0.6405, -1.671705, -0.9225}},
                                    {1.25, {0.732, 1.28260125, 0.9225}},
                                    {2, {3.15, 6.3, 3.75}}};
    static const StretchRow tongue[] = {{0.8, {-1431.1576, -6262.43346, -2276.41635}},
                                        {1.25, {1822.29875, 3589.28022, 2276.41635}},
                                        {1.5, {5079.33333, 11029.9691, 6182.22222}},
                                        {2, {20867, 46917.2813, 24180}}};
    static const StretchRow ogden[] = {{0.8, {-0.266299352, -0.676345588, -0.383150923}},
                                       {1.25, {0.306156993, 0.5108947, 0.383150923}},
                                       {2, {1.20544323, 1.64322954, 1.37124496}}};
    const SnMaterial neo = sn_material_mooney(0.5, 0, 0, 100);
    const SnMaterial mooney = sn_material_mooney(0.4, 0.1, 0, 100);
    const SnMaterial soft = sn_material_mooney(1037, 0, 486, 1e6);
    SnMaterial rubber = sn_material_mooney(0, 0, 0, 1e8);
    rubber.kind = SN_MATERIAL_OGDEN;
    rubber.ogden_mu_1 = 0.63e6, rubber.ogden_alpha_1 = 1.3;
    rubber.ogden_mu_2 = 0.0012e6, rubber.ogden_alpha_2 = 5;
    rubber.ogden_mu_3 = -0.01e6, rubber.ogden_alpha_3 = -2;
    check_columns(sink, "neo-hookean", &neo, 3, nh, 1);
    check_columns(sink, "mooney-rivlin", &mooney, 3, mr, 1);
    check_columns(sink, "tongue", &soft, 4, tongue, 1);
    check_columns(sink, "ogden", &rubber, 3, ogden, 1e6);
    check_shear(sink, "neo-hookean", &neo, (double[2]){0.5, 1}, 1);
    check_shear(sink, "mooney-rivlin", &mooney, (double[2]){0.5, 1}, 1);
    check_shear(sink, "tongue", &soft, (double[2]){1280, 4018}, 1);
    check_shear(sink, "ogden", &rubber, (double[2]){0.206870058, 0.391854056}, 1e6);
}

/* --- A11, A12 --- */

void sn_verify_compressible(SnVerifySink *sink)
{
    static const struct {
        double nu, stretch, value[3][2]; /* laws A B C: stress, lateral stretch */
    } rows[] = {
        {0.3,
         0.8,
         {{-.210676811, 1.067338369}, {-.225449132, 1.072586676}, {-.223977747, 1.066776043}}},
        {0.3, 1.5, {{.488287861, .880174592}, {.400468630, .899935009}, {.432702996, .884338245}}},
        {0.45,
         1.25,
         {{.252055720, .903593003}, {.245390356, .905752141}, {.245978702, .905360865}}},
        {0.45, 2, {{1.136275410, .725935006}, {.987555713, .747187245}, {1.012774533, .742050353}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int law = 0; law < 3; law++) {
            const double nu = rows[i].nu, mu = 1 / (2 * (1 + nu)), kappa = 1 / (3 * (1 - 2 * nu));
            SnMaterial material = law == 0 ? sn_material_elastic(SN_MATERIAL_NEO_HOOKEAN, 1, nu)
                                           : sn_material_mooney(mu / 2, 0, 0, kappa);
            material.volume_law = law == 1 ? SN_VOLUME_LOGARITHM : SN_VOLUME_QUADRATIC;
            SnEquilibrium *e =
                stretch_cube(&material, SN_INCOMPRESSIBLE_OFF, UNIAXIAL, rows[i].stretch, 0);
            char text[64];
            snprintf(text, sizeof text, "A11-%c-%g-%g-stress", 'A' + law, nu, rows[i].stretch);
            sn_verify_relative(sink, text, face_stress(e, 2), rows[i].value[law][0], 1e-6,
                               "closed form");
            snprintf(text, sizeof text, "A11-%c-%g-%g-lateral", 'A' + law, nu, rows[i].stretch);
            sn_verify_relative(sink, text, side(e, 0), rows[i].value[law][1], 1e-6, "closed form");
            sn_equilibrium_free(e);
        }
}

void sn_verify_confined(SnVerifySink *sink)
{
    static const double rows[2][3] = {{0.8, -0.3339977534, -0.1609208303},
                                      {1.2, 0.2286802356, 0.0876545946}};
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_NEO_HOOKEAN, 1, 0.3);
    for (int i = 0; i < 2; i++) {
        SnEquilibrium *e = stretch_cube(&material, SN_INCOMPRESSIBLE_OFF, CONFINED, rows[i][0], 0);
        char text[64];
        snprintf(text, sizeof text, "A12-confined-%g-axial", rows[i][0]);
        sn_verify_relative(sink, text, face_stress(e, 2), rows[i][1], 1e-8, "closed form");
        snprintf(text, sizeof text, "A12-confined-%g-lateral", rows[i][0]);
        sn_verify_relative(sink, text, face_stress(e, 0), rows[i][2], 1e-8, "closed form");
        sn_equilibrium_free(e);
    }
}

/* --- A13, A14 --- */

void sn_verify_transverse(SnVerifySink *sink)
{
    static const double rows[5][2] = {{0.8, -1.22},
                                      {1.1, 0.9261788172},
                                      {1.2, 2.0724742476},
                                      {1.3, 3.5823829967},
                                      {1.5, 7.1483557370}};
    SnMaterial material = sn_material_mooney(1, 0, 0, 1000);
    material.kind = SN_MATERIAL_TRANSVERSE;
    material.fibre_c3 = 0.5, material.fibre_c4 = 5, material.fibre_straight = 1.3;
    for (int i = 0; i < 5; i++) {
        SnEquilibrium *e =
            stretch_cube(&material, SN_INCOMPRESSIBLE_ELEMENT, UNIAXIAL, rows[i][0], 0);
        char text[64];
        snprintf(text, sizeof text, "A13-fibre-%g", rows[i][0]);
        sn_verify_relative(sink, text, face_stress(e, 2), rows[i][1], 1e-8, "closed form");
        sn_equilibrium_free(e);
    }
}

void sn_verify_blemker(SnVerifySink *sink)
{
    static const char source[] = "Blemker, Pinsky, Delp 2005";
    static const double active[7][2] = {{0.5, 0.09}, {0.55, 0.2025}, {0.7, 0.64}, {1, 1},
                                        {1.2, 0.84}, {1.4, 0.36},    {1.5, 0.09}};
    static const double passive[5][2] = {{1.2, 0.1371710689},
                                         {1.3, 0.3121371493},
                                         {1.4, 0.6506601804},
                                         {1.5, 1.1130958994},
                                         {1.7, 2.0379673376}};
    static const double stress[4][2] = {
        {1, 300000}, {1.2, 351781.5848}, {1.4, 424477.2758}, {1.5, 541393.1547}};
    SnMaterial material = sn_material_mooney(0, 0, 0, 1e8);
    material.kind = SN_MATERIAL_MUSCLE;
    material.muscle_g1 = 500, material.muscle_g2 = 500;
    material.muscle_p1 = 0.05, material.muscle_p2 = 6.6;
    material.optimal_stretch = 1.4, material.straight_stretch = 1.4;
    material.max_stress = 3e5;
    char text[64];
    for (int group = 0; group < 3; group++) {
        const double(*rows)[2] = group == 0 ? active : group == 1 ? passive : stress;
        for (int i = 0; i < (group == 0 ? 7 : group == 1 ? 5 : 4); i++) {
            const double x = rows[i][0], scale = group == 2 ? 1 : 3e5 * x;
            SnEquilibrium *rest =
                stretch_cube(&material, SN_INCOMPRESSIBLE_ELEMENT, UNIAXIAL, 1.4 * x, 0);
            SnEquilibrium *full =
                stretch_cube(&material, SN_INCOMPRESSIBLE_ELEMENT, UNIAXIAL, 1.4 * x, 1);
            const double without = face_stress(rest, 2), with = face_stress(full, 2);
            snprintf(text, sizeof text, "A14-%s-%g",
                     group == 0   ? "active"
                     : group == 1 ? "passive"
                                  : "stress",
                     x);
            const double value = group == 0 ? with - without : group == 1 ? without : with;
            sn_verify_relative(sink, text, value / scale, rows[i][1], 1e-8, source);
            sn_equilibrium_free(rest);
            sn_equilibrium_free(full);
        }
    }
}

/* --- A25 --- */

/* Largest nodal force of the cube stretched by 10 % with the history it has. */
static double viscous_force(const SnFemSolid *solid, const double (*x)[3], const double *history,
                            SnFemScratch *scratch)
{
    const SnFemInput input = {.x = x, .history = history};
    sn_fem_evaluate(solid, &input, NULL, scratch);
    return scratch->force[2];
}

void sn_verify_relaxation(SnVerifySink *sink)
{
    static const double rows[4][2] = {
        {0, 1.5}, {0.5, 1.3032653299}, {1, 1.1839397206}, {3, 1.0248935342}};
    SnMaterial material = sn_material_elastic(SN_MATERIAL_ST_VENANT_KIRCHHOFF, 1, 0.3);
    material.prony_g[0] = 0.5, material.prony_tau[0] = 1;
    SnFemSolid *solid =
        sn_solid_box(LOW, HIGH, ONE, SN_ELEMENT_HEX8, &material, 1000, SN_INCOMPRESSIBLE_OFF);
    SnFemScratch *scratch = sn_fem_scratch_new(solid);
    double *history = sn_alloc((size_t)solid->n_history + 1, sizeof *history), x[8][3];
    memcpy(x, solid->rest, sizeof x);
    sn_fem_rest_history(solid, (const double(*)[3])x, NULL, history);
    for (int i = 0; i < 8; i++)
        x[i][2] *= 1.1;
    const double relaxed = viscous_force(solid, (const double(*)[3])x, NULL, scratch);
    const double ramp = 1e-7, dt = 1e-2;
    sn_fem_advance_history(solid, (const double(*)[3])x, NULL, ramp, NULL, history);
    for (int i = 0, step = 0; i < 4; i++) {
        for (; step * dt < rows[i][0] - dt / 2; step++)
            sn_fem_advance_history(solid, (const double(*)[3])x, NULL, dt, NULL, history);
        char text[64];
        snprintf(text, sizeof text, "A25-relaxation-%g", rows[i][0]);
        sn_verify_relative(sink, text,
                           viscous_force(solid, (const double(*)[3])x, history, scratch) / relaxed,
                           rows[i][1], 1e-3, "closed form");
    }
    sn_free(history);
    sn_fem_scratch_free(scratch);
    sn_fem_solid_free(solid);
}
