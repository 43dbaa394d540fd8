/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/navigator/navigator.h"

#include "engine/model/drawable.h"
#include "ui/actions/action_keys.h"
#include "ui/actions/menus.h"
#include "ui/edits/ask.h"
#include "ui/navigator/drag.h"
#include "ui/navigator/mark_strip.h"
#include "ui/navigator/model.h"
#include "ui/navigator/private.h"
#include "ui/navigator/row.h"
#include "ui/widgets/popover.h"
#include "ui/widgets/tooltip.h"

#include <string.h>

G_DEFINE_FINAL_TYPE(SnNavigator, sn_navigator, GTK_TYPE_WIDGET)

/* --- models --- */

static void model_gone(gpointer data, GObject *model)
{
    g_hash_table_remove(data, model);
}

/* Takes the model; remembers it for refreshes as long as somebody holds it. */
static GListModel *adopt(SnNavigator *navigator, SnNavigatorModel *model)
{
    if (model) {
        g_hash_table_add(navigator->models, model);
        g_object_weak_ref(G_OBJECT(model), model_gone, navigator->models);
    }
    return G_LIST_MODEL(model);
}

static GListModel *create_children(gpointer item, gpointer data)
{
    SnNavigator *navigator = data;
    return navigator->searching
               ? NULL
               : adopt(navigator, sn_navigator_model_below(navigator->session, item));
}

static gboolean sync_later(gpointer data)
{
    SnNavigator *navigator = data;
    navigator->sync_source = 0;
    sn_navigator_sync_selection(navigator);
    if (navigator->reveal_wanted && sn_session_model(navigator->session))
        sn_navigator_reveal(navigator, sn_session_primary(navigator->session));
    navigator->reveal_wanted = false;
    return G_SOURCE_REMOVE;
}

static void queue_sync(SnNavigator *navigator)
{
    if (navigator->sync_source == 0)
        navigator->sync_source = g_idle_add_full(G_PRIORITY_HIGH_IDLE, sync_later, navigator, NULL);
}

static void on_rows_changed(GListModel *model, guint position, guint removed, guint added,
                            SnNavigator *navigator)
{
    if (added > 0 && model == G_LIST_MODEL(navigator->tree))
        queue_sync(navigator); /* opened rows may be selected already */
}

/* Takes the model of the top rows. */
static GtkTreeListModel *make_tree(SnNavigator *navigator, SnNavigatorModel *top)
{
    GtkTreeListModel *tree = gtk_tree_list_model_new(adopt(navigator, top), FALSE, FALSE,
                                                     create_children, navigator, NULL);
    g_signal_connect_object(tree, "items-changed", G_CALLBACK(on_rows_changed), navigator, 0);
    return tree;
}

/* Takes the reference. */
static void show(SnNavigator *navigator, GtkTreeListModel *tree)
{
    navigator->syncing = true;
    gtk_multi_selection_set_model(navigator->selection, G_LIST_MODEL(tree));
    navigator->syncing = false;
    g_clear_object(&navigator->tree);
    navigator->tree = tree;
    queue_sync(navigator);
}

static void show_results(SnNavigator *navigator, GArray *ids)
{
    navigator->searching = true;
    show(navigator, make_tree(navigator, sn_navigator_model_flat(navigator->session, ids)));
}

static void show_tree(SnNavigator *navigator)
{
    navigator->searching = false;
    gtk_widget_set_visible(navigator->found, FALSE);
    if (!navigator->main) {
        navigator->main = make_tree(navigator, sn_navigator_model_root(navigator->session));
        GtkTreeListRow *root = gtk_tree_list_model_get_child_row(navigator->main, 0);
        if (root) {
            gtk_tree_list_row_set_expanded(root, TRUE);
            g_object_unref(root);
        }
    }
    show(navigator, g_object_ref(navigator->main));
}

/* --- search --- */

/* How well a component answers: the name itself, its beginning, a part of it, the class. */
enum { EXACT, BEGINNING, PART, CLASS, N_ANSWERS };

