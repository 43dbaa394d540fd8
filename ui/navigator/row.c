/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/navigator/row.h"

#include "engine/model/drawable.h"
#include "ui/actions/menu_parts.h"
#include "ui/edits/edits.h"
#include "ui/navigator/eye.h"
#include "ui/widgets/spoken.h"

#include <string.h>

struct _SnNavigatorRow {
    GtkWidget parent_instance;
    SnSession *session; /* borrowed from the navigator */
    SnNavigatorItem *item;
    bool with_path;
    GtkWidget *expander, *icon, *label, *dot, *count, *entry, *lock, *eye;
};

G_DEFINE_FINAL_TYPE(SnNavigatorRow, sn_navigator_row, GTK_TYPE_WIDGET)

/* --- renaming --- */

static void end_edit(SnNavigatorRow *row)
{
    if (!row->entry)
        return;
    GtkWidget *entry = row->entry;
    row->entry = NULL; /* unparenting makes it lose the focus, which comes here again */
    gtk_widget_unparent(entry);
    gtk_widget_set_visible(row->label, TRUE);
    if (row->count)
        gtk_widget_set_visible(row->count, TRUE);
}

static void on_entry_activate(GtkText *entry, SnNavigatorRow *row)
{
    char *name = g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry)));
    SnId id = sn_navigator_row_id(row);
    end_edit(row);
    sn_edits_rename(row->session, id, name);
    g_free(name);
    GtkWidget *list = gtk_widget_get_ancestor(GTK_WIDGET(row), GTK_TYPE_LIST_VIEW);
    if (list)
        gtk_widget_grab_focus(list);
}

/* A name that was left by a click elsewhere, or by Tab. */
typedef struct Left {
    SnNavigatorRow *row; /* owned */
    SnId id;
    char *name; /* owned */
} Left;

static gboolean keep_left(gpointer data)
{
    Left *left = data;
    if (!left->row->entry)
        return G_SOURCE_REMOVE; /* Escape, or the row shows something else */
    SnSession *session = left->row->session;
    const SnComponent *component = sn_model_get(sn_session_model(session), left->id);
    end_edit(left->row);
    if (component && left->name[0] != '\0' && g_strcmp0(left->name, component->name) != 0)
        sn_edits_rename(session, left->id, left->name);
    return G_SOURCE_REMOVE;
}

static void left_free(gpointer data)
{
    Left *left = data;
    g_object_unref(left->row);
    g_free(left->name);
    g_free(left);
}

/* Not at once: the window is still telling the widgets above the entry that the focus goes, and
 * would do so for ever without it. */
static void on_entry_leave(GtkEventControllerFocus *focus, SnNavigatorRow *row)
{
    if (!row->entry)
        return;
    Left *left = g_new0(Left, 1);
    left->row = g_object_ref(row);
    left->id = sn_navigator_row_id(row);
    left->name = g_strdup(gtk_editable_get_text(GTK_EDITABLE(row->entry)));
    g_idle_add_full(G_PRIORITY_HIGH, keep_left, left, left_free);
}

static gboolean on_entry_key(GtkEventControllerKey *controller, guint value, guint code,
                             GdkModifierType state, SnNavigatorRow *row)
{
    if (value != GDK_KEY_Escape)
        return GDK_EVENT_PROPAGATE;
    end_edit(row);
    return GDK_EVENT_STOP;
}

