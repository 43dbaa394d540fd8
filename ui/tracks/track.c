/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tracks/track.h"

#include "engine/model/classes/probe.h"
#include "ui/edits/edits.h"
#include "ui/session/property_target.h"
#include "ui/tracks/track_list.h"
#include "ui/tracks/track_menu.h"
#include "ui/tracks/track_private.h"
#include "ui/widgets/tooltip.h"

#include <math.h>
#include <string.h>

#define HEAD   24 /* height of the header's first line [px] */
#define BUTTON 20
#define AXIS   42 /* room for the numbers of the axis, left of the curves */

G_DEFINE_FINAL_TYPE(SnTrack, sn_track, GTK_TYPE_WIDGET)

/* --- what it shows --- */

static const SnComponent *component_of(const SnTrack *track)
{
    const SnModel *model = sn_session_model(track->session);
    return model ? sn_model_get(model, track->probe) : NULL;
}

static void clear_trace(gpointer data)
{
    g_free(((SnTrace *)data)->label);
}

static void add_trace(SnTrack *track, const SnTarget *target, int place_children, int width)
{
    static const char *const axes[] = {" x", " y", " z", " w"};
    static const char *const turned[] = {" w", " x", " y", " z"};
    const SnModel *model = sn_session_model(track->session);
    const SnProperty *property = sn_model_property(model, target->id, target->row);
    char *label = sn_session_label(track->session, target->id);
    const char *axis = width == 3 ? axes[place_children] : width == 4 ? turned[place_children] : "";
    char *lower = sn_property_called(model, target->id, property);
    SnTrace trace = {g_strdup_printf("%s %s%s", label, lower, axis), property->unit};
    g_array_append_val(track->traces, trace);
    g_free(lower);
    g_free(label);
}

/* Names and units of the numbers that are recorded or driven. */
static void find_traces(SnTrack *track, const SnProbe *probe)
{
    const SnModel *model = sn_session_model(track->session);
    g_array_set_size(track->traces, 0);
    for (int i = 0; i < probe->targets.n; i++) {
        const SnTarget *target = &probe->targets.targets[i];
        const SnProperty *property = sn_model_object(model, target->id)
                                         ? sn_model_property(model, target->id, target->row)
                                         : NULL;
        const int width = property ? MAX(sn_type_width(property->type), 1) : 0;
        for (int k = 0; k < width; k++)
            add_trace(track, target, k, width);
    }
    track->unit = SN_UNIT_NONE;
    for (guint i = 0; i < track->traces->len; i++) {
        const SnUnit unit = g_array_index(track->traces, SnTrace, i).unit;
        if (i > 0 && unit != track->unit) {
            track->unit = SN_UNIT_NONE;
            break;
        }
        track->unit = unit;
    }
}

/* Slider range of everything driven, in SI; false if something has none. */
static bool slider_range(const SnTrack *track, const SnProbe *probe, double *low, double *high)
{
    const SnModel *model = sn_session_model(track->session);
    bool any = false;
    for (int i = 0; i < probe->targets.n; i++) {
        const SnTarget *target = &probe->targets.targets[i];
        const SnProperty *property = sn_model_object(model, target->id)
                                         ? sn_model_property(model, target->id, target->row)
                                         : NULL;
        if (!property || property->soft_max <= property->soft_min)
            return false;
        *low = any ? MIN(*low, property->soft_min) : property->soft_min;
        *high = any ? MAX(*high, property->soft_max) : property->soft_max;
        any = true;
    }
    return any;
}

static int n_curves(const SnTrack *track)
{
    return track->output ? (track->series ? sn_series_width(track->series) : 0)
                         : (track->curve ? sn_probe_curve_width(track->curve) : 0);
}

