/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of overlay*.c share; nobody else includes it. */
#ifndef SN_UI_VIEWPORT_OVERLAY_OVERLAY_PARTS_H
#define SN_UI_VIEWPORT_OVERLAY_OVERLAY_PARTS_H

#include "ui/viewport/private.h"

typedef struct SnOverlay {
    SnViewport *viewport;
    cairo_t *cairo;
    GdkRGBA ink, halo;
} SnOverlay;

void sn_overlay_color(const SnOverlay *o, const GdkRGBA *color, double alpha);
/* Middle of the text at x when centred, else its left end; y is its top [px].  Kept inside. */
void sn_overlay_write(const SnOverlay *o, double x, double y, bool centred, const char *text);
/* The same, `size` high [px]; `halo`: how wide a rim hides what is behind it [px]. */
void sn_overlay_write_sized(const SnOverlay *o, double x, double y, bool centred, const char *text,
                            int size, double alpha, double halo);
/* With a halo, from pixel to pixel. */
void sn_overlay_line(const SnOverlay *o, const double from[2], const double to[2],
                     const GdkRGBA *color);
void sn_overlay_dot(const SnOverlay *o, const double at[2], const GdkRGBA *color);

/* A ring about the place that a drag snaps to, and the axis through it. */
void sn_overlay_snapped(const SnOverlay *o, const GdkRGBA *color);

/* Whether a joint is selected (looked for among the first ones). */
bool sn_overlay_any_joint(const SnViewport *viewport);
void sn_overlay_joints(const SnOverlay *o);
/* A ring about the origin of a pose (position, orientation), and the axis that a joint of the class
 * turns about or slides along; the same size at any distance. */
void sn_overlay_joint(const SnOverlay *o, const double pose[7], const SnClass *joint);

#endif
