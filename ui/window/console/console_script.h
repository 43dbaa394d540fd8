/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts: files of lines as they are typed below the messages (console_line.h), or in Lua
 * (console_lua.h), which end in .lua. */
#ifndef SN_UI_WINDOW_CONSOLE_SCRIPT_H
#define SN_UI_WINDOW_CONSOLE_SCRIPT_H

#include "ui/session/session.h"

/* Carries the lines of a file out, one after another, each when the one before has ended (`play
 * TIME` when it is there); stops at the first that is wrong, and says which.  What runs ends with
 * the document.  False with an error: the file cannot be read. */
bool sn_console_run_script(SnSession *session, GtkWidget *window, const char *path, GError **error);

#endif
