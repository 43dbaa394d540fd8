/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/pose_page.h"

#include "engine/model/classes/joint.h"
#include "ui/edits/pose.h"
#include "ui/properties/property_row.h"
#include "ui/session/property_target.h"
#include "ui/widgets/spoken.h"
#include "ui/widgets/tooltip.h"

#include <string.h>

enum { MOST = 300, ENTRY_WIDTH = 330 };

#define SN_TYPE_POSE_PAGE (sn_pose_page_get_type())
G_DECLARE_FINAL_TYPE(SnPosePage, sn_pose_page, SN, POSE_PAGE, GtkBox)

/* A coordinate. */
typedef struct Entry {
    SnPosePage *page;
    SnId joint;
    int row;
    char *name; /* owned: of the joint, for the search */
    GtkWidget *widget, *property, *lock;
} Entry;

struct _SnPosePage {
    GtkBox parent_instance;
    SnSession *session; /* owned */
    GtkWidget *search, *later, *flow, *empty;
    GPtrArray *entries; /* owned Entry */
    char *described;    /* owned: what the entries are made of */
    guint rebuild;      /* idle source */
    bool stale;         /* made anew when it is shown */
    bool updating;
};

G_DEFINE_FINAL_TYPE(SnPosePage, sn_pose_page, GTK_TYPE_BOX)

static void free_entry(gpointer data)
{
    Entry *entry = data;
    g_free(entry->name);
    g_free(entry);
}

/* --- an entry --- */

static void on_name(GtkButton *button, Entry *entry)
{
    sn_session_select_one(entry->page->session, entry->joint);
}

static void on_lock(GtkToggleButton *button, Entry *entry)
{
    if (!entry->page->updating)
        sn_edits_lock_coordinate(entry->page->session, entry->joint, entry->row,
                                 gtk_toggle_button_get_active(button));
}

static void show_lock(GtkToggleButton *button, GParamSpec *pspec, gpointer data)
{
    gtk_button_set_icon_name(GTK_BUTTON(button), gtk_toggle_button_get_active(button)
                                                     ? "changes-prevent-symbolic"
                                                     : "changes-allow-symbolic");
}

static GtkWidget *make_name(Entry *entry)
{
    GtkWidget *label = gtk_label_new(entry->name);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_width_chars(GTK_LABEL(label), 12);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 12);
    GtkWidget *button = gtk_button_new();
    gtk_button_set_child(GTK_BUTTON(button), label);
    gtk_widget_add_css_class(button, "flat");
    sn_set_tooltip(button, entry->name);
    sn_set_spoken(button, entry->name);
    g_signal_connect(button, "clicked", G_CALLBACK(on_name), entry);
    return button;
}

static GtkWidget *make_lock(Entry *entry)
{
    GtkWidget *lock = gtk_toggle_button_new();
    g_signal_connect(lock, "notify::active", G_CALLBACK(show_lock), NULL);
    show_lock(GTK_TOGGLE_BUTTON(lock), NULL, NULL);
    gtk_widget_add_css_class(lock, "flat");
    sn_set_tooltip(lock, "Lock: a drive holds it, also while the model moves");
    gtk_accessible_update_property(GTK_ACCESSIBLE(lock), GTK_ACCESSIBLE_PROPERTY_LABEL, "Locked",
                                   -1);
    g_autofree char *name = g_strdup_printf("lock-%s", entry->name);
    gtk_widget_set_name(lock, name);
    g_signal_connect(lock, "toggled", G_CALLBACK(on_lock), entry);
    return lock;
}

/* What tells a coordinate from the joint's others. */
static char *coordinate_called(const SnModel *model, SnId joint, const SnProperty *row)
{
    char *called = sn_coordinate_called(model, joint, row);
    if (called)
        return called;
    called = sn_property_called(model, joint, row);
    called[0] = g_ascii_toupper(called[0]);
    return called;
}

static void add_entry(SnPosePage *page, SnId joint, int row)
{
    const SnModel *model = sn_session_model(page->session);
    const SnProperty *property = sn_model_property(model, joint, row);
    Entry *entry = g_new0(Entry, 1);
    *entry = (Entry){page, joint, row, sn_session_label(page->session, joint), NULL, NULL, NULL};
    entry->widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    gtk_widget_add_css_class(entry->widget, "pose");
    gtk_widget_set_size_request(entry->widget, ENTRY_WIDTH, -1);
    gtk_box_append(GTK_BOX(entry->widget), make_name(entry));
    entry->property = sn_property_row_new_called(page->session, joint, property->name,
                                                 coordinate_called(model, joint, property));
    gtk_widget_set_hexpand(entry->property, TRUE);
    gtk_box_append(GTK_BOX(entry->widget), entry->property);
    entry->lock = make_lock(entry);
    gtk_box_append(GTK_BOX(entry->widget), entry->lock);
    g_ptr_array_add(page->entries, entry);
    gtk_flow_box_insert(GTK_FLOW_BOX(page->flow), entry->widget, -1);
    sn_set_spoken_row(entry->widget, entry->name);
}

