/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/annotation.h"

#include "render/camera_range.h"
#include "render/color_map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 14, TICK = 4, GAP = 5, MOST_HIGH = 190 };
enum { LEAST_HIGH = 80 };  /* of a colour bar with its title [logical pixels] */
enum { LEAST_WIDE = 140 }; /* of a picture with a scale bar [logical pixels] */
#define MOST_SHARE 0.75    /* of the width that colour bars take */
static const double font_size = 11.5, title_size = 12;
static const double wanted_share = 0.14; /* of the picture's width that a scale bar takes */

typedef struct Pen {
    cairo_t *cairo;
    bool dark;
    bool clear; /* there is nothing behind it: a halo would be a fringe elsewhere */
} Pen;

static void set_ink(const Pen *pen, bool halo)
{
    if (halo && pen->dark)
        cairo_set_source_rgba(pen->cairo, 0.08, 0.09, 0.11, 0.75);
    else if (halo)
        cairo_set_source_rgba(pen->cairo, 0.97, 0.98, 0.985, 0.8);
    else if (pen->dark)
        cairo_set_source_rgb(pen->cairo, 0.90, 0.92, 0.94);
    else
        cairo_set_source_rgb(pen->cairo, 0.13, 0.15, 0.18);
}

/* Text with a halo, its middle at height y; beginning at x, or ending there. */
static void write_text(const Pen *pen, double x, double y, bool from_right, double size,
                       const char *text)
{
    cairo_text_extents_t extents;
    cairo_font_extents_t font;
    cairo_set_font_size(pen->cairo, size);
    cairo_text_extents(pen->cairo, text, &extents);
    cairo_font_extents(pen->cairo, &font);
    const double left = from_right ? x - extents.x_advance : x;
    cairo_move_to(pen->cairo, left, y + 0.36 * size);
    if (!pen->clear) {
        cairo_text_path(pen->cairo, text);
        set_ink(pen, true);
        cairo_set_line_width(pen->cairo, 3);
        cairo_set_line_join(pen->cairo, CAIRO_LINE_JOIN_ROUND);
        cairo_stroke(pen->cairo);
        cairo_move_to(pen->cairo, left, y + 0.36 * size);
    }
    set_ink(pen, false);
    cairo_show_text(pen->cairo,
                    text); /* as text: a PDF keeps its font, to be searched and edited */
    cairo_new_path(pen->cairo);
}

/* The gradient with its right border at x, from y downwards; numbers to its left. */
static void draw_bar(const Pen *pen, const SnField *field, double x, double y, double height,
                     double scale)
{
    SnTicks ticks;
    sn_field_ticks(field, &ticks);
    write_text(pen, x, y - SN_BAR_TITLE + 8, true, title_size, ticks.title);
    const int rows = (int)ceil(height * scale);
    cairo_set_antialias(pen->cairo, CAIRO_ANTIALIAS_NONE);
    for (int i = 0; i < rows; i++) {
        float rgb[3];
        sn_color_map(field->map, 1 - (i + 0.5) / rows, rgb);
        cairo_set_source_rgb(pen->cairo, (double)rgb[0], (double)rgb[1], (double)rgb[2]);
        /* down to the end: in vectors no line of paper shows between two colours */
        const double from = i * height / rows;
        cairo_rectangle(pen->cairo, x - WIDTH, y + from, WIDTH, height - from);
        cairo_fill(pen->cairo);
    }
    cairo_set_antialias(pen->cairo, CAIRO_ANTIALIAS_DEFAULT);
    set_ink(pen, false);
    cairo_set_line_width(pen->cairo, 1);
    cairo_rectangle(pen->cairo, x - WIDTH - 0.5, y - 0.5, WIDTH + 1, height + 1);
    cairo_stroke(pen->cairo);
    const double span = field->range[1] - field->range[0];
    for (int i = 0; i < ticks.n; i++) {
        const double t = span > 0 ? (ticks.value[i] - field->range[0]) / span : i / 4.0;
        const double at = floor(y + (1 - t) * height) + (i + 1 == ticks.n ? -0.5 : 0.5);
        set_ink(pen, false);
        cairo_move_to(pen->cairo, x - WIDTH - 0.5, at);
        cairo_line_to(pen->cairo, x - WIDTH - TICK, at);
        cairo_stroke(pen->cairo);
        write_text(pen, x - WIDTH - TICK - GAP, at, true, font_size, ticks.text[i]);
    }
}

static double width_of_text(cairo_t *cairo, double size, const char *text)
{
    cairo_text_extents_t extents;
    cairo_set_font_size(cairo, size);
    cairo_text_extents(cairo, text, &extents);
    return extents.x_advance;
}

