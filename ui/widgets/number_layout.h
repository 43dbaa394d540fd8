/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number with its unit behind it (NULL: without one): the number takes what the unit leaves. */
#ifndef SN_UI_WIDGETS_NUMBER_LAYOUT_H
#define SN_UI_WIDGETS_NUMBER_LAYOUT_H

#include <gtk/gtk.h>
#include <stdbool.h>

void sn_number_measure(GtkWidget *text, GtkWidget *unit, GtkOrientation orientation, int *minimum,
                       int *natural);
/* In so many pixels. */
void sn_number_place(GtkWidget *text, GtkWidget *unit, int width, int height);

#endif
