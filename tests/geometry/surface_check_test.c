/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with surfaces: nothing with good ones, one thing with those spoilt in one way. */
#include "engine/base/vec.h"
#include "engine/geometry/predicates.h"
#include "engine/geometry/surface_check.h"
#include "tests/geometry/meshes.h"
#include "tests/support/cases.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static SnSurfaceCheck check_of(const Shape *shape)
{
    const SnBoxItems items = {3, shape->triangles, shape->x, NULL, 0};
    SnTriangleMesh *mesh =
        sn_triangle_mesh_new(shape->n_vertices, shape->n_triangles, shape->triangles);
    SnBoxTree *tree = sn_box_tree_new(shape->n_triangles, &items);
    const SnSurfaceView view = {mesh, tree, shape->x};
    SnPairList pairs = {0};
    SnSurfaceCheck check;
    sn_surface_check(&view, &pairs, &check);
    sn_pair_list_clear(&pairs);
    sn_triangle_mesh_free(mesh);
    sn_box_tree_free(tree);
    return check;
}

/* Counts are these and all others 0. */
static void expect(const Shape *shape, SnSurfaceFlaw flaw, int count, bool closed)
{
    const SnSurfaceCheck check = check_of(shape);
    for (int i = 0; i < SN_FLAW_COUNT; i++)
        g_assert_cmpint(check.count[i], ==, i == (int)flaw ? count : 0);
    g_assert_cmpint(check.closed, ==, closed);
    for (int i = 0; i < SN_FLAW_COUNT; i++) {
        char text[160];
        sn_surface_flaw_text(&check, (SnSurfaceFlaw)i, text, sizeof text);
        g_assert_cmpint((int)g_ascii_strtoll(text, NULL, 10), ==, check.count[i]);
    }
}

static Shape joined(const Shape *a, const Shape *b)
{
    Shape both = {a->n_vertices + b->n_vertices, a->n_triangles + b->n_triangles, NULL, NULL};
    both.x = g_new(double, 3 * both.n_vertices);
    both.triangles = g_new(int32_t, 3 * both.n_triangles);
    memcpy(both.x, a->x, 3 * sizeof(double) * (size_t)a->n_vertices);
    memcpy(both.x + 3 * a->n_vertices, b->x, 3 * sizeof(double) * (size_t)b->n_vertices);
    memcpy(both.triangles, a->triangles, 3 * sizeof(int32_t) * (size_t)a->n_triangles);
    for (int i = 0; i < 3 * b->n_triangles; i++)
        both.triangles[3 * a->n_triangles + i] = b->triangles[i] + a->n_vertices;
    return both;
}

static void turn(Shape *shape, int from, int to)
{
    for (int t = from; t < to; t++) {
        const int32_t swap = shape->triangles[3 * t + 1];
        shape->triangles[3 * t + 1] = shape->triangles[3 * t + 2];
        shape->triangles[3 * t + 2] = swap;
    }
}

static void test_good(void)
{
    Random r = {61};
    for (int n = 0; n < sn_cases(60, 2000); n++) {
        double q[4], p[3];
        Shape shape = shape_random(&r);
        expect(&shape, SN_FLAW_COUNT, 0, true);
        random_quaternion(&r, q);
        random_vector(&r, 5, p);
        shape_place(&shape, random_uniform(&r, 0.001, 100), q, p);
        expect(&shape, SN_FLAW_COUNT, 0, true);
        turn(&shape, 0, shape.n_triangles);
        expect(&shape, SN_FLAW_INSIDE_OUT, 1, true);
        turn(&shape, 0, 1);
        expect(&shape, SN_FLAW_INCONSISTENT, 3, false);
        turn(&shape, 1, shape.n_triangles);
        shape.n_triangles--;
        expect(&shape, SN_FLAW_OPEN, 3, false);
        shape.x[3 * shape.triangles[0]] = NAN;
        g_assert_cmpint(check_of(&shape).count[SN_FLAW_NOT_FINITE], ==, 1);
        shape_free(&shape);
    }
}

