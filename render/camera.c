/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/camera_range.h"
#include "render/render.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

static double half_height_at_center(const SnCamera *camera)
{
    return camera->distance * tan(camera->field_of_view / 2);
}

/* Camera axes in the world: right, up, back (towards the eye). */
void sn_camera_axes(const SnCamera *camera, double right[3], double up[3], double back[3])
{
    double m[9];
    sn_q_to_m3(camera->orientation, m);
    for (int i = 0; i < 3; i++)
        right[i] = m[3 * i], up[i] = m[3 * i + 1], back[i] = m[3 * i + 2];
}

void sn_camera_look(SnCamera *camera, const double direction[3], const double up[3])
{
    double back[3], right[3], above[3];
    sn_v3_scale(-1, direction, back);
    if (sn_v3_normalize(back, back) == 0)
        return;
    sn_v3_cross(up, back, right);
    if (sn_v3_norm(right) < 1e-9 * (1 + sn_v3_norm(up)))
        sn_v3_tangents(back, right, above);
    sn_v3_normalize(right, right);
    sn_v3_cross(back, right, above);
    const double m[9] = {right[0], above[0], back[0],  right[1], above[1],
                         back[1],  right[2], above[2], back[2]};
    sn_q_from_m3(m, camera->orientation);
}

void sn_camera_fit(SnCamera *camera, const double bounds[2][3], double aspect)
{
    const double margin = 1.03;
    const double tan_y = tan(camera->field_of_view / 2) / margin;
    const double tan_x = tan_y * aspect;
    for (int k = 0; k < 3; k++)
        camera->center[k] = (bounds[0][k] + bounds[1][k]) / 2;
    double distance = 1e-6;
    for (int corner = 0; corner < 8; corner++) {
        double p[3], c[3];
        for (int k = 0; k < 3; k++)
            p[k] = bounds[corner >> k & 1][k] - camera->center[k];
        sn_q_unrotate(camera->orientation, p, c);
        const double reach = fmax(fabs(c[0]) / tan_x, fabs(c[1]) / tan_y);
        distance = fmax(distance, camera->orthographic ? reach : reach + c[2]);
    }
    camera->distance = distance;
}

void sn_camera_orbit(SnCamera *camera, double yaw, double pitch)
{
    double right[3], up[3], back[3];
    sn_camera_axes(camera, right, up, back);
    if (up[2] > -1e-9) {
        /* upright: elevation of the eye stays between straight below and straight above */
        const double elevation = atan2(back[2], fmax(up[2], 0));
        const double wanted = fmin(fmax(elevation - pitch, -M_PI / 2), M_PI / 2);
        pitch = elevation - wanted;
    }
    const double turn[4] = {cos(yaw / 2), 0, 0, sin(yaw / 2)};
    const double tilt[4] = {cos(pitch / 2), sin(pitch / 2), 0, 0};
    sn_q_mul(turn, camera->orientation, camera->orientation);
    sn_q_mul(camera->orientation, tilt, camera->orientation);
    sn_q_normalize(camera->orientation);
}

void sn_camera_pan(SnCamera *camera, double dx, double dy, int width, int height)
{
    (void)width;
    double right[3], up[3], back[3];
    sn_camera_axes(camera, right, up, back);
    const double metres = 2 * half_height_at_center(camera) / height;
    sn_v3_axpy(-dx * metres, right, camera->center);
    sn_v3_axpy(dy * metres, up, camera->center);
}

void sn_camera_zoom(SnCamera *camera, double factor, double x, double y, int width, int height)
{
    double right[3], up[3], back[3];
    sn_camera_axes(camera, right, up, back);
    const double metres = 2 * half_height_at_center(camera) / height;
    const double share = 1 - 1 / factor;
    sn_v3_axpy((x - 0.5 * width) * metres * share, right, camera->center);
    sn_v3_axpy(-(y - 0.5 * height) * metres * share, up, camera->center);
    camera->distance /= factor;
}

void sn_camera_eye(const SnCamera *camera, double eye[3])
{
    double right[3], up[3], back[3];
    sn_camera_axes(camera, right, up, back);
    sn_v3_copy(camera->center, eye);
    sn_v3_axpy(camera->distance, back, eye);
}

void sn_camera_clip_range(const SnCamera *camera, const double bounds[2][3], double range[2])
{
    double right[3], up[3], back[3];
    sn_camera_axes(camera, right, up, back);
    double nearest = INFINITY, farthest = -INFINITY;
    for (int corner = 0; corner < 8; corner++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = bounds[corner >> k & 1][k] - camera->center[k];
        const double depth = camera->distance - sn_v3_dot(p, back);
        nearest = fmin(nearest, depth);
        farthest = fmax(farthest, depth);
    }
    const double slack = 0.01 * (farthest - nearest) + 1e-4 * camera->distance;
    nearest -= slack;
    farthest += slack;
    if (!camera->orthographic) {
        /* Nothing nearer than a thousandth of the way to the centre or of the whole depth: keeps
         * 24 bits of depth finer than a hundredth of a millimetre at the size of a jaw.  What has
         * fallen a hundred metres must not cut away what is looked at. */
        const double floor_ =
            fmax(1e-3 * camera->distance, fmin(1e-3 * farthest, 0.1 * camera->distance));
        nearest = fmax(nearest, floor_);
        farthest = fmax(farthest, 2 * nearest);
    }
    range[0] = nearest;
    range[1] = farthest;
}

