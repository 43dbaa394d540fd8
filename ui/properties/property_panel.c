/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/property_panel.h"

#include "engine/pose.h"
#include "ui/edits/edits.h"
#include "ui/properties/kept_focus.h"
#include "ui/properties/model_page.h"
#include "ui/properties/property_row.h"
#include "ui/widgets/spoken.h"
#include "ui/widgets/tooltip.h"

#include <string.h>

enum { MAX_ENTRIES_SHOWN = 60, MAX_COMPARED = 1000 };

#define SN_TYPE_PROPERTY_PANEL (sn_property_panel_get_type())
G_DECLARE_FINAL_TYPE(SnPropertyPanel, sn_property_panel, SN, PROPERTY_PANEL, GtkBox)

struct _SnPropertyPanel {
    GtkBox parent_instance;
    SnSession *session;
    GtkWidget *icon, *title, *subtitle, *filter, *scrolled, *groups, *empty;
    GtkWidget *picture; /* of the selection, in a group of its own; NULL: none */
    char *picture_title;
    GPtrArray *rows;         /* SnPropertyRow, borrowed from the tree of widgets */
    GHashTable *folded;      /* group title -> GINT_TO_POINTER(folded + 1) */
    const SnClass *filtered; /* class of what the filter was typed for */
    guint rebuild;           /* idle source */
    guint refresh;
};

G_DEFINE_FINAL_TYPE(SnPropertyPanel, sn_property_panel, GTK_TYPE_BOX)

/* --- which rows --- */

/* Title of the group a row belongs to. */
static char *group_of(const SnProperty *property)
{
    const char *dot = strchr(property->name, '.');
    if (strcmp(property->name, "notes") == 0)
        return g_strdup("Notes");
    if ((property->flags & SN_ADVANCED) != 0 && !dot)
        return g_strdup("Advanced");
    if (!dot)
        return g_strdup(sn_is_coordinate(property)    ? "Pose"
                        : property->kind == SN_RESULT ? "Results"
                                                      : "");
    char *name = g_strndup(property->name, (gsize)(dot - property->name));
    name[0] = g_ascii_toupper(name[0]);
    g_strdelimit(name, "_", ' '); /* "Angle 1" */
    if ((property->flags & SN_ADVANCED) == 0 || strcmp(name, "Material") != 0)
        return name;
    char *title = g_strconcat(name, ": viscous and stiffening", NULL);
    g_free(name);
    return title;
}

/* Those of them that are asked for each row: past the first ones, only what begins a run of another
 * class. */
static GArray *to_compare(const SnModel *model, const SnId *ids, int n)
{
    GArray *chosen = g_array_new(FALSE, FALSE, sizeof(SnId));
    const SnClass *last = NULL;
    for (int i = 0; i < n; i++) {
        const SnComponent *component = ids[i].entry == 0 ? sn_model_get(model, ids[i]) : NULL;
        const SnClass *class = component ? component->class : NULL;
        if (i < MAX_COMPARED || !class || class != last)
            g_array_append_val(chosen, ids[i]);
        last = class;
    }
    return chosen;
}

/* Of a hundred thousand selected the first thousand say whether a row applies; the classes of all
 * are looked at. */
static bool common(const SnModel *model, const GArray *compared, const SnProperty *property)
{
    const SnId *ids = (const SnId *)(const void *)compared->data;
    const int n = (int)compared->len;
    const SnClass *last = NULL;
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_model_get(model, ids[i]);
        if (component && ids[i].entry == 0 && component->class == last &&
            (!property->when || i >= MAX_COMPARED))
            continue;
        last = component && ids[i].entry == 0 ? component->class : NULL;
        const int row = sn_model_find_property(model, ids[i], property->name);
        const SnProperty *other = row >= 0 ? sn_model_property(model, ids[i], row) : NULL;
        if (!other || other->type != property->type ||
            (other->kind == SN_RESULT) != (property->kind == SN_RESULT) ||
            (other->flags & SN_VIEW) != 0 || !sn_model_applies(model, ids[i], other))
            return false;
    }
    return true;
}

/* --- groups --- */

