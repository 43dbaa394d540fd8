/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mouse, touchpad and keys.  A left press first asks what lies under it; a drag starts when the
 * answer is there and the pointer has moved. */
#include "ui/viewport/private.h"

#include "ui/edits/ask.h"
#include "ui/edits/edits.h"
#include "ui/widgets/number_field.h"

#include <math.h>

#define THRESHOLD    4   /* [px] a press that moves less is a click */
#define DOUBLE_TIME  400 /* [ms] */
#define WHEEL_FACTOR 1.15

/* --- which drag --- */

static SnMouseHabit mouse;

void sn_viewport_use_mouse(SnMouseHabit habit)
{
    mouse = habit;
}

const char *sn_mouse_hint(void)
{
    static const char *const hints[SN_MOUSE_COUNT] = {
        "Drag: turn · right: move · wheel: zoom · Shift-drag: box · B: box",
        "Drag: box · middle: turn, with Shift: move · wheel: zoom · B B: lasso",
        "Drag: box · middle: turn, with Shift: move, with Ctrl: zoom · B B: lasso",
        "Drag: box · right: turn · middle: move · wheel: zoom · B B: lasso"};
    return hints[mouse];
}

/* Drags of the other buttons need not know what lies under the pointer. */
static const SnDragRow *camera_drag(const SnPointer *at)
{
    bool shift = (at->state & GDK_SHIFT_MASK) != 0, control = (at->state & GDK_CONTROL_MASK) != 0;
    if (at->button == GDK_BUTTON_SECONDARY)
        return mouse == SN_MOUSE_CAD ? &SN_DRAG_ORBIT : &SN_DRAG_PAN;
    if (mouse == SN_MOUSE_CAD && !shift && !control)
        return &SN_DRAG_PAN;
    return shift ? &SN_DRAG_PAN : control ? &SN_DRAG_ZOOM : &SN_DRAG_ORBIT;
}

static const SnPickHit *nearest(const SnPicking *pick)
{
    return pick->under->len > 0 ? &g_array_index(pick->under, SnPickHit, 0) : NULL;
}

static bool is_selected_part(SnSession *session, const SnPickHit *hit)
{
    return hit && !sn_id_is_null(hit->id) && sn_session_is_selected(session, hit->id);
}

