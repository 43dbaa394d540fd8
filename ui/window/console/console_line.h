/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be typed below the messages, or stand in a script, a line each:
 *   PATH:PROPERTY              its present value, in SI units as in files; also a coordinate's name
 *   PATH:PROPERTY = VALUE      sets it (a vector: x,y,z; a coordinate of a joint poses the model)
 *   select PATH...             paths in which * stands for anything
 *   play [TIME]  pause  step [N]  reset  go TIME      [s]; play stops at TIME
 *   add CLASS [NAME]           a new component of what is selected
 *   delete PATH...  rename PATH NAME
 *   lua CODE                   a line of Lua (engine/script)
 *   COMMAND                    any command by its name in menus: undo, save, fit view ...
 *   help
 *   # ...                      a remark */
#ifndef SN_UI_WINDOW_CONSOLE_LINE_H
#define SN_UI_WINDOW_CONSOLE_LINE_H

#include "ui/session/session.h"

/* Carries a line out; what it answers, and what is wrong with it, is among the messages.  window:
 * has the commands; until (may be NULL): to which time it plays from now on [s], NAN if it does
 * not, or to no time.  False: it was wrong. */
bool sn_console_carry_out(SnSession *session, GtkWidget *window, const char *line, double *until);

/* The line with its last word completed: a path, with the property where that is begun (g_free);
 * turn: which of those that fit, again and again.  NULL: none does. */
char *sn_console_complete(SnSession *session, const char *line, int turn);

#endif
