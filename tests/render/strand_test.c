/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about strands in pictures: their radius, round joints, colours part by part, nodes that are
 * seen and picked while the strand is selected, and that drawing them needs no new memory. */
#include "render/collect/collect.h"
#include "render/color_map.h"
#include "stage.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <math.h>

static Stage stage;

/* Two parts at a right angle in the plane x = 0, of 10 N and 30 N where asked. */
static SnSnapshot *corner(bool colored)
{
    static const double points[3][3] = {{0, -0.03, 0.02}, {0, 0.02, 0.02}, {0, 0.02, -0.03}};
    static const double tension[3] = {10, 30, 30};
    SceneMaker *maker = maker_new();
    SnSceneItem *item = maker_strand(maker, 3, points, 0.005, colored ? tension : NULL, 0x3C7FB1);
    item->style.shading = SN_SHADING_NONE;
    SnSnapshot *snapshot = maker_take(maker);
    return snapshot;
}

static bool is_strand(double y, double z)
{
    return color_distance(stage_at(&stage, 0, y, z), 0x3C7FB1) <= 2;
}

static void test_radius(void)
{
    SnSnapshot *snapshot = corner(false);
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage.view.camera.orthographic = true;
    stage_draw(&stage, snapshot);
    const double in = 0.005 - 1.2 * stage_pixel_size(&stage),
                 out = 0.005 + 1.2 * stage_pixel_size(&stage);
    for (int side = -1; side <= 1; side += 2) {
        g_assert_true(is_strand(-0.01, 0.02 + side * in));
        g_assert_false(is_strand(-0.01, 0.02 + side * out));
        g_assert_true(is_strand(0.02 + side * in, -0.01));
        g_assert_false(is_strand(0.02 + side * out, -0.01));
    }
    /* the bend leaves the kink by 0.7 of the radius: filled to 0.3 of it along the outer diagonal,
     * and no farther */
    const double inner = 0.02 + (in - 0.7 * 0.005) * M_SQRT1_2;
    const double outer = 0.02 + (out - 0.7 * 0.005) * M_SQRT1_2;
    g_assert_true(is_strand(0.02, 0.02));
    g_assert_true(is_strand(inner, inner));
    g_assert_false(is_strand(outer, outer));
    sn_snapshot_unref(snapshot);
}

static void test_thread_stays_visible(void)
{
    SnSnapshot *snapshot = corner(false);
    snapshot->scene->items[0].style.line_radius = 1e-6f;
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage.view.camera.orthographic = true;
    stage_draw(&stage, snapshot);
    bool seen = false;
    for (int i = -2; i <= 2; i++)
        seen |= is_strand(-0.01, 0.02 + i * stage_pixel_size(&stage));
    g_assert_true(seen);
    sn_snapshot_unref(snapshot);
}

static void check_color(double y, double z, double share)
{
    float srgb[3];
    sn_color_map(SN_COLOR_MAP_VIRIDIS, share, srgb);
    uint32_t rgb = 0;
    for (int k = 0; k < 3; k++)
        rgb = rgb << 8 | (uint32_t)lrint((double)srgb[k] * 255);
    g_assert_cmpint(color_distance(stage_at(&stage, 0, y, z), rgb), <=, 2);
}

/* Each part has its value's colour from end to end; automatic range: 0 to 30 N. */
static void test_colors(void)
{
    SnSnapshot *snapshot = corner(true);
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage_draw(&stage, snapshot);
    const SnField *field = &stage.painter->solids.fields.field[0];
    g_assert_cmpint(stage.painter->solids.fields.n, ==, 1);
    g_assert_cmpstr(field->label, ==, "Tension");
    g_assert_cmpfloat(field->found[0], ==, 10);
    g_assert_cmpfloat(field->found[1], ==, 30);
    const double from = field->range[0], span = field->range[1] - from;
    for (double y = -0.025; y <= 0.01; y += 0.005)
        check_color(y, 0.02, (10 - from) / span);
    for (double z = 0.01; z >= -0.025; z -= 0.005)
        check_color(0.02, z, (30 - from) / span);
    sn_snapshot_unref(snapshot);
}

