/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The viewer in a real window: what a press, a drag or a key does, with pictures and picks from
 * the render thread. */
#include "viewport_fixture.h"

#include "engine/model/classes/annotation.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/edit/edit.h"
#include "render/camera_range.h"
#include "ui/edits/import.h"
#include "ui/viewport/screen/gizmo.h"
#include "ui/widgets/widget_tree.h"

#include <glib/gstdio.h>
#include <math.h>

static Fixture f;

static SnId primary(void)
{
    return sn_session_primary(f.session);
}

static void assert_primary(SnId id)
{
    g_assert_cmpuint(primary().index, ==, id.index);
}

static int n_selected(void)
{
    int n = 0;
    sn_session_selection(f.session, &n);
    return n;
}

static const SnCamera *camera(void)
{
    return &f.viewport->settings.camera;
}

/* --- selection --- */

static void test_click(void)
{
    fixture_begin(&f);
    double left[2], right[2], tip[2], empty[2] = {450, 600};
    pixel_of(&f, -0.05, -0.02, 0, left);
    pixel_of(&f, 0.05, -0.02, 0, right);
    pixel_of(&f, 0.05, 0, 0.0245, tip);
    click_at(&f, left, 0);
    assert_primary(f.left);
    g_assert_cmpint(n_selected(), ==, 1);
    click_at(&f, right, GDK_SHIFT_MASK);
    assert_primary(f.right);
    g_assert_cmpint(n_selected(), ==, 2);
    keep_picture(&f, "selected");
    click_at(&f, left, GDK_CONTROL_MASK);
    g_assert_cmpint(n_selected(), ==, 1);
    assert_primary(f.right);
    click_at(&f, tip, 0);
    assert_primary(f.tip);
    click_at(&f, empty, 0);
    g_assert_cmpint(n_selected(), ==, 0);
    fixture_end(&f);
}

static void test_below(void)
{
    fixture_begin(&f);
    double left[2];
    pixel_of(&f, -0.05, -0.02, 0, left);
    click_at(&f, left, GDK_ALT_MASK);
    assert_primary(f.left);
    click_at(&f, left, GDK_ALT_MASK);
    assert_primary(f.behind);
    click_at(&f, left, GDK_ALT_MASK);
    assert_primary(f.left);
    fixture_end(&f);
}

static void test_hover(void)
{
    fixture_begin(&f);
    double left[2];
    pixel_of(&f, -0.05, -0.02, 0, left);
    sn_viewport_motion(f.viewport, left[0], left[1], 0);
    WAIT_FOR(sn_id_equal(sn_session_hover(f.session), f.left));
    keep_picture(&f, "hover");
    sn_viewport_motion(f.viewport, 450, 600, 0);
    WAIT_FOR(sn_id_is_null(sn_session_hover(f.session)));
    sn_viewport_motion(f.viewport, left[0], left[1], 0);
    WAIT_FOR(sn_id_equal(sn_session_hover(f.session), f.left));
    sn_viewport_leave(f.viewport);
    g_assert_true(sn_id_is_null(sn_session_hover(f.session)));
    fixture_end(&f);
}

static void test_box(void)
{
    fixture_begin(&f);
    SnViewport *viewport = f.viewport;
    double low[2], high[2];
    pixel_of(&f, -0.09, -0.02, 0.04, low);
    pixel_of(&f, -0.02, -0.02, -0.04, high);
    sn_region_set(viewport, SN_REGION_BOX);
    press_at(&f, GDK_BUTTON_PRIMARY, low, 0);
    move_to(&f, high[0], high[1], 0);
    g_assert_cmpfloat(viewport->settings.band[2], >, 10);
    keep_picture(&f, "band");
    release_at(&f, high[0], high[1], 0);
    WAIT_FOR(viewport->region.serial == 0);
    g_assert_cmpint(n_selected(), ==, 2); /* left, and behind it */
    g_assert_true(sn_session_is_selected(f.session, f.left));
    g_assert_true(sn_session_is_selected(f.session, f.behind));
    g_assert_cmpfloat(viewport->settings.band[2], ==, 0);
    g_assert_cmpint(viewport->region.kind, ==, SN_REGION_NONE);

    /* only points, added to it */
    double corner[2] = {4, 100}, other[2] = {896, 630};
    viewport->pick.filter = SN_FILTER_POINTS;
    press_at(&f, GDK_BUTTON_PRIMARY, corner, GDK_SHIFT_MASK);
    move_to(&f, other[0], other[1], GDK_SHIFT_MASK);
    release_at(&f, other[0], other[1], GDK_SHIFT_MASK);
    WAIT_FOR(viewport->region.serial == 0);
    g_assert_cmpint(n_selected(), ==, 4);
    g_assert_true(sn_session_is_selected(f.session, f.tip));
    g_assert_true(sn_session_is_selected(f.session, f.mote));
    g_assert_false(sn_session_is_selected(f.session, f.right));
    fixture_end(&f);
}

