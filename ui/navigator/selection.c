/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/navigator/model.h"
#include "ui/navigator/private.h"
#include "ui/navigator/row.h"

#define FEW 64 /* selections up to this are placed one by one */

/* --- positions --- */

GtkTreeListRow *sn_navigator_find_row(SnNavigator *navigator, SnId id, bool open)
{
    const SnModel *model = sn_session_model(navigator->session);
    const SnComponent *component = sn_model_get(model, id);
    if (!component || navigator->searching)
        return NULL;
    GPtrArray *chain = g_ptr_array_new(); /* from the component up to the root */
    for (const SnComponent *up = component; up; up = up->parent)
        g_ptr_array_add(chain, (gpointer)up);
    int level = (int)chain->len - 2; /* the root has been found */
    GtkTreeListRow *row = gtk_tree_list_model_get_child_row(navigator->tree, 0);
    bool in_array = false;
    while (row && (level >= 0 || id.entry != 0)) {
        bool entries = level < 0;
        const SnComponent *wanted = entries ? component : g_ptr_array_index(chain, (guint)level);
        if (open)
            gtk_tree_list_row_set_expanded(row, TRUE);
        GListModel *children = gtk_tree_list_row_get_children(row);
        int index = -1;
        bool at_goal = false;
        if (children && !entries) {
            SnNavigatorModel *rows = SN_NAVIGATOR_MODEL(children);
            index = sn_navigator_model_find(rows, wanted->id);
            /* a range holds it: look there for the same component again */
            at_goal =
                index >= 0 && sn_id_equal(sn_navigator_model_id(rows, (guint)index), wanted->id);
        } else if (children && !in_array) {
            index = sn_navigator_model_find_array(SN_NAVIGATOR_MODEL(children), sn_id_array(id));
            in_array = true;
        } else if (children) {
            SnNavigatorModel *rows = SN_NAVIGATOR_MODEL(children);
            index = sn_navigator_model_find(rows, id);
            at_goal = index >= 0 && sn_id_equal(sn_navigator_model_id(rows, (guint)index), id);
        }
        GtkTreeListRow *next =
            index >= 0 ? gtk_tree_list_row_get_child_row(row, (guint)index) : NULL;
        g_object_unref(row);
        row = next;
        if (at_goal && entries)
            break;
        level -= at_goal;
    }
    g_ptr_array_unref(chain);
    return row;
}

/* Adds the positions of the selected rows below `row` (NULL: the top). */
static void mark_selected(SnNavigator *navigator, GtkTreeListRow *row, GtkBitset *marks)
{
    GListModel *list =
        row ? gtk_tree_list_row_get_children(row) : gtk_tree_list_model_get_model(navigator->tree);
    if (!list)
        return;
    SnNavigatorModel *rows = SN_NAVIGATOR_MODEL(list);
    guint n = g_list_model_get_n_items(list);
    if (sn_navigator_model_is_leafy(rows)) {
        guint base = row ? gtk_tree_list_row_get_position(row) + 1 : 0;
        for (guint i = 0; i < n; i++) {
            if (sn_session_is_selected(navigator->session, sn_navigator_model_id(rows, i)))
                gtk_bitset_add(marks, base + i);
        }
        return;
    }
    for (guint i = 0; i < n; i++) {
        GtkTreeListRow *child = row ? gtk_tree_list_row_get_child_row(row, i)
                                    : gtk_tree_list_model_get_child_row(navigator->tree, i);
        if (sn_session_is_selected(navigator->session, sn_navigator_model_id(rows, i)))
            gtk_bitset_add(marks, gtk_tree_list_row_get_position(child));
        if (gtk_tree_list_row_get_expanded(child))
            mark_selected(navigator, child, marks);
        g_object_unref(child);
    }
}

/* --- selection: session -> rows --- */

void sn_navigator_sync_selection(SnNavigator *navigator)
{
    if (!sn_session_model(navigator->session))
        return;
    int n = 0;
    const SnId *ids = sn_session_selection(navigator->session, &n);
    GtkBitset *marks = gtk_bitset_new_empty();
    if (n <= FEW && !navigator->searching) {
        for (int i = 0; i < n; i++) {
            GtkTreeListRow *row = sn_navigator_find_row(navigator, ids[i], false);
            if (row) {
                gtk_bitset_add(marks, gtk_tree_list_row_get_position(row));
                g_object_unref(row);
            }
        }
    } else if (n > 0) {
        mark_selected(navigator, NULL, marks);
    }
    GtkBitset *all =
        gtk_bitset_new_range(0, g_list_model_get_n_items(G_LIST_MODEL(navigator->tree)));
    navigator->syncing = true;
    gtk_selection_model_set_selection(GTK_SELECTION_MODEL(navigator->selection), marks, all);
    navigator->syncing = false;
    gtk_bitset_unref(all);
    gtk_bitset_unref(marks);
}

void sn_navigator_scroll_to(SnNavigator *navigator, guint position)
{
    gtk_widget_activate_action(navigator->view, "list.scroll-to-item", "u", position);
}

