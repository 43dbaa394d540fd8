/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a click or a box finds of finite elements: components, elements, nodes. */
#include "fem_maker.h"
#include "stage.h"

#include "engine/base/vec.h"

#include <glib.h>
#include <math.h>

static Stage stage;

static double linear(const double p[3])
{
    return 4000 + 5e4 * p[0] - 3e4 * p[1] + 6e4 * p[2];
}

static void test_click(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(NULL, linear, SN_ELEMENT_HEX8);
    const SnSceneItem *item = &snapshot->scene->items[0];
    for (int e = 0; e < item->fem->n_elements; e++)
        item->fem->original[e] = 100 + 2 * e; /* others of the component are not drawn */
    const SnId fem = item->id;
    SnPickHit hit;
    stage_reset(&stage, 0, 1, 0, 0.04);
    /* the component, and the element in `part`: x 2, y 0, z 1 of 3 x 2 x 2 */
    g_assert_true(stage_click(&stage, snapshot, 0.02, -0.02, 0.008, &hit));
    g_assert_true(sn_id_equal(hit.id, fem));
    g_assert_true(sn_id_equal(hit.part, sn_id_of_entry(fem, 1, 100 + 2 * 8)));
    g_assert_cmpfloat(fabs(hit.position[1] + 0.02), <, 1e-4);
    stage.view.pick_detail = SN_PICK_ELEMENTS;
    g_assert_true(stage_click(&stage, snapshot, 0.02, -0.02, 0.008, &hit));
    g_assert_true(sn_id_equal(hit.id, sn_id_of_entry(fem, 1, 100 + 2 * 8)));
    /* in a cut: an element of the inside, at y 1 */
    stage.view.clip[0] = (SnClipPlane){true, false, false, {0, -1, 0}, -0.01, 0};
    g_assert_true(stage_click(&stage, snapshot, -0.021, 0.01, -0.007, &hit));
    g_assert_true(sn_id_equal(hit.id, sn_id_of_entry(fem, 1, 100 + 2 * 3)));
    g_assert_cmpfloat(fabs(hit.position[1] - 0.01), <, 1e-4);
    stage.view.clip[0].enabled = false;
    /* nodes: the nearest within some pixels, shown or not */
    const int node = fem_node_near(item->fem, 0.01, -0.02, 0);
    for (int shown = 0; shown < 2; shown++) {
        snapshot->scene->items[0].style.fem.nodes = shown;
        stage.view.pick_detail = SN_PICK_NODES;
        g_assert_true(stage_click(&stage, snapshot, 0.0112, -0.02, 0.0006, &hit));
        g_assert_true(sn_id_equal(hit.id, sn_id_of_entry(fem, 0, (uint32_t)node)));
        g_assert_true(sn_id_is_null(hit.node));
        g_assert_cmpfloat(sn_v3_distance(hit.position, (double[3]){0.01, -0.02, 0}), <, 1e-6);
        stage.view.pick_detail = SN_PICK_COMPONENTS;
        g_assert_true(stage_click(&stage, snapshot, 0.0102, -0.02, 0.0002, &hit));
        g_assert_true(sn_id_equal(hit.id, fem));
        g_assert_cmpint(sn_id_array(hit.part), ==, shown ? 0 : 1);
    }
    stage.view.width = 800, stage.view.height = 600;
    /* between them the FEM, at the place on it, and the nearest node of the face */
    stage.view.pick_detail = SN_PICK_NODES;
    g_assert_true(stage_click(&stage, snapshot, 0.018, -0.02, 0.008, &hit));
    g_assert_true(sn_id_equal(hit.id, fem));
    const int between = fem_node_near(item->fem, 0.01, -0.02, 0);
    g_assert_true(sn_id_equal(hit.node, sn_id_of_entry(fem, 0, (uint32_t)between)));
    g_assert_cmpfloat(sn_v3_distance(hit.position, (double[3]){0.018, -0.02, 0.008}), <, 1e-4);
    stage.view.pick_detail = SN_PICK_ELEMENTS; /* a node in the way is not meant */
    g_assert_true(stage_click(&stage, snapshot, 0.0101, -0.02, 0.0003, &hit));
    g_assert_cmpint(sn_id_array(hit.id), ==, 1);
    g_assert_true(sn_id_is_null(hit.node));
    sn_snapshot_unref(snapshot);
}

/* From near, where nodes of the inside appear between those of the surface: none of them is meant.
 */
static void test_behind(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(NULL, NULL, SN_ELEMENT_HEX8);
    SnPickHit hit;
    int nodes = 0;
    stage_reset(&stage, 0, 1, 0, 0.08);
    stage.view.width = 800, stage.view.height = 600;
    stage.view.pick_detail = SN_PICK_NODES;
    for (int i = 0; i <= 30; i++) {
        for (int k = 0; k <= 10; k++) {
            if (!stage_click(&stage, snapshot, -0.03 + 0.002 * i, -0.02, -0.008 + 0.002 * k,
                             &hit) ||
                sn_id_array(hit.id) != 0)
                continue;
            g_assert_cmpfloat(fabs(hit.position[1] + 0.02), <, 1e-6);
            nodes++;
        }
    }
    g_assert_cmpint(nodes, >, 4);
    sn_snapshot_unref(snapshot);
}

