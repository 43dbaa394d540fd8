/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/control_row.h"

#include "engine/model/classes/panel.h"
#include "ui/edits/edits.h"
#include "ui/edits/time/panel.h"
#include "ui/properties/property_row.h"
#include "ui/session/labels.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/popover.h"

#include <string.h>

typedef struct ControlRow {
    SnSession *session; /* borrowed: the row holds a reference */
    SnId control;
    GtkWidget *row;        /* borrowed */
    GtkWidget *popover;    /* of renaming or the range; NULL */
    GtkWidget *low, *high; /* fields of the range, while its popover is open */
    double shown_low, shown_high;
    enum { TAKE, CANCEL, OWN } answer; /* of that popover */
} ControlRow;

static const SnControl *control_of(const ControlRow *self)
{
    return (const SnControl *)sn_model_get(sn_session_model(self->session), self->control);
}

/* --- small popovers --- */

/* The range as it is when its popover closes: one step for both ends. */
static void take_range(ControlRow *self)
{
    const SnControl *control = control_of(self);
    const double low = sn_number_field_get(SN_NUMBER_FIELD(self->low));
    const double high = sn_number_field_get(SN_NUMBER_FIELD(self->high));
    const bool has_own = !control || control->high <= control->low;
    self->low = self->high = NULL;
    if (self->answer == OWN && !has_own)
        sn_edits_set_control_range(self->session, self->control, 0, 0);
    else if (self->answer == TAKE && control && low < high &&
             (low != self->shown_low || high != self->shown_high))
        sn_edits_set_control_range(self->session, self->control, low, high);
}

static void on_closed(GtkPopover *popover, ControlRow *self)
{
    self->popover = NULL;
    if (self->low)
        take_range(self);
}

static void open_popover(ControlRow *self, GtkWidget *content, GtkWidget *focus, const char *name)
{
    self->popover = gtk_popover_new();
    gtk_widget_set_name(self->popover, name);
    gtk_popover_set_child(GTK_POPOVER(self->popover), content);
    g_signal_connect(self->popover, "closed", G_CALLBACK(on_closed), self);
    sn_popover_open(self->popover, self->row);
    gtk_widget_grab_focus(focus);
}

static void close_popover(ControlRow *self)
{
    if (self->popover)
        gtk_popover_popdown(GTK_POPOVER(self->popover));
}

/* --- renaming --- */

static void on_renamed(GtkEntry *entry, ControlRow *self)
{
    const SnValue value = {.type = SN_TYPE_STRING,
                           .string = (char *)gtk_editable_get_text(GTK_EDITABLE(entry))};
    sn_edits_set(self->session, &self->control, 1, "label", &value);
    close_popover(self);
}

static void on_rename(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    ControlRow *self = data;
    GtkWidget *entry = gtk_entry_new();
    gtk_widget_set_name(entry, "control-name");
    char *shown = sn_control_label(sn_session_model(self->session), self->control);
    gtk_editable_set_text(GTK_EDITABLE(entry), shown);
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), "Its own name");
    gtk_editable_select_region(GTK_EDITABLE(entry), 0, -1);
    g_signal_connect(entry, "activate", G_CALLBACK(on_renamed), self);
    open_popover(self, entry, entry, "rename-control");
    g_free(shown);
}

/* --- the range of the slider --- */

static void on_own_range(GtkButton *button, ControlRow *self)
{
    self->answer = OWN;
    close_popover(self);
}

static void on_set_range(GtkButton *button, ControlRow *self)
{
    close_popover(self);
}

static gboolean on_range_key(GtkEventControllerKey *keys, guint key, guint code,
                             GdkModifierType state, ControlRow *self)
{
    if (key != GDK_KEY_Escape)
        return GDK_EVENT_PROPAGATE;
    self->answer = CANCEL;
    close_popover(self);
    return GDK_EVENT_STOP;
}

