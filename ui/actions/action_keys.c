/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/actions/action_keys.h"

#include "ui/actions/action_rows.h"
#include "ui/widgets/tooltip.h"

#include <string.h>

/* --- who wants to know --- */

typedef struct KeyNews {
    GObject parent;
} KeyNews;
typedef struct KeyNewsClass {
    GObjectClass parent;
} KeyNewsClass;
static GType key_news_get_type(void);
G_DEFINE_TYPE(KeyNews, key_news, G_TYPE_OBJECT)

static void key_news_class_init(KeyNewsClass *class)
{
    g_signal_new("changed", key_news_get_type(), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                 G_TYPE_NONE, 0);
}

static void key_news_init(KeyNews *news)
{
}

static GObject *news(void)
{
    static GObject *only;
    if (!only)
        only = g_object_new(key_news_get_type(), NULL);
    return only;
}

void sn_action_keys_follow(gpointer object, GCallback changed)
{
    g_signal_connect_object(news(), "changed", changed, object, G_CONNECT_SWAPPED);
}

#define ACTION "sn-tooltip-action"
#define TEXT   "sn-tooltip-text"

static void renew_tooltip(GtkWidget *widget)
{
    const SnActionRow *row = sn_action_row(g_object_get_data(G_OBJECT(widget), ACTION));
    const char *text = g_object_get_data(G_OBJECT(widget), TEXT);
    g_autofree char *key = sn_action_key_label(row);
    g_autofree char *tooltip = key ? g_strdup_printf("%s (%s)", text, key) : g_strdup(text);
    sn_set_tooltip(widget, tooltip);
}

void sn_action_tooltip_follow(GtkWidget *widget, const char *name, const char *text)
{
    const SnActionRow *row = sn_action_row(name);
    g_assert(row);
    if (!text)
        text = row->help ? row->help : row->label;
    if (!g_object_get_data(G_OBJECT(widget), ACTION))
        sn_action_keys_follow(widget, G_CALLBACK(renew_tooltip));
    g_object_set_data(G_OBJECT(widget), ACTION, (gpointer)row->name);
    g_object_set_data_full(G_OBJECT(widget), TEXT, g_strdup(text), g_free);
    renew_tooltip(widget);
}

/* --- keys --- */

char *sn_action_key_name(const char *key)
{
    guint value = 0;
    GdkModifierType modifiers = 0;
    if (!gtk_accelerator_parse(key, &value, &modifiers) || value == 0)
        return NULL;
    return gtk_accelerator_name(gdk_keyval_to_lower(value), modifiers);
}

char *sn_action_key_text(const char *key)
{
    guint value = 0;
    GdkModifierType modifiers = 0;
    gtk_accelerator_parse(key, &value, &modifiers);
    char *text = gtk_accelerator_get_label(value, modifiers);
    if (value < GDK_KEY_KP_Space || value > GDK_KEY_KP_Equal)
        return text;
    /* GTK writes its digits as those of the row above the letters, which do something else */
    g_autofree char *whole = text, *alone = gtk_accelerator_get_label(value, 0);
    const char *name = g_str_has_prefix(alone, "KP ") ? alone + 3 : alone;
    const int before = (int)(strlen(whole) - strlen(alone));
    return g_strdup_printf("%.*sKeypad %s", before, whole, name);
}

static bool is_same_key(const char *a, const char *b)
{
    g_autofree char *one = sn_action_key_name(a), *other = sn_action_key_name(b);
    return g_strcmp0(one, other) == 0;
}

const char *sn_action_key_kept(const char *key)
{
    static const char *const kept[][2] = {
        {"Tab", "moves from control to control"},
        {"<Shift>Tab", "moves from control to control"},
        {"<Control>Tab", "moves from control to control"},
        {"<Shift><Control>Tab", "moves from control to control"},
        {"Escape", "leaves what has been begun"},
        {"Return", "accepts what has been begun"},
        {"KP_Enter", "accepts what has been begun"},
        {"BackSpace", "takes back what was typed or picked last"},
        {"F10", "opens the main menu"},
        {"<Shift>F10", "opens the menu of what has the focus"},
        {"Menu", "opens the menu of what has the focus"},
    };
    g_autofree char *name = sn_action_key_name(key);
    for (gsize i = 0; name && i < G_N_ELEMENTS(kept); i++)
        if (is_same_key(name, kept[i][0]))
            return kept[i][1];
    return NULL;
}

static bool share(const SnActionRow *a, const SnActionRow *b, const char *key)
{
    const bool begins = strcmp(a->name, "win.reset") == 0;
    return strcmp(key, "Home") == 0 &&
           strcmp(a->name, begins ? "win.reset" : "win.view-home") == 0 &&
           strcmp(b->name, begins ? "win.view-home" : "win.reset") == 0;
}

const SnActionRow *sn_action_key_owner(const char *key, const SnActionRow *but)
{
    int n = 0;
    const SnActionRow *rows = sn_action_table(&n);
    g_autofree char *name = sn_action_key_name(key);
    for (int i = 0; name && i < n; i++) {
        for (int k = 0; k < SN_ACTION_MAX_KEYS && rows[i].keys[k]; k++)
            if (&rows[i] != but && is_same_key(rows[i].keys[k], name) &&
                !(but && share(but, &rows[i], name)))
                return &rows[i];
    }
    return NULL;
}

static bool is_shipped_key(const SnActionRow *shipped, const char *name)
{
    for (int k = 0; k < SN_ACTION_MAX_KEYS && shipped->keys[k]; k++)
        if (is_same_key(shipped->keys[k], name))
            return true;
    return false;
}

bool sn_action_keys_are_shipped(const SnActionRow *row)
{
    const SnActionRow *shipped = sn_action_shipped(row->name);
    for (int k = 0; k < SN_ACTION_MAX_KEYS; k++) {
        if (!row->keys[k] || !shipped->keys[k])
            return !row->keys[k] && !shipped->keys[k];
        if (!is_same_key(row->keys[k], shipped->keys[k]))
            return false;
    }
    return true;
}

void sn_action_keys_set(const char *name, const char *const *keys)
{
    const SnActionRow *row = sn_action_row(name), *shipped = sn_action_shipped(name);
    if (!row)
        return;
    const char *all[SN_ACTION_MAX_KEYS] = {NULL};
    int n = 0;
    for (int i = 0; keys && keys[i] && n < SN_ACTION_MAX_KEYS; i++) {
        g_autofree char *key = sn_action_key_name(keys[i]);
        bool good = key && (!sn_action_key_kept(key) || is_shipped_key(shipped, key));
        for (int k = 0; good && k < n; k++)
            good = strcmp(all[k], key) != 0;
        if (good)
            all[n++] = g_intern_string(key);
    }
    bool same = true;
    const char *const *chosen = keys ? all : (const char *const *)shipped->keys;
    for (int k = 0; k < SN_ACTION_MAX_KEYS; k++)
        same = same && g_strcmp0(row->keys[k], chosen[k]) == 0;
    if (same)
        return;
    sn_action_write_keys(name, chosen);
    g_signal_emit_by_name(news(), "changed");
}
