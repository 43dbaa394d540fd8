/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Camera arithmetic: inverse pairs and the promises of render.h, at random cameras. */
#include "render/camera_range.h"
#include "render/render.h"

#include "engine/base/vec.h"

#include "scene_maker.h"
#include "tests/support/cases.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static double between(double low, double high)
{
    return g_test_rand_double_range(low, high);
}

/* Anywhere, of any size from a tooth to a person. */
static SnCamera random_camera(void)
{
    SnCamera camera = {.field_of_view = between(0.2, 1.2),
                       .distance = pow(10, between(-2, 1)),
                       .orthographic = g_test_rand_bit()};
    const double direction[3] = {between(-1, 1), between(-1, 1), between(-0.9, 0.9)};
    const double up[3] = {0, 0, 1};
    for (int k = 0; k < 3; k++)
        camera.center[k] = between(-1, 1);
    sn_camera_look(&camera, direction, up);
    return camera;
}

static void assert_near(const double a[3], const double b[3], double tolerance)
{
    g_assert_cmpfloat(sn_v3_distance(a, b), <, tolerance);
}

static void test_project_and_ray(void)
{
    for (int i = 0; i < 500; i++) {
        const SnCamera camera = random_camera();
        const double x = between(0, 640), y = between(0, 480), along = camera.distance;
        double origin[3], direction[3], point[3], pixel[2], depth;
        sn_camera_ray(&camera, 640, 480, x, y, origin, direction);
        g_assert_cmpfloat(fabs(sn_v3_norm(direction) - 1), <, 1e-12);
        sn_v3_copy(origin, point);
        sn_v3_axpy(along * between(0.2, 2), direction, point);
        g_assert_true(sn_camera_project(&camera, 640, 480, point, pixel, &depth));
        g_assert_cmpfloat(fabs(pixel[0] - x), <, 1e-6);
        g_assert_cmpfloat(fabs(pixel[1] - y), <, 1e-6);
        g_assert_cmpfloat(depth, >, 0);
    }
}

/* Column-major GL matrices; near and far are chosen from the bounds. */
static void camera_matrices(const SnCamera *camera, int width, int height,
                            const double bounds[2][3], float view[16], float projection[16])
{
    const double zero[3] = {0, 0, 0};
    double range[2];
    sn_camera_clip_range(camera, bounds, range);
    sn_camera_view(camera, zero, view);
    sn_camera_projection(camera, width, height, range, projection);
}

static void test_project_matches_matrices(void)
{
    const double bounds[2][3] = {{-1, -1, -1}, {1, 1, 1}};
    for (int i = 0; i < 200; i++) {
        const SnCamera camera = random_camera();
        float view[16], projection[16];
        double c[4], ndc[4], pixel[2], point[3];
        camera_matrices(&camera, 640, 480, bounds, view, projection);
        for (int k = 0; k < 3; k++)
            point[k] = camera.center[k] + 0.3 * camera.distance * between(-1, 1);
        for (int r = 0; r < 4; r++)
            c[r] = (double)view[r] * point[0] + (double)view[4 + r] * point[1] +
                   (double)view[8 + r] * point[2] + (double)view[12 + r];
        for (int r = 0; r < 4; r++)
            ndc[r] = (double)projection[r] * c[0] + (double)projection[4 + r] * c[1] +
                     (double)projection[8 + r] * c[2] + (double)projection[12 + r] * c[3];
        g_assert_true(sn_camera_project(&camera, 640, 480, point, pixel, NULL));
        g_assert_cmpfloat(fabs(320 + 320 * ndc[0] / ndc[3] - pixel[0]), <, 0.05);
        g_assert_cmpfloat(fabs(240 - 240 * ndc[1] / ndc[3] - pixel[1]), <, 0.05);
    }
}

static void test_behind(void)
{
    SnCamera camera = {.distance = 1, .field_of_view = 0.6};
    const double direction[3] = {1, 0, 0}, up[3] = {0, 0, 1}, behind[3] = {-2, 0, 0};
    double pixel[2];
    sn_camera_look(&camera, direction, up);
    g_assert_false(sn_camera_project(&camera, 100, 100, behind, pixel, NULL));
}

