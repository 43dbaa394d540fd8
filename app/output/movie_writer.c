/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/output/movie_writer.h"

#include "app/output/partial.h"
#include "app/output/webm.h"
#include "render/render.h"

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

struct SnMovieWriter {
    SnPartial *partial;
    SnWebm *webm; /* NULL: pictures */
    int width, height, n_frames;
};

SnMovieFormat sn_movie_format_of(const char *path)
{
    return g_str_has_suffix(path, ".webm") ? SN_MOVIE_WEBM : SN_MOVIE_PNG;
}

/* Names this file gives. */
static bool is_frame(const char *name)
{
    int end = 0;
    return sscanf(name, "frame-%*[0-9].png%n", &end) == 0 && end > 0 && name[end] == '\0';
}

SnMovieWriter *sn_movie_writer_new(const char *path, SnMovieFormat format, int width, int height,
                                   double fps, GError **error)
{
    if (format == SN_MOVIE_WEBM && !sn_webm_is_there(error))
        return NULL;
    SnPartial *partial = format == SN_MOVIE_WEBM ? sn_partial_new_file(path, error)
                                                 : sn_partial_new_folder(path, is_frame, error);
    if (!partial)
        return NULL;
    SnMovieWriter *writer = g_new0(SnMovieWriter, 1);
    *writer = (SnMovieWriter){.partial = partial, .width = width, .height = height};
    if (format == SN_MOVIE_WEBM) {
        writer->webm = sn_webm_new(sn_partial_path(partial), width, height, fps, error);
        if (!writer->webm) {
            sn_movie_writer_free(writer);
            return NULL;
        }
    }
    return writer;
}

static bool add_picture(SnMovieWriter *writer, const uint8_t *rgba, GError **error)
{
    char *name = g_strdup_printf("frame-%05d.png", writer->n_frames + 1);
    char *path = g_build_filename(sn_partial_path(writer->partial), name, NULL);
    char text[256] = "";
    const bool good = sn_png_write(path, rgba, writer->width, writer->height, 0, text, sizeof text);
    if (!good)
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", text);
    g_free(path);
    g_free(name);
    return good;
}

bool sn_movie_writer_add(SnMovieWriter *writer, const uint8_t *rgba, GError **error)
{
    const bool good =
        writer->webm ? sn_webm_add(writer->webm, rgba, error) : add_picture(writer, rgba, error);
    writer->n_frames += good;
    return good;
}

bool sn_movie_writer_finish(SnMovieWriter *writer, GError **error)
{
    return (!writer->webm || sn_webm_finish(writer->webm, error)) &&
           sn_partial_finish(writer->partial, error);
}

void sn_movie_writer_free(SnMovieWriter *writer)
{
    if (!writer)
        return;
    sn_webm_free(writer->webm);
    sn_partial_free(writer->partial);
    g_free(writer);
}
