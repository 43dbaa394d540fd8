/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/select_dialog.h"

#include "engine/model/drawable.h"
#include "engine/model/edit/select.h"
#include "ui/edits/copy.h"
#include "ui/widgets/form.h"

typedef struct Select {
    GtkWindow *window;
    SnSession *session; /* owned reference */
    GArray *before;     /* what was selected */
    GPtrArray *classes; /* of the kinds offered, NULL first: any */
    bool kept;
    GtkWidget *name, *kind, *add, *text, *accept;
} Select;

static void choose(SnSession *session, const GArray *ids, SnSelect how)
{
    sn_session_select(session, (const SnId *)(const void *)ids->data, (int)ids->len, how);
}

static void update(Select *select)
{
    const SnModel *model = sn_session_model(select->session);
    const guint kind = gtk_drop_down_get_selected(GTK_DROP_DOWN(select->kind));
    const char *pattern = gtk_editable_get_text(GTK_EDITABLE(select->name));
    const bool asked = kind != 0 || *pattern != '\0';
    GError *error = NULL;
    g_autoptr(GArray) found =
        asked ? sn_select_matching(model, select->classes->pdata[kind], pattern, &error)
              : g_array_new(FALSE, FALSE, sizeof(SnId));
    gtk_widget_set_sensitive(select->accept, found && found->len > 0);
    if (!found) {
        sn_form_say(select->text, error->message, true);
        g_error_free(error);
        return;
    }
    const bool add = gtk_check_button_get_active(GTK_CHECK_BUTTON(select->add));
    choose(select->session, select->before, SN_SELECT_REPLACE);
    if (asked && (!add || found->len > 0))
        choose(select->session, found, add ? SN_SELECT_ADD : SN_SELECT_REPLACE);
    g_autofree char *count = sn_count_text(model, (SnId *)(void *)found->data, (int)found->len);
    g_autofree char *words = !asked ? g_strdup("Write a part of the name, or choose a kind.")
                             : found->len == 0 ? g_strdup("None is like that.")
                                               : g_strdup_printf("Selects %s.", count);
    sn_form_say(select->text, words, false);
}

static void on_edited(GtkEditable *entry, Select *select)
{
    update(select);
}

static void on_changed(GObject *object, GParamSpec *pspec, Select *select)
{
    if (!gtk_widget_in_destruction(GTK_WIDGET(select->window)))
        update(select);
}

static void on_accept(Select *select)
{
    select->kept = true;
    gtk_window_destroy(select->window);
}

static void select_free(gpointer data)
{
    Select *select = data;
    if (!select->kept && sn_session_model(select->session))
        choose(select->session, select->before, SN_SELECT_REPLACE);
    g_array_unref(select->before);
    g_ptr_array_unref(select->classes);
    g_object_unref(select->session);
    g_free(select);
}

/* --- making --- */

static bool note_class(SnComponent *component, void *data)
{
    GPtrArray *classes = data;
    if (component->parent && component->parent->class == &SN_CLASS_LIST &&
        !g_ptr_array_find(classes, component->class, NULL))
        g_ptr_array_add(classes, (gpointer)component->class);
    return true;
}

static int by_label(gconstpointer a, gconstpointer b)
{
    const SnClass *const *one = a, *const *other = b;
    return g_utf8_collate((*one)->label, (*other)->label);
}

/* The kinds that the model has some of. */
static GtkWidget *make_kinds(Select *select)
{
    sn_component_walk(sn_session_model(select->session)->root, note_class, select->classes);
    g_ptr_array_sort(select->classes, by_label);
    g_ptr_array_insert(select->classes, 0, NULL);
    GtkStringList *labels = gtk_string_list_new((const char *const[]){"Any", NULL});
    for (guint i = 1; i < select->classes->len; i++)
        gtk_string_list_append(labels, ((const SnClass *)select->classes->pdata[i])->label);
    return gtk_drop_down_new(G_LIST_MODEL(labels), NULL);
}

static GtkWidget *make_rows(Select *select)
{
    GtkWidget *grid = sn_form_grid();
    select->name = sn_form_row(grid, 0, "Name", gtk_entry_new(), "select-name");
    gtk_entry_set_placeholder_text(GTK_ENTRY(select->name), "part of it, rib_*_l or /^rib[0-9]/");
    gtk_entry_set_activates_default(GTK_ENTRY(select->name), TRUE);
    select->kind = sn_form_row(grid, 1, "Kind", make_kinds(select), "select-kind");
    select->add = sn_form_row(
        grid, 2, "", gtk_check_button_new_with_label("Beside what is selected"), "select-add");
    select->text = sn_form_text(grid, 3, "select-text");
    return grid;
}

void sn_select_dialog_open(GtkWindow *parent, SnSession *session)
{
    Select *select = g_new0(Select, 1);
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    select->window = sn_form_window(parent, session, "Select By Name or Kind", "select-window");
    select->session = g_object_ref(session);
    select->before = g_array_new(FALSE, FALSE, sizeof(SnId));
    g_array_append_vals(select->before, ids, (guint)n);
    select->classes = g_ptr_array_new();
    g_object_set_data_full(G_OBJECT(select->window), "sn-select", select, select_free);
    select->accept = gtk_button_new_with_label("Select");
    GtkWidget *cancel = gtk_button_new_with_label("Cancel"), *rows = make_rows(select);
    gtk_widget_set_name(select->accept, "select-accept");
    gtk_widget_set_name(cancel, "select-cancel");
    g_signal_connect(select->name, "changed", G_CALLBACK(on_edited), select);
    g_signal_connect(select->kind, "notify::selected", G_CALLBACK(on_changed), select);
    g_signal_connect(select->add, "notify::active", G_CALLBACK(on_changed), select);
    g_signal_connect_swapped(select->accept, "clicked", G_CALLBACK(on_accept), select);
    update(select);
    sn_form_present(select->window, rows, cancel, select->accept);
}
