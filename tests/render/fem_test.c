/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about pictures of finite elements: colours of fields, cuts, marks, bars. */
#include "fem_maker.h"
#include "render/color_map.h"
#include "stage.h"

#include "engine/base/vec.h"

#include <glib.h>
#include <malloc.h>
#include <math.h>
#include <string.h>

static Stage stage;
static double linear(const double p[3])
{
    return 4000 + 5e4 * p[0] - 3e4 * p[1] + 6e4 * p[2];
}

/* Bent about y, not by so much that the near side (y < 0) is lost from view. */
static void bend(const double rest[3], double place[3])
{
    const double radius = 0.06, angle = rest[0] / radius;
    place[0] = (radius - rest[2]) * sin(angle);
    place[1] = rest[1] * (1 + 4 * rest[0]);
    place[2] = radius - (radius - rest[2]) * cos(angle);
}

static SnFemStyle *style_of(SnSnapshot *snapshot)
{
    return &snapshot->scene->items[0].style.fem;
}

static uint32_t map_color(SnColorMap map, double t)
{
    float rgb[3];
    uint32_t color = 0;
    sn_color_map(map, t, rgb);
    for (int k = 0; k < 3; k++)
        color = color << 8 | (uint32_t)lrint(255 * (double)rgb[k]);
    return color;
}

static uint32_t value_color(SnColorMap map, double value)
{
    return map_color(map, (value - 1000) / 6000);
}

/* At the middles of visible faces the colour is that of the mean of their nodes' values, for each
 * kind of element and map. */
static void test_field_colors(void)
{
    const SnElementKind kinds[3] = {SN_ELEMENT_HEX8, SN_ELEMENT_TET10, SN_ELEMENT_HEX20};
    for (int k = 0; k < 3; k++) {
        SnSnapshot *snapshot = scene_of_fem_box(bend, linear, kinds[k]);
        for (int map = 0; map < SN_COLOR_MAPS; map++) {
            style_of(snapshot)->color_map = (SnColorMap)map;
            stage_reset(&stage, 0, 1, 0, 0.04);
            stage.view.width = 800, stage.view.height = 600;
            stage_draw(&stage, snapshot);
            for (int x = -1; x <= 1; x++)
                for (int z = 0; z < 2; z++) {
                    const double rest[3] = {0.02 * x, -0.02, 0.02 * z - 0.01};
                    double p[3];
                    bend(rest, p);
                    g_assert_cmpint(color_distance(stage_at(&stage, p[0], p[1], p[2]),
                                                   value_color((SnColorMap)map, linear(rest))),
                                    <=, map == SN_COLOR_MAP_RAINBOW ? 12 : 5);
                }
        }
        sn_snapshot_unref(snapshot);
    }
}

static double step_at_zero(const double p[3])
{
    return p[0] < 0 ? 1000 : 7000;
}

/* Values are interpolated, not colours: half way between blue-violet and yellow lies green. */
static void test_interpolation(void)
{
    SceneMaker *maker = maker_new();
    const int one[3] = {1, 1, 1};
    SnSceneItem *item =
        maker_fem(maker, fem_box(FEM_BOX_SIZE, one, SN_ELEMENT_HEX8), NULL, step_at_zero, 0xD08A7E);
    item->style.shading = SN_SHADING_NONE;
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 0, 1, 0, 0.04);
    stage_draw(&stage, snapshot); /* automatic range: 0 to 8000 */
    for (int i = -2; i <= 2; i++) {
        const double value = 4000 + i * 1000;
        g_assert_cmpint(color_distance(stage_at(&stage, i * 0.01, -0.02, 0.003),
                                       map_color(SN_COLOR_MAP_VIRIDIS, value / 8000)),
                        <=, 5);
    }
    /* what is not known keeps the plain colour */
    for (int i = 0; i < 8; i++)
        snapshot->scalars[i] = NAN;
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, 0, -0.02, 0.003), 0xD08A7E), <=, 1);
    sn_snapshot_unref(snapshot);
}

