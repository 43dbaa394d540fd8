/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/timeline/timeline.h"

#include "engine/model/classes/model_component.h"
#include "ui/actions/shortcuts.h"
#include "ui/timeline/play_bar.h"
#include "ui/timeline/ruler.h"
#include "ui/timeline/time_cursor.h"
#include "ui/timeline/transport.h"

#include <math.h>
#include <string.h>

#define LATE 0.9 /* share of the axis behind which the present moment is followed */

struct _SnTimeline {
    GtkWidget parent_instance;
    SnSession *session;
    SnAxis *axis;
    SnTransport *transport; /* borrowed from the session */
    GtkWidget *bar, *switcher, *stack, *ruler, *below_ruler, *scrollbar;
    double shown; /* present moment of the last snapshot [s] */
    bool scrolls; /* the scrollbar is being set, not moved */
};

G_DEFINE_FINAL_TYPE(SnTimeline, sn_timeline, GTK_TYPE_WIDGET)

/* --- the time axis --- */

static bool is_seen(SnTimeline *timeline, double time)
{
    return time >= sn_axis_from(timeline->axis) && time <= sn_axis_to(timeline->axis);
}

/* The next round number that leaves room. */
static double round_end(double time)
{
    return sn_round_step(time * 1.25, 1);
}

/* While it plays: a view of everything grows in few steps, one that is zoomed in moves along,
 * and one from which the cursor has been scrolled away stays. */
static void follow_clock(SnTimeline *timeline, double time)
{
    const double from = sn_axis_from(timeline->axis), to = sn_axis_to(timeline->axis);
    const double edge = from + LATE * (to - from);
    if (time <= edge || !is_seen(timeline, timeline->shown))
        return;
    if (from <= 0) {
        if (time > to)
            sn_axis_set_range(timeline->axis, 0, round_end(time));
    } else {
        sn_axis_pan(timeline->axis, time - edge);
    }
}

/* After a jump: into view, with some of what is around it. */
static void bring_into_view(SnTimeline *timeline, double time)
{
    const double from = sn_axis_from(timeline->axis), span = sn_axis_to(timeline->axis) - from;
    if (!is_seen(timeline, time))
        sn_axis_set_range(timeline->axis, MAX(time - span / 2, 0), MAX(time - span / 2, 0) + span);
}

static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, SnTimeline *timeline)
{
    if (!sn_transport_is_scrubbing(timeline->transport) && snapshot->time != timeline->shown) {
        if (snapshot->run == SN_PLAYING || snapshot->time > timeline->shown)
            follow_clock(timeline, snapshot->time);
        if (snapshot->run != SN_PLAYING)
            bring_into_view(timeline, snapshot->time);
    }
    timeline->shown = snapshot->time;
}

static void on_document(SnSession *session, SnTimeline *timeline)
{
    const SnModel *model = sn_session_model(session);
    double duration = model ? ((const SnModelComponent *)model->root)->duration : 0;
    sn_axis_set_range(timeline->axis, 0, duration > 0 ? duration : 1);
    timeline->shown = 0;
}

/* The scrollbar is there when there is more than what is seen. */
static void show_axis(SnTimeline *timeline)
{
    const double from = sn_axis_from(timeline->axis), to = sn_axis_to(timeline->axis);
    const double end = MAX(sn_transport_end(timeline->transport), to);
    GtkAdjustment *adjustment = gtk_scrollbar_get_adjustment(GTK_SCROLLBAR(timeline->scrollbar));
    timeline->scrolls = true;
    gtk_adjustment_configure(adjustment, from, 0, end, (to - from) / 10, (to - from) * 0.9,
                             to - from);
    timeline->scrolls = false;
    const bool more = from > 0 || end > to * (1 + 1e-9);
    gtk_widget_set_visible(timeline->scrollbar, more);
}

