/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/text/write_file.h"
#include "ui/viewport/private.h"

#include "ui/edits/ask.h"
#include "ui/session/marks.h"
#include "ui/viewport/screen/gizmo.h"
#include "ui/viewport/screen/style.h"

#include <math.h>
#include <string.h>

#define SLOW_PICTURE 50 /* [ms] */

G_DEFINE_FINAL_TYPE(SnViewport, sn_viewport, GTK_TYPE_WIDGET)

enum { SIGNAL_SETTINGS, SIGNAL_CAMERA, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- settings --- */

/* Something moves: pictures may be plainer if that makes them come sooner. */
static bool is_moving(SnViewport *viewport)
{
    return viewport->input.press == SN_PRESS_DRAGGING || viewport->motion.tick != 0 ||
           viewport->motion.wheel_source != 0 || sn_session_run(viewport->session) == SN_PLAYING;
}

void sn_viewport_publish(SnViewport *viewport)
{
    SnViewSettings settings = viewport->settings;
    if (!viewport->host || settings.width <= 0 || settings.height <= 0)
        return;
    viewport->picture.draft = viewport->picture.full_ms > SLOW_PICTURE && is_moving(viewport);
    if (viewport->picture.draft) {
        settings.samples = 0;
        settings.ambient_occlusion = false;
        settings.moving = true;
    }
    sn_render_set_view(sn_gl_host_render(viewport->host), viewport->view, &settings);
}

static gboolean stopped_moving(gpointer data)
{
    SnViewport *viewport = data;
    viewport->motion.wheel_source = 0;
    sn_viewport_publish(viewport);
    return G_SOURCE_REMOVE;
}

void sn_viewport_keep_moving(SnViewport *viewport)
{
    g_clear_handle_id(&viewport->motion.wheel_source, g_source_remove);
    viewport->motion.wheel_source = g_timeout_add(250, stopped_moving, viewport);
}

void sn_viewport_settings_changed(SnViewport *viewport)
{
    if (viewport->move.frame == SN_MOVE_VIEW && viewport->settings.manipulator != 0 &&
        viewport->settings.manipulator != SN_MANIPULATOR_SCALE &&
        viewport->input.drag != &SN_DRAG_MOVE)
        sn_q_copy(viewport->settings.camera.orientation, viewport->settings.manipulator_pose + 3);
    sn_viewport_publish(viewport);
    sn_viewport_update_status(viewport); /* it says how wide the grid is */
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
    sn_gizmo_set_orientation(SN_GIZMO(viewport->strips.gizmo),
                             viewport->settings.camera.orientation);
    if (memcmp(&viewport->told, &viewport->settings.camera, sizeof viewport->told) != 0) {
        viewport->told = viewport->settings.camera;
        g_signal_emit(viewport, signals[SIGNAL_CAMERA], 0, &viewport->told);
    }
}

void sn_viewport_notify_settings(SnViewport *viewport)
{
    sn_viewport_settings_changed(viewport);
    sn_viewport_update_strips(viewport);
    g_signal_emit(viewport, signals[SIGNAL_SETTINGS], 0);
}

void sn_viewport_get_settings(SnViewport *viewport, SnViewSettings *settings)
{
    *settings = viewport->settings;
    if (viewport->motion.tick != 0)
        settings->camera = viewport->motion.to;
}

void sn_viewport_set_settings(SnViewport *viewport, const SnViewSettings *settings)
{
    SnViewSettings old = viewport->settings;
    sn_viewport_stop_animation(viewport);
    if (memcmp(&settings->camera, &old.camera, sizeof old.camera) != 0)
        viewport->motion.home_wanted = false; /* somebody knows better where to look */
    viewport->settings = *settings;
    viewport->settings.width = old.width;
    viewport->settings.height = old.height;
    viewport->settings.scale = old.scale;
    viewport->settings.dark = old.dark;
    viewport->settings.manipulator = old.manipulator;
    viewport->settings.manipulator_axis = old.manipulator_axis;
    memcpy(viewport->settings.manipulator_pose, old.manipulator_pose, sizeof old.manipulator_pose);
    sn_q_copy(old.manipulator_scale_axes, viewport->settings.manipulator_scale_axes);
    viewport->settings.manipulator_turns = old.manipulator_turns;
    viewport->settings.manipulator_scales = old.manipulator_scales;
    sn_viewport_notify_settings(viewport);
}

void sn_viewport_show_names(SnViewport *viewport, bool shown)
{
    viewport->names = shown;
    sn_viewport_notify_settings(viewport);
}

bool sn_viewport_shows_names(SnViewport *viewport)
{
    return viewport->names;
}

void sn_viewport_show_grid_labels(SnViewport *viewport, bool shown)
{
    viewport->grid_labels = shown;
    sn_viewport_notify_settings(viewport);
}

bool sn_viewport_shows_grid_labels(SnViewport *viewport)
{
    return viewport->grid_labels;
}

static void size_changed(SnViewport *viewport)
{
    double scale = gtk_widget_get_scale_factor(GTK_WIDGET(viewport));
    int width = (int)lround(gtk_widget_get_width(GTK_WIDGET(viewport)) * scale);
    int height = (int)lround(gtk_widget_get_height(GTK_WIDGET(viewport)) * scale);
    SnViewSettings *settings = &viewport->settings;
    if (width > 0 && height > 0 &&
        (width != settings->width || height != settings->height || scale != settings->scale)) {
        const bool home = viewport->motion.home_wanted || sn_viewport_at_home(viewport);
        settings->width = width;
        settings->height = height;
        settings->scale = scale;
        sn_viewport_settings_changed(viewport);
        if (home && sn_session_snapshot(viewport->session))
            sn_viewport_stay_home(viewport);
    }
}

/* --- pictures --- */

static void picture_arrived(GdkTexture *texture, bool bottom_up, const SnPicture *picture,
                            gpointer data)
{
    SnViewport *viewport = data;
    const SnSnapshot *snapshot = sn_session_snapshot(viewport->session);
    if (picture->scene != 0 && !snapshot)
        return; /* of the document that was closed while it was drawn */
    sn_picture_take(&viewport->picture, texture, bottom_up, picture->draw_ms);
    viewport->picture.coarse = picture->coarse;
    if (picture->scene != 0)
        viewport->picture.awaited = viewport->picture.told = false;
    if (!viewport->picture.marked && picture->scene != 0 && snapshot->scene &&
        snapshot->scene->n_items > 0) {
        viewport->picture.marked = true;
        sn_mark("picture");
    }
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

bool sn_viewport_is_whole(SnViewport *viewport)
{
    GdkTexture *texture = viewport->picture.texture;
    return texture && !viewport->picture.coarse &&
           gdk_texture_get_width(texture) == viewport->settings.width &&
           gdk_texture_get_height(texture) == viewport->settings.height;
}

static void draw_all(SnViewport *viewport, GtkSnapshot *snapshot)
{
    sn_picture_draw(&viewport->picture, snapshot, gtk_widget_get_width(GTK_WIDGET(viewport)),
                    gtk_widget_get_height(GTK_WIDGET(viewport)));
    sn_viewport_draw_overlay(viewport, snapshot);
}

static void sn_viewport_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    SnViewport *viewport = SN_VIEWPORT(widget);
    int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    draw_all(viewport, snapshot);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child))
        gtk_widget_snapshot_child(widget, child, snapshot);
    gtk_snapshot_pop(snapshot);
}

