/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/actions.h"

#include "engine/model/drawable.h"
#include "ui/actions/action_state.h"
#include "ui/actions/shortcuts_window.h"
#include "ui/edits/ask.h"
#include "ui/edits/copy.h"
#include "ui/edits/edits.h"
#include "ui/navigator/navigator.h"
#include "ui/navigator/path_bar.h"
#include "ui/timeline/timeline.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/widget_tree.h"
#include "ui/window/console/console_lua.h"
#include "ui/window/console/console_script.h"
#include "ui/window/guide.h"
#include "ui/window/palette.h"
#include "ui/window/preferences.h"
#include "ui/window/start_page.h"

#include <string.h>

static SnSession *session_of(gpointer window)
{
    return sn_window_session(SN_WINDOW(window));
}

#define ACTION(name) static void name(GSimpleAction *action, GVariant *parameter, gpointer window)

/* --- edit --- */

ACTION(on_undo)
{
    sn_edits_undo(session_of(window));
}

ACTION(on_redo)
{
    sn_edits_redo(session_of(window));
}

ACTION(on_copy)
{
    g_autofree char *text = sn_edits_copy_text(session_of(window));
    if (text)
        gdk_clipboard_set_text(gtk_widget_get_clipboard(window), text);
}

/* As the path bar, --set and probes take them, one a line. */
ACTION(on_copy_path)
{
    int n;
    const SnId *ids = sn_session_selection(session_of(window), &n);
    GString *text = g_string_new(NULL);
    for (int i = 0; i < n; i++) {
        g_autofree char *path = sn_model_path(sn_session_model(session_of(window)), ids[i]);
        g_string_append_printf(text, "%s%s", i > 0 ? "\n" : "", path);
    }
    gdk_clipboard_set_text(gtk_widget_get_clipboard(window), text->str);
    g_string_free(text, TRUE);
}

static void on_clipboard_read(GObject *clipboard, GAsyncResult *result, gpointer window)
{
    g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(clipboard), result, NULL);
    if (sn_session_model(session_of(window)))
        sn_edits_paste(session_of(window), text ? text : "");
    g_object_unref(window);
}

ACTION(on_paste)
{
    gdk_clipboard_read_text_async(gtk_widget_get_clipboard(window), NULL, on_clipboard_read,
                                  g_object_ref(window));
}

ACTION(on_duplicate)
{
    sn_edits_duplicate_selection(session_of(window), false);
}

ACTION(on_duplicate_attached)
{
    sn_edits_duplicate_selection(session_of(window), true);
}

ACTION(on_duplicate_again)
{
    sn_edits_duplicate_again_attached(session_of(window));
}

ACTION(on_mirror)
{
    const char *axis = g_variant_get_string(parameter, NULL);
    sn_edits_mirror(session_of(window), axis[1] == '\0' ? axis[0] - 'x' : -1);
}

ACTION(on_hide)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session_of(window), &n);
    sn_edits_set_visible(session_of(window), ids, n,
                         !sn_edits_is_visible(session_of(window), ids[n - 1]));
}

ACTION(on_show_only)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session_of(window), &n);
    sn_edits_show_only(session_of(window), ids, n);
}

ACTION(on_show_all)
{
    sn_edits_show_all(session_of(window));
}

ACTION(on_use_present)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session_of(window), &n);
    sn_edits_use_present_as_start(session_of(window), ids, n);
}

ACTION(on_use_pose)
{
    if (sn_edits_use_present_as_start(session_of(window), NULL, 0))
        gtk_widget_activate_action(GTK_WIDGET(window), "win.reset", NULL);
}

/* --- selection --- */

ACTION(on_select_none)
{
    sn_ask_back(session_of(window), true);
    sn_session_select_none(session_of(window));
}

