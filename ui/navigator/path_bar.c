/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/navigator/path_bar.h"

#include "ui/actions/action_keys.h"

#include <string.h>

#define MAX_COMPLETIONS 12

struct _SnPathBar {
    GtkWidget parent_instance;
    SnSession *session;
    GtkWidget *parent, *entry, *count, *popover, *list;
    bool updating; /* the text is set by us */
};

G_DEFINE_FINAL_TYPE(SnPathBar, sn_path_bar, GTK_TYPE_WIDGET)

/* --- completion --- */

static void offer(GPtrArray *found, const char *stem, const char *element, const char *rest)
{
    if (found->len < MAX_COMPLETIONS && g_ascii_strncasecmp(element, rest, strlen(rest)) == 0)
        g_ptr_array_add(found, g_strconcat(stem, element, NULL));
}

char **sn_path_complete(SnModel *model, const char *text)
{
    GPtrArray *found = g_ptr_array_new();
    const char *slash = strrchr(text, '/');
    char *stem = slash ? g_strndup(text, (gsize)(slash - text) + 1) : g_strdup("");
    const char *rest = slash ? slash + 1 : text;
    if (slash == text) {
        offer(found, stem, "model", rest);
    } else {
        char *holder = *stem != '\0' ? g_strndup(stem, strlen(stem) - 1) : g_strdup("/model");
        SnId id = sn_model_resolve(model, NULL, holder, NULL);
        const SnComponent *component = sn_model_get(model, id);
        for (guint i = 0; component && component->children && i < component->children->len &&
                          found->len < MAX_COMPLETIONS;
             i++) {
            const SnComponent *child = g_ptr_array_index(component->children, i);
            char *number = g_strdup_printf("%d", child->number);
            offer(found, stem, child->name ? child->name : number, rest);
            g_free(number);
        }
        g_free(holder);
    }
    g_free(stem);
    g_ptr_array_add(found, NULL);
    return (char **)(void *)g_ptr_array_free(found, FALSE);
}

static void clear_list(SnPathBar *bar)
{
    GtkWidget *row = gtk_widget_get_first_child(bar->list);
    while (row) {
        gtk_list_box_remove(GTK_LIST_BOX(bar->list), row);
        row = gtk_widget_get_first_child(bar->list);
    }
}

static void update_completions(SnPathBar *bar)
{
    SnModel *model = sn_session_model(bar->session);
    clear_list(bar);
    char **paths =
        model ? sn_path_complete(model, gtk_editable_get_text(GTK_EDITABLE(bar->entry))) : NULL;
    for (char **path = paths; path && *path; path++) {
        GtkWidget *label = gtk_label_new(*path);
        gtk_label_set_xalign(GTK_LABEL(label), 0);
        gtk_list_box_append(GTK_LIST_BOX(bar->list), label);
    }
    bool any = paths && paths[0];
    g_strfreev(paths);
    if (any && gtk_widget_get_mapped(bar->popover))
        gtk_popover_present(GTK_POPOVER(bar->popover)); /* as large as its rows are now */
    else if (any)
        gtk_popover_popup(GTK_POPOVER(bar->popover));
    else
        gtk_popover_popdown(GTK_POPOVER(bar->popover));
}

static void set_text(SnPathBar *bar, const char *text)
{
    bar->updating = true;
    gtk_editable_set_text(GTK_EDITABLE(bar->entry), text);
    gtk_editable_set_position(GTK_EDITABLE(bar->entry), -1);
    bar->updating = false;
}

/* Takes the completion and goes on from there. */
static void complete(SnPathBar *bar, GtkListBoxRow *row)
{
    GtkWidget *label = row ? gtk_list_box_row_get_child(row) : NULL;
    if (!label)
        return;
    SnModel *model = sn_session_model(bar->session);
    const char *path = gtk_label_get_text(GTK_LABEL(label));
    SnId id = sn_model_resolve(model, NULL, path, NULL);
    const SnComponent *component = sn_model_get(model, id);
    char *text = g_strconcat(path, component && component->children ? "/" : "", NULL);
    set_text(bar, text);
    g_free(text);
    update_completions(bar);
}

