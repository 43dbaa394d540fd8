/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/property_actions.h"

#include "engine/model/classes/panel.h"
#include "engine/model/classes/probe.h"
#include "ui/edits/base.h"
#include "ui/edits/time/panel.h"
#include "ui/edits/time/plot.h"
#include "ui/navigator/navigator.h"
#include "ui/session/property_target.h"

#include <string.h>

static SnSession *session_of(gpointer window)
{
    return sn_window_session(SN_WINDOW(window));
}

#define ACTION(name) static void name(GSimpleAction *action, GVariant *parameter, gpointer window)

/* --- which properties --- */

typedef int (*MainRow)(const SnModel *model, SnId id);

static int result_row(const SnModel *model, SnId id)
{
    return sn_property_main_row(model, id, false);
}

static int input_row(const SnModel *model, SnId id)
{
    return sn_property_main_row(model, id, true);
}

/* Those named, or of each selected component the one that matters; empty after a word about it. */
static GArray *targets_of(SnSession *session, const char *text, MainRow main_row)
{
    const SnModel *model = sn_session_model(session);
    GError *error = NULL;
    if (*text != '\0') {
        GArray *targets = sn_property_targets_parse(model, text, &error);
        if (error) {
            sn_session_fail(session, error->message);
            g_error_free(error);
        }
        return targets;
    }
    GArray *targets = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    for (int i = 0; i < n; i++) {
        const SnTarget target = {ids[i], main_row(model, ids[i])};
        if (target.row >= 0)
            g_array_append_val(targets, target);
    }
    if (targets->len == 0) {
        sn_session_report(session, &(SnBar){.severity = SN_NOTE,
                                            .text = main_row == input_row
                                                        ? "Select something with an input first: a "
                                                          "muscle, a load, a body that is not "
                                                          "dynamic."
                                                        : "Select something with results first."});
    }
    return targets;
}

static const SnTarget *first_of(const GArray *targets)
{
    return (const SnTarget *)(void *)targets->data;
}

/* Keeps what the test accepts; a word, and false, if nothing is left of some. */
static bool keep_target(SnSession *session, GArray *targets,
                        bool (*test)(const SnModel *, SnTarget), const char *refusal)
{
    const bool any = targets->len > 0;
    guint kept = 0;
    for (guint i = 0; i < targets->len; i++) {
        const SnTarget target = g_array_index(targets, SnTarget, i);
        if (test(sn_session_model(session), target))
            g_array_index(targets, SnTarget, kept++) = target;
    }
    g_array_set_size(targets, kept);
    if (any && kept == 0)
        sn_session_report(session, &(SnBar){.severity = SN_NOTE, .text = refusal});
    return kept > 0;
}

/* --- actions --- */

static char *text_of(const SnModel *model, const GArray *targets)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < targets->len; i++) {
        const SnTarget *target = &g_array_index(targets, SnTarget, i);
        char *path = sn_model_path(model, target->id);
        g_string_append_printf(text, "%s%s:%s", i > 0 ? "\n" : "", path,
                               sn_model_property(model, target->id, target->row)->name);
        g_free(path);
    }
    return g_string_free(text, FALSE);
}

ACTION(on_plot)
{
    SnSession *session = session_of(window);
    GArray *targets = targets_of(session, g_variant_get_string(parameter, NULL), result_row);
    if (targets->len > 0) {
        char *text = text_of(sn_session_model(session), targets);
        if (!sn_id_is_null(sn_edits_plot_property(session, text)))
            sn_window_show_panel(window, "timeline", true);
        g_free(text);
    }
    g_array_unref(targets);
}

static void reveal_primary(gpointer window)
{
    sn_navigator_reveal(SN_NAVIGATOR(sn_window_navigator(window)),
                        sn_session_primary(session_of(window)));
}

/* The selection stays: something says that it has been done, and where it is. */
static void say_recorded(SnSession *session, int n)
{
    const SnComponent *list =
        sn_model_list_for(sn_session_model(session)->root, &SN_CLASS_OUTPUT_PROBE);
    const SnComponent *last = g_ptr_array_index(list->children, list->children->len - 1);
    g_autofree char *text =
        n == 1 ? g_strdup_printf("“%s” is recorded from now on", last->name)
               : g_strdup_printf("%d properties are recorded from now on, “%s” the last", n,
                                 last->name);
    sn_session_report(session, &(SnBar){.severity = SN_NOTE,
                                        .text = text,
                                        .button = "Show Timeline",
                                        .action = "win.page::tracks"});
}

