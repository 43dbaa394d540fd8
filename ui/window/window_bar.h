/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the main window says in a bar over the viewers (SnBar), for as long as it is true: until the
 * model compiles or is saved again, the edit is taken back, or a guided tool has what it asked for.
 */
#ifndef SN_UI_WINDOW_WINDOW_BAR_H
#define SN_UI_WINDOW_WINDOW_BAR_H

#include "ui/session/session.h"

typedef struct SnWindowBar SnWindowBar;

/* Shows what the session reports from now on; the session is borrowed and outlives it. */
SnWindowBar *sn_window_bar_new(SnSession *session);
void sn_window_bar_free(SnWindowBar *bar); /* NULL is fine */
/* Borrowed. */
GtkWidget *sn_window_bar_widget(const SnWindowBar *bar);
/* Another document: what was said of the last one goes. */
void sn_window_bar_begin(SnWindowBar *bar);

#endif
