/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/actions/shortcuts.h"
#include "ui/tracks/knot_popover.h"
#include "ui/tracks/track_edit_private.h"
#include "ui/tracks/track_list.h"
#include "ui/tracks/track_menu.h"

#include <math.h>

#define SLACK 3 /* a press that moves less is a click [px] */

/* --- knots on the screen --- */

const SnInputProbe *sn_track_edit_probe(const SnTrackEdit *edit)
{
    const SnModel *model = sn_session_model(edit->track->session);
    return (const SnInputProbe *)sn_model_get(model, edit->track->probe);
}

double sn_track_own_time(const SnTrackEdit *edit, double time)
{
    const SnInputProbe *probe = sn_track_edit_probe(edit);
    return (time - probe->start) / probe->time_scale;
}

double sn_track_shown_time(const SnTrackEdit *edit, double own)
{
    const SnInputProbe *probe = sn_track_edit_probe(edit);
    return probe->start + own * probe->time_scale;
}

static SnMapping mapping_of(const SnTrackEdit *edit, int number)
{
    const SnProbeCurve *curve = edit->track->curve;
    return curve && number < sn_probe_curve_width(curve) ? sn_probe_curve_mapping(curve, number)
                                                         : (SnMapping){0, 1, 0};
}

int sn_track_column(const SnTrackEdit *edit, int number)
{
    return MIN(mapping_of(edit, number).column, edit->table->width - 1);
}

double sn_track_shown_value(const SnTrackEdit *edit, int number, double value)
{
    const SnMapping map = mapping_of(edit, number);
    return map.gain * value + map.offset;
}

double sn_track_knot_value(const SnTrackEdit *edit, int number, double shown)
{
    const SnMapping map = mapping_of(edit, number);
    return map.gain != 0 ? (shown - map.offset) / map.gain : 0;
}

void sn_track_knot_place(const SnTrackEdit *edit, const SnTrackArea *area, int knot, int number,
                         double *x, double *y)
{
    const SnKnotTable *table = edit->table;
    const double value = table->values[knot * table->width + sn_track_column(edit, number)];
    *x = sn_track_x(edit->track, area, sn_track_shown_time(edit, table->times[knot]));
    *y = sn_track_y(edit->track, area, sn_track_shown_value(edit, number, value));
}

/* Rows of a file are played: there is nothing to take hold of. */
static bool plays_file(const SnTrackEdit *edit)
{
    const SnInputProbe *probe = sn_track_edit_probe(edit);
    return probe->file && probe->file[0] != '\0';
}

static int n_curves(const SnTrackEdit *edit)
{
    const SnProbeCurve *curve = edit->track->curve;
    return curve ? sn_probe_curve_width(curve) : 0;
}

/* Knots between the edges of the area: first and one past the last. */
static void in_view(const SnTrackEdit *edit, const SnTrackArea *area, int *first, int *end)
{
    const double from = sn_track_time(edit->track, area, area->left - SN_KNOT_REACH);
    const double to = sn_track_time(edit->track, area, area->left + area->width + SN_KNOT_REACH);
    *first = sn_knot_table_find(edit->table, sn_track_own_time(edit, from));
    *end = sn_knot_table_find(edit->table, sn_track_own_time(edit, to));
}

bool sn_track_has_handles(const SnTrackEdit *edit, const SnTrackArea *area)
{
    int first = 0, end = 0;
    in_view(edit, area, &first, &end);
    return end - first <= area->width / 5 && !plays_file(edit);
}

bool sn_track_chosen_box(const SnTrackEdit *edit, const SnTrackArea *area, graphene_rect_t *box)
{
    double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    int count = 0;
    for (int i = 0; i < edit->table->n; i++) {
        for (int k = 0; edit->table->chosen[i] && k < n_curves(edit); k++) {
            double x = 0, y = 0;
            sn_track_knot_place(edit, area, i, k, &x, &y);
            left = MIN(left, x);
            right = MAX(right, x);
            top = MIN(top, y);
            bottom = MAX(bottom, y);
        }
        count += edit->table->chosen[i];
    }
    *box = GRAPHENE_RECT_INIT((float)left - 7, (float)top - 7, (float)(right - left) + 14,
                              (float)(bottom - top) + 14);
    return count > 1 && left <= right;
}

