/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widgets of the list's rows. */
#include "ui/navigator/drag.h"
#include "ui/navigator/private.h"
#include "ui/navigator/row.h"

enum { MAX_SPARE = 600 }; /* the list keeps two hundred around each place that it follows */

/* Of an item: its row, which GTK has taken out when it says that the item goes. */
static const char ROW_KEY[] = "sn-row";

static void give_row(GtkListItem *item, GtkWidget *row)
{
    gtk_list_item_set_child(item, row);
    g_object_set_data_full(G_OBJECT(item), ROW_KEY, g_object_ref(row), g_object_unref);
}

static void on_right_click(GtkGestureClick *gesture, int n, double x, double y,
                           SnNavigator *navigator)
{
    GtkWidget *row = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(gesture));
    SnId id = sn_navigator_row_id(SN_NAVIGATOR_ROW(row));
    if (!sn_session_is_selected(navigator->session, id))
        sn_session_select_one(navigator->session, id);
    double to_x = 0, to_y = 0;
    gtk_widget_translate_coordinates(row, GTK_WIDGET(navigator), x, y, &to_x, &to_y);
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    sn_navigator_open_menu(navigator, to_x, to_y);
}

static GtkWidget *new_row(SnNavigator *navigator)
{
    GtkWidget *row = sn_navigator_row_new(navigator->session);
    GtkGesture *right = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(right), GDK_BUTTON_SECONDARY);
    g_signal_connect(right, "pressed", G_CALLBACK(on_right_click), navigator);
    gtk_widget_add_controller(row, GTK_EVENT_CONTROLLER(right));
    sn_navigator_drag_add(navigator, row);
    return row;
}

static gboolean prepare_some(gpointer data)
{
    enum { ENOUGH = 210, AT_ONCE = 8 };
    SnNavigator *navigator = data;
    for (int i = 0; i < AT_ONCE && navigator->spare->len < ENOUGH; i++)
        g_ptr_array_add(navigator->spare, g_object_ref_sink(new_row(navigator)));
    if (navigator->spare->len < ENOUGH)
        return G_SOURCE_CONTINUE;
    navigator->prepare_source = 0;
    return G_SOURCE_REMOVE;
}

void sn_navigator_rows_prepare(SnNavigator *navigator)
{
    enum { LARGE = 1000 }; /* components */
    const SnModel *model = sn_session_model(navigator->session);
    if (model->slots->len >= LARGE && navigator->prepare_source == 0)
        navigator->prepare_source = g_idle_add_full(G_PRIORITY_LOW, prepare_some, navigator, NULL);
}

/* A row that no item holds now, or a new one.  Another model (a search, its end) puts two hundred
 * of them away and wants as many again, which take ten times as long to make. */
static void setup_row(GtkListItemFactory *factory, GtkListItem *item, SnNavigator *navigator)
{
    if (navigator->spare->len > 0) {
        GtkWidget *spare = g_ptr_array_steal_index(navigator->spare, navigator->spare->len - 1);
        give_row(item, spare);
        g_object_unref(spare);
        return;
    }
    give_row(item, new_row(navigator));
}

static void teardown_row(GtkListItemFactory *factory, GtkListItem *item, SnNavigator *navigator)
{
    GtkWidget *row = g_object_steal_data(G_OBJECT(item), ROW_KEY);
    gtk_list_item_set_child(item, NULL);
    if (row && navigator->session && navigator->spare->len < MAX_SPARE)
        g_ptr_array_add(navigator->spare, row);
    else if (row)
        g_object_unref(row);
}

static void bind_row(GtkListItemFactory *factory, GtkListItem *item, SnNavigator *navigator)
{
    GtkWidget *row = gtk_list_item_get_child(item);
    sn_navigator_row_bind(SN_NAVIGATOR_ROW(row), gtk_list_item_get_item(item),
                          navigator->searching);
    g_hash_table_add(navigator->rows, row);
}

static void unbind_row(GtkListItemFactory *factory, GtkListItem *item, SnNavigator *navigator)
{
    GtkWidget *row = gtk_list_item_get_child(item);
    g_hash_table_remove(navigator->rows, row);
    sn_navigator_row_unbind(SN_NAVIGATOR_ROW(row));
}

GtkListItemFactory *sn_navigator_row_factory(SnNavigator *navigator)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(setup_row), navigator);
    g_signal_connect(factory, "bind", G_CALLBACK(bind_row), navigator);
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind_row), navigator);
    g_signal_connect(factory, "teardown", G_CALLBACK(teardown_row), navigator);
    return factory;
}
