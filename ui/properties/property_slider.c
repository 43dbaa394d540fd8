/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slider of a number.  A press beside the knob takes it there; from then on it follows the
 * mouse, with Shift a tenth as far, with Ctrl in tenths of its travel.  A double click or Backspace
 * resets, Esc takes the drag back.  Behind an excitation a thin bar shows the activation. */
#include "ui/properties/property_row_private.h"

#include <math.h>
#include <string.h>

typedef struct Slide {
    SnPropertyRow *row;
    double low, high;
    double value, last_x; /* of the drag; value without its steps */
    guint32 pressed;      /* time of the last press [ms] */
    bool moved;           /* since that press */
    bool active;
} Slide;

static void set_value(Slide *slide, double value)
{
    SnPropertyRow *row = slide->row;
    sn_edits_set_number(row->session, row->ids, row->n, row->property->name, 0,
                        CLAMP(value, slide->low, slide->high));
    sn_edits_drag_follow(row->session, row->ids[0], row->property->name);
    sn_property_row_refresh(row);
}

/* Keys and assistive technology move the range itself. */
static void on_value_changed(GtkRange *range, Slide *slide)
{
    if (!slide->row->updating)
        set_value(slide, gtk_range_get_value(range));
}

/* --- the drag --- */

static GtkWidget *part(GtkWidget *widget, const char *css_name)
{
    GtkWidget *child = gtk_widget_get_first_child(widget);
    while (child && strcmp(gtk_widget_get_css_name(child), css_name) != 0)
        child = gtk_widget_get_next_sibling(child);
    return child;
}

/* Where the knob's centre begins, and how far it can go [pixels].  The range's own numbers do not
 * count the margins of the knob. */
static double travel(Slide *slide, double *start)
{
    GtkWidget *range = slide->row->slider, *trough = part(range, "trough");
    GtkBorder margin;
    graphene_rect_t way;
    gtk_style_context_get_margin(gtk_widget_get_style_context(part(trough, "slider")), &margin);
    if (!gtk_widget_compute_bounds(trough, range, &way)) {
        *start = 0;
        return 1;
    }
    const double knob = gtk_widget_get_width(part(trough, "slider")) + margin.left + margin.right;
    *start = (double)way.origin.x + knob / 2;
    return MAX(1, (double)way.size.width - knob);
}

static double value_at(Slide *slide, double x)
{
    double start;
    const double length = travel(slide, &start), whole = slide->high - slide->low;
    const double value = sn_unit_rounded(slide->low + whole * (x - start) / length, whole / length);
    return CLAMP(value, slide->low, slide->high);
}

static bool on_knob(Slide *slide, double x)
{
    double start;
    const double length = travel(slide, &start);
    const double share = (gtk_range_get_value(GTK_RANGE(slide->row->slider)) - slide->low) /
                         (slide->high - slide->low);
    const int width = gtk_widget_get_width(part(part(slide->row->slider, "trough"), "slider"));
    return fabs(x - start - share * length) <= width / 2.0 + 1;
}

static void end_drag(Slide *slide)
{
    slide->active = false;
    if (sn_edits_dragging(slide->row->session))
        sn_edits_drag_end(slide->row->session);
}

static bool is_double(Slide *slide, guint32 time)
{
    int limit = 400;
    g_object_get(gtk_widget_get_settings(slide->row->slider), "gtk-double-click-time", &limit,
                 NULL);
    const bool again =
        slide->pressed != 0 && !slide->moved && time - slide->pressed < (guint32)limit;
    slide->pressed = again ? 0 : time;
    return again;
}

static void on_begin(GtkGestureDrag *drag, double x, double y, Slide *slide)
{
    SnPropertyRow *row = slide->row;
    gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_CLAIMED);
    gtk_widget_grab_focus(row->slider);
    const guint32 time = gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(drag));
    if (is_double(slide, time)) {
        sn_property_row_reset(row);
        return;
    }
    if (sn_edits_dragging(row->session))
        return;
    char *text = g_strdup_printf("Set %s", sn_property_row_name(row));
    sn_edits_drag_begin(row->session, text);
    g_free(text);
    slide->active = true;
    slide->moved = false;
    slide->last_x = 0;
    slide->value = gtk_range_get_value(GTK_RANGE(row->slider));
    if (!on_knob(slide, x)) {
        slide->value = value_at(slide, x);
        set_value(slide, slide->value);
    }
}

static void on_update(GtkGestureDrag *drag, double dx, double dy, Slide *slide)
{
    if (!slide->active || fabs(dx - slide->last_x) == 0)
        return;
    const GdkModifierType keys =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(drag));
    double start;
    const double whole = slide->high - slide->low;
    const double fine = (keys & GDK_SHIFT_MASK) != 0 ? 0.1 : 1;
    slide->moved = slide->moved || fabs(dx) > 3;
    const double per_pixel = fine * whole / travel(slide, &start);
    slide->value += (dx - slide->last_x) * per_pixel;
    slide->last_x = dx;
    double value = sn_unit_rounded(slide->value, per_pixel);
    if ((keys & GDK_CONTROL_MASK) != 0)
        value = slide->low + round((value - slide->low) / (whole / 10)) * (whole / 10);
    set_value(slide, value);
}

static void on_end(GtkGestureDrag *drag, double dx, double dy, Slide *slide)
{
    if (slide->active)
        end_drag(slide);
}

static void on_cancel(GtkGesture *gesture, GdkEventSequence *sequence, Slide *slide)
{
    if (slide->active)
        end_drag(slide);
}

