/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the properties show while nothing is selected: the model's title, what its notes say about
 * it, and where to click. */
#ifndef SN_UI_PROPERTIES_MODEL_PAGE_H
#define SN_UI_PROPERTIES_MODEL_PAGE_H

#include "ui/session/session.h"

#include <gtk/gtk.h>

GtkWidget *sn_model_page_new(SnSession *session);
/* Follows the document. */
void sn_model_page_update(GtkWidget *page);

#endif
