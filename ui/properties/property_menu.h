/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The context menu of a row that stands for properties; its actions are the window's
 * (property_actions.h). */
#ifndef SN_UI_PROPERTIES_PROPERTY_MENU_H
#define SN_UI_PROPERTIES_PROPERTY_MENU_H

#include "ui/session/session.h"

/* Of the properties in `text` (property_target.h); of a row of a panel (null: of the properties)
 * with what can be done with the row ("control.rename" and the like, control_panel.h).  A new
 * reference. */
GMenuModel *sn_property_menu(SnSession *session, const char *text, SnId control);

#endif