typedef struct Search {
    const char *text;
    GArray *ids[N_ANSWERS];
} Search;

static int answer_of(const SnComponent *component, const char *text)
{
    const char *name = component->name ? component->name : "";
    if (g_ascii_strcasecmp(name, text) == 0)
        return EXACT;
    const char *found = strcasestr(name, text);
    if (found)
        return found == name ? BEGINNING : PART;
    return strcasestr(component->class->label, text) ? CLASS : N_ANSWERS;
}

static bool match(SnComponent *component, void *data)
{
    Search *search = data;
    if (!component->parent || sn_class_is_a(component->class, &SN_CLASS_LIST))
        return true;
    const int answer = answer_of(component, search->text);
    if (answer < N_ANSWERS)
        g_array_append_val(search->ids[answer], component->id);
    return true;
}

static void search_now(SnNavigator *navigator)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(navigator->search));
    const SnModel *model = sn_session_model(navigator->session);
    if (!model) /* the document has gone while there was a search; on_document shows no rows */
        return;
    if (*text == '\0') {
        if (navigator->searching) {
            navigator->reveal_wanted = true; /* in a turn of its own: both make rows */
            show_tree(navigator);
        }
        return;
    }
    Search search = {.text = text};
    for (int i = 0; i < N_ANSWERS; i++)
        search.ids[i] = g_array_new(FALSE, FALSE, sizeof(SnId));
    sn_component_walk(model->root, match, &search);
    GArray *ids = search.ids[0];
    for (int i = 1; i < N_ANSWERS; i++) {
        g_array_append_vals(ids, search.ids[i]->data, search.ids[i]->len);
        g_array_unref(search.ids[i]);
    }
    char *found = ids->len == 0   ? g_strdup("Nothing is called that")
                  : ids->len == 1 ? g_strdup("1 component")
                                  : g_strdup_printf("%u components", ids->len);
    gtk_label_set_text(GTK_LABEL(navigator->found), found);
    g_free(found);
    gtk_widget_set_visible(navigator->found, TRUE);
    show_results(navigator, ids);
}

static void on_search(GtkSearchEntry *entry, SnNavigator *navigator)
{
    search_now(navigator);
}

static void on_stop_search(GtkSearchEntry *entry, SnNavigator *navigator)
{
    gtk_editable_set_text(GTK_EDITABLE(entry), "");
    search_now(navigator);
    gtk_widget_grab_focus(navigator->view);
}

/* Return in the search field takes the first result. */
static void on_search_activate(GtkSearchEntry *entry, SnNavigator *navigator)
{
    search_now(navigator);
    GListModel *top = gtk_tree_list_model_get_model(navigator->tree);
    if (navigator->searching && g_list_model_get_n_items(top) > 0) {
        SnId id = sn_navigator_model_id(SN_NAVIGATOR_MODEL(top), 0);
        sn_session_select_one(navigator->session, id);
        gtk_editable_set_text(GTK_EDITABLE(entry), "");
        search_now(navigator);
        GtkWidget *focus = gtk_root_get_focus(gtk_widget_get_root(navigator->view));
        if (!focus || gtk_widget_is_ancestor(focus, navigator->search)) {
            gtk_widget_grab_focus(navigator->view); /* else what is asked for has taken it */
            sn_navigator_queue_focus(navigator);
        }
    }
}

void sn_navigator_search(SnNavigator *navigator)
{
    gtk_widget_grab_focus(navigator->search);
}

/* --- reveal and rename --- */

void sn_navigator_reveal(SnNavigator *navigator, SnId id)
{
    if (navigator->searching) {
        gtk_editable_set_text(GTK_EDITABLE(navigator->search), "");
        show_tree(navigator);
    }
    GtkTreeListRow *row = sn_navigator_find_row(navigator, id, true);
    if (row) {
        sn_navigator_scroll_to(navigator, gtk_tree_list_row_get_position(row));
        g_object_unref(row);
        queue_sync(navigator);
    }
}

