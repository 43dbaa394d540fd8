/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A7, A15, A16, A18, A20: plates, vessels, torsion. */
#include "engine/base/vec.h"
#include "engine/check/build/equilibrium.h"
#include "engine/check/build/solids.h"
#include "engine/check/verify/verify_case.h"
#include "engine/fem/results.h"

#include <math.h>
#include <stdio.h>

static bool flat(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* --- A7: Cook's membrane, half of a plate of thickness 2 --- */

static void to_cook(const void *data, double x[3])
{
    const double s = x[0] + 0.5, t = x[1] + 0.5;
    sn_v3_set(48 * s, 44 * s + t * (44 - 28 * s), x[2] + 0.5, x);
}

static bool at_cook_wall(const void *data, const double x[3])
{
    return flat(x[0], 0);
}

static bool at_cook_tip(const void *data, const double x[3])
{
    return flat(x[0], 48);
}

static bool at_bottom(const void *data, const double x[3])
{
    return flat(x[2], 0);
}

void sn_verify_cook(SnVerifySink *sink)
{
    const double size[3] = {1, 1, 1};
    const int cells[3] = {32, 32, 1};
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_LINEAR, 1, 1.0 / 3);
    SnVolumeMesh *mesh = sn_volume_mesh_box(size, cells, SN_ELEMENT_HEX20);
    sn_mesh_map(mesh, to_cook, NULL);
    SnEquilibrium *e = sn_equilibrium_new(sn_solid_new(mesh, &material, 1, SN_INCOMPRESSIBLE_OFF));
    sn_volume_mesh_unref(mesh);
    sn_equilibrium_fix_where(e, at_cook_wall, NULL, 3);
    sn_equilibrium_fix_where(e, at_bottom, NULL, 4);
    sn_face_traction(e->solid, (const double(*)[3])e->solid->rest, at_cook_tip, NULL,
                     (double[3]){0, 1.0 / 16, 0}, 0, e->load);
    sn_equilibrium_solve(e, 1, 1, 1e-10);
    const int middle = sn_nearest_node(e->solid, 48, 52, 0);
    const int corner = sn_nearest_node(e->solid, 48, 60, 0);
    sn_verify_relative(sink, "A7-cook-middle", e->x[middle][1] - e->solid->rest[3 * middle + 1],
                       23.967, 0.005, "own Q2 plane stress, extrapolated");
    sn_verify_relative(sink, "A7-cook-corner", e->x[corner][1] - e->solid->rest[3 * corner + 1],
                       25.19, 0.005, "own Q2 plane stress, extrapolated");
    sn_equilibrium_free(e);
}

/* --- A15: Lame --- */

static bool on_inner(const void *data, const double x[3])
{
    return fabs((data ? sn_v3_norm(x) : hypot(x[0], x[1])) - 1) < 1e-6;
}

static double radial(const SnEquilibrium *e, double x)
{
    const int node = sn_nearest_node(e->solid, x, 0, 0);
    return e->x[node][0] - e->solid->rest[3 * node];
}

/* Symmetry: each coordinate that is 0 stays 0; `flat_ends`: z stays everywhere. */
static void hold_symmetric(SnEquilibrium *e, bool flat_ends)
{
    for (int i = 0; i < e->solid->n_nodes; i++)
        for (int k = 0; k < 3; k++)
            if (fabs(e->solid->rest[3 * i + k]) < 1e-9 || (k == 2 && flat_ends))
                sn_equilibrium_fix(e, i, k, 0);
}

static double hoop_stress(const SnEquilibrium *e)
{
    const SnFemInput input = {.x = (const double(*)[3])e->x};
    SnFemResult result;
    sn_fem_node_result(e->solid, &input, NULL, sn_nearest_node(e->solid, 1, 0, 0), &result);
    return result.stress[1];
}

static SnEquilibrium *inflate(SnVolumeMesh *mesh, bool sphere, double nu)
{
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_LINEAR, 1000, nu);
    SnEquilibrium *e = sn_equilibrium_new(sn_solid_new(
        mesh, &material, 1000, nu > 0.45 ? SN_INCOMPRESSIBLE_SOFT : SN_INCOMPRESSIBLE_OFF));
    sn_volume_mesh_unref(mesh);
    hold_symmetric(e, !sphere);
    sn_face_traction(e->solid, (const double(*)[3])e->solid->rest, on_inner,
                     sphere ? (const void *)e : NULL, (double[3]){0, 0, 0}, 10, e->load);
    sn_equilibrium_solve(e, 1, 1, 1e-10);
    return e;
}

