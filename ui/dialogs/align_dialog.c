/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/align_dialog.h"

#include "ui/edits/arrange.h"
#include "ui/edits/edits.h"
#include "ui/widgets/form.h"
#include "ui/widgets/number_field.h"

typedef struct Align {
    GtkWindow *window;
    SnSession *session; /* owned reference */
    GArray *ids;
    bool tried; /* the drag is open */
    GtkWidget *kind[3], *value[3], *boxes, *text, *accept;
} Align;

static const SnProperty PLACE = {.label = "Place", .type = SN_TYPE_REAL, .unit = SN_UNIT_LENGTH};

/* In the order of SnArrangeKind. */
static const char *const KINDS[] = {
    "As they are",         "Align to the last selected", "Align to the least",
    "Align to the middle", "Align to the greatest",      "Align to a value",
    "Spread evenly",       "Spread by a step",           NULL};
G_STATIC_ASSERT(G_N_ELEMENTS(KINDS) == SN_ARRANGE_COUNT + 1);

static void take_back(Align *align)
{
    if (align->tried && sn_edits_dragging(align->session))
        sn_edits_drag_cancel(align->session);
    align->tried = false;
}

static void update(Align *align)
{
    SnArrange axes[3];
    bool any = false;
    GError *error = NULL;
    take_back(align);
    for (int k = 0; k < 3; k++) {
        axes[k].kind = (SnArrangeKind)gtk_drop_down_get_selected(GTK_DROP_DOWN(align->kind[k]));
        axes[k].value = sn_number_field_get(SN_NUMBER_FIELD(align->value[k]));
        const bool asks = axes[k].kind == SN_ARRANGE_VALUE || axes[k].kind == SN_ARRANGE_STEP;
        gtk_widget_set_sensitive(align->value[k], asks);
        any = any || axes[k].kind != SN_ARRANGE_LEAVE;
    }
    gtk_widget_set_sensitive(align->accept, any);
    sn_edits_drag_begin(align->session, "Align components");
    align->tried = true;
    const bool boxes = gtk_check_button_get_active(GTK_CHECK_BUTTON(align->boxes));
    if (sn_edits_try_arrange(align->session, align->ids, axes, boxes, &error)) {
        sn_edits_drag_show(align->session);
        g_autofree char *words = g_strdup_printf("Moves the %s of %u components, at the "
                                                 "start; what they carry goes with them.",
                                                 boxes ? "boxes" : "origins", align->ids->len);
        sn_form_say(align->text, words, false);
        return;
    }
    take_back(align);
    g_autofree char *words = g_strdup_printf("This cannot be: %s.", error->message);
    sn_form_say(align->text, words, true);
    gtk_widget_set_sensitive(align->accept, FALSE);
    g_error_free(error);
}

static void on_edited(Align *align)
{
    update(align);
}

static void on_changed(GObject *object, GParamSpec *pspec, Align *align)
{
    if (!gtk_widget_in_destruction(GTK_WIDGET(align->window)))
        update(align);
}

static void on_accept(Align *align)
{
    if (!align->tried)
        return;
    align->tried = false;
    sn_edits_drag_end(align->session);
    gtk_window_destroy(align->window);
}

static void align_free(gpointer data)
{
    Align *align = data;
    take_back(align);
    g_array_unref(align->ids);
    g_object_unref(align->session);
    g_free(align);
}

static GtkWidget *make_rows(Align *align)
{
    static const char *const axes[] = {"Along x", "Along y", "Along z"};
    static const char letters[] = "xyz";
    GtkWidget *grid = sn_form_grid();
    for (int k = 0; k < 3; k++) {
        g_autofree char *row = g_strdup_printf("align-%c", letters[k]);
        g_autofree char *value = g_strdup_printf("align-value-%c", letters[k]);
        GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
        align->kind[k] = gtk_drop_down_new_from_strings(KINDS);
        align->value[k] = sn_number_field_new(&PLACE, axes[k], false);
        sn_number_field_set(SN_NUMBER_FIELD(align->value[k]), 0);
        gtk_widget_set_hexpand(align->kind[k], TRUE);
        gtk_widget_set_name(align->kind[k], row);
        gtk_widget_set_name(align->value[k], value);
        gtk_widget_set_size_request(align->value[k], 96, -1);
        gtk_box_append(GTK_BOX(box), align->kind[k]);
        gtk_box_append(GTK_BOX(box), align->value[k]);
        gtk_box_append(GTK_BOX(box), sn_number_unit_new(&PLACE));
        sn_form_row(grid, k, axes[k], box, "align-row");
        g_signal_connect(align->kind[k], "notify::selected", G_CALLBACK(on_changed), align);
        g_signal_connect_swapped(align->value[k], "edited", G_CALLBACK(on_edited), align);
    }
    align->boxes = sn_form_row(
        grid, 3, "", gtk_check_button_new_with_label("By the boxes around them"), "align-boxes");
    g_signal_connect(align->boxes, "notify::active", G_CALLBACK(on_changed), align);
    align->text = sn_form_text(grid, 4, "align-text");
    return grid;
}

void sn_align_dialog_open(GtkWindow *parent, SnSession *session)
{
    GArray *ids = sn_edits_placed(session);
    if (ids->len < 2 || sn_edits_dragging(session)) {
        sn_session_report(session, &(SnBar){.severity = SN_NOTE,
                                            .text = "Select two or more components that have a "
                                                    "place: bodies, markers, particles, joints."});
        g_array_unref(ids);
        return;
    }
    Align *align = g_new0(Align, 1);
    align->window = sn_form_window(parent, session, "Align and Spread", "align-window");
    align->session = g_object_ref(session);
    align->ids = ids;
    g_object_set_data_full(G_OBJECT(align->window), "sn-align", align, align_free);
    align->accept = gtk_button_new_with_label("Move");
    GtkWidget *cancel = gtk_button_new_with_label("Cancel"), *rows = make_rows(align);
    gtk_widget_set_name(align->accept, "align-accept");
    gtk_widget_set_name(cancel, "align-cancel");
    g_signal_connect_swapped(align->accept, "clicked", G_CALLBACK(on_accept), align);
    update(align);
    sn_form_present(align->window, rows, cancel, align->accept);
}
