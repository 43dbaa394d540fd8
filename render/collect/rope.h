/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The look of a rope: three strands twisted, as a tube whose columns follow the twist. */
#ifndef SN_RENDER_ROPE_H
#define SN_RENDER_ROPE_H

#include "render/collect/tube.h"

enum { SN_ROPE_COLUMNS = 12 }; /* of vertices about it: three strands of four */

/* From the rows of a tube those of a rope, so close that the twist looks even; false: it is so thin
 * in the picture, or so long, that its strands would not be seen or cost too much. */
bool sn_rope_rows(const SnCollector *collector);
/* The vertices [SN_ROPE_COLUMNS] of a row whose tube has axes u and v. */
void sn_rope_ring(const SnCollector *collector, const SnTubeRow *row, const double u[3],
                  const double v[3], const SnInk *ink, SnSoupVertex *vertices);

#endif