static int box_hits(const SnSnapshot *snapshot, SnPickDetail detail, bool through, SnPickHit *hits)
{
    const SnPickQuery query = {.width = 200, .height = 150, .through = through};
    stage.view.pick_detail = detail;
    return sn_painter_pick(stage.painter, snapshot, &stage.view, &query, hits, 100);
}

/* Boxes: the 12 nodes and 6 elements of the side that looks at us; through, all 36 and 12; half of
 * them with the other half cut away. */
static void test_box(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(NULL, NULL, SN_ELEMENT_HEX8);
    SnPickHit hits[100];
    stage_reset(&stage, 0, 1, 0, 0.05);
    stage.view.camera.orthographic = true;
    g_assert_cmpint(box_hits(snapshot, SN_PICK_COMPONENTS, true, hits), ==, 1);
    g_assert_cmpint(sn_id_array(hits[0].id), ==, -1);
    g_assert_cmpint(box_hits(snapshot, SN_PICK_NODES, true, hits), ==, 36);
    g_assert_cmpint(box_hits(snapshot, SN_PICK_ELEMENTS, true, hits), ==, 12);
    g_assert_cmpint(box_hits(snapshot, SN_PICK_ELEMENTS, false, hits), ==, 6);
    stage.view.camera.orthographic = false; /* from near: the sides lead away behind the front */
    g_assert_cmpint(box_hits(snapshot, SN_PICK_NODES, false, hits), ==, 12);
    for (int i = 0; i < 12; i++) {
        g_assert_cmpint(sn_id_array(hits[i].id), ==, 0);
        g_assert_cmpfloat(fabs(hits[i].position[1] + 0.02), <, 1e-6);
    }
    SnStyle *style = &snapshot->scene->items[0].style;
    style->fem.nodes = true; /* balls before the nodes: they are seen all the same */
    style->point_style = SN_POINT_SPHERE;
    style->point_radius = 0.003f;
    g_assert_cmpint(box_hits(snapshot, SN_PICK_NODES, false, hits), ==, 12);
    stage.view.clip[0] = (SnClipPlane){true, false, false, {1, 0, 0}, 0, 0};
    g_assert_cmpint(box_hits(snapshot, SN_PICK_NODES, true, hits), ==, 18);
    g_assert_cmpint(box_hits(snapshot, SN_PICK_ELEMENTS, true, hits), ==, 8);
    sn_snapshot_unref(snapshot);
}

static bool inside(const double corners[3][2], const double p[2])
{
    bool in = false;
    for (int i = 0; i < 3; i++) {
        const double *a = corners[i], *b = corners[(i + 1) % 3];
        if ((a[1] <= p[1]) != (b[1] <= p[1]))
            in ^= a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) <= p[0];
    }
    return in;
}

static double from_line(const double a[2], const double b[2], const double p[2])
{
    const double across = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    return fabs(across) / hypot(b[0] - a[0], b[1] - a[1]);
}

/* Random triangles: exactly the nodes whose pixels lie in them (those within two pixels of a side
 * may be in or out). */
static void test_outline(void)
{
    SnSnapshot *snapshot = scene_of_fem_box(NULL, NULL, SN_ELEMENT_HEX8);
    const SnSceneItem *item = &snapshot->scene->items[0];
    GRand *random = g_rand_new_with_seed(5);
    SnPickHit hits[100];
    int found = 0;
    stage_reset(&stage, 0, 1, 0, 0.05);
    stage.view.pick_detail = SN_PICK_NODES;
    for (int k = 0; k < 20; k++) {
        double corners[3][2], low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
        for (int i = 0; i < 6; i++) {
            corners[i / 2][i % 2] = g_rand_double_range(random, -20, i % 2 ? 170 : 220);
            low[i % 2] = fmin(low[i % 2], corners[i / 2][i % 2]);
            high[i % 2] = fmax(high[i % 2], corners[i / 2][i % 2]);
        }
        const SnPickQuery query = {.x = low[0],
                                   .y = low[1],
                                   .width = high[0] - low[0],
                                   .height = high[1] - low[1],
                                   .through = true,
                                   .outline = (const double(*)[2])corners,
                                   .n_outline = 3};
        const int n = sn_painter_pick(stage.painter, snapshot, &stage.view, &query, hits, 100);
        found += n;
        for (int node = 0; node < item->fem->n_nodes; node++) {
            double pixel[2];
            const double *at = snapshot->points + 3 * (size_t)(item->first + node);
            sn_camera_project(&stage.view.camera, stage.view.width, stage.view.height, at, pixel,
                              NULL);
            bool near = false, hit = false;
            for (int i = 0; i < 3; i++)
                near = near || from_line(corners[i], corners[(i + 1) % 3], pixel) < 2;
            for (int i = 0; i < n; i++)
                hit = hit || sn_id_entry_index(hits[i].id) == (uint32_t)node;
            if (!near && pixel[0] >= 0 && pixel[1] >= 0 && pixel[0] < stage.view.width &&
                pixel[1] < stage.view.height)
                g_assert_true(hit == inside((const double(*)[2])corners, pixel));
        }
    }
    g_assert_cmpint(found, >, 100);
    g_rand_free(random);
    sn_snapshot_unref(snapshot);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!stage_open(&stage))
        return 0;
    g_test_add_func("/fem-pick/click", test_click);
    g_test_add_func("/fem-pick/behind", test_behind);
    g_test_add_func("/fem-pick/box", test_box);
    g_test_add_func("/fem-pick/outline", test_outline);
    const int result = g_test_run();
    stage_close(&stage);
    return result;
}
