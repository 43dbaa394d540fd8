/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/settings/keys_page.h"

#include "ui/actions/action_keys.h"
#include "ui/widgets/tooltip.h"

#include <string.h>

typedef struct KeyRow {
    const SnActionRow *action;
    GtkWidget *row, *keys; /* keys: the box of its buttons */
    char *folded;          /* label and help, to search in; owned */
} KeyRow;

typedef struct KeysPage {
    SnSettings *settings;
    GArray *rows; /* of KeyRow */
    GtkWidget *search, *list;
    GtkWidget *message, *take;
    char **words;           /* searched for; owned */
    const KeyRow *choosing; /* whose key is being pressed; NULL: none */
    int at;                 /* which of its keys: behind the last, a new one */
    char *wanted;           /* a key that belongs to another action; owned */
} KeysPage;

static const char HINT[] = "Click a key and press another. Backspace takes it away, Esc leaves it.";

/* --- keys --- */

void sn_keys_load(SnSettings *settings)
{
    int n = 0;
    const SnActionRow *rows = sn_action_table(&n);
    for (int i = 0; i < n; i++) {
        g_auto(GStrv) keys = sn_settings_get_keys(settings, rows[i].name);
        sn_action_keys_set(rows[i].name, (const char *const *)(void *)keys);
    }
}

static void keep(KeysPage *page, const SnActionRow *action)
{
    const char *keys[SN_ACTION_MAX_KEYS + 1] = {NULL};
    memcpy(keys, action->keys, sizeof action->keys);
    sn_settings_set_keys(page->settings, action->name,
                         sn_action_keys_are_shipped(action) ? NULL : keys);
    sn_settings_save(page->settings);
}

/* Key NULL: the one at that place goes. */
static void write_key(KeysPage *page, const SnActionRow *action, int at, const char *key)
{
    const char *keys[SN_ACTION_MAX_KEYS + 2] = {NULL};
    int n = 0;
    for (int k = 0; k < SN_ACTION_MAX_KEYS; k++) {
        const char *one = k == at ? key : action->keys[k];
        if (one)
            keys[n++] = one;
    }
    sn_action_keys_set(action->name, keys);
    keep(page, action);
}

static void take_from(KeysPage *page, const SnActionRow *owner, const char *key)
{
    for (int k = SN_ACTION_MAX_KEYS - 1; k >= 0; k--) {
        g_autofree char *name = owner->keys[k] ? sn_action_key_name(owner->keys[k]) : NULL;
        if (name && strcmp(name, key) == 0)
            write_key(page, owner, k, NULL);
    }
}

/* --- choosing one --- */

static void show_keys(KeysPage *page, KeyRow *row);

static KeyRow *row_of(KeysPage *page, const SnActionRow *action)
{
    for (guint i = 0; i < page->rows->len; i++) {
        KeyRow *row = &g_array_index(page->rows, KeyRow, i);
        if (row->action == action)
            return row;
    }
    return NULL;
}

static void say(KeysPage *page, const char *text, const char *take)
{
    gtk_label_set_text(GTK_LABEL(page->message), text);
    gtk_widget_set_visible(page->take, take != NULL);
    if (take)
        gtk_button_set_label(GTK_BUTTON(page->take), take);
}

static GtkWidget *button_at(const KeyRow *row, int at)
{
    GtkWidget *button = gtk_widget_get_first_child(row->keys);
    while (at-- > 0 && button && gtk_widget_get_next_sibling(button))
        button = gtk_widget_get_next_sibling(button);
    return button;
}

/* The focus comes back to the key that was being chosen. */
static void stop_choosing(KeysPage *page)
{
    KeyRow *row = page->choosing ? row_of(page, page->choosing->action) : NULL;
    const int at = page->at;
    page->choosing = NULL;
    g_clear_pointer(&page->wanted, g_free);
    if (!row)
        return;
    show_keys(page, row);
    gtk_widget_grab_focus(button_at(row, at));
}