static void on_folded(GtkExpander *expander, GParamSpec *pspec, SnPropertyPanel *panel)
{
    const char *title = g_object_get_data(G_OBJECT(expander), "title");
    const bool open = gtk_expander_get_expanded(expander);
    g_hash_table_insert(panel->folded, g_strdup(title), GINT_TO_POINTER(open ? 1 : 2));
    gtk_widget_set_can_focus(gtk_expander_get_child(expander), open);
}

static GtkWidget *new_group(SnPropertyPanel *panel, const char *title)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_add_css_class(box, "property-group");
    if (title[0] == '\0') {
        gtk_box_append(GTK_BOX(panel->groups), box);
        return box;
    }
    GtkWidget *expander = gtk_expander_new(title);
    sn_set_spoken(expander, title);
    gtk_expander_set_child(GTK_EXPANDER(expander), box);
    const int known = GPOINTER_TO_INT(g_hash_table_lookup(panel->folded, title));
    const bool closed = strcmp(title, "Render") == 0 || strcmp(title, "Advanced") == 0 ||
                        g_str_has_prefix(title, "Material:");
    gtk_expander_set_expanded(GTK_EXPANDER(expander), known != 0 ? known == 1 : !closed);
    /* the key Up would look for the focus in what a closed one has taken out of the window */
    gtk_widget_set_can_focus(box, gtk_expander_get_expanded(GTK_EXPANDER(expander)));
    g_object_set_data_full(G_OBJECT(expander), "title", g_strdup(title), g_free);
    g_signal_connect(expander, "notify::expanded", G_CALLBACK(on_folded), panel);
    gtk_box_append(GTK_BOX(panel->groups), expander);
    return box;
}

typedef struct Grouped {
    char *title;
    GPtrArray *properties;
} Grouped;

static int rank(const char *title)
{
    return title[0] == '\0'                 ? 0
           : strcmp(title, "Pose") == 0     ? 1
           : strcmp(title, "Results") == 0  ? 2
           : strcmp(title, "Notes") == 0    ? 7
           : strcmp(title, "Advanced") == 0 ? 8
           : strcmp(title, "Render") == 0   ? 9
                                            : 4;
}

/* Groups in the order of the table, results right below the general rows, looks last. */
static void add_groups(SnPropertyPanel *panel, SnId *ids, int n)
{
    const SnModel *model = sn_session_model(panel->session);
    const SnId primary = ids[n - 1];
    g_autoptr(GArray) compared = to_compare(model, ids, n);
    GArray *groups = g_array_new(FALSE, FALSE, sizeof(Grouped));
    for (int i = 0; i < sn_model_n_properties(model, primary); i++) {
        const SnProperty *property = sn_model_property(model, primary, i);
        if (!common(model, compared, property))
            continue;
        char *title = group_of(property);
        guint at = 0;
        while (at < groups->len && strcmp(g_array_index(groups, Grouped, at).title, title) != 0)
            at++;
        if (at == groups->len) {
            const Grouped group = {g_strdup(title), g_ptr_array_new()};
            for (at = 0;
                 at < groups->len && rank(g_array_index(groups, Grouped, at).title) <= rank(title);)
                at++;
            g_array_insert_val(groups, at, group);
        }
        g_ptr_array_add(g_array_index(groups, Grouped, at).properties, (gpointer)property);
        g_free(title);
    }
    for (guint i = 0; i < groups->len; i++) {
        const Grouped *group = &g_array_index(groups, Grouped, i);
        GtkWidget *box = new_group(panel, group->title);
        for (guint k = 0; k < group->properties->len; k++) {
            const SnProperty *property = g_ptr_array_index(group->properties, k);
            GtkWidget *row = sn_property_row_new_shared(panel->session, ids, n, property->name);
            g_ptr_array_add(panel->rows, row);
            gtk_box_append(GTK_BOX(box), row);
        }
        g_free(group->title);
        g_ptr_array_unref(group->properties);
    }
    g_array_unref(groups);
}

