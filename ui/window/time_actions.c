/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/time_actions.h"

#include "engine/model/classes/timeline.h"
#include "ui/actions/action_state.h"
#include "ui/edits/time/timeline.h"
#include "ui/timeline/ruler.h"
#include "ui/timeline/timeline.h"
#include "ui/timeline/transport.h"

#include <math.h>
#include <string.h>

static SnSession *session_of(gpointer window)
{
    return sn_window_session(SN_WINDOW(window));
}

static SnEngine *engine_of(gpointer window)
{
    return sn_session_engine(session_of(window));
}

static SnTransport *transport_of(gpointer window)
{
    return sn_transport_of(session_of(window));
}

/* The ruler, brought into view. */
static SnRuler *shown_ruler(gpointer window)
{
    SnTimeline *timeline = SN_TIMELINE(sn_window_timeline(window));
    sn_window_show_panel(window, "timeline", true);
    sn_timeline_show_page(timeline, "tracks");
    return SN_RULER(sn_timeline_ruler(timeline));
}

#define ACTION(name) static void name(GSimpleAction *action, GVariant *parameter, gpointer window)

/* --- moments --- */

ACTION(on_step)
{
    sn_engine_step(engine_of(window), 1);
}

ACTION(on_step_back)
{
    sn_engine_step_back(engine_of(window), 1);
}

ACTION(on_reset)
{
    sn_engine_reset(engine_of(window));
}

ACTION(on_to_end)
{
    sn_engine_seek(engine_of(window), sn_transport_end(transport_of(window)));
}

ACTION(on_go_to)
{
    sn_transport_go(transport_of(window), g_variant_get_double(parameter));
}

static void go_to_waypoint(gpointer window, bool after)
{
    const double time = sn_transport_waypoint(transport_of(window), after);
    if (isnan(time)) {
        sn_session_report(session_of(window),
                          &(SnBar){.severity = SN_NOTE,
                                   .text = after ? "There is no waypoint after this moment."
                                                 : "There is no waypoint before this moment."});
    } else {
        sn_transport_go(transport_of(window), time);
    }
}

ACTION(on_previous_waypoint)
{
    go_to_waypoint(window, false);
}

ACTION(on_next_waypoint)
{
    go_to_waypoint(window, true);
}

/* --- waypoints --- */

ACTION(on_add_waypoint)
{
    sn_edits_add_waypoint(session_of(window), sn_transport_time(transport_of(window)), false);
}

ACTION(on_add_breakpoint)
{
    sn_edits_add_waypoint(session_of(window), sn_transport_time(transport_of(window)), true);
}

ACTION(on_add_waypoint_at)
{
    sn_edits_add_waypoint(session_of(window), g_variant_get_double(parameter), false);
}

ACTION(on_add_breakpoint_at)
{
    sn_edits_add_waypoint(session_of(window), g_variant_get_double(parameter), true);
}

ACTION(on_add_waypoints)
{
    sn_ruler_add_evenly(shown_ruler(window));
}

ACTION(on_delete_waypoints)
{
    sn_edits_delete_all_waypoints(session_of(window));
}

/* The waypoint selected last; NULL if that is something else. */
static const SnWaypoint *selected_waypoint(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    const SnComponent *component = model ? sn_model_get(model, sn_session_primary(session)) : NULL;
    return component && component->class == &SN_CLASS_WAYPOINT ? (const SnWaypoint *)component
                                                               : NULL;
}

ACTION(on_go_to_waypoint)
{
    sn_transport_go(transport_of(window), selected_waypoint(session_of(window))->time);
}

ACTION(on_rename_waypoint)
{
    sn_ruler_rename(shown_ruler(window), sn_session_primary(session_of(window)));
}

ACTION(on_breakpoint)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session_of(window), &n);
    sn_edits_toggle_breakpoint(session_of(window), ids, n);
}

ACTION(on_show_all_time)
{
    sn_timeline_show_all(SN_TIMELINE(sn_window_timeline(window)));
}

/* --- how it plays --- */

ACTION(on_loop)
{
    sn_transport_set_loop(transport_of(window), !sn_transport_loop(transport_of(window)));
}

ACTION(on_loop_from)
{
    double from = 0, to = 0;
    const double time = g_variant_get_double(parameter);
    sn_transport_range(transport_of(window), &from, &to);
    to = to > time ? to : MAX(sn_transport_end(transport_of(window)), time * 1.25 + 0.1);
    sn_transport_set_range(transport_of(window), time, to);
}

