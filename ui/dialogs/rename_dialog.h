/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives all that is selected new names, by replacing in the old ones or by a pattern with numbers;
 * shows them first. */
#ifndef SN_UI_DIALOGS_RENAME_DIALOG_H
#define SN_UI_DIALOGS_RENAME_DIALOG_H

#include "ui/session/session.h"

void sn_rename_dialog_open(GtkWindow *parent, SnSession *session);

#endif
