/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/panel_tab.h"

#include "engine/model/classes/panel.h"
#include "ui/edits/edits.h"
#include "ui/edits/time/panel.h"
#include "ui/properties/control_panel.h"
#include "ui/session/property_target.h"
#include "ui/widgets/popover.h"

#define HOLD_TIME 450 /* [ms] a drag that rests on a tab opens it */

typedef struct Tab {
    SnSession *session; /* owned */
    SnId panel;
    GtkWidget *widget; /* borrowed */
    SnPanelTabCall call;
    gpointer data;
    bool pressing; /* we set the button ourselves */
    guint hold;    /* source */
} Tab;

static void tab_free(gpointer data)
{
    Tab *tab = data;
    g_clear_handle_id(&tab->hold, g_source_remove);
    g_object_unref(tab->session);
    g_free(tab);
}

static Tab *tab_of(GtkWidget *widget)
{
    return g_object_get_data(G_OBJECT(widget), "sn-tab");
}

SnId sn_panel_tab_id(GtkWidget *widget)
{
    return tab_of(widget)->panel;
}

void sn_panel_tab_press(GtkWidget *widget, bool in_front)
{
    Tab *tab = tab_of(widget);
    tab->pressing = true;
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(widget), in_front);
    tab->pressing = false;
}

static void on_toggled(GtkToggleButton *button, Tab *tab)
{
    if (!tab->pressing)
        tab->call(tab->panel, tab->data);
}

/* --- a property over the tab --- */

static gboolean on_held(gpointer data)
{
    Tab *tab = data;
    tab->hold = 0;
    tab->call(tab->panel, tab->data);
    return G_SOURCE_REMOVE;
}

static void on_drag_enter(GtkDropControllerMotion *motion, double x, double y, Tab *tab)
{
    if (tab->hold == 0)
        tab->hold = g_timeout_add(HOLD_TIME, on_held, tab);
}

static void on_drag_leave(GtkDropControllerMotion *motion, Tab *tab)
{
    g_clear_handle_id(&tab->hold, g_source_remove);
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y, Tab *tab)
{
    GError *error = NULL;
    GArray *targets = sn_property_targets_parse(sn_session_model(tab->session),
                                                g_value_get_string(value), &error);
    const bool any = targets->len > 0;
    if (error) {
        sn_session_fail(tab->session, error->message);
        g_error_free(error);
    } else if (any) {
        sn_edits_add_controls(tab->session, tab->panel, (const SnTarget *)(void *)targets->data,
                              (int)targets->len, -1);
    }
    g_array_unref(targets);
    return any;
}

static void add_drop_target(Tab *tab)
{
    GtkEventController *motion = gtk_drop_controller_motion_new();
    g_signal_connect(motion, "enter", G_CALLBACK(on_drag_enter), tab);
    g_signal_connect(motion, "leave", G_CALLBACK(on_drag_leave), tab);
    gtk_widget_add_controller(tab->widget, motion);
    if (!sn_id_is_null(tab->panel)) {
        GtkDropTarget *drop = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY);
        g_signal_connect(drop, "drop", G_CALLBACK(on_drop), tab);
        gtk_widget_add_controller(tab->widget, GTK_EVENT_CONTROLLER(drop));
    }
}

/* --- what can be done with a panel --- */

typedef struct PanelActions {
    SnSession *session; /* owned */
    SnId panel;
    GtkWidget *widget; /* borrowed */
} PanelActions;

static void actions_free(gpointer data)
{
    PanelActions *self = data;
    g_object_unref(self->session);
    g_free(self);
}

static bool floats(const PanelActions *self)
{
    const SnPanel *panel =
        (const SnPanel *)sn_model_get(sn_session_model(self->session), self->panel);
    return panel && panel->floating;
}

static void on_float(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    PanelActions *self = data;
    sn_edits_set_bool(self->session, &self->panel, 1, "floating", !floats(self));
}

static void on_add_row(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    PanelActions *self = data;
    sn_control_panel_choose(self->session, self->panel, self->widget);
}

static void on_delete(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    PanelActions *self = data;
    sn_edits_delete(self->session, &self->panel, 1);
}

static void on_select(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    PanelActions *self = data;
    sn_session_select_one(self->session, self->panel);
}

static void on_renamed(GtkEntry *entry, PanelActions *self)
{
    GtkWidget *popover = gtk_widget_get_ancestor(GTK_WIDGET(entry), GTK_TYPE_POPOVER);
    char *name = g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry)));
    gtk_popover_popdown(GTK_POPOVER(popover));
    sn_edits_rename(self->session, self->panel, name);
    g_free(name);
}

static void on_rename(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    PanelActions *self = data;
    GtkWidget *popover = gtk_popover_new(), *entry = gtk_entry_new();
    gtk_widget_set_name(entry, "panel-name");
    char *name = sn_session_label(self->session, self->panel);
    gtk_editable_set_text(GTK_EDITABLE(entry), name);
    g_free(name);
    gtk_editable_select_region(GTK_EDITABLE(entry), 0, -1);
    g_signal_connect(entry, "activate", G_CALLBACK(on_renamed), self);
    gtk_popover_set_child(GTK_POPOVER(popover), entry);
    sn_popover_open(popover, self->widget);
    gtk_widget_grab_focus(entry);
}

