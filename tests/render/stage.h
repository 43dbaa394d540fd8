/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A painter with an offscreen context, and the picture it drew last. */
#ifndef SN_TESTS_STAGE_H
#define SN_TESTS_STAGE_H

#include "render/offscreen.h"
#include "render/paint/painter.h"
#include "scene_maker.h"

typedef struct Stage {
    SnOffscreen *offscreen;
    SnPainter *painter;
    SnTarget target;
    SnViewSettings view; /* plain: no grid, axes, occlusion or samples; 200 x 150 */
    SnMarks marks;
    uint8_t *pixels; /* RGBA, top row first */
} Stage;

/* False where there is no EGL; then the test prints a skip line and ends. */
bool stage_open(Stage *stage);
void stage_close(Stage *stage);
/* Back to plain settings, looking along `direction` with up = z at a box of the given half size. */
void stage_reset(Stage *stage, double x, double y, double z, double half_size);
/* Draws the view (must work) and reads it. */
void stage_draw(Stage *stage, const SnSnapshot *snapshot);
const uint8_t *stage_pixel(const Stage *stage, int x, int y);
/* Pixel of a world point. */
const uint8_t *stage_at(const Stage *stage, double x, double y, double z);
/* Metres of a pixel in the plane of the camera's centre. */
double stage_pixel_size(const Stage *stage);
/* Largest difference of the colour channels. */
int color_distance(const uint8_t *pixel, uint32_t rgb);
uint64_t stage_hash(const Stage *stage);
/* One hit of a click at a world point; false if none. */
bool stage_click(Stage *stage, const SnSnapshot *snapshot, double x, double y, double z,
                 SnPickHit *hit);

#endif
