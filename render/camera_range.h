/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the camera arithmetic that only the renderer needs. */
#ifndef SN_RENDER_CAMERA_RANGE_H
#define SN_RENDER_CAMERA_RANGE_H

#include "render/render.h"

/* Right, up and back (towards the eye) of the camera in the world, unit vectors. */
void sn_camera_axes(const SnCamera *camera, double right[3], double up[3], double back[3]);

/* Near and far distance [m] that hold the bounds, with the near one kept away from zero. */
void sn_camera_clip_range(const SnCamera *camera, const double bounds[2][3], double range[2]);

/* World to camera for coordinates relative to `origin` (keeps single precision exact far from the
 * world's origin); column-major. */
void sn_camera_view(const SnCamera *camera, const double origin[3], float view[16]);

/* Column-major projection for a near and far distance. */
void sn_camera_projection(const SnCamera *camera, int width, int height, const double range[2],
                          float projection[16]);

/* Metres per device pixel at the depth of a point [m]. */
double sn_camera_pixel_size(const SnCamera *camera, int height, const double point[3]);

#endif
