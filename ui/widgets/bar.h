/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A message over the window with at most one button; notes go by themselves, but for what is asked.
 * Signal "gone": what it said is said no more. */
#ifndef SN_UI_WIDGETS_BAR_H
#define SN_UI_WIDGETS_BAR_H

#include "ui/session/session.h"

#define SN_TYPE_MESSAGE_BAR (sn_message_bar_get_type())
G_DECLARE_FINAL_TYPE(SnMessageBar, sn_message_bar, SN, MESSAGE_BAR, GtkWidget)

GtkWidget *sn_bar_new(void);
void sn_bar_show(SnMessageBar *bar, const SnBar *what);
/* Another text in the bar that is seen; one that has been closed stays closed. */
void sn_bar_change(SnMessageBar *bar, const char *text);
void sn_bar_hide(SnMessageBar *bar);

#endif
