/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about pictures of what clipping planes cut: caps, hollows, slices. */
#include "stage.h"

#include <glib.h>
#include <math.h>

static Stage stage;

static void test_clip_and_cap(void)
{
    SnSnapshot *snapshot = scene_of_box(SN_SHADING_NONE);
    stage_reset(&stage, 1, 0, 0, 0.05);
    /* keeps y < 0.01: what was at y = 0.015 is background */
    stage.view.clip[0] = (SnClipPlane){true, false, false, {0, 1, 0}, 0.01, 0};
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, -0.02, 0.015, 0), 0x3C7FB1), >, 60);
    g_assert_cmpint(color_distance(stage_at(&stage, -0.02, 0.006, 0), 0x3C7FB1), <=, 1);
    /* keeps x > 0: a cap looks at us, darker than the colour, with hatching of two tones */
    stage.view.clip[0] = (SnClipPlane){true, false, false, {-1, 0, 0}, 0, 0};
    stage_draw(&stage, snapshot);
    int dark = 0, light = 0, other = 0;
    for (int i = -8; i <= 8; i++) {
        const uint8_t *p = stage_pixel(&stage, 100 + i, 75);
        if (p[2] < 150)
            dark++;
        else if (p[2] < 0xB1 - 4)
            light++;
        else
            other++;
    }
    g_assert_cmpint(dark, >=, 1);
    g_assert_cmpint(light, >=, 4);
    g_assert_cmpint(other, ==, 0);
    /* the cap ends where the box ends */
    const double outside = 0.02 + 2.5 * stage_pixel_size(&stage);
    g_assert_cmpint(color_distance(stage_at(&stage, 0, outside, 0), 0xEEF1F4), <=, 8);
    /* a plane that is off cuts nothing */
    stage.view.clip[0].enabled = false;
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, -0.02, 0, 0), 0x3C7FB1), <=, 1);
    sn_snapshot_unref(snapshot);
}

/* A box in a box, wound inwards, is a hollow: the cap has a hole through which one sees inside. */
static void test_cap_with_hollow(void)
{
    SceneMaker *maker = maker_new();
    SnMesh *outer = maker_box(0.02, 0.02, 0.02), *inner = maker_box(0.01, 0.01, 0.01);
    float *vertices = g_malloc(16 * 3 * sizeof *vertices);
    uint32_t *triangles = g_malloc(24 * 3 * sizeof *triangles);
    memcpy(vertices, outer->vertices, 24 * sizeof *vertices);
    memcpy(vertices + 24, inner->vertices, 24 * sizeof *vertices);
    memcpy(triangles, outer->triangles, 36 * sizeof *triangles);
    for (int t = 0; t < 12; t++) {
        triangles[36 + 3 * t] = inner->triangles[3 * t] + 8;
        triangles[37 + 3 * t] = inner->triangles[3 * t + 2] + 8;
        triangles[38 + 3 * t] = inner->triangles[3 * t + 1] + 8;
    }
    maker_mesh(maker, sn_mesh_new(16, vertices, 24, triangles), 0, 0, 0, 0x3C7FB1);
    SnSnapshot *snapshot = maker_take(maker);
    SnPickHit hit;
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage.view.clip[0] = (SnClipPlane){true, false, false, {-1, 0, 0}, 0, 0};
    g_assert_true(stage_click(&stage, snapshot, 0, 0.015, 0.003, &hit));
    g_assert_cmpfloat(fabs(hit.position[0]), <, 1e-4); /* cap */
    g_assert_true(stage_click(&stage, snapshot, 0, 0.004, 0.003, &hit));
    g_assert_cmpfloat(fabs(hit.position[0] - 0.01), <, 1e-4); /* far wall of the hollow */
    sn_mesh_unref(outer);
    sn_mesh_unref(inner);
    sn_snapshot_unref(snapshot);
}

static void test_slice(void)
{
    SnSnapshot *snapshot = scene_of_box(SN_SHADING_NONE);
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage.view.clip[0] = (SnClipPlane){true, false, true, {0, 0, 1}, 0.01, 0.008};
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, -0.02, 0, 0.013), 0x3C7FB1), >, 60);
    g_assert_cmpint(color_distance(stage_at(&stage, -0.02, 0, 0.006), 0x3C7FB1), <=, 1);
    g_assert_cmpint(color_distance(stage_at(&stage, -0.02, 0, -0.002), 0x3C7FB1), >, 60);
    sn_snapshot_unref(snapshot);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!stage_open(&stage))
        return 0;
    g_test_add_func("/cut/clip-cap", test_clip_and_cap);
    g_test_add_func("/cut/cap-hollow", test_cap_with_hollow);
    g_test_add_func("/cut/slice", test_slice);
    const int result = g_test_run();
    stage_close(&stage);
    return result;
}
