/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One property of the selected components (or of an array entry): label, editor by type, and a mark
 * that says where the value comes from.  Made from the property's table row alone.
 *
 * Drag the label to change a number (Shift finer, Ctrl coarser), Backspace on it resets.  The grip
 * before it, or the label with Alt, drags the property itself as text (property_target.h).  What
 * drives it stands below, and is selected by a click. */
#ifndef SN_UI_PROPERTY_ROW_H
#define SN_UI_PROPERTY_ROW_H

#include "ui/session.h"

#define SN_TYPE_PROPERTY_ROW (sn_property_row_get_type())
G_DECLARE_FINAL_TYPE(SnPropertyRow, sn_property_row, SN, PROPERTY_ROW, GtkBox)

/* All ids have a property of that name and the same type. */
GtkWidget *sn_property_row_new(SnSession *session, const SnId *ids, int n, const char *property);
/* The row of a control panel: what it shows, its label, widget and travel are the control's. */
GtkWidget *sn_property_row_new_control(SnSession *session, SnId control);
/* "path:property", one a line for each of its components.  Free with g_free. */
char *sn_property_row_text(SnPropertyRow *row);
/* Shows the model's values again. */
void sn_property_row_refresh(SnPropertyRow *row);
/* Whether text is found in the label or the name. */
bool sn_property_row_matches(SnPropertyRow *row, const char *text);

#endif
