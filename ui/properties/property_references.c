/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Editor of references: chips that select their target when clicked, a menu of what fits, and a
 * button that takes the present selection (pinned before it changes: the row's own components are
 * what the panel shows, so the candidates come from the whole model). */
#include "ui/edits/reference_list.h"
#include "ui/properties/property_chooser.h"
#include "ui/properties/property_row_private.h"
#include "ui/session/property_target.h"

#include "ui/widgets/tooltip.h"

#include <string.h>

enum { MENU_LIMIT = 400 };

static void on_chip(GtkButton *button, SnPropertyRow *row)
{
    const SnId *id = g_object_get_data(G_OBJECT(button), "target");
    sn_session_select_one(row->session, *id);
}

static void add_chip(SnPropertyRow *row, SnId id, const char *suffix)
{
    char *name = sn_session_label(row->session, id);
    char *text = suffix ? g_strdup_printf("%s: %s", name, suffix) : g_strdup(name);
    GtkWidget *chip = gtk_button_new_with_label(text);
    GtkWidget *label = gtk_button_get_child(GTK_BUTTON(chip));
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_MIDDLE);
    gtk_widget_add_css_class(chip, "chip");
    gtk_widget_set_halign(chip, GTK_ALIGN_START);
    char *path = sn_model_path(sn_session_model(row->session), id);
    char *tip = g_strdup_printf("%s\nClick to select it", path);
    sn_set_tooltip(chip, tip);
    g_object_set_data_full(G_OBJECT(chip), "target", g_memdup2(&id, sizeof id), g_free);
    g_signal_connect(chip, "clicked", G_CALLBACK(on_chip), row);
    gtk_box_append(GTK_BOX(row->control), chip);
    g_free(tip);
    g_free(path);
    g_free(text);
    g_free(name);
}

static void add_dim(SnPropertyRow *row, const char *text)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_widget_add_css_class(label, "dim-label");
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_box_append(GTK_BOX(row->control), label);
}

/* In words what it means that nothing is named. */
static const char *empty_words(const SnProperty *property)
{
    const bool world = property->type == SN_TYPE_REF && property->target;
    return property->empty ? property->empty : world ? "none (world)" : "none";
}

static void show_targets(SnPropertyRow *row, const SnTargets *targets)
{
    const SnModel *model = sn_session_model(row->session);
    for (int i = 0; i < targets->n; i++) {
        const SnProperty *property =
            sn_model_property(model, targets->targets[i].id, targets->targets[i].row);
        add_chip(row, targets->targets[i].id, property ? property->name : NULL);
    }
    if (targets->n == 0)
        add_dim(row, "none");
}

/* Beside a list of several its buttons stand one above the other: names have more of the width. */
static void stack_tools(SnPropertyRow *row)
{
    GtkWidget *tools = gtk_widget_get_next_sibling(row->control);
    const GtkWidget *first = gtk_widget_get_first_child(row->control);
    const bool several = first && first != gtk_widget_get_last_child(row->control);
    if (GTK_IS_BOX(tools))
        gtk_orientable_set_orientation(GTK_ORIENTABLE(tools), several ? GTK_ORIENTATION_VERTICAL
                                                                      : GTK_ORIENTATION_HORIZONTAL);
}

static void show(SnPropertyRow *row, const SnValue *value, bool mixed)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(row->control)) != NULL)
        gtk_box_remove(GTK_BOX(row->control), child);
    if (mixed) {
        add_dim(row, "Mixed");
        return;
    }
    switch (value->type) {
    case SN_TYPE_REF:
        if (sn_id_is_null(value->ref))
            add_dim(row, empty_words(row->property));
        else
            add_chip(row, value->ref, NULL);
        break;
    case SN_TYPE_REFS:
        for (int i = 0; i < value->refs.n; i++)
            add_chip(row, value->refs.ids[i], NULL);
        if (value->refs.n == 0)
            add_dim(row, empty_words(row->property));
        break;
    default:
        show_targets(row, &value->targets);
    }
    stack_tools(row);
}

