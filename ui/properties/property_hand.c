/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands on a property row: its label changes the number when it is dragged, the grip before it (or
 * the label with Alt, or of what is no number) drags the property itself as text, the right button
 * or the Menu key opens what can be done with it. */
#include "ui/properties/property_row_private.h"

#include "ui/properties/property_menu.h"
#include "ui/widgets/popover.h"
#include "ui/widgets/tooltip.h"

#include <string.h>

/* --- a label that can have the focus: GtkLabel refuses it unless its text can be selected --- */

#define SN_TYPE_PROPERTY_LABEL (sn_property_label_get_type())
G_DECLARE_FINAL_TYPE(SnPropertyLabel, sn_property_label, SN, PROPERTY_LABEL, GtkWidget)

struct _SnPropertyLabel {
    GtkWidget parent_instance;
    GtkWidget *text;
    bool narrow; /* never wider than the others: a long name takes two lines */
};

G_DEFINE_FINAL_TYPE(SnPropertyLabel, sn_property_label, GTK_TYPE_WIDGET)

static void sn_property_label_dispose(GObject *object)
{
    g_clear_pointer(&SN_PROPERTY_LABEL(object)->text, gtk_widget_unparent);
    G_OBJECT_CLASS(sn_property_label_parent_class)->dispose(object);
}

enum { LABEL_WIDTH = 96 }; /* [px] */

static GtkSizeRequestMode label_request_mode(GtkWidget *widget)
{
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void label_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                          int *natural, int *minimum_baseline, int *natural_baseline)
{
    const SnPropertyLabel *label = SN_PROPERTY_LABEL(widget);
    const bool beside = orientation == GTK_ORIENTATION_HORIZONTAL;
    const int width = beside ? -1 : label->narrow ? LABEL_WIDTH : for_size;
    gtk_widget_measure(label->text, orientation, width, minimum, natural, minimum_baseline,
                       natural_baseline);
    if (beside && label->narrow)
        *natural = *minimum = MAX(*minimum, LABEL_WIDTH);
}

static void label_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    gtk_widget_allocate(SN_PROPERTY_LABEL(widget)->text, width, height, baseline, NULL);
}

static void sn_property_label_class_init(SnPropertyLabelClass *class)
{
    GTK_WIDGET_CLASS(class)->get_request_mode = label_request_mode;
    GTK_WIDGET_CLASS(class)->measure = label_measure;
    GTK_WIDGET_CLASS(class)->size_allocate = label_allocate;
    G_OBJECT_CLASS(class)->dispose = sn_property_label_dispose;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "propertylabel");
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_LABEL);
}

static void sn_property_label_init(SnPropertyLabel *label)
{
    label->text = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label->text), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label->text), PANGO_ELLIPSIZE_MIDDLE);
    gtk_widget_set_parent(label->text, GTK_WIDGET(label));
    gtk_widget_set_focusable(GTK_WIDGET(label), TRUE);
}

#define DRAGGED_KEY "sn-dragged-control"

static bool is_scrubbed(const SnPropertyRow *row)
{
    return (row->property->type == SN_TYPE_REAL || row->property->type == SN_TYPE_INT) &&
           row->property->kind != SN_RESULT;
}

/* --- the number --- */

static void on_scrub_begin(GtkGestureDrag *drag, double x, double y, SnPropertyRow *row)
{
    const GdkModifierType keys =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(drag));
    gtk_widget_grab_focus(row->label);
    if (!sn_property_row_editable(row) || (keys & GDK_ALT_MASK) != 0) {
        gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    row->drag_start = sn_number_field_get(SN_NUMBER_FIELD(row->fields[0]));
    char *text = g_strdup_printf("Drag %s", sn_property_row_name(row));
    sn_edits_drag_begin(row->session, text);
    g_free(text);
}

static void on_scrub(GtkGestureDrag *drag, double dx, double dy, SnPropertyRow *row)
{
    if (!sn_edits_dragging(row->session))
        return; /* taken back with Esc */
    const GdkModifierType keys =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(drag));
    const double fine = (keys & GDK_SHIFT_MASK) != 0     ? 0.1
                        : (keys & GDK_CONTROL_MASK) != 0 ? 10
                                                         : 1;
    const SnProperty *property = row->property;
    double low, high;
    const double step = fine * sn_unit_drag_step(property, row->drag_start);
    double value = sn_unit_rounded(row->drag_start + dx * step, step);
    if (property->hard_max > property->hard_min)
        value = CLAMP(value, property->hard_min, property->hard_max);
    if (sn_property_row_travel(row, &low, &high))
        value = CLAMP(value, low, high);
    sn_edits_set_number(row->session, row->ids, row->n, property->name, 0, value);
    sn_edits_drag_follow(row->session, row->ids[0], property->name);
    sn_property_row_refresh(row);
}