static void on_scrolled(GtkAdjustment *adjustment, SnTimeline *timeline)
{
    if (!timeline->scrolls) {
        const double from = gtk_adjustment_get_value(adjustment);
        sn_axis_pan(timeline->axis, from - sn_axis_from(timeline->axis));
    }
}

GtkWidget *sn_timeline_ruler(SnTimeline *timeline)
{
    return timeline->ruler;
}

SnAxis *sn_timeline_axis(SnTimeline *timeline)
{
    return timeline->axis;
}

void sn_timeline_put_below_ruler(SnTimeline *timeline, GtkWidget *tracks)
{
    gtk_box_append(GTK_BOX(timeline->below_ruler), tracks);
}

void sn_timeline_show_all(SnTimeline *timeline)
{
    sn_ruler_show_all(SN_RULER(timeline->ruler));
}

/* --- pages --- */

/* Its name among the pages of the stack goes with each button of the switcher. */
static const char PAGE_KEY[] = "sn-page";

static void on_page_toggled(GtkToggleButton *button, SnTimeline *timeline)
{
    if (gtk_toggle_button_get_active(button)) {
        gtk_stack_set_visible_child_name(GTK_STACK(timeline->stack),
                                         g_object_get_data(G_OBJECT(button), PAGE_KEY));
    }
}

void sn_timeline_add_page(SnTimeline *timeline, const char *name, const char *title,
                          const char *tooltip, GtkWidget *page)
{
    GtkWidget *first = gtk_widget_get_first_child(timeline->switcher);
    GtkWidget *last = gtk_widget_get_last_child(timeline->switcher);
    GtkWidget *button = gtk_toggle_button_new_with_label(title);
    g_object_set_data_full(G_OBJECT(button), PAGE_KEY, g_strdup(name), g_free);
    char *id = g_strdup_printf("page-%s", name);
    gtk_widget_set_name(button, id);
    g_free(id);
    gtk_widget_set_tooltip_text(button, tooltip);
    gtk_widget_set_focus_on_click(button, FALSE); /* space goes on to play */
    gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(button), (GtkToggleButton *)first);
    g_signal_connect(button, "toggled", G_CALLBACK(on_page_toggled), timeline);
    /* the messages stay last */
    const bool messages = last && first != last;
    gtk_box_insert_child_after(GTK_BOX(timeline->switcher), button,
                               messages ? gtk_widget_get_prev_sibling(last) : last);
    gtk_stack_add_named(GTK_STACK(timeline->stack), page, name);
    if (!first)
        gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), TRUE);
}

void sn_timeline_show_page(SnTimeline *timeline, const char *name)
{
    for (GtkWidget *button = gtk_widget_get_first_child(timeline->switcher); button;
         button = gtk_widget_get_next_sibling(button)) {
        if (strcmp(g_object_get_data(G_OBJECT(button), PAGE_KEY), name) == 0) {
            gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), TRUE);
            return;
        }
    }
    g_assert_not_reached();
}

const char *sn_timeline_page(SnTimeline *timeline)
{
    return gtk_stack_get_visible_child_name(GTK_STACK(timeline->stack));
}

void sn_timeline_show_log(SnTimeline *timeline, bool shown)
{
    sn_timeline_show_page(timeline, shown ? "log" : "tracks");
}

bool sn_timeline_log_shown(SnTimeline *timeline)
{
    return strcmp(sn_timeline_page(timeline), "log") == 0;
}

void sn_timeline_edit_time(SnTimeline *timeline)
{
    sn_play_bar_edit_time(SN_PLAY_BAR(timeline->bar));
}

/* --- widget --- */

