/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/output/movie.h"

#include "app/output/time_stamp.h"
#include "render/measures.h"
#include "render/stills.h"

#include <gio/gio.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum { MAX_WAITING = 3, MAX_FRAMES = 1000000 };

typedef struct Frame {
    const SnSnapshot *snapshot; /* a reference */
    SnPastKept *past;           /* held */
    GArray *measures;           /* a reference; NULL: none */
} Frame;

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
    Frame waiting[MAX_WAITING];
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

static void let_go(const Frame *frame)
{
    sn_snapshot_unref(frame->snapshot);
    sn_past_leave(frame->past);
    if (frame->measures)
        g_array_unref(frame->measures);
}

/* False at the end. */
static bool take_frame(SnMovie *movie, Frame *frame)
{
    bool taken = false;
    pthread_mutex_lock(&movie->lock);
    while (movie->n_waiting == 0 && !movie->ended && !movie->cancelled)
        pthread_cond_wait(&movie->changed, &movie->lock);
    if (movie->n_waiting > 0 && !movie->cancelled) {
        *frame = movie->waiting[0];
        taken = true;
        movie->n_waiting--;
        for (int i = 0; i < movie->n_waiting; i++)
            movie->waiting[i] = movie->waiting[i + 1];
        pthread_cond_broadcast(&movie->changed);
    }
    pthread_mutex_unlock(&movie->lock);
    return taken;
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

static bool write_frame(SnMovie *movie, SnStills *stills, const Frame *frame, uint8_t *pixels)
{
    const SnMovieSettings *settings = &movie->settings;
    const SnViewSettings *view = &settings->view;
    char text[256] = "";
    const SnBesides besides = {.past = frame->past};
    if (!sn_stills_draw(stills, frame->snapshot, view, &besides, pixels, text, sizeof text)) {
        g_set_error(&movie->error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", text);
        return false;
    }
    if (frame->measures)
        sn_measures_over(pixels, (const SnMeasureLine *)(const void *)frame->measures->data,
                         (int)frame->measures->len, view);
    if (settings->time_stamp)
        sn_time_stamp_draw(pixels, view->width, view->height, frame->snapshot->time,
                           decimals(settings), view->dark);
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
    Frame frame;
    while (!movie->error && take_frame(movie, &frame)) {
        const bool good = write_frame(movie, stills, &frame, pixels);
        let_go(&frame);
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

void sn_movie_add(SnMovie *movie, const SnSnapshot *snapshot, SnPastKept *past, GArray *measures)
{
    pthread_mutex_lock(&movie->lock);
    while (movie->n_waiting == MAX_WAITING && !movie->failed)
        pthread_cond_wait(&movie->changed, &movie->lock);
    if (movie->n_waiting < MAX_WAITING) {
        movie->waiting[movie->n_waiting++] = (Frame){sn_snapshot_ref(snapshot), sn_past_hold(past),
                                                     measures ? g_array_ref(measures) : NULL};
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
        let_go(&movie->waiting[i]);
    sn_movie_writer_free(movie->writer);
    pthread_cond_destroy(&movie->changed);
    pthread_mutex_destroy(&movie->lock);
    g_clear_error(&movie->error);
    g_free(movie);
}
