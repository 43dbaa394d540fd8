/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who works with the keyboard stays where they are when the rows of the panel are made anew. */
#ifndef SN_UI_PROPERTIES_KEPT_FOCUS_H
#define SN_UI_PROPERTIES_KEPT_FOCUS_H

#include <gtk/gtk.h>
#include <stdbool.h>

enum { SN_FOCUS_DEPTH = 12 };

typedef struct SnKeptFocus {
    char *row;                /* name of the property row that has the keys; NULL: none has */
    int nth;                  /* of those called so: entries have the same rows */
    int path[SN_FOCUS_DEPTH]; /* from the row to the part of it, which child each time */
    int depth;
    bool rests; /* it is a number at which nothing is being typed */
} SnKeptFocus;

/* Which part of which row within a widget has the keys. */
SnKeptFocus sn_kept_focus_take(GtkWidget *around);
/* Gives them to the same part of that row, if there is one; frees what was kept. */
void sn_kept_focus_give(GtkWidget *around, SnKeptFocus *kept);

#endif
