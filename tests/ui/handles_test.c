/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The handles that move, turn and scale at once; numbers along the grid; the camera goes to what
 * was imported. */
#include "viewport_fixture.h"

#include "engine/model/classes/body.h"
#include "engine/model/edit/edit.h"
#include "ui/edits/import.h"
#include "ui/session/units.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static Fixture f;

static const SnRigidBody *right(void)
{
    return (const SnRigidBody *)sn_model_get(f.model, f.right);
}

/* Takes the handle at so many pixels beside the middle of the right box. */
static void drag_handle(double aside, double up, double dx, double dy)
{
    double at[2];
    pixel_of(&f, 0.05, 0, 0, at);
    at[0] += aside;
    at[1] -= up;
    press_at(&f, GDK_BUTTON_PRIMARY, at, 0);
    move_to(&f, at[0] + dx, at[1] + dy, 0);
    g_assert_true(f.viewport->input.drag == &SN_DRAG_MOVE);
    release_at(&f, at[0] + dx, at[1] + dy, 0);
}

static void undo(const char *label)
{
    g_assert_cmpstr(sn_undo_label(f.model), ==, label);
    g_assert_true(sn_undo(f.model));
    wait_for_picture(&f);
}

static void test_all(void)
{
    fixture_begin(&f);
    sn_session_set_tool(f.session, SN_TOOL_TRANSFORM);
    sn_session_select_one(f.session, f.right);
    SnViewSettings *view = &f.viewport->settings;
    g_assert_cmpint(view->manipulator, ==, SN_MANIPULATOR_ALL);
    g_assert_true(view->manipulator_turns && view->manipulator_scales);
    wait_for_picture(&f);
    keep_picture(&f, "all-handles");
    const double pixel = sn_view_pixel_size(view, (double[]){0.05, 0, 0});

    drag_handle(110, 0, 40, 15); /* the arrow outside of the rings */
    g_assert_cmpfloat_with_epsilon(right()->position[0], 0.05 + 40 * pixel, 3 * pixel);
    g_assert_cmpfloat(right()->position[2], ==, 0);
    g_assert_cmpfloat(right()->size[0], ==, 0.04);
    undo("Move right");

    const double ring = 0.9 * 92; /* about y, which looks at the camera */
    drag_handle(ring * cos(0.4), ring * sin(0.4), ring * (cos(0.9) - cos(0.4)),
                -ring * (sin(0.9) - sin(0.4)));
    double turn[3];
    sn_q_log(right()->orientation, turn);
    g_assert_cmpfloat_with_epsilon(fabs(turn[1]), 0.5, 0.06);
    g_assert_cmpfloat(right()->position[0], ==, 0.05);
    undo("Rotate right");

    drag_handle(57, 0, 120, 0); /* the cube on x */
    g_assert_cmpfloat_with_epsilon(right()->size[0], 0.04 * G_E, 0.004);
    g_assert_cmpfloat(right()->size[1], ==, 0.04);
    undo("Scale right");

    const double corner = 1.08 * 92 * G_SQRT2 / 2; /* the cube on the outer ring */
    drag_handle(corner, corner, 60, -60);
    for (int k = 0; k < 3; k++)
        g_assert_cmpfloat_with_epsilon(right()->size[k], 0.04 * exp(G_SQRT2 / 2), 0.003);
    undo("Scale right");

    sn_session_select_one(f.session, f.tip); /* a point can only be moved */
    g_assert_cmpint(view->manipulator, ==, SN_MANIPULATOR_ALL);
    g_assert_false(view->manipulator_turns || view->manipulator_scales);
    fixture_end(&f);
}

