/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about pictures: colours where things are, their extent, light, fine and coarse meshes,
 * creases. */
#include "stage.h"

#include "engine/base/memory.h"
#include "render/shape/shape.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static Stage stage;

static void test_background(void)
{
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage_draw(&stage, NULL);
    g_assert_cmpint(color_distance(stage_pixel(&stage, 100, 0), 0xE4E9EE), <=, 2);
    g_assert_cmpint(color_distance(stage_pixel(&stage, 100, 149), 0xF8F9FA), <=, 2);
    g_assert_cmpint(stage_pixel(&stage, 0, 0)[3], ==, 255);
    stage.view.dark = true;
    stage_draw(&stage, NULL);
    g_assert_cmpint(color_distance(stage_pixel(&stage, 100, 0), 0x23272E), <=, 2);
    g_assert_cmpint(color_distance(stage_pixel(&stage, 100, 149), 0x15181C), <=, 2);
    for (int k = 0; k < 3; k++)
        stage.view.background_top[k] = stage.view.background_bottom[k] = 1;
    stage_draw(&stage, NULL);
    g_assert_cmpint(color_distance(stage_pixel(&stage, 50, 70), 0xFFFFFF), <=, 1);
    stage.view.transparent_background = true;
    SnSnapshot *snapshot = scene_of_box(SN_SHADING_NONE);
    stage_draw(&stage, snapshot);
    g_assert_cmpint(stage_pixel(&stage, 3, 3)[3], ==, 0);
    g_assert_cmpint(stage_pixel(&stage, 100, 75)[3], ==, 255);
    sn_snapshot_unref(snapshot);
}

static void test_color_and_extent(void)
{
    SnSnapshot *snapshot = scene_of_box(SN_SHADING_NONE);
    for (int mode = 0; mode < 4; mode++) {
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage.view.camera.orthographic = mode & 1;
        stage.view.samples = mode & 2 ? 4 : 0;
        stage_draw(&stage, snapshot);
        const double inside = 0.02 - stage_pixel_size(&stage),
                     outside = 0.02 + 1.5 * stage_pixel_size(&stage);
        for (int s = -1; s <= 1; s += 2) {
            g_assert_cmpint(color_distance(stage_at(&stage, -0.02, s * inside, 0), 0x3C7FB1), <=,
                            1);
            g_assert_cmpint(color_distance(stage_at(&stage, -0.02, 0, s * inside), 0x3C7FB1), <=,
                            1);
            g_assert_cmpint(color_distance(stage_at(&stage, -0.02, s * outside, 0), 0x3C7FB1), >,
                            60);
            g_assert_cmpint(color_distance(stage_at(&stage, -0.02, 0, s * outside), 0x3C7FB1), >,
                            60);
        }
    }
    sn_snapshot_unref(snapshot);
}

/* The face that looks to the key light (upper left of the camera) is the brightest. */
static void test_shading(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_sphere(0.03, 12, 24), 0, 0, 0, 0xE8DDC4);
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 1, 0, 0, 0.04);
    stage_draw(&stage, snapshot);
    /* y is left, z up */
    const int left_up = stage_at(&stage, -0.02, 0.013, 0.016)[1];
    const int right_down = stage_at(&stage, -0.02, -0.013, -0.016)[1];
    g_assert_cmpint(left_up, >, right_down + 40);
    g_assert_cmpint(left_up, >, 200);
    g_assert_cmpint(right_down, >, 50); /* fill and ambient */
    /* flat shading shows facets: more distinct jumps along a row than smooth */
    int jumps[2] = {0, 0};
    for (int flat = 0; flat < 2; flat++) {
        snapshot->scene->items[0].style.shading = flat ? SN_SHADING_FLAT : SN_SHADING_SMOOTH;
        stage_draw(&stage, snapshot);
        for (int x = 70; x < 130; x++)
            jumps[flat] +=
                abs(stage_pixel(&stage, x, 75)[0] - stage_pixel(&stage, x - 1, 75)[0]) > 4;
    }
    g_assert_cmpint(jumps[1], >, jumps[0] + 1);
    sn_snapshot_unref(snapshot);
}

/* Hatched shading draws dark lines at 45 degrees, 7 logical pixels apart, on the surface's own
 * colour: on the screen, so as far apart on a face that is seen at an angle; smooth shading draws
 * none. */
