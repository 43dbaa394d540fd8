/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/control_panel.h"

#include "engine/model/classes/panel.h"
#include "ui/edits/edits.h"
#include "ui/edits/time/panel.h"
#include "ui/properties/control_row.h"
#include "ui/properties/property_chooser.h"
#include "ui/properties/property_row.h"
#include "ui/session/labels.h"
#include "ui/session/property_target.h"

struct _SnControlPanel {
    GtkBox parent_instance;
    SnSession *session;
    SnId panel;
    GtkWidget *empty, *scrolled, *rows;
    char *described;        /* the rows there are */
    guint rebuild, refresh; /* sources */
    GtkWidget *marked;      /* row that shows where a drop would go; borrowed */
};

G_DEFINE_FINAL_TYPE(SnControlPanel, sn_control_panel, GTK_TYPE_BOX)

/* --- rows --- */

static void unmark(SnControlPanel *panel)
{
    if (panel->marked) {
        gtk_widget_remove_css_class(panel->marked, "drop-before");
        gtk_widget_remove_css_class(panel->marked, "drop-after");
        panel->marked = NULL;
    }
}

/* All that the rows are made of: they are made anew only when this changes. */
static char *describe(SnControlPanel *panel, const GPtrArray *controls)
{
    const SnModel *model = sn_session_model(panel->session);
    GString *text = g_string_new(NULL);
    for (guint i = 0; controls && i < controls->len; i++) {
        const SnControl *control = g_ptr_array_index(controls, i);
        const SnTarget *target = control->property.targets;
        char *label = sn_control_label(model, control->base.id);
        g_string_append_printf(text, "%u %u of %u %u %u %d as %d %.17g %.17g %s\n",
                               control->base.id.index, control->base.id.generation,
                               target->id.index, target->id.generation, target->id.entry,
                               target->row, control->widget, control->low, control->high, label);
        g_free(label);
    }
    return g_string_free(text, FALSE);
}

static void refresh(SnControlPanel *panel)
{
    for (GtkWidget *row = gtk_widget_get_first_child(panel->rows); row;
         row = gtk_widget_get_next_sibling(row))
        sn_property_row_refresh(SN_PROPERTY_ROW(row));
}

static void rebuild(SnControlPanel *panel)
{
    const SnModel *model = sn_session_model(panel->session);
    const GPtrArray *controls = model ? sn_panel_controls(model, panel->panel) : NULL;
    const guint n = controls ? controls->len : 0;
    char *described = describe(panel, controls);
    if (g_strcmp0(described, panel->described) == 0) {
        g_free(described);
        refresh(panel);
        return;
    }
    g_free(panel->described);
    panel->described = described;
    unmark(panel);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(panel->rows)) != NULL)
        gtk_box_remove(GTK_BOX(panel->rows), child);
    g_autoptr(GtkSizeGroup) labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    for (guint i = 0; i < n; i++) {
        const SnComponent *control = g_ptr_array_index(controls, i);
        GtkWidget *row = sn_control_row_new(panel->session, control->id);
        sn_property_row_align(SN_PROPERTY_ROW(row), labels);
        gtk_box_append(GTK_BOX(panel->rows), row);
    }
    gtk_widget_set_visible(panel->empty, n == 0);
    gtk_widget_set_visible(panel->scrolled, n > 0);
}

static gboolean on_rebuild(gpointer data)
{
    SnControlPanel *panel = data;
    if (sn_edits_dragging(panel->session))
        return G_SOURCE_CONTINUE; /* a slider is being held */
    panel->rebuild = 0;
    rebuild(panel);
    return G_SOURCE_REMOVE;
}

static gboolean on_refresh(gpointer data)
{
    SnControlPanel *panel = data;
    panel->refresh = 0;
    refresh(panel);
    return G_SOURCE_REMOVE;
}

static void queue_rebuild(SnControlPanel *panel)
{
    if (panel->rebuild == 0)
        panel->rebuild = g_timeout_add_full(G_PRIORITY_HIGH_IDLE, 10, on_rebuild, panel, NULL);
}