bool sn_viewport_save_picture(SnViewport *viewport, const char *path, GError **error)
{
    GtkNative *native = gtk_widget_get_native(GTK_WIDGET(viewport));
    if (!viewport->picture.texture || !native) {
        g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, "There is no picture yet.");
        return false;
    }
    float scale = (float)viewport->settings.scale;
    GtkSnapshot *snapshot = gtk_snapshot_new();
    gtk_snapshot_scale(snapshot, scale, scale);
    draw_all(viewport, snapshot);
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    graphene_rect_t area =
        GRAPHENE_RECT_INIT(0, 0, (float)viewport->settings.width, (float)viewport->settings.height);
    GdkTexture *texture = gsk_renderer_render_texture(gtk_native_get_renderer(native), node, &area);
    gsk_render_node_unref(node);
    GBytes *bytes = gdk_texture_save_to_png_bytes(texture);
    g_object_unref(texture);
    bool written = sn_write_file(path, SN_OUTPUT_WHOLE, g_bytes_get_data(bytes, NULL),
                                 g_bytes_get_size(bytes), error);
    g_bytes_unref(bytes);
    return written;
}

/* --- what the session tells --- */

static void on_document(SnSession *session, SnViewport *viewport)
{
    sn_viewport_escape(viewport);
    sn_viewport_forget_hover(viewport);
    viewport->motion.home_wanted = true;
    viewport->motion.show_wanted = false;
    viewport->past = (SnPastViews){0};
    g_clear_object(&viewport->picture.texture); /* of another document */
    viewport->picture.awaited = viewport->host && sn_session_model(session);
    viewport->picture.told = false;
    viewport->grid_bounds.known = false;
    viewport->measure.n = 0;
    viewport->drawing.class = NULL;
    viewport->settings.pick_detail = SN_PICK_COMPONENTS;
    memset(viewport->settings.clip, 0, sizeof viewport->settings.clip);
    SnViewSettings fresh;
    sn_view_settings_init(&fresh);
    memcpy(viewport->settings.clip, fresh.clip, sizeof fresh.clip);
    sn_viewport_place_manipulator(viewport);
    sn_viewport_notify_settings(viewport);
    sn_viewport_update_status(viewport);
}

