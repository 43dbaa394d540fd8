/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convex shapes: hulls hold their points and are closed, contacts lie on both surfaces, and their
 * gaps are those of sampled directions. */
#include "engine/base/vec.h"
#include "engine/geometry/convex.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MOST = 64 };

typedef struct Placed {
    SnConvex shape;
    SnConvexPlace place;
    double vertex[MOST][3], normal[2 * MOST][3];
} Placed;

static void put(Placed *p, const double position[3], const double q[4])
{
    double rotation[9];
    g_assert_cmpint(p->shape.n_vertices, <=, MOST);
    g_assert_cmpint(p->shape.n_faces, <=, 2 * MOST);
    sn_q_to_m3(q, rotation);
    p->place.vertex = p->vertex;
    p->place.normal = p->normal;
    sn_convex_place(&p->shape, position, rotation, &p->place);
}

static void random_shape(Random *r, SnConvex *shape)
{
    const double size[3] = {random_uniform(r, 0.2, 1), random_uniform(r, 0.2, 1),
                            random_uniform(r, 0.2, 1)};
    double points[24][3];
    switch ((int)random_uniform(r, 0, 7 - 1e-9)) {
    case 0:
        sn_convex_box(size, shape);
        return;
    case 1:
        sn_convex_sphere(size[0] / 2, shape);
        return;
    case 2:
        sn_convex_capsule(size[0] / 3, size[1], shape);
        return;
    case 3:
        sn_convex_prism(size[0] / 2, size[1], 12, shape);
        return;
    case 4:
    case 5:
        sn_convex_cylinder(size[0] / 2, size[1], shape);
        return;
    default:
        for (int i = 0; i < 24; i++)
            random_vector(r, 0.4, points[i]);
        g_assert_true(sn_convex_hull(24, (const double(*)[3])points, 1e-6, shape));
    }
}

/* How far a shape reaches along a unit direction. */
static double reach(const SnConvexPlace *place, const double direction[3])
{
    double most = -HUGE_VAL;
    if (place->shape->half_length > 0) {
        const double along = direction[0] * place->rotation[2] + direction[1] * place->rotation[5] +
                             direction[2] * place->rotation[8];
        return sn_v3_dot(direction, place->center) + place->shape->half_length * fabs(along) +
               place->shape->radius * sqrt(fmax(1 - along * along, 0));
    }
    for (int i = 0; i < place->shape->n_vertices; i++)
        most = fmax(most, sn_v3_dot(place->vertex[i], direction));
    return most + place->shape->radius;
}

/* Gap between two shapes along a direction; the largest over all is their distance, or less their
 * depth. */
static double gap_along(const SnConvexPlace *a, const SnConvexPlace *b, const double direction[3])
{
    double back[3];
    sn_v3_scale(-1, direction, back);
    return -reach(b, back) - reach(a, direction);
}

static double best_gap(Random *r, const SnConvexPlace *a, const SnConvexPlace *b,
                       const double first[3])
{
    double best = gap_along(a, b, first), at[3], trial[3];
    sn_v3_copy(first, at);
    for (int k = 0; k < 4000; k++) {
        random_vector(r, k < 2000 ? 1 : pow(0.995, k - 2000), trial);
        if (k >= 2000)
            sn_v3_add(trial, at, trial);
        if (sn_v3_normalize(trial, trial) == 0)
            continue;
        const double gap = gap_along(a, b, trial);
        if (gap > best) {
            best = gap;
            sn_v3_copy(trial, at);
        }
    }
    return best;
}

