/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window that lists the keys of all actions by group, and searches them by name, help or key.
 * GtkShortcutsWindow is wider than small screens, and writes keys of the keypad as digits. */
#ifndef SN_UI_ACTIONS_SHORTCUTS_WINDOW_H
#define SN_UI_ACTIONS_SHORTCUTS_WINDOW_H

#include <gtk/gtk.h>

void sn_shortcuts_window_open(GtkWindow *parent);

#endif
