/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A round tube along a line, with round joints and a colour of its own at each place. */
#ifndef SN_RENDER_TUBE_H
#define SN_RENDER_TUBE_H

#include "render/collect/collect.h"

typedef struct SnTubeRow { /* one ring of vertices */
    double center[3], tangent[3];
    double radius; /* [m] */
    uint8_t color[4];
    double turn; /* of a rope: its strands are turned by so much [rad] */
} SnTubeRow;

/* Where a line goes and what it shows there; the colour belongs to the part that begins here. */
typedef struct SnTubePoint {
    double place[3];
    double radius;
    uint8_t color[4];
} SnTubePoint;

/* Adds the tube through points [n]; closed: the last one is at the place of the first; rope: laid
 * of three strands, where it is thick enough to be seen.  Rows are made in the solids' own memory.
 */
void sn_collect_tube(const SnCollector *collector, SnLayer layer, const SnTubePoint *points, int n,
                     bool closed, bool rope, const SnInk *ink);

#endif
