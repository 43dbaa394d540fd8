/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks how the selected components are aligned or spread along each axis of the world; shows it
 * while it is asked, and takes it back when it is cancelled. */
#ifndef SN_UI_DIALOGS_ALIGN_DIALOG_H
#define SN_UI_DIALOGS_ALIGN_DIALOG_H

#include "ui/session/session.h"

void sn_align_dialog_open(GtkWindow *parent, SnSession *session);

#endif