/* Smallest and largest of all values; false without any. */
static bool data_range(const SnTrack *track, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    double from = 0, to = 0;
    if (!track->output && (!track->curve || !sn_probe_curve_span(track->curve, &from, &to)))
        return false;
    for (int k = 0; k < n_curves(track); k++) {
        double least = 0, most = 0;
        const bool any = track->output
                             ? sn_series_range(track->series, k, 0, track->shown, &least, &most)
                             : sn_probe_curve_range(track->curve, k, from, to, 200, &least, &most);
        if (any) {
            *low = MIN(*low, least);
            *high = MAX(*high, most);
        }
    }
    return *low <= *high;
}

/* Smallest and largest value; one number for what does not change. */
static char *range_text(const SnTrack *track)
{
    double low = 0, high = 0;
    if (!data_range(track, &low, &high))
        return g_strdup(track->output ? "nothing recorded" : "no knots");
    /* rounding errors are no values */
    const double noise = MAX(1e-12, 1e-9 * (high - low));
    low = fabs(low) < noise ? 0 : low;
    high = fabs(high) < noise ? 0 : high;
    char *from = sn_unit_format(low, track->unit, 3), *to = sn_unit_format(high, track->unit, 3);
    const char *unit = sn_unit_shown(track->unit);
    char *text = strcmp(from, to) == 0 ? g_strdup_printf("%s %s", to, unit)
                                       : g_strdup_printf("%s … %s %s", from, to, unit);
    g_free(from);
    g_free(to);
    return g_strchomp(text);
}

static void find_range(SnTrack *track)
{
    if (track->frozen)
        return;
    double low = 0, high = 1, slider_low = 0, slider_high = 0;
    bool any = data_range(track, &low, &high);
    const SnProbe *probe = (const SnProbe *)component_of(track);
    if (!track->output && slider_range(track, probe, &slider_low, &slider_high)) {
        low = any ? MIN(low, slider_low) : slider_low;
        high = any ? MAX(high, slider_high) : slider_high;
        any = true;
    }
    if (!any) {
        low = 0;
        high = 1;
    }
    double least = 1e-9 + 1e-6 * MAX(fabs(low), fabs(high));
    if (!track->output && high - low < least)
        least = MAX(0.5 * fabs(high), 1e-3); /* room to drag the knots in */
    if (high - low < 2 * least) {
        low -= least;
        high += least;
    }
    track->low = low;
    track->high = high;
}

static void set_label(GtkWidget *label, const char *text)
{
    if (strcmp(gtk_label_get_text(GTK_LABEL(label)), text) != 0)
        gtk_label_set_text(GTK_LABEL(label), text);
}

/* The value at the time of the window's clock, one number or the first of several. */
static void show_now(SnTrack *track)
{
    double value = 0;
    if (!track->open)
        return;
    if (!sn_track_trace_value(track, 0, sn_session_time(track->session), &value)) {
        set_label(track->now, "");
        return;
    }
    char *number = sn_unit_format(value, track->unit, 4);
    char *text = g_strdup_printf("%s %s", number, sn_unit_shown(track->unit));
    set_label(track->now, g_strchomp(text));
    g_free(text);
    g_free(number);
}

static void show_range(SnTrack *track)
{
    find_range(track);
    char *range = range_text(track);
    set_label(track->range, track->trouble ? track->trouble : range);
    sn_set_tooltip(track->range, track->trouble);
    g_free(range);
    show_now(track);
    gtk_widget_queue_draw(GTK_WIDGET(track));
}

static void load_input(SnTrack *track, const SnInputProbe *probe)
{
    g_clear_pointer(&track->curve, sn_probe_curve_free);
    GError *error = NULL;
    g_clear_pointer(&track->trouble, g_free);
    track->curve = sn_probe_curve_new(sn_session_model(track->session), probe, &error);
    if (!track->curve) {
        track->trouble = g_strdup(error->message);
        g_error_free(error);
    }
    sn_track_edit_load(track->edit);
}

