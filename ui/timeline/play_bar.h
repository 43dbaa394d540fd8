/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To start, play or pause, step, speed; the time, editable; how fast it goes. */
#ifndef SN_UI_TIMELINE_PLAY_BAR_H
#define SN_UI_TIMELINE_PLAY_BAR_H

#include "ui/session/session.h"

#define SN_TYPE_PLAY_BAR (sn_play_bar_get_type())
G_DECLARE_FINAL_TYPE(SnPlayBar, sn_play_bar, SN, PLAY_BAR, GtkWidget)

GtkWidget *sn_play_bar_new(SnSession *session);
void sn_play_bar_edit_time(SnPlayBar *bar);
/* Puts a widget at the right end. */
void sn_play_bar_append(SnPlayBar *bar, GtkWidget *widget);

#endif