static void test_contacts(void)
{
    Random r = {11};
    const int cases = sn_cases(80, 500);
    int touching = 0;
    for (int k = 0; k < cases; k++) {
        Placed a, b;
        double p[3] = {0}, q[4], deepest = HUGE_VAL;
        SnConvexContact found[SN_CONVEX_MOST_CONTACTS];
        random_shape(&r, &a.shape);
        random_shape(&r, &b.shape);
        random_quaternion(&r, q);
        put(&a, p, q);
        random_vector(&r, 0.6, p);
        random_quaternion(&r, q);
        put(&b, p, q);
        const int n = sn_convex_contacts(&a.place, &b.place, 10, found);
        int first = 0;
        for (int i = 0; i < n; i++) {
            double way[3];
            sn_v3_sub(found[i].on_b, found[i].on_a, way);
            g_assert_cmpfloat(fabs(sn_v3_norm(found[i].normal) - 1), <, 1e-9);
            g_assert_cmpfloat(fabs(sn_v3_dot(way, found[i].normal) - found[i].gap), <, 1e-9);
            for (int j = 0; j < i; j++)
                g_assert_cmpint(found[i].feature, !=, found[j].feature);
            if (found[i].gap < deepest) {
                deepest = found[i].gap;
                first = i;
            }
        }
        /* a separating direction gives no more than the distance, and overlap is the least there
         * is for polyhedra */
        if (n > 0) {
            const double gap = gap_along(&a.place, &b.place, found[first].normal);
            const double best = best_gap(&r, &a.place, &b.place, found[first].normal);
            const bool cylinders = a.shape.half_length > 0 || b.shape.half_length > 0;
            const bool polyhedra = a.shape.n_faces > 0 && b.shape.n_faces > 0;
            g_assert_cmpfloat(gap, <=, deepest + 1e-6);
            if (polyhedra && best < 0)
                g_assert_cmpfloat(best - gap, <, 2e-3);
            if (!polyhedra && best > 1e-3)
                g_assert_cmpfloat(fabs(best - deepest), <, 5e-3);
            if (cylinders && best < 0 && best > -0.03)
                g_assert_cmpfloat(best - gap, <, 3e-3);
            touching++;
        }
        sn_convex_free(&a.shape);
        sn_convex_free(&b.shape);
    }
    g_assert_cmpint(touching, >, cases / 2);
}

/* A box on the ground and on a box: four corners, each with its own feature, the same when moved a
 * little. */
static void test_rest(void)
{
    static const double size[3] = {1, 1, 1}, identity[4] = {1, 0, 0, 0}, zero[3] = {0};
    Placed ground = {.shape = {0}}, box = {.shape = {0}}, lower = {.shape = {0}};
    sn_convex_half_space(&ground.shape);
    sn_convex_box(size, &box.shape);
    sn_convex_box(size, &lower.shape);
    put(&ground, zero, identity);
    uint32_t feature[2][4];
    for (int k = 0; k < 2; k++) {
        SnConvexContact found[SN_CONVEX_MOST_CONTACTS];
        put(&box, (double[3]){0.1 + 1e-4 * k, 0.2, 0.499}, identity);
        g_assert_cmpint(sn_convex_contacts(&ground.place, &box.place, 0.01, found), ==, 4);
        for (int i = 0; i < 4; i++) {
            g_assert_cmpfloat(fabs(found[i].gap + 0.001), <, 1e-12);
            g_assert_cmpfloat(found[i].normal[2], ==, 1);
        }
        put(&lower, (double[3]){0, 0, -0.499}, identity);
        g_assert_cmpint(sn_convex_contacts(&lower.place, &box.place, 0.01, found), ==, 4);
        for (int i = 0; i < 4; i++) {
            g_assert_cmpfloat(fabs(found[i].gap + 0.002), <, 1e-12);
            feature[k][i] = found[i].feature;
        }
    }
    g_assert_cmpmem(feature[0], sizeof feature[0], feature[1], sizeof feature[1]);
    sn_convex_free(&box.shape);
    sn_convex_free(&lower.shape);
}

/* Two boards that lean together at their edges push each other level, apart or a little in each
 * other, whichever of them is A; a corner over the other's face still goes by the face. */