static void sn_timeline_dispose(GObject *object)
{
    SnTimeline *timeline = SN_TIMELINE(object);
    if (timeline->session) {
        g_signal_handlers_disconnect_by_data(timeline->session, timeline);
        g_signal_handlers_disconnect_by_data(timeline->transport, timeline);
        g_signal_handlers_disconnect_by_data(timeline->axis, timeline);
        g_clear_pointer(&timeline->bar, gtk_widget_unparent);
        g_clear_pointer(&timeline->stack, gtk_widget_unparent);
        g_clear_object(&timeline->axis);
        g_clear_object(&timeline->session);
    }
    G_OBJECT_CLASS(sn_timeline_parent_class)->dispose(object);
}

static void sn_timeline_class_init(SnTimelineClass *class)
{
    G_OBJECT_CLASS(class)->dispose = sn_timeline_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BOX_LAYOUT);
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "timeline");
}

static void sn_timeline_init(SnTimeline *timeline)
{
    gtk_orientable_set_orientation(
        GTK_ORIENTABLE(gtk_widget_get_layout_manager(GTK_WIDGET(timeline))),
        GTK_ORIENTATION_VERTICAL);
    gtk_widget_add_css_class(GTK_WIDGET(timeline), "sn-panel");
}

static GtkWidget *tracks_page_new(SnTimeline *timeline)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    timeline->ruler = sn_ruler_new(timeline->session, timeline->axis);
    gtk_box_append(GTK_BOX(box), timeline->ruler);
    timeline->below_ruler = box;
    GtkWidget *overlay = gtk_overlay_new();
    gtk_overlay_set_child(GTK_OVERLAY(overlay), box);
    gtk_overlay_add_overlay(GTK_OVERLAY(overlay), sn_cursor_new(timeline->session, timeline->axis));
    GtkAdjustment *adjustment = gtk_adjustment_new(0, 0, 1, 0.1, 0.9, 1);
    timeline->scrollbar = gtk_scrollbar_new(GTK_ORIENTATION_HORIZONTAL, adjustment);
    gtk_widget_add_css_class(timeline->scrollbar, "sn-time-scroll");
    gtk_widget_set_name(timeline->scrollbar, "time-scroll");
    gtk_widget_set_valign(timeline->scrollbar, GTK_ALIGN_END);
    gtk_widget_set_margin_start(timeline->scrollbar, SN_AXIS_GUTTER);
    g_signal_connect(adjustment, "value-changed", G_CALLBACK(on_scrolled), timeline);
    gtk_overlay_add_overlay(GTK_OVERLAY(overlay), timeline->scrollbar);
    return overlay;
}

GtkWidget *sn_timeline_new(SnSession *session)
{
    SnTimeline *timeline = g_object_new(SN_TYPE_TIMELINE, NULL);
    timeline->session = g_object_ref(session);
    g_object_set_data(G_OBJECT(timeline), SN_TIME_KEYS, timeline);
    timeline->axis = sn_axis_new();
    timeline->transport = sn_transport_of(session);
    timeline->bar = sn_play_bar_new(session);
    timeline->switcher = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_add_css_class(timeline->switcher, "sn-pages");
    gtk_widget_set_valign(timeline->switcher, GTK_ALIGN_CENTER);
    gtk_widget_set_name(timeline->switcher, "pages");
    sn_play_bar_append(SN_PLAY_BAR(timeline->bar), timeline->switcher);
    gtk_widget_set_parent(timeline->bar, GTK_WIDGET(timeline));
    timeline->stack = gtk_stack_new();
    gtk_widget_set_vexpand(timeline->stack, TRUE);
    gtk_widget_set_parent(timeline->stack, GTK_WIDGET(timeline));
    sn_timeline_add_page(timeline, "tracks", "Timeline", "Probes along the time",
                         tracks_page_new(timeline));
    g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), timeline);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document), timeline);
    g_signal_connect_swapped(timeline->axis, "changed", G_CALLBACK(show_axis), timeline);
    g_signal_connect_swapped(timeline->transport, "recording-changed", G_CALLBACK(show_axis),
                             timeline);
    on_document(session, timeline);
    show_axis(timeline);
    return GTK_WIDGET(timeline);
}
