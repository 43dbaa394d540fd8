/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about what lies over a picture, or is seen through it: outlines, transparency, ghosts,
 * shadow, grid, samples, what is kept of it, occlusion, the rubber band. */
#include "render/paint/captions.h"
#include "stage.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static Stage stage;
static const SnId first_id = {1, 1, 0};

static double to_linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double to_srgb(double c)
{
    return c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
}

/* Share of `over` on `under`, blended in linear light. */
static int blend(int over, int under, double alpha)
{
    const double linear = alpha * to_linear(over / 255.0) + (1 - alpha) * to_linear(under / 255.0);
    return (int)lrint(255 * to_srgb(linear));
}

static void test_outline(void)
{
    SnSnapshot *snapshot = scene_of_box(SN_SHADING_SMOOTH);
    for (int scale = 1; scale <= 2; scale++) {
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage.view.scale = scale;
        stage_draw(&stage, snapshot);
        uint8_t before[3];
        memcpy(before, stage_at(&stage, -0.02, 0.005, 0), 3);
        const double step = stage_pixel_size(&stage) * (stage.view.camera.distance - 0.02) /
                            stage.view.camera.distance;
        stage.marks = (SnMarks){&first_id, 1, SN_ID_NULL, NULL, false};
        stage_draw(&stage, snapshot);
        /* never repainted inside, the accent's colour outside, about 2 logical pixels of it */
        g_assert_cmpmem(before, 3, stage_at(&stage, -0.02, 0.005, 0), 3);
        int orange = 0;
        for (int i = 0; i < 8; i++)
            orange +=
                color_distance(stage_at(&stage, -0.02, 0.02 + (i + 0.3) * step, 0), 0xF08C00) < 90;
        g_assert_cmpint(orange, >=, 2 * scale - 1);
        g_assert_cmpint(orange, <=, 2 * scale + 1);
        stage.view.dark = true;
        stage_draw(&stage, snapshot);
        g_assert_cmpint(color_distance(stage_at(&stage, -0.02, 0.02 + 0.7 * step, 0), 0xFFB347), <=,
                        40);
    }
    /* hover: thinner */
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage_draw(&stage, snapshot);
    const uint64_t plain = stage_hash(&stage);
    stage.marks = (SnMarks){NULL, 0, first_id, NULL, false};
    stage_draw(&stage, snapshot);
    g_assert_cmpuint(stage_hash(&stage), !=, plain);
    sn_snapshot_unref(snapshot);
}

/* The outline of a selected box behind a wall shows through at 30 %. */
static void test_outline_through(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_box(0.01, 0.01, 0.01), 0.02, 0, 0, 0x3C7FB1);
    maker_mesh(maker, maker_box(0.005, 0.04, 0.04), -0.03, 0, 0, 0x808080)->style.shading =
        SN_SHADING_NONE;
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage.view.camera.orthographic = true;
    stage.marks = (SnMarks){&first_id, 1, SN_ID_NULL, NULL, false};
    stage_draw(&stage, snapshot);
    const uint8_t *line = stage_at(&stage, 0, 0.01 + 0.8 * stage_pixel_size(&stage), 0);
    g_assert_cmpint(abs(line[0] - blend(0xF0, 0x80, 0.3)), <=, 8);
    g_assert_cmpint(abs(line[2] - blend(0x00, 0x80, 0.3)), <=, 8);
    g_assert_cmpint(color_distance(stage_at(&stage, 0, 0, 0), 0x808080), <=, 1);
    sn_snapshot_unref(snapshot);
}

/* Outlines drawn in tiles only are those of the whole box, wherever things are: half outside, over
 * one another, behind a pane, near. */
