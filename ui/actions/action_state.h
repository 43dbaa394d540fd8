/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What menus and buttons show of actions: whether they can be done, and their state. */
#ifndef SN_UI_ACTIONS_ACTION_STATE_H
#define SN_UI_ACTIONS_ACTION_STATE_H

#include <gio/gio.h>
#include <stdbool.h>

/* One of the window's actions (the window is the map), by its name without "win.". */
void sn_action_enable(GActionMap *actions, const char *name, bool enabled);
/* Takes a floating state. */
void sn_action_set_state(GActionMap *actions, const char *name, GVariant *state);

#endif
