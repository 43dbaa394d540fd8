/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/measure_dialog.h"

#include "ui/edits/amounts.h"
#include "ui/widgets/form.h"

static const char TEXT_KEY[] = "sn-measured";

typedef struct Measured {
    GtkWidget *grid;
    GString *text; /* of all rows, to be copied */
    int row;
} Measured;

/* "12.3  4.5  6.7 mm"; name: of the widget. */
static void add_row(Measured *measured, const char *label, const char *name, const double *number,
                    int n, SnUnit unit)
{
    GString *text = g_string_new(NULL);
    for (int i = 0; i < n; i++) {
        g_autofree char *one = sn_unit_format(number[i], unit, 6);
        g_string_append_printf(text, "%s%s", i > 0 ? "   " : "", one);
    }
    g_string_append_printf(text, " %s", sn_unit_shown(unit));
    GtkWidget *value = gtk_label_new(text->str);
    gtk_label_set_selectable(GTK_LABEL(value), TRUE);
    gtk_label_set_xalign(GTK_LABEL(value), 0);
    gtk_widget_set_can_focus(value, FALSE);
    sn_form_row(measured->grid, measured->row++, label, value, name);
    g_string_append_printf(measured->text, "%s: %s\n", label, text->str);
    g_string_free(text, TRUE);
}

static void add_rows(Measured *measured, const SnAmounts *amounts)
{
    const double size[3] = {amounts->high[0] - amounts->low[0], amounts->high[1] - amounts->low[1],
                            amounts->high[2] - amounts->low[2]};
    add_row(measured, "Size", "measured-size", size, 3, SN_UNIT_LENGTH);
    add_row(measured, "From", "measured-low", amounts->low, 3, SN_UNIT_LENGTH);
    add_row(measured, "To", "measured-high", amounts->high, 3, SN_UNIT_LENGTH);
    if (amounts->area > 0)
        add_row(measured, "Surface", "measured-area", &amounts->area, 1, SN_UNIT_AREA);
    if (amounts->volume > 0)
        add_row(measured, "Volume", "measured-volume", &amounts->volume, 1, SN_UNIT_VOLUME);
    if (!(amounts->mass > 0))
        return;
    add_row(measured, "Mass", "measured-mass", &amounts->mass, 1, SN_UNIT_MASS);
    add_row(measured, "Centre of mass", "measured-center", amounts->center, 3, SN_UNIT_LENGTH);
    if (!amounts->rigid)
        return;
    add_row(measured, "Inertia xx yy zz", "measured-inertia", amounts->inertia, 3, SN_UNIT_INERTIA);
    add_row(measured, "Products xy xz yz", "measured-products", amounts->inertia + 3, 3,
            SN_UNIT_INERTIA);
}

static void on_copy(GtkWidget *button, gpointer data)
{
    gdk_clipboard_set_text(gtk_widget_get_clipboard(button),
                           g_object_get_data(G_OBJECT(button), TEXT_KEY));
    gtk_window_destroy(GTK_WINDOW(gtk_widget_get_root(button)));
}

void sn_measure_dialog_open(GtkWindow *parent, SnSession *session)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    SnAmounts amounts;
    if (!sn_amounts_of(sn_session_model(session), ids, n, &amounts)) {
        sn_session_report(session, &(SnBar){.severity = SN_NOTE,
                                            .text = "Select bodies, FEMs, particles or points to "
                                                    "measure them."});
        return;
    }
    GtkWindow *window =
        sn_form_window(parent, session, "Measures of the Selection", "measure-window");
    Measured measured = {sn_form_grid(), g_string_new(NULL), 0};
    add_rows(&measured, &amounts);
    GtkWidget *text = sn_form_text(measured.grid, measured.row, "measured-text");
    sn_form_say(text, "At the start, in world axes; the inertia about the centre of mass.", false);
    GtkWidget *close = gtk_button_new_with_label("Close");
    GtkWidget *copy = gtk_button_new_with_label("Copy");
    gtk_widget_set_name(close, "measure-close");
    gtk_widget_set_name(copy, "measure-copy");
    g_object_set_data_full(G_OBJECT(copy), TEXT_KEY, g_string_free(measured.text, FALSE), g_free);
    g_signal_connect(copy, "clicked", G_CALLBACK(on_copy), NULL);
    sn_form_present(window, measured.grid, close, copy);
}
