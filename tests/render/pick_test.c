/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is found under a pixel and in a box. */
#include "stage.h"

#include "engine/base/vec.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static Stage stage;

/* Looking along x: a small box before a large one, a third to the left (y = 0.06). */
static SnSnapshot *three_boxes(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_box(0.01, 0.01, 0.01), -0.03, 0, 0, 0xC04040);
    maker_mesh(maker, maker_box(0.01, 0.02, 0.02), 0.03, 0, 0, 0x40C040);
    maker_mesh(maker, maker_box(0.01, 0.01, 0.01), 0, 0.06, 0, 0x4040C0);
    return maker_take(maker);
}

static void test_click(void)
{
    SnSnapshot *snapshot = three_boxes();
    SnPickHit hit;
    for (int orthographic = 0; orthographic < 2; orthographic++) {
        stage_reset(&stage, 1, 0, 0, 0.08);
        stage.view.camera.orthographic = orthographic;
        g_assert_true(stage_click(&stage, snapshot, -0.04, 0.001, 0.002, &hit));
        g_assert_cmpuint(hit.id.index, ==, 1);
        g_assert_cmpint(hit.clip_plane, ==, -1);
        g_assert_cmpint(hit.manipulator_axis, ==, -1);
        g_assert_cmpfloat(fabs(hit.position[0] + 0.04), <, 1e-4);
        g_assert_cmpfloat(fabs(hit.position[1] - 0.001), <, 1e-3); /* half a pixel */
        g_assert_cmpfloat(fabs(hit.position[2] - 0.002), <, 1e-3);
        g_assert_true(stage_click(&stage, snapshot, 0.02, 0.017, 0.015, &hit));
        g_assert_cmpuint(hit.id.index, ==, 2);
        g_assert_true(stage_click(&stage, snapshot, -0.01, 0.06, 0, &hit));
        g_assert_cmpuint(hit.id.index, ==, 3);
        g_assert_false(stage_click(&stage, snapshot, 0, -0.06, 0.04, &hit));
    }
    sn_snapshot_unref(snapshot);
}

/* A cap is whole at any slant: its own plane, rounded, takes no part of it away. */
static void test_slanted_caps(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_sphere(0.02, 40, 80), 0.003, 0.001, -0.002, 0xC04040);
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 1, 0, 0, 0.05);
    const double normals[4][3] = {
        {-0.97, 0.2, 0.1}, {-0.7, 0.6, 0.3}, {-0.6, -0.5, 0.61}, {-0.8, 0.013, -0.57}};
    for (int i = 0; i < 4; i++) {
        double n[3], u[3], v[3];
        sn_v3_normalize(normals[i], n);
        sn_v3_tangents(n, u, v);
        SnClipPlane *plane = &stage.view.clip[0];
        *plane = (SnClipPlane){.enabled = true, .offset = 0.0017};
        sn_v3_copy(n, plane->normal);
        for (int a = -2; a <= 2; a++)
            for (int b = -2; b <= 2; b++) {
                double p[3] = {0, 0, 0};
                sn_v3_axpy(plane->offset, n, p);
                sn_v3_axpy(0.0049 * a, u, p);
                sn_v3_axpy(0.0049 * b, v, p);
                SnPickHit hit;
                g_assert_true(stage_click(&stage, snapshot, p[0], p[1], p[2], &hit));
                g_assert_cmpfloat(fabs(sn_v3_dot(n, hit.position) - plane->offset), <, 1e-4);
            }
    }
    sn_snapshot_unref(snapshot);
}

static void test_nothing_to_pick(void)
{
    SnPickHit hit;
    stage_reset(&stage, 1, 0, 0, 0.08);
    const SnPickQuery click = {100, 75, 0, 0, true, NULL, 0}, box = {0, 0, 200, 150, true, NULL, 0};
    g_assert_cmpint(sn_painter_pick(stage.painter, NULL, &stage.view, &click, &hit, 1), ==, 0);
    g_assert_cmpint(sn_painter_pick(stage.painter, NULL, &stage.view, &box, &hit, 1), ==, 0);
    const SnPickQuery outside = {300, 10, 20, 20, false, NULL, 0};
    g_assert_cmpint(sn_painter_pick(stage.painter, NULL, &stage.view, &outside, &hit, 1), ==, 0);
}

static void test_through(void)
{
    SnSnapshot *snapshot = three_boxes();
    SnPickHit hits[8];
    stage_reset(&stage, 1, 0, 0, 0.08);
    const SnPickQuery query = {100, 75, 0, 0, true, NULL, 0};
    const int n = sn_painter_pick(stage.painter, snapshot, &stage.view, &query, hits, 8);
    g_assert_cmpint(n, ==, 2);
    g_assert_cmpuint(hits[0].id.index, ==, 1);
    g_assert_cmpuint(hits[1].id.index, ==, 2);
    g_assert_cmpfloat(hits[0].depth, <, hits[1].depth);
    sn_snapshot_unref(snapshot);
}

