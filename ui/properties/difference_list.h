/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs between the document and its base: path, value in the base and present value; a
 * click goes there, a button takes the difference back. */
#ifndef SN_UI_PROPERTIES_DIFFERENCE_LIST_H
#define SN_UI_PROPERTIES_DIFFERENCE_LIST_H

#include "ui/session/session.h"

#include <gtk/gtk.h>

GtkWidget *sn_difference_list_new(SnSession *session);
/* Follows the document, soon. */
void sn_difference_list_update(GtkWidget *list);

/* A property in one line, short: "46.4", "nothing" (g_free). */
char *sn_difference_value_text(const SnModel *model, SnId id, int row);

#endif