static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, SnViewport *viewport)
{
    if (viewport->motion.home_wanted && snapshot->scene && viewport->settings.width > 0 &&
        gtk_widget_get_width(GTK_WIDGET(viewport)) > 0)
        sn_viewport_home(viewport);
    sn_viewport_show_wanted(viewport);
    viewport->grid_bounds.known = false;
    sn_measure_update(&viewport->measure, viewport->session);
    for (int i = 0; i < viewport->drawing.n; i++)
        sn_anchor_update(viewport->session, &viewport->drawing.anchors[i]);
    if (viewport->input.drag == &SN_DRAG_PULL)
        sn_anchor_update(viewport->session, &viewport->pull.anchor);
    sn_viewport_place_manipulator(viewport);
    sn_viewport_want_hover(viewport);
    sn_viewport_update_status(viewport);
}

static void on_show(SnSession *session, SnViewport *viewport)
{
    viewport->motion.show_wanted = true;
    sn_viewport_show_wanted(viewport);
}

/* A model that does not compile says so: nothing of it is to come. */
static void on_bar(SnSession *session, const SnBar *bar, SnViewport *viewport)
{
    if (bar->of_model) {
        viewport->picture.awaited = viewport->picture.told = false;
        gtk_widget_queue_draw(GTK_WIDGET(viewport));
    }
}

/* Keys and clicks are for what is asked. */
static void on_asking(SnSession *session, SnViewport *viewport)
{
    if (sn_ask_active(session)) {
        viewport->drawing.class = NULL;
        if (gtk_widget_get_mapped(GTK_WIDGET(viewport)))
            gtk_widget_grab_focus(GTK_WIDGET(viewport));
    }
    sn_viewport_update_hint(viewport);
    sn_viewport_update_cursor(viewport);
}

static void on_selection(SnSession *session, SnViewport *viewport)
{
    viewport->motion.show_wanted = false;
    sn_move_end_typing(viewport, true);
    if (viewport->drawing.class)
        sn_drawing_choose(viewport, sn_session_primary(session));
    sn_viewport_place_manipulator(viewport);
    sn_viewport_update_hint(viewport);
}