static void test_hatched(void)
{
    for (int scale = 1; scale <= 2; scale++)
        for (int hatched = 0; hatched < 2; hatched++) {
            SnSnapshot *snapshot = scene_of_box(hatched ? SN_SHADING_HATCHED : SN_SHADING_SMOOTH);
            stage_reset(&stage, 1, 0.4, -0.3, 0.022);
            stage.view.width *= scale, stage.view.height *= scale;
            stage.view.scale = scale;
            stage_draw(&stage, snapshot);
            const int y = 75 * scale, from = 80 * scale, n = 40 * scale;
            int lines = 0, first = 0, last = 0;
            bool dark = true;
            for (int x = from; x < from + n; x++) {
                const uint8_t *pixel = stage_pixel(&stage, x, y);
                const bool line = pixel[1] < 0.9 * stage_pixel(&stage, from + n, y)[1] ||
                                  pixel[1] < 0.9 * stage_pixel(&stage, from + n + 4, y)[1];
                if (line && !dark) {
                    first = lines++ == 0 ? x : first;
                    last = x;
                }
                dark = line;
                for (int k = 0; k < 3; k++) /* as dark along the line */
                    g_assert_cmpint(abs(pixel[k] - stage_pixel(&stage, x + 6, y + 6)[k]), <=, 6);
            }
            if (hatched) {
                g_assert_cmpint(lines, >=, 3);
                g_assert_cmpfloat(fabs((double)(last - first) / (lines - 1) - 7 * scale * sqrt(2)),
                                  <, 0.6);
            } else {
                g_assert_cmpint(lines, ==, 0);
            }
            sn_snapshot_unref(snapshot);
        }
}

/* Light found at the vertices of a fine mesh looks like light found at the pixels:
 * a sphere of 4000 triangles of about 10 pixels each, drawn dense, and cut far off it, which is
 * drawn by pixels. */
static void test_dense(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_sphere(0.04, 46, 45), 0, 0, 0, 0xE8DDC4)->style.specular = 0.2f;
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 1, 0.3, -0.2, 0.04);
    stage_draw(&stage, snapshot);
    const SnDraw *draw = stage.painter->solids.opaque.data;
    g_assert_true(draw->dense);
    const size_t size = 4 * (size_t)(stage.view.width * stage.view.height);
    uint8_t *dense = g_memdup2(stage.pixels, size);
    stage.view.clip[0] = (SnClipPlane){true, false, false, {0, -1, 0}, 10, 0.01};
    stage_draw(&stage, snapshot);
    g_assert_false(draw->dense);
    int different = 0, much = 0;
    for (size_t i = 0; i < size; i++) {
        const int away = abs(dense[i] - stage.pixels[i]);
        different += away > 4;
        much += away > 40;
    }
    g_assert_cmpint(different, <, (int)size / 100);
    g_assert_cmpint(much, <, 20); /* on the outline */
    g_free(dense);
    sn_snapshot_unref(snapshot);
}

/* Edges of the fewer triangles that no other triangle runs along the other way: holes. */
static int count_open(const uint32_t *corners, int n)
{
    GHashTable *edges = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    int open = 0;
    for (int i = 0; i < 3 * n; i++) {
        guint64 *edge = g_new(guint64, 1);
        *edge = (guint64)corners[i] << 32 | corners[i % 3 == 2 ? i - 2 : i + 1];
        const int count = GPOINTER_TO_INT(g_hash_table_lookup(edges, edge));
        g_hash_table_insert(edges, edge, GINT_TO_POINTER(count + 1));
    }
    GHashTableIter iter;
    gpointer edge, count;
    g_hash_table_iter_init(&iter, edges);
    while (g_hash_table_iter_next(&iter, &edge, &count)) {
        const guint64 back = *(guint64 *)edge << 32 | *(guint64 *)edge >> 32;
        open += count != g_hash_table_lookup(edges, &back);
    }
    g_hash_table_destroy(edges);
    return open;
}

/* While things move, a sphere of 4000 triangles of about 10 pixels each is drawn with a quarter of
 * them, and looks nearly the same. */