/* Escape: one step at a time. */
ACTION(on_back)
{
    if (sn_ask_back(session_of(window), true))
        return;
    if (sn_session_tool(session_of(window)) != SN_TOOL_SELECT)
        sn_session_set_tool(session_of(window), SN_TOOL_SELECT);
    else
        sn_session_select_none(session_of(window));
}

ACTION(on_select_parent)
{
    SnSession *session = session_of(window);
    SnId id = sn_session_primary(session);
    const SnComponent *component = sn_model_get(sn_session_model(session), id);
    if (component && id.entry != 0)
        sn_session_select_one(session, component->id);
    else if (component && component->parent)
        sn_session_select_one(session, component->parent->id);
}

/* One path, or several, each in a line; the first is revealed. */
ACTION(on_select_path)
{
    SnSession *session = session_of(window);
    g_auto(GStrv) paths = g_strsplit(g_variant_get_string(parameter, NULL), "\n", -1);
    g_autofree SnId *ids = g_new0(SnId, g_strv_length(paths) + 1);
    int n = 0;
    for (char **path = paths; *path; path++) {
        g_autoptr(GError) error = NULL;
        ids[n] = sn_model_resolve(sn_session_model(session), NULL, *path, &error);
        if (error) {
            sn_session_fail(session, error->message);
            return;
        }
        n++;
    }
    sn_session_select(session, ids, n, SN_SELECT_REPLACE);
    if (n > 0)
        sn_navigator_reveal(SN_NAVIGATOR(sn_window_navigator(window)), ids[0]);
}

ACTION(on_find)
{
    sn_window_show_panel(window, "navigator", true);
    sn_navigator_search(SN_NAVIGATOR(sn_window_navigator(window)));
}

ACTION(on_edit_path)
{
    sn_path_bar_edit(SN_PATH_BAR(sn_window_path_bar(window)));
}

/* --- run --- */

ACTION(on_play)
{
    sn_session_play_pause(session_of(window));
}

ACTION(on_settle)
{
    sn_edits_settle(session_of(window));
}

ACTION(on_stop_settling)
{
    SnEngine *engine = sn_session_engine(session_of(window));
    if (engine)
        sn_engine_pause(engine);
}

ACTION(on_edit_time)
{
    sn_window_show_panel(window, "timeline", true);
    sn_timeline_edit_time(SN_TIMELINE(sn_window_timeline(window)));
}

ACTION(on_speed)
{
    sn_session_set_speed(session_of(window), g_variant_get_double(parameter));
}

/* Doubles or halves; "as fast as it goes" lies above 8 times. */
static void change_speed(SnSession *session, bool faster)
{
    double speed = sn_session_speed(session);
    if (faster)
        speed = speed <= 0 || speed >= 8 ? 0 : speed * 2;
    else
        speed = speed <= 0 ? 8 : MAX(speed / 2, 1.0 / 256);
    sn_session_set_speed(session, speed);
}

ACTION(on_faster)
{
    change_speed(session_of(window), true);
}

ACTION(on_slower)
{
    change_speed(session_of(window), false);
}

/* --- tools, panels, program --- */

static const char *const tool_names[SN_TOOL_COUNT] = {"select",  "move", "rotate", "scale",
                                                      "measure", "clip", "pull",   "transform"};

ACTION(on_tool)
{
    const char *name = g_variant_get_string(parameter, NULL);
    for (int i = 0; i < SN_TOOL_COUNT; i++) {
        if (strcmp(name, tool_names[i]) == 0)
            sn_session_set_tool(session_of(window), (SnTool)i);
    }
    if (sn_window_viewer(window)) /* where the keys of a tool go: axis, number, Enter */
        gtk_widget_grab_focus(sn_window_viewer(window));
}

ACTION(on_panel)
{
    const char *panel = g_action_get_name(G_ACTION(action));
    bool shown = !sn_window_panel_shown(window, panel);
    sn_window_show_panel(window, panel, shown);
    g_simple_action_set_state(action, g_variant_new_boolean(shown));
}

