/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/actions/shortcuts.h"

#include "ui/actions/action_keys.h"
#include "ui/widgets/number_field.h"

#include <stdbool.h>
#include <string.h>

typedef struct Key {
    GtkShortcutTrigger *trigger; /* owned */
    char *name;                  /* as gtk_accelerator_name writes it; owned */
    guint value;
    const SnActionRow *row;
    bool late;  /* widgets below may want it first */
    bool plain; /* no Ctrl or Alt: means something in a text entry */
} Key;

/* Keys of one phase; all of them again when they have changed. */
typedef struct Keys {
    GArray *keys;
    bool late;
} Keys;

static void key_clear(gpointer data)
{
    Key *key = data;
    g_object_unref(key->trigger);
    g_free(key->name);
}

/* Keys that widgets below may want first: Escape cancels drags and closes searches, arrows and the
 * like move in lists, sliders and text. */
static bool is_late(guint value, GdkModifierType modifiers)
{
    static const guint values[] = {GDK_KEY_Escape, GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_End};
    static const guint alone[] = {GDK_KEY_Up, GDK_KEY_Down, GDK_KEY_Page_Up, GDK_KEY_Page_Down};
    bool late = false;
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++)
        late |= value == values[i] || (value == alone[i] && modifiers == 0);
    return late;
}

static void fill(Keys *all)
{
    g_array_set_size(all->keys, 0);
    int n = 0;
    const SnActionRow *rows = sn_action_table(&n);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < SN_ACTION_MAX_KEYS && rows[i].keys[k]; k++) {
            guint value = 0;
            GdkModifierType modifiers = 0;
            bool known = gtk_accelerator_parse(rows[i].keys[k], &value, &modifiers);
            g_assert(known);
            if (is_late(value, modifiers) != all->late)
                continue;
            bool function_key = value >= GDK_KEY_F1 && value <= GDK_KEY_F12;
            Key key = {gtk_keyval_trigger_new(value, modifiers),
                       gtk_accelerator_name(value, modifiers),
                       value,
                       &rows[i],
                       all->late,
                       !function_key && (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) == 0};
            g_array_append_val(all->keys, key);
        }
    }
}

/* Keys a text entry makes use of itself. */
static bool wanted_by_text(const Key *key)
{
    static const char *const actions[] = {"win.undo", "win.redo", "win.select-all",
                                          "win.cut",  "win.copy", "win.paste"};
    for (gsize i = 0; i < G_N_ELEMENTS(actions); i++) {
        if (strcmp(key->row->name, actions[i]) == 0)
            return true;
    }
    return key->plain;
}

/* Undo where nothing is typed means the document: a search field that got the focus by itself does
 * not swallow it. */
static bool is_of_document(GtkWidget *focus, const Key *key)
{
    return (strcmp(key->row->name, "win.undo") == 0 || strcmp(key->row->name, "win.redo") == 0) &&
           GTK_IS_TEXT(focus) && *gtk_editable_get_text(GTK_EDITABLE(focus)) == '\0';
}

/* Space begins no number: where nothing has been typed yet it is the window's; letters begin none
 * where Enter has ended the last one. */
static bool begins_no_number(GtkWidget *focus, const Key *key)
{
    int from = 0, to = 0;
    GtkWidget *field = gtk_widget_get_ancestor(focus, SN_TYPE_NUMBER_FIELD);
    if (field && sn_number_field_rests(SN_NUMBER_FIELD(field)))
        return key->value == GDK_KEY_space || key->value == GDK_KEY_Home ||
               (key->plain && g_unichar_isalpha(gdk_keyval_to_unicode(key->value)));
    return key->value == GDK_KEY_space && gtk_widget_get_ancestor(focus, SN_TYPE_NUMBER_FIELD) &&
           gtk_editable_get_selection_bounds(GTK_EDITABLE(focus), &from, &to) && from == 0 &&
           to == (int)gtk_text_get_text_length(GTK_TEXT(focus));
}

static bool is_text(GtkWidget *widget)
{
    return GTK_IS_TEXT(widget) || GTK_IS_TEXT_VIEW(widget);
}

/* What moves in itself with the arrows, also at its end. */
static bool wanted_by_list(GtkWidget *focus, const Key *key)
{
    const GType types[] = {GTK_TYPE_LIST_VIEW, GTK_TYPE_COLUMN_VIEW, GTK_TYPE_LIST_BOX,
                           GTK_TYPE_RANGE,     GTK_TYPE_DROP_DOWN,   GTK_TYPE_SPIN_BUTTON};
    if (!key->late || key->value == GDK_KEY_Escape)
        return false;
    for (gsize i = 0; i < G_N_ELEMENTS(types); i++) {
        if (gtk_widget_get_ancestor(focus, types[i]))
            return true;
    }
    return false;
}

