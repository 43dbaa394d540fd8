/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts in Lua (engine/script) on the document of a window: what they set can be undone, what
 * they run is seen. */
#ifndef SN_UI_WINDOW_CONSOLE_LUA_H
#define SN_UI_WINDOW_CONSOLE_LUA_H

#include "ui/session/session.h"

/* Begins a script; what it prints, where it went wrong and, where it has a name, that it has ended,
 * is among the messages.  Ends with the document.  A second one for the same window is refused.
 * False with an error that names the line.
 */
bool sn_console_run_lua(SnSession *session, GtkWidget *window, const char *text, size_t length,
                        const char *name, GError **error);
/* Ends the one that runs at its next instruction; false: none does. */
bool sn_console_stop_lua(GtkWidget *window);

#endif
