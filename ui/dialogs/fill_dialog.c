/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/fill_dialog.h"

#include "ui/edits/solids.h"
#include "ui/widgets/form.h"
#include "ui/widgets/number_field.h"

typedef struct Fill {
    GtkWindow *window;
    SnSession *session; /* owned reference */
    SnId body;
    GtkWidget *how, *edge, *text, *accept;
} Fill;

static const SnProperty EDGE = {
    .label = "Edge length", .type = SN_TYPE_REAL, .unit = SN_UNIT_LENGTH, .flags = SN_POSITIVE};

/* In the order of SnFilling. */
static const char *const HOWS[] = {"Cubes", "Tetrahedra, by TetGen", "Tetrahedra, by Gmsh", NULL};
G_STATIC_ASSERT(G_N_ELEMENTS(HOWS) == SN_FILL_COUNT + 1);

static SnFilling filling_of(const Fill *fill)
{
    return (SnFilling)gtk_drop_down_get_selected(GTK_DROP_DOWN(fill->how));
}

static const char *words_for(SnFilling filling)
{
    if (!sn_filling_there(filling))
        return "This program is not installed here; on Debian and Ubuntu: apt install tetgen, or "
               "apt install gmsh. Cubes need neither.";
    if (filling == SN_FILL_CUBES)
        return "Cubes whose middles lie inside, with a stepped outside. Markers and loads stay, "
               "joints go.";
    return "Tetrahedra that keep the surface, which must be closed. Markers and loads stay, joints "
           "go.";
}

static void update(Fill *fill)
{
    const bool there = sn_filling_there(filling_of(fill));
    const double edge = sn_number_field_get(SN_NUMBER_FIELD(fill->edge));
    gtk_widget_set_sensitive(fill->accept, there && edge > 0);
    sn_form_say(fill->text, words_for(filling_of(fill)), !there);
}

static void on_chosen(GObject *object, GParamSpec *pspec, Fill *fill)
{
    update(fill);
}

static void on_accept(Fill *fill)
{
    const double edge = sn_number_field_get(SN_NUMBER_FIELD(fill->edge));
    sn_edits_to_fem(fill->session, fill->body, filling_of(fill), edge);
    gtk_window_destroy(fill->window);
}

static void fill_free(gpointer data)
{
    Fill *fill = data;
    g_object_unref(fill->session);
    g_free(fill);
}

static GtkWidget *make_rows(Fill *fill, double edge)
{
    GtkWidget *grid = sn_form_grid(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    fill->how =
        sn_form_row(grid, 0, "Filled with", gtk_drop_down_new_from_strings(HOWS), "fill-how");
    fill->edge = sn_number_field_new(&EDGE, "Edge length", false);
    sn_number_field_set(SN_NUMBER_FIELD(fill->edge), edge);
    gtk_widget_set_name(fill->edge, "fill-edge");
    gtk_widget_set_hexpand(fill->edge, TRUE);
    gtk_box_append(GTK_BOX(box), fill->edge);
    gtk_box_append(GTK_BOX(box), sn_number_unit_new(&EDGE));
    sn_form_row(grid, 1, "Edge length", box, "fill-row");
    fill->text = sn_form_text(grid, 2, "fill-text");
    const SnFilling best = sn_filling_there(SN_FILL_TETGEN) ? SN_FILL_TETGEN
                           : sn_filling_there(SN_FILL_GMSH) ? SN_FILL_GMSH
                                                            : SN_FILL_CUBES;
    gtk_drop_down_set_selected(GTK_DROP_DOWN(fill->how), (guint)best);
    g_signal_connect(fill->how, "notify::selected", G_CALLBACK(on_chosen), fill);
    g_signal_connect_swapped(fill->edge, "edited", G_CALLBACK(update), fill);
    return grid;
}

void sn_fill_dialog_open(GtkWindow *parent, SnSession *session)
{
    const SnId body = sn_session_primary(session);
    const double edge = sn_edits_filling_edge(session, body);
    if (!(edge > 0)) {
        sn_session_report(session, &(SnBar){.severity = SN_NOTE,
                                            .text = "Select a body with a closed surface: a mesh, "
                                                    "box, ellipsoid, cylinder or capsule."});
        return;
    }
    Fill *fill = g_new0(Fill, 1);
    fill->window = sn_form_window(parent, session, "Make a FEM of the Body", "fill-window");
    fill->session = g_object_ref(session);
    fill->body = body;
    g_object_set_data_full(G_OBJECT(fill->window), "sn-fill", fill, fill_free);
    GtkWidget *rows = make_rows(fill, edge), *cancel = gtk_button_new_with_label("Cancel");
    fill->accept = gtk_button_new_with_label("Make the FEM");
    gtk_widget_set_name(cancel, "fill-cancel");
    gtk_widget_set_name(fill->accept, "fill-accept");
    g_signal_connect_swapped(fill->accept, "clicked", G_CALLBACK(on_accept), fill);
    update(fill);
    sn_form_present(fill->window, rows, cancel, fill->accept);
}
