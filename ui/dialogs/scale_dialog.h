/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window that asks by how much the segments of a model are larger in a subject: in numbers, or
 * measured between markers of a file. */
#ifndef SN_UI_DIALOGS_SCALE_DIALOG_H
#define SN_UI_DIALOGS_SCALE_DIALOG_H

#include "ui/session/session.h"

#include <gtk/gtk.h>

void sn_scale_dialog_open(GtkWindow *parent, SnSession *session);

#endif