static void test_rotate(void)
{
    fixture_begin(&f);
    sn_session_set_tool(f.session, SN_TOOL_ROTATE);
    sn_session_select_one(f.session, f.right);
    wait_for_picture(&f);
    keep_picture(&f, "rotate");
    /* the ring about y faces the camera: a quarter turn along it, snapped */
    double middle[2];
    pixel_of(&f, 0.05, 0, 0, middle);
    double radius = 0.9 * 92, c = cos(0.4), s = sin(0.4);
    double at[2] = {middle[0] + radius * c, middle[1] - radius * s};
    press_at(&f, GDK_BUTTON_PRIMARY, at, 0);
    for (int i = 1; i <= 45; i++) {
        double angle = 0.4 + i * G_PI / 90;
        sn_viewport_motion(f.viewport, middle[0] + radius * cos(angle),
                           middle[1] - radius * sin(angle), GDK_CONTROL_MASK);
    }
    g_assert_true(f.viewport->input.drag == &SN_DRAG_MOVE);
    release_at(&f, middle[0] - radius * s, middle[1] - radius * c, GDK_CONTROL_MASK);
    const SnRigidBody *body = (const SnRigidBody *)sn_model_get(f.model, f.right);
    double vector[3];
    sn_q_log(body->orientation, vector);
    g_assert_cmpfloat_with_epsilon(fabs(vector[1]), G_PI / 2, 0.1);
    g_assert_cmpfloat_with_epsilon(vector[0], 0, 1e-6);
    g_assert_cmpfloat_with_epsilon(fmod(fabs(vector[1]) * 180 / G_PI + 1, 5), 1, 1e-6);
    fixture_end(&f);
}

static void test_scale(void)
{
    fixture_begin(&f);
    sn_session_set_tool(f.session, SN_TOOL_SCALE);
    sn_session_select_one(f.session, f.tip);
    g_assert_cmpint(f.viewport->settings.manipulator, ==, 0); /* a marker has no size to change */
    sn_session_select_one(f.session, f.right);
    g_assert_cmpint(f.viewport->settings.manipulator, ==, 3);
    wait_for_picture(&f);
    settle(200);
    double at[2];
    pixel_of(&f, 0.05, 0, 0, at);
    at[0] += 60;
    press_at(&f, GDK_BUTTON_PRIMARY, at, 0);
    move_to(&f, at[0] + 120, at[1], 0);
    release_at(&f, at[0] + 120, at[1], 0);
    const SnRigidBody *body = (const SnRigidBody *)sn_model_get(f.model, f.right);
    g_assert_cmpfloat_with_epsilon(body->size[0], 0.04 * G_E, 0.004);
    g_assert_cmpfloat(body->size[1], ==, 0.04);
    fixture_end(&f);
}

/* A label says where it stands: the ray of its pixel meets the grid there. */
static void check_labels(const SnViewSettings *view, const double bounds[2][3], int least)
{
    SnGridLabel labels[SN_MAX_GRID_LABELS];
    const int n = sn_grid_labels(view, bounds, 0, labels), normal = sn_grid_normal(view);
    const SnUnitScale mm = sn_unit_scale(SN_UNIT_LENGTH);
    int named = 0;
    g_assert_cmpint(n, >=, least);
    for (int i = 0; i < n; i++) {
        double on[3] = {0, 0, 0}, across[3] = {0, 0, 0}, place[3];
        on[normal] = labels[i].at[normal];
        across[normal] = 1;
        g_assert_true(
            sn_view_on_plane(view, labels[i].pixel[0], labels[i].pixel[1], on, across, place));
        const double away = sn_v3_distance(place, view->camera.center) + view->camera.distance;
        g_assert_cmpfloat(sn_v3_distance(place, labels[i].at), <, 1e-6 * away);
        const char *text = labels[i].text;
        const bool names = text[0] >= 'x' && text[0] <= 'z';
        named += names;
        const double number = g_ascii_strtod(text + (names ? 2 : 0), NULL);
        bool found = false; /* on an edge, so that it is one of two coordinates */
        for (int k = 0; k < 3; k++)
            for (int unit = -6; unit <= 3 && k != normal; unit += 3)
                found = found || fabs(number * pow(10, unit) - labels[i].at[k]) <
                                     1e-5 * (fabs(labels[i].at[k]) + 1e-9);
        g_assert_true(found);
        for (int j = 0; j < i; j++)
            g_assert_true(fabs(labels[i].pixel[0] - labels[j].pixel[0]) >= 44 ||
                          fabs(labels[i].pixel[1] - labels[j].pixel[1]) >= 15);
    }
    g_assert_cmpint(named, <=, 2);
    g_assert_true(n == 0 || named > 0);
    g_assert_nonnull(mm.symbol);
}

