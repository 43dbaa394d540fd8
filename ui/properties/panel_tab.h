/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One tab of the right column: its panel's name; the right button or the Menu key open what can be
 * done with the panel (float, rename, add a row, delete). */
#ifndef SN_UI_PROPERTIES_PANEL_TAB_H
#define SN_UI_PROPERTIES_PANEL_TAB_H

#include "ui/session/session.h"

typedef void (*SnPanelTabCall)(SnId panel, gpointer data);

/* The null id: "Properties".  Calls when it is to come to the front. */
GtkWidget *sn_panel_tab_new(SnSession *session, SnId panel, SnPanelTabCall call, gpointer data);
SnId sn_panel_tab_id(GtkWidget *tab);
void sn_panel_tab_press(GtkWidget *tab, bool in_front);

/* Actions "panel.float", "panel.rename", "panel.add-row", "panel.delete" for a widget that stands
 * for the panel, and their menu on the right button and the Menu key. */
void sn_panel_actions_add(SnSession *session, SnId panel, GtkWidget *widget);

#endif
