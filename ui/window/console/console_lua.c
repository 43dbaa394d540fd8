/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/console/console_lua.h"

#include "engine/engine.h"
#include "engine/pose.h"
#include "engine/script/script.h"
#include "engine/text/refuse.h"
#include "ui/edits/copy.h"
#include "ui/edits/edits.h"
#include "ui/window/console/console_line.h"
#include "ui/window/console/console_wait.h"

#include <math.h>
#include <string.h>

enum { LOOK_AGAIN = 5 }; /* [ms] */

static const char RUNNING_KEY[] = "sn-lua";

typedef struct Runner {
    SnSession *session; /* owned references */
    GtkWidget *window;
    SnModel *model; /* borrowed: another one ends the script */
    SnScript *script;
    char *name; /* NULL: a line that was typed */
    SnConsoleWait wait;
    bool asked; /* for this, which the engine has not been sent yet */
    SnScriptRun what;
    double amount;
    bool stopped; /* somebody wants it to end */
} Runner;

/* --- what a script asks for --- */

static SnModel *model_of(void *data)
{
    return ((Runner *)data)->model;
}

static bool present(void *data, const SnTarget *target, double value[6], int *n, GError **error)
{
    const Runner *runner = data;
    *n = sn_engine_get(sn_session_engine(runner->session), target->id, target->row, value);
    return true;
}

/* What the edit said is among the messages already. */
static bool refuse_edit(GError **error, const char *what)
{
    return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s was refused: the message before says why",
                     what);
}

static bool set(void *data, const SnTarget *target, const SnValue *value, GError **error)
{
    const Runner *runner = data;
    const SnProperty *property = sn_model_property(runner->model, target->id, target->row);
    const bool good = sn_is_coordinate(property)
                          ? sn_edits_set_number(runner->session, &target->id, 1, property->name, 0,
                                                value->number[0])
                          : sn_edits_set(runner->session, &target->id, 1, property->name, value);
    return good || refuse_edit(error, property->name);
}

static bool add(void *data, const char *text, GArray *ids, GError **error)
{
    return sn_edits_add_text(((Runner *)data)->session, text, ids, error);
}

static bool remove_components(void *data, const SnId *ids, int n, GError **error)
{
    return sn_edits_delete(((Runner *)data)->session, ids, n) || refuse_edit(error, "remove");
}

static double time_of(void *data)
{
    double time = 0;
    uint64_t steps;
    sn_engine_hash(sn_session_engine(((Runner *)data)->session), &time, &steps);
    return time;
}

static bool run(void *data, SnScriptRun what, double amount, GError **error)
{
    Runner *runner = data;
    runner->asked = true;
    runner->what = what;
    runner->amount = amount;
    return true;
}

static void begin_run(Runner *runner)
{
    SnEngine *engine = sn_session_engine(runner->session);
    const double amount = runner->amount;
    runner->wait = (SnConsoleWait){.until = (double)NAN};
    switch (runner->what) {
    case SN_SCRIPT_PLAY:
        if (amount <= time_of(runner))
            return;
        runner->wait.until = amount;
        sn_engine_play_until(engine, amount);
        break;
    case SN_SCRIPT_STEP:
        sn_engine_step(engine, (int)amount);
        break;
    case SN_SCRIPT_RESET:
        sn_engine_reset(engine);
        break;
    case SN_SCRIPT_GO:
        sn_engine_seek(engine, amount);
        break;
    }
}

/* Time goes on with all that was changed before; what the engine then does is seen after a turn of
 * the main loop.  Steps are taken in one go, which it says nothing of before it is over. */
static bool busy(void *data)
{
    Runner *runner = data;
    if (runner->asked) {
        runner->asked = sn_session_is_compiling(runner->session);
        if (!runner->asked)
            begin_run(runner);
        return true;
    }
    return sn_console_is_busy(runner->session, &runner->wait, LOOK_AGAIN) ||
           !sn_engine_sync(sn_session_engine(runner->session), 2);
}

static bool outcome(void *data, GError **error)
{
    const Runner *runner = data;
    if (sn_session_run(runner->session) == SN_FAULTED)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "the run has stopped: the message before says why");
    if (sn_console_waits_in_vain(&runner->wait))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "it does not begin to run");
    return true;
}

static bool command(void *data, const char *name, GError **error)
{
    const Runner *runner = data;
    return sn_console_carry_out(runner->session, runner->window, name, NULL) ||
           refuse_edit(error, name);
}

static void say(void *data, const char *text)
{
    sn_session_log(((Runner *)data)->session, SN_NOTE, SN_ID_NULL, text);
}

static bool stopped(void *data)
{
    return ((Runner *)data)->stopped;
}

static const SnScriptHost HOST = {
    .model = model_of,
    .present = present,
    .set = set,
    .add = add,
    .remove = remove_components,
    .time = time_of,
    .run = run,
    .busy = busy,
    .outcome = outcome,
    .command = command,
    .say = say,
    .stopped = stopped,
    .slice = 0.02,
    .patience = 5,
};

/* --- running one --- */

static gboolean end(Runner *runner)
{
    g_object_set_data(G_OBJECT(runner->window), RUNNING_KEY, NULL);
    if (runner->script)
        sn_script_free(runner->script);
    g_object_unref(runner->session);
    g_object_unref(runner->window);
    g_free(runner->name);
    g_free(runner);
    return G_SOURCE_REMOVE;
}

static gboolean go_on(gpointer data)
{
    Runner *runner = data;
    if (sn_session_model(runner->session) != runner->model)
        return end(runner);
    if (runner->stopped) {
        sn_engine_pause(sn_session_engine(runner->session));
        g_autofree char *text =
            g_strdup_printf("%s was stopped", runner->name ? runner->name : "lua");
        sn_session_log(runner->session, SN_NOTE, SN_ID_NULL, text);
        return end(runner);
    }
    GError *error = NULL;
    const SnScriptState state = sn_script_go_on(runner->script, &error);
    if (state == SN_SCRIPT_WAITS)
        return G_SOURCE_CONTINUE;
    if (state == SN_SCRIPT_FAILED) {
        sn_session_report(runner->session, &(SnBar){.severity = SN_ERROR,
                                                    .text = error->message,
                                                    .button = "Show Messages",
                                                    .action = "win.page::log"});
        g_error_free(error);
    } else if (runner->name) {
        g_autofree char *text = g_strdup_printf("%s has been carried out", runner->name);
        sn_session_log(runner->session, SN_NOTE, SN_ID_NULL, text);
    }
    return end(runner);
}

bool sn_console_run_lua(SnSession *session, GtkWidget *window, const char *text, size_t length,
                        const char *name, GError **error)
{
    if (g_object_get_data(G_OBJECT(window), RUNNING_KEY))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "a script is running: Stop Script ends it, then start this one");
    Runner *runner = g_new0(Runner, 1);
    runner->session = g_object_ref(session);
    runner->window = g_object_ref(window);
    runner->model = sn_session_model(session);
    runner->name = g_strdup(name);
    runner->wait.until = (double)NAN;
    runner->script = sn_script_new(&HOST, runner, text, length, name ? name : "lua", NULL, error);
    if (!runner->script) {
        end(runner);
        return false;
    }
    g_object_set_data(G_OBJECT(window), RUNNING_KEY, runner);
    g_timeout_add(LOOK_AGAIN, go_on, runner);
    return true;
}

bool sn_console_stop_lua(GtkWidget *window)
{
    Runner *runner = g_object_get_data(G_OBJECT(window), RUNNING_KEY);
    if (runner)
        runner->stopped = true;
    return runner != NULL;
}