/* The coordinates that there are, in the order of the tree. */
typedef struct Found {
    const SnModel *model;
    GArray *coordinates; /* SnWatch */
    GString *described;  /* what entries are made of: they stay while this does */
} Found;

static bool find_coordinates(SnComponent *component, void *data)
{
    Found *found = data;
    const SnId id = component->id;
    if (!sn_class_is_a(component->class, &SN_CLASS_JOINT))
        return true;
    for (int row = 0; row < sn_model_n_properties(found->model, id); row++) {
        const SnProperty *property = sn_model_property(found->model, id, row);
        const SnWatch coordinate = {id, row};
        if (found->coordinates->len >= MOST || !sn_is_coordinate(property) ||
            !sn_model_applies(found->model, id, property))
            continue;
        g_array_append_val(found->coordinates, coordinate);
        g_autofree char *called = coordinate_called(found->model, id, property);
        g_string_append_printf(found->described, "%u %u %d %s %s\n", id.index, id.generation, row,
                               component->name ? component->name : "", called);
    }
    return true;
}

/* --- the whole --- */

static void apply_search(SnPosePage *page)
{
    g_autofree char *text = g_utf8_casefold(gtk_editable_get_text(GTK_EDITABLE(page->search)), -1);
    for (guint i = 0; i < page->entries->len; i++) {
        const Entry *entry = g_ptr_array_index(page->entries, i);
        g_autofree char *name = g_utf8_casefold(entry->name, -1);
        gtk_widget_set_visible(gtk_widget_get_parent(entry->widget),
                               strstr(name, text) ||
                                   sn_property_row_matches(SN_PROPERTY_ROW(entry->property), text));
    }
}

static void on_search(GtkSearchEntry *search, SnPosePage *page)
{
    apply_search(page);
}

static void update(SnPosePage *page)
{
    const SnModel *model = sn_session_model(page->session);
    gtk_widget_set_visible(page->later, model && sn_session_time(page->session) > 0);
    page->updating = true;
    for (guint i = 0; model && i < page->entries->len; i++) {
        const Entry *entry = g_ptr_array_index(page->entries, i);
        if (!sn_model_get(model, entry->joint))
            continue;
        sn_property_row_refresh(SN_PROPERTY_ROW(entry->property));
        gtk_toggle_button_set_active(
            GTK_TOGGLE_BUTTON(entry->lock),
            sn_coordinate_drive(model, entry->joint,
                                sn_model_property(model, entry->joint, entry->row)) != NULL);
    }
    page->updating = false;
}

static void remove_entries(SnPosePage *page)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(page->flow)) != NULL)
        gtk_flow_box_remove(GTK_FLOW_BOX(page->flow), child);
    g_ptr_array_set_size(page->entries, 0);
    g_clear_pointer(&page->described, g_free);
}

static void rebuild(SnPosePage *page)
{
    const SnModel *model = sn_session_model(page->session);
    Found found = {model, g_array_new(FALSE, FALSE, sizeof(SnWatch)), g_string_new(NULL)};
    page->stale = false;
    if (model)
        sn_component_walk(model->root, find_coordinates, &found);
    if (g_strcmp0(found.described->str, page->described) != 0) {
        remove_entries(page);
        page->described = g_strdup(found.described->str);
        for (guint i = 0; i < found.coordinates->len; i++) {
            const SnWatch *coordinate = &g_array_index(found.coordinates, SnWatch, i);
            add_entry(page, coordinate->id, coordinate->property);
        }
        gtk_widget_set_visible(page->empty, page->entries->len == 0);
        apply_search(page);
    }
    g_array_unref(found.coordinates);
    g_string_free(found.described, TRUE);
    update(page);
}

static gboolean on_rebuild(gpointer data)
{
    SnPosePage *page = data;
    page->rebuild = 0;
    if (gtk_widget_get_mapped(GTK_WIDGET(page)))
        rebuild(page);
    return G_SOURCE_REMOVE;
}

static void queue_rebuild(SnPosePage *page)
{
    page->stale = true;
    if (page->rebuild == 0)
        page->rebuild = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_rebuild, page, NULL);
}

/* What coordinates a joint has, and what they are called. */
static bool tells_coordinates(const SnModel *model, const SnChange *change)
{
    const SnComponent *joint = sn_model_get(model, change->id);
    const SnProperty *property = joint && change->id.entry == 0 && change->property >= 0
                                     ? sn_model_property(model, change->id, change->property)
                                     : NULL;
    return property && sn_class_is_a(joint->class, &SN_CLASS_JOINT) &&
           (property->type == SN_TYPE_STRING || property->type == SN_TYPE_ENUM);
}

