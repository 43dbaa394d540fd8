/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/import_dialog.h"
#include "ui/edits/import.h"
#include "ui/widgets/dialogs.h"

#include <math.h>
#include <string.h>

/* What the session keeps (SnImportChoice). */
static const char LAST_CHOICE[] = "sn-last-import";

typedef struct Import {
    GtkWidget *window, *unit, *up, *scale, *summary;
    SnSession *session; /* owned reference */
    char **paths;       /* owned */
    double size[3];     /* of the largest, in the file's numbers */
    bool known;         /* the size is */
} Import;

static void import_free(gpointer data)
{
    Import *import = data;
    g_object_unref(import->session);
    g_strfreev(import->paths);
    g_free(import);
}

static double longest(const double size[3])
{
    return fmax(size[0], fmax(size[1], size[2]));
}

static void measure(Import *import)
{
    for (int i = 0; import->paths[i]; i++) {
        double size[3];
        GError *error = NULL;
        if (!sn_import_measure(import->paths[i], size, &error)) {
            g_clear_error(&error); /* the import says it */
            continue;
        }
        if (!import->known || longest(size) > longest(import->size))
            memcpy(import->size, size, sizeof size);
        import->known = true;
    }
}

static SnImportChoice chosen(const Import *import)
{
    return (SnImportChoice){(SnImportUnit)gtk_drop_down_get_selected(GTK_DROP_DOWN(import->unit)),
                            2 - (int)gtk_drop_down_get_selected(GTK_DROP_DOWN(import->up)),
                            gtk_spin_button_get_value(GTK_SPIN_BUTTON(import->scale))};
}

/* "430 × 82 × 95 mm": in m where it is that large. */
static char *size_text(const double size[3], double factor)
{
    const bool large = longest(size) * factor >= 2;
    const double shown = factor * (large ? 1 : 1e3);
    return g_strdup_printf("%.3g × %.3g × %.3g %s", size[0] * shown, size[1] * shown,
                           size[2] * shown, large ? "m" : "mm");
}

static char *length_text(double length)
{
    const bool large = length >= 2;
    return g_strdup_printf("%.3g %s", length * (large ? 1 : 1e3), large ? "m" : "mm");
}

/* Whether something is much larger or smaller than what bodies are made of. */
static bool is_odd(double length)
{
    return length > 3 || length < 1e-3;
}

static void update(Import *import)
{
    const SnImportChoice choice = chosen(import);
    const double factor = sn_import_unit_size(choice.unit) * choice.scale;
    const char *which = import->paths[1] ? "The largest" : "It";
    gtk_widget_remove_css_class(import->summary, "error");
    if (!import->known) {
        gtk_label_set_text(GTK_LABEL(import->summary), "How large it is shows after the import.");
        return;
    }
    char *size = size_text(import->size, factor);
    const double length = longest(import->size) * factor;
    const bool odd = is_odd(length);
    SnImportUnit likely = sn_import_guess(import->size).unit;
    char *high = length_text(import->size[choice.up] * factor);
    char *text = odd ? g_strdup_printf("%s would be %s. Is it in %s?", which, size,
                                       sn_import_unit_name(likely))
                     : g_strdup_printf("%s will be %s, %s of it in height.", which, size, high);
    if (odd)
        gtk_widget_add_css_class(import->summary, "error");
    gtk_label_set_text(GTK_LABEL(import->summary), text);
    g_free(high);
    g_free(text);
    g_free(size);
}

static void on_changed(GObject *object, GParamSpec *pspec, Import *import)
{
    update(import);
}

/* Files of one model come from one program: what was chosen for the last ones is right for these,
 * if it makes them of a likely size; a guess from each one's size may turn one bone and not the
 * other. */
static SnImportChoice first_choice(const Import *import)
{
    const SnImportChoice guess =
        import->known ? sn_import_guess(import->size) : (SnImportChoice){SN_IMPORT_METRES, 2, 1};
    const SnImportChoice *last = g_object_get_data(G_OBJECT(import->session), LAST_CHOICE);
    if (!last)
        return guess;
    const double length = longest(import->size) * sn_import_unit_size(last->unit) * last->scale;
    return !import->known || !is_odd(length) ? *last : (SnImportChoice){guess.unit, last->up, 1};
}

static void on_accept(GtkButton *button, Import *import)
{
    const SnImportChoice choice = chosen(import);
    g_object_set_data_full(G_OBJECT(import->session), LAST_CHOICE,
                           g_memdup2(&choice, sizeof choice), g_free);
    sn_edits_import(import->session, (const char *const *)import->paths,
                    (int)g_strv_length(import->paths), &choice);
    gtk_window_destroy(GTK_WINDOW(import->window));
}

/* --- making --- */

