/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/export_dialog.h"

#include "ui/widgets/dialogs.h"

#include <math.h>
#include <string.h>

enum { RANGE_ALL, RANGE_LOOP, RANGE_OWN };
enum { FORMAT_PNG, FORMAT_WEBM };

static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {3840, 2160}};

typedef struct Dialog {
    GtkWidget *window;
    SnExportOffer offer; /* texts are not kept */
    char *webm_lacks;
    SnExportChosen chosen; /* NULL: told */
    gpointer data;
    int ranges[3]; /* RANGE_* by row of the list */
    GtkWidget *range, *from, *to, *speed, *fps, *size, *format, *stamp, *path;
    GtkWidget *summary, *accept;
} Dialog;

/* --- what is chosen --- */

static int chosen_range(const Dialog *dialog)
{
    return dialog->ranges[gtk_drop_down_get_selected(GTK_DROP_DOWN(dialog->range))];
}

static double number(GtkWidget *spin)
{
    return gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin));
}

static void read_choice(const Dialog *dialog, SnExportChoice *choice)
{
    const SnExportOffer *offer = &dialog->offer;
    const guint size = gtk_drop_down_get_selected(GTK_DROP_DOWN(dialog->size));
    *choice = (SnExportChoice){.width = size == 0 ? offer->width : sizes[size - 1][0],
                               .height = size == 0 ? offer->height : sizes[size - 1][1],
                               .path = gtk_editable_get_text(GTK_EDITABLE(dialog->path))};
    if (!offer->movie)
        return;
    const int range = chosen_range(dialog);
    choice->from = range == RANGE_ALL    ? offer->from
                   : range == RANGE_LOOP ? offer->loop[0]
                                         : number(dialog->from);
    choice->to = range == RANGE_ALL    ? offer->to
                 : range == RANGE_LOOP ? offer->loop[1]
                                       : number(dialog->to);
    choice->speed = number(dialog->speed);
    choice->fps = number(dialog->fps);
    choice->webm = gtk_drop_down_get_selected(GTK_DROP_DOWN(dialog->format)) == FORMAT_WEBM;
    choice->time_stamp = gtk_check_button_get_active(GTK_CHECK_BUTTON(dialog->stamp));
}

/* What is wrong with it; NULL: nothing. */
static const char *objection(const Dialog *dialog, const SnExportChoice *choice)
{
    if (choice->webm && dialog->webm_lacks)
        return dialog->webm_lacks;
    if (dialog->offer.movie && dialog->offer.to <= dialog->offer.from)
        return "Nothing is recorded yet: let the simulation run first.";
    if (choice->to < choice->from)
        return "The end is before the beginning.";
    return choice->path[0] == '\0' ? "A name for it is missing." : NULL;
}

static void update(Dialog *dialog)
{
    SnExportChoice choice;
    read_choice(dialog, &choice);
    const char *wrong = objection(dialog, &choice);
    if (dialog->offer.movie) {
        const bool own = chosen_range(dialog) == RANGE_OWN;
        gtk_widget_set_sensitive(dialog->from, own);
        gtk_widget_set_sensitive(dialog->to, own);
        if (!own) {
            gtk_spin_button_set_value(GTK_SPIN_BUTTON(dialog->from), choice.from);
            gtk_spin_button_set_value(GTK_SPIN_BUTTON(dialog->to), choice.to);
        }
    }
    char *text = NULL;
    if (!wrong && dialog->offer.movie) {
        const double n = floor((choice.to - choice.from) * choice.fps / choice.speed + 1e-6) + 1;
        text = g_strdup_printf("%.0f frame%s, %.4g s of film, %d × %d pixels", n, n == 1 ? "" : "s",
                               n / choice.fps, choice.width, choice.height);
    }
    gtk_label_set_text(GTK_LABEL(dialog->summary), wrong ? wrong : text ? text : "");
    g_free(text);
    gtk_widget_set_sensitive(dialog->accept, wrong == NULL);
}

static void on_change(GObject *object, GParamSpec *spec, gpointer dialog)
{
    update(dialog);
}

/* --- the file --- */

