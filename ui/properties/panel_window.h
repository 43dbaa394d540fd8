/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of a floating control panel: closing it docks the panel. */
#ifndef SN_UI_PROPERTIES_PANEL_WINDOW_H
#define SN_UI_PROPERTIES_PANEL_WINDOW_H

#include "ui/session/session.h"

/* Shown above the main window, whose actions and keys work in it. */
GtkWidget *sn_panel_window_new(SnSession *session, SnId panel, GtkWindow *main_window);
/* After its panel was renamed. */
void sn_panel_window_update(GtkWidget *window);

#endif
