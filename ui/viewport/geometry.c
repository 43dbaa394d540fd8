/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/geometry.h"

#include "engine/base/vec.h"

#include <math.h>

void sn_view_project(const SnViewSettings *view, const double point[3], double pixel[2],
                     bool *in_front)
{
    double depth = 0;
    pixel[0] = pixel[1] = 0;
    *in_front = sn_camera_project(&view->camera, view->width, view->height, point, pixel, &depth);
    pixel[0] /= view->scale;
    pixel[1] /= view->scale;
}

void sn_view_ray(const SnViewSettings *view, double x, double y, double origin[3],
                 double direction[3])
{
    sn_camera_ray(&view->camera, view->width, view->height, x * view->scale, y * view->scale,
                  origin, direction);
}

void sn_view_back(const SnViewSettings *view, double back[3])
{
    const double z[3] = {0, 0, 1};
    sn_q_rotate(view->camera.orientation, z, back);
}

bool sn_view_on_plane(const SnViewSettings *view, double x, double y, const double point[3],
                      const double normal[3], double result[3])
{
    double origin[3], direction[3], to[3];
    sn_view_ray(view, x, y, origin, direction);
    double slope = sn_v3_dot(direction, normal);
    if (fabs(slope) < 0.02) { /* nearly edge-on: a pixel would be metres */
        return false;
    }
    sn_v3_sub(point, origin, to);
    sn_v3_copy(origin, result);
    sn_v3_axpy(sn_v3_dot(to, normal) / slope, direction, result);
    return true;
}

bool sn_view_on_line(const SnViewSettings *view, double x, double y, const double point[3],
                     const double direction[3], double *result)
{
    double origin[3], ray[3], to[3];
    sn_view_ray(view, x, y, origin, ray);
    double along = sn_v3_dot(direction, ray);
    double square = 1 - along * along;
    if (square < 1e-3)
        return false;
    sn_v3_sub(origin, point, to);
    *result = (sn_v3_dot(to, direction) - sn_v3_dot(to, ray) * along) / square;
    return true;
}

double sn_view_pixel_size(const SnViewSettings *view, const double point[3])
{
    const SnCamera *camera = &view->camera;
    double back[3], to[3];
    sn_view_back(view, back);
    sn_v3_sub(point, camera->center, to);
    double depth = camera->distance;
    if (!camera->orthographic)
        depth = fmax(depth - sn_v3_dot(to, back), 1e-3 * camera->distance);
    return 2 * depth * tan(camera->field_of_view / 2) * view->scale / view->height;
}
