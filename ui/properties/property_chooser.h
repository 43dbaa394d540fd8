/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small list of the model's properties that is searched by typing parts of their paths. */
#ifndef SN_UI_PROPERTIES_PROPERTY_CHOOSER_H
#define SN_UI_PROPERTIES_PROPERTY_CHOOSER_H

#include "ui/session/session.h"

typedef void (*SnPropertyChosen)(const SnTarget *target, gpointer data);

/* Opens below the widget; calls once for each property chosen and stays open until it is closed.
 * data is freed with it. */
void sn_property_chooser_open(SnSession *session, GtkWidget *widget, SnPropertyChosen chosen,
                              gpointer data, GDestroyNotify free_data);

/* The first properties (of SnTarget, at most `limit`) whose path or label holds every word of the
 * text; caller frees. */
GArray *sn_property_search(const SnModel *model, const char *text, int limit);

#endif