/* What a left drag does, best guess first. */
static int left_drags(SnViewport *viewport, const SnPickHit *hit, const SnDragRow *rows[4])
{
    int n = 0;
    bool box_keys = (viewport->input.at.state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0;
    SnTool tool = sn_session_tool(viewport->session);
    const SnDragRow *region = sn_region_drag(&viewport->region);
    if (region) {
        rows[n++] = region;
        return n;
    }
    if (hit && hit->clip_plane >= 0)
        rows[n++] = &SN_DRAG_CLIP;
    bool handle = hit && hit->manipulator_axis >= 0;
    bool moves = viewport->settings.manipulator != 0;
    if (handle || (moves && is_selected_part(viewport->session, hit)))
        rows[n++] = &SN_DRAG_MOVE;
    if (tool == SN_TOOL_PULL && hit)
        rows[n++] = &SN_DRAG_PULL;
    if ((box_keys || mouse != SN_MOUSE_SINEW) && tool == SN_TOOL_SELECT)
        rows[n++] = &SN_DRAG_BOX;
    rows[n++] = &SN_DRAG_ORBIT;
    return n;
}

/* Whether a left drag may be another one depending on what lies under it. */
static bool needs_answer(SnViewport *viewport)
{
    bool handles = viewport->settings.manipulator != 0;
    for (int i = 0; i < SN_MAX_CLIP_PLANES; i++) {
        handles =
            handles || (viewport->settings.clip[i].enabled && viewport->settings.clip[i].show);
    }
    return handles || sn_session_tool(viewport->session) == SN_TOOL_PULL;
}

static void update_feedback(SnViewport *viewport)
{
    sn_viewport_update_cursor(viewport);
    sn_viewport_update_hint(viewport);
    sn_viewport_update_strips(viewport);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

static void start_drag(SnViewport *viewport, const SnDragRow *const *rows, int n)
{
    sn_viewport_forget_hover(viewport);
    viewport->pick.press_serial = 0;
    viewport->input.press = SN_PRESS_DRAGGING;
    viewport->input.drag = NULL;
    for (int i = 0; i < n && !viewport->input.drag; i++) {
        if (rows[i]->begin(viewport, &viewport->input.at, nearest(&viewport->pick)))
            viewport->input.drag = rows[i];
    }
    if (!viewport->input.drag) {
        viewport->input.press = SN_PRESS_DEAD;
    } else if (viewport->input.moved) {
        /* what moved before it began counts */
        viewport->input.at.dx = viewport->input.at.x - viewport->input.at.start_x;
        viewport->input.at.dy = viewport->input.at.y - viewport->input.at.start_y;
        viewport->input.drag->update(viewport, &viewport->input.at);
    }
    update_feedback(viewport);
}

static void start_left_drag(SnViewport *viewport)
{
    const SnDragRow *rows[4];
    int n = left_drags(viewport, nearest(&viewport->pick), rows);
    start_drag(viewport, rows, n);
}

static void end_drag(SnViewport *viewport, bool cancelled)
{
    const SnDragRow *drag = viewport->input.drag;
    viewport->input.drag = NULL;
    viewport->input.press = cancelled ? SN_PRESS_DEAD : SN_PRESS_NONE;
    if (drag && drag->end)
        drag->end(viewport, &viewport->input.at, cancelled);
    sn_viewport_publish(viewport); /* in full again */
    sn_viewport_want_hover(viewport);
    update_feedback(viewport);
}

/* --- press, motion, release --- */

/* By the times of the events: they may be handled late. */
static void count_presses(SnViewportInput *input, double x, double y)
{
    bool again = input->event_time - input->press_time < DOUBLE_TIME &&
                 hypot(x - input->press_x, y - input->press_y) < THRESHOLD;
    input->presses = again ? input->presses + 1 : 1;
    input->press_time = input->event_time;
    input->press_x = x;
    input->press_y = y;
}

static void forget_late_keys(SnViewport *viewport)
{
    viewport->drawing.late = (SnLateKeys){0};
    viewport->measure.late_keep = false;
}

/* Hands are faster than a picture that takes long: what was clicked before still counts,
 * and Enter that came after it. */
static void keep_late_click(SnViewport *viewport)
{
    const SnLateClick late = {viewport->pick.press_serial, viewport->input.at,
                              viewport->input.presses, viewport->drawing.late,
                              viewport->measure.late_keep};
    if (late.serial != 0)
        g_array_append_val(viewport->pick.late, late);
    forget_late_keys(viewport);
}

void sn_viewport_press(SnViewport *viewport, guint button, double x, double y,
                       GdkModifierType state)
{
    if (viewport->input.press == SN_PRESS_LATE) { /* not waited for any longer */
        viewport->input.press = SN_PRESS_NONE;
        viewport->pick.press_serial = 0;
    }
    if (viewport->input.press != SN_PRESS_NONE)
        return;
    keep_late_click(viewport);
    gtk_widget_grab_focus(GTK_WIDGET(viewport));
    sn_move_end_typing(viewport, true);
    viewport->input.at = (SnPointer){x, y, x, y, 0, 0, state, button};
    viewport->input.x = x;
    viewport->input.y = y;
    viewport->input.moved = false;
    g_array_set_size(viewport->pick.under, 0);
    count_presses(&viewport->input, x, y);
    if (button != GDK_BUTTON_PRIMARY && button != GDK_BUTTON_SECONDARY) {
        viewport->input.press = SN_PRESS_ARMED;
        return;
    }
    /* the answer comes to sn_viewport_press_known */
    bool through = sn_viewport_picks_through(viewport) || (state & GDK_ALT_MASK) != 0 ||
                   viewport->drawing.class || sn_ask_active(viewport->session);
    viewport->input.press = SN_PRESS_WAITING;
    viewport->pick.press_deeper = false;
    viewport->pick.press_serial = sn_viewport_pick(viewport, x, y, through);
    if (viewport->pick.press_serial == 0)
        sn_viewport_press_known(viewport);
}

/* All of a drag at once, from where it began to where it was let go. */
static void catch_up(SnViewport *viewport)
{
    start_left_drag(viewport);
    if (viewport->input.drag)
        end_drag(viewport, false);
    viewport->input.press = SN_PRESS_NONE;
}

/* A release that came before the answer has left press == NONE and a serial. */
void sn_viewport_press_known(SnViewport *viewport)
{
    viewport->pick.press_serial = 0;
    if (viewport->input.press == SN_PRESS_NONE) {
        sn_viewport_click(viewport, &viewport->input.at);
        const SnLateKeys keys = viewport->drawing.late;
        const bool keep = viewport->measure.late_keep;
        forget_late_keys(viewport);
        sn_measure_late_key(viewport, keep);
        sn_drawing_late_keys(viewport, keys);
    } else if (viewport->input.press == SN_PRESS_WAITING) {
        viewport->input.press = SN_PRESS_ARMED;
        if (viewport->input.moved && viewport->input.at.button == GDK_BUTTON_PRIMARY)
            start_left_drag(viewport);
    } else if (viewport->input.press == SN_PRESS_LATE) {
        catch_up(viewport);
    }
}

void sn_viewport_motion(SnViewport *viewport, double x, double y, GdkModifierType state)
{
    viewport->input.inside = true;
    viewport->input.x = x;
    viewport->input.y = y;
    SnPointer *at = &viewport->input.at;
    if (viewport->input.press == SN_PRESS_LATE)
        return; /* it ended where it was let go */
    if (viewport->input.press == SN_PRESS_NONE) {
        sn_viewport_want_hover(viewport);
        if (viewport->region.kind == SN_REGION_BRUSH)
            gtk_widget_queue_draw(GTK_WIDGET(viewport));
        return;
    }
    at->dx = x - at->x;
    at->dy = y - at->y;
    at->x = x;
    at->y = y;
    at->state = state;
    if (viewport->input.press == SN_PRESS_DRAGGING) {
        viewport->input.drag->update(viewport, at);
        return;
    }
    if (viewport->input.press == SN_PRESS_DEAD)
        return;
    viewport->input.moved =
        viewport->input.moved || hypot(x - at->start_x, y - at->start_y) >= THRESHOLD;
    if (!viewport->input.moved)
        return;
    if (at->button != GDK_BUTTON_PRIMARY) {
        const SnDragRow *row = camera_drag(at);
        start_drag(viewport, &row, 1);
    } else if (viewport->input.press == SN_PRESS_ARMED || !needs_answer(viewport)) {
        start_left_drag(viewport);
    }
}

void sn_viewport_release(SnViewport *viewport, double x, double y, GdkModifierType state)
{
    if (viewport->input.press == SN_PRESS_LATE)
        return;
    viewport->input.at.x = x;
    viewport->input.at.y = y;
    viewport->input.at.state = state;
    switch (viewport->input.press) {
    case SN_PRESS_NONE:
        return;
    case SN_PRESS_DRAGGING:
        end_drag(viewport, false);
        return;
    case SN_PRESS_ARMED:
        viewport->input.press = SN_PRESS_NONE;
        sn_viewport_click(viewport, &viewport->input.at);
        break;
    case SN_PRESS_WAITING:
        viewport->input.press = SN_PRESS_NONE;
        if (viewport->input.moved && viewport->input.at.button == GDK_BUTTON_PRIMARY) {
            viewport->input.press = SN_PRESS_LATE;
            return;
        }
        if (viewport->input.moved) /* no click */
            viewport->pick.press_serial = 0;
        break;
    case SN_PRESS_LATE:
    case SN_PRESS_DEAD:
        viewport->input.press = SN_PRESS_NONE;
        break;
    }
    sn_viewport_want_hover(viewport);
    update_feedback(viewport);
}

void sn_viewport_leave(SnViewport *viewport)
{
    viewport->input.inside = false;
    if (viewport->input.press == SN_PRESS_NONE) {
        sn_viewport_forget_hover(viewport);
        update_feedback(viewport);
    }
}

void sn_viewport_scroll(SnViewport *viewport, double steps)
{
    bool known = viewport->input.inside;
    double x = known ? viewport->input.x : gtk_widget_get_width(GTK_WIDGET(viewport)) / 2.0;
    double y = known ? viewport->input.y : gtk_widget_get_height(GTK_WIDGET(viewport)) / 2.0;
    if (sn_region_scroll(viewport, steps))
        return;
    sn_viewport_zoom_at(viewport, pow(WHEEL_FACTOR, -steps), x, y);
    sn_viewport_want_hover(viewport);
}

bool sn_viewport_escape(SnViewport *viewport)
{
    if (viewport->input.press == SN_PRESS_NONE && sn_drawing_cancel(viewport))
        return true;
    bool something = viewport->move.typing || viewport->region.kind != SN_REGION_NONE ||
                     viewport->input.press == SN_PRESS_DRAGGING || viewport->measure.n > 0;
    if (viewport->input.press == SN_PRESS_DRAGGING)
        end_drag(viewport, true);
    else if (viewport->move.typing)
        sn_move_end_typing(viewport, false);
    else if (viewport->input.press == SN_PRESS_LATE)
        viewport->input.press = SN_PRESS_NONE;
    else if (viewport->input.press != SN_PRESS_NONE)
        viewport->input.press = SN_PRESS_DEAD;
    else
        viewport->measure.n = 0;
    viewport->pick.press_serial = 0;
    g_array_set_size(viewport->pick.late, 0);
    viewport->region.kind = SN_REGION_NONE;
    update_feedback(viewport);
    return something;
}

void sn_viewport_update_cursor(SnViewport *viewport)
{
    const char *name = NULL;
    SnTool tool = sn_session_tool(viewport->session);
    bool over = viewport->pick.hover_known && !sn_id_is_null(viewport->pick.hover.id);
    bool handle = viewport->pick.hover_known && (viewport->pick.hover.clip_plane >= 0 ||
                                                 viewport->pick.hover.manipulator_axis >= 0);
    if (viewport->input.drag)
        name = viewport->input.drag->cursor;
    else if (viewport->region.kind != SN_REGION_NONE)
        name = "crosshair";
    else if (handle)
        name = "grab";
    else if (tool == SN_TOOL_MEASURE || viewport->drawing.class || sn_ask_active(viewport->session))
        name = "crosshair";
    else if (tool == SN_TOOL_PULL && over)
        name = "grab";
    gtk_widget_set_cursor_from_name(GTK_WIDGET(viewport), name);
}

/* --- GTK's side --- */

static GdkModifierType state_of(gpointer controller)
{
    return gtk_event_controller_get_current_event_state(controller);
}

static void on_drag_begin(GtkGestureDrag *gesture, double x, double y, SnViewport *viewport)
{
    GtkWidget *under = gtk_widget_pick(GTK_WIDGET(viewport), x, y, GTK_PICK_DEFAULT);
    if (under != GTK_WIDGET(viewport))
        return; /* a strip's; denied, GTK 4.8 would lose the press after it */
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    viewport->input.event_time =
        gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(gesture));
    sn_viewport_press(viewport, button, x, y, state_of(gesture));
}

static void on_drag_update(GtkGestureDrag *gesture, double dx, double dy, SnViewport *viewport)
{
    if (viewport->input.press != SN_PRESS_NONE)
        sn_viewport_motion(viewport, viewport->input.at.start_x + dx,
                           viewport->input.at.start_y + dy, state_of(gesture));
}

static void on_drag_end(GtkGestureDrag *gesture, double dx, double dy, SnViewport *viewport)
{
    sn_viewport_release(viewport, viewport->input.at.start_x + dx, viewport->input.at.start_y + dy,
                        state_of(gesture));
}

static void on_drag_cancel(GtkGesture *gesture, GdkEventSequence *sequence, SnViewport *viewport)
{
    if (viewport->input.press == SN_PRESS_NONE)
        return; /* a strip has taken it: what the hand is at goes on */
    sn_viewport_escape(viewport);
    viewport->input.press = SN_PRESS_NONE;
}

static void on_motion(GtkEventControllerMotion *controller, double x, double y,
                      SnViewport *viewport)
{
    if (viewport->input.press == SN_PRESS_NONE) { /* while pressed the gesture tells */
        GtkWidget *under = gtk_widget_pick(GTK_WIDGET(viewport), x, y, GTK_PICK_DEFAULT);
        if (under == GTK_WIDGET(viewport))
            sn_viewport_motion(viewport, x, y, state_of(controller));
        else
            sn_viewport_leave(viewport);
    }
}

/* While a hand of the viewer waits for keys (an axis, a number, Enter), they are its own where the
 * pointer is, though a row of a list was clicked last; what is being written elsewhere keeps them.
 */
static void on_enter(GtkEventControllerMotion *controller, double x, double y, SnViewport *viewport)
{
    const bool waits = viewport->settings.manipulator != 0 || viewport->drawing.class ||
                       sn_ask_active(viewport->session) ||
                       sn_session_tool(viewport->session) == SN_TOOL_MEASURE;
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(viewport));
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    GtkWidget *number = focus ? gtk_widget_get_ancestor(focus, SN_TYPE_NUMBER_FIELD) : NULL;
    /* "1" over the picture is what it says there, not the next number after one that Enter ended */
    const bool rests = number && sn_number_field_rests(SN_NUMBER_FIELD(number));
    if ((waits || rests) && viewport->input.press == SN_PRESS_NONE &&
        focus != GTK_WIDGET(viewport) &&
        !(focus && !rests &&
          (GTK_IS_EDITABLE(focus) || GTK_IS_TEXT_VIEW(focus) ||
           gtk_widget_get_ancestor(focus, GTK_TYPE_POPOVER))))
        gtk_widget_grab_focus(GTK_WIDGET(viewport));
}

