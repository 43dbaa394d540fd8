/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/paint/captions.h"

#include "engine/base/vec.h"
#include "render/camera_range.h"
#include "render/collect/collect.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LINES = 2 };             /* that a caption makes way for others */
static const double aside = 9;       /* of a caption from its point [logical pixels] */
static const double above = 12;      /* of the value of several loads [logical pixels] */
static const double least_arrow = 8; /* with a value at its tip [logical pixels] */
static const double rim = 6; /* of the picture, or beside the tools over it [logical pixels] */

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

/* Three digits, as few as say it, and a unit that fits. */
static void write_value(double value, const char *unit, char text[SN_VALUE_SIZE / 2])
{
    const double scale = value >= 1e4 ? 1e-3 : value < 0.1 ? 1e3 : 1, shown = value * scale;
    const int digits = shown >= 99.95 ? 0 : shown >= 9.995 ? 1 : 2;
    char number[SN_VALUE_SIZE / 2];
    int n = snprintf(number, sizeof number, "%.*f", digits, fmin(shown, 1e9));
    while (digits > 0 && number[n - 1] == '0')
        number[--n] = '\0';
    if (number[n - 1] == '.')
        number[n - 1] = '\0';
    snprintf(text, SN_VALUE_SIZE / 2, "%.12s %s%s", number,
             value >= 1e4  ? "k"
             : value < 0.1 ? "m"
                           : "",
             unit);
}

static double load_of(const SnSnapshot *snapshot, const SnSceneItem *item, double v[3])
{
    for (int k = 0; k < 3; k++)
        v[k] = (double)snapshot->vectors[3 * (size_t)item->vector + (size_t)k];
    return sn_v3_norm(v);
}

/* The loads that begin with item i, forces or moments of one component: how many, and what their
 * arrows say together; 0: not the first of them, or no load. */
static int read_loads(const SnSnapshot *snapshot, int i, char text[SN_VALUE_SIZE])
{
    const SnSceneItem *items = snapshot->scene->items;
    const bool ring = items[i].size[1] > 0;
    double v[3], sum[3] = {0, 0, 0}, least = INFINITY, most = 0;
    int n = 0;
    if (items[i].kind != SN_ITEM_ARROW || items[i].vector < 0 || !items[i].style.visible ||
        (i > 0 && items[i - 1].kind == SN_ITEM_ARROW && sn_id_equal(items[i - 1].id, items[i].id) &&
         (items[i - 1].size[1] > 0) == ring))
        return 0;
    for (int k = i; k < snapshot->scene->n_items && sn_id_equal(items[k].id, items[i].id); k++) {
        if (items[k].kind != SN_ITEM_ARROW || (items[k].size[1] > 0) != ring)
            break;
        const double value = load_of(snapshot, &items[k], v);
        sn_v3_axpy(1, v, sum);
        least = fmin(least, value), most = fmax(most, value);
        n++;
    }
    char value[SN_VALUE_SIZE / 2];
    const bool alike = n > 1 && least > 0.99 * most;
    write_value(alike ? most : sn_v3_norm(sum), ring ? "N m" : "N", value);
    if (alike)
        snprintf(text, SN_VALUE_SIZE, "%d \u00d7 %s", n, value);
    else
        snprintf(text, SN_VALUE_SIZE, "%s", value);
    return most > 0 && isfinite(most) ? n : 0;
}

/* In logical pixels; false: behind the eye. */
static bool project(const SnViewSettings *settings, const double place[3], double at[2])
{
    if (!sn_camera_project(&settings->camera, settings->width, settings->height, place, at, NULL))
        return false;
    at[0] /= settings->scale, at[1] /= settings->scale;
    return true;
}

/* The free end of an arrow and the one where it acts; false: it is not seen. */
static bool find_arrow(const SnSnapshot *snapshot, const SnSceneItem *item,
                       const SnViewSettings *settings, SnHolders *holders, double at[2],
                       double foot[2])
{
    const double *point = snapshot->points + 3 * (size_t)item->first;
    double ends[2][3];
    if (!sn_item_is_placed(snapshot, item))
        return false;
    sn_load_ends(snapshot, item, holders, ends);
    const bool pushes = sn_v3_distance(ends[0], point) > 0;
    return project(settings, point, foot) && project(settings, ends[pushes ? 0 : 1], at) &&
           hypot(at[0] - foot[0], at[1] - foot[1]) >= least_arrow;
}

/* The rightmost place of a moment's ring; false: it is not seen. */
static bool find_ring(const SnSnapshot *snapshot, const SnSceneItem *item,
                      const SnViewSettings *settings, SnHolders *holders, double at[2])
{
    enum { PLACES = 16 };
    const double *point = snapshot->points + 3 * (size_t)item->first;
    double right[3], up[3], back[3], u[3], v[3], middle[2];
    SnLoadRing ring;
    sn_camera_axes(&settings->camera, right, up, back);
    const double pixel =
        settings->scale * sn_camera_pixel_size(&settings->camera, settings->height, point);
    if (!sn_item_is_placed(snapshot, item) ||
        !sn_load_ring(snapshot, item, holders, back, pixel, &ring) ||
        !project(settings, ring.center, middle))
        return false;
    sn_v3_tangents(ring.axis, u, v);
    at[0] = middle[0], at[1] = middle[1];
    for (int i = 0; i <= PLACES; i++) {
        const double angle = 2 * M_PI * i / PLACES;
        double place[3], seen[2];
        for (int k = 0; k < 3; k++)
            place[k] = ring.center[k] + ring.radius * (cos(angle) * u[k] + sin(angle) * v[k]);
        if (i == PLACES) { /* the end of its axis */
            sn_v3_copy(ring.center, place);
            sn_v3_axpy(ring.radius, ring.out, place);
        }
        if (project(settings, place, seen))
            at[0] = fmax(at[0], seen[0]);
    }
    return true;
}

