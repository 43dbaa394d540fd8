/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the viewport looks from: orbit, pan and zoom drags, views, short transitions. */
#include "ui/viewport/private.h"

#include "engine/model/classes/model_component.h"

#include <math.h>
#include <string.h>

#define TRANSITION  150000.0 /* [us] */
#define ORBIT_SPEED 0.008    /* [rad per pixel] */

/* --- transitions --- */

void sn_viewport_stop_animation(SnViewport *viewport)
{
    if (viewport->motion.tick != 0) {
        gtk_widget_remove_tick_callback(GTK_WIDGET(viewport), viewport->motion.tick);
        viewport->motion.tick = 0;
    }
}

/* Rotations along the shorter way, distances in proportion. */
static void blend(const SnCamera *from, const SnCamera *to, double share, SnCamera *camera)
{
    *camera = *to;
    double inverse[4], turn[4], vector[3], step[4];
    sn_q_conj(from->orientation, inverse);
    sn_q_mul(inverse, to->orientation, turn);
    sn_q_log(turn, vector);
    sn_v3_scale(share, vector, vector);
    sn_q_exp(vector, step);
    sn_q_mul(from->orientation, step, camera->orientation);
    sn_q_normalize(camera->orientation);
    for (int k = 0; k < 3; k++)
        camera->center[k] = from->center[k] + share * (to->center[k] - from->center[k]);
    camera->distance = from->distance * pow(to->distance / from->distance, share);
}

/* The view is another one: something else may lie under a pointer that rests. */
static void arrive(SnViewport *viewport, const SnCamera *camera)
{
    viewport->settings.camera = *camera;
    sn_viewport_settings_changed(viewport);
    sn_viewport_want_hover(viewport);
}

static gboolean animate(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    SnViewport *viewport = SN_VIEWPORT(widget);
    double passed = (double)(g_get_monotonic_time() - viewport->motion.start) / TRANSITION;
    if (passed >= 1) {
        viewport->motion.tick = 0;
        arrive(viewport, &viewport->motion.to);
        return G_SOURCE_REMOVE;
    }
    double share = passed * passed * (3 - 2 * passed);
    blend(&viewport->motion.from, &viewport->motion.to, share, &viewport->settings.camera);
    sn_viewport_settings_changed(viewport);
    return G_SOURCE_CONTINUE;
}

static void travel(SnViewport *viewport, const SnCamera *camera)
{
    gboolean animations = TRUE;
    g_object_get(gtk_widget_get_settings(GTK_WIDGET(viewport)), "gtk-enable-animations",
                 &animations, NULL);
    sn_viewport_stop_animation(viewport);
    bool mode_changes = camera->orthographic != viewport->settings.camera.orthographic;
    if (!animations || mode_changes || !viewport->picture.texture ||
        !gtk_widget_get_mapped(GTK_WIDGET(viewport))) {
        arrive(viewport, camera);
        return;
    }
    viewport->motion.from = viewport->settings.camera;
    viewport->motion.to = *camera;
    viewport->motion.start = g_get_monotonic_time();
    viewport->motion.tick = gtk_widget_add_tick_callback(GTK_WIDGET(viewport), animate, NULL, NULL);
}

/* Where the camera is, or is going to be. */
static SnCamera aim(SnViewport *viewport)
{
    return viewport->motion.tick != 0 ? viewport->motion.to : viewport->settings.camera;
}

void sn_viewport_leave_view(SnViewport *viewport)
{
    const SnCamera present = aim(viewport);
    sn_past_views_leave(&viewport->past, &present);
}

static void viewport_go(SnViewport *viewport, const SnCamera *camera)
{
    sn_viewport_leave_view(viewport);
    travel(viewport, camera);
}

bool sn_viewport_go_back(SnViewport *viewport, bool forth)
{
    const SnCamera present = aim(viewport);
    SnCamera camera;
    const bool found = forth ? sn_past_views_forth(&viewport->past, &present, &camera)
                             : sn_past_views_back(&viewport->past, &present, &camera);
    if (found)
        travel(viewport, &camera);
    return found;
}

