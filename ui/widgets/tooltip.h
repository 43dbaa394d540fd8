/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tooltips of widgets that come and change often. */
#ifndef SN_UI_WIDGETS_TOOLTIP_H
#define SN_UI_WIDGETS_TOOLTIP_H

#include <gtk/gtk.h>

/* As gtk_widget_set_tooltip_text, which asks the display each time where the pointer is and waits
 * for the answer: a panel of fifty rows waited a hundred times.  NULL: none. */
void sn_set_tooltip(GtkWidget *widget, const char *text);

#endif
