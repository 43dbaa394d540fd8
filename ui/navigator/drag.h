/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the navigator dragged: among their siblings, into other lists and models, onto bodies
 * that shall carry them; and out of the navigator as paths. */
#ifndef SN_UI_NAVIGATOR_DRAG_H
#define SN_UI_NAVIGATOR_DRAG_H

#include "ui/navigator/navigator.h"

/* Gives a row its drag and drop; once. */
void sn_navigator_drag_add(SnNavigator *navigator, GtkWidget *row);

#endif