/* Strain and activation are further on in the scalars; one activation is for the whole. */
static void test_other_fields(void)
{
    SnSnapshot *snapshot = corner(true);
    SnStyle *style = &snapshot->scene->items[0].style;
    stage_reset(&stage, 1, 0, 0, 0.05);
    style->fem.field_automatic = false;
    style->fem.field_range[1] = 1;
    style->strand_field = SN_STRAND_FIELD_STRAIN;
    snapshot->scalars[3] = 0.25f;
    snapshot->scalars[4] = snapshot->scalars[5] = 0.75f;
    snapshot->scalars[6] = 0.5f;
    stage_draw(&stage, snapshot);
    check_color(-0.01, 0.02, 0.25);
    check_color(0.02, -0.01, 0.75);
    style->strand_field = SN_STRAND_FIELD_ACTIVATION;
    stage_draw(&stage, snapshot);
    check_color(-0.01, 0.02, 0.5);
    check_color(0.02, -0.01, 0.5);
    sn_snapshot_unref(snapshot);
}

static void test_closed(void)
{
    SnSnapshot *snapshot = corner(false);
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage_draw(&stage, snapshot);
    g_assert_false(is_strand(-0.005, -0.005));
    snapshot->scene->items[0].closed = true;
    stage_draw(&stage, snapshot);
    g_assert_true(is_strand(-0.005, -0.005));
    sn_snapshot_unref(snapshot);
}

/* A uniform cubic B-spline passes (q0 + 4 q1 + q2) / 6, not its control points. */
static void test_spline(void)
{
    static const double points[5][3] = {
        {0, -0.04, 0}, {0, -0.02, 0.03}, {0, 0, 0.03}, {0, 0.02, 0.03}, {0, 0.04, 0}};
    SceneMaker *maker = maker_new();
    SnSceneItem *item = maker_strand(maker, 5, points, 0.001, NULL, 0x3C7FB1);
    item->style.shading = SN_SHADING_NONE;
    item->spline = true;
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage_draw(&stage, snapshot);
    const double y = (-0.04 + 4 * -0.02 + 0) / 6, z = (0 + 4 * 0.03 + 0.03) / 6;
    g_assert_true(is_strand(y + 0.001, z + 0.0004)); /* where it begins, a little along it */
    g_assert_true(is_strand(0, 0.03));               /* three in a line: the middle one */
    g_assert_false(is_strand(-0.04, 0));
    sn_snapshot_unref(snapshot);
}

static void test_pick(void)
{
    SnSnapshot *snapshot = corner(false);
    const SnId id = snapshot->scene->items[0].id;
    SnPickHit hit;
    stage_reset(&stage, 1, 0, 0, 0.05);
    g_assert_true(stage_click(&stage, snapshot, 0, -0.01, 0.02, &hit));
    g_assert_true(sn_id_equal(hit.id, id));
    g_assert_true(stage_click(&stage, snapshot, 0, 0.02, 0.02, &hit));
    g_assert_true(sn_id_equal(hit.id, id)); /* nodes are not there unless they are seen */
    stage.marks = (SnMarks){&id, 1, SN_ID_NULL, NULL, false};
    g_assert_true(stage_click(&stage, snapshot, 0, 0.02, 0.02, &hit));
    g_assert_true(sn_id_equal(hit.id, sn_id_of_entry(id, 0, 1)));
    g_assert_cmpfloat(hypot(hit.position[1] - 0.02, hit.position[2] - 0.02), <, 1e-9);
    g_assert_true(stage_click(&stage, snapshot, 0, -0.01, 0.02, &hit));
    g_assert_true(sn_id_equal(hit.id, id));
    /* one of its nodes selected: all of them are to be seen, and a white one has a dark rim */
    const SnId node = sn_id_of_entry(id, 0, 2);
    stage.marks = (SnMarks){&node, 1, SN_ID_NULL, NULL, false};
    g_assert_true(stage_click(&stage, snapshot, 0, 0.02, 0.02, &hit));
    g_assert_true(sn_id_equal(hit.id, sn_id_of_entry(id, 0, 1)));
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, 0, 0.02, 0.02), 0xFFFFFF), <=, 2);
    g_assert_true(stage.painter->solids.any_selected);
    sn_snapshot_unref(snapshot);
}

