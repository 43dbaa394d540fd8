/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/popover.h"

#include <stdbool.h>

static void free_reference(gpointer data)
{
    g_weak_ref_clear(data);
    g_free(data);
}

/* Gives the keys back to what had them, unless what was chosen has put them elsewhere: GTK by
 * itself gives them to something around the widget, to what scrolls a list in it (from where they
 * go on to the search above it), or leaves them in the button. */
static void restore_focus(GtkWidget *widget, GWeakRef *reference)
{
    GtkRoot *root = widget ? gtk_widget_get_root(widget) : NULL;
    GtkWidget *now = root ? gtk_root_get_focus(root) : NULL;
    GtkWidget *before = g_weak_ref_get(reference);
    if (root && before && gtk_widget_get_root(before) == root &&
        (!now || now == widget || gtk_widget_is_ancestor(widget, now) ||
         GTK_IS_SCROLLED_WINDOW(now) ||
         (GTK_IS_MENU_BUTTON(widget) && gtk_widget_is_ancestor(now, widget))))
        gtk_widget_grab_focus(before);
    g_clear_object(&before);
}

/* What had the keys when a popover opened. */
static const char BEFORE_KEY[] = "sn-focus-before";

static void remember_focus(GtkWidget *popover, GtkWidget *widget)
{
    GtkRoot *root = gtk_widget_get_root(widget);
    GWeakRef *before = g_new0(GWeakRef, 1);
    g_weak_ref_init(before, root ? gtk_root_get_focus(root) : NULL);
    g_object_set_data_full(G_OBJECT(popover), BEFORE_KEY, before, free_reference);
}

/* As GTK does by itself, but at once: to what is next around the popover and takes them, else to
 * the first control of the window. */
static void move_focus_out(GtkWidget *popover, GtkRoot *root)
{
    GtkWidget *at = gtk_widget_get_parent(popover);
    while (at && !(gtk_widget_get_visible(at) && gtk_widget_grab_focus(at)))
        at = gtk_widget_get_parent(at);
    if (!at)
        gtk_widget_child_focus(GTK_WIDGET(root), GTK_DIR_TAB_FORWARD);
}

static bool has_focus(GtkWidget *popover, GtkRoot *root)
{
    GtkWidget *focus = gtk_root_get_focus(root);
    return focus && (focus == popover || gtk_widget_is_ancestor(focus, popover));
}

static const char OVER_KEY[] = "sn-popover-over";

bool sn_popover_is_over(GtkWidget *widget)
{
    return g_object_get_data(G_OBJECT(widget), OVER_KEY) != NULL;
}

static gboolean unparent_late(gpointer popover)
{
    if (gtk_widget_get_parent(popover)) /* else its widget went first */
        gtk_widget_unparent(popover);
    g_object_unref(popover);
    return G_SOURCE_REMOVE;
}

void sn_popover_end(GtkWidget *popover)
{
    enum { TOOLTIP_OVER = 700 }; /* GTK shows a tooltip 500 after the last motion [ms] */
    GtkWidget *widget = gtk_widget_get_parent(popover);
    GtkRoot *root = widget ? gtk_widget_get_root(widget) : NULL;
    GWeakRef *before = g_object_get_data(G_OBJECT(popover), BEFORE_KEY);
    if (!widget || sn_popover_is_over(popover))
        return;
    if (!root || gtk_widget_in_destruction(widget)) {
        gtk_widget_unparent(popover);
        return;
    }
    g_object_set_data(G_OBJECT(popover), OVER_KEY, popover);
    gtk_widget_set_visible(popover, FALSE);
    if (has_focus(popover, root)) /* GTK moves it in its next frame only */
        gtk_root_set_focus(root, NULL);
    if (before)
        restore_focus(widget, before);
    if (!gtk_root_get_focus(root))
        move_focus_out(popover, root);
    g_signal_connect_object(widget, "destroy", G_CALLBACK(gtk_widget_unparent), popover,
                            G_CONNECT_SWAPPED);
    g_timeout_add(TOOLTIP_OVER, unparent_late, g_object_ref(popover));
}

static gboolean end_later(gpointer popover)
{
    sn_popover_end(popover); /* its widget may have gone first */
    g_object_unref(popover);
    return G_SOURCE_REMOVE;
}

static void on_closed(GtkPopover *popover, gpointer data)
{
    /* not from inside its own signal */
    g_idle_add_full(G_PRIORITY_HIGH, end_later, g_object_ref(popover), NULL);
}

