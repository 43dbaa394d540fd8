/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew movie: the simulation as a film, without a display. */
#include "app/command/command.h"
#include "app/command/options.h"
#include "app/command/stop_signals.h"
#include "app/command/view_options.h"
#include "app/output/measured_lines.h"
#include "app/output/movie.h"
#include "app/output/tracked_paths.h"
#include "engine/base/clock.h"
#include "engine/base/terminal.h"
#include "engine/model/classes/model_component.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/run/simulation/simulation.h"

#include <gio/gio.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

typedef struct Film {
    SnMovieSettings settings; /* to: NAN: the model's duration */
    const char *out;
    GPtrArray *sets;
    SnViewOptions view;
    bool quiet;

    SnSimulation *simulation;
    SnSnapshotPool *pool;
    SnTrackedPaths *paths;
    SnMovie *movie;
    int n_frames;
    int64_t shown; /* wall time of the last progress [ns] */
} Film;

/* --- progress and Ctrl+C --- */

static void show_progress(Film *film)
{
    const int64_t now = sn_clock_ns();
    if (film->quiet || !isatty(STDERR_FILENO) || now - film->shown < 100000000)
        return;
    film->shown = now;
    fprintf(stderr, "\rframe %d of %d ", sn_movie_n_written(film->movie), film->n_frames);
}

static bool was_interrupted(GError **error)
{
    const char *stop = sn_stop_signals_seen();
    if (stop)
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s: no film written", stop);
    return stop != NULL;
}

/* --- the film --- */

static bool simulate_to(Film *film, double time, GError **error)
{
    SnSimulation *s = film->simulation;
    const double half = 0.5 * s->compiled->system->step_size;
    while (s->state->time < time - half) {
        const SnFault fault = sn_simulation_step(s);
        if (was_interrupted(error))
            return false;
        if (fault.code != SN_FAULT_NONE)
            return sn_refuse_fault(s, &fault, error);
        sn_tracked_paths_sample(film->paths, s);
    }
    return !was_interrupted(error);
}

static bool add_frames(Film *film, GError **error)
{
    for (int k = 0; k < film->n_frames && !sn_movie_has_failed(film->movie); k++) {
        if (!simulate_to(film, sn_movie_frame_time(&film->settings, k), error))
            return false;
        SnSnapshot *snapshot = sn_simulation_snapshot(film->simulation, film->pool, NULL, 0, 0);
        SnPastKept *past = sn_tracked_paths_keep(film->paths);
        GArray *measures = sn_measured_lines(film->simulation->model, snapshot);
        sn_movie_add(film->movie, snapshot, past, film->view.plain ? NULL : measures);
        sn_past_leave(past);
        g_array_unref(measures);
        sn_snapshot_unref(snapshot);
        show_progress(film);
    }
    return sn_movie_finish(film->movie, error);
}

/* The camera looks at what is there in the first frame. */
static bool make_film(Film *film, GError **error)
{
    SnMovieSettings *settings = &film->settings;
    film->n_frames = sn_movie_n_frames(settings);
    if (film->n_frames == 0) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "from %g s to %g s is no film: at most a million frames, and the end not "
                    "before the beginning",
                    settings->from, settings->to);
        return false;
    }
    if (!sn_command_check_steps(film->simulation, settings->to, error) ||
        !simulate_to(film, settings->from, error))
        return false;
    SnSnapshot *first = sn_simulation_snapshot(film->simulation, film->pool, NULL, 0, 0);
    sn_view_options_look(&film->view, film->simulation->model, first, &settings->view);
    sn_snapshot_unref(first);
    film->movie = sn_movie_new(settings, film->out, NULL, NULL, error);
    const bool good = film->movie && add_frames(film, error);
    sn_movie_free(film->movie);
    if (film->shown)
        fputs("\r\033[K", stderr);
    return good;
}