ACTION(on_page)
{
    sn_window_show_panel(window, "timeline", true);
    sn_timeline_show_page(SN_TIMELINE(sn_window_timeline(window)),
                          g_variant_get_string(parameter, NULL));
}

ACTION(on_log)
{
    SnTimeline *timeline = SN_TIMELINE(sn_window_timeline(window));
    bool shown = !(sn_window_panel_shown(window, "timeline") && sn_timeline_log_shown(timeline));
    if (shown)
        sn_window_show_panel(window, "timeline", true);
    sn_timeline_show_log(timeline, shown);
}

ACTION(on_console)
{
    sn_window_show_panel(window, "timeline", true);
    sn_timeline_show_log(SN_TIMELINE(sn_window_timeline(window)), true);
    gtk_widget_grab_focus(sn_find_widget(GTK_WIDGET(window), "console"));
}

static void on_script(const char *path, gpointer data)
{
    SnWindow *window = SN_WINDOW(data);
    GError *error = NULL;
    if (path &&
        !sn_console_run_script(sn_window_session(window), GTK_WIDGET(window), path, &error)) {
        sn_session_fail(sn_window_session(window), error->message);
        g_error_free(error);
    }
}

ACTION(on_run_script)
{
    static const char *const patterns[] = {"*.lua", "*.txt", NULL};
    const SnFileAsked asked = {"Run a Script", "_Run", "Scripts: Lua, or commands, one a line",
                               patterns};
    sn_dialog_open_data(GTK_WINDOW(window), &asked, on_script, window);
}

ACTION(on_stop_script)
{
    if (!sn_console_stop_lua(GTK_WIDGET(window)))
        sn_session_log(session_of(window), SN_NOTE, SN_ID_NULL, "no script is running");
}

ACTION(on_theme)
{
    sn_settings_set_text(sn_window_settings(window), "theme",
                         g_variant_get_string(parameter, NULL));
    sn_theme_set(g_variant_get_string(parameter, NULL));
    g_simple_action_set_state(action, parameter);
}

ACTION(on_fullscreen)
{
    if (gtk_window_is_fullscreen(GTK_WINDOW(window)))
        gtk_window_unfullscreen(GTK_WINDOW(window));
    else
        gtk_window_fullscreen(GTK_WINDOW(window));
}

ACTION(on_palette)
{
    sn_palette_open(window);
}

ACTION(on_shortcuts)
{
    sn_shortcuts_window_open(GTK_WINDOW(window));
}

ACTION(on_preferences)
{
    sn_preferences_open(window);
}

ACTION(on_start_page)
{
    sn_start_page_open(window);
}

ACTION(on_guide)
{
    sn_guide_start(window);
}

ACTION(on_close)
{
    gtk_window_close(GTK_WINDOW(window));
}

/* --- what may be done now --- */

static void update_selection(SnSession *session, SnWindow *window)
{
    const SnModel *model = sn_session_model(session);
    SnId primary = sn_session_primary(session);
    const SnComponent *component = model ? sn_model_get(model, primary) : NULL;
    bool some = component != NULL;
    bool held = some && component->parent && !sn_class_is_a(component->class, &SN_CLASS_LIST);
    sn_action_enable(G_ACTION_MAP(window), "delete", held);
    static const char *const copying[] = {"cut", "copy", "duplicate", "duplicate-attached",
                                          "mirror"};
    for (gsize i = 0; i < G_N_ELEMENTS(copying); i++)
        sn_action_enable(G_ACTION_MAP(window), copying[i], held && primary.entry == 0);
    sn_action_enable(G_ACTION_MAP(window), "copy-path", some);
    sn_action_enable(G_ACTION_MAP(window), "hide", some);
    sn_action_enable(G_ACTION_MAP(window), "show-only", some);
    sn_action_enable(G_ACTION_MAP(window), "select-parent",
                     some && (component->parent || primary.entry != 0));
}

