/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_UI_DIALOGS_GROUP_DIALOG_H
#define SN_UI_DIALOGS_GROUP_DIALOG_H

#include "ui/session/session.h"

#include <gtk/gtk.h>

/* Asks for the name of the group that what is selected goes into; empty: out of its group. */
void sn_group_dialog_open(GtkWindow *parent, SnSession *session);

#endif
