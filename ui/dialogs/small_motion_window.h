/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window beside the document's with two pages: its modes, of which one swings in the viewers
 * while it is shown, and how far a joint gives way under load.  The model stays as it is. */
#ifndef SN_UI_DIALOGS_SMALL_MOTION_WINDOW_H
#define SN_UI_DIALOGS_SMALL_MOTION_WINDOW_H

#include "ui/session/session.h"

void sn_small_motion_window_open(GtkWindow *parent, SnSession *session);

#endif
