/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/changed_dialog.h"

#include "engine/model/file/difference.h"
#include "ui/properties/difference_list.h"

#include <string.h>

enum { MAX_SHOWN = 200, LIST_HEIGHT = 220, LIST_WIDTH = 560 };

typedef struct Asking {
    SnChangedAnswered answered;
    gpointer data;
} Asking;

static void on_response(GtkDialog *dialog, int response, Asking *asking)
{
    const Asking copy = *asking;
    g_free(asking);
    gtk_window_destroy(GTK_WINDOW(dialog));
    const bool one = response == SN_CHANGED_RELOAD || response == SN_CHANGED_SAVE_AS ||
                     response == SN_CHANGED_OVERWRITE;
    copy.answered(one ? (SnChangedAnswer)response : SN_CHANGED_CANCEL, copy.data);
}

/* --- the list --- */

static void add_cell(GtkGrid *grid, int column, int row, const char *text, const char *class)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_yalign(GTK_LABEL(label), 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_width_chars(GTK_LABEL(label), column == 0 ? 26 : 16);
    gtk_label_set_max_width_chars(GTK_LABEL(label), column == 0 ? 36 : 26);
    gtk_widget_set_hexpand(label, column == 0);
    if (class)
        gtk_widget_add_css_class(label, class);
    gtk_grid_attach(grid, label, column, row, 1, 1);
}

/* The value with its unit, or that it is not there. */
static char *value_of(const SnModel *model, SnId id, int row)
{
    const SnProperty *property = sn_model_property(model, id, row);
    if (!property || !sn_model_object(model, id))
        return g_strdup("–");
    g_autofree char *plain = sn_difference_value_text(model, id, row);
    g_auto(GStrv) parts = g_strsplit(plain, ",", sn_type_width(property->type) > 1 ? -1 : 1);
    g_autofree char *value = g_strjoinv(", ", parts);
    const char *unit = sn_unit_symbol(property->unit);
    return g_strdup_printf("%s%s%s", value, *unit != '\0' ? " " : "", unit);
}

static char *number_of(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    return component ? g_strdup_printf("%d", component->number) : g_strdup("–");
}

/* What the document has, and what the file has. */
static void describe(const SnModel *here, const SnModel *there, const SnDifference *d, char **ours,
                     char **theirs)
{
    switch (d->kind) {
    case SN_DIFFERENCE_REMOVED:
        *ours = g_strdup("not there");
        *theirs = g_strdup("there");
        return;
    case SN_DIFFERENCE_ADDED:
        *ours = g_strdup(sn_id_is_null(d->base) ? "there" : "in another place");
        *theirs = g_strdup(sn_id_is_null(d->base) ? "not there" : "there");
        return;
    case SN_DIFFERENCE_ENTRIES:
        *ours = g_strdup("another table");
        *theirs = g_strdup("");
        return;
    case SN_DIFFERENCE_NUMBER:
        *ours = number_of(here, d->id);
        *theirs = number_of(there, d->base);
        return;
    case SN_DIFFERENCE_SET:
    case SN_DIFFERENCE_RESET:
        break;
    }
    *ours = value_of(here, d->id, d->row);
    *theirs = value_of(there, d->base, d->row);
}

static void add_row(GtkGrid *grid, int row, const SnChangedQuestion *question,
                    const SnDifference *d)
{
    g_autofree char *path = sn_difference_path(question->here, question->there, d);
    g_autofree char *ours = NULL, *theirs = NULL;
    describe(question->here, question->there, d, &ours, &theirs);
    const size_t root = strlen("/model/");
    add_cell(grid, 0, row, strlen(path) > root ? path + root : path, NULL);
    add_cell(grid, 1, row, ours, NULL);
    add_cell(grid, 2, row, theirs, NULL);
}