void sn_verify_lame(SnVerifySink *sink)
{
    static const double cylinder[3][3] = {{0.3, 0.0190666667, 0.0121333333},
                                          {0.49, 0.0199660, 0.0101320},
                                          {0.4999, 0.0199996666, 0.0100013332}};
    static const double sphere[2][3] = {{0.3, 0.008, 0.003}, {0.4999, 0.0085711429, 0.0021432857}};
    char text[64];
    for (int i = 0; i < 5; i++) {
        const bool round = i >= 3;
        const double *row = round ? sphere[i - 3] : cylinder[i];
        SnVolumeMesh *mesh = round ? sn_octant_mesh(1, 2, 6, 10, SN_ELEMENT_HEX20)
                                   : sn_volume_mesh_tube(1, 2, 0.2, 32, 10, 1, SN_ELEMENT_HEX20);
        SnEquilibrium *e = inflate(mesh, round, row[0]);
        const char *name = round ? "sphere" : "cylinder";
        snprintf(text, sizeof text, "A15-%s-%g-inner", name, row[0]);
        sn_verify_relative(sink, text, radial(e, 1), row[1], 0.01, "Lame");
        snprintf(text, sizeof text, "A15-%s-%g-outer", name, row[0]);
        sn_verify_relative(sink, text, radial(e, 2), row[2], 0.01, "Lame");
        snprintf(text, sizeof text, "A15-%s-%g-hoop", name, row[0]);
        if (row[0] < 0.45)
            sn_verify_relative(sink, text, hoop_stress(e), round ? 7.14285714 : 16.6666667, 0.01,
                               "Lame");
        sn_equilibrium_free(e);
    }
}

/* --- A16: a thick sphere blown up to an inner radius --- */

static void blow_up(SnVerifySink *sink, const char *name, const SnMaterial *material, int n,
                    const double (*rows)[2])
{
    SnVolumeMesh *mesh = sn_octant_mesh(1, 2, 4, 8, SN_ELEMENT_HEX20);
    SnEquilibrium *e =
        sn_equilibrium_new(sn_solid_new(mesh, material, 1000, SN_INCOMPRESSIBLE_ELEMENT));
    sn_volume_mesh_unref(mesh);
    for (int i = 0; i < e->solid->n_nodes; i++) {
        const double *x = e->solid->rest + 3 * i;
        for (int k = 0; k < 3; k++)
            if (on_inner(e, x))
                sn_equilibrium_fix(e, i, k, x[k]); /* factor f: radius 1 + f */
            else if (fabs(x[k]) < 1e-9)
                sn_equilibrium_fix(e, i, k, 0);
    }
    for (int i = 0; i < n; i++) {
        const bool good = sn_equilibrium_solve(e, rows[i][0] - 1, 4, 1e-10);
        double push = 0;
        for (int a = 0; a < e->solid->n_nodes; a++)
            if (on_inner(e, e->solid->rest + 3 * a)) {
                double force[3];
                sn_equilibrium_reaction(e, a, force);
                push += sn_v3_dot(force, e->solid->rest + 3 * a);
            }
        char text[64];
        snprintf(text, sizeof text, "A16-inflation-%s-%g", name, rows[i][0]);
        sn_verify_relative(sink, text,
                           good ? push / (M_PI / 2 * rows[i][0] * rows[i][0]) : (double)NAN,
                           rows[i][1], 0.005, "Green and Zerna: P = int W'/(l^3 - 1)");
    }
    sn_equilibrium_free(e);
}

void sn_verify_inflation(SnVerifySink *sink)
{
    static const double neo[5][2] = {{1.05, 0.1580814337},
                                     {1.1, 0.2871548459},
                                     {1.25, 0.5518685420},
                                     {1.5, 0.7554331187},
                                     {2, 0.8069266031}};
    static const double tongue[3][2] = {{1.1, 617.214243}, {1.25, 1359.602073}, {1.5, 2512.370223}};
    const SnMaterial rubber = sn_material_mooney(0.5, 0, 0, 1000);
    const SnMaterial soft = sn_material_mooney(1037, 0, 486, 1e6);
    blow_up(sink, "neo-hookean", &rubber, 5, neo);
    blow_up(sink, "tongue", &soft, 3, tongue);
}

/* --- A18, A20: torsion --- */

