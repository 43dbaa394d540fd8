/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time in the window: going about in what was simulated, waypoints and their edits, loop,
 * branches, memory, pages. */
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/timeline.h"
#include "tests/ui/window_support.h"
#include "ui/edits/edits.h"
#include "ui/edits/time/timeline.h"
#include "ui/timeline/ruler.h"
#include "ui/timeline/timeline.h"
#include "ui/timeline/transport.h"
#include "ui/widgets/axis.h"
#include "ui/widgets/widget_tree.h"

#include <math.h>
#include <string.h>

static SnTransport *transport_of(Stage *stage)
{
    return sn_transport_of(stage->session);
}

static const char *bar_text(Stage *stage)
{
    return gtk_label_get_text(GTK_LABEL(widget(stage, "bar-text")));
}

static const SnWaypoint *waypoint(Stage *stage, const char *path)
{
    const SnModel *model = sn_session_model(stage->session);
    SnId id = sn_model_resolve(model, NULL, path, NULL);
    return (const SnWaypoint *)sn_model_get(model, id);
}

static int n_waypoints(Stage *stage)
{
    GArray *all = sn_edits_waypoints(stage->session);
    const int n = (int)all->len;
    g_array_unref(all);
    return n;
}

static double wanted; /* time that at_wanted waits for [s] */

static bool at_wanted(Stage *stage)
{
    return fabs(sn_session_time(stage->session) - wanted) < 1e-6 && is_paused(stage);
}

/* The clock is paused at that time. */
static void assert_at(Stage *stage, double time)
{
    wanted = time;
    if (!wait_for(stage, at_wanted)) {
        g_test_message("at %.6g s instead of %.6g s", sn_session_time(stage->session), time);
        g_test_fail();
    }
}

static bool knows_wanted(Stage *stage)
{
    return sn_transport_end(transport_of(stage)) >= wanted - 1e-9;
}

/* The chain demo, simulated that long. */
static void open_run(Stage *stage, double time)
{
    stage_open(stage);
    stage_demo(stage, "chain");
    sn_engine_play_until(sn_session_engine(stage->session), time);
    sn_session_set_speed(stage->session, 0);
    assert_at(stage, time);
    wanted = time;
    g_assert_true(wait_for(stage, knows_wanted));
}

static uint64_t hash_of(Stage *stage)
{
    return sn_engine_hash(sn_session_engine(stage->session), NULL, NULL);
}

/* --- waypoints --- */

static void test_waypoint(void)
{
    Stage stage;
    open_run(&stage, 0.1);
    act(&stage, "win.add-waypoint");
    const SnWaypoint *first = waypoint(&stage, "/model/waypoints/waypoint");
    g_assert_nonnull(first);
    g_assert_cmpfloat_with_epsilon(first->time, 0.1, 1e-9);
    g_assert_false(first->breakpoint);
    g_assert_true(sn_id_equal(sn_session_primary(stage.session), first->base.id));
    settle(50);
    g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(widget(&stage, "path"))), ==,
                    "/model/waypoints/waypoint");
    act(&stage, "win.add-waypoint-at(0.05)");
    g_assert_cmpfloat(waypoint(&stage, "/model/waypoints/waypoint-2")->time, ==, 0.05);
    act(&stage, "win.breakpoint");
    g_assert_true(waypoint(&stage, "/model/waypoints/waypoint-2")->breakpoint);
    act(&stage, "win.breakpoint");
    g_assert_false(waypoint(&stage, "/model/waypoints/waypoint-2")->breakpoint);
    act(&stage, "win.add-breakpoint");
    g_assert_true(waypoint(&stage, "/model/waypoints/breakpoint")->breakpoint);
    act(&stage, "win.delete");
    g_assert_cmpint(n_waypoints(&stage), ==, 2);
    for (int i = 0; i < 6; i++)
        act(&stage, "win.undo");
    g_assert_cmpint(n_waypoints(&stage), ==, 0);
    g_assert_true(sn_edit_is_saved(sn_session_model(stage.session)));
    act(&stage, "win.redo");
    g_assert_cmpint(n_waypoints(&stage), ==, 1);
    g_assert_cmpfloat_with_epsilon(sn_session_time(stage.session), 0.1, 1e-9);
    stage_close(&stage);
}

