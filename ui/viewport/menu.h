/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The context menu of what is selected. */
#ifndef SN_UI_VIEWPORT_MENU_H
#define SN_UI_VIEWPORT_MENU_H

#include "ui/viewport/viewport.h"

/* What can be done with the selection, and with a strand that was hit (NULL: nothing was); the
 * actions are the window's.  before: what alone was selected until then, and can be put there;
 * null: nothing was. */
void sn_viewport_open_menu(SnViewport *viewport, const SnPickHit *hit, SnId before, double x,
                           double y);
/* The body whose surface was hit, its own or that of something to see on it, and the place in its
 * frame [m]; null: none was. */
SnId sn_viewport_hit_body(SnViewport *viewport, const SnPickHit *hit, double location[3]);

/* The viewer gets the keys when a menu of its own has closed: X is then an axis, not a tool. */
void sn_viewport_keys_after(SnViewport *viewport, GtkPopover *popover);

#endif