/* --- choosing --- */

typedef struct Candidates {
    SnPropertyRow *row;
    GtkWidget *list;
    int n;
    bool left_out; /* some that there are */
} Candidates;

static void add_choice(Candidates *candidates, const char *text, SnId id)
{
    enum { MARGIN = 6 }; /* [px] */
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_set_margin_start(label, MARGIN);
    gtk_widget_set_margin_end(label, MARGIN);
    GtkWidget *item = gtk_list_box_row_new();
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(item), label);
    g_object_set_data_full(G_OBJECT(item), "target", g_memdup2(&id, sizeof id), g_free);
    g_object_set_data_full(G_OBJECT(item), "text", g_strdup(text), g_free);
    gtk_list_box_append(GTK_LIST_BOX(candidates->list), item);
    candidates->n++;
}

static bool visit_candidate(SnComponent *component, void *data)
{
    Candidates *candidates = data;
    SnPropertyRow *row = candidates->row;
    if (!row->property->target || !sn_class_is_a(component->class, row->property->target))
        return true;
    const SnModel *model = sn_session_model(row->session);
    if (row->property->type == SN_TYPE_REFS && row->n == 1 &&
        !sn_edits_list_takes(model, sn_property_row_primary(row), row->property, component->id)) {
        candidates->left_out = true;
        return true;
    }
    char *path = sn_model_relative_path(model, sn_model_get(model, sn_property_row_primary(row)),
                                        component->id);
    add_choice(candidates, path, component->id);
    g_free(path);
    return candidates->n < MENU_LIMIT;
}

static void on_choice(GtkListBox *list, GtkListBoxRow *item, SnPropertyRow *row)
{
    const SnId *id = g_object_get_data(G_OBJECT(item), "target");
    const SnValue value = {.type = SN_TYPE_REF, .ref = *id};
    if (row->property->type == SN_TYPE_REF) {
        sn_property_row_apply(row, &value);
    } else {
        sn_edits_list_add(row->session, row->ids, row->n, row->property->name, *id);
        sn_property_row_refresh(row);
    }
    GtkWidget *popover = gtk_widget_get_ancestor(GTK_WIDGET(list), GTK_TYPE_POPOVER);
    gtk_popover_popdown(GTK_POPOVER(popover));
}

static gboolean filter_choice(GtkListBoxRow *item, gpointer data)
{
    char *needle = g_utf8_casefold(gtk_editable_get_text(GTK_EDITABLE(data)), -1);
    char *text = g_utf8_casefold(g_object_get_data(G_OBJECT(item), "text"), -1);
    const gboolean shown = strstr(text, needle) != NULL;
    g_free(text);
    g_free(needle);
    return shown;
}

/* NULL: nothing fits what was typed. */
static GtkListBoxRow *first_shown(GtkListBox *list)
{
    gtk_list_box_invalidate_filter(list);
    for (int i = 0;; i++) {
        GtkListBoxRow *item = gtk_list_box_get_row_at_index(list, i);
        if (!item || gtk_widget_get_child_visible(GTK_WIDGET(item)))
            return item;
    }
}

/* Enter takes the first that is shown. */
static void on_enter(GtkSearchEntry *entry, GtkListBox *list)
{
    GtkListBoxRow *item = first_shown(list);
    if (item)
        g_signal_emit_by_name(list, "row-activated", item);
}

/* Down goes to the rows: by itself GTK 4.8 stops at what scrolls them. */
static gboolean on_search_key(GtkEventControllerKey *keys, guint key, guint code,
                              GdkModifierType state, GtkListBox *list)
{
    GtkListBoxRow *item = key == GDK_KEY_Down ? first_shown(list) : NULL;
    if (item)
        gtk_widget_grab_focus(GTK_WIDGET(item));
    return item != NULL;
}

static void on_stop(GtkSearchEntry *entry, gpointer data)
{
    gtk_popover_popdown(GTK_POPOVER(gtk_widget_get_ancestor(GTK_WIDGET(entry), GTK_TYPE_POPOVER)));
}

