/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/delete_dialog.h"

#include "ui/edits/arrange.h"
#include "ui/edits/copy.h"
#include "ui/edits/edits.h"
#include "ui/edits/groups.h"
#include "ui/widgets/form.h"

enum { MOST_SHOWN = 200 };

typedef struct Delete {
    GtkWindow *window;
    SnSession *session; /* owned reference */
    GArray *ids, *along;
} Delete;

static SnId *ids_of(const GArray *ids)
{
    return (SnId *)(void *)ids->data;
}

/* What goes along and is more than looked at. */
static GArray *gone_along(SnSession *session, const SnId *ids, int n)
{
    GArray *along = sn_edits_gone_with(session, ids, n);
    for (guint i = along->len; i-- > 0;) {
        bool document = false;
        const SnComponent *c = sn_model_get(sn_session_model(session), ids_of(along)[i]);
        for (; c; c = c->parent)
            document = document || c->class->document;
        if (document)
            g_array_remove_index(along, i);
    }
    return along;
}

static void on_delete(Delete *delete)
{
    SnSession *session = g_object_ref(delete->session);
    GArray *ids = g_array_ref(delete->ids);
    gtk_window_destroy(delete->window);
    sn_edits_delete(session, ids_of(ids), (int)ids->len);
    g_array_unref(ids);
    g_object_unref(session);
}

static void on_show(Delete *delete)
{
    sn_session_select(delete->session, ids_of(delete->along), (int)delete->along->len,
                      SN_SELECT_REPLACE);
    gtk_window_destroy(delete->window);
}

static void delete_free(gpointer data)
{
    Delete *delete = data;
    g_array_unref(delete->ids);
    g_array_unref(delete->along);
    g_object_unref(delete->session);
    g_free(delete);
}

/* --- making --- */

static char *names_text(const Delete *delete)
{
    const SnModel *model = sn_session_model(delete->session);
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < MIN(delete->along->len, MOST_SHOWN); i++) {
        const SnId id = ids_of(delete->along)[i];
        g_autofree char *label = sn_session_label(delete->session, id);
        g_autofree char *kind = g_utf8_strdown(sn_model_get(model, id)->class->label, -1);
        g_string_append_printf(text, "%s%s  (%s)", i > 0 ? "\n" : "", label, kind);
    }
    if (delete->along->len > MOST_SHOWN)
        g_string_append_printf(text, "\n… and %u more", delete->along->len - MOST_SHOWN);
    return g_string_free(text, FALSE);
}

static GtkWidget *make_list(const Delete *delete)
{
    g_autofree char *names = names_text(delete);
    GtkWidget *scrolled = gtk_scrolled_window_new(), *list = gtk_label_new(names);
    gtk_label_set_xalign(GTK_LABEL(list), 0);
    gtk_label_set_ellipsize(GTK_LABEL(list), PANGO_ELLIPSIZE_MIDDLE);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 240);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
    gtk_widget_set_name(scrolled, "delete-list");
    return scrolled;
}

static GtkWidget *make_rows(Delete *delete, const char *what)
{
    GtkWidget *grid = sn_form_grid(), *text = sn_form_text(grid, 0, "delete-text");
    g_autofree char *count = sn_count_text(sn_session_model(delete->session), ids_of(delete->along),
                                           (int)delete->along->len);
    g_autofree char *words = g_strdup_printf("%s cannot be without %s and %s too.", count, what,
                                             delete->along->len == 1 ? "goes" : "go");
    *words = g_ascii_toupper(*words);
    sn_form_say(text, words, false);
    gtk_grid_attach(GTK_GRID(grid), make_list(delete), 0, 1, 2, 1);
    GtkWidget *show = gtk_button_new_with_label("Select These Instead");
    gtk_widget_set_name(show, "delete-show");
    gtk_widget_set_halign(show, GTK_ALIGN_START);
    gtk_grid_attach(GTK_GRID(grid), show, 0, 2, 2, 1);
    g_signal_connect_swapped(show, "clicked", G_CALLBACK(on_show), delete);
    return grid;
}

void sn_delete_selection(GtkWindow *parent, SnSession *session)
{
    int n = 0;
    const SnId *selected = sn_session_selection(session, &n);
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    g_array_append_vals(ids, selected, (guint)n);
    GArray *along = gone_along(session, ids_of(ids), n);
    const bool refused = sn_edits_refuse_locked(session, ids_of(ids), n) ||
                         sn_edits_refuse_locked(session, ids_of(along), (int)along->len);
    if (along->len == 0 || refused) {
        if (!refused)
            sn_edits_delete(session, ids_of(ids), n);
        g_array_unref(along);
        g_array_unref(ids);
        return;
    }
    Delete *delete = g_new0(Delete, 1);
    g_autofree char *what = n == 1 ? sn_session_label(session, ids_of(ids)[0])
                                   : g_strdup_printf("these %d components", n);
    g_autofree char *title = g_strdup_printf("Delete %s?", what);
    delete->window = sn_form_window(parent, session, title, "delete-window");
    delete->session = g_object_ref(session);
    delete->ids = ids;
    delete->along = along;
    g_object_set_data_full(G_OBJECT(delete->window), "sn-delete", delete, delete_free);
    GtkWidget *cancel = gtk_button_new_with_label("Cancel");
    GtkWidget *accept = gtk_button_new_with_label("Delete All");
    gtk_widget_set_name(cancel, "delete-cancel");
    gtk_widget_set_name(accept, "delete-accept");
    g_signal_connect_swapped(accept, "clicked", G_CALLBACK(on_delete), delete);
    sn_form_present(delete->window, make_rows(delete, n == 1 ? what : "them"), cancel, accept);
    gtk_widget_remove_css_class(accept, "suggested-action");
    gtk_widget_add_css_class(accept, "destructive-action");
    gtk_widget_grab_focus(accept); /* Enter deletes, Escape does not */
}
