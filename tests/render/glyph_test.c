/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about pictures of glyphs: lines, spindles, points, arrows, planes, axes, contacts, faces of
 * elements. */
#include "fem_maker.h"
#include "stage.h"

#include "render/paint/captions.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static Stage stage;

static void test_lines(void)
{
    SceneMaker *maker = maker_new();
    const double line[3][3] = {{0, 0.03, 0}, {0, 0, 0}, {0, -0.03, 0}};
    maker_path(maker, 3, line, -1, 0x101010)->style.line_radius = 6;
    SnSnapshot *snapshot = maker_take(maker);
    for (int scale = 1; scale <= 2; scale++) {
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage.view.scale = scale;
        stage_draw(&stage, snapshot);
        int width = 0, joint = 0;
        for (int y = 0; y < 150; y++) {
            width += color_distance(stage_pixel(&stage, 80, y), 0x101010) < 110;
            joint += color_distance(stage_pixel(&stage, 100, y), 0x101010) < 110;
        }
        g_assert_cmpint(abs(width - 6 * scale), <=, 1);
        g_assert_cmpint(width, ==, joint);
    }
    sn_snapshot_unref(snapshot);
}

/* Excitation shows without colour: the belly is thicker. */
static void test_spindle(void)
{
    int width[2] = {0, 0}, end[2] = {0, 0};
    double thick[2] = {0, 0}; /* [m] */
    for (int active = 0; active < 2; active++) {
        SceneMaker *maker = maker_new();
        const double line[2][3] = {{0, 0.04, 0}, {0, -0.04, 0}};
        SnSceneItem *muscle = maker_path(maker, 2, line, active, 0xA8554B);
        muscle->style.line_style = SN_LINE_SPINDLE;
        muscle->style.line_radius = 0.008f;
        SnSnapshot *snapshot = maker_take(maker);
        SnPickHit hit;
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage_draw(&stage, snapshot);
        const uint8_t *belly = stage_at(&stage, 0, 0, 0.002);
        g_assert_cmpint(belly[0], >, belly[2] + 20);
        if (active)
            g_assert_cmpint(belly[0], >, 200);
        for (int i = -40; i <= 40; i++) {
            const double z = 0.0005 * i;
            width[active] += stage_click(&stage, snapshot, 0, 0.004, z, &hit);
            end[active] += stage_click(&stage, snapshot, 0, 0.0385, z, &hit);
        }
        const SnBuffer *made = &stage.painter->solids.soup[SN_LAYER_OPAQUE].vertices;
        for (int i = 0; i < made->count; i++)
            thick[active] = fmax(thick[active],
                                 (double)((const SnSoupVertex *)made->data)[i].vertex.position[2]);
        sn_snapshot_unref(snapshot);
    }
    g_assert_cmpfloat(thick[1], >, 1.1 * thick[0]);
    g_assert_cmpint(width[1], >, width[0]);
    g_assert_cmpint(end[0], <, width[0] - 8);
}

static void test_points_and_arrows(void)
{
    SceneMaker *maker = maker_new();
    const double from[3] = {0, 0, 0}, force[3] = {0, 0, 30};
    maker_point(maker, 0, 0.03, 0, 0.01, 0xC04040);
    SnSceneItem *cube = maker_point(maker, 0, -0.03, 0, 0.008, 0x40C040);
    cube->style.point_style = SN_POINT_CUBE;
    cube->style.shading = SN_SHADING_NONE;
    SnSceneItem *square = maker_point(maker, 0, 0, -0.03, 5, 0x4040C0);
    square->style.point_style = SN_POINT_SQUARE;
    maker_arrow(maker, from, force, 0.001, 0xB03080);
    SnSnapshot *snapshot = maker_take(maker);
    SnPickHit hit;
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, 0, -0.03, 0.005), 0x40C040), <=, 1);
    g_assert_cmpint(
        color_distance(stage_at(&stage, 0, 4 * stage_pixel_size(&stage), -0.03), 0x4040C0), <=, 1);
    g_assert_cmpint(
        color_distance(stage_at(&stage, 0, 7 * stage_pixel_size(&stage), -0.03), 0x4040C0), >, 60);
    g_assert_true(stage_click(&stage, snapshot, 0, 0.03, 0.004, &hit));
    g_assert_cmpuint(hit.id.index, ==, 1);
    g_assert_cmpfloat(fabs(hit.position[0] + sqrt(1e-4 - 1.6e-5)), <, 6e-4);
    g_assert_true(stage_click(&stage, snapshot, 0, 0, 0.028, &hit));
    g_assert_cmpuint(hit.id.index, ==, 4);
    sn_snapshot_unref(snapshot);
}