static void test_look(void)
{
    SnCamera camera = {.distance = 2, .field_of_view = 0.6};
    const double direction[3] = {1, 0, 0}, up[3] = {0, 0, 1}, left[3] = {0, 1, 0.5};
    double eye[3], pixel[2];
    sn_camera_look(&camera, direction, up);
    sn_camera_eye(&camera, eye);
    assert_near(eye, (double[3]){-2, 0, 0}, 1e-12);
    sn_camera_project(&camera, 100, 100, left, pixel, NULL);
    g_assert_cmpfloat(pixel[0], <, 50); /* y is left when looking along x */
    g_assert_cmpfloat(pixel[1], <, 50); /* z is up */
    const double down[3] = {0, 0, -1};
    sn_camera_look(&camera, down, up); /* along `up`: any roll, but a rotation */
    sn_camera_eye(&camera, eye);
    assert_near(eye, (double[3]){0, 0, 2}, 1e-12);
}

static void test_zoom_keeps_point(void)
{
    for (int i = 0; i < 300; i++) {
        SnCamera camera = random_camera();
        const double x = between(0, 640), y = between(0, 480), factor = between(0.3, 3);
        double origin[3], direction[3], point[3], pixel[2], depth;
        sn_camera_ray(&camera, 640, 480, x, y, origin, direction);
        /* the point under the pixel in the plane of the centre */
        double right[3], up[3], back[3], to[3];
        sn_camera_axes(&camera, right, up, back);
        sn_v3_sub(camera.center, origin, to);
        sn_v3_copy(origin, point);
        sn_v3_axpy(sn_v3_dot(to, back) / sn_v3_dot(direction, back), direction, point);
        const double before = camera.distance;
        sn_camera_zoom(&camera, factor, x, y, 640, 480);
        g_assert_cmpfloat(fabs(camera.distance * factor / before - 1), <, 1e-12);
        sn_camera_project(&camera, 640, 480, point, pixel, &depth);
        g_assert_cmpfloat(hypot(pixel[0] - x, pixel[1] - y), <, 1e-6);
    }
}

static void test_pan_follows_pointer(void)
{
    for (int i = 0; i < 300; i++) {
        SnCamera camera = random_camera();
        double point[3], pixel[2];
        sn_v3_copy(camera.center, point);
        sn_camera_pan(&camera, 37, -12, 640, 480);
        sn_camera_project(&camera, 640, 480, point, pixel, NULL);
        g_assert_cmpfloat(hypot(pixel[0] - 357, pixel[1] - 228), <, 1e-6);
    }
}

static void test_fit_contains_box(void)
{
    for (int i = 0; i < 300; i++) {
        SnCamera camera = random_camera();
        double bounds[2][3];
        for (int k = 0; k < 3; k++) {
            bounds[0][k] = between(-1, 1);
            bounds[1][k] = bounds[0][k] + between(0.001, 0.5);
        }
        const int width = g_test_rand_int_range(100, 1000);
        const int height = g_test_rand_int_range(100, 1000);
        sn_camera_fit(&camera, (const double(*)[3])bounds, (double)width / height);
        double largest = 0;
        for (int corner = 0; corner < 8; corner++) {
            double point[3], pixel[2];
            for (int k = 0; k < 3; k++)
                point[k] = bounds[corner >> k & 1][k];
            g_assert_true(sn_camera_project(&camera, width, height, point, pixel, NULL));
            const double u = fabs(2 * pixel[0] / width - 1), v = fabs(2 * pixel[1] / height - 1);
            largest = fmax(largest, fmax(u, v));
        }
        g_assert_cmpfloat(largest, <=, 1);
        g_assert_cmpfloat(largest, >, 0.5);
    }
}