/* Where the value of n loads stands: at the free end of an arrow, over those of several (below
 * them, if they point down), beside a ring; and whether it begins there, or has its middle there.
 */
static bool find_tips(const SnSnapshot *snapshot, const SnSceneItem *items, int n,
                      const SnViewSettings *settings, SnHolders *holders, double at[2],
                      bool *beside)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, free = 0;
    int seen = 0;
    for (int i = 0; i < n; i++) {
        double tip[2], foot[2] = {0, 0};
        const bool ring = items[i].size[1] > 0;
        if (ring ? !find_ring(snapshot, &items[i], settings, holders, tip)
                 : !find_arrow(snapshot, &items[i], settings, holders, tip, foot))
            continue;
        for (int k = 0; k < 2; k++)
            low[k] = fmin(low[k], tip[k]), high[k] = fmax(high[k], tip[k]);
        free += tip[1] - foot[1];
        seen++;
    }
    *beside = seen == 1;
    at[0] = *beside ? high[0] : (low[0] + high[0]) / 2;
    at[1] = *beside ? high[1] : free < 0 ? low[1] - above : high[1] + above;
    return seen > 0 && at[0] >= 0 && at[1] >= 0 && at[0] < settings->width / settings->scale &&
           at[1] < settings->height / settings->scale;
}

/* The value of the force of a FORCE item's contacts, and where its arrow begins; false: none. */
static bool find_contact(const SnSnapshot *snapshot, const SnSceneItem *item,
                         const SnViewSettings *settings, char text[SN_VALUE_SIZE], double at[2])
{
    double center[3], force[3], tip[2];
    if (item->kind != SN_ITEM_FORCE || !item->style.visible ||
        !sn_contact_force(snapshot, item, center, force) || !project(settings, center, tip))
        return false;
    char value[SN_VALUE_SIZE / 2];
    write_value(sn_v3_norm(force), "N", value);
    snprintf(text, SN_VALUE_SIZE, "%s", value);
    sn_v3_axpy(-item->size[0], force, center);
    return project(settings, center, at) && hypot(at[0] - tip[0], at[1] - tip[1]) >= least_arrow &&
           at[0] >= 0 && at[1] >= 0 && at[0] < settings->width / settings->scale &&
           at[1] < settings->height / settings->scale;
}

/* What is written of a scene, and where room is to be found for it. */
typedef struct Writing {
    SnCaption *captions; /* [SN_MOST_CAPTIONS] */
    int n;
    const SnViewSettings *settings;
    cairo_t *ruler; /* made when first needed */
    SnHolders holders;
} Writing;

/* Adds the caption whose text has been set, where there is room near a place: to its right, or with
 * its middle there. */
static void add_caption(Writing *w, const double at[2], bool beside)
{
    const SnViewSettings *settings = w->settings;
    const double width = settings->width / settings->scale;
    SnCaption *one = &w->captions[w->n];
    if (!w->ruler)
        w->ruler = ruler_new();
    one->width = sn_annotation_caption_width(w->ruler, one->text);
    one->x = beside ? at[0] + aside : at[0] - one->width / 2;
    one->x = fmax(fmin(one->x, width - settings->edge - rim - one->width), settings->edge + rim);
    one->y = at[1];
    w->n += find_room(w->captions, w->n, settings->height / settings->scale, one);
}

int sn_captions_find(const SnSnapshot *snapshot, const SnViewSettings *settings,
                     SnCaption captions[SN_MOST_CAPTIONS])
{
    Writing w = {.captions = captions, .settings = settings};
    const SnScene *scene = settings->captions && snapshot ? snapshot->scene : NULL;
    for (int i = 0; scene && i < scene->n_items && w.n < SN_MOST_CAPTIONS; i++) {
        const SnSceneItem *item = &scene->items[i];
        double at[2];
        if (!is_first(scene, i) || !find_anchor(snapshot, item, settings, at))
            continue;
        captions[w.n].text = item->style.caption;
        add_caption(&w, at, item->kind == SN_ITEM_POINT);
    }
    for (int i = 0; scene && i < scene->n_items && w.n < SN_MOST_CAPTIONS; i++) {
        SnCaption *one = &captions[w.n];
        const int n = read_loads(snapshot, i, one->value);
        double at[2];
        bool beside = true;
        if (n > 0 ? !find_tips(snapshot, &scene->items[i], n, settings, &w.holders, at, &beside)
                  : !find_contact(snapshot, &scene->items[i], settings, one->value, at))
            continue;
        one->text = one->value;
        add_caption(&w, at, beside);
    }
    if (w.ruler)
        cairo_destroy(w.ruler);
    sn_holders_free(&w.holders);
    return w.n;
}