/* Lit, a field keeps the map's hue, and new values in the same snapshot's arrays are seen. */
static void test_changes(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(NULL, linear, SN_ELEMENT_HEX8);
    snapshot->scene->items[0].style.shading = SN_SHADING_SMOOTH;
    stage_reset(&stage, 0.3, 1, -0.3, 0.05);
    stage_draw(&stage, snapshot);
    const SnGpuTissue *gpu = stage.painter->tissues.tissues[stage.painter->tissues.n - 1];
    const uint64_t hash = stage_hash(&stage), revision = gpu->revision;
    stage_draw(&stage, snapshot);
    g_assert_cmpuint(stage_hash(&stage), ==, hash);
    g_assert_cmpuint(gpu->revision, ==, revision); /* nothing sent again */
    snapshot->scalars[3] += 2000;
    stage_draw(&stage, snapshot);
    g_assert_cmpuint(gpu->revision, ==, revision + 1);
    const uint64_t other = stage_hash(&stage);
    g_assert_cmpuint(other, !=, hash);
    const int corner = fem_node_near(snapshot->scene->items[0].fem, -0.03, -0.02, 0.02);
    snapshot->points[3 * corner] -= 0.01;
    stage_draw(&stage, snapshot);
    g_assert_cmpuint(stage_hash(&stage), !=, other);
    sn_snapshot_unref(snapshot);
}

/* A cut shows the field inside, joined to that of the surface at the rim; what is cut is gone. */
static void test_cut(void)
{
    const SnElementKind kinds[3] = {SN_ELEMENT_HEX8, SN_ELEMENT_TET4, SN_ELEMENT_TET10};
    for (int k = 0; k < 3; k++) {
        SnSnapshot *snapshot = scene_of_fem_box(NULL, linear, kinds[k]);
        stage_reset(&stage, 0, 1, 0, 0.04);
        stage.view.width = 800, stage.view.height = 600;
        stage.view.clip[0] = (SnClipPlane){true, false, false, {0, -1, 0}, 0.003, 0};
        stage_draw(&stage, snapshot);
        int lines = 0;
        for (int x = -2; x <= 2; x++)
            for (int z = -1; z <= 1; z++) {
                const double p[3] = {0.011 * x + 0.0017, -0.003, 0.012 * z + 0.0023};
                const uint8_t *pixel = stage_at(&stage, p[0], p[1], p[2]);
                lines += color_distance(pixel, value_color(SN_COLOR_MAP_VIRIDIS, linear(p))) > 4;
            }
        g_assert_cmpint(lines, <=, kinds[k] == SN_ELEMENT_HEX8 ? 0 : 3); /* tets: more of them */
        /* lines between the elements: along z = 0 */
        const double between[3] = {0.003, -0.003, 0};
        g_assert_cmpint(color_distance(stage_at(&stage, between[0], between[1], between[2]),
                                       value_color(SN_COLOR_MAP_VIRIDIS, linear(between))),
                        >, 20);
        /* seen from above, the top ends at the cut, where both have the same colour */
        stage_reset(&stage, 0, 0.7, -0.7, 0.03);
        stage.view.width = 800, stage.view.height = 600;
        stage.view.clip[0] = (SnClipPlane){true, false, false, {0, -1, 0}, 0.003, 0};
        stage_draw(&stage, snapshot);
        const uint8_t *top = stage_at(&stage, 0.0043, -0.0012, 0.02);
        const uint8_t *cap = stage_at(&stage, 0.0043, -0.003, 0.0182);
        for (int i = 0; i < 3; i++)
            g_assert_cmpint(abs(top[i] - cap[i]), <=, 8);
        g_assert_cmpint(color_distance(stage_at(&stage, 0.003, -0.018, -0.018), 0xEEF1F4), <=, 10);
        sn_snapshot_unref(snapshot);
    }
}

/* Without a field the cut is a little darker than the surface, and whole. */
static void test_plain_cut(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(NULL, NULL, SN_ELEMENT_HEX20);
    stage_reset(&stage, 0, 1, 0, 0.04);
    stage.view.clip[0] = (SnClipPlane){true, false, true, {0.1, -1, 0.2}, 0.003, 0.01};
    stage_draw(&stage, snapshot);
    const uint8_t *p = stage_at(&stage, 0.005, -0.0025, 0.006);
    g_assert_cmpint(abs(p[0] - (int)(0xD0 * 0.93)), <=, 2);
    g_assert_cmpint(abs(p[2] - (int)(0x7E * 0.93)), <=, 2);
    SnPickHit hit;
    double n[3] = {0.1, -1, 0.2};
    sn_v3_normalize(n, n);
    for (int x = -2; x <= 2; x++)
        for (int z = -2; z <= 2; z++) {
            g_assert_true(stage_click(&stage, snapshot, 0.012 * x, -0.003, 0.008 * z, &hit));
            g_assert_cmpfloat(fabs(sn_v3_dot(n, hit.position) - 0.003), <, 1e-4);
        }
    sn_snapshot_unref(snapshot);
}

