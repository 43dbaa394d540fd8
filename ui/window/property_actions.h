/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done with a property: plot, record, drive it, put it on a panel, copy its path.  The
 * window's actions "plot-property", "record-property", "drive-property", "copy-property" take
 * properties as text (property_target.h); empty: what matters most of the selection.
 * "add-to-panel" takes the panel's path in a first line, empty for a new one; without any line the
 * selection goes onto the last panel. */
#ifndef SN_UI_WINDOW_PROPERTY_ACTIONS_H
#define SN_UI_WINDOW_PROPERTY_ACTIONS_H

#include "ui/window/window.h"

void sn_property_actions_add(SnWindow *window);

#endif
