/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/plot_area.h"

#include "engine/model/classes/panel.h"
#include "ui/actions/action_keys.h"
#include "ui/edits/time/plot.h"
#include "ui/plots/plot_menu.h"
#include "ui/plots/plot_window.h"

/* One plot of the document and where it is shown. */
typedef struct Slot {
    SnId plot;
    GtkWidget *view;   /* SnPlotView */
    GtkWidget *cell;   /* around it while docked; NULL while it floats */
    GtkWindow *window; /* while it floats; NULL while docked */
} Slot;

struct _SnPlotArea {
    GtkWidget parent_instance;
    SnSession *session;
    GtkWidget *stack, *empty, *row; /* a text or plots */
    GArray *slots;                  /* of Place, in the order of the document */
    SnId active;
    bool plots_changed, made; /* since the last SN_CHANGE_DONE */
};

G_DEFINE_FINAL_TYPE(SnPlotArea, sn_plot_area, GTK_TYPE_WIDGET)

static guint active_signal;

/* --- which one --- */

static Slot *find_slot(SnPlotArea *area, SnId plot)
{
    for (guint i = 0; i < area->slots->len; i++) {
        Slot *slot = &g_array_index(area->slots, Slot, i);
        if (sn_id_equal(slot->plot, plot))
            return slot;
    }
    return NULL;
}

SnPlotView *sn_plot_area_find(SnPlotArea *area, SnId plot)
{
    const Slot *slot = find_slot(area, plot);
    return slot ? SN_PLOT_VIEW(slot->view) : NULL;
}

SnPlotView *sn_plot_area_active(SnPlotArea *area)
{
    SnPlotView *view = sn_plot_area_find(area, area->active);
    if (!view && area->slots->len > 0) {
        const guint last = area->slots->len - 1;
        view = SN_PLOT_VIEW(g_array_index(area->slots, Slot, last).view);
    }
    return view;
}

static void on_active(SnPlotView *view, SnPlotArea *area)
{
    area->active = sn_plot_view_plot(view);
    g_signal_emit(area, active_signal, 0);
}

/* --- cells --- */

static void on_menu_clicked(GtkButton *button, SnPlotView *view)
{
    g_signal_emit_by_name(view, "active");
    sn_plot_menu_open(view, gtk_widget_get_width(GTK_WIDGET(view)) - 8, 26);
}

static void on_float_clicked(GtkButton *button, SnPlotView *view)
{
    sn_edits_plot_set_floating(sn_plot_view_session(view), sn_plot_view_plot(view), true);
}

static GtkWidget *cell_button(const char *icon, const char *name, const char *label,
                              GCallback clicked, GtkWidget *view)
{
    GtkWidget *button = gtk_button_new_from_icon_name(icon);
    gtk_widget_set_name(button, name);
    gtk_widget_set_tooltip_text(button, label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
    gtk_widget_set_focus_on_click(button, FALSE);
    g_signal_connect(button, "clicked", clicked, view);
    return button;
}

/* The plot with its buttons in a corner, which show while the pointer is over it. */
static GtkWidget *make_cell(GtkWidget *view)
{
    GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_add_css_class(buttons, "sn-plot-buttons");
    gtk_widget_set_halign(buttons, GTK_ALIGN_END);
    gtk_widget_set_valign(buttons, GTK_ALIGN_START);
    gtk_box_append(GTK_BOX(buttons),
                   cell_button("window-new-symbolic", "plot-float", "In a window of its own",
                               G_CALLBACK(on_float_clicked), view));
    gtk_box_append(GTK_BOX(buttons),
                   cell_button("view-more-symbolic", "plot-menu", "Axes, curves, runs, files",
                               G_CALLBACK(on_menu_clicked), view));
    GtkWidget *cell = gtk_overlay_new();
    gtk_widget_add_css_class(cell, "sn-plot-cell");
    gtk_overlay_set_child(GTK_OVERLAY(cell), view);
    gtk_overlay_add_overlay(GTK_OVERLAY(cell), buttons);
    return cell;
}

/* Takes the view out of its cell or window; a reference to it is held elsewhere. */
static void take_out_slot(SnPlotArea *area, Slot *slot)
{
    if (slot->cell) {
        gtk_overlay_set_child(GTK_OVERLAY(slot->cell), NULL);
        gtk_box_remove(GTK_BOX(area->row), slot->cell);
        slot->cell = NULL;
    }
    if (slot->window) {
        g_signal_handlers_disconnect_by_data(slot->window, slot->view);
        gtk_window_set_child(slot->window, NULL);
        gtk_window_destroy(slot->window);
        slot->window = NULL;
    }
}

static void clear_slot(SnPlotArea *area, Slot *slot)
{
    take_out_slot(area, slot);
    g_object_unref(slot->view);
}

/* Docked or floating as the document says. */
static void put_view(SnPlotArea *area, Slot *slot, bool floating, GtkWidget *after)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(area));
    if (floating && !slot->window && GTK_IS_WINDOW(root)) {
        take_out_slot(area, slot);
        slot->window = sn_plot_window_new(GTK_WINDOW(root), SN_PLOT_VIEW(slot->view));
    } else if (!floating && !slot->cell) {
        take_out_slot(area, slot);
        slot->cell = make_cell(slot->view);
        gtk_box_insert_child_after(GTK_BOX(area->row), slot->cell, after);
    } else if (!floating) {
        gtk_box_reorder_child_after(GTK_BOX(area->row), slot->cell, after);
    }
    if (slot->window)
        sn_plot_window_update(slot->window);
}

