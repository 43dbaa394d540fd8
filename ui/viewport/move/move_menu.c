/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/move/move_menu.h"

#include "ui/viewport/private.h"

static const char *const FRAMES[SN_MOVE_FRAME_COUNT] = {"The World's", "Its Own", "Its Carrier's",
                                                        "The View's"};
static const char *const PIVOTS[SN_PIVOT_COUNT] = {"The Middle of All", "The Last Selected",
                                                   "Each About Its Own Origin"};
static const char *const SNAPS[SN_SNAP_COUNT] = {
    "Round Steps",      "The Grid", "Vertices",          "Edges",
    "Middles of Faces", "Surfaces", "Origins of Others", "Axes of Others"};

static void on_frame(GSimpleAction *action, GVariant *state, gpointer viewport)
{
    g_simple_action_set_state(action, state);
    SN_VIEWPORT(viewport)->move.frame = (SnMoveFrame)g_variant_get_int32(state);
    sn_viewport_place_manipulator(viewport);
}

static void on_about(GSimpleAction *action, GVariant *state, gpointer viewport)
{
    g_simple_action_set_state(action, state);
    SN_VIEWPORT(viewport)->move.about = (SnMovePivot)g_variant_get_int32(state);
    sn_viewport_place_manipulator(viewport);
}

static void on_snap(GSimpleAction *action, GVariant *state, gpointer viewport)
{
    g_simple_action_set_state(action, state);
    SN_VIEWPORT(viewport)->move.snap = (SnSnapTo)g_variant_get_int32(state);
}

static void on_snaps(GSimpleAction *action, GVariant *state, gpointer viewport)
{
    g_simple_action_set_state(action, state);
    SN_VIEWPORT(viewport)->move.snaps = g_variant_get_boolean(state);
}

static void append_choices(GMenu *menu, const char *title, const char *action,
                           const char *const *labels, int n)
{
    GMenu *section = g_menu_new();
    for (int i = 0; i < n; i++) {
        GMenuItem *item = g_menu_item_new(labels[i], NULL);
        g_menu_item_set_action_and_target(item, action, "i", i);
        g_menu_append_item(section, item);
        g_object_unref(item);
    }
    g_menu_append_section(menu, title, G_MENU_MODEL(section));
    g_object_unref(section);
}

GtkWidget *sn_move_menu_new(SnViewport *viewport)
{
    static const GActionEntry entries[] = {{"frame", NULL, "i", "0", on_frame},
                                           {"about", NULL, "i", "0", on_about},
                                           {"snap", NULL, "i", "0", on_snap},
                                           {"snaps", NULL, NULL, "false", on_snaps}};
    GSimpleActionGroup *group = g_simple_action_group_new();
    g_action_map_add_action_entries(G_ACTION_MAP(group), entries, G_N_ELEMENTS(entries), viewport);
    gtk_widget_insert_action_group(GTK_WIDGET(viewport), "move", G_ACTION_GROUP(group));
    g_object_unref(group);
    GMenu *menu = g_menu_new(), *always = g_menu_new();
    append_choices(menu, "Along the Axes", "move.frame", FRAMES, SN_MOVE_FRAME_COUNT);
    append_choices(menu, "Turn About", "move.about", PIVOTS, SN_PIVOT_COUNT);
    append_choices(menu, "Snap With Ctrl To", "move.snap", SNAPS, SN_SNAP_COUNT);
    g_menu_append(always, "Snap Without Ctrl", "move.snaps");
    g_menu_append_section(menu, NULL, G_MENU_MODEL(always));
    g_object_unref(always);
    GtkWidget *button = gtk_menu_button_new();
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), "sn-axes-local-symbolic");
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
    gtk_menu_button_set_direction(GTK_MENU_BUTTON(button), GTK_ARROW_RIGHT);
    gtk_menu_button_set_has_frame(GTK_MENU_BUTTON(button), FALSE);
    sn_viewport_keys_after(viewport, gtk_menu_button_get_popover(GTK_MENU_BUTTON(button)));
    g_object_unref(menu);
    return button;
}
