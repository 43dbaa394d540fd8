/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions on a selection: deleting, rows and circles, aligning, names, converting, tags. */
#ifndef SN_UI_WINDOW_EDIT_ACTIONS_H
#define SN_UI_WINDOW_EDIT_ACTIONS_H

#include "ui/window/window.h"

void sn_window_edit_actions_add(SnWindow *window);

#endif
