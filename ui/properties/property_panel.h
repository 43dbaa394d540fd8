/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of the selection, made from the class tables alone. */
#ifndef SN_UI_PROPERTIES_PROPERTY_PANEL_H
#define SN_UI_PROPERTIES_PROPERTY_PANEL_H

#include "ui/session/session.h"

GtkWidget *sn_property_panel_new(SnSession *session);

#endif
