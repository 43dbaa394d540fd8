/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/add_actions.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "ui/actions/action_state.h"
#include "ui/actions/menus.h"
#include "ui/edits/ask.h"
#include "ui/edits/edits.h"
#include "ui/edits/joint.h"
#include "ui/edits/place.h"
#include "ui/edits/solids.h"
#include "ui/navigator/navigator.h"
#include "ui/widgets/popover.h"

#include <string.h>

static SnSession *session_of(gpointer window)
{
    return sn_window_session(SN_WINDOW(window));
}

static const char ADDED_KEY[] = "sn-actions-added"; /* the target of win.add, done last */

#define ACTION(name) static void name(GSimpleAction *action, GVariant *parameter, gpointer window)

/* --- of any class --- */

/* Adds one to the list, made of the selection; asks for what it lacks.  To the world only where a
 * menu has said so (to). */
static void add_class(gpointer window, SnId list, const SnClass *class, bool to)
{
    SnSession *session = session_of(window);
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    g_autofree bool *used = g_new0(bool, (gsize)n + 1);
    SnAddNeeds needs;
    sn_edits_add_needs(session, class, ids, n, &needs, used);
    if (needs.missing || (needs.loose && !to)) {
        g_free(needs.missing);
        if (sn_class_is_a(class, &SN_CLASS_PATH)) /* what it runs through is clicked */
            gtk_widget_activate_action(window, "win.draw", "s", class->name);
        else
            sn_ask_begin(session, list, class);
        return;
    }
    double centre[3], eye[3], place[3];
    const bool seen = class == &SN_CLASS_MARKER && n == 1 && sn_window_view_eye(window, eye) &&
                      sn_place_in_sight(sn_session_model(session), ids[0], eye, place);
    SnId id = seen ? sn_edits_add(session, list, class, place)
              : sn_window_view_centre(window, centre)
                  ? sn_edits_add_near(session, list, class, centre)
                  : sn_edits_add(session, list, class, NULL);
    if (!sn_id_is_null(id))
        sn_navigator_reveal(SN_NAVIGATOR(sn_window_navigator(window)), id);
}

ACTION(on_add)
{
    const char *path = NULL, *name = NULL;
    g_variant_get(parameter, "(&s&s)", &path, &name);
    SnSession *session = session_of(window);
    SnId list = sn_model_resolve(sn_session_model(session), NULL, path, NULL);
    const SnClass *class = sn_class_by_name(name);
    if (sn_id_is_null(list) || !class) {
        sn_session_fail(session, "The list this should be added to is gone.");
        return;
    }
    g_object_set_data_full(G_OBJECT(session), ADDED_KEY, g_variant_ref(parameter),
                           (GDestroyNotify)g_variant_unref);
    add_class(window, list, class, strcmp(g_action_get_name(G_ACTION(action)), "add-to") == 0);
}

/* A muscle, spring or ligament through the points that are selected. */
ACTION(on_path_through)
{
    const SnClass *class = sn_class_by_name(g_variant_get_string(parameter, NULL));
    const SnModel *model = sn_session_model(session_of(window));
    if (class && sn_class_is_a(class, &SN_CLASS_PATH))
        add_class(window, sn_model_list_for(model->root, class)->id, class, true);
}

/* Where the pointer is over the viewer; else its middle. */
static void pointer_in(GtkWidget *viewer, double *x, double *y)
{
    GtkNative *native = gtk_widget_get_native(viewer);
    GdkSurface *surface = gtk_native_get_surface(native);
    GdkSeat *seat = gdk_display_get_default_seat(gtk_widget_get_display(viewer));
    GdkDevice *pointer = seat ? gdk_seat_get_pointer(seat) : NULL;
    double left, top;
    gtk_native_get_surface_transform(native, &left, &top);
    if (pointer && gdk_surface_get_device_position(surface, pointer, x, y, NULL) &&
        gtk_widget_translate_coordinates(GTK_WIDGET(native), viewer, *x - left, *y - top, x, y) &&
        gtk_widget_contains(viewer, *x, *y))
        return;
    *x = gtk_widget_get_width(viewer) / 2.0;
    *y = gtk_widget_get_height(viewer) / 2.0;
}

/* The menu of + where the hand is. */
ACTION(on_add_menu)
{
    GtkWidget *viewer = sn_window_viewer(window);
    double x, y;
    if (!viewer)
        return;
    pointer_in(viewer, &x, &y);
    g_autoptr(GMenuModel) menu = sn_menus_add(session_of(window), SN_ID_NULL);
    sn_popover_open_menu(menu, viewer, "add-menu", x, y);
}

/* What was added last, made of other things. */
ACTION(on_add_again)
{
    GVariant *last = g_object_get_data(G_OBJECT(session_of(window)), ADDED_KEY);
    if (!last) {
        sn_session_report(session_of(window),
                          &(SnBar){.severity = SN_NOTE, .text = "Nothing has been added yet."});
        return;
    }
    g_autoptr(GVariant) held = g_variant_ref(last);
    sn_session_select_none(session_of(window));
    gtk_widget_activate_action_variant(window, "win.add", held);
}

ACTION(on_add_body)
{
    double centre[3] = {0, 0, 0};
    sn_window_view_centre(window, centre);
    const SnId id =
        sn_edits_add_body(session_of(window), g_variant_get_string(parameter, NULL), centre);
    if (!sn_id_is_null(id))
        sn_navigator_reveal(SN_NAVIGATOR(sn_window_navigator(window)), id);
}

