/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/array_dialog.h"

#include "ui/edits/arrange.h"
#include "ui/edits/copy.h"
#include "ui/edits/edits.h"
#include "ui/widgets/form.h"
#include "ui/widgets/number_field.h"

#include <math.h>

enum { MOST_SHOWN = 1000 };

typedef struct Array {
    GtkWindow *window;
    SnSession *session; /* owned reference */
    GArray *ids, *copies;
    bool tried; /* the drag is open */
    GtkWidget *shape, *count, *step, *axis, *centre, *angle, *turn, *attached, *text, *accept;
} Array;

static const SnProperty STEP = {.label = "Step", .type = SN_TYPE_VEC3, .unit = SN_UNIT_LENGTH};
static const SnProperty CENTRE = {.label = "Centre", .type = SN_TYPE_VEC3, .unit = SN_UNIT_LENGTH};
static const SnProperty ANGLE = {.label = "Angle", .type = SN_TYPE_REAL, .unit = SN_UNIT_ANGLE};

static SnArrayWish wish_of(const Array *array)
{
    SnArrayWish wish = {
        .circle = gtk_drop_down_get_selected(GTK_DROP_DOWN(array->shape)) == 1,
        .count = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(array->count)),
        .axis = (int)gtk_drop_down_get_selected(GTK_DROP_DOWN(array->axis)),
        .angle = sn_number_field_get(SN_NUMBER_FIELD(array->angle)),
        .turn = gtk_check_button_get_active(GTK_CHECK_BUTTON(array->turn)),
        .attached = gtk_check_button_get_active(GTK_CHECK_BUTTON(array->attached)),
    };
    sn_form_vector_get(array->step, wish.step);
    sn_form_vector_get(array->centre, wish.centre);
    return wish;
}

static void take_back(Array *array)
{
    if (array->tried && sn_edits_dragging(array->session))
        sn_edits_drag_cancel(array->session);
    array->tried = false;
    g_array_set_size(array->copies, 0);
}

/* Makes the copies anew, as it is asked now. */
static void update(Array *array)
{
    const SnArrayWish wish = wish_of(array);
    GError *error = NULL;
    take_back(array);
    sn_form_show_row(array->step, !wish.circle);
    sn_form_show_row(array->axis, wish.circle);
    sn_form_show_row(array->centre, wish.circle);
    sn_form_show_row(array->angle, wish.circle);
    sn_form_show_row(array->turn, wish.circle);
    sn_edits_drag_begin(array->session, wish.circle ? "Circle of copies" : "Row of copies");
    array->tried = true;
    const bool good = sn_edits_try_array(array->session, array->ids, &wish, array->copies, &error);
    gtk_widget_set_sensitive(array->accept, good && wish.count > 1);
    if (good) {
        sn_edits_drag_show(array->session);
        g_autofree char *count =
            sn_count_text(sn_session_model(array->session), (SnId *)(void *)array->copies->data,
                          (int)array->copies->len);
        g_autofree char *words =
            g_strdup_printf("Makes %s%s.", array->copies->len ? count : "none",
                            wish.attached ? ", with what hangs on the originals" : "");
        sn_form_say(array->text, words, false);
    } else {
        take_back(array);
        g_autofree char *words = g_strdup_printf("This cannot be: %s.", error->message);
        sn_form_say(array->text, words, true);
        g_error_free(error);
    }
}

static void on_edited(Array *array)
{
    update(array);
}

static void on_changed(GObject *object, GParamSpec *pspec, Array *array)
{
    if (!gtk_widget_in_destruction(GTK_WIDGET(array->window)))
        update(array);
}

static void on_accept(Array *array)
{
    if (!array->tried)
        return;
    array->tried = false;
    sn_edits_drag_end(array->session);
    sn_session_select(array->session, (SnId *)(void *)array->copies->data, (int)array->copies->len,
                      SN_SELECT_ADD);
    g_autofree char *count =
        sn_count_text(sn_session_model(array->session), (SnId *)(void *)array->copies->data,
                      (int)array->copies->len);
    g_autofree char *text = g_strdup_printf("Made %s.", count);
    sn_session_report(
        array->session,
        &(SnBar){.severity = SN_NOTE, .text = text, .button = "Undo", .action = "win.undo"});
    gtk_window_destroy(array->window);
}

