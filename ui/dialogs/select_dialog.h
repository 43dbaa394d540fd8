/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selects components by name and kind, while it is typed. */
#ifndef SN_UI_DIALOGS_SELECT_DIALOG_H
#define SN_UI_DIALOGS_SELECT_DIALOG_H

#include "ui/session/session.h"

void sn_select_dialog_open(GtkWindow *parent, SnSession *session);

#endif
