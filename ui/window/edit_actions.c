/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/edit_actions.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/fem.h"
#include "engine/model/drawable.h"
#include "engine/model/tracked.h"
#include "ui/actions/action_state.h"
#include "ui/dialogs/align_dialog.h"
#include "ui/dialogs/array_dialog.h"
#include "ui/dialogs/delete_dialog.h"
#include "ui/dialogs/fill_dialog.h"
#include "ui/dialogs/group_dialog.h"
#include "ui/dialogs/history_dialog.h"
#include "ui/dialogs/measure_dialog.h"
#include "ui/dialogs/rename_dialog.h"
#include "ui/dialogs/scale_dialog.h"
#include "ui/dialogs/small_motion_window.h"
#include "ui/edits/arrange.h"
#include "ui/edits/copy.h"
#include "ui/edits/edits.h"
#include "ui/edits/groups.h"
#include "ui/edits/solids.h"
#include "ui/edits/tree.h"
#include "ui/navigator/navigator.h"
#include "ui/window/past_view.h"

#include <string.h>

static SnSession *session_of(gpointer window)
{
    return sn_window_session(SN_WINDOW(window));
}

#define ACTION(name) static void name(GSimpleAction *action, GVariant *parameter, gpointer window)

ACTION(on_delete)
{
    sn_delete_selection(window, session_of(window));
}

ACTION(on_cut)
{
    g_autofree char *text = sn_edits_copy_text(session_of(window));
    if (!text)
        return;
    gdk_clipboard_set_text(gtk_widget_get_clipboard(window), text);
    sn_delete_selection(window, session_of(window));
}

/* Rows, circles and places are of the start; later on they would not be seen. */
static bool at_start(SnSession *session)
{
    if (sn_session_time(session) == 0)
        return true;
    sn_session_report(session, &(SnBar){.severity = SN_NOTE,
                                        .text = "Copies and places are made of where things start: "
                                                "go back to the start first.",
                                        .button = "Go to the Start",
                                        .action = "win.reset"});
    return false;
}

ACTION(on_array)
{
    if (at_start(session_of(window)))
        sn_array_dialog_open(window, session_of(window));
}

ACTION(on_align)
{
    if (at_start(session_of(window)))
        sn_align_dialog_open(window, session_of(window));
}

ACTION(on_rename_many)
{
    sn_rename_dialog_open(window, session_of(window));
}

/* One in the navigator, several in a window. */
ACTION(on_rename)
{
    g_autoptr(GArray) ids = sn_edits_chosen(session_of(window));
    if (ids->len > 1) {
        sn_rename_dialog_open(window, session_of(window));
        return;
    }
    const SnId id = sn_session_primary(session_of(window));
    const SnComponent *component = sn_model_get(sn_session_model(session_of(window)), id);
    if (!component || !component->parent || sn_class_is_a(component->class, &SN_CLASS_LIST)) {
        const SnBar bar = {.severity = SN_NOTE,
                           .text = "Only components have names: select one to rename it"};
        sn_session_report(session_of(window), &bar);
    }
    sn_window_show_panel(window, "navigator", true);
    sn_navigator_rename(SN_NAVIGATOR(sn_window_navigator(window)), id);
}

ACTION(on_move_among)
{
    sn_edits_move_by(session_of(window),
                     strcmp(g_action_get_name(G_ACTION(action)), "move-up") == 0 ? -1 : 1);
}

ACTION(on_history)
{
    sn_history_dialog_open(window, session_of(window));
}

ACTION(on_scale_model)
{
    if (at_start(session_of(window)))
        sn_scale_dialog_open(window, session_of(window));
}

ACTION(on_hull)
{
    if (at_start(session_of(window)))
        sn_edits_hull(session_of(window));
}

ACTION(on_to_fem)
{
    if (at_start(session_of(window)))
        sn_fill_dialog_open(window, session_of(window));
}

ACTION(on_to_body)
{
    if (at_start(session_of(window)))
        sn_edits_to_bodies(session_of(window));
}

ACTION(on_measure)
{
    sn_measure_dialog_open(window, session_of(window));
}

ACTION(on_modes)
{
    sn_small_motion_window_open(GTK_WINDOW(window), session_of(window));
}

ACTION(on_convert)
{
    sn_edits_convert(session_of(window), sn_class_by_name(g_variant_get_string(parameter, NULL)));
}

ACTION(on_track_path)
{
    sn_past_view_track(session_of(window));
}

