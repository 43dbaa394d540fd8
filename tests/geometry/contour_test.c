/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contours of random pairs of surfaces, in random and in exactly degenerate places: closed, inside
 * as rays say, volume as by cutting tetrahedra.  10 000 pairs with SN_LONG=1. */
#include "engine/base/vec.h"
#include "engine/geometry/contour.h"
#include "tests/geometry/meshes.h"
#include "tests/support/cases.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Side {
    Shape shape;
    SnTriangleMesh *mesh;
    SnBoxTree *tree;
    SnSurfaceView view;
} Side;

static void side_start(Side *side)
{
    Shape *shape = &side->shape;
    const SnBoxItems items = {3, shape->triangles, shape->x, NULL, 0};
    side->mesh = sn_triangle_mesh_new(shape->n_vertices, shape->n_triangles, shape->triangles);
    side->tree = sn_box_tree_new(shape->n_triangles, &items);
    side->view = (SnSurfaceView){side->mesh, side->tree, shape->x};
}

static void side_end(Side *side)
{
    sn_triangle_mesh_free(side->mesh);
    sn_box_tree_free(side->tree);
    shape_free(&side->shape);
}

/* --- the volume that both hold, another way: signed tetrahedra of both, cut by each other --- */

static double tetrahedron_volume(const double t[4][3])
{
    double u[3], v[3], w[3], c[3];
    sn_v3_sub(t[1], t[0], u);
    sn_v3_sub(t[2], t[0], v);
    sn_v3_sub(t[3], t[0], w);
    sn_v3_cross(u, v, c);
    return sn_v3_dot(c, w) / 6;
}

static void mix_points(const double t[4][3], const double d[4], int i, int j, double r[3])
{
    const double s = d[i] / (d[i] - d[j]);
    for (int k = 0; k < 3; k++)
        r[k] = t[i][k] + s * (t[j][k] - t[i][k]);
}

/* |volume| of the part of t below planes p .. 3 [n, c]: n x <= c. */
static double cut_volume(const double t[4][3], const double plane[4][4], int p)
{
    if (p == 4)
        return fabs(tetrahedron_volume(t));
    double d[4], part[4][3];
    int in[4], out[4], n_in = 0, n_out = 0;
    for (int i = 0; i < 4; i++) {
        d[i] = sn_v3_dot(plane[p], t[i]) - plane[p][3];
        if (d[i] <= 0)
            in[n_in++] = i;
        else
            out[n_out++] = i;
    }
    if (n_in == 0)
        return 0;
    if (n_in == 4)
        return cut_volume(t, plane, p + 1);
    double cut[4][3];
    if (n_in == 1) {
        sn_v3_copy(t[in[0]], part[0]);
        for (int k = 0; k < 3; k++)
            mix_points(t, d, in[0], out[k], part[k + 1]);
        return cut_volume((const double(*)[3])part, plane, p + 1);
    }
    /* prisms a0 a1 a2, b0 b1 b2: three tetrahedra */
    double a[3][3], b[3][3];
    if (n_in == 3) {
        for (int k = 0; k < 3; k++) {
            sn_v3_copy(t[in[k]], a[k]);
            mix_points(t, d, in[k], out[0], b[k]);
        }
    } else {
        for (int k = 0; k < 4; k++)
            mix_points(t, d, in[k / 2], out[k % 2], cut[k]);
        sn_v3_copy(t[in[0]], a[0]), sn_v3_copy(cut[0], a[1]), sn_v3_copy(cut[1], a[2]);
        sn_v3_copy(t[in[1]], b[0]), sn_v3_copy(cut[2], b[1]), sn_v3_copy(cut[3], b[2]);
    }
    double sum = 0;
    const double *tetrahedra[3][4] = {
        {a[0], a[1], a[2], b[2]}, {a[0], a[1], b[1], b[2]}, {a[0], b[0], b[1], b[2]}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 4; k++)
            sn_v3_copy(tetrahedra[i][k], part[k]);
        sum += cut_volume((const double(*)[3])part, plane, p + 1);
    }
    return sum;
}