/* Instead of an empty list. */
static void say_nothing_there(GtkListBox *list, const SnClass *wanted, bool other)
{
    char *kind = g_utf8_strdown(wanted ? wanted->label : "component", -1);
    char *text = g_strdup_printf("The model has no %s%s yet", other ? "other " : "", kind);
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 24);
    gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
    gtk_widget_add_css_class(label, "dim-label");
    gtk_list_box_set_placeholder(list, label);
    g_free(text);
    g_free(kind);
}

static void on_filter(GtkSearchEntry *entry, GtkListBox *list)
{
    gtk_list_box_invalidate_filter(list);
}

static void on_popup(GtkMenuButton *button, gpointer data)
{
    SnPropertyRow *row = data;
    GtkWidget *popover = gtk_popover_new();
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    GtkWidget *search = gtk_search_entry_new();
    GtkWidget *scrolled = gtk_scrolled_window_new();
    GtkWidget *list = gtk_list_box_new();
    gtk_widget_set_size_request(scrolled, 240, 96);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 280);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Find a component", -1);
    gtk_list_box_set_filter_func(GTK_LIST_BOX(list), filter_choice, search, NULL);
    g_signal_connect(search, "search-changed", G_CALLBACK(on_filter), list);
    g_signal_connect(search, "activate", G_CALLBACK(on_enter), list);
    g_signal_connect(search, "stop-search", G_CALLBACK(on_stop), NULL);
    g_signal_connect(list, "row-activated", G_CALLBACK(on_choice), row);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_search_key), list);
    gtk_widget_add_controller(search, keys);
    Candidates candidates = {.row = row, .list = list};
    if (row->property->type == SN_TYPE_REF && (row->property->flags & SN_REQUIRED) == 0)
        add_choice(&candidates, "none", SN_ID_NULL);
    sn_component_walk(sn_session_model(row->session)->root, visit_candidate, &candidates);
    if (candidates.n == 0)
        say_nothing_there(GTK_LIST_BOX(list), row->property->target, candidates.left_out);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
    gtk_box_append(GTK_BOX(box), search);
    gtk_box_append(GTK_BOX(box), scrolled);
    gtk_popover_set_child(GTK_POPOVER(popover), box);
    gtk_menu_button_set_popover(button, popover);
}

/* Removes the last of a list. */
static void on_remove_last(GtkButton *button, SnPropertyRow *row)
{
    sn_edits_list_drop_last(row->session, row->ids, row->n, row->property->name);
    sn_property_row_refresh(row);
}