static void test_plane_axes_contacts(void)
{
    SceneMaker *maker = maker_new();
    maker_posed(maker, SN_ITEM_PLANE, 0, 0, 0, 0.02, 0.01, 0x6FA8C8);
    maker_posed(maker, SN_ITEM_AXES, 0, 0.03, 0, 0.015, 0, 0x888888);
    maker->n_contacts = 1;
    maker->contacts[0] = (SnContactView){{0, -0.03, 0}, {0, 0, 1}, 50, {9, 1, 0}};
    SnSnapshot *snapshot = maker_take(maker);
    stage_reset(&stage, 0.3, 0, -1, 0.04);
    stage_draw(&stage, snapshot);
    const uint8_t *p = stage_at(&stage, 0.004, 0.004, 0);
    g_assert_cmpint(p[2], >, p[0] + 8); /* bluish, and light: what lies behind shines through */
    g_assert_cmpint(p[0], >, 0x6F);
    SnPickHit hit;
    g_assert_true(stage_click(&stage, snapshot, 0.004, 0.004, 0, &hit));
    g_assert_cmpuint(hit.id.index, ==, 1);
    const uint8_t *axis = stage_at(&stage, 0.009, 0.03, 0); /* x is red */
    g_assert_cmpint(axis[0], >, axis[2] + 40);
    const uint64_t without = stage_hash(&stage);
    stage.view.contacts = true;
    stage.view.contact_scale = 2e-4;
    stage_draw(&stage, snapshot);
    g_assert_cmpuint(stage_hash(&stage), !=, without);
    sn_snapshot_unref(snapshot);
}

static void test_faces(void)
{
    SnSnapshot *snapshot = scene_of_box(SN_SHADING_NONE);
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage.view.wireframe_all = true;
    stage_draw(&stage, snapshot);
    g_assert_cmpint(color_distance(stage_at(&stage, -0.02, 0.012, 0.004), 0x3C7FB1), >, 60);
    stage.view.wireframe_all = false;
    stage.view.edges_all = true;
    stage_draw(&stage, snapshot);
    int inked = 0; /* along a row: the diagonal, the edge colour being 0.6 of the colour */
    for (int x = 70; x < 130; x++)
        inked += stage_pixel(&stage, x, 80)[2] < 0xB1 * 0.8;
    g_assert_cmpint(inked, >=, 1);
    g_assert_cmpint(inked, <=, 6);
    sn_snapshot_unref(snapshot);
}

/* A moment is a ring about its axis, whose head runs by the right hand; none is drawn of none. */
static void test_moment(void)
{
    for (int sense = -1; sense <= 1; sense++) {
        SceneMaker *maker = maker_new();
        maker_arrow(maker, (double[]){0, 0, 0}, (double[]){0, 0, 0.3 * sense}, 0.01, 0xB0337F)
            ->size[1] = 1;
        SnSnapshot *snapshot = maker_take(maker);
        stage_reset(&stage, 1, 0, -1, 0.05);
        stage.view.width = stage.view.height = 400;
        stage_draw(&stage, snapshot);
        const SnSolids *solids = &stage.painter->solids;
        const SnBuffer *ring = &solids->soup[SN_LAYER_OPAQUE].vertices;
        const SnBuffer *heads = &solids->instances[SN_LAYER_OPAQUE][SN_SHAPE_CONE];
        g_assert_cmpint(heads->count, ==, sense != 0);
        g_assert_cmpint(ring->count > 0, ==, sense != 0);
        if (heads->count > 0) {
            const SnInstance *head = heads->data;
            double turn = 0;
            for (int k = 0; k < 2; k++)
                turn += (k ? 1.0 : -1.0) * (double)head->origin[1 - k] * (double)head->axes[2][k];
            g_assert_cmpfloat(turn * sense, >, 0);
        }
        double least = INFINITY, most = 0;
        for (int i = 0; i < ring->count; i++) {
            const float *p = ((const SnSoupVertex *)ring->data)[i].vertex.position;
            least = fmin(least, hypot((double)p[0], (double)p[1]));
            most = fmax(most, hypot((double)p[0], (double)p[1]));
            g_assert_cmpfloat((double)p[2] * sense, >, 20 * stage_pixel_size(&stage));
            g_assert_cmpfloat((double)p[2] * sense, <, 52 * stage_pixel_size(&stage));
        }
        if (ring->count > 0) {
            g_assert_cmpfloat((most + least) / 2, >, 30 * stage_pixel_size(&stage));
            g_assert_cmpfloat((most + least) / 2, <, 64 * stage_pixel_size(&stage));
            g_assert_cmpfloat(most - least, <, 6 * stage_pixel_size(&stage));
        }
        sn_snapshot_unref(snapshot);
    }
}

