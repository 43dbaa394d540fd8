/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Style sheet of what floats over the picture. */
#ifndef SN_UI_VIEWPORT_SCREEN_STYLE_H
#define SN_UI_VIEWPORT_SCREEN_STYLE_H

#include <gtk/gtk.h>
#include <stdbool.h>

/* Adds the sheet to the display, once. */
void sn_viewport_add_style(GdkDisplay *display);
/* Text is light: the theme in force is dark. */
bool sn_viewport_is_dark(GtkWidget *widget);

#endif
