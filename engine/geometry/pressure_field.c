/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/pressure_field.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/geometry/pressure_polygon.h"

#include <math.h>
#include <string.h>

/* --- fields --- */

/* Shares from the corners: of corner k, distance from the face across over that of the corner. */
static void find_shares(SnPressureTet *tet)
{
    for (int k = 0; k < 4; k++) {
        const double *corner[3], *across = tet->x[k];
        double a[3], b[3], to[3], normal[3];
        for (int i = 0, n = 0; i < 4; i++)
            if (i != k)
                corner[n++] = tet->x[i];
        sn_v3_sub(corner[1], corner[0], a);
        sn_v3_sub(corner[2], corner[0], b);
        sn_v3_sub(across, corner[0], to);
        sn_v3_cross(a, b, normal);
        sn_v3_scale(1 / sn_v3_dot(normal, to), normal, tet->share[k]);
        tet->share[k][3] = -sn_v3_dot(tet->share[k], corner[0]);
    }
}

/* Centre of the volume; returns the volume [m3]. */
static double middle_of(int n_triangles, const int32_t *triangles, const double *x,
                        double middle[3])
{
    double volume = 0;
    sn_v3_set(0, 0, 0, middle);
    for (int t = 0; t < n_triangles; t++) {
        const double *corner[3];
        double across[3];
        for (int k = 0; k < 3; k++)
            corner[k] = x + 3 * (size_t)triangles[3 * (size_t)t + (size_t)k];
        sn_v3_cross(corner[1], corner[2], across);
        const double part = sn_v3_dot(corner[0], across) / 6;
        volume += part;
        for (int k = 0; k < 3; k++)
            sn_v3_axpy(part / 4, corner[k], middle);
    }
    sn_v3_scale(volume != 0 ? 1 / volume : 0, middle, middle);
    return volume;
}

static void box_around(const SnPressureTet *tet, SnBox *box)
{
    for (int k = 0; k < 3; k++) {
        box->low[k] = fmin(fmin(tet->x[0][k], tet->x[1][k]), fmin(tet->x[2][k], tet->x[3][k]));
        box->high[k] = fmax(fmax(tet->x[0][k], tet->x[1][k]), fmax(tet->x[2][k], tet->x[3][k]));
    }
}

SnPressureField *sn_pressure_field_of_tets(int n, SnPressureTet *tet)
{
    SnPressureField *field = sn_alloc(1, sizeof *field);
    SnBox *boxes = sn_alloc((size_t)n + 1, sizeof *boxes);
    field->n = n;
    field->tet = tet;
    for (int i = 0; i < n; i++) {
        find_shares(&tet[i]);
        for (int k = 0; k < 4; k++)
            for (int c = 0; c < 4; c++)
                tet[i].pressure[c] += tet[i].corner[k] * tet[i].share[k][c];
        box_around(&tet[i], &boxes[i]);
    }
    field->tree = sn_box_tree_new_of_boxes(n, boxes);
    sn_free(boxes);
    return field;
}

SnPressureField *sn_pressure_field_new(int n_triangles, const int32_t *triangles, const double *x)
{
    double middle[3];
    const double volume = middle_of(n_triangles, triangles, x, middle);
    const double least = 1e-9 * volume / (n_triangles + 1.0);
    bool seen = volume > 0;
    SnPressureField *field = sn_alloc(1, sizeof *field);
    field->tet = sn_alloc((size_t)n_triangles + 1, sizeof *field->tet);
    SnBox *boxes = sn_alloc((size_t)n_triangles + 1, sizeof *boxes);
    for (int t = 0; t < n_triangles && seen; t++) {
        SnPressureTet *tet = &field->tet[field->n];
        double a[3], b[3], to[3], normal[3];
        for (int k = 0; k < 3; k++)
            sn_v3_copy(x + 3 * (size_t)triangles[3 * (size_t)t + (size_t)k], tet->x[k]);
        sn_v3_copy(middle, tet->x[3]);
        sn_v3_sub(tet->x[1], tet->x[0], a);
        sn_v3_sub(tet->x[2], tet->x[0], b);
        sn_v3_sub(tet->x[0], middle, to);
        sn_v3_cross(a, b, normal);
        const double part = sn_v3_dot(normal, to) / 6;
        seen = part > -least;
        if (part > least)
            find_shares(tet);
        else
            memset(tet, 0, sizeof *tet); /* it has no volume, and its share is 0 */
        memcpy(tet->pressure, tet->share[3], sizeof tet->pressure);
        tet->corner[3] = 1;
        tet->steep = sn_v3_norm(tet->pressure);
        tet->from_middle = true;
        tet->triangle = t;
        box_around(tet, &boxes[field->n++]);
    }
    field->tree = seen ? sn_box_tree_new_of_boxes(field->n, boxes) : NULL;
    sn_free(boxes);
    if (seen)
        return field;
    sn_pressure_field_free(field);
    return NULL;
}

