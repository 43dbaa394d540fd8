/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Captions: each drawn by Cairo once, into a small picture that is put where its component is. */
#include "engine/base/memory.h"
#include "render/paint/captions.h"
#include "render/paint/painter.h"

#include <cairo.h>
#include <epoxy/gl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RIM = 3 }; /* of the halo [logical pixels] */

typedef struct SnCaptionPicture {
    SnBar bar;
    char text[SN_CAPTION_SIZE];
    bool shown; /* in the picture that is drawn */
} SnCaptionPicture;

static bool is_same(const SnCaptionPicture *picture, const char *text,
                    const SnViewSettings *settings)
{
    const SnBar *bar = &picture->bar;
    return bar->scale == settings->scale && bar->dark == settings->dark &&
           bar->clear == settings->transparent_background && strcmp(picture->text, text) == 0;
}

static void make_picture(SnCaptionPicture *picture, const SnCaption *caption,
                         const SnViewSettings *settings)
{
    SnBar *bar = &picture->bar;
    snprintf(picture->text, sizeof picture->text, "%s", caption->text);
    bar->scale = settings->scale;
    bar->dark = settings->dark;
    bar->clear = settings->transparent_background;
    bar->width = (int)ceil((caption->width + 2 * RIM) * settings->scale);
    bar->height = (int)ceil(SN_CAPTION_HEIGHT * settings->scale);
    const SnCaption here = {
        .x = RIM, .y = SN_CAPTION_HEIGHT / 2.0, .width = caption->width, .text = caption->text};
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, bar->width, bar->height);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, settings->scale, settings->scale);
    sn_annotation_caption(cairo, &here, settings);
    cairo_destroy(cairo);
    sn_bar_upload(bar, surface);
    cairo_surface_destroy(surface);
}

static SnCaptionPicture *find_picture(SnCaptionPictures *all, const SnCaption *caption,
                                      const SnViewSettings *settings)
{
    for (int i = 0; i < all->n; i++)
        if (is_same(&all->pictures[i], caption->text, settings))
            return &all->pictures[i];
    all->pictures = sn_resize(all->pictures, (size_t)all->n + 1, sizeof *all->pictures);
    SnCaptionPicture *picture = &all->pictures[all->n++];
    memset(picture, 0, sizeof *picture);
    make_picture(picture, caption, settings);
    return picture;
}

/* Those that this picture did not show go. */
static void forget_others(SnCaptionPictures *all)
{
    int kept = 0;
    for (int i = 0; i < all->n; i++) {
        if (all->pictures[i].shown)
            all->pictures[kept++] = all->pictures[i];
        else
            glDeleteTextures(1, &all->pictures[i].bar.texture);
    }
    all->n = kept;
}

void sn_captions_clear(SnCaptionPictures *captions)
{
    for (int i = 0; i < captions->n; i++)
        glDeleteTextures(1, &captions->pictures[i].bar.texture);
    sn_free(captions->pictures);
    *captions = (SnCaptionPictures){0};
}

void sn_pass_captions(const SnPass *pass)
{
    SnCaptionPictures *all = &pass->painter->captions;
    const SnViewSettings *settings = pass->frame->settings;
    SnCaption captions[SN_MOST_CAPTIONS];
    const int n = sn_captions_find(pass->frame->snapshot, settings, captions);
    for (int i = 0; i < all->n; i++)
        all->pictures[i].shown = false;
    for (int i = 0; i < n; i++) {
        SnCaptionPicture *picture = find_picture(all, &captions[i], settings);
        const double top = rint((captions[i].y - SN_CAPTION_HEIGHT / 2.0) * settings->scale);
        picture->shown = true;
        sn_bar_draw(pass, &picture->bar, rint((captions[i].x - RIM) * settings->scale),
                    settings->height - top - picture->bar.height);
    }
    forget_others(all);
}
