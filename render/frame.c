/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/frame.h"

#include "engine/base/vec.h"
#include "render/camera_range.h"

#include <epoxy/gl.h>
#include <math.h>
#include <string.h>

typedef struct Block { /* std140, as in common.glsl */
    float view[16], projection[16], view_projection[16];
    float eye[4], right[4], up[4], back[4], viewport[4], misc[4];
    float clip[SN_MAX_CUTS][4];
} Block;

static void find_cuts(SnFrame *frame)
{
    frame->n_cuts = 0;
    for (int i = 0; i < SN_MAX_CLIP_PLANES; i++) {
        const SnClipPlane *plane = &frame->settings->clip[i];
        double normal[3];
        const double length = sn_v3_normalize(plane->normal, normal);
        if (!plane->enabled || length == 0)
            continue;
        for (int side = 0; side < (plane->slice ? 2 : 1); side++) {
            if (frame->n_cuts == SN_MAX_CUTS)
                return;
            SnCut *cut = &frame->cuts[frame->n_cuts++];
            const double sign = side ? -1 : 1;
            sn_v3_scale(sign, normal, cut->normal);
            cut->offset = plane->offset / length;
            if (side)
                cut->offset = -(cut->offset - plane->thickness);
            cut->plane = i;
        }
    }
}

/* Depth has to hold the bounds, the manipulator, clip planes' frames and axes.  The grid, which
 * reaches under the eye, may lose what is ten times nearer than they are: depth would else be too
 * coarse to find the shape of surfaces in it (occlusion). */
static void find_range(SnFrame *frame, double view_height)
{
    const SnViewSettings *settings = frame->settings;
    const SnCamera *camera = &settings->camera;
    double held[2][3], solid[2];
    for (int k = 0; k < 3; k++) {
        held[0][k] = frame->bounds[0][k] - 0.35 * frame->size;
        held[1][k] = frame->bounds[1][k] + 0.35 * frame->size;
        if (settings->manipulator) {
            const double at = settings->manipulator_pose[k];
            held[0][k] = fmin(held[0][k], at - 0.5 * view_height);
            held[1][k] = fmax(held[1][k], at + 0.5 * view_height);
        }
        if (settings->axes) {
            held[0][k] = fmin(held[0][k], 0);
            held[1][k] = fmax(held[1][k], 0);
        }
    }
    sn_camera_clip_range(camera, (const double(*)[3])held, solid);
    for (int k = 0; k < 3 && settings->grid; k++) {
        held[0][k] = fmin(held[0][k], camera->center[k] - frame->grid_extent);
        held[1][k] = fmax(held[1][k], camera->center[k] + frame->grid_extent);
    }
    sn_camera_clip_range(camera, (const double(*)[3])held, frame->range);
    if (!camera->orthographic)
        frame->range[0] = fmax(frame->range[0], 0.1 * solid[0]);
}

void sn_frame_init(SnFrame *frame, const SnSnapshot *snapshot, const SnViewSettings *settings,
                   const double window[4])
{
    const SnCamera *camera = &settings->camera;
    memset(frame, 0, sizeof *frame);
    frame->settings = settings;
    frame->snapshot = snapshot;
    frame->width = window ? (int)window[2] : settings->width;
    frame->height = window ? (int)window[3] : settings->height;
    sn_v3_copy(camera->center, frame->origin);
    if (!snapshot || !sn_snapshot_bounds(snapshot, frame->bounds)) {
        for (int k = 0; k < 3; k++) {
            frame->bounds[0][k] = camera->center[k] - 0.25 * camera->distance;
            frame->bounds[1][k] = camera->center[k] + 0.25 * camera->distance;
        }
    }
    frame->size = sn_v3_distance(frame->bounds[0], frame->bounds[1]);
    const double view_height = 2 * camera->distance * tan(camera->field_of_view / 2);
    frame->grid_extent = (camera->orthographic ? 6 : 2.6) * fmax(view_height, 0.25 * frame->size);
    find_range(frame, view_height);
    sn_camera_axes(camera, frame->axes[0], frame->axes[1], frame->axes[2]);
    sn_camera_eye(camera, frame->eye);
    const double t = tan(camera->field_of_view / 2),
                 aspect = (double)settings->width / settings->height;
    const double n = frame->range[0], f = frame->range[1];
    if (camera->orthographic) {
        const double h = camera->distance * t;
        const double values[4] = {h * aspect, h, n, f - n};
        for (int k = 0; k < 4; k++)
            frame->unproject[k] = (float)values[k];
    } else {
        const double values[4] = {t * aspect, t, n * f / (f - n), f / (f - n)};
        for (int k = 0; k < 4; k++)
            frame->unproject[k] = (float)values[k];
    }
    find_cuts(frame);
}