static void on_change(SnSession *session, const SnChange *change, SnControlPanel *panel)
{
    const SnComponent *component = sn_model_get(sn_session_model(session), change->id);
    switch (change->kind) {
    case SN_CHANGE_VALUE:
        if (component && component->class == &SN_CLASS_CONTROL)
            queue_rebuild(panel);
        else if (panel->refresh == 0)
            panel->refresh = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_refresh, panel, NULL);
        break;
    case SN_CHANGE_ADDED:
    case SN_CHANGE_MOVED:
        if (component && component->class == &SN_CLASS_CONTROL)
            queue_rebuild(panel);
        break;
    case SN_CHANGE_REMOVED:
    case SN_CHANGE_RENAMED:
    case SN_CHANGE_ENTRIES:
        queue_rebuild(panel);
        break;
    case SN_CHANGE_DONE:
        break;
    }
}

/* --- drops --- */

/* Number of rows above a height in the list. */
static int position_at(SnControlPanel *panel, double y)
{
    int position = 0;
    for (GtkWidget *row = gtk_widget_get_first_child(panel->rows); row;
         row = gtk_widget_get_next_sibling(row)) {
        double left = 0, top = 0;
        gtk_widget_translate_coordinates(row, GTK_WIDGET(panel), 0, 0, &left, &top);
        if (y < top + gtk_widget_get_height(row) / 2.0)
            break;
        position++;
    }
    return position;
}

static GdkDragAction on_motion(GtkDropTarget *target, double x, double y, SnControlPanel *panel)
{
    unmark(panel);
    int position = position_at(panel, y);
    GtkWidget *row = gtk_widget_get_first_child(panel->rows);
    for (; row && position > 0; position--) {
        GtkWidget *next = gtk_widget_get_next_sibling(row);
        if (!next)
            break;
        row = next;
    }
    if (row) {
        gtk_widget_add_css_class(row, position > 0 ? "drop-after" : "drop-before");
        panel->marked = row;
    }
    return GDK_ACTION_COPY;
}

static void on_leave(GtkDropTarget *target, SnControlPanel *panel)
{
    unmark(panel);
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y,
                        SnControlPanel *panel)
{
    const int position = position_at(panel, y);
    on_leave(target, panel);
    const SnModel *model = sn_session_model(panel->session);
    const SnId dragged = sn_property_dragged_control(panel->session);
    const GPtrArray *controls = sn_panel_controls(model, panel->panel);
    const SnComponent *control = sn_model_get(model, dragged);
    if (control && controls && control->parent->children == controls) {
        const int from = sn_component_position(control);
        return sn_edits_move_control(panel->session, dragged,
                                     position > from ? position - 1 : position);
    }
    GError *error = NULL;
    GArray *targets = sn_property_targets_parse(model, g_value_get_string(value), &error);
    bool added = false;
    if (error) {
        sn_session_fail(panel->session, error->message);
        g_error_free(error);
    } else if (targets->len > 0) {
        added = sn_edits_add_controls(panel->session, panel->panel,
                                      (const SnTarget *)(void *)targets->data, (int)targets->len,
                                      position) > 0;
    }
    g_array_unref(targets);
    return added;
}

static void add_drop_target(SnControlPanel *panel)
{
    GtkDropTarget *drop = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY);
    /* before the entries in the rows, which would take the text */
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(drop), GTK_PHASE_CAPTURE);
    g_signal_connect(drop, "motion", G_CALLBACK(on_motion), panel);
    g_signal_connect(drop, "leave", G_CALLBACK(on_leave), panel);
    g_signal_connect(drop, "drop", G_CALLBACK(on_drop), panel);
    gtk_widget_add_controller(GTK_WIDGET(panel), GTK_EVENT_CONTROLLER(drop));
}

/* --- choosing --- */

typedef struct Choice {
    SnSession *session;
    SnId panel;
} Choice;

