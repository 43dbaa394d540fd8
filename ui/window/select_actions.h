/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions that select: all, by what is selected, by name or kind; of components, and of nodes and
 * elements where those are selected. */
#ifndef SN_UI_WINDOW_SELECT_ACTIONS_H
#define SN_UI_WINDOW_SELECT_ACTIONS_H

#include "ui/window/window.h"

void sn_window_select_actions_add(SnWindow *window);

#endif