static void test_box(void)
{
    SnSnapshot *snapshot = three_boxes();
    SnPickHit hits[8];
    stage_reset(&stage, 1, 0, 0, 0.08);
    stage.view.camera.orthographic = true;
    /* the middle only: the small box hides what lies behind it */
    SnPickQuery query = {98, 73, 4, 4, false, NULL, 0};
    g_assert_cmpint(sn_painter_pick(stage.painter, snapshot, &stage.view, &query, hits, 8), ==, 1);
    g_assert_cmpuint(hits[0].id.index, ==, 1);
    query.through = true;
    g_assert_cmpint(sn_painter_pick(stage.painter, snapshot, &stage.view, &query, hits, 8), ==, 2);
    /* everything, dragged from the lower right */
    query = (SnPickQuery){200, 150, -200, -150, false, NULL, 0};
    g_assert_cmpint(sn_painter_pick(stage.painter, snapshot, &stage.view, &query, hits, 8), ==, 3);
    g_assert_cmpuint(hits[0].id.index, ==, 1); /* nearest first */
    g_assert_cmpuint(hits[2].id.index, ==, 2);
    sn_snapshot_unref(snapshot);
}

static void test_small_things_first(void)
{
    SceneMaker *maker = maker_new();
    const double line[2][3] = {{-0.011, -0.02, 0.01}, {-0.011, 0.02, 0.01}};
    maker_mesh(maker, maker_box(0.01, 0.03, 0.03), 0, 0, 0, 0xE8DDC4);
    maker_point(maker, -0.01, 0, 0, 0.0008, 0x3C7FB1);
    maker_path(maker, 2, line, -1, 0x303030);
    SnSnapshot *snapshot = maker_take(maker);
    SnPickHit hit;
    stage_reset(&stage, 1, 0, 0, 0.04);
    const double pixel = 2 * stage.view.camera.distance * tan(stage.view.camera.field_of_view / 2) /
                         stage.view.height;
    for (int away = 0; away <= 3; away++) {
        g_assert_true(stage_click(&stage, snapshot, -0.01, away * pixel, 0, &hit));
        g_assert_cmpuint(hit.id.index, ==, 2);
        g_assert_true(stage_click(&stage, snapshot, -0.011, 0.005, 0.01 + away * pixel, &hit));
        g_assert_cmpuint(hit.id.index, ==, 3);
    }
    g_assert_true(stage_click(&stage, snapshot, -0.01, 0, -8 * pixel, &hit));
    g_assert_cmpuint(hit.id.index, ==, 1);
    sn_snapshot_unref(snapshot);
}

static void test_clip(void)
{
    SnSnapshot *snapshot = three_boxes();
    SnPickHit hit;
    stage_reset(&stage, 1, 0, 0, 0.08);
    stage.view.clip[2] =
        (SnClipPlane){true, true, false, {-2, 0, 0}, 0.06, 0}; /* keeps x > -0.03 */
    g_assert_true(stage_click(&stage, snapshot, -0.03, 0.004, -0.003, &hit));
    g_assert_cmpuint(hit.id.index, ==, 1);
    g_assert_cmpfloat(fabs(hit.position[0] + 0.03), <, 1e-4); /* on the cap */
    stage.view.clip[2].offset = 0.02;                         /* keeps x > -0.01 */
    g_assert_true(stage_click(&stage, snapshot, -0.03, 0.004, -0.003, &hit));
    g_assert_cmpuint(hit.id.index, ==, 2);
    /* the handle, at the middle of the bounds in the plane */
    g_assert_true(stage_click(&stage, snapshot, -0.01, 0.025, 0, &hit));
    g_assert_true(sn_id_is_null(hit.id));
    g_assert_cmpint(hit.clip_plane, ==, 2);
    sn_snapshot_unref(snapshot);
}