/* Home is the start of the time where that has the focus, elsewhere the first look. */
static bool is_for_others(GtkWidget *focus, const Key *key)
{
    if (key->value != GDK_KEY_Home || !key->plain)
        return false;
    bool in_time = false;
    for (GtkWidget *at = focus; at && !in_time; at = gtk_widget_get_parent(at))
        in_time = g_object_get_data(G_OBJECT(at), SN_TIME_KEYS) != NULL;
    return in_time == (strcmp(key->row->name, "win.view-home") == 0);
}

/* Space presses what has the focus if that is a button, and if it can be seen to have it: one that
 * the mouse has pressed does not keep the key. */
static bool wanted_by_button(GtkWidget *focus, const Key *key)
{
    GtkRoot *root = gtk_widget_get_root(focus);
    return key->value == GDK_KEY_space && gtk_window_get_focus_visible(GTK_WINDOW(root)) &&
           (GTK_IS_BUTTON(focus) || GTK_IS_CHECK_BUTTON(focus) || GTK_IS_SWITCH(focus) ||
            GTK_IS_DROP_DOWN(focus));
}

/* What is typed on a slider is its number. */
static bool wanted_by_slider(GtkWidget *focus, const Key *key)
{
    const gunichar c = gdk_keyval_to_unicode(key->value);
    return GTK_IS_SCALE(focus) && key->plain &&
           (g_unichar_isdigit(c) || c == '-' || c == '.' || c == ',');
}

/* Whether what has the focus does something else with the key. */
static bool wanted_by_widget(GtkWidget *focus, const Key *key)
{
    const char *const *own = g_object_get_data(G_OBJECT(focus), SN_OWN_KEYS);
    for (; own && *own; own++) {
        if (strcmp(*own, key->name) == 0)
            return true;
    }
    return false;
}

/* A menu that has closed may still hold the focus: its keys are the window's again. */
static bool is_in_popover(GtkWidget *focus)
{
    GtkWidget *popover = focus ? gtk_widget_get_ancestor(focus, GTK_TYPE_POPOVER) : NULL;
    return popover && gtk_widget_get_mapped(popover);
}

static gboolean on_key(GtkEventControllerKey *controller, guint value, guint code,
                       GdkModifierType state, Keys *all)
{
    const GArray *keys = all->keys;
    GtkWidget *window = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller));
    GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(window));
    const bool in_popover = is_in_popover(focus);
    GdkEvent *event = gtk_event_controller_get_current_event(GTK_EVENT_CONTROLLER(controller));
    for (guint i = 0; i < keys->len; i++) {
        const Key *key = &g_array_index(keys, Key, i);
        if (gtk_shortcut_trigger_trigger(key->trigger, event, FALSE) != GDK_KEY_MATCH_EXACT ||
            is_for_others(focus, key))
            continue;
        if (focus && ((is_text(focus) && wanted_by_text(key) && !is_of_document(focus, key) &&
                       !begins_no_number(focus, key)) ||
                      (in_popover && key->plain) || wanted_by_button(focus, key) ||
                      wanted_by_list(focus, key) || wanted_by_slider(focus, key) ||
                      wanted_by_widget(focus, key)))
            return GDK_EVENT_PROPAGATE;
        const char *name = NULL;
        char *parsed = NULL;
        GVariant *target = NULL;
        if (!g_action_parse_detailed_name(key->row->name, &parsed, &target, NULL))
            return GDK_EVENT_PROPAGATE;
        name = parsed;
        gboolean done = gtk_widget_activate_action_variant(window, name, target);
        g_free(parsed);
        g_clear_pointer(&target, g_variant_unref);
        return done ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
    }
    return GDK_EVENT_PROPAGATE;
}

static void keys_free(gpointer data, GClosure *closure)
{
    Keys *all = data;
    g_array_unref(all->keys);
    g_free(all);
}

static void fill_again(GtkEventController *controller)
{
    fill(g_object_get_data(G_OBJECT(controller), "keys"));
}

static void add_controller(GtkWidget *window, bool late)
{
    Keys *all = g_new0(Keys, 1);
    all->keys = g_array_new(FALSE, FALSE, sizeof(Key));
    all->late = late;
    g_array_set_clear_func(all->keys, key_clear);
    fill(all);
    GtkEventController *controller = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(controller,
                                               late ? GTK_PHASE_BUBBLE : GTK_PHASE_CAPTURE);
    g_object_set_data(G_OBJECT(controller), "keys", all);
    g_signal_connect_data(controller, "key-pressed", G_CALLBACK(on_key), all, keys_free, 0);
    sn_action_keys_follow(controller, G_CALLBACK(fill_again));
    gtk_widget_add_controller(window, controller);
}

void sn_shortcuts_add(GtkWidget *window)
{
    add_controller(window, false);
    add_controller(window, true);
}
