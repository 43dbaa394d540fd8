/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/console/console_line.h"

#include "engine/engine.h"
#include "engine/model/classes/class_table.h"
#include "engine/pose.h"
#include "engine/text/json_text.h"
#include "engine/text/number_text.h"
#include "ui/actions/action_table.h"
#include "ui/edits/edits.h"
#include "ui/window/console/console_lua.h"

#include <math.h>
#include <string.h>

/* What a line is carried out with. */
typedef struct Console {
    SnSession *session;
    SnModel *model;
    GtkWidget *window;
    double *until; /* [s]; of sn_console_carry_out, never NULL */
} Console;

static bool refuse(const Console *c, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool refuse(const Console *c, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    g_autofree char *text = g_strdup_vprintf(format, values);
    va_end(values);
    sn_session_log(c->session, SN_ERROR, SN_ID_NULL, text);
    return false;
}

static bool refuse_error(const Console *c, GError *error)
{
    refuse(c, "%s", error->message);
    g_error_free(error);
    return false;
}

/* --- values --- */

static void say_value(SnSession *session, SnTarget target, const SnValue *value)
{
    const SnModel *model = sn_session_model(session);
    const SnProperty *property = sn_model_property(model, target.id, target.row);
    g_autofree char *path = sn_model_path(model, target.id);
    g_autofree char *text = sn_value_to_text(model, model->root, property, value);
    const char *unit = sn_unit_symbol(property->unit);
    g_autofree char *line =
        g_strdup_printf("%s:%s = %s%s%s", path, property->name, text, *unit ? " " : "", unit);
    sn_session_log(session, SN_NOTE, target.id, line);
}

/* A present value that the engine was asked for. */
typedef struct Asked {
    SnSession *session; /* owned reference */
    SnTarget target;
    guint watch;
    bool said;
} Asked;

static gboolean end_asking(gpointer data)
{
    Asked *asked = data;
    sn_session_unwatch(asked->session, asked->watch);
    g_object_unref(asked->session);
    g_free(asked);
    return G_SOURCE_REMOVE;
}

static void on_present(const SnWatched *watched, gpointer data)
{
    Asked *asked = data;
    const SnModel *model = sn_session_model(asked->session);
    if (asked->said || !model || !sn_model_object(model, asked->target.id))
        return;
    asked->said = true;
    SnValue value;
    if (sn_value_from_numbers(sn_model_property(model, asked->target.id, asked->target.row),
                              watched->value, watched->n, &value))
        say_value(asked->session, asked->target, &value);
    g_idle_add(end_asking, asked);
}

static bool show_value(const Console *c, const char *path)
{
    GError *error = NULL;
    SnTarget target;
    if (!sn_property_find(c->model, path, &target, &error))
        return refuse_error(c, error);
    const SnProperty *property = sn_model_property(c->model, target.id, target.row);
    const bool present = property->kind == SN_RESULT || sn_is_coordinate(property) ||
                         (property->kind == SN_START && sn_session_time(c->session) > 0);
    if (!present) {
        SnValue value;
        sn_model_effective(c->model, target.id, property, &value, NULL);
        say_value(c->session, target, &value);
        sn_value_clear(&value);
        return true;
    }
    Asked *asked = g_new0(Asked, 1);
    asked->session = g_object_ref(c->session);
    asked->target = target;
    asked->watch = sn_session_watch(c->session, target.id, target.row, on_present, asked);
    return true;
}

static bool set_value(const Console *c, const char *path, const char *text)
{
    GError *error = NULL;
    SnTarget target;
    SnValue value;
    if (!sn_property_find(c->model, path, &target, &error))
        return refuse_error(c, error);
    const SnProperty *property = sn_model_property(c->model, target.id, target.row);
    if (!sn_value_from_text(c->model, sn_model_get(c->model, target.id), property, text, &value,
                            &error))
        return refuse_error(c, error);
    const bool done =
        sn_is_coordinate(property)
            ? sn_edits_set_number(c->session, &target.id, 1, property->name, 0, value.number[0])
            : sn_edits_set(c->session, &target.id, 1, property->name, &value);
    sn_value_clear(&value);
    return done;
}

/* --- the selection --- */

typedef struct Fitting {
    const SnModel *model;
    GPatternSpec *pattern;
    GArray *ids; /* SnId */
} Fitting;

static bool add_fitting(SnComponent *component, void *data)
{
    const Fitting *fitting = data;
    g_autofree char *path = sn_model_path(fitting->model, component->id);
    const char *inner = g_str_has_prefix(path, "/model/") ? path + strlen("/model/") : path;
    if (g_pattern_spec_match_string(fitting->pattern, path) ||
        g_pattern_spec_match_string(fitting->pattern, inner))
        g_array_append_val(fitting->ids, component->id);
    return true;
}

static bool select_paths(const Console *c, char **words)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    for (int i = 0; words[i]; i++) {
        const guint before = ids->len;
        if (strchr(words[i], '*')) {
            Fitting fitting = {c->model, g_pattern_spec_new(words[i]), ids};
            sn_component_walk(c->model->root, add_fitting, &fitting);
            g_pattern_spec_free(fitting.pattern);
        } else {
            GError *error = NULL;
            const SnId id = sn_model_resolve(c->model, NULL, words[i], &error);
            if (error)
                return refuse_error(c, error);
            g_array_append_val(ids, id);
        }
        if (ids->len == before)
            return refuse(c, "nothing is called %s", words[i]);
    }
    sn_session_select(c->session, (const SnId *)(const void *)ids->data, (int)ids->len,
                      SN_SELECT_REPLACE);
    return true;
}

