/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A3, A4, A22, A23, A24: slender and tall solids against beam and bar theory. */
#include "engine/base/vec.h"
#include "engine/check/build/equilibrium.h"
#include "engine/check/build/solids.h"
#include "engine/check/verify/verify_case.h"

#include <math.h>
#include <stdio.h>

typedef struct Plane {
    int axis;
    double at;
} Plane;

static bool on_plane(const void *data, const double x[3])
{
    const Plane *plane = data;
    return fabs(x[plane->axis] - plane->at) < 1e-9;
}

static const Plane BASE = {0, 0};

/* A bar from the origin along x, clamped there. */
static SnEquilibrium *clamped_bar(double length, double side, const int cells[3],
                                  SnElementKind kind, const SnMaterial *material, double density,
                                  SnIncompressibility mode)
{
    const double low[3] = {0, -side / 2, -side / 2}, high[3] = {length, side / 2, side / 2};
    SnEquilibrium *e =
        sn_equilibrium_new(sn_solid_box(low, high, cells, kind, material, density, mode));
    sn_equilibrium_fix_where(e, on_plane, &BASE, 7);
    return e;
}

/* Spreads a force over the free end. */
static void load_end(SnEquilibrium *e, double length, double side, const double force[3])
{
    const Plane end = {0, length};
    double traction[3];
    sn_v3_scale(1 / (side * side), force, traction);
    sn_face_traction(e->solid, (const double(*)[3])e->solid->rest, on_plane, &end, traction, 0,
                     e->load);
}

/* Mean displacement of the end face, its nodes weighted alike. */
static void end_motion(const SnEquilibrium *e, double length, double motion[3])
{
    const Plane end = {0, length};
    int n = 0;
    sn_v3_set(0, 0, 0, motion);
    for (int i = 0; i < e->solid->n_nodes; i++)
        if (on_plane(&end, e->solid->rest + 3 * i)) {
            for (int k = 0; k < 3; k++)
                motion[k] += e->x[i][k] - e->solid->rest[3 * i + k];
            n++;
        }
    sn_v3_scale(1.0 / n, motion, motion);
}

void sn_verify_cantilever(SnVerifySink *sink)
{
    static const struct {
        const char *name;
        SnElementKind kind;
        int cells[3];
        SnIncompressibility mode;
        double nu, reference, tolerance;
    } rows[] = {
        {"hex20", SN_ELEMENT_HEX20, {20, 2, 2}, SN_INCOMPRESSIBLE_OFF, 0, 0.00402400, 0.002},
        {"hex20", SN_ELEMENT_HEX20, {40, 4, 4}, SN_INCOMPRESSIBLE_OFF, 0.3, 0.004003, 0.002},
        {"tet10", SN_ELEMENT_TET10, {20, 2, 2}, SN_INCOMPRESSIBLE_OFF, 0, 0.00402400, 0.002},
        {"tet10", SN_ELEMENT_TET10, {40, 4, 4}, SN_INCOMPRESSIBLE_OFF, 0.3, 0.004003, 0.002},
        {"hex8", SN_ELEMENT_HEX8, {80, 8, 8}, SN_INCOMPRESSIBLE_OFF, 0, 0.00402400, 0.02},
        {"hex8-b-bar", SN_ELEMENT_HEX8, {80, 8, 8}, SN_INCOMPRESSIBLE_SOFT, 0.3, 0.004003, 0.02},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const SnMaterial material = sn_material_elastic(SN_MATERIAL_LINEAR, 1e6, rows[i].nu);
        SnEquilibrium *e =
            clamped_bar(1, 0.1, rows[i].cells, rows[i].kind, &material, 1000, rows[i].mode);
        load_end(e, 1, 0.1, (double[3]){0, 0, -0.1});
        sn_equilibrium_solve(e, 1, 1, 1e-10);
        double motion[3];
        end_motion(e, 1, motion);
        char text[64];
        snprintf(text, sizeof text, "A3-cantilever-%s-nu-%g", rows[i].name, rows[i].nu);
        sn_verify_relative(sink, text, -motion[2], rows[i].reference, rows[i].tolerance,
                           "own Q2 in 3-D; Timoshenko");
        sn_equilibrium_free(e);
    }
}

void sn_verify_elastica(SnVerifySink *sink)
{
    static const double rows[4][4] = {{1, 0.3017207738, 0.0564332363, 0.4613519497},
                                      {2, 0.4934574804, 0.1606417208, 0.7817498316},
                                      {5, 0.7137915236, 0.3876283607, 1.215368118},
                                      {10, 0.8106090249, 0.5549955978, 1.430285539}};
    static const char source[] = "Bisshopp and Drucker 1945";
    const double h = 0.01, modulus = 1e9, stiffness = modulus * h * h * h * h / 12;
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_ST_VENANT_KIRCHHOFF, modulus, 0);
    const int cells[3] = {50, 1, 1};
    SnEquilibrium *e =
        clamped_bar(1, h, cells, SN_ELEMENT_HEX20, &material, 1000, SN_INCOMPRESSIBLE_OFF);
    load_end(e, 1, h, (double[3]){0, 0, -stiffness});
    const int top = sn_nearest_node(e->solid, 1, 0, h / 2);
    const int bottom = sn_nearest_node(e->solid, 1, 0, -h / 2);
    for (int i = 0; i < 4; i++) {
        char text[64];
        double motion[3];
        const bool good = sn_equilibrium_solve(e, rows[i][0], 10, 1e-9);
        end_motion(e, 1, motion);
        const double angle = atan2(e->x[top][0] - e->x[bottom][0], e->x[top][2] - e->x[bottom][2]);
        snprintf(text, sizeof text, "A4-elastica-%g-drop", rows[i][0]);
        sn_verify_relative(sink, text, good ? -motion[2] : (double)NAN, rows[i][1], 0.005, source);
        snprintf(text, sizeof text, "A4-elastica-%g-shortening", rows[i][0]);
        sn_verify_relative(sink, text, good ? -motion[0] : (double)NAN, rows[i][2], 0.005, source);
        snprintf(text, sizeof text, "A4-elastica-%g-angle", rows[i][0]);
        sn_verify_relative(sink, text, good ? angle : (double)NAN, rows[i][3], 0.005, source);
    }
    sn_equilibrium_free(e);
}