static void on_hover(SnSession *session, SnViewport *viewport)
{
    sn_viewport_update_hint(viewport);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

/* Measurements of the model come and go without a new picture. */
static void on_change(SnSession *session, const SnChange *change, SnViewport *viewport)
{
    if (change->kind == SN_CHANGE_DONE)
        gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

static void on_tool(SnSession *session, SnViewport *viewport)
{
    sn_viewport_escape(viewport);
    if (sn_session_tool(session) != SN_TOOL_MEASURE)
        viewport->measure.n = 0;
    if (sn_session_tool(session) != SN_TOOL_SELECT) {
        viewport->drawing.class = NULL;
        sn_ask_back(session, true);
    }
    sn_viewport_place_manipulator(viewport);
    sn_viewport_update_strips(viewport);
    sn_viewport_update_hint(viewport);
    sn_viewport_update_cursor(viewport);
}

static void on_run(SnSession *session, SnViewport *viewport)
{
    sn_viewport_publish(viewport); /* drawn more or less finely now */
    sn_viewport_update_hint(viewport);
    sn_viewport_update_status(viewport);
}

/* --- widget --- */

/* The strips lie over the picture, each where its alignment and margins put it. */
static void sn_viewport_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child)) {
        if (GTK_IS_POPOVER(child))
            gtk_popover_present(GTK_POPOVER(child)); /* another page of a menu has another size */
        else if (gtk_widget_should_layout(child))
            gtk_widget_size_allocate(child, &(GtkAllocation){0, 0, width, height}, -1);
    }
    graphene_rect_t views;
    SnViewport *viewport = SN_VIEWPORT(widget);
    if (viewport->strips.views && gtk_widget_compute_bounds(viewport->strips.views, widget, &views))
        viewport->settings.edge_depth = (double)(views.origin.y + views.size.height);
    size_changed(SN_VIEWPORT(widget));
}

static void sn_viewport_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                int *minimum, int *natural, int *minimum_baseline,
                                int *natural_baseline)
{
    *minimum = *natural = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child)) {
        int least = 0, wanted = 0;
        if (gtk_widget_should_layout(child)) {
            gtk_widget_measure(child, orientation, -1, &least, &wanted, NULL, NULL);
            *minimum = MAX(*minimum, least);
            *natural = MAX(*natural, wanted);
        }
    }
    *minimum_baseline = *natural_baseline = -1;
}

static void on_scale_factor(GObject *object, GParamSpec *spec, gpointer data)
{
    size_changed(SN_VIEWPORT(object));
}

static void sn_viewport_css_changed(GtkWidget *widget, GtkCssStyleChange *change)
{
    SnViewport *viewport = SN_VIEWPORT(widget);
    GTK_WIDGET_CLASS(sn_viewport_parent_class)->css_changed(widget, change);
    bool dark = sn_viewport_is_dark(widget);
    if (dark != viewport->settings.dark) {
        viewport->settings.dark = dark;
        sn_viewport_publish(viewport);
    }
}

static void sn_viewport_dispose(GObject *object)
{
    SnViewport *viewport = SN_VIEWPORT(object);
    if (viewport->session) {
        sn_viewport_escape(viewport);
        g_signal_handlers_disconnect_by_data(viewport->session, viewport);
    }
    sn_viewport_stop_animation(viewport);
    g_clear_handle_id(&viewport->labels.source, g_source_remove);
    g_clear_handle_id(&viewport->motion.wheel_source, g_source_remove);
    if (viewport->host) {
        sn_gl_host_remove_view(viewport->host, viewport->view);
        viewport->host = NULL;
    }
    g_clear_object(&viewport->picture.texture);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(object))) != NULL)
        gtk_widget_unparent(child);
    g_clear_object(&viewport->session);
    G_OBJECT_CLASS(sn_viewport_parent_class)->dispose(object);
}