/* What runs in a sheath is meant by a click on it; where nothing does, the sheath is. */
static void test_pick_in_guide(void)
{
    static const double strand[2][3] = {{0, -0.03, 0}, {0, 0, 0}};
    static const double sheath[2][3] = {{0, -0.02, 0}, {0, 0.03, 0}};
    SceneMaker *maker = maker_new();
    maker_strand(maker, 2, strand, 0.003, NULL, 0xEFEAE0);
    SnSceneItem *guide = maker_strand(maker, 2, sheath, 0.006, NULL, 0x9FB4C6);
    guide->path_kind = SN_PATH_GUIDE;
    guide->n_nodes = 0;
    guide->style.alpha = 0.35f;
    SnSnapshot *snapshot = maker_take(maker);
    SnPickHit hit;
    stage_reset(&stage, 1, 0, 0, 0.05);
    g_assert_true(stage_click(&stage, snapshot, 0, -0.01, 0, &hit));
    g_assert_cmpuint(hit.id.index, ==, 1);
    g_assert_true(stage_click(&stage, snapshot, 0, 0.02, 0, &hit));
    g_assert_cmpuint(hit.id.index, ==, 2);
    sn_snapshot_unref(snapshot);
}

/* A long strand: once the lists have grown, no picture needs new memory. */
static void test_no_allocations(void)
{
    SceneMaker *maker = maker_new();
    double(*points)[3] = g_malloc(2000 * sizeof *points);
    for (int i = 0; i < 2000; i++) {
        const double a = 0.05 * i;
        const double p[3] = {0.04 * cos(a), 0.04 * sin(a), 2e-5 * i - 0.02};
        memcpy(points[i], p, sizeof p);
    }
    SnSceneItem *item =
        maker_strand(maker, 2000, (const double(*)[3])points, 0.0005, NULL, 0xEFEAE0);
    item->n_nodes = 0;
    SnSnapshot *snapshot = maker_finish(maker);
    SnSolids solids = {0};
    SnFieldMemory memory = {0};
    SnFrame frame;
    const SnMarks marks = {0};
    stage_reset(&stage, 1, 0.3, -0.4, 0.05);
    sn_frame_init(&frame, snapshot, &stage.view, NULL);
    const SnCollector collector = {&frame, &solids, NULL, NULL, &memory, &marks};
    sn_collect(&collector);
    const unsigned long before = sn_test_allocations();
    for (int i = 0; i < 20; i++)
        sn_collect(&collector);
    if (sn_test_counting_malloc())
        g_assert_cmpuint(sn_test_allocations() - before, ==, 0);
    g_assert_cmpint(solids.soup[SN_LAYER_OPAQUE].vertices.count, >, 2000 * 5);
    sn_solids_free(&solids);
    sn_snapshot_unref(snapshot);
    g_free(points);
    g_free(maker);
}

/* How many triangles the strand in view takes, as a rope or a plain cylinder of a radius [m]; its
 * rope's points lie between 0.8 and 1 of the radius from the line. */
static int rope_triangles(SnLineStyle style, double radius, bool colored)
{
    static const double tension[3] = {10, 30, 30};
    static const double points[3][3] = {{0, -0.03, 0.02}, {0, 0.02, 0.02}, {0, 0.02, 0.02}};
    SceneMaker *maker = maker_new();
    SnSceneItem *item = maker_strand(maker, 3, points, radius, colored ? tension : NULL, 0xC9B58C);
    item->style.line_style = style;
    item->n_nodes = 0;
    SnSnapshot *snapshot = maker_take(maker);
    SnSolids solids = {0};
    SnFieldMemory memory = {0};
    SnFrame frame;
    const SnMarks marks = {0};
    stage_reset(&stage, 1, 0, 0, 0.05);
    sn_frame_init(&frame, snapshot, &stage.view, NULL);
    const SnCollector collector = {&frame, &solids, NULL, NULL, &memory, &marks};
    sn_collect(&collector);
    const SnBuffer *vertices = &solids.soup[SN_LAYER_OPAQUE].vertices;
    const int n = solids.soup[SN_LAYER_OPAQUE].indices.count / 3;
    const bool laid = style == SN_LINE_ROPE && !colored && radius > 1e-3;
    double least = INFINITY, most = 0;
    for (int i = 0; i < vertices->count; i++) {
        const SnSoupVertex *vertex = (const SnSoupVertex *)vertices->data + i;
        const double x = (double)vertex->vertex.position[0] + frame.origin[0];
        const double z = (double)vertex->vertex.position[2] + frame.origin[2] - 0.02;
        least = fmin(least, hypot(x, z) / radius);
        most = fmax(most, hypot(x, z) / radius);
    }
    if (radius > 1e-3) { /* thinner ones are drawn thicker, to be seen */
        g_assert_cmpfloat_with_epsilon(least, laid ? 0.8 : 1, 1e-3);
        g_assert_cmpfloat_with_epsilon(most, 1, 1e-3);
    }
    sn_solids_free(&solids);
    sn_snapshot_unref(snapshot);
    return n;
}