static bool has_focus(SnNavigator *navigator)
{
    GtkRoot *root = gtk_widget_get_root(navigator->view);
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    return focus && !GTK_IS_TEXT(focus) && gtk_widget_is_ancestor(focus, navigator->view);
}

static gboolean focus_primary(gpointer data)
{
    SnNavigator *navigator = data;
    enum { MOST_TRIES = 50 }; /* a busy machine takes its time to lay the rows out */
    const SnId primary = sn_session_primary(navigator->session);
    GHashTableIter iter;
    gpointer row;
    bool found = false;
    g_hash_table_iter_init(&iter, navigator->rows);
    while (!found && has_focus(navigator) && g_hash_table_iter_next(&iter, &row, NULL)) {
        found = sn_id_equal(sn_navigator_row_id(row), primary);
        if (found)
            gtk_widget_grab_focus(gtk_widget_get_parent(row));
    }
    if (!found && has_focus(navigator) && !sn_id_is_null(primary) &&
        ++navigator->focus_tries < MOST_TRIES)
        return G_SOURCE_CONTINUE;
    navigator->focus_source = 0;
    return G_SOURCE_REMOVE;
}

void sn_navigator_queue_focus(SnNavigator *navigator)
{
    navigator->focus_tries = 0;
    if (has_focus(navigator) && navigator->focus_source == 0)
        navigator->focus_source = g_timeout_add(40, focus_primary, navigator);
}

/* The primary is brought into view when it was selected elsewhere, and has the keys if another row
 * had them: Enter must not rename what was selected before. */
void sn_navigator_on_session_selection(SnSession *session, SnNavigator *navigator)
{
    if (navigator->syncing || !sn_session_model(session))
        return;
    int n = 0;
    sn_session_selection(session, &n);
    /* of a hundred thousand none is looked for: what is closed stays closed */
    GtkTreeListRow *row = sn_navigator_find_row(navigator, sn_session_primary(session), n <= FEW);
    sn_navigator_sync_selection(navigator);
    if (row) {
        sn_navigator_scroll_to(navigator, gtk_tree_list_row_get_position(row));
        g_object_unref(row);
        sn_navigator_queue_focus(navigator);
    }
}

/* --- selection: rows -> session --- */

/* Ids of the selected rows in tree order; runs of leaves are read without making row objects. */
static GArray *selected_ids(SnNavigator *navigator)
{
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    GtkBitset *marks = gtk_selection_model_get_selection(GTK_SELECTION_MODEL(navigator->selection));
    SnNavigatorModel *run = NULL; /* leafy model that holds [base, end) */
    guint base = 0, end = 0, position = 0;
    GtkBitsetIter iter;
    for (gboolean more = gtk_bitset_iter_init_first(&iter, marks, &position); more;
         more = gtk_bitset_iter_next(&iter, &position)) {
        if (!run || position < base || position >= end) {
            GtkTreeListRow *row = gtk_tree_list_model_get_row(navigator->tree, position);
            GtkTreeListRow *parent = gtk_tree_list_row_get_parent(row);
            GListModel *list = parent ? gtk_tree_list_row_get_children(parent)
                                      : gtk_tree_list_model_get_model(navigator->tree);
            SnNavigatorItem *item = gtk_tree_list_row_get_item(row);
            run = NULL;
            if (sn_navigator_model_is_leafy(SN_NAVIGATOR_MODEL(list))) {
                run = SN_NAVIGATOR_MODEL(list);
                base = parent ? gtk_tree_list_row_get_position(parent) + 1 : 0;
                end = base + g_list_model_get_n_items(list);
            } else if (sn_navigator_item_kind(item) != SN_ROW_RANGE) {
                SnId id = sn_navigator_item_id(item);
                g_array_append_val(ids, id);
            }
            g_object_unref(item);
            g_clear_object(&parent);
            g_object_unref(row);
        }
        if (run) {
            SnId id = sn_navigator_model_id(run, position - base);
            g_array_append_val(ids, id);
        }
    }
    gtk_bitset_unref(marks);
    return ids;
}

void sn_navigator_on_row_selection(GtkSelectionModel *model, guint position, guint n,
                                   SnNavigator *navigator)
{
    if (navigator->syncing)
        return;
    GArray *ids = selected_ids(navigator);
    /* what is new becomes the primary: last */
    GArray *ordered = g_array_sized_new(FALSE, FALSE, sizeof(SnId), ids->len);
    for (int pass = 0; pass < 2; pass++) {
        for (guint i = 0; i < ids->len; i++) {
            SnId id = g_array_index(ids, SnId, i);
            if (sn_session_is_selected(navigator->session, id) == (pass == 0))
                g_array_append_val(ordered, id);
        }
    }
    navigator->syncing = true;
    sn_session_select(navigator->session, (const SnId *)(void *)ordered->data, (int)ordered->len,
                      SN_SELECT_REPLACE);
    navigator->syncing = false;
    g_array_unref(ordered);
    g_array_unref(ids);
}