static GtkWidget *list_of(const SnChangedQuestion *question, const GArray *differences)
{
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_column_spacing(GTK_GRID(grid), 18);
    gtk_grid_set_row_spacing(GTK_GRID(grid), 4);
    gtk_widget_add_css_class(grid, "sn-text");
    add_cell(GTK_GRID(grid), 0, 0, "What differs", "heading");
    add_cell(GTK_GRID(grid), 1, 0, "In this window", "heading");
    add_cell(GTK_GRID(grid), 2, 0, "In the file", "heading");
    const int n = (int)MIN(differences->len, (guint)MAX_SHOWN);
    for (int i = 0; i < n; i++)
        add_row(GTK_GRID(grid), i + 1, question, &g_array_index(differences, SnDifference, i));
    if (differences->len > MAX_SHOWN) {
        g_autofree char *more = g_strdup_printf("and %u more", differences->len - MAX_SHOWN);
        add_cell(GTK_GRID(grid), 0, n + 1, more, "dim-label");
    }
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), grid);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), LIST_HEIGHT);
    gtk_scrolled_window_set_has_frame(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_widget_set_size_request(scrolled, LIST_WIDTH, -1);
    gtk_widget_set_name(scrolled, "changed-differences");
    return scrolled;
}

/* --- the question --- */

static char *explain(const SnChangedQuestion *question, const GArray *differences)
{
    if (!question->there)
        return g_strdup_printf("What it holds now cannot be read: %s", question->problem);
    g_autofree char *when =
        question->when ? g_strdup_printf(" at %s", question->when) : g_strdup("");
    if (differences->len == 0)
        return g_strdup_printf("Another window or program saved it%s. The model in it is the same "
                               "as here.",
                               when);
    return g_strdup_printf(
        "Another window or program saved it%s. Overwriting it loses what was changed there%s", when,
        question->unsaved ? "; reloading it loses what you changed here and have not saved." : ".");
}

static GtkWidget *add_button(GtkWidget *dialog, const char *text, SnChangedAnswer answer,
                             const char *name, bool loses)
{
    GtkWidget *button = gtk_dialog_add_button(GTK_DIALOG(dialog), text, (int)answer);
    gtk_widget_set_name(button, name);
    if (loses)
        gtk_widget_add_css_class(button, "destructive-action");
    return button;
}

static void add_buttons(GtkWidget *dialog, const SnChangedQuestion *question)
{
    add_button(dialog, "_Cancel", SN_CHANGED_CANCEL, "changed-cancel", false);
    add_button(dialog, "_Overwrite", SN_CHANGED_OVERWRITE, "changed-overwrite", true);
    GtkWidget *reload = add_button(dialog, "_Reload", SN_CHANGED_RELOAD, "changed-reload",
                                   question->unsaved && question->there);
    gtk_widget_set_sensitive(reload, question->there != NULL);
    add_button(dialog, "Save _As…", SN_CHANGED_SAVE_AS, "changed-save-as", false);
    /* what loses nothing */
    const int safe = !question->unsaved && question->there ? SN_CHANGED_RELOAD : SN_CHANGED_SAVE_AS;
    gtk_dialog_set_default_response(GTK_DIALOG(dialog), safe);
    gtk_widget_add_css_class(gtk_dialog_get_widget_for_response(GTK_DIALOG(dialog), safe),
                             "suggested-action");
}

void sn_changed_dialog_show(GtkWindow *parent, const SnChangedQuestion *question,
                            SnChangedAnswered answered, gpointer data)
{
    g_autoptr(GArray) differences =
        question->there ? sn_model_differences(question->here, question->there) : NULL;
    g_autofree char *text = explain(question, differences);
    GtkWidget *dialog = gtk_message_dialog_new(
        parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_WARNING,
        GTK_BUTTONS_NONE, "“%s” was changed outside this window", question->name);
    gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(dialog), "%s", text);
    gtk_window_set_title(GTK_WINDOW(dialog), "Changed Outside");
    gtk_widget_set_name(dialog, "changed");
    gtk_widget_add_css_class(dialog, "sn-window");
    if (differences && differences->len > 0)
        gtk_box_append(GTK_BOX(gtk_message_dialog_get_message_area(GTK_MESSAGE_DIALOG(dialog))),
                       list_of(question, differences));
    add_buttons(dialog, question);
    Asking *asking = g_new0(Asking, 1);
    *asking = (Asking){answered, data};
    g_signal_connect(dialog, "response", G_CALLBACK(on_response), asking);
    gtk_window_present(GTK_WINDOW(dialog));
}
