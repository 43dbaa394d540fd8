/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/output/movie.h"

#include "app/output/time_stamp.h"
#include "render/stills.h"

#include <gio/gio.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum { MAX_WAITING = 3, MAX_FRAMES = 1000000 };

struct SnMovie {
    SnMovieSettings settings;
    SnMovieWriter *writer; /* of the thread until it is joined */
    SnMovieWake wake;
    void *wake_data;
    pthread_t thread;
    bool joined;

    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* under lock */
    const SnSnapshot *waiting[MAX_WAITING];
    int n_waiting, n_written;
    bool ended; /* no more pictures come */
    bool cancelled, failed;

    GError *error; /* of the thread until it is joined */
};

int sn_movie_n_frames(const SnMovieSettings *settings)
{
    const double n =
        floor((settings->to - settings->from) * settings->fps / settings->speed + 1e-6);
    return isfinite(n) && n >= 0 && n < MAX_FRAMES ? (int)n + 1 : 0;
}

double sn_movie_frame_time(const SnMovieSettings *settings, int k)
{
    return settings->from + k * settings->speed / settings->fps;
}

/* Digits that tell two frames apart, three at least. */
static int decimals(const SnMovieSettings *settings)
{
    return (int)fmin(9, fmax(3, ceil(-log10(settings->speed / settings->fps))));
}

/* --- the thread --- */

/* The next snapshot; NULL at the end. */
static const SnSnapshot *take_frame(SnMovie *movie)
{
    const SnSnapshot *snapshot = NULL;
    pthread_mutex_lock(&movie->lock);
    while (movie->n_waiting == 0 && !movie->ended && !movie->cancelled)
        pthread_cond_wait(&movie->changed, &movie->lock);
    if (movie->n_waiting > 0 && !movie->cancelled) {
        snapshot = movie->waiting[0];
        movie->n_waiting--;
        for (int i = 0; i < movie->n_waiting; i++)
            movie->waiting[i] = movie->waiting[i + 1];
        pthread_cond_broadcast(&movie->changed);
    }
    pthread_mutex_unlock(&movie->lock);
    return snapshot;
}

static void report_progress(SnMovie *movie, bool failed)
{
    pthread_mutex_lock(&movie->lock);
    movie->failed = failed;
    movie->n_written += !failed;
    pthread_cond_broadcast(&movie->changed);
    pthread_mutex_unlock(&movie->lock);
    if (movie->wake)
        movie->wake(movie->wake_data);
}

static bool write_frame(SnMovie *movie, SnStills *stills, const SnSnapshot *snapshot,
                        uint8_t *pixels)
{
    const SnMovieSettings *settings = &movie->settings;
    const SnViewSettings *view = &settings->view;
    char text[256] = "";
    if (!sn_stills_draw(stills, snapshot, view, NULL, 0, pixels, text, sizeof text)) {
        g_set_error(&movie->error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", text);
        return false;
    }
    if (settings->time_stamp)
        sn_time_stamp_draw(pixels, view->width, view->height, snapshot->time, decimals(settings),
                           view->dark);
    return sn_movie_writer_add(movie->writer, pixels, &movie->error);
}

static void *run(void *data)
{
    SnMovie *movie = data;
    char text[256] = "";
    SnStills *stills = sn_stills_new(text, sizeof text);
    if (!stills) {
        g_set_error(&movie->error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s", text);
        report_progress(movie, true);
        return NULL;
    }
    const SnViewSettings *view = &movie->settings.view;
    uint8_t *pixels = g_malloc_n((gsize)view->width * 4, (gsize)view->height);
    const SnSnapshot *snapshot;
    while (!movie->error && (snapshot = take_frame(movie)) != NULL) {
        const bool good = write_frame(movie, stills, snapshot, pixels);
        sn_snapshot_unref(snapshot);
        report_progress(movie, !good);
    }
    g_free(pixels);
    sn_stills_free(stills);
    return NULL;
}

/* --- what others see --- */

SnMovie *sn_movie_new(const SnMovieSettings *settings, const char *path, SnMovieWake wake,
                      void *data, GError **error)
{
    SnMovieWriter *writer = sn_movie_writer_new(path, settings->format, settings->view.width,
                                                settings->view.height, settings->fps, error);
    if (!writer)
        return NULL;
    SnMovie *movie = g_new0(SnMovie, 1);
    movie->settings = *settings;
    movie->settings.view.refine = false;
    movie->writer = writer;
    movie->wake = wake;
    movie->wake_data = data;
    pthread_mutex_init(&movie->lock, NULL);
    pthread_cond_init(&movie->changed, NULL);
    if (pthread_create(&movie->thread, NULL, run, movie) != 0)
        abort();
    return movie;
}

void sn_movie_add(SnMovie *movie, const SnSnapshot *snapshot)
{
    pthread_mutex_lock(&movie->lock);
    while (movie->n_waiting == MAX_WAITING && !movie->failed)
        pthread_cond_wait(&movie->changed, &movie->lock);
    if (movie->n_waiting < MAX_WAITING) {
        movie->waiting[movie->n_waiting++] = sn_snapshot_ref(snapshot);
        pthread_cond_broadcast(&movie->changed);
    }
    pthread_mutex_unlock(&movie->lock);
}

bool sn_movie_has_room(SnMovie *movie)
{
    pthread_mutex_lock(&movie->lock);
    const bool room = movie->n_waiting < MAX_WAITING;
    pthread_mutex_unlock(&movie->lock);
    return room;
}

int sn_movie_n_written(SnMovie *movie)
{
    pthread_mutex_lock(&movie->lock);
    const int n = movie->n_written;
    pthread_mutex_unlock(&movie->lock);
    return n;
}

bool sn_movie_has_failed(SnMovie *movie)
{
    pthread_mutex_lock(&movie->lock);
    const bool failed = movie->failed;
    pthread_mutex_unlock(&movie->lock);
    return failed;
}

static void join(SnMovie *movie, bool cancel)
{
    if (movie->joined)
        return;
    pthread_mutex_lock(&movie->lock);
    movie->ended = true;
    movie->cancelled = cancel;
    pthread_cond_broadcast(&movie->changed);
    pthread_mutex_unlock(&movie->lock);
    pthread_join(movie->thread, NULL);
    movie->joined = true;
}

bool sn_movie_finish(SnMovie *movie, GError **error)
{
    join(movie, false);
    if (movie->error) {
        g_propagate_error(error, g_steal_pointer(&movie->error));
        return false;
    }
    return sn_movie_writer_finish(movie->writer, error);
}

void sn_movie_free(SnMovie *movie)
{
    if (!movie)
        return;
    join(movie, true);
    for (int i = 0; i < movie->n_waiting; i++)
        sn_snapshot_unref(movie->waiting[i]);
    sn_movie_writer_free(movie->writer);
    pthread_cond_destroy(&movie->changed);
    pthread_mutex_destroy(&movie->lock);
    g_clear_error(&movie->error);
    g_free(movie);
}
