/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/navigator/drag.h"

#include "engine/model/classes/model_component.h"
#include "engine/model/edit/edit.h"
#include "ui/edits/arrange.h"
#include "ui/edits/tree.h"
#include "ui/navigator/private.h"
#include "ui/navigator/row.h"

/* What a drop would do. */
typedef enum Effect { NOTHING, INTO_LIST, INTO_MODEL, ONTO_CARRIER } Effect;

typedef struct Goal {
    Effect effect;
    SnId id;           /* list, model or carrier */
    SnId before;       /* of a list; null: its end */
    const char *style; /* how the row shows it */
} Goal;

static const SnId *ids_of(const GArray *ids)
{
    return (const SnId *)(const void *)ids->data;
}

/* --- where to --- */

/* Whether all that is dragged may be in a list. */
static bool takes_all(const SnNavigator *navigator, const SnComponent *list)
{
    const SnModel *model = sn_session_model(navigator->session);
    const SnClass *family = list ? sn_component_accepts(list) : NULL;
    for (guint i = 0; family && i < navigator->dragged->len; i++) {
        const SnComponent *component = sn_model_get(model, ids_of(navigator->dragged)[i]);
        if (!component || (component->parent != list && !sn_class_is_a(component->class, family)))
            return false;
    }
    return family != NULL;
}

static bool carries_all(const SnNavigator *navigator, SnId carrier)
{
    const SnModel *model = sn_session_model(navigator->session);
    for (guint i = 0; i < navigator->dragged->len; i++)
        if (!sn_can_carry(model, ids_of(navigator->dragged)[i], carrier))
            return false;
    return true;
}

static SnId sibling_after(const SnComponent *component)
{
    const GPtrArray *all = component->parent->children;
    const guint next = (guint)sn_component_position(component) + 1;
    return next < all->len ? ((const SnComponent *)all->pdata[next])->id : SN_ID_NULL;
}

static Goal goal_of(const SnNavigator *navigator, GtkWidget *row, double y)
{
    const SnId id = sn_navigator_row_id(SN_NAVIGATOR_ROW(row));
    const SnComponent *component =
        id.entry == 0 ? sn_model_get(sn_session_model(navigator->session), id) : NULL;
    const Goal nothing = {NOTHING, SN_ID_NULL, SN_ID_NULL, NULL};
    if (!component || !navigator->dragged || navigator->searching)
        return nothing;
    const SnComponent *list = component->parent;
    if (component->class == &SN_CLASS_LIST)
        return takes_all(navigator, component)
                   ? (Goal){INTO_LIST, component->id, SN_ID_NULL, "drop-into"}
                   : nothing;
    const double height = gtk_widget_get_height(row);
    const bool middle = y > height / 4 && y < height * 3 / 4;
    if (component->class == &SN_CLASS_MODEL &&
        (middle || !takes_all(navigator, list))) /* at its rims a model among models */
        return (Goal){INTO_MODEL, component->id, SN_ID_NULL, "drop-into"};
    if (takes_all(navigator, list)) {
        const bool before = y < height / 2;
        return (Goal){INTO_LIST, list->id, before ? component->id : sibling_after(component),
                      before ? "drop-before" : "drop-after"};
    }
    return carries_all(navigator, id) ? (Goal){ONTO_CARRIER, id, SN_ID_NULL, "drop-into"} : nothing;
}

static void show_goal(GtkWidget *row, const char *style)
{
    static const char *const styles[] = {"drop-before", "drop-after", "drop-into"};
    for (gsize i = 0; i < G_N_ELEMENTS(styles); i++) {
        if (g_strcmp0(style, styles[i]) == 0)
            gtk_widget_add_css_class(row, styles[i]);
        else
            gtk_widget_remove_css_class(row, styles[i]);
    }
}

static GdkDragAction on_motion(GtkDropTarget *target, double x, double y, SnNavigator *navigator)
{
    GtkWidget *row = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(target));
    const Goal goal = goal_of(navigator, row, y);
    show_goal(row, goal.style);
    return goal.effect == NOTHING ? 0 : GDK_ACTION_COPY;
}