/* --- document --- */

/* Views of plots that are still there are taken over. */
static void rebuild_views(SnPlotArea *area)
{
    const SnModel *model = sn_session_model(area->session);
    const SnComponent *list = model ? sn_model_list_for(model->root, &SN_CLASS_PLOT) : NULL;
    GArray *slots = g_array_new(FALSE, TRUE, sizeof(Slot));
    GtkWidget *after = NULL;
    for (guint i = 0; list && i < list->children->len; i++) {
        const SnPlot *plot = g_ptr_array_index(list->children, i);
        Slot slot = {.plot = plot->base.id};
        Slot *old = find_slot(area, slot.plot);
        if (old) {
            slot = *old;
            g_array_remove_index(area->slots, (guint)(old - (Slot *)(void *)area->slots->data));
        } else {
            slot.view = g_object_ref_sink(sn_plot_view_new(area->session, slot.plot));
            g_signal_connect_object(slot.view, "active", G_CALLBACK(on_active), area, 0);
        }
        put_view(area, &slot, plot->floating, after);
        after = slot.cell ? slot.cell : after;
        g_array_append_val(slots, slot);
    }
    for (guint i = 0; i < area->slots->len; i++)
        clear_slot(area, &g_array_index(area->slots, Slot, i));
    g_array_unref(area->slots);
    area->slots = slots;
    gtk_stack_set_visible_child_name(GTK_STACK(area->stack), after ? "plots" : "empty");
    gtk_label_set_text(GTK_LABEL(area->empty),
                       slots->len > 0 ? "All plots are in windows of their own."
                                      : "No plots. Drag the name of a property here, or choose "
                                        "“Plot” in its menu.");
}

static void on_document(SnSession *session, SnPlotArea *area)
{
    /* ids of another document may be the same numbers */
    for (guint i = 0; i < area->slots->len; i++)
        clear_slot(area, &g_array_index(area->slots, Slot, i));
    g_array_set_size(area->slots, 0);
    area->active = SN_ID_NULL;
    rebuild_views(area);
}

static void on_change(SnSession *session, const SnChange *change, SnPlotArea *area)
{
    const SnModel *model = sn_session_model(session);
    if (change->kind == SN_CHANGE_DONE) {
        if (area->plots_changed)
            rebuild_views(area);
        if (area->made && !sn_id_is_null(area->active))
            gtk_widget_activate_action(GTK_WIDGET(area), "win.plots", NULL);
        area->plots_changed = area->made = false;
        return;
    }
    const SnComponent *component = sn_model_get(model, change->id);
    if (change->kind == SN_CHANGE_REMOVED || (component && component->class == &SN_CLASS_PLOT))
        area->plots_changed = true;
    if (change->kind == SN_CHANGE_ADDED && component && component->class == &SN_CLASS_PLOT) {
        area->active = change->id;
        area->made = area->made || !change->undo;
    }
}