/* Planes of a tetrahedron, outwards; false if it is flat. */
static bool planes_of(const double t[4][3], double plane[4][4])
{
    const double sign = tetrahedron_volume(t) > 0 ? 1 : -1;
    if (fabs(tetrahedron_volume(t)) < 1e-14)
        return false;
    for (int i = 0; i < 4; i++) {
        static const int face[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
        double u[3], v[3];
        sn_v3_sub(t[face[i][1]], t[face[i][0]], u);
        sn_v3_sub(t[face[i][2]], t[face[i][0]], v);
        sn_v3_cross(u, v, plane[i]);
        sn_v3_normalize(plane[i], plane[i]);
        sn_v3_scale(sign, plane[i], plane[i]);
        plane[i][3] = sn_v3_dot(plane[i], t[face[i][0]]);
    }
    return true;
}

static void tetrahedron_of(const Shape *shape, const double centre[3], int triangle, double t[4][3])
{
    sn_v3_copy(centre, t[0]);
    for (int k = 0; k < 3; k++)
        sn_v3_copy(shape->x + 3 * shape->triangles[3 * triangle + k], t[k + 1]);
}

static bool apart(const double s[4][3], const double t[4][3])
{
    for (int k = 0; k < 3; k++) {
        const double high_s = fmax(fmax(s[0][k], s[1][k]), fmax(s[2][k], s[3][k]));
        const double low_s = fmin(fmin(s[0][k], s[1][k]), fmin(s[2][k], s[3][k]));
        const double high_t = fmax(fmax(t[0][k], t[1][k]), fmax(t[2][k], t[3][k]));
        const double low_t = fmin(fmin(t[0][k], t[1][k]), fmin(t[2][k], t[3][k]));
        if (high_s <= low_t || high_t <= low_s)
            return true;
    }
    return false;
}

static void mean_of(const Shape *shape, double mean[3])
{
    sn_v3_set(0, 0, 0, mean);
    for (int i = 0; i < shape->n_vertices; i++)
        sn_v3_axpy(1.0 / shape->n_vertices, shape->x + 3 * i, mean);
}

static double slow_volume(const Shape *a, const Shape *b)
{
    double centre[2][3], sum = 0;
    mean_of(a, centre[0]);
    mean_of(b, centre[1]);
    for (int g = 0; g < b->n_triangles; g++) {
        double t[4][3], plane[4][4];
        tetrahedron_of(b, centre[1], g, t);
        if (!planes_of((const double(*)[3])t, plane))
            continue;
        const double sign = tetrahedron_volume((const double(*)[3])t) > 0 ? 1 : -1;
        for (int f = 0; f < a->n_triangles; f++) {
            double s[4][3];
            tetrahedron_of(a, centre[0], f, s);
            if (!apart((const double(*)[3])s, (const double(*)[3])t))
                sum += sign * copysign(1, tetrahedron_volume((const double(*)[3])s)) *
                       cut_volume((const double(*)[3])s, (const double(*)[4])plane, 0);
        }
    }
    return sum;
}

/* --- checks --- */

static void check_loops(const Side side[2], const SnContour *contour)
{
    int count = 0;
    g_assert_cmpint(contour->n_open, ==, 0);
    for (int l = 0; l < contour->n_loops; l++) {
        const SnContourLoop *loop = &contour->loops[l];
        int32_t i = loop->first, steps = 0;
        g_assert_true(loop->closed);
        do {
            const SnContourSegment *segment = &contour->segments[i];
            const SnContourSegment *next = &contour->segments[segment->next];
            const SnContourPoint *end = &segment->points[1], *start = &next->points[0];
            g_assert_cmpint(segment->loop, ==, l);
            g_assert_cmpmem(end->x, sizeof end->x, start->x, sizeof start->x);
            g_assert_cmpint(end->side, ==, start->side);
            g_assert_cmpint(end->triangle, ==, start->triangle);
            g_assert_cmpint(side[end->side].mesh->twin[end->half_edge], ==, start->half_edge);
            i = segment->next;
            steps++;
        } while (i != loop->first);
        g_assert_cmpint(steps, ==, loop->count);
        count += steps;
    }
    g_assert_cmpint(count, ==, contour->n_segments);
}

static void check_inside(const Side side[2], const SnInside inside[2])
{
    for (int s = 0; s < 2; s++) {
        const SnTriangleMesh *mesh = side[s].mesh;
        int n = 0;
        for (int v = 0; v < mesh->n_vertices; v++) {
            n += inside[s].winding[v] != 0;
            if (inside[s].known[v])
                g_assert_cmpint(inside[s].winding[v], ==,
                                sn_surface_winding(&side[1 - s].view, side[s].shape.x + 3 * v,
                                                   s == 0 ? 1 : -1));
        }
        g_assert_cmpint(n, ==, inside[s].n);
    }
}

static void check_overlap(const Side side[2], const SnContour *contour, const SnOverlap *overlap)
{
    double loops[3] = {0};
    for (int l = 0; l < contour->n_loops; l++)
        sn_v3_add(loops, contour->loops[l].area, loops);
    for (int k = 0; k < 3; k++) {
        g_assert_cmpfloat(fabs(overlap->area[0][k] + overlap->area[1][k]), <, 1e-9);
        g_assert_cmpfloat(fabs(overlap->area[0][k] - loops[k]), <, 1e-9);
    }
    const double expected = slow_volume(&side[0].shape, &side[1].shape);
    g_assert_cmpfloat(fabs(overlap->volume - expected), <, 1e-9);
    for (int s = 0; s < 2; s++)
        g_assert_cmpfloat(overlap->extent[s], >, sn_v3_norm(overlap->area[s]) - 1e-9);
}

/* Both in their places; the result's volume, for those who know it. */
static double check_pair(Side side[2], SnContour *contour, SnInside inside[2])
{
    SnOverlap overlap;
    for (int s = 0; s < 2; s++)
        side_start(&side[s]);
    while (!sn_contour_find(&side[0].view, &side[1].view, contour))
        sn_contour_grow(contour);
    check_loops(side, contour);
    for (int s = 0; s < 2; s++)
        sn_inside_reserve(&inside[s], side[s].shape.n_vertices, contour->capacity);
    const unsigned long calls = sn_test_allocations();
    sn_contour_find(&side[0].view, &side[1].view, contour);
    for (int s = 0; s < 2; s++)
        sn_inside_find(&side[0].view, &side[1].view, contour, s, &inside[s]);
    check_inside(side, inside);
    for (int s = 0; s < 2; s++)
        for (int v = 0; v < side[s].shape.n_vertices; v++)
            sn_inside_part(&side[0].view, &side[1].view, s, v, &inside[s]);
    check_inside(side, inside);
    sn_overlap(&side[0].view, &side[1].view, contour, inside, &overlap);
    if (sn_test_counting_malloc())
        g_assert_cmpuint(sn_test_allocations() - calls, ==, 0);
    check_overlap(side, contour, &overlap);
    for (int s = 0; s < 2; s++)
        side_end(&side[s]);
    return overlap.volume;
}

/* --- places --- */

/* A turn by whole quarters, exact in floating point up to signs of zeros. */
static void quarter_turn(Random *r, Shape *shape)
{
    const int axis = (int)random_uniform(r, 0, 3), times = (int)random_uniform(r, 0, 4);
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int n = 0; n < times; n++)
        for (int i = 0; i < shape->n_vertices; i++) {
            double *x = shape->x + 3 * i;
            const double old = x[u];
            x[u] = -x[v];
            x[v] = old;
        }
}

