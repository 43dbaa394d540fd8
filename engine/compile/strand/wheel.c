/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wheels, the blocks that hold them, rings and patches: how pulleys and wrapping surfaces look. */
#include "engine/base/memory.h"
#include "engine/compile/core/shapes.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 72, ARC = 10, MAX_PROFILE = 40, SPOKES = 5, SPAN = 6 };
static const double overlap = 1e-3; /* of spokes with rim and hub, as part of the radius; of faces
                                       with the axis */

typedef struct Maker {
    int n_vertices, n_triangles, room_v, room_t;
    float *vertices;
    uint32_t *triangles;
} Maker;

static void *grow(void *memory, int *room, int wanted, size_t size)
{
    if (wanted <= *room)
        return memory;
    *room = 2 * wanted;
    memory = sn_resize(memory, 1, (size_t)*room * size);
    if (!memory)
        abort();
    return memory;
}

static uint32_t add_vertex(Maker *m, double x, double y, double z)
{
    m->vertices = grow(m->vertices, &m->room_v, m->n_vertices + 1, 3 * sizeof(float));
    float *v = m->vertices + 3 * (size_t)m->n_vertices;
    v[0] = (float)x, v[1] = (float)y, v[2] = (float)z;
    return (uint32_t)m->n_vertices++;
}

/* Corners counter-clockwise, seen from outside. */
static void add_quad(Maker *m, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    m->triangles = grow(m->triangles, &m->room_t, m->n_triangles + 2, 3 * sizeof(uint32_t));
    const uint32_t both[6] = {a, b, c, a, c, d};
    memcpy(m->triangles + 3 * (size_t)m->n_triangles, both, sizeof both);
    m->n_triangles += 2;
}

static SnMesh *finish(Maker *m)
{
    return sn_mesh_new(m->n_vertices, m->vertices, m->n_triangles, m->triangles);
}

/* Turns a closed outline (distance from the axis, z), counter-clockwise with the axis on the left
 * hand and z upwards, about the axis. */
static void revolve(Maker *m, int n, double (*profile)[2])
{
    const uint32_t first = (uint32_t)m->n_vertices;
    for (int i = 0; i < AROUND; i++) {
        const double a = 2 * M_PI * i / AROUND;
        for (int k = 0; k < n; k++)
            add_vertex(m, profile[k][0] * cos(a), profile[k][0] * sin(a), profile[k][1]);
    }
    for (int i = 0; i < AROUND; i++) {
        const uint32_t here = first + (uint32_t)(i * n);
        const uint32_t there = first + (uint32_t)((i + 1) % AROUND * n);
        for (int k = 0; k < n; k++) {
            const uint32_t a = (uint32_t)k, b = (uint32_t)((k + 1) % n);
            add_quad(m, here + a, there + a, there + b, here + b);
        }
    }
}

/* Of a box whose corners count along x, then y, then z. */
static void add_box_faces(Maker *m, const uint32_t corner[8])
{
    static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int i = 0; i < 6; i++)
        add_quad(m, corner[faces[i][0]], corner[faces[i][1]], corner[faces[i][2]],
                 corner[faces[i][3]]);
}

static void add_spoke(Maker *m, double angle, double from, double to, double half_width,
                      double half_depth)
{
    uint32_t corner[8];
    const double c = cos(angle), s = sin(angle);
    for (int i = 0; i < 8; i++) {
        const double along = i & 1 ? to : from, across = i & 2 ? half_width : -half_width;
        corner[i] = add_vertex(m, c * along - s * across, s * along + c * across,
                               i & 4 ? half_depth : -half_depth);
    }
    add_box_faces(m, corner);
}

/* Outline of the rim: flanges with a round groove between them; returns its points. */
static int rim_profile(double radius, double groove, double half, double inner,
                       double profile[MAX_PROFILE][2])
{
    int n = 0;
    const double rise = 0.7 * groove, flange = radius + rise;
    const double open = asin(fmin(rise / groove, 1)) + M_PI / 2; /* half the arc of the groove */
    const double inside[2][2] = {{inner, half}, {inner, -half}};
    for (int i = 0; i < 2; i++)
        memcpy(profile[n++], inside[i], sizeof inside[i]);
    profile[n][0] = flange, profile[n++][1] = -half;
    for (int i = 0; i <= ARC; i++) {
        const double a = -open + 2 * open * i / ARC;
        profile[n][0] = radius - groove * cos(a);
        profile[n++][1] = fmax(fmin(groove * sin(a), half), -half);
    }
    profile[n][0] = flange, profile[n++][1] = half;
    assert(n <= MAX_PROFILE);
    return n;
}