static void test_spoilt(void)
{
    Shape outer = shape_box(1, 1, 1), inner = shape_box(0.5, 0.5, 0.5), far = shape_box(1, 1, 1);
    const double by[3] = {5, 0, 0}, q[4] = {1, 0, 0, 0};
    turn(&inner, 0, 12);
    Shape hollow = joined(&outer, &inner);
    expect(&hollow, SN_FLAW_COUNT, 0, true); /* a cavity */
    shape_place(&far, 1, q, by);
    turn(&far, 0, 12);
    Shape apart = joined(&outer, &far);
    expect(&apart, SN_FLAW_INSIDE_OUT, 1, true);
    const SnSurfaceCheck check = check_of(&apart);
    g_assert_cmpint(check.triangle[SN_FLAW_INSIDE_OUT], ==, 12);
    g_assert_cmpfloat(check.place[SN_FLAW_INSIDE_OUT][0], >, 3);

    /* a fin on an edge: three triangles there, two open edges; lies in the plane of none */
    Shape fin = joined(&outer, &inner);
    fin.n_triangles = 13;
    const int32_t t[3] = {fin.triangles[0], fin.triangles[1], 8};
    memcpy(fin.triangles + 36, t, sizeof t);
    sn_v3_set(-3, -3.3, -4, fin.x + 24);
    const SnSurfaceCheck finned = check_of(&fin);
    g_assert_cmpint(finned.count[SN_FLAW_NONMANIFOLD], ==, 1);
    g_assert_cmpint(finned.count[SN_FLAW_OPEN], ==, 2);
    g_assert_false(finned.closed);
    /* folded onto its neighbour */
    sn_v3_set(0, 0, -1, fin.x + 24);
    g_assert_cmpint(check_of(&fin).count[SN_FLAW_INTERSECTING], >, 0);

    /* flat, though its corners differ */
    Shape flat = shape_box(1, 1, 1);
    const int32_t a = flat.triangles[0], b = flat.triangles[1];
    for (int k = 0; k < 3; k++)
        flat.x[3 * flat.triangles[2] + k] = 0.5 * (flat.x[3 * a + k] + flat.x[3 * b + k]);
    g_assert_cmpint(check_of(&flat).count[SN_FLAW_DEGENERATE], >=, 1);
    Shape *all[] = {&outer, &inner, &far, &hollow, &apart, &fin, &flat};
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        shape_free(all[i]);
}

/* Two shapes in one surface, somewhere: as many pairs as by looking at all. */
static void test_intersecting(void)
{
    Random r = {67};
    int some = 0;
    for (int n = 0; n < sn_cases(60, 2000); n++) {
        Shape a = shape_random(&r), b = shape_random(&r);
        double q[4], p[3];
        random_quaternion(&r, q);
        random_vector(&r, 2, p);
        if (n % 3 == 0)
            sn_q_identity(q), sn_v3_set(n % 4, n % 2, 0, p);
        shape_place(&b, 1, q, p);
        Shape both = joined(&a, &b);
        int expected = 0;
        for (int i = 0; i < a.n_triangles; i++)
            for (int j = 0; j < b.n_triangles; j++) {
                double s[3][3], t[3][3];
                for (int k = 0; k < 3; k++) {
                    sn_v3_copy(a.x + 3 * a.triangles[3 * i + k], s[k]);
                    sn_v3_copy(b.x + 3 * b.triangles[3 * j + k], t[k]);
                }
                expected += sn_triangles_meet((const double(*)[3])s, (const double(*)[3])t);
            }
        expect(&both, SN_FLAW_INTERSECTING, expected, true);
        some += expected > 0;
        shape_free(&a);
        shape_free(&b);
        shape_free(&both);
    }
    g_assert_cmpint(some, >, 10);
}

/* Whether the edge of a triangle across from its first corner meets another triangle. */
static bool edge_meets(double x[5][3], const int32_t *edge, const int32_t *triangle)
{
    double s[3][3], t[3][3];
    for (int k = 0; k < 3; k++) {
        sn_v3_copy(x[edge[k > 0 ? 2 : 1]], s[k]);
        sn_v3_copy(x[triangle[k]], t[k]);
    }
    return sn_triangles_meet((const double(*)[3])s, (const double(*)[3])t);
}

/* Two triangles that share a corner, others on a coarse grid, so that many lie in a plane, on a
 * line or on each other. */
static void test_sharing(void)
{
    Random r = {71};
    int meet = 0;
    const int n = sn_cases(20000, 1000000);
    for (int i = 0; i < n; i++) {
        int32_t triangles[6] = {0, 1, 2, 0, 3, 4};
        double x[5][3];
        for (int k = 0; k < 15; k++)
            x[k / 3][k % 3] = floor(random_uniform(&r, 0, i % 2 ? 3 : 6));
        const Shape two = {.n_vertices = 5, .n_triangles = 2, .x = x[0], .triangles = triangles};
        const bool expected =
            edge_meets(x, triangles, triangles + 3) || edge_meets(x, triangles + 3, triangles);
        g_assert_cmpint(check_of(&two).count[SN_FLAW_INTERSECTING], ==, expected);
        meet += expected;
    }
    g_assert_cmpint(meet, >, n / 50);
    g_assert_cmpint(meet, <, n - n / 50);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/geometry/surface_check/good", test_good);
    g_test_add_func("/geometry/surface_check/spoilt", test_spoilt);
    g_test_add_func("/geometry/surface_check/intersecting", test_intersecting);
    g_test_add_func("/geometry/surface_check/sharing", test_sharing);
    return g_test_run();
}