static gboolean rename_now(gpointer data)
{
    SnNavigator *navigator = data;
    navigator->rename_source = 0;
    GHashTableIter iter;
    gpointer row;
    GtkText *entry = NULL;
    g_hash_table_iter_init(&iter, navigator->rows);
    while (g_hash_table_iter_next(&iter, &row, NULL)) {
        if (sn_id_equal(sn_navigator_row_id(row), navigator->renaming)) {
            entry = sn_navigator_row_edit(row);
            break;
        }
    }
    if (entry)
        sn_typed_ahead_end(g_steal_pointer(&navigator->ahead), entry);
    else /* the name that is being typed must not run as commands */
        sn_typed_ahead_drop(g_steal_pointer(&navigator->ahead));
    return G_SOURCE_REMOVE;
}

void sn_navigator_rename(SnNavigator *navigator, SnId id)
{
    sn_navigator_reveal(navigator, id);
    navigator->renaming = id;
    if (navigator->rename_source == 0) {
        /* after the frame that puts the row on the screen */
        navigator->ahead = sn_typed_ahead_begin(GTK_WIDGET(navigator));
        navigator->rename_source = g_timeout_add(40, rename_now, navigator);
    }
}

static void on_activate(GtkListView *view, guint position, SnNavigator *navigator)
{
    GtkTreeListRow *row = gtk_tree_list_model_get_row(navigator->tree, position);
    SnNavigatorItem *item = gtk_tree_list_row_get_item(row);
    SnId id = sn_navigator_item_id(item);
    if (sn_ask_active(navigator->session) && sn_ask_offer(navigator->session, id, NULL, false)) {
        /* it was asked for */
    } else if (navigator->searching) {
        sn_session_select_one(navigator->session, id);
        sn_navigator_reveal(navigator, id);
    } else if (gtk_tree_list_row_is_expandable(row)) {
        gtk_tree_list_row_set_expanded(row, !gtk_tree_list_row_get_expanded(row));
    } else {
        sn_navigator_rename(navigator, id);
    }
    g_object_unref(item);
    g_object_unref(row);
}

/* --- context menu --- */

void sn_navigator_open_menu(SnNavigator *navigator, double x, double y)
{
    GMenuModel *menu = sn_menus_context(navigator->session);
    sn_popover_open_menu(menu, GTK_WIDGET(navigator), "navigator-menu", x, y);
    g_object_unref(menu);
}

static gboolean on_menu_key(GtkWidget *widget, GVariant *arguments, gpointer data)
{
    SnNavigator *navigator = data;
    double x = 40, y = 60;
    GtkWidget *focus = gtk_root_get_focus(gtk_widget_get_root(widget));
    if (focus)
        gtk_widget_translate_coordinates(focus, GTK_WIDGET(navigator), 40, 24, &x, &y);
    sn_navigator_open_menu(navigator, x, y);
    return TRUE;
}

/* Right opens the row that has the focus, Left closes it.  While something is asked for, Up and
 * Down go past rows without choosing them. */
static gboolean on_arrow(GtkEventControllerKey *keys, guint value, guint code,
                         GdkModifierType state, SnNavigator *navigator)
{
    GtkWidget *focus = gtk_root_get_focus(gtk_widget_get_root(navigator->view));
    if ((state & gtk_accelerator_get_default_mod_mask()) != 0 || !focus || GTK_IS_TEXT(focus))
        return GDK_EVENT_PROPAGATE;
    if ((value == GDK_KEY_Up || value == GDK_KEY_Down) && sn_ask_active(navigator->session) &&
        gtk_widget_get_parent(focus) == navigator->view) {
        GtkWidget *next = value == GDK_KEY_Up ? gtk_widget_get_prev_sibling(focus)
                                              : gtk_widget_get_next_sibling(focus);
        if (next)
            gtk_widget_grab_focus(next);
        return GDK_EVENT_STOP;
    }
    if (value != GDK_KEY_Right && value != GDK_KEY_Left)
        return GDK_EVENT_PROPAGATE;
    GtkTreeListRow *row = sn_navigator_row_in(focus);
    if (!row || !gtk_tree_list_row_is_expandable(row))
        return GDK_EVENT_PROPAGATE;
    gtk_tree_list_row_set_expanded(row, value == GDK_KEY_Right);
    return GDK_EVENT_STOP;
}

