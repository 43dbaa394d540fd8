/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of a control panel: a property row with the actions of the row itself. */
#ifndef SN_UI_PROPERTIES_CONTROL_ROW_H
#define SN_UI_PROPERTIES_CONTROL_ROW_H

#include "ui/session/session.h"

/* An SnPropertyRow. */
GtkWidget *sn_control_row_new(SnSession *session, SnId control);

#endif