static void choose(KeysPage *page, KeyRow *row, int at)
{
    stop_choosing(page);
    page->choosing = row;
    page->at = at;
    show_keys(page, row);
    gtk_widget_grab_focus(button_at(row, at));
    g_autofree char *text = g_strdup_printf("Press the key of “%s”. Backspace: none here. Esc: as "
                                            "it was.",
                                            row->action->label);
    say(page, text, NULL);
}

static void finish(KeysPage *page, const char *key)
{
    const SnActionRow *action = page->choosing->action;
    write_key(page, action, page->at, key);
    g_autofree char *shown = key ? sn_action_key_text(key) : NULL;
    g_autofree char *text = key ? g_strdup_printf("%s is now “%s”.", shown, action->label)
                                : g_strdup_printf("One key less for “%s”.", action->label);
    stop_choosing(page);
    say(page, text, NULL);
}

static void on_take(GtkButton *button, KeysPage *page)
{
    if (!page->choosing || !page->wanted)
        return;
    g_autofree char *key = g_steal_pointer(&page->wanted);
    const SnActionRow *owner = sn_action_key_owner(key, page->choosing->action);
    if (owner) {
        take_from(page, owner, key);
        show_keys(page, row_of(page, owner));
    }
    finish(page, key);
}

static void press(KeysPage *page, const char *key)
{
    const SnActionRow *action = page->choosing->action;
    g_autofree char *shown = sn_action_key_text(key);
    const char *kept = sn_action_key_kept(key);
    const SnActionRow *owner = sn_action_key_owner(key, action);
    g_clear_pointer(&page->wanted, g_free);
    if (kept) {
        g_autofree char *text = g_strdup_printf("%s %s: press another.", shown, kept);
        say(page, text, NULL);
    } else if (owner) {
        page->wanted = g_strdup(key);
        g_autofree char *text = g_strdup_printf(
            "%s is “%s”. Enter takes it from there; or press another.", shown, owner->label);
        say(page, text, "Take It");
    } else {
        finish(page, key);
    }
}

/* The key of an event as actions have them; NULL: a modifier alone. */
static char *key_of_event(GtkEventControllerKey *controller, guint value, guint code,
                          GdkModifierType state)
{
    GdkEvent *event = gtk_event_controller_get_current_event(GTK_EVENT_CONTROLLER(controller));
    if (gdk_key_event_is_modifier(event))
        return NULL;
    const GdkModifierType consumed = gdk_key_event_get_consumed_modifiers(event);
    GdkModifierType modifiers = state & ~consumed & gtk_accelerator_get_default_mod_mask();
    guint lower = gdk_keyval_to_lower(value);
    if (lower == GDK_KEY_ISO_Left_Tab)
        lower = GDK_KEY_Tab;
    if (lower != value)
        modifiers |= GDK_SHIFT_MASK;
    return gtk_accelerator_name(lower, modifiers);
}

static gboolean on_key(GtkEventControllerKey *controller, guint value, guint code,
                       GdkModifierType state, KeysPage *page)
{
    if (!page->choosing) {
        if (value != GDK_KEY_Escape || *gtk_editable_get_text(GTK_EDITABLE(page->search)) == '\0' ||
            !gtk_widget_get_mapped(page->search))
            return GDK_EVENT_PROPAGATE; /* closes the dialog */
        gtk_editable_set_text(GTK_EDITABLE(page->search), "");
        gtk_widget_grab_focus(page->search);
        return GDK_EVENT_STOP;
    }
    g_autofree char *key = key_of_event(controller, value, code, state);
    if (!key)
        return GDK_EVENT_STOP;
    if (value == GDK_KEY_Escape) {
        stop_choosing(page);
        say(page, HINT, NULL);
    } else if (strcmp(key, "BackSpace") == 0) {
        finish(page, NULL);
    } else if (page->wanted && (value == GDK_KEY_Return || value == GDK_KEY_KP_Enter)) {
        on_take(NULL, page);
    } else {
        press(page, key);
    }
    return GDK_EVENT_STOP;
}

