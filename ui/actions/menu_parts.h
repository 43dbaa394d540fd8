/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What menus are put together from. */
#ifndef SN_UI_ACTIONS_MENU_PARTS_H
#define SN_UI_ACTIONS_MENU_PARTS_H

#include "engine/model/drawable.h"

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

/* A name as label: menus take an underline for the mark of a key.  The caller frees. */
char *sn_menu_plain(const char *name);
/* "Wrapping surface" as the rows of menus are written: "Wrapping Surface".  The caller frees. */
char *sn_menu_title(const char *label);

/* A section of one or two submenus, which are taken; other: NULL for one. */
void sn_menu_append_submenus(GMenu *menu, const char *first, GMenu *one, const char *second,
                             GMenu *other);
/* Submenus that several menus have. */
GMenu *sn_menu_convert(void);
GMenu *sn_menu_select(void);
GMenu *sn_menu_copies(void);
GMenu *sn_menu_showing(void);
/* Tags, group and lock of what is selected. */
GMenu *sn_menu_marks(void);
/* What can be done to all that have a mark (engine/model/edit/members.h). */
GMenu *sn_menu_members(const char *mark);
/* A section with a submenu to select by each mark in use; nothing without one. */
void sn_menu_append_marks(GMenu *menu, const SnModel *model);

/* A label that shows a dot in the colour of a tag. */
GtkWidget *sn_tag_dot(SnTag tag);
/* Shows another tag; nothing for SN_TAG_NONE. */
void sn_tag_dot_set(GtkWidget *dot, SnTag tag);

#endif