static GtkWidget *range_field(GtkWidget *box, const SnProperty *property, const char *name,
                              double value)
{
    GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    GtkWidget *label = gtk_label_new(name);
    gtk_widget_add_css_class(label, "property-label");
    gtk_widget_set_hexpand(label, TRUE);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    GtkWidget *field = sn_number_field_new(property, name, true);
    sn_number_field_set(SN_NUMBER_FIELD(field), value);
    gtk_box_append(GTK_BOX(line), label);
    gtk_box_append(GTK_BOX(line), field);
    gtk_box_append(GTK_BOX(box), line);
    return field;
}

static void on_range(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    ControlRow *self = data;
    const SnControl *control = control_of(self);
    const SnTarget *target = control->property.targets;
    const SnProperty *property =
        sn_model_property(sn_session_model(self->session), target->id, target->row);
    const bool own = control->high <= control->low;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    gtk_widget_add_css_class(box, "control-range");
    self->shown_low = own ? property->soft_min : control->low;
    self->shown_high = own ? property->soft_max : control->high;
    self->low = range_field(box, property, "From", self->shown_low);
    self->high = range_field(box, property, "To", self->shown_high);
    self->answer = TAKE;
    GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *reset = gtk_button_new_with_label("Its Own Range");
    GtkWidget *set = gtk_button_new_with_label("Set");
    gtk_widget_set_name(set, "set-range");
    gtk_widget_set_hexpand(reset, TRUE);
    g_signal_connect(reset, "clicked", G_CALLBACK(on_own_range), self);
    g_signal_connect(set, "clicked", G_CALLBACK(on_set_range), self);
    gtk_box_append(GTK_BOX(buttons), reset);
    gtk_box_append(GTK_BOX(buttons), set);
    gtk_box_append(GTK_BOX(box), buttons);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_range_key), self);
    gtk_widget_add_controller(box, keys);
    open_popover(self, box, self->low, "range-control");
}

/* --- the rest --- */

static void on_widget(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    ControlRow *self = data;
    const int row = sn_class_find_property(&SN_CLASS_CONTROL, "widget");
    const SnProperty *property = sn_class_property(&SN_CLASS_CONTROL, row);
    for (int i = 0; property->names[i]; i++) {
        if (strcmp(property->names[i], g_variant_get_string(parameter, NULL)) == 0) {
            const SnValue value = {.type = SN_TYPE_ENUM, .integer = i};
            sn_edits_set(self->session, &self->control, 1, "widget", &value);
        }
    }
}

static void on_select(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    ControlRow *self = data;
    const SnControl *control = control_of(self);
    if (control)
        sn_session_select_one(self->session, control->property.targets[0].id);
}

static void on_remove(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    ControlRow *self = data;
    sn_edits_delete(self->session, &self->control, 1);
}

static void add_actions(ControlRow *self)
{
    static const GActionEntry entries[] = {
        {"rename", on_rename}, {"range", on_range},   {"widget", on_widget, "s", "'auto'"},
        {"select", on_select}, {"remove", on_remove},
    };
    GSimpleActionGroup *group = g_simple_action_group_new();
    g_action_map_add_action_entries(G_ACTION_MAP(group), entries, G_N_ELEMENTS(entries), self);
    const int row = sn_class_find_property(&SN_CLASS_CONTROL, "widget");
    const char *widget = sn_class_property(&SN_CLASS_CONTROL, row)->names[control_of(self)->widget];
    g_simple_action_set_state(
        G_SIMPLE_ACTION(g_action_map_lookup_action(G_ACTION_MAP(group), "widget")),
        g_variant_new_string(widget));
    gtk_widget_insert_action_group(self->row, "control", G_ACTION_GROUP(group));
    g_object_unref(group);
}

GtkWidget *sn_control_row_new(SnSession *session, SnId control)
{
    ControlRow *self = g_new0(ControlRow, 1);
    self->session = session;
    self->control = control;
    self->row = sn_property_row_new_control(session, control);
    g_object_set_data_full(G_OBJECT(self->row), "sn-control", self, g_free);
    add_actions(self);
    return self->row;
}
