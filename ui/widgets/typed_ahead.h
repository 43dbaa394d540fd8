/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys that come before the entry they are meant for is on the screen: meanwhile they are no
 * commands of the window, and then its text. */
#ifndef SN_UI_WIDGETS_TYPED_AHEAD_H
#define SN_UI_WIDGETS_TYPED_AHEAD_H

#include <gtk/gtk.h>

typedef struct SnTypedAhead SnTypedAhead;

/* Takes the keys of the window that the widget is in. */
SnTypedAhead *sn_typed_ahead_begin(GtkWidget *widget);
/* Gives the keys back; what was typed replaces what is selected in the entry, and Return activates
 * it.  entry: NULL drops what was typed.  NULL for nothing begun. */
void sn_typed_ahead_end(SnTypedAhead *ahead, GtkText *entry);
/* There will be no entry: what is being typed for it is dropped until Return, Escape, a press of
 * the mouse or a pause of a second, and is no command either.  NULL for nothing begun. */
void sn_typed_ahead_drop(SnTypedAhead *ahead);

#endif