/* Below the general rows, which are the first group where there are any. */
static void add_picture(SnPropertyPanel *panel)
{
    GtkWidget *first = gtk_widget_get_first_child(panel->groups);
    if (!panel->picture || !gtk_widget_get_visible(panel->picture))
        return;
    GtkWidget *box = new_group(panel, panel->picture_title);
    gtk_box_append(GTK_BOX(box), panel->picture);
    GtkWidget *after = first && !GTK_IS_EXPANDER(first) ? first : NULL;
    GtkWidget *group = gtk_widget_get_ancestor(box, GTK_TYPE_EXPANDER);
    gtk_box_reorder_child_after(GTK_BOX(panel->groups), group ? group : box, after);
}

/* The picture outlives the groups. */
static void take_picture_out(SnPropertyPanel *panel)
{
    GtkWidget *parent = panel->picture ? gtk_widget_get_parent(panel->picture) : NULL;
    if (parent)
        gtk_box_remove(GTK_BOX(parent), panel->picture);
}

/* --- array entries --- */

static void on_add_entry(GtkButton *button, SnPropertyPanel *panel)
{
    const SnId id = sn_session_primary(panel->session);
    const int array = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "array"));
    const SnComponent *component = sn_model_get(sn_session_model(panel->session), id);
    sn_edits_insert_entry(panel->session, sn_id_component(id), array,
                          sn_component_array(component, array)->n);
}

static void on_remove_entry(GtkButton *button, SnPropertyPanel *panel)
{
    const SnId *id = g_object_get_data(G_OBJECT(button), "target");
    sn_edits_remove_entry(panel->session, *id);
}

