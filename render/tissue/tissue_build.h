/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of making a surface. */
#ifndef SN_RENDER_TISSUE_BUILD_H
#define SN_RENDER_TISSUE_BUILD_H

#include "render/tissue/tissue.h"

/* Sets point, first, triangles and n_vertices: faces around a place that meet at less than the
 * crease angle share a vertex.  corners [3 n_triangles] are places. */
void sn_tissue_split(SnTissue *tissue, const uint32_t *corners, const float (*rest)[3]);

/* Places of the nodes at rest carried to the surface's places. */
void sn_tissue_positions(const SnTissue *tissue, const float (*nodes)[3], float (*place)[3]);

#endif
