/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clipping planes: made, moved along their normal or tilted by their handle. */
#include "ui/viewport/private.h"

#include <math.h>

#define TILT_SPEED 0.006 /* [rad per pixel] */

static void middle_of_view(SnViewport *viewport, double middle[3])
{
    double bounds[2][3];
    sn_v3_copy(viewport->settings.camera.center, middle);
    if (sn_shown_bounds(viewport->session, bounds)) {
        for (int k = 0; k < 3; k++)
            middle[k] = (bounds[0][k] + bounds[1][k]) / 2;
    }
}

int sn_viewport_add_clip(SnViewport *viewport, const double normal[3])
{
    for (int i = 0; i < SN_MAX_CLIP_PLANES; i++) {
        SnClipPlane *plane = &viewport->settings.clip[i];
        if (sn_clip_in_use(plane))
            continue;
        double middle[3];
        middle_of_view(viewport, middle);
        *plane = (SnClipPlane){.enabled = true, .show = true, .thickness = 0.005};
        sn_v3_normalize(normal, plane->normal);
        plane->offset = sn_v3_dot(plane->normal, middle);
        if (plane->offset == 0) { /* an offset of nothing marks a free place */
            plane->offset = 1e-12;
        }
        sn_viewport_notify_settings(viewport);
        return i;
    }
    sn_session_fail(viewport->session, "There are six clipping planes already.");
    return -1;
}

void sn_viewport_add_clip_plane(SnViewport *viewport)
{
    double back[3];
    sn_view_back(&viewport->settings, back);
    sn_viewport_add_clip(viewport, back);
}

void sn_viewport_remove_clip(SnViewport *viewport, int plane)
{
    viewport->settings.clip[plane] = (SnClipPlane){.normal = {1, 0, 0}, .thickness = 0.005};
    sn_viewport_notify_settings(viewport);
}

void sn_viewport_remove_clip_planes(SnViewport *viewport)
{
    for (int i = 0; i < SN_MAX_CLIP_PLANES; i++)
        viewport->settings.clip[i] = (SnClipPlane){.normal = {1, 0, 0}, .thickness = 0.005};
    sn_viewport_notify_settings(viewport);
}

void sn_viewport_flip_clip(SnViewport *viewport, int number)
{
    SnClipPlane *plane = &viewport->settings.clip[number];
    sn_v3_scale(-1, plane->normal, plane->normal);
    plane->offset = -plane->offset;
    sn_viewport_notify_settings(viewport);
}

/* --- drag of the handle --- */

static bool clip_begin(SnViewport *viewport, const SnPointer *at, const SnPickHit *hit)
{
    if (!hit || hit->clip_plane < 0)
        return false;
    viewport->clip.plane = hit->clip_plane;
    viewport->clip.start = viewport->settings.clip[hit->clip_plane];
    sn_v3_copy(hit->position, viewport->clip.pivot);
    return true;
}

static void tilt(SnViewport *viewport, const SnPointer *at, SnClipPlane *plane)
{
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
    double right[3], up[3], middle[3], turn[3], quaternion[4];
    sn_q_rotate(viewport->settings.camera.orientation, x, right);
    sn_q_rotate(viewport->settings.camera.orientation, y, up);
    middle_of_view(viewport, middle);
    sn_v3_axpy(plane->offset - sn_v3_dot(plane->normal, middle), plane->normal, middle);
    sn_v3_scale(at->dx * TILT_SPEED, up, turn);
    sn_v3_axpy(at->dy * TILT_SPEED, right, turn);
    sn_q_exp(turn, quaternion);
    sn_q_rotate(quaternion, plane->normal, plane->normal);
    sn_v3_normalize(plane->normal, plane->normal);
    plane->offset = sn_v3_dot(plane->normal, middle);
}

static void clip_update(SnViewport *viewport, const SnPointer *at)
{
    SnClipPlane *plane = &viewport->settings.clip[viewport->clip.plane];
    if ((at->state & GDK_SHIFT_MASK) != 0) {
        tilt(viewport, at, plane);
        sn_viewport_notify_settings(viewport);
        return;
    }
    double pivot[3], back[3], before = 0, after = 0;
    sn_v3_copy(viewport->clip.pivot, pivot);
    sn_view_back(&viewport->settings, back);
    /* foreshortened to less than a third, the normal's picture is no guide for the hand */
    bool faces_camera = fabs(sn_v3_dot(back, plane->normal)) > 0.95;
    if (!faces_camera &&
        sn_view_on_line(&viewport->settings, at->x - at->dx, at->y - at->dy, pivot, plane->normal,
                        &before) &&
        sn_view_on_line(&viewport->settings, at->x, at->y, pivot, plane->normal, &after)) {
        plane->offset += after - before;
    } else { /* it faces the camera: up is nearer */
        plane->offset -= at->dy * sn_view_pixel_size(&viewport->settings, pivot);
    }
    sn_viewport_notify_settings(viewport);
}

static void clip_end(SnViewport *viewport, const SnPointer *at, bool cancelled)
{
    if (cancelled) {
        viewport->settings.clip[viewport->clip.plane] = viewport->clip.start;
        sn_viewport_notify_settings(viewport);
    }
}

const SnDragRow SN_DRAG_CLIP = {clip_begin, clip_update, clip_end, "grabbing",
                                "Moves the plane along its normal · Shift: tilt · Esc: back"};
