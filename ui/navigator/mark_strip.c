/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/navigator/mark_strip.h"

#include "engine/model/edit/members.h"
#include "ui/actions/menu_parts.h"
#include "ui/edits/groups.h"
#include "ui/widgets/popover.h"
#include "ui/widgets/tooltip.h"

#include <string.h>

#define MARK_KEY "sn-mark"
#define ALL_KEY  "sn-marks" /* text of what the strip shows */

static void on_clicked(GtkButton *button, SnSession *session)
{
    sn_edits_members(session, "select", g_object_get_data(G_OBJECT(button), MARK_KEY));
}

static void on_right_click(GtkGestureClick *gesture, int n, double x, double y, SnSession *session)
{
    GtkWidget *button = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(gesture));
    GMenu *menu = sn_menu_members(g_object_get_data(G_OBJECT(button), MARK_KEY));
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    sn_popover_open_menu(G_MENU_MODEL(menu), button, "mark-menu", x, y);
    g_object_unref(menu);
}

static GtkWidget *make_face(const char *mark, const char *label, guint count)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    const SnTag tag = sn_mark_tag(mark);
    if (tag != SN_TAG_NONE) {
        gtk_box_append(GTK_BOX(box), sn_tag_dot(tag));
    } else {
        GtkWidget *name = gtk_label_new(label);
        gtk_label_set_ellipsize(GTK_LABEL(name), PANGO_ELLIPSIZE_MIDDLE);
        gtk_label_set_max_width_chars(GTK_LABEL(name), 16);
        gtk_box_append(GTK_BOX(box), name);
    }
    g_autofree char *number = g_strdup_printf("%u", count);
    GtkWidget *how_many = gtk_label_new(number);
    gtk_widget_add_css_class(how_many, "sn-count");
    gtk_box_append(GTK_BOX(box), how_many);
    return box;
}

static GtkWidget *make_chip(SnSession *session, const char *mark)
{
    g_autofree char *label = sn_mark_label(mark);
    g_autoptr(GArray) members = sn_members(sn_session_model(session), mark);
    g_autofree char *tip =
        g_strdup_printf("%s: select %s (right click: hide, show, lock)", label,
                        members->len == 1 ? "the one component that has it" : "all that have it");
    GtkWidget *chip = gtk_button_new();
    gtk_button_set_child(GTK_BUTTON(chip), make_face(mark, label, members->len));
    gtk_widget_add_css_class(chip, "flat");
    gtk_widget_add_css_class(chip, "sn-mark");
    gtk_widget_set_focus_on_click(chip, FALSE);
    gtk_widget_set_name(chip, mark);
    sn_set_tooltip(chip, tip);
    gtk_accessible_update_property(GTK_ACCESSIBLE(chip), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
    g_object_set_data_full(G_OBJECT(chip), MARK_KEY, g_strdup(mark), g_free);
    g_signal_connect(chip, "clicked", G_CALLBACK(on_clicked), session);
    GtkGesture *right = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(right), GDK_BUTTON_SECONDARY);
    g_signal_connect(right, "pressed", G_CALLBACK(on_right_click), session);
    gtk_widget_add_controller(chip, GTK_EVENT_CONTROLLER(right));
    return chip;
}

/* What the strip shows as text: marks and how many have each. */
static char *contents_of(SnSession *session, const GPtrArray *marks)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < marks->len; i++) {
        g_autoptr(GArray) members = sn_members(sn_session_model(session), marks->pdata[i]);
        g_string_append_printf(text, "%s %u\n", (const char *)marks->pdata[i], members->len);
    }
    return g_string_free(text, FALSE);
}

void sn_mark_strip_update(GtkWidget *strip, SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    g_autoptr(GPtrArray) marks =
        model ? sn_marks_in_use(model) : g_ptr_array_new_with_free_func(g_free);
    g_autofree char *contents = model ? contents_of(session, marks) : g_strdup("");
    if (g_strcmp0(contents, g_object_get_data(G_OBJECT(strip), ALL_KEY)) == 0)
        return; /* the button under the pointer stays */
    GtkWidget *child = gtk_widget_get_first_child(strip);
    while (child) {
        gtk_flow_box_remove(GTK_FLOW_BOX(strip), child);
        child = gtk_widget_get_first_child(strip);
    }
    for (guint i = 0; i < marks->len; i++) {
        gtk_flow_box_append(GTK_FLOW_BOX(strip), make_chip(session, marks->pdata[i]));
        gtk_widget_set_focusable(gtk_widget_get_last_child(strip), FALSE);
    }
    gtk_widget_set_visible(strip, marks->len > 0);
    g_object_set_data_full(G_OBJECT(strip), ALL_KEY, g_steal_pointer(&contents), g_free);
}

GtkWidget *sn_mark_strip_new(SnSession *session)
{
    GtkWidget *strip = gtk_flow_box_new();
    gtk_flow_box_set_selection_mode(GTK_FLOW_BOX(strip), GTK_SELECTION_NONE);
    gtk_flow_box_set_max_children_per_line(GTK_FLOW_BOX(strip), 16);
    gtk_widget_set_name(strip, "navigator-marks");
    gtk_widget_add_css_class(strip, "sn-marks");
    gtk_widget_set_visible(strip, FALSE);
    sn_mark_strip_update(strip, session);
    return strip;
}
