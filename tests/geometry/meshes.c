/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/geometry/meshes.h"

#include "engine/base/vec.h"

#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void shape_free(Shape *shape)
{
    g_free(shape->x);
    g_free(shape->triangles);
}

static Shape shape_new(int n_vertices, int n_triangles)
{
    Shape shape = {n_vertices, n_triangles, g_new0(double, 3 * n_vertices),
                   g_new0(int32_t, 3 * n_triangles)};
    return shape;
}

static void set_quad(int32_t *triangles, int a, int b, int c, int d)
{
    const int32_t t[6] = {a, b, c, a, c, d};
    memcpy(triangles, t, sizeof t);
}

Shape shape_box(double a, double b, double c)
{
    static const int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    Shape shape = shape_new(8, 12);
    for (int i = 0; i < 8; i++)
        sn_v3_set(i & 1 ? a : -a, i & 2 ? b : -b, i & 4 ? c : -c, shape.x + 3 * i);
    for (int i = 0; i < 6; i++)
        set_quad(shape.triangles + 6 * i, quads[i][0], quads[i][1], quads[i][2], quads[i][3]);
    return shape;
}

Shape shape_tetrahedron(void)
{
    static const int32_t triangles[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    Shape shape = shape_new(4, 4);
    for (int i = 1; i < 4; i++)
        shape.x[3 * i + i - 1] = 1;
    memcpy(shape.triangles, triangles, sizeof triangles);
    return shape;
}

/* Index of the vertex at a place of the octahedron |i| + |j| + |k| = n. */
static int vertex_at(int n, int i, int j, int k, int32_t *table)
{
    return table[((i + n) * (2 * n + 1) + j + n) * (2 * n + 1) + k + n];
}

static void add_octant(Shape *shape, int n, const int s[3], int32_t *table)
{
    const bool turned = s[0] * s[1] * s[2] < 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - i; j++)
            for (int up = 0; up < (i + j < n - 1 ? 2 : 1); up++) {
                const int ij[2][3][2] = {{{i, j}, {i + 1, j}, {i, j + 1}},
                                         {{i + 1, j}, {i + 1, j + 1}, {i, j + 1}}};
                int32_t *t = shape->triangles + 3 * shape->n_triangles++;
                for (int c = 0; c < 3; c++) {
                    const int a = ij[up][c][0], b = ij[up][c][1];
                    t[turned ? 2 - c : c] =
                        vertex_at(n, s[0] * a, s[1] * b, s[2] * (n - a - b), table);
                }
            }
}

Shape shape_sphere(int cuts)
{
    const int n = cuts, width = 2 * n + 1;
    Shape shape = shape_new(4 * n * n + 2, 8 * n * n);
    int32_t *table = g_new0(int32_t, width * width * width);
    int count = 0;
    for (int i = -n; i <= n; i++)
        for (int j = -n; j <= n; j++)
            for (int k = -n; k <= n; k++)
                if (abs(i) + abs(j) + abs(k) == n) {
                    sn_v3_set(i, j, k, shape.x + 3 * count);
                    sn_v3_normalize(shape.x + 3 * count, shape.x + 3 * count);
                    table[((i + n) * width + j + n) * width + k + n] = count++;
                }
    shape.n_triangles = 0;
    for (int o = 0; o < 8; o++) {
        const int s[3] = {o & 1 ? 1 : -1, o & 2 ? 1 : -1, o & 4 ? 1 : -1};
        add_octant(&shape, n, s, table);
    }
    g_free(table);
    return shape;
}

Shape shape_star(Random *r, int cuts)
{
    Shape shape = shape_sphere(cuts);
    for (int i = 0; i < shape.n_vertices; i++)
        sn_v3_scale(random_uniform(r, 0.4, 1), shape.x + 3 * i, shape.x + 3 * i);
    return shape;
}

Shape shape_torus(int n, int m, double tube)
{
    Shape shape = shape_new(n * m, 2 * n * m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            const double a = 2 * G_PI * i / n, b = 2 * G_PI * j / m, c = 1 + tube * cos(b);
            sn_v3_set(c * cos(a), c * sin(a), tube * sin(b), shape.x + 3 * (i * m + j));
            const int i1 = (i + 1) % n, j1 = (j + 1) % m;
            set_quad(shape.triangles + 6 * (i * m + j), i * m + j, i1 * m + j, i1 * m + j1,
                     i * m + j1);
        }
    return shape;
}

Shape shape_corner(void)
{
    static const double outline[6][2] = {{-1, -1}, {1, -1}, {1, 0}, {0, 0}, {0, 1}, {-1, 1}};
    static const int32_t cap[4][3] = {{0, 1, 3}, {1, 2, 3}, {0, 3, 5}, {3, 4, 5}};
    Shape shape = shape_new(12, 20);
    for (int i = 0; i < 12; i++)
        sn_v3_set(outline[i % 6][0], outline[i % 6][1], i < 6 ? -0.5 : 0.5, shape.x + 3 * i);
    for (int i = 0; i < 6; i++)
        set_quad(shape.triangles + 6 * i, i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            shape.triangles[36 + 3 * i + k] = cap[i][2 - k];
            shape.triangles[48 + 3 * i + k] = 6 + cap[i][k];
        }
    return shape;
}

Shape shape_random(Random *r)
{
    switch ((int)random_uniform(r, 0, 6)) {
    case 0:
        return shape_box(1, random_uniform(r, 0.2, 1), random_uniform(r, 0.2, 1));
    case 1:
        return shape_tetrahedron();
    case 2:
        return shape_sphere(1 + (int)random_uniform(r, 0, 3));
    case 3:
        return shape_star(r, 1 + (int)random_uniform(r, 0, 3));
    case 4:
        return shape_torus(3 + (int)random_uniform(r, 0, 4), 3 + (int)random_uniform(r, 0, 3), 0.4);
    default:
        return shape_corner();
    }
}

void shape_place(Shape *shape, double scale, const double q[4], const double p[3])
{
    for (int i = 0; i < shape->n_vertices; i++) {
        sn_v3_scale(scale, shape->x + 3 * i, shape->x + 3 * i);
        sn_pose_point(p, q, shape->x + 3 * i, shape->x + 3 * i);
    }
}

Surface surface_new(Shape shape)
{
    Surface surface = {.shape = shape};
    const SnBoxItems items = {3, shape.triangles, shape.x, NULL, 0};
    surface.mesh = sn_triangle_mesh_new(shape.n_vertices, shape.n_triangles, shape.triangles);
    surface.tree = sn_box_tree_new(shape.n_triangles, &items);
    surface.view = (SnSurfaceView){surface.mesh, surface.tree, shape.x};
    return surface;
}

void surface_free(Surface *surface)
{
    sn_triangle_mesh_free(surface->mesh);
    sn_box_tree_free(surface->tree);
    shape_free(&surface->shape);
}
