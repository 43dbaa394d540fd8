/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/property_chooser.h"

#include "engine/model/drawable.h"
#include "ui/widgets/popover.h"
#include "ui/widgets/spoken.h"
#include "ui/widgets/tooltip.h"

#include <string.h>

enum { LIMIT = 60 };

/* --- searching --- */

typedef struct Search {
    const SnModel *model;
    char **words; /* casefolded */
    GArray *found;
    int limit;
} Search;

static bool matches(char **words, const char *text)
{
    for (; *words; words++) {
        if (!strstr(text, *words))
            return false;
    }
    return true;
}

static bool search_component(SnComponent *component, void *data)
{
    Search *search = data;
    if (component->class->document || sn_class_is_a(component->class, &SN_CLASS_LIST))
        return true;
    char *path = sn_model_path(search->model, component->id);
    const int n = sn_class_n_properties(component->class);
    for (int row = 0; row < n && (int)search->found->len < search->limit; row++) {
        const SnProperty *property = sn_class_property(component->class, row);
        if ((property->flags & SN_VIEW) != 0 ||
            !sn_model_applies(search->model, component->id, property))
            continue;
        char *text = g_strdup_printf("%s:%s %s", path, property->name, property->label);
        char *folded = g_utf8_casefold(text, -1);
        if (matches(search->words, folded)) {
            const SnTarget target = {component->id, row};
            g_array_append_val(search->found, target);
        }
        g_free(folded);
        g_free(text);
    }
    g_free(path);
    return (int)search->found->len < search->limit;
}

GArray *sn_property_search(const SnModel *model, const char *text, int limit)
{
    char *folded = g_utf8_casefold(text, -1);
    Search search = {model, g_strsplit(folded, " ", -1),
                     g_array_new(FALSE, FALSE, sizeof(SnTarget)), limit};
    sn_component_walk(model->root, search_component, &search);
    g_strfreev(search.words);
    g_free(folded);
    return search.found;
}

/* --- the list --- */

typedef struct Chooser {
    SnSession *session; /* owned */
    GtkWidget *popover, *list, *nothing;
    SnPropertyChosen chosen;
    gpointer data;
    GDestroyNotify free_data;
} Chooser;

static GtkWidget *make_item(const SnModel *model, const SnTarget *target)
{
    char *path = sn_model_path(model, target->id);
    const SnProperty *property = sn_model_property(model, target->id, target->row);
    const char *shown = g_str_has_prefix(path, "/model/") ? path + strlen("/model/") : path;
    char *text = g_strdup_printf("%s:%s", shown, property->name);
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_START);
    sn_set_tooltip(label, property->help);
    GtkWidget *item = gtk_list_box_row_new();
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(item), label);
    g_object_set_data_full(G_OBJECT(item), "target", g_memdup2(target, sizeof *target), g_free);
    g_free(text);
    g_free(path);
    return item;
}

static void fill(Chooser *chooser, const char *text)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(chooser->list)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(chooser->list), child);
    const SnModel *model = sn_session_model(chooser->session);
    GArray *found = sn_property_search(model, text, LIMIT);
    for (guint i = 0; i < found->len; i++) {
        gtk_list_box_append(GTK_LIST_BOX(chooser->list),
                            make_item(model, &g_array_index(found, SnTarget, i)));
    }
    gtk_widget_set_visible(chooser->nothing, found->len == 0);
    g_array_unref(found);
}

static void on_search(GtkSearchEntry *entry, Chooser *chooser)
{
    fill(chooser, gtk_editable_get_text(GTK_EDITABLE(entry)));
}

static void choose(Chooser *chooser, GtkListBoxRow *item)
{
    const SnTarget *target = g_object_get_data(G_OBJECT(item), "target");
    if (sn_model_object(sn_session_model(chooser->session), target->id))
        chooser->chosen(target, chooser->data);
}

static void on_activated(GtkListBox *list, GtkListBoxRow *item, Chooser *chooser)
{
    choose(chooser, item);
}

/* Enter takes the first. */
static void on_enter(GtkSearchEntry *entry, Chooser *chooser)
{
    fill(chooser, gtk_editable_get_text(GTK_EDITABLE(entry)));
    GtkListBoxRow *first = gtk_list_box_get_row_at_index(GTK_LIST_BOX(chooser->list), 0);
    if (first) {
        choose(chooser, first);
        gtk_popover_popdown(GTK_POPOVER(chooser->popover));
    }
}

static void on_stop(GtkSearchEntry *entry, Chooser *chooser)
{
    gtk_popover_popdown(GTK_POPOVER(chooser->popover));
}

static void chooser_free(gpointer data)
{
    Chooser *chooser = data;
    g_object_unref(chooser->session);
    if (chooser->free_data)
        chooser->free_data(chooser->data);
    g_free(chooser);
}

void sn_property_chooser_open(SnSession *session, GtkWidget *widget, SnPropertyChosen chosen,
                              gpointer data, GDestroyNotify free_data)
{
    Chooser *chooser = g_new0(Chooser, 1);
    *chooser = (Chooser){.session = g_object_ref(session),
                         .popover = gtk_popover_new(),
                         .list = gtk_list_box_new(),
                         .nothing = gtk_label_new("No property is called that"),
                         .chosen = chosen,
                         .data = data,
                         .free_data = free_data};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    GtkWidget *entry = gtk_search_entry_new();
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_widget_set_name(entry, "property-search");
    g_object_set(entry, "placeholder-text", "Component or property", NULL);
    sn_set_spoken(entry, "Component or property");
    gtk_widget_set_size_request(scrolled, 300, 280);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), chooser->list);
    gtk_widget_add_css_class(chooser->nothing, "dim-label");
    gtk_box_append(GTK_BOX(box), entry);
    gtk_box_append(GTK_BOX(box), chooser->nothing);
    gtk_box_append(GTK_BOX(box), scrolled);
    gtk_popover_set_child(GTK_POPOVER(chooser->popover), box);
    gtk_widget_add_css_class(chooser->popover, "sn-palette");
    g_object_set_data_full(G_OBJECT(chooser->popover), "sn-chooser", chooser, chooser_free);
    g_signal_connect(entry, "search-changed", G_CALLBACK(on_search), chooser);
    g_signal_connect(entry, "activate", G_CALLBACK(on_enter), chooser);
    g_signal_connect(entry, "stop-search", G_CALLBACK(on_stop), chooser);
    g_signal_connect(chooser->list, "row-activated", G_CALLBACK(on_activated), chooser);
    fill(chooser, "");
    sn_popover_open(chooser->popover, widget);
    gtk_widget_grab_focus(entry);
}
