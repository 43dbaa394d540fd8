/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/preferences.h"

#include "engine/base/workers_limit.h"
#include "ui/session/units.h"
#include "ui/settings/keys_page.h"
#include "ui/viewport/viewport.h"

#include <string.h>

/* One of several, kept as text. */
typedef struct Choice {
    const char *key, *label, *help;
    const char *values[5], *labels[5]; /* up to NULL; the first is the default */
} Choice;

static const Choice choices[] = {
    {"unit-length",
     "Lengths",
     "How lengths and velocities are written; any unit can be typed",
     {"mm", "cm", "m"},
     {"Millimetres", "Centimetres", "Metres"}},
    {"unit-angle",
     "Angles",
     "How angles are written; any unit can be typed",
     {"°", "rad"},
     {"Degrees", "Radians"}},
    {"mouse",
     "Mouse",
     "What the buttons do in the viewer",
     {"sinew", "blender", "artisynth", "cad"},
     {"Sinew: left turns, right moves, wheel zooms",
      "Blender: middle turns, Shift-middle moves, left selects a box",
      "ArtiSynth: middle turns, Shift-middle moves, Ctrl-middle zooms, left selects a box",
      "CAD: right turns, middle moves, left selects a box"}},
    {"theme", "Colours", NULL, {"follow", "light", "dark"}, {"Of the desktop", "Light", "Dark"}},
};
enum { N_CHOICES = sizeof choices / sizeof choices[0] };

static int chosen(SnSettings *settings, const Choice *choice)
{
    char *value = sn_settings_get_text(settings, choice->key, choice->values[0]);
    int found = 0;
    for (int i = 0; choice->values[i]; i++)
        found = strcmp(choice->values[i], value) == 0 ? i : found;
    g_free(value);
    return found;
}

static const Choice *choice_of(const char *key)
{
    for (int i = 0; i < N_CHOICES; i++) {
        if (strcmp(choices[i].key, key) == 0)
            return &choices[i];
    }
    g_assert_not_reached();
}

void sn_preferences_apply(SnSettings *settings)
{
    const Choice *length = choice_of("unit-length"), *angle = choice_of("unit-angle");
    sn_units_prefer(length->values[chosen(settings, length)],
                    angle->values[chosen(settings, angle)]);
    sn_viewport_use_mouse((SnMouseHabit)chosen(settings, choice_of("mouse")));
    sn_workers_limit(sn_settings_get_int(settings, "threads", 0));
    sn_keys_load(settings);
}

/* --- the dialog --- */

static void on_choice(GtkDropDown *drop, GParamSpec *spec, SnWindow *window)
{
    const Choice *choice = choice_of(g_object_get_data(G_OBJECT(drop), "key"));
    const char *value = choice->values[gtk_drop_down_get_selected(drop)];
    SnSettings *settings = sn_window_settings(window);
    sn_settings_set_text(settings, choice->key, value);
    if (strcmp(choice->key, "theme") == 0)
        gtk_widget_activate_action(GTK_WIDGET(window), "win.theme", "s", value);
    sn_preferences_apply(settings);
    sn_settings_save(settings);
    if (g_str_has_prefix(choice->key, "unit-")) {
        /* panels write their numbers anew with what is selected */
        SnSession *session = sn_window_session(window);
        int n = 0;
        const SnId *selection = sn_session_selection(session, &n);
        SnId *ids = g_memdup2(selection, sizeof *ids * (gsize)n);
        sn_session_select_none(session);
        sn_session_select(session, ids, n, SN_SELECT_REPLACE);
        g_free(ids);
    }
}

static void on_memory(GtkSpinButton *spin, SnWindow *window)
{
    gtk_widget_activate_action(GTK_WIDGET(window), "win.record-budget", "i",
                               gtk_spin_button_get_value_as_int(spin));
    sn_settings_save(sn_window_settings(window));
}

static void on_threads(GtkSpinButton *spin, SnWindow *window)
{
    SnSettings *settings = sn_window_settings(window);
    sn_settings_set_int(settings, "threads", gtk_spin_button_get_value_as_int(spin));
    sn_preferences_apply(settings);
    sn_settings_save(settings);
}

static void on_start_page(GtkSwitch *active, GParamSpec *spec, SnWindow *window)
{
    sn_settings_set_int(sn_window_settings(window), "start-page", gtk_switch_get_active(active));
    sn_settings_save(sn_window_settings(window));
}

static void add_row(GtkGrid *grid, int row, const char *label, const char *help, GtkWidget *widget,
                    const char *name)
{
    GtkWidget *text = gtk_label_new(label);
    gtk_label_set_xalign(GTK_LABEL(text), 1);
    gtk_widget_add_css_class(text, "dim-label");
    gtk_widget_set_name(widget, name);
    gtk_widget_set_halign(widget, GTK_IS_DROP_DOWN(widget) ? GTK_ALIGN_FILL : GTK_ALIGN_START);
    if (help)
        gtk_widget_set_tooltip_text(widget, help);
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
    gtk_grid_attach(grid, text, 0, row, 1, 1);
    gtk_grid_attach(grid, widget, 1, row, 1, 1);
}

static GtkWidget *spin_new(double least, double most, double step, double value)
{
    GtkWidget *spin = gtk_spin_button_new_with_range(least, most, step);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), value);
    return spin;
}

