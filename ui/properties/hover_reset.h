/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Backspace over a property, wherever the keys are: back to its default. */
#ifndef SN_UI_PROPERTIES_HOVER_RESET_H
#define SN_UI_PROPERTIES_HOVER_RESET_H

#include <gtk/gtk.h>

/* For all property rows in an area, as long as nothing is being typed in its window. */
void sn_hover_reset_add(GtkWidget *area);

#endif
