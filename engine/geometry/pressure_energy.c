/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What two fields of pressure that press on each other hold. */
#include "engine/geometry/pressure_field.h"

#include "engine/base/vec.h"
#include "engine/geometry/pressure_polygon.h"

#include <math.h>
#include <string.h>

/* --- of solids seen from their middles --- */

static double area_of(const SnPressurePolygon *polygon)
{
    double sum = 0;
    for (int i = 2; i < polygon->n; i++) {
        double a[3], b[3], across[3];
        sn_v3_sub(polygon->x[i - 1], polygon->x[0], a);
        sn_v3_sub(polygon->x[i], polygon->x[0], b);
        sn_v3_cross(a, b, across);
        sum += sn_v3_norm(across) / 2;
    }
    return sum;
}

/* Of the solid of `tet`: of its own surface an area, of the patch what `normal` (1: as it is, -1:
 * turned) points out of. */
static double energy_of(const SnPressureTet *tet, double middle, double area,
                        const SnPressurePatch *patch, double normal)
{
    const double steep = sn_v3_norm(tet->pressure);
    double out = steep > 0 ? area / steep : 0, moment = 0; /* the middle's height is 1 / steep */
    if (patch) {
        double arm[3];
        sn_v3_sub(patch->place, tet->x[3], arm);
        const double height = normal * sn_v3_dot(arm, patch->normal);
        out += height * patch->area;
        moment = height * patch->area * patch->pressure;
    }
    return (moment + middle * out / 3) / 4;
}

static SnPressurePolygon triangle_of(const SnPressureTet *tet)
{
    SnPressurePolygon polygon = {.n = 3};
    for (int k = 0; k < 3; k++)
        sn_v3_copy(tet->x[k], polygon.x[k]);
    return polygon;
}

/* --- of any --- */

enum { MOST_CUTS = 7 }; /* four faces, two pressures of 0, and where both are equal */

/* The part of a tetrahedron where `n` numbers are 0 and above, and what is integrated there. */
typedef struct Part {
    int n;
    double cut[MOST_CUTS][4];
    double number[4];
} Part;

/* A place each. */
typedef struct Tet {
    double x[4][3];
} Tet;

static double integral_over(const Part *part, int first, const Tet *tet);

/* Of a wedge: two triangles, corner by corner. */
static double integral_over_wedge(const Part *part, int first, double (*a)[3], double (*b)[3])
{
    static const int corners[3][4] = {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        Tet tet;
        for (int k = 0; k < 4; k++)
            sn_v3_copy(corners[i][k] < 3 ? a[corners[i][k]] : b[corners[i][k] - 3], tet.x[k]);
        sum += integral_over(part, first, &tet);
    }
    return sum;
}

static void between(const double (*x)[3], const double value[4], int a, int b, double at[3])
{
    const double s = value[a] / (value[a] - value[b]);
    for (int k = 0; k < 3; k++)
        at[k] = x[a][k] + s * (x[b][k] - x[a][k]);
}

static double integral_over_all(const Part *part, const Tet *tet)
{
    const double(*x)[3] = (const double(*)[3])tet->x;
    double side[3][3], across[3], sum = 0;
    for (int k = 0; k < 3; k++)
        sn_v3_sub(x[k + 1], x[0], side[k]);
    sn_v3_cross(side[0], side[1], across);
    for (int k = 0; k < 4; k++)
        sum += sn_pressure_number(part->number, x[k]);
    return fabs(sn_v3_dot(across, side[2])) / 6 * sum / 4;
}

