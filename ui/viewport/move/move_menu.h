/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu of the move tools: axes, pivot, snapping. */
#ifndef SN_UI_VIEWPORT_MOVE_MOVE_MENU_H
#define SN_UI_VIEWPORT_MOVE_MOVE_MENU_H

#include "ui/viewport/viewport.h"

/* A button with the menu; its actions are the viewer's ("move.frame", "move.about", "move.snap",
 * "move.snaps"). */
GtkWidget *sn_move_menu_new(SnViewport *viewport);

#endif