/* --- the document --- */

static void update_empty(SnNavigator *navigator)
{
    const SnModel *model = sn_session_model(navigator->session);
    const bool shown = sn_navigator_shows_empty(navigator->session);
    bool any = false;
    guint empty = 0;
    for (guint i = 0; model && i < model->root->children->len; i++) {
        const SnComponent *list = g_ptr_array_index(model->root->children, i);
        any = any || (list->children && list->children->len > 0);
        empty += sn_navigator_is_empty_list(list);
    }
    gtk_widget_set_visible(navigator->empty, !any);
    g_autofree char *text =
        shown ? g_strdup("Hide empty lists") : g_strdup_printf("Show %u empty lists", empty);
    gtk_button_set_label(GTK_BUTTON(navigator->empty_lists), text);
    gtk_widget_set_visible(navigator->empty_lists, empty > 0 && !navigator->searching);
}

static void update_rows(SnNavigator *navigator)
{
    GHashTableIter iter;
    gpointer row;
    g_hash_table_iter_init(&iter, navigator->rows);
    while (g_hash_table_iter_next(&iter, &row, NULL))
        sn_navigator_row_update(row);
}

/* Rows, and what marks there are. */
static void update_marked_rows(SnNavigator *navigator)
{
    update_rows(navigator);
    sn_mark_strip_update(navigator->marks, navigator->session);
}

static void refresh_models(SnNavigator *navigator)
{
    GList *models = g_hash_table_get_keys(navigator->models);
    g_list_foreach(models, (GFunc)(void (*)(void))g_object_ref, NULL);
    for (GList *at = models; at; at = at->next)
        sn_navigator_model_refresh(at->data);
    g_list_free_full(models, g_object_unref);
    if (navigator->searching)
        search_now(navigator);
}

static void on_empty_lists(GtkButton *button, SnNavigator *navigator)
{
    sn_navigator_show_empty(navigator->session, !sn_navigator_shows_empty(navigator->session));
    refresh_models(navigator);
    update_empty(navigator);
}

static void on_change(SnSession *session, const SnChange *change, SnNavigator *navigator)
{
    switch (change->kind) {
    case SN_CHANGE_ADDED:
    case SN_CHANGE_REMOVED:
    case SN_CHANGE_MOVED:
    case SN_CHANGE_ENTRIES:
        navigator->tree_changed = true;
        break;
    case SN_CHANGE_RENAMED:
        navigator->rows_changed = true;
        break;
    case SN_CHANGE_VALUE: {
        const SnProperty *property =
            change->property >= 0
                ? sn_model_property(sn_session_model(session), change->id, change->property)
                : NULL;
        static const char *const seen[] = {"render.visible", "title",  "tag",
                                           "group",          "locked", NULL};
        if (property && g_strv_contains(seen, property->name))
            navigator->rows_changed = true;
        break;
    }
    case SN_CHANGE_DONE:
        if (navigator->tree_changed) {
            refresh_models(navigator);
            update_empty(navigator);
        }
        if (navigator->tree_changed || navigator->rows_changed)
            update_marked_rows(navigator);
        navigator->tree_changed = navigator->rows_changed = false;
        break;
    }
}

static void on_document(SnSession *session, SnNavigator *navigator)
{
    gtk_editable_set_text(GTK_EDITABLE(navigator->search), "");
    if (!sn_session_model(session)) {
        g_clear_object(&navigator->main);
        show_results(navigator, g_array_new(FALSE, FALSE, sizeof(SnId))); /* no rows */
        return;
    }
    g_clear_object(&navigator->main);
    show_tree(navigator);
    sn_navigator_rows_prepare(navigator);
    sn_mark_strip_update(navigator->marks, session);
    update_empty(navigator);
    GMenuModel *menu = sn_menus_add(session, SN_ID_NULL);
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(navigator->add), menu);
    g_object_unref(menu);
}