/* --- camera --- */

static void test_orbit(void)
{
    fixture_begin(&f);
    SnCamera before = *camera();
    double at[2] = {300, 560};
    press_at(&f, GDK_BUTTON_PRIMARY, at, 0);
    move_to(&f, 400, 520, 0);
    g_assert_true(f.viewport->input.drag == &SN_DRAG_ORBIT);
    double x[3], up[3];
    sn_q_rotate(camera()->orientation, (double[]){1, 0, 0}, x);
    sn_q_rotate(camera()->orientation, (double[]){0, 1, 0}, up);
    g_assert_cmpfloat(fabs(x[2]), <, 1e-9); /* the vertical stays vertical */
    g_assert_cmpfloat(up[2], >, 0.5);
    g_assert_cmpfloat(fabs(x[1]), >, 0.3); /* turned by 100 pixels */
    g_assert_cmpfloat(sn_v3_distance(camera()->center, before.center), ==, 0);

    /* Esc goes back, and the rest of the drag does nothing */
    g_assert_true(sn_viewport_escape(f.viewport));
    g_assert_cmpmem(camera(), sizeof before, &before, sizeof before);
    move_to(&f, 500, 400, 0);
    release_at(&f, 500, 400, 0);
    g_assert_cmpmem(camera(), sizeof before, &before, sizeof before);
    g_assert_cmpint(n_selected(), ==, 0);
    fixture_end(&f);
}

static void test_pan_and_zoom(void)
{
    fixture_begin(&f);
    double before[2], after[2], at[2] = {300, 300};
    pixel_of(&f, camera()->center[0], camera()->center[1], camera()->center[2], before);
    double middle[3] = {camera()->center[0], camera()->center[1], camera()->center[2]};
    press_at(&f, GDK_BUTTON_SECONDARY, at, 0);
    move_to(&f, 360, 270, 0);
    release_at(&f, 360, 270, 0);
    pixel_of(&f, middle[0], middle[1], middle[2], after);
    g_assert_cmpfloat_with_epsilon(after[0] - before[0], 60, 0.01);
    g_assert_cmpfloat_with_epsilon(after[1] - before[1], -30, 0.01);

    /* what lies under the pointer at the centre's depth stays there */
    double distance = camera()->distance;
    sn_viewport_motion(f.viewport, after[0], after[1], 0);
    sn_viewport_scroll(f.viewport, -3);
    g_assert_cmpfloat(camera()->distance, <, 0.7 * distance);
    pixel_of(&f, middle[0], middle[1], middle[2], before);
    g_assert_cmpfloat_with_epsilon(after[0], before[0], 0.01);
    g_assert_cmpfloat_with_epsilon(after[1], before[1], 0.01);
    fixture_end(&f);
}

