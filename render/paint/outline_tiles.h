/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in a mask outlines can be: near what is marked in part.  The rest, which is most of a large
 * body, need not be looked at: on a software renderer the two passes over it took 16 ms a click. */
#ifndef SN_RENDER_OUTLINE_TILES_H
#define SN_RENDER_OUTLINE_TILES_H

#include "render/shape/buffer.h"

#include <stdint.h>

enum { SN_TILE = 8 /* [px]: an outline reaches less far from the edge of what is marked */ };

/* Adds two triangles over a rectangle, in pixels: six corners (float[2]), every second one above.
 */
void sn_add_tile(SnBuffer *corners, int left, int below, int right, int above);

/* Tiles of the part `area` (x, y, width, height in pixels) of a view whose mask holds, row by row,
 * red (selected) in the lowest byte and blue (hovered) in the third; neighbours in a row are one.
 * `values` is scratch. */
void sn_outline_tiles(const uint32_t *mask, const int area[4], SnBuffer *values, SnBuffer *corners);

#endif