/* Element by element, with gaps between through which one sees. */
static void test_elements(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(NULL, NULL, SN_ELEMENT_HEX8);
    style_of(snapshot)->elements = true;
    style_of(snapshot)->shrink = 0.7f;
    stage_reset(&stage, 0, 1, 0, 0.04);
    stage.view.camera.orthographic = true;
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, 0, -0.02, 0.01), 0xD08A7E), <=, 1);
    g_assert_cmpint(color_distance(stage_at(&stage, 0.006, -0.02, 0.01), 0xD08A7E), <=, 1);
    g_assert_cmpint(color_distance(stage_at(&stage, 0.01, -0.02, 0.01), 0xD08A7E), >, 60);
    g_assert_cmpint(color_distance(stage_at(&stage, 0, -0.02, 0), 0xD08A7E), >, 60);
    style_of(snapshot)->shrink = 1;
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, 0.01, -0.02, 0.01), 0xD08A7E), <=, 1);
    sn_snapshot_unref(snapshot);
}

static int count_unlike(uint32_t rgb, int x0, int x1, int y)
{
    int n = 0;
    for (int x = x0; x < x1; x++)
        n += color_distance(stage_pixel(&stage, x, y), rgb) > 20;
    return n;
}

/* Edges of elements only: no diagonals, no cross through the middle of a face. */
static void test_edges(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(NULL, NULL, SN_ELEMENT_HEX8);
    SnSceneItem *item = &snapshot->scene->items[0];
    stage_reset(&stage, 0, 1, 0, 0.04);
    stage.view.camera.orthographic = true;
    stage_draw(&stage, snapshot);
    double left[2], right[2];
    const double a[3] = {-0.027, -0.02, 0.006}, b[3] = {0.027, -0.02, 0.006};
    sn_camera_project(&stage.view.camera, 200, 150, a, left, NULL);
    sn_camera_project(&stage.view.camera, 200, 150, b, right, NULL);
    const int row = (int)left[1];
    g_assert_cmpint(count_unlike(0xD08A7E, (int)left[0], (int)right[0], row), ==, 0);
    stage.view.edges_all = true;
    stage_draw(&stage, snapshot);
    const int inked = count_unlike(0xD08A7E, (int)left[0], (int)right[0], row);
    g_assert_cmpint(inked, >=, 2); /* two lines between three elements */
    g_assert_cmpint(inked, <=, 4);
    item->style.faces = SN_FACES_WIREFRAME;
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, 0.004, -0.02, 0.006), 0xD08A7E), >, 60);
    g_assert_cmpint(color_distance(stage_at(&stage, 0.01, -0.02, 0.006), 0xD08A7E), <=, 90);
    item->style.faces = SN_FACES_FILL;
    stage.view.edges_all = false;
    item->style.alpha = 0.5f;
    stage_draw(&stage, snapshot);
    const uint8_t *clear = stage_at(&stage, 0.004, -0.02, 0.006);
    g_assert_cmpint(clear[2], >, 0x7E + 20); /* the light background shines through */
    g_assert_cmpint(clear[2], <, 0xE0);
    sn_snapshot_unref(snapshot);
}