static void update_model(SnSession *session, SnWindow *window)
{
    const SnModel *model = sn_session_model(session);
    sn_action_enable(G_ACTION_MAP(window), "undo", model && sn_undo_label(model));
    sn_action_enable(G_ACTION_MAP(window), "redo", model && sn_redo_label(model));
}

static void update_run(SnSession *session, SnWindow *window)
{
    sn_action_set_state(G_ACTION_MAP(window), "play",
                        g_variant_new_boolean(sn_session_run(session) == SN_PLAYING));
    sn_action_set_state(G_ACTION_MAP(window), "speed",
                        g_variant_new_double(sn_session_speed(session)));
}

static void update_tool(SnSession *session, SnWindow *window)
{
    sn_action_set_state(G_ACTION_MAP(window), "tool",
                        g_variant_new_string(tool_names[sn_session_tool(session)]));
}

static void update_document(SnSession *session, SnWindow *window)
{
    update_selection(session, window);
    update_model(session, window);
    update_run(session, window);
}

static const GActionEntry entries[] = {
    {"undo", on_undo},
    {"redo", on_redo},
    {"copy", on_copy},
    {"copy-path", on_copy_path},
    {"paste", on_paste},
    {"duplicate", on_duplicate},
    {"duplicate-attached", on_duplicate_attached},
    {"duplicate-again", on_duplicate_again},
    {"mirror", on_mirror, "s"},
    {"hide", on_hide},
    {"show-only", on_show_only},
    {"show-all", on_show_all},
    {"use-present", on_use_present},
    {"use-pose", on_use_pose},
    {"select-none", on_select_none},
    {"back", on_back},
    {"select-parent", on_select_parent},
    {"select-path", on_select_path, "s"},
    {"find", on_find},
    {"edit-path", on_edit_path},
    {"play", on_play, NULL, "false"},
    {"settle", on_settle},
    {"stop-settling", on_stop_settling},
    {"edit-time", on_edit_time},
    {"speed", on_speed, "d", "1.0"},
    {"faster", on_faster},
    {"slower", on_slower},
    {"tool", on_tool, "s", "'select'"},
    {"navigator", on_panel, NULL, "true"},
    {"properties", on_panel, NULL, "true"},
    {"timeline", on_panel, NULL, "true"},
    {"log", on_log},
    {"console", on_console},
    {"run-script", on_run_script},
    {"stop-script", on_stop_script},
    {"page", on_page, "s"},
    {"theme", on_theme, "s", "'follow'"},
    {"fullscreen", on_fullscreen},
    {"palette", on_palette},
    {"shortcuts", on_shortcuts},
    {"preferences", on_preferences},
    {"start-page", on_start_page},
    {"guide", on_guide},
    {"close", on_close},
};

void sn_window_actions_add(SnWindow *window)
{
    SnSession *session = sn_window_session(window);
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
    static const char *const panels[] = {"navigator", "properties", "timeline"};
    for (gsize i = 0; i < G_N_ELEMENTS(panels); i++) {
        sn_action_set_state(G_ACTION_MAP(window), panels[i],
                            g_variant_new_boolean(sn_window_panel_shown(window, panels[i])));
    }
    char *theme = sn_settings_get_text(sn_window_settings(window), "theme", "follow");
    sn_action_set_state(G_ACTION_MAP(window), "theme", g_variant_new_string(theme));
    g_free(theme);
    g_signal_connect_object(session, "selection-changed", G_CALLBACK(update_selection), window, 0);
    g_signal_connect_object(session, "model-changed", G_CALLBACK(update_model), window, 0);
    g_signal_connect_object(session, "document-changed", G_CALLBACK(update_document), window, 0);
    g_signal_connect_object(session, "run-changed", G_CALLBACK(update_run), window, 0);
    g_signal_connect_object(session, "tool-changed", G_CALLBACK(update_tool), window, 0);
    update_document(session, window);
    update_tool(session, window);
}
