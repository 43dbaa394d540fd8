/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew modes: small motions about rest, as a table and as a film of one of them. */
#include "app/command/commands.h"
#include "app/command/options.h"
#include "app/command/stop_signals.h"
#include "app/command/view_options.h"
#include "app/output/movie.h"
#include "engine/base/memory.h"
#include "engine/base/terminal.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/run/simulation/simulation.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/solve.h"

#include <gio/gio.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_MODES = 500 };

/* A film shows one period in so many seconds, and the furthest move as so much of the model. */
#define FILM_PERIOD 2.0
#define FILM_SWING  0.05

typedef struct Modes {
    double count, mode;
    GPtrArray *sets;
    const char *out;
    bool json;
    SnViewOptions view;
    SnMovieSettings settings;

    SnSimulation *simulation;
    SnModes modes;
} Modes;

/* --- what moves --- */

/* The component with most of a mode's kinetic energy, and its share; NULL: none is known. */
static char *leader(const Modes *m, int mode, double *share)
{
    const SnSystem *system = m->simulation->compiled->system;
    const double *shares = m->modes.share + (size_t)mode * (size_t)m->modes.n_u;
    g_autoptr(GHashTable) sums = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    SnId id = SN_ID_NULL;
    *share = 0;
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        SnId owner = sn_block_owner(system, i);
        owner.entry = 0; /* a node's component */
        double *sum = g_hash_table_lookup(sums, GUINT_TO_POINTER(owner.index));
        if (!sum)
            g_hash_table_insert(sums, GUINT_TO_POINTER(owner.index), sum = g_new0(double, 1));
        for (int k = 0; k < block->n; k++)
            *sum += shares[block->u + k];
        if (*sum > *share) {
            *share = *sum;
            id = owner;
        }
    }
    const SnModel *model = m->simulation->model;
    return sn_model_get(model, id) ? sn_model_path(model, id) : NULL;
}

static void print_table(const Modes *m)
{
    sn_say(stdout, "%4s  %12s  %12s  %s", "mode", "Hz", "period s",
           "moves most (of kinetic energy)");
    for (int i = 0; i < m->modes.n; i++) {
        const double hertz = m->modes.omega[i] / (2 * G_PI);
        double share;
        g_autofree char *path = leader(m, i, &share);
        if (hertz > 0)
            sn_say(stdout, "%4d  %12.6g  %12.6g  %s (%.0f %%)", i + 1, hertz, 1 / hertz,
                   path ? path : "-", 100 * share);
        else
            sn_say(stdout, "%4d  %12s  %12s  %s (%.0f %%)", i + 1, "0", "free", path ? path : "-",
                   100 * share);
    }
}

static void print_json(const Modes *m)
{
    json_t *list = json_array();
    for (int i = 0; i < m->modes.n; i++) {
        double share;
        g_autofree char *path = leader(m, i, &share);
        json_t *mode = json_object();
        json_object_set_new(mode, "frequency", json_real(m->modes.omega[i] / (2 * G_PI)));
        json_object_set_new(mode, "moves_most", path ? json_string(path) : json_null());
        json_object_set_new(mode, "share", json_real(share));
        json_array_append_new(list, mode);
    }
    json_t *root = json_pack("{s:o}", "modes", list);
    json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    fputc('\n', stdout);
    json_decref(root);
}

/* --- the film --- */

/* The shape so large that the point or centre that goes furthest goes FILM_SWING of the model. */
static double swing_of(const SnSystem *system, const double *shape)
{
    double furthest = 0;
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        const double *u = shape + block->u;
        double move = 0;
        for (int k = 0; k < block->n && k < 3; k++)
            move += u[k] * u[k];
        furthest = fmax(furthest, sqrt(move));
        for (int k = 3; k < block->n; k++) /* what turns on the spot is as large as a tenth of it */
            furthest = fmax(furthest, 0.1 * system->length_scale * fabs(u[k]));
    }
    return furthest > 0 ? FILM_SWING * system->length_scale / furthest : 0;
}

