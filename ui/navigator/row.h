/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row of the navigator: expander, icon by class, name, tag, number of children, lock, eye. */
#ifndef SN_UI_NAVIGATOR_ROW_H
#define SN_UI_NAVIGATOR_ROW_H

#include "ui/navigator/model.h"

#define SN_TYPE_NAVIGATOR_ROW (sn_navigator_row_get_type())
G_DECLARE_FINAL_TYPE(SnNavigatorRow, sn_navigator_row, SN, NAVIGATOR_ROW, GtkWidget)

GtkWidget *sn_navigator_row_new(SnSession *session);
/* with_path: search results say where they are. */
void sn_navigator_row_bind(SnNavigatorRow *row, GtkTreeListRow *tree_row, bool with_path);
void sn_navigator_row_unbind(SnNavigatorRow *row);
/* Shows name, count and visibility anew. */
void sn_navigator_row_update(SnNavigatorRow *row);
/* Null when unbound or for ranges. */
SnId sn_navigator_row_id(SnNavigatorRow *row);
/* The row of the tree that a widget is in or around; NULL if it is in none.  Not a new reference.
 */
GtkTreeListRow *sn_navigator_row_in(GtkWidget *widget);
/* Makes the name an entry; NULL, and nothing, for what cannot be renamed. */
GtkText *sn_navigator_row_edit(SnNavigatorRow *row);

#endif