static SnExit film_model(Film *film, const char *argument)
{
    GError *error = NULL;
    SnModel *model = sn_view_options_fit(&film->settings.view, &error)
                         ? sn_command_model(argument, film->sets, &error)
                         : NULL;
    SnFault fault;
    film->simulation = model ? sn_command_simulation(model, &fault, &error) : NULL;
    if (!film->simulation)
        return sn_command_failed(error);
    if (isnan(film->settings.to))
        film->settings.to = ((const SnModelComponent *)film->simulation->model->root)->duration;
    film->simulation->step_watch = (SnStepWatch){sn_stop_signals_watch, NULL, 0};
    film->pool = sn_snapshot_pool_new();
    film->paths = sn_tracked_paths_new(film->simulation->model);
    sn_tracked_paths_sample(film->paths, film->simulation);
    const bool good = fault.code == SN_FAULT_NONE
                          ? make_film(film, &error)
                          : sn_refuse_fault(film->simulation, &fault, &error);
    sn_simulation_free(film->simulation);
    sn_snapshot_pool_free(film->pool);
    sn_tracked_paths_free(film->paths);
    if (!good)
        return sn_command_failed(error);
    sn_say(stdout, "%s: %d frames, %dx%d, %g frames per second", film->out, film->n_frames,
           film->settings.view.width, film->settings.view.height, film->settings.fps);
    return SN_EXIT_DONE;
}

/* What people write who want another kind of movie than there is. */
static const char *const FOREIGN[] = {".mp4", ".m4v", ".mov", ".mkv", ".avi", ".gif", ".ogv", NULL};

static GError *check_options(Film *film)
{
    SnMovieSettings *settings = &film->settings;
    if (!film->out || !*film->out)
        return sn_option_wrong("--out FOLDER or --out FILE.webm is missing");
    if (sn_option_ends(film->out, FOREIGN))
        return sn_option_wrong("--out takes FILE.webm, or a folder for numbered pictures, of which "
                               "other programs make other movies");
    if (settings->from < 0)
        return sn_option_wrong("--from-time must not be negative");
    if (settings->to < settings->from)
        return sn_option_wrong("--time must not be before --from-time");
    if (settings->fps < 0.001 || settings->fps > 1000)
        return sn_option_wrong("--fps must be between 0.001 and 1000");
    if (settings->speed <= 0)
        return sn_option_wrong("--speed must be greater than 0");
    settings->format = sn_movie_format_of(film->out);
    return sn_view_options_check(&film->view, &settings->view);
}

SnExit sn_command_movie(int n, char **words, GError **misused)
{
    Film film = {.settings = {.to = NAN, .fps = 25, .speed = 1},
                 .view = {.size = "1280x720", .scale = NAN, .dpi = NAN, .clips = g_ptr_array_new()},
                 .sets = g_ptr_array_new()};
    const SnOption options[] = {
        {"--from-time", SN_OPTION_NUMBER, &film.settings.from, "A",
         "where the film begins [s] (0)"},
        {"--time", SN_OPTION_NUMBER, &film.settings.to, "B",
         "where it ends [s] (the model's duration)"},
        {"--fps", SN_OPTION_NUMBER, &film.settings.fps, "F", "pictures a second (25)"},
        {"--speed", SN_OPTION_NUMBER, &film.settings.speed, "X",
         "1: as fast as it happens (1); 0.1: ten times slower"},
        {"--size", SN_OPTION_TEXT, &film.view.size, "WxH", "in pixels (1280x720)"},
        SN_OPTION_VIEW(film.view.view),
        SN_OPTION_CLIP(film.view.clips),
        SN_OPTION_SET(film.sets),
        {"--time-stamp", SN_OPTION_FLAG, &film.settings.time_stamp, NULL,
         "the time in a corner of each picture"},
        {"--out", SN_OPTION_TEXT, &film.out, "FOLDER|FILE.webm",
         "pictures frame-00001.png ... in a folder; WebM where GStreamer is installed"},
        SN_OPTION_QUIET(film.quiet),
    };
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    SnExit status;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error))
        error = check_options(&film);
    if (error) {
        status = sn_command_misused(misused, error);
    } else {
        sn_stop_signals_catch(); /* nothing half-written is to stay behind */
        status = film_model(&film, arguments->pdata[0]);
    }
    g_ptr_array_free(arguments, TRUE);
    g_ptr_array_free(film.view.clips, TRUE);
    g_ptr_array_free(film.sets, TRUE);
    return status;
}
