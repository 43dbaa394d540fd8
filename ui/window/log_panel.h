/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages of the program and the simulation; a click selects what a message is about.  Below them
 * a line for commands (console/console.h). */
#ifndef SN_UI_WINDOW_LOG_PANEL_H
#define SN_UI_WINDOW_LOG_PANEL_H

#include "ui/session/session.h"

GtkWidget *sn_log_panel_new(SnSession *session);

#endif
