/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line below the messages in which commands are typed (console_line.h): Up and Down bring back
 * what was typed before, Tab completes. */
#ifndef SN_UI_WINDOW_CONSOLE_H
#define SN_UI_WINDOW_CONSOLE_H

#include "ui/session/session.h"

GtkWidget *sn_console_new(SnSession *session);

#endif
