/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions that add components: of a class, of selected nodes, along strands, where the pointer is.
 */
#ifndef SN_UI_WINDOW_ADD_ACTIONS_H
#define SN_UI_WINDOW_ADD_ACTIONS_H

#include "ui/window/window.h"

void sn_window_add_actions_add(SnWindow *window);

#endif
