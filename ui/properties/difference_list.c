/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/difference_list.h"

#include "ui/edits/base.h"
#include "ui/widgets/tooltip.h"

#include <string.h>

enum { MAX_SHOWN = 200, DELAY_MS = 100 };

typedef struct List {
    SnSession *session; /* owned */
    GtkWidget *box, *heading, *rows, *more;
    GArray *differences; /* of SnDifference: those shown */
    guint timer;
} List;

static void free_list(gpointer data)
{
    List *list = data;
    g_clear_handle_id(&list->timer, g_source_remove);
    g_clear_pointer(&list->differences, g_array_unref);
    g_object_unref(list->session);
    g_free(list);
}

/* --- one row --- */

char *sn_difference_value_text(const SnModel *model, SnId id, int row)
{
    const SnProperty *property = sn_model_property(model, id, row);
    if (!property || !sn_model_object(model, id))
        return g_strdup("–");
    SnValue value;
    sn_model_effective(model, id, property, &value, NULL);
    g_autofree char *text = sn_value_to_text(model, NULL, property, &value);
    sn_value_clear(&value);
    g_strdelimit(text, "\n", ' ');
    if (g_utf8_strlen(text, -1) > 60) {
        g_autofree char *start = g_utf8_substring(text, 0, 58);
        return g_strconcat(start, "…", NULL);
    }
    return *text != '\0' ? g_steal_pointer(&text) : g_strdup("nothing");
}

/* "40 → 46.4", "added", "not here" */
static char *describe(const SnModel *model, const SnModel *base, const SnDifference *d)
{
    switch (d->kind) {
    case SN_DIFFERENCE_REMOVED:
        return g_strdup("only in the base");
    case SN_DIFFERENCE_ADDED:
        return g_strdup("added");
    case SN_DIFFERENCE_ENTRIES:
        return g_strdup("another table");
    case SN_DIFFERENCE_NUMBER:
        return g_strdup("another number");
    case SN_DIFFERENCE_SET:
    case SN_DIFFERENCE_RESET:
        break;
    }
    const char *unit = sn_unit_symbol(sn_model_property(base, d->base, d->row)->unit);
    g_autofree char *before = sn_difference_value_text(base, d->base, d->row);
    g_autofree char *now = sn_difference_value_text(model, d->id, d->row);
    return g_strdup_printf("%s → %s%s%s", before, now, *unit != '\0' ? " " : "", unit);
}

static const SnDifference *difference_of(List *list, GtkWidget *widget)
{
    const guint at = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(widget), "sn-index"));
    return list->differences && at < list->differences->len
               ? &g_array_index(list->differences, SnDifference, at)
               : NULL;
}

static void on_reset(GtkButton *button, List *list)
{
    const SnDifference *difference = difference_of(list, GTK_WIDGET(button));
    if (difference) {
        const SnDifference copy = *difference; /* the list may be made anew */
        sn_edits_reset_to_base(list->session, &copy);
    }
}

static void on_go(GtkButton *button, List *list)
{
    const SnDifference *difference = difference_of(list, GTK_WIDGET(button));
    if (difference && sn_model_object(sn_session_model(list->session), difference->id))
        sn_session_select_one(list->session, difference->id);
}

static GtkWidget *small_label(const char *text, const char *class)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_widget_add_css_class(label, "caption");
    if (class)
        gtk_widget_add_css_class(label, class);
    return label;
}

static void name_part(GtkWidget *part, const char *what, const char *path)
{
    g_autofree char *name = g_strdup_printf("%s-%s", what, path);
    gtk_widget_set_name(part, g_strdelimit(name, " ", '-'));
}