static GtkWidget *make_grid(SnWindow *window)
{
    SnSettings *settings = sn_window_settings(window);
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_row_spacing(GTK_GRID(grid), 8);
    gtk_grid_set_column_spacing(GTK_GRID(grid), 12);
    for (int i = 0; i < N_CHOICES; i++) {
        GtkWidget *drop = gtk_drop_down_new_from_strings(choices[i].labels);
        char *name = g_strconcat("preference-", choices[i].key, NULL);
        gtk_drop_down_set_selected(GTK_DROP_DOWN(drop), (guint)chosen(settings, &choices[i]));
        g_object_set_data(G_OBJECT(drop), "key", (gpointer)choices[i].key);
        g_signal_connect(drop, "notify::selected", G_CALLBACK(on_choice), window);
        add_row(GTK_GRID(grid), i, choices[i].label, choices[i].help, drop, name);
        g_free(name);
    }
    GtkWidget *memory =
        spin_new(64, 65536, 64, sn_settings_get_int(settings, "record-budget", 1024));
    g_signal_connect(memory, "value-changed", G_CALLBACK(on_memory), window);
    add_row(GTK_GRID(grid), N_CHOICES, "Memory for the recording (MB)",
            "Older states are thinned out above it", memory, "preference-memory");
    GtkWidget *threads = spin_new(0, 64, 1, sn_settings_get_int(settings, "threads", 0));
    g_signal_connect(threads, "value-changed", G_CALLBACK(on_threads), window);
    add_row(GTK_GRID(grid), N_CHOICES + 1, "Threads at most (0: all processors)",
            "From the next model on; results are the same for any number", threads,
            "preference-threads");
    GtkWidget *start = gtk_switch_new();
    gtk_switch_set_active(GTK_SWITCH(start), sn_settings_get_int(settings, "start-page", 1) != 0);
    g_signal_connect(start, "notify::active", G_CALLBACK(on_start_page), window);
    add_row(GTK_GRID(grid), N_CHOICES + 2, "Start page", "When no file is opened", start,
            "preference-start-page");
    return grid;
}

/* All actions with their keys are many: made when first looked at. */
static void on_page(GtkStack *stack, GParamSpec *spec, SnWindow *window)
{
    GtkWidget *page = gtk_stack_get_child_by_name(stack, "keys");
    if (gtk_stack_get_visible_child(stack) != page || gtk_widget_get_first_child(page))
        return;
    GtkWindow *dialog = GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(stack)));
    GtkWidget *keys = sn_keys_page_new(dialog, sn_window_settings(window));
    gtk_box_append(GTK_BOX(page), keys);
}

static void append_pages(GtkBox *content, SnWindow *window)
{
    GtkWidget *stack = gtk_stack_new(), *switcher = gtk_stack_switcher_new();
    gtk_stack_add_titled(GTK_STACK(stack), make_grid(window), "general", "General");
    gtk_stack_add_titled(GTK_STACK(stack), gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), "keys",
                         "Keys");
    gtk_stack_set_hhomogeneous(GTK_STACK(stack), FALSE);
    gtk_stack_set_vhomogeneous(GTK_STACK(stack), FALSE);
    gtk_stack_switcher_set_stack(GTK_STACK_SWITCHER(switcher), GTK_STACK(stack));
    gtk_widget_set_name(switcher, "preferences-pages");
    gtk_widget_set_halign(switcher, GTK_ALIGN_CENTER);
    GtkWidget *button = gtk_widget_get_first_child(switcher);
    gtk_widget_set_name(button, "preferences-general");
    gtk_widget_set_name(gtk_widget_get_next_sibling(button), "preferences-keys");
    g_signal_connect(stack, "notify::visible-child", G_CALLBACK(on_page), window);
    gtk_box_append(content, switcher);
    gtk_box_append(content, stack);
}

void sn_preferences_open(SnWindow *parent)
{
    GtkWindow *window = GTK_WINDOW(gtk_window_new());
    gtk_window_set_title(window, "Preferences");
    gtk_window_set_transient_for(window, GTK_WINDOW(parent));
    gtk_window_set_modal(window, TRUE);
    gtk_window_set_destroy_with_parent(window, TRUE);
    gtk_window_set_resizable(window, FALSE);
    gtk_widget_set_name(GTK_WIDGET(window), "preferences");
    gtk_widget_add_css_class(GTK_WIDGET(window), "sn-window");
    GtkWidget *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 16);
    gtk_widget_add_css_class(content, "sn-dialog");
    append_pages(GTK_BOX(content), parent);
    GtkWidget *done = gtk_button_new_with_label("Done");
    gtk_widget_set_name(done, "preferences-done");
    gtk_widget_set_halign(done, GTK_ALIGN_END);
    g_signal_connect_swapped(done, "clicked", G_CALLBACK(gtk_window_destroy), window);
    gtk_box_append(GTK_BOX(content), done);
    gtk_window_set_child(window, content);
    GtkEventController *keys = gtk_shortcut_controller_new();
    gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(keys),
                                         gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0),
                                                          gtk_named_action_new("window.close")));
    gtk_widget_add_controller(GTK_WIDGET(window), keys);
    gtk_window_present(window);
}