/* Of a tetrahedron, by the cuts from `first` on. */
static double integral_over(const Part *part, int first, const Tet *tet)
{
    const double(*x)[3] = (const double(*)[3])tet->x;
    int above[4], below[4], n_above = 0, n_below = 0;
    double value[4], a[3][3], b[3][3];
    if (first == part->n)
        return integral_over_all(part, tet);
    for (int k = 0; k < 4; k++) {
        value[k] = sn_pressure_number(part->cut[first], x[k]);
        if (value[k] > 0)
            above[n_above++] = k;
        else
            below[n_below++] = k;
    }
    switch (n_above) {
    case 0:
        return 0;
    case 4:
        return integral_over(part, first + 1, tet);
    case 1: {
        Tet tip;
        sn_v3_copy(x[above[0]], tip.x[0]);
        for (int k = 0; k < 3; k++)
            between(x, value, above[0], below[k], tip.x[k + 1]);
        return integral_over(part, first + 1, &tip);
    }
    case 2:
        for (int i = 0; i < 2; i++) {
            double(*triangle)[3] = i == 0 ? a : b;
            sn_v3_copy(x[above[i]], triangle[0]);
            for (int k = 0; k < 2; k++)
                between(x, value, above[i], below[k], triangle[k + 1]);
        }
        break;
    default:
        for (int i = 0; i < 3; i++) {
            sn_v3_copy(x[above[i]], a[i]);
            between(x, value, above[i], below[0], b[i]);
        }
    }
    return integral_over_wedge(part, first + 1, a, b);
}

static double integral_of(const Part *part, const SnPressureTet *tet)
{
    Tet all;
    memcpy(all.x, tet->x, sizeof all.x);
    return integral_over(part, 0, &all);
}

static void add_cut(Part *part, const double number[4])
{
    memcpy(part->cut[part->n++], number, sizeof part->cut[0]);
}

/* Integral of the smaller of two numbers where all cuts and both are above 0. */
static double smaller_over(Part part, const SnPressureTet *tet, const double a[4],
                           const double b[4])
{
    double sum = 0;
    for (int side = 0; side < 2; side++) {
        const double *low = side == 0 ? a : b, *high = side == 0 ? b : a;
        double between_them[4];
        Part half = part;
        for (int k = 0; k < 4; k++)
            between_them[k] = high[k] - low[k];
        add_cut(&half, low);
        add_cut(&half, between_them);
        memcpy(half.number, low, sizeof half.number);
        sum += integral_of(&half, tet);
    }
    return sum;
}

static void scale_pressure(const SnPressureTet *tet, double middle, double pressure[4])
{
    for (int k = 0; k < 4; k++)
        pressure[k] = middle * tet->pressure[k];
}

/* --- both --- */

double sn_pressure_energy(const SnPressureTet *a, double middle_a, const SnPressureTet *b,
                          double middle_b, const SnPressurePatch *patch)
{
    if (!(sn_v3_norm(a->pressure) > 0) || !(sn_v3_norm(b->pressure) > 0))
        return 0; /* one has no volume */
    if (!a->from_middle || !b->from_middle) {
        Part part = {0};
        double of_a[4], of_b[4];
        scale_pressure(a, middle_a, of_a);
        scale_pressure(b, middle_b, of_b);
        for (int k = 0; k < 4; k++)
            add_cut(&part, b->share[k]);
        return smaller_over(part, a, of_a, of_b);
    }
    SnPressurePolygon of_a = triangle_of(a), of_b = triangle_of(b);
    for (int k = 0; k < 4; k++) {
        sn_pressure_clip(b->share[k], &of_a);
        sn_pressure_clip(a->share[k], &of_b);
    }
    return energy_of(a, middle_a, area_of(&of_a), patch, 1) +
           energy_of(b, middle_b, area_of(&of_b), patch, -1);
}

double sn_pressure_energy_plane(const SnPressureTet *a, double middle, const double normal[3],
                                double level, double steep, const SnPressurePatch *patch)
{
    const double below[4] = {-normal[0], -normal[1], -normal[2], level};
    if (steep > 0 || !a->from_middle) {
        Part part = {0};
        double of_a[4], of_plane[4];
        scale_pressure(a, middle, of_a);
        for (int k = 0; k < 4; k++)
            of_plane[k] = steep * below[k];
        if (steep > 0)
            return smaller_over(part, a, of_a, of_plane);
        add_cut(&part, below);
        add_cut(&part, of_a);
        memcpy(part.number, of_a, sizeof part.number);
        return integral_of(&part, a);
    }
    SnPressurePolygon polygon = triangle_of(a);
    sn_pressure_clip(below, &polygon);
    return energy_of(a, middle, area_of(&polygon), patch, 1);
}

double sn_pressure_volume(const SnPressureTet *tet)
{
    Part part = {.number = {0, 0, 0, 1}};
    add_cut(&part, tet->pressure);
    return integral_of(&part, tet);
}
