/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_UI_WINDOW_TIME_ACTIONS_H
#define SN_UI_WINDOW_TIME_ACTIONS_H

#include "ui/window/window.h"

/* The win.* actions that go about in what was simulated: steps, start and end, waypoints, loop,
 * branches, memory. */
void sn_window_time_actions_add(SnWindow *window);

#endif