GtkText *sn_navigator_row_edit(SnNavigatorRow *row)
{
    const SnComponent *component =
        sn_model_get(sn_session_model(row->session), sn_navigator_row_id(row));
    if (!component || row->entry || !component->parent ||
        sn_navigator_item_kind(row->item) != SN_ROW_COMPONENT ||
        sn_class_is_a(component->class, &SN_CLASS_LIST))
        return NULL;
    row->entry = gtk_text_new();
    gtk_widget_set_name(row->entry, "rename");
    gtk_widget_add_css_class(row->entry, "sn-rename");
    gtk_widget_set_hexpand(row->entry, TRUE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Name", -1);
    gtk_editable_set_text(GTK_EDITABLE(row->entry), component->name ? component->name : "");
    g_signal_connect(row->entry, "activate", G_CALLBACK(on_entry_activate), row);
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_entry_key), row);
    gtk_widget_add_controller(row->entry, keys);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "leave", G_CALLBACK(on_entry_leave), row);
    gtk_widget_add_controller(row->entry, focus);
    gtk_widget_insert_after(row->entry, gtk_widget_get_parent(row->label), row->label);
    gtk_widget_set_visible(row->label, FALSE);
    if (row->count)
        gtk_widget_set_visible(row->count, FALSE);
    gtk_widget_grab_focus(row->entry);
    gtk_editable_select_region(GTK_EDITABLE(row->entry), 0, -1);
    return GTK_TEXT(row->entry);
}

/* --- contents --- */

static void on_eye(GtkButton *button, SnNavigatorRow *row)
{
    SnId id = sn_navigator_row_id(row);
    bool visible = !sn_edits_is_visible(row->session, id);
    int n = 0;
    const SnId *selected = sn_session_selection(row->session, &n);
    if (sn_session_is_selected(row->session, id) && n > 1)
        sn_edits_set_visible(row->session, selected, n, visible);
    else
        sn_edits_set_visible(row->session, &id, 1, visible);
}

/* "0 – 999", or the names at both ends. */
static char *range_text(SnNavigatorItem *item, const SnComponent *component)
{
    int first = sn_navigator_item_first(item);
    int last = first + sn_navigator_item_count(item) - 1;
    const GPtrArray *children = sn_navigator_item_array(item) < 0 ? component->children : NULL;
    if (children && last < (int)children->len) {
        const SnComponent *low = g_ptr_array_index(children, (guint)first);
        const SnComponent *high = g_ptr_array_index(children, (guint)last);
        if (low->name && high->name)
            return g_strdup_printf("%s – %s", low->name, high->name);
    }
    return g_strdup_printf("%d – %d", first, last);
}

/* Number of things in a list or array, -1 for others. */
static int count_of(const SnComponent *component, SnNavigatorItem *item)
{
    if (sn_navigator_item_kind(item) == SN_ROW_ARRAY)
        return sn_component_array(component, sn_navigator_item_array(item))->n;
    if (sn_navigator_item_kind(item) == SN_ROW_COMPONENT &&
        sn_class_is_a(component->class, &SN_CLASS_LIST))
        return component->children ? (int)component->children->len : 0;
    return -1;
}

static char *text_of(SnNavigatorRow *row, const SnComponent *component)
{
    SnId id = sn_navigator_item_id(row->item);
    if (row->with_path)
        return sn_model_path(sn_session_model(row->session), id);
    switch (sn_navigator_item_kind(row->item)) {
    case SN_ROW_RANGE:
        return range_text(row->item, component);
    case SN_ROW_ARRAY:
        return g_strdup(component->class->arrays[sn_navigator_item_array(row->item)].label);
    default:
        return sn_session_label(row->session, id);
    }
}

static void set_css(GtkWidget *widget, const char *css, bool on)
{
    if (on)
        gtk_widget_add_css_class(widget, css);
    else
        gtk_widget_remove_css_class(widget, css);
}

/* What most rows have not is made for the first that has it: a list makes two hundred rows at once,
 * in one pause. */

static void show_count(SnNavigatorRow *row, int count)
{
    if (!row->count && count > 0) {
        row->count = gtk_label_new(NULL);
        gtk_widget_add_css_class(row->count, "sn-count");
        gtk_box_append(GTK_BOX(gtk_widget_get_parent(row->label)), row->count);
    }
    if (!row->count)
        return;
    g_autofree char *number = count > 0 ? g_strdup_printf("%d", count) : g_strdup("");
    gtk_label_set_text(GTK_LABEL(row->count), number);
}

static void show_tag(SnNavigatorRow *row, SnTag tag)
{
    if (!row->dot && tag != SN_TAG_NONE) {
        row->dot = sn_tag_dot(tag);
        gtk_box_insert_child_after(GTK_BOX(gtk_widget_get_parent(row->label)), row->dot,
                                   row->label);
    }
    if (row->dot)
        sn_tag_dot_set(row->dot, tag);
}

