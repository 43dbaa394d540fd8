/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/actions/action_keys.h"
#include "ui/actions/menus.h"
#include "ui/edits/time/timeline.h"
#include "ui/timeline/ruler_private.h"

#include <math.h>

#define MAX_ROWS 3 /* of branches */
#define REACH    5 /* [px] how far from a thin thing a press still means it */

G_DEFINE_FINAL_TYPE(SnRuler, sn_ruler, GTK_TYPE_WIDGET)

/* --- what there is --- */

const SnWaypoint *sn_ruler_waypoint(SnRuler *ruler, SnId id)
{
    const SnModel *model = sn_session_model(ruler->session);
    const SnComponent *component = model ? sn_model_get(model, id) : NULL;
    return component && component->class == &SN_CLASS_WAYPOINT ? (const SnWaypoint *)component
                                                               : NULL;
}

float sn_ruler_pixel(SnRuler *ruler, double time)
{
    return (float)floor(sn_axis_pixel(ruler->axis, time, gtk_widget_get_width(GTK_WIDGET(ruler))));
}

static SnRulerHit hit_branch(SnRuler *ruler, double x, double y)
{
    for (guint i = 0; i < ruler->branches->len; i++) {
        const SnRulerBranch *branch = &g_array_index(ruler->branches, SnRulerBranch, i);
        const double top = sn_ruler_branch_top(ruler, branch);
        if (y >= top && y < top + (double)sn_ruler_branch_height(ruler) &&
            x >= (double)(sn_ruler_pixel(ruler, branch->span.from) - 2) &&
            x <= (double)(sn_ruler_pixel(ruler, branch->span.to) + 2))
            return (SnRulerHit){SN_RULER_BRANCH_BAR, SN_ID_NULL, branch->span.span_id};
    }
    return (SnRulerHit){SN_RULER_NONE, SN_ID_NULL, 0};
}

SnRulerHit sn_ruler_hit(SnRuler *ruler, double x, double y)
{
    const SnRulerHit none = {SN_RULER_NONE, SN_ID_NULL, 0};
    if (x < SN_AXIS_GUTTER - REACH || y < 0)
        return none;
    if (y >= SN_RULER_FLAGS + SN_RULER_TICKS)
        return hit_branch(ruler, x, y);
    /* the last one drawn lies on top */
    for (guint i = ruler->waypoints->len; y < SN_RULER_FLAGS && i > 0; i--) {
        const SnId id = g_array_index(ruler->waypoints, SnId, i - 1);
        const SnWaypoint *waypoint = sn_ruler_waypoint(ruler, id);
        const double left = waypoint ? sn_ruler_pixel(ruler, waypoint->time) : -100;
        if (x >= left - 3 && x <= left + SN_RULER_FLAG_WIDTH + 2)
            return (SnRulerHit){SN_RULER_FLAG, id, 0};
    }
    if (y < SN_RULER_FLAGS && sn_transport_loop(ruler->transport)) {
        double from = 0, to = 0;
        sn_transport_range(ruler->transport, &from, &to);
        const double left = fabs(x - (double)sn_ruler_pixel(ruler, from)),
                     right = fabs(x - (double)sn_ruler_pixel(ruler, to));
        if (MIN(left, right) <= REACH) {
            return (SnRulerHit){left < right ? SN_RULER_LOOP_FROM : SN_RULER_LOOP_TO, SN_ID_NULL,
                                0};
        }
    }
    return (SnRulerHit){SN_RULER_TIME, SN_ID_NULL, 0};
}

void sn_ruler_show_all(SnRuler *ruler)
{
    double last = MAX(sn_transport_end(ruler->transport), sn_session_time(ruler->session));
    for (guint i = 0; i < ruler->waypoints->len; i++) {
        const SnWaypoint *waypoint =
            sn_ruler_waypoint(ruler, g_array_index(ruler->waypoints, SnId, i));
        last = waypoint ? MAX(last, waypoint->time) : last;
    }
    sn_axis_set_range(ruler->axis, 0, last > 0 ? last * 1.05 : 1);
}

void sn_ruler_locate(SnRuler *ruler, double time, bool among_flags, double point[2])
{
    point[0] =
        (double)sn_ruler_pixel(ruler, time) + (among_flags ? SN_RULER_FLAG_WIDTH / 2.0 : 0.5);
    point[1] = among_flags ? SN_RULER_FLAGS / 2.0 : SN_RULER_FLAGS + SN_RULER_TICKS / 2.0;
}

/* --- session --- */

static void find_waypoints(SnRuler *ruler)
{
    g_array_unref(ruler->waypoints);
    ruler->waypoints = sn_edits_waypoints(ruler->session);
    gtk_widget_queue_draw(GTK_WIDGET(ruler));
}

/* The first row in which nothing lies there yet; the last one takes what is too much. */
static int free_row(GArray *branches, const SnSpanReport *span)
{
    for (int row = 0; row < MAX_ROWS - 1; row++) {
        bool free = true;
        for (guint i = 0; i < branches->len; i++) {
            const SnRulerBranch *other = &g_array_index(branches, SnRulerBranch, i);
            free &= other->row != row || other->span.from > span->to || other->span.to < span->from;
        }
        if (free)
            return row;
    }
    return MAX_ROWS - 1;
}