static void on_scrub_end(GtkGestureDrag *drag, double dx, double dy, SnPropertyRow *row)
{
    if (sn_edits_dragging(row->session))
        sn_edits_drag_end(row->session);
}

static gboolean on_label_key(GtkEventControllerKey *keys, guint key, guint code,
                             GdkModifierType state, SnPropertyRow *row)
{
    if (key == GDK_KEY_Escape && sn_edits_dragging(row->session)) {
        sn_edits_drag_cancel(row->session);
        sn_property_row_refresh(row);
        return GDK_EVENT_STOP;
    }
    if ((key == GDK_KEY_BackSpace || key == GDK_KEY_Delete) && sn_property_row_editable(row)) {
        sn_property_row_reset(row);
        return GDK_EVENT_STOP;
    }
    return GDK_EVENT_PROPAGATE;
}

/* --- the property --- */

static GdkContentProvider *content(SnPropertyRow *row)
{
    char *text = sn_property_row_text(row);
    GdkContentProvider *provider = gdk_content_provider_new_typed(G_TYPE_STRING, text);
    g_free(text);
    return provider;
}

static GdkContentProvider *on_grip_prepare(GtkDragSource *source, double x, double y,
                                           SnPropertyRow *row)
{
    return content(row);
}

static GdkContentProvider *on_label_prepare(GtkDragSource *source, double x, double y,
                                            SnPropertyRow *row)
{
    const GdkModifierType keys =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(source));
    return is_scrubbed(row) && (keys & GDK_ALT_MASK) == 0 ? NULL : content(row);
}

static void on_drag_begin(GtkDragSource *source, GdkDrag *drag, SnPropertyRow *row)
{
    char *who = row->n == 1 ? sn_session_label(row->session, sn_property_row_primary(row))
                            : g_strdup_printf("%d components", row->n);
    char *text = g_strdup_printf("%s: %s", who, row->property->label);
    GtkWidget *label = gtk_label_new(text);
    gtk_widget_add_css_class(label, "sn-dragged");
    gtk_drag_icon_set_child(GTK_DRAG_ICON(gtk_drag_icon_get_for_drag(drag)), label);
    gdk_drag_set_hotspot(drag, -8, -8);
    if (!sn_id_is_null(row->panel_row)) {
        g_object_set_data_full(G_OBJECT(row->session), DRAGGED_KEY,
                               g_memdup2(&row->panel_row, sizeof row->panel_row), g_free);
    }
    g_free(text);
    g_free(who);
}

static void on_drag_end(GtkDragSource *source, GdkDrag *drag, gboolean moved, SnPropertyRow *row)
{
    g_object_set_data(G_OBJECT(row->session), DRAGGED_KEY, NULL);
}

SnId sn_property_dragged_control(SnSession *session)
{
    const SnId *id = g_object_get_data(G_OBJECT(session), DRAGGED_KEY);
    return id ? *id : SN_ID_NULL;
}

static void add_drag_source(SnPropertyRow *row, GtkWidget *from, GCallback prepare)
{
    GtkDragSource *source = gtk_drag_source_new();
    gtk_drag_source_set_actions(source, GDK_ACTION_COPY);
    g_signal_connect(source, "prepare", prepare, row);
    g_signal_connect(source, "drag-begin", G_CALLBACK(on_drag_begin), row);
    g_signal_connect(source, "drag-end", G_CALLBACK(on_drag_end), row);
    gtk_widget_add_controller(from, GTK_EVENT_CONTROLLER(source));
}

/* --- what can be done with it --- */

/* Opens its context menu at a place in the row. */
static void property_row_open_menu(SnPropertyRow *row, double x, double y)
{
    char *text = sn_property_row_text(row);
    GMenuModel *menu = sn_property_menu(row->session, text, row->panel_row);
    sn_popover_open_menu(menu, GTK_WIDGET(row), "property-menu", x, y);
    g_object_unref(menu);
    g_free(text);
}

static void on_right_click(GtkGestureClick *click, int presses, double x, double y,
                           SnPropertyRow *row)
{
    gtk_gesture_set_state(GTK_GESTURE(click), GTK_EVENT_SEQUENCE_CLAIMED);
    property_row_open_menu(row, x, y);
}

static gboolean on_menu_key(GtkWidget *widget, GVariant *arguments, gpointer data)
{
    SnPropertyRow *row = SN_PROPERTY_ROW(widget);
    property_row_open_menu(row, 24, gtk_widget_get_height(row->line));
    return TRUE;
}

