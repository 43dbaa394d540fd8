/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A button for each tag and group that components have: a click selects them all, the context menu
 * hides, shows and locks them. */
#ifndef SN_UI_NAVIGATOR_MARK_STRIP_H
#define SN_UI_NAVIGATOR_MARK_STRIP_H

#include "ui/session/session.h"

#include <gtk/gtk.h>

GtkWidget *sn_mark_strip_new(SnSession *session);
/* After tags, groups or components changed. */
void sn_mark_strip_update(GtkWidget *strip, SnSession *session);

#endif