/* A waypoint added from the navigator's menu stands where the clock is. */
static void test_add_generic(void)
{
    Stage stage;
    open_run(&stage, 0.05);
    act(&stage, "win.add(('/model/waypoints', 'waypoint'))");
    g_assert_cmpfloat_with_epsilon(waypoint(&stage, "/model/waypoints/waypoint")->time, 0.05, 1e-9);
    stage_close(&stage);
}

static bool asks_no_more(Stage *stage)
{
    return sn_find_widget(GTK_WIDGET(stage->window), "waypoint-name") == NULL;
}

static void test_rename(void)
{
    Stage stage;
    open_run(&stage, 0.02);
    act(&stage, "win.add-waypoint");
    act(&stage, "win.rename-waypoint");
    settle(150);
    GtkWidget *entry = widget(&stage, "waypoint-name");
    gtk_editable_set_text(GTK_EDITABLE(entry), "4/4");
    g_signal_emit_by_name(entry, "activate");
    g_assert_true(gtk_widget_has_css_class(entry, "error"));
    gtk_editable_set_text(GTK_EDITABLE(entry), "bite");
    g_signal_emit_by_name(entry, "activate");
    g_assert_nonnull(waypoint(&stage, "/model/waypoints/bite"));
    g_assert_true(wait_for(&stage, asks_no_more));
    act(&stage, "win.undo");
    g_assert_nonnull(waypoint(&stage, "/model/waypoints/waypoint"));
    stage_close(&stage);
}

static void test_move(void)
{
    Stage stage;
    open_run(&stage, 0.02);
    act(&stage, "win.add-waypoint");
    const SnId id = sn_session_primary(stage.session);
    sn_edits_drag_begin(stage.session, "Move waypoint");
    for (int i = 1; i <= 5; i++)
        g_assert_true(sn_edits_move_waypoint(stage.session, id, 0.02 + 0.01 * i));
    sn_edits_drag_end(stage.session);
    const SnWaypoint *moved = waypoint(&stage, "/model/waypoints/waypoint");
    g_assert_cmpfloat_with_epsilon(moved->time, 0.07, 1e-12);
    g_assert_cmpstr(sn_undo_label(sn_session_model(stage.session)), ==, "Move waypoint");
    act(&stage, "win.undo");
    g_assert_cmpfloat_with_epsilon(moved->time, 0.02, 1e-9);
    g_assert_true(sn_edits_move_waypoint(stage.session, id, -1)); /* never before the start */
    g_assert_cmpfloat(moved->time, ==, 0);
    stage_close(&stage);
}

static void test_evenly(void)
{
    Stage stage;
    open_run(&stage, 0.02);
    act(&stage, "win.add-waypoint-at(0.2)");
    act(&stage, "win.add-waypoints");
    settle(150);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(widget(&stage, "evenly-from")), 0.1);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(widget(&stage, "evenly-interval")), 0.05);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(widget(&stage, "evenly-count")), 5);
    g_signal_emit_by_name(widget(&stage, "evenly-add"), "clicked");
    settle(50);
    g_assert_cmpint(n_waypoints(&stage), ==, 5); /* one was there */
    int selected = 0;
    sn_session_selection(stage.session, &selected);
    g_assert_cmpint(selected, ==, 4);
    g_assert_cmpfloat_with_epsilon(waypoint(&stage, "/model/waypoints/waypoint-5")->time, 0.3,
                                   1e-12);
    g_assert_cmpint(sn_edits_add_waypoints(stage.session, 0.1, 0.05, 5), ==, 0);
    act(&stage, "win.delete-waypoints");
    g_assert_cmpint(n_waypoints(&stage), ==, 0);
    g_assert_cmpstr(bar_text(&stage), ==, "Deleted 5 waypoints.");
    g_signal_emit_by_name(widget(&stage, "bar-button"), "clicked");
    g_assert_cmpint(n_waypoints(&stage), ==, 5);
    stage_close(&stage);
}

/* --- moments --- */