static void test_coarse(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_sphere(0.04, 46, 45), 0, 0, 0, 0xE8DDC4);
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 1, 0.3, -0.2, 0.04);
    stage_draw(&stage, snapshot);
    const SnDraw *draw = stage.painter->solids.opaque.data;
    g_assert_false(draw->coarse);
    const size_t size = 4 * (size_t)(stage.view.width * stage.view.height);
    uint8_t *still = g_memdup2(stage.pixels, size);
    stage.view.moving = true;
    stage_draw(&stage, snapshot);
    g_assert_true(draw->coarse);
    g_assert_cmpint(draw->mesh->n_coarse, <, draw->mesh->n_indices / 3);
    g_assert_cmpint(draw->mesh->n_coarse, >, draw->mesh->n_indices / 8);
    int different = 0, much = 0;
    for (size_t i = 0; i < size; i++) {
        const int away = abs(still[i] - stage.pixels[i]);
        different += away > 6;
        much += away > 40;
    }
    g_test_message("%d channels of %zu differ by more than 6, %d by more than 40", different, size,
                   much);
    g_assert_cmpint(different, <, (int)size / 400);
    g_assert_cmpint(much, <, (int)size / 800); /* on the outline */
    g_free(still);
    sn_snapshot_unref(snapshot);
}

/* No holes, in a ball nor in a lens a tenth as thick as the triangles' edges are long. */
static void test_coarse_closed(void)
{
    for (int thin = 0; thin < 2; thin++) {
        SnMesh *mesh = maker_sphere(0.04, 46, 45);
        float *vertices = g_memdup2(mesh->vertices, 3 * (size_t)mesh->n_vertices * sizeof(float));
        for (int i = 0; thin && i < mesh->n_vertices; i++)
            vertices[3 * i] *= 0.01f;
        SnMesh lens = *mesh;
        lens.vertices = vertices;
        int n;
        uint32_t *corners = sn_mesh_coarse(&lens, mesh->triangles, 0.008, &n);
        g_assert_cmpint(n, >, 200);
        g_assert_cmpint(n, <, mesh->n_triangles / 3);
        g_assert_cmpint(count_open(corners, n), ==, 0);
        sn_free(corners);
        g_free(vertices);
        sn_mesh_unref(mesh);
    }
}

static void test_crease(void)
{
    /* a box keeps its edges, a sphere is smooth */
    SnMesh *box = maker_box(1, 1, 1), *sphere = maker_sphere(1, 16, 32);
    SnShapeData sharp = sn_shape_from_mesh(box, 40 * M_PI / 180);
    SnShapeData round = sn_shape_from_mesh(sphere, 40 * M_PI / 180);
    g_assert_cmpint(sharp.n_vertices, ==, 24);
    g_assert_cmpint(round.n_vertices, ==, sphere->n_vertices);
    for (int i = 0; i < round.n_vertices; i++)
        for (int k = 0; k < 3; k++)
            g_assert_cmpfloat(
                fabs(round.vertices[i].normal[k] / 32767.0 - (double)round.vertices[i].position[k]),
                <, 0.02);
    bool closed = false;
    g_assert_cmpfloat(fabs(sn_mesh_volume(box, &closed) - 8), <, 1e-6);
    g_assert_true(closed);
    sphere->n_triangles--;
    g_assert_cmpfloat(sn_mesh_volume(sphere, &closed), >, 4);
    g_assert_false(closed);
    sphere->n_triangles++;
    sn_shape_free(&sharp);
    sn_shape_free(&round);
    sn_mesh_unref(box);
    sn_mesh_unref(sphere);
}

/* A ball with a face missing is capped like a closed one; half a ball is not. */
static void test_holes(void)
{
    SnMesh *ball = maker_sphere(0.02, 16, 32), *cup = maker_sphere(0.02, 16, 32);
    int n = 0;
    uint32_t *patch = sn_mesh_patch(ball, &n);
    g_assert_null(patch);
    ball->n_triangles -= 2;
    patch = sn_mesh_patch(ball, &n);
    g_assert_nonnull(patch);
    g_assert_cmpint(n, ==, 2);
    free(patch);
    cup->n_triangles /= 2;
    g_assert_null(sn_mesh_patch(cup, &n));
    for (int i = 0; i < 2; i++) {
        SceneMaker *maker = maker_new();
        maker_mesh(maker, sn_mesh_ref(i ? cup : ball), 0, 0, 0, 0x3C7FB1);
        SnSnapshot *snapshot = maker_take(maker);
        SnPickHit hit;
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage.view.clip[0] = (SnClipPlane){true, false, false, {-1, 0, 0}, 0.001, 0};
        g_assert_true(stage_click(&stage, snapshot, 0, 0.004, -0.008, &hit));
        if (i)
            g_assert_cmpfloat(hit.position[0], >, 0.005); /* into the cup */
        else
            g_assert_cmpfloat(fabs(hit.position[0] + 0.001), <, 1e-4);
        sn_snapshot_unref(snapshot);
    }
    sn_mesh_unref(ball);
    sn_mesh_unref(cup);
}