void sn_pressure_field_free(SnPressureField *field)
{
    if (!field)
        return;
    sn_box_tree_free(field->tree);
    sn_free(field->tet);
    sn_free(field);
}

void sn_pressure_tet_move(const SnPressureTet *tet, const double rotation[9], const double move[3],
                          SnPressureTet *moved)
{
    for (int k = 0; k < 4; k++) {
        sn_m3_mul_v3(rotation, tet->x[k], moved->x[k]);
        sn_v3_add(moved->x[k], move, moved->x[k]);
        sn_m3_mul_v3(rotation, tet->share[k], moved->share[k]);
        moved->share[k][3] = tet->share[k][3] - sn_v3_dot(moved->share[k], move);
    }
    sn_m3_mul_v3(rotation, tet->pressure, moved->pressure);
    moved->pressure[3] = tet->pressure[3] - sn_v3_dot(moved->pressure, move);
    memcpy(moved->corner, tet->corner, sizeof moved->corner);
    moved->steep = tet->steep;
    moved->from_middle = tet->from_middle;
    moved->triangle = tet->triangle;
}

/* --- polygons --- */

/* Where a number with these values at the corners is zero; corners at zero count as above. */
static void cut(const SnPressureTet *tet, const double value[4], SnPressurePolygon *polygon)
{
    int above[4], below[4], n_above = 0, n_below = 0;
    polygon->n = 0;
    for (int k = 0; k < 4; k++) {
        if (value[k] >= 0)
            above[n_above++] = k;
        else
            below[n_below++] = k;
    }
    /* around it: from the first above to all below, and back from the second */
    for (int i = 0; i < n_above; i++)
        for (int j = 0; j < n_below; j++) {
            const int a = above[i], b = below[i % 2 ? n_below - 1 - j : j];
            sn_pressure_between(tet->x[a], tet->x[b], value[a], value[b], polygon);
        }
}

/* Adds a triangle to the moments of an area: of first and second order, corners from its origin. */
static void add_moments(double area, const double a[3], const double b[3], double first[3],
                        double second[9])
{
    for (int i = 0; i < 3; i++) {
        first[i] += area / 3 * (a[i] + b[i]);
        for (int k = 0; k < 3; k++)
            second[3 * i + k] +=
                area / 12 * (a[i] * a[k] + b[i] * b[k] + (a[i] + b[i]) * (a[k] + b[k]));
    }
}

/* Integrals of a pressure, which is linear. */
static bool integrate(const SnPressurePolygon *polygon, const double share[4], double middle,
                      SnPressurePatch *patch)
{
    double force = 0, moment[3] = {0}, p[SN_PRESSURE_CORNERS], first[3] = {0}, second[9] = {0};
    patch->area = patch->largest = 0;
    for (int i = 0; i < polygon->n; i++) {
        p[i] = fmax(middle * sn_pressure_number(share, polygon->x[i]), 0);
        patch->largest = fmax(patch->largest, p[i]);
    }
    for (int i = 2; i < polygon->n; i++) {
        const int corner[3] = {0, i - 1, i};
        double a[3], b[3], across[3];
        sn_v3_sub(polygon->x[i - 1], polygon->x[0], a);
        sn_v3_sub(polygon->x[i], polygon->x[0], b);
        sn_v3_cross(a, b, across);
        const double area = sn_v3_norm(across) / 2, sum = p[0] + p[i - 1] + p[i];
        patch->area += area;
        force += area * sum / 3;
        for (int k = 0; k < 3; k++)
            sn_v3_axpy(area / 12 * (sum + p[corner[k]]), polygon->x[corner[k]], moment);
        add_moments(area, a, b, first, second);
    }
    if (!(force > 0) || !(patch->area > 0))
        return false;
    sn_v3_scale(1 / force, moment, patch->place);
    sn_v3_scale(1 / patch->area, first, first);
    sn_v3_add(polygon->x[0], first, patch->middle);
    for (int k = 0; k < 9; k++)
        patch->spread[k] = second[k] / patch->area - first[k / 3] * first[k % 3];
    patch->pressure = force / patch->area;
    return true;
}

