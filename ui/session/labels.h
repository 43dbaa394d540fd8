/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person calls the things of a document. */
#ifndef SN_UI_SESSION_LABELS_H
#define SN_UI_SESSION_LABELS_H

#include "engine/model/model.h"

/* A component's name, or class label and number ("Marker 12"), or the list's label; "" for a stale
 * id.  Free with g_free. */
char *sn_model_label(const SnModel *model, SnId id);
/* What a row of a control panel is called: its label, else names of component and property; in a
 * panel most of whose rows show the same property, of those the component's alone.  Free with
 * g_free. */
char *sn_control_label(const SnModel *model, SnId control);

#endif
