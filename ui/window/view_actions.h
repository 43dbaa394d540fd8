/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_UI_WINDOW_VIEW_ACTIONS_H
#define SN_UI_WINDOW_VIEW_ACTIONS_H

#include "ui/window/window.h"

/* The win.* actions of the action table that concern the active viewer, and a first viewer. */
void sn_window_view_actions_add(SnWindow *window);

#endif
