/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places and axes that a surface offers for a joint: cylinders, spheres and boxes in any pose, with
 * rough vertices. */
#include "engine/base/vec.h"
#include "tests/support/cases.h"
#include "ui/viewport/scene/primitive.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { AROUND = 40, ALONG = 10 };

typedef struct Pose {
    double position[3], orientation[4];
} Pose;

static void random_pose(GRand *random, Pose *pose)
{
    double w[3];
    for (int i = 0; i < 3; i++) {
        pose->position[i] = g_rand_double_range(random, -1, 1);
        w[i] = g_rand_double_range(random, -3, 3);
    }
    sn_q_exp(w, pose->orientation);
}

static void put(float *vertices, int at, const Pose *pose, double x, double y, double z)
{
    const double local[3] = {x, y, z};
    double world[3];
    sn_pose_point(pose->position, pose->orientation, local, world);
    for (int i = 0; i < 3; i++)
        vertices[3 * at + i] = (float)world[i];
}

/* A part of a surface over a grid of (angle, along), without caps; radius(k) of each ring. */
static SnMesh *lathe(const Pose *pose, double length, const double *radius, double turn,
                     GRand *random, double rough)
{
    float *vertices = g_new(float, (gsize)3 * (AROUND + 1) * (ALONG + 1));
    uint32_t *triangles = g_new(uint32_t, (gsize)6 * AROUND * ALONG);
    int n = 0;
    for (int i = 0; i <= AROUND; i++) {
        for (int k = 0; k <= ALONG; k++) {
            const double a = turn * i / AROUND;
            const double r = radius[k] * (1 + rough * g_rand_double_range(random, -1, 1));
            put(vertices, i * (ALONG + 1) + k, pose, r * cos(a), r * sin(a),
                length * ((double)k / ALONG - 0.5));
        }
    }
    for (int i = 0; i < AROUND; i++) {
        for (int k = 0; k < ALONG; k++) {
            const uint32_t a = (uint32_t)(i * (ALONG + 1) + k), b = a + ALONG + 1;
            const uint32_t corners[6] = {a, b, b + 1, a, b + 1, a + 1};
            memcpy(triangles + n, corners, sizeof corners);
            n += 6;
        }
    }
    float *owned = malloc(sizeof(float) * 3 * (AROUND + 1) * (ALONG + 1));
    uint32_t *kept = malloc(sizeof(uint32_t) * (size_t)n);
    memcpy(owned, vertices, sizeof(float) * 3 * (AROUND + 1) * (ALONG + 1));
    memcpy(kept, triangles, sizeof(uint32_t) * (size_t)n);
    g_free(vertices);
    g_free(triangles);
    return sn_mesh_new((AROUND + 1) * (ALONG + 1), owned, n / 3, kept);
}

static double off_axis(const Pose *pose, const SnSpot *spot)
{
    double local[3];
    sn_pose_inverse_point(pose->position, pose->orientation, spot->position, local);
    return hypot(local[0], local[1]);
}

static int n_cases(int few, int many)
{
    return sn_cases(few, many);
}

static void test_cylinder(void)
{
    GRand *random = g_rand_new_with_seed(12);
    for (int i = 0; i < n_cases(40, 500); i++) {
        Pose pose;
        double radius[ALONG + 1], r = g_rand_double_range(random, 0.004, 0.05), axis[3];
        const double length = r * g_rand_double_range(random, 2, 6), z[3] = {0, 0, 1};
        const double rough = i % 2 * 0.01;
        random_pose(random, &pose);
        for (int k = 0; k <= ALONG; k++)
            radius[k] = r;
        SnMesh *mesh = lathe(&pose, length, radius, 2 * M_PI, random, rough);
        const double at = g_rand_double_range(random, 0, 6.28);
        const double local[3] = {r * cos(at), r * sin(at),
                                 length * g_rand_double_range(random, -0.3, 0.3)};
        double point[3];
        sn_pose_point(pose.position, pose.orientation, local, point);
        SnSpot spots[SN_SPOT_COUNT];
        sn_surface_spots(mesh, point, spots);
        const SnSpot *round = &spots[SN_SPOT_ROUND];
        sn_q_rotate(pose.orientation, z, axis);
        g_assert_true(round->known);
        g_assert_false(spots[SN_SPOT_FACE].known);
        g_assert_cmpfloat(fabs(sn_v3_dot(axis, round->axis)), >, rough > 0 ? 0.98 : 0.9999);
        g_assert_cmpfloat(off_axis(&pose, round), <, (rough > 0 ? 0.15 : 1e-3) * r);
        g_assert_cmpfloat_with_epsilon(round->radius, r, (rough > 0 ? 0.15 : 1e-3) * r);
        sn_mesh_unref(mesh);
    }
    g_rand_free(random);
}