static GtkWidget *row_of(List *list, guint at)
{
    const SnModel *model = sn_session_model(list->session), *base = sn_session_base(list->session);
    const SnDifference *d = &g_array_index(list->differences, SnDifference, at);
    g_autofree char *path = sn_difference_path(model, base, d);
    g_autofree char *text = describe(model, base, d);
    const size_t root = strlen("/model/");
    const char *shown = strlen(path) > root ? path + root : path; /* also of "/model:title" */
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    GtkWidget *words = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(words), small_label(shown, NULL));
    gtk_box_append(GTK_BOX(words), small_label(text, "dim-label"));
    GtkWidget *go = gtk_button_new();
    gtk_button_set_child(GTK_BUTTON(go), words);
    gtk_widget_add_css_class(go, "flat");
    gtk_widget_set_hexpand(go, TRUE);
    gtk_widget_set_sensitive(go, d->kind != SN_DIFFERENCE_REMOVED);
    sn_set_tooltip(go, "Select it");
    g_object_set_data(G_OBJECT(go), "sn-index", GUINT_TO_POINTER(at));
    name_part(go, "difference", path);
    g_signal_connect(go, "clicked", G_CALLBACK(on_go), list);
    GtkWidget *reset = gtk_button_new_from_icon_name("edit-undo-symbolic");
    gtk_widget_add_css_class(reset, "flat");
    gtk_widget_set_valign(reset, GTK_ALIGN_CENTER);
    sn_set_tooltip(reset, "Reset to base");
    gtk_accessible_update_property(GTK_ACCESSIBLE(reset), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Reset to base", -1);
    gtk_widget_set_visible(reset, d->kind != SN_DIFFERENCE_NUMBER);
    g_object_set_data(G_OBJECT(reset), "sn-index", GUINT_TO_POINTER(at));
    name_part(reset, "reset-difference", path);
    g_signal_connect(reset, "clicked", G_CALLBACK(on_reset), list);
    gtk_box_append(GTK_BOX(row), go);
    gtk_box_append(GTK_BOX(row), reset);
    return row;
}

/* --- all of them --- */

static void clear_rows(List *list)
{
    GtkWidget *row;
    while ((row = gtk_widget_get_first_child(list->rows)) != NULL)
        gtk_box_remove(GTK_BOX(list->rows), row);
    g_clear_pointer(&list->differences, g_array_unref);
}

static void show_differences(List *list, const SnModel *model, const SnModel *base)
{
    list->differences = sn_model_differences(model, base);
    const guint n = list->differences->len;
    g_autofree char *heading =
        g_strdup_printf("%u difference%s from %s", n, n == 1 ? "" : "s", model->base);
    gtk_label_set_text(GTK_LABEL(list->heading), heading);
    for (guint i = 0; i < MIN(n, (guint)MAX_SHOWN); i++)
        gtk_box_append(GTK_BOX(list->rows), row_of(list, i));
    g_autofree char *more =
        n > MAX_SHOWN ? g_strdup_printf("and %u more", n - MAX_SHOWN) : g_strdup("");
    gtk_label_set_text(GTK_LABEL(list->more), more);
}

static gboolean on_timer(gpointer data)
{
    List *list = data;
    list->timer = 0;
    const SnModel *model = sn_session_model(list->session), *base = sn_session_base(list->session);
    clear_rows(list);
    gtk_label_set_text(GTK_LABEL(list->more), "");
    const bool named = model && model->base;
    gtk_widget_set_visible(list->box, named);
    if (base) {
        show_differences(list, model, base);
    } else if (named) {
        g_autofree char *text = g_strdup_printf("The base %s cannot be read.", model->base);
        gtk_label_set_text(GTK_LABEL(list->heading), text);
    }
    return G_SOURCE_REMOVE;
}

void sn_difference_list_update(GtkWidget *widget)
{
    List *list = g_object_get_data(G_OBJECT(widget), "sn-list");
    if (list->timer == 0)
        list->timer = g_timeout_add(DELAY_MS, on_timer, list);
}

GtkWidget *sn_difference_list_new(SnSession *session)
{
    List *list = g_new0(List, 1);
    list->session = g_object_ref(session);
    list->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
    gtk_widget_set_name(list->box, "differences");
    list->heading = small_label("", NULL);
    gtk_widget_set_name(list->heading, "differences-heading");
    list->rows = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    list->more = small_label("", "dim-label");
    gtk_box_append(GTK_BOX(list->box), list->heading);
    gtk_box_append(GTK_BOX(list->box), list->rows);
    gtk_box_append(GTK_BOX(list->box), list->more);
    gtk_widget_set_visible(list->box, FALSE);
    g_object_set_data_full(G_OBJECT(list->box), "sn-list", list, free_list);
    return list->box;
}
