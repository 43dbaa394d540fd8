/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew modes: small motions about rest, as a table and as a film of one of them. */
#include "app/command/command.h"
#include "app/command/options.h"
#include "app/command/stop_signals.h"
#include "app/command/view_options.h"
#include "app/output/movie.h"
#include "engine/base/terminal.h"
#include "engine/small_motion.h"

#include <gio/gio.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>

enum { MOST_MODES = 500 };

/* A film shows one period in so many seconds. */
#define FILM_PERIOD 2.0

typedef struct Modes {
    double count, mode;
    GPtrArray *sets;
    const char *out;
    bool json;
    SnViewOptions view;
    SnMovieSettings settings;

    SnModel *model;
    SnSmallMotion *motion;
    const SnSmallMode *modes; /* [n] */
    int n;
} Modes;

/* --- the table --- */

/* Free with g_free; NULL: none is known. */
static char *leader_path(const Modes *m, const SnSmallMode *mode)
{
    return sn_model_get(m->model, mode->leader) ? sn_model_path(m->model, mode->leader) : NULL;
}

/* Limits and contacts that bear load at rest, which modes do not know. */
static GPtrArray *left_out(const Modes *m)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    int n;
    const SnId *ids = sn_small_motion_left_out(m->motion, &n);
    for (int i = 0; i < n; i++)
        if (sn_model_get(m->model, ids[i]))
            g_ptr_array_add(paths, sn_model_path(m->model, ids[i]));
    return paths;
}

static void print_left_out(const Modes *m)
{
    g_autoptr(GPtrArray) paths = left_out(m);
    for (guint i = 0; i < paths->len; i++)
        sn_say(stdout, "%s bears load at rest on one side only: modes are as if it did not",
               (const char *)paths->pdata[i]);
}

static void print_table(const Modes *m)
{
    sn_say(stdout, "%4s  %12s  %12s  %9s  %s", "mode", "Hz", "period s", "damping",
           "moves most (of kinetic energy)");
    for (int i = 0; i < m->n; i++) {
        const SnSmallMode *mode = &m->modes[i];
        g_autofree char *path = leader_path(m, mode);
        if (mode->frequency > 0)
            sn_say(stdout, "%4d  %12.6g  %12.6g  %7.3g %%  %s (%.0f %%)", i + 1, mode->frequency,
                   1 / mode->frequency, 100 * mode->damping, path ? path : "-", 100 * mode->share);
        else
            sn_say(stdout, "%4d  %12s  %12s  %9s  %s (%.0f %%)", i + 1, "0", "free", "",
                   path ? path : "-", 100 * mode->share);
    }
}

static void print_json(const Modes *m)
{
    json_t *list = json_array();
    for (int i = 0; i < m->n; i++) {
        g_autofree char *path = leader_path(m, &m->modes[i]);
        json_t *mode = json_object();
        json_object_set_new(mode, "frequency", json_real(m->modes[i].frequency));
        json_object_set_new(mode, "damping", json_real(m->modes[i].damping));
        json_object_set_new(mode, "moves_most", path ? json_string(path) : json_null());
        json_object_set_new(mode, "share", json_real(m->modes[i].share));
        json_array_append_new(list, mode);
    }
    g_autoptr(GPtrArray) paths = left_out(m);
    json_t *others = json_array();
    for (guint i = 0; i < paths->len; i++)
        json_array_append_new(others, json_string(paths->pdata[i]));
    json_t *root = json_pack("{s:o,s:o}", "modes", list, "left_out", others);
    json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    fputc('\n', stdout);
    json_decref(root);
}

/* --- the film --- */

