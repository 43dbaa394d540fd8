/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/panel_tabs.h"

#include "engine/model/classes/panel.h"
#include "ui/edits/time/panel.h"
#include "ui/properties/control_panel.h"
#include "ui/properties/hover_reset.h"
#include "ui/properties/panel_tab.h"
#include "ui/properties/panel_window.h"
#include "ui/session/id_set.h"
#include "ui/session/property_target.h"
#include "ui/widgets/tooltip.h"

struct _SnPanelTabs {
    GtkBox parent_instance;
    SnSession *session;
    GtkWidget *bar, *tabs, *stack;
    char *described;     /* the tabs there are */
    GHashTable *panels;  /* SnId (owned) -> SnControlPanel in the stack, borrowed */
    GHashTable *windows; /* SnId (owned) -> window of a floating one, owned by GTK */
    SnId shown;          /* null: the properties */
    SnId wanted;         /* to be shown as soon as it is there */
    bool chosen;         /* by hand: a selection does not bring the properties up */
    guint sync;          /* idle source */
};

G_DEFINE_FINAL_TYPE(SnPanelTabs, sn_panel_tabs, GTK_TYPE_BOX)

static const SnPanel *panel_of(SnPanelTabs *tabs, SnId id)
{
    const SnModel *model = sn_session_model(tabs->session);
    const SnComponent *component = model ? sn_model_get(model, id) : NULL;
    return component && component->class == &SN_CLASS_PANEL ? (const SnPanel *)component : NULL;
}

/* --- what is in front --- */

static void press_tabs(SnPanelTabs *tabs)
{
    for (GtkWidget *tab = gtk_widget_get_first_child(tabs->tabs); tab;
         tab = gtk_widget_get_next_sibling(tab)) {
        const bool in_front = sn_id_equal(sn_panel_tab_id(tab), tabs->shown);
        sn_panel_tab_press(tab, in_front);
    }
}

static void bring_up(SnPanelTabs *tabs, SnId id)
{
    GtkWidget *panel = g_hash_table_lookup(tabs->panels, &id);
    tabs->shown = panel ? id : SN_ID_NULL;
    if (panel)
        gtk_stack_set_visible_child(GTK_STACK(tabs->stack), panel);
    else
        gtk_stack_set_visible_child_name(GTK_STACK(tabs->stack), "properties");
    press_tabs(tabs);
}

/* Brings a panel to the front; the null id: the properties. */
static void panel_tabs_show(SnPanelTabs *tabs, SnId panel)
{
    tabs->chosen = true;
    bring_up(tabs, panel);
}

SnId sn_panel_tabs_shown(SnPanelTabs *tabs)
{
    return tabs->shown;
}

static void on_tab(SnId id, gpointer data)
{
    panel_tabs_show(data, id);
}

/* --- following the model --- */

static void add_tab(SnPanelTabs *tabs, SnId id)
{
    gtk_box_append(GTK_BOX(tabs->tabs), sn_panel_tab_new(tabs->session, id, on_tab, tabs));
}

static void remove_tabs(SnPanelTabs *tabs)
{
    GtkWidget *tab;
    while ((tab = gtk_widget_get_first_child(tabs->tabs)) != NULL)
        gtk_box_remove(GTK_BOX(tabs->tabs), tab);
}

static void dock(SnPanelTabs *tabs, SnId id)
{
    if (g_hash_table_contains(tabs->panels, &id))
        return;
    GtkWidget *panel = sn_control_panel_new(tabs->session, id);
    gtk_stack_add_child(GTK_STACK(tabs->stack), panel);
    g_hash_table_insert(tabs->panels, g_memdup2(&id, sizeof id), panel);
}

static void let_float(SnPanelTabs *tabs, SnId id)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(tabs));
    if (!g_hash_table_contains(tabs->windows, &id) && GTK_IS_APPLICATION_WINDOW(root)) {
        g_hash_table_insert(tabs->windows, g_memdup2(&id, sizeof id),
                            sn_panel_window_new(tabs->session, id, GTK_WINDOW(root)));
    }
}

/* Takes away what is no longer docked, or no longer floats. */
static void drop_others(SnPanelTabs *tabs)
{
    GHashTableIter iter;
    gpointer key, widget;
    g_hash_table_iter_init(&iter, tabs->panels);
    while (g_hash_table_iter_next(&iter, &key, &widget)) {
        const SnPanel *panel = panel_of(tabs, *(const SnId *)key);
        if (!panel || panel->floating) {
            gtk_stack_remove(GTK_STACK(tabs->stack), widget);
            g_hash_table_iter_remove(&iter);
        }
    }
    g_hash_table_iter_init(&iter, tabs->windows);
    while (g_hash_table_iter_next(&iter, &key, &widget)) {
        const SnPanel *panel = panel_of(tabs, *(const SnId *)key);
        if (!panel || !panel->floating) {
            gtk_window_destroy(GTK_WINDOW(widget));
            g_hash_table_iter_remove(&iter);
        } else {
            sn_panel_window_update(widget);
        }
    }
}