static void add_entry(SnPropertyPanel *panel, GtkWidget *box, SnId id, const char *label)
{
    GtkWidget *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    GtkWidget *name = gtk_label_new(label);
    gtk_label_set_xalign(GTK_LABEL(name), 0);
    gtk_widget_set_hexpand(name, TRUE);
    gtk_widget_add_css_class(head, "entry-head");
    GtkWidget *remove = gtk_button_new_from_icon_name("list-remove-symbolic");
    gtk_widget_add_css_class(remove, "flat");
    sn_set_tooltip(remove, "Remove this entry");
    gtk_accessible_update_property(GTK_ACCESSIBLE(remove), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Remove this entry", -1);
    g_object_set_data_full(G_OBJECT(remove), "target", g_memdup2(&id, sizeof id), g_free);
    g_signal_connect(remove, "clicked", G_CALLBACK(on_remove_entry), panel);
    gtk_box_append(GTK_BOX(head), name);
    gtk_box_append(GTK_BOX(head), remove);
    gtk_box_append(GTK_BOX(box), head);
    const SnModel *model = sn_session_model(panel->session);
    for (int i = 0; i < sn_model_n_properties(model, id); i++) {
        const SnProperty *property = sn_model_property(model, id, i);
        GtkWidget *row = sn_property_row_new(panel->session, id, property->name);
        g_ptr_array_add(panel->rows, row);
        gtk_box_append(GTK_BOX(box), row);
    }
}

static void add_arrays(SnPropertyPanel *panel, SnId id)
{
    const SnComponent *component = sn_model_get(sn_session_model(panel->session), id);
    if (!component || id.entry != 0)
        return;
    for (int a = 0; a < component->class->n_arrays; a++) {
        const SnArrayRow *row = &component->class->arrays[a];
        const int n = sn_component_array(component, a)->n;
        if (row->derived) { /* nodes and elements: in the navigator */
            continue;
        }
        char *title = g_strdup_printf("%s (%d)", row->label, n);
        GtkWidget *box = new_group(panel, title);
        g_free(title);
        for (int i = 0; i < MIN(n, MAX_ENTRIES_SHOWN); i++) {
            char *label = g_strdup_printf("%s %d", row->entry_label, i);
            add_entry(panel, box, sn_id_of_entry(id, (unsigned)a, (uint32_t)i), label);
            g_free(label);
        }
        if (n > MAX_ENTRIES_SHOWN) {
            char *more = g_strdup_printf("and %d more", n - MAX_ENTRIES_SHOWN);
            gtk_box_append(GTK_BOX(box), gtk_label_new(more));
            g_free(more);
        }
        char *text = g_strdup_printf("Add %s", row->entry_label);
        GtkWidget *add = gtk_button_new_with_label(text);
        g_free(text);
        gtk_widget_set_halign(add, GTK_ALIGN_START);
        g_object_set_data(G_OBJECT(add), "array", GINT_TO_POINTER(a));
        g_signal_connect(add, "clicked", G_CALLBACK(on_add_entry), panel);
        gtk_box_append(GTK_BOX(box), add);
    }
}

/* --- header and filter --- */

/* "Muscle", or "Muscle: superficial masseter, left" where its notes are that short. */
static char *describe(const SnModel *model, const SnComponent *component)
{
    const int row = sn_class_find_property(component->class, "notes");
    SnValue notes = {.type = SN_TYPE_STRING};
    if (row >= 0) {
        sn_model_effective(model, component->id, sn_class_property(component->class, row), &notes,
                           NULL);
    }
    const bool brief = notes.string && notes.string[0] != '\0' && strlen(notes.string) <= 48 &&
                       !strchr(notes.string, '\n');
    char *text = brief ? g_strdup_printf("%s: %s", component->class->label, notes.string)
                       : g_strdup(component->class->label);
    sn_value_clear(&notes);
    return text;
}

static char *title_of_many(const SnId *ids, int n, const SnComponent *component)
{
    const int array = sn_id_array(ids[n - 1]);
    for (int i = 0; i < n; i++) {
        if (array < 0 || sn_id_array(ids[i]) != array ||
            !sn_id_equal(sn_id_component(ids[i]), component->id))
            return g_strdup_printf("%d components", n);
    }
    char *what = g_utf8_strdown(component->class->arrays[array].label, -1);
    char *title = g_strdup_printf("%d %s", n, what);
    g_free(what);
    return title;
}

static void show_header(SnPropertyPanel *panel, const SnId *ids, int n)
{
    const SnModel *model = sn_session_model(panel->session);
    const SnComponent *component = sn_model_get(model, ids[n - 1]);
    char *title =
        n == 1 ? sn_session_label(panel->session, ids[0]) : title_of_many(ids, n, component);
    char *subtitle = NULL;
    if (n == 1) {
        subtitle = ids[0].entry == 0
                       ? describe(model, component)
                       : g_strdup_printf("of %s", component->name ? component->name
                                                                  : component->class->label);
    } else {
        bool same = true;
        for (int i = 0; i < n; i++) {
            const SnComponent *other = sn_model_get(model, ids[i]);
            same = same && other && other->class == component->class;
        }
        subtitle = same && ids[n - 1].entry != 0 && component->name
                       ? g_strdup_printf("of %s", component->name)
                       : g_strdup(same ? component->class->label : "What they have in common");
    }
    gtk_label_set_text(GTK_LABEL(panel->title), title);
    gtk_label_set_text(GTK_LABEL(panel->subtitle), subtitle);
    sn_set_tooltip(panel->subtitle, component->class->help);
    gtk_image_set_from_icon_name(GTK_IMAGE(panel->icon), component->class->icon);
    g_free(title);
    g_free(subtitle);
}

static void apply_filter(SnPropertyPanel *panel)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(panel->filter));
    for (guint i = 0; i < panel->rows->len; i++) {
        SnPropertyRow *row = g_ptr_array_index(panel->rows, i);
        const bool found = text[0] == '\0' || sn_property_row_matches(row, text);
        gtk_widget_set_visible(GTK_WIDGET(row), found);
        GtkWidget *group = gtk_widget_get_ancestor(GTK_WIDGET(row), GTK_TYPE_EXPANDER);
        if (text[0] != '\0' && found && group)
            gtk_expander_set_expanded(GTK_EXPANDER(group), TRUE);
    }
}

/* What was looked for in one class is not there in another, and would hide all it has; nor is the
 * place it was scrolled to. */
static void forget_filter(SnPropertyPanel *panel, const SnClass *class)
{
    if (panel->filtered && panel->filtered != class) {
        gtk_editable_set_text(GTK_EDITABLE(panel->filter), "");
        gtk_adjustment_set_value(
            gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(panel->scrolled)), 0);
    }
    panel->filtered = class;
}

