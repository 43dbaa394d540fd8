/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_UI_WIDGETS_POPOVER_H
#define SN_UI_WIDGETS_POPOVER_H

#include <gtk/gtk.h>
#include <stdbool.h>

/* Opens a popover (taken) on a widget that knows nothing of it; it goes when it is closed, or with
 * the widget. */
void sn_popover_open(GtkWidget *popover, GtkWidget *widget);
/* Hides one for good and gives the keys to what had them before sn_popover_open, else to what is
 * around it.  It leaves its widget a moment later: GTK's tooltips still ask for the pointer over
 * its surface. */
void sn_popover_end(GtkWidget *popover);
/* Whether it has ended so. */
bool sn_popover_is_over(GtkWidget *widget);
/* Shows one that has a parent: at once, or when no button of the mouse is down any more. */
void sn_popover_popup(GtkPopover *popover);
/* Shows a menu that has a parent, once GTK has put the lines between its sections, which it does
 * when it is next idle: without them the menu is measured too low, and its end is cut off. */
void sn_popover_show_menu(GtkPopover *menu);
/* A menu at a place in the widget. */
void sn_popover_open_menu(GMenuModel *menu, GtkWidget *widget, const char *name, double x,
                          double y);

/* From now on what a menu or popover belongs to shows no tooltip while it is open, which would
 * cover it, and one that has closed takes no clicks and gives the keys back to what had them.  Once
 * for the program. */
void sn_popover_watch(void);

#endif