/* --- rows --- */

static void on_key_button(GtkWidget *button, KeysPage *page)
{
    const SnActionRow *action = g_object_get_data(G_OBJECT(button), "action");
    KeyRow *row = row_of(page, action);
    const int at = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "at"));
    if (page->choosing == row && page->at == at)
        return;
    choose(page, row, at);
}

static void on_reset(GtkWidget *button, KeysPage *page)
{
    KeyRow *row = row_of(page, g_object_get_data(G_OBJECT(button), "action"));
    const SnActionRow *action = row->action;
    GString *taken = g_string_new(NULL);
    stop_choosing(page);
    sn_action_keys_set(action->name, NULL);
    for (int k = 0; k < SN_ACTION_MAX_KEYS && action->keys[k]; k++) {
        g_autofree char *key = sn_action_key_name(action->keys[k]);
        const SnActionRow *owner = sn_action_key_owner(key, action);
        if (!owner)
            continue;
        take_from(page, owner, key);
        show_keys(page, row_of(page, owner));
        g_string_append_printf(taken, " “%s” has lost it.", owner->label);
    }
    keep(page, action);
    show_keys(page, row);
    gtk_widget_grab_focus(button_at(row, 0));
    g_autofree char *text =
        g_strdup_printf("“%s” has the keys it came with.%s", action->label, taken->str);
    say(page, text, NULL);
    g_string_free(taken, TRUE);
}

static GtkWidget *append_button(KeysPage *page, KeyRow *row, int at, const char *label)
{
    GtkWidget *button = gtk_button_new_with_label(label);
    g_autofree char *name = g_strdup_printf("key-%s-%d", row->action->name, at);
    gtk_widget_set_name(button, name);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(button, "sn-key");
    g_object_set_data(G_OBJECT(button), "action", (gpointer)row->action);
    g_object_set_data(G_OBJECT(button), "at", GINT_TO_POINTER(at));
    g_autofree char *spoken = g_strdup_printf("Key of %s: %s", row->action->label, label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                   -1);
    g_signal_connect(button, "clicked", G_CALLBACK(on_key_button), page);
    gtk_box_append(GTK_BOX(row->keys), button);
    return button;
}

static void append_reset(KeysPage *page, KeyRow *row)
{
    GtkWidget *button = gtk_button_new_from_icon_name("edit-undo-symbolic");
    g_autofree char *name = g_strdup_printf("key-%s-reset", row->action->name);
    gtk_widget_set_name(button, name);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(button, "flat");
    sn_set_tooltip(button, "The keys it came with");
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "The keys it came with", -1);
    g_object_set_data(G_OBJECT(button), "action", (gpointer)row->action);
    g_signal_connect(button, "clicked", G_CALLBACK(on_reset), page);
    gtk_box_append(GTK_BOX(row->keys), button);
}

static void show_keys(KeysPage *page, KeyRow *row)
{
    GtkWidget *old;
    while ((old = gtk_widget_get_first_child(row->keys)))
        gtk_box_remove(GTK_BOX(row->keys), old);
    const bool choosing = page->choosing == row;
    int n = 0;
    for (; n < SN_ACTION_MAX_KEYS && row->action->keys[n]; n++) {
        g_autofree char *text = sn_action_key_text(row->action->keys[n]);
        append_button(page, row, n, choosing && page->at == n ? "Press a key" : text);
    }
    if (n < SN_ACTION_MAX_KEYS) {
        GtkWidget *more = append_button(page, row, n,
                                        choosing && page->at >= n ? "Press a key"
                                        : n > 0                   ? "+"
                                                                  : "None");
        gtk_widget_add_css_class(more, "flat");
        sn_set_tooltip(more, n > 0 ? "One more key" : "A key");
    }
    if (!sn_action_keys_are_shipped(row->action))
        append_reset(page, row);
}

