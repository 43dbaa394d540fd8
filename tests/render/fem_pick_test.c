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
    /* nodes: the nearest within some pixels, shown or not; else the FEM model */
    const int node = fem_node_near(item->fem, 0.01, -0.02, 0);
    for (int shown = 0; shown < 2; shown++) {
        snapshot->scene->items[0].style.fem.nodes = shown;
        stage.view.pick_detail = SN_PICK_NODES;
        g_assert_true(stage_click(&stage, snapshot, 0.0112, -0.02, 0.0006, &hit));
        g_assert_true(sn_id_equal(hit.id, sn_id_of_entry(fem, 0, (uint32_t)node)));
        g_assert_cmpfloat(sn_v3_distance(hit.position, (double[3]){0.01, -0.02, 0}), <, 1e-6);
        stage.view.pick_detail = SN_PICK_COMPONENTS;
        g_assert_true(stage_click(&stage, snapshot, 0.0102, -0.02, 0.0002, &hit));
        g_assert_true(sn_id_equal(hit.id, fem));
        g_assert_cmpint(sn_id_array(hit.part), ==, shown ? 0 : 1);
    }
    stage.view.width = 800, stage.view.height = 600;
    stage.view.pick_detail = SN_PICK_NODES;
    g_assert_true(stage_click(&stage, snapshot, 0.02, -0.02, 0.01, &hit));
    g_assert_true(sn_id_equal(hit.id, fem));
    stage.view.pick_detail = SN_PICK_ELEMENTS; /* a node in the way is not meant */
    g_assert_true(stage_click(&stage, snapshot, 0.0101, -0.02, 0.0003, &hit));
    g_assert_cmpint(sn_id_array(hit.id), ==, 1);
    sn_snapshot_unref(snapshot);
}

static int box_hits(const SnSnapshot *snapshot, SnPickDetail detail, bool through, SnPickHit *hits)
{
    const SnPickQuery query = {0, 0, 200, 150, through, NULL, 0};
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
    stage.view.clip[0] = (SnClipPlane){true, false, false, {1, 0, 0}, 0, 0};
    g_assert_cmpint(box_hits(snapshot, SN_PICK_NODES, true, hits), ==, 18);
    g_assert_cmpint(box_hits(snapshot, SN_PICK_ELEMENTS, true, hits), ==, 8);
    sn_snapshot_unref(snapshot);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!stage_open(&stage))
        return 0;
    g_test_add_func("/fem-pick/click", test_click);
    g_test_add_func("/fem-pick/box", test_box);
    const int result = g_test_run();
    stage_close(&stage);
    return result;
}