/* --- tags, groups, locks --- */

ACTION(on_tag)
{
    const char *name = g_variant_get_string(parameter, NULL);
    for (int tag = 0; tag < SN_TAG_COUNT; tag++) {
        if (strcmp(SN_TAG_NAMES[tag], name) == 0)
            sn_edits_tag(session_of(window), (SnTag)tag);
    }
}

ACTION(on_group)
{
    sn_group_dialog_open(window, session_of(window));
}

ACTION(on_lock)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session_of(window), &n);
    sn_edits_lock(session_of(window), ids, n,
                  strcmp(g_action_get_name(G_ACTION(action)), "lock") == 0);
}

ACTION(on_unlock_all)
{
    sn_edits_unlock_all(session_of(window));
}

ACTION(on_members)
{
    const char *verb, *mark;
    g_variant_get(parameter, "(&s&s)", &verb, &mark);
    sn_edits_members(session_of(window), verb, mark);
}

/* --- what may be done now --- */

static void update(SnSession *session, SnWindow *window)
{
    const SnModel *model = sn_session_model(session);
    const SnId primary = sn_session_primary(session);
    const SnComponent *component = model ? sn_model_get(model, primary) : NULL;
    const bool held = component && component->parent && primary.entry == 0 &&
                      component->parent->class == &SN_CLASS_LIST;
    int n = 0;
    sn_session_selection(session, &n);
    static const char *const of_some[] = {"array", "rename-many", "move-up", "move-down"};
    for (gsize i = 0; i < G_N_ELEMENTS(of_some); i++)
        sn_action_enable(G_ACTION_MAP(window), of_some[i], held);
    /* says what it wants: keys typed for a name must not run as commands */
    sn_action_enable(G_ACTION_MAP(window), "rename", model != NULL);
    static const char *const of_drawables[] = {"tag", "group", "lock", "unlock"};
    const bool drawable =
        component && primary.entry == 0 && sn_class_is_a(component->class, &SN_CLASS_DRAWABLE);
    for (gsize i = 0; i < G_N_ELEMENTS(of_drawables); i++)
        sn_action_enable(G_ACTION_MAP(window), of_drawables[i], drawable);
    sn_action_enable(G_ACTION_MAP(window), "unlock-all", model != NULL);
    sn_action_enable(G_ACTION_MAP(window), "history", model != NULL);
    sn_action_enable(G_ACTION_MAP(window), "scale-model", model != NULL);
    sn_action_enable(G_ACTION_MAP(window), "hull", model && n > 0);
    sn_action_enable(G_ACTION_MAP(window), "to-fem",
                     held && component->class == &SN_CLASS_RIGID_BODY);
    sn_action_enable(G_ACTION_MAP(window), "to-body", held && component->class == &SN_CLASS_FEM);
    sn_action_enable(G_ACTION_MAP(window), "measure-selection", model && n > 0);
    sn_action_enable(G_ACTION_MAP(window), "track-path",
                     primary.entry == 0 && sn_can_be_tracked(component));
    sn_action_enable(G_ACTION_MAP(window), "align", model && n > 1);
    g_autoptr(GArray) lines = model ? sn_edits_lines(session) : NULL;
    sn_action_enable(G_ACTION_MAP(window), "convert", lines && lines->len > 0);
}

static const GActionEntry entries[] = {
    {"delete", on_delete},
    {"cut", on_cut},
    {"array", on_array},
    {"align", on_align},
    {"rename", on_rename},
    {"rename-many", on_rename_many},
    {"convert", on_convert, "s"},
    {"move-up", on_move_among},
    {"move-down", on_move_among},
    {"history", on_history},
    {"scale-model", on_scale_model},
    {"hull", on_hull},
    {"to-fem", on_to_fem},
    {"to-body", on_to_body},
    {"measure-selection", on_measure},
    {"modes", on_modes},
    {"track-path", on_track_path},
    {"tag", on_tag, "s"},
    {"group", on_group},
    {"lock", on_lock},
    {"unlock", on_lock},
    {"unlock-all", on_unlock_all},
    {"members", on_members, "(ss)"},
};

void sn_window_edit_actions_add(SnWindow *window)
{
    SnSession *session = sn_window_session(window);
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
    sn_past_view_follow(session);
    g_signal_connect_object(session, "selection-changed", G_CALLBACK(update), window, 0);
    g_signal_connect_object(session, "document-changed", G_CALLBACK(update), window, 0);
    update(session, window);
}