bool sn_track_block(const SnTrackEdit *edit, const SnTrackArea *area, int index, double *left,
                    double *right)
{
    const SnTrack *track = edit->track;
    if (index < 0) {
        double from = 0, to = 0;
        if (!track->curve || !sn_probe_curve_span(track->curve, &from, &to))
            return false;
        *left = sn_track_x(track, area, from);
        *right = sn_track_x(track, area, to);
        return true;
    }
    const SnSegment *segment =
        (const SnSegment *)sn_track_edit_probe(edit)->segments.entries + index;
    const double duration = sn_edits_segment_duration(track->session, segment);
    *left = sn_track_x(track, area, sn_track_shown_time(edit, segment->time));
    *right = sn_track_x(track, area, sn_track_shown_time(edit, segment->time + duration));
    return duration > 0;
}

int sn_track_nearest(const SnTrackEdit *edit, const SnTrackArea *area, double x, double y)
{
    int nearest = 0;
    double least = INFINITY;
    for (int k = 0; k < n_curves(edit); k++) {
        double value = 0;
        if (sn_track_trace_value(edit->track, k, sn_track_time(edit->track, area, x), &value)) {
            const double off = fabs(sn_track_y(edit->track, area, value) - y);
            nearest = off < least ? k : nearest;
            least = MIN(least, off);
        }
    }
    return nearest;
}

/* --- what lies under the pointer --- */

static SnTrackHit hit_lane(const SnTrackEdit *edit, const SnTrackArea *area, double x)
{
    double left = 0, right = 0;
    const int n = sn_track_edit_probe(edit)->segments.n;
    for (int i = n - 1; i >= 0; i--) {
        if (!sn_track_block(edit, area, i, &left, &right))
            continue;
        if (fabs(x - right) <= SN_EDGE_REACH)
            return (SnTrackHit){SN_PART_CLIP_END, i, 0};
        if (x >= left && x <= right)
            return (SnTrackHit){SN_PART_CLIP, i, 0};
    }
    if (!sn_track_block(edit, area, -1, &left, &right) || right - left < 1)
        return (SnTrackHit){SN_PART_NOTHING, -1, 0}; /* no curve, or a single knot */
    const SnTrackPart part = fabs(x - right) <= SN_EDGE_REACH  ? SN_PART_CURVE_END
                             : fabs(x - left) <= SN_EDGE_REACH ? SN_PART_CURVE_START
                             : x > left && x < right           ? SN_PART_CURVE
                                                               : SN_PART_NOTHING;
    return (SnTrackHit){part, -1, 0};
}

static SnTrackHit hit_box(const SnTrackEdit *edit, const SnTrackArea *area, double x, double y)
{
    graphene_rect_t box;
    SnTrackHit hit = {SN_PART_EMPTY, -1, 0};
    if (!sn_track_chosen_box(edit, area, &box))
        return hit;
    const double left = box.origin.x, right = left + (double)box.size.width;
    const double top = box.origin.y, bottom = top + (double)box.size.height;
    const double middle_x = (left + right) / 2, middle_y = (top + bottom) / 2;
    const struct {
        SnTrackPart part;
        double x, y;
    } grips[] = {{SN_PART_LEFT, left, middle_y},
                 {SN_PART_RIGHT, right, middle_y},
                 {SN_PART_TOP, middle_x, top},
                 {SN_PART_BOTTOM, middle_x, bottom}};
    for (gsize i = 0; i < G_N_ELEMENTS(grips); i++) {
        if (hypot(x - grips[i].x, y - grips[i].y) <= SN_KNOT_REACH)
            hit.part = grips[i].part;
    }
    return hit;
}

static SnTrackHit hit_knot(const SnTrackEdit *edit, const SnTrackArea *area, double x, double y)
{
    SnTrackHit hit = {SN_PART_EMPTY, -1, 0};
    double reach = SN_KNOT_REACH;
    int first = 0, end = 0;
    if (!sn_track_has_handles(edit, area))
        return hit;
    in_view(edit, area, &first, &end);
    for (int i = first; i < end; i++) {
        for (int k = 0; k < n_curves(edit); k++) {
            double knot_x = 0, knot_y = 0;
            sn_track_knot_place(edit, area, i, k, &knot_x, &knot_y);
            const double off = hypot(knot_x - x, knot_y - y);
            if (off <= reach) {
                reach = off;
                hit = (SnTrackHit){SN_PART_KNOT, i, k};
            }
        }
    }
    return hit;
}

