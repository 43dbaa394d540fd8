/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures for print: the picture as an image, and over it bars and text as lines and letters. */
#include "engine/base/memory.h"
#include "engine/base/output.h"
#include "render/measures.h"
#include "render/paint/captions.h"
#include "render/render.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double points = 0.75; /* of a logical pixel: 96 to the inch */

typedef struct Measures {
    const SnMeasureLine *lines;
    int n;
} Measures;

typedef struct Bytes {
    unsigned char *data;
    size_t size, room;
} Bytes;

static cairo_status_t append(void *closure, const unsigned char *data, unsigned int length)
{
    Bytes *bytes = closure;
    if (bytes->size + length > bytes->room) {
        const size_t room = 2 * (bytes->size + length);
        unsigned char *more = realloc(bytes->data, room);
        if (!more)
            return CAIRO_STATUS_NO_MEMORY;
        bytes->data = more;
        bytes->room = room;
    }
    memcpy(bytes->data + bytes->size, data, length);
    bytes->size += length;
    return CAIRO_STATUS_SUCCESS;
}

/* RGBA, straight, as Cairo takes it: one word a pixel, premultiplied. */
static cairo_surface_t *image_of(const uint8_t *rgba, int width, int height)
{
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    if (cairo_surface_status(image) != CAIRO_STATUS_SUCCESS)
        return image;
    unsigned char *rows = cairo_image_surface_get_data(image);
    const int stride = cairo_image_surface_get_stride(image);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++, rgba += 4) {
            const uint32_t a = rgba[3];
            uint32_t word = a << 24;
            for (int k = 0; k < 3; k++)
                word |= (rgba[k] * a + 127) / 255 << (16 - 8 * k);
            memcpy(rows + (size_t)y * (size_t)stride + 4 * (size_t)x, &word, sizeof word);
        }
    }
    cairo_surface_mark_dirty(image);
    return image;
}

static void write_beside(cairo_t *cairo, const SnSnapshot *snapshot, const SnViewSettings *settings,
                         const Measures *measures)
{
    const double width = settings->width / settings->scale;
    const double height = settings->height / settings->scale;
    SnFields fields = {0};
    SnFieldMemory memory = {0};
    sn_fields_find(&fields, &memory, snapshot);
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    sn_measures_draw(cairo, measures->lines, measures->n, settings);
    SnCaption captions[SN_MOST_CAPTIONS];
    const int n = sn_captions_find(snapshot, settings, captions);
    for (int i = 0; i < n; i++)
        sn_annotation_caption(cairo, &captions[i], settings);
    if (settings->color_bars && sn_annotation_bars_fit(&fields, settings)) {
        cairo_save(cairo);
        cairo_translate(cairo, 0,
                        height - (SN_ANNOTATION_MARGIN - SN_BAR_BELOW) -
                            fields.n * sn_annotation_bar_height(settings, fields.n));
        sn_annotation_bars(cairo, &fields, settings,
                           width - sn_annotation_bars_right(&fields, settings));
        cairo_restore(cairo);
    }
    if (settings->scale_bar && sn_annotation_scale_fits(settings)) {
        SnScaleBar bar;
        sn_annotation_find_scale(settings, &bar);
        cairo_save(cairo);
        cairo_translate(cairo, 24, height - 14 - SN_SCALE_BAR_HEIGHT);
        sn_annotation_scale_bar(cairo, &bar, settings);
        cairo_restore(cairo);
    }
}

/* The bytes of the file; false with words. */
static bool make_figure(Bytes *bytes, bool pdf, const SnSnapshot *snapshot,
                        const SnViewSettings *settings, const Measures *measures,
                        const uint8_t *pixels, char *text, int text_size)
{
    const double scale = settings->scale;
    const double width = settings->width / scale * points,
                 height = settings->height / scale * points;
    cairo_surface_t *page = pdf ? cairo_pdf_surface_create_for_stream(append, bytes, width, height)
                                : cairo_svg_surface_create_for_stream(append, bytes, width, height);
    cairo_surface_t *image = image_of(pixels, settings->width, settings->height);
    cairo_t *cairo = cairo_create(page);
    cairo_scale(cairo, points / scale, points / scale);
    cairo_set_source_surface(cairo, image, 0, 0);
    cairo_paint(cairo);
    cairo_scale(cairo, scale, scale);
    write_beside(cairo, snapshot, settings, measures);
    cairo_show_page(cairo);
    cairo_destroy(cairo);
    cairo_surface_finish(page);
    const cairo_status_t status =
        cairo_surface_status(page) ? cairo_surface_status(page) : cairo_surface_status(image);
    cairo_surface_destroy(page);
    cairo_surface_destroy(image);
    if (status != CAIRO_STATUS_SUCCESS)
        snprintf(text, (size_t)text_size, "the figure could not be made: %s",
                 cairo_status_to_string(status));
    return status == CAIRO_STATUS_SUCCESS;
}

static bool ends_with(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    return n > m && strcasecmp(path + n - m, ending) == 0;
}

static bool figure_is_vector(const char *path)
{
    return ends_with(path, ".svg") || ends_with(path, ".pdf");
}

bool sn_figure_write(const char *path, const SnSnapshot *snapshot, const SnViewSettings *settings,
                     const SnBesides *besides, char *text, int text_size)
{
    return sn_figure_write_measured(path, snapshot, settings, besides, NULL, 0, text, text_size);
}

bool sn_figure_write_measured(const char *path, const SnSnapshot *snapshot,
                              const SnViewSettings *settings, const SnBesides *besides,
                              const SnMeasureLine *lines, int n_lines, char *text, int text_size)
{
    const Measures measures = {lines, n_lines};
    SnViewSettings plain = *settings;
    const bool vector = figure_is_vector(path);
    if (vector)
        plain.color_bars = plain.scale_bar = plain.captions = false;
    uint8_t *pixels = sn_render_image(snapshot, &plain, besides, text, text_size);
    if (!pixels)
        return false;
    bool done = false;
    if (vector) {
        Bytes bytes = {0};
        SnOutputProblem problem;
        if (make_figure(&bytes, ends_with(path, ".pdf"), snapshot, settings, &measures, pixels,
                        text, text_size)) {
            done = sn_output_file(path, SN_OUTPUT_QUICK, NULL, bytes.data, bytes.size, &problem);
            if (!done)
                snprintf(text, (size_t)text_size, "%s: %s", path, problem.text);
        }
        free(bytes.data);
    } else {
        sn_measures_over(pixels, lines, n_lines, settings);
        done = sn_png_write(path, pixels, settings->width, settings->height, 96 * settings->scale,
                            text, text_size);
    }
    sn_free(pixels);
    return done;
}