void sn_viewport_follow(SnViewport *viewport, const SnCamera *camera)
{
    const bool mode_changes = camera->orthographic != viewport->settings.camera.orthographic;
    sn_viewport_stop_animation(viewport);
    viewport->motion.home_wanted = false;
    viewport->motion.show_wanted = false;
    viewport->settings.camera = *camera;
    viewport->told = *camera; /* a follower tells nobody */
    sn_viewport_keep_moving(viewport);
    if (mode_changes)
        sn_viewport_notify_settings(viewport);
    else
        sn_viewport_settings_changed(viewport);
}

/* --- views --- */

static double aspect(SnViewport *viewport)
{
    return viewport->settings.height > 0
               ? (double)viewport->settings.width / viewport->settings.height
               : 1;
}

void sn_viewport_look_along(SnViewport *viewport, const double direction[3])
{
    SnCamera camera = aim(viewport);
    /* straight from above or below, y is up in the picture */
    const double up[3] = {0, fabs(direction[2]) > 0.999, fabs(direction[2]) <= 0.999};
    sn_camera_look(&camera, direction, up);
    viewport_go(viewport, &camera);
}

void sn_viewport_look(SnViewport *viewport, SnViewDirection direction)
{
    static const double directions[][3] = {
        [SN_VIEW_FRONT] = {0, 1, 0},
        [SN_VIEW_BACK] = {0, -1, 0},
        [SN_VIEW_LEFT] = {1, 0, 0},
        [SN_VIEW_RIGHT] = {-1, 0, 0},
        [SN_VIEW_TOP] = {0, 0, -1},
        [SN_VIEW_BOTTOM] = {0, 0, 1},
        [SN_VIEW_CORNER] = {-M_SQRT1_2, M_SQRT1_2, -M_SQRT1_2},
    };
    sn_viewport_look_along(viewport, directions[direction]);
}

void sn_viewport_look_from(SnViewport *viewport, const SnCamera *camera)
{
    viewport_go(viewport, camera);
}

bool sn_viewport_at_home(SnViewport *viewport)
{
    const SnCamera camera = aim(viewport);
    return memcmp(&camera, &viewport->motion.home, sizeof camera) == 0;
}

static void go_home(SnViewport *viewport, bool at_once)
{
    const SnModel *model = sn_session_model(viewport->session);
    SnViewSettings fresh;
    sn_view_settings_init(&fresh);
    SnCamera camera = fresh.camera;
    camera.orthographic = viewport->settings.camera.orthographic;
    const SnModelComponent *root = model ? (const SnModelComponent *)model->root : NULL;
    if (root && sn_v3_norm(root->view_direction) > 0) {
        const double up[3] = {0, 0, 1};
        sn_camera_look(&camera, root->view_direction, up);
    }
    const SnViewSettings *settings = &viewport->settings;
    const SnSnapshot *snapshot = sn_session_snapshot(viewport->session);
    const int width = MAX(settings->width, 1), height = MAX(settings->height, 1);
    if (root)
        camera.field_of_view = root->view_angle;
    viewport->settings.ground = root ? root->view_ground : 0;
    if (root && root->view_size > 0)
        sn_camera_show(&camera, root->view_center, root->view_size, width, height);
    else
        sn_camera_fit_shown(&camera, settings, snapshot);
    viewport->motion.home_wanted = !snapshot || !snapshot->scene;
    viewport->motion.home = camera;
    if (at_once) {
        sn_viewport_stop_animation(viewport);
        viewport->settings.camera = camera;
        sn_viewport_settings_changed(viewport);
    } else {
        viewport_go(viewport, &camera);
    }
}

void sn_viewport_home(SnViewport *viewport)
{
    go_home(viewport, viewport->motion.home_wanted);
}

void sn_viewport_stay_home(SnViewport *viewport)
{
    go_home(viewport, true);
}

void sn_viewport_fit(SnViewport *viewport)
{
    const SnSnapshot *snapshot = sn_session_snapshot(viewport->session);
    int n = 0;
    const SnId *ids = sn_session_selection(viewport->session, &n);
    double bounds[2][3];
    bool some = n > 0 && snapshot && sn_snapshot_bounds_of(snapshot, ids, n, bounds);
    if (!some && !sn_snapshot_framed(snapshot, bounds))
        return;
    SnCamera camera = aim(viewport);
    sn_camera_fit(&camera, (const double(*)[3])bounds, aspect(viewport));
    if (some) { /* a single point: not nearer than a few centimetres */
        camera.distance = fmax(camera.distance, 0.02);
    }
    viewport_go(viewport, &camera);
}

