/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/console/console_script.h"

#include "engine/text/limits.h"
#include "ui/window/console/console_line.h"

#include <math.h>

enum { LOOK_AGAIN = 30, MOST_WAIT = 30000, MOST_BYTES = 1 << 20 }; /* [ms] */

typedef struct Script {
    SnSession *session; /* owned references */
    GtkWidget *window;
    SnModel *model; /* borrowed: another one ends the script */
    char *name;
    char **lines;
    int next;
    double until; /* a line plays to there [s]; NAN: none does */
    bool seen;    /* ... and was seen playing */
    int waited;   /* ... or not yet, for so long [ms] */
} Script;

static gboolean end(Script *script)
{
    g_object_unref(script->session);
    g_object_unref(script->window);
    g_strfreev(script->lines);
    g_free(script->name);
    g_free(script);
    return G_SOURCE_REMOVE;
}

/* The engine goes by its own thread: what it has been sent is over when it has come to the time, or
 * was seen on its way and has stopped (a fault, or somebody paused it). */
static bool is_busy(Script *script)
{
    const bool playing = sn_session_run(script->session) == SN_PLAYING;
    script->seen = script->seen || playing;
    if (isnan(script->until))
        return playing;
    script->waited += script->seen ? 0 : LOOK_AGAIN;
    return playing ||
           (!script->seen && sn_session_run(script->session) != SN_FAULTED &&
            sn_session_time(script->session) < script->until && script->waited < MOST_WAIT);
}

static gboolean stop(Script *script, const char *why)
{
    g_autofree char *text =
        g_strdup_printf("%s stopped at line %d%s", script->name, script->next, why);
    sn_session_fail(script->session, text);
    return end(script);
}

static gboolean go_on(gpointer data)
{
    Script *script = data;
    if (sn_session_model(script->session) != script->model)
        return end(script);
    while (!is_busy(script)) {
        if (sn_session_run(script->session) == SN_FAULTED)
            return stop(script, "");
        if (script->waited >= MOST_WAIT)
            return stop(script, ": it does not begin to run");
        const char *line = script->lines[script->next];
        if (!line) {
            g_autofree char *text = g_strdup_printf("%s has been carried out", script->name);
            sn_session_log(script->session, SN_NOTE, SN_ID_NULL, text);
            return end(script);
        }
        script->next++;
        script->seen = false;
        script->waited = 0;
        if (!sn_console_carry_out(script->session, script->window, line, &script->until))
            return stop(script, ": Messages say why");
    }
    return G_SOURCE_CONTINUE;
}

bool sn_console_run_script(SnSession *session, GtkWidget *window, const char *path, GError **error)
{
    size_t length = 0;
    g_autofree char *text = sn_read_file(path, MOST_BYTES, &length, error);
    if (!text)
        return false;
    if (!g_utf8_validate(text, (gssize)length, NULL)) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: a script is a text in UTF-8",
                    path);
        return false;
    }
    Script *script = g_new0(Script, 1);
    script->session = g_object_ref(session);
    script->window = g_object_ref(window);
    script->model = sn_session_model(session);
    script->name = g_path_get_basename(path);
    script->lines = g_strsplit(text, "\n", -1);
    script->until = (double)NAN;
    g_timeout_add(LOOK_AGAIN, go_on, script);
    return true;
}