/* The bar: the map from bottom to top, in the lower right, only with a field and if wanted. */
static void test_bar(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(NULL, linear, SN_ELEMENT_HEX8);
    stage_reset(&stage, 0, 1, 0, 0.2);
    stage.view.width = 480, stage.view.height = 360;
    stage.view.color_bars = false;
    stage_draw(&stage, snapshot);
    const uint64_t without = stage_hash(&stage);
    stage.view.color_bars = true;
    for (int scale = 1; scale <= 2; scale++) {
        stage.view.scale = scale;
        stage.view.width = 480 * scale, stage.view.height = 360 * scale;
        stage_draw(&stage, snapshot);
        const int x = stage.view.width - 25 * scale;
        int low = -1, high = -1;
        for (int y = 0; y < stage.view.height; y++) {
            const uint8_t *p = stage_pixel(&stage, x, y);
            if (high < 0 && color_distance(p, map_color(SN_COLOR_MAP_VIRIDIS, 1)) <= 3)
                high = y;
            if (color_distance(p, map_color(SN_COLOR_MAP_VIRIDIS, 0)) <= 3)
                low = y;
        }
        g_assert_cmpint(low - high, >, 150 * scale);
        for (int i = 1; i < 10; i++) {
            const uint8_t *p = stage_pixel(&stage, x, low - i * (low - high) / 10);
            g_assert_cmpint(color_distance(p, map_color(SN_COLOR_MAP_VIRIDIS, i / 10.0)), <=, 8);
        }
    }
    g_assert_cmpint(stage.painter->bar.shown.n, ==, 1);
    stage.view.scale = 1;
    stage.view.width = 480, stage.view.height = 360;
    style_of(snapshot)->field = false;
    stage.view.color_bars = false;
    stage_draw(&stage, snapshot);
    const uint64_t plain = stage_hash(&stage);
    g_assert_cmpuint(plain, !=, without);
    stage.view.color_bars = true;
    stage_draw(&stage, snapshot);
    g_assert_cmpuint(stage_hash(&stage), ==, plain);
    sn_snapshot_unref(snapshot);
}

/* Whether a bar's upper end is seen at the x of a picture of 360 pixels' height. */
static bool bar_at(int x)
{
    for (int y = 0; y < 360; y++)
        if (color_distance(stage_pixel(&stage, x, y), map_color(SN_COLOR_MAP_VIRIDIS, 1)) <= 3)
            return true;
    return false;
}

/* It stands beside buttons at the right that reach down to it, and is left out, as a scale bar is,
 * where it would take most of the picture. */
static void test_bar_room(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(NULL, linear, SN_ELEMENT_HEX8);
    stage_reset(&stage, 0, 1, 0, 0.2);
    stage.view.width = 480, stage.view.height = 360;
    stage.view.color_bars = true;
    stage.view.edge = 52;
    stage.view.edge_depth = 100; /* it begins below */
    stage_draw(&stage, snapshot);
    g_assert_true(bar_at(480 - 25) && !bar_at(480 - 52 - 8 - 7));
    stage.view.edge_depth = 200;
    stage_draw(&stage, snapshot);
    g_assert_true(!bar_at(480 - 25) && bar_at(480 - 52 - 8 - 7));
    stage.view.width = 100;
    stage.view.scale_bar = true;
    stage_draw(&stage, snapshot);
    const uint64_t narrow = stage_hash(&stage);
    stage.view.color_bars = stage.view.scale_bar = false;
    stage_draw(&stage, snapshot);
    g_assert_cmpuint(stage_hash(&stage), ==, narrow);
    sn_snapshot_unref(snapshot);
}

/* --- skins, nodes, fibres --- */

