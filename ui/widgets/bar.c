/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/bar.h"

#include "ui/widgets/spoken.h"

#define NOTE_SECONDS 8

/* What is said again when nothing else is said; texts owned, NULL: nothing is. */
typedef struct Waiting {
    SnSeverity severity;
    char *text, *button, *action;
} Waiting;

struct _SnMessageBar {
    GtkWidget parent_instance;
    GtkWidget *revealer, *box, *icon, *label, *button;
    guint timer;
    SnSeverity severity; /* of what is shown */
    bool lasting;        /* what is shown is what waits, too */
    Waiting waiting;
};

G_DEFINE_FINAL_TYPE(SnMessageBar, sn_message_bar, GTK_TYPE_WIDGET)

static guint gone_signal;

static void forget_waiting(SnMessageBar *bar)
{
    g_clear_pointer(&bar->waiting.text, g_free);
    g_clear_pointer(&bar->waiting.button, g_free);
    g_clear_pointer(&bar->waiting.action, g_free);
}

static void wait(SnMessageBar *bar, const SnBar *what)
{
    forget_waiting(bar);
    bar->waiting = (Waiting){what->severity, g_strdup(what->text), g_strdup(what->button),
                             g_strdup(what->action)};
}

static void show(SnMessageBar *bar, const SnBar *what);

void sn_bar_hide(SnMessageBar *bar)
{
    const Waiting *next = &bar->waiting;
    g_clear_handle_id(&bar->timer, g_source_remove);
    g_signal_emit(bar, gone_signal, 0);
    if (bar->lasting)
        forget_waiting(bar); /* it has been answered */
    bar->lasting = next->text != NULL;
    if (next->text)
        show(bar, &(SnBar){.severity = next->severity,
                           .text = next->text,
                           .button = next->button,
                           .action = next->action});
    else
        gtk_revealer_set_reveal_child(GTK_REVEALER(bar->revealer), FALSE);
}

void sn_bar_change(SnMessageBar *bar, const char *text)
{
    gtk_label_set_text(GTK_LABEL(bar->label), text);
    gtk_widget_set_tooltip_text(bar->label, text);
}

static gboolean note_is_old(gpointer data)
{
    SnMessageBar *bar = data;
    bar->timer = 0;
    sn_bar_hide(bar);
    return G_SOURCE_REMOVE;
}

static void on_close(GtkButton *button, SnMessageBar *bar)
{
    sn_bar_hide(bar);
}

static void sn_message_bar_dispose(GObject *object)
{
    SnMessageBar *bar = SN_MESSAGE_BAR(object);
    g_clear_handle_id(&bar->timer, g_source_remove);
    forget_waiting(bar);
    g_clear_pointer(&bar->revealer, gtk_widget_unparent);
    G_OBJECT_CLASS(sn_message_bar_parent_class)->dispose(object);
}

static void sn_message_bar_class_init(SnMessageBarClass *class)
{
    G_OBJECT_CLASS(class)->dispose = sn_message_bar_dispose;
    gone_signal = g_signal_new("gone", SN_TYPE_MESSAGE_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_ALERT);
}