static void sn_viewport_finalize(GObject *object)
{
    SnViewport *viewport = SN_VIEWPORT(object);
    g_array_unref(viewport->pick.under);
    g_array_unref(viewport->pick.late);
    sn_move_clear(&viewport->move);
    sn_region_clear(&viewport->region);
    G_OBJECT_CLASS(sn_viewport_parent_class)->finalize(object);
}

static void sn_viewport_class_init(SnViewportClass *class)
{
    GObjectClass *object = G_OBJECT_CLASS(class);
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    object->dispose = sn_viewport_dispose;
    object->finalize = sn_viewport_finalize;
    widget->snapshot = sn_viewport_snapshot;
    widget->measure = sn_viewport_measure;
    widget->size_allocate = sn_viewport_size_allocate;
    widget->css_changed = sn_viewport_css_changed;
    signals[SIGNAL_SETTINGS] = g_signal_new("settings-changed", SN_TYPE_VIEWPORT, G_SIGNAL_RUN_LAST,
                                            0, NULL, NULL, NULL, G_TYPE_NONE, 0);
    signals[SIGNAL_CAMERA] = g_signal_new("camera-moved", SN_TYPE_VIEWPORT, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
    gtk_widget_class_set_css_name(widget, "sn-viewport");
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_IMG);
}

static void sn_viewport_init(SnViewport *viewport)
{
    sn_view_settings_init(&viewport->settings);
    viewport->settings.edge = 52; /* the strips */
    viewport->settings.width = viewport->settings.height = 0;
    viewport->motion.home_wanted = true;
    viewport->pick.under = g_array_new(FALSE, FALSE, sizeof(SnPickHit));
    viewport->pick.late = g_array_new(FALSE, FALSE, sizeof(SnLateClick));
    sn_move_init(&viewport->move);
    sn_region_init(&viewport->region);
    viewport->part_angle = 30;
    viewport->grid_labels = true;
    gtk_widget_set_focusable(GTK_WIDGET(viewport), TRUE);
    gtk_widget_set_overflow(GTK_WIDGET(viewport), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *sn_viewport_new(SnSession *session)
{
    SnViewport *viewport = g_object_new(SN_TYPE_VIEWPORT, NULL);
    GtkWidget *widget = GTK_WIDGET(viewport);
    viewport->session = g_object_ref(session);
    sn_viewport_add_style(gtk_widget_get_display(widget));
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "View of the model", -1);
    viewport->host = sn_gl_host_of(session, gtk_widget_get_display(widget));
    if (viewport->host) {
        viewport->view = sn_gl_host_add_view(
            viewport->host, &(SnGlView){picture_arrived, sn_viewport_picked, viewport});
    }
    sn_viewport_build_strips(viewport);
    sn_viewport_add_controllers(viewport);
    sn_viewport_add_drop_target(viewport);
    g_signal_connect(widget, "notify::scale-factor", G_CALLBACK(on_scale_factor), NULL);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document), viewport);
    g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), viewport);
    g_signal_connect(session, "selection-changed", G_CALLBACK(on_selection), viewport);
    g_signal_connect(session, "show-selection", G_CALLBACK(on_show), viewport);
    g_signal_connect(session, "asking", G_CALLBACK(on_asking), viewport);
    g_signal_connect(session, "hover-changed", G_CALLBACK(on_hover), viewport);
    g_signal_connect(session, "tool-changed", G_CALLBACK(on_tool), viewport);
    g_signal_connect(session, "change", G_CALLBACK(on_change), viewport);
    g_signal_connect(session, "run-changed", G_CALLBACK(on_run), viewport);
    g_signal_connect(session, "bar", G_CALLBACK(on_bar), viewport);
    on_tool(session, viewport);
    sn_viewport_update_status(viewport);
    return widget;
}