static void test_grid_labels(void)
{
    SnViewSettings view;
    sn_view_settings_init(&view);
    view.width = 900;
    view.height = 700;
    view.scale = 1;
    const double box[2][3] = {{-0.1, -0.05, 0}, {0.1, 0.05, 0.4}};
    const double all[2][3] = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    check_labels(&view, all, 6);
    check_labels(&view, box, 2);
    GRand *random = g_rand_new_with_seed(12);
    for (int i = 0; i < 300; i++) {
        const double yaw = g_rand_double_range(random, -G_PI, G_PI),
                     pitch = g_rand_double_range(random, -1.5, 1.5);
        const double direction[3] = {cos(yaw) * cos(pitch), sin(yaw) * cos(pitch), sin(pitch)};
        const double side[3] = {i % 3 == 0, i % 3 == 1, i % 3 == 2}, up[3] = {0, 0, 1},
                     y[3] = {0, 1, 0};
        view.camera.orthographic = i % 2;
        sn_camera_look(&view.camera, i % 5 ? direction : side, i % 5 || side[2] == 0 ? up : y);
        view.camera.distance = pow(10, g_rand_double_range(random, -4, 4));
        for (int k = 0; k < 3; k++)
            view.camera.center[k] =
                view.camera.distance * g_rand_double_range(random, -0.5, 0.5) * (i % 7 != 0);
        view.scale = i % 4 ? 1 : 2;
        view.ground = i % 6 ? 0 : -0.3 * view.camera.distance;
        check_labels(&view, i % 8 ? box : all, 0);
    }
    g_rand_free(random);
}

/* What was imported far away is in the middle of the picture as soon as it is there; a hand on the
 * camera ends that. */
static void test_show(void)
{
    fixture_begin(&f);
    g_autofree char *folder = g_dir_make_tmp("sinew-show-XXXXXX", NULL);
    g_autofree char *mesh = g_build_filename(folder, "far.obj", NULL);
    g_file_set_contents(mesh,
                        "v 5 5 5\nv 5.1 5 5\nv 5 5.1 5\nv 5 5 5.1\n"
                        "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
                        -1, NULL);
    const char *const paths[] = {mesh};
    const SnImportChoice metres = {SN_IMPORT_METRES, 2, 1};
    const double middle[3] = {5.05, 5.05, 5.05};
    SnViewSettings settings;
    g_assert_true(sn_edits_import(f.session, paths, 1, &metres));
    WAIT_FOR(!f.viewport->motion.show_wanted);
    sn_viewport_get_settings(f.viewport, &settings);
    g_assert_cmpfloat(sn_v3_distance(settings.camera.center, middle), <, 0.05);
    sn_session_select_none(f.session);
    sn_session_show_selection(f.session); /* nothing yet */
    g_assert_true(f.viewport->motion.show_wanted);
    sn_viewport_zoom_at(f.viewport, 1.1, 100, 100);
    g_assert_false(f.viewport->motion.show_wanted);
    g_unlink(mesh);
    g_rmdir(folder);
    fixture_end(&f);
}

int main(int argc, char **argv)
{
    fixture_init(&argc, &argv);
    g_test_add_func("/handles/all", test_all);
    g_test_add_func("/handles/rotate", test_rotate);
    g_test_add_func("/handles/scale", test_scale);
    g_test_add_func("/handles/grid-labels", test_grid_labels);
    g_test_add_func("/handles/show", test_show);
    return g_test_run();
}