static void on_leave(GtkDropTarget *target, SnNavigator *navigator)
{
    show_goal(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(target)), NULL);
}

static bool drop(SnNavigator *navigator, const Goal *goal)
{
    g_autoptr(GArray) ids = g_array_copy(navigator->dragged);
    switch (goal->effect) {
    case INTO_LIST:
        return sn_edits_move_to(navigator->session, ids_of(ids), (int)ids->len, goal->id,
                                goal->before);
    case INTO_MODEL:
        return sn_edits_move_to_model(navigator->session, ids_of(ids), (int)ids->len, goal->id);
    case ONTO_CARRIER:
        return sn_edits_carry(navigator->session, ids_of(ids), (int)ids->len, goal->id);
    case NOTHING:
        break;
    }
    return false;
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y,
                        SnNavigator *navigator)
{
    GtkWidget *row = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(target));
    const Goal goal = goal_of(navigator, row, y);
    show_goal(row, NULL);
    sn_navigator_queue_focus(navigator); /* the keys go along: asked for while the row has them */
    return drop(navigator, &goal);
}

/* --- what is dragged --- */

static GArray *dragged_ids(SnNavigator *navigator, SnId id)
{
    if (sn_session_is_selected(navigator->session, id))
        return sn_edits_chosen(navigator->session);
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    g_array_append_val(ids, id);
    return ids;
}

/* Components of lists; what takes paths (references of the property panel) can take them too. */
static GdkContentProvider *on_prepare(GtkDragSource *source, double x, double y,
                                      SnNavigator *navigator)
{
    GtkWidget *row = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(source));
    const SnId id = sn_navigator_row_id(SN_NAVIGATOR_ROW(row));
    const SnModel *model = sn_session_model(navigator->session);
    const SnComponent *component = id.entry == 0 ? sn_model_get(model, id) : NULL;
    if (!component || !component->parent || component->parent->class != &SN_CLASS_LIST)
        return NULL;
    g_clear_pointer(&navigator->dragged, g_array_unref);
    navigator->dragged = dragged_ids(navigator, id);
    g_autofree char *path = sn_model_path(model, id);
    return gdk_content_provider_new_typed(G_TYPE_STRING, path);
}

static void on_begin(GtkDragSource *source, GdkDrag *drag, SnNavigator *navigator)
{
    const guint n = navigator->dragged->len;
    g_autofree char *text = n == 1
                                ? sn_session_label(navigator->session, *ids_of(navigator->dragged))
                                : g_strdup_printf("%u components", n);
    GtkWidget *label = gtk_label_new(text);
    gtk_widget_add_css_class(label, "sn-dragged");
    gtk_drag_icon_set_child(GTK_DRAG_ICON(gtk_drag_icon_get_for_drag(drag)), label);
    gdk_drag_set_hotspot(drag, -8, -8);
}

static void on_end(GtkDragSource *source, GdkDrag *drag, gboolean moved, SnNavigator *navigator)
{
    g_clear_pointer(&navigator->dragged, g_array_unref);
}

void sn_navigator_drag_add(SnNavigator *navigator, GtkWidget *row)
{
    GtkDragSource *source = gtk_drag_source_new();
    gtk_drag_source_set_actions(source, GDK_ACTION_COPY);
    g_signal_connect(source, "prepare", G_CALLBACK(on_prepare), navigator);
    g_signal_connect(source, "drag-begin", G_CALLBACK(on_begin), navigator);
    g_signal_connect(source, "drag-end", G_CALLBACK(on_end), navigator);
    gtk_widget_add_controller(row, GTK_EVENT_CONTROLLER(source));
    GtkDropTarget *drop = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY);
    g_signal_connect(drop, "enter", G_CALLBACK(on_motion), navigator);
    g_signal_connect(drop, "motion", G_CALLBACK(on_motion), navigator);
    g_signal_connect(drop, "leave", G_CALLBACK(on_leave), navigator);
    g_signal_connect(drop, "drop", G_CALLBACK(on_drop), navigator);
    gtk_widget_add_controller(row, GTK_EVENT_CONTROLLER(drop));
}