/* --- widget --- */

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y,
                        SnPlotArea *area)
{
    const char *text = g_value_get_string(value);
    return text && sn_session_model(area->session) &&
           !sn_id_is_null(sn_edits_plot_property(area->session, text));
}

static void add_drop_target(SnPlotArea *area, GtkWidget *widget)
{
    GtkDropTarget *drop = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY);
    g_signal_connect(drop, "drop", G_CALLBACK(on_drop), area);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(drop));
}

static GtkWidget *make_add_button(void)
{
    GtkWidget *button = gtk_button_new_from_icon_name("list-add-symbolic");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), "win.plot-new");
    gtk_widget_set_name(button, "plot-add");
    sn_action_tooltip_follow(button, "win.plot-new", NULL);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "New plot", -1);
    gtk_widget_set_focus_on_click(button, FALSE);
    gtk_widget_set_valign(button, GTK_ALIGN_START);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_add_css_class(button, "sn-plot-add");
    return button;
}

static GtkWidget *make_empty(void)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
    gtk_widget_add_css_class(label, "sn-empty");
    gtk_widget_set_name(label, "plots-empty");
    gtk_widget_set_hexpand(label, TRUE);
    return label;
}

static void sn_plot_area_dispose(GObject *object)
{
    SnPlotArea *area = SN_PLOT_AREA(object);
    if (area->session) {
        g_signal_handlers_disconnect_by_data(area->session, area);
        for (guint i = 0; i < area->slots->len; i++)
            clear_slot(area, &g_array_index(area->slots, Slot, i));
        g_array_set_size(area->slots, 0);
        GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(area));
        while (child) {
            gtk_widget_unparent(child);
            child = gtk_widget_get_first_child(GTK_WIDGET(area));
        }
        g_clear_object(&area->session);
    }
    G_OBJECT_CLASS(sn_plot_area_parent_class)->dispose(object);
}

static void sn_plot_area_finalize(GObject *object)
{
    g_array_unref(SN_PLOT_AREA(object)->slots);
    G_OBJECT_CLASS(sn_plot_area_parent_class)->finalize(object);
}

static void sn_plot_area_class_init(SnPlotAreaClass *class)
{
    G_OBJECT_CLASS(class)->dispose = sn_plot_area_dispose;
    G_OBJECT_CLASS(class)->finalize = sn_plot_area_finalize;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BOX_LAYOUT);
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "plotarea");
    active_signal = g_signal_new("active-changed", SN_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void sn_plot_area_init(SnPlotArea *area)
{
    area->slots = g_array_new(FALSE, TRUE, sizeof(Slot));
    gtk_widget_add_css_class(GTK_WIDGET(area), "sn-plots");
    area->row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_box_set_homogeneous(GTK_BOX(area->row), TRUE);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_AUTOMATIC,
                                   GTK_POLICY_NEVER);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), area->row);
    area->stack = gtk_stack_new();
    gtk_widget_set_hexpand(area->stack, TRUE);
    area->empty = make_empty();
    gtk_stack_add_named(GTK_STACK(area->stack), area->empty, "empty");
    gtk_stack_add_named(GTK_STACK(area->stack), scrolled, "plots");
    gtk_widget_set_parent(area->stack, GTK_WIDGET(area));
    GtkWidget *add = make_add_button();
    gtk_widget_set_parent(add, GTK_WIDGET(area));
    add_drop_target(area, area->empty);
    add_drop_target(area, add);
}

GtkWidget *sn_plot_area_new(SnSession *session)
{
    SnPlotArea *area = g_object_new(SN_TYPE_PLOT_AREA, NULL);
    area->session = g_object_ref(session);
    gtk_widget_set_name(GTK_WIDGET(area), "plots");
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document), area);
    g_signal_connect(session, "change", G_CALLBACK(on_change), area);
    rebuild_views(area);
    return GTK_WIDGET(area);
}
