/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/number_field.h"

#include <math.h>

struct _SnNumberField {
    GtkWidget parent_instance;
    GtkWidget *text;
    const SnProperty *property; /* borrowed: constant table */
    double value;
    enum { KNOWN, MIXED, UNKNOWN } state;
    bool typing; /* has the focus and may have been changed */
    bool editable;
};

G_DEFINE_FINAL_TYPE(SnNumberField, sn_number_field, GTK_TYPE_WIDGET)

static guint edited_signal;

/* As it is shown; free with g_free. */
static char *text_of(const SnNumberField *field, int digits)
{
    const bool whole = field->property->type == SN_TYPE_INT && field->state == KNOWN;
    return whole                   ? g_strdup_printf("%.0f", round(field->value))
           : field->state == KNOWN ? sn_unit_format(field->value, field->property->unit, digits)
           : field->state == MIXED ? g_strdup("")
                                   : g_strdup("–");
}

static void show(SnNumberField *field, int digits)
{
    char *text = text_of(field, digits);
    if (g_strcmp0(text, gtk_editable_get_text(GTK_EDITABLE(field->text))) != 0)
        gtk_editable_set_text(GTK_EDITABLE(field->text), text);
    g_free(text);
}

static void complain(SnNumberField *field, const char *why)
{
    gtk_widget_add_css_class(GTK_WIDGET(field), "error");
    gtk_widget_set_tooltip_text(GTK_WIDGET(field), why);
}

static void calm(SnNumberField *field)
{
    gtk_widget_remove_css_class(GTK_WIDGET(field), "error");
    gtk_widget_set_tooltip_text(GTK_WIDGET(field), NULL);
}

/* Whether what stands in the field that has the focus is its value and nothing typed. */
static bool is_untouched(SnNumberField *field)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(field->text));
    char *before = text_of(field, 0);
    const bool same = g_strcmp0(before, text) == 0;
    g_free(before);
    return same;
}

static void show_all_of_it(SnNumberField *field)
{
    show(field, 0);
    gtk_editable_select_region(GTK_EDITABLE(field->text), 0, -1);
}

/* Takes what was typed; false if it is no number. */
static bool take_text(SnNumberField *field)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(field->text));
    double si;
    char why[160];
    if (is_untouched(field))
        return true;
    if (!sn_unit_parse(text, field->property->unit, &si, why, sizeof why)) {
        complain(field, why);
        return false;
    }
    calm(field);
    field->value = si;
    field->state = KNOWN;
    g_signal_emit(field, edited_signal, 0, si);
    return true;
}

static void on_activate(GtkText *text, SnNumberField *field)
{
    if (take_text(field))
        show_all_of_it(field);
}

static void on_enter(GtkEventControllerFocus *focus, SnNumberField *field)
{
    if (!field->editable || field->typing)
        return;
    field->typing = true;
    show_all_of_it(field);
}

static void on_leave(GtkEventControllerFocus *focus, SnNumberField *field)
{
    if (!field->typing)
        return;
    take_text(field);
    field->typing = false;
    calm(field);
    show(field, 4);
    gtk_editable_select_region(GTK_EDITABLE(field->text), 0, 0);
}

/* A first click takes the whole number, to be typed over, as coming with Tab does; where the cursor
 * goes is for later ones to say. */
static void on_press(GtkGestureClick *click, int presses, double x, double y, SnNumberField *field)
{
    if (field->editable && !field->typing) {
        gtk_widget_grab_focus(field->text);
        gtk_gesture_set_state(GTK_GESTURE(click), GTK_EVENT_SEQUENCE_CLAIMED);
    } else {
        gtk_gesture_set_state(GTK_GESTURE(click), GTK_EVENT_SEQUENCE_DENIED);
    }
}

static void step(SnNumberField *field, double steps)
{
    if (field->state != KNOWN)
        return;
    if (field->property->type == SN_TYPE_INT)
        field->value += copysign(fmax(1, round(fabs(steps))), steps);
    else
        field->value += steps * 10 * sn_unit_drag_step(field->property, field->value);
    show(field, 0);
    g_signal_emit(field, edited_signal, 0, field->value);
}

/* What was typed and not taken goes first, then the document's last change. */
static bool undo(SnNumberField *field, bool redo)
{
    if (field->typing && !is_untouched(field)) {
        calm(field);
        show_all_of_it(field);
        return true;
    }
    return gtk_widget_activate_action(GTK_WIDGET(field), redo ? "win.redo" : "win.undo", NULL);
}

