/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tracks/track_group.h"

#include "ui/widgets/tooltip.h"

struct _SnTrackGroupWidget {
    GtkWidget parent_instance;
    SnTrackList *list;
    const char *name;
    bool open;
    GtkWidget *fold, *label, *count;
};

G_DEFINE_FINAL_TYPE(SnTrackGroupWidget, sn_track_group_widget, GTK_TYPE_WIDGET)

const char *sn_track_group_name(SnTrackGroupWidget *group)
{
    return group->name;
}

void sn_track_group_set(SnTrackGroupWidget *group, bool open, int count)
{
    group->open = open;
    gtk_button_set_icon_name(GTK_BUTTON(group->fold),
                             open ? "pan-down-symbolic" : "pan-end-symbolic");
    sn_set_tooltip(group->fold, open ? "Fold the group" : "Open the group");
    gtk_accessible_update_state(GTK_ACCESSIBLE(group->fold), GTK_ACCESSIBLE_STATE_EXPANDED, open,
                                -1);
    char *text = g_strdup_printf("%d", count);
    gtk_label_set_text(GTK_LABEL(group->count), text);
    g_free(text);
}

static void on_fold(GtkButton *button, SnTrackGroupWidget *group)
{
    sn_track_list_set_group_open(group->list, group->name, !group->open);
}

static void on_pressed(GtkGestureClick *click, int n, double x, double y, SnTrackGroupWidget *group)
{
    if (n == 2)
        sn_track_list_set_group_open(group->list, group->name, !group->open);
}

static void sn_track_group_widget_dispose(GObject *object)
{
    GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(object));
    while (child) {
        gtk_widget_unparent(child);
        child = gtk_widget_get_first_child(GTK_WIDGET(object));
    }
    G_OBJECT_CLASS(sn_track_group_widget_parent_class)->dispose(object);
}

static void sn_track_group_widget_class_init(SnTrackGroupWidgetClass *class)
{
    G_OBJECT_CLASS(class)->dispose = sn_track_group_widget_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BOX_LAYOUT);
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "trackgroup");
}

static void sn_track_group_widget_init(SnTrackGroupWidget *group)
{
    GtkWidget *self = GTK_WIDGET(group);
    group->fold = gtk_button_new_from_icon_name("pan-down-symbolic");
    gtk_widget_add_css_class(group->fold, "flat");
    gtk_widget_add_css_class(group->fold, "fold");
    gtk_widget_set_valign(group->fold, GTK_ALIGN_CENTER);
    gtk_widget_set_focus_on_click(group->fold, FALSE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(group->fold), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Open or fold the group", -1);
    g_signal_connect(group->fold, "clicked", G_CALLBACK(on_fold), group);
    gtk_widget_set_parent(group->fold, self);
    group->label = gtk_label_new(NULL);
    gtk_label_set_ellipsize(GTK_LABEL(group->label), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_xalign(GTK_LABEL(group->label), 0);
    gtk_widget_add_css_class(group->label, "track-group-name");
    gtk_widget_set_parent(group->label, self);
    group->count = gtk_label_new(NULL);
    gtk_widget_add_css_class(group->count, "sn-count");
    gtk_widget_set_parent(group->count, self);
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), group);
    gtk_widget_add_controller(self, GTK_EVENT_CONTROLLER(click));
    gtk_widget_set_overflow(self, GTK_OVERFLOW_HIDDEN);
}

GtkWidget *sn_track_group_new(SnTrackList *list, const char *name)
{
    SnTrackGroupWidget *group = g_object_new(SN_TYPE_TRACK_GROUP_WIDGET, NULL);
    group->list = list;
    group->name = name;
    gtk_label_set_text(GTK_LABEL(group->label), name);
    char *id = g_strdup_printf("track-group:%s", name);
    gtk_widget_set_name(GTK_WIDGET(group), id);
    g_free(id);
    return GTK_WIDGET(group);
}
