/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deleting says first what else goes. */
#ifndef SN_UI_DIALOGS_DELETE_DIALOG_H
#define SN_UI_DIALOGS_DELETE_DIALOG_H

#include "ui/session/session.h"

/* Deletes the selection: at once where nothing but panels, plots and the like goes with it, else
 * after naming what cannot be without it. */
void sn_delete_selection(GtkWindow *parent, SnSession *session);

#endif
