/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Muscles as they are drawn: the belly keeps its volume whatever the length and the activation, its
 * ends meet the tendons without a step, and the surface that is made of it holds that volume. */
#include "render/collect/flesh.h"

#include "engine/base/vec.h"

#include "scene_maker.h"
#include "stage.h"
#include "tests/support/cases.h"

#include <glib.h>
#include <math.h>

static SnSceneItem random_item(GRand *random, double *start)
{
    *start = g_rand_double_range(random, 0.01, 0.5);
    SnSceneItem item = {.kind = SN_ITEM_PATH, .path_kind = SN_PATH_MUSCLE};
    item.belly.length = *start * g_rand_double_range(random, 0.2, 0.85);
    item.belly.tendon_length = *start - item.belly.length;
    /* slender, so that nothing is clamped */
    item.belly.volume = pow(item.belly.length, 3) * g_rand_double_range(random, 0.001, 0.01);
    item.belly.tendon_radius = 0.02 * item.belly.length;
    item.belly.proximal = g_rand_double(random);
    return item;
}

static double integral(const SnFlesh *flesh)
{
    const int n = 4000;
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += sn_flesh_area(flesh, (i + 0.5) / n * flesh->length, NULL);
    return sum * flesh->length / n;
}

static void test_volume(void)
{
    GRand *random = g_rand_new_with_seed(11);
    const int n = sn_cases(50, 500);
    for (int turn = 0; turn < n; turn++) {
        double start;
        const SnSceneItem item = random_item(random, &start);
        const double length = start * g_rand_double_range(random, 0.85, 1.2);
        const double activation = turn % 3 ? g_rand_double(random) : -1;
        const SnFlesh flesh = sn_flesh_of(&item, length, activation);
        const double belly = integral(&flesh) - flesh.tendon * length;
        g_assert_cmpfloat(fabs(belly / item.belly.volume - 1), <, 1e-5);
        g_assert_cmpfloat(flesh.from, >=, 0);
        g_assert_cmpfloat(flesh.to, <=, length * (1 + 1e-12));
        g_assert_cmpfloat(sn_flesh_area(&flesh, flesh.from, NULL), ==, flesh.tendon);
        g_assert_cmpfloat(sn_flesh_share(&flesh, 0), ==, 0);
        g_assert_cmpfloat(sn_flesh_share(&flesh, (flesh.from + flesh.to) / 2), ==, 1);
        /* its slope, by central differences */
        const double s =
            flesh.from + g_rand_double_range(random, 0.1, 0.9) * (flesh.to - flesh.from);
        const double step = 1e-5 * length;
        double slope;
        sn_flesh_area(&flesh, s, &slope);
        const double seen =
            (sn_flesh_area(&flesh, s + step, NULL) - sn_flesh_area(&flesh, s - step, NULL)) /
            (2 * step);
        g_assert_cmpfloat(fabs(slope - seen), <, 1e-4 * flesh.belly / (flesh.to - flesh.from));
    }
    g_rand_free(random);
}

/* A radius that is stated is that of the middle at the start, as a circle of the same area. */
static void test_stated_radius(void)
{
    SnSceneItem item = {.kind = SN_ITEM_PATH, .path_kind = SN_PATH_MUSCLE};
    item.style.line_radius = 0.003f;
    item.belly = (SnBelly){.volume = 1, .length = 0.08, .tendon_length = 0.02};
    const SnFlesh flesh = sn_flesh_of(&item, 0.1, 0);
    g_assert_cmpfloat(fabs(flesh.belly / (M_PI * 0.003 * 0.003) - 1), <, 1e-6);
}

static double solid_volume(const SnSoup *soup)
{
    const SnSoupVertex *v = soup->vertices.data;
    const uint32_t *t = soup->indices.data;
    double sum = 0;
    for (int i = 0; i < soup->indices.count; i += 3) {
        double p[3][3], normal[3];
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                p[k][j] = (double)v[t[i + k]].vertex.position[j];
        sn_v3_cross(p[1], p[2], normal);
        sum += sn_v3_dot(p[0], normal) / 6;
    }
    return sum;
}

/* Straight and bent about a drum: what is drawn is closed, wound outwards, and of the volume of
 * belly and tendon but for its facets and feet. */
static void test_surface(void)
{
    for (int bent = 0; bent < 2; bent++) {
        double points[9][3];
        for (int i = 0; i < 9; i++) {
            const double angle = bent ? 0.25 * (i - 4) : 0;
            points[i][0] = 0;
            points[i][1] = bent ? 0.05 * sin(angle) : 0.0125 * (i - 4);
            points[i][2] = bent ? 0.05 * cos(angle) : 0;
        }
        SceneMaker *maker = maker_new();
        SnSceneItem *item = maker_path(maker, 9, (const double(*)[3])points, 0.5, 0xA8554B);
        item->style.line_style = SN_LINE_SPINDLE;
        item->style.line_radius = 0;
        item->belly = (SnBelly){4e-6, 0.07, 0.03, 0.0008, 0.25};
        SnSnapshot *snapshot = maker_take(maker);
        Stage stage = {0};
        if (!stage_open(&stage))
            return;
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage.view.width = stage.view.height = 900;
        stage_draw(&stage, snapshot);
        const double volume = solid_volume(&stage.painter->solids.soup[SN_LAYER_OPAQUE]);
        const double wanted = 4e-6 + M_PI * 0.0008 * 0.0008 * 0.1;
        g_assert_cmpfloat(fabs(volume / wanted - 1), <, 0.05);
        sn_snapshot_unref(snapshot);
        stage_close(&stage);
    }
}

