/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of actions: shipped ones do not collide, one's own are followed by menus and tooltips. */
#include "tests/ui/window_support.h"
#include "ui/actions/action_keys.h"
#include "ui/actions/menus.h"

#include <string.h>

/* No key with a modifier does two things; those without are of the view that has the focus. */
static void test_keys(void)
{
    int n;
    const SnActionRow *rows = sn_action_table(&n);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < SN_ACTION_MAX_KEYS && rows[i].keys[k]; k++) {
            guint key = 0;
            GdkModifierType modifiers = 0;
            g_assert_true(gtk_accelerator_parse(rows[i].keys[k], &key, &modifiers));
            if (modifiers == 0)
                continue;
            char *name = gtk_accelerator_name(key, modifiers);
            const char *other = g_hash_table_lookup(seen, name);
            if (other)
                g_error("%s is the key of %s and of %s", name, other, rows[i].name);
            g_hash_table_insert(seen, name, (void *)rows[i].name);
        }
}

static bool menu_shows(GMenuModel *menu, const char *action, const char *key)
{
    for (int i = 0; i < g_menu_model_get_n_items(menu); i++) {
        g_autofree char *name = NULL, *accel = NULL;
        g_menu_model_get_item_attribute(menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &name);
        g_menu_model_get_item_attribute(menu, i, "accel", "s", &accel);
        if (g_strcmp0(name, action) == 0)
            return g_strcmp0(accel, key) == 0;
        for (int k = 0; k < 2; k++) {
            GMenuModel *part = g_menu_model_get_item_link(
                menu, i, k == 0 ? G_MENU_LINK_SECTION : G_MENU_LINK_SUBMENU);
            const bool shows = part && menu_shows(part, action, key);
            g_clear_object(&part);
            if (shows)
                return true;
        }
    }
    return false;
}

static const char *tooltip_of(GtkWidget *widget)
{
    return g_object_get_data(G_OBJECT(widget), "sn-tooltip");
}

/* Keys of one's own: menus and tooltips follow, conflicts are known, nonsense is left out. */
static void test_own_keys(void)
{
    Stage stage;
    stage_open(&stage);
    const SnActionRow *undo = sn_action_row("win.undo"), *play = sn_action_row("win.play");
    GMenuModel *menu = gtk_menu_button_get_menu_model(GTK_MENU_BUTTON(widget(&stage, "main-menu")));
    g_assert_true(menu_shows(menu, "win.undo", "<Control>z"));
    g_assert_true(sn_action_keys_are_shipped(undo));
    g_assert_true(sn_action_key_owner("<Primary>z", play) == undo);
    sn_action_keys_set("win.undo", (const char *const[]){"<Control><Alt>b", "no key", "Tab", "F4",
                                                         "<Alt><Control>b", NULL});
    g_assert_true(menu_shows(menu, "win.undo", "<Control><Alt>b"));
    g_assert_cmpstr(undo->keys[1], ==, "F4");
    g_assert_null(undo->keys[2]);
    g_assert_false(sn_action_keys_are_shipped(undo));
    g_assert_null(sn_action_key_owner("<Control>z", play));
    g_assert_true(sn_action_key_owner("F4", play) == undo);
    g_assert_nonnull(strstr(tooltip_of(widget(&stage, "undo")), "(Ctrl+Alt+B)"));
    sn_action_keys_set("win.undo", (const char *const[]){NULL});
    g_assert_true(menu_shows(menu, "win.undo", NULL));
    g_assert_null(strchr(tooltip_of(widget(&stage, "undo")), '('));
    sn_action_keys_set("win.undo", NULL);
    g_assert_true(menu_shows(menu, "win.undo", "<Control>z"));
    g_assert_true(sn_action_keys_are_shipped(undo));
    /* Home is of two, by what has the focus; it may be given back to both */
    g_assert_null(sn_action_key_owner("Home", sn_action_row("win.view-home")));
    g_assert_nonnull(sn_action_key_owner("Home", undo));
    g_assert_nonnull(sn_action_key_kept("<Shift>Tab"));
    g_assert_null(sn_action_key_kept("<Control>Return"));
    stage_close(&stage);
}
int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/action-keys/shipped", test_keys);
    g_test_add_func("/action-keys/own", test_own_keys);
    return g_test_run();
}