/* One line for each tab: they are made anew only when these change. */
static char *describe(SnPanelTabs *tabs, const SnComponent *list)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; list && i < list->children->len; i++) {
        const SnComponent *component = g_ptr_array_index(list->children, i);
        if (!((const SnPanel *)component)->floating) {
            char *label = sn_session_label(tabs->session, component->id);
            g_string_append_printf(text, "%u %u %s\n", component->id.index,
                                   component->id.generation, label);
            g_free(label);
        }
    }
    return g_string_free(text, FALSE);
}

static void sync_tabs(SnPanelTabs *tabs, const SnComponent *list)
{
    char *described = describe(tabs, list);
    if (g_strcmp0(described, tabs->described) == 0) {
        g_free(described);
        return;
    }
    g_free(tabs->described);
    tabs->described = described;
    remove_tabs(tabs);
    add_tab(tabs, SN_ID_NULL);
    for (guint i = 0; list && i < list->children->len; i++) {
        const SnComponent *component = g_ptr_array_index(list->children, i);
        if (!((const SnPanel *)component)->floating)
            add_tab(tabs, component->id);
    }
    gtk_widget_set_visible(tabs->bar, *described != '\0');
}

static void sync_panels(SnPanelTabs *tabs)
{
    drop_others(tabs);
    const SnModel *model = sn_session_model(tabs->session);
    const SnComponent *list = model ? sn_model_list_for(model->root, &SN_CLASS_PANEL) : NULL;
    for (guint i = 0; list && i < list->children->len; i++) {
        const SnComponent *component = g_ptr_array_index(list->children, i);
        if (((const SnPanel *)component)->floating)
            let_float(tabs, component->id);
        else
            dock(tabs, component->id);
    }
    sync_tabs(tabs, list);
    if (!sn_id_is_null(tabs->wanted) && g_hash_table_contains(tabs->panels, &tabs->wanted))
        tabs->shown = tabs->wanted;
    tabs->wanted = SN_ID_NULL;
    bring_up(tabs, tabs->shown);
}

static gboolean on_sync(gpointer data)
{
    SnPanelTabs *tabs = data;
    tabs->sync = 0;
    sync_panels(tabs);
    return G_SOURCE_REMOVE;
}

static void queue_sync(SnPanelTabs *tabs)
{
    if (tabs->sync == 0)
        tabs->sync = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_sync, tabs, NULL);
}

static void on_change(SnSession *session, const SnChange *change, SnPanelTabs *tabs)
{
    const SnPanel *panel = panel_of(tabs, change->id);
    switch (change->kind) {
    case SN_CHANGE_ADDED:
        if (panel && !change->undo) {
            tabs->wanted = change->id;
            tabs->chosen = true;
        }
        /* fall through */
    case SN_CHANGE_VALUE:
    case SN_CHANGE_MOVED:
    case SN_CHANGE_RENAMED:
        if (panel)
            queue_sync(tabs);
        break;
    case SN_CHANGE_REMOVED:
        queue_sync(tabs);
        break;
    default:
        break;
    }
    /* an empty panel is to be filled: what is selected next shows its properties */
    if (change->kind == SN_CHANGE_DONE && !sn_id_is_null(tabs->wanted)) {
        const GPtrArray *controls = sn_panel_controls(sn_session_model(session), tabs->wanted);
        tabs->chosen = controls && controls->len > 0;
    }
}

static void close_windows(SnPanelTabs *tabs)
{
    GHashTableIter iter;
    gpointer window;
    g_hash_table_iter_init(&iter, tabs->windows);
    while (g_hash_table_iter_next(&iter, NULL, &window)) {
        gtk_window_destroy(GTK_WINDOW(window));
        g_hash_table_iter_remove(&iter);
    }
}

/* Ids of another document may be the same: nothing of the old one may stay. */
static void forget_document(SnPanelTabs *tabs)
{
    GHashTableIter iter;
    gpointer panel;
    g_hash_table_iter_init(&iter, tabs->panels);
    while (g_hash_table_iter_next(&iter, NULL, &panel)) {
        gtk_stack_remove(GTK_STACK(tabs->stack), panel);
        g_hash_table_iter_remove(&iter);
    }
    close_windows(tabs);
    g_clear_pointer(&tabs->described, g_free);
}

/* A model that brings panels along opens with the first of them. */
static void on_document(SnSession *session, SnPanelTabs *tabs)
{
    forget_document(tabs);
    const SnModel *model = sn_session_model(session);
    const SnComponent *list = model ? sn_model_list_for(model->root, &SN_CLASS_PANEL) : NULL;
    tabs->chosen = false;
    tabs->shown = SN_ID_NULL;
    tabs->wanted = SN_ID_NULL;
    if (list && list->children->len > 0)
        tabs->wanted = ((const SnComponent *)g_ptr_array_index(list->children, 0))->id;
    sync_panels(tabs);
    queue_sync(tabs); /* floating ones once the window is there */
}