static void test_views(void)
{
    fixture_begin(&f);
    double back[3];
    sn_viewport_look(f.viewport, SN_VIEW_TOP);
    sn_view_back(&f.viewport->settings, back);
    g_assert_cmpfloat_with_epsilon(back[2], 1, 1e-9);
    sn_viewport_look(f.viewport, SN_VIEW_RIGHT);
    sn_view_back(&f.viewport->settings, back);
    g_assert_cmpfloat_with_epsilon(back[0], 1, 1e-9);
    /* the end of the gizmo that points right is y here; y comes to the front */
    g_signal_emit_by_name(f.viewport->strips.gizmo, "axis", 1);
    sn_view_back(&f.viewport->settings, back);
    g_assert_cmpfloat_with_epsilon(back[1], 1, 1e-9);

    sn_session_select_one(f.session, f.mote);
    sn_viewport_fit(f.viewport);
    double pixel[2];
    pixel_of(&f, 0, 0, 0.06, pixel);
    g_assert_cmpfloat_with_epsilon(pixel[0], 450, 1);
    g_assert_cmpfloat_with_epsilon(pixel[1], 320, 1);
    sn_viewport_home(f.viewport);
    pixel_of(&f, 0, 0, 0.06, pixel);
    g_assert_cmpfloat(pixel[1], >, 0);
    keep_picture(&f, "home");
    /* squares of 1, 2 or 5 times a power of ten that stay about as wide, whatever the distance */
    SnViewSettings near = f.viewport->settings, far = near;
    far.camera.distance *= 1000;
    double big;
    g_assert_cmpfloat_with_epsilon(sn_grid_cell(&far, NULL), 1000 * sn_grid_cell(&near, &big),
                                   1e-6);
    const double cell = sn_grid_cell(&near, &big),
                 decade = cell / pow(10, floor(log10(cell) + 1e-9));
    g_assert_true(fabs(decade - 1) < 1e-6 || fabs(decade - 2) < 1e-6 || fabs(decade - 5) < 1e-6);
    g_assert_true(big == 5 || big == 10);
    const double wide = cell / sn_camera_pixel_size(&near.camera, near.height, near.camera.center);
    g_assert_cmpfloat(wide, >=, 20 * near.scale * (1 - 1e-9));
    g_assert_cmpfloat(wide, <, 51 * near.scale);
    fixture_end(&f);
}

static void test_focus(void)
{
    fixture_begin(&f);
    double right[2], pixel[2];
    pixel_of(&f, 0.05, -0.02, 0, right);
    click_at(&f, right, 0);
    f.viewport->input.event_time += 100;
    sn_viewport_press(f.viewport, GDK_BUTTON_PRIMARY, right[0], right[1], 0);
    WAIT_FOR(f.viewport->pick.press_serial == 0);
    sn_viewport_release(f.viewport, right[0], right[1], 0);
    pixel_of(&f, 0.05, -0.02, 0, pixel); /* what was hit is in the middle now */
    g_assert_cmpfloat_with_epsilon(pixel[0], 450, 3);
    g_assert_cmpfloat_with_epsilon(pixel[1], 320, 3);
    fixture_end(&f);
}

/* --- tools --- */

static void test_clip(void)
{
    fixture_begin(&f);
    g_assert_cmpint(sn_viewport_add_clip(f.viewport, (double[]){1, 0, 0}), ==, 0);
    const SnClipPlane *plane = &f.viewport->settings.clip[0];
    double offset = plane->offset;
    wait_for_picture(&f);
    keep_picture(&f, "clip");
    double bounds[2][3], middle[3], handle[2];
    g_assert_true(sn_shown_bounds(f.viewport->session, bounds));
    for (int k = 0; k < 3; k++)
        middle[k] = (bounds[0][k] + bounds[1][k]) / 2;
    pixel_of(&f, middle[0], middle[1], middle[2], handle);
    handle[0] += 30; /* along its arrow */
    double pixel = sn_view_pixel_size(&f.viewport->settings, middle);
    press_at(&f, GDK_BUTTON_PRIMARY, handle, 0);
    move_to(&f, handle[0] + 40, handle[1], 0);
    g_assert_true(f.viewport->input.drag == &SN_DRAG_CLIP);
    g_assert_cmpfloat_with_epsilon(plane->offset - offset, 40 * pixel, 3 * pixel);
    move_to(&f, handle[0] + 60, handle[1], GDK_SHIFT_MASK); /* tilts about the vertical */
    g_assert_cmpfloat(fabs(plane->normal[1]), >, 0.05);
    g_assert_cmpfloat(fabs(plane->normal[2]), <, 1e-6);
    sn_viewport_escape(f.viewport);
    g_assert_cmpfloat(plane->offset, ==, offset);
    g_assert_cmpfloat(plane->normal[0], ==, 1);
    release_at(&f, handle[0], handle[1], 0);
    sn_viewport_flip_clip(f.viewport, 0);
    g_assert_cmpfloat(plane->normal[0], ==, -1);
    sn_viewport_remove_clip_planes(f.viewport);
    g_assert_false(plane->enabled);
    fixture_end(&f);
}