static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
                       SnNumberField *field)
{
    const double size = (state & GDK_SHIFT_MASK) != 0     ? 0.1
                        : (state & GDK_CONTROL_MASK) != 0 ? 10
                                                          : 1;
    switch (key) {
    case GDK_KEY_z:
    case GDK_KEY_Z:
        return (state & GDK_CONTROL_MASK) != 0 && undo(field, (state & GDK_SHIFT_MASK) != 0);
    case GDK_KEY_Escape:
        if (!field->typing)
            return GDK_EVENT_PROPAGATE;
        calm(field);
        show_all_of_it(field);
        return GDK_EVENT_STOP;
    case GDK_KEY_Up:
        if (field->editable)
            step(field, size);
        return field->editable;
    case GDK_KEY_Down:
        if (field->editable)
            step(field, -size);
        return field->editable;
    default:
        return GDK_EVENT_PROPAGATE;
    }
}

static void dispose(GObject *object)
{
    SnNumberField *field = SN_NUMBER_FIELD(object);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(field))) != NULL)
        gtk_widget_unparent(child);
    field->text = NULL;
    G_OBJECT_CLASS(sn_number_field_parent_class)->dispose(object);
}

static gboolean grab_focus(GtkWidget *widget)
{
    return gtk_widget_grab_focus(SN_NUMBER_FIELD(widget)->text);
}

static void sn_number_field_class_init(SnNumberFieldClass *class)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = dispose;
    widget_class->grab_focus = grab_focus;
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BOX_LAYOUT);
    gtk_widget_class_set_css_name(widget_class, "numberfield");
    edited_signal = g_signal_new("edited", SN_TYPE_NUMBER_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
}

static void sn_number_field_init(SnNumberField *field)
{
    field->state = UNKNOWN;
    field->editable = true;
    field->text = gtk_text_new();
    gtk_editable_set_enable_undo(GTK_EDITABLE(field->text), FALSE); /* undo() does it */
    gtk_editable_set_alignment(GTK_EDITABLE(field->text), 1);
    gtk_editable_set_width_chars(GTK_EDITABLE(field->text), 4);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(field->text), 7);
    gtk_widget_set_hexpand(field->text, TRUE);
    gtk_widget_set_parent(field->text, GTK_WIDGET(field));
    g_signal_connect(field->text, "activate", G_CALLBACK(on_activate), field);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "enter", G_CALLBACK(on_enter), field);
    g_signal_connect(focus, "leave", G_CALLBACK(on_leave), field);
    gtk_widget_add_controller(field->text, focus);
    GtkGesture *click = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_PRIMARY);
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(click), GTK_PHASE_CAPTURE);
    g_signal_connect(click, "pressed", G_CALLBACK(on_press), field);
    gtk_widget_add_controller(field->text, GTK_EVENT_CONTROLLER(click));
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), field);
    gtk_widget_add_controller(field->text, keys);
}

GtkWidget *sn_number_unit_new(const SnProperty *property)
{
    GtkWidget *unit = gtk_label_new(sn_unit_shown(property->unit));
    gtk_widget_add_css_class(unit, "unit");
    gtk_label_set_xalign(GTK_LABEL(unit), 0);
    return unit;
}

GtkWidget *sn_number_field_new(const SnProperty *property, const char *name, bool show_unit)
{
    SnNumberField *field = g_object_new(SN_TYPE_NUMBER_FIELD, NULL);
    field->property = property;
    const char *symbol = sn_unit_shown(property->unit);
    char *label = symbol[0] != '\0' ? g_strdup_printf("%s in %s", name, symbol) : g_strdup(name);
    gtk_accessible_update_property(GTK_ACCESSIBLE(field->text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   label, -1);
    g_free(label);
    if (show_unit)
        gtk_widget_set_parent(sn_number_unit_new(property), GTK_WIDGET(field));
    show(field, 4);
    return GTK_WIDGET(field);
}

void sn_number_field_set(SnNumberField *field, double si)
{
    if (field->state == KNOWN && field->value == si)
        return;
    const bool touched = field->typing && !is_untouched(field);
    field->value = si;
    field->state = KNOWN;
    if (!field->typing)
        show(field, 4);
    else if (!touched)
        show_all_of_it(field); /* else leaving the field would bring the former value back */
}

double sn_number_field_get(SnNumberField *field)
{
    return field->state == KNOWN ? field->value : (double)NAN;
}

void sn_number_field_set_mixed(SnNumberField *field)
{
    field->state = MIXED;
    gtk_text_set_placeholder_text(GTK_TEXT(field->text), "mixed");
    if (!field->typing)
        show(field, 4);
}

void sn_number_field_set_editable(SnNumberField *field, bool editable)
{
    field->editable = editable;
    gtk_editable_set_editable(GTK_EDITABLE(field->text), editable);
    gtk_widget_set_focusable(field->text, editable);
    gtk_widget_set_can_target(field->text, editable);
    if (editable)
        gtk_widget_remove_css_class(GTK_WIDGET(field), "result");
    else
        gtk_widget_add_css_class(GTK_WIDGET(field), "result");
}