/* A fan 0.1 m long, drawn alone, of this width at its origin and at its insertion (0: one tendon);
 * gives the volume it encloses and how wide it is where it begins and where it ends. */
static double draw_fan(double half_width, double half_end, double widths[2])
{
    double points[10][3] = {{0, 0, 0.05}, {0, 0, -0.05}};
    for (int i = 0; i < 8; i++) {
        points[2 + i][0] = (i < 4 ? half_width : half_end) * (2.0 * (i % 4) / 3 - 1);
        points[2 + i][2] = i < 4 ? 0.05 : -0.05;
    }
    SceneMaker *maker = maker_new();
    SnSceneItem *item = maker_path(maker, 10, (const double(*)[3])points, 0.5, 0xA8554B);
    item->count = 2;
    item->first_origin = item->first + 2;
    item->first_insertion = item->first + 6;
    item->n_origin = item->n_insertion = 4;
    item->style.line_style = SN_LINE_SPINDLE;
    item->style.line_radius = 0;
    item->belly = (SnBelly){4e-6, 0.07, 0.03, 0.0008, 0.25};
    SnSnapshot *snapshot = maker_take(maker);
    Stage stage = {0};
    double volume = NAN;
    if (stage_open(&stage)) {
        stage_reset(&stage, 0, -1, 0, 0.05);
        stage.view.width = stage.view.height = 900;
        stage_draw(&stage, snapshot);
        const SnSoup *soup = &stage.painter->solids.soup[SN_LAYER_OPAQUE];
        const SnSoupVertex *v = soup->vertices.data;
        volume = solid_volume(soup);
        widths[0] = widths[1] = 0;
        for (int i = 0; i < soup->vertices.count; i++) {
            const double z = (double)v[i].vertex.position[2];
            if (fabs(z) > 0.04)
                widths[z < 0] = fmax(widths[z < 0], 2 * fabs((double)v[i].vertex.position[0]));
        }
        stage_close(&stage);
    }
    sn_snapshot_unref(snapshot);
    return volume;
}

/* A broad muscle reaches over the whole of its origin, comes together in its tendon or reaches over
 * its whole insertion, and has the volume that it has as a spindle; one whose origin has no width
 * is a spindle. */
static void test_fan(void)
{
    double widths[2];
    const double volume = draw_fan(0.02, 0, widths);
    if (isnan(volume))
        return;
    const double wanted = 4e-6 + M_PI * 0.0008 * 0.0008 * 0.1;
    g_assert_cmpfloat(fabs(volume / wanted - 1), <, 0.06);
    g_assert_cmpfloat(widths[0], >, 0.036);
    g_assert_cmpfloat(widths[0], <, 0.043);
    g_assert_cmpfloat(widths[1], >, 0.0016);
    g_assert_cmpfloat(widths[1], <, 0.010);
    const double sheet = draw_fan(0.02, 0.015, widths);
    g_assert_cmpfloat(fabs(sheet / wanted - 1), <, 0.06);
    g_assert_cmpfloat(widths[1], >, 0.029);
    g_assert_cmpfloat(widths[1], <, 0.043);
    const double spindle = draw_fan(0, 0.015, widths);
    g_assert_cmpfloat(fabs(spindle / wanted - 1), <, 0.05);
    g_assert_cmpfloat(widths[0], <, 0.005);
}

/* A path item's solids in a picture of 900 x 900 from the front, taken of the scene; false: there
 * is no OpenGL here. */
static bool draw_alone(Stage *stage, SceneMaker *maker)
{
    SnSnapshot *snapshot = maker_take(maker);
    const bool drawn = stage_open(stage);
    if (drawn) {
        stage_reset(stage, 0, -1, 0, 0.05);
        stage->view.width = stage->view.height = 900;
        stage_draw(stage, snapshot);
    }
    sn_snapshot_unref(snapshot);
    return drawn;
}

/* The place a part 0..1 of the way along the triangle edge that begins with corner i. */
static void edge_place(const SnSoup *soup, int i, double part, double place[3])
{
    const SnSoupVertex *v = soup->vertices.data;
    const uint32_t *t = soup->indices.data;
    const float *a = v[t[i]].vertex.position, *b = v[t[i % 3 < 2 ? i + 1 : i - 2]].vertex.position;
    for (int k = 0; k < 3; k++)
        place[k] = (1 - part) * (double)a[k] + part * (double)b[k];
}

