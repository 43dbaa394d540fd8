/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/history_dialog.h"

#include "engine/model/undo.h"
#include "ui/edits/tree.h"
#include "ui/widgets/spoken.h"

typedef struct History {
    GtkWindow *window;
    SnSession *session;   /* owned reference */
    GtkStringList *steps; /* "As it was opened", then the steps; borrowed */
    GtkWidget *list;
    guint update; /* idle source */
} History;

/* Steps may come and go at the end only. */
static void update_steps(History *history)
{
    const SnModel *model = sn_session_model(history->session);
    const int n = model ? sn_undo_n_steps(model) : -1;
    const guint rows = g_list_model_get_n_items(G_LIST_MODEL(history->steps));
    g_autoptr(GPtrArray) labels = g_ptr_array_new();
    guint same = 0;
    for (int i = -1; i < n; i++)
        g_ptr_array_add(labels,
                        (gpointer)(i < 0 ? "As it was opened" : sn_undo_step_label(model, i)));
    while (same < rows && same < labels->len &&
           g_strcmp0(gtk_string_list_get_string(history->steps, same), labels->pdata[same]) == 0)
        same++;
    const guint added = labels->len - same;
    g_ptr_array_add(labels, NULL);
    gtk_string_list_splice(history->steps, same, rows - same,
                           added > 0 ? (const char *const *)labels->pdata + same : NULL);
}

static gboolean update(gpointer data)
{
    History *history = data;
    const SnModel *model = sn_session_model(history->session);
    history->update = 0;
    update_steps(history);
    if (!model)
        return G_SOURCE_REMOVE;
    const guint done = (guint)sn_undo_n_done(model);
    const guint n = g_list_model_get_n_items(G_LIST_MODEL(history->steps));
    GtkSelectionModel *selection = gtk_list_view_get_model(GTK_LIST_VIEW(history->list));
    gtk_single_selection_set_selected(GTK_SINGLE_SELECTION(selection), done);
    gtk_widget_activate_action(history->list, "list.scroll-to-item", "u", MIN(done, n - 1));
    return G_SOURCE_REMOVE;
}

static void update_soon(History *history)
{
    if (history->update == 0)
        history->update = g_idle_add(update, history);
}

static void on_change(SnSession *session, const SnChange *change, History *history)
{
    if (change->kind == SN_CHANGE_DONE)
        update_soon(history);
}

static void on_activate(GtkListView *list, guint position, History *history)
{
    if (sn_session_model(history->session))
        sn_edits_go_to_step(history->session, (int)position);
    update_soon(history);
}

static void on_setup(GtkListItemFactory *factory, GtkListItem *item, History *history)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_widget_set_margin_start(label, 6);
    gtk_list_item_set_child(item, label);
}

static void on_bind(GtkListItemFactory *factory, GtkListItem *item, History *history)
{
    GtkWidget *label = gtk_list_item_get_child(item);
    const guint position = gtk_list_item_get_position(item);
    g_autofree char *name = g_strdup_printf("step-%u", position);
    gtk_label_set_text(GTK_LABEL(label), gtk_string_list_get_string(history->steps, position));
    gtk_widget_set_name(label, name);
    sn_set_spoken_row(label, gtk_label_get_text(GTK_LABEL(label)));
}

static void history_free(gpointer data)
{
    History *history = data;
    g_clear_handle_id(&history->update, g_source_remove);
    g_signal_handlers_disconnect_by_data(history->session, history);
    g_object_unref(history->session);
    g_free(history);
}

static GtkWidget *make_list(History *history)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), history);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), history);
    history->steps = gtk_string_list_new(NULL);
    GtkSingleSelection *selection = gtk_single_selection_new(G_LIST_MODEL(history->steps));
    gtk_single_selection_set_autoselect(selection, FALSE);
    history->list = gtk_list_view_new(GTK_SELECTION_MODEL(selection), factory);
    gtk_list_view_set_single_click_activate(GTK_LIST_VIEW(history->list), TRUE);
    gtk_widget_add_css_class(history->list, "sn-tree");
    gtk_widget_set_name(history->list, "history");
    gtk_accessible_update_property(GTK_ACCESSIBLE(history->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Steps", -1);
    g_signal_connect(history->list, "activate", G_CALLBACK(on_activate), history);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), history->list);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    return scrolled;
}

static gboolean on_key(GtkEventControllerKey *controller, guint value, guint code,
                       GdkModifierType state, History *history)
{
    if (value != GDK_KEY_Escape)
        return GDK_EVENT_PROPAGATE;
    gtk_window_destroy(history->window);
    return GDK_EVENT_STOP;
}

void sn_history_dialog_open(GtkWindow *parent, SnSession *session)
{
    History *history = g_new0(History, 1);
    history->window = GTK_WINDOW(gtk_window_new());
    history->session = g_object_ref(session);
    gtk_window_set_title(history->window, "History");
    gtk_window_set_transient_for(history->window, parent);
    gtk_window_set_destroy_with_parent(history->window, TRUE);
    gtk_window_set_default_size(history->window, 320, 420);
    gtk_widget_set_name(GTK_WIDGET(history->window), "history-window");
    gtk_widget_add_css_class(GTK_WIDGET(history->window), "sn-window");
    gtk_window_set_child(history->window, make_list(history));
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), history);
    gtk_widget_add_controller(GTK_WIDGET(history->window), keys);
    g_signal_connect(session, "change", G_CALLBACK(on_change), history);
    g_signal_connect_swapped(session, "document-changed", G_CALLBACK(update_soon), history);
    g_object_set_data_full(G_OBJECT(history->window), "sn-history", history, history_free);
    update(history);
    gtk_window_present(history->window);
}
