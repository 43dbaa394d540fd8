/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/window_support.h"

#include "app/demos/demos.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/widget_tree.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

/* GLib reads the variable once, so the folder is made before GTK asks for it; it belongs to the
 * program. */
static void use_own_config(void)
{
    char *folder = g_dir_make_tmp("sinew-XXXXXX", NULL);
    g_assert_nonnull(folder);
    g_setenv("XDG_CONFIG_HOME", folder, TRUE);
    g_assert_cmpstr(g_get_user_config_dir(), ==, folder);
    g_free(folder);
}

/* Warnings end a test, but for one while its window closes: GTK 4.8 then asks for the pointer over
 * it, where it entered half a second before. */
static bool closing;

static void say(const char *domain, GLogLevelFlags level, const char *text, gpointer data)
{
    g_log_default_handler(domain, level, text, data);
    const bool of_tooltips = closing && strstr(text, "assertion 'GDK_IS_SURFACE");
    if (level & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING) && !of_tooltips)
        abort();
}

bool stage_init(int *argc, char ***argv)
{
    use_own_config();
    g_setenv("GTK_A11Y", "test", FALSE);
    g_setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
    g_setenv("GSETTINGS_BACKEND", "memory", TRUE);
    char *resources = g_build_filename(g_getenv("SINEW_BUILD_ROOT"), "resources", NULL);
    g_setenv("SINEW_RESOURCES", resources, TRUE);
    g_free(resources);
    g_test_init(argc, argv, NULL);
    g_log_set_always_fatal(G_LOG_FATAL_MASK);
    g_log_set_default_handler(say, NULL);
    if (!gtk_init_check())
        return false;
    sn_theme_load();
    return true;
}

void stage_open(Stage *stage)
{
    stage->config = g_get_user_config_dir();
    stage->application = gtk_application_new("org.sinew.Test", G_APPLICATION_NON_UNIQUE);
    g_assert_true(g_application_register(G_APPLICATION(stage->application), NULL, NULL));
    stage->settings = sn_settings_new();
    stage->window = sn_document_window_new(stage->application, stage->settings);
    stage->project = sn_document_window_project(stage->window);
    stage->session = sn_project_session(stage->project);
    gtk_window_present(GTK_WINDOW(stage->window));
    settle(100);
}

void stage_close(Stage *stage)
{
    SnWindow *window = stage->window;
    g_object_add_weak_pointer(G_OBJECT(window), (gpointer *)&window);
    closing = true;
    gtk_window_destroy(GTK_WINDOW(stage->window));
    settle(50);
    closing = false;
    g_assert_null(window); /* somebody kept it, and with it the engine's thread */
    g_object_unref(stage->application);
    sn_settings_free(stage->settings);
    char *remembered = g_build_filename(stage->config, "sinew", "state.ini", NULL);
    g_remove(remembered); /* each test finds the window as a new user does */
    g_free(remembered);
}

void stage_demo(Stage *stage, const char *name)
{
    GError *error = NULL;
    char *path = sn_demo_path(name);
    g_assert_nonnull(path);
    sn_project_open(stage->project, path, true, &error);
    g_assert_no_error(error);
    g_free(path);
    g_assert_true(wait_for(stage, has_snapshot));
    settle(50);
}

static gboolean set_true(gpointer flag)
{
    *(bool *)flag = true;
    return G_SOURCE_REMOVE;
}

static void iterate_for(int ms)
{
    bool over = false;
    g_timeout_add((guint)ms, set_true, &over);
    while (!over)
        g_main_context_iteration(NULL, TRUE);
}

/* Until nothing of higher priority waits: layout, frames, calls when idle. */
static void iterate_until_idle(void)
{
    enum { AT_MOST = 2000 }; /* something moves on and on [ms] */
    bool idle = false, over = false;
    const guint low = g_idle_add_full(G_PRIORITY_LOW + 100, set_true, &idle, NULL);
    const guint late = g_timeout_add(AT_MOST, set_true, &over);
    while (!idle && !over)
        g_main_context_iteration(NULL, TRUE);
    g_source_remove(idle ? late : low);
}

void settle(int ms)
{
    enum { FRAME = 17 }; /* [ms] */
    iterate_for(ms);
    iterate_until_idle();
    iterate_for(FRAME); /* a busy machine: the frame that was asked for last */
    iterate_until_idle();
}

bool wait_for(Stage *stage, Condition condition)
{
    gint64 end = g_get_monotonic_time() + 30 * G_USEC_PER_SEC; /* with sanitizers */
    while (!condition(stage)) {
        if (g_get_monotonic_time() > end)
            return false;
        iterate_for(5);
    }
    return true;
}

bool has_snapshot(Stage *stage)
{
    const SnSnapshot *snapshot = sn_session_snapshot(stage->session);
    return snapshot && snapshot->scene;
}

bool is_paused(Stage *stage)
{
    return sn_session_run(stage->session) == SN_PAUSED;
}

void act(Stage *stage, const char *detailed_action)
{
    char *name = NULL;
    GVariant *target = NULL;
    g_assert_true(g_action_parse_detailed_name(detailed_action, &name, &target, NULL));
    g_assert_true(g_action_group_get_action_enabled(G_ACTION_GROUP(stage->window), name + 4));
    g_assert_true(gtk_widget_activate_action_variant(GTK_WIDGET(stage->window), name, target));
    g_clear_pointer(&target, g_variant_unref);
    g_free(name);
}

void delete_selected(Stage *stage)
{
    act(stage, "win.delete");
    GListModel *windows = gtk_window_get_toplevels();
    for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
        GtkWidget *window = g_list_model_get_item(windows, i);
        GtkWidget *accept = sn_find_widget(window, "delete-accept");
        g_object_unref(window);
        if (accept) {
            g_signal_emit_by_name(accept, "clicked");
            return;
        }
    }
}

GtkWidget *widget(Stage *stage, const char *name)
{
    GtkWidget *found = sn_find_widget(GTK_WIDGET(stage->window), name);
    for (int i = 0; !found && i < 1000;
         i++) { /* what appears with a selection comes a little later */
        settle(10);
        found = sn_find_widget(GTK_WIDGET(stage->window), name);
    }
    if (!found)
        g_error("no widget called %s", name);
    return found;
}

SnId id_of(Stage *stage, const char *path)
{
    GError *error = NULL;
    SnId id = sn_model_resolve(sn_session_model(stage->session), NULL, path, &error);
    g_assert_no_error(error);
    return id;
}