static GtkWidget *make_label(const char *text, const char *class)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    if (class)
        gtk_widget_add_css_class(label, class);
    return label;
}

static void add_row(KeysPage *page, const SnActionRow *action)
{
    KeyRow row = {.action = action, .row = gtk_list_box_row_new()};
    g_autofree char *all =
        g_strconcat(action->label, " ", action->help ? action->help : "", " ", action->group, NULL);
    row.folded = g_utf8_casefold(all, -1);
    row.keys = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    GtkWidget *label = make_label(action->label, NULL);
    gtk_widget_set_hexpand(label, TRUE);
    if (action->help)
        sn_set_tooltip(label, action->help);
    gtk_box_append(GTK_BOX(box), label);
    gtk_box_append(GTK_BOX(box), row.keys);
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row.row), box);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row.row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   action->label, -1);
    gtk_list_box_append(GTK_LIST_BOX(page->list), row.row);
    show_keys(page, &row);
    g_array_append_val(page->rows, row);
}

/* Enter on a row: its first key. */
static void on_row(GtkListBox *list, GtkListBoxRow *row, KeysPage *page)
{
    choose(page, &g_array_index(page->rows, KeyRow, gtk_list_box_row_get_index(row)), 0);
}

static void put_header(GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
    KeysPage *page = data;
    const char *group =
        g_array_index(page->rows, KeyRow, gtk_list_box_row_get_index(row)).action->group;
    const char *last =
        before ? g_array_index(page->rows, KeyRow, gtk_list_box_row_get_index(before)).action->group
               : NULL;
    gtk_list_box_row_set_header(
        row, g_strcmp0(group, last) == 0 ? NULL : make_label(group, "sn-key-group"));
}

/* --- searching --- */

/* A word is part of the name or the help, or it is a key. */
static bool has_word(const KeyRow *row, const char *word)
{
    if (strstr(row->folded, word))
        return true;
    for (int k = 0; k < SN_ACTION_MAX_KEYS && row->action->keys[k]; k++) {
        g_autofree char *text = sn_action_key_text(row->action->keys[k]);
        g_autofree char *folded = g_utf8_casefold(text, -1);
        if (strcmp(folded, word) == 0 || (strlen(word) > 1 && strstr(folded, word)))
            return true;
    }
    return false;
}

static gboolean is_found(GtkListBoxRow *row, gpointer data)
{
    KeysPage *page = data;
    const KeyRow *at = &g_array_index(page->rows, KeyRow, gtk_list_box_row_get_index(row));
    for (char **word = page->words; word && *word; word++)
        if (**word && !has_word(at, *word))
            return FALSE;
    return TRUE;
}

static void on_search(GtkEditable *entry, KeysPage *page)
{
    g_autofree char *folded = g_utf8_casefold(gtk_editable_get_text(entry), -1);
    stop_choosing(page);
    gtk_widget_grab_focus(page->search);
    g_strfreev(page->words);
    page->words = g_strsplit(folded, " ", -1);
    gtk_list_box_invalidate_filter(GTK_LIST_BOX(page->list));
    say(page, HINT, NULL);
}

static void on_reset_all(GtkButton *button, KeysPage *page)
{
    stop_choosing(page);
    for (guint i = 0; i < page->rows->len; i++) {
        KeyRow *row = &g_array_index(page->rows, KeyRow, i);
        if (sn_action_keys_are_shipped(row->action))
            continue;
        sn_action_keys_set(row->action->name, NULL);
        sn_settings_set_keys(page->settings, row->action->name, NULL);
        show_keys(page, row);
    }
    sn_settings_save(page->settings);
    say(page, "All actions have the keys they came with.", NULL);
}

/* --- life --- */

static void page_free(gpointer data)
{
    KeysPage *page = data;
    g_array_unref(page->rows);
    g_strfreev(page->words);
    g_free(page->wanted);
    g_free(page);
}