/* A condyle, half a ball: the centre lies on the axis whichever it is. */
static void test_ball(void)
{
    GRand *random = g_rand_new_with_seed(13);
    for (int i = 0; i < n_cases(40, 500); i++) {
        Pose pose;
        const double r = g_rand_double_range(random, 0.004, 0.05);
        double radius[ALONG + 1], point[3], to[3];
        random_pose(random, &pose);
        for (int k = 0; k <= ALONG; k++) {
            const double z = 2.0 * k / ALONG - 1;
            radius[k] = r * sqrt(fmax(1e-6, 1 - z * z * 0.98));
        }
        SnMesh *mesh = lathe(&pose, 2 * r, radius, 2 * M_PI, random, 0);
        const double at = g_rand_double_range(random, 0, 6.28),
                     local[3] = {r * cos(at), r * sin(at), 0};
        sn_pose_point(pose.position, pose.orientation, local, point);
        SnSpot spots[SN_SPOT_COUNT];
        sn_surface_spots(mesh, point, spots);
        g_assert_true(spots[SN_SPOT_ROUND].known);
        sn_v3_sub(spots[SN_SPOT_ROUND].position, pose.position, to);
        sn_v3_axpy(-sn_v3_dot(to, spots[SN_SPOT_ROUND].axis), spots[SN_SPOT_ROUND].axis, to);
        g_assert_cmpfloat(sn_v3_norm(to), <, 0.1 * r);
        sn_mesh_unref(mesh);
    }
    g_rand_free(random);
}

static SnMesh *joined(SnMesh *a, SnMesh *b)
{
    const int n = a->n_vertices + b->n_vertices, m = a->n_triangles + b->n_triangles;
    float *vertices = malloc(sizeof(float) * 3 * (size_t)n);
    uint32_t *triangles = malloc(sizeof(uint32_t) * 3 * (size_t)m);
    memcpy(vertices, a->vertices, sizeof(float) * 3 * (size_t)a->n_vertices);
    memcpy(vertices + 3 * a->n_vertices, b->vertices, sizeof(float) * 3 * (size_t)b->n_vertices);
    memcpy(triangles, a->triangles, sizeof(uint32_t) * 3 * (size_t)a->n_triangles);
    for (int i = 0; i < 3 * b->n_triangles; i++)
        triangles[3 * a->n_triangles + i] = b->triangles[i] + (uint32_t)a->n_vertices;
    sn_mesh_unref(a);
    sn_mesh_unref(b);
    return sn_mesh_new(n, vertices, m, triangles);
}

/* The head of a long bone: what is looked at first holds much of the shaft. */
static void test_head(void)
{
    GRand *random = g_rand_new_with_seed(15);
    for (int i = 0; i < n_cases(40, 500); i++) {
        Pose pose, below;
        const double r = g_rand_double_range(random, 0.018, 0.026), long_bone = 0.3;
        const double slim = r * g_rand_double_range(random, 0.35, 0.6);
        double ball[ALONG + 1], shaft[ALONG + 1], point[3];
        random_pose(random, &pose);
        below = pose;
        const double middle[3] = {0, 0, -0.9 * r - long_bone / 2};
        sn_pose_point(pose.position, pose.orientation, middle, below.position);
        for (int k = 0; k <= ALONG; k++) {
            const double z = 2.0 * k / ALONG - 1;
            ball[k] = r * sqrt(fmax(1e-6, 1 - z * z * 0.98));
            shaft[k] = slim;
        }
        SnMesh *mesh = joined(lathe(&pose, 2 * r, ball, 2 * M_PI, random, 0.01),
                              lathe(&below, long_bone, shaft, 2 * M_PI, random, 0));
        const double at = g_rand_double_range(random, 0, 6.28);
        const double up = g_rand_double_range(random, 0.3, 0.6); /* shoulder of the head */
        const double local[3] = {r * cos(up) * cos(at), r * cos(up) * sin(at), r * sin(up)};
        sn_pose_point(pose.position, pose.orientation, local, point);
        SnSpot spots[SN_SPOT_COUNT];
        sn_surface_spots(mesh, point, spots);
        g_assert_true(spots[SN_SPOT_ROUND].known && spots[SN_SPOT_ROUND].ball);
        g_assert_cmpfloat(sn_v3_distance(spots[SN_SPOT_ROUND].position, pose.position), <,
                          0.15 * r);
        sn_mesh_unref(mesh);
    }
    g_rand_free(random);
}