static void show_mode(SnSimulation *s, const SnState *rest, const double *shape, double amount)
{
    const SnSystem *system = s->compiled->system;
    g_autofree double *moved = g_new0(double, system->n_u + 1);
    for (int i = 0; i < system->n_u_active; i++)
        moved[i] = amount * shape[i];
    memcpy(s->state, rest, rest->size);
    sn_displace(system, moved, sn_state_q(s->state));
    sn_attachments_follow(system, sn_state_q(s->state), sn_state_u(s->state));
    sn_simulation_evaluate(s);
}

static bool make_film(Modes *m, GError **error)
{
    SnSimulation *s = m->simulation;
    SnMovieSettings *settings = &m->settings;
    const double *shape = m->modes.shape + (size_t)(m->mode - 1) * (size_t)m->modes.n_u;
    const double swing = swing_of(s->compiled->system, shape);
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    SnState *rest = sn_state_copy(s->state);
    SnSnapshot *first = sn_simulation_snapshot(s, pool, NULL, 0, 0);
    sn_view_options_look(&m->view, s->model, first, &settings->view);
    sn_snapshot_unref(first);
    SnMovie *movie = sn_movie_new(settings, m->out, NULL, NULL, error);
    const int n = movie ? (int)lround(FILM_PERIOD * settings->fps) : 0;
    for (int k = 0; k < n && !sn_movie_has_failed(movie) && !sn_stop_signals_seen(); k++) {
        show_mode(s, rest, shape, swing * sin(2 * G_PI * k / n));
        SnSnapshot *snapshot = sn_simulation_snapshot(s, pool, NULL, 0, 0);
        sn_movie_add(movie, snapshot, NULL);
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
    sn_free(rest);
    sn_snapshot_pool_free(pool);
    if (good)
        sn_say(stdout, "%s: mode %d, %d frames of one period", m->out, (int)m->mode, n);
    return good;
}

/* --- the command --- */

static SnExit find_modes(Modes *m, const char *argument)
{
    GError *error = NULL;
    SnModel *model = sn_command_model(argument, m->sets, &error);
    SnCompiled *compiled = model ? sn_compile(model, NULL, NULL, &error) : NULL;
    if (!compiled) {
        if (model)
            sn_model_free(model);
        return sn_command_failed(error);
    }
    SnSimulation *s = m->simulation = sn_simulation_new();
    SnFault fault = sn_simulation_install(s, model, compiled, true);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_simulation_modes(s, (int)m->count, &m->modes);
    bool good = fault.code == SN_FAULT_NONE || sn_refuse_fault(s, &fault, &error);
    if (good && m->out && m->mode > m->modes.n) {
        g_set_error(&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--mode %d: only %d are there", (int)m->mode, m->modes.n);
        good = false;
    }
    if (good && m->json)
        print_json(m);
    else if (good)
        print_table(m);
    if (good && m->out)
        good = make_film(m, &error);
    sn_modes_clear(&m->modes);
    sn_simulation_free(s);
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

SnExit sn_command_modes(int n, char **words)
{
    Modes m = {.count = 10,
               .mode = 1,
               .sets = g_ptr_array_new(),
               .settings = {.to = FILM_PERIOD, .fps = 25, .speed = 1},
               .view = {.size = "1280x720", .scale = NAN, .dpi = NAN, .clips = g_ptr_array_new()}};
    const SnOption options[] = {
        {"--count", SN_OPTION_NUMBER, &m.count},  {"--mode", SN_OPTION_NUMBER, &m.mode},
        {"--set", SN_OPTION_TEXTS, m.sets},       {"--json", SN_OPTION_FLAG, &m.json},
        {"--size", SN_OPTION_TEXT, &m.view.size}, {"--view", SN_OPTION_TEXT, &m.view.view},
        {"--out", SN_OPTION_TEXT, &m.out},
    };
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error))
        error = check_options(&m);
    if (!error)
        sn_stop_signals_catch();
    const SnExit status =
        error ? sn_command_usage("modes", error) : find_modes(&m, arguments->pdata[0]);
    g_ptr_array_free(arguments, TRUE);
    g_ptr_array_free(m.view.clips, TRUE);
    g_ptr_array_free(m.sets, TRUE);
    return status;
}
