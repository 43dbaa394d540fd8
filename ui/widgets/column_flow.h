/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A layout of a column that goes on in another one beside it where the height does not hold all: a
 * strip of tools never makes a window taller. */
#ifndef SN_UI_WIDGETS_COLUMN_FLOW_H
#define SN_UI_WIDGETS_COLUMN_FLOW_H

#include <gtk/gtk.h>

/* spacing [px] between children and between columns. */
GtkLayoutManager *sn_column_flow_new(int spacing);

#endif