/* A menu that fits neither above nor below its place in the window begins higher: GTK flips menus,
 * but does not push them, and cuts what lies below the screen.  Its content is measured: a popover
 * that is not shown yet asks for nothing. */
static void begin_higher(GtkPopover *menu)
{
    enum { BORDERS = 24 }; /* of the window and of the menu */
    GtkWidget *widget = gtk_widget_get_parent(GTK_WIDGET(menu));
    GtkRoot *root = gtk_widget_get_root(widget);
    GdkRectangle place;
    graphene_point_t at;
    int wanted = 0;
    if (gtk_popover_get_has_arrow(menu) || !gtk_popover_get_pointing_to(menu, &place) ||
        !gtk_widget_compute_point(widget, GTK_WIDGET(root), &GRAPHENE_POINT_INIT(0, (float)place.y),
                                  &at))
        return;
    gtk_widget_measure(gtk_popover_get_child(menu), GTK_ORIENTATION_VERTICAL, -1, NULL, &wanted,
                       NULL, NULL);
    const int above = (int)at.y, below = gtk_widget_get_height(GTK_WIDGET(root)) - above - BORDERS;
    if (wanted <= below || wanted + BORDERS <= above)
        return;
    place.y -= MIN(wanted - below, above);
    gtk_popover_set_pointing_to(menu, &place);
}

/* Whether a button of the mouse is down.  A popover that opens then gets the release: GTK counts
 * presses and releases of each widget ("Broken accounting of active state"), and what was pressed
 * looks so for ever. */
static bool is_pressed(GtkWidget *widget)
{
    const GdkModifierType buttons = GDK_BUTTON1_MASK | GDK_BUTTON2_MASK | GDK_BUTTON3_MASK |
                                    GDK_BUTTON4_MASK | GDK_BUTTON5_MASK;
    GtkNative *native = gtk_widget_get_native(widget);
    GdkSurface *surface = native ? gtk_native_get_surface(native) : NULL;
    GdkSeat *seat = gdk_display_get_default_seat(gtk_widget_get_display(widget));
    GdkModifierType state = 0;
    double x, y;
    if (surface && seat)
        gdk_surface_get_device_position(surface, gdk_seat_get_pointer(seat), &x, &y, &state);
    return (state & buttons) != 0;
}

/* Once no button is down. */
static gboolean show_released(gpointer popover)
{
    GtkWidget *widget = gtk_widget_get_parent(popover); /* NULL: it is gone */
    if (widget && is_pressed(widget))
        return G_SOURCE_CONTINUE;
    if (widget) {
        if (GTK_IS_POPOVER_MENU(popover))
            begin_higher(popover);
        gtk_popover_popup(popover);
    }
    g_object_unref(popover);
    return G_SOURCE_REMOVE;
}

void sn_popover_popup(GtkPopover *popover)
{
    enum { LOOK_AGAIN = 15 }; /* [ms] */
    if (show_released(g_object_ref(popover)) == G_SOURCE_CONTINUE)
        g_timeout_add(LOOK_AGAIN, show_released, popover);
}

/* In idle time: by then GTK has put the lines between the sections of a menu. */
static gboolean show_now(gpointer menu)
{
    sn_popover_popup(menu);
    g_object_unref(menu);
    return G_SOURCE_REMOVE;
}

void sn_popover_show_menu(GtkPopover *menu)
{
    g_idle_add(show_now, g_object_ref(menu));
}

void sn_popover_open(GtkWidget *popover, GtkWidget *widget)
{
    remember_focus(popover, widget);
    gtk_widget_set_parent(popover, widget);
    g_signal_connect_object(widget, "destroy", G_CALLBACK(gtk_widget_unparent), popover,
                            G_CONNECT_SWAPPED);
    g_signal_connect(popover, "closed", G_CALLBACK(on_closed), NULL);
    if (GTK_IS_POPOVER_MENU(popover))
        sn_popover_show_menu(GTK_POPOVER(popover));
    else
        sn_popover_popup(GTK_POPOVER(popover));
}

/* Submenus open beside what they come from: in its place they would jump away from the pointer
 * where the menu hangs above it. */