/* A broad muscle that leans springs from the whole of its origin in one straight edge: wherever one
 * looks along that line it reaches to it, nowhere beyond it, without the teeth of slips that end
 * square. */
static void test_leaning_edge(void)
{
    const double start[2] = {-0.02, 0.036}, end[2] = {0.02, 0.060}; /* x and z of the origin */
    double points[6][3] = {{0, 0, 0.048}, {0, 0, -0.05}};
    for (int i = 0; i < 4; i++) {
        points[2 + i][0] = start[0] + (end[0] - start[0]) * i / 3;
        points[2 + i][2] = start[1] + (end[1] - start[1]) * i / 3;
    }
    SceneMaker *maker = maker_new();
    SnSceneItem *item = maker_path(maker, 6, (const double(*)[3])points, 0.5, 0xA8554B);
    item->count = 2;
    item->first_origin = item->first + 2;
    item->n_origin = 4;
    item->style.line_style = SN_LINE_SPINDLE;
    item->style.line_radius = 0;
    item->belly = (SnBelly){4e-6, 0.07, 0.03, 0.0008, 0.25};
    Stage stage = {0};
    if (!draw_alone(&stage, maker))
        return;
    const SnSoup *soup = &stage.painter->solids.soup[SN_LAYER_OPAQUE];
    enum { BINS = 23 };
    const double length = hypot(end[0] - start[0], end[1] - start[1]);
    const double line[2] = {(end[0] - start[0]) / length, (end[1] - start[1]) / length};
    double reach[BINS];
    for (int i = 0; i < BINS; i++)
        reach[i] = -INFINITY;
    for (int i = 0; i < soup->indices.count; i++)
        for (int k = 0; k < 20; k++) {
            double p[3];
            edge_place(soup, i, k / 20.0, p);
            const double x = p[0] - start[0], z = p[2] - start[1];
            const double bin = floor((x * line[0] + z * line[1]) / length * BINS);
            if (bin >= 0 && bin < BINS)
                reach[(int)bin] = fmax(reach[(int)bin], z * line[0] - x * line[1]);
        }
    for (int i = 0; i < BINS; i++) {
        g_assert_cmpfloat(reach[i], <, 5e-5);
        g_assert_cmpfloat(reach[i], >, -5e-5);
    }
    stage_close(&stage);
}

/* A muscle that leaves a drum straight on is a band there and round behind, and its width has no
 * corner where it does: neighbouring rings differ little, and so do the changes between them. */
static void test_band(void)
{
    double points[12][3] = {{0}};
    for (int i = 0; i < 6; i++) {
        const double angle = -0.2 * (5 - i);
        points[i][1] = 0.0125 * sin(angle);
        points[i][2] = 0.0125 * cos(angle);
    }
    for (int i = 6; i < 12; i++) {
        points[i][1] = 0.004 * (i - 5);
        points[i][2] = 0.0125;
    }
    SceneMaker *maker = maker_new();
    SnSceneItem *item = maker_path(maker, 12, (const double(*)[3])points, 0.1, 0xA8554B);
    item->style.line_style = SN_LINE_SPINDLE;
    item->style.line_radius = 0;
    item->belly = (SnBelly){3e-7, 0.024, 0.0125, 0.0006, 0.6};
    Stage stage = {0};
    if (!draw_alone(&stage, maker))
        return;
    const SnSoup *soup = &stage.painter->solids.soup[SN_LAYER_OPAQUE];
    const double step = 0.0005;
    double width[50] = {0};
    for (int i = 0; i < soup->indices.count; i++)
        for (int k = 0; k < 40; k++) {
            double p[3];
            edge_place(soup, i, k / 40.0, p);
            const int bin = (int)floor((p[1] + 0.006) / step);
            if (bin >= 0 && bin < 50)
                width[bin] = fmax(width[bin], 2 * fabs(p[0]));
        }
    stage_close(&stage);
    int widest = 0;
    for (int i = 3; i < 47; i++)
        widest = width[i] > width[widest] ? i : widest;
    g_assert_cmpfloat(width[3], >, 2.5 * 2 * 0.0006); /* of the band over its round tendon */
    for (int i = 3; i < 47; i++) {
        g_assert_cmpfloat((width[i + 1] - width[i]) * (i < widest ? 1 : -1), >=, 0);
        g_assert_cmpfloat(fabs(width[i + 1] - 2 * width[i] + width[i - 1]), <, 0.3 * step);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/flesh/volume", test_volume);
    g_test_add_func("/flesh/stated-radius", test_stated_radius);
    g_test_add_func("/flesh/surface", test_surface);
    g_test_add_func("/flesh/fan", test_fan);
    g_test_add_func("/flesh/leaning-edge", test_leaning_edge);
    g_test_add_func("/flesh/band", test_band);
    return g_test_run();
}