static void open_menu(PanelActions *self, double x, double y)
{
    GMenu *menu = g_menu_new(), *rows = g_menu_new(), *panel = g_menu_new();
    g_menu_append(rows, "Add Row…", "panel.add-row");
    g_menu_append(panel, floats(self) ? "Dock" : "Float", "panel.float");
    g_menu_append(panel, "Rename…", "panel.rename");
    g_menu_append(panel, "Properties", "panel.select");
    g_menu_append(panel, "Delete", "panel.delete");
    g_menu_append_section(menu, NULL, G_MENU_MODEL(rows));
    g_menu_append_section(menu, NULL, G_MENU_MODEL(panel));
    sn_popover_open_menu(G_MENU_MODEL(menu), self->widget, "panel-menu", x, y);
    g_object_unref(panel);
    g_object_unref(rows);
    g_object_unref(menu);
}

static void on_right_click(GtkGestureClick *click, int presses, double x, double y,
                           PanelActions *self)
{
    gtk_gesture_set_state(GTK_GESTURE(click), GTK_EVENT_SEQUENCE_CLAIMED);
    open_menu(self, x, y);
}

static gboolean on_menu_key(GtkWidget *widget, GVariant *arguments, gpointer data)
{
    open_menu(data, 8, gtk_widget_get_height(widget));
    return TRUE;
}

static void on_double_click(GtkGestureClick *click, int presses, double x, double y,
                            PanelActions *self)
{
    if (presses == 2)
        on_rename(NULL, NULL, self);
}

void sn_panel_actions_add(SnSession *session, SnId panel, GtkWidget *widget)
{
    static const GActionEntry entries[] = {{"float", on_float},
                                           {"rename", on_rename},
                                           {"add-row", on_add_row},
                                           {"select", on_select},
                                           {"delete", on_delete}};
    PanelActions *self = g_new0(PanelActions, 1);
    *self = (PanelActions){g_object_ref(session), panel, widget};
    g_object_set_data_full(G_OBJECT(widget), "sn-panel-actions", self, actions_free);
    GSimpleActionGroup *group = g_simple_action_group_new();
    g_action_map_add_action_entries(G_ACTION_MAP(group), entries, G_N_ELEMENTS(entries), self);
    gtk_widget_insert_action_group(widget, "panel", G_ACTION_GROUP(group));
    g_object_unref(group);
    GtkGesture *click = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
    g_signal_connect(click, "pressed", G_CALLBACK(on_right_click), self);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(click));
    GtkGesture *twice = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(twice), GDK_BUTTON_PRIMARY);
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(twice), GTK_PHASE_CAPTURE);
    g_signal_connect(twice, "released", G_CALLBACK(on_double_click), self);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(twice));
    GtkEventController *shortcuts = gtk_shortcut_controller_new();
    gtk_shortcut_controller_add_shortcut(
        GTK_SHORTCUT_CONTROLLER(shortcuts),
        gtk_shortcut_new(
            gtk_alternative_trigger_new(gtk_keyval_trigger_new(GDK_KEY_Menu, 0),
                                        gtk_keyval_trigger_new(GDK_KEY_F10, GDK_SHIFT_MASK)),
            gtk_callback_action_new(on_menu_key, self, NULL)));
    gtk_widget_add_controller(widget, shortcuts);
}

/* --- making --- */

GtkWidget *sn_panel_tab_new(SnSession *session, SnId panel, SnPanelTabCall call, gpointer data)
{
    char *label = sn_id_is_null(panel) ? g_strdup("Properties") : sn_session_label(session, panel);
    GtkWidget *widget = gtk_toggle_button_new_with_label(label);
    GtkWidget *text = gtk_button_get_child(GTK_BUTTON(widget));
    gtk_label_set_ellipsize(GTK_LABEL(text), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_max_width_chars(GTK_LABEL(text), 16);
    gtk_widget_add_css_class(widget, "panel-tab");
    gtk_widget_add_css_class(widget, "flat");
    char *name = g_strdelimit(g_strdup_printf("tab-%s", label), " ", '-');
    gtk_widget_set_name(widget, name);
    g_free(name);
    g_free(label);
    Tab *tab = g_new0(Tab, 1);
    tab->session = g_object_ref(session);
    tab->panel = panel;
    tab->widget = widget;
    tab->call = call;
    tab->data = data;
    g_object_set_data_full(G_OBJECT(widget), "sn-tab", tab, tab_free);
    g_signal_connect(widget, "toggled", G_CALLBACK(on_toggled), tab);
    add_drop_target(tab);
    if (!sn_id_is_null(panel))
        sn_panel_actions_add(session, panel, widget);
    return widget;
}
