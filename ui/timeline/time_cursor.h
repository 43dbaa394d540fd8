/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line at the present moment over ruler and tracks, with the time on top; takes no clicks. */
#ifndef SN_UI_TIMELINE_TIME_CURSOR_H
#define SN_UI_TIMELINE_TIME_CURSOR_H

#include "ui/session/session.h"
#include "ui/widgets/axis.h"

#define SN_TYPE_CURSOR (sn_cursor_get_type())
G_DECLARE_FINAL_TYPE(SnCursor, sn_cursor, SN, CURSOR, GtkWidget)

GtkWidget *sn_cursor_new(SnSession *session, SnAxis *axis);

#endif