static void sn_message_bar_init(SnMessageBar *bar)
{
    bar->revealer = gtk_revealer_new();
    gtk_revealer_set_transition_duration(GTK_REVEALER(bar->revealer), 120);
    gtk_widget_set_parent(bar->revealer, GTK_WIDGET(bar));
    bar->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    gtk_widget_add_css_class(bar->box, "sn-bar");
    gtk_revealer_set_child(GTK_REVEALER(bar->revealer), bar->box);
    bar->icon = gtk_image_new();
    gtk_box_append(GTK_BOX(bar->box), bar->icon);
    bar->label = gtk_label_new(NULL);
    gtk_label_set_wrap(GTK_LABEL(bar->label), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(bar->label), 64);
    gtk_label_set_lines(GTK_LABEL(bar->label), 3);
    gtk_label_set_ellipsize(GTK_LABEL(bar->label), PANGO_ELLIPSIZE_END);
    gtk_label_set_selectable(GTK_LABEL(bar->label), TRUE);
    gtk_widget_set_can_focus(bar->label, FALSE);
    gtk_label_set_xalign(GTK_LABEL(bar->label), 0);
    gtk_widget_set_hexpand(bar->label, TRUE);
    gtk_widget_set_name(bar->label, "bar-text");
    gtk_box_append(GTK_BOX(bar->box), bar->label);
    bar->button = gtk_button_new();
    gtk_widget_set_name(bar->button, "bar-button");
    g_signal_connect(bar->button, "clicked", G_CALLBACK(on_close), bar);
    gtk_widget_set_focus_on_click(bar->button, FALSE); /* it goes, the keys stay where they are */
    gtk_box_append(GTK_BOX(bar->box), bar->button);
    GtkWidget *close = gtk_button_new_from_icon_name("window-close-symbolic");
    gtk_button_set_has_frame(GTK_BUTTON(close), FALSE);
    gtk_widget_set_focus_on_click(close, FALSE);
    gtk_widget_set_tooltip_text(close, "Hide this message");
    sn_set_spoken(close, "Hide this message");
    gtk_widget_set_name(close, "bar-close");
    g_signal_connect(close, "clicked", G_CALLBACK(on_close), bar);
    gtk_box_append(GTK_BOX(bar->box), close);
}

GtkWidget *sn_bar_new(void)
{
    return g_object_new(SN_TYPE_MESSAGE_BAR, NULL);
}

/* Name and target at once: one of them alone may not fit the action. */
static void set_action(GtkActionable *button, const char *detailed)
{
    char *name = NULL;
    GVariant *target = NULL;
    bool known = g_action_parse_detailed_name(detailed, &name, &target, NULL);
    g_assert(known);
    gtk_actionable_set_action_name(button, NULL);
    gtk_actionable_set_action_target_value(button, target);
    gtk_actionable_set_action_name(button, name);
    g_clear_pointer(&target, g_variant_unref);
    g_free(name);
}

static void show(SnMessageBar *bar, const SnBar *what)
{
    static const char *const icons[] = {"dialog-information-symbolic", "dialog-warning-symbolic",
                                        "dialog-error-symbolic"};
    static const char *const styles[] = {"note", "warning", "error"};
    g_clear_handle_id(&bar->timer, g_source_remove);
    bar->severity = what->severity;
    for (int i = 0; i < 3; i++)
        gtk_widget_remove_css_class(bar->box, styles[i]);
    gtk_widget_add_css_class(bar->box, styles[what->severity]);
    gtk_image_set_from_icon_name(GTK_IMAGE(bar->icon), icons[what->severity]);
    gtk_label_set_text(GTK_LABEL(bar->label), what->text);
    gtk_widget_set_tooltip_text(bar->label, what->text);
    gtk_widget_set_visible(bar->button, what->button != NULL);
    if (what->button) {
        gtk_button_set_label(GTK_BUTTON(bar->button), what->button);
        set_action(GTK_ACTIONABLE(bar->button), what->action);
    }
    gtk_accessible_update_property(GTK_ACCESSIBLE(bar), GTK_ACCESSIBLE_PROPERTY_LABEL, what->text,
                                   -1);
    gtk_revealer_set_reveal_child(GTK_REVEALER(bar->revealer), TRUE);
    if (what->severity == SN_NOTE && !what->of_asking)
        bar->timer = g_timeout_add_seconds(NOTE_SECONDS, note_is_old, bar);
}

void sn_bar_show(SnMessageBar *bar, const SnBar *what)
{
    const bool error = bar->severity == SN_ERROR && !bar->lasting &&
                       gtk_revealer_get_reveal_child(GTK_REVEALER(bar->revealer));
    if (what->lasting)
        wait(bar, what);
    bar->lasting = what->lasting && !error;
    if (!what->lasting || !error)
        show(bar, what);
}