static void show_lock(SnNavigatorRow *row, bool locked)
{
    if (!row->lock && locked) {
        row->lock = gtk_image_new_from_icon_name("changes-prevent-symbolic");
        gtk_accessible_update_property(GTK_ACCESSIBLE(row->lock), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Locked", -1);
        gtk_widget_insert_after(row->lock, GTK_WIDGET(row), row->expander);
    }
    if (row->lock)
        gtk_widget_set_visible(row->lock, locked);
}

void sn_navigator_row_update(SnNavigatorRow *row)
{
    SnId id = row->item ? sn_navigator_item_id(row->item) : SN_ID_NULL;
    const SnModel *model = sn_session_model(row->session);
    const SnComponent *component = model ? sn_model_get(model, id) : NULL;
    if (!component)
        return;
    char *text = text_of(row, component);
    gtk_label_set_text(GTK_LABEL(row->label), text);
    g_autofree char *named = g_strconcat("row:", text, NULL);
    gtk_widget_set_name(GTK_WIDGET(row), named);
    bool is_component = sn_navigator_item_kind(row->item) == SN_ROW_COMPONENT;
    bool is_list = is_component && sn_class_is_a(component->class, &SN_CLASS_LIST);
    gtk_widget_set_visible(row->icon, is_component && !is_list);
    if (is_component && !is_list)
        gtk_image_set_from_icon_name(GTK_IMAGE(row->icon), component->class->icon);
    int count = count_of(component, row->item);
    show_count(row, count);
    show_tag(row, is_component ? sn_component_tag(component) : SN_TAG_NONE);
    show_lock(row, is_component && sn_component_locked(component));
    bool can_hide = is_component && sn_class_find_property(component->class, "render.visible") >= 0;
    bool visible = !can_hide || sn_edits_is_visible(row->session, id);
    gtk_widget_set_visible(row->eye, can_hide);
    gtk_button_set_icon_name(GTK_BUTTON(row->eye),
                             visible ? "view-reveal-symbolic" : "view-conceal-symbolic");
    char *action = g_strdup_printf("%s %s", visible ? "Hide" : "Show", text);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->eye), GTK_ACCESSIBLE_PROPERTY_LABEL, action,
                                   -1);
    sn_set_spoken_row(GTK_WIDGET(row), text);
    g_free(action);
    set_css(GTK_WIDGET(row), "concealed", !visible);
    set_css(GTK_WIDGET(row), "empty", count == 0);
    set_css(GTK_WIDGET(row), "list", is_list);
    set_css(row->expander, "leaf",
            count == 0); /* an open list can be filled, so it keeps its rows */
    g_free(text);
}

void sn_navigator_row_bind(SnNavigatorRow *row, GtkTreeListRow *tree_row, bool with_path)
{
    g_clear_object(&row->item);
    row->item = gtk_tree_list_row_get_item(tree_row);
    row->with_path = with_path;
    gtk_tree_expander_set_list_row(GTK_TREE_EXPANDER(row->expander), tree_row);
    sn_navigator_row_update(row);
}

void sn_navigator_row_unbind(SnNavigatorRow *row)
{
    end_edit(row);
    g_clear_object(&row->item);
    gtk_tree_expander_set_list_row(GTK_TREE_EXPANDER(row->expander), NULL);
}

SnId sn_navigator_row_id(SnNavigatorRow *row)
{
    if (!row->item || sn_navigator_item_kind(row->item) == SN_ROW_RANGE)
        return SN_ID_NULL;
    return sn_navigator_item_id(row->item);
}

GtkTreeListRow *sn_navigator_row_in(GtkWidget *widget)
{
    GtkWidget *at = gtk_widget_get_ancestor(widget, SN_TYPE_NAVIGATOR_ROW);
    if (!at)
        at = gtk_widget_get_first_child(
            widget); /* the list's own widget around a row has the focus */
    if (!at || !SN_IS_NAVIGATOR_ROW(at))
        return NULL;
    return gtk_tree_expander_get_list_row(GTK_TREE_EXPANDER(SN_NAVIGATOR_ROW(at)->expander));
}