SnMesh *sn_wheel_mesh(const SnWheelShape *shape)
{
    Maker m = {0};
    double profile[MAX_PROFILE][2];
    const double radius = shape->radii[0];
    const double groove = fmin(shape->groove, 0.6 * radius);
    const double half = fmax(shape->width / 2, 1.15 * groove);
    const double inner = fmax(radius - groove - 0.1 * radius, 0.3 * radius);
    const double hub = fmin(0.2 * radius, 0.6 * inner), bore = 0.35 * hub;
    revolve(&m, rim_profile(radius, groove, half, inner, profile), profile);
    double ring[4][2] = {{bore, half}, {bore, -half}, {hub, -half}, {hub, half}};
    revolve(&m, 4, ring);
    for (int i = 0; i < SPOKES; i++)
        add_spoke(&m, 2 * M_PI * i / SPOKES, hub * (1 - overlap), inner * (1 + overlap),
                  0.07 * radius, 0.55 * half);
    for (int i = 0; i < m.n_vertices; i++)
        m.vertices[3 * i + 1] *= (float)(shape->radii[1] / radius);
    return finish(&m);
}

/* A plate at z from..to: straight at x = reach, round about the axis at the other end. */
static void add_cheek(Maker *m, double reach, double half_width, double from, double to)
{
    enum { ROUND = 25, CORNERS = ROUND + 3 }; /* an even number: faces of four */
    const uint32_t first = (uint32_t)m->n_vertices;
    for (int side = 0; side < 2; side++) {
        const double z = side ? to : from;
        for (int i = 0; i <= ROUND; i++) {
            const double a = M_PI / 2 + M_PI * i / ROUND;
            add_vertex(m, half_width * cos(a), half_width * sin(a), z);
        }
        add_vertex(m, reach, -half_width, z);
        add_vertex(m, reach, half_width, z);
    }
    for (uint32_t i = 0; i < CORNERS; i++) {
        const uint32_t a = first + i, b = first + (i + 1) % CORNERS;
        add_quad(m, a, b, b + CORNERS, a + CORNERS);
    }
    for (uint32_t i = 1; i + 2 < CORNERS; i += 2) {
        const uint32_t a = first + i, above = first + CORNERS;
        add_quad(m, first, a + 2, a + 1, a);
        add_quad(m, above, above + i, above + i + 1, above + i + 2);
    }
}

static void add_bar(Maker *m, const double low[3], const double high[3])
{
    uint32_t corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = add_vertex(m, i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1],
                               i & 4 ? high[2] : low[2]);
    add_box_faces(m, corner);
}

SnMesh *sn_block_mesh(const SnBlockShape *shape)
{
    Maker m = {0};
    const double axle = 0.12 * shape->radius, half_width = 0.3 * shape->radius;
    const double thick = 0.06 * shape->radius, inner = shape->length / 2, outer = inner + thick;
    const double bore = overlap * axle;
    double rod[4][2] = {{bore, outer}, {bore, -outer}, {axle, -outer}, {axle, outer}};
    revolve(&m, 4, rod);
    add_cheek(&m, shape->reach, half_width, -outer, -inner);
    add_cheek(&m, shape->reach, half_width, inner, outer);
    add_bar(&m, (double[3]){shape->reach - thick, -half_width, -inner},
            (double[3]){shape->reach, half_width, inner});
    return finish(&m);
}

SnMesh *sn_ring_mesh(const double radii[2], double tube)
{
    Maker m = {0};
    double profile[2 * ARC][2];
    for (int i = 0; i < 2 * ARC; i++) {
        profile[i][0] = radii[0] + tube * cos(M_PI * i / ARC);
        profile[i][1] = tube * sin(M_PI * i / ARC);
    }
    revolve(&m, 2 * ARC, profile);
    for (int i = 0; i < m.n_vertices; i++)
        m.vertices[3 * i + 1] *= (float)(radii[1] / radii[0]);
    return finish(&m);
}

static void spline_weights(double s, double b[4])
{
    b[0] = (1 - s) * (1 - s) * (1 - s) / 6;
    b[1] = (3 * s * s * s - 6 * s * s + 4) / 6;
    b[2] = (-3 * s * s * s + 3 * s * s + 3 * s + 1) / 6;
    b[3] = s * s * s / 6;
}

/* Span and share of step i of a row with so many control points. */
static int find_span(int i, int n, double b[4])
{
    const int span = i / SPAN < n - 4 ? i / SPAN : n - 4;
    spline_weights((double)(i - span * SPAN) / SPAN, b);
    return span;
}

SnMesh *sn_patch_mesh(int rows, int columns, const double *net)
{
    assert(rows >= 4 && columns >= 4);
    Maker m = {0};
    const int n_u = (columns - 3) * SPAN, n_v = (rows - 3) * SPAN;
    for (int j = 0; j <= n_v; j++) {
        for (int i = 0; i <= n_u; i++) {
            double bu[4], bv[4], p[3] = {0, 0, 0};
            const int u = find_span(i, columns, bu), v = find_span(j, rows, bv);
            for (int k = 0; k < 16; k++) {
                const double *q = net + 3 * ((v + k / 4) * columns + u + k % 4);
                for (int x = 0; x < 3; x++)
                    p[x] += bv[k / 4] * bu[k % 4] * q[x];
            }
            add_vertex(&m, p[0], p[1], p[2]);
        }
    }
    for (int j = 0; j < n_v; j++) {
        for (int i = 0; i < n_u; i++) {
            const uint32_t a = (uint32_t)(j * (n_u + 1) + i), b = a + (uint32_t)n_u + 1;
            add_quad(&m, a, a + 1, b + 1, b);
        }
    }
    return finish(&m);
}