static void test_outline_tiles(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(7);
    for (int round = 0; round < 12; round++) {
        SceneMaker *maker = maker_new();
        for (int i = 0; i < 4; i++) {
            double at[3];
            for (int k = 0; k < 3; k++)
                at[k] = g_rand_double_range(rand, -0.05, 0.05);
            SnMesh *mesh = i & 1 ? maker_sphere(g_rand_double_range(rand, 0.002, 0.03), 12, 12)
                                 : maker_box(0.001, g_rand_double_range(rand, 0.001, 0.04), 0.02);
            maker_mesh(maker, mesh, at[0], at[1], at[2], 0x3C7FB1)->style.alpha = i == 2 ? 0.5f : 1;
        }
        SnSnapshot *snapshot = maker_take(maker);
        stage_reset(&stage, 1, g_rand_double(rand), -0.3, 0.05);
        stage.view.scale = 1 + round % 3;
        stage.view.clip[0] = (SnClipPlane){round % 4 == 3, false, false, {0, 1, 0.2}, 0.01, 0.01};
        const SnId hovered = snapshot->scene->items[round % 3].id;
        stage.marks = (SnMarks){&snapshot->scene->items[3].id, 1, hovered, NULL, false};
        uint64_t hash[3];
        for (int way = 0; way < 3; way++) {
            stage.painter->software = way == 1;
            stage.marks.n_selection = way < 2;
            stage.marks.hover = way < 2 ? hovered : SN_ID_NULL;
            stage_draw(&stage, snapshot);
            hash[way] = stage_hash(&stage);
        }
        g_assert_cmpuint(hash[0], ==, hash[1]);
        g_assert_cmpuint(hash[0], !=, hash[2]);
        sn_snapshot_unref(snapshot);
    }
    stage.painter->software = sn_gl_is_software();
}

/* Two panes, the nearer over the farther, whichever comes first in the scene. */
static void test_transparency(void)
{
    for (int order = 0; order < 2; order++) {
        SceneMaker *maker = maker_new();
        for (int i = 0; i < 2; i++) {
            const bool near = i == order;
            SnSceneItem *pane = maker_mesh(maker, maker_box(0.001, 0.02, 0.02), near ? -0.02 : 0.02,
                                           0, 0, near ? 0xFF0000 : 0x0000FF);
            pane->style.alpha = 0.5f;
            pane->style.shading = SN_SHADING_NONE;
        }
        maker_mesh(maker, maker_box(0.001, 0.03, 0.03), 0.04, 0, 0, 0xFFFFFF)->style.shading =
            SN_SHADING_NONE;
        SnSnapshot *snapshot = maker_take(maker);
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage_draw(&stage, snapshot);
        const uint8_t *p = stage_at(&stage, 0, 0.003, 0.004);
        const double alpha = 128 / 255.0;
        g_assert_cmpint(abs(p[0] - blend(255, blend(0, 255, alpha), alpha)), <=, 3);
        g_assert_cmpint(abs(p[1] - blend(0, blend(0, 255, alpha), alpha)), <=, 3);
        g_assert_cmpint(abs(p[2] - blend(0, 255, alpha)), <=, 3);
        sn_snapshot_unref(snapshot);
    }
}

/* Of two panes of one body only the nearer is seen: no double sheets in a ghost. */
static void test_ghost(void)
{
    SceneMaker *maker = maker_new();
    for (int i = 0; i < 2; i++) {
        SnSceneItem *pane = maker_mesh(maker, maker_box(0.001, 0.02, 0.02), i ? -0.02 : 0.02, 0, 0,
                                       i ? 0xFF0000 : 0x0000FF);
        pane->style.alpha = 0.5f;
        pane->style.shading = SN_SHADING_NONE;
        pane->body = 1;
    }
    maker_mesh(maker, maker_box(0.001, 0.03, 0.03), 0.04, 0, 0, 0xFFFFFF)->style.shading =
        SN_SHADING_NONE;
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage_draw(&stage, snapshot);
    const uint8_t *p = stage_at(&stage, 0, 0.003, 0.004);
    const double alpha = 128 / 255.0;
    g_assert_cmpint(abs(p[0] - 255), <=, 3);
    g_assert_cmpint(abs(p[2] - blend(0, 255, alpha)), <=, 3);
    sn_snapshot_unref(snapshot);
}

/* A glyph behind a wall shows through it at 35 %, what is no glyph does not; nor does it hide what
 * is before it when it is picked. */
