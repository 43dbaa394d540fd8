/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a long piece of work is, across the window, with a button that cancels it. */
#ifndef SN_UI_WIDGETS_PROGRESS_H
#define SN_UI_WIDGETS_PROGRESS_H

#include <gtk/gtk.h>

#define SN_TYPE_PROGRESS (sn_progress_get_type())
G_DECLARE_FINAL_TYPE(SnProgress, sn_progress, SN, PROGRESS, GtkWidget)

/* Hidden at first. */
GtkWidget *sn_progress_new(void);
/* fraction: done, 0 to 1; cancel: detailed name of the action behind the button. */
void sn_progress_show(SnProgress *progress, const char *text, double fraction, const char *cancel);
void sn_progress_hide(SnProgress *progress);

#endif