static void test_go(void)
{
    Stage stage;
    open_run(&stage, 0.1);
    const uint64_t end = hash_of(&stage);
    act(&stage, "win.go-to(0.04)");
    assert_at(&stage, 0.04);
    const uint64_t middle = hash_of(&stage);
    g_assert_cmpuint(middle, !=, end);
    settle(50);
    g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(widget(&stage, "time"))), ==, "0.040");
    act(&stage, "win.step");
    assert_at(&stage, 0.042);
    act(&stage, "win.step-back");
    assert_at(&stage, 0.04);
    g_assert_cmpuint(hash_of(&stage), ==, middle);
    act(&stage, "win.to-end");
    assert_at(&stage, 0.1);
    g_assert_cmpuint(hash_of(&stage), ==, end);
    act(&stage, "win.reset");
    assert_at(&stage, 0);
    g_assert_cmpfloat_with_epsilon(sn_transport_end(transport_of(&stage)), 0.1, 1e-9);
    GtkWidget *time = widget(&stage, "time");
    gtk_editable_set_text(GTK_EDITABLE(time), "0.12"); /* later: is played until */
    g_signal_emit_by_name(time, "activate");
    assert_at(&stage, 0.12);
    gtk_editable_set_text(GTK_EDITABLE(time), "0.1 s");
    g_signal_emit_by_name(time, "activate");
    assert_at(&stage, 0.1);
    g_assert_cmpuint(hash_of(&stage), ==, end);
    stage_close(&stage);
}

static void test_scrub(void)
{
    Stage stage;
    open_run(&stage, 0.1);
    SnTransport *transport = transport_of(&stage);
    for (int i = 9; i >= 2; i--) {
        sn_transport_scrub(transport, 0.01 * i);
        g_assert_cmpfloat(sn_transport_time(transport), ==, 0.01 * i); /* at once */
        settle(2);
    }
    sn_transport_scrub(transport, 5); /* no further than what is recorded */
    g_assert_cmpfloat_with_epsilon(sn_transport_time(transport), 0.1, 1e-9);
    sn_transport_scrub(transport, 0.03);
    sn_transport_scrub_end(transport);
    assert_at(&stage, 0.03);
    g_assert_cmpfloat_with_epsilon(sn_transport_time(transport), 0.03, 1e-9);
    stage_close(&stage);
}

static void test_next_waypoint(void)
{
    Stage stage;
    open_run(&stage, 0.1);
    act(&stage, "win.add-waypoint-at(0.02)");
    act(&stage, "win.add-waypoint-at(0.06)");
    act(&stage, "win.previous-waypoint");
    assert_at(&stage, 0.06);
    act(&stage, "win.previous-waypoint");
    assert_at(&stage, 0.02);
    act(&stage, "win.previous-waypoint");
    g_assert_cmpstr(bar_text(&stage), ==, "There is no waypoint before this moment.");
    act(&stage, "win.next-waypoint");
    assert_at(&stage, 0.06);
    sn_session_select_one(stage.session, id_of(&stage, "/model/waypoints/waypoint"));
    act(&stage, "win.go-to-waypoint");
    assert_at(&stage, 0.02);
    stage_close(&stage);
}

static bool is_past_it(Stage *stage)
{
    return sn_session_time(stage->session) > 0.06;
}

/* A run pauses at a breakpoint. */
static void test_breakpoint(void)
{
    Stage stage;
    open_run(&stage, 0.02);
    act(&stage, "win.add-breakpoint-at(0.05)");
    sn_engine_play_until(sn_session_engine(stage.session), 0.1);
    assert_at(&stage, 0.05);
    settle(100);
    g_assert_cmpfloat_with_epsilon(sn_session_time(stage.session), 0.05, 1e-9);
    act(&stage, "win.play"); /* and goes on when asked to */
    g_assert_true(wait_for(&stage, is_past_it));
    act(&stage, "win.play");
    g_assert_true(wait_for(&stage, is_paused));
    stage_close(&stage);
}

/* --- how it plays --- */

static bool came_round(Stage *stage)
{
    const double time = sn_session_time(stage->session);
    return time < 0.06 && time >= 0.02 - 1e-9;
}

static void test_loop(void)
{
    Stage stage;
    open_run(&stage, 0.1);
    SnTransport *transport = transport_of(&stage);
    act(&stage, "win.loop"); /* nothing is marked: all of it */
    double from = -1, to = -1;
    sn_transport_range(transport, &from, &to);
    g_assert_cmpfloat(from, ==, 0);
    g_assert_cmpfloat_with_epsilon(to, 0.1, 1e-9);
    g_assert_true(gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(widget(&stage, "loop"))));
    act(&stage, "win.loop-from(0.02)");
    act(&stage, "win.loop-until(0.07)");
    sn_transport_range(transport, &from, &to);
    g_assert_cmpfloat(from, ==, 0.02);
    g_assert_cmpfloat(to, ==, 0.07);
    sn_session_set_speed(stage.session, 0.5);
    act(&stage, "win.go-to(0.066)");
    assert_at(&stage, 0.066);
    act(&stage, "win.play");
    g_assert_true(wait_for(&stage, came_round));
    g_assert_cmpint(sn_session_run(stage.session), ==, SN_PLAYING);
    for (int i = 0; i < 20; i++) {
        settle(10);
        g_assert_cmpfloat(sn_session_time(stage.session), <, 0.072);
    }
    act(&stage, "win.play");
    g_assert_true(wait_for(&stage, is_paused));
    act(&stage, "win.loop");
    g_assert_false(sn_transport_loop(transport));
    g_assert_false(gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(widget(&stage, "loop"))));
    stage_close(&stage);
}

