/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A low picture of curves made of upright bars, one or more for each pixel column: a hundred of
 * them a frame cost far less than a render node for every bar. */
#ifndef SN_UI_TRACKS_TRACK_STRIP_H
#define SN_UI_TRACKS_TRACK_STRIP_H

#include <gtk/gtk.h>

typedef struct SnTrackStrip SnTrackStrip;

/* Empty, of a size in logical pixels; scale: device pixels to one of them. */
SnTrackStrip *sn_track_strip_new(int width, int height, int scale);
/* Adds a bar over what is there: columns from <= x < to, whole; top < bottom with soft edges. */
void sn_track_strip_bar(SnTrackStrip *strip, int from, int to, float top, float bottom,
                        const GdkRGBA *color);
/* Puts the picture with its upper left corner there, and frees the strip. */
void sn_track_strip_append(SnTrackStrip *strip, GtkSnapshot *snapshot, float x, float y);

#endif
