/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew render: a picture of a moment, without a display. */
#include "app/commands.h"
#include "app/options.h"
#include "engine/base/vec.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/number_text.h"
#include "engine/run/simulation.h"
#include "render/render.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 16384 };

typedef struct Picture {
    double time; /* [s] */
    const char *size, *view, *out;
    GPtrArray *clips, *sets;
    int width, height;
    SnViewSettings settings;
} Picture;

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

static GError *wrong(const char *format, const char *text) G_GNUC_PRINTF(1, 0);
static GError *wrong(const char *format, const char *text)
{
    char *message = g_strdup_printf(format, text);
    GError *error = g_error_new_literal(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);
    g_free(message);
    return error;
}

static bool parse_size(Picture *picture)
{
    char rest;
    return sscanf(picture->size, "%5dx%5d%c", &picture->width, &picture->height, &rest) == 2 &&
           picture->width > 0 && picture->height > 0 && picture->width <= MAX_SIDE &&
           picture->height <= MAX_SIDE;
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

static GError *check_options(Picture *picture)
{
    sn_view_settings_init(&picture->settings);
    if (!picture->out)
        return wrong("%s", "--out FILE.png is missing");
    if (picture->time < 0)
        return wrong("%s", "--time must not be negative");
    if (!parse_size(picture))
        return wrong("--size takes WIDTHxHEIGHT in pixels, not \"%s\"", picture->size);
    if (picture->view && !find_view(picture->view))
        return wrong("--view is one of front back left right top bottom, not \"%s\"",
                     picture->view);
    if (picture->clips->len > SN_MAX_CLIP_PLANES)
        return wrong("%s", "at most 6 times --clip");
    for (guint i = 0; i < picture->clips->len; i++)
        if (!parse_clip(picture->clips->pdata[i], &picture->settings.clip[i]))
            return wrong("--clip takes nx,ny,nz,d with a normal that is not zero, not \"%s\"",
                         picture->clips->pdata[i]);
    return NULL;
}

/* The first look of the document, or the view asked for around everything. */
static void set_camera(Picture *picture, const SnModelComponent *root, const SnSnapshot *snapshot)
{
    SnViewSettings *settings = &picture->settings;
    settings->width = picture->width;
    settings->height = picture->height;
    SnCamera *camera = &settings->camera;
    const double up[3] = {0, 0, 1};
    const double usual[3] = {-1, 0.6, -0.4};
    const struct View *view = picture->view ? find_view(picture->view) : NULL;
    const bool document = !view && sn_v3_norm(root->view_direction) > 0;
    if (view)
        sn_camera_look(camera, view->direction, view->up);
    else
        sn_camera_look(camera, document ? root->view_direction : usual, up);
    double bounds[2][3];
    if (sn_snapshot_bounds(snapshot, bounds))
        sn_camera_fit(camera, bounds, (double)picture->width / picture->height);
    if (document && root->view_size > 0) {
        sn_v3_copy(root->view_center, camera->center);
        camera->distance = root->view_size / (2 * tan(camera->field_of_view / 2));
    }
}

static bool simulate(const Picture *picture, SnSimulation *s, GError **error)
{
    SnFault fault = s->assembly;
    const double half = 0.5 * s->compiled->system->step_size;
    while (fault.code == SN_FAULT_NONE && s->state->time < picture->time - half) {
        fault = sn_simulation_step(s);
        sn_recorder_reserve(s->recorder);
    }
    if (fault.code == SN_FAULT_NONE)
        return true;
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE, "t = %g s: %s", fault.time,
                fault.text);
    return false;
}

static bool draw(Picture *picture, const SnSimulation *s, GError **error)
{
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    SnSnapshot *snapshot = sn_simulation_snapshot(s, pool, NULL, 0, 0);
    set_camera(picture, (const SnModelComponent *)s->model->root, snapshot);
    char text[256] = "";
    uint8_t *pixels = sn_render_image(snapshot, &picture->settings, NULL, 0, text, sizeof text);
    const bool good = pixels && sn_png_write(picture->out, pixels, picture->width, picture->height,
                                             text, sizeof text);
    if (!good)
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_FILE, "%s: %s", picture->out, text);
    free(pixels);
    sn_snapshot_unref(snapshot);
    sn_snapshot_pool_free(pool);
    return good;
}

static SnExit render(Picture *picture, const char *argument)
{
    GError *error = NULL;
    SnModel *model = sn_command_model(argument, picture->sets, &error);
    SnCompiled *compiled = model ? sn_compile(model, NULL, NULL, &error) : NULL;
    if (!compiled) {
        if (model)
            sn_model_free(model);
        return sn_command_failed(error);
    }
    SnSimulation *s = sn_simulation_new();
    sn_simulation_install(s, model, compiled, true);
    const bool good = simulate(picture, s, &error) && draw(picture, s, &error);
    sn_simulation_free(s);
    return good ? SN_EXIT_DONE : sn_command_failed(error);
}

SnExit sn_command_render(int n, char **words)
{
    Picture picture = {.size = "1280x800", .clips = g_ptr_array_new(), .sets = g_ptr_array_new()};
    const SnOption options[] = {
        {"--time", SN_OPTION_NUMBER, &picture.time}, {"--size", SN_OPTION_TEXT, &picture.size},
        {"--view", SN_OPTION_TEXT, &picture.view},   {"--clip", SN_OPTION_TEXTS, picture.clips},
        {"--set", SN_OPTION_TEXTS, picture.sets},    {"--out", SN_OPTION_TEXT, &picture.out},
    };
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error))
        error = check_options(&picture);
    const SnExit status =
        error ? sn_command_usage("render", error) : render(&picture, arguments->pdata[0]);
    g_ptr_array_free(arguments, TRUE);
    g_ptr_array_free(picture.clips, TRUE);
    g_ptr_array_free(picture.sets, TRUE);
    return status;
}
