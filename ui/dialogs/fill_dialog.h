/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window that asks how the selected body shall be filled to be a FEM model. */
#ifndef SN_UI_DIALOGS_FILL_DIALOG_H
#define SN_UI_DIALOGS_FILL_DIALOG_H

#include "ui/session/session.h"

#include <gtk/gtk.h>

void sn_fill_dialog_open(GtkWindow *parent, SnSession *session);

#endif
