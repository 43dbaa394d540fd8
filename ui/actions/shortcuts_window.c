/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/actions/shortcuts_window.h"

#include "ui/actions/action_keys.h"
#include "ui/widgets/spoken.h"

#include <string.h>

enum { WIDTH = 520, HEIGHT = 560, BESIDE = 80 }; /* [px] of the window; less than its parent by */

static const char ROW_KEY[] = "sn-shortcut-row";     /* SnActionRow of a list row */
static const char FOLDED_KEY[] = "sn-shortcut-text"; /* what is searched in */

typedef struct List {
    GtkWidget *search, *list, *none;
    char **words; /* searched for; owned */
} List;

static void list_free(gpointer data)
{
    List *list = data;
    g_strfreev(list->words);
    g_free(list);
}

/* All keys of an action: "Ctrl+1, Keypad 1". */
static char *keys_text(const SnActionRow *row)
{
    GString *text = g_string_new(NULL);
    for (int k = 0; k < SN_ACTION_MAX_KEYS && row->keys[k]; k++) {
        g_autofree char *key = sn_action_key_text(row->keys[k]);
        if (!strstr(text->str, key)) /* Ctrl+? is there with and without Shift */
            g_string_append_printf(text, "%s%s", k > 0 ? ", " : "", key);
    }
    return g_string_free(text, FALSE);
}

static GtkWidget *make_row(const SnActionRow *action)
{
    g_autofree char *keys = keys_text(action);
    GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    GtkWidget *name = gtk_label_new(action->label), *written = gtk_label_new(keys);
    gtk_label_set_xalign(GTK_LABEL(name), 0);
    gtk_label_set_ellipsize(GTK_LABEL(name), PANGO_ELLIPSIZE_END);
    gtk_widget_set_hexpand(name, TRUE);
    gtk_widget_add_css_class(written, "sn-keys");
    gtk_box_append(GTK_BOX(box), name);
    gtk_box_append(GTK_BOX(box), written);
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    gtk_widget_set_tooltip_text(row, action->help);
    g_autofree char *spoken = g_strdup_printf("%s: %s", action->label, keys);
    sn_set_spoken(row, spoken);
    g_autofree char *all =
        g_strjoin(" ", action->label, keys, action->group, action->help ? action->help : "", NULL);
    g_object_set_data(G_OBJECT(row), ROW_KEY, (gpointer)action);
    g_object_set_data_full(G_OBJECT(row), FOLDED_KEY, g_utf8_casefold(all, -1), g_free);
    return row;
}

static const char *group_of(GtkListBoxRow *row)
{
    const SnActionRow *action = row ? g_object_get_data(G_OBJECT(row), ROW_KEY) : NULL;
    return action ? action->group : NULL;
}

static void put_header(GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
    if (g_strcmp0(group_of(row), group_of(before)) == 0) {
        gtk_list_box_row_set_header(row, NULL);
        return;
    }
    GtkWidget *title = gtk_label_new(group_of(row));
    gtk_label_set_xalign(GTK_LABEL(title), 0);
    gtk_widget_add_css_class(title, "sn-key-group");
    gtk_list_box_row_set_header(row, title);
}

/* --- searching --- */

static gboolean is_found(GtkListBoxRow *row, gpointer data)
{
    const List *list = data;
    const char *folded = g_object_get_data(G_OBJECT(row), FOLDED_KEY);
    for (char **word = list->words; word && *word; word++)
        if (!strstr(folded, *word))
            return FALSE;
    return TRUE;
}

static void on_search(GtkEditable *entry, List *list)
{
    g_autofree char *folded = g_utf8_casefold(gtk_editable_get_text(entry), -1);
    g_strfreev(list->words);
    list->words = g_strsplit_set(g_strstrip(folded), " ", -1);
    gtk_list_box_invalidate_filter(GTK_LIST_BOX(list->list));
    bool any = false;
    GtkListBoxRow *row;
    for (int i = 0; (row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(list->list), i)); i++)
        any = any || is_found(row, list);
    gtk_widget_set_visible(list->none, !any);
}

/* --- making --- */

static void fill(List *list)
{
    int n = 0;
    const SnActionRow *rows = sn_action_table(&n);
    for (int i = 0; i < n; i++) { /* by group, in the order in which groups begin */
        bool begun = false;
        for (int j = 0; j < i && !begun; j++)
            begun = strcmp(rows[j].group, rows[i].group) == 0;
        for (int j = i; j < n && !begun; j++)
            if (rows[j].keys[0] && strcmp(rows[j].group, rows[i].group) == 0)
                gtk_list_box_append(GTK_LIST_BOX(list->list), make_row(&rows[j]));
    }
}

static GtkWidget *make_content(List *list)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_widget_add_css_class(box, "sn-dialog");
    list->search = gtk_search_entry_new();
    gtk_widget_set_name(list->search, "shortcuts-search");
    g_object_set(list->search, "placeholder-text", "Name of an action, or a key: Ctrl+Z", NULL);
    sn_set_spoken(list->search, "Search the shortcuts");
    list->list = gtk_list_box_new();
    gtk_widget_set_name(list->list, "shortcuts-list");
    gtk_widget_add_css_class(list->list, "sn-key-list");
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list->list), GTK_SELECTION_NONE);
    gtk_list_box_set_filter_func(GTK_LIST_BOX(list->list), is_found, list, NULL);
    gtk_list_box_set_header_func(GTK_LIST_BOX(list->list), put_header, NULL, NULL);
    fill(list);
    list->none = gtk_label_new("No action with keys is called so.");
    gtk_widget_add_css_class(list->none, "dim-label");
    gtk_widget_set_visible(list->none, FALSE);
    g_signal_connect(list->search, "changed", G_CALLBACK(on_search), list);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list->list);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(box), list->search);
    gtk_box_append(GTK_BOX(box), list->none);
    gtk_box_append(GTK_BOX(box), scrolled);
    return box;
}

void sn_shortcuts_window_open(GtkWindow *parent)
{
    List *list = g_new0(List, 1);
    GtkWindow *window = GTK_WINDOW(gtk_window_new());
    gtk_window_set_title(window, "Keyboard Shortcuts");
    gtk_window_set_transient_for(window, parent);
    gtk_window_set_modal(window, TRUE);
    gtk_window_set_destroy_with_parent(window, TRUE);
    gtk_widget_set_name(GTK_WIDGET(window), "shortcuts-window");
    gtk_widget_add_css_class(GTK_WIDGET(window), "sn-window");
    const int room = gtk_widget_get_height(GTK_WIDGET(parent)) - BESIDE;
    gtk_window_set_default_size(window, WIDTH, room > BESIDE ? MIN(HEIGHT, room) : HEIGHT);
    gtk_window_set_child(window, make_content(list));
    g_object_set_data_full(G_OBJECT(window), "sn-shortcuts", list, list_free);
    GtkShortcutTrigger *escape = gtk_keyval_trigger_new(GDK_KEY_Escape, 0);
    GtkEventController *keys = gtk_shortcut_controller_new();
    gtk_shortcut_controller_add_shortcut(
        GTK_SHORTCUT_CONTROLLER(keys),
        gtk_shortcut_new(escape, gtk_named_action_new("window.close")));
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    gtk_widget_add_controller(GTK_WIDGET(window), keys);
    gtk_widget_grab_focus(list->search);
    gtk_window_present(window);
}