static double torque(const SnEquilibrium *e, double z, double *axial)
{
    double sum = 0;
    *axial = 0;
    for (int i = 0; i < e->solid->n_nodes; i++)
        if (flat(e->solid->rest[3 * i + 2], z)) {
            double force[3];
            sn_equilibrium_reaction(e, i, force);
            sum += e->x[i][0] * force[1] - e->x[i][1] * force[0];
            *axial += force[2];
        }
    return sum;
}

void sn_verify_torsion(SnVerifySink *sink)
{
    const double low[3] = {-0.5, -0.5, 0}, high[3] = {0.5, 0.5, 1}, rate = 1e-3;
    const int cells[3] = {6, 6, 2};
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_LINEAR, 2.6, 0.3);
    SnEquilibrium *e = sn_equilibrium_new(
        sn_solid_box(low, high, cells, SN_ELEMENT_HEX20, &material, 1000, SN_INCOMPRESSIBLE_OFF));
    for (int i = 0; i < e->solid->n_nodes; i++) {
        const double *x = e->solid->rest + 3 * i;
        if (!flat(x[2], 0) && !flat(x[2], 1))
            continue;
        sn_equilibrium_fix(e, i, 0, -rate * x[2] * x[1]);
        sn_equilibrium_fix(e, i, 1, rate * x[2] * x[0]);
    }
    sn_equilibrium_fix(e, sn_nearest_node(e->solid, 0, 0, 0), 2, 0);
    sn_equilibrium_solve(e, 1, 1, 1e-10);
    double axial;
    sn_verify_relative(sink, "A18-torsion-constant", torque(e, 1, &axial) / rate, 0.140577014955,
                       0.01, "Saint-Venant");
    const SnFemInput input = {.x = (const double(*)[3])e->x};
    SnFemResult result;
    sn_fem_node_result(e->solid, &input, NULL, sn_nearest_node(e->solid, 0.5, 0, 0.5), &result);
    sn_verify_relative(sink, "A18-torsion-shear", fabs(result.stress[5]) / rate, 0.6753144833, 0.01,
                       "Saint-Venant");
    sn_equilibrium_free(e);
}

/* Turns the top to an angle, and what is between by its share of the change as a first guess. */
static void turn_top(SnEquilibrium *e, double angle, double change)
{
    for (int i = 0; i < e->solid->n_nodes; i++) {
        const double *rest = e->solid->rest + 3 * i;
        double *x = e->x[i];
        const double part = change * rest[2] / 3;
        sn_v3_set(cos(part) * x[0] - sin(part) * x[1], sin(part) * x[0] + cos(part) * x[1], x[2],
                  x);
        if (!flat(rest[2], 3))
            continue;
        e->displacement[i][0] = (cos(angle) - 1) * rest[0] - sin(angle) * rest[1];
        e->displacement[i][1] = sin(angle) * rest[0] + (cos(angle) - 1) * rest[1];
    }
}

static void twist(SnVerifySink *sink, int n, double torque_expected, double force_expected)
{
    const double low[3] = {-0.5, -0.5, 0}, high[3] = {0.5, 0.5, 3};
    const int cells[3] = {n, n, 3 * n};
    const SnMaterial material = sn_material_mooney(0.5, 0, 0, 1000);
    SnEquilibrium *e = sn_equilibrium_new(
        sn_solid_box(low, high, cells, SN_ELEMENT_HEX8, &material, 1000, SN_INCOMPRESSIBLE_SOFT));
    for (int i = 0; i < e->solid->n_nodes; i++)
        for (int k = 0; k < 3; k++)
            if (flat(e->solid->rest[3 * i + 2], 0) || flat(e->solid->rest[3 * i + 2], 3))
                sn_equilibrium_fix(e, i, k, 0);
    bool good = true;
    for (int k = 1; k <= 36 && good; k++) {
        turn_top(e, k * M_PI / 72, M_PI / 72);
        good = sn_equilibrium_solve(e, 1, 1, 1e-11);
    }
    double axial, moment = torque(e, 3, &axial);
    char text[64];
    snprintf(text, sizeof text, "A20-twist-%d-torque", n);
    sn_verify_relative(sink, text, good ? moment : (double)NAN, torque_expected, 1e-4,
                       "own Q1P0 (second code)");
    snprintf(text, sizeof text, "A20-twist-%d-axial", n);
    sn_verify_relative(sink, text, good ? axial : (double)NAN, force_expected, 1e-4,
                       "own Q1P0 (second code)");
    sn_equilibrium_free(e);
}

void sn_verify_twist(SnVerifySink *sink)
{
    twist(sink, 4, 0.079531, -0.014839);
    twist(sink, 6, 0.077521, -0.012480);
}