static void read_position(SnId id, double position[3])
{
    const SnRigidBody *body = (const SnRigidBody *)sn_model_get(f.model, id);
    sn_v3_copy(body->position, position);
}

static void test_move(void)
{
    fixture_begin(&f);
    sn_session_set_tool(f.session, SN_TOOL_MOVE);
    sn_session_select_one(f.session, f.right);
    g_assert_cmpint(f.viewport->settings.manipulator, ==, 1);
    wait_for_picture(&f);
    keep_picture(&f, "move");
    double at[2], position[3],
        pixel = sn_view_pixel_size(&f.viewport->settings, (double[]){0.05, 0, 0});
    pixel_of(&f, 0.05, 0, 0, at);
    at[0] += 60; /* on the arrow of x */
    press_at(&f, GDK_BUTTON_PRIMARY, at, 0);
    move_to(&f, at[0] + 50, at[1] + 20, 0);
    g_assert_true(f.viewport->input.drag == &SN_DRAG_MOVE);
    g_assert_cmpint(f.viewport->move.axis, ==, 0);
    read_position(f.right, position);
    g_assert_cmpfloat_with_epsilon(position[0], 0.05 + 50 * pixel, 3 * pixel);
    g_assert_cmpfloat(position[2], ==, 0); /* along x only */
    keep_picture(&f, "moving");
    sn_viewport_escape(f.viewport);
    read_position(f.right, position);
    g_assert_cmpfloat(position[0], ==, 0.05);
    release_at(&f, at[0], at[1], 0);

    /* the body itself moves in the view; one step of undo */
    pixel_of(&f, 0.05, -0.02, 0, at);
    at[0] -= 40;
    at[1] += 40; /* beside the handles */
    press_at(&f, GDK_BUTTON_PRIMARY, at, 0);
    move_to(&f, at[0] + 30, at[1] - 40, 0);
    g_assert_cmpint(f.viewport->move.axis, ==, 6);
    release_at(&f, at[0] + 30, at[1] - 40, 0);
    read_position(f.right, position);
    g_assert_cmpfloat(position[0], >, 0.055);
    g_assert_cmpfloat(position[2], >, 0.005);
    g_assert_cmpfloat_with_epsilon(position[1], 0, 1e-9);
    g_assert_cmpstr(sn_undo_label(f.model), ==, "Move right");
    g_assert_true(sn_undo(f.model));
    read_position(f.right, position);
    g_assert_cmpfloat(position[0], ==, 0.05);
    g_assert_null(sn_undo_label(f.model));
    fixture_end(&f);
}

/* A file that opens while something is dragged. */
static void test_move_marker(void)
{
    fixture_begin(&f);
    sn_session_set_tool(f.session, SN_TOOL_MOVE);
    sn_session_select_one(f.session, f.tip);
    wait_for_picture(&f);
    double at[2], pixel = sn_view_pixel_size(&f.viewport->settings, (double[]){0.05, 0, 0.024});
    pixel_of(&f, 0.05, 0, 0.024, at);
    at[1] -= 60; /* on the arrow of z */
    press_at(&f, GDK_BUTTON_PRIMARY, at, 0);
    move_to(&f, at[0], at[1] - 40, 0);
    release_at(&f, at[0], at[1] - 40, 0);
    const SnMarker *tip = (const SnMarker *)sn_model_get(f.model, f.tip);
    g_assert_cmpfloat_with_epsilon(tip->location[2], 0.024 + 40 * pixel, 3 * pixel);
    g_assert_cmpfloat_with_epsilon(tip->location[0], 0, 1e-9);
    fixture_end(&f);
}

/* With a filter, what is not meant lets the click through. */
static void test_filter(void)
{
    fixture_begin(&f);
    double right[2], left[2];
    pixel_of(&f, 0.05, -0.02, 0, right);
    pixel_of(&f, -0.05, -0.02, 0, left);
    f.viewport->pick.filter = SN_FILTER_PATHS;
    click_at(&f, right, 0);
    g_assert_cmpint(n_selected(), ==, 0);
    f.viewport->pick.filter = SN_FILTER_BODIES;
    click_at(&f, left, 0);
    assert_primary(f.left);
    fixture_end(&f);
}