/* Set when asked for: setting the text of a tooltip asks the display where the pointer is. */
static gboolean on_tooltip(GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                           gpointer data)
{
    SnNavigatorRow *row = SN_NAVIGATOR_ROW(widget);
    SnId id = sn_navigator_row_id(row);
    const SnComponent *component = sn_model_get(sn_session_model(row->session), id);
    if (!component || sn_class_is_a(component->class, &SN_CLASS_LIST))
        return FALSE;
    const char *group = sn_component_group(component);
    g_autofree char *what =
        g_strdup_printf("%s%s%s%s", component->class->label, group ? ", in group " : "",
                        group ? group : "", sn_component_locked(component) ? ", locked" : "");
    gtk_tooltip_set_text(tooltip, what);
    return TRUE;
}

/* Of the eye itself: words on it go when the pointer leaves it for the rest of the row. */
static gboolean on_eye_tooltip(GtkWidget *eye, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                               gpointer data)
{
    SnNavigatorRow *row = SN_NAVIGATOR_ROW(data);
    const bool visible = sn_edits_is_visible(row->session, sn_navigator_row_id(row));
    gtk_tooltip_set_text(tooltip, visible ? "Hide (H)" : "Show (H)");
    return TRUE;
}

static void sn_navigator_row_dispose(GObject *object)
{
    SnNavigatorRow *row = SN_NAVIGATOR_ROW(object);
    row->entry = NULL; /* goes with its parent */
    g_clear_object(&row->item);
    GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(row));
    while (child) {
        gtk_widget_unparent(child);
        child = gtk_widget_get_first_child(GTK_WIDGET(row));
    }
    G_OBJECT_CLASS(sn_navigator_row_parent_class)->dispose(object);
}

static void sn_navigator_row_class_init(SnNavigatorRowClass *class)
{
    G_OBJECT_CLASS(class)->dispose = sn_navigator_row_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BOX_LAYOUT);
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "navigatorrow");
}

static void sn_navigator_row_init(SnNavigatorRow *row)
{
    GtkWidget *self = GTK_WIDGET(row);
    gtk_widget_set_has_tooltip(self, TRUE);
    g_signal_connect(row, "query-tooltip", G_CALLBACK(on_tooltip), NULL);
    row->expander = gtk_tree_expander_new();
    gtk_widget_set_focusable(row->expander, FALSE); /* nor this: the list's row, which is named */
    gtk_widget_set_hexpand(row->expander, TRUE);
    gtk_widget_set_parent(row->expander, self);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_tree_expander_set_child(GTK_TREE_EXPANDER(row->expander), box);
    row->icon = gtk_image_new();
    gtk_box_append(GTK_BOX(box), row->icon);
    row->label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(row->label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(row->label), PANGO_ELLIPSIZE_MIDDLE);
    gtk_box_append(GTK_BOX(box), row->label);
    row->eye = gtk_button_new();
    gtk_widget_add_css_class(row->eye, "flat");
    gtk_widget_add_css_class(row->eye, "eye");
    gtk_widget_set_focusable(row->eye, FALSE); /* the row has the focus, H is its key */
    gtk_widget_set_valign(row->eye, GTK_ALIGN_CENTER);
    g_signal_connect(row->eye, "clicked", G_CALLBACK(on_eye), row);
    gtk_widget_set_has_tooltip(row->eye, TRUE);
    g_signal_connect(row->eye, "query-tooltip", G_CALLBACK(on_eye_tooltip), row);
    gtk_widget_set_parent(row->eye, self);
}

GtkWidget *sn_navigator_row_new(SnSession *session)
{
    SnNavigatorRow *row = g_object_new(SN_TYPE_NAVIGATOR_ROW, NULL);
    row->session = session;
    sn_navigator_eye_add_drag(row->eye, session);
    return GTK_WIDGET(row);
}
