/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/console/console_script.h"

#include "engine/text/limits.h"
#include "ui/window/console/console_line.h"
#include "ui/window/console/console_lua.h"
#include "ui/window/console/console_wait.h"

#include <math.h>
#include <string.h>

enum { LOOK_AGAIN = 30, MOST_BYTES = 1 << 20 }; /* [ms] */
enum { AT_ONCE = 100 };                         /* lines, before the window gets its turn */

typedef struct Script {
    SnSession *session; /* owned references */
    GtkWidget *window;
    SnModel *model; /* borrowed: another one ends the script */
    char *name;
    char **lines;
    int next;
    SnConsoleWait wait; /* for a line that plays */
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

static gboolean stop(Script *script, const char *why)
{
    g_autofree char *text =
        g_strdup_printf("%s stopped at line %d%s", script->name, script->next, why);
    sn_session_report(script->session, &(SnBar){.severity = SN_ERROR,
                                                .text = text,
                                                .button = "Show Messages",
                                                .action = "win.page::log"});
    return end(script);
}

/* Time goes on with all that was changed before. */
static bool is_early(const Script *script, const char *line)
{
    static const char *const words[] = {"play", "step", "go", "reset"};
    line += strspn(line, " \t");
    bool moves = false;
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        const gsize length = strlen(words[i]);
        moves = moves || (strncmp(line, words[i], length) == 0 &&
                          (line[length] == '\0' || g_ascii_isspace(line[length])));
    }
    return moves && sn_session_is_compiling(script->session);
}

static gboolean go_on(gpointer data)
{
    Script *script = data;
    if (sn_session_model(script->session) != script->model)
        return end(script);
    for (int done = 0;
         done < AT_ONCE && !sn_console_is_busy(script->session, &script->wait, LOOK_AGAIN);
         done++) {
        if (sn_session_run(script->session) == SN_FAULTED)
            return stop(script, "");
        if (sn_console_waits_in_vain(&script->wait))
            return stop(script, ": it does not begin to run");
        const char *line = script->lines[script->next];
        if (!line) {
            g_autofree char *text = g_strdup_printf("%s has been carried out", script->name);
            sn_session_log(script->session, SN_NOTE, SN_ID_NULL, text);
            return end(script);
        }
        if (is_early(script, line))
            return G_SOURCE_CONTINUE;
        script->next++;
        script->wait = (SnConsoleWait){0};
        if (!sn_console_carry_out(script->session, script->window, line, &script->wait.until))
            return stop(script, "");
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
    g_autofree char *name = g_path_get_basename(path);
    if (g_str_has_suffix(path, ".lua"))
        return sn_console_run_lua(session, window, text, length, name, error);
    Script *script = g_new0(Script, 1);
    script->session = g_object_ref(session);
    script->window = g_object_ref(window);
    script->model = sn_session_model(session);
    script->name = g_steal_pointer(&name);
    script->lines = g_strsplit(text, "\n", -1);
    script->wait.until = (double)NAN;
    g_timeout_add(LOOK_AGAIN, go_on, script);
    return true;
}