ACTION(on_record)
{
    SnSession *session = session_of(window);
    GArray *targets = targets_of(session, g_variant_get_string(parameter, NULL), result_row);
    const int n = keep_target(session, targets, sn_property_can_record,
                              "This has no value that changes over time: it cannot be recorded.")
                      ? sn_edits_record_properties(session, first_of(targets), (int)targets->len)
                      : 0;
    if (n > 0)
        say_recorded(session, n);
    g_array_unref(targets);
}

ACTION(on_drive)
{
    SnSession *session = session_of(window);
    GArray *targets = targets_of(session, g_variant_get_string(parameter, NULL), input_row);
    if (keep_target(session, targets, sn_property_can_drive, "No probe can drive this.") &&
        sn_edits_drive_properties(session, first_of(targets), (int)targets->len) > 0) {
        reveal_primary(window);
        gtk_widget_activate_action(window, "win.page", "s", "tracks"); /* where its curve is */
    }
    g_array_unref(targets);
}

static int no_row(const SnModel *model, SnId id)
{
    return -1;
}

ACTION(on_reset_to_base)
{
    SnSession *session = session_of(window);
    GArray *targets = targets_of(session, g_variant_get_string(parameter, NULL), no_row);
    sn_edits_reset_properties_to_base(session, first_of(targets), (int)targets->len);
    g_array_unref(targets);
}

ACTION(on_copy)
{
    SnSession *session = session_of(window);
    GArray *targets =
        targets_of(session, g_variant_get_string(parameter, NULL), sn_property_handled_row);
    if (targets->len > 0) {
        char *text = text_of(sn_session_model(session), targets);
        gdk_clipboard_set_text(gtk_widget_get_clipboard(window), text);
        g_free(text);
    }
    g_array_unref(targets);
}

static SnId last_panel(const SnModel *model)
{
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_PANEL);
    const guint n = list->children->len;
    return n > 0 ? ((const SnComponent *)g_ptr_array_index(list->children, n - 1))->id : SN_ID_NULL;
}

ACTION(on_add_to_panel)
{
    SnSession *session = session_of(window);
    const SnModel *model = sn_session_model(session);
    const char *text = g_variant_get_string(parameter, NULL);
    const char *end = strchr(text, '\n');
    SnId panel = last_panel(model);
    if (end) {
        char *path = g_strndup(text, (gsize)(end - text));
        panel = *path != '\0' ? sn_model_resolve(model, NULL, path, NULL) : SN_ID_NULL;
        g_free(path);
    }
    GArray *targets = targets_of(session, end ? end + 1 : text, sn_property_handled_row);
    if (targets->len > 0) {
        sn_window_show_panel(window, "properties", true);
        if (sn_id_is_null(panel))
            sn_edits_new_panel(session, NULL, first_of(targets), (int)targets->len);
        else
            sn_edits_add_controls(session, panel, first_of(targets), (int)targets->len, -1);
    }
    g_array_unref(targets);
}

ACTION(on_new_panel)
{
    sn_window_show_panel(window, "properties", true);
    sn_edits_new_panel(session_of(window), NULL, NULL, 0);
}

ACTION(on_panel_from_selection)
{
    sn_window_show_panel(window, "properties", true);
    sn_edits_panel_from_selection(session_of(window));
}

ACTION(on_panel_of_excitations)
{
    sn_window_show_panel(window, "properties", true);
    sn_edits_panel_of_excitations(session_of(window));
}

void sn_property_actions_add(SnWindow *window)
{
    static const GActionEntry entries[] = {
        {"plot-property", on_plot, "s"},
        {"record-property", on_record, "s"},
        {"drive-property", on_drive, "s"},
        {"add-to-panel", on_add_to_panel, "s"},
        {"copy-property", on_copy, "s"},
        {"reset-to-base", on_reset_to_base, "s"},
        {"new-panel", on_new_panel},
        {"panel-from-selection", on_panel_from_selection},
        {"panel-excitations", on_panel_of_excitations},
    };
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
}
