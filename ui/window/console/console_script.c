/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/console/console_script.h"

#include "ui/window/console/console_line.h"

#include <string.h>

enum { LOOK_AGAIN = 30, MOST_BYTES = 1 << 20 }; /* [ms] */

typedef struct Script {
    SnSession *session; /* owned references */
    GtkWidget *window;
    SnModel *model; /* borrowed: another one ends the script */
    char *name;
    char **lines;
    int next;
    bool plays; /* a `play TIME` has been sent, and its start not been seen yet */
    int looks;  /* since then */
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

/* The engine answers from its own thread: a play is waited for until it was seen, or for a second,
 * as it may have ended between two looks. */
static bool is_busy(Script *script)
{
    const bool playing = sn_session_run(script->session) == SN_PLAYING;
    if (script->plays && (playing || ++script->looks * LOOK_AGAIN > 1000))
        script->plays = false;
    return playing || script->plays;
}

static gboolean go_on(gpointer data)
{
    Script *script = data;
    if (sn_session_model(script->session) != script->model)
        return end(script);
    while (!is_busy(script)) {
        const char *line = script->lines[script->next];
        if (!line) {
            g_autofree char *text = g_strdup_printf("%s has been carried out", script->name);
            sn_session_log(script->session, SN_NOTE, SN_ID_NULL, text);
            return end(script);
        }
        script->next++;
        if (!sn_console_carry_out(script->session, script->window, line) ||
            sn_session_run(script->session) == SN_FAULTED) {
            g_autofree char *text =
                g_strdup_printf("%s stopped at line %d", script->name, script->next);
            sn_session_fail(script->session, text);
            return end(script);
        }
        g_autofree char *word = g_strstrip(g_strdup(line));
        script->plays = g_str_has_prefix(word, "play ");
        script->looks = 0;
    }
    return G_SOURCE_CONTINUE;
}

bool sn_console_run_script(SnSession *session, GtkWidget *window, const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    if (!g_file_get_contents(path, &text, &length, error))
        return false;
    if (length > MOST_BYTES || !g_utf8_validate(text, (gssize)length, NULL)) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                    "%s: a script is a text (UTF-8) of at most 1 MiB", path);
        return false;
    }
    Script *script = g_new0(Script, 1);
    script->session = g_object_ref(session);
    script->window = g_object_ref(window);
    script->model = sn_session_model(session);
    script->name = g_path_get_basename(path);
    script->lines = g_strsplit(text, "\n", -1);
    g_timeout_add(LOOK_AGAIN, go_on, script);
    return true;
}
