/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/shape/shape.h"

#include "engine/base/vec.h"
#include "render/shape/buffer.h"

#include <math.h>
#include <string.h>

typedef struct Maker {
    SnBuffer vertices, indices;
} Maker;

void sn_vertex_set(SnVertex *vertex, const double position[3], const double normal[3])
{
    for (int k = 0; k < 3; k++) {
        vertex->position[k] = (float)position[k];
        vertex->normal[k] = (int16_t)lrint(fmin(fmax(normal[k], -1), 1) * 32767);
    }
    vertex->normal[3] = 0;
}

static uint32_t add_vertex(Maker *maker, double x, double y, double z, double nx, double ny,
                           double nz)
{
    const double p[3] = {x, y, z}, n[3] = {nx, ny, nz};
    sn_vertex_set(sn_buffer_add(&maker->vertices, 1, sizeof(SnVertex)), p, n);
    return (uint32_t)maker->vertices.count - 1;
}

static void add_triangle(Maker *maker, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *t = sn_buffer_add(&maker->indices, 3, sizeof *t);
    t[0] = a, t[1] = b, t[2] = c;
}

/* Quads between rows of a grid of vertices, (columns + 1) per row. */
static void add_grid(Maker *maker, uint32_t first, int rows, int columns)
{
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < columns; k++) {
            const uint32_t a = first + (uint32_t)(i * (columns + 1) + k);
            const uint32_t b = a + (uint32_t)columns + 1;
            add_triangle(maker, a, a + 1, b + 1);
            add_triangle(maker, a, b + 1, b);
        }
    }
}

static void make_sphere(Maker *maker, int rows, int columns)
{
    for (int i = 0; i <= rows; i++) {
        const double polar = -M_PI / 2 + M_PI * i / rows;
        for (int k = 0; k <= columns; k++) {
            const double a = 2 * M_PI * k / columns;
            const double x = cos(polar) * cos(a), y = cos(polar) * sin(a), z = sin(polar);
            add_vertex(maker, x, y, z, x, y, z);
        }
    }
    add_grid(maker, 0, rows, columns);
}

static void make_cube(Maker *maker)
{
    for (int face = 0; face < 6; face++) {
        const int axis = face / 2;
        double n[3] = {0}, u[3] = {0}, v[3] = {0};
        n[axis] = face % 2 ? 1 : -1;
        u[(axis + 1) % 3] = 1;
        sn_v3_cross(n, u, v);
        uint32_t first = 0;
        for (int corner = 0; corner < 4; corner++) {
            const double s = corner == 1 || corner == 2 ? 1 : -1, t = corner >= 2 ? 1 : -1;
            double p[3];
            sn_v3_copy(n, p);
            sn_v3_axpy(s, u, p);
            sn_v3_axpy(t, v, p);
            const uint32_t index = add_vertex(maker, p[0], p[1], p[2], n[0], n[1], n[2]);
            if (corner == 0)
                first = index;
        }
        add_triangle(maker, first, first + 1, first + 2);
        add_triangle(maker, first, first + 2, first + 3);
    }
}

/* A disc at height z with normal +-z. */
static void add_lid(Maker *maker, double z, double normal, int columns)
{
    const uint32_t middle = add_vertex(maker, 0, 0, z, 0, 0, normal);
    for (int k = 0; k <= columns; k++) {
        const double a = 2 * M_PI * k / columns * normal;
        const uint32_t index = add_vertex(maker, cos(a), sin(a), z, 0, 0, normal);
        if (k > 0)
            add_triangle(maker, middle, index - 1, index);
    }
}

/* Side wall from radius 1 at z = 0 to the given radius at z = 1. */
static void make_cylinder(Maker *maker, double top_radius, int columns)
{
    const double slope = 1 - top_radius, length = sqrt(1 + slope * slope);
    for (int i = 0; i <= 1; i++) {
        const double r = i ? top_radius : 1;
        for (int k = 0; k <= columns; k++) {
            const double a = 2 * M_PI * k / columns;
            add_vertex(maker, r * cos(a), r * sin(a), i, cos(a) / length, sin(a) / length,
                       slope / length);
        }
    }
    add_grid(maker, 0, 1, columns);
    add_lid(maker, 0, -1, columns);
    if (top_radius > 0)
        add_lid(maker, 1, 1, columns);
}

static void make_ring(Maker *maker, double thickness, int rows, int columns)
{
    for (int i = 0; i <= rows; i++) {
        const double a = 2 * M_PI * i / rows;
        for (int k = 0; k <= columns; k++) {
            const double b = 2 * M_PI * k / columns;
            const double out = cos(b), r = 1 + thickness * out, z = thickness * sin(b);
            add_vertex(maker, r * cos(a), r * sin(a), z, out * cos(a), out * sin(a), sin(b));
        }
    }
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < columns; k++) {
            const uint32_t a = (uint32_t)(i * (columns + 1) + k), b = a + (uint32_t)columns + 1;
            add_triangle(maker, a, b, b + 1);
            add_triangle(maker, a, b + 1, a + 1);
        }
    }
}

SnShapeData sn_shape_make(SnShape shape)
{
    Maker maker = {0};
    switch (shape) {
    case SN_SHAPE_SPHERE:
        make_sphere(&maker, 16, 32);
        break;
    case SN_SHAPE_BALL:
        make_sphere(&maker, 6, 10);
        break;
    case SN_SHAPE_CUBE:
        make_cube(&maker);
        break;
    case SN_SHAPE_CYLINDER:
        make_cylinder(&maker, 1, 20);
        break;
    case SN_SHAPE_CONE:
        make_cylinder(&maker, 0, 24);
        break;
    case SN_SHAPE_SQUARE:
        for (int k = 0; k < 4; k++)
            add_vertex(&maker, k == 1 || k == 2 ? 1 : -1, k >= 2 ? 1 : -1, 0, 0, 0, 1);
        add_triangle(&maker, 0, 1, 2);
        add_triangle(&maker, 0, 2, 3);
        break;
    case SN_SHAPE_RING:
        make_ring(&maker, 0.012, 72, 8);
        break;
    case SN_N_SHAPES:
        break;
    }
    return (SnShapeData){maker.vertices.count, maker.indices.count, maker.vertices.data,
                         maker.indices.data};
}

void sn_shape_free(SnShapeData *shape)
{
    free(shape->vertices);
    free(shape->indices);
    *shape = (SnShapeData){0};
}
