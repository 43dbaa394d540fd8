/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/vec.h"
#include "render/camera_range.h"
#include "render/render.h"

#include <math.h>

int sn_grid_normal(const SnViewSettings *settings)
{
    double back[3] = {0, 0, 1};
    sn_q_rotate(settings->camera.orientation, back, back);
    for (int k = 0; k < 3; k++)
        if (settings->camera.orthographic && fabs(back[k]) > 1 - 1e-4)
            return k;
    return 2;
}

double sn_grid_cell(const SnViewSettings *settings, double *big)
{
    static const double steps[] = {1, 2, 5, 10}, bigs[] = {10, 5, 10, 10};
    const SnCamera *camera = &settings->camera;
    const double least =
        20 * settings->scale *
        sn_camera_pixel_size(camera, settings->height > 0 ? settings->height : 1, camera->center);
    const double power = pow(10, floor(log10(least)));
    int i = 0;
    while (i < 3 && steps[i] * power < least)
        i++;
    if (big)
        *big = bigs[i];
    return steps[i] * power;
}
