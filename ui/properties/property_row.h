/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One property of the selected components (or of an array entry): label, editor by type, and a mark
 * that says where the value comes from.  Made from the property's table row alone.
 *
 * Drag the label to change a number (Shift finer, Ctrl coarser), Backspace on it resets.  The grip
 * before it, or the label with Alt, drags the property itself as text (property_target.h).  What
 * drives it stands below, and is selected by a click. */
#ifndef SN_UI_PROPERTIES_PROPERTY_ROW_H
#define SN_UI_PROPERTIES_PROPERTY_ROW_H

#include "ui/session/session.h"

#define SN_TYPE_PROPERTY_ROW (sn_property_row_get_type())
G_DECLARE_FINAL_TYPE(SnPropertyRow, sn_property_row, SN, PROPERTY_ROW, GtkBox)

GtkWidget *sn_property_row_new(SnSession *session, SnId id, const char *property);
/* By a name of its own, where its label does not tell it from its neighbours; takes the name. */
GtkWidget *sn_property_row_new_called(SnSession *session, SnId id, const char *property,
                                      char *name);
/* Of several, which all have a property of that name and the same type; ids: a g_rc_box, of which
 * the row keeps a reference (the rows of a panel have one of 100 000 in common). */
GtkWidget *sn_property_row_new_shared(SnSession *session, SnId *ids, int n, const char *property);
/* The row of a control panel: what it shows, its label, widget and travel are the control's. */
GtkWidget *sn_property_row_new_control(SnSession *session, SnId control);
/* "path:property", one a line for each of its components.  Free with g_free. */
char *sn_property_row_text(SnPropertyRow *row);
/* The row of a panel that is being dragged, null if none is. */
SnId sn_property_dragged_control(SnSession *session);
/* Opens its context menu at a place in the row. */
void sn_property_row_open_menu(SnPropertyRow *row, double x, double y);
/* Shows the model's values again. */
void sn_property_row_refresh(SnPropertyRow *row);
/* Its label becomes as wide as the widest of the group, so that what stands behind labels forms a
 * column. */
void sn_property_row_align(SnPropertyRow *row, GtkSizeGroup *labels);
/* Whether text is found in the label or the name. */
bool sn_property_row_matches(SnPropertyRow *row, const char *text);

#endif
