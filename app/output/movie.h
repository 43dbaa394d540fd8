/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A film of the simulation, drawn and written on a thread of its own: the command line steps a
 * simulation and hands its snapshots over, the window shows moment after moment of its recording.
 */
#ifndef SN_APP_MOVIE_H
#define SN_APP_MOVIE_H

#include "app/output/movie_writer.h"
#include "render/render.h"

#include <glib.h>

typedef struct SnMovieSettings {
    double from, to;     /* simulated [s] */
    double fps;          /* frames per second of the film */
    double speed;        /* simulated seconds per second of the film */
    SnViewSettings view; /* with the size */
    SnMovieFormat format;
    bool time_stamp;
} SnMovieSettings;

/* Frames from the first to the last moment; 0: none, the settings make no sense. */
int sn_movie_n_frames(const SnMovieSettings *settings);
/* Moment of frame k: an exact multiple of speed / fps after the first [s]. */
double sn_movie_frame_time(const SnMovieSettings *settings, int k);

typedef struct SnMovie SnMovie;

/* Called on the film's thread after each picture, and when it failed: do no more than wake somebody
 * up. */
typedef void (*SnMovieWake)(void *data);

/* Starts the thread, with the settings copied. */
SnMovie *sn_movie_new(const SnMovieSettings *settings, const char *path, SnMovieWake wake,
                      void *data, GError **error);

/* The next picture, with other moments (NULL: none) and measures (GArray of SnMeasureLine, NULL:
 * none) in it: holds all.  Waits while more than a few are waiting to be drawn. */
void sn_movie_add(SnMovie *movie, const SnSnapshot *snapshot, SnPastKept *past, GArray *measures);
/* Whether sn_movie_add would not wait. */
bool sn_movie_has_room(SnMovie *movie);
/* Pictures written so far. */
int sn_movie_n_written(SnMovie *movie);
/* It cannot go on: sn_movie_finish tells why. */
bool sn_movie_has_failed(SnMovie *movie);

/* Waits for the last picture and puts the film under its name.  May be called on another thread
 * than the one that added, when that does no more. */
bool sn_movie_finish(SnMovie *movie, GError **error);
/* What was not finished leaves nothing behind.  Waits for the picture being drawn. */
void sn_movie_free(SnMovie *movie);

#endif