static GtkWidget *add_row(GtkWidget *grid, int row, const char *label, GtkWidget *widget,
                          const char *name)
{
    GtkWidget *text = gtk_label_new(label);
    gtk_label_set_xalign(GTK_LABEL(text), 1);
    gtk_widget_add_css_class(text, "dim-label");
    gtk_widget_set_name(widget, name);
    gtk_widget_set_hexpand(widget, TRUE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
    gtk_grid_attach(GTK_GRID(grid), text, 0, row, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), widget, 1, row, 1, 1);
    return widget;
}

static char *files_text(char **paths)
{
    GString *text = g_string_new(NULL);
    for (int i = 0; paths[i] && i < 5; i++) {
        char *base = g_path_get_basename(paths[i]);
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", base);
        g_free(base);
    }
    if (g_strv_length(paths) > 5)
        g_string_append_printf(text, " and %u more", g_strv_length(paths) - 5);
    return g_string_free(text, FALSE);
}

static GtkWidget *make_grid(Import *import)
{
    const char *units[SN_IMPORT_N_UNITS + 1] = {NULL};
    static const char *const axes[] = {"z (as here)", "y (many programs)", "x", NULL};
    for (int i = 0; i < SN_IMPORT_N_UNITS; i++)
        units[i] = sn_import_unit_name((SnImportUnit)i);
    const SnImportChoice first = first_choice(import);
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_row_spacing(GTK_GRID(grid), 8);
    gtk_grid_set_column_spacing(GTK_GRID(grid), 12);
    char *files = files_text(import->paths);
    GtkWidget *names =
        add_row(grid, 0, import->paths[1] ? "Files" : "File", gtk_label_new(files), "import-files");
    g_free(files);
    gtk_label_set_xalign(GTK_LABEL(names), 0);
    gtk_label_set_wrap(GTK_LABEL(names), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(names), 44);
    import->unit = add_row(grid, 1, "Unit of the numbers", gtk_drop_down_new_from_strings(units),
                           "import-unit");
    gtk_drop_down_set_selected(GTK_DROP_DOWN(import->unit), (guint)first.unit);
    import->up =
        add_row(grid, 2, "Up in the file", gtk_drop_down_new_from_strings(axes), "import-up");
    gtk_drop_down_set_selected(GTK_DROP_DOWN(import->up), (guint)(2 - first.up));
    import->scale = add_row(grid, 3, "Scale further by",
                            gtk_spin_button_new_with_range(0.001, 1000, 0.01), "import-scale");
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(import->scale), 3);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(import->scale), first.scale);
    import->summary = add_row(grid, 4, "", gtk_label_new(NULL), "import-summary");
    gtk_label_set_xalign(GTK_LABEL(import->summary), 0);
    gtk_label_set_wrap(GTK_LABEL(import->summary), TRUE);
    gtk_label_set_width_chars(GTK_LABEL(import->summary), 40);
    gtk_label_set_max_width_chars(GTK_LABEL(import->summary), 44);
    return grid;
}

static GtkWidget *make_buttons(Import *import)
{
    GtkWidget *cancel = gtk_button_new_with_label("Cancel");
    GtkWidget *accept = gtk_button_new_with_label("Import");
    gtk_widget_set_name(cancel, "import-cancel");
    gtk_widget_set_name(accept, "import-accept");
    g_signal_connect(accept, "clicked", G_CALLBACK(on_accept), import);
    gtk_window_set_default_widget(GTK_WINDOW(import->window), accept);
    return sn_dialog_buttons(GTK_WINDOW(import->window), cancel, accept);
}

void sn_import_dialog_open(GtkWindow *parent, SnSession *session, const char *const *paths)
{
    Import *import = g_new0(Import, 1);
    import->window = gtk_window_new();
    import->session = g_object_ref(session);
    import->paths = g_strdupv((char **)paths);
    measure(import);
    GtkWindow *window = GTK_WINDOW(import->window);
    gtk_window_set_title(window, "Import Meshes");
    gtk_window_set_transient_for(window, parent);
    gtk_window_set_modal(window, TRUE);
    gtk_window_set_destroy_with_parent(window, TRUE);
    gtk_window_set_resizable(window, FALSE);
    gtk_widget_set_name(import->window, "import-window");
    gtk_widget_add_css_class(import->window, "sn-window");
    g_object_set_data_full(G_OBJECT(window), "sn-import", import, import_free);
    GtkWidget *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 16);
    gtk_widget_add_css_class(content, "sn-dialog");
    gtk_box_append(GTK_BOX(content), make_grid(import));
    gtk_box_append(GTK_BOX(content), make_buttons(import));
    gtk_window_set_child(window, content);
    /* Enter takes the guess; on a list it would open that */
    gtk_window_set_focus(window, gtk_window_get_default_widget(window));
    g_signal_connect(import->unit, "notify::selected", G_CALLBACK(on_changed), import);
    g_signal_connect(import->up, "notify::selected", G_CALLBACK(on_changed), import);
    g_signal_connect(import->scale, "notify::value", G_CALLBACK(on_changed), import);
    update(import);
    gtk_window_present(window);
}