/* --- time --- */

/* The number behind a word; `other` where there is none. */
static bool number_of(const Console *c, char **words, double other, double *number)
{
    *number = other;
    if (!words[1])
        return !isnan(other) || refuse(c, "%s takes a number: how far?", words[0]);
    const size_t taken = sn_number_parse(words[1], strlen(words[1]), number);
    return (taken > 0 && words[1][taken] == '\0' && isfinite(*number) && *number >= 0 &&
            !words[2]) ||
           refuse(c, "%s takes a number of at least 0, not \"%s\"", words[0], words[1]);
}

static bool play(const Console *c, char **words)
{
    double time;
    if (!number_of(c, words, INFINITY, &time))
        return false;
    if (isinf(time)) {
        sn_engine_play(sn_session_engine(c->session));
        return true;
    }
    const double now = sn_session_time(c->session);
    if (time <= now)
        return refuse(c, "it is at %g s already: go %g shows that moment, reset begins again", now,
                      time);
    sn_engine_play_until(sn_session_engine(c->session), time);
    *c->until = time;
    return true;
}

static bool pause_it(const Console *c, char **words)
{
    sn_engine_pause(sn_session_engine(c->session));
    return true;
}

static bool step(const Console *c, char **words)
{
    double n;
    if (!number_of(c, words, 1, &n))
        return false;
    if (n != floor(n) || n > 1e6)
        return refuse(c, "step takes a whole number up to 1000000");
    sn_engine_step(sn_session_engine(c->session), (int)n);
    return true;
}

static bool reset(const Console *c, char **words)
{
    sn_engine_reset(sn_session_engine(c->session));
    return true;
}

static bool go(const Console *c, char **words)
{
    double time;
    if (!number_of(c, words, (double)NAN, &time))
        return false;
    sn_engine_seek(sn_session_engine(c->session), time);
    return true;
}

static bool select_words(const Console *c, char **words)
{
    return words[1] ? select_paths(c, words + 1) : refuse(c, "select takes paths, as bodies/jaw");
}

/* --- the tree --- */

/* A new component of what is selected, in the list of the whole model that takes its class. */
static bool add(const Console *c, char **words)
{
    if (!words[1] || (words[2] && words[3]))
        return refuse(c, "add takes a class and a name, as: add rigid_body ulna");
    const SnClass *class = sn_class_by_name(words[1]);
    if (!class || !sn_model_list_for(c->model->root, class))
        return refuse(c, "there is no class %s to add (the file format's names: rigid_body, hinge)",
                      words[1]);
    int n = 0;
    const SnId *ids = sn_session_selection(c->session, &n);
    g_autofree bool *used = g_new0(bool, (gsize)n + 1);
    SnAddNeeds needs;
    sn_edits_add_needs(c->session, class, ids, n, &needs, used);
    g_autofree char *missing = needs.missing;
    if (missing)
        return refuse(c, "select %s first, then add %s", missing, words[1]);
    const SnId id = sn_edits_add(c->session, SN_ID_NULL, class, NULL);
    return !sn_id_is_null(id) && (!words[2] || sn_edits_rename(c->session, id, words[2]));
}

