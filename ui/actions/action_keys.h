/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys that a person has given actions in place of those that the program brings.  They count
 * at once in every window: keys, menus and tooltips follow.  thread: main. */
#ifndef SN_UI_ACTIONS_ACTION_KEYS_H
#define SN_UI_ACTIONS_ACTION_KEYS_H

#include "ui/actions/action_table.h"

#include <gtk/gtk.h>

/* GTK triggers up to NULL; what is no key, is kept for the program or is there twice is left out.
 * NULL: those that the program brings. */
void sn_action_keys_set(const char *name, const char *const *keys);
bool sn_action_keys_are_shipped(const SnActionRow *row);

/* The one way a key is written: as GTK does. NULL if it is none. Free with g_free. */
char *sn_action_key_name(const char *key);
/* "Ctrl+Z", "Keypad 1". Free with g_free. */
char *sn_action_key_text(const char *key);
/* Who has that key but this one; NULL: nobody.  Home is both the first look and the start of the
 * time, by what has the focus. */
const SnActionRow *sn_action_key_owner(const char *key, const SnActionRow *but);
/* What a key does that no action may have: "moves from control to control"; NULL: it is free. */
const char *sn_action_key_kept(const char *key);

/* Calls changed(object) after keys have changed, as long as the object lives. */
void sn_action_keys_follow(gpointer object, GCallback changed);
/* A tooltip that ends with the key of an action, also when that changes. NULL: what the table says
 * the action is. */
void sn_action_tooltip_follow(GtkWidget *widget, const char *name, const char *text);

#endif