void sn_popover_open_menu(GMenuModel *menu, GtkWidget *widget, const char *name, double x, double y)
{
    GtkWidget *popover = gtk_popover_menu_new_from_model_full(menu, GTK_POPOVER_MENU_NESTED);
    gtk_widget_set_name(popover, name);
    gtk_popover_set_has_arrow(GTK_POPOVER(popover), FALSE);
    gtk_widget_set_halign(popover, GTK_ALIGN_START);
    gtk_popover_set_pointing_to(GTK_POPOVER(popover), &(GdkRectangle){(int)x, (int)y, 1, 1});
    sn_popover_open(popover, widget);
}

static const char QUIET_KEY[] = "sn-quiet-tooltip";

/* Where the pointer is in the widget; false: it is elsewhere. */
static bool pointer_in(GtkWidget *widget, double *x, double *y)
{
    GtkNative *native = gtk_widget_get_native(widget);
    GdkSurface *surface = native ? gtk_native_get_surface(native) : NULL;
    GdkSeat *seat = gdk_display_get_default_seat(gtk_widget_get_display(widget));
    double left, top;
    if (!surface || !seat ||
        !gdk_surface_get_device_position(surface, gdk_seat_get_pointer(seat), x, y, NULL))
        return false;
    gtk_native_get_surface_transform(native, &left, &top);
    return gtk_widget_translate_coordinates(GTK_WIDGET(native), widget, *x - left, *y - top, x,
                                            y) &&
           gtk_widget_contains(widget, *x, *y);
}

static void speak_again(GtkEventController *motion, gpointer data)
{
    GtkWidget *widget = gtk_event_controller_get_widget(motion);
    if (!g_object_get_data(G_OBJECT(widget), QUIET_KEY)) /* no other popover is open there */
        gtk_widget_set_has_tooltip(widget, TRUE);
    gtk_widget_remove_controller(widget, motion);
}

/* Its tooltip comes back; where the pointer rests on it still, only once it has left: nobody asks
 * for words on what they have just closed. */
static void end_quiet(GtkWidget *widget)
{
    double x, y;
    g_object_set_data(G_OBJECT(widget), QUIET_KEY, NULL);
    if (!pointer_in(widget, &x, &y)) {
        gtk_widget_set_has_tooltip(widget, TRUE);
        return;
    }
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "leave", G_CALLBACK(speak_again), NULL);
    gtk_widget_add_controller(widget, motion);
}

static void set_quiet_upwards(GtkWidget *from, GtkWidget *popover, bool quiet)
{
    for (GtkWidget *at = from; at; at = gtk_widget_get_parent(at)) {
        if (quiet && gtk_widget_get_has_tooltip(at)) {
            gtk_widget_set_has_tooltip(at, FALSE);
            g_object_set_data(G_OBJECT(at), QUIET_KEY, popover);
        } else if (!quiet && g_object_get_data(G_OBJECT(at), QUIET_KEY) == popover) {
            end_quiet(at);
        }
    }
}

/* Under the pointer when a popover opened: the button that opened it, often. */
static const char UNDER_KEY[] = "sn-under-pointer";

/* The widgets around a popover, and under the pointer, that have tooltips lose them until it
 * goes. */
static void set_quiet(GtkWidget *popover, bool quiet)
{
    set_quiet_upwards(gtk_widget_get_parent(popover), popover, quiet);
    GtkWidget *root = GTK_WIDGET(gtk_widget_get_root(popover));
    double x, y;
    if (quiet) {
        GtkWidget *under =
            root && pointer_in(root, &x, &y) ? gtk_widget_pick(root, x, y, GTK_PICK_DEFAULT) : NULL;
        GWeakRef *reference = g_new0(GWeakRef, 1);
        g_weak_ref_init(reference, under);
        g_object_set_data_full(G_OBJECT(popover), UNDER_KEY, reference, free_reference);
        set_quiet_upwards(under, popover, true);
        return;
    }
    GWeakRef *reference = g_object_get_data(G_OBJECT(popover), UNDER_KEY);
    GtkWidget *under = reference ? g_weak_ref_get(reference) : NULL;
    set_quiet_upwards(under, popover, false);
    g_clear_object(&under);
}

static const char DEAF_KEY[] = "sn-deaf";

/* GTK 4.8 makes up motions of the pointer over a popover that has closed; whatever is pressed next
 * at such a place then goes to it and is lost.  A popover that is not shown has no events. */
