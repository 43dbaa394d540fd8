/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The navigator's parts: navigator.c (widget, document), ui/navigator/selection.c (rows and the
 * session's selection). */
#ifndef SN_UI_NAVIGATOR_PRIVATE_H
#define SN_UI_NAVIGATOR_PRIVATE_H

#include "ui/navigator/navigator.h"
#include "ui/widgets/typed_ahead.h"

struct _SnNavigator {
    GtkWidget parent_instance;
    SnSession *session;

    GtkWidget *search, *add, *view, *empty, *empty_lists, *found, *marks;
    GtkTreeListModel *tree;          /* shown now: `main`, or a flat list of results */
    GtkTreeListModel *main;          /* kept while searching, with what has been opened */
    GtkMultiSelection *selection;    /* borrowed from the view */
    GHashTable *models;              /* alive SnNavigatorModels, weak */
    GHashTable *rows;                /* bound SnNavigatorRows, borrowed */
    GPtrArray *spare;                /* owned: rows that no item holds (row_factory.c) */
    bool searching;                  /* the tree is a flat list of results */
    bool syncing;                    /* our own change of a selection */
    bool tree_changed, rows_changed; /* since the last SN_CHANGE_DONE */
    guint sync_source;
    guint rename_source, focus_source, prepare_source;
    int focus_tries;    /* so far, to find the row that is to have the keys */
    bool reveal_wanted; /* with the next sync */
    SnId renaming;
    GArray *dragged;     /* SnId; NULL: nothing is (drag.c) */
    SnTypedAhead *ahead; /* while a rename waits for its row; else NULL */
};

/* Row of a component or entry, opening what lies above if asked to; NULL if it is not shown. */
GtkTreeListRow *sn_navigator_find_row(SnNavigator *navigator, SnId id, bool open);
/* Its rows, with their menus and drags; new reference. */
GtkListItemFactory *sn_navigator_row_factory(SnNavigator *navigator);
/* Makes what a long list shows first, bit by bit while there is nothing else to do. */
void sn_navigator_rows_prepare(SnNavigator *navigator);
/* The menu of the selection, at a place in the navigator. */
void sn_navigator_open_menu(SnNavigator *navigator, double x, double y);
void sn_navigator_scroll_to(SnNavigator *navigator, guint position);
/* Session -> rows. */
void sn_navigator_sync_selection(SnNavigator *navigator);
/* Once its row is there, the primary gets the keys that another row of the list has. */
void sn_navigator_queue_focus(SnNavigator *navigator);
/* Handlers of the session's and the rows' selection signals. */
void sn_navigator_on_session_selection(SnSession *session, SnNavigator *navigator);
void sn_navigator_on_row_selection(GtkSelectionModel *model, guint position, guint n,
                                   SnNavigator *navigator);

#endif