/* --- the selection --- */

static void show_selection(SnPathBar *bar)
{
    SnModel *model = sn_session_model(bar->session);
    SnId id = sn_session_primary(bar->session);
    int n = 0;
    sn_session_selection(bar->session, &n);
    char *path = model && n > 0 ? sn_model_path(model, id) : g_strdup("");
    set_text(bar, path ? path : "");
    char *count = n > 1 ? g_strdup_printf("%d selected", n) : g_strdup("");
    gtk_label_set_text(GTK_LABEL(bar->count), count);
    g_free(count);
    g_free(path);
}

static void on_selection(SnSession *session, SnPathBar *bar)
{
    show_selection(bar);
}

static void leave(SnPathBar *bar)
{
    gtk_popover_popdown(GTK_POPOVER(bar->popover));
    gtk_root_set_focus(gtk_widget_get_root(GTK_WIDGET(bar)), NULL);
}

static void on_activate(GtkEntry *entry, SnPathBar *bar)
{
    SnModel *model = sn_session_model(bar->session);
    const SnComponent *from = sn_model_get(model, sn_session_primary(bar->session));
    const char *text = gtk_editable_get_text(GTK_EDITABLE(entry));
    char *path = g_str_has_suffix(text, "/") ? g_strndup(text, strlen(text) - 1) : g_strdup(text);
    GError *error = NULL;
    SnId id = sn_model_resolve(model, from ? sn_component_model(from) : NULL, path, &error);
    g_free(path);
    if (error) {
        gtk_widget_add_css_class(bar->entry, "error");
        sn_session_report(bar->session, &(SnBar){.severity = SN_NOTE, .text = error->message});
        g_error_free(error);
        return;
    }
    leave(bar);
    sn_session_select_one(bar->session, id);
    show_selection(bar);
}

static void on_changed(GtkEditable *entry, SnPathBar *bar)
{
    gtk_widget_remove_css_class(bar->entry, "error");
    if (!bar->updating)
        update_completions(bar);
}

static gboolean on_key(GtkEventControllerKey *controller, guint value, guint code,
                       GdkModifierType state, SnPathBar *bar)
{
    GtkListBox *list = GTK_LIST_BOX(bar->list);
    GtkListBoxRow *row = gtk_list_box_get_selected_row(list);
    bool open = gtk_widget_get_visible(bar->popover);
    switch (value) {
    case GDK_KEY_Escape:
        show_selection(bar);
        leave(bar);
        return GDK_EVENT_STOP;
    case GDK_KEY_Tab:
        if (!open)
            return GDK_EVENT_PROPAGATE;
        complete(bar, row ? row : gtk_list_box_get_row_at_index(list, 0));
        return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_Up: {
        int at = row ? gtk_list_box_row_get_index(row) : -1;
        at += value == GDK_KEY_Down ? 1 : -1;
        GtkListBoxRow *next = gtk_list_box_get_row_at_index(list, MAX(at, 0));
        if (open && next)
            gtk_list_box_select_row(list, next);
        return GDK_EVENT_STOP;
    }
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
        if (open && row)
            set_text(bar, gtk_label_get_text(GTK_LABEL(gtk_list_box_row_get_child(row))));
        return GDK_EVENT_PROPAGATE;
    default:
        return GDK_EVENT_PROPAGATE;
    }
}

static void on_row(GtkListBox *list, GtkListBoxRow *row, SnPathBar *bar)
{
    complete(bar, row);
}

static void on_focus_leave(GtkEventControllerFocus *focus, SnPathBar *bar)
{
    gtk_popover_popdown(GTK_POPOVER(bar->popover));
    show_selection(bar);
}

void sn_path_bar_edit(SnPathBar *bar)
{
    gtk_widget_grab_focus(bar->entry);
    gtk_editable_select_region(GTK_EDITABLE(bar->entry), 0, -1);
}

