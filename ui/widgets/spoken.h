/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a screen reader says of a control. */
#ifndef SN_UI_WIDGETS_SPOKEN_H
#define SN_UI_WIDGETS_SPOKEN_H

#include <gtk/gtk.h>

/* The name of a control that shows none, or whose text is in a widget within it. */
void sn_set_spoken(GtkWidget *widget, const char *name);
/* The name of the row around what a list shows: the row has the focus, and GTK 4.8 gives it none.
 */
void sn_set_spoken_row(GtkWidget *shown, const char *name);

#endif