ACTION(on_add_fem)
{
    double centre[3];
    SnId id = sn_edits_add_fem(session_of(window), g_variant_get_string(parameter, NULL),
                               sn_window_view_centre(window, centre) ? centre : NULL);
    if (!sn_id_is_null(id))
        sn_navigator_reveal(SN_NAVIGATOR(sn_window_navigator(window)), id);
}

/* In the order of SnPartAction. */
static const char *const part_actions[SN_PARTS_COUNT] = {
    "nodes-hold", "nodes-free", "nodes-attach", "nodes-load", "elements-region", "elements-bundle"};

ACTION(on_parts)
{
    for (int i = 0; i < SN_PARTS_COUNT; i++) {
        if (strcmp(g_action_get_name(G_ACTION(action)), part_actions[i]) == 0)
            sn_edits_part_action(session_of(window), (SnPartAction)i);
    }
}

/* --- strands, and what is put where the pointer is --- */

/* In the order of SnStrandAction. */
static const char *const strand_actions[SN_STRANDS_COUNT] = {"strand-through", "guide-through",
                                                             "pulley-on",      "surface-on",
                                                             "nodes-virtual",  "nodes-material"};

ACTION(on_strands)
{
    for (int i = 0; i < SN_STRANDS_COUNT; i++) {
        if (strcmp(g_action_get_name(G_ACTION(action)), strand_actions[i]) == 0) {
            sn_edits_strand_action(session_of(window), (SnStrandAction)i);
            return;
        }
    }
}

ACTION(on_insert_node)
{
    const char *path = NULL;
    double place[3];
    SnSession *session = session_of(window);
    g_variant_get(parameter, "(&sddd)", &path, &place[0], &place[1], &place[2]);
    sn_edits_insert_strand_node(
        session, sn_model_resolve(sn_session_model(session), NULL, path, NULL), place);
}

ACTION(on_marker_here)
{
    const char *path = NULL;
    double location[3];
    SnSession *session = session_of(window);
    g_variant_get(parameter, "(&sddd)", &path, &location[0], &location[1], &location[2]);
    SnId body = sn_model_resolve(sn_session_model(session), NULL, path, NULL);
    if (!sn_id_is_null(body))
        sn_edits_add_marker(session, body, location);
}

ACTION(on_joint_here)
{
    const char *name = NULL, *path = NULL;
    double position[3], axis[3];
    SnSession *session = session_of(window);
    g_variant_get(parameter, "(&s&sdddddd)", &name, &path, &position[0], &position[1], &position[2],
                  &axis[0], &axis[1], &axis[2]);
    const SnClass *class = sn_class_by_name(name);
    const SnId body = sn_model_resolve(sn_session_model(session), NULL, path, NULL);
    if (class && sn_class_is_a(class, &SN_CLASS_FRAME_JOINT) && !sn_id_is_null(body))
        sn_edits_add_joint(session, class, body, position, axis);
}

ACTION(on_wrap_here)
{
    const char *path = NULL;
    double position[3], axis[3], radius;
    gboolean ball = FALSE;
    SnSession *session = session_of(window);
    g_variant_get(parameter, "(&sdddddddb)", &path, &position[0], &position[1], &position[2],
                  &axis[0], &axis[1], &axis[2], &radius, &ball);
    const SnId body = sn_model_resolve(sn_session_model(session), NULL, path, NULL);
    if (!sn_id_is_null(body) && radius > 0)
        sn_edits_add_wrap(session, body, position, ball ? NULL : axis, radius);
}

ACTION(on_wrap_over)
{
    SnSession *session = session_of(window);
    const SnId body = sn_model_resolve(sn_session_model(session), NULL,
                                       g_variant_get_string(parameter, NULL), NULL);
    if (!sn_id_is_null(body))
        sn_edits_add_wrap_mesh(session, body);
}

static void update(SnSession *session, SnWindow *window)
{
    bool strands[SN_STRANDS_COUNT];
    sn_edits_strand_actions(session, strands);
    for (int i = 0; i < SN_STRANDS_COUNT; i++)
        sn_action_enable(G_ACTION_MAP(window), strand_actions[i], strands[i]);
    sn_action_enable(G_ACTION_MAP(window), "path-through", strands[SN_STRANDS_GUIDE]); /* points */
}

static const GActionEntry entries[] = {
    {"add", on_add, "(ss)"},
    {"add-to", on_add, "(ss)"},
    {"add-again", on_add_again},
    {"add-menu", on_add_menu},
    {"add-body", on_add_body, "s"},
    {"add-fem", on_add_fem, "s"},
    {"nodes-hold", on_parts},
    {"nodes-free", on_parts},
    {"nodes-attach", on_parts},
    {"nodes-load", on_parts},
    {"elements-region", on_parts},
    {"elements-bundle", on_parts},
    {"path-through", on_path_through, "s"},
    {"strand-through", on_strands},
    {"guide-through", on_strands},
    {"pulley-on", on_strands},
    {"surface-on", on_strands},
    {"nodes-virtual", on_strands},
    {"nodes-material", on_strands},
    {"insert-node", on_insert_node, "(sddd)"},
    {"marker-here", on_marker_here, "(sddd)"},
    {"wrap-here", on_wrap_here, "(sdddddddb)"},
    {"wrap-over", on_wrap_over, "s"},
    {"joint-here", on_joint_here, "(ssdddddd)"},
};

void sn_window_add_actions_add(SnWindow *window)
{
    SnSession *session = sn_window_session(window);
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
    g_signal_connect_object(session, "selection-changed", G_CALLBACK(update), window, 0);
    g_signal_connect_object(session, "document-changed", G_CALLBACK(update), window, 0);
    update(session, window);
}