static void on_leave(GtkEventControllerMotion *controller, SnViewport *viewport)
{
    sn_viewport_leave(viewport);
}

static gboolean on_scroll(GtkEventControllerScroll *controller, double dx, double dy,
                          SnViewport *viewport)
{
    bool surface = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE;
    sn_viewport_scroll(viewport, surface ? dy / 30 : dy);
    return GDK_EVENT_STOP;
}

static void on_pinch(GtkGestureZoom *gesture, double factor, SnViewport *viewport)
{
    double x = 0, y = 0;
    double *last = g_object_get_data(G_OBJECT(gesture), "last");
    gtk_gesture_get_bounding_box_center(GTK_GESTURE(gesture), &x, &y);
    sn_viewport_zoom_at(viewport, factor / *last, x, y);
    *last = factor;
}

static void on_pinch_begin(GtkGesture *gesture, GdkEventSequence *sequence, SnViewport *viewport)
{
    double *last = g_object_get_data(G_OBJECT(gesture), "last");
    *last = 1;
}

static gboolean on_key(GtkEventControllerKey *controller, guint value, guint code,
                       GdkModifierType state, SnViewport *viewport)
{
    bool plain = (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) == 0;
    const bool command = (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0;
    if (sn_move_key(viewport, value, state) ||
        (!command && sn_drawing_key(viewport, value, state)) ||
        (plain && sn_measure_key(viewport, value)))
        return TRUE;
    switch (value) {
    case GDK_KEY_Escape:
        return sn_ask_back(viewport->session, true) || sn_viewport_escape(viewport);
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
        sn_viewport_scroll(viewport, -2);
        return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
        sn_viewport_scroll(viewport, 2);
        return TRUE;
    case GDK_KEY_F10: /* alone it opens the main menu */
        if ((state & GDK_SHIFT_MASK) == 0)
            return FALSE;
        sn_viewport_open_menu(viewport, NULL, SN_ID_NULL, viewport->input.x, viewport->input.y);
        return TRUE;
    case GDK_KEY_Menu:
        sn_viewport_open_menu(viewport, NULL, SN_ID_NULL, viewport->input.x, viewport->input.y);
        return TRUE;
    default:
        return FALSE;
    }
}

/* With Ctrl the arrow keys turn the view, with Shift besides they move it; alone they belong to the
 * time. */
static gboolean on_arrow(GtkEventControllerKey *controller, guint value, guint code,
                         GdkModifierType state, SnViewport *viewport)
{
    double x = (value == GDK_KEY_Right) - (value == GDK_KEY_Left);
    double y = (value == GDK_KEY_Down) - (value == GDK_KEY_Up);
    if ((x == 0 && y == 0) || (state & GDK_CONTROL_MASK) == 0 || (state & GDK_ALT_MASK) != 0 ||
        viewport->input.press != SN_PRESS_NONE)
        return FALSE;
    SnCamera camera = viewport->settings.camera;
    if ((state & GDK_SHIFT_MASK) != 0) {
        sn_camera_pan(&camera, -0.05 * x * viewport->settings.height,
                      -0.05 * y * viewport->settings.height, viewport->settings.width,
                      viewport->settings.height);
    } else {
        sn_camera_orbit(&camera, x * G_PI / 12, y * G_PI / 12);
    }
    sn_viewport_leave_view(viewport);
    sn_viewport_stop_animation(viewport);
    viewport->settings.camera = camera;
    sn_viewport_settings_changed(viewport);
    return TRUE;
}

/* Keys go elsewhere: what was typed so far stands. */
static void on_focus_left(SnViewport *viewport)
{
    sn_move_end_typing(viewport, true);
}

void sn_viewport_add_controllers(SnViewport *viewport)
{
    GtkWidget *widget = GTK_WIDGET(viewport);
    GtkGesture *drag = gtk_gesture_drag_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), 0);
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), viewport);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_update), viewport);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_end), viewport);
    g_signal_connect(drag, "cancel", G_CALLBACK(on_drag_cancel), viewport);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(drag));

    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "enter", G_CALLBACK(on_enter), viewport);
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), viewport);
    g_signal_connect(motion, "leave", G_CALLBACK(on_leave), viewport);
    gtk_widget_add_controller(widget, motion);

    GtkEventController *scroll =
        gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
    g_signal_connect(scroll, "scroll", G_CALLBACK(on_scroll), viewport);
    gtk_widget_add_controller(widget, scroll);

    GtkGesture *pinch = gtk_gesture_zoom_new();
    g_object_set_data_full(G_OBJECT(pinch), "last", g_new0(double, 1), g_free);
    g_signal_connect(pinch, "begin", G_CALLBACK(on_pinch_begin), viewport);
    g_signal_connect(pinch, "scale-changed", G_CALLBACK(on_pinch), viewport);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(pinch));

    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), viewport);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_arrow), viewport);
    gtk_widget_add_controller(widget, keys);

    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect_swapped(focus, "leave", G_CALLBACK(on_focus_left), viewport);
    gtk_widget_add_controller(widget, focus);
}
