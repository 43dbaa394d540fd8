/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/rename_dialog.h"

#include "ui/edits/arrange.h"
#include "ui/edits/edits.h"
#include "ui/widgets/form.h"

#include <string.h>

enum { MOST_SHOWN = 100 };

typedef struct Rename {
    GtkWindow *window;
    SnSession *session; /* owned reference */
    GArray *ids;
    GtkWidget *find, *replace, *regular, *pattern, *first, *list, *text, *accept;
} Rename;

static const char *text_of(GtkWidget *entry)
{
    return gtk_editable_get_text(GTK_EDITABLE(entry));
}

static SnRenaming renaming_of(const Rename *rename)
{
    return (SnRenaming){text_of(rename->find), text_of(rename->replace),
                        gtk_check_button_get_active(GTK_CHECK_BUTTON(rename->regular)),
                        text_of(rename->pattern),
                        gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(rename->first))};
}

/* Old and new names of the first ones; how many change is returned. */
static int list_names(const Rename *rename, char **names)
{
    const SnModel *model = sn_session_model(rename->session);
    GString *text = g_string_new(NULL);
    int changed = 0;
    for (guint i = 0; i < rename->ids->len; i++) {
        const SnComponent *component = sn_model_get(model, g_array_index(rename->ids, SnId, i));
        const char *old = component->name ? component->name : "";
        changed += strcmp(old, names[i]) != 0;
        if (i < MOST_SHOWN)
            g_string_append_printf(text, "%s%s  →  %s", i > 0 ? "\n" : "",
                                   *old ? old : "(nameless)", *names[i] ? names[i] : "(nameless)");
    }
    if (rename->ids->len > MOST_SHOWN)
        g_string_append_printf(text, "\n… and %u more", rename->ids->len - MOST_SHOWN);
    gtk_label_set_text(GTK_LABEL(rename->list), text->str);
    g_string_free(text, TRUE);
    return changed;
}

static void say_problem(const Rename *rename, GError *error)
{
    g_autofree char *words = g_strdup(error->message);
    *words = g_ascii_toupper(*words);
    sn_form_say(rename->text, words, true);
    g_error_free(error);
}

/* What has been undone or deleted meanwhile has no name. */
static void drop_gone(Rename *rename)
{
    const SnModel *model = sn_session_model(rename->session);
    for (guint i = rename->ids->len; i-- > 0;)
        if (!sn_model_get(model, g_array_index(rename->ids, SnId, i)))
            g_array_remove_index(rename->ids, i);
}

static void update(Rename *rename)
{
    drop_gone(rename);
    const SnRenaming renaming = renaming_of(rename);
    GError *error = NULL;
    char **names = sn_edits_new_names(rename->session, rename->ids, &renaming, &error);
    int changed = 0;
    if (names) {
        changed = list_names(rename, names);
        g_autofree char *words =
            g_strdup_printf("%d of %u names change.", changed, rename->ids->len);
        sn_form_say(rename->text, words, false);
        g_strfreev(names);
    } else {
        say_problem(rename, error);
    }
    gtk_widget_set_sensitive(rename->accept, changed > 0);
}

static void on_edited(GtkEditable *entry, Rename *rename)
{
    update(rename);
}

static void on_changed(GObject *object, GParamSpec *pspec, Rename *rename)
{
    if (!gtk_widget_in_destruction(GTK_WIDGET(rename->window)))
        update(rename);
}

static void on_accept(Rename *rename)
{
    drop_gone(rename);
    const SnRenaming renaming = renaming_of(rename);
    GError *error = NULL;
    char **names = sn_edits_new_names(rename->session, rename->ids, &renaming, &error);
    const bool done = names && sn_edits_rename_many(rename->session, rename->ids, names, &error);
    g_strfreev(names);
    if (done)
        gtk_window_destroy(rename->window);
    else
        say_problem(rename, error);
}

static void rename_free(gpointer data)
{
    Rename *rename = data;
    g_array_unref(rename->ids);
    g_object_unref(rename->session);
    g_free(rename);
}

/* --- making --- */

static GtkWidget *make_entry(const char *text, const char *hint)
{
    GtkWidget *entry = gtk_entry_new();
    gtk_editable_set_text(GTK_EDITABLE(entry), text);
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), hint);
    gtk_entry_set_activates_default(GTK_ENTRY(entry), TRUE);
    return entry;
}

static GtkWidget *make_list(Rename *rename)
{
    GtkWidget *scrolled = gtk_scrolled_window_new();
    rename->list = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(rename->list), 0);
    gtk_label_set_yalign(GTK_LABEL(rename->list), 0);
    gtk_label_set_ellipsize(GTK_LABEL(rename->list), PANGO_ELLIPSIZE_MIDDLE);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(scrolled), 160);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), rename->list);
    return scrolled;
}

static GtkWidget *make_rows(Rename *rename)
{
    GtkWidget *grid = sn_form_grid();
    rename->find = sn_form_row(grid, 0, "Find", make_entry("", "text in the names"), "rename-find");
    rename->replace =
        sn_form_row(grid, 1, "Replace by", make_entry("", "nothing"), "rename-replace");
    rename->regular = sn_form_row(
        grid, 2, "",
        gtk_check_button_new_with_label("It is a regular expression (\\1: first group)"),
        "rename-regular");
    rename->pattern = sn_form_row(grid, 3, "Then call it", make_entry("*", "*"), "rename-pattern");
    gtk_widget_set_tooltip_text(rename->pattern,
                                "* is the name, # a number, ## one of two digits: rib_##_l");
    rename->first = sn_form_row(grid, 4, "Numbers from", gtk_spin_button_new_with_range(0, 1e6, 1),
                                "rename-first");
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(rename->first), 1);
    sn_form_row(grid, 5, "", make_list(rename), "rename-list");
    rename->text = sn_form_text(grid, 6, "rename-text");
    return grid;
}

void sn_rename_dialog_open(GtkWindow *parent, SnSession *session)
{
    GArray *ids = sn_edits_chosen(session);
    if (ids->len == 0) {
        g_array_unref(ids);
        return;
    }
    Rename *rename = g_new0(Rename, 1);
    rename->window = sn_form_window(parent, session, "Rename What Is Selected", "rename-window");
    rename->session = g_object_ref(session);
    rename->ids = ids;
    g_object_set_data_full(G_OBJECT(rename->window), "sn-rename", rename, rename_free);
    rename->accept = gtk_button_new_with_label("Rename");
    GtkWidget *cancel = gtk_button_new_with_label("Cancel"), *rows = make_rows(rename);
    gtk_widget_set_name(rename->accept, "rename-accept");
    gtk_widget_set_name(cancel, "rename-cancel");
    GtkWidget *const entries[] = {rename->find, rename->replace, rename->pattern};
    for (gsize i = 0; i < G_N_ELEMENTS(entries); i++)
        g_signal_connect(entries[i], "changed", G_CALLBACK(on_edited), rename);
    g_signal_connect(rename->regular, "notify::active", G_CALLBACK(on_changed), rename);
    g_signal_connect(rename->first, "notify::value", G_CALLBACK(on_changed), rename);
    g_signal_connect_swapped(rename->accept, "clicked", G_CALLBACK(on_accept), rename);
    update(rename);
    sn_form_present(rename->window, rows, cancel, rename->accept);
}