static void test_through(void)
{
    for (int glyph = 0; glyph < 2; glyph++) {
        SceneMaker *maker = maker_new();
        SnSceneItem *pin = maker_mesh(maker, maker_box(0.01, 0.01, 0.01), 0.02, 0, 0, 0xFF0000);
        pin->through = glyph;
        SnSceneItem *wall = maker_mesh(maker, maker_box(0.005, 0.04, 0.04), -0.03, 0, 0, 0x808080);
        pin->style.shading = wall->style.shading = SN_SHADING_NONE;
        SnSnapshot *snapshot = maker_take(maker);
        SnPickHit hit;
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage_draw(&stage, snapshot);
        const uint8_t *p = stage_at(&stage, 0, 0, 0);
        g_assert_cmpint(abs(p[0] - (glyph ? blend(0xFF, 0x80, 0.35) : 0x80)), <=, 2);
        g_assert_cmpint(abs(p[1] - (glyph ? blend(0x00, 0x80, 0.35) : 0x80)), <=, 2);
        g_assert_true(stage_click(&stage, snapshot, 0, 0, 0, &hit));
        g_assert_cmpuint(hit.id.index, ==, 2);
        sn_snapshot_unref(snapshot);
    }
}

/* Of a glyph's parts one that another hides does not shine through it, but where a wall hides both
 * the glyph is seen, of one sheet; what is of metal is so in all styles. */
static void test_through_itself(void)
{
    SceneMaker *maker = maker_new();
    SnSceneItem *cheek = maker_mesh(maker, maker_box(0.004, 0.02, 0.02), -0.01, 0, 0, 0x0000FF);
    SnSceneItem *pin = maker_mesh(maker, maker_box(0.004, 0.01, 0.01), 0.01, 0, 0, 0xFF0000);
    SnSceneItem *wall = maker_mesh(maker, maker_box(0.004, 0.1, 0.1), -0.03, 0.1, 0, 0x808080);
    cheek->through = pin->through = cheek->metal = true;
    cheek->style.shading = pin->style.shading = wall->style.shading = SN_SHADING_NONE;
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, 0, -0.005, 0), 0x7C8792), <=, 2);
    const uint8_t *p = stage_at(&stage, 0, 0.005, 0);
    g_assert_cmpint(abs(p[0] - blend(0x7C, 0x80, 0.35)), <=, 2);
    g_assert_cmpint(abs(p[2] - blend(0x92, 0x80, 0.35)), <=, 2);
    sn_snapshot_unref(snapshot);
}

/* Under a box that stands on the ground it is darker than beside it, and without the ground's
 * shadow it is not; turning the camera leaves the shadow where it is. */
static void test_shadow(void)
{
    int bright[2];
    for (int shadow = 0; shadow < 2; shadow++) {
        SceneMaker *maker = maker_new();
        maker_mesh(maker, maker_box(0.01, 0.01, 0.01), 0, 0, 0.012, 0xE0E0E0);
        SnSnapshot *snapshot = maker_take(maker);
        stage_reset(&stage, 1, 0, -0.5, 0.05);
        stage.view.shadow = shadow;
        stage.view.background_top[0] = 1;
        for (int k = 0; k < 3; k++)
            stage.view.background_top[k] = stage.view.background_bottom[k] = 0.9f;
        for (int turn = 0; turn < 3; turn++) {
            stage_draw(&stage, snapshot);
            bright[shadow] = stage_at(&stage, -0.0104, 0, 0)[1];
            g_assert_cmpint(stage_at(&stage, -0.049, 0.045, 0)[1], >, 220);
            sn_camera_orbit(&stage.view.camera, 0.1, 0);
        }
        sn_snapshot_unref(snapshot);
    }
    g_assert_cmpint(bright[1], <, bright[0] - 12);
}