/* Pixels of an arrow's colour in the row of a place in the plane x = 0. */
static int arrow_width(double z)
{
    int n = 0;
    for (int k = -20; k <= 20; k++)
        n += color_distance(stage_at(&stage, 0, k * stage_pixel_size(&stage), z), 0xB0337F) < 60;
    return n;
}

/* A force that pushes into soft tissue is drawn outside of it, its head where it acts; one that
 * pulls begins there; one on a body begins where it acts, and is hidden in it. */
static void test_pushing(void)
{
    enum { PUSH, PULL, BODY };
    const double size[3] = {0.05, 0.05, 0.05}, from[3] = {0, 0, 0.025};
    for (int kind = PUSH; kind <= BODY; kind++) {
        SceneMaker *maker = maker_new();
        if (kind == BODY)
            maker_mesh(maker, maker_box(0.025, 0.025, 0.025), 0, 0, 0, 0x3C7FB1);
        else
            maker_fem(maker, fem_box(size, (int[3]){2, 2, 2}, SN_ELEMENT_HEX8), NULL, NULL,
                      0x3C7FB1);
        SnSceneItem *arrow =
            maker_arrow(maker, from, (double[]){0, 0, kind == PULL ? 30 : -30}, 0.001, 0xB0337F);
        arrow->style.shading = SN_SHADING_NONE;
        SnSnapshot *snapshot = maker_take(maker);
        stage_reset(&stage, 1, 0, 0, 0.06);
        stage.view.width = stage.view.height = 600;
        stage_draw(&stage, snapshot);
        const int below = arrow_width(0.028), middle = arrow_width(0.04),
                  above = arrow_width(0.052);
        g_assert_cmpint(middle > 0, ==, kind != BODY);
        g_assert_cmpint(arrow_width(0.054) > 0, ==, kind != BODY);
        g_assert_cmpint(arrow_width(0.057), ==, 0);
        g_assert_cmpint(arrow_width(0.02), ==, 0); /* it is hidden there */
        if (kind == PUSH)
            g_assert_cmpint(below, >, above + 1);
        if (kind == PULL)
            g_assert_cmpint(above, >, below + 1);
        sn_snapshot_unref(snapshot);
    }
}

/* The value of several arrows stands over them, in their middle, or below them where they point
 * down; that of a moment is to the right of its ring. */
static void test_value_places(void)
{
    for (int down = 0; down < 2; down++) {
        SceneMaker *maker = maker_new();
        for (int k = -1; k <= 1; k++) {
            const double force[3] = {0, 0, down ? -3 : 3};
            maker_arrow(maker, (double[]){0, 0.02 * k, 0}, force, 0.01, 0xB0337F)->id =
                maker->items[0].id;
        }
        SnSnapshot *snapshot = maker_take(maker);
        SnCaption found[SN_MOST_CAPTIONS];
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage.view.captions = true;
        g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, 1);
        const double tip = 75 - (down ? -1 : 1) * 0.03 / stage_pixel_size(&stage);
        g_assert_cmpfloat(fabs(found[0].x + found[0].width / 2 - 100), <, 1.5);
        g_assert_cmpfloat((tip - found[0].y) * (down ? -1 : 1), >, 8);
        g_assert_cmpfloat((tip - found[0].y) * (down ? -1 : 1), <, 16);
        sn_snapshot_unref(snapshot);
    }
    SceneMaker *maker = maker_new();
    maker_arrow(maker, (double[]){0, 0, 0}, (double[]){-0.3, 0, 0}, 0.01, 0xB0337F)->size[1] = 1;
    SnSnapshot *snapshot = maker_take(maker);
    SnCaption found[SN_MOST_CAPTIONS];
    stage_reset(&stage, 1, 0, 0, 0.05);
    stage.view.captions = true;
    g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, 1);
    g_assert_cmpfloat(found[0].x, >, 100 + 34);
    g_assert_cmpfloat(found[0].x, <, 100 + 34 + 20);
    sn_snapshot_unref(snapshot);
}

/* The forces of a component's contacts are one arrow over everything, to their centre, as long as
 * their sum says, whose value stands where it begins; others' contacts and none draw none. */