static void test_replay_budget(void)
{
    Stage stage;
    open_run(&stage, 0.05);
    SnTransport *transport = transport_of(&stage);
    g_assert_true(sn_transport_replay(transport));
    act(&stage, "win.replay::simulate");
    g_assert_false(sn_transport_replay(transport));
    act(&stage, "win.replay::show");
    g_assert_true(sn_transport_replay(transport));
    act(&stage, "win.record-budget(512)");
    g_assert_cmpint(sn_settings_get_int(stage.settings, "record-budget", 0), ==, 512);
    act(&stage, "win.step");
    assert_at(&stage, 0.052);
    settle(50);
    GtkWidget *memory = widget(&stage, "memory");
    g_assert_true(gtk_widget_get_visible(memory));
    g_assert_true(
        g_str_has_suffix(gtk_menu_button_get_label(GTK_MENU_BUTTON(memory)), " of 512 MB"));
    gtk_window_set_default_size(GTK_WINDOW(stage.window), 900, 600);
    settle(300);
    g_assert_cmpint(gtk_widget_get_width(GTK_WIDGET(stage.window)), <=, 960);
    g_assert_cmpstr(gtk_menu_button_get_label(GTK_MENU_BUTTON(memory)), ==, "0 MB");
    g_assert_false(gtk_widget_get_visible(widget(&stage, "status")));
    gtk_window_set_default_size(GTK_WINDOW(stage.window), 1440, 900);
    settle(300);
    g_assert_true(gtk_widget_get_visible(widget(&stage, "status")));
    stage_demo(&stage, "chain"); /* a new engine is reported as well */
    act(&stage, "win.step");
    assert_at(&stage, 0.002);
    settle(50);
    g_assert_cmpuint(sn_transport_recording(transport)->budget, ==, (size_t)512 << 20);
    stage_close(&stage);
}

/* --- branches --- */

static int n_branches(Stage *stage)
{
    const SnRecordingReport *recording = sn_transport_recording(transport_of(stage));
    int n = 0;
    for (int i = 0; recording && i < recording->n_spans; i++)
        n += recording->spans[i].kind == SN_SPAN_BRANCH;
    return n;
}

static bool has_branch(Stage *stage)
{
    return n_branches(stage) > 0;
}

static uint64_t first_branch(Stage *stage)
{
    const SnRecordingReport *recording = sn_transport_recording(transport_of(stage));
    for (int i = 0; i < recording->n_spans; i++) {
        if (recording->spans[i].kind == SN_SPAN_BRANCH)
            return recording->spans[i].span_id;
    }
    g_assert_not_reached();
}

static void test_branch(void)
{
    Stage stage;
    open_run(&stage, 0.1);
    const uint64_t before = hash_of(&stage);
    g_assert_cmpint(n_branches(&stage), ==, 0);
    act(&stage, "win.go-to(0.05)");
    assert_at(&stage, 0.05);
    const SnId root = id_of(&stage, "/model");
    g_assert_true(sn_edits_set_number(stage.session, &root, 1, "gravity", 2, -2));
    sn_engine_play_until(sn_session_engine(stage.session), 0.08);
    assert_at(&stage, 0.08);
    g_assert_true(wait_for(&stage, has_branch));
    g_assert_cmpfloat_with_epsilon(sn_transport_end(transport_of(&stage)), 0.08, 1e-9);
    int low = 0, high = 0;
    gtk_widget_measure(widget(&stage, "ruler"), GTK_ORIENTATION_VERTICAL, -1, &high, &low, NULL,
                       NULL);
    g_assert_cmpint(high, >, SN_RULER_FLAGS + SN_RULER_TICKS); /* room for its bar */
    char *action = g_strdup_printf("win.take-branch(uint64 %" G_GUINT64_FORMAT ")",
                                   (guint64)first_branch(&stage));
    act(&stage, action);
    g_free(action);
    wanted = 0.1;
    g_assert_true(wait_for(&stage, knows_wanted));
    act(&stage, "win.to-end");
    assert_at(&stage, 0.1);
    g_assert_cmpuint(hash_of(&stage), ==, before);
    g_assert_cmpint(n_branches(&stage), ==, 1); /* the other one */
    stage_close(&stage);
}