/* The same picture from a new context, after another size, and far from the world's origin. */
static void test_repeatable(void)
{
    SnSnapshot *snapshot = scene_of_box(SN_SHADING_SMOOTH);
    char text[256] = "";
    stage_reset(&stage, 0.7, 0.5, -0.4, 0.05);
    stage.view.grid = stage.view.ambient_occlusion = true;
    stage.view.samples = 4;
    stage_draw(&stage, snapshot);
    const uint64_t hash = stage_hash(&stage);
    stage.view.width = 333, stage.view.height = 77;
    stage_draw(&stage, snapshot);
    stage.view.width = 200, stage.view.height = 150;
    stage_draw(&stage, snapshot);
    g_assert_cmpuint(stage_hash(&stage), ==, hash);
    sn_offscreen_clear_current(stage.offscreen);
    uint8_t *fresh = sn_render_image(snapshot, &stage.view, NULL, text, sizeof text);
    g_assert_nonnull(fresh);
    g_assert_cmpmem(fresh, 200 * 150 * 4, stage.pixels, 200 * 150 * 4);
    free(fresh);
    stage.view.width = 0;
    g_assert_null(sn_render_image(snapshot, &stage.view, NULL, text, sizeof text));
    g_assert_cmpint((int)strlen(text), >, 10);
    g_assert_true(sn_offscreen_make_current(stage.offscreen));
    sn_snapshot_unref(snapshot);
}

static void test_far_from_origin(void)
{
    uint8_t *near = NULL;
    for (int i = 0; i < 2; i++) {
        SceneMaker *maker = maker_new();
        const double away = i ? 4096 : 0;
        maker_mesh(maker, maker_sphere(0.02, 12, 24), away, 0, 0, 0xE8DDC4);
        SnSnapshot *snapshot = maker_take(maker);
        stage_reset(&stage, 0.7, 0.5, -0.4, 0.05);
        stage.view.camera.center[0] += away;
        stage_draw(&stage, snapshot);
        if (i == 0)
            near = g_memdup2(stage.pixels, 200 * 150 * 4);
        else
            g_assert_cmpmem(near, 200 * 150 * 4, stage.pixels, 200 * 150 * 4);
        sn_snapshot_unref(snapshot);
    }
    g_free(near);
}

static void test_mesh_cache(void)
{
    SnSnapshot *snapshot = scene_of_box(SN_SHADING_SMOOTH);
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage_draw(&stage, snapshot);
    const int with = stage.painter->cache.n;
    g_assert_cmpint(with, >=, 1);
    sn_snapshot_unref(snapshot);
    stage.view.width = stage.view.height = 16;
    for (int i = 0; i < 300; i++)
        stage_draw(&stage, NULL);
    g_assert_cmpint(stage.painter->cache.n, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!stage_open(&stage))
        return 0;
    g_test_add_func("/picture/background", test_background);
    g_test_add_func("/picture/color-extent", test_color_and_extent);
    g_test_add_func("/picture/shading", test_shading);
    g_test_add_func("/picture/hatched", test_hatched);
    g_test_add_func("/picture/dense", test_dense);
    g_test_add_func("/picture/coarse", test_coarse);
    g_test_add_func("/picture/coarse-closed", test_coarse_closed);
    g_test_add_func("/picture/crease", test_crease);
    g_test_add_func("/picture/holes", test_holes);
    g_test_add_func("/picture/repeatable", test_repeatable);
    g_test_add_func("/picture/far", test_far_from_origin);
    g_test_add_func("/picture/mesh-cache", test_mesh_cache);
    const int result = g_test_run();
    stage_close(&stage);
    return result;
}