static void test_orbit_keeps_vertical(void)
{
    for (int i = 0; i < 100; i++) {
        SnCamera camera = random_camera();
        double center[3], right[3], up[3], back[3];
        sn_v3_copy(camera.center, center);
        for (int k = 0; k < 50; k++)
            sn_camera_orbit(&camera, between(-1, 1), between(-1, 1));
        sn_camera_axes(&camera, right, up, back);
        g_assert_cmpfloat(fabs(right[2]), <, 1e-9);
        g_assert_cmpfloat(up[2], >, -1e-9);
        assert_near(camera.center, center, 1e-15);
    }
    /* far beyond the pole it stops there */
    SnCamera camera = {.distance = 1, .field_of_view = 0.6};
    const double direction[3] = {1, 0, 0}, vertical[3] = {0, 0, 1};
    double eye[3];
    sn_camera_look(&camera, direction, vertical);
    sn_camera_orbit(&camera, 0, -10);
    sn_camera_eye(&camera, eye);
    assert_near(eye, vertical, 1e-9);
    sn_camera_orbit(&camera, 0, 0.5);
    sn_camera_eye(&camera, eye);
    assert_near(eye, (double[3]){-sin(0.5), 0, cos(0.5)}, 1e-9);
}

/* 24 bits of depth tell apart surfaces 0.02 mm from each other on a jaw seen whole, and a fraction
 * of a millimetre on a person. */
static void test_depth_precision(void)
{
    static const double sizes[] = {0.1, 1.8}, finest[] = {2e-5, 4e-4};
    for (int i = 0; i < 2; i++) {
        SnCamera camera = {.field_of_view = 0.6};
        const double half = sizes[i] / 2, direction[3] = {1, 0.3, -0.3}, up[3] = {0, 0, 1};
        const double bounds[2][3] = {{-half, -half, -half}, {half, half, half}};
        double range[2], held[2][3];
        sn_camera_look(&camera, direction, up);
        sn_camera_fit(&camera, bounds, 1.6);
        for (int k = 0; k < 3; k++) /* with a grid around it */
            held[0][k] = -12 * half, held[1][k] = 12 * half;
        sn_camera_clip_range(&camera, (const double(*)[3])held, range);
        g_assert_cmpfloat(range[0], >, 0);
        g_assert_cmpfloat(range[0], <, camera.distance - 2 * half);
        const double z = camera.distance + half;
        const double step = z * z * (range[1] - range[0]) / (range[0] * range[1]) / 16777216;
        g_assert_cmpfloat(step, <, finest[i]);
    }
}

/* What has fallen far away cuts away nothing of what is looked at. */
static void test_far_thing(void)
{
    SnCamera camera = {.field_of_view = 0.6};
    const double bounds[2][3] = {{-0.05, -0.05, -0.05}, {0.05, 0.05, 0.05}};
    double range[2], far[2][3] = {{-0.05, -0.05, -300}, {0.05, 0.05, 0.05}};
    sn_camera_look(&camera, (double[]){1, 0.3, -0.3}, (double[]){0, 0, 1});
    sn_camera_fit(&camera, bounds, 1.6);
    sn_camera_clip_range(&camera, (const double(*)[3])far, range);
    g_assert_cmpfloat(range[0], <, camera.distance - 0.05 * sqrt(3));
    g_assert_cmpfloat(range[1], >, 80); /* 300 m along the way it looks */
}

/* What is shown lies within the picture whatever its shape and the view, reaches the margin on two
 * opposite sides, and is in the middle of it. */
