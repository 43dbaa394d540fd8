/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that are typed below the messages, and scripts of them. */
#include "tests/ui/window_support.h"
#include "ui/window/console/console_line.h"
#include "ui/window/console/console_lua.h"
#include "ui/window/console/console_script.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static bool typed(Stage *stage, const char *line)
{
    return sn_console_carry_out(stage->session, GTK_WIDGET(stage->window), line, NULL);
}

/* Whether a message begins, or ends, with a text. */
static bool said(Stage *stage, const char *text)
{
    GListModel *messages = sn_session_messages(stage->session);
    bool found = false;
    for (guint i = 0; !found && i < g_list_model_get_n_items(messages); i++) {
        SnMessage *message = g_list_model_get_item(messages, i);
        found = strstr(sn_message_text(message), text) != NULL;
        g_object_unref(message);
    }
    return found;
}

static const char *last(Stage *stage)
{
    GListModel *messages = sn_session_messages(stage->session);
    const guint n = g_list_model_get_n_items(messages);
    if (n == 0)
        return "nothing";
    SnMessage *message = g_list_model_get_item(messages, n - 1);
    g_object_unref(message); /* the list has it */
    return sn_message_text(message);
}

static double number(Stage *stage, const char *path)
{
    const SnModel *model = sn_session_model(stage->session);
    SnTarget target;
    SnValue value;
    g_assert_true(sn_model_resolve_property(model, NULL, path, &target, NULL));
    sn_model_effective(model, target.id, sn_model_property(model, target.id, target.row), &value,
                       NULL);
    return value.number[0];
}

static void test_values(Stage *stage)
{
    const double before = number(stage, "muscles/ldg:excitation");
    g_assert_true(typed(stage, "  muscles/ldg:excitation = 0.25 "));
    g_assert_cmpfloat(number(stage, "muscles/ldg:excitation"), ==, 0.25);
    g_assert_true(typed(stage, "muscles/ldg:excitation"));
    g_assert_true(said(stage, "/model/muscles/ldg:excitation = 0.25"));
    g_assert_true(typed(stage, "Undo"));
    g_assert_cmpfloat(number(stage, "muscles/ldg:excitation"), ==, before);
    g_assert_true(typed(stage, "/model:gravity = 0,0,-3"));
    g_assert_true(typed(stage, "/model:gravity"));
    if (!said(stage, ":gravity = 0,0,-3 m/s²"))
        g_error("%s", last(stage));
    g_assert_true(typed(stage, "undo"));
}

static void test_wrong(Stage *stage)
{
    static const struct {
        const char *line, *answer;
    } cases[] = {
        {"muscles/ldg:excitation = 2", "between 0 and 1"},
        {"muscles/ldg:excitation = much", "much"},
        {"muscles/none:excitation = 1", "none"},
        {"muscles/ldg:excitatoin", "excitatoin"},
        {"undoo", "did you mean \"undo\"?"},
        {"step some", "takes a number"},
        {"step 1.5", "whole number"},
        {"go", "how far?"},
        {"go -1", "at least 0"},
        {"play soon", "takes a number"},
        {"select nothing/*", "nothing is called nothing/*"},
        {"select bodies/none", "none"},
        {"select", "select takes paths"},
        {"redo", "cannot be done now"},
    };
    g_assert_true(typed(stage, "redo"));
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        sn_session_clear_messages(stage->session);
        if (typed(stage, cases[i].line) || !said(stage, cases[i].answer))
            g_error("%s: not refused with \"%s\" but \"%s\"", cases[i].line, cases[i].answer,
                    last(stage));
    }
    g_assert_true(typed(stage, "undo"));
    g_assert_true(typed(stage, "# a remark: with = signs"));
    g_assert_true(typed(stage, ""));
}

static void test_select(Stage *stage)
{
    int n = 0;
    g_assert_true(typed(stage, "select muscles/l* bodies/jaw"));
    const SnId *ids = sn_session_selection(stage->session, &n);
    g_assert_cmpint(n, ==, 14); /* 13 on the left, the jaw last */
    g_assert_true(sn_id_equal(ids[n - 1], id_of(stage, "/model/bodies/jaw")));
    g_assert_true(typed(stage, "select /model/markers/lower_incisor"));
    sn_session_selection(stage->session, &n);
    g_assert_cmpint(n, ==, 1);
}