static bool rename_it(const Console *c, char **words)
{
    if (!words[1] || !words[2] || words[3])
        return refuse(c, "rename takes a path and a name, as: rename bodies/ulna radius");
    GError *error = NULL;
    const SnId id = sn_model_resolve(c->model, NULL, words[1], &error);
    return error ? refuse_error(c, error) : sn_edits_rename(c->session, id, words[2]);
}

static bool delete_paths(const Console *c, char **words)
{
    if (!words[1] || !select_paths(c, words + 1))
        return words[1] ? false : refuse(c, "delete takes paths, as markers/m*");
    int n = 0;
    const SnId *ids = sn_session_selection(c->session, &n);
    g_autofree SnId *chosen = g_memdup2(ids, sizeof(SnId) * (gsize)n);
    return sn_edits_delete(c->session, chosen, n);
}

/* --- Lua --- */

/* A line of Lua; what it is worth is printed where it is worth something. */
static bool run_lua(const Console *c, const char *code)
{
    g_autofree char *worth = g_strdup_printf(
        "local all = table.pack(%s) if all.n > 0 then print(table.unpack(all)) end", code);
    GError *error = NULL;
    if (sn_console_run_lua(c->session, c->window, worth, strlen(worth), NULL, NULL) ||
        sn_console_run_lua(c->session, c->window, code, strlen(code), NULL, &error))
        return true;
    return refuse_error(c, error);
}

/* --- commands --- */

static bool help(const Console *c, char **words)
{
    static const char *const lines[] = {
        "PATH:PROPERTY — its value now;  PATH:PROPERTY = VALUE — sets it (SI units)",
        "select PATH...;  play [TIME];  pause;  step [N];  reset;  go TIME",
        "add CLASS [NAME] — made of what is selected;  delete PATH...;  rename PATH NAME",
        "lua CODE — a line of Lua, as lua get(\"bodies/jaw:mass\") / 2;  scripts: Run Script",
        "or the name of any command, such as undo, save, fit view; Tab completes paths",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
        sn_session_log(c->session, SN_NOTE, SN_ID_NULL, lines[i]);
    return true;
}

static const struct {
    const char *name;
    bool (*carry_out)(const Console *c, char **words);
} VERBS[] = {
    {"help", help},           {"select", select_words}, {"play", play}, {"pause", pause_it},
    {"step", step},           {"reset", reset},         {"go", go},     {"add", add},
    {"delete", delete_paths}, {"rename", rename_it},
};

/* A label of the table without its dots, in small letters. */
static char *plain(const char *label)
{
    g_autofree char *small = g_utf8_casefold(label, -1);
    return g_str_has_suffix(small, "…") ? g_strndup(small, strlen(small) - strlen("…"))
                                        : g_strdup(small);
}

/* Whether the action is there and may be done now. */
static bool is_enabled(const Console *c, const char *action)
{
    GtkApplication *application = gtk_window_get_application(GTK_WINDOW(c->window));
    GActionGroup *group =
        g_str_has_prefix(action, "app.") ? G_ACTION_GROUP(application) : G_ACTION_GROUP(c->window);
    return group && g_action_group_get_action_enabled(group, action + strlen("win."));
}

static bool command(const Console *c, const char *line)
{
    int n = 0;
    const SnActionRow *rows = sn_action_table(&n);
    g_autofree char *wanted = plain(line);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < n; i++) {
        g_autofree char *name = plain(rows[i].label);
        if (strcmp(name, wanted) == 0) {
            g_autofree char *action = NULL;
            g_autoptr(GVariant) target = NULL;
            return (g_action_parse_detailed_name(rows[i].name, &action, &target, NULL) &&
                    is_enabled(c, action) &&
                    gtk_widget_activate_action_variant(c->window, action, target)) ||
                   refuse(c, "%s cannot be done now", rows[i].label);
        }
        g_ptr_array_add(names, g_steal_pointer(&name));
    }
    for (size_t i = 0; i < G_N_ELEMENTS(VERBS); i++)
        g_ptr_array_add(names, g_strdup(VERBS[i].name));
    const char *nearest = sn_nearest_word(wanted, names);
    return refuse(c, "there is no command \"%s\"%s%s%s", line, nearest ? "; did you mean \"" : "",
                  nearest ? nearest : "", nearest ? "\"?" : " (help says what there is)");
}