static SnTrackHit hit_at(const SnTrackEdit *edit, double x, double y)
{
    const SnTrackArea area = sn_track_area(edit->track);
    if (!edit->track->open || x < area.left || !sn_track_edit_probe(edit))
        return (SnTrackHit){SN_PART_NOTHING, -1, 0};
    if (y <= SN_TRACK_LANE + 2)
        return hit_lane(edit, &area, x);
    if (plays_file(edit))
        return (SnTrackHit){SN_PART_NOTHING, -1, 0};
    const SnTrackHit knot = hit_knot(edit, &area, x, y);
    return knot.part == SN_PART_KNOT ? knot : hit_box(edit, &area, x, y);
}

/* --- gestures --- */

static const char *cursor_for(const SnTrackEdit *edit, SnTrackPart part)
{
    switch (part) {
    case SN_PART_KNOT:
    case SN_PART_CURVE:
    case SN_PART_CLIP:
        return edit->dragging ? "grabbing" : "grab";
    case SN_PART_LEFT:
    case SN_PART_RIGHT:
    case SN_PART_CURVE_START:
    case SN_PART_CURVE_END:
    case SN_PART_CLIP_END:
        return "ew-resize";
    case SN_PART_TOP:
    case SN_PART_BOTTOM:
        return "ns-resize";
    default:
        return edit->track->inside && sn_track_list_pencil(edit->track->list) ? "crosshair" : NULL;
    }
}

static void on_motion(GtkEventControllerMotion *motion, double x, double y, SnTrackEdit *edit)
{
    if (edit->grip.part == SN_PART_NOTHING) {
        edit->hover = hit_at(edit, x, y);
        gtk_widget_set_cursor_from_name(GTK_WIDGET(edit->track),
                                        cursor_for(edit, edit->hover.part));
    }
}

static void on_drag_begin(GtkGestureDrag *drag, double x, double y, SnTrackEdit *edit)
{
    edit->state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(drag));
    edit->grip = hit_at(edit, x, y);
    edit->dragging = false;
    edit->x = edit->to_x = x;
    edit->y = edit->to_y = y;
    edit->pencil = sn_track_list_pencil(edit->track->list) && y > SN_TRACK_LANE + 2 &&
                   edit->grip.part != SN_PART_NOTHING;
    if (edit->grip.part == SN_PART_NOTHING) {
        gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    SnKnotTable *table = edit->table;
    const bool shift = (edit->state & GDK_SHIFT_MASK) != 0;
    if (edit->grip.part == SN_PART_KNOT && !edit->pencil) {
        bool *chosen = &table->chosen[edit->grip.index];
        if (shift) {
            *chosen = !*chosen;
        } else if (!*chosen) {
            sn_knot_table_choose_none(table);
            *chosen = true;
        }
        sn_track_edit_chosen(edit);
    }
}

static void on_drag_update(GtkGestureDrag *drag, double dx, double dy, SnTrackEdit *edit)
{
    if (edit->grip.part == SN_PART_NOTHING)
        return;
    edit->state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(drag));
    edit->to_x = edit->x + dx;
    edit->to_y = edit->y + dy;
    if (!edit->dragging && hypot(dx, dy) > SLACK) {
        edit->dragging = true;
        gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_CLAIMED);
        sn_track_edit_begin(edit);
        gtk_widget_set_cursor_from_name(GTK_WIDGET(edit->track), cursor_for(edit, edit->grip.part));
    }
    if (edit->dragging) {
        edit->track->x = edit->to_x;
        edit->track->y = edit->to_y;
        sn_track_edit_update(edit);
        gtk_widget_queue_draw(GTK_WIDGET(edit->track));
    }
}

static void on_drag_end(GtkGestureDrag *drag, double dx, double dy, SnTrackEdit *edit)
{
    if (edit->dragging) {
        sn_track_edit_end(edit);
    } else if (edit->grip.part == SN_PART_EMPTY) {
        sn_knot_table_choose_none(edit->table);
        sn_track_edit_chosen(edit);
    }
    edit->grip.part = SN_PART_NOTHING;
    edit->dragging = false;
    gtk_widget_queue_draw(GTK_WIDGET(edit->track));
}

static void on_drag_cancel(GtkGesture *gesture, GdkEventSequence *sequence, SnTrackEdit *edit)
{
    if (edit->dragging)
        sn_track_edit_cancel(edit);
    edit->grip.part = SN_PART_NOTHING;
    edit->dragging = false;
    gtk_widget_queue_draw(GTK_WIDGET(edit->track));
}

