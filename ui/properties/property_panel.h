/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of the selection, made from the class tables alone. */
#ifndef SN_UI_PROPERTIES_PROPERTY_PANEL_H
#define SN_UI_PROPERTIES_PROPERTY_PANEL_H

#include "ui/session/session.h"

GtkWidget *sn_property_panel_new(SnSession *session);
/* A widget that shows itself (visible) where it has something to show of the selection: it gets a
 * group of its own below the general rows. */
void sn_property_panel_set_picture(GtkWidget *panel, const char *title, GtkWidget *picture);

#endif
