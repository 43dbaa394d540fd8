/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/progress.h"

struct _SnProgress {
    GtkWidget parent_instance;
    GtkWidget *revealer, *label, *bar, *cancel;
};

G_DEFINE_FINAL_TYPE(SnProgress, sn_progress, GTK_TYPE_WIDGET)

static void sn_progress_dispose(GObject *object)
{
    g_clear_pointer(&SN_PROGRESS(object)->revealer, gtk_widget_unparent);
    G_OBJECT_CLASS(sn_progress_parent_class)->dispose(object);
}

static void sn_progress_class_init(SnProgressClass *class)
{
    G_OBJECT_CLASS(class)->dispose = sn_progress_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
}

static void sn_progress_init(SnProgress *progress)
{
    progress->revealer = gtk_revealer_new();
    gtk_revealer_set_transition_duration(GTK_REVEALER(progress->revealer), 120);
    gtk_widget_set_parent(progress->revealer, GTK_WIDGET(progress));
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    gtk_widget_add_css_class(box, "sn-bar");
    gtk_widget_add_css_class(box, "note");
    gtk_revealer_set_child(GTK_REVEALER(progress->revealer), box);
    progress->label = gtk_label_new(NULL);
    gtk_widget_add_css_class(progress->label, "numeric");
    gtk_widget_set_name(progress->label, "progress-text");
    progress->bar = gtk_progress_bar_new();
    gtk_widget_set_hexpand(progress->bar, TRUE);
    gtk_widget_set_valign(progress->bar, GTK_ALIGN_CENTER);
    progress->cancel = gtk_button_new_with_label("Cancel");
    gtk_widget_set_name(progress->cancel, "progress-cancel");
    gtk_widget_set_focus_on_click(progress->cancel, FALSE);
    gtk_box_append(GTK_BOX(box), progress->label);
    gtk_box_append(GTK_BOX(box), progress->bar);
    gtk_box_append(GTK_BOX(box), progress->cancel);
}

GtkWidget *sn_progress_new(void)
{
    return g_object_new(SN_TYPE_PROGRESS, NULL);
}

void sn_progress_show(SnProgress *progress, const char *text, double fraction, const char *cancel)
{
    gtk_label_set_text(GTK_LABEL(progress->label), text);
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(progress->bar), CLAMP(fraction, 0, 1));
    gtk_actionable_set_detailed_action_name(GTK_ACTIONABLE(progress->cancel), cancel);
    gtk_revealer_set_reveal_child(GTK_REVEALER(progress->revealer), TRUE);
}

void sn_progress_hide(SnProgress *progress)
{
    gtk_revealer_set_reveal_child(GTK_REVEALER(progress->revealer), FALSE);
}