static void array_free(gpointer data)
{
    Array *array = data;
    take_back(array);
    g_array_unref(array->ids);
    g_array_unref(array->copies);
    g_object_unref(array->session);
    g_free(array);
}

/* --- making --- */

static GtkWidget *check(const char *label, bool active)
{
    GtkWidget *button = gtk_check_button_new_with_label(label);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(button), active);
    return button;
}

static GtkWidget *make_rows(Array *array)
{
    static const char *const shapes[] = {"In a row", "In a circle", NULL};
    static const char *const axes[] = {"x", "y", "z", NULL};
    const double step[3] = {0.1, 0, 0}, centre[3] = {0, 0, 0};
    GtkWidget *grid = sn_form_grid();
    array->shape =
        sn_form_row(grid, 0, "Copies stand", gtk_drop_down_new_from_strings(shapes), "array-shape");
    array->count = sn_form_row(grid, 1, "How many in all",
                               gtk_spin_button_new_with_range(2, MOST_SHOWN, 1), "array-count");
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(array->count), 3);
    array->step = sn_form_row(
        grid, 2, "From one to the next",
        sn_form_vector(&STEP, "array-step", step, G_CALLBACK(on_edited), array), "array-step");
    array->axis =
        sn_form_row(grid, 3, "Around the axis", gtk_drop_down_new_from_strings(axes), "array-axis");
    gtk_drop_down_set_selected(GTK_DROP_DOWN(array->axis), 2);
    array->centre =
        sn_form_row(grid, 4, "Through",
                    sn_form_vector(&CENTRE, "array-centre", centre, G_CALLBACK(on_edited), array),
                    "array-centre");
    array->angle = sn_form_row(grid, 5, "From first to last",
                               sn_number_field_new(&ANGLE, "Angle", true), "array-angle");
    sn_number_field_set(SN_NUMBER_FIELD(array->angle), 2 * G_PI);
    g_signal_connect_swapped(array->angle, "edited", G_CALLBACK(on_edited), array);
    array->turn = sn_form_row(grid, 6, "", check("They turn with it", true), "array-turn");
    array->attached =
        sn_form_row(grid, 7, "", check("With what hangs on them", true), "array-attached");
    array->text = sn_form_text(grid, 8, "array-text");
    return grid;
}

void sn_array_dialog_open(GtkWindow *parent, SnSession *session)
{
    GArray *ids = sn_edits_chosen(session);
    if (ids->len == 0 || sn_edits_dragging(session)) {
        g_array_unref(ids);
        return;
    }
    Array *array = g_new0(Array, 1);
    array->window = sn_form_window(parent, session, "Row or Circle of Copies", "array-window");
    array->session = g_object_ref(session);
    array->ids = ids;
    array->copies = g_array_new(FALSE, FALSE, sizeof(SnId));
    g_object_set_data_full(G_OBJECT(array->window), "sn-array", array, array_free);
    array->accept = gtk_button_new_with_label("Make Copies");
    GtkWidget *cancel = gtk_button_new_with_label("Cancel"), *rows = make_rows(array);
    gtk_widget_set_name(array->accept, "array-accept");
    gtk_widget_set_name(cancel, "array-cancel");
    g_signal_connect_swapped(array->accept, "clicked", G_CALLBACK(on_accept), array);
    g_signal_connect(array->shape, "notify::selected", G_CALLBACK(on_changed), array);
    g_signal_connect(array->axis, "notify::selected", G_CALLBACK(on_changed), array);
    g_signal_connect(array->count, "notify::value", G_CALLBACK(on_changed), array);
    g_signal_connect(array->turn, "notify::active", G_CALLBACK(on_changed), array);
    g_signal_connect(array->attached, "notify::active", G_CALLBACK(on_changed), array);
    update(array);
    sn_form_present(array->window, rows, cancel, array->accept);
}
