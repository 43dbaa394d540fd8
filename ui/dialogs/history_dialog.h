/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window with all that was done, in which a click goes back, or forth, to a step. */
#ifndef SN_UI_DIALOGS_HISTORY_DIALOG_H
#define SN_UI_DIALOGS_HISTORY_DIALOG_H

#include "ui/session/session.h"

#include <gtk/gtk.h>

void sn_history_dialog_open(GtkWindow *parent, SnSession *session);

#endif