/* "jaw" becomes "jaw.webm", "jaw.webm" a folder "jaw": the ending follows the format. */
static void on_format(GObject *object, GParamSpec *spec, gpointer data)
{
    Dialog *dialog = data;
    const bool webm = gtk_drop_down_get_selected(GTK_DROP_DOWN(dialog->format)) == FORMAT_WEBM;
    const char *text = gtk_editable_get_text(GTK_EDITABLE(dialog->path));
    const bool has = g_str_has_suffix(text, ".webm");
    if (*text != '\0' && webm != has) {
        char *path = has ? g_strndup(text, strlen(text) - strlen(".webm"))
                         : g_strconcat(text, ".webm", NULL);
        gtk_editable_set_text(GTK_EDITABLE(dialog->path), path);
        g_free(path);
    }
    update(dialog);
}

static void path_chosen(const char *path, gpointer data)
{
    GWeakRef *reference = data; /* to the window: it may have been closed meanwhile */
    GtkWidget *window = g_weak_ref_get(reference);
    g_weak_ref_clear(reference);
    g_free(reference);
    if (!window)
        return;
    if (path) {
        Dialog *dialog = g_object_get_data(G_OBJECT(window), "sn-dialog");
        gtk_editable_set_text(GTK_EDITABLE(dialog->path), path);
    }
    g_object_unref(window);
}

static void on_browse(GtkButton *button, gpointer data)
{
    Dialog *dialog = data;
    SnExportChoice choice;
    read_choice(dialog, &choice);
    char *path = g_canonicalize_filename(choice.path, NULL);
    char *folder = g_path_get_dirname(path);
    char *name = g_path_get_basename(path);
    GWeakRef *reference = g_new0(GWeakRef, 1);
    g_weak_ref_init(reference, dialog->window);
    sn_dialog_save_export(GTK_WINDOW(dialog->window), folder, name,
                          !dialog->offer.movie ? ".png"
                          : choice.webm        ? ".webm"
                                               : NULL,
                          path_chosen, reference);
    g_free(name);
    g_free(folder);
    g_free(path);
}

/* --- the end --- */

static void on_destroy(GtkWidget *window, gpointer data)
{
    Dialog *dialog = data;
    if (dialog->chosen)
        dialog->chosen(NULL, dialog->data);
}

static void dialog_free(gpointer data)
{
    Dialog *dialog = data;
    g_free(dialog->webm_lacks);
    g_free(dialog);
}

static void on_accept(GtkButton *button, gpointer data)
{
    Dialog *dialog = data;
    SnExportChoice choice;
    read_choice(dialog, &choice);
    if (objection(dialog, &choice))
        return;
    const char *ending = !dialog->offer.movie ? ".png" : choice.webm ? ".webm" : "";
    char *path = g_canonicalize_filename(choice.path, g_get_home_dir());
    char *whole = g_str_has_suffix(path, ending) ? g_strdup(path) : g_strconcat(path, ending, NULL);
    choice.path = whole;
    SnExportChosen chosen = dialog->chosen;
    gpointer chosen_data = dialog->data;
    dialog->chosen = NULL;
    gtk_window_destroy(GTK_WINDOW(dialog->window));
    chosen(&choice, chosen_data);
    g_free(whole);
    g_free(path);
}

/* --- widgets --- */

static GtkWidget *named(GtkWidget *widget, const char *name, const char *label)
{
    gtk_widget_set_name(widget, name);
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
    return widget;
}

static int n_rows(GtkWidget *grid)
{
    int rows = 0;
    while (gtk_grid_get_child_at(GTK_GRID(grid), 0, rows))
        rows++;
    return rows;
}

static void add_row(GtkWidget *grid, const char *label, GtkWidget *widget)
{
    const int row = n_rows(grid);
    GtkWidget *text = gtk_label_new(label);
    gtk_label_set_xalign(GTK_LABEL(text), 1);
    gtk_widget_add_css_class(text, "dim-label");
    gtk_widget_set_hexpand(widget, TRUE);
    gtk_grid_attach(GTK_GRID(grid), text, 0, row, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), widget, 1, row, 1, 1);
}