/* GTK would leave the keys with what has been taken out until the next frame: one pressed by then
 * reaches nothing, and what is typed behind it becomes commands. */
static void let_go_of_keys(SnPropertyPanel *panel)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(panel));
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    if (focus && gtk_widget_is_ancestor(focus, panel->groups))
        gtk_root_set_focus(root, NULL);
}

static void rebuild(SnPropertyPanel *panel)
{
    GtkWidget *child;
    SnKeptFocus kept = sn_kept_focus_take(panel->groups);
    let_go_of_keys(panel);
    take_picture_out(panel);
    while ((child = gtk_widget_get_first_child(panel->groups)) != NULL)
        gtk_box_remove(GTK_BOX(panel->groups), child);
    g_ptr_array_set_size(panel->rows, 0);
    int n;
    const SnId *ids = sn_session_selection(panel->session, &n);
    const SnModel *model = sn_session_model(panel->session);
    const bool any = model && n > 0 && sn_model_object(model, ids[n - 1]);
    gtk_widget_set_visible(panel->scrolled, any);
    gtk_widget_set_visible(panel->filter, any);
    gtk_widget_set_visible(gtk_widget_get_parent(panel->icon), any);
    gtk_widget_set_visible(panel->empty, !any);
    if (!any) {
        sn_kept_focus_give(panel->groups, &kept);
        sn_model_page_update(panel->empty);
        return;
    }
    SnId *copy = g_rc_box_alloc(sizeof *ids * (size_t)n);
    memcpy(copy, ids, sizeof *ids * (size_t)n);
    forget_filter(panel, sn_model_get(model, copy[n - 1])->class);
    show_header(panel, copy, n);
    add_groups(panel, copy, n);
    add_picture(panel);
    if (n == 1)
        add_arrays(panel, copy[0]);
    apply_filter(panel);
    sn_kept_focus_give(panel->groups, &kept);
    g_rc_box_release(copy);
}

/* --- following the session --- */

static gboolean on_rebuild(gpointer data)
{
    SnPropertyPanel *panel = data;
    panel->rebuild = 0;
    rebuild(panel);
    return G_SOURCE_REMOVE;
}

static void queue_rebuild(SnPropertyPanel *panel)
{
    if (panel->rebuild == 0)
        panel->rebuild = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_rebuild, panel, NULL);
}

static void on_selection(SnSession *session, SnPropertyPanel *panel)
{
    queue_rebuild(panel);
}

static gboolean on_refresh(gpointer data)
{
    SnPropertyPanel *panel = data;
    panel->refresh = 0;
    for (guint i = 0; i < panel->rows->len; i++)
        sn_property_row_refresh(g_ptr_array_index(panel->rows, i));
    return G_SOURCE_REMOVE;
}

/* Does another value of this row show or hide other rows? */
static bool decides(const SnModel *model, SnId id, int row)
{
    const SnProperty *changed = sn_model_property(model, id, row);
    if (!changed)
        return true;
    for (int i = 0; i < sn_model_n_properties(model, id); i++) {
        const SnProperty *property = sn_model_property(model, id, i);
        if (property->when && strcmp(property->when, changed->name) == 0)
            return true;
    }
    return false;
}

static void on_change(SnSession *session, const SnChange *change, SnPropertyPanel *panel)
{
    const SnModel *model = sn_session_model(session);
    switch (change->kind) {
    case SN_CHANGE_VALUE:
        if (sn_session_is_selected(session, change->id) &&
            decides(model, change->id, change->property))
            queue_rebuild(panel);
        else if (panel->refresh == 0)
            panel->refresh = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_refresh, panel, NULL);
        break;
    case SN_CHANGE_ENTRIES:
    case SN_CHANGE_RENAMED:
    case SN_CHANGE_REMOVED:
        queue_rebuild(panel);
        break;
    case SN_CHANGE_DONE:
        if (gtk_widget_get_visible(panel->empty))
            sn_model_page_update(panel->empty);
        break;
    default:
        break;
    }
}

static void on_filter(GtkSearchEntry *entry, SnPropertyPanel *panel)
{
    apply_filter(panel);
}

/* --- making --- */

