/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "viewport_fixture.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "ui/edits/edits.h"
#include "ui/widgets/theme.h"

void settle(int milliseconds)
{
    gint64 end = g_get_monotonic_time() + milliseconds * 1000;
    do {
        while (g_main_context_iteration(NULL, FALSE)) {
        }
        g_usleep(1000);
    } while (g_get_monotonic_time() < end);
}

static SnId add_box(Fixture *fixture, const char *name, double x, double y, double size)
{
    SnModel *model = fixture->model;
    SnRigidBody *body = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, name);
    body->shape = SN_SHAPE_BOX;
    body->dynamic = false;
    sn_v3_set(size, size, size, body->size);
    sn_v3_set(x, y, 0, body->position);
    return sn_model_insert(model, sn_model_list(model->root, "bodies"), &body->base.base, -1, -1);
}

static SnModel *make_model(Fixture *fixture)
{
    SnModel *model = fixture->model = sn_model_new();
    fixture->left = add_box(fixture, "left", -0.05, 0, 0.04);
    fixture->right = add_box(fixture, "right", 0.05, 0, 0.04);
    fixture->behind = add_box(fixture, "behind", -0.05, 0.1, 0.06);
    SnMarker *tip = (SnMarker *)sn_component_new(&SN_CLASS_MARKER, "tip");
    tip->frame = fixture->right;
    sn_v3_set(0, 0, 0.024, tip->location);
    fixture->tip =
        sn_model_insert(model, sn_model_list(model->root, "markers"), &tip->base.base, -1, -1);
    SnParticle *mote = (SnParticle *)sn_component_new(&SN_CLASS_PARTICLE, "mote");
    mote->mass = 0.1;
    mote->base.render.point_radius = 0.008;
    mote->base.render.point_radius_mode = SN_MODE_EXPLICIT;
    sn_v3_set(0, 0, 0.06, mote->position);
    fixture->mote =
        sn_model_insert(model, sn_model_list(model->root, "particles"), &mote->base.base, -1, -1);
    return model;
}

static void wake(void *data)
{
}

void fixture_compile(Fixture *fixture)
{
    bool start = sn_session_time(fixture->session) <= 0;
    sn_engine_compile(fixture->engine, fixture->model, start);
    g_assert_true(sn_engine_sync(fixture->engine, 10000));
    SnSnapshot *snapshot = sn_engine_snapshot(fixture->engine);
    g_assert_nonnull(snapshot);
    g_assert_nonnull(snapshot->scene);
    sn_session_take_snapshot(fixture->session, snapshot);
    sn_snapshot_unref(snapshot);
}

static void recompile(SnSession *session, Fixture *fixture)
{
    fixture_compile(fixture);
}

void wait_for_picture(Fixture *fixture)
{
    uint64_t pictures = fixture->viewport->picture.count;
    WAIT_FOR(fixture->viewport->picture.count > pictures);
}

void fixture_init(int *argc, char ***argv)
{
    g_setenv("GDK_SYNCHRONIZE", "0", FALSE);
    gtk_test_init(argc, argv, NULL);
    sn_theme_load();
    g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
    if (g_getenv("SINEW_TEST_DARK"))
        sn_theme_set("dark");
}

void fixture_begin(Fixture *fixture)
{
    fixture->session = sn_session_new();
    fixture->engine = sn_engine_new(wake, NULL);
    sn_session_set_document(fixture->session, make_model(fixture), fixture->engine);
    fixture->window = gtk_window_new();
    gtk_window_set_default_size(GTK_WINDOW(fixture->window), 900, 640);
    gtk_window_set_decorated(GTK_WINDOW(fixture->window), FALSE);
    fixture->viewport = SN_VIEWPORT(sn_viewport_new(fixture->session));
    gtk_window_set_child(GTK_WINDOW(fixture->window), GTK_WIDGET(fixture->viewport));
    gtk_window_present(GTK_WINDOW(fixture->window));
    fixture_compile(fixture);
    g_signal_connect(fixture->session, "model-changed", G_CALLBACK(recompile), fixture);
    WAIT_FOR(fixture->viewport->picture.count > 0 &&
             gtk_widget_get_width(GTK_WIDGET(fixture->viewport)) == 900);

    SnViewSettings settings;
    sn_viewport_get_settings(fixture->viewport, &settings);
    const double direction[3] = {0, 1, 0}, up[3] = {0, 0, 1};
    sn_camera_look(&settings.camera, direction, up);
    settings.samples = 0;
    sn_viewport_set_settings(fixture->viewport, &settings);
    sn_viewport_fit(fixture->viewport);
    wait_for_picture(fixture);
    settle(200);
}

void fixture_end(Fixture *fixture)
{
    g_signal_handlers_disconnect_by_data(fixture->session, fixture);
    gtk_window_destroy(GTK_WINDOW(fixture->window));
    settle(10);
    sn_session_set_document(fixture->session, NULL, NULL);
    sn_engine_free(fixture->engine);
    sn_model_free(fixture->model);
    g_object_unref(fixture->session);
    settle(10);
}

void pixel_of(Fixture *fixture, double x, double y, double z, double pixel[2])
{
    bool front = false;
    sn_view_project(&fixture->viewport->settings, (double[]){x, y, z}, pixel, &front);
    g_assert_true(front);
}

void press_at(Fixture *fixture, guint button, const double at[2], GdkModifierType state)
{
    SnViewport *viewport = fixture->viewport;
    viewport->input.event_time += 1000; /* not a double click */
    sn_viewport_press(viewport, button, at[0], at[1], state);
    WAIT_FOR(viewport->pick.press_serial == 0);
}

void move_to(Fixture *fixture, double x, double y, GdkModifierType state)
{
    SnViewport *viewport = fixture->viewport;
    double from_x = viewport->input.at.x, from_y = viewport->input.at.y;
    for (int i = 1; i <= 5; i++) {
        sn_viewport_motion(viewport, from_x + (x - from_x) * i / 5, from_y + (y - from_y) * i / 5,
                           state);
        settle(5);
    }
}

void release_at(Fixture *fixture, double x, double y, GdkModifierType state)
{
    sn_viewport_release(fixture->viewport, x, y, state);
    settle(5);
}

void click_at(Fixture *fixture, const double at[2], GdkModifierType state)
{
    press_at(fixture, GDK_BUTTON_PRIMARY, at, state);
    release_at(fixture, at[0], at[1], state);
}

void keep_picture(Fixture *fixture, const char *name)
{
    const char *folder = g_getenv("SINEW_TEST_PICTURES");
    if (!folder)
        return;
    settle(500);
    GdkPaintable *paintable = gtk_widget_paintable_new(fixture->window);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    int width = gdk_paintable_get_intrinsic_width(paintable);
    int height = gdk_paintable_get_intrinsic_height(paintable);
    gdk_paintable_snapshot(paintable, snapshot, width, height);
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    GdkTexture *texture = gsk_renderer_render_texture(
        gtk_native_get_renderer(GTK_NATIVE(fixture->window)), node, NULL);
    char *path = g_strdup_printf("%s/%s.png", folder, name);
    gdk_texture_save_to_png(texture, path);
    g_free(path);
    g_object_unref(texture);
    gsk_render_node_unref(node);
    g_object_unref(paintable);
}