static void on_selection(SnSession *session, SnPanelTabs *tabs)
{
    if (!tabs->chosen && !sn_id_is_null(sn_session_primary(session)))
        bring_up(tabs, SN_ID_NULL);
}

/* --- making --- */

static gboolean on_drop_new(GtkDropTarget *target, const GValue *value, double x, double y,
                            SnPanelTabs *tabs)
{
    GArray *targets =
        sn_property_targets_parse(sn_session_model(tabs->session), g_value_get_string(value), NULL);
    const bool any = targets->len > 0;
    if (any) {
        sn_edits_new_panel(tabs->session, NULL, (const SnTarget *)(void *)targets->data,
                           (int)targets->len);
    }
    g_array_unref(targets);
    return any;
}

/* While a property is dragged over the column, there is a place for it. */
static void on_drag_enter(GtkDropControllerMotion *motion, double x, double y, SnPanelTabs *tabs)
{
    gtk_widget_set_visible(tabs->bar, TRUE);
}

static void on_drag_leave(GtkDropControllerMotion *motion, SnPanelTabs *tabs)
{
    gtk_widget_set_visible(tabs->bar, g_hash_table_size(tabs->panels) > 0);
}

static void dispose(GObject *object)
{
    SnPanelTabs *tabs = SN_PANEL_TABS(object);
    g_clear_handle_id(&tabs->sync, g_source_remove);
    if (tabs->session) {
        g_signal_handlers_disconnect_by_data(tabs->session, tabs);
        g_clear_object(&tabs->session);
    }
    close_windows(tabs);
    G_OBJECT_CLASS(sn_panel_tabs_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    g_hash_table_unref(SN_PANEL_TABS(object)->panels);
    g_hash_table_unref(SN_PANEL_TABS(object)->windows);
    g_free(SN_PANEL_TABS(object)->described);
    G_OBJECT_CLASS(sn_panel_tabs_parent_class)->finalize(object);
}

static void sn_panel_tabs_class_init(SnPanelTabsClass *class)
{
    G_OBJECT_CLASS(class)->dispose = dispose;
    G_OBJECT_CLASS(class)->finalize = finalize;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "paneltabs");
}

static GtkWidget *make_add(SnPanelTabs *tabs)
{
    GtkWidget *add = gtk_button_new_from_icon_name("list-add-symbolic");
    gtk_widget_set_name(add, "panel-new");
    gtk_widget_add_css_class(add, "flat");
    sn_set_tooltip(add, "New panel: click, or drop a property here");
    gtk_accessible_update_property(GTK_ACCESSIBLE(add), GTK_ACCESSIBLE_PROPERTY_LABEL, "New panel",
                                   -1);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(add), "win.new-panel");
    GtkDropTarget *drop = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY);
    g_signal_connect(drop, "drop", G_CALLBACK(on_drop_new), tabs);
    gtk_widget_add_controller(add, GTK_EVENT_CONTROLLER(drop));
    return add;
}

static void sn_panel_tabs_init(SnPanelTabs *tabs)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(tabs), GTK_ORIENTATION_VERTICAL);
    tabs->panels = g_hash_table_new_full(sn_id_hash, sn_id_same, g_free, NULL);
    tabs->windows = g_hash_table_new_full(sn_id_hash, sn_id_same, g_free, NULL);
    tabs->bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_set_name(tabs->bar, "panel-tabs");
    gtk_widget_add_css_class(tabs->bar, "panel-bar");
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_EXTERNAL,
                                   GTK_POLICY_NEVER);
    gtk_widget_set_hexpand(scrolled, TRUE);
    tabs->tabs = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), tabs->tabs);
    gtk_box_append(GTK_BOX(tabs->bar), scrolled);
    gtk_box_append(GTK_BOX(tabs->bar), make_add(tabs));
    gtk_box_append(GTK_BOX(tabs), tabs->bar);
    tabs->stack = gtk_stack_new();
    gtk_widget_set_vexpand(tabs->stack, TRUE);
    gtk_box_append(GTK_BOX(tabs), tabs->stack);
    GtkEventController *motion = gtk_drop_controller_motion_new();
    g_signal_connect(motion, "enter", G_CALLBACK(on_drag_enter), tabs);
    g_signal_connect(motion, "leave", G_CALLBACK(on_drag_leave), tabs);
    gtk_widget_add_controller(GTK_WIDGET(tabs), motion);
}

GtkWidget *sn_panel_tabs_new(SnSession *session, GtkWidget *properties)
{
    SnPanelTabs *tabs = g_object_new(SN_TYPE_PANEL_TABS, NULL);
    tabs->session = g_object_ref(session);
    gtk_stack_add_named(GTK_STACK(tabs->stack), properties, "properties");
    g_signal_connect(session, "change", G_CALLBACK(on_change), tabs);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document), tabs);
    g_signal_connect(session, "selection-changed", G_CALLBACK(on_selection), tabs);
    on_document(session, tabs);
    sn_hover_reset_add(GTK_WIDGET(tabs));
    return GTK_WIDGET(tabs);
}
