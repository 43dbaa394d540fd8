/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words below a widget that go by themselves: what is wrong with what was typed in it. */
#ifndef SN_UI_WIDGETS_WORDS_H
#define SN_UI_WIDGETS_WORDS_H

#include <gtk/gtk.h>

/* For some seconds, also when the keys have gone on to something else; in place of those that are
 * there.  A widget that is being taken out of its window has no place for them: then nothing. */
void sn_words_say(GtkWidget *widget, const char *text);
/* Not any longer. */
void sn_words_hush(GtkWidget *widget);

#endif