static void dispose(GObject *object)
{
    SnPropertyPanel *panel = SN_PROPERTY_PANEL(object);
    g_clear_handle_id(&panel->rebuild, g_source_remove);
    g_clear_handle_id(&panel->refresh, g_source_remove);
    if (panel->picture)
        take_picture_out(panel);
    g_clear_object(&panel->picture);
    if (panel->session) {
        g_signal_handlers_disconnect_by_data(panel->session, panel);
        g_clear_object(&panel->session);
    }
    G_OBJECT_CLASS(sn_property_panel_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    SnPropertyPanel *panel = SN_PROPERTY_PANEL(object);
    g_free(panel->picture_title);
    g_ptr_array_unref(panel->rows);
    g_hash_table_unref(panel->folded);
    G_OBJECT_CLASS(sn_property_panel_parent_class)->finalize(object);
}

static void sn_property_panel_class_init(SnPropertyPanelClass *class)
{
    G_OBJECT_CLASS(class)->dispose = dispose;
    G_OBJECT_CLASS(class)->finalize = finalize;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "propertypanel");
}

static GtkWidget *build_header(SnPropertyPanel *panel)
{
    GtkWidget *header = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    gtk_widget_add_css_class(header, "property-header");
    panel->icon = gtk_image_new();
    GtkWidget *names = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    panel->title = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(panel->title), 0);
    gtk_label_set_ellipsize(GTK_LABEL(panel->title), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_selectable(GTK_LABEL(panel->title), TRUE);
    gtk_widget_add_css_class(panel->title, "heading");
    panel->subtitle = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(panel->subtitle), 0);
    gtk_label_set_ellipsize(GTK_LABEL(panel->subtitle), PANGO_ELLIPSIZE_END);
    gtk_widget_add_css_class(panel->subtitle, "dim-label");
    gtk_widget_add_css_class(panel->subtitle, "caption");
    gtk_box_append(GTK_BOX(names), panel->title);
    gtk_box_append(GTK_BOX(names), panel->subtitle);
    gtk_widget_set_hexpand(names, TRUE);
    gtk_box_append(GTK_BOX(header), panel->icon);
    gtk_box_append(GTK_BOX(header), names);
    return header;
}

static void sn_property_panel_init(SnPropertyPanel *panel)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
    panel->rows = g_ptr_array_new();
    panel->folded = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gtk_box_append(GTK_BOX(panel), build_header(panel));
    panel->filter = gtk_search_entry_new();
    gtk_widget_add_css_class(panel->filter, "property-filter");
    g_object_set(panel->filter, "placeholder-text", "Find a property", NULL);
    sn_set_spoken(panel->filter, "Find a property");
    g_signal_connect(panel->filter, "search-changed", G_CALLBACK(on_filter), panel);
    gtk_box_append(GTK_BOX(panel), panel->filter);
    panel->scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(panel->scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_widget_set_vexpand(panel->scrolled, TRUE);
    panel->groups = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(panel->scrolled), panel->groups);
    gtk_box_append(GTK_BOX(panel), panel->scrolled);
}

GtkWidget *sn_property_panel_new(SnSession *session)
{
    SnPropertyPanel *panel = g_object_new(SN_TYPE_PROPERTY_PANEL, NULL);
    gtk_widget_set_name(GTK_WIDGET(panel), "properties");
    panel->session = g_object_ref(session);
    panel->empty = sn_model_page_new(session);
    gtk_box_append(GTK_BOX(panel), panel->empty);
    g_signal_connect(session, "selection-changed", G_CALLBACK(on_selection), panel);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_selection), panel);
    g_signal_connect(session, "change", G_CALLBACK(on_change), panel);
    rebuild(panel);
    return GTK_WIDGET(panel);
}

void sn_property_panel_set_picture(GtkWidget *widget, const char *title, GtkWidget *picture)
{
    SnPropertyPanel *panel = SN_PROPERTY_PANEL(widget);
    take_picture_out(panel);
    g_set_object(&panel->picture, g_object_ref_sink(picture));
    g_object_unref(picture);
    g_free(panel->picture_title);
    panel->picture_title = g_strdup(title);
    queue_rebuild(panel);
}
