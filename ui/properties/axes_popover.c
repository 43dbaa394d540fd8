/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/axes_popover.h"

#include "engine/model/classes/body.h"
#include "engine/model/edit/other_axes.h"
#include "ui/edits/edits.h"
#include "ui/widgets/form.h"
#include "ui/widgets/popover.h"

#define CHOSEN_KEY "sn-other-axes" /* of the session: SnId, what was chosen last */
enum { MOST_CHOICES = 1000 };

typedef struct AxesPopover {
    SnSession *session; /* owned reference */
    SnId id;
    const SnProperty *property;
    GArray *choices; /* SnId: whose axes; null: the world's */
    GtkWidget *chooser, *numbers;
} AxesPopover;

static void axes_popover_free(gpointer data)
{
    AxesPopover *axes = data;
    g_object_unref(axes->session);
    g_array_unref(axes->choices);
    g_free(axes);
}

static SnId chosen(const AxesPopover *axes)
{
    const guint at = gtk_drop_down_get_selected(GTK_DROP_DOWN(axes->chooser));
    return at < axes->choices->len ? g_array_index(axes->choices, SnId, at) : SN_ID_NULL;
}

/* The value in the chosen axes; false: the component is gone. */
static bool read_value(const AxesPopover *axes, double number[3])
{
    const SnModel *model = sn_session_model(axes->session);
    SnSpatialKind kind;
    SnId in;
    if (!sn_model_object(model, axes->id) ||
        !sn_axes_of(model, axes->id, axes->property, &kind, &in))
        return false;
    SnValue value;
    sn_model_effective(model, axes->id, axes->property, &value, NULL);
    sn_axes_change(model, kind, in, chosen(axes), value.number, number);
    return true;
}

static void show(AxesPopover *axes)
{
    double number[3];
    const bool there = read_value(axes, number);
    gtk_widget_set_sensitive(axes->numbers, there);
    if (there)
        sn_form_vector_set(axes->numbers, number);
}

static void on_chosen(GtkDropDown *chooser, GParamSpec *what, AxesPopover *axes)
{
    const SnId id = chosen(axes);
    g_object_set_data_full(G_OBJECT(axes->session), CHOSEN_KEY, g_memdup2(&id, sizeof id), g_free);
    show(axes);
}

static void on_edited(AxesPopover *axes)
{
    const SnModel *model = sn_session_model(axes->session);
    SnSpatialKind kind;
    SnId in;
    SnValue value = {.type = SN_TYPE_VEC3};
    double number[3];
    if (!sn_model_object(model, axes->id) ||
        !sn_axes_of(model, axes->id, axes->property, &kind, &in))
        return;
    sn_form_vector_get(axes->numbers, number);
    sn_axes_change(model, kind, chosen(axes), in, number, value.number);
    sn_edits_set(axes->session, &axes->id, 1, axes->property->name, &value);
    show(axes);
}

typedef struct Choices {
    const SnModel *model;
    GArray *ids;
    GPtrArray *names;
} Choices;

static bool add_choice(SnComponent *component, void *data)
{
    Choices *choices = data;
    if (sn_class_is_a(component->class, &SN_CLASS_CARRIER)) {
        g_array_append_val(choices->ids, component->id);
        g_ptr_array_add(choices->names, sn_model_relative_path(choices->model, choices->model->root,
                                                               component->id));
    }
    return choices->ids->len < MOST_CHOICES;
}

/* The axes that were chosen last, else the first that are neither its own nor those in which the
 * property has it anyway. */
static guint first_choice(const AxesPopover *axes, SnId in)
{
    const SnId *last = g_object_get_data(G_OBJECT(axes->session), CHOSEN_KEY);
    for (guint i = 0; last && i < axes->choices->len; i++)
        if (sn_id_equal(*last, g_array_index(axes->choices, SnId, i)))
            return i;
    for (guint i = 0; i < axes->choices->len; i++) {
        const SnId choice = g_array_index(axes->choices, SnId, i);
        if (!sn_id_equal(choice, in) && !sn_id_equal(choice, axes->id))
            return i;
    }
    return 0;
}

static GtkWidget *build_chooser(AxesPopover *axes)
{
    const SnModel *model = sn_session_model(axes->session);
    const SnId world = SN_ID_NULL;
    SnSpatialKind kind;
    SnId in = SN_ID_NULL;
    Choices choices = {model, axes->choices, g_ptr_array_new_with_free_func(g_free)};
    g_array_append_val(choices.ids, world);
    g_ptr_array_add(choices.names, g_strdup("World"));
    sn_component_walk(model->root, add_choice, &choices);
    g_ptr_array_add(choices.names, NULL);
    axes->chooser = gtk_drop_down_new_from_strings((const char *const *)choices.names->pdata);
    g_ptr_array_free(choices.names, TRUE);
    GtkExpression *text = gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string");
    gtk_drop_down_set_expression(GTK_DROP_DOWN(axes->chooser), text);
    gtk_expression_unref(text);
    gtk_drop_down_set_enable_search(GTK_DROP_DOWN(axes->chooser), axes->choices->len > 12);
    sn_axes_of(model, axes->id, axes->property, &kind, &in);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(axes->chooser), first_choice(axes, in));
    g_signal_connect(axes->chooser, "notify::selected", G_CALLBACK(on_chosen), axes);
    return axes->chooser;
}

void sn_axes_popover_open(SnSession *session, SnTarget target, GtkWidget *widget)
{
    AxesPopover *axes = g_new0(AxesPopover, 1);
    axes->session = g_object_ref(session);
    axes->id = target.id;
    axes->property = sn_model_property(sn_session_model(session), target.id, target.row);
    axes->choices = g_array_new(FALSE, FALSE, sizeof(SnId));
    GtkWidget *popover = gtk_popover_new(), *grid = sn_form_grid();
    gtk_widget_set_name(popover, "axes-popover");
    sn_form_row(grid, 0, "Axes of", build_chooser(axes), "axes-of");
    axes->numbers =
        sn_form_vector(axes->property, "axes", (double[3]){0}, G_CALLBACK(on_edited), axes);
    sn_form_row(grid, 1, axes->property->label, axes->numbers, "axes-numbers");
    GtkWidget *text = sn_form_text(grid, 2, "axes-text");
    sn_form_say(text, "In the start pose.", false);
    gtk_popover_set_child(GTK_POPOVER(popover), grid);
    g_object_set_data_full(G_OBJECT(popover), "sn-axes", axes, axes_popover_free);
    show(axes);
    sn_popover_open(popover, widget);
}