static bool is_beyond(const SnPressureTet *a, const SnPressureTet *b)
{
    for (int k = 0; k < 4; k++) {
        int out = 0;
        while (out < 4 && sn_pressure_number(a->share[k], b->x[out]) < 0)
            out++;
        if (out == 4)
            return true;
    }
    return false;
}

bool sn_pressure_tets_apart(const SnPressureTet *a, const SnPressureTet *b)
{
    return is_beyond(a, b) || is_beyond(b, a);
}

/* Of two pressures that grow by so much [Pa/m] into their solids. */
static bool finish_patch(double steep_a, double steep_b, SnPressurePatch *patch)
{
    patch->slope = steep_a * steep_b / (steep_a + steep_b);
    return sn_v3_normalize(patch->normal, patch->normal) > 0;
}

bool sn_pressure_patch(const SnPressureTet *a, double middle_a, const SnPressureTet *b,
                       double middle_b, SnPressurePatch *patch)
{
    double value[4];
    SnPressurePolygon polygon;
    for (int k = 0; k < 4; k++)
        value[k] = middle_a * a->corner[k] - middle_b * sn_pressure_number(b->pressure, a->x[k]);
    cut(a, value, &polygon);
    for (int k = 0; k < 4 && polygon.n > 2; k++)
        sn_pressure_clip(b->share[k], &polygon);
    if (!a->from_middle && !b->from_middle)
        sn_pressure_clip(a->pressure, &polygon);
    if (polygon.n < 3 || !integrate(&polygon, a->pressure, middle_a, patch))
        return false;
    for (int k = 0; k < 3; k++)
        patch->normal[k] = middle_a * a->pressure[k] - middle_b * b->pressure[k];
    return finish_patch(middle_a * a->steep, middle_b * b->steep, patch);
}

/* On the face of a rigid half-space. */
static bool patch_on_face(const SnPressureTet *a, double middle, const double normal[3],
                          double level, SnPressurePatch *patch)
{
    double value[4];
    SnPressurePolygon polygon;
    for (int k = 0; k < 4; k++)
        value[k] = sn_v3_dot(normal, a->x[k]) - level;
    cut(a, value, &polygon);
    if (!a->from_middle)
        sn_pressure_clip(a->pressure, &polygon);
    if (polygon.n < 3 || !integrate(&polygon, a->pressure, middle, patch))
        return false;
    sn_v3_copy(normal, patch->normal);
    patch->slope = middle * a->steep;
    return true;
}

bool sn_pressure_patch_plane(const SnPressureTet *a, double middle, const double normal[3],
                             double level, double steep, SnPressurePatch *patch)
{
    if (!(steep > 0))
        return patch_on_face(a, middle, normal, level, patch);
    const double below[4] = {-normal[0], -normal[1], -normal[2], level};
    double value[4];
    SnPressurePolygon polygon;
    for (int k = 0; k < 4; k++)
        value[k] = middle * a->corner[k] - steep * sn_pressure_number(below, a->x[k]);
    cut(a, value, &polygon);
    sn_pressure_clip(below, &polygon);
    if (polygon.n < 3 || !integrate(&polygon, a->pressure, middle, patch))
        return false;
    sn_v3_scale(steep, normal, patch->normal);
    sn_v3_axpy(middle, a->pressure, patch->normal);
    return finish_patch(middle * a->steep, steep, patch);
}