static GtkWidget *spin(Dialog *dialog, double low, double high, double value, int digits,
                       const char *name, const char *label)
{
    GtkWidget *widget = gtk_spin_button_new_with_range(low, high, digits > 2 ? 0.1 : 1);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(widget), (guint)digits);
    gtk_spin_button_set_numeric(GTK_SPIN_BUTTON(widget), TRUE);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(widget), value);
    gtk_editable_set_width_chars(GTK_EDITABLE(widget), 7);
    gtk_widget_add_css_class(widget, "numeric");
    g_signal_connect(widget, "notify::value", G_CALLBACK(on_change), dialog);
    return named(widget, name, label);
}

static GtkWidget *list(const char *const *texts, const char *name, const char *label)
{
    return named(gtk_drop_down_new_from_strings(texts), name, label);
}

static void append(GtkWidget *box, const char *text)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_widget_add_css_class(label, "dim-label");
    gtk_box_append(GTK_BOX(box), label);
}

static void add_range(Dialog *dialog, GtkWidget *grid)
{
    const SnExportOffer *offer = &dialog->offer;
    const bool loop = offer->loop[1] > offer->loop[0];
    const char *texts[4] = {"Everything recorded"};
    int n = 1;
    if (loop) {
        dialog->ranges[n] = RANGE_LOOP;
        texts[n++] = "The loop";
    }
    dialog->ranges[n] = RANGE_OWN;
    texts[n] = "From … to";
    dialog->range = list(texts, "export-range", "Range");
    g_signal_connect(dialog->range, "notify::selected", G_CALLBACK(on_change), dialog);
    add_row(grid, "Range", dialog->range);

    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    dialog->from = spin(dialog, 0, 1e6, offer->from, 3, "export-from", "From");
    dialog->to = spin(dialog, 0, 1e6, offer->to, 3, "export-to", "To");
    gtk_box_append(GTK_BOX(box), dialog->from);
    append(box, "to");
    gtk_box_append(GTK_BOX(box), dialog->to);
    append(box, "s");
    add_row(grid, "", box);
}

static void add_film(Dialog *dialog, GtkWidget *grid)
{
    add_range(dialog, grid);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    dialog->speed = spin(dialog, 0.001, 1000, 1, 3, "export-speed", "Speed");
    gtk_widget_set_tooltip_text(dialog->speed, "Simulated seconds in a second of the film");
    dialog->fps = spin(dialog, 1, 240, 25, 0, "export-fps", "Frames per second");
    gtk_box_append(GTK_BOX(box), dialog->speed);
    append(box, "× real time,");
    gtk_box_append(GTK_BOX(box), dialog->fps);
    append(box, "frames / s");
    add_row(grid, "Speed", box);
}

static void add_size(Dialog *dialog, GtkWidget *grid)
{
    char *view = g_strdup_printf("As shown: %d × %d", dialog->offer.width, dialog->offer.height);
    char *texts[G_N_ELEMENTS(sizes) + 2] = {view};
    for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++)
        texts[i + 1] = g_strdup_printf("%d × %d", sizes[i][0], sizes[i][1]);
    dialog->size = list((const char *const *)(void *)texts, "export-size", "Size");
    for (gsize i = 0; i <= G_N_ELEMENTS(sizes); i++)
        g_free(texts[i]);
    g_signal_connect(dialog->size, "notify::selected", G_CALLBACK(on_change), dialog);
    add_row(grid, "Size", dialog->size);
}

static void add_format(Dialog *dialog, GtkWidget *grid)
{
    static const char *const formats[] = {"PNG pictures in a folder", "WebM film", NULL};
    dialog->format = list(formats, "export-format", "Format");
    g_signal_connect(dialog->format, "notify::selected", G_CALLBACK(on_format), dialog);
    add_row(grid, "Format", dialog->format);
    dialog->stamp = gtk_check_button_new_with_label("Time in the lower left corner");
    named(dialog->stamp, "export-stamp", "Time in the corner");
    add_row(grid, "", dialog->stamp);
}