/* --- widget --- */

static void sn_path_bar_dispose(GObject *object)
{
    SnPathBar *bar = SN_PATH_BAR(object);
    if (bar->session) {
        g_signal_handlers_disconnect_by_data(bar->session, bar);
        g_clear_pointer(&bar->popover, gtk_widget_unparent);
        g_clear_pointer(&bar->parent, gtk_widget_unparent);
        g_clear_pointer(&bar->entry, gtk_widget_unparent);
        g_clear_pointer(&bar->count, gtk_widget_unparent);
        g_clear_object(&bar->session);
    }
    G_OBJECT_CLASS(sn_path_bar_parent_class)->dispose(object);
}

static void sn_path_bar_class_init(SnPathBarClass *class)
{
    G_OBJECT_CLASS(class)->dispose = sn_path_bar_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BOX_LAYOUT);
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "pathbar");
}

static void sn_path_bar_init(SnPathBar *bar)
{
}

static void make_completions(SnPathBar *bar)
{
    bar->popover = gtk_popover_new();
    gtk_popover_set_autohide(GTK_POPOVER(bar->popover), FALSE);
    gtk_popover_set_has_arrow(GTK_POPOVER(bar->popover), FALSE);
    gtk_popover_set_position(GTK_POPOVER(bar->popover), GTK_POS_TOP);
    gtk_widget_set_halign(bar->popover, GTK_ALIGN_START);
    gtk_widget_set_can_focus(bar->popover, FALSE);
    gtk_widget_set_parent(bar->popover, bar->entry);
    bar->list = gtk_list_box_new();
    g_signal_connect(bar->list, "row-activated", G_CALLBACK(on_row), bar);
    gtk_popover_set_child(GTK_POPOVER(bar->popover), bar->list);
}

GtkWidget *sn_path_bar_new(SnSession *session)
{
    SnPathBar *bar = g_object_new(SN_TYPE_PATH_BAR, NULL);
    GtkWidget *self = GTK_WIDGET(bar);
    bar->session = g_object_ref(session);
    bar->parent = gtk_button_new_from_icon_name("go-up-symbolic");
    gtk_widget_add_css_class(bar->parent, "flat");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(bar->parent), "win.select-parent");
    sn_action_tooltip_follow(bar->parent, "win.select-parent", "Select the parent");
    gtk_accessible_update_property(GTK_ACCESSIBLE(bar->parent), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Select the parent", -1);
    gtk_widget_set_name(bar->parent, "path-parent");
    gtk_widget_set_parent(bar->parent, self);
    bar->entry = gtk_entry_new();
    gtk_widget_set_hexpand(bar->entry, TRUE);
    gtk_entry_set_placeholder_text(GTK_ENTRY(bar->entry),
                                   "Nothing selected: click, or type a path");
    sn_action_tooltip_follow(bar->entry, "win.edit-path", "Path of the selection");
    gtk_widget_set_name(bar->entry, "path");
    gtk_accessible_update_property(GTK_ACCESSIBLE(bar->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Path of the selection", -1);
    g_signal_connect(bar->entry, "activate", G_CALLBACK(on_activate), bar);
    g_signal_connect(bar->entry, "changed", G_CALLBACK(on_changed), bar);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), bar);
    gtk_widget_add_controller(bar->entry, keys);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "leave", G_CALLBACK(on_focus_leave), bar);
    gtk_widget_add_controller(bar->entry, focus);
    gtk_widget_set_parent(bar->entry, self);
    make_completions(bar);
    bar->count = gtk_label_new(NULL);
    gtk_widget_add_css_class(bar->count, "dim-label");
    gtk_widget_set_parent(bar->count, self);
    g_signal_connect(session, "selection-changed", G_CALLBACK(on_selection), bar);
    g_signal_connect(session, "model-changed", G_CALLBACK(on_selection), bar);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_selection), bar);
    show_selection(bar);
    return self;
}