/* A shadow that runs out of the picture ends before its edge where the picture lies on a page. */
static void test_shadow_on_page(void)
{
    for (int page = 0; page < 2; page++) {
        SceneMaker *maker = maker_new();
        maker_mesh(maker, maker_box(0.02, 0.02, 0.002), 0, 0, 0.008, 0xE0E0E0);
        SnSnapshot *snapshot = maker_take(maker);
        stage_reset(&stage, 1, 0, -0.5, 0.05);
        stage.view.shadow = true;
        stage.view.camera.center[2] = 0.08;
        stage.view.transparent_background = page;
        for (int k = 0; k < 3; k++)
            stage.view.background_top[k] = stage.view.background_bottom[k] = 0.9f;
        stage_draw(&stage, snapshot);
        int darkest = 255;
        for (int x = 0; x < 200; x++) {
            darkest = MIN(darkest, stage_pixel(&stage, x, 149)[1]);
            g_assert_true(!page || stage_pixel(&stage, x, 149)[3] == 0);
        }
        g_assert_true(page || darkest < 225); /* it does run out */
        sn_snapshot_unref(snapshot);
    }
}

static void test_grid(void)
{
    for (int orthographic = 0; orthographic < 2; orthographic++) {
        stage_reset(&stage, orthographic ? 1 : 0.5, 0, orthographic ? 0 : -0.5, 0.05);
        stage.view.camera.orthographic = orthographic;
        stage_draw(&stage, NULL);
        const uint64_t empty = stage_hash(&stage);
        stage.view.grid = true;
        stage_draw(&stage, NULL);
        g_assert_cmpuint(stage_hash(&stage), !=, empty);
        int darkest = 255;
        for (int i = 0; i < 200 * 150; i++)
            darkest = MIN(darkest, stage_pixel(&stage, i % 200, i / 200)[0]);
        g_assert_cmpint(darkest, <, 0xE4 - 8);
        g_assert_cmpint(darkest, >, 0xE4 / 2); /* quiet */
    }
    /* straight on it lies behind everything */
    SnSnapshot *snapshot = scene_of_box(SN_SHADING_NONE);
    stage_draw(&stage, snapshot);
    for (int i = -10; i <= 10; i++)
        g_assert_cmpint(color_distance(stage_pixel(&stage, 100 + i, 75 + i), 0x3C7FB1), <=, 1);
    sn_snapshot_unref(snapshot);
}

static void test_samples(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_sphere(0.03, 32, 64), 0, 0, 0, 0x000000)->style.shading =
        SN_SHADING_NONE;
    SnSnapshot *snapshot = maker_take(maker);
    int between[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        stage_reset(&stage, 1, 0, 0, 0.04);
        stage.view.samples = i ? 64 : 0; /* more than there are: clamped */
        stage_draw(&stage, snapshot);
        for (int y = 0; y < 150; y++)
            for (int x = 0; x < 200; x++) {
                const int red = stage_pixel(&stage, x, y)[0];
                between[i] += red > 8 && red < 0xD8;
            }
    }
    g_assert_cmpint(between[0], ==, 0);
    g_assert_cmpint(between[1], >, 80);
    sn_snapshot_unref(snapshot);
}

/* Where outlines alone differ, the kept picture with other outlines is the one drawn anew; where
 * anything else does, it is not shown again. */
