/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A control panel made by the user: rows of properties, put together by dropping them here.  Rows
 * are dragged to another place by their grip; each has the actions "control.rename",
 * "control.range", "control.widget" (s), "control.select", "control.remove". */
#ifndef SN_UI_PROPERTIES_CONTROL_PANEL_H
#define SN_UI_PROPERTIES_CONTROL_PANEL_H

#include "ui/session/session.h"

#define SN_TYPE_CONTROL_PANEL (sn_control_panel_get_type())
G_DECLARE_FINAL_TYPE(SnControlPanel, sn_control_panel, SN, CONTROL_PANEL, GtkBox)

GtkWidget *sn_control_panel_new(SnSession *session, SnId panel);
SnId sn_control_panel_id(SnControlPanel *panel);
/* Lets the user search for a property to add, below `widget`. */
void sn_control_panel_choose(SnSession *session, SnId panel, GtkWidget *widget);

#endif
