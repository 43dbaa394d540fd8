/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The right column: the properties and, once there are some, the control panels of the model as
 * tabs beside them; a panel that floats is a window of its own.  Properties may be dropped onto a
 * tab, and one that is held over it opens it. */
#ifndef SN_UI_PROPERTIES_PANEL_TABS_H
#define SN_UI_PROPERTIES_PANEL_TABS_H

#include "ui/session/session.h"

#define SN_TYPE_PANEL_TABS (sn_panel_tabs_get_type())
G_DECLARE_FINAL_TYPE(SnPanelTabs, sn_panel_tabs, SN, PANEL_TABS, GtkBox)

/* Takes the properties. */
GtkWidget *sn_panel_tabs_new(SnSession *session, GtkWidget *properties);
/* The panel in front, null for the properties. */
SnId sn_panel_tabs_shown(SnPanelTabs *tabs);

#endif