static void test_manipulator(void)
{
    SnSnapshot *snapshot = three_boxes();
    SnPickHit hit;
    stage_reset(&stage, 1, 0, 0, 0.08);
    stage.view.width = 640, stage.view.height = 480;
    const double pixel = 2 * stage.view.camera.distance * tan(stage.view.camera.field_of_view / 2) /
                         stage.view.height;
    /* translate: along y and z half way, a plane between them */
    stage.view.manipulator = 1;
    g_assert_true(stage_click(&stage, snapshot, 0, 50 * pixel, 0, &hit));
    g_assert_cmpint(hit.manipulator_axis, ==, 1);
    g_assert_true(stage_click(&stage, snapshot, 0, 0, 80 * pixel, &hit));
    g_assert_cmpint(hit.manipulator_axis, ==, 2);
    g_assert_true(stage_click(&stage, snapshot, 0, 33 * pixel, 33 * pixel, &hit));
    g_assert_cmpint(hit.manipulator_axis, ==, 3);
    /* rotate: the ring about x faces us, and the outer ring about the view */
    stage.view.manipulator = 2;
    g_assert_true(stage_click(&stage, snapshot, 0, 58.5 * pixel, 58.5 * pixel, &hit));
    g_assert_cmpint(hit.manipulator_axis, ==, 0);
    g_assert_true(stage_click(&stage, snapshot, 0, 70.2 * pixel, 70.2 * pixel, &hit));
    g_assert_cmpint(hit.manipulator_axis, ==, 6);
    stage.view.manipulator = 3;
    g_assert_true(stage_click(&stage, snapshot, 0, 0, 92 * pixel, &hit));
    g_assert_cmpint(hit.manipulator_axis, ==, 2);
    /* all at once: arrows outside of the rings, sizes within, those of all on the outer ring */
    stage.view.manipulator = SN_MANIPULATOR_ALL;
    stage.view.manipulator_turns = stage.view.manipulator_scales = true;
    const struct {
        double y, z;
        int handle, kind, axis;
    } all[] = {{115, 0, 1, SN_MANIPULATOR_MOVE, 1},       {33, 33, 3, SN_MANIPULATOR_MOVE, 3},
               {0, 0, 6, SN_MANIPULATOR_MOVE, 6},         {31, 77, 7, SN_MANIPULATOR_TURN, 0},
               {70.2, 70.2, 13, SN_MANIPULATOR_TURN, 6},  {0, 57, 16, SN_MANIPULATOR_SCALE, 2},
               {-70.2, 70.2, 20, SN_MANIPULATOR_SCALE, 6}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        g_assert_true(stage_click(&stage, snapshot, 0, all[i].y * pixel, all[i].z * pixel, &hit));
        g_assert_cmpint(hit.manipulator_axis, ==, all[i].handle);
        g_assert_cmpint(sn_handle_kind(SN_MANIPULATOR_ALL, hit.manipulator_axis), ==, all[i].kind);
        g_assert_cmpint(sn_handle_axis(hit.manipulator_axis), ==, all[i].axis);
    }
    /* the ring about y is seen from its edge here, and not shown */
    const bool met = stage_click(&stage, snapshot, 0, 0, 83 * pixel, &hit);
    g_assert_true(!met || hit.manipulator_axis != 8);
    stage.view.manipulator_turns = stage.view.manipulator_scales = false;
    g_assert_true(stage_click(&stage, snapshot, 0, 50 * pixel, 0, &hit));
    g_assert_cmpint(hit.manipulator_axis, ==, 1);
    /* beside it the scene is still there */
    g_assert_true(stage_click(&stage, snapshot, -0.04, -0.008, -0.008, &hit));
    g_assert_cmpint(hit.manipulator_axis, ==, -1);
    g_assert_cmpuint(hit.id.index, ==, 1);
    sn_snapshot_unref(snapshot);
}

static void test_hidden_and_odd(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_box(0.01, 0.01, 0.01), 0, 0, 0, 0xC04040)->style.visible = false;
    maker_point(maker, NAN, 0, 0, 0.01, 0x3C7FB1);
    maker_mesh(maker, maker_box(0.01, 0.02, 0.02), 0.03, 0, 0, 0x40C040)->style.alpha = 0.3f;
    SnSnapshot *snapshot = maker_take(maker);
    SnPickHit hit;
    stage_reset(&stage, 1, 0, 0, 0.08);
    stage_draw(&stage, snapshot);
    g_assert_true(stage_click(&stage, snapshot, 0, 0, 0, &hit));
    g_assert_cmpuint(hit.id.index, ==, 3);
    sn_snapshot_unref(snapshot);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!stage_open(&stage))
        return 0;
    g_test_add_func("/pick/click", test_click);
    g_test_add_func("/pick/slanted-caps", test_slanted_caps);
    g_test_add_func("/pick/nothing", test_nothing_to_pick);
    g_test_add_func("/pick/through", test_through);
    g_test_add_func("/pick/box", test_box);
    g_test_add_func("/pick/small-first", test_small_things_first);
    g_test_add_func("/pick/clip", test_clip);
    g_test_add_func("/pick/manipulator", test_manipulator);
    g_test_add_func("/pick/hidden", test_hidden_and_odd);
    const int result = g_test_run();
    stage_close(&stage);
    return result;
}
