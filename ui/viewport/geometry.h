/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the scene [m, world] and the picture: logical pixels of the widget from its top left. */
#ifndef SN_UI_VIEWPORT_GEOMETRY_H
#define SN_UI_VIEWPORT_GEOMETRY_H

#include "render/render.h"

#include <stdbool.h>

void sn_view_project(const SnViewSettings *view, const double point[3], double pixel[2],
                     bool *in_front);
/* The ray through a pixel; direction is a unit vector. */
void sn_view_ray(const SnViewSettings *view, double x, double y, double origin[3],
                 double direction[3]);
/* Unit vector from the scene towards the camera. */
void sn_view_back(const SnViewSettings *view, double back[3]);
/* Where the ray of a pixel meets the plane; false when they run alongside. */
bool sn_view_on_plane(const SnViewSettings *view, double x, double y, const double point[3],
                      const double normal[3], double result[3]);
/* Parameter [m] along the line (direction: unit vector) nearest to the ray of a pixel; false when
 * they run alongside. */
bool sn_view_on_line(const SnViewSettings *view, double x, double y, const double point[3],
                     const double direction[3], double *result);
/* Metres per logical pixel at a point. */
double sn_view_pixel_size(const SnViewSettings *view, const double point[3]);

#endif