static void set_deaf(GtkWidget *popover, bool deaf)
{
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(popover));
    const guint event = g_signal_lookup("event", GDK_TYPE_SURFACE);
    if (!surface || deaf == (g_object_get_data(G_OBJECT(surface), DEAF_KEY) != NULL))
        return;
    g_object_set_data(G_OBJECT(surface), DEAF_KEY, deaf ? popover : NULL);
    const GSignalMatchType its_own = G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA;
    if (deaf)
        g_signal_handlers_block_matched(surface, its_own, event, 0, NULL, NULL, popover);
    else
        g_signal_handlers_unblock_matched(surface, its_own, event, 0, NULL, NULL, popover);
}

static gboolean restore_later(gpointer popover)
{
    GWeakRef *before = g_object_get_data(popover, BEFORE_KEY);
    GtkWidget *button = gtk_widget_get_parent(popover);
    if (button && before && !gtk_widget_get_mapped(popover))
        restore_focus(button, before);
    g_object_unref(popover);
    return G_SOURCE_REMOVE;
}

/* The popover of a button that opens a menu: it stays, the keys go back to where they were. */
static void keep_focus(GtkWidget *popover, bool shown)
{
    GtkWidget *button = gtk_widget_get_parent(popover);
    if (!GTK_IS_MENU_BUTTON(button))
        return;
    if (shown)
        remember_focus(popover, button);
    else
        g_idle_add(restore_later, g_object_ref(popover));
}

/* The row that is chosen, somewhere below. */
static GtkWidget *chosen_row(GtkWidget *widget)
{
    GtkWidget *found = NULL;
    for (GtkWidget *at = gtk_widget_get_first_child(widget); at && !found;
         at = gtk_widget_get_next_sibling(at))
        found = GTK_IS_LIST_VIEW(widget) && gtk_widget_get_mapped(at) &&
                        (gtk_widget_get_state_flags(at) & GTK_STATE_FLAG_SELECTED) != 0
                    ? at
                    : chosen_row(at);
    return found;
}

static gboolean focus_chosen(gpointer popover)
{
    GtkWidget *row = gtk_widget_get_mapped(popover) ? chosen_row(popover) : NULL;
    if (row)
        gtk_widget_grab_focus(row);
    g_object_unref(popover);
    return G_SOURCE_REMOVE;
}

/* In a list of choices the arrow keys begin at what is chosen; GTK begins at its top. */
static void begin_at_chosen(GtkWidget *popover)
{
    GtkWidget *list = gtk_widget_get_parent(popover);
    if (GTK_IS_DROP_DOWN(list) && !gtk_drop_down_get_enable_search(GTK_DROP_DOWN(list)))
        g_idle_add(focus_chosen, g_object_ref(popover));
}

static gboolean on_map(GSignalInvocationHint *hint, guint n, const GValue *values, gpointer shown)
{
    GtkWidget *widget = g_value_get_object(&values[0]);
    if (GTK_IS_POPOVER(widget)) {
        set_quiet(widget, shown != NULL);
        set_deaf(widget, shown == NULL);
        keep_focus(widget, shown != NULL);
        if (shown)
            begin_at_chosen(widget);
    }
    return TRUE;
}

/* A popover that is shown goes with what it belongs to.  GTK keeps it while the pointer is where it
 * was, without a surface, and asks that for the pointer when the time for a tooltip has come,
 * unless its tooltips are by then about what is below. */
static gboolean on_unrealize(GSignalInvocationHint *hint, guint n, const GValue *values,
                             gpointer data)
{
    GtkWidget *widget = g_value_get_object(&values[0]);
    GtkRoot *root =
        GTK_IS_POPOVER(widget) && !sn_popover_is_over(widget) ? gtk_widget_get_root(widget) : NULL;
    if (root && !gtk_widget_in_destruction(GTK_WIDGET(root)))
        gtk_widget_trigger_tooltip_query(GTK_WIDGET(root));
    return TRUE;
}

void sn_popover_watch(void)
{
    g_type_class_unref(g_type_class_ref(GTK_TYPE_WIDGET)); /* has its signals from then on */
    g_signal_add_emission_hook(g_signal_lookup("map", GTK_TYPE_WIDGET), 0, on_map,
                               GINT_TO_POINTER(1), NULL);
    g_signal_add_emission_hook(g_signal_lookup("unmap", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
    g_signal_add_emission_hook(g_signal_lookup("unrealize", GTK_TYPE_WIDGET), 0, on_unrealize, NULL,
                               NULL);
}