ACTION(on_loop_until)
{
    double from = 0, to = 0;
    const double time = g_variant_get_double(parameter);
    sn_transport_range(transport_of(window), &from, &to);
    sn_transport_set_range(transport_of(window), from < time ? from : 0, time);
}

ACTION(on_replay)
{
    sn_transport_set_replay(transport_of(window),
                            strcmp(g_variant_get_string(parameter, NULL), "show") == 0);
}

ACTION(on_record_budget)
{
    const int megabytes = g_variant_get_int32(parameter);
    sn_settings_set_int(sn_window_settings(window), "record-budget", megabytes);
    sn_transport_set_budget(transport_of(window), megabytes);
}

ACTION(on_take_branch)
{
    sn_transport_switch_branch(transport_of(window), g_variant_get_uint64(parameter));
}

/* --- what may be done now --- */

static void update_waypoints(SnSession *session, SnWindow *window)
{
    const SnWaypoint *waypoint = selected_waypoint(session);
    sn_action_enable(G_ACTION_MAP(window), "go-to-waypoint", waypoint != NULL);
    sn_action_enable(G_ACTION_MAP(window), "rename-waypoint", waypoint != NULL);
    sn_action_enable(G_ACTION_MAP(window), "breakpoint", waypoint != NULL);
    sn_action_set_state(G_ACTION_MAP(window), "breakpoint",
                        g_variant_new_boolean(waypoint && waypoint->breakpoint));
    GArray *all = sn_edits_waypoints(session);
    sn_action_enable(G_ACTION_MAP(window), "delete-waypoints", all->len > 0);
    g_array_unref(all);
}

static void update_transport(SnTransport *transport, SnWindow *window)
{
    sn_action_set_state(G_ACTION_MAP(window), "loop",
                        g_variant_new_boolean(sn_transport_loop(transport)));
    sn_action_set_state(G_ACTION_MAP(window), "replay",
                        g_variant_new_string(sn_transport_replay(transport) ? "show" : "simulate"));
    sn_action_set_state(G_ACTION_MAP(window), "record-budget",
                        g_variant_new_int32(sn_transport_budget(transport)));
}

static const GActionEntry entries[] = {
    {"step", on_step},
    {"step-back", on_step_back},
    {"reset", on_reset},
    {"to-end", on_to_end},
    {"go-to", on_go_to, "d"},
    {"previous-waypoint", on_previous_waypoint},
    {"next-waypoint", on_next_waypoint},
    {"add-waypoint", on_add_waypoint},
    {"add-breakpoint", on_add_breakpoint},
    {"add-waypoint-at", on_add_waypoint_at, "d"},
    {"add-breakpoint-at", on_add_breakpoint_at, "d"},
    {"add-waypoints", on_add_waypoints},
    {"delete-waypoints", on_delete_waypoints},
    {"go-to-waypoint", on_go_to_waypoint},
    {"rename-waypoint", on_rename_waypoint},
    {"breakpoint", on_breakpoint, NULL, "false"},
    {"show-all-time", on_show_all_time},
    {"loop", on_loop, NULL, "false"},
    {"loop-from", on_loop_from, "d"},
    {"loop-until", on_loop_until, "d"},
    {"replay", on_replay, "s", "'show'"},
    {"record-budget", on_record_budget, "i", "1024"},
    {"take-branch", on_take_branch, "t"},
};

void sn_window_time_actions_add(SnWindow *window)
{
    SnSession *session = sn_window_session(window);
    SnTransport *transport = sn_transport_of(session);
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
    sn_transport_set_budget(transport,
                            sn_settings_get_int(sn_window_settings(window), "record-budget",
                                                sn_transport_budget(transport)));
    g_signal_connect_object(session, "selection-changed", G_CALLBACK(update_waypoints), window, 0);
    g_signal_connect_object(session, "model-changed", G_CALLBACK(update_waypoints), window, 0);
    g_signal_connect_object(session, "document-changed", G_CALLBACK(update_waypoints), window, 0);
    g_signal_connect_object(transport, "changed", G_CALLBACK(update_transport), window, 0);
    update_waypoints(session, window);
    update_transport(transport, window);
}