static void on_chosen(const SnTarget *target, gpointer data)
{
    const Choice *choice = data;
    sn_edits_add_controls(choice->session, choice->panel, target, 1, -1);
}

void sn_control_panel_choose(SnSession *session, SnId panel, GtkWidget *widget)
{
    Choice *choice = g_new0(Choice, 1);
    *choice = (Choice){session, panel};
    sn_property_chooser_open(session, widget, on_chosen, choice, g_free);
}

static void on_choose(GtkButton *button, SnControlPanel *panel)
{
    sn_control_panel_choose(panel->session, panel->panel, GTK_WIDGET(button));
}

/* --- making --- */

static void dispose(GObject *object)
{
    SnControlPanel *panel = SN_CONTROL_PANEL(object);
    g_clear_handle_id(&panel->rebuild, g_source_remove);
    g_clear_handle_id(&panel->refresh, g_source_remove);
    if (panel->session) {
        g_signal_handlers_disconnect_by_data(panel->session, panel);
        g_clear_object(&panel->session);
    }
    panel->marked = NULL;
    G_OBJECT_CLASS(sn_control_panel_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    g_free(SN_CONTROL_PANEL(object)->described);
    G_OBJECT_CLASS(sn_control_panel_parent_class)->finalize(object);
}

static void sn_control_panel_class_init(SnControlPanelClass *class)
{
    G_OBJECT_CLASS(class)->dispose = dispose;
    G_OBJECT_CLASS(class)->finalize = finalize;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "controlpanel");
}

static GtkWidget *make_empty(SnControlPanel *panel)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
    gtk_widget_add_css_class(box, "sn-empty");
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
    gtk_widget_set_vexpand(box, TRUE);
    GtkWidget *label = gtk_label_new("Drag properties here");
    gtk_widget_add_css_class(label, "heading");
    GtkWidget *hint = gtk_label_new("Take them by the dots that appear before their names, or use "
                                    "the menu of the right button.");
    gtk_label_set_wrap(GTK_LABEL(hint), TRUE);
    gtk_label_set_justify(GTK_LABEL(hint), GTK_JUSTIFY_CENTER);
    gtk_widget_add_css_class(hint, "dim-label");
    GtkWidget *add = gtk_button_new_with_label("Add Row…");
    gtk_widget_set_name(add, "panel-add-row");
    gtk_widget_set_halign(add, GTK_ALIGN_CENTER);
    g_signal_connect(add, "clicked", G_CALLBACK(on_choose), panel);
    gtk_box_append(GTK_BOX(box), label);
    gtk_box_append(GTK_BOX(box), hint);
    gtk_box_append(GTK_BOX(box), add);
    return box;
}

static void sn_control_panel_init(SnControlPanel *panel)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
    gtk_widget_set_vexpand(GTK_WIDGET(panel), TRUE);
    panel->empty = make_empty(panel);
    panel->scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(panel->scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_widget_set_vexpand(panel->scrolled, TRUE);
    panel->rows = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_add_css_class(panel->rows, "control-rows");
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(panel->scrolled), panel->rows);
    gtk_box_append(GTK_BOX(panel), panel->empty);
    gtk_box_append(GTK_BOX(panel), panel->scrolled);
    add_drop_target(panel);
}

SnId sn_control_panel_id(SnControlPanel *panel)
{
    return panel->panel;
}

GtkWidget *sn_control_panel_new(SnSession *session, SnId id)
{
    SnControlPanel *panel = g_object_new(SN_TYPE_CONTROL_PANEL, NULL);
    panel->session = g_object_ref(session);
    panel->panel = id;
    char *label = sn_session_label(session, id);
    char *name = g_strdelimit(g_strdup_printf("panel-%s", label), " ", '-');
    gtk_widget_set_name(GTK_WIDGET(panel), name);
    g_free(name);
    g_free(label);
    g_signal_connect(session, "change", G_CALLBACK(on_change), panel);
    rebuild(panel);
    return GTK_WIDGET(panel);
}
