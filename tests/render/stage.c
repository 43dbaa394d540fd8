/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool stage_open(Stage *stage)
{
    char text[4096] = "";
    memset(stage, 0, sizeof *stage);
    stage->offscreen = sn_offscreen_new(text, sizeof text);
    if (!stage->offscreen || !sn_offscreen_make_current(stage->offscreen)) {
        printf("1..0 # SKIP no OpenGL without a display: %s\n", text);
        return false;
    }
    stage->painter = sn_painter_new(text, sizeof text);
    if (!stage->painter) {
        fprintf(stderr, "%s\n", text);
        abort();
    }
    return true;
}

void stage_close(Stage *stage)
{
    sn_target_clear(&stage->target);
    sn_painter_free(stage->painter);
    sn_offscreen_clear_current(stage->offscreen);
    sn_offscreen_free(stage->offscreen);
    free(stage->pixels);
}

void stage_reset(Stage *stage, double x, double y, double z, double half_size)
{
    SnViewSettings *view = &stage->view;
    sn_view_settings_init(view);
    view->width = 200;
    view->height = 150;
    view->grid = view->axes = view->ambient_occlusion = view->shadow = false;
    view->samples = 0;
    const double direction[3] = {x, y, z}, up[3] = {0, 0, 1};
    const double bounds[2][3] = {{-half_size, -half_size, -half_size},
                                 {half_size, half_size, half_size}};
    sn_camera_look(&view->camera, direction, up);
    sn_camera_fit(&view->camera, bounds, 200.0 / 150);
    stage->marks = (SnMarks){NULL, 0, SN_ID_NULL, NULL, false};
}

void stage_draw(Stage *stage, const SnSnapshot *snapshot)
{
    const size_t size = 4 * (size_t)stage->view.width * (size_t)stage->view.height;
    if (!sn_painter_draw(stage->painter, &stage->target, snapshot, &stage->view, &stage->marks)) {
        fprintf(stderr, "drawing failed\n");
        abort();
    }
    stage->pixels = realloc(stage->pixels, size);
    sn_target_read(&stage->target, false, stage->pixels);
}

const uint8_t *stage_pixel(const Stage *stage, int x, int y)
{
    if (x < 0 || y < 0 || x >= stage->view.width || y >= stage->view.height) {
        fprintf(stderr, "pixel %d, %d is outside\n", x, y);
        abort();
    }
    return stage->pixels + 4 * ((size_t)y * (size_t)stage->view.width + (size_t)x);
}

const uint8_t *stage_at(const Stage *stage, double x, double y, double z)
{
    const double point[3] = {x, y, z};
    double pixel[2];
    if (!sn_camera_project(&stage->view.camera, stage->view.width, stage->view.height, point, pixel,
                           NULL))
        abort();
    return stage_pixel(stage, (int)floor(pixel[0]), (int)floor(pixel[1]));
}

double stage_pixel_size(const Stage *stage)
{
    const SnCamera *camera = &stage->view.camera;
    return 2 * camera->distance * tan(camera->field_of_view / 2) / stage->view.height;
}

int color_distance(const uint8_t *pixel, uint32_t rgb)
{
    int worst = 0;
    for (int k = 0; k < 3; k++) {
        const int away = abs((int)pixel[k] - (int)(rgb >> (16 - 8 * k) & 255));
        worst = away > worst ? away : worst;
    }
    return worst;
}

uint64_t stage_hash(const Stage *stage)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    const size_t n = 4 * (size_t)stage->view.width * (size_t)stage->view.height;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ stage->pixels[i]) * 1099511628211u;
    return hash;
}

bool stage_click(Stage *stage, const SnSnapshot *snapshot, double x, double y, double z,
                 SnPickHit *hit)
{
    const double point[3] = {x, y, z};
    double pixel[2];
    if (!sn_camera_project(&stage->view.camera, stage->view.width, stage->view.height, point, pixel,
                           NULL))
        return false;
    const SnPickQuery query = {
        pixel[0], pixel[1], 0, 0, false, stage->marks.selection, stage->marks.n_selection};
    return sn_painter_pick(stage->painter, snapshot, &stage->view, &query, hit, 1) == 1;
}