/* A moment that was simulated with another structure is shown, and the bar says so. */
static void test_past(void)
{
    Stage stage;
    open_run(&stage, 0.05);
    g_assert_false(gtk_widget_get_visible(widget(&stage, "past")));
    const SnId body = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("rigid_body"), NULL);
    g_assert_false(sn_id_is_null(body));
    sn_engine_sync(sn_session_engine(stage.session), 5000);
    settle(200);
    act(&stage, "win.go-to(0.02)");
    assert_at(&stage, 0.02);
    settle(50);
    g_assert_true(gtk_widget_get_visible(widget(&stage, "past")));
    g_assert_false(gtk_widget_get_visible(widget(&stage, "status")));
    stage_close(&stage);
}

/* --- the axis --- */

static double ruler_pixel(Stage *stage, double time)
{
    double point[2] = {0, 0};
    sn_ruler_locate(SN_RULER(widget(stage, "ruler")), time, false, point);
    return point[0];
}

static void test_axis(void)
{
    Stage stage;
    open_run(&stage, 0.1);
    const double width = gtk_widget_get_width(widget(&stage, "ruler"));
    act(&stage, "win.show-all-time");
    g_assert_cmpfloat(ruler_pixel(&stage, 0.1), >, SN_AXIS_GUTTER + 0.8 * (width - SN_AXIS_GUTTER));
    g_assert_cmpfloat(ruler_pixel(&stage, 0.1), <, width);
    g_assert_cmpfloat_with_epsilon(ruler_pixel(&stage, 0), SN_AXIS_GUTTER + 0.5, 1e-9);
    /* what comes later is followed, and all stays in view */
    sn_engine_play_until(sn_session_engine(stage.session), 0.4);
    assert_at(&stage, 0.4);
    settle(50);
    g_assert_cmpfloat(ruler_pixel(&stage, 0.4), <, width);
    g_assert_cmpfloat_with_epsilon(ruler_pixel(&stage, 0), SN_AXIS_GUTTER + 0.5, 1e-9);
    stage_close(&stage);
}

/* --- pages --- */

static void test_pages(void)
{
    Stage stage;
    stage_open(&stage);
    SnTimeline *timeline = SN_TIMELINE(sn_window_timeline(stage.window));
    g_assert_cmpstr(sn_timeline_page(timeline), ==, "tracks");
    act(&stage, "win.log");
    g_assert_cmpstr(sn_timeline_page(timeline), ==, "log");
    g_assert_true(gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(widget(&stage, "page-log"))));
    act(&stage, "win.log");
    g_assert_cmpstr(sn_timeline_page(timeline), ==, "tracks");
    sn_timeline_add_page(timeline, "extra", "Extra", "One more", gtk_label_new("extra"));
    GtkWidget *extra = widget(&stage, "page-extra");
    g_assert_true(gtk_widget_get_next_sibling(extra) == widget(&stage, "page-log"));
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(extra), TRUE);
    g_assert_cmpstr(sn_timeline_page(timeline), ==, "extra");
    act(&stage, "win.add-waypoints"); /* asks on the ruler */
    g_assert_cmpstr(sn_timeline_page(timeline), ==, "tracks");
    settle(100);
    stage_close(&stage);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/timeline/waypoint", test_waypoint);
    g_test_add_func("/timeline/add-generic", test_add_generic);
    g_test_add_func("/timeline/rename", test_rename);
    g_test_add_func("/timeline/move", test_move);
    g_test_add_func("/timeline/evenly", test_evenly);
    g_test_add_func("/timeline/go", test_go);
    g_test_add_func("/timeline/scrub", test_scrub);
    g_test_add_func("/timeline/next-waypoint", test_next_waypoint);
    g_test_add_func("/timeline/breakpoint", test_breakpoint);
    g_test_add_func("/timeline/loop", test_loop);
    g_test_add_func("/timeline/replay-budget", test_replay_budget);
    g_test_add_func("/timeline/branch", test_branch);
    g_test_add_func("/timeline/past", test_past);
    g_test_add_func("/timeline/axis", test_axis);
    g_test_add_func("/timeline/pages", test_pages);
    return g_test_run();
}
