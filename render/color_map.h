/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour maps of scalar fields, from the control points their authors published. */
#ifndef SN_RENDER_COLOR_MAP_H
#define SN_RENDER_COLOR_MAP_H

#include "engine/snapshot.h"

enum { SN_COLOR_MAPS = SN_COLOR_MAP_HEAT + 1 };

/* sRGB 0..1 at t, clamped to 0..1. */
void sn_color_map(SnColorMap map, double t, float srgb[3]);
/* True for maps with a middle, whose range is symmetric about zero. */
bool sn_color_map_diverges(SnColorMap map);

/* A texture with one map a row, in the order of SnColorMap, to be freed by glDeleteTextures(). */
unsigned sn_color_map_texture(void);

#endif
