/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view_options.h"

#include "engine/base/vec.h"
#include "engine/model/classes/model_component.h"
#include "engine/text/number_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SIDE = 16384 };

/* Where the camera looks along, in anatomical axes: x forward, y left, z up. */
static const struct View {
    const char *name;
    double direction[3], up[3];
} VIEWS[] = {
    {"front", {-1, 0, 0}, {0, 0, 1}}, {"back", {1, 0, 0}, {0, 0, 1}},
    {"left", {0, -1, 0}, {0, 0, 1}},  {"right", {0, 1, 0}, {0, 0, 1}},
    {"top", {0, 0, -1}, {0, 1, 0}},   {"bottom", {0, 0, 1}, {0, 1, 0}},
};

static const struct View *find_view(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(VIEWS); i++)
        if (strcmp(VIEWS[i].name, name) == 0)
            return &VIEWS[i];
    return NULL;
}

GError *sn_option_wrong(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    char *message = g_strdup_vprintf(format, values);
    va_end(values);
    GError *error = g_error_new_literal(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);
    g_free(message);
    return error;
}

static bool parse_size(const char *text, SnViewSettings *settings)
{
    char rest;
    return sscanf(text, "%5dx%5d%c", &settings->width, &settings->height, &rest) == 2 &&
           settings->width > 0 && settings->height > 0 && settings->width <= MAX_SIDE &&
           settings->height <= MAX_SIDE;
}

/* nx,ny,nz,d: what lies beyond n . x = d is cut away. */
static bool parse_clip(const char *text, SnClipPlane *plane)
{
    double number[4];
    for (int i = 0; i < 4; i++) {
        const size_t taken = sn_number_parse(text, strlen(text), &number[i]);
        if (!taken || text[taken] != (i < 3 ? ',' : '\0') || !isfinite(number[i]))
            return false;
        text += taken + 1;
    }
    const double length = sn_v3_normalize(number, plane->normal);
    plane->offset = length > 0 ? number[3] / length : 0;
    plane->enabled = true;
    plane->show = false;
    return length > 0;
}

GError *sn_view_options_check(const SnViewOptions *options, SnViewSettings *settings)
{
    sn_view_settings_init(settings);
    if (!parse_size(options->size, settings))
        return sn_option_wrong("--size takes WIDTHxHEIGHT in pixels, not \"%s\"", options->size);
    if (options->view && !find_view(options->view))
        return sn_option_wrong("--view is one of front back left right top bottom, not \"%s\"",
                               options->view);
    if (options->clips->len > SN_MAX_CLIP_PLANES)
        return sn_option_wrong("at most 6 times --clip");
    for (guint i = 0; i < options->clips->len; i++)
        if (!parse_clip(options->clips->pdata[i], &settings->clip[i]))
            return sn_option_wrong(
                "--clip takes nx,ny,nz,d with a normal that is not zero, not \"%s\"",
                (const char *)options->clips->pdata[i]);
    return NULL;
}

void sn_view_options_look(const SnViewOptions *options, const SnModel *model,
                          const SnSnapshot *snapshot, SnViewSettings *settings)
{
    const SnModelComponent *root = (const SnModelComponent *)model->root;
    SnCamera *camera = &settings->camera;
    const double up[3] = {0, 0, 1};
    const double usual[3] = {-1, 0.6, -0.4};
    const struct View *view = options->view ? find_view(options->view) : NULL;
    const bool document = !view && sn_v3_norm(root->view_direction) > 0;
    if (view)
        sn_camera_look(camera, view->direction, view->up);
    else
        sn_camera_look(camera, document ? root->view_direction : usual, up);
    double bounds[2][3];
    if (sn_snapshot_bounds(snapshot, bounds))
        sn_camera_fit(camera, (const double(*)[3])bounds,
                      (double)settings->width / settings->height);
    if (document && root->view_size > 0) {
        sn_v3_copy(root->view_center, camera->center);
        camera->distance = root->view_size / (2 * tan(camera->field_of_view / 2));
    }
}