static void test_skin(void)
{
    SceneMaker *maker = maker_new();
    SnSceneItem *carrier = maker_fem(maker, fem_box(FEM_BOX_SIZE, FEM_BOX_CELLS, SN_ELEMENT_HEX8),
                                     bend, linear, 0xD08A7E);
    carrier->style.fem.embedded = true;
    carrier->style.fem.field_automatic = false;
    carrier->style.fem.field_range[0] = 1000;
    carrier->style.fem.field_range[1] = 7000;
    SnSceneItem *skin = maker_skin(maker, carrier, fem_skin(carrier->fem), 0x3C7FB1);
    skin->style.shading = SN_SHADING_NONE;
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 0, 1, 0, 0.04);
    stage.view.width = 800, stage.view.height = 600;
    stage_draw(&stage, snapshot);
    SnPickHit hit;
    for (int x = -1; x <= 1; x += 2) { /* on a diagonal of the faces: mean of two nodes */
        const double rest[3] = {0.02 * x, -0.02, 0.01};
        double p[3];
        bend(rest, p);
        g_assert_cmpint(color_distance(stage_at(&stage, p[0], p[1], p[2]),
                                       value_color(SN_COLOR_MAP_VIRIDIS, linear(rest))),
                        <=, 8);
        g_assert_true(stage_click(&stage, snapshot, p[0], p[1], p[2], &hit));
        g_assert_cmpuint(hit.id.index, ==, 2);
        g_assert_true(sn_id_is_null(hit.part));
    }
    /* cut: filled like any closed mesh */
    stage.view.clip[0] = (SnClipPlane){true, false, false, {0, -1, 0}, 0.003, 0};
    g_assert_true(stage_click(&stage, snapshot, 0.004, -0.003, 0.005, &hit));
    g_assert_cmpfloat(fabs(hit.position[1] + 0.003), <, 1e-4);
    g_assert_cmpuint(hit.id.index, ==, 2);
    /* with what is inside: the elements' field; plain without one */
    double p[3];
    const double rest[3] = {0.004, -0.003, 0.0052};
    bend(rest, p);
    p[1] = -0.003;
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, p[0], p[1], p[2]),
                                   value_color(SN_COLOR_MAP_VIRIDIS, linear(rest))),
                    <=, 8);
    const double outside[3] = {0.0, -0.003, -0.024}; /* not beyond the skin */
    g_assert_cmpint(color_distance(stage_at(&stage, outside[0], outside[1], outside[2]), 0xEEF1F4),
                    <=, 10);
    snapshot->scene->items[1].style.fem.field = false;
    stage_draw(&stage, snapshot);
    const uint8_t *cap = stage_at(&stage, p[0], p[1], p[2]);
    g_assert_cmpint(cap[2], >, cap[0] + 40); /* blue, hatched */
    sn_snapshot_unref(snapshot);
}

static void test_fibres(void)
{
    SceneMaker *maker = maker_new();
    SnFemMesh *fem = fem_box(FEM_BOX_SIZE, FEM_BOX_CELLS, SN_ELEMENT_HEX8);
    maker->scalars[maker->n_scalars++] = 1;
    int ends[2] = {-1, -1}; /* a line through the middle, along x */
    for (int i = 0; i < fem->n_nodes; i++)
        for (int side = 0; side < 2; side++)
            if (fabsf(fem->rest[3 * i] - (side ? 0.03f : -0.03f)) < 1e-6f &&
                fabsf(fem->rest[3 * i + 1]) < 1e-6f && fabsf(fem->rest[3 * i + 2]) < 1e-6f)
                ends[side] = i;
    fem->n_fibres = 1;
    fem->fibre = calloc(1, sizeof *fem->fibre);
    fem->fibre[0][0] = ends[0], fem->fibre[0][1] = ends[1], fem->fibre[0][2] = 0;
    SnSceneItem *item = maker_fem(maker, fem, NULL, NULL, 0x404040);
    item->style.shading = SN_SHADING_NONE;
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 0, 1, 0, 0.04);
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, 0.004, 0, 0), 0x404040), <=, 1);
    style_of(snapshot)->directions = true;
    stage_draw(&stage, snapshot);
    const int faint = stage_at(&stage, 0.004, 0, 0)[0];
    g_assert_cmpint(faint, >, 0x40 + 40); /* shines through */
    g_assert_cmpint(faint, <, 0xFF - 40);
    snapshot->scene->items[0].style.faces = SN_FACES_WIREFRAME;
    stage_reset(&stage, 0.1, 1, -0.2, 0.04); /* not behind an edge */
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, 0.004, 0, 0), 0xFF7A59), <=, 12);
    sn_snapshot_unref(snapshot);
}

/* --- marks and bounds --- */

/* Orange pixels around a place on the screen. */
static int count_orange(double x, double y, double z, int reach)
{
    const double point[3] = {x, y, z};
    double pixel[2];
    int n = 0;
    sn_camera_project(&stage.view.camera, 200, 150, point, pixel, NULL);
    for (int i = -reach; i <= reach; i++)
        for (int k = -reach; k <= reach; k++) {
            const uint8_t *p = stage_pixel(&stage, (int)pixel[0] + i, (int)pixel[1] + k);
            n += p[0] > 200 && p[1] > 100 && p[1] < 190 && p[2] < 100;
        }
    return n;
}