static void add_remove_last(SnPropertyRow *row, GtkWidget *tools)
{
    GtkWidget *less = gtk_button_new_from_icon_name("list-remove-symbolic");
    gtk_widget_add_css_class(less, "flat");
    sn_set_tooltip(less, "Take the last one away");
    gtk_accessible_update_property(GTK_ACCESSIBLE(less), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Take the last one away", -1);
    g_signal_connect(less, "clicked", G_CALLBACK(on_remove_last), row);
    gtk_box_append(GTK_BOX(tools), less);
}

/* --- properties: dropped, or chosen from a list --- */

/* Rows that stand for one property have no list of them. */
static bool is_list_of_targets(const SnPropertyRow *row)
{
    return strcmp(row->property->name, "targets") == 0;
}

static void add_targets(SnPropertyRow *row, const SnTarget *targets, int n)
{
    SnValue value;
    sn_model_effective(sn_session_model(row->session), sn_property_row_primary(row), row->property,
                       &value, NULL);
    SnTargets *present = &value.targets;
    if (!is_list_of_targets(row)) {
        present->n = 0;
        n = MIN(n, 1);
    }
    present->targets = g_renew(SnTarget, present->targets, (size_t)(present->n + n));
    for (int i = 0; i < n; i++)
        present->targets[present->n++] = targets[i];
    sn_property_row_apply(row, &value);
    sn_value_clear(&value);
}

static gboolean on_drop_targets(GtkDropTarget *drop, const GValue *text, double x, double y,
                                SnPropertyRow *row)
{
    GError *error = NULL;
    GArray *targets =
        sn_property_targets_parse(sn_session_model(row->session), g_value_get_string(text), &error);
    const bool any = targets->len > 0;
    if (error) {
        sn_session_fail(row->session, error->message);
        g_error_free(error);
    } else if (any) {
        add_targets(row, (const SnTarget *)(void *)targets->data, (int)targets->len);
    }
    g_array_unref(targets);
    return any;
}

static void on_chosen_target(const SnTarget *target, gpointer row)
{
    add_targets(row, target, 1);
}

static void on_choose_target(GtkButton *button, SnPropertyRow *row)
{
    sn_property_chooser_open(row->session, GTK_WIDGET(button), on_chosen_target, g_object_ref(row),
                             g_object_unref);
}

static void build_targets(SnPropertyRow *row)
{
    GtkWidget *tools = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_set_valign(tools, GTK_ALIGN_START);
    if (is_list_of_targets(row))
        add_remove_last(row, tools);
    GtkWidget *choose = gtk_button_new_from_icon_name(
        is_list_of_targets(row) ? "list-add-symbolic" : "pan-down-symbolic");
    gtk_widget_add_css_class(choose, "flat");
    sn_set_tooltip(choose, "Choose a property; or drop one here");
    g_signal_connect(choose, "clicked", G_CALLBACK(on_choose_target), row);
    gtk_box_append(GTK_BOX(tools), choose);
    gtk_box_append(GTK_BOX(row->value), tools);
    GtkDropTarget *drop = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY);
    g_signal_connect(drop, "drop", G_CALLBACK(on_drop_targets), row);
    gtk_widget_add_controller(GTK_WIDGET(row), GTK_EVENT_CONTROLLER(drop));
}

/* --- drop: a component dragged from the navigator --- */

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y,
                        SnPropertyRow *row)
{
    const SnModel *model = sn_session_model(row->session);
    GError *error = NULL;
    SnId id = sn_model_resolve(model, NULL, g_value_get_string(value), &error);
    if (sn_id_is_null(id)) {
        sn_session_fail(row->session, error->message);
        g_clear_error(&error);
        return FALSE;
    }
    SnValue reference = {.type = SN_TYPE_REF, .ref = id};
    sn_property_row_apply(row, &reference);
    return TRUE;
}

static void build(SnPropertyRow *row)
{
    row->control = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
    gtk_widget_set_margin_top(row->control, 2); /* lists one above the other stay two */
    gtk_widget_set_margin_bottom(row->control, 2);
    gtk_widget_set_hexpand(row->control, TRUE);
    gtk_widget_set_valign(row->control, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(row->value), row->control);
    if (row->property->kind == SN_RESULT)
        return;
    if (row->property->type == SN_TYPE_TARGETS) {
        build_targets(row);
        return;
    }
    GtkWidget *tools = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_set_valign(tools, GTK_ALIGN_START);
    if (row->property->type == SN_TYPE_REFS) {
        add_remove_last(row, tools);
    } else {
        GtkDropTarget *drop = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY);
        g_signal_connect(drop, "drop", G_CALLBACK(on_drop), row);
        gtk_widget_add_controller(GTK_WIDGET(row), GTK_EVENT_CONTROLLER(drop));
    }
    GtkWidget *choose = gtk_menu_button_new();
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(choose), row->property->type == SN_TYPE_REFS
                                                               ? "list-add-symbolic"
                                                               : "pan-down-symbolic");
    gtk_menu_button_set_has_frame(GTK_MENU_BUTTON(choose), FALSE);
    sn_set_tooltip(choose, "Choose from the model");
    gtk_widget_set_focus_on_click(gtk_widget_get_first_child(choose), FALSE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(choose), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Choose from the model", -1);
    gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(choose), on_popup, row, NULL);
    gtk_box_append(GTK_BOX(tools), choose);
    gtk_box_append(GTK_BOX(row->value), tools);
}

const SnEditor SN_EDITOR_REFERENCES = {build, show};