static void on_change(SnSession *session, const SnChange *change, SnPosePage *page)
{
    switch (change->kind) {
    case SN_CHANGE_VALUE:
        if (tells_coordinates(sn_session_model(session), change))
            queue_rebuild(page);
        break;
    case SN_CHANGE_ADDED:
    case SN_CHANGE_REMOVED:
    case SN_CHANGE_MOVED:
    case SN_CHANGE_RENAMED:
        queue_rebuild(page);
        break;
    case SN_CHANGE_DONE:
        if (!page->stale && gtk_widget_get_mapped(GTK_WIDGET(page)))
            update(page);
        break;
    default:
        break;
    }
}

/* Rows of another document may not outlive it. */
static void on_document(SnSession *session, SnPosePage *page)
{
    remove_entries(page);
    rebuild(page);
}

static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, SnPosePage *page)
{
    gtk_widget_set_visible(page->later, sn_session_time(session) > 0);
}

static void on_map(GtkWidget *widget, gpointer data)
{
    SnPosePage *page = SN_POSE_PAGE(widget);
    if (page->stale)
        rebuild(page);
    else
        update(page);
}

/* --- making --- */

static void dispose(GObject *object)
{
    SnPosePage *page = SN_POSE_PAGE(object);
    g_clear_handle_id(&page->rebuild, g_source_remove);
    if (page->session)
        g_signal_handlers_disconnect_by_data(page->session, page);
    g_clear_object(&page->session);
    G_OBJECT_CLASS(sn_pose_page_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    g_ptr_array_unref(SN_POSE_PAGE(object)->entries);
    g_free(SN_POSE_PAGE(object)->described);
    G_OBJECT_CLASS(sn_pose_page_parent_class)->finalize(object);
}

static void sn_pose_page_class_init(SnPosePageClass *class)
{
    G_OBJECT_CLASS(class)->dispose = dispose;
    G_OBJECT_CLASS(class)->finalize = finalize;
}

static GtkWidget *action_button(const char *label, const char *action)
{
    GtkWidget *button = gtk_button_new_with_label(label);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
    gtk_widget_set_focus_on_click(button, FALSE);
    return button;
}

static GtkWidget *make_top(SnPosePage *page)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    gtk_widget_add_css_class(top, "sn-panel-top");
    page->search = gtk_search_entry_new();
    g_object_set(page->search, "placeholder-text", "Find a joint", NULL);
    sn_set_spoken(page->search, "Find a joint");
    gtk_widget_set_name(page->search, "pose-search");
    g_signal_connect(page->search, "search-changed", G_CALLBACK(on_search), page);
    gtk_box_append(GTK_BOX(top), page->search);
    page->later = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    GtkWidget *why = gtk_label_new("A pose is set at the start:");
    gtk_widget_add_css_class(why, "dim-label");
    gtk_box_append(GTK_BOX(page->later), why);
    gtk_box_append(GTK_BOX(page->later), action_button("Go to Start", "win.reset"));
    gtk_box_append(GTK_BOX(page->later), action_button("Use This Pose as Start", "win.use-pose"));
    gtk_box_append(GTK_BOX(top), page->later);
    return top;
}

static void sn_pose_page_init(SnPosePage *page)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(page), GTK_ORIENTATION_VERTICAL);
    page->entries = g_ptr_array_new_with_free_func(free_entry);
    gtk_box_append(GTK_BOX(page), make_top(page));
    page->empty = gtk_label_new("The model has no joints with coordinates.");
    gtk_widget_add_css_class(page->empty, "sn-empty");
    gtk_box_append(GTK_BOX(page), page->empty);
    page->flow = gtk_flow_box_new();
    gtk_flow_box_set_selection_mode(GTK_FLOW_BOX(page->flow), GTK_SELECTION_NONE);
    gtk_flow_box_set_max_children_per_line(GTK_FLOW_BOX(page->flow), 6);
    gtk_widget_set_valign(page->flow, GTK_ALIGN_START);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), page->flow);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(page), scrolled);
    g_signal_connect(page, "map", G_CALLBACK(on_map), NULL);
}

GtkWidget *sn_pose_page_new(SnSession *session)
{
    SnPosePage *page = g_object_new(SN_TYPE_POSE_PAGE, NULL);
    gtk_widget_set_name(GTK_WIDGET(page), "pose-page");
    page->session = g_object_ref(session);
    g_signal_connect(session, "change", G_CALLBACK(on_change), page);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document), page);
    g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), page);
    rebuild(page);
    return GTK_WIDGET(page);
}