static void test_fit_shown(void)
{
    GRand *random = g_rand_new_with_seed(7);
    const int n = sn_cases(60, 500);
    for (int turn = 0; turn < n; turn++) {
        double points[6][3];
        for (int i = 0; i < 6; i++)
            for (int k = 0; k < 3; k++)
                points[i][k] = g_rand_double_range(random, -1, 1) * (k == turn % 3 ? 3 : 0.4);
        SceneMaker *maker = maker_new();
        maker_path(maker, 6, (const double(*)[3])points, -1, 0x808080);
        SnSnapshot *snapshot = maker_take(maker);
        SnViewSettings view;
        sn_view_settings_init(&view);
        view.width = g_rand_int_range(random, 200, 2000);
        view.height = g_rand_int_range(random, 200, 2000);
        view.camera.orthographic = turn % 2;
        view.camera.field_of_view = g_rand_double_range(random, 0.1, 1.2);
        const double up[3] = {0, 0, 1};
        sn_camera_look(&view.camera, points[0], up);
        g_assert_true(sn_camera_fit_shown(&view.camera, &view, snapshot));
        double eye[3], back[3], depth[2] = {INFINITY, -INFINITY};
        sn_camera_eye(&view.camera, eye);
        sn_v3_sub(eye, view.camera.center, back);
        sn_v3_normalize(back, back);
        double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
        for (int i = 0; i < 6; i++) {
            double pixel[2];
            g_assert_true(
                sn_camera_project(&view.camera, view.width, view.height, points[i], pixel, NULL));
            const double away = sn_v3_dot(back, eye) - sn_v3_dot(back, points[i]);
            depth[0] = fmin(depth[0], away);
            depth[1] = fmax(depth[1], away);
            for (int k = 0; k < 2; k++) {
                low[k] = fmin(low[k], pixel[k]);
                high[k] = fmax(high[k], pixel[k]);
            }
        }
        const double size[2] = {view.width, view.height}, free = 0.07 * fmin(size[0], size[1]);
        double least = INFINITY;
        for (int k = 0; k < 2; k++) {
            g_assert_cmpfloat(low[k], >, free - 0.1);
            g_assert_cmpfloat(high[k], <, size[k] - free + 0.1);
            least = fmin(least, fmax(low[k] - free, size[k] - free - high[k]));
        }
        if (view.camera.orthographic || depth[0] > 0.26 * (depth[1] - depth[0]))
            g_assert_cmpfloat(least, <, 0.1);
        sn_snapshot_unref(snapshot);
    }
    g_rand_free(random);
}

/* A picture of all is one of what stands on the ground, however wide that is; of nothing else, of
 * the ground. */
static void test_endless_ground(void)
{
    double distance[4];
    for (int scene = 0; scene < 4; scene++) { /* a box; on the ground; the ground; on a field */
        SceneMaker *maker = maker_new();
        if (scene != 2)
            maker_mesh(maker, maker_box(0.02, 0.02, 0.02), 0, 0, 0.02, 0x808080);
        SnSceneItem *ground =
            scene > 0 ? maker_mesh(maker, maker_box(10, 10, 0.1), 0, 0, -0.1, 0x808080) : NULL;
        if (scene > 0)
            *(scene < 3 ? &ground->endless : &ground->still) = true;
        SnSnapshot *snapshot = maker_take(maker);
        SnViewSettings view;
        sn_view_settings_init(&view);
        view.width = view.height = 400;
        g_assert_true(sn_camera_fit_shown(&view.camera, &view, snapshot));
        distance[scene] = view.camera.distance;
        double all[2][3], framed[2][3];
        g_assert_true(sn_snapshot_bounds(snapshot, all));
        g_assert_true(sn_snapshot_framed(snapshot, framed));
        g_assert_cmpfloat_with_epsilon(all[1][0], scene > 0 ? 10 : 0.02, 1e-6);
        g_assert_cmpfloat_with_epsilon(framed[1][0], scene == 2 ? 10 : 0.02, 1e-6);
        sn_snapshot_unref(snapshot);
    }
    g_assert_cmpfloat(distance[0], ==, distance[1]);
    g_assert_cmpfloat(distance[0], ==, distance[3]);
    g_assert_cmpfloat(distance[2], >, 100 * distance[1]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/camera/project-ray", test_project_and_ray);
    g_test_add_func("/camera/matrices", test_project_matches_matrices);
    g_test_add_func("/camera/behind", test_behind);
    g_test_add_func("/camera/look", test_look);
    g_test_add_func("/camera/zoom", test_zoom_keeps_point);
    g_test_add_func("/camera/pan", test_pan_follows_pointer);
    g_test_add_func("/camera/fit", test_fit_contains_box);
    g_test_add_func("/camera/orbit", test_orbit_keeps_vertical);
    g_test_add_func("/camera/depth-precision", test_depth_precision);
    g_test_add_func("/camera/far-thing", test_far_thing);
    g_test_add_func("/camera/fit-shown", test_fit_shown);
    g_test_add_func("/camera/endless-ground", test_endless_ground);
    return g_test_run();
}
