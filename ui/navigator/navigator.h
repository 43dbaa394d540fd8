/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of components: lazy, searchable, its selection is the session's. */
#ifndef SN_UI_NAVIGATOR_NAVIGATOR_H
#define SN_UI_NAVIGATOR_NAVIGATOR_H

#include "ui/session/session.h"

#define SN_TYPE_NAVIGATOR (sn_navigator_get_type())
G_DECLARE_FINAL_TYPE(SnNavigator, sn_navigator, SN, NAVIGATOR, GtkWidget)

GtkWidget *sn_navigator_new(SnSession *session);
/* Opens what lies above a component and scrolls to it. */
void sn_navigator_reveal(SnNavigator *navigator, SnId id);
/* Starts typing another name in the row. */
void sn_navigator_rename(SnNavigator *navigator, SnId id);
/* Puts the cursor into the search field. */
void sn_navigator_search(SnNavigator *navigator);

/* For tests: rows shown now, and the selection model GTK works with. */
GtkMultiSelection *sn_navigator_selection(SnNavigator *navigator);
GtkTreeListModel *sn_navigator_tree(SnNavigator *navigator);

#endif