/* How orange the picture is across a line of a plane, from 5 pixels on one side of a place to 5 on
 * the other, at most along x of it. */
static bool outlined(double x, double y, bool along_x)
{
    for (int k = -5; k <= 5; k++) {
        const double away = k * stage_pixel_size(&stage);
        const uint8_t *pixel =
            stage_at(&stage, x + (along_x ? away : 0), y + (along_x ? 0 : away), 0);
        if (color_distance(pixel, 0xF08C00) < 60)
            return true;
    }
    return false;
}

/* A sheet that is selected has an outline along its rim, seen from either side; not between its
 * elements, and not on it. */
static void test_sheet_outline(void)
{
    static const double rest[][3] = {{-0.02, -0.01, 0}, {0, -0.01, 0}, {0.02, -0.01, 0},
                                     {-0.02, 0.01, 0},  {0, 0.01, 0},  {0.02, 0.01, 0}};
    static const SnElementKind kinds[] = {SN_ELEMENT_MEMBRANE4, SN_ELEMENT_SHELL4};
    for (int kind = 0; kind < 2; kind++)
        for (int side = -1; side <= 1; side += 2) {
            const int elements[] = {kinds[kind], 0, 1, 4, 3, kinds[kind], 1, 2, 5, 4};
            SceneMaker *maker = maker_new();
            SnSceneItem *item =
                maker_fem(maker, fem_make(6, rest, 2, elements), NULL, NULL, 0x3C7FB1);
            const SnId whole = item->id;
            SnSnapshot *snapshot = maker_take(maker);
            stage_reset(&stage, 0, 0.05, side, 0.03);
            stage.view.width = 400, stage.view.height = 300;
            stage_draw(&stage, snapshot);
            g_assert_false(outlined(0.02, 0.003, true) || outlined(0.005, 0.01, false));
            stage.marks = (SnMarks){&whole, 1, SN_ID_NULL, NULL, false};
            stage_draw(&stage, snapshot);
            g_assert_true(outlined(0.02, 0.003, true) && outlined(-0.02, -0.003, true));
            g_assert_true(outlined(0.005, 0.01, false) && outlined(0.005, -0.01, false));
            g_assert_false(outlined(0, 0.003, true) || outlined(0.01, 0, true));
            sn_snapshot_unref(snapshot);
        }
}

static void test_marks(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(NULL, NULL, SN_ELEMENT_HEX8);
    const SnSceneItem *item = &snapshot->scene->items[0];
    const int node = fem_node_near(item->fem, -0.01, -0.02, 0);
    const SnId parts[2] = {sn_id_of_entry(item->id, 0, (uint32_t)node),
                           sn_id_of_entry(item->id, 1, 8)};
    stage_reset(&stage, 0, 1, 0, 0.04);
    stage_draw(&stage, snapshot);
    uint8_t before[3];
    memcpy(before, stage_at(&stage, 0.02, -0.02, 0.01), 3);
    g_assert_cmpint(count_orange(-0.01, -0.02, 0, 8), ==, 0);
    stage.marks = (SnMarks){parts, 2, SN_ID_NULL, NULL, false};
    stage_draw(&stage, snapshot);
    g_assert_cmpint(count_orange(-0.01, -0.02, 0, 8), >, 20);
    g_assert_cmpint(count_orange(0.01, -0.02, 0.01, 4), >, 6); /* the element's side */
    g_assert_cmpint(count_orange(0.02, -0.02, 0.01, 4), ==, 0);
    g_assert_cmpmem(before, 3, stage_at(&stage, 0.02, -0.02, 0.01), 3); /* not repainted */
    g_assert_cmpint(count_orange(-0.03, -0.02, 0.02, 6), ==, 0);        /* nor the whole */
    const uint64_t selected = stage_hash(&stage);
    stage.marks = (SnMarks){NULL, 0, parts[1], NULL, false};
    stage_draw(&stage, snapshot);
    g_assert_cmpuint(stage_hash(&stage), !=, selected);
    const SnId whole = item->id;
    stage.marks = (SnMarks){&whole, 1, SN_ID_NULL, NULL, false};
    stage_draw(&stage, snapshot);
    g_assert_cmpint(count_orange(-0.03, -0.02, 0.02, 6), >, 10);
    double bounds[2][3];
    g_assert_true(sn_snapshot_bounds_of(snapshot, parts, 1, bounds));
    g_assert_cmpfloat(sn_v3_distance(bounds[0], bounds[1]), <, 1e-9);
    g_assert_cmpfloat(fabs(bounds[0][0] + 0.01), <, 1e-6);
    g_assert_true(sn_snapshot_bounds_of(snapshot, parts + 1, 1, bounds));
    g_assert_cmpfloat(fabs(bounds[0][0] - 0.01), <, 1e-6);
    g_assert_cmpfloat(fabs(bounds[1][0] - 0.03), <, 1e-6);
    g_assert_true(sn_snapshot_bounds(snapshot, bounds));
    g_assert_cmpfloat(fabs(bounds[1][0] - 0.03), <, 1e-6);
    sn_snapshot_unref(snapshot);
}

