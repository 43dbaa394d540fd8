/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for a row or circle of copies of the selection; the copies are shown while it is asked, and
 * taken back when it is cancelled. */
#ifndef SN_UI_DIALOGS_ARRAY_DIALOG_H
#define SN_UI_DIALOGS_ARRAY_DIALOG_H

#include "ui/session/session.h"

void sn_array_dialog_open(GtkWindow *parent, SnSession *session);

#endif