/* A number typed where the slider has the keys goes to the field beside it. */
static bool type_number(GtkEventControllerKey *keys, guint key, GdkModifierType state, Slide *slide)
{
    GtkWidget *field = slide->row->fields[0];
    const gunichar c = gdk_keyval_to_unicode(key);
    if (slide->active || !field || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 ||
        !(g_unichar_isdigit(c) || c == '-' || c == '.' || c == ','))
        return false;
    gtk_widget_grab_focus(field);
    GtkRoot *root = gtk_widget_get_root(field);
    return root && gtk_event_controller_key_forward(keys, gtk_root_get_focus(root));
}

static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
                       Slide *slide)
{
    if (type_number(keys, key, state, slide))
        return GDK_EVENT_STOP;
    switch (key) {
    case GDK_KEY_Escape:
        if (!slide->active)
            return GDK_EVENT_PROPAGATE;
        slide->active = false;
        sn_edits_drag_cancel(slide->row->session);
        sn_property_row_refresh(slide->row);
        return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace:
    case GDK_KEY_Delete:
        sn_property_row_reset(slide->row);
        return GDK_EVENT_STOP;
    default:
        return GDK_EVENT_PROPAGATE;
    }
}

/* --- the bar behind --- */

static void on_activation(const SnWatched *value, gpointer data)
{
    GtkWidget *slider = ((SnPropertyRow *)data)->slider;
    if (gtk_range_get_fill_level(GTK_RANGE(slider)) != value->value[0]) {
        gtk_range_set_fill_level(GTK_RANGE(slider), value->value[0]);
        gtk_widget_queue_allocate(part(slider, "trough")); /* GTK asks for the range alone */
    }
}

void sn_property_slider_follow(SnPropertyRow *row, const SnWatched *value)
{
    if (row->fills && row->fill_watch == 0)
        on_activation(value, row);
}

/* Without dynamics of its own the activation is the excitation, whoever sets it. */
static void follow_activation(SnPropertyRow *row)
{
    const SnModel *model = sn_session_model(row->session);
    const SnId id = sn_property_row_primary(row);
    const int at = sn_model_find_property(model, id, "activation");
    if (strcmp(row->property->name, "excitation") != 0)
        return;
    row->fills = true;
    gtk_widget_add_css_class(row->slider, "excitation");
    gtk_range_set_show_fill_level(GTK_RANGE(row->slider), TRUE);
    gtk_range_set_restrict_to_fill_level(GTK_RANGE(row->slider), FALSE);
    gtk_range_set_fill_level(GTK_RANGE(row->slider), 0);
    if (at >= 0 && sn_model_applies(model, id, sn_model_property(model, id, at)))
        row->fill_watch = sn_session_watch(row->session, id, at, on_activation, row);
}

/* --- making --- */

/* The wheel scrolls the panel; it must not change what happens to pass under the pointer. */
static void refuse_wheel(GtkWidget *slider)
{
    GListModel *controllers = gtk_widget_observe_controllers(slider);
    for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
        GtkEventController *controller = g_list_model_get_item(controllers, i);
        if (GTK_IS_EVENT_CONTROLLER_SCROLL(controller))
            gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_NONE);
        g_object_unref(controller);
    }
    g_object_unref(controllers);
}

static void add_hands(SnPropertyRow *row, GtkWidget *around)
{
    Slide *slide = g_new0(Slide, 1);
    slide->row = row;
    sn_property_row_travel(row, &slide->low, &slide->high);
    g_object_set_data_full(G_OBJECT(row->slider), "sn-slide", slide, g_free);
    g_signal_connect(row->slider, "value-changed", G_CALLBACK(on_value_changed), slide);
    GtkGesture *drag = gtk_gesture_drag_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), GDK_BUTTON_PRIMARY);
    /* before the range's own gestures: it would move by itself */
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(drag), GTK_PHASE_CAPTURE);
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_begin), slide);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_update), slide);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_end), slide);
    g_signal_connect(drag, "cancel", G_CALLBACK(on_cancel), slide);
    gtk_widget_add_controller(around, GTK_EVENT_CONTROLLER(drag));
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), slide);
    gtk_widget_add_controller(row->slider, keys);
    refuse_wheel(row->slider);
}

void sn_property_slider_show(SnPropertyRow *row, double value)
{
    Slide *slide = g_object_get_data(G_OBJECT(row->slider), "sn-slide");
    double low, high;
    if (!slide->active && sn_property_row_travel(row, &low, &high) &&
        (low != slide->low || high != slide->high)) {
        slide->low = low;
        slide->high = high;
        gtk_range_set_range(GTK_RANGE(row->slider), low, high);
        gtk_range_set_increments(GTK_RANGE(row->slider), (high - low) / 100, (high - low) / 10);
    }
    gtk_range_set_value(GTK_RANGE(row->slider), value);
}

void sn_property_slider_build(SnPropertyRow *row)
{
    double low = 0, high = 1;
    sn_property_row_travel(row, &low, &high);
    row->slider =
        gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, low, high, (high - low) / 100);
    sn_property_row_dub(row, row->slider, "slider");
    gtk_scale_set_draw_value(GTK_SCALE(row->slider), FALSE);
    gtk_range_set_round_digits(GTK_RANGE(row->slider), -1);
    gtk_widget_set_hexpand(row->slider, TRUE);
    gtk_widget_set_size_request(row->slider, 60, -1);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->slider), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   sn_property_row_name(row), -1);
    GtkWidget *around = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_set_hexpand(around, TRUE);
    gtk_box_append(GTK_BOX(around), row->slider);
    gtk_box_append(GTK_BOX(row->value), around);
    add_hands(row, around);
    follow_activation(row);
}