void sn_track_load(SnTrack *track)
{
    const SnComponent *component = component_of(track);
    if (!component)
        return;
    const SnProbe *probe = (const SnProbe *)component;
    char *label = sn_session_label(track->session, track->probe);
    set_label(track->name, label);
    find_traces(track, probe);
    gtk_accessible_update_property(GTK_ACCESSIBLE(track), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    char *id = g_strdup_printf("track:%s", label);
    if (strcmp(gtk_widget_get_name(GTK_WIDGET(track)), id) != 0)
        gtk_widget_set_name(GTK_WIDGET(track), id);
    g_free(id);
    GString *tip = g_string_new(label);
    for (guint i = 0; i < track->traces->len; i++)
        g_string_append_printf(tip, "\n%s", g_array_index(track->traces, SnTrace, i).label);
    sn_set_tooltip(track->name, tip->str);
    g_string_free(tip, TRUE);
    g_free(label);
    track->muted = !probe->enabled;
    if (gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(track->mute)) != track->muted)
        gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(track->mute), track->muted);
    (track->muted ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(GTK_WIDGET(track),
                                                                            "muted");
    if (track->output)
        sn_track_look(track);
    else
        load_input(track, (const SnInputProbe *)component);
    show_range(track);
}

void sn_track_look(SnTrack *track)
{
    if (track->output) {
        SnSeries *series = sn_track_list_series(track->list, track->probe);
        const size_t count = series ? sn_series_count(series) : 0;
        const bool same = series == track->series && count == track->shown;
        sn_series_unref(track->series);
        track->series = series;
        track->shown = count;
        if (!same)
            show_range(track);
    }
    show_now(track);
}

void sn_track_fit(SnTrack *track)
{
    track->frozen = false;
    show_range(track);
}

bool sn_track_span(SnTrack *track, double *from, double *to)
{
    if (!track->output)
        return track->curve && sn_probe_curve_span(track->curve, from, to);
    if (!track->series || track->shown == 0)
        return false;
    *from = sn_series_time(track->series, 0);
    *to = sn_series_time(track->series, track->shown - 1);
    return true;
}

SnId sn_track_probe(SnTrack *track)
{
    return track->probe;
}

void sn_track_set_open(SnTrack *track, bool open)
{
    track->open = open;
    gtk_button_set_icon_name(GTK_BUTTON(track->fold),
                             open ? "pan-down-symbolic" : "pan-end-symbolic");
    sn_set_tooltip(track->fold, open ? "Fold the track" : "Open the track");
    (open ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(GTK_WIDGET(track), "open");
    gtk_widget_set_child_visible(track->range, open);
    gtk_widget_set_child_visible(track->now, open);
    gtk_widget_set_child_visible(track->draw, open && !track->output);
    gtk_accessible_update_state(GTK_ACCESSIBLE(track->fold), GTK_ACCESSIBLE_STATE_EXPANDED, open,
                                -1);
    show_now(track);
    gtk_widget_queue_allocate(GTK_WIDGET(track));
}

/* --- layout --- */

static void place_children(GtkWidget *child, int x, int y, int width, int height)
{
    int least = 0, tall = 0;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
    width = MAX(width, least);
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &tall, NULL, NULL, NULL);
    const int given = MAX(height, tall);
    GtkAllocation allocation = {x, y + (height - given) / 2, width, given};
    gtk_widget_size_allocate(child, &allocation, -1);
}

static void sn_track_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    SnTrack *track = SN_TRACK(widget);
    const int line = track->open ? HEAD : height;
    place_children(track->fold, 4, 0, BUTTON, line);
    const int end = SN_AXIS_GUTTER - (track->open ? AXIS : 4);
    place_children(track->name, 4 + BUTTON + 2, 0, end - BUTTON - 8, line);
    place_children(track->mute, end - 2 * BUTTON, 0, BUTTON,
                   line); /* over the end of a long name */
    place_children(track->menu, end - BUTTON, 0, BUTTON, line);
    if (track->open) {
        const int room = SN_AXIS_GUTTER - 4 - BUTTON - 2 - AXIS;
        place_children(track->range, 4 + BUTTON + 2, HEAD, room, 16);
        place_children(track->now, 4 + BUTTON + 2, HEAD + 17, room, 16);
        if (!track->output)
            place_children(track->draw, 4, HEAD + 2, BUTTON, BUTTON);
    }
}