/* --- widget --- */

static void sn_navigator_dispose(GObject *object)
{
    SnNavigator *navigator = SN_NAVIGATOR(object);
    g_clear_handle_id(&navigator->sync_source, g_source_remove);
    g_clear_handle_id(&navigator->rename_source, g_source_remove);
    g_clear_handle_id(&navigator->focus_source, g_source_remove);
    g_clear_handle_id(&navigator->prepare_source, g_source_remove);
    sn_typed_ahead_end(g_steal_pointer(&navigator->ahead), NULL);
    if (navigator->session) {
        g_signal_handlers_disconnect_by_data(navigator->session, navigator);
        navigator->syncing = true;
        GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(navigator));
        while (child) {
            gtk_widget_unparent(child);
            child = gtk_widget_get_first_child(GTK_WIDGET(navigator));
        }
        g_ptr_array_set_size(navigator->spare, 0);
        g_clear_object(&navigator->tree);
        g_clear_object(&navigator->main);
        g_clear_object(&navigator->session);
    }
    G_OBJECT_CLASS(sn_navigator_parent_class)->dispose(object);
}

static void forget_model(gpointer model, gpointer value, gpointer models)
{
    g_object_weak_unref(model, model_gone, models);
}

static void sn_navigator_finalize(GObject *object)
{
    SnNavigator *navigator = SN_NAVIGATOR(object);
    g_hash_table_foreach(navigator->models, forget_model, navigator->models);
    g_hash_table_unref(navigator->models);
    g_hash_table_unref(navigator->rows);
    g_ptr_array_unref(navigator->spare);
    g_clear_pointer(&navigator->dragged, g_array_unref);
    G_OBJECT_CLASS(sn_navigator_parent_class)->finalize(object);
}

static void sn_navigator_class_init(SnNavigatorClass *class)
{
    G_OBJECT_CLASS(class)->dispose = sn_navigator_dispose;
    G_OBJECT_CLASS(class)->finalize = sn_navigator_finalize;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BOX_LAYOUT);
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "navigator");
}

static void sn_navigator_init(SnNavigator *navigator)
{
    gtk_orientable_set_orientation(
        GTK_ORIENTABLE(gtk_widget_get_layout_manager(GTK_WIDGET(navigator))),
        GTK_ORIENTATION_VERTICAL);
    gtk_widget_add_css_class(GTK_WIDGET(navigator), "sn-panel");
    navigator->models = g_hash_table_new(NULL, NULL);
    navigator->rows = g_hash_table_new(NULL, NULL);
    navigator->spare = g_ptr_array_new_with_free_func(g_object_unref);
}