static void test_menu(void)
{
    fixture_begin(&f);
    double right[2];
    pixel_of(&f, 0.05, -0.02, 0, right);
    press_at(&f, GDK_BUTTON_SECONDARY, right, 0);
    release_at(&f, right[0], right[1], 0);
    assert_primary(f.right);
    GtkWidget *menu = sn_find_widget(GTK_WIDGET(f.viewport), "viewport-menu");
    g_assert_true(GTK_IS_POPOVER_MENU(menu));
    g_assert_true(gtk_widget_get_visible(menu));
    gtk_popover_popdown(GTK_POPOVER(menu));
    for (int i = 0; i < 1000 && sn_find_widget(GTK_WIDGET(f.viewport), "viewport-menu"); i++)
        g_main_context_iteration(NULL, FALSE);
    g_assert_null(sn_find_widget(GTK_WIDGET(f.viewport), "viewport-menu")); /* closed, it is gone */
    fixture_end(&f);
}

static void test_drop(void)
{
    fixture_begin(&f);
    GError *error = NULL;
    char *folder = g_dir_make_tmp("sinew-drop-XXXXXX", &error);
    char *mesh = g_build_filename(folder, "wedge.obj", NULL);
    g_file_set_contents(mesh,
                        "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\n"
                        "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
                        -1, &error);
    g_assert_no_error(error);
    const char *const paths[] = {mesh};
    const SnImportChoice metres = {SN_IMPORT_METRES, 2, 1};
    g_assert_true(sn_edits_import(f.session, paths, 1, &metres)); /* before the first save */
    g_assert_cmpstr(((const SnRigidBody *)sn_model_get(f.model, primary()))->mesh, ==, mesh);
    g_assert_true(sn_undo(f.model));
    f.model->path = g_build_filename(folder, "model.sinew", NULL);
    g_assert_true(sn_edits_import(f.session, paths, 1, &metres));
    const SnRigidBody *body = (const SnRigidBody *)sn_model_get(f.model, primary());
    g_assert_cmpstr(body->mesh, ==, "wedge.obj");
    g_assert_cmpint(body->shape, ==, SN_SHAPE_MESH);
    g_assert_cmpstr(body->base.base.name, ==, "wedge");
    g_assert_cmpstr(sn_undo_label(f.model), ==, "Import wedge.obj");
    g_assert_true(sn_undo(f.model));
    g_assert_null(sn_undo_label(f.model));
    g_unlink(mesh);
    g_rmdir(folder);
    g_free(mesh);
    g_free(folder);
    fixture_end(&f);
}

static void test_measure(void)
{
    fixture_begin(&f);
    sn_session_set_tool(f.session, SN_TOOL_MEASURE);
    double left[2], right[2];
    pixel_of(&f, -0.05, -0.02, 0, left);
    pixel_of(&f, 0.05, -0.02, 0, right);
    click_at(&f, left, 0);
    g_assert_cmpint(f.viewport->measure.n, ==, 1);
    click_at(&f, right, 0);
    g_assert_cmpint(f.viewport->measure.n, ==, 2);
    double distance =
        sn_v3_distance(f.viewport->measure.ends[0].world, f.viewport->measure.ends[1].world);
    g_assert_cmpfloat_with_epsilon(distance, 0.1, 0.0005);
    g_assert_cmpint(n_selected(), ==, 0);
    keep_picture(&f, "measure");
    sn_viewport_escape(f.viewport);
    g_assert_cmpint(f.viewport->measure.n, ==, 0);
    fixture_end(&f);
}

static void test_pull(void)
{
    fixture_begin(&f);
    sn_session_set_tool(f.session, SN_TOOL_PULL);
    double at[2];
    pixel_of(&f, 0, 0, 0.06, at);
    sn_engine_step(f.engine, 1);
    fixture_compile(&f);
    press_at(&f, GDK_BUTTON_PRIMARY, at, 0);
    move_to(&f, at[0] + 60, at[1] - 60, 0);
    g_assert_true(f.viewport->input.drag == &SN_DRAG_PULL);
    g_assert_cmpuint(f.viewport->pull.anchor.id.index, ==, f.mote.index);
    sn_engine_step(f.engine, 60);
    g_assert_true(sn_engine_sync(f.engine, 10000));
    SnSnapshot *snapshot = sn_engine_snapshot(f.engine);
    sn_session_take_snapshot(f.session, snapshot);
    sn_snapshot_unref(snapshot);
    keep_picture(&f, "pull");
    g_assert_cmpfloat(f.viewport->pull.anchor.world[0], >, 0.002); /* follows to the right */
    release_at(&f, at[0] + 60, at[1] - 60, 0);
    fixture_end(&f);
}