static bool make_film(Modes *m, GError **error)
{
    SnMovieSettings *settings = &m->settings;
    SnSnapshot *first = sn_small_motion_snapshot(m->motion, 0, 0);
    sn_view_options_look(&m->view, m->model, first, &settings->view);
    sn_snapshot_unref(first);
    SnMovie *movie = sn_movie_new(settings, m->out, NULL, NULL, error);
    const int n = movie ? (int)lround(FILM_PERIOD * settings->fps) : 0;
    for (int k = 0; k < n && !sn_movie_has_failed(movie) && !sn_stop_signals_seen(); k++) {
        SnSnapshot *snapshot =
            sn_small_motion_snapshot(m->motion, (int)m->mode - 1, sin(2 * G_PI * k / n));
        sn_movie_add(movie, snapshot, NULL, NULL);
        sn_snapshot_unref(snapshot);
    }
    bool good = movie != NULL;
    if (good && sn_stop_signals_seen()) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s: no film written",
                    sn_stop_signals_seen());
        good = false;
    }
    good = good && sn_movie_finish(movie, error);
    sn_movie_free(movie);
    if (good)
        sn_say(stdout, "%s: mode %d, %d frames of one period", m->out, (int)m->mode, n);
    return good;
}

/* --- the command --- */

static bool is_wanted(double done, void *data)
{
    (void)done, (void)data;
    return !sn_stop_signals_seen();
}

static SnExit find_modes(Modes *m, const char *argument)
{
    GError *error = NULL;
    m->model = sn_command_model(argument, m->sets, &error);
    if (m->model)
        m->motion = sn_small_motion_new(m->model, (int)m->count, is_wanted, NULL, &error);
    if (m->model && !m->motion && !error)
        g_set_error(&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s: no modes",
                    sn_stop_signals_seen());
    bool good = m->motion != NULL;
    if (good)
        m->modes = sn_small_motion_modes(m->motion, &m->n);
    if (good && m->out && m->mode > m->n) {
        g_set_error(&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--mode %d: only %d are there", (int)m->mode, m->n);
        good = false;
    }
    if (good && m->json)
        print_json(m);
    else if (good)
        print_table(m);
    if (good && !m->json)
        print_left_out(m);
    if (good && m->out)
        good = make_film(m, &error);
    sn_small_motion_unref(m->motion);
    if (m->model)
        sn_model_free(m->model);
    return good ? SN_EXIT_DONE : sn_command_failed(error);
}

static GError *check_options(Modes *m)
{
    if (m->count != floor(m->count) || m->count < 1 || m->count > MOST_MODES)
        return sn_option_wrong("--count takes a whole number from 1 to 500");
    if (m->mode != floor(m->mode) || m->mode < 1 || m->mode > m->count)
        return sn_option_wrong("--mode takes the number of a mode, at most --count");
    if (m->out && m->json)
        return sn_option_wrong("--json and --out do not go together");
    if (!m->out)
        return NULL;
    m->settings.format = sn_movie_format_of(m->out);
    GError *error = sn_view_options_check(&m->view, &m->settings.view);
    if (!error)
        sn_view_options_fit(&m->settings.view, &error);
    return error;
}

SnExit sn_command_modes(int n, char **words, GError **misused)
{
    Modes m = {.count = 10,
               .mode = 1,
               .sets = g_ptr_array_new(),
               .settings = {.to = FILM_PERIOD, .fps = 25, .speed = 1},
               .view = {.size = "1280x720", .scale = NAN, .dpi = NAN, .clips = g_ptr_array_new()}};
    const SnOption options[] = {
        {"--count", SN_OPTION_NUMBER, &m.count, "N", "how many, slowest first (10)"},
        {"--mode", SN_OPTION_NUMBER, &m.mode, "K", "which of them to film (1)"},
        SN_OPTION_SET(m.sets),
        {"--json", SN_OPTION_FLAG, &m.json, NULL, "as JSON"},
        {"--size", SN_OPTION_TEXT, &m.view.size, "WxH", "in pixels (1280x720)"},
        SN_OPTION_VIEW(m.view.view),
        {"--out", SN_OPTION_TEXT, &m.out, "FOLDER|FILE.webm", "a film of one of them"},
    };
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error))
        error = check_options(&m);
    if (!error)
        sn_stop_signals_catch();
    const SnExit status =
        error ? sn_command_misused(misused, error) : find_modes(&m, arguments->pdata[0]);
    g_ptr_array_free(arguments, TRUE);
    g_ptr_array_free(m.view.clips, TRUE);
    g_ptr_array_free(m.sets, TRUE);
    return status;
}
