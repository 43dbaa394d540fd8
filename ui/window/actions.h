/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_UI_WINDOW_ACTIONS_H
#define SN_UI_WINDOW_ACTIONS_H

#include "ui/window/window.h"

/* The win.* actions of the action table that edit, select, run and fold panels; those of documents
 * are added by app/document_actions.c. */
void sn_window_actions_add(SnWindow *window);

#endif