static void add_menu(SnPropertyRow *row)
{
    GtkGesture *click = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
    /* before the menu that an entry has of its own */
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(click), GTK_PHASE_CAPTURE);
    g_signal_connect(click, "pressed", G_CALLBACK(on_right_click), row);
    gtk_widget_add_controller(GTK_WIDGET(row), GTK_EVENT_CONTROLLER(click));
    GtkEventController *shortcuts = gtk_shortcut_controller_new();
    gtk_event_controller_set_propagation_phase(shortcuts, GTK_PHASE_CAPTURE);
    gtk_shortcut_controller_add_shortcut(
        GTK_SHORTCUT_CONTROLLER(shortcuts),
        gtk_shortcut_new(
            gtk_alternative_trigger_new(gtk_keyval_trigger_new(GDK_KEY_Menu, 0),
                                        gtk_keyval_trigger_new(GDK_KEY_F10, GDK_SHIFT_MASK)),
            gtk_callback_action_new(on_menu_key, NULL, NULL)));
    gtk_widget_add_controller(GTK_WIDGET(row), shortcuts);
}

/* --- making --- */

static void build_grip(SnPropertyRow *row)
{
    row->grip = gtk_image_new_from_icon_name("list-drag-handle-symbolic");
    gtk_widget_add_css_class(row->grip, "grip");
    sn_property_row_dub(row, row->grip, "grip");
    gtk_image_set_pixel_size(GTK_IMAGE(row->grip), 11);
    gtk_widget_set_cursor_from_name(row->grip, "grab");
    sn_set_tooltip(row->grip, sn_id_is_null(row->panel_row)
                                  ? "Drag it onto a panel, a plot or the timeline"
                                  : "Drag it to another place, onto a plot or the "
                                    "timeline");
    add_drag_source(row, row->grip, G_CALLBACK(on_grip_prepare));
    gtk_box_append(GTK_BOX(row->line), row->grip);
}

/* What the property is; in a panel also whose, and what that is. */
static void set_tooltip(SnPropertyRow *row)
{
    const SnModel *model = sn_session_model(row->session);
    const SnId id = sn_property_row_primary(row);
    const int notes = sn_model_find_property(model, id, "notes");
    GString *text = g_string_new(row->property->help);
    if (sn_id_is_null(row->panel_row)) {
        g_string_append_printf(text, "\n%s", row->property->name);
    } else {
        char *path = sn_property_row_text(row);
        g_string_append_printf(text, "\n%s", path);
        g_free(path);
        if (notes >= 0) {
            SnValue value;
            sn_model_effective(model, id, sn_model_property(model, id, notes), &value, NULL);
            if (value.string && value.string[0] != '\0' && strlen(value.string) < 80)
                g_string_append_printf(text, "\n%s", value.string);
            sn_value_clear(&value);
        }
    }
    sn_set_tooltip(row->label, text->str);
    g_string_free(text, TRUE);
}

static void build_label(SnPropertyRow *row)
{
    row->label = g_object_new(SN_TYPE_PROPERTY_LABEL, NULL);
    GtkLabel *text = GTK_LABEL(SN_PROPERTY_LABEL(row->label)->text);
    gtk_label_set_text(text, sn_property_row_name(row));
    gtk_widget_add_css_class(row->label, "property-label");
    sn_property_row_dub(row, row->label, "label");
    gtk_widget_set_size_request(row->label, LABEL_WIDTH, -1);
    const bool vector = sn_type_width(row->property->type) > 1;
    if (!sn_id_is_null(row->panel_row)) { /* made of two names: the numbers keep their places */
        gtk_label_set_max_width_chars(text, vector ? 11 : 18);
    } else if (vector) { /* numbers stand below each other: a long name takes two lines */
        gtk_label_set_ellipsize(text, PANGO_ELLIPSIZE_NONE);
        gtk_label_set_wrap(text, TRUE);
        SN_PROPERTY_LABEL(row->label)->narrow = true;
    }
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   sn_property_row_name(row), -1);
    set_tooltip(row);
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_label_key), row);
    gtk_widget_add_controller(row->label, keys);
    add_drag_source(row, row->label, G_CALLBACK(on_label_prepare));
    gtk_widget_set_cursor_from_name(row->label, is_scrubbed(row) ? "ew-resize" : "grab");
    if (is_scrubbed(row)) {
        GtkGesture *drag = gtk_gesture_drag_new();
        g_signal_connect(drag, "drag-begin", G_CALLBACK(on_scrub_begin), row);
        g_signal_connect(drag, "drag-update", G_CALLBACK(on_scrub), row);
        g_signal_connect(drag, "drag-end", G_CALLBACK(on_scrub_end), row);
        gtk_widget_add_controller(row->label, GTK_EVENT_CONTROLLER(drag));
    }
    gtk_box_append(GTK_BOX(row->line), row->label);
}

void sn_property_row_align(SnPropertyRow *row, GtkSizeGroup *labels)
{
    gtk_size_group_add_widget(labels, row->label);
}

void sn_property_hand_build(SnPropertyRow *row)
{
    build_grip(row);
    build_label(row);
    add_menu(row);
}
