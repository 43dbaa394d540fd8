/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour bars and the scale bar: drawn by Cairo into small pictures when ranges or sizes change,
 * then copied over the lower right and left of every picture. */
#include "render/annotation.h"
#include "render/paint/painter.h"

#include <cairo.h>
#include <epoxy/gl.h>
#include <math.h>
#include <string.h>

static bool is_same(const SnBar *bar, const SnFields *fields, const SnViewSettings *settings)
{
    if (!bar->texture || bar->scale != settings->scale || bar->dark != settings->dark ||
        bar->clear != settings->transparent_background || bar->room != settings->height ||
        bar->shown.n != fields->n)
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

void sn_bar_upload(SnBar *bar, cairo_surface_t *surface)
{
    cairo_surface_flush(surface);
    const unsigned char *pixels = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
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

static void make_picture(SnBar *bar, const SnFields *fields, const SnViewSettings *settings)
{
    const double scale = settings->scale, each = sn_annotation_bar_height(settings, fields->n);
    bar->shown = *fields;
    bar->scale = scale;
    bar->dark = settings->dark;
    bar->clear = settings->transparent_background;
    bar->room = settings->height;
    bar->width = (int)ceil(sn_annotation_bars_width(fields) * scale);
    bar->height = (int)ceil(each * fields->n * scale);
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, bar->width, bar->height);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, scale, scale);
    sn_annotation_bars(cairo, fields, settings, bar->width / scale - 3);
    cairo_destroy(cairo);
    sn_bar_upload(bar, surface);
    cairo_surface_destroy(surface);
}

/* Small marks beside the bars where the least and the largest value lie; these may change with
 * every picture. */
static void draw_found(const SnPass *pass, double top)
{
    static const float light[3] = {0.13f, 0.15f, 0.18f}, dark[3] = {0.90f, 0.92f, 0.94f};
    const SnFields *fields = &pass->painter->solids.fields;
    const SnViewSettings *settings = pass->frame->settings;
    const double scale = settings->scale, each = sn_annotation_bar_height(settings, fields->n);
    const double x = settings->width - (sn_annotation_bars_right(fields, settings) - 3) * scale;
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_BAND);
    glUniform3fv(sn_uniform(program, "color"), 1, settings->dark ? dark : light);
    for (int i = 0; i < 2 * fields->n; i++) {
        const SnField *field = &fields->field[i / 2];
        const double span = field->range[1] - field->range[0];
        if (!(span > 0) || field->found[1] < field->found[0])
            continue;
        const double t = fmin(fmax((field->found[i % 2] - field->range[0]) / span, 0), 1);
        const double high = floor(each - SN_BAR_TITLE - SN_BAR_BELOW);
        const double y =
            rint(top - (floor(i / 2 * each + SN_BAR_TITLE) + (1 - t) * high) * scale - 0.5 * scale);
        glUniform4f(sn_uniform(program, "box"), (float)x, (float)y, (float)(x + rint(5 * scale)),
                    (float)(y + rint(1.5 * scale)));
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    }
}

void sn_bar_draw(const SnPass *pass, const SnBar *bar, double x, double y)
{
    const GLuint program = sn_program_use(&pass->painter->programs, SN_PROGRAM_BAR);
    glUniform4f(sn_uniform(program, "box"), (float)x, (float)y, (float)(x + bar->width),
                (float)(y + bar->height));
    glUniform1i(sn_uniform(program, "picture"), 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, bar->texture);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(pass->painter->gpu.empty_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisable(GL_BLEND);
    glBindTexture(GL_TEXTURE_2D, 0);
}

static void make_scale(SnBar *bar, const SnScaleBar *length, const SnViewSettings *settings)
{
    bar->scale = settings->scale;
    bar->dark = settings->dark;
    bar->clear = settings->transparent_background;
    bar->length = *length;
    bar->width = (int)ceil((length->width + 40) * settings->scale);
    bar->height = (int)ceil(SN_SCALE_BAR_HEIGHT * settings->scale);
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, bar->width, bar->height);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, settings->scale, settings->scale);
    cairo_translate(cairo, 18, 0);
    sn_annotation_scale_bar(cairo, length, settings);
    cairo_destroy(cairo);
    sn_bar_upload(bar, surface);
    cairo_surface_destroy(surface);
}

static void draw_scale(const SnPass *pass)
{
    SnBar *bar = &pass->painter->scale_bar;
    const SnViewSettings *settings = pass->frame->settings;
    SnScaleBar length = {0};
    sn_annotation_find_scale(settings, &length);
    if (!bar->texture || bar->scale != settings->scale || bar->dark != settings->dark ||
        bar->clear != settings->transparent_background || bar->length.width != length.width ||
        strcmp(bar->length.text, length.text) != 0)
        make_scale(bar, &length, settings);
    sn_bar_draw(pass, bar, floor(6 * settings->scale), floor(14 * settings->scale));
}

void sn_pass_bar(const SnPass *pass)
{
    SnBar *bar = &pass->painter->bar;
    const SnFields *fields = &pass->painter->solids.fields;
    const SnViewSettings *settings = pass->frame->settings;
    if (settings->scale_bar && sn_annotation_scale_fits(settings))
        draw_scale(pass);
    if (!settings->color_bars || !sn_annotation_bars_fit(fields, settings))
        return;
    if (!is_same(bar, fields, settings))
        make_picture(bar, fields, settings);
    const double right =
        settings->width - floor((sn_annotation_bars_right(fields, settings) - 3) * settings->scale);
    const double low = floor((SN_ANNOTATION_MARGIN - SN_BAR_BELOW) * settings->scale);
    sn_bar_draw(pass, bar, right - bar->width, low);
    draw_found(pass, low + bar->height);
}