/* A rope shows its strands where they can be told apart, and is a plain tube where it is thin in
 * the picture or shows a field. */
static void test_rope(void)
{
    const int plain = rope_triangles(SN_LINE_CYLINDER, 0.004, false);
    g_assert_cmpint(rope_triangles(SN_LINE_ROPE, 0.004, false), >, 5 * plain);
    g_assert_cmpint(rope_triangles(SN_LINE_ROPE, 0.004, true), ==,
                    rope_triangles(SN_LINE_CYLINDER, 0.004, true));
    g_assert_cmpint(rope_triangles(SN_LINE_ROPE, 0.0001, false), ==,
                    rope_triangles(SN_LINE_CYLINDER, 0.0001, false));
}

/* A band is of a belt's section: four times as wide as thick, of the area of the round one, its
 * width across the bend; also where the strand is a muscle. */
static void test_band(void)
{
    double points[9][3];
    for (int i = 0; i < 9; i++) {
        const double angle = 0.3 * (i - 4);
        points[i][0] = 0.05 * sin(angle);
        points[i][1] = 0;
        points[i][2] = 0.05 * cos(angle);
    }
    for (int muscle = 0; muscle < 2; muscle++) {
        SceneMaker *maker = maker_new();
        SnSceneItem *item =
            maker_strand(maker, 9, (const double(*)[3])points, 0.004, NULL, 0x6B4A38);
        item->style.line_style = SN_LINE_BAND;
        item->n_nodes = 0;
        item->active = muscle;
        item->belly = (SnBelly){4e-6, 0.07, 0.03, 0.0008, 0.25};
        SnSnapshot *snapshot = maker_take(maker);
        stage_reset(&stage, 1, 0, 0, 0.06);
        stage.view.width = stage.view.height = 900;
        stage_draw(&stage, snapshot);
        const SnSoup *soup = &stage.painter->solids.soup[SN_LAYER_OPAQUE];
        const SnSoupVertex *v = soup->vertices.data;
        double across = 0, outward = 0;
        for (int i = 0; i < soup->vertices.count; i++) {
            const float *p = v[i].vertex.position;
            if (fabs((double)p[0]) > 0.02)
                continue;
            across = fmax(across, fabs((double)p[1]));
            outward = fmax(outward, hypot((double)p[0], (double)p[2]) - 0.05);
        }
        g_assert_cmpfloat_with_epsilon(across, 0.008, 4e-4);
        g_assert_cmpfloat_with_epsilon(outward, 0.002, 3e-4);
        sn_snapshot_unref(snapshot);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!stage_open(&stage))
        return 0;
    g_test_add_func("/strand/radius", test_radius);
    g_test_add_func("/strand/thread-stays-visible", test_thread_stays_visible);
    g_test_add_func("/strand/colors", test_colors);
    g_test_add_func("/strand/other-fields", test_other_fields);
    g_test_add_func("/strand/closed", test_closed);
    g_test_add_func("/strand/rope", test_rope);
    g_test_add_func("/strand/band", test_band);
    g_test_add_func("/strand/spline", test_spline);
    g_test_add_func("/strand/pick", test_pick);
    g_test_add_func("/strand/pick-in-guide", test_pick_in_guide);
    g_test_add_func("/strand/no-allocations", test_no_allocations);
    const int result = g_test_run();
    stage_close(&stage);
    return result;
}