static void show_recording(SnRuler *ruler)
{
    const SnRecordingReport *recording = sn_transport_recording(ruler->transport);
    g_array_set_size(ruler->branches, 0);
    int rows = 0;
    for (int i = 0; recording && i < recording->n_spans; i++) {
        if (recording->spans[i].kind == SN_SPAN_BRANCH) {
            SnRulerBranch branch = {recording->spans[i], 0};
            branch.row = free_row(ruler->branches, &branch.span);
            rows = MAX(rows, branch.row + 1);
            g_array_append_val(ruler->branches, branch);
        }
    }
    ruler->n_rows = rows;
    char *text = recording && recording->to > recording->from
                     ? g_strdup_printf("%.2f s recorded", recording->to - recording->from)
                     : g_strdup("");
    gtk_label_set_text(GTK_LABEL(ruler->recorded), text);
    g_free(text);
    gtk_widget_queue_draw(GTK_WIDGET(ruler));
}

static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, SnRuler *ruler)
{
    gtk_widget_queue_draw(GTK_WIDGET(ruler));
}

static void on_selection(SnSession *session, SnRuler *ruler)
{
    gtk_widget_queue_draw(GTK_WIDGET(ruler));
}

static void on_model(SnSession *session, SnRuler *ruler)
{
    find_waypoints(ruler);
}

/* --- what the pointer is reported --- */

static char *flag_text(SnRuler *ruler, SnId id)
{
    const SnWaypoint *waypoint = sn_ruler_waypoint(ruler, id);
    if (!waypoint)
        return NULL;
    char *label = sn_session_label(ruler->session, id);
    char *text = g_strdup_printf(
        "%s · %.6g s%s\n%s\nClick: go there · drag: move · double click: rename", label,
        waypoint->time, waypoint->breakpoint ? " · a run pauses here" : "",
        sn_transport_is_kept(ruler->transport, id) ? "Its state is there."
                                                   : "Its state is kept when a run passes it.");
    g_free(label);
    return text;
}

static char *hit_text(SnRuler *ruler, const SnRulerHit *hit)
{
    switch (hit->part) {
    case SN_RULER_FLAG:
        return flag_text(ruler, hit->waypoint);
    case SN_RULER_LOOP_FROM:
        return g_strdup("Start of the loop: drag it");
    case SN_RULER_LOOP_TO:
        return g_strdup("End of the loop: drag it");
    case SN_RULER_BRANCH_BAR:
        for (guint i = 0; i < ruler->branches->len; i++) {
            const SnSpanReport *span = &g_array_index(ruler->branches, SnRulerBranch, i).span;
            if (span->span_id == hit->span_id) {
                return g_strdup_printf("Simulated before, from %.4g to %.4g\u00a0s: click to bring "
                                       "this branch back",
                                       span->from, span->to);
            }
        }
        return NULL;
    case SN_RULER_TIME:
        return g_strdup("Drag: show any recorded moment · click after them: play until there\n"
                        "Wheel: zoom · Shift+drag: move · double click: show all");
    case SN_RULER_NONE:
        break;
    }
    return NULL;
}

static gboolean on_tooltip(GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                           gpointer data)
{
    SnRuler *ruler = SN_RULER(widget);
    const SnRulerHit hit = sn_ruler_hit(ruler, x, y);
    char *text = ruler->button == 0 && !keyboard ? hit_text(ruler, &hit) : NULL;
    if (!text)
        return FALSE;
    gtk_tooltip_set_text(tooltip, text);
    g_free(text);
    return TRUE;
}

/* --- widget --- */

static void sn_ruler_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    SnRuler *ruler = SN_RULER(widget);
    sn_ruler_draw(ruler, snapshot);
    gtk_widget_snapshot_child(widget, ruler->tools, snapshot);
}

static void sn_ruler_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                             int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
    *minimum = orientation == GTK_ORIENTATION_VERTICAL
                   ? SN_RULER_FLAGS + SN_RULER_TICKS + SN_RULER_BRANCHES + 2
                   : SN_AXIS_GUTTER + 40;
    *natural = *minimum;
    int least = 0; /* GTK wants to have been asked */
    gtk_widget_measure(SN_RULER(widget)->tools, orientation, -1, &least, NULL, NULL, NULL);
}

static void sn_ruler_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    SnRuler *ruler = SN_RULER(widget);
    int least = 0, high = 0;
    gtk_widget_measure(ruler->tools, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
    gtk_widget_measure(ruler->tools, GTK_ORIENTATION_VERTICAL, -1, &high, NULL, NULL, NULL);
    const GtkAllocation place = {6, MAX((SN_RULER_FLAGS + SN_RULER_TICKS - high) / 2, 0),
                                 MAX(SN_AXIS_GUTTER - 24, least), high};
    gtk_widget_size_allocate(ruler->tools, &place, -1);
    if (ruler->popover)
        gtk_popover_present(GTK_POPOVER(ruler->popover));
}

