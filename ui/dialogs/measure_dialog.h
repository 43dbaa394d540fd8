/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window with size, surface, volume, mass, centre and inertia of what is selected. */
#ifndef SN_UI_DIALOGS_MEASURE_DIALOG_H
#define SN_UI_DIALOGS_MEASURE_DIALOG_H

#include "ui/session/session.h"

#include <gtk/gtk.h>

void sn_measure_dialog_open(GtkWindow *parent, SnSession *session);

#endif