static void test_kept(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_sphere(0.02, 24, 24), 0, 0, 0, 0xE8DDC4);
    maker_mesh(maker, maker_sphere(0.02, 24, 24), 0, 0.015, 0.01, 0x3C7FB1)->style.alpha = 0.5f;
    SnSnapshot *snapshot = maker_take(maker);
    const SnId ids[2] = {snapshot->scene->items[0].id, snapshot->scene->items[1].id};
    for (int samples = 0; samples <= 4; samples += 4) {
        stage_reset(&stage, 1, 0.3, -0.2, 0.03);
        stage.view.samples = samples;
        stage.view.ambient_occlusion = stage.view.grid = stage.view.shadow = true;
        const size_t size = 4 * (size_t)(stage.view.width * stage.view.height);
        for (int step = 0; step < 6; step++) {
            stage.marks.selection = &ids[step & 1];
            stage.marks.n_selection = step > 0 && step < 5;
            stage.marks.hover = step == 3 ? ids[0] : SN_ID_NULL;
            stage.view.manipulator = step == 2 ? SN_MANIPULATOR_MOVE : SN_MANIPULATOR_NONE;
            stage.view.manipulator_pose[3] = 1;
            SnTarget kept = stage.target;
            stage.target = (SnTarget){0};
            stage_draw(&stage, snapshot);
            g_autofree uint8_t *anew = g_memdup2(stage.pixels, size);
            g_assert_false(stage.target.again);
            sn_target_clear(&stage.target);
            stage.target = kept;
            stage.target.keeps = true;
            stage_draw(&stage, snapshot);
            if (step == 0) /* nothing was kept: now it is */
                stage_draw(&stage, snapshot);
            g_assert_true(stage.target.again);
            g_assert_cmpint(memcmp(anew, stage.pixels, size), ==, 0);
        }
        snapshot->poses[1] += 1e-3;
        stage_draw(&stage, snapshot);
        g_assert_false(stage.target.again);
        stage_draw(&stage, snapshot);
        g_assert_true(stage.target.again);
        sn_camera_orbit(&stage.view.camera, 0.01, 0);
        stage_draw(&stage, snapshot);
        g_assert_false(stage.target.again);
        stage.view.width -= 10; /* other buffers: what was kept is gone with them */
        stage_draw(&stage, snapshot);
        g_assert_false(stage.target.again);
    }
    stage.target.keeps = false;
    sn_snapshot_unref(snapshot);
}

static void test_occlusion(void)
{
    /* a box on a floor: the corner between them is darker than with occlusion off, the middle of
     * the floor is not */
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_box(0.2, 0.2, 0.001), 0, 0, 0, 0xE8DDC4);
    maker_mesh(maker, maker_box(0.02, 0.02, 0.02), 0, 0, 0.021, 0xE8DDC4);
    SnSnapshot *snapshot = maker_take(maker);
    int corner[2], open[2];
    for (int i = 0; i < 2; i++) {
        stage_reset(&stage, 1, 0, -0.7, 0.06);
        stage.view.ambient_occlusion = i;
        stage_draw(&stage, snapshot);
        corner[i] = stage_at(&stage, -0.022, 0, 0.001)[1];
        open[i] = stage_at(&stage, -0.06, 0.03, 0.001)[1];
    }
    g_assert_cmpint(corner[1], <, corner[0] - 12);
    g_assert_cmpint(abs(open[1] - open[0]), <=, 4);
    sn_snapshot_unref(snapshot);
}

/* How much darker the picture is with outlines, within columns and rows of it. */
static int most_inked(SnSnapshot *snapshot, const int columns[2], const int rows[2])
{
    static int plain[150][200];
    int most = 0;
    for (int i = 0; i < 2; i++) {
        stage.view.ambient_occlusion = i;
        stage_draw(&stage, snapshot);
        for (int y = rows[0]; y < rows[1]; y++)
            for (int x = columns[0]; x < columns[1]; x++) {
                const int value = stage_pixel(&stage, x, y)[1];
                if (i && plain[y][x] - value > most)
                    most = plain[y][x] - value;
                plain[y][x] = value;
            }
    }
    return most;
}

static int row_inked(SnSnapshot *snapshot, int from, int to)
{
    return most_inked(snapshot, (int[2]){from, to}, (int[2]){75, 76});
}

/* A line on the near side of what ends before something far behind it, one pixel wide; none on a
 * plane, however steep, nor on what lies flat on something, nor on a rope of a few pixels. */
