/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of the action table.  Unlike accelerators of GtkApplication these leave text entries alone:
 * letters, Delete, Ctrl+A and Ctrl+Z go to the text being typed. */
#ifndef SN_UI_ACTIONS_SHORTCUTS_H
#define SN_UI_ACTIONS_SHORTCUTS_H

#include <gtk/gtk.h>

/* Data (g_object_set_data) of a widget: keys as gtk_accelerator_name writes them, NULL behind the
 * last, that it takes itself while it has the focus, whatever action they are of. */
#define SN_OWN_KEYS "sn-own-keys"
/* Data of a widget, anything but NULL: keys that mean something else elsewhere are about time while
 * it, or something in it, has the focus. */
#define SN_TIME_KEYS "sn-time-keys"

/* Makes the window obey the keys. */
void sn_shortcuts_add(GtkWidget *window);

#endif
