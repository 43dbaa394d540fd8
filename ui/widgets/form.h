/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small windows that ask for a few things: rows of a label and a widget, buttons below. */
#ifndef SN_UI_WIDGETS_FORM_H
#define SN_UI_WIDGETS_FORM_H

#include "ui/session/session.h"
#include "ui/session/units.h"

#include <gtk/gtk.h>

/* A window in front of its parent, with nothing in it yet; Escape closes it, and so does another
 * document in the session's place: what it was about is gone. */
GtkWindow *sn_form_window(GtkWindow *parent, SnSession *session, const char *title,
                          const char *name);
/* Shows it with its rows, and below them the buttons (sn_dialog_buttons). */
void sn_form_present(GtkWindow *window, GtkWidget *rows, GtkWidget *cancel, GtkWidget *accept);

GtkWidget *sn_form_grid(void);
/* The row-th row; name: of the widget.  Returns the widget. */
GtkWidget *sn_form_row(GtkWidget *grid, int row, const char *label, GtkWidget *widget,
                       const char *name);
void sn_form_show_row(GtkWidget *widget, bool shown);
/* A text that may change, over the whole width. */
GtkWidget *sn_form_text(GtkWidget *grid, int row, const char *name);
/* Says it, as an error where `wrong`. */
void sn_form_say(GtkWidget *text, const char *words, bool wrong);

/* Three numbers side by side (number fields called name-x, name-y, name-z); `edited` is called with
 * data when one was typed. */
GtkWidget *sn_form_vector(const SnProperty *property, const char *name, const double value[3],
                          GCallback edited, gpointer data);
void sn_form_vector_get(GtkWidget *vector, double value[3]);
void sn_form_vector_set(GtkWidget *vector, const double value[3]);

#endif