static void clear_row(gpointer row)
{
    g_free(((KeyRow *)row)->folded);
}

static GtkWidget *make_list(KeysPage *page)
{
    page->list = gtk_list_box_new();
    gtk_widget_set_name(page->list, "keys-list");
    gtk_widget_add_css_class(page->list, "sn-key-list");
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(page->list), GTK_SELECTION_NONE);
    GtkWidget *empty = gtk_label_new("No action has such a name or key");
    gtk_widget_add_css_class(empty, "dim-label");
    gtk_list_box_set_placeholder(GTK_LIST_BOX(page->list), empty);
    g_signal_connect(page->list, "row-activated", G_CALLBACK(on_row), page);
    int n = 0;
    const SnActionRow *rows = sn_action_table(&n);
    for (int i = 0; i < n; i++)
        add_row(page, &rows[i]);
    gtk_list_box_set_filter_func(GTK_LIST_BOX(page->list), is_found, page, NULL);
    gtk_list_box_set_header_func(GTK_LIST_BOX(page->list), put_header, page, NULL);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), page->list);
    gtk_widget_set_size_request(scrolled, 600, 360);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

static GtkWidget *make_foot(KeysPage *page)
{
    GtkWidget *foot = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    page->message = gtk_label_new(HINT);
    gtk_widget_set_name(page->message, "keys-message");
    gtk_label_set_xalign(GTK_LABEL(page->message), 0);
    gtk_label_set_wrap(GTK_LABEL(page->message), TRUE);
    gtk_label_set_width_chars(GTK_LABEL(page->message), 30);
    gtk_label_set_max_width_chars(GTK_LABEL(page->message), 30); /* the dialog keeps its size */
    gtk_widget_set_size_request(page->message, -1, 48);
    gtk_widget_set_hexpand(page->message, TRUE);
    page->take = gtk_button_new_with_label("Take It");
    gtk_widget_set_name(page->take, "keys-take");
    gtk_widget_set_visible(page->take, FALSE);
    gtk_widget_set_valign(page->take, GTK_ALIGN_CENTER);
    gtk_widget_set_focus_on_click(page->take, FALSE);
    g_signal_connect(page->take, "clicked", G_CALLBACK(on_take), page);
    GtkWidget *reset = gtk_button_new_with_label("Reset All");
    gtk_widget_set_name(reset, "keys-reset-all");
    gtk_widget_set_valign(reset, GTK_ALIGN_CENTER);
    sn_set_tooltip(reset, "All keys as they came with the program");
    g_signal_connect(reset, "clicked", G_CALLBACK(on_reset_all), page);
    gtk_box_append(GTK_BOX(foot), page->message);
    gtk_box_append(GTK_BOX(foot), page->take);
    gtk_box_append(GTK_BOX(foot), reset);
    return foot;
}

GtkWidget *sn_keys_page_new(GtkWindow *dialog, SnSettings *settings)
{
    KeysPage *page = g_new0(KeysPage, 1);
    page->settings = settings;
    page->rows = g_array_new(FALSE, FALSE, sizeof(KeyRow));
    g_array_set_clear_func(page->rows, clear_row);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);
    page->search = gtk_search_entry_new();
    gtk_widget_set_name(page->search, "keys-search");
    g_object_set(page->search, "placeholder-text", "Name of an action, or a key: Ctrl+Z", NULL);
    gtk_accessible_update_property(GTK_ACCESSIBLE(page->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Find an action by name or key", -1);
    g_signal_connect(page->search, "changed", G_CALLBACK(on_search), page);
    gtk_box_append(GTK_BOX(box), page->search);
    gtk_box_append(GTK_BOX(box), make_list(page));
    gtk_box_append(GTK_BOX(box), make_foot(page));
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), page);
    gtk_widget_add_controller(GTK_WIDGET(dialog), keys);
    g_object_set_data_full(G_OBJECT(box), "sn-keys-page", page, page_free);
    return box;
}