/* How wide the picture of all bars has to be [logical pixels]. */
double sn_annotation_bars_width(const SnFields *fields)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1);
    cairo_t *cairo = cairo_create(surface);
    double widest = 0;
    for (int i = 0; i < fields->n; i++) {
        SnTicks ticks;
        sn_field_ticks(&fields->field[i], &ticks);
        widest = fmax(widest, width_of_text(cairo, title_size, ticks.title));
        for (int k = 0; k < ticks.n; k++)
            widest =
                fmax(widest, WIDTH + TICK + GAP + width_of_text(cairo, font_size, ticks.text[k]));
    }
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return widest + 8;
}

double sn_annotation_bar_height(const SnViewSettings *settings, int n)
{
    const double room = settings->height / settings->scale - 2 * SN_ANNOTATION_MARGIN;
    return fmin(room / n, MOST_HIGH + SN_BAR_TITLE + SN_BAR_BELOW);
}

double sn_annotation_bars_right(const SnFields *fields, const SnViewSettings *settings)
{
    const double high = fields->n * sn_annotation_bar_height(settings, fields->n);
    const double top = settings->height / settings->scale - SN_ANNOTATION_MARGIN - high;
    return top < settings->edge_depth ? settings->edge + 8 : SN_ANNOTATION_MARGIN;
}

bool sn_annotation_bars_fit(const SnFields *fields, const SnViewSettings *settings)
{
    const double wide =
        sn_annotation_bars_width(fields) + sn_annotation_bars_right(fields, settings);
    return fields->n > 0 && settings->height >= LEAST_HIGH * (fields->n + 0.5) * settings->scale &&
           settings->width >= wide / MOST_SHARE * settings->scale;
}

bool sn_annotation_scale_fits(const SnViewSettings *settings)
{
    return settings->height >= 1.5 * SN_SCALE_BAR_HEIGHT * settings->scale &&
           settings->width >= LEAST_WIDE * settings->scale;
}

void sn_annotation_bars(cairo_t *cairo, const SnFields *fields, const SnViewSettings *settings,
                        double right)
{
    const Pen pen = {cairo, settings->dark, settings->transparent_background};
    const double each = sn_annotation_bar_height(settings, fields->n);
    for (int i = 0; i < fields->n; i++)
        draw_bar(&pen, &fields->field[i], right, floor(i * each + SN_BAR_TITLE),
                 floor(each - SN_BAR_TITLE - SN_BAR_BELOW), settings->scale);
}

/* --- scale bar --- */

void sn_annotation_find_scale(const SnViewSettings *settings, SnScaleBar *bar)
{
    const SnCamera *camera = &settings->camera;
    const double pixel =
        settings->scale * sn_camera_pixel_size(camera, settings->height, camera->center); /* [m] */
    const double wanted = wanted_share * settings->width / settings->scale * pixel;
    const double power = pow(10, floor(log10(wanted)));
    static const double steps[] = {1, 2, 5, 10};
    double length = power;
    for (int i = 1; i < 4; i++)
        if (fabs(log(steps[i] * power / wanted)) < fabs(log(length / wanted)))
            length = steps[i] * power;
    bar->width = length / pixel;
    const bool metres = length > 0.9995, micro = length < 0.9995e-3;
    snprintf(bar->text, sizeof bar->text, "%g %s",
             metres  ? length
             : micro ? rint(length * 1e9) / 1e3
                     : rint(length * 1e6) / 1e3,
             metres  ? "m"
             : micro ? "\302\265m"
                     : "mm");
}

void sn_annotation_scale_bar(cairo_t *cairo, const SnScaleBar *bar, const SnViewSettings *settings)
{
    const Pen pen = {cairo, settings->dark, settings->transparent_background};
    const double y = SN_SCALE_BAR_HEIGHT - 8;
    write_text(&pen, 4 + bar->width / 2 - width_of_text(cairo, 12.5, bar->text) / 2, y - 12, false,
               12.5, bar->text);
    if (!pen.clear) {
        set_ink(&pen, true);
        cairo_rectangle(cairo, 2.5, y - 1.5, bar->width + 3, 7);
        cairo_fill(cairo);
    }
    set_ink(&pen, false);
    cairo_rectangle(cairo, 4, y, bar->width, 4);
    cairo_fill(cairo);
}

/* --- captions --- */

double sn_annotation_caption_width(cairo_t *cairo, const char *text)
{
    return width_of_text(cairo, title_size, text);
}

void sn_annotation_caption(cairo_t *cairo, const SnCaption *caption, const SnViewSettings *settings)
{
    const Pen pen = {cairo, settings->dark, settings->transparent_background};
    write_text(&pen, caption->x, caption->y, false, title_size, caption->text);
}