static void test_outline_at_rest(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_box(0.001, 0.02, 0.02), 0, 0, 0, 0xE8DDC4);
    maker_mesh(maker, maker_box(0.001, 0.2, 0.2), 0.2, 0, 0, 0xE8DDC4);
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 1, 0, 0, 0.05);
    const int edge = (int)(100 + 0.02 / stage_pixel_size(&stage));
    g_assert_cmpint(row_inked(snapshot, edge - 6, edge + 4), >, 60);
    g_assert_cmpint(row_inked(snapshot, 100, edge - 4), <, 8);
    g_assert_cmpint(row_inked(snapshot, edge + 4, 190), <, 8);
    stage_reset(&stage, 1, 7, 0, 0.05); /* along the wall */
    g_assert_cmpint(row_inked(snapshot, 150, 190), <, 8);
    sn_snapshot_unref(snapshot);
    maker = maker_new();
    maker_mesh(maker, maker_box(0.001, 0.0006, 0.02), 0, 0, 0, 0xE8DDC4);
    maker_mesh(maker, maker_box(0.001, 0.2, 0.2), 0.2, 0, 0, 0xE8DDC4);
    snapshot = maker_take(maker);
    stage_reset(&stage, 1, 0, 0, 0.05);
    g_assert_cmpint(row_inked(snapshot, 80, 120), <, 30);
    sn_snapshot_unref(snapshot);
    /* a rope that leans a little: its steps from column to column are no ends */
    for (int wall = 0; wall < 2; wall++) {
        const double rope[2][3] = {{0, -0.009, -0.2}, {0, 0.011, 0.2}};
        maker = maker_new();
        maker_strand(maker, 2, rope, 0.0009, NULL, 0xE8DDC4);
        if (wall)
            maker_mesh(maker, maker_box(0.001, 0.4, 0.4), 0.2, 0, 0, 0xE8DDC4);
        snapshot = maker_take(maker);
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage.view.samples = wall ? 0 : 4;
        g_assert_cmpint(most_inked(snapshot, (int[2]){80, 120}, (int[2]){20, 130}), <, 30);
        sn_snapshot_unref(snapshot);
    }
}

/* A ghost is one on a dark ground too: light is blended as it adds up, and a quarter of a bone's
 * looked like half of it there. */
static void test_dark_ghost(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_sphere(0.02, 24, 24), 0, 0, 0, 0xE8DDC4);
    SnSnapshot *snapshot = maker_take(maker);
    SnSceneItem *ball = &snapshot->scene->items[0];
    int red[3]; /* nothing there, all of it, a quarter */
    for (int way = 0; way < 3; way++) {
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage.view.dark = true;
        ball->style.visible = way > 0;
        ball->style.alpha = way == 2 ? 0.25f : 1;
        stage_draw(&stage, snapshot);
        red[way] = stage_at(&stage, -0.02, 0, 0)[0];
    }
    const double share = (double)(red[2] - red[0]) / (red[1] - red[0]);
    g_assert_cmpfloat(share, >, 0.15);
    g_assert_cmpfloat(share, <, 0.35);
    sn_snapshot_unref(snapshot);
}

/* How many pixels of the left or right half of a picture are not those of another. */
static int count_changed(const uint8_t *before, bool right)
{
    const int width = stage.view.width, half = width / 2;
    int changed = 0;
    for (int y = 0; y < stage.view.height; y++)
        for (int x = right ? half : 0; x < (right ? width : half); x++)
            changed += memcmp(before + 4 * (y * width + x), stage_pixel(&stage, x, y), 4) != 0;
    return changed;
}

/* Those at one place make way for the first by a line or two, as far as there is room. */
static void check_crowd(const SnSnapshot *snapshot, SnSceneItem *points, int n)
{
    SnCaption found[SN_MOST_CAPTIONS];
    for (int i = 1; i < n; i++)
        g_strlcpy(points[i].style.caption, "other", SN_CAPTION_SIZE);
    g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, 5);
    for (int i = 1; i < 5; i++) {
        g_assert_cmpfloat(fabs(found[i].y - found[0].y), <, 2 * SN_CAPTION_HEIGHT + 1);
        for (int k = 0; k < i; k++)
            g_assert_cmpfloat(fabs(found[i].y - found[k].y), >=, SN_CAPTION_HEIGHT - 1e-9);
    }
    for (int i = 2; i < n; i++)
        points[i].style.caption[0] = '\0';
}

