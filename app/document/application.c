/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/application.h"

#include "app/demos/demos.h"
#include "app/document/documents.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/theme.h"
#include "ui/window/console/console_script.h"
#include "ui/window/preferences.h"
#include "ui/window/self_test/self_test.h"
#include "ui/window/start_page.h"

#include <glib-unix.h>
#include <signal.h>
#include <string.h>

#define DEFAULT_DEMO "jaw"

typedef struct Program {
    GtkApplication *application;
    SnSettings *settings;
    const char *model;  /* argument, NULL: the start page, or the default demo */
    const char *log;    /* file for the first window's commands, NULL: none */
    const char *script; /* carried out in the first document; NULL: none, or done */
} Program;

static SnWindow *new_window(Program *program)
{
    SnWindow *window = sn_document_window_new(program->application, program->settings);
    sn_self_test_start(window);
    gtk_window_present(GTK_WINDOW(window));
    return window;
}

/* --- the end from outside --- */

static void keep_all(const Program *program)
{
    for (GList *at = gtk_application_get_windows(program->application); at; at = at->next)
        if (SN_IS_WINDOW(at->data))
            sn_document_window_keep(at->data);
}

/* What is unsaved goes to the journal; then the signal does what it does to others. */
static gboolean end_by(const Program *program, int number)
{
    keep_all(program);
    signal(number, SIG_DFL);
    raise(number);
    return G_SOURCE_CONTINUE;
}

static gboolean on_terminate(gpointer program)
{
    return end_by(program, SIGTERM);
}

static gboolean on_hang_up(gpointer program)
{
    return end_by(program, SIGHUP);
}

static gboolean on_interrupt(gpointer program)
{
    return end_by(program, SIGINT);
}

/* The user logs out. */
static void on_query_end(GtkApplication *application, const Program *program)
{
    keep_all(program);
}

static void watch_for_end(Program *program)
{
    g_unix_signal_add(SIGTERM, on_terminate, program);
    g_unix_signal_add(SIGHUP, on_hang_up, program);
    g_unix_signal_add(SIGINT, on_interrupt, program);
    g_signal_connect(program->application, "query-end", G_CALLBACK(on_query_end), program);
}

/* Each document begins the log anew. */
static void start_log(SnSession *session, const char *path)
{
    GError *error = NULL;
    if (sn_session_engine(session) &&
        !sn_engine_log_commands(sn_session_engine(session), path, &error)) {
        sn_session_fail(session, error->message);
        g_error_free(error);
    }
}

/* The first document's, once. */
static void start_script(SnSession *session, Program *program)
{
    GtkWindow *window = gtk_application_get_active_window(program->application);
    GError *error = NULL;
    if (!program->script || !sn_session_model(session) || !window)
        return;
    if (!sn_console_run_script(session, GTK_WIDGET(window), program->script, &error)) {
        sn_session_fail(session, error->message);
        g_error_free(error);
    }
    program->script = NULL;
}

static void on_activate(GtkApplication *application, Program *program)
{
    SnWindow *window = new_window(program);
    if (program->log) {
        g_signal_connect(sn_window_session(window), "document-changed", G_CALLBACK(start_log),
                         (gpointer)program->log);
    }
    if (program->script)
        g_signal_connect(sn_window_session(window), "document-changed", G_CALLBACK(start_script),
                         program);
    sn_document_window_offer_restore(window);
    if (!program->model) {
        if (program->script) /* of a new model */
            start_script(sn_window_session(window), program);
        else if (sn_settings_get_int(program->settings, "start-page", 1))
            sn_start_page_open(window);
        else
            sn_document_window_open_demo(window, DEFAULT_DEMO);
        return;
    }
    char *demo = sn_demo_path(program->model);
    if (demo && !g_file_test(program->model, G_FILE_TEST_EXISTS))
        sn_document_window_open_demo(window, program->model);
    else
        sn_document_window_open(window, program->model);
    g_free(demo);
}

static void on_new_window(GSimpleAction *action, GVariant *parameter, gpointer program)
{
    new_window(program);
}

static void on_quit(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    Program *program = data;
    GList *windows = g_list_copy(gtk_application_get_windows(program->application));
    for (GList *at = windows; at; at = at->next)
        gtk_window_close(GTK_WINDOW(at->data));
    g_list_free(windows);
}

static void on_about(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    Program *program = data;
    sn_dialog_about(gtk_application_get_active_window(program->application), SN_VERSION);
}

static void on_startup(GtkApplication *application, Program *program)
{
    sn_theme_load();
    char *theme = sn_settings_get_text(program->settings, "theme", "follow");
    sn_theme_set(theme);
    g_free(theme);
    sn_preferences_apply(program->settings);
    gtk_window_set_default_icon_name("org.sinew.Sinew");
}

int sn_application_run(int argc, char **argv)
{
    Program program = {0};
    for (const char *option; argc > 2; argc -= 2) {
        option = argv[argc - 2];
        if (strcmp(option, "--log") == 0)
            program.log = argv[argc - 1];
        else if (strcmp(option, "--script") == 0)
            program.script = argv[argc - 1];
        else
            break;
    }
    program.model = argc > 1 ? argv[1] : NULL;
    program.settings = sn_settings_new();
    program.application = gtk_application_new("org.sinew.Sinew", G_APPLICATION_NON_UNIQUE);
    g_object_set(program.application, "register-session", TRUE, NULL);
    watch_for_end(&program);
    static const GActionEntry entries[] = {
        {"new-window", on_new_window}, {"quit", on_quit}, {"about", on_about}};
    g_action_map_add_action_entries(G_ACTION_MAP(program.application), entries,
                                    G_N_ELEMENTS(entries), &program);
    g_signal_connect(program.application, "startup", G_CALLBACK(on_startup), &program);
    g_signal_connect(program.application, "activate", G_CALLBACK(on_activate), &program);
    int status = g_application_run(G_APPLICATION(program.application), 1, argv);
    g_object_unref(program.application);
    sn_settings_free(program.settings);
    return status;
}