void sn_viewport_show_wanted(SnViewport *viewport)
{
    const SnSnapshot *snapshot = sn_session_snapshot(viewport->session);
    int n = 0;
    const SnId *ids = sn_session_selection(viewport->session, &n);
    double bounds[2][3];
    bool there = snapshot && snapshot->scene && viewport->motion.show_wanted && n > 0;
    for (int i = 0; i < n && there; i++)
        there = sn_snapshot_bounds_of(snapshot, &ids[i], 1, bounds);
    if (!there)
        return;
    viewport->motion.show_wanted = false;
    sn_viewport_fit(viewport);
}

void sn_viewport_focus_on(SnViewport *viewport, SnId id, const double position[3])
{
    const SnSnapshot *snapshot = sn_session_snapshot(viewport->session);
    SnCamera camera = aim(viewport);
    double bounds[2][3];
    if (snapshot && sn_snapshot_bounds_of(snapshot, &id, 1, bounds)) {
        SnCamera fitted = camera;
        sn_camera_fit(&fitted, (const double(*)[3])bounds, aspect(viewport));
        camera.distance = fmax(fmin(camera.distance, 1.6 * fitted.distance), 0.02);
    }
    sn_v3_copy(position, camera.center);
    viewport_go(viewport, &camera);
}

/* --- drags --- */

static bool camera_begin(SnViewport *viewport, const SnPointer *at, const SnPickHit *hit)
{
    sn_viewport_stop_animation(viewport);
    viewport->motion.show_wanted = false;
    sn_viewport_leave_view(viewport);
    viewport->motion.before_drag = viewport->settings.camera;
    return true;
}

static void camera_end(SnViewport *viewport, const SnPointer *at, bool cancelled)
{
    if (cancelled) {
        viewport->settings.camera = viewport->motion.before_drag;
        sn_viewport_settings_changed(viewport);
    }
}

static void orbit_update(SnViewport *viewport, const SnPointer *at)
{
    double speed = (at->state & GDK_SHIFT_MASK) != 0 ? 0.2 * ORBIT_SPEED : ORBIT_SPEED;
    sn_camera_orbit(&viewport->settings.camera, -at->dx * speed, -at->dy * speed);
    sn_viewport_settings_changed(viewport);
}

static void pan_update(SnViewport *viewport, const SnPointer *at)
{
    SnViewSettings *settings = &viewport->settings;
    sn_camera_pan(&settings->camera, at->dx * settings->scale, at->dy * settings->scale,
                  settings->width, settings->height);
    sn_viewport_settings_changed(viewport);
}

void sn_viewport_zoom_at(SnViewport *viewport, double factor, double x, double y)
{
    SnViewSettings *settings = &viewport->settings;
    double distance = settings->camera.distance / factor;
    if (distance < 1e-5 || distance > 1e5 || settings->height <= 0)
        return;
    if (viewport->motion.wheel_source == 0 && viewport->input.press != SN_PRESS_DRAGGING)
        sn_viewport_leave_view(viewport); /* the wheel begins to turn */
    sn_viewport_stop_animation(viewport);
    viewport->motion.show_wanted = false;
    sn_viewport_keep_moving(viewport);
    sn_camera_zoom(&settings->camera, factor, x * settings->scale, y * settings->scale,
                   settings->width, settings->height);
    sn_viewport_settings_changed(viewport);
}

static void zoom_update(SnViewport *viewport, const SnPointer *at)
{
    sn_viewport_zoom_at(viewport, exp(-0.01 * at->dy), at->start_x, at->start_y);
}

const SnDragRow SN_DRAG_ORBIT = {camera_begin, orbit_update, camera_end, "grabbing",
                                 "Turning the view · Shift: finer · Esc: back"};
const SnDragRow SN_DRAG_PAN = {camera_begin, pan_update, camera_end, "move",
                               "Moving the view · Esc: back"};
const SnDragRow SN_DRAG_ZOOM = {camera_begin, zoom_update, camera_end, "ns-resize",
                                "Up: nearer · down: farther · Esc: back"};