static void test_completion(Stage *stage)
{
    static const char *const cases[][2] = {
        {"select bodies/j", "select bodies/jaw"},
        {"muscles/ldg:exc", "muscles/ldg:excitation"},
        {"/model/bodies/hy", "/model/bodies/hyoid"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *whole = sn_console_complete(stage->session, cases[i][0], 0);
        g_assert_cmpstr(whole, ==, cases[i][1]);
    }
    g_autofree char *second = sn_console_complete(stage->session, "bodies/", 1);
    g_autofree char *again = sn_console_complete(stage->session, "bodies/", 4);
    g_assert_cmpstr(second, ==, again); /* three of them, in turn */
    g_assert_null(sn_console_complete(stage->session, "nothing", 0));
}

static bool script_ended(Stage *stage)
{
    return said(stage, "has been carried out") || said(stage, "stopped at line") ||
           said(stage, "script.lua:") || said(stage, "was stopped");
}

static void begin_script(Stage *stage, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(stage->config, name, NULL);
    GError *error = NULL;
    sn_session_clear_messages(stage->session);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    if (!sn_console_run_script(stage->session, GTK_WIDGET(stage->window), path, &error)) {
        sn_session_fail(stage->session, error->message);
        g_error_free(error);
    }
    g_remove(path);
}

static void run_script(Stage *stage, const char *text)
{
    begin_script(stage, "script.txt", text);
    g_assert_true(wait_for(stage, script_ended));
}

static void run_lua(Stage *stage, const char *text)
{
    begin_script(stage, "script.lua", text);
    if (!wait_for(stage, script_ended))
        g_error("%s does not end: %s", text, last(stage));
}

/* Each line waits for the run before: the muscle pulls for the second half alone. */
static void test_script(Stage *stage)
{
    run_script(stage, "# opens the jaw\nplay 0.05\nmuscles/ldg:excitation = 0.5\nplay 0.1\n"
                      "markers/lower_incisor:position\n");
    g_assert_true(said(stage, "script.txt has been carried out"));
    settle(200);
    g_assert_true(said(stage, "/model/markers/lower_incisor:position = "));
    g_assert_cmpfloat(fabs(sn_session_time(stage->session) - 0.1), <, 1e-9);
    run_script(stage, "reset\nstep 3\nstop\nundo\n");
    g_assert_true(said(stage, "script.txt stopped at line 3"));
    run_script(stage, "play 0.02\nplay 0.01\nundo\n"); /* nothing is played backwards */
    g_assert_true(said(stage, "it is at 0.02 s already"));
    g_assert_true(said(stage, "script.txt stopped at line 2"));
    g_assert_cmpfloat(number(stage, "muscles/ldg:excitation"), ==, 0.5);
    GError *error = NULL;
    g_assert_false(
        sn_console_run_script(stage->session, GTK_WIDGET(stage->window), "/no/such", &error));
    g_assert_nonnull(error);
    g_error_free(error);
}

/* Components are made of what is selected. */
static void test_tree(Stage *stage)
{
    run_script(stage, "add marker corner\nadd marker  other\n"
                      "select markers/corner markers/lower_incisor\nadd axial_spring band\n"
                      "rename markers/corner edge\ndelete markers/other\n");
    g_assert_true(said(stage, "script.txt has been carried out"));
    id_of(stage, "/model/springs/band");
    id_of(stage, "/model/markers/edge");
    const SnModel *model = sn_session_model(stage->session);
    g_assert_true(sn_id_is_null(sn_model_resolve(model, NULL, "markers/other", NULL)));
    static const char *const cases[][2] = {
        {"add\n", "add takes a class"},
        {"add bone\n", "there is no class bone"},
        {"select bodies/jaw\nadd ligament\n", "first, then add ligament"},
        {"delete\n", "delete takes paths"},
        {"delete markers/none*\n", "nothing is called"},
        {"rename bodies/jaw\n", "rename takes a path and a name"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        run_script(stage, cases[i][0]);
        if (!said(stage, cases[i][1]) || !said(stage, "stopped at line"))
            g_error("%s: not refused with \"%s\" but \"%s\"", cases[i][0], cases[i][1],
                    last(stage));
    }
}

/* A script in Lua waits for what it runs; what it has set and added is undone. */
static void test_lua(Stage *stage)
{
    const double before = number(stage, "muscles/ldg:excitation");
    run_lua(stage, "reset() set('muscles/ldg:excitation', 0.25)\n"
                   "print('reached', play(0.03))\n"
                   "for i = 1, 5 do step() end\n"
                   "print(string.format('%.3f', time()), get('muscles/ldg:excitation'))\n"
                   "print(add('markers', {name = 'here', frame = 'bodies/jaw'}))\n"
                   "print(string.format('%.3f', go(0.01)))");
    if (!said(stage, "script.lua has been carried out"))
        g_error("%s", last(stage));
    g_assert_true(said(stage, "reached\t0.03"));
    g_assert_true(said(stage, "/model/markers/here"));
    g_assert_true(said(stage, "0.010"));
    g_assert_cmpfloat(number(stage, "muscles/ldg:excitation"), ==, 0.25);
    g_assert_true(typed(stage, "undo"));
    g_assert_null(sn_model_get(
        sn_session_model(stage->session),
        sn_model_resolve(sn_session_model(stage->session), NULL, "markers/here", NULL)));
    g_assert_true(typed(stage, "undo"));
    g_assert_cmpfloat(number(stage, "muscles/ldg:excitation"), ==, before);
}

/* What is wrong is told with its line; one that does not end leaves the window alive, and stops. */
static void test_wrong_lua(Stage *stage)
{
    run_lua(stage, "\nset('muscles/ldg:excitation', 2)");
    g_assert_true(said(stage, "script.lua:2: excitation must be between 0 and 1"));
    run_lua(stage, "x = = 1");
    g_assert_true(said(stage, "script.lua:1:"));
    run_lua(stage, "open('arm')");
    g_assert_true(said(stage, "document of its window"));
    begin_script(stage, "script.lua", "while true do end");
    settle(300);
    begin_script(stage, "second.lua", "print(1)");
    g_assert_true(said(stage, "a script is running"));
    act(stage, "win.stop-script");
    g_assert_true(wait_for(stage, script_ended));
    g_assert_true(said(stage, "script.lua was stopped"));
    begin_script(stage, "script.lua", "reset() play(100)");
    settle(300);
    act(stage, "win.stop-script");
    g_assert_true(wait_for(stage, script_ended));
    settle(300);
    g_assert_cmpint(sn_session_run(stage->session), !=, SN_PLAYING);
    g_assert_false(sn_console_stop_lua(GTK_WIDGET(stage->window)));
}

static bool line_said(Stage *stage)
{
    return said(stage, "42");
}

static void test_lua_line(Stage *stage)
{
    sn_session_clear_messages(stage->session);
    g_assert_true(typed(stage, "lua 6 * 7"));
    g_assert_true(wait_for(stage, line_said));
    g_assert_true(typed(stage, "lua set('muscles/ldg:excitation', 0.125)"));
    settle(200);
    g_assert_cmpfloat(number(stage, "muscles/ldg:excitation"), ==, 0.125);
    g_assert_true(typed(stage, "lua for i = 1, 2 do print('turn ' .. i) end"));
    settle(200);
    g_assert_true(said(stage, "turn 2"));
    g_assert_false(typed(stage, "lua for for"));
    g_assert_true(typed(stage, "undo"));
}

static void test_all(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    test_values(&stage);
    test_wrong(&stage);
    test_select(&stage);
    test_completion(&stage);
    test_script(&stage);
    test_tree(&stage);
    test_lua(&stage);
    test_wrong_lua(&stage);
    test_lua_line(&stage);
    act(&stage, "win.console");
    settle(100);
    g_assert_true(gtk_widget_get_mapped(widget(&stage, "console")));
    stage_close(&stage);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/console/all", test_all);
    return g_test_run();
}