static void on_pressed(GtkGestureClick *click, int n, double x, double y, SnTrackEdit *edit)
{
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(click));
    const SnTrackHit hit = hit_at(edit, x, y);
    const GdkModifierType state =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(click));
    if (hit.part == SN_PART_NOTHING && (button != GDK_BUTTON_SECONDARY || x < SN_AXIS_GUTTER))
        return;
    if (button == GDK_BUTTON_SECONDARY) {
        gtk_gesture_set_state(GTK_GESTURE(click), GTK_EVENT_SEQUENCE_CLAIMED);
        if (hit.part == SN_PART_KNOT) {
            sn_knot_popover_show(edit, hit.index, hit.number);
        } else {
            const bool clip = hit.part == SN_PART_CLIP || hit.part == SN_PART_CLIP_END;
            sn_track_menu_show(edit->track, x, y, clip ? hit.index : -1);
        }
    } else if (button == GDK_BUTTON_PRIMARY && n == 2) {
        if (hit.part == SN_PART_EMPTY) {
            sn_track_edit_add(edit, x, y, (state & GDK_CONTROL_MASK) == 0);
        } else if (hit.part == SN_PART_KNOT) {
            sn_knot_popover_show(edit, hit.index, hit.number);
        } else if (hit.part == SN_PART_CLIP) { /* its knots are in the properties */
            const SnSegment *segments = sn_track_edit_probe(edit)->segments.entries;
            sn_session_select_one(edit->track->session, segments[hit.index].clip);
        }
    }
}

/* --- life --- */

/* Keys that the window has for itself go to the knots while some are chosen. */
void sn_track_edit_chosen(SnTrackEdit *edit)
{
    static const char *const always[] = {"<Control>a", "<Control>v", NULL};
    static const char *const chosen[] = {"<Control>a", "<Control>v", "<Control>c", "<Control>x",
                                         "Delete",     "Escape",     NULL};
    const bool any = sn_knot_table_count_chosen(edit->table) > 0;
    g_object_set_data(G_OBJECT(edit->track), SN_OWN_KEYS, (gpointer)(gsize)(any ? chosen : always));
    gtk_widget_queue_draw(GTK_WIDGET(edit->track));
}

void sn_track_edit_load(SnTrackEdit *edit)
{
    const SnInputProbe *probe = sn_track_edit_probe(edit);
    if (edit->dragging || !probe)
        return; /* it is what the drag made it */
    SnKnotTable *table = sn_knot_table_read(&probe->knots);
    if (table->n == edit->table->n) {
        for (int i = 0; i < table->n; i++)
            table->chosen[i] = edit->table->chosen[i];
    }
    sn_knot_table_free(edit->table);
    edit->table = table;
    edit->hover.part = SN_PART_NOTHING;
    sn_track_edit_chosen(edit);
}

void sn_track_edit_control(SnTrackEdit *edit, GtkEventController *controller)
{
    g_assert(edit->n_controllers < (int)G_N_ELEMENTS(edit->controllers));
    edit->controllers[edit->n_controllers++] = controller;
    gtk_widget_add_controller(GTK_WIDGET(edit->track), controller);
}

SnTrackEdit *sn_track_edit_new(SnTrack *track)
{
    SnTrackEdit *edit = g_new0(SnTrackEdit, 1);
    edit->track = track;
    edit->table = sn_knot_table_new(1);
    GtkGesture *drag = gtk_gesture_drag_new();
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), edit);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_update), edit);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_end), edit);
    g_signal_connect(drag, "cancel", G_CALLBACK(on_drag_cancel), edit);
    sn_track_edit_control(edit, GTK_EVENT_CONTROLLER(drag));
    GtkGesture *click = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), 0);
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), edit);
    sn_track_edit_control(edit, GTK_EVENT_CONTROLLER(click));
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), edit);
    sn_track_edit_control(edit, motion);
    sn_track_edit_keys(edit);
    return edit;
}

void sn_track_edit_free(SnTrackEdit *edit)
{
    if (edit->dragging)
        sn_track_edit_cancel(edit);
    for (int i = 0; i < edit->n_controllers; i++)
        g_signal_handlers_disconnect_by_data(edit->controllers[i], edit);
    sn_knot_table_free(edit->table);
    g_free(edit);
}