/* Drop of the top of a column under a hundredth of gravity, times 100. */
static double column_drop(double nu, bool confined, SnElementKind kind)
{
    const double low[3] = {0, 0, 0}, high[3] = {0.02, 0.02, 0.1};
    const int cells[3] = {2, 2, 10};
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_NEO_HOOKEAN, 1e4, nu);
    SnEquilibrium *e = sn_equilibrium_new(
        sn_solid_box(low, high, cells, kind, &material, 1040, SN_INCOMPRESSIBLE_OFF));
    const Plane x0 = {0, 0}, y0 = {1, 0}, z0 = {2, 0}, x1 = {0, 0.02}, y1 = {1, 0.02};
    sn_equilibrium_fix_where(e, on_plane, &x0, 1);
    sn_equilibrium_fix_where(e, on_plane, &y0, 2);
    sn_equilibrium_fix_where(e, on_plane, &z0, 4);
    if (confined) {
        sn_equilibrium_fix_where(e, on_plane, &x1, 1);
        sn_equilibrium_fix_where(e, on_plane, &y1, 2);
    }
    sn_equilibrium_gravity(e, (double[3]){0, 0, -0.098});
    sn_equilibrium_solve(e, 1, 1, 1e-12);
    const int top = sn_nearest_node(e->solid, 0.01, 0.01, 0.1);
    const double drop = e->solid->rest[3 * top + 2] - e->x[top][2];
    sn_equilibrium_free(e);
    return 100 * drop;
}

void sn_verify_column(SnVerifySink *sink)
{
    static const SnElementKind kinds[] = {SN_ELEMENT_HEX8, SN_ELEMENT_WEDGE6, SN_ELEMENT_TET4};
    for (int i = 0; i < 3; i++) {
        char text[64];
        const char *name = sn_element_shape(kinds[i])->name;
        snprintf(text, sizeof text, "A22-column-free-%s", name);
        sn_verify_relative(sink, text, column_drop(0, false, kinds[i]), 0.005096, 1e-3,
                           "closed form");
        snprintf(text, sizeof text, "A22-column-confined-%s", name);
        sn_verify_relative(sink, text, column_drop(0.4, true, kinds[i]), 0.0023781333, 1e-3,
                           "closed form");
    }
}

void sn_verify_frequency(SnVerifySink *sink)
{
    static const struct {
        const char *name;
        SnElementKind kind;
        double nu, reference;
    } rows[] = {{"hex20-nu-0", SN_ELEMENT_HEX20, 0, 0.5075},
                {"hex20-nu-0.3", SN_ELEMENT_HEX20, 0.3, 0.5092},
                {"tet10-nu-0.3", SN_ELEMENT_TET10, 0.3, 0.5092}};
    const int cells[3] = {20, 2, 2};
    for (int i = 0; i < 3; i++) {
        const SnMaterial material = sn_material_elastic(SN_MATERIAL_LINEAR, 1e6, rows[i].nu);
        SnEquilibrium *e =
            clamped_bar(1, 0.1, cells, rows[i].kind, &material, 1000, SN_INCOMPRESSIBLE_OFF);
        char text[64];
        snprintf(text, sizeof text, "A23-frequency-%s", rows[i].name);
        sn_verify_relative(sink, text, sn_equilibrium_frequency(e), rows[i].reference, 0.02,
                           "own Q2 in 3-D");
        sn_equilibrium_free(e);
    }
}

void sn_verify_buckling(SnVerifySink *sink)
{
    const double h = 0.05, modulus = 1e6, unit = modulus * h * h * h * h / 12;
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_ST_VENANT_KIRCHHOFF, modulus, 0);
    const int cells[3] = {20, 1, 1};
    double low = 2, high = 3; /* critical load in EI/L2 between these */
    while (high - low > 1e-4) {
        const double load = (low + high) / 2;
        SnEquilibrium *e =
            clamped_bar(1, h, cells, SN_ELEMENT_HEX20, &material, 1000, SN_INCOMPRESSIBLE_OFF);
        load_end(e, 1, h, (double[3]){-load * unit, 0, 0});
        sn_equilibrium_solve(e, 1, 1, 1e-10);
        if (e->negative > 0)
            high = load;
        else
            low = load;
        sn_equilibrium_free(e);
    }
    sn_verify_relative(sink, "A24-buckling", (low + high) / 2, 2.4674011003, 0.01, "Euler");
}