static void sn_track_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                             int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
    *minimum = orientation == GTK_ORIENTATION_VERTICAL ? 0 : SN_AXIS_GUTTER + 40;
    *natural = *minimum;
}

static void sn_track_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    SnTrack *track = SN_TRACK(widget);
    sn_track_draw(track, snapshot);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child))
        gtk_widget_snapshot_child(widget, child, snapshot);
}

/* --- hands --- */

static void on_fold(GtkButton *button, SnTrack *track)
{
    sn_track_list_set_open(track->list, track->probe, !track->open);
}

static void on_mute(GtkToggleButton *button, SnTrack *track)
{
    const bool muted = gtk_toggle_button_get_active(button);
    if (muted != track->muted)
        sn_edits_set_bool(track->session, &track->probe, 1, "enabled", !muted);
}

static void on_menu(GtkButton *button, SnTrack *track)
{
    sn_session_select_one(track->session, track->probe);
    graphene_rect_t bounds;
    if (gtk_widget_compute_bounds(GTK_WIDGET(button), GTK_WIDGET(track), &bounds)) {
        sn_track_menu_show(track, (double)bounds.origin.x + BUTTON / 2.0,
                           bounds.origin.y + bounds.size.height, -1);
    }
}

static void on_pressed(GtkGestureClick *gesture, int n, double x, double y, SnTrack *track)
{
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    const GdkModifierType state =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
    if (x < SN_AXIS_GUTTER && (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0) {
        sn_session_select(track->session, &track->probe, 1,
                          (state & GDK_SHIFT_MASK) != 0 ? SN_SELECT_ADD : SN_SELECT_TOGGLE);
    } else if (!sn_session_is_selected(track->session, track->probe)) {
        sn_session_select_one(track->session, track->probe);
    }
    if (button != GDK_BUTTON_SECONDARY) { /* a menu or popover takes it */
        gtk_widget_grab_focus(GTK_WIDGET(track));
    }
    if (button == GDK_BUTTON_SECONDARY && (x < SN_AXIS_GUTTER || track->output || !track->open)) {
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
        sn_track_menu_show(track, x, y, -1);
    } else if (n == 2 && button == GDK_BUTTON_PRIMARY && (x < SN_AXIS_GUTTER || !track->open)) {
        sn_track_list_set_open(track->list, track->probe, !track->open);
    }
}

static void on_motion(GtkEventControllerMotion *motion, double x, double y, SnTrack *track)
{
    track->inside = x >= SN_AXIS_GUTTER;
    track->x = x;
    track->y = y;
    gtk_widget_queue_draw(GTK_WIDGET(track));
}

static void on_leave(GtkEventControllerMotion *motion, SnTrack *track)
{
    track->inside = false;
    gtk_widget_queue_draw(GTK_WIDGET(track));
}

static void on_selection(SnSession *session, SnTrack *track)
{
    (sn_session_is_selected(session, track->probe)
         ? gtk_widget_add_css_class
         : gtk_widget_remove_css_class)(GTK_WIDGET(track), "selected");
}

/* --- widget --- */

static void sn_track_dispose(GObject *object)
{
    SnTrack *track = SN_TRACK(object);
    g_clear_pointer(&track->edit, sn_track_edit_free);
    GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(track));
    while (child) {
        gtk_widget_unparent(child);
        child = gtk_widget_get_first_child(GTK_WIDGET(track));
    }
    if (track->session) {
        g_signal_handlers_disconnect_by_data(track->session, track);
        g_signal_handlers_disconnect_by_data(track->axis, track);
        g_clear_object(&track->axis);
        g_clear_object(&track->session);
    }
    G_OBJECT_CLASS(sn_track_parent_class)->dispose(object);
}

static void sn_track_finalize(GObject *object)
{
    SnTrack *track = SN_TRACK(object);
    g_array_unref(track->traces);
    g_free(track->trouble);
    sn_series_unref(track->series);
    g_clear_pointer(&track->curve, sn_probe_curve_free);
    G_OBJECT_CLASS(sn_track_parent_class)->finalize(object);
}

