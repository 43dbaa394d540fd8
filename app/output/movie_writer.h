/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures into a film: a folder of PNG files, or a WebM file.  Nothing stands under the final name
 * before it is whole. */
#ifndef SN_APP_MOVIE_WRITER_H
#define SN_APP_MOVIE_WRITER_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum SnMovieFormat {
    SN_MOVIE_PNG, /* frame-00001.png, frame-00002.png ... in a folder */
    SN_MOVIE_WEBM,
} SnMovieFormat;

/* By the ending of a name: ".webm", else a folder. */
SnMovieFormat sn_movie_format_of(const char *path);

typedef struct SnMovieWriter SnMovieWriter;

/* A folder must be empty, or hold such pictures of an earlier film, which it replaces. */
SnMovieWriter *sn_movie_writer_new(const char *path, SnMovieFormat format, int width, int height,
                                   double fps, GError **error);
/* RGBA, top row first. */
bool sn_movie_writer_add(SnMovieWriter *writer, const uint8_t *rgba, GError **error);
/* Puts the film under its final name; free it in any case. */
bool sn_movie_writer_finish(SnMovieWriter *writer, GError **error);
/* Removes what was not finished. */
void sn_movie_writer_free(SnMovieWriter *writer);

#endif
