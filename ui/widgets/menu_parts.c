/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/menu_parts.h"

#include "ui/widgets/action_table.h"

void sn_menu_append(GMenu *menu, const char *action)
{
    const SnActionRow *row = sn_action_row(action);
    g_assert(row);
    GMenuItem *item = g_menu_item_new(row->label, row->name);
    if (row->keys[0])
        g_menu_item_set_attribute(item, "accel", "s", row->keys[0]);
    g_menu_append_item(menu, item);
    g_object_unref(item);
}

void sn_menu_append_section(GMenu *menu, const char *label, const char *const *actions)
{
    GMenu *section = g_menu_new();
    for (; *actions; actions++)
        sn_menu_append(section, *actions);
    g_menu_append_section(menu, label, G_MENU_MODEL(section));
    g_object_unref(section);
}

void sn_menu_append_submenu(GMenu *menu, const char *label, GMenu *submenu)
{
    g_menu_append_submenu(menu, label, G_MENU_MODEL(submenu));
    g_object_unref(submenu);
}

void sn_menu_append_target(GMenu *menu, const char *label, const char *action, const char *target)
{
    GMenuItem *item = g_menu_item_new(label, NULL);
    g_menu_item_set_action_and_target(item, action, "s", target);
    g_menu_append_item(menu, item);
    g_object_unref(item);
}

void sn_menu_append_submenus(GMenu *menu, const char *first, GMenu *one, const char *second,
                             GMenu *other)
{
    GMenu *section = g_menu_new();
    sn_menu_append_submenu(section, first, one);
    if (other)
        sn_menu_append_submenu(section, second, other);
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

GMenu *sn_menu_convert(void)
{
    GMenu *menu = g_menu_new();
    SN_MENU_SECTION(menu, NULL, "win.convert::axial_spring", "win.convert::muscle",
                    "win.convert::ligament", "win.convert::strand");
    return menu;
}

GMenu *sn_menu_select(void)
{
    GMenu *menu = g_menu_new();
    SN_MENU_SECTION(menu, NULL, "win.select-all", "win.select-none", "win.select-inverse");
    SN_MENU_SECTION(menu, NULL, "win.select-by", "win.select-similar", "win.select-connected",
                    "win.select-all-connected", "win.select-parent");
    return menu;
}