void sn_camera_projection(const SnCamera *camera, int width, int height, const double range[2],
                          float projection[16])
{
    const double n = range[0], f = range[1];
    const double aspect = (double)width / height;
    double m[16] = {0};
    if (camera->orthographic) {
        const double h = half_height_at_center(camera);
        m[0] = 1 / (h * aspect);
        m[5] = 1 / h;
        m[10] = -2 / (f - n);
        m[14] = -(f + n) / (f - n);
        m[15] = 1;
    } else {
        const double t = tan(camera->field_of_view / 2);
        m[0] = 1 / (t * aspect);
        m[5] = 1 / t;
        m[10] = -(f + n) / (f - n);
        m[11] = -1;
        m[14] = -2 * f * n / (f - n);
    }
    for (int i = 0; i < 16; i++)
        projection[i] = (float)m[i];
}

/* World to camera where the world's origin has been moved to `origin`. */
void sn_camera_view(const SnCamera *camera, const double origin[3], float view[16])
{
    double axes[3][3], eye[3];
    sn_camera_axes(camera, axes[0], axes[1], axes[2]);
    sn_camera_eye(camera, eye);
    sn_v3_sub(eye, origin, eye);
    memset(view, 0, 16 * sizeof *view);
    for (int row = 0; row < 3; row++) {
        for (int k = 0; k < 3; k++)
            view[4 * k + row] = (float)axes[row][k];
        view[12 + row] = (float)-sn_v3_dot(axes[row], eye);
    }
    view[15] = 1;
}

bool sn_camera_project(const SnCamera *camera, int width, int height, const double point[3],
                       double pixel[2], double *depth)
{
    double p[3], c[3];
    sn_v3_sub(point, camera->center, p);
    sn_q_unrotate(camera->orientation, p, c);
    const double along = camera->distance - c[2];
    if (depth)
        *depth = along;
    if (!camera->orthographic && along <= 1e-9 * camera->distance)
        return false;
    const double t = tan(camera->field_of_view / 2);
    const double metres = 2 * t * (camera->orthographic ? camera->distance : along) / height;
    pixel[0] = 0.5 * width + c[0] / metres;
    pixel[1] = 0.5 * height - c[1] / metres;
    return true;
}

void sn_camera_ray(const SnCamera *camera, int width, int height, double x, double y,
                   double origin[3], double direction[3])
{
    const double metres = 2 * half_height_at_center(camera) / height;
    const double c[3] = {(x - 0.5 * width) * metres, (0.5 * height - y) * metres, 0};
    double p[3], right[3], up[3], back[3];
    sn_camera_axes(camera, right, up, back);
    sn_q_rotate(camera->orientation, c, p);
    sn_v3_add(p, camera->center, p);
    if (camera->orthographic) {
        sn_v3_scale(-1, back, direction);
        sn_v3_copy(p, origin);
        sn_v3_axpy(camera->distance, back, origin);
    } else {
        sn_camera_eye(camera, origin);
        sn_v3_sub(p, origin, direction);
        sn_v3_normalize(direction, direction);
    }
}

double sn_camera_pixel_size(const SnCamera *camera, int height, const double point[3])
{
    double right[3], up[3], back[3], p[3];
    sn_camera_axes(camera, right, up, back);
    sn_v3_sub(point, camera->center, p);
    const double along = camera->distance - sn_v3_dot(p, back);
    const double depth =
        camera->orthographic ? camera->distance : fmax(along, 1e-3 * camera->distance);
    return 2 * depth * tan(camera->field_of_view / 2) / height;
}

void sn_view_settings_init(SnViewSettings *settings)
{
    memset(settings, 0, sizeof *settings);
    settings->width = 1280;
    settings->height = 800;
    settings->scale = 1;
    settings->camera.field_of_view = 35 * M_PI / 180;
    settings->camera.distance = 1;
    const double direction[3] = {-0.6, 0.75, -0.35}, up[3] = {0, 0, 1};
    sn_camera_look(&settings->camera, direction, up);
    settings->grid = settings->axes = settings->color_bars = settings->shadow = true;
    settings->captions = true;
    settings->samples = 4;
    settings->ambient_occlusion = true;
    settings->refine = true;
    settings->contact_scale = 1e-4;
    for (int k = 0; k < 3; k++)
        settings->background_top[k] = settings->background_bottom[k] = -1;
    for (int i = 0; i < SN_MAX_CLIP_PLANES; i++) {
        settings->clip[i].normal[0] = 1;
        settings->clip[i].thickness = 0.005;
    }
    settings->manipulator_axis = -1;
    sn_q_identity(settings->manipulator_pose + 3);
    sn_q_identity(settings->manipulator_scale_axes);
}