static void test_ridges(void)
{
    static const double size[3] = {0.5, 0.02, 1};
    Placed a = {.shape = {0}}, b = {.shape = {0}};
    sn_convex_box(size, &a.shape);
    sn_convex_box(size, &b.shape);
    for (int k = 0; k < 24; k++) {
        const double angle = 0.15 + 0.04 * (k / 4), gap = k % 2 ? 1e-5 : -1e-5,
                     lift = k / 2 % 2 ? 0.3 : 0;
        const double y = 0.5 * sin(angle) + 0.01 * cos(angle) + gap / 2;
        SnConvexContact found[SN_CONVEX_MOST_CONTACTS];
        put(&a, (double[3]){0, -y, 0}, (double[4]){cos(angle / 2), -sin(angle / 2), 0, 0});
        put(&b, (double[3]){0.1, y - lift * tan(angle), lift},
            (double[4]){cos(angle / 2), sin(angle / 2), 0, 0});
        for (int swap = 0; swap < 2; swap++) {
            const int n = sn_convex_contacts(swap ? &b.place : &a.place, swap ? &a.place : &b.place,
                                             0.01, found);
            g_assert_cmpint(n, >=, 2);
            for (int i = 0; i < n && lift == 0; i++) {
                g_assert_cmpfloat(fabs(found[i].gap - gap), <, 1e-12);
                g_assert_cmpfloat(fabs(found[i].normal[1] - (swap ? -1 : 1)), <, 1e-9);
                g_assert_cmpfloat(fabs(fabs(found[i].on_a[0] - 0.05) - 0.2), <, 1e-9);
                g_assert_cmpfloat(fabs(found[i].on_b[1] - (swap ? -gap / 2 : gap / 2)), <, 1e-9);
            }
            for (int i = 0; i < n && lift > 0; i++)
                g_assert_cmpfloat(fabs(found[i].normal[1]), <, 0.999);
        }
    }
    sn_convex_free(&a.shape);
    sn_convex_free(&b.shape);
}

/* Deep in each other: what is shallow along one face only is no ridge. */
static void test_sunk(void)
{
    static const double size[3] = {0.1, 0.1, 0.1}, upright[4] = {1, 0, 0, 0};
    Placed a = {.shape = {0}}, b = {.shape = {0}};
    sn_convex_box(size, &a.shape);
    sn_convex_box(size, &b.shape);
    for (int k = 0; k < 200; k++) {
        const double depth = 0.001 * (1 + k % 30), x = 0.004 * (k % 17 - 8),
                     y = 0.001 * (k % 3 - 1);
        SnConvexContact found[SN_CONVEX_MOST_CONTACTS];
        if (0.1 - fabs(x) < 2.01 * depth)
            continue;
        put(&a, (double[3]){0, 0, 0}, upright);
        put(&b, (double[3]){x, y, 0.1 - depth}, upright);
        const int n = sn_convex_contacts(&a.place, &b.place, 0.01, found);
        g_assert_cmpint(n, >=, 4);
        for (int i = 0; i < n; i++) {
            g_assert_cmpfloat(fabs(found[i].gap + depth), <, 1e-12);
            g_assert_cmpfloat(fabs(found[i].normal[2]), >, 1 - 1e-12);
        }
    }
    sn_convex_free(&a.shape);
    sn_convex_free(&b.shape);
}

static void test_hulls(void)
{
    Random r = {3};
    for (int k = 0; k < 40; k++) {
        double points[60][3];
        SnConvex shape;
        for (int i = 0; i < 60; i++) {
            random_vector(&r, 1, points[i]);
            for (int c = 0; c < 3 && k % 2; c++) /* many in planes */
                points[i][c] = round(2 * points[i][c]) / 2;
        }
        g_assert_true(sn_convex_hull(60, (const double(*)[3])points, 1e-9, &shape));
        g_assert_cmpint(shape.n_vertices - shape.n_edges + shape.n_faces, ==, 2);
        for (int f = 0; f < shape.n_faces; f++)
            for (int i = 0; i < 60; i++) {
                double arm[3];
                sn_v3_sub(points[i], shape.vertex[shape.corner[shape.start[f]]], arm);
                g_assert_cmpfloat(sn_v3_dot(arm, shape.normal[f]), <, 1e-7);
            }
        sn_convex_free(&shape);
    }
    static const double flat[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 3, 0}};
    SnConvex none;
    g_assert_false(sn_convex_hull(5, flat, 1e-9, &none));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/geometry/convex/contacts", test_contacts);
    g_test_add_func("/geometry/convex/rest", test_rest);
    g_test_add_func("/geometry/convex/ridges", test_ridges);
    g_test_add_func("/geometry/convex/sunk", test_sunk);
    g_test_add_func("/geometry/convex/hulls", test_hulls);
    return g_test_run();
}
