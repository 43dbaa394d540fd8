/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one picture needs to know: camera, bounds, cutting half-spaces.  Positions on the GPU are
 * relative to `origin`, the camera's centre, so that single precision is enough anywhere. */
#ifndef SN_RENDER_FRAME_H
#define SN_RENDER_FRAME_H

#include "render/render.h"

#define SN_MAX_CUTS 8

typedef struct SnCut { /* keeps normal . x <= offset, world coordinates */
    double normal[3];
    double offset;
    int plane; /* of the settings */
} SnCut;

typedef struct SnFrame {
    const SnViewSettings *settings;
    const SnSnapshot *snapshot; /* may be NULL */
    int width, height;          /* of the target: settings' or a small window of it for picking */
    double origin[3];
    double bounds[2][3]; /* of what is shown, or a box around the centre */
    double size;         /* diagonal of the bounds [m] */
    double grid_extent;  /* half side of the grid's patch [m] */
    double range[2];     /* near and far */
    double axes[3][3];   /* right, up, back of the camera */
    double eye[3];
    int n_cuts;
    SnCut cuts[SN_MAX_CUTS];
    float unproject[4]; /* for occlusion.glsl */
} SnFrame;

/* Fills all; with a window (x, y, width, height in device pixels from the top left) the projection
 * shows that part of the view only. */
void sn_frame_init(SnFrame *frame, const SnSnapshot *snapshot, const SnViewSettings *settings,
                   const double window[4]);

/* Sends it to the uniform buffer and enables the clip distances in use. */
void sn_frame_upload(const SnFrame *frame, const double window[4], unsigned buffer);

/* Of the thickest part of a path [m]; 0 for lines of pixels. */
double sn_item_radius(const SnSceneItem *item);
/* Which items [n_items] a camera that shows all shows: what is visible, but of grounds and walls
 * without an end, and of what is still and ten times as large as all else, only where there is
 * nothing else. */
void sn_find_framed(const SnSnapshot *snapshot, bool *framed);
/* Grows bounds by those of one item. */
void sn_item_bounds(const SnSnapshot *snapshot, const SnSceneItem *item, double bounds[2][3]);

/* The part of the view that bounds can reach, with a margin [px]: x, y from the lower left, width,
 * height.  False if they are empty or outside. */
bool sn_frame_screen_box(const SnFrame *frame, double bounds[2][3], double margin, int box[4]);

/* Metres per device pixel at a world point. */
double sn_frame_pixel(const SnFrame *frame, const double point[3]);

/* World to floats relative to the origin. */
static inline void sn_frame_local(const SnFrame *frame, const double point[3], float local[3])
{
    for (int k = 0; k < 3; k++)
        local[k] = (float)(point[k] - frame->origin[k]);
}

#endif