static void multiply(const float a[16], const float b[16], float r[16])
{
    for (int c = 0; c < 4; c++) {
        for (int i = 0; i < 4; i++) {
            double sum = 0;
            for (int k = 0; k < 4; k++)
                sum += (double)a[4 * k + i] * (double)b[4 * c + k];
            r[4 * c + i] = (float)sum;
        }
    }
}

/* Maps the window's part of the picture to the whole of clip space. */
static void narrow(float projection[16], const SnViewSettings *settings, const double window[4])
{
    const double sx = settings->width / window[2], sy = settings->height / window[3];
    const double cx = 2 * (window[0] + window[2] / 2) / settings->width - 1;
    const double cy = 1 - 2 * (window[1] + window[3] / 2) / settings->height;
    const float m[16] = {(float)sx, 0, 0, 0, 0, (float)sy,         0,
                         0,         0, 0, 1, 0, (float)(-cx * sx), (float)(-cy * sy),
                         0,         1};
    float p[16];
    memcpy(p, projection, sizeof p);
    multiply(m, p, projection);
}

void sn_frame_upload(const SnFrame *frame, const double window[4], unsigned buffer)
{
    const SnViewSettings *settings = frame->settings;
    Block block = {0};
    sn_camera_view(&settings->camera, frame->origin, block.view);
    sn_camera_projection(&settings->camera, settings->width, settings->height, frame->range,
                         block.projection);
    if (window)
        narrow(block.projection, settings, window);
    multiply(block.projection, block.view, block.view_projection);
    sn_frame_local(frame, frame->eye, block.eye);
    block.eye[3] = settings->camera.orthographic;
    for (int k = 0; k < 3; k++) {
        block.right[k] = (float)frame->axes[0][k];
        block.up[k] = (float)frame->axes[1][k];
        block.back[k] = (float)frame->axes[2][k];
    }
    block.viewport[0] = (float)frame->width;
    block.viewport[1] = (float)frame->height;
    block.viewport[2] = 1.0f / (float)frame->width;
    block.viewport[3] = 1.0f / (float)frame->height;
    block.misc[0] = (float)settings->scale;
    block.misc[1] = (float)frame->range[0];
    block.misc[2] = (float)frame->range[1];
    block.misc[3] = settings->dark;
    for (int i = 0; i < SN_MAX_CUTS; i++) {
        if (i >= frame->n_cuts) {
            block.clip[i][3] = 1;
            glDisable(GL_CLIP_DISTANCE0 + (GLenum)i);
            continue;
        }
        const SnCut *cut = &frame->cuts[i];
        for (int k = 0; k < 3; k++)
            block.clip[i][k] = (float)-cut->normal[k];
        block.clip[i][3] = (float)(cut->offset - sn_v3_dot(cut->normal, frame->origin));
        glEnable(GL_CLIP_DISTANCE0 + (GLenum)i);
    }
    glBindBuffer(GL_UNIFORM_BUFFER, buffer);
    glBufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);
}

double sn_frame_pixel(const SnFrame *frame, const double point[3])
{
    return sn_camera_pixel_size(&frame->settings->camera, frame->settings->height, point);
}

bool sn_frame_screen_box(const SnFrame *frame, double bounds[2][3], double margin, int box[4])
{
    const SnViewSettings *settings = frame->settings;
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    const double size[2] = {settings->width, settings->height};
    if (!(bounds[0][0] <= bounds[1][0]))
        return false;
    for (int corner = 0; corner < 8; corner++) {
        double point[3], pixel[2];
        for (int k = 0; k < 3; k++)
            point[k] = bounds[corner >> k & 1][k];
        if (!sn_camera_project(&settings->camera, settings->width, settings->height, point, pixel,
                               NULL)) {
            /* behind the eye: may be anywhere */
            low[0] = low[1] = 0;
            high[0] = size[0], high[1] = size[1];
            break;
        }
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], pixel[k] - margin);
            high[k] = fmax(high[k], pixel[k] + margin);
        }
    }
    for (int k = 0; k < 2; k++) {
        low[k] = floor(fmax(low[k], 0));
        high[k] = ceil(fmin(high[k], size[k]));
        if (!(low[k] < high[k]))
            return false;
    }
    box[0] = (int)low[0];
    box[1] = (int)(size[1] - high[1]);
    box[2] = (int)(high[0] - low[0]);
    box[3] = (int)(high[1] - low[1]);
    return true;
}
