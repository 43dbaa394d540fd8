/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/output/time_stamp.h"

#include <cairo.h>
#include <math.h>
#include <stdio.h>

enum { ROOM = 2 }; /* around the text, of its size */

static void write_text(cairo_t *cairo, const char *text, double size, bool dark)
{
    const double ink = dark ? 0.92 : 0.13, halo = dark ? 0.09 : 0.975;
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
    cairo_move_to(cairo, 0.5 * size, 1.2 * size);
    cairo_text_path(cairo, text);
    cairo_set_source_rgba(cairo, halo, halo, halo, 0.8);
    cairo_set_line_width(cairo, 0.25 * size);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke_preserve(cairo);
    cairo_set_source_rgb(cairo, ink, ink, ink);
    cairo_fill(cairo);
}

/* Premultiplied native ARGB over RGBA. */
static void blend(const unsigned char *from, uint8_t *to)
{
    const uint32_t pixel = *(const uint32_t *)(const void *)from;
    const uint32_t rest = 255 - (pixel >> 24);
    const uint32_t color[3] = {pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255};
    for (int i = 0; i < 3; i++)
        to[i] = (uint8_t)(color[i] + (to[i] * rest + 127) / 255);
    to[3] = (uint8_t)((pixel >> 24) + (to[3] * rest + 127) / 255);
}

void sn_time_stamp_draw(uint8_t *rgba, int width, int height, double time, int decimals, bool dark)
{
    char text[64];
    snprintf(text, sizeof text, "t = %.*f s", decimals, time);
    const double size = fmax(13, round(height / 34.0));
    const int w = (int)fmin(width, 14 * size), h = (int)fmin(height, ROOM * size);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, w, h);
    cairo_t *cairo = cairo_create(surface);
    write_text(cairo, text, size, dark);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    const unsigned char *pixels = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    for (int y = 0; pixels && y < h; y++)
        for (int x = 0; x < w; x++)
            blend(pixels + y * stride + 4 * x,
                  rgba + 4 * ((size_t)(height - h + y) * (size_t)width + (size_t)x));
    cairo_surface_destroy(surface);
}
