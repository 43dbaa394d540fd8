/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces of primitives: closed, counter-clockwise seen from outside, triangles of about equal
 * sides. */
#include "engine/base/vec.h"
#include "engine/mesh/geometry.h"

#include <string.h>

typedef struct Builder {
    GArray *vertices;  /* of double[3] */
    GArray *triangles; /* of int32_t[3] */
} Builder;

static Builder builder_new(void)
{
    return (Builder){g_array_new(FALSE, FALSE, 3 * sizeof(double)),
                     g_array_new(FALSE, FALSE, 3 * sizeof(int32_t))};
}

static int32_t add_vertex(Builder *builder, double x, double y, double z)
{
    const double p[3] = {x, y, z};
    g_array_append_vals(builder->vertices, p, 1);
    return (int32_t)builder->vertices->len - 1;
}

static void add_triangle(Builder *builder, int32_t a, int32_t b, int32_t c)
{
    const int32_t t[3] = {a, b, c};
    g_array_append_vals(builder->triangles, t, 1);
}

static SnSurface *finish(Builder *builder)
{
    SnSurface *surface = g_new(SnSurface, 1);
    surface->n_vertices = (int)builder->vertices->len;
    surface->n_triangles = (int)builder->triangles->len;
    surface->vertices = (double *)g_array_free(builder->vertices, FALSE);
    surface->triangles = (int32_t *)g_array_free(builder->triangles, FALSE);
    return surface;
}

void sn_surface_free(SnSurface *surface)
{
    if (!surface)
        return;
    g_free(surface->vertices);
    g_free(surface->triangles);
    g_free(surface);
}

SnSurface *sn_surface_copy(const SnSurface *surface)
{
    const size_t n_vertices = (size_t)surface->n_vertices, n = (size_t)surface->n_triangles;
    SnSurface *copy = g_new(SnSurface, 1);
    *copy = *surface;
    copy->vertices = g_try_malloc_n(MAX(n_vertices, 1), 3 * sizeof(double));
    copy->triangles = g_try_malloc_n(MAX(n, 1), 3 * sizeof(int32_t));
    if (!copy->vertices || !copy->triangles) {
        sn_surface_free(copy);
        return NULL;
    }
    memcpy(copy->vertices, surface->vertices, n_vertices * 3 * sizeof(double));
    memcpy(copy->triangles, surface->triangles, n * 3 * sizeof(int32_t));
    return copy;
}

void sn_surface_scale(SnSurface *surface, const double scale[3])
{
    for (int i = 0; i < surface->n_vertices; i++)
        for (int k = 0; k < 3; k++)
            surface->vertices[3 * i + k] *= scale[k];
    if (scale[0] * scale[1] * scale[2] >= 0)
        return;
    /* a mirror image turns the triangles round */
    for (int i = 0; i < surface->n_triangles; i++) {
        int32_t *t = surface->triangles + 3 * i;
        const int32_t swap = t[1];
        t[1] = t[2];
        t[2] = swap;
    }
}