/* Automatic ranges stay from picture to picture while the values fit. */
static void test_steady_range(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(NULL, linear, SN_ELEMENT_HEX8);
    style_of(snapshot)->field_automatic = true;
    stage_reset(&stage, 0, 1, 0, 0.04);
    stage_draw(&stage, snapshot);
    const SnField *field = &stage.painter->solids.fields.field[0];
    const double high = field->range[1];
    for (int i = 0; i < snapshot->scene->n_scalars; i++)
        snapshot->scalars[i] *= 0.7f;
    stage_draw(&stage, snapshot);
    g_assert_cmpfloat(field->range[1], ==, high);
    for (int i = 0; i < snapshot->scene->n_scalars; i++)
        snapshot->scalars[i] *= 0.2f;
    stage_draw(&stage, snapshot);
    g_assert_cmpfloat(field->range[1], <, 0.5 * high);
    sn_snapshot_unref(snapshot);
}

/* Deforming, cut, with nodes and bar: after the first pictures memory stays as it is. */
static void test_memory(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(bend, linear, SN_ELEMENT_HEX20);
    style_of(snapshot)->nodes = true;
    stage_reset(&stage, 0.3, 1, -0.3, 0.05);
    stage.view.clip[0] = (SnClipPlane){true, false, false, {0, -1, 0}, 0.003, 0};
    /* what leaks grows with every picture; the driver's own threads may still be making shaders */
    size_t least = SIZE_MAX, used = 0;
    for (int i = 0; i < 80; i++) {
        for (int k = 0; k < 3 * snapshot->scene->n_points; k++)
            snapshot->points[k] *= i % 2 ? 1.01 : 1 / 1.01;
        stage_draw(&stage, snapshot);
        const size_t now = mallinfo2().uordblks;
        if (i % 20 != 19)
            continue;
        const size_t grown = now > used ? now - used : 0;
        if (i > 19 && grown < least)
            least = grown;
        used = now;
    }
    g_assert_cmpuint(least, <=, 65536);
    sn_snapshot_unref(snapshot);
    stage.view.width = stage.view.height = 16;
    for (int i = 0; i < 300; i++)
        stage_draw(&stage, NULL);
    g_assert_cmpint(stage.painter->tissues.n, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!stage_open(&stage))
        return 0;
    g_test_add_func("/fem/field-colors", test_field_colors);
    g_test_add_func("/fem/interpolation", test_interpolation);
    g_test_add_func("/fem/changes", test_changes);
    g_test_add_func("/fem/cut", test_cut);
    g_test_add_func("/fem/plain-cut", test_plain_cut);
    g_test_add_func("/fem/elements", test_elements);
    g_test_add_func("/fem/edges", test_edges);
    g_test_add_func("/fem/bar", test_bar);
    g_test_add_func("/fem/bar-room", test_bar_room);
    g_test_add_func("/fem/skin", test_skin);
    g_test_add_func("/fem/fibres", test_fibres);
    g_test_add_func("/fem/sheet-outline", test_sheet_outline);
    g_test_add_func("/fem/marks", test_marks);
    g_test_add_func("/fem/steady-range", test_steady_range);
    g_test_add_func("/fem/memory", test_memory);
    const int result = g_test_run();
    stage_close(&stage);
    return result;
}