static void sn_ruler_dispose(GObject *object)
{
    SnRuler *ruler = SN_RULER(object);
    if (ruler->session) {
        sn_ruler_drop_popover(ruler);
        g_signal_handlers_disconnect_by_data(ruler->axis, ruler);
        g_signal_handlers_disconnect_by_data(ruler->transport, ruler);
        g_signal_handlers_disconnect_by_data(ruler->session, ruler);
        g_clear_pointer(&ruler->tools, gtk_widget_unparent);
        g_clear_object(&ruler->axis);
        g_clear_object(&ruler->session);
    }
    G_OBJECT_CLASS(sn_ruler_parent_class)->dispose(object);
}

static void sn_ruler_finalize(GObject *object)
{
    g_array_unref(SN_RULER(object)->waypoints);
    g_array_unref(SN_RULER(object)->branches);
    G_OBJECT_CLASS(sn_ruler_parent_class)->finalize(object);
}

static void sn_ruler_class_init(SnRulerClass *class)
{
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = sn_ruler_dispose;
    G_OBJECT_CLASS(class)->finalize = sn_ruler_finalize;
    widget->snapshot = sn_ruler_snapshot;
    widget->measure = sn_ruler_measure;
    widget->size_allocate = sn_ruler_size_allocate;
    gtk_widget_class_set_css_name(widget, "ruler");
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_IMG);
}

static void sn_ruler_init(SnRuler *ruler)
{
    ruler->waypoints = g_array_new(FALSE, FALSE, sizeof(SnId));
    ruler->branches = g_array_new(FALSE, FALSE, sizeof(SnRulerBranch));
    gtk_widget_set_focusable(GTK_WIDGET(ruler), TRUE);
    gtk_widget_set_has_tooltip(GTK_WIDGET(ruler), TRUE);
    g_signal_connect(ruler, "query-tooltip", G_CALLBACK(on_tooltip), NULL);
}

static GtkWidget *make_tools(SnRuler *ruler)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
    const SnActionRow *row = sn_action_row("win.add-waypoint");
    GtkWidget *add = gtk_button_new_from_icon_name(row->icon);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(add), row->name);
    sn_action_tooltip_follow(add, row->name, NULL);
    gtk_accessible_update_property(GTK_ACCESSIBLE(add), GTK_ACCESSIBLE_PROPERTY_LABEL, row->label,
                                   -1);
    gtk_widget_set_name(add, "add-waypoint");
    gtk_widget_set_focus_on_click(add, FALSE);
    gtk_box_append(GTK_BOX(box), add);
    GtkWidget *more = gtk_menu_button_new();
    GMenuModel *menu = sn_menus_waypoints();
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(more), menu);
    g_object_unref(menu);
    gtk_widget_set_tooltip_text(more, "Waypoints and breakpoints");
    gtk_widget_set_name(more, "waypoints-menu");
    gtk_widget_set_focus_on_click(gtk_widget_get_first_child(more), FALSE);
    gtk_box_append(GTK_BOX(box), more);
    ruler->recorded = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(ruler->recorded), 1);
    gtk_label_set_ellipsize(GTK_LABEL(ruler->recorded), PANGO_ELLIPSIZE_END);
    gtk_widget_set_hexpand(ruler->recorded, TRUE);
    gtk_widget_set_tooltip_text(ruler->recorded, "How much is recorded");
    gtk_widget_set_name(ruler->recorded, "recorded");
    gtk_box_append(GTK_BOX(box), ruler->recorded);
    return box;
}

GtkWidget *sn_ruler_new(SnSession *session, SnAxis *axis)
{
    SnRuler *ruler = g_object_new(SN_TYPE_RULER, NULL);
    ruler->session = g_object_ref(session);
    ruler->axis = g_object_ref(axis);
    ruler->transport = sn_transport_of(session);
    ruler->tools = make_tools(ruler);
    gtk_widget_set_parent(ruler->tools, GTK_WIDGET(ruler));
    sn_ruler_add_controllers(ruler);
    g_signal_connect_swapped(axis, "changed", G_CALLBACK(gtk_widget_queue_draw), ruler);
    g_signal_connect_swapped(ruler->transport, "changed", G_CALLBACK(gtk_widget_queue_draw), ruler);
    g_signal_connect_swapped(ruler->transport, "recording-changed", G_CALLBACK(show_recording),
                             ruler);
    g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), ruler);
    g_signal_connect(session, "selection-changed", G_CALLBACK(on_selection), ruler);
    g_signal_connect(session, "model-changed", G_CALLBACK(on_model), ruler);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_model), ruler);
    gtk_widget_set_name(GTK_WIDGET(ruler), "ruler");
    gtk_accessible_update_property(GTK_ACCESSIBLE(ruler), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Time ruler", -1);
    find_waypoints(ruler);
    show_recording(ruler);
    return GTK_WIDGET(ruler);
}