/* Written to the right of a point and over the middle of a mesh, where it is seen and wanted. */
static void test_captions(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_box(0.01, 0.01, 0.01), 0, 0, 0, 0x3C7FB1);
    for (int i = 0; i < 7; i++)
        maker_point(maker, -0.02, 0, 0, 0.001, 0x3C7FB1);
    SnSnapshot *snapshot = maker_take(maker);
    SnSceneItem *items = snapshot->scene->items;
    SnSceneItem *box = &items[0];
    SnCaption found[SN_MOST_CAPTIONS];
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage_draw(&stage, snapshot);
    const size_t size = 4 * (size_t)(stage.view.width * stage.view.height);
    g_autofree uint8_t *without = g_memdup2(stage.pixels, size);
    g_strlcpy(items[1].style.caption, "tip", SN_CAPTION_SIZE);
    stage_draw(&stage, snapshot);
    g_assert_cmpint(count_changed(without, false), ==, 0);
    const int once = count_changed(without, true);
    g_assert_cmpint(once, >, 40);
    stage_draw(&stage, snapshot); /* what is kept of it is the same */
    g_assert_cmpint(count_changed(without, true), ==, once);
    check_crowd(snapshot, items + 1, 7);
    items[1].style.visible = false;
    g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, 1);
    g_assert_cmpstr(found[0].text, ==, "other");
    items[2].style.caption[0] = '\0';
    g_strlcpy(box->style.caption, "2 kg", SN_CAPTION_SIZE);
    g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, 1);
    g_assert_cmpfloat(fabs(found[0].x + found[0].width / 2 - stage.view.width / 2.0), <, 1);
    g_assert_cmpfloat(fabs(found[0].y - stage.view.height / 2.0), <, 1);
    stage.view.edge = 30; /* not below the tools */
    sn_camera_pan(&stage.view.camera, 95, 0, stage.view.width, stage.view.height);
    g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, 1);
    g_assert_cmpfloat(found[0].x + found[0].width, <=, stage.view.width - 30);
    sn_camera_pan(&stage.view.camera, -190, 0, stage.view.width, stage.view.height);
    g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, 1);
    g_assert_cmpfloat(found[0].x, >=, 30);
    sn_camera_pan(&stage.view.camera, 2 * stage.view.width, 0, stage.view.width, stage.view.height);
    g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, 0);
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage.view.captions = false;
    g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, 0);
    sn_snapshot_unref(snapshot);
}

static void test_band(void)
{
    stage_reset(&stage, 1, 0, 0, 0.05);
    const double band[4] = {120, 100, -60, -40};
    memcpy(stage.view.band, band, sizeof band);
    stage_draw(&stage, NULL);
    g_assert_cmpint(color_distance(stage_pixel(&stage, 60, 80), 0xF08C00), <, 60);
    g_assert_cmpint(color_distance(stage_pixel(&stage, 90, 60), 0xF08C00), <, 60);
    const uint8_t *inside = stage_pixel(&stage, 90, 80);
    g_assert_cmpint(inside[2], <, 0xE8); /* tinted */
    g_assert_cmpint(inside[2], >, 0xA0);
    g_assert_cmpint(color_distance(stage_pixel(&stage, 130, 80), 0xEFF2F5), <=, 6);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!stage_open(&stage))
        return 0;
    g_test_add_func("/over picture/outline", test_outline);
    g_test_add_func("/over picture/outline-through", test_outline_through);
    g_test_add_func("/over picture/outline-tiles", test_outline_tiles);
    g_test_add_func("/over picture/transparency", test_transparency);
    g_test_add_func("/over picture/ghost", test_ghost);
    g_test_add_func("/over picture/dark-ghost", test_dark_ghost);
    g_test_add_func("/over picture/through", test_through);
    g_test_add_func("/over picture/through-itself", test_through_itself);
    g_test_add_func("/over picture/outline-at-rest", test_outline_at_rest);
    g_test_add_func("/over picture/shadow", test_shadow);
    g_test_add_func("/over picture/shadow-on-page", test_shadow_on_page);
    g_test_add_func("/over picture/grid", test_grid);
    g_test_add_func("/over picture/samples", test_samples);
    g_test_add_func("/over picture/kept", test_kept);
    g_test_add_func("/over picture/occlusion", test_occlusion);
    g_test_add_func("/over picture/captions", test_captions);
    g_test_add_func("/over picture/band", test_band);
    const int result = g_test_run();
    stage_close(&stage);
    return result;
}