static void test_contact_force(void)
{
    for (int kind = 0; kind < 3; kind++) { /* presses, presses something else, does not press */
        SceneMaker *maker = maker_new();
        maker_mesh(maker, maker_box(0.03, 0.03, 0.03), 0, 0, 0, 0xE8DDC4);
        SnSceneItem *item = maker_point(maker, 0, 0, 0, 1, 0xB0337F);
        item->kind = SN_ITEM_FORCE;
        item->size[0] = 0.001;
        const SnId id = kind == 1 ? (SnId){99, 1, 0} : item->id;
        const double force = kind == 2 ? 0 : 1;
        maker->contacts[0] = (SnContactView){{0, -0.01, 0.01}, {0, 0, -1}, 10 * force, id};
        maker->contacts[1] = (SnContactView){{0, 0.01, 0.01}, {0, 0, -1}, 10 * force, id};
        maker->n_contacts = 2;
        SnSnapshot *snapshot = maker_take(maker);
        SnCaption found[SN_MOST_CAPTIONS];
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage.view.captions = true;
        g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, kind == 0);
        if (kind == 0) {
            g_assert_cmpstr(found[0].text, ==, "20 N");
            g_assert_cmpfloat(fabs(found[0].y - 75 + 0.03 / stage_pixel_size(&stage)), <, 3);
            g_assert_cmpfloat(found[0].x, >, 104);
        }
        stage.view.captions = false;
        stage.view.width = stage.view.height = 600;
        stage_draw(&stage, snapshot);
        const uint8_t *beside = stage_at(&stage, 0, 0.02, 0.014);
        const uint32_t bone = (uint32_t)(beside[0] << 16 | beside[1] << 8 | beside[2]);
        g_assert_cmpint(color_distance(stage_at(&stage, 0, 0, 0.008), bone) > 60, ==, 0);
        g_assert_cmpint(color_distance(stage_at(&stage, 0, 0, 0.014), bone) > 60, ==, kind == 0);
        g_assert_cmpint(color_distance(stage_at(&stage, 0, 0, 0.027), bone) > 60, ==, kind == 0);
        sn_snapshot_unref(snapshot);
    }
}

/* An arrow has its value at its tip, in a unit that fits; those of one load one value, how many
 * there are of it, or their sum; what is too short to be seen, or is not shown, has none. */
static void test_load_values(void)
{
    static const struct {
        int n;
        double force[2];
        bool moment;
        const char *text;
    } cases[] = {{1, {743.4}, false, "743 N"},
                 {1, {100}, false, "100 N"},
                 {1, {0.8}, false, "0.8 N"},
                 {1, {12.34}, true, "12.3 N m"},
                 {1, {0.012}, true, "12 mN m"},
                 {1, {25300}, false, "25.3 kN"},
                 {2, {40, 40}, false, "2 \u00d7 40 N"},
                 {2, {40, 60}, false, "100 N"},
                 {1, {0}, false, NULL}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        SceneMaker *maker = maker_new();
        SnSceneItem *first = NULL;
        for (int k = 0; k < cases[i].n; k++) {
            const double force[3] = {0, 0, cases[i].force[k]};
            SnSceneItem *arrow = maker_arrow(maker, (double[]){0, 0.002 * k, 0}, force,
                                             0.03 / fmax(cases[i].force[0], 1e-9), 0xB0337F);
            arrow->size[1] = cases[i].moment;
            first = first ? first : arrow;
            arrow->id = first->id;
        }
        SnSnapshot *snapshot = maker_take(maker);
        SnCaption found[SN_MOST_CAPTIONS];
        stage_reset(&stage, 1, 0, 0, 0.05);
        stage.view.captions = true;
        g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, cases[i].text != NULL);
        if (cases[i].text)
            g_assert_cmpstr(found[0].text, ==, cases[i].text);
        if (i == 0) { /* it is in the picture, to the right of the tip */
            stage_draw(&stage, snapshot);
            int dark = 0;
            for (int x = (int)found[0].x; x < (int)(found[0].x + found[0].width); x++)
                dark += stage_pixel(&stage, x, (int)found[0].y)[1] < 120;
            g_assert_cmpint(dark, >, 4);
            g_assert_cmpfloat(found[0].x, >, 104);
            g_assert_cmpfloat(found[0].y, <, 60);
            stage.view.camera.center[2] -= 1; /* the tip is above the picture */
            g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, 0);
            stage.view.camera.center[2] += 1;
            snapshot->scene->items[0].style.visible = false;
            g_assert_cmpint(sn_captions_find(snapshot, &stage.view, found), ==, 0);
        }
        sn_snapshot_unref(snapshot);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!stage_open(&stage))
        return 0;
    g_test_add_func("/glyph/lines", test_lines);
    g_test_add_func("/glyph/spindle", test_spindle);
    g_test_add_func("/glyph/points-arrows", test_points_and_arrows);
    g_test_add_func("/glyph/plane-axes-contacts", test_plane_axes_contacts);
    g_test_add_func("/glyph/faces", test_faces);
    g_test_add_func("/glyph/moment", test_moment);
    g_test_add_func("/glyph/pushing", test_pushing);
    g_test_add_func("/glyph/value-places", test_value_places);
    g_test_add_func("/glyph/contact-force", test_contact_force);
    g_test_add_func("/glyph/load-values", test_load_values);
    const int result = g_test_run();
    stage_close(&stage);
    return result;
}
