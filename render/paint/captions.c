/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/paint/captions.h"

#include "render/collect/collect.h"

#include <math.h>

enum { MOST_LINES = 2 };       /* that a caption makes way for others */
static const double aside = 9; /* of a caption from its point [logical pixels] */
static const double rim = 6;   /* of the picture, or beside the tools over it [logical pixels] */

/* Its place before it is known how wide it is; false: it is not to be seen. */
static bool find_anchor(const SnSnapshot *snapshot, const SnSceneItem *item,
                        const SnViewSettings *settings, double pixel[2])
{
    double bounds[2][3] = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    double middle[3];
    if (item->style.caption[0] == '\0' || !item->style.visible ||
        !sn_item_is_placed(snapshot, item))
        return false;
    sn_item_bounds(snapshot, item, bounds);
    for (int k = 0; k < 3; k++)
        middle[k] = (bounds[0][k] + bounds[1][k]) / 2;
    if (!sn_camera_project(&settings->camera, settings->width, settings->height, middle, pixel,
                           NULL))
        return false;
    const bool inside =
        pixel[0] >= 0 && pixel[1] >= 0 && pixel[0] < settings->width && pixel[1] < settings->height;
    pixel[0] /= settings->scale;
    pixel[1] /= settings->scale;
    return inside;
}

/* Several items may show one component: the first has its caption. */
static bool is_first(const SnScene *scene, int i)
{
    return i == 0 || !sn_id_equal(scene->items[i].id, scene->items[i - 1].id);
}

static bool has_room(const SnCaption *captions, int n, const SnCaption *one)
{
    for (int i = 0; i < n; i++)
        if (fabs(captions[i].y - one->y) < SN_CAPTION_HEIGHT &&
            one->x < captions[i].x + captions[i].width + 4 &&
            captions[i].x < one->x + one->width + 4)
            return false;
    return true;
}

/* Puts a caption beside its place, above or below by as few lines as others leave it; false: there
 * is no room. */
static bool find_room(const SnCaption *captions, int n, double height, SnCaption *one)
{
    const double middle = one->y;
    for (int step = 0; step <= 2 * MOST_LINES; step++) {
        const int lines = (step + 1) / 2 * (step % 2 ? -1 : 1);
        one->y = middle + lines * SN_CAPTION_HEIGHT;
        if (one->y >= rim && one->y <= height - rim && has_room(captions, n, one))
            return true;
    }
    return false;
}

/* Something to measure letters on. */
static cairo_t *ruler_new(void)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    return cairo;
}

int sn_captions_find(const SnSnapshot *snapshot, const SnViewSettings *settings,
                     SnCaption captions[SN_MOST_CAPTIONS])
{
    int n = 0;
    cairo_t *ruler = NULL;
    const double width = settings->width / settings->scale;
    const double height = settings->height / settings->scale;
    const SnScene *scene = settings->captions && snapshot ? snapshot->scene : NULL;
    for (int i = 0; scene && i < scene->n_items && n < SN_MOST_CAPTIONS; i++) {
        const SnSceneItem *item = &scene->items[i];
        double at[2];
        if (!is_first(scene, i) || !find_anchor(snapshot, item, settings, at))
            continue;
        SnCaption *one = &captions[n];
        if (!ruler)
            ruler = ruler_new();
        one->text = item->style.caption;
        one->width = sn_annotation_caption_width(ruler, one->text);
        one->x = item->kind == SN_ITEM_POINT ? at[0] + aside : at[0] - one->width / 2;
        one->x =
            fmax(fmin(one->x, width - settings->edge - rim - one->width), settings->edge + rim);
        one->y = at[1];
        n += find_room(captions, n, height, one);
    }
    if (ruler)
        cairo_destroy(ruler);
    return n;
}