static void sn_track_class_init(SnTrackClass *class)
{
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = sn_track_dispose;
    G_OBJECT_CLASS(class)->finalize = sn_track_finalize;
    widget->snapshot = sn_track_snapshot;
    widget->measure = sn_track_measure;
    widget->size_allocate = sn_track_size_allocate;
    gtk_widget_class_set_css_name(widget, "track");
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *header_label(SnTrack *track, const char *css)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_MIDDLE);
    gtk_widget_add_css_class(label, css);
    gtk_widget_set_parent(label, GTK_WIDGET(track));
    return label;
}

static GtkWidget *header_button(SnTrack *track, GtkWidget *button, const char *css,
                                const char *label)
{
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_add_css_class(button, css);
    gtk_widget_set_focus_on_click(button, FALSE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
    gtk_widget_set_parent(button, GTK_WIDGET(track));
    return button;
}

static void make_header(SnTrack *track)
{
    track->fold = header_button(track, gtk_button_new_from_icon_name("pan-end-symbolic"), "fold",
                                "Open or fold the track");
    g_signal_connect(track->fold, "clicked", G_CALLBACK(on_fold), track);
    track->name = header_label(track, "track-name");
    track->range = header_label(track, "track-range");
    track->now = header_label(track, "track-range");
    sn_set_tooltip(track->now, "At the present time");
    track->mute = header_button(track, gtk_toggle_button_new_with_label("M"), "mute", "Mute");
    sn_set_tooltip(track->mute, "Mute: it drives or records nothing");
    g_signal_connect(track->mute, "toggled", G_CALLBACK(on_mute), track);
    track->menu = header_button(track, gtk_button_new_from_icon_name("view-more-symbolic"), "more",
                                "Menu of the track");
    sn_set_tooltip(track->menu, "What can be done with the track");
    g_signal_connect(track->menu, "clicked", G_CALLBACK(on_menu), track);
    track->draw = gtk_toggle_button_new();
    gtk_button_set_icon_name(GTK_BUTTON(track->draw), "document-edit-symbolic");
    header_button(track, track->draw, "pencil", "Draw by hand");
    sn_set_tooltip(track->draw, "Draw the curve by hand");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(track->draw), "win.track-draw");
}

static void sn_track_init(SnTrack *track)
{
    GtkWidget *self = GTK_WIDGET(track);
    track->traces = g_array_new(FALSE, TRUE, sizeof(SnTrace));
    g_array_set_clear_func(track->traces, clear_trace);
    track->high = 1;
    make_header(track);
    GtkGesture *click = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), 0);
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), track);
    gtk_widget_add_controller(self, GTK_EVENT_CONTROLLER(click));
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), track);
    g_signal_connect(motion, "leave", G_CALLBACK(on_leave), track);
    gtk_widget_add_controller(self, motion);
    gtk_widget_set_focusable(self, TRUE);
    gtk_widget_set_overflow(self, GTK_OVERFLOW_HIDDEN);
}

GtkWidget *sn_track_new(SnTrackList *list, SnSession *session, SnAxis *axis, SnId probe)
{
    SnTrack *track = g_object_new(SN_TYPE_TRACK, NULL);
    track->list = list;
    track->session = g_object_ref(session);
    track->axis = g_object_ref(axis);
    track->probe = probe;
    const SnComponent *component = component_of(track);
    track->output = component && component->class == &SN_CLASS_OUTPUT_PROBE;
    gtk_widget_add_css_class(GTK_WIDGET(track), track->output ? "output" : "input");
    if (!track->output)
        track->edit = sn_track_edit_new(track);
    g_signal_connect_swapped(axis, "changed", G_CALLBACK(gtk_widget_queue_draw), track);
    g_signal_connect(session, "selection-changed", G_CALLBACK(on_selection), track);
    sn_track_set_open(track, false);
    sn_track_load(track);
    on_selection(session, track);
    return GTK_WIDGET(track);
}