/* --- pictures --- */

static void test_save(void)
{
    fixture_begin(&f);
    char *path = g_build_filename(g_get_tmp_dir(), "sinew-viewport-test.png", NULL);
    GError *error = NULL;
    settle(500); /* until the newest picture is there */
    g_assert_true(sn_viewport_save_picture(f.viewport, path, &error));
    g_assert_no_error(error);
    GdkTexture *texture = gdk_texture_new_from_filename(path, &error);
    g_assert_no_error(error);
    int scale = gtk_widget_get_scale_factor(f.window), width = 900 * scale;
    g_assert_cmpint(gdk_texture_get_width(texture), ==, width);
    g_assert_cmpint(gdk_texture_get_height(texture), ==, 640 * scale);
    /* the right box is there, brighter or darker than what is above it */
    guchar *pixels = g_malloc((gsize)(width * 640 * scale * 4));
    gdk_texture_download(texture, pixels, (gsize)width * 4);
    double at[2], above[2];
    pixel_of(&f, 0.05, -0.02, 0, at);
    pixel_of(&f, 0.05, 0, 0.06, above);
    const guchar *box = pixels + 4 * scale * ((int)at[1] * width + (int)at[0]);
    const guchar *sky = pixels + 4 * scale * ((int)above[1] * width + (int)above[0]);
    g_assert_cmpint(abs(box[0] - sky[0]) + abs(box[2] - sky[2]), >, 20);
    g_free(pixels);
    g_object_unref(texture);
    g_unlink(path);
    g_free(path);
    fixture_end(&f);
}

static void test_two_viewers(void)
{
    fixture_begin(&f);
    GtkWidget *window = gtk_window_new();
    SnViewport *second = SN_VIEWPORT(sn_viewport_new(f.session));
    gtk_window_set_default_size(GTK_WINDOW(window), 300, 240);
    gtk_window_set_child(GTK_WINDOW(window), GTK_WIDGET(second));
    gtk_window_present(GTK_WINDOW(window));
    WAIT_FOR(second->picture.count > 0);
    sn_session_select_one(f.session, f.left);
    wait_for_picture(&f);
    g_assert_true(second->view != f.viewport->view);
    gtk_window_destroy(GTK_WINDOW(window));
    settle(50);
    gtk_window_set_default_size(GTK_WINDOW(f.window), 700, 500);
    WAIT_FOR(f.viewport->picture.texture && gdk_texture_get_width(f.viewport->picture.texture) ==
                                                700 * gtk_widget_get_scale_factor(f.window));
    fixture_end(&f);
}

int main(int argc, char **argv)
{
    fixture_init(&argc, &argv);
    g_test_add_func("/viewport/click", test_click);
    g_test_add_func("/viewport/below", test_below);
    g_test_add_func("/viewport/hover", test_hover);
    g_test_add_func("/viewport/box", test_box);
    g_test_add_func("/viewport/orbit", test_orbit);
    g_test_add_func("/viewport/pan-and-zoom", test_pan_and_zoom);
    g_test_add_func("/viewport/views", test_views);
    g_test_add_func("/viewport/focus", test_focus);
    g_test_add_func("/viewport/clip", test_clip);
    g_test_add_func("/viewport/move", test_move);
    g_test_add_func("/viewport/move-marker", test_move_marker);
    g_test_add_func("/viewport/filter", test_filter);
    g_test_add_func("/viewport/menu", test_menu);
    g_test_add_func("/viewport/drop", test_drop);
    g_test_add_func("/viewport/measure", test_measure);
    g_test_add_func("/viewport/pull", test_pull);
    g_test_add_func("/viewport/save", test_save);
    g_test_add_func("/viewport/two-viewers", test_two_viewers);
    return g_test_run();
}
