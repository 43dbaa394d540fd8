/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour bars: drawn by Cairo into a small picture when ranges or sizes change, then copied over
 * the lower right of every picture. */
#include "render/painter.h"

#include "render/color_map.h"

#include <cairo.h>
#include <epoxy/gl.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 14, TICK = 4, GAP = 5, MARGIN = 18, TITLE = 24, BELOW = 12, MOST_HIGH = 190 };
static const double font_size = 11.5, title_size = 12;

typedef struct Pen {
    cairo_t *cairo;
    bool dark;
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
    cairo_text_path(pen->cairo, text);
    set_ink(pen, true);
    cairo_set_line_width(pen->cairo, 3);
    cairo_set_line_join(pen->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke_preserve(pen->cairo);
    set_ink(pen, false);
    cairo_fill(pen->cairo);
}

/* The gradient with its right border at x, from y downwards; numbers to its left. */
static void draw_bar(const Pen *pen, const SnField *field, double x, double y, double height,
                     double scale)
{
    SnTicks ticks;
    sn_field_ticks(field, &ticks);
    write_text(pen, x, y - TITLE + 8, true, title_size, ticks.title);
    const int rows = (int)ceil(height * scale);
    cairo_set_antialias(pen->cairo, CAIRO_ANTIALIAS_NONE);
    for (int i = 0; i < rows; i++) {
        float rgb[3];
        sn_color_map(field->map, 1 - (i + 0.5) / rows, rgb);
        cairo_set_source_rgb(pen->cairo, (double)rgb[0], (double)rgb[1], (double)rgb[2]);
        cairo_rectangle(pen->cairo, x - WIDTH, y + i * height / rows, WIDTH, height / rows);
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
static double find_width(const SnFields *fields)
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

static bool is_same(const SnBar *bar, const SnFields *fields, const SnViewSettings *settings)
{
    if (!bar->texture || bar->scale != settings->scale || bar->dark != settings->dark ||
        bar->room != settings->height || bar->shown.n != fields->n)
        return false;
    for (int i = 0; i < fields->n; i++) {
        const SnField *a = &bar->shown.field[i], *b = &fields->field[i];
        if (a->label != b->label || a->unit != b->unit || a->map != b->map ||
            a->automatic != b->automatic || a->range[0] != b->range[0] ||
            a->range[1] != b->range[1])
            return false;
    }
    return true;
}

static void upload(SnBar *bar, const unsigned char *pixels, int stride)
{
    if (!bar->texture)
        glGenTextures(1, &bar->texture);
    glBindTexture(GL_TEXTURE_2D, bar->texture);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, stride / 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, bar->width, bar->height, 0, GL_BGRA,
                 GL_UNSIGNED_INT_8_8_8_8_REV, pixels);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
}

/* Height of one bar with its title and the gap below it [logical pixels]. */
static double height_of_each(const SnViewSettings *settings, int n)
{
    const double room = settings->height / settings->scale - 2 * MARGIN;
    return fmin(room / n, MOST_HIGH + TITLE + BELOW);
}

static void make_picture(SnBar *bar, const SnFields *fields, const SnViewSettings *settings)
{
    const double scale = settings->scale, each = height_of_each(settings, fields->n);
    bar->shown = *fields;
    bar->scale = scale;
    bar->dark = settings->dark;
    bar->room = settings->height;
    bar->width = (int)ceil(find_width(fields) * scale);
    bar->height = (int)ceil(each * fields->n * scale);
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, bar->width, bar->height);
    const Pen pen = {cairo_create(surface), settings->dark};
    cairo_scale(pen.cairo, scale, scale);
    for (int i = 0; i < fields->n; i++)
        draw_bar(&pen, &fields->field[i], bar->width / scale - 3, floor(i * each + TITLE),
                 floor(each - TITLE - BELOW), scale);
    cairo_destroy(pen.cairo);
    cairo_surface_flush(surface);
    upload(bar, cairo_image_surface_get_data(surface), cairo_image_surface_get_stride(surface));
    cairo_surface_destroy(surface);
}

/* Small marks beside the bars where the least and the largest value lie; these may change with
 * every picture. */
static void draw_found(const SnPass *pass, double top)
{
    static const float light[3] = {0.13f, 0.15f, 0.18f}, dark[3] = {0.90f, 0.92f, 0.94f};
    const SnFields *fields = &pass->painter->solids.fields;
    const SnViewSettings *settings = pass->frame->settings;
    const double scale = settings->scale, each = height_of_each(settings, fields->n);
    const double x = settings->width - (MARGIN - 3) * scale;
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_BAND);
    glUniform3fv(sn_uniform(program, "color"), 1, settings->dark ? dark : light);
    for (int i = 0; i < 2 * fields->n; i++) {
        const SnField *field = &fields->field[i / 2];
        const double span = field->range[1] - field->range[0];
        if (!(span > 0) || field->found[1] < field->found[0])
            continue;
        const double t = fmin(fmax((field->found[i % 2] - field->range[0]) / span, 0), 1);
        const double high = floor(each - TITLE - BELOW);
        const double y =
            rint(top - (floor(i / 2 * each + TITLE) + (1 - t) * high) * scale - 0.5 * scale);
        glUniform4f(sn_uniform(program, "box"), (float)x, (float)y, (float)(x + rint(5 * scale)),
                    (float)(y + rint(1.5 * scale)));
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    }
}

void sn_pass_bar(const SnPass *pass)
{
    SnBar *bar = &pass->painter->bar;
    const SnFields *fields = &pass->painter->solids.fields;
    const SnViewSettings *settings = pass->frame->settings;
    const double least = 80 * settings->scale; /* of each bar, or there is no room for it */
    if (!settings->color_bars || fields->n == 0 || settings->height < least * (fields->n + 0.5))
        return;
    if (!is_same(bar, fields, settings))
        make_picture(bar, fields, settings);
    const double right = settings->width - floor((MARGIN - 3) * settings->scale);
    const double low = floor((MARGIN - BELOW) * settings->scale);
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_BAR);
    glUniform4f(sn_uniform(program, "box"), (float)(right - bar->width), (float)low, (float)right,
                (float)(low + bar->height));
    glUniform1i(sn_uniform(program, "picture"), 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, bar->texture);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(pass->painter->gpu.empty_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    draw_found(pass, low + bar->height);
    glDisable(GL_BLEND);
    glBindTexture(GL_TEXTURE_2D, 0);
}
