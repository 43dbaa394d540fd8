/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/view_options.h"

#include "engine/base/vec.h"
#include "engine/model/classes/model_component.h"
#include "engine/text/number_text.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* Most pixels of a side and of a picture, and bytes that each takes while it is drawn: colour and
 * depth of four samples, the mean, the copy and its compression. */
enum { MAX_SIDE = 16384, MAX_PIXELS = 1 << 26, PIXEL_BYTES = 64 };
/* A pixel of a screen of usual fineness is 1/96 inch. */
#define PIXELS_PER_MM (96 / 25.4)
/* What OpenGL takes besides, where the processor draws. */
enum { OPENGL_BYTES = 1 << 30, THREAD_BYTES = 16 << 20 };

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

bool sn_option_ends(const char *file, const char *const *endings)
{
    g_autofree char *lower = g_ascii_strdown(file, -1);
    for (int i = 0; endings[i]; i++)
        if (g_str_has_suffix(lower, endings[i]))
            return true;
    return false;
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

/* What the machine has left [bytes]; as much as can be where it does not say. */
static guint64 memory_left(void)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents("/proc/meminfo", &text, NULL, NULL))
        return G_MAXUINT64;
    const char *line = strstr(text, "MemAvailable:");
    return line ? 1024 * g_ascii_strtoull(line + strlen("MemAvailable:"), NULL, 10) : G_MAXUINT64;
}

/* Asked for, not touched: nothing fills it, as debugging allocators do with theirs. */
static bool can_be_had(gsize bytes)
{
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return room != MAP_FAILED && munmap(room, bytes) == 0;
}

bool sn_view_options_fit(const SnViewSettings *settings, GError **error)
{
    const gsize bytes = OPENGL_BYTES + g_get_num_processors() * THREAD_BYTES +
                        (gsize)settings->width * (gsize)settings->height * PIXEL_BYTES;
    const bool touched = bytes - OPENGL_BYTES <= memory_left(); /* the rest is mostly programs */
    g_autofree char *asked = g_format_size(bytes);
    return (touched && can_be_had(bytes)) ||
           sn_refuse(error, SN_MODEL_ERROR_MEMORY,
                     "not enough memory to draw %d x %d pixels: about %s asked for; choose "
                     "a smaller size or close other programs",
                     settings->width, settings->height, asked);
}

/* Width and height in pixels of a screen of usual fineness: whole ones, or millimetres. */
static bool parse_size(const char *text, double side[2])
{
    const char *cross = strchr(text, 'x');
    if (!cross)
        return false;
    const size_t before = (size_t)(cross - text), after = strlen(cross + 1);
    if (g_str_has_suffix(text, "mm")) {
        const bool both = before > 0 && after > 2 &&
                          sn_number_parse(text, before, &side[0]) == before &&
                          sn_number_parse(cross + 1, after - 2, &side[1]) == after - 2;
        side[0] *= PIXELS_PER_MM, side[1] *= PIXELS_PER_MM;
        return both && side[0] > 0 && side[1] > 0;
    }
    int64_t whole[2];
    if (!sn_integer_parse(text, before, &whole[0]) ||
        !sn_integer_parse(cross + 1, after, &whole[1]))
        return false;
    side[0] = (double)whole[0], side[1] = (double)whole[1];
    return whole[0] >= 1 && whole[1] >= 1;
}

/* Pixels for each of those of the size. */
static GError *check_scale(const SnViewOptions *options, double *scale)
{
    *scale = 1;
    if (!isnan(options->scale) && !isnan(options->dpi))
        return sn_option_wrong("--scale and --dpi say the same: give one of them%s", "");
    if (!isnan(options->scale))
        *scale = options->scale;
    if (!isnan(options->dpi))
        *scale = options->dpi / 96;
    if (!(*scale >= 0.25 && *scale <= 16))
        return sn_option_wrong(
            "--scale takes a number from 0.25 to 16, --dpi one from 24 to 1536%s", "");
    return NULL;
}

/* Size as on a screen of usual fineness, times the scale. */
static GError *check_size(const char *text, double scale, SnViewSettings *settings)
{
    double side[2];
    if (!parse_size(text, side))
        return sn_option_wrong("--size takes WIDTHxHEIGHT in pixels, or WIDTHxHEIGHTmm, not \"%s\"",
                               text);
    for (int k = 0; k < 2; k++)
        side[k] = fmax(round(fmin(side[k], 2 * MAX_SIDE) * scale), 1);
    settings->scale = scale;
    if (side[0] > MAX_SIDE || side[1] > MAX_SIDE || side[0] * side[1] > MAX_PIXELS)
        return sn_option_wrong("--size %s is too large: at most %d pixels a side, and %d million "
                               "in all",
                               text, MAX_SIDE, MAX_PIXELS / 1000000);
    settings->width = (int)side[0];
    settings->height = (int)side[1];
    return NULL;
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
    settings->axes = false;
    settings->transparent_background = options->transparent;
    settings->scale_bar = options->legend;
    settings->dark = options->dark;
    settings->grid = !options->transparent && !options->plain;
    settings->color_bars = !options->plain || options->legend;
    settings->captions = !options->plain;
    double scale;
    GError *error = check_scale(options, &scale);
    if (!error)
        error = check_size(options->size, scale, settings);
    if (error)
        return error;
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
    camera->field_of_view = root->view_angle;
    settings->ground = root->view_ground;
    if (document && root->view_size > 0)
        sn_camera_show(camera, root->view_center, root->view_size, settings->width,
                       settings->height);
    else
        sn_camera_fit_shown(camera, settings, snapshot);
}
