/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What menus are put together from. */
#ifndef SN_UI_WIDGETS_MENU_PARTS_H
#define SN_UI_WIDGETS_MENU_PARTS_H

#include <gtk/gtk.h>

/* A line for an action of the table, with its label and keys. */
void sn_menu_append(GMenu *menu, const char *action);
/* A section of actions; NULL ends. */
void sn_menu_append_section(GMenu *menu, const char *label, const char *const *actions);
#define SN_MENU_SECTION(menu, label, ...)                                                          \
    sn_menu_append_section(menu, label, (const char *const[]){__VA_ARGS__, NULL})
/* The submenu is taken. */
void sn_menu_append_submenu(GMenu *menu, const char *label, GMenu *submenu);
/* A line for an action with a string target. */
void sn_menu_append_target(GMenu *menu, const char *label, const char *action, const char *target);

/* A section of one or two submenus, which are taken; other: NULL for one. */
void sn_menu_append_submenus(GMenu *menu, const char *first, GMenu *one, const char *second,
                             GMenu *other);
/* Submenus that several menus have. */
GMenu *sn_menu_convert(void);
GMenu *sn_menu_select(void);

#endif