static void move_by(Shape *shape, const double by[3])
{
    for (int i = 0; i < shape->n_vertices; i++)
        sn_v3_add(shape->x + 3 * i, by, shape->x + 3 * i);
}

static void to_grid(Shape *shape, double grid)
{
    for (int i = 0; i < 3 * shape->n_vertices; i++)
        shape->x[i] = grid * round(shape->x[i] / grid);
}

static Shape copy_shape(const Shape *from)
{
    Shape shape = *from;
    shape.x = g_memdup2(from->x, 3 * sizeof(double) * (size_t)from->n_vertices);
    shape.triangles = g_memdup2(from->triangles, 3 * sizeof(int32_t) * (size_t)from->n_triangles);
    return shape;
}

/* Vertex to vertex, vertex into a face or an edge, edge onto an edge, up to rounding. */
static void put_together(Random *r, Shape *a, Shape *b)
{
    const double *p = a->x + 3 * (int)random_uniform(r, 0, a->n_vertices);
    const int32_t *t = b->triangles + 3 * (int)random_uniform(r, 0, b->n_triangles);
    const int corners = 1 + (int)random_uniform(r, 0, 3);
    double place[3] = {0}, by[3];
    for (int k = 0; k < corners; k++)
        sn_v3_axpy(1.0 / corners, b->x + 3 * t[k], place);
    sn_v3_sub(p, place, by);
    move_by(b, by);
}