static void add_path(Dialog *dialog, GtkWidget *grid, const SnExportOffer *offer)
{
    dialog->path = named(gtk_entry_new(), "export-path", "File or folder");
    gtk_widget_set_hexpand(dialog->path, TRUE);
    gtk_editable_set_width_chars(GTK_EDITABLE(dialog->path), 34);
    gtk_entry_set_activates_default(GTK_ENTRY(dialog->path), TRUE);
    char *base = offer->movie ? g_strdup(offer->name) : g_strconcat(offer->name, ".png", NULL);
    char *path = g_build_filename(offer->folder ? offer->folder : g_get_home_dir(), base, NULL);
    gtk_editable_set_text(GTK_EDITABLE(dialog->path), path);
    gtk_editable_set_position(GTK_EDITABLE(dialog->path), -1);
    g_free(path);
    g_free(base);
    g_signal_connect(dialog->path, "notify::text", G_CALLBACK(on_change), dialog);
    GtkWidget *browse = named(gtk_button_new_with_label("Browse…"), "export-browse", "Browse");
    g_signal_connect(browse, "clicked", G_CALLBACK(on_browse), dialog);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    gtk_box_append(GTK_BOX(box), dialog->path);
    gtk_box_append(GTK_BOX(box), browse);
    add_row(grid, "To", box);
}

static GtkWidget *make_buttons(Dialog *dialog)
{
    GtkWidget *cancel = named(gtk_button_new_with_label("Cancel"), "export-cancel", "Cancel");
    dialog->accept = named(gtk_button_new_with_label(dialog->offer.movie ? "Export" : "Save"),
                           "export-accept", dialog->offer.movie ? "Export" : "Save");
    g_signal_connect(dialog->accept, "clicked", G_CALLBACK(on_accept), dialog);
    return sn_dialog_buttons(GTK_WINDOW(dialog->window), cancel, dialog->accept);
}

void sn_dialog_export(GtkWindow *parent, const SnExportOffer *offer, SnExportChosen chosen,
                      gpointer data)
{
    Dialog *dialog = g_new0(Dialog, 1);
    *dialog = (Dialog){.window = gtk_window_new(),
                       .offer = *offer,
                       .webm_lacks = g_strdup(offer->webm_lacks),
                       .chosen = chosen,
                       .data = data};
    GtkWindow *window = GTK_WINDOW(dialog->window);
    gtk_window_set_title(window, offer->movie ? "Export Movie" : "Save Picture");
    gtk_window_set_transient_for(window, parent);
    gtk_window_set_modal(window, TRUE);
    gtk_window_set_destroy_with_parent(window, TRUE);
    gtk_window_set_resizable(window, FALSE);
    gtk_widget_set_name(dialog->window, "export-window");
    gtk_widget_add_css_class(dialog->window, "sn-window");
    g_object_set_data_full(G_OBJECT(window), "sn-dialog", dialog, dialog_free);

    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_row_spacing(GTK_GRID(grid), 8);
    gtk_grid_set_column_spacing(GTK_GRID(grid), 12);
    if (offer->movie)
        add_film(dialog, grid);
    add_size(dialog, grid);
    if (offer->movie)
        add_format(dialog, grid);
    add_path(dialog, grid, offer);
    dialog->summary = named(gtk_label_new(NULL), "export-summary", "Summary");
    gtk_label_set_xalign(GTK_LABEL(dialog->summary), 0);
    gtk_label_set_wrap(GTK_LABEL(dialog->summary), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(dialog->summary), 50);
    add_row(grid, "", dialog->summary);

    GtkWidget *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 16);
    gtk_widget_add_css_class(content, "sn-dialog");
    gtk_box_append(GTK_BOX(content), grid);
    gtk_box_append(GTK_BOX(content), make_buttons(dialog));
    gtk_window_set_child(window, content);
    gtk_window_set_default_widget(window, dialog->accept);
    gtk_window_set_focus(window, dialog->accept); /* Enter on a list would open that */
    g_signal_connect(window, "destroy", G_CALLBACK(on_destroy), dialog);
    update(dialog);
    gtk_window_present(window);
}