SnSurface *sn_surface_box(const double size[3])
{
    static const int QUADS[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    Builder builder = builder_new();
    for (int i = 0; i < 8; i++) {
        add_vertex(&builder, (i & 1 ? 0.5 : -0.5) * size[0], (i & 2 ? 0.5 : -0.5) * size[1],
                   (i & 4 ? 0.5 : -0.5) * size[2]);
    }
    for (int i = 0; i < 6; i++) {
        const int *q = QUADS[i];
        add_triangle(&builder, q[0], q[1], q[2]);
        add_triangle(&builder, q[0], q[2], q[3]);
    }
    return finish(&builder);
}

/* --- ellipsoid: icosahedron, each face cut into f x f triangles, pushed out to the sphere --- */

/* Vertex number at steps i, j of edge length f from corner a towards b and c; shared with the
 * faces beside through `edges` (by corner pair) and the twelve corners. */
typedef struct Geodesic {
    Builder builder;
    int f;
    const double (*corners)[3];
    int32_t edges[12][12]; /* [a < b]: first of the f - 1 inner vertices from a to b */
} Geodesic;

static int32_t add_between(Geodesic *geodesic, const double *a, const double *b, const double *c,
                           double i, double j)
{
    const double f = geodesic->f, k = f - i - j;
    double p[3];
    for (int x = 0; x < 3; x++)
        p[x] = (k * a[x] + i * b[x] + j * c[x]) / f;
    sn_v3_normalize(p, p);
    return add_vertex(&geodesic->builder, p[0], p[1], p[2]);
}

static int32_t edge_vertex(const Geodesic *geodesic, int a, int b, int step)
{
    if (step == 0)
        return a;
    if (step == geodesic->f)
        return b;
    return a < b ? geodesic->edges[a][b] + step - 1
                 : geodesic->edges[b][a] + geodesic->f - step - 1;
}

static void add_edge(Geodesic *geodesic, int a, int b)
{
    if (a > b || geodesic->edges[a][b] >= 0)
        return;
    const double *p = geodesic->corners[a], *q = geodesic->corners[b];
    geodesic->edges[a][b] = (int32_t)geodesic->builder.vertices->len;
    for (int i = 1; i < geodesic->f; i++)
        add_between(geodesic, p, q, q, i, 0);
}

static void add_face(Geodesic *geodesic, const int corner[3])
{
    const int f = geodesic->f, a = corner[0], b = corner[1], c = corner[2];
    const int width = f + 1;
    int32_t *grid = g_new(int32_t, (gsize)width * width); /* [i towards b][j towards c] */
    for (int i = 0; i <= f; i++) {
        for (int j = 0; i + j <= f; j++) {
            int32_t *vertex = &grid[i * width + j];
            if (j == 0)
                *vertex = edge_vertex(geodesic, a, b, i);
            else if (i == 0)
                *vertex = edge_vertex(geodesic, a, c, j);
            else if (i + j == f)
                *vertex = edge_vertex(geodesic, b, c, j);
            else
                *vertex = add_between(geodesic, geodesic->corners[a], geodesic->corners[b],
                                      geodesic->corners[c], i, j);
        }
    }
    for (int i = 0; i < f; i++) {
        for (int j = 0; i + j < f; j++) {
            const int32_t *v = &grid[i * width + j];
            add_triangle(&geodesic->builder, v[0], v[width], v[1]);
            if (i + j + 1 < f)
                add_triangle(&geodesic->builder, v[width], v[width + 1], v[1]);
        }
    }
    g_free(grid);
}

SnSurface *sn_surface_ellipsoid(const double radii[3], int segments)
{
    static const int FACES[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                     {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                     {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                     {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    const double g = 0.5 * (1 + sqrt(5));
    const double corners[12][3] = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                                   {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                                   {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
    Geodesic geodesic = {
        .builder = builder_new(), .f = MAX(1, (segments + 2) / 5), .corners = corners};
    memset(geodesic.edges, 0xff, sizeof geodesic.edges);
    for (int i = 0; i < 12; i++) {
        double p[3];
        sn_v3_normalize(corners[i], p);
        add_vertex(&geodesic.builder, p[0], p[1], p[2]);
    }
    for (int i = 0; i < 20; i++)
        for (int k = 0; k < 3; k++) {
            add_edge(&geodesic, FACES[i][k], FACES[i][(k + 1) % 3]);
            add_edge(&geodesic, FACES[i][(k + 1) % 3], FACES[i][k]);
        }
    for (int i = 0; i < 20; i++)
        add_face(&geodesic, FACES[i]);
    SnSurface *surface = finish(&geodesic.builder);
    sn_surface_scale(surface, radii);
    return surface;
}

/* --- surfaces of revolution about z: a stack of rings, each with its own number of points --- */

typedef struct Ring {
    int32_t first;
    int n; /* 1: a pole */
} Ring;

static Ring add_ring(Builder *builder, double radius, double z, int n)
{
    const Ring ring = {(int32_t)builder->vertices->len, n};
    for (int i = 0; i < n; i++) {
        const double angle = 2 * G_PI * i / n;
        add_vertex(builder, radius * cos(angle), radius * sin(angle), z);
    }
    return ring;
}

/* Joins a ring to the next one further along the profile (which runs from the top pole outwards
 * and down), going round both together and always taking the shorter step. */
static void join_rings(Builder *builder, Ring a, Ring b)
{
    int i = 0, j = 0;
    while (i < (a.n > 1 ? a.n : 0) || j < (b.n > 1 ? b.n : 0)) {
        const double next_a = a.n > 1 ? (i + 1.0) / a.n : 2;
        const double next_b = b.n > 1 ? (j + 1.0) / b.n : 2;
        const int32_t p = a.first + i % a.n, q = b.first + j % b.n;
        if (next_a <= next_b) {
            add_triangle(builder, p, q, a.first + (i + 1) % a.n);
            i++;
        } else {
            add_triangle(builder, p, q, b.first + (j + 1) % b.n);
            j++;
        }
    }
}

static int ring_count(int segments, double fraction)
{
    return MAX(6, (int)lround(segments * fraction));
}

/* Rings of the tube between two z (without its ends' own rings) for about square quads. */
static int tube_steps(double radius, double length, int segments)
{
    const double side = 2 * G_PI * radius / segments;
    return CLAMP((int)lround(length / side), 1, 256);
}

SnSurface *sn_surface_cylinder(double radius, double length, int segments)
{
    segments = MAX(segments, 6);
    Builder builder = builder_new();
    const int rings = MAX(1, (int)lround(segments / (2 * G_PI))); /* of a cap */
    const int steps = tube_steps(radius, length, segments);
    Ring previous = add_ring(&builder, 0, length / 2, 1);
    for (int end = 0; end < 2; end++) {
        for (int i = 1; i <= rings; i++) {
            const int k = end ? rings - i : i; /* outwards on top, inwards below */
            const double fraction = (double)k / rings;
            const Ring ring =
                add_ring(&builder, radius * fraction, (end ? -0.5 : 0.5) * length,
                         k == 0 ? 1 : (k == rings ? segments : ring_count(segments, fraction)));
            join_rings(&builder, previous, ring);
            previous = ring;
        }
        for (int i = 1; i <= steps && !end; i++) {
            const Ring ring =
                add_ring(&builder, radius, length * (0.5 - (double)i / steps), segments);
            join_rings(&builder, previous, ring);
            previous = ring;
        }
    }
    return finish(&builder);
}

SnSurface *sn_surface_cone(double radius, double height, int segments)
{
    segments = MAX(segments, 6);
    Builder builder = builder_new();
    const int steps = tube_steps(radius / 2, hypot(radius, height), segments);
    const int rings = MAX(1, (int)lround(segments / (2 * G_PI))); /* of the base */
    Ring previous = add_ring(&builder, 0, height / 2, 1);
    for (int i = 1; i <= steps; i++) {
        const double fraction = (double)i / steps;
        const int around = i == steps ? segments : MAX(8, ring_count(segments, fraction));
        const Ring ring = add_ring(&builder, radius * fraction, height * (0.5 - fraction), around);
        join_rings(&builder, previous, ring);
        previous = ring;
    }
    for (int i = rings - 1; i >= 0; i--) {
        const double fraction = (double)i / rings;
        const Ring ring = add_ring(&builder, radius * fraction, -height / 2,
                                   i == 0 ? 1 : ring_count(segments, fraction));
        join_rings(&builder, previous, ring);
        previous = ring;
    }
    return finish(&builder);
}

SnSurface *sn_surface_capsule(double radius, double length, int segments)
{
    segments = MAX(segments, 6);
    Builder builder = builder_new();
    const int rings = MAX(2, (int)lround(segments / 4.0)); /* pole to equator */
    const int steps = length > 0 ? tube_steps(radius, length, segments) : 0;
    Ring previous = add_ring(&builder, 0, length / 2 + radius, 1);
    for (int end = 0; end < 2; end++) {
        for (int i = 1; i <= rings; i++) {
            const int k = end ? rings - i : i;
            const double angle = 0.5 * G_PI * k / rings; /* from the pole */
            const double z = (length / 2 + radius * cos(angle)) * (end ? -1 : 1);
            const Ring ring =
                k == 0 ? add_ring(&builder, 0, -length / 2 - radius, 1)
                       : add_ring(&builder, radius * sin(angle), k == rings ? length / 2 : z,
                                  k == rings ? segments : ring_count(segments, sin(angle)));
            join_rings(&builder, previous, ring);
            previous = ring;
        }
        for (int i = 1; i <= steps && !end; i++) {
            const Ring ring =
                add_ring(&builder, radius, length * (0.5 - (double)i / steps), segments);
            join_rings(&builder, previous, ring);
            previous = ring;
        }
    }
    return finish(&builder);
}
