/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clipping planes: made, moved along their normal or tilted by their handle. */
#ifndef SN_UI_VIEWPORT_HANDS_CLIP_H
#define SN_UI_VIEWPORT_HANDS_CLIP_H

#include "ui/viewport/hands/input.h"

typedef struct SnClipDrag {
    int plane;
    double pivot[3];   /* where the handle was grabbed */
    SnClipPlane start; /* when it began */
} SnClipDrag;

extern const SnDragRow SN_DRAG_CLIP;

/* A place in the settings is free while its plane is off and at zero. */
static inline bool sn_clip_in_use(const SnClipPlane *plane)
{
    return plane->enabled || plane->offset != 0;
}
/* Normal direction of a new plane; returns its number, -1: all in use. */
int sn_viewport_add_clip(SnViewport *viewport, const double normal[3]);
void sn_viewport_remove_clip(SnViewport *viewport, int plane);
/* Flips the side that is cut away. */
void sn_viewport_flip_clip(SnViewport *viewport, int plane);

#endif