/* However many spaces lie between them. */
static char **words_of(const char *line)
{
    char **words = g_strsplit_set(line, " \t", -1);
    int n = 0;
    for (int i = 0; words[i]; i++) {
        if (*words[i])
            words[n++] = words[i];
        else
            g_free(words[i]);
    }
    words[n] = NULL;
    return words;
}

bool sn_console_carry_out(SnSession *session, GtkWidget *window, const char *line, double *until)
{
    double nobody_asks;
    const Console c = {session, sn_session_model(session), window, until ? until : &nobody_asks};
    *c.until = (double)NAN;
    g_autofree char *whole = g_strstrip(g_strdup(line));
    if (!*whole || *whole == '#' || !c.model)
        return true;
    if (g_str_has_prefix(whole, "lua "))
        return run_lua(&c, whole + strlen("lua "));
    char *colon = strchr(whole, ':'), *equals = strchr(colon ? colon : whole, '=');
    SnTarget coordinate;
    if (equals) {
        *equals = '\0';
        return set_value(&c, g_strstrip(whole), g_strstrip(equals + 1));
    }
    if (colon || sn_coordinate_find(c.model, whole, &coordinate, NULL))
        return show_value(&c, whole);
    g_auto(GStrv) words = words_of(whole);
    for (size_t i = 0; i < G_N_ELEMENTS(VERBS); i++)
        if (strcmp(VERBS[i].name, words[0]) == 0)
            return VERBS[i].carry_out(&c, words);
    return command(&c, whole);
}

/* --- completion --- */

typedef struct Completion {
    const SnModel *model;
    const char *begun;
    size_t length;
    bool whole; /* paths begin with /model/ */
    GPtrArray *found;
} Completion;

static bool add_path(SnComponent *component, void *data)
{
    const Completion *completion = data;
    g_autofree char *path = sn_model_path(completion->model, component->id);
    const char *inner =
        completion->whole || !g_str_has_prefix(path, "/model/") ? path : path + strlen("/model/");
    if (strncmp(inner, completion->begun, completion->length) == 0)
        g_ptr_array_add(completion->found, g_strdup(inner));
    return true;
}

static void add_properties(const Completion *completion, const char *colon)
{
    g_autofree char *path = g_strndup(completion->begun, (gsize)(colon - completion->begun));
    const SnId id = sn_model_resolve(completion->model, NULL, path, NULL);
    const int n = sn_id_is_null(id) ? 0 : sn_model_n_properties(completion->model, id);
    for (int i = 0; i < 2 * n; i++) { /* results last */
        const SnProperty *property = sn_model_property(completion->model, id, i % n);
        if ((property->kind == SN_RESULT) == (i >= n) &&
            g_str_has_prefix(property->name, colon + 1))
            g_ptr_array_add(completion->found, g_strdup_printf("%s:%s", path, property->name));
    }
}

char *sn_console_complete(SnSession *session, const char *line, int turn)
{
    const SnModel *model = sn_session_model(session);
    const char *space = strrchr(line, ' '), *begun = space ? space + 1 : line;
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    const Completion completion = {model, begun, strlen(begun), *begun == '/', found};
    const char *colon = strchr(begun, ':');
    if (model && colon)
        add_properties(&completion, colon);
    else if (model && *begun)
        sn_component_walk(model->root, add_path, (void *)&completion);
    return found->len == 0 ? NULL
                           : g_strdup_printf("%.*s%s", (int)(begun - line), line,
                                             (const char *)found->pdata[turn % (int)found->len]);
}
