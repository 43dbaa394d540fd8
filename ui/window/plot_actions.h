/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_UI_WINDOW_PLOT_ACTIONS_H
#define SN_UI_WINDOW_PLOT_ACTIONS_H

#include "ui/window/window.h"

/* The page "plots" below the viewer, and the win.plot* actions of the action table. */
void sn_window_plot_actions_add(SnWindow *window);

#endif
