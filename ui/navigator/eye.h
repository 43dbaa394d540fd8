/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hiding and showing by a drag over the column of eyes, as over a column of switches. */
#ifndef SN_UI_NAVIGATOR_EYE_H
#define SN_UI_NAVIGATOR_EYE_H

#include "ui/session/session.h"

/* A drag that begins on a row's eye gives every row that it comes over what a click would have
 * given that one: one step of undo.  Lists are passed over unless it begins on one.  A click stays
 * the button's own. */
void sn_navigator_eye_add_drag(GtkWidget *eye, SnSession *session);

#endif
