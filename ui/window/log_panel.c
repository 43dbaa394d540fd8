/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/log_panel.h"

#include "ui/widgets/spoken.h"
#include "ui/window/console/console.h"

static void setup_row(GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    GtkWidget *icon = gtk_image_new();
    GtkWidget *clock = gtk_label_new(NULL);
    gtk_widget_add_css_class(clock, "dim-label");
    gtk_widget_add_css_class(clock, "numeric");
    GtkWidget *text = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(text), 0);
    gtk_label_set_ellipsize(GTK_LABEL(text), PANGO_ELLIPSIZE_END);
    gtk_widget_set_hexpand(text, TRUE);
    gtk_box_append(GTK_BOX(box), icon);
    gtk_box_append(GTK_BOX(box), clock);
    gtk_box_append(GTK_BOX(box), text);
    gtk_list_item_set_child(item, box);
}

static void bind_row(GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
    static const char *const icons[] = {"dialog-information-symbolic", "dialog-warning-symbolic",
                                        "dialog-error-symbolic"};
    static const char *const styles[] = {"note", "warning", "error"};
    SnMessage *message = gtk_list_item_get_item(item);
    GtkWidget *box = gtk_list_item_get_child(item);
    GtkWidget *icon = gtk_widget_get_first_child(box);
    GtkWidget *clock = gtk_widget_get_next_sibling(icon);
    GtkWidget *text = gtk_widget_get_next_sibling(clock);
    SnSeverity severity = sn_message_severity(message);
    gtk_image_set_from_icon_name(GTK_IMAGE(icon), icons[severity]);
    const char *classes[] = {"sn-severity", styles[severity], NULL};
    gtk_widget_set_css_classes(icon, classes);
    gtk_label_set_text(GTK_LABEL(clock), sn_message_clock(message));
    gtk_label_set_text(GTK_LABEL(text), sn_message_text(message));
    gtk_widget_set_tooltip_text(text, sn_message_text(message));
    sn_set_spoken_row(box, sn_message_text(message));
}

static void on_activate(GtkListView *view, guint position, SnSession *session)
{
    SnMessage *message = g_list_model_get_item(sn_session_messages(session), position);
    SnId id = sn_message_id(message);
    if (sn_session_model(session) && sn_model_get(sn_session_model(session), id))
        sn_session_select_one(session, id);
    g_object_unref(message);
}

static void on_clear(GtkButton *button, SnSession *session)
{
    sn_session_clear_messages(session);
}

static void on_copy(GtkButton *button, SnSession *session)
{
    GString *all = g_string_new(NULL);
    GListModel *messages = sn_session_messages(session);
    for (guint i = 0; i < g_list_model_get_n_items(messages); i++) {
        SnMessage *message = g_list_model_get_item(messages, i);
        g_string_append_printf(all, "%s %s\n", sn_message_clock(message), sn_message_text(message));
        g_object_unref(message);
    }
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(button)), all->str);
    g_string_free(all, TRUE);
}

/* The last message stays in view. */
static void on_items(GListModel *messages, guint position, guint removed, guint added,
                     GtkWidget *panel)
{
    guint n = g_list_model_get_n_items(messages);
    GtkStack *stack = GTK_STACK(g_object_get_data(G_OBJECT(panel), "stack"));
    gtk_stack_set_visible_child_name(stack, n > 0 ? "list" : "empty");
    if (n > 0 && gtk_widget_get_mapped(panel)) {
        gtk_widget_activate_action(g_object_get_data(G_OBJECT(panel), "view"),
                                   "list.scroll-to-item", "u", n - 1);
    }
}

static GtkWidget *side_button(const char *icon, const char *tooltip, GCallback clicked,
                              SnSession *session)
{
    GtkWidget *button = gtk_button_new_from_icon_name(icon);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_tooltip_text(button, tooltip);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                   -1);
    g_signal_connect_object(button, "clicked", clicked, session, 0);
    return button;
}

GtkWidget *sn_log_panel_new(SnSession *session)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(setup_row), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind_row), NULL);
    GListModel *messages = sn_session_messages(session);
    GtkWidget *view = gtk_list_view_new(
        GTK_SELECTION_MODEL(gtk_single_selection_new(g_object_ref(messages))), factory);
    gtk_list_view_set_single_click_activate(GTK_LIST_VIEW(view), TRUE);
    gtk_widget_set_name(view, "log");
    gtk_accessible_update_property(GTK_ACCESSIBLE(view), GTK_ACCESSIBLE_PROPERTY_LABEL, "Messages",
                                   -1);
    g_signal_connect_object(view, "activate", G_CALLBACK(on_activate), session, 0);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);

    GtkWidget *empty = gtk_label_new("No messages");
    gtk_widget_add_css_class(empty, "sn-empty");
    GtkWidget *stack = gtk_stack_new();
    gtk_stack_add_named(GTK_STACK(stack), scrolled, "list");
    gtk_stack_add_named(GTK_STACK(stack), empty, "empty");
    gtk_widget_set_hexpand(stack, TRUE);

    GtkWidget *panel = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_add_css_class(panel, "sn-log");
    GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_set_vexpand(stack, TRUE);
    gtk_box_append(GTK_BOX(column), stack);
    gtk_box_append(GTK_BOX(column), sn_console_new(session));
    gtk_box_append(GTK_BOX(panel), column);
    GtkWidget *side = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(side), side_button("edit-copy-symbolic", "Copy all messages",
                                              G_CALLBACK(on_copy), session));
    gtk_box_append(GTK_BOX(side), side_button("edit-clear-all-symbolic", "Clear the messages",
                                              G_CALLBACK(on_clear), session));
    gtk_box_append(GTK_BOX(panel), side);
    g_object_set_data(G_OBJECT(panel), "stack", stack);
    g_object_set_data(G_OBJECT(panel), "view", view);
    g_signal_connect_object(messages, "items-changed", G_CALLBACK(on_items), panel, 0);
    on_items(messages, 0, 0, 0, panel);
    return panel;
}
