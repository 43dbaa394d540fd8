/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A place or direction in the axes of any body, to read and to set. */
#ifndef SN_UI_PROPERTIES_AXES_POPOVER_H
#define SN_UI_PROPERTIES_AXES_POPOVER_H

#include "ui/session/session.h"

/* Opens on a widget for a property of which sn_axes_of knows the axes; the axes that were chosen
 * last are chosen again. */
void sn_axes_popover_open(SnSession *session, SnTarget target, GtkWidget *widget);

#endif
