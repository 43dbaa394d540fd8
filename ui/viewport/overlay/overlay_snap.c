/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a drag snaps to. */
#include "ui/viewport/overlay/overlay_parts.h"

#include "engine/base/vec.h"
#include "ui/viewport/geometry.h"

#define SNAP_RING  9   /* [px] radius */
#define AXIS_REACH 200 /* [px] of an axis to both sides */

void sn_overlay_snapped(const SnOverlay *o, const GdkRGBA *color)
{
    const SnViewSettings *view = &o->viewport->settings;
    const SnSnapped *snapped = &o->viewport->move.snapped;
    double pixel[2], ends[2][2], end[3];
    bool front = false, both = true;
    sn_view_project(view, snapped->place, pixel, &front);
    if (!front)
        return;
    const double reach = AXIS_REACH * sn_view_pixel_size(view, snapped->place);
    for (int side = 0; side < 2; side++) {
        sn_v3_copy(snapped->place, end);
        sn_v3_axpy(side ? reach : -reach, snapped->axis, end);
        sn_view_project(view, end, ends[side], &front);
        both = both && front;
    }
    if (both && sn_v3_norm(snapped->axis) > 0)
        sn_overlay_line(o, ends[0], ends[1], color);
    cairo_arc(o->cairo, pixel[0], pixel[1], SNAP_RING, 0, 2 * G_PI);
    sn_overlay_color(o, &o->halo, 0.8);
    cairo_set_line_width(o->cairo, 5);
    cairo_stroke_preserve(o->cairo);
    sn_overlay_color(o, color, 1);
    cairo_set_line_width(o->cairo, 2);
    cairo_stroke(o->cairo);
}