static GtkWidget *make_top(SnNavigator *navigator)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_add_css_class(box, "sn-panel-top");
    navigator->search = gtk_search_entry_new();
    g_object_set(navigator->search, "placeholder-text", "Search name or class", NULL);
    gtk_widget_set_hexpand(navigator->search, TRUE);
    gtk_widget_set_name(navigator->search, "navigator-search");
    sn_action_tooltip_follow(navigator->search, "win.find", "Search the components");
    gtk_accessible_update_property(GTK_ACCESSIBLE(navigator->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Search the components", -1);
    g_signal_connect(navigator->search, "search-changed", G_CALLBACK(on_search), navigator);
    g_signal_connect(navigator->search, "stop-search", G_CALLBACK(on_stop_search), navigator);
    g_signal_connect(navigator->search, "activate", G_CALLBACK(on_search_activate), navigator);
    gtk_box_append(GTK_BOX(box), navigator->search);
    navigator->add = gtk_menu_button_new();
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(navigator->add), "list-add-symbolic");
    sn_action_tooltip_follow(navigator->add, "win.add-menu", "Add a component");
    gtk_widget_set_name(navigator->add, "navigator-add");
    gtk_widget_set_focus_on_click(gtk_widget_get_first_child(navigator->add), FALSE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(navigator->add), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Add a component", -1);
    gtk_box_append(GTK_BOX(box), navigator->add);
    return box;
}

static GtkWidget *make_view(SnNavigator *navigator)
{
    GtkListItemFactory *factory = sn_navigator_row_factory(navigator);
    navigator->selection = gtk_multi_selection_new(NULL);
    g_signal_connect(navigator->selection, "selection-changed",
                     G_CALLBACK(sn_navigator_on_row_selection), navigator);
    navigator->view = gtk_list_view_new(GTK_SELECTION_MODEL(navigator->selection), factory);
    gtk_widget_add_css_class(navigator->view, "sn-tree");
    gtk_widget_set_name(navigator->view, "navigator");
    gtk_accessible_update_property(GTK_ACCESSIBLE(navigator->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Components", -1);
    g_signal_connect(navigator->view, "activate", G_CALLBACK(on_activate), navigator);
    GtkEventController *keys = gtk_shortcut_controller_new();
    gtk_shortcut_controller_add_shortcut(
        GTK_SHORTCUT_CONTROLLER(keys),
        gtk_shortcut_new(
            gtk_alternative_trigger_new(gtk_keyval_trigger_new(GDK_KEY_Menu, 0),
                                        gtk_keyval_trigger_new(GDK_KEY_F10, GDK_SHIFT_MASK)),
            gtk_callback_action_new(on_menu_key, navigator, NULL)));
    gtk_widget_add_controller(navigator->view, keys);
    GtkEventController *arrows = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(arrows, GTK_PHASE_CAPTURE);
    g_signal_connect(arrows, "key-pressed", G_CALLBACK(on_arrow), navigator);
    gtk_widget_add_controller(navigator->view, arrows);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), navigator->view);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

GtkWidget *sn_navigator_new(SnSession *session)
{
    SnNavigator *navigator = g_object_new(SN_TYPE_NAVIGATOR, NULL);
    GtkWidget *self = GTK_WIDGET(navigator);
    navigator->session = g_object_ref(session);
    gtk_widget_set_parent(make_top(navigator), self);
    navigator->found = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(navigator->found), 0);
    gtk_widget_add_css_class(navigator->found, "sn-found");
    gtk_widget_set_visible(navigator->found, FALSE);
    gtk_widget_set_parent(navigator->found, self);
    navigator->marks = sn_mark_strip_new(session);
    gtk_widget_set_parent(navigator->marks, self);
    gtk_widget_set_parent(make_view(navigator), self);
    navigator->empty_lists = gtk_button_new();
    gtk_widget_set_name(navigator->empty_lists, "navigator-empty-lists");
    gtk_widget_add_css_class(navigator->empty_lists, "flat");
    gtk_widget_add_css_class(navigator->empty_lists, "sn-empty-lists");
    gtk_widget_set_focus_on_click(navigator->empty_lists, FALSE);
    g_signal_connect(navigator->empty_lists, "clicked", G_CALLBACK(on_empty_lists), navigator);
    gtk_widget_set_parent(navigator->empty_lists, self);
    navigator->empty =
        gtk_label_new("Nothing here yet.\nAdd a body with +, open a demo,\nor drop a model here.");
    gtk_label_set_justify(GTK_LABEL(navigator->empty), GTK_JUSTIFY_CENTER);
    gtk_widget_add_css_class(navigator->empty, "sn-empty");
    gtk_widget_set_parent(navigator->empty, self);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document), navigator);
    g_signal_connect(session, "selection-changed", G_CALLBACK(sn_navigator_on_session_selection),
                     navigator);
    g_signal_connect(session, "change", G_CALLBACK(on_change), navigator);
    on_document(session, navigator);
    return self;
}

GtkMultiSelection *sn_navigator_selection(SnNavigator *navigator)
{
    return navigator->selection;
}

GtkTreeListModel *sn_navigator_tree(SnNavigator *navigator)
{
    return navigator->tree;
}