static SnMesh *box(const Pose *pose, const double half[3])
{
    static const uint32_t corners[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    float *vertices = malloc(sizeof(float) * 24);
    uint32_t *triangles = malloc(sizeof corners);
    for (int i = 0; i < 8; i++) {
        put(vertices, i, pose, (i & 1 ? 1 : -1) * half[0], (i & 2 ? 1 : -1) * half[1],
            (i & 4 ? 1 : -1) * half[2]);
    }
    memcpy(triangles, corners, sizeof corners);
    return sn_mesh_new(8, vertices, 12, triangles);
}

/* The top of a box: its middle, its corner, its edge; nothing round. */
static void test_box(void)
{
    GRand *random = g_rand_new_with_seed(14);
    for (int i = 0; i < n_cases(40, 500); i++) {
        Pose pose;
        double half[3], point[3], up[3], corner[3], middle[3];
        for (int k = 0; k < 3; k++)
            half[k] = g_rand_double_range(random, 0.01, 0.03);
        random_pose(random, &pose);
        SnMesh *mesh = box(&pose, half);
        const double local[3] = {0.9 * half[0], 0.8 * half[1], half[2]}, z[3] = {0, 0, 1};
        const double top[3] = {0, 0, half[2]};
        sn_pose_point(pose.position, pose.orientation, local, point);
        sn_pose_point(pose.position, pose.orientation, half, corner);
        sn_pose_point(pose.position, pose.orientation, top, middle);
        sn_q_rotate(pose.orientation, z, up);
        SnSpot spots[SN_SPOT_COUNT];
        sn_surface_spots(mesh, point, spots);
        g_assert_cmpfloat(sn_v3_dot(up, spots[SN_SPOT_POINT].axis), >, 0.999);
        g_assert_cmpfloat(sn_v3_distance(corner, spots[SN_SPOT_VERTEX].position), <, 1e-6);
        g_assert_cmpfloat(fabs(sn_v3_dot(up, spots[SN_SPOT_EDGE].axis)), <, 1e-3);
        if (!spots[SN_SPOT_ROUND].known) {
            g_assert_true(spots[SN_SPOT_FACE].known);
            g_assert_cmpfloat(sn_v3_distance(middle, spots[SN_SPOT_FACE].position), <, 1e-5);
        }
        sn_mesh_unref(mesh);
    }
    g_rand_free(random);
}

/* How far a point is from the surface of a body, by its numbers. */
static double off_surface(const SnRigidBody *body, const double point[3])
{
    const double *size = body->size, half = body->length / 2;
    const double along = body->shape == SN_SHAPE_CAPSULE ? fmax(0, fabs(point[2]) - half) : 0;
    return body->shape == SN_SHAPE_ELLIPSOID
               ? fabs(hypot(hypot(point[0] / size[0], point[1] / size[1]), point[2] / size[2]) - 1)
               : fabs(hypot(hypot(point[0], point[1]), along) / body->radius - 1);
}

/* Places on the triangles drawn of a body come onto its surface, and its ball or axis is its own.
 */
static void test_primitive(void)
{
    static const SnShape shapes[] = {SN_SHAPE_ELLIPSOID, SN_SHAPE_CYLINDER, SN_SHAPE_CAPSULE};
    GRand *random = g_rand_new_with_seed(5);
    for (int i = 0; i < n_cases(300, 3000); i++) {
        const double r = g_rand_double_range(random, 0.001, 0.1);
        SnRigidBody body = {.shape = (int32_t)shapes[i % 3],
                            .size = {r, r, i % 2 == 0 ? r : 2 * r},
                            .radius = r,
                            .length = 3 * r};
        const bool end = body.shape == SN_SHAPE_CAPSULE && i % 2 == 0;
        double w[3], point[3];
        for (int k = 0; k < 3; k++)
            w[k] = g_rand_double_range(random, -1, 1);
        sn_v3_normalize(w, w);
        for (int k = 0; k < 3; k++)
            point[k] = 0.998 * w[k] * body.size[k];
        if (body.shape != SN_SHAPE_ELLIPSOID && !end)
            sn_v3_set(0.998 * r * cos(w[0]), 0.998 * r * sin(w[0]), 1.4 * r * w[1], point);
        else if (end)
            sn_v3_set(0.998 * r * w[0], 0.998 * r * w[1], 1.5 * r + 0.998 * r * fabs(w[2]), point);
        SnSpot spot = {0};
        sn_primitive_round(&body, point, &spot);
        sn_primitive_to_surface(&body, point);
        g_assert_cmpfloat(off_surface(&body, point), <, 1e-14);
        g_assert_cmpint(spot.known, ==, body.shape != SN_SHAPE_ELLIPSOID || i % 2 == 0);
        g_assert_true(!spot.known || spot.radius == r);
        g_assert_cmpint(spot.ball, ==, spot.known && (end || body.shape == SN_SHAPE_ELLIPSOID));
        g_assert_cmpfloat(hypot(spot.position[0], spot.position[1]), ==, 0);
    }
    g_rand_free(random);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/surface_fit/cylinder", test_cylinder);
    g_test_add_func("/surface_fit/ball", test_ball);
    g_test_add_func("/surface_fit/head", test_head);
    g_test_add_func("/surface_fit/box", test_box);
    g_test_add_func("/surface_fit/primitive", test_primitive);
    return g_test_run();
}