static void place_pair(Random *r, int kind, Shape *a, Shape *b)
{
    double q[4], p[3];
    random_quaternion(r, q);
    random_vector(r, 1, p);
    switch (kind) {
    case 0: /* anywhere */
        shape_place(b, random_uniform(r, 0.2, 1.5), q, p);
        return;
    case 1: /* the same surface in the same place */
    case 2: /* ... moved by halves of a unit, or a whole quarter turn */
        shape_free(b);
        *b = copy_shape(a);
        if (kind == 2)
            quarter_turn(r, b);
        for (int k = 0; k < 3; k++)
            p[k] = kind == 2 ? 0.5 * round(4 * p[k]) : 0;
        move_by(b, p);
        return;
    case 3: /* both on a coarse grid */
        to_grid(a, 0.25);
        to_grid(b, 0.25);
        quarter_turn(r, b);
        for (int k = 0; k < 3; k++)
            p[k] = 0.25 * round(4 * p[k]);
        move_by(b, p);
        return;
    case 4: /* one is the other, made larger from one of its vertices */
        shape_free(b);
        *b = copy_shape(a);
        sn_v3_copy(a->x + 3 * (int)random_uniform(r, 0, a->n_vertices), p);
        for (int i = 0; i < 3 * b->n_vertices; i++)
            b->x[i] = p[i % 3] + (b->x[i] - p[i % 3]) * 2;
        return;
    case 5: /* turned both alike, then put together: degenerate but for rounding */
        sn_v3_set(0.5 * round(2 * p[0]), 0.5 * round(2 * p[1]), 0.5 * round(2 * p[2]), p);
        move_by(b, p);
        shape_place(b, 1, q, p);
        shape_place(a, 1, q, p);
        return;
    default:
        shape_place(b, 1, q, p);
        put_together(r, a, b);
    }
}

static void test_random(void)
{
    Random r = {1};
    SnContour contour = {0};
    SnInside inside[2] = {0};
    int met = 0;
    const int pairs = sn_cases(420, 10000);
    for (int n = 0; n < pairs; n++) {
        Side side[2] = {{.shape = shape_random(&r)}, {.shape = shape_random(&r)}};
        place_pair(&r, n % 7, &side[0].shape, &side[1].shape);
        const double volume = check_pair(side, &contour, inside);
        met += fabs(volume) > 1e-6;
    }
    g_assert_cmpint(met, >, pairs / 3);
    sn_contour_clear(&contour);
    for (int s = 0; s < 2; s++)
        sn_inside_clear(&inside[s]);
}

/* Two boxes along the axes: closed form, everywhere on a grid that has all touching positions. */
static void test_boxes(void)
{
    SnContour contour = {0};
    SnInside inside[2] = {0};
    for (int i = 0; i < 343; i++) {
        const double by[3] = {0.5 * (i % 7) - 1.5, 0.5 * (i / 7 % 7) - 1.5, 0.5 * (i / 49) - 1.5};
        Side side[2] = {{.shape = shape_box(1, 0.5, 0.75)}, {.shape = shape_box(0.5, 0.5, 0.25)}};
        static const double half[2][3] = {{1, 0.5, 0.75}, {0.5, 0.5, 0.25}};
        double expected = 1;
        for (int k = 0; k < 3; k++)
            expected *= fmax(0, fmin(half[0][k], by[k] + half[1][k]) -
                                    fmax(-half[0][k], by[k] - half[1][k]));
        move_by(&side[1].shape, by);
        g_assert_cmpfloat(fabs(check_pair(side, &contour, inside) - expected), <, 1e-14);
    }
    sn_contour_clear(&contour);
    for (int s = 0; s < 2; s++)
        sn_inside_clear(&inside[s]);
}

/* Of an open surface the contour is open, and says so; numbers that are not finite end well. */
static void test_open(void)
{
    Side side[2] = {{.shape = shape_box(1, 1, 1)}, {.shape = shape_box(1, 1, 1)}};
    static const double by[3] = {0.3, 0.4, 0.2};
    move_by(&side[1].shape, by);
    side[1].shape.n_triangles = 9;
    for (int s = 0; s < 2; s++)
        side_start(&side[s]);
    SnContour contour = {0};
    while (!sn_contour_find(&side[0].view, &side[1].view, &contour))
        sn_contour_grow(&contour);
    g_assert_cmpint(contour.n_open, ==, 1);
    g_assert_cmpint(contour.n_loops, ==, 1);
    g_assert_false(contour.loops[0].closed);
    side[0].shape.x[4] = NAN;
    sn_contour_find(&side[0].view, &side[1].view, &contour);
    sn_contour_clear(&contour);
    for (int s = 0; s < 2; s++)
        side_end(&side[s]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/geometry/contour/boxes", test_boxes);
    g_test_add_func("/geometry/contour/random", test_random);
    g_test_add_func("/geometry/contour/open", test_open);
    return g_test_run();
}
